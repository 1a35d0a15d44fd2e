/** All SQL on users, members and API keys. */
import type { Permissions } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  countingOnly,
  columnsOf,
  makeUpsert,
  positionOf,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import type { Lifecycle, Plan, SubscriptionStatus } from "../company/index.ts";
import { type MemberRow, MEMBERS } from "./record.ts";

export type RevocationReason = "by_request" | "api_access_removed" | "member_removed";

/** The columns of a member that decide if a request in the member's name is admitted. */
export interface MemberIdentityRow {
  readonly company_id: PublicId<"company">;
  readonly user_id: PublicId<"user">;
  readonly email: string;
  readonly active: boolean;
  readonly removed_at: UnixSeconds | null;
  readonly permissions: Permissions;
  readonly lifecycle: Lifecycle;
  readonly plan: Plan;
  readonly subscription_status: SubscriptionStatus;
  readonly trial_ends_at: UnixSeconds | null;
  readonly features: readonly string[] | null;
}

/** All columns that decide if a key's request is admitted, read in one statement. */
export interface IdentityRow extends MemberIdentityRow {
  readonly key_id: PublicId<"key">;
  readonly hash: Buffer;
  readonly revoked_because: RevocationReason | null;
  /** When the key was used last, to the hour; null if never, or not since this is written down. */
  readonly last_used: UnixSeconds | null;
}

/** The caller of a request: a member of a company, by one of the member's keys or by a session. */
export interface Identity extends MemberIdentityRow {
  /** Null for a session. */
  readonly key_id: PublicId<"key"> | null;
}

export interface UserRow {
  readonly id: PublicId<"user">;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly active: boolean;
  readonly created: UnixSeconds;
}

export interface MemberListing extends MemberRow {
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly active: boolean;
}

/** The columns that decide if work may still be done in a member's name. */
export type StandingRow = Pick<IdentityRow, "active" | "removed_at" | "permissions">;

/** A company that a user is a member of. */
export interface MembershipRow {
  readonly company_id: PublicId<"company">;
  readonly name: string;
  readonly lifecycle: Lifecycle;
  readonly plan: Plan;
  readonly subscription_status: SubscriptionStatus;
  readonly trial_ends_at: UnixSeconds | null;
  readonly fiscal_year_start_month: number;
  readonly features: readonly string[];
  readonly permissions: Permissions;
}

export interface KeyRow {
  readonly id: PublicId<"key">;
  readonly user_id: PublicId<"user">;
  readonly name: string;
  readonly created: UnixSeconds;
  readonly revoked_at: UnixSeconds | null;
  readonly revoked_because: RevocationReason | null;
  /** The first characters of the key's text; null for an old key. */
  readonly prefix: string | null;
  /** The user who made it; null for a key that an operator made, and for an old key. */
  readonly made_by: PublicId<"user"> | null;
  /** When it was used last, to the hour. */
  readonly last_used: UnixSeconds | null;
}

/**
 * SQL that finds the identity of each key in `wanted (hash, requests)`, one row for each key that exists.
 * `company`: SQL for the company that all of the keys are of; null if that is not known. Then the
 * optimization fence (`offset 0`) makes the planner use the index on the hash, even if the table had few keys
 * when the plan was made. `more`: SQL for further columns, of the key `k`, the member `m`, the user `u` and
 * the company `c`.
 */
export function identitiesOf(wanted: string, company: string | null, more: readonly string[]): string {
  const keys =
    company === null
      ? "cross join lateral (select * from api_keys where hash = wanted.hash offset 0) k"
      : `join api_keys k on k.company_id = ${company} and k.hash = wanted.hash`;
  return `select wanted.requests as wanted, k.id as key_id, k.hash, k.revoked_because, k.last_used, k.company_id,
    k.user_id, u.email, u.active, m.removed_at, m.permissions,
          c.lifecycle, c.plan, c.subscription_status, c.trial_ends_at,
          (select json_agg(f.feature) from company_features f where f.company_id = ${company ?? "c.id"}) as features
          ${more.map((each) => `, ${each}`).join("")}
   from ${wanted} ${keys}
   join members m on m.company_id = k.company_id and m.user_id = k.user_id
   join users u on u.id = k.user_id
   join companies c on c.id = k.company_id`;
}
const USER = "id, email, first_name, last_name, active, created";
const findUserByEmail = statement<UserRow>(
  "access.findUserByEmail",
  `select ${USER} from users where email = $1`,
);
const lockUserByEmail = statement<UserRow>(
  "access.lockUserByEmail",
  `select ${USER} from users where email = $1 for no key update`,
);
const lockUser = statement<UserRow>(
  "access.lockUser",
  `select ${USER} from users where id = $1 for no key update`,
);
const insertUser = statement<never>(
  "access.insertUser",
  `insert into users (${USER}) values ($1, $2, $3, $4, $5, $6) on conflict (email) do nothing`,
);
const findUser = statement<UserRow>("access.findUser", `select ${USER} from users where id = $1`);
const putUser = statement<never>(
  "access.putUser",
  `insert into users (${USER}) values ($1, $2, $3, $4, $5, $6)
   on conflict (id) do update set email = excluded.email, first_name = excluded.first_name, last_name =
     excluded.last_name,
     active = excluded.active, created = excluded.created`,
);
const updateUserActive = statement<never>(
  "access.updateUserActive",
  "update users set active = $2 where id = $1",
);
const updateUserName = statement<never>(
  "access.updateUserName",
  "update users set first_name = $2, last_name = $3 where id = $1",
);
const isMemberElsewhere = statement<{ found: boolean }>(
  "access.isMemberElsewhere",
  "select exists (select 1 from members where user_id = $2 and company_id <> $1) as found",
);
const listUsers = statement<UserRow>(
  "access.listUsers",
  `select ${USER} from users where id in (select user_id from members where company_id = $1)
    order by created, id`,
);
const isShownElsewhere = statement<{ found: boolean }>(
  "access.isShownElsewhere",
  "select exists (select 1 from passwords where user_id = $2 and shown_in <> $1) as found",
);
const MEMBER = columnsOf(MEMBERS);
const lockMember = statement<MemberRow>(
  "access.lockMember",
  `select ${MEMBER} from members where company_id = $1 and (id = $2 or user_id = $2) for update`,
);
const lockMembers = statement<MemberRow>(
  "access.lockMembers",
  `select ${MEMBER} from members where company_id = $1 order by id for no key update`,
);
const listMembers = statement<MemberListing>(
  "access.listMembers",
  `select ${columnsOf(MEMBERS, "m")}, u.email, u.first_name, u.last_name, u.active
   from members m join users u on u.id = m.user_id where m.company_id = $1 order by m.created, m.id`,
);
const listMemberships = statement<MembershipRow>(
  "access.listMemberships",
  `select c.id as company_id, c.name, c.lifecycle, c.plan, c.subscription_status, c.trial_ends_at,
     c.fiscal_year_start_month, m.permissions,
     (select coalesce(json_agg(f.feature order by f.feature), '[]') from company_features f
       where f.company_id = c.id) as features
   from members m join companies c on c.id = m.company_id where m.user_id = $1 and m.removed_at is null
     order by c.name, c.id`,
);
// The shared lock keeps the access from changing before the transaction that relies on it ends.
const lockStanding = statement<StandingRow>(
  "access.lockStanding",
  `select u.active, m.removed_at, m.permissions from members m join users u on u.id = m.user_id
   where m.company_id = $1 and m.user_id = $2 for share`,
);
const findStanding = statement<StandingRow>(
  "access.findStanding",
  `select u.active, m.removed_at, m.permissions from members m join users u on u.id = m.user_id
    where m.company_id = $1 and m.user_id = $2`,
);
const findMemberIdentity = statement<MemberIdentityRow & { readonly position: string | null }>(
  "access.findMemberIdentity",
  `select m.company_id, m.user_id, u.email, u.active, m.removed_at, m.permissions, c.lifecycle, c.plan,
     c.subscription_status, c.trial_ends_at,
     (select json_agg(f.feature) from company_features f where f.company_id = $1) as features,
     ${positionOf("$3")} as position
   from members m join users u on u.id = m.user_id join companies c on c.id = m.company_id
   where m.company_id = $1 and m.user_id = $2`,
);
const countMembers = statement<{ members: number }>(
  "access.countMembers",
  "select count(*) as members from members where company_id = $1",
);
const putMember = makeUpsert("access.putMember", MEMBERS);
const insertKey = statement<never>(
  "access.insertKey",
  `insert into api_keys (company_id, id, user_id, name, hash, created, prefix, made_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const findCompanies = statement<{ hash: Buffer; company: PublicId<"company"> }>(
  "access.findCompanies",
  "select hash, company from credentials where hash = any ($1::bytea[])",
);
const insertCredential = statement<never>(
  "access.insertCredential",
  "insert into credentials (hash, company) values ($1, $2)",
);
const deleteCredential = statement<never>(
  "access.deleteCredential",
  "delete from credentials where hash = $1",
);
const KEY = "id, user_id, name, created, revoked_at, revoked_because, prefix, made_by, last_used";
const listKeys = statement<KeyRow>(
  "access.listKeys",
  `select ${KEY} from api_keys where company_id = $1 order by created, id`,
);
const listKeysOfUser = statement<KeyRow>(
  "access.listKeysOfUser",
  `select ${KEY} from api_keys where company_id = $1 and user_id = $2 and revoked_at is null
    order by created, id`,
);
// The condition keeps several processes from writing the same use.
const noteKeyUse = countingOnly<never>(
  "access.noteKeyUse",
  `update api_keys set last_used = $3 where company_id = $1 and id = $2
    and (last_used is null or last_used <= $4)`,
);
const updateKeyName = statement<never>(
  "access.updateKeyName",
  "update api_keys set name = $4 where company_id = $1 and user_id = $2 and id = $3 and revoked_at is null",
);
const revokeKey = statement<never>(
  "access.revokeKey",
  `update api_keys set revoked_at = $3, revoked_because = $4 where company_id = $1 and id = $2
    and revoked_at is null and ($5::text is null or user_id = $5)`,
);
const revokeKeysOfUser = statement<never>(
  "access.revokeKeysOfUser",
  `update api_keys set revoked_at = $3, revoked_because = $4 where company_id = $1 and user_id = $2
    and revoked_at is null`,
);

type Company = PublicId<"company">;

export const accessStore = {
  findUserByEmail: (db: Queryable, email: string) => db.find(findUserByEmail, [email]),
  findUser: (db: Queryable, id: PublicId<"user">) => db.find(findUser, [id]),
  lockUserByEmail: (tx: Tx, email: string) => tx.find(lockUserByEmail, [email]),
  lockUser: (tx: Tx, id: PublicId<"user">) => tx.find(lockUser, [id]),
  /** Does nothing if a user with the address exists or is being inserted by another transaction. */
  insertUser: (tx: Tx, row: UserRow) =>
    tx.run(insertUser, [row.id, row.email, row.first_name, row.last_name, row.active, row.created]),
  putUser: (tx: Tx, row: UserRow) =>
    tx.run(putUser, [row.id, row.email, row.first_name, row.last_name, row.active, row.created]),
  updateUserName: (db: Queryable, id: PublicId<"user">, first_name: string, last_name: string) =>
    db.run(updateUserName, [id, first_name, last_name]),
  updateUserActive: (db: Queryable, id: PublicId<"user">, active: boolean) =>
    db.run(updateUserActive, [id, active]),
  /** True if a user is or was a member of another company. */
  async isMemberElsewhere(db: Queryable, companyId: Company, id: PublicId<"user">) {
    return (await db.get(isMemberElsewhere, [companyId, id])).found;
  },
  /**
   * True if the team of another company could see the link that a user's password was set with. Then whoever
   * knows the password may be somebody else, whom it must not let into this company.
   */
  async isShownElsewhere(db: Queryable, companyId: Company, id: PublicId<"user">) {
    return (await db.get(isShownElsewhere, [companyId, id])).found;
  },
  /** The users who are or were members of a company. */
  listUsers: (db: Queryable, companyId: Company) => db.list(listUsers, [companyId]),
  /** Locks and returns the member with the given member id or user id. */
  lockMember: (tx: Tx, companyId: Company, id: string) => tx.find(lockMember, [companyId, id]),
  /** Locks all members of a company, present and former. */
  lockMembers: (tx: Tx, companyId: Company) => tx.list(lockMembers, [companyId]),
  listMembers: (db: Queryable, companyId: Company) => db.list(listMembers, [companyId]),
  /** The companies that a user is a member of, by name. */
  listMemberships: (db: Queryable, userId: PublicId<"user">) => db.list(listMemberships, [userId]),
  /** Reads if a user is active and a present member of a company, and the user's permissions there. */
  findStanding: (db: Queryable, companyId: Company, userId: PublicId<"user">) =>
    db.find(findStanding, [companyId, userId]),
  /** Does the same as `findStanding`, and locks the rows until the transaction ends. */
  lockStanding: (tx: Tx, companyId: Company, userId: PublicId<"user">) =>
    tx.find(lockStanding, [companyId, userId]),
  /**
   * Returns what decides if a member's request is admitted, and the position of the database at which a
   * replica may answer, if it is wanted; null for a user who never was a member.
   */
  findMemberIdentity: (db: Queryable, companyId: string, userId: PublicId<"user">, wantsPosition: boolean) =>
    db.find(findMemberIdentity, [companyId, userId, wantsPosition]),
  /** Counts present and former members. */
  async countMembers(db: Queryable, companyId: Company) {
    return (await db.get(countMembers, [companyId])).members;
  },
  putMember,
  /**
   * The companies in which these hashes of keys and tokens are to be looked up. The key or the invitation may
   * be gone.
   */
  findCompanies: (db: Queryable, hashes: readonly Buffer[]) => db.list(findCompanies, [hashes]),
  insertCredential: (tx: Tx, hash: Buffer, companyId: Company) => tx.run(insertCredential, [hash, companyId]),
  deleteCredential: (tx: Tx, hash: Buffer) => tx.run(deleteCredential, [hash]),
  insertKey: (tx: Tx, companyId: Company, row: KeyRow, hash: Buffer) =>
    Promise.all([
      tx.run(insertCredential, [hash, companyId]),
      tx.run(insertKey, [
        companyId,
        row.id,
        row.user_id,
        row.name,
        hash,
        row.created,
        row.prefix,
        row.made_by,
      ]),
    ]),
  /** Writes when a key was used, unless it was used after `before`. */
  noteKeyUse: (db: Queryable, companyId: Company, id: string, at: UnixSeconds, before: UnixSeconds) =>
    db.run(noteKeyUse, [companyId, id, at, before]),
  listKeys: (db: Queryable, companyId: Company) => db.list(listKeys, [companyId]),
  /** One member's keys that are not revoked. */
  listKeysOfUser: (db: Queryable, companyId: Company, userId: PublicId<"user">) =>
    db.list(listKeysOfUser, [companyId, userId]),
  updateKeyName: (db: Queryable, companyId: Company, userId: PublicId<"user">, id: string, name: string) =>
    db.run(updateKeyName, [companyId, userId, id, name]),
  /** Revokes a key; with `userId`, only if the key belongs to that user. */
  revokeKey: (
    db: Queryable,
    companyId: Company,
    id: string,
    at: UnixSeconds,
    because: RevocationReason,
    userId: PublicId<"user"> | null,
  ) => db.run(revokeKey, [companyId, id, at, because, userId]),
  revokeKeysOfUser: (
    tx: Tx,
    companyId: Company,
    userId: PublicId<"user">,
    at: UnixSeconds,
    because: RevocationReason,
  ) => tx.run(revokeKeysOfUser, [companyId, userId, at, because]),
};
