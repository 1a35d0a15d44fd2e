/**
 * Use cases on users, members and keys. Invariant: a member who loses API access or the membership
 * permanently loses the keys for that company in the same transaction.
 */
import { hash } from "node:crypto";
import { present } from "../../../core/assert.ts";
import type { Permissions } from "../../../core/areas.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { emailKey } from "../../../core/email.ts";
import { type Refusal, refuse } from "../../../core/errors.ts";
import { LIMITS } from "../../../core/limits.ts";
import { isName } from "../../../core/names.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import type { MemberRow } from "./record.ts";
import { hasApiAccess, KEY_PREFIX, permissionsProblem } from "./rules.ts";
import { accessStore, type KeyRow, type MemberListing, type MembershipRow, type UserRow } from "./store.ts";

export interface AccessNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly now: () => UnixSeconds;
  readonly randomText: (length: number) => string;
}

export interface NewMember {
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly permissions: Permissions;
}

/** A key as it is shown once, at its creation. */
export interface NewKey {
  readonly id: PublicId<"key">;
  readonly api_key: string;
}

/** A company that a user is a member of, and the keys that the user has for it. */
export interface MembershipKeys extends Omit<MembershipRow, "permissions"> {
  /** True if the user may have keys. */
  readonly has_api_access: boolean;
  /** The user's keys that are not revoked. */
  readonly keys: readonly KeyRow[];
}

type Company = PublicId<"company">;

export interface AccessService {
  listMembers(companyId: Company): Promise<MemberListing[]>;
  /** Adds a member, making the user when the address is new; a removed member comes back. */
  addMember(companyId: Company, member: NewMember): Promise<MemberRow>;
  /** Changes a member's levels; `change` receives the current levels, which are locked. */
  changePermissions(
    companyId: Company,
    member: string,
    change: (present: Permissions) => Permissions,
  ): Promise<MemberRow>;
  removeMember(companyId: Company, member: string): Promise<MemberRow>;
  /** Deactivates or reactivates a user, in every company. */
  setUserActive(user: string, active: boolean): Promise<UserRow>;
  createKey(companyId: Company, member: string, name: string): Promise<NewKey>;
  listKeys(companyId: Company): Promise<KeyRow[]>;
  /** Permanently revokes a key; with `owner`, only a key of that user. Refuses `resource_missing`. */
  revokeKey(companyId: Company, key: string, owner?: PublicId<"user">): Promise<void>;
  /** The companies that a user is a member of, each with the user's own keys that are not revoked. */
  listKeysOfUser(owner: PublicId<"user">): Promise<MembershipKeys[]>;
  /** The companies of a user, with what they may do there. */
  listMemberships(owner: PublicId<"user">): Promise<MembershipRow[]>;
  /** Gives one of a user's own keys another name. Refuses `resource_missing` and `invalid_request`. */
  renameKey(companyId: Company, key: string, owner: PublicId<"user">, name: string): Promise<void>;
}

const KEY_CHARACTERS = 52;

/** The hash of a key, which is stored and by which the key is found. */
export function hashOf(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

export function accessService(needs: AccessNeeds): AccessService {
  const { db, now } = needs;
  return {
    listMembers: (companyId) => accessStore.listMembers(db, companyId),
    addMember: (companyId, member) => db.transaction((tx) => addMember(tx, needs, companyId, member)),
    changePermissions: (companyId, member, change) =>
      db.transaction(async (tx) => {
        const row = await lockMember(tx, companyId, member);
        return writeMember(tx, companyId, { ...row, permissions: change(row.permissions) }, now());
      }),
    removeMember: (companyId, member) =>
      db.transaction(async (tx) => {
        const row = await lockMember(tx, companyId, member);
        return writeMember(tx, companyId, { ...row, removed_at: row.removed_at ?? now() }, now());
      }),
    async setUserActive(user, active) {
      const row =
        (await accessStore.findUser(db, user as PublicId<"user">)) ??
        (await accessStore.findUserByEmail(db, emailKey(user)));
      if (!row) throw refuse("resource_missing", { param: "user", message: `There is no user ${user}.` });
      await accessStore.updateUserActive(db, row.id, active);
      return { ...row, active };
    },
    createKey: (companyId, member, name) =>
      db.transaction(async (tx) => {
        const row = await lockMember(tx, companyId, member);
        return createKey(tx, needs, companyId, row, name);
      }),
    listKeys: (companyId) => accessStore.listKeys(db, companyId),
    revokeKey: (companyId, key, owner) =>
      db.transaction(async (tx) => {
        if ((await accessStore.revokeKey(tx, companyId, key, now(), "by_request", owner ?? null)) === 0)
          throw noKey(companyId, key);
      }),
    listKeysOfUser: (owner) =>
      db.transaction(
        async (tx) => {
          const companies: MembershipKeys[] = [];
          for (const { permissions, ...membership } of await accessStore.listMemberships(tx, owner)) {
            companies.push({
              ...membership,
              has_api_access: hasApiAccess(permissions),
              keys: await accessStore.listKeysOfUser(tx, membership.company_id, owner),
            });
          }
          return companies;
        },
        { mode: "snapshot" },
      ),
    listMemberships: (owner) => accessStore.listMemberships(db, owner),
    renameKey: (companyId, key, owner, name) =>
      db.transaction(async (tx) => {
        if ((await accessStore.updateKeyName(tx, companyId, owner, key, checkedName(name))) === 0)
          throw noKey(companyId, key);
      }),
  };
}

function noKey(companyId: Company, key: string): Refusal {
  return refuse("resource_missing", {
    param: "key",
    message: `Company ${companyId} has no active key ${key}.`,
  });
}

/** A key's name without blanks around it. */
function checkedName(name: string): string {
  if (!isName(name))
    throw refuse("invalid_request", { param: "name", message: "A key's name must be one line of text." });
  return name.trim();
}

async function lockMember(tx: Tx, companyId: Company, member: string): Promise<MemberRow> {
  const user = member.includes("@") ? await accessStore.findUserByEmail(tx, emailKey(member)) : null;
  const row = await accessStore.lockMember(tx, companyId, user?.id ?? member);
  if (!row)
    throw refuse("resource_missing", {
      param: "member",
      message: `Company ${companyId} has no member ${member}.`,
    });
  return row;
}

/** The user of an address, made when the address is new, and locked until the transaction ends. */
export async function lockUser(
  tx: Tx,
  { ids, now }: Pick<AccessNeeds, "ids" | "now">,
  { email: given, first_name, last_name }: Omit<NewMember, "permissions">,
): Promise<UserRow> {
  const email = emailKey(given);
  await accessStore.insertUser(tx, {
    id: ids.next("user"),
    email,
    first_name,
    last_name,
    active: true,
    created: now(),
  });
  return present(await accessStore.lockUserByEmail(tx, email), "a user that was made is missing");
}

/** Adds a member inside a transaction of the caller's. */
export async function addMember(
  tx: Tx,
  needs: Pick<AccessNeeds, "ids" | "now">,
  companyId: Company,
  member: NewMember,
): Promise<MemberRow> {
  const user = await lockUser(tx, needs, member);
  const former = await accessStore.lockMember(tx, companyId, user.id);
  if (former && former.removed_at === null)
    throw refuse("invalid_request", {
      param: "email",
      message: `${user.email} is already a member of ${companyId}.`,
    });
  const most = LIMITS.members.value;
  if (!former && (await accessStore.countMembers(tx, companyId)) >= most)
    throw refuse("invalid_request", {
      message: `A company has at most ${most} members, present and former.`,
    });
  const id = former?.id ?? needs.ids.next("member");
  return writeMember(
    tx,
    companyId,
    { id, user_id: user.id, permissions: member.permissions, created: needs.now(), removed_at: null },
    needs.now(),
  );
}

/** Writes a member and revokes the keys that this write takes the ground from. */
export async function writeMember(
  tx: Tx,
  companyId: Company,
  row: MemberRow,
  now: UnixSeconds,
): Promise<MemberRow> {
  const problem = permissionsProblem(row.permissions);
  if (problem !== null) throw refuse("invalid_request", { param: "permissions", message: `${problem}.` });
  await accessStore.putMember(tx, companyId, row);
  if (row.removed_at !== null)
    await accessStore.revokeKeysOfUser(tx, companyId, row.user_id, now, "member_removed");
  else if (!hasApiAccess(row.permissions))
    await accessStore.revokeKeysOfUser(tx, companyId, row.user_id, now, "api_access_removed");
  return row;
}

/**
 * Makes a key for a member inside a transaction of the caller's. The text of the key exists only in what this
 * returns.
 */
export async function createKey(
  tx: Tx,
  needs: Omit<AccessNeeds, "db">,
  companyId: Company,
  member: MemberRow,
  name: string,
): Promise<NewKey> {
  if (member.removed_at !== null || !hasApiAccess(member.permissions)) {
    throw refuse("insufficient_permission", {
      message: "Only a member with API access: Manage can have a key.",
    });
  }
  if (
    (await accessStore.listKeysOfUser(tx, companyId, member.user_id)).length >= LIMITS.keys_per_member.value
  ) {
    throw refuse("invalid_request", {
      message: `A member has at most ${LIMITS.keys_per_member.value} keys in a company. Revoke one that is not used.`,
    });
  }
  const api_key = `${KEY_PREFIX}${needs.randomText(KEY_CHARACTERS)}`;
  const row: KeyRow = {
    id: needs.ids.next("key"),
    user_id: member.user_id,
    name: checkedName(name),
    created: needs.now(),
    revoked_at: null,
    revoked_because: null,
  };
  await accessStore.insertKey(tx, companyId, row, hashOf(api_key));
  return { id: row.id, api_key };
}
