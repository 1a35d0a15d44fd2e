/**
 * The sections `users` and `members` of the company bundle, the JSON file with all records of a company.
 * Users belong to the whole service, members to one company. Invariants:
 *
 * - A bundle never changes a user who is also a member of another company, and never moves an address from
 *   one user to another.
 * - A member always belongs to the same user.
 * - A member who loses API access or the membership loses the keys, as after any other change.
 * - API keys are never part of a bundle.
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
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import { idSchema } from "../../../contract/schemas.ts";
import { PRESETS } from "@daybook/words/areas";
import { emailKey } from "../../../core/email.ts";
import { LIMITS } from "@daybook/words/limits";
import { isChanged } from "../../../core/record.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import { type MemberRow, MEMBERS } from "./record.ts";
import { shownProblem, writeMember } from "./service.ts";
import { accessStore, type UserRow } from "./store.ts";

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

/** The field `access_template`, which a record may have in place of `permissions`, but not with it. */
export function templateField(kind: "member" | "invitation") {
  return {
    access_template: Type.Optional(
      Type.Enum(["admin", "read_only"], {
        description: `A named set of permissions, in place of \`permissions\`. A new ${kind} needs one of the two.`,
      }),
    ),
  };
}

/** Replaces `access_template`, if a record has it, by the permissions of that template. */
export function withPermissions<
  R extends { readonly permissions?: object; readonly access_template?: "admin" | "read_only" },
>(record: R, path: string): R {
  if (record.permissions && record.access_template)
    throw new BundleProblem(`${path}.access_template`, "must not stand beside `permissions`");
  return record.access_template ? { ...record, permissions: PRESETS[record.access_template] } : record;
}

const memberRecord = recordSchema(MEMBERS, templateField("member"), "created");
const membersShape = {
  name: "members",
  form: "array",
  description: "The company's members, present and former, with their permissions.",
  schema: memberRecord,
} as const;
const readMembers = recordReader(membersShape, memberRecord);
const statedOf = recordReading(MEMBERS);
const recordOf = recordWriting(MEMBERS);

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
      const row = statedOf(withPermissions(record, path), former ?? null, path, now);
      if (former && row.user_id !== former.user_id)
        throw new BundleProblem(`${path}.user_id`, `${record.id} is the membership of ${former.user_id}`);
      const holder = byUser.get(row.user_id);
      if (holder && holder.id !== record.id)
        throw new BundleProblem(`${path}.user_id`, `${row.user_id} is a member already, as ${holder.id}`);
      if (!former) await checkNewMember(tx, row, rows.size, path);
      if (row.removed_at === null && (former === undefined || former.removed_at !== null))
        await checkAccess(tx, companyId, row, path);
      const unchanged = former !== undefined && !isChanged(MEMBERS, former, row);
      if (!unchanged) await writeMember(tx, companyId, row, now);
      note(row);
      tally.compare(former, unchanged);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield (await accessStore.listMembers(tx, companyId)).map(recordOf);
  },
};

/** Throws if the user can't be given access to the company. */
async function checkAccess(
  tx: Tx,
  companyId: PublicId<"company">,
  { user_id }: MemberRow,
  path: string,
): Promise<void> {
  const user = await accessStore.lockUser(tx, user_id);
  const problem = user && (await shownProblem(tx, companyId, user));
  if (problem !== null) throw new BundleProblem(`${path}.user_id`, problem);
}

/** Throws if a new member's user is missing, or if a company with `members` members can't have one more. */
async function checkNewMember(tx: Tx, { user_id }: MemberRow, members: number, path: string): Promise<void> {
  if (!(await accessStore.findUser(tx, user_id)))
    throw new BundleProblem(`${path}.user_id`, `there is no user ${user_id}`);
  const most = LIMITS.members.value;
  if (members >= most)
    throw new BundleProblem(
      path,
      `would be one more than the ${most} members, present and former, that a company may have`,
    );
}
