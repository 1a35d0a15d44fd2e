/**
 * Use cases on users, members and API keys. Invariant: a member who loses API access or the membership also
 * loses all keys for that company, permanently and in the same transaction.
 */
import { hash } from "node:crypto";
import { present } from "@daybook/words/assert";
import { type Permissions, PRESETS } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { emailKey } from "../../../core/email.ts";
import { type Refusal, refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { isName } from "@daybook/words/names";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import type { MemberRow } from "./record.ts";
import {
  hasApiAccess,
  isServiceAddress,
  KEY_PREFIX,
  onlyViews,
  permissionsProblem,
  readOnlyPermissions,
  SERVICE_NAME,
  serviceAddress,
} from "./rules.ts";
import { accessStore, type KeyRow, type MemberListing, type MembershipRow, type UserRow } from "./store.ts";

export type { KeyRow };

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

/** A new key. Its text is shown only once, when the key is created. */
export interface NewKey {
  readonly id: PublicId<"key">;
  readonly api_key: string;
}

/** A new key of a service member. */
export interface NewServiceKey extends NewKey {
  /** The service member that owns it. */
  readonly member: MemberRow;
}

/** A company that a user is a member of, and the keys that the user has for it. */
export interface MembershipKeys extends Omit<MembershipRow, "permissions"> {
  /** True if the user may have keys. */
  readonly has_api_access: boolean;
  /** The user's keys that are not revoked. */
  readonly keys: readonly KeyRow[];
  /** The read-only keys of the company that are not revoked; null if the user can't manage the team. */
  readonly service_keys: readonly KeyRow[] | null;
}

type Company = PublicId<"company">;

export interface AccessService {
  listMembers(companyId: Company): Promise<MemberListing[]>;
  /** Adds a member. Creates the user if the address is new, and restores a removed member. */
  addMember(companyId: Company, member: NewMember): Promise<MemberRow>;
  /** Changes a member's levels. `change` receives the current levels, read under a lock on the member. */
  changePermissions(
    companyId: Company,
    member: string,
    change: (present: Permissions) => Permissions,
  ): Promise<MemberRow>;
  removeMember(companyId: Company, member: string): Promise<MemberRow>;
  /** Deactivates or reactivates a user, in every company. */
  setUserActive(user: string, active: boolean): Promise<UserRow>;
  /** Creates a key of a member; `maker` is the user who makes it, null for an operator. */
  createKey(
    companyId: Company,
    member: string,
    name: string,
    maker?: PublicId<"user"> | null,
  ): Promise<NewKey>;
  /**
   * Creates a key that can only read, with a service member of its own. With `creator`, a member who can
   * manage the team, the key reads only what the creator may view; without, it reads everything.
   */
  createReadOnlyKey(companyId: Company, name: string, creator?: string): Promise<NewServiceKey>;
  listKeys(companyId: Company): Promise<KeyRow[]>;
  /**
   * Permanently revokes a key; with `owner`, only that user's key, or a service member's if the owner can
   * manage the team. A service member whose key is revoked is removed. Throws the refusal `resource_missing`.
   */
  revokeKey(companyId: Company, key: string, owner?: PublicId<"user">): Promise<void>;
  /** The companies that a user is a member of, each with the user's own keys that are not revoked. */
  listKeysOfUser(owner: PublicId<"user">): Promise<MembershipKeys[]>;
  /** The companies that a user is a member of, with the user's permissions in each. */
  listMemberships(owner: PublicId<"user">): Promise<MembershipRow[]>;
  /** Renames one of a user's own keys. Throws the refusals `resource_missing` and `invalid_request`. */
  renameKey(companyId: Company, key: string, owner: PublicId<"user">, name: string): Promise<void>;
}

const KEY_CHARACTERS = 52;

/** The characters of a key that lists show: the prefix of all keys and four more. */
const SHOWN_CHARACTERS = KEY_PREFIX.length + 4;

/** The hash of an API key. Only the hash is stored, and keys are looked up by it. */
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
    createKey: (companyId, member, name, maker = null) =>
      db.transaction(async (tx) => {
        const row = await lockMember(tx, companyId, member);
        return createKey(tx, needs, companyId, row, name, maker);
      }),
    createReadOnlyKey: (companyId, name, creator) =>
      db.transaction((tx) => createReadOnlyKey(tx, needs, companyId, name, creator)),
    listKeys: (companyId) => accessStore.listKeys(db, companyId),
    revokeKey: (companyId, key, owner) => db.transaction((tx) => revokeKey(tx, companyId, key, now(), owner)),
    listKeysOfUser: (owner) =>
      db.transaction(
        async (tx) => {
          const companies: MembershipKeys[] = [];
          for (const { permissions, ...membership } of await accessStore.listMemberships(tx, owner)) {
            const { company_id } = membership;
            companies.push({
              ...membership,
              has_api_access: hasApiAccess(permissions),
              keys: await accessStore.listKeysOfUser(tx, company_id, owner),
              service_keys: managesTeam(permissions) ? await listServiceKeys(tx, company_id) : null,
            });
          }
          return companies;
        },
        { mode: "snapshot" },
      ),
    listMemberships: (owner) => accessStore.listMemberships(db, owner),
    renameKey: (companyId, key, owner, name) =>
      db.transaction(async (tx) => {
        if ((await accessStore.updateKeyName(tx, companyId, owner, key, trimmedName(name))) === 0)
          throw missingKey(companyId, key);
      }),
  };
}

/** True if a member can make and revoke the keys of service members. */
function managesTeam(permissions: Permissions): boolean {
  return hasApiAccess(permissions) && permissions.team_access === "manage";
}

async function listServiceKeys(tx: Tx, companyId: Company): Promise<KeyRow[]> {
  const members = await accessStore.listMembers(tx, companyId);
  const owners = new Set(members.filter(({ email }) => isServiceAddress(email)).map((row) => row.user_id));
  const keys = await accessStore.listKeys(tx, companyId);
  return keys.filter((key) => key.revoked_at === null && owners.has(key.user_id));
}

async function createReadOnlyKey(
  tx: Tx,
  needs: AccessNeeds,
  companyId: Company,
  name: string,
  creator: string | undefined,
): Promise<NewServiceKey> {
  const maker = creator === undefined ? null : await lockMember(tx, companyId, creator);
  if (maker !== null && (maker.removed_at !== null || !managesTeam(maker.permissions)))
    throw refuse("insufficient_permission", {
      message: "Only a member with API access: Manage and Team access: Manage can create a read-only key.",
    });
  const member = await addMember(tx, needs, companyId, {
    email: serviceAddress(needs.ids.next("user")),
    first_name: trimmedName(name),
    last_name: SERVICE_NAME,
    permissions: readOnlyPermissions(maker?.permissions ?? PRESETS.admin),
  });
  const made = await createKey(tx, needs, companyId, member, name, maker?.user_id ?? null);
  return { ...made, member };
}

async function revokeKey(
  tx: Tx,
  companyId: Company,
  key: string,
  now: UnixSeconds,
  owner: PublicId<"user"> | undefined,
): Promise<void> {
  const service = (await listServiceKeys(tx, companyId)).find(({ id }) => id === key);
  if (service === undefined) {
    if ((await accessStore.revokeKey(tx, companyId, key, now, "by_request", owner ?? null)) === 0)
      throw missingKey(companyId, key);
    return;
  }
  if (owner !== undefined && !managesTeam((await lockMember(tx, companyId, owner)).permissions))
    throw missingKey(companyId, key);
  await accessStore.revokeKey(tx, companyId, key, now, "by_request", null);
  const member = await lockMember(tx, companyId, service.user_id);
  await writeMember(tx, companyId, { ...member, removed_at: member.removed_at ?? now }, now);
}

function missingKey(companyId: Company, key: string): Refusal {
  return refuse("resource_missing", {
    param: "id",
    message: `Company ${companyId} has no active key ${key}.`,
  });
}

/** Trims a key's name. Throws a refusal if the name is not one line of text. */
function trimmedName(name: string): string {
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

/** Locks the user of an address until the transaction ends. Creates the user if the address is new. */
export async function lockUser(
  tx: Tx,
  { ids, now }: Pick<AccessNeeds, "ids" | "now">,
  { email: address, first_name, last_name }: Omit<NewMember, "permissions">,
): Promise<UserRow> {
  const email = emailKey(address);
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

/** Adds or restores a member within the caller's transaction. */
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
  const shown = await shownProblem(tx, companyId, user);
  if (shown !== null)
    throw refuse("invalid_request", {
      param: "email",
      message: `${shown}.`,
      ways: [{ first: "resendMember" }],
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

/**
 * The reason why a user, who must be locked, can't be given access to a company: the team of another one
 * could have set the password. Null if the user can.
 */
export async function shownProblem(
  tx: Tx,
  companyId: Company,
  { id, email }: UserRow,
): Promise<string | null> {
  return (await accessStore.isShownElsewhere(tx, companyId, id))
    ? `the password of ${email} was set with a link that another company's team could see: send them a new link for it, and try again when they have set another password`
    : null;
}

/** Writes a member. Revokes all keys of a member who has been removed or has no API access. */
export async function writeMember(
  tx: Tx,
  companyId: Company,
  row: MemberRow,
  now: UnixSeconds,
): Promise<MemberRow> {
  const problem = permissionsProblem(row.permissions);
  if (problem !== null) throw refuse("invalid_request", { param: "permissions", message: `${problem}.` });
  if (!onlyViews(row.permissions)) await refuseServiceMember(tx, row.user_id);
  await accessStore.putMember(tx, companyId, row);
  if (row.removed_at !== null)
    await accessStore.revokeKeysOfUser(tx, companyId, row.user_id, now, "member_removed");
  else if (!hasApiAccess(row.permissions))
    await accessStore.revokeKeysOfUser(tx, companyId, row.user_id, now, "api_access_removed");
  return row;
}

/** A read-only key stays one, so its member gets no level that changes something. */
async function refuseServiceMember(tx: Tx, user: PublicId<"user">): Promise<void> {
  const email = (await accessStore.findUser(tx, user))?.email;
  if (email !== undefined && isServiceAddress(email))
    throw refuse("invalid_request", {
      param: "permissions",
      message:
        "The member of a read-only key can view and change nothing. Make a key of another member for a program that writes.",
    });
}

/**
 * Creates a key for a member within the caller's transaction. The key's text exists only in the returned
 * value.
 */
export async function createKey(
  tx: Tx,
  needs: Omit<AccessNeeds, "db">,
  companyId: Company,
  member: MemberRow,
  name: string,
  maker: PublicId<"user"> | null = null,
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
    name: trimmedName(name),
    created: needs.now(),
    revoked_at: null,
    revoked_because: null,
    prefix: api_key.slice(0, SHOWN_CHARACTERS),
    made_by: maker,
    last_used: null,
  };
  await accessStore.insertKey(tx, companyId, row, hashOf(api_key));
  return { id: row.id, api_key };
}
