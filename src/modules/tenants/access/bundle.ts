/**
 * The sections of the bundle that say who may come in: users, known to the whole service, and the
 * company's members. Invariants: a bundle of one company never changes a user who belongs to another
 * one, nor moves an address from one user to another; a member stays the same user's; whoever loses
 * API access or the membership loses the keys, as everywhere. Keys themselves are in no bundle.
 */
import Type from "typebox";
import {
  BundleProblem,
  type BundleScope,
  type BundleSection,
  createdField,
  emailSchema,
  fieldOf,
  neededField,
  onlyOnce,
  readEmail,
  readId,
  readSeconds,
  recordReader,
  sameFields,
  Tally,
  textSchema,
} from "../../../contract/bundle.ts";
import { exactly, nullable } from "../../../contract/operation.ts";
import { idSchema, permissionsSchema, timestampSchema } from "../../../contract/schemas.ts";
import { inAreaOrder, type Permissions, PRESETS, samePermissions } from "../../../core/areas.ts";
import { emailKey } from "../../../core/email.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { writeMember } from "./service.ts";
import { accessStore, type MemberRow, type UserRow } from "./store.ts";

const userRecord = exactly({
  id: idSchema("user", "The user's id."),
  email: Type.Optional(
    emailSchema("The address, which no other user may have. Kept in lower case. Needed for a new user."),
  ),
  first_name: Type.Optional(nullable(textSchema("First name. Default: null.", 0))),
  last_name: Type.Optional(nullable(textSchema("Last name. Default: null.", 0))),
  active: Type.Optional(
    Type.Boolean({ description: "Whether the user has access to any company. Default: true." }),
  ),
  created: createdField,
});
const usersShape = {
  name: "users",
  form: "array",
  description: "People. A user who is also a member of another company must appear here exactly as stored.",
  schema: userRecord,
} as const;
const readUsers = recordReader(usersShape, userRecord);

export const usersSection: BundleSection<Tx> = {
  ...usersShape,
  async write(scope, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readUsers(batches)) {
      onlyOnce(stated, record.id, path);
      const former = (await accessStore.findUser(scope.tx, readId("user", record.id))) ?? undefined;
      const email = readEmail(record.email, `${path}.email`);
      const row: UserRow = {
        id: readId("user", record.id),
        email: neededField(email && emailKey(email), former?.email, `${path}.email`),
        first_name: fieldOf(record.first_name, former?.first_name, null),
        last_name: fieldOf(record.last_name, former?.last_name, null),
        active: fieldOf(record.active, former?.active, true),
        created: fieldOf(readSeconds(record.created), former?.created, scope.now),
      };
      tally.note(await writeUser(scope, row, former, path));
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield await accessStore.listUsers(tx, companyId);
  },
};

async function writeUser(
  { tx, companyId }: BundleScope<Tx>,
  row: UserRow,
  former: UserRow | undefined,
  path: string,
) {
  if (former && sameFields(row, former)) return "unchanged";
  if (former && (await accessStore.isMemberElsewhere(tx, companyId, row.id))) {
    const field = (Object.keys(row) as (keyof UserRow)[]).find((name) => row[name] !== former[name]) ?? "id";
    throw new BundleProblem(
      `${path}.${field}`,
      `${row.id} is a member of another company too, so a bundle can't change it; it is ${JSON.stringify(former[field])} now`,
    );
  }
  const holder = await accessStore.findUserByEmail(tx, row.email);
  if (holder && holder.id !== row.id)
    throw new BundleProblem(`${path}.email`, `${row.email} is the address of ${holder.id}`);
  await accessStore.putUser(tx, row);
  return former ? "updated" : "created";
}

/** The two ways in which a record states permissions; at most one of them may stand. */
export function accessFields(kind: "member" | "invitation") {
  return {
    permissions: Type.Optional(permissionsSchema),
    access_template: Type.Optional(
      Type.Enum(["admin", "read_only"], {
        description: `A named set of permissions, in place of \`permissions\`. A new ${kind} needs one of the two.`,
      }),
    ),
  };
}

/** The permissions that a record states, if any. */
export function statedPermissions(
  record: { readonly permissions?: Permissions; readonly access_template?: "admin" | "read_only" },
  path: string,
): Permissions | undefined {
  if (record.permissions && record.access_template)
    throw new BundleProblem(`${path}.access_template`, "must not stand beside `permissions`");
  return record.access_template ? PRESETS[record.access_template] : record.permissions;
}

const memberRecord = exactly({
  id: idSchema("member", "The member's id, unique in the company."),
  user_id: Type.Optional(
    idSchema(
      "user",
      "The user, from this file or already stored. Needed for a new member, and never changed.",
    ),
  ),
  ...accessFields("member"),
  created: createdField,
  removed_at: Type.Optional(
    nullable(timestampSchema("When the membership ended; null for a present member. Default: null.")),
  ),
});
const membersShape = {
  name: "members",
  form: "array",
  description: "The company's members, present and former, with their permissions.",
  schema: memberRecord,
} as const;
const readMembers = recordReader(membersShape, memberRecord);

export const membersSection: BundleSection<Tx> = {
  ...membersShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    const rows = new Map<string, MemberRow>();
    const byUser = new Map<string, MemberRow>();
    const note = (row: MemberRow): void => {
      rows.set(row.id, row);
      byUser.set(row.user_id, row);
    };
    for (const row of await accessStore.lockMembers(tx, companyId)) note(row);
    for await (const { path, record } of readMembers(batches)) {
      onlyOnce(stated, record.id, path);
      const former = rows.get(record.id);
      const userId = neededField(record.user_id, former?.user_id, `${path}.user_id`);
      if (former && userId !== former.user_id)
        throw new BundleProblem(`${path}.user_id`, `${record.id} is the membership of ${former.user_id}`);
      const holder = byUser.get(userId);
      if (holder && holder.id !== record.id)
        throw new BundleProblem(`${path}.user_id`, `${userId} is a member already, as ${holder.id}`);
      if (!former && !(await accessStore.findUser(tx, readId("user", userId))))
        throw new BundleProblem(`${path}.user_id`, `there is no user ${userId}`);
      const most = LIMITS.members.value;
      if (!former && rows.size >= most)
        throw new BundleProblem(
          path,
          `would be one more than the ${most} members, present and former, that a company may have`,
        );
      const permissions = statedPermissions(record, path);
      const row: MemberRow = {
        id: readId("member", record.id),
        user_id: readId("user", userId),
        permissions: neededField(permissions, former?.permissions, `${path}.permissions`),
        created: fieldOf(readSeconds(record.created), former?.created, now),
        removed_at: fieldOf(readSeconds(record.removed_at), former?.removed_at, null),
      };
      const unchanged = former !== undefined && sameMember(row, former);
      if (!unchanged) await writeMember(tx, companyId, row, now);
      note(row);
      tally.compare(former, unchanged);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const rows = await accessStore.listMembers(tx, companyId);
    yield rows.map(({ id, user_id, permissions, created, removed_at }) => ({
      id,
      user_id,
      permissions: inAreaOrder(permissions),
      created,
      removed_at,
    }));
  },
};

function sameMember(a: MemberRow, b: MemberRow): boolean {
  return (
    sameFields({ ...a, permissions: null }, { ...b, permissions: null }) &&
    samePermissions(a.permissions, b.permissions)
  );
}
