/**
 * Use cases on users, members and keys. Invariant: whoever loses API access to a company, or the
 * membership, loses the keys for it in the same transaction, for good.
 */
import { hash } from "node:crypto";
import type { Permissions } from "../../core/areas.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { refuse } from "../../core/errors.ts";
import type { PublicId } from "../../core/public-id.ts";
import type { Db, Tx } from "../../platform/db/index.ts";
import type { Ids } from "../../platform/random/random.ts";
import { hasApiAccess, KEY_PREFIX, permissionsProblem } from "./rules.ts";
import { accessStore, type KeyRow, type MemberListing, type MemberRow, type UserRow } from "./store.ts";

export interface AccessServices {
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

type Company = PublicId<"company">;

export interface AccessService {
  listMembers(companyId: Company): Promise<MemberListing[]>;
  /** Adds a member, making the user when the address is new; a removed member comes back. */
  addMember(companyId: Company, member: NewMember): Promise<MemberRow>;
  setPermissions(companyId: Company, member: string, permissions: Permissions): Promise<MemberRow>;
  removeMember(companyId: Company, member: string): Promise<MemberRow>;
  /** Deactivates or reactivates a user, in every company. */
  setUserActive(user: string, active: boolean): Promise<UserRow>;
  createKey(companyId: Company, member: string, name: string): Promise<NewKey>;
  listKeys(companyId: Company): Promise<KeyRow[]>;
  revokeKey(companyId: Company, key: string): Promise<void>;
}

const KEY_CHARACTERS = 52;

/** What is stored of a key, and what it is found by. */
export function hashOf(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

export function accessService(services: AccessServices): AccessService {
  const { db, now } = services;
  return {
    listMembers: (companyId) => accessStore.listMembers(db, companyId),
    addMember: (companyId, member) => db.transaction((tx) => addMember(tx, services, companyId, member)),
    setPermissions: (companyId, member, permissions) =>
      db.transaction(async (tx) => {
        const row = await lockMember(tx, companyId, member);
        return writeMember(tx, companyId, { ...row, permissions }, now());
      }),
    removeMember: (companyId, member) =>
      db.transaction(async (tx) => {
        const row = await lockMember(tx, companyId, member);
        return writeMember(tx, companyId, { ...row, removed_at: row.removed_at ?? now() }, now());
      }),
    async setUserActive(user, active) {
      const row = (await accessStore.findUser(db, user as PublicId<"user">)) ?? (await accessStore.findUserByEmail(db, user.toLowerCase()));
      if (!row) throw refuse("resource_missing", { param: "user", message: `There is no user ${user}.` });
      await accessStore.updateUserActive(db, row.id, active);
      return { ...row, active };
    },
    createKey: (companyId, member, name) =>
      db.transaction(async (tx) => {
        const row = await lockMember(tx, companyId, member);
        return createKey(tx, services, companyId, row, name);
      }),
    listKeys: (companyId) => accessStore.listKeys(db, companyId),
    async revokeKey(companyId, key) {
      const revoked = await accessStore.revokeKey(db, companyId, key, now(), "by_request");
      if (revoked === 0) throw refuse("resource_missing", { param: "key", message: `Company ${companyId} has no active key ${key}.` });
    },
  };
}

async function lockMember(tx: Tx, companyId: Company, member: string): Promise<MemberRow> {
  const user = member.includes("@") ? await accessStore.findUserByEmail(tx, member.toLowerCase()) : null;
  const row = await accessStore.lockMember(tx, companyId, user?.id ?? member);
  if (!row) throw refuse("resource_missing", { param: "member", message: `Company ${companyId} has no member ${member}.` });
  return row;
}

/** Adds a member inside a transaction of the caller's. */
export async function addMember(tx: Tx, services: Pick<AccessServices, "ids" | "now">, companyId: Company, member: NewMember): Promise<MemberRow> {
  const email = member.email.toLowerCase();
  let user = await accessStore.findUserByEmail(tx, email);
  if (!user) {
    user = { id: services.ids.next("user"), email, first_name: member.first_name, last_name: member.last_name, active: true, created: services.now() };
    await accessStore.putUser(tx, user);
  }
  const former = await accessStore.lockMember(tx, companyId, user.id);
  if (former && former.removed_at === null) throw refuse("invalid_request", { param: "email", message: `${email} is a member of ${companyId} already.` });
  const id = former?.id ?? services.ids.next("member");
  return writeMember(
    tx,
    companyId,
    { id, user_id: user.id, permissions: member.permissions, created: services.now(), removed_at: null },
    services.now(),
  );
}

/** Writes a member and revokes the keys that this write takes the ground from. */
export async function writeMember(tx: Tx, companyId: Company, row: MemberRow, now: UnixSeconds): Promise<MemberRow> {
  const problem = permissionsProblem(row.permissions);
  if (problem !== null) throw refuse("invalid_request", { param: "permissions", message: `${problem}.` });
  await accessStore.putMember(tx, companyId, row);
  if (row.removed_at !== null) await accessStore.revokeKeysOfUser(tx, companyId, row.user_id, now, "member_removed");
  else if (!hasApiAccess(row.permissions)) await accessStore.revokeKeysOfUser(tx, companyId, row.user_id, now, "api_access_removed");
  return row;
}

/** Makes a key for a member inside a transaction of the caller's. The text of the key exists only in what this returns. */
export async function createKey(tx: Tx, services: Omit<AccessServices, "db">, companyId: Company, member: MemberRow, name: string): Promise<NewKey> {
  if (member.removed_at !== null || !hasApiAccess(member.permissions)) {
    throw refuse("insufficient_permission", { message: "Only a member with API access: Manage can have a key." });
  }
  const api_key = `${KEY_PREFIX}${services.randomText(KEY_CHARACTERS)}`;
  const row: KeyRow = { id: services.ids.next("key"), user_id: member.user_id, name, created: services.now(), revoked_at: null, revoked_because: null };
  await accessStore.insertKey(tx, companyId, row, hashOf(api_key));
  return { id: row.id, api_key };
}
