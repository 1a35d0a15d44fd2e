/**
 * The bundle's section of invitations, in every state, so that an invitation can be brought in as accepted.
 * Invariants: an address has one pending invitation, whatever the order of the records, and an invitation's
 * address never changes. Tokens are in no bundle.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
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
} from "../../../contract/bundle.ts";
import { patternSchema } from "../../../contract/faults.ts";
import { exactly, nullable } from "../../../contract/operation.ts";
import { idSchema, timestampSchema } from "../../../contract/schemas.ts";
import { inAreaOrder, samePermissions } from "../../../core/areas.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { emailKey } from "../../../core/email.ts";
import { LIMITS } from "../../../core/limits.ts";
import { NAME_PATTERN } from "../../../core/names.ts";
import { idPattern } from "../../../core/public-id.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { accessFields, accessStore, type MemberListing, statedPermissions } from "../access/index.ts";
import { expiryFrom, INVITATION_STATES, type InvitationRow } from "./rules.ts";
import { teamStore } from "./store.ts";

const REVISIONS = 1_000_000_000;

function nameSchema(description: string) {
  return patternSchema(
    NAME_PATTERN,
    `must be a name of 1 to ${LIMITS.text_field_characters.value} characters on one line, in which something shows and nothing hides`,
    description,
  );
}

const invitationRecord = exactly({
  id: patternSchema(
    idPattern("invitation"),
    "must be an id: `invite_` and 1 to 63 letters and digits",
    "The invitation's id, unique in the company.",
  ),
  first_name: Type.Optional(nameSchema("First name of the invited person. Needed for a new invitation.")),
  last_name: Type.Optional(nameSchema("Last name. Needed for a new invitation.")),
  email: Type.Optional(
    emailSchema(
      "The address; it can have one pending invitation. Needed for a new invitation. Only its letter case can change.",
    ),
  ),
  ...accessFields("invitation"),
  invited_by: Type.Optional(
    nullable(idSchema("member", "The member who made it, present or former. Default: null.")),
  ),
  created: createdField,
  expires: Type.Optional(
    timestampSchema(`When it expires. Default: ${LIMITS.invitation_days.value} days after it was created.`),
  ),
  state: Type.Optional(
    Type.Enum([...INVITATION_STATES], {
      description: "An expired invitation that is still pending is `pending`. Default: `pending`.",
    }),
  ),
  accepted_at: Type.Optional(
    nullable(
      timestampSchema("When it was accepted; required if accepted, otherwise not allowed. Default: null."),
    ),
  ),
  accepted_by: Type.Optional(
    nullable(
      idSchema(
        "member",
        "The member created by it; required if accepted, otherwise not allowed. Default: null.",
      ),
    ),
  ),
  revision: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: REVISIONS,
      description:
        "Grows with each change; the public `version` derives from it. Default: 1. It never decreases, and increases when the file changes the invitation.",
    }),
  ),
});
type InvitationRecord = Static<typeof invitationRecord>;

const invitationsShape = {
  name: "invitations",
  form: "array",
  description: "Invitations to the team: pending, accepted and revoked.",
  schema: invitationRecord,
} as const;
const readInvitations = recordReader(invitationsShape, invitationRecord);

export const invitationsSection: BundleSection<Tx> = {
  ...invitationsShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const paths = new Map<string, string>();
    const members = await accessStore.listMembers(tx, companyId);
    const known = new Set<string>(members.map(({ id }) => id));
    const teammates = teammatesOf(members);
    const former = new Map(
      (await teamStore.listInvitations(tx, companyId)).map((row) => [row.id as string, row]),
    );
    const rows = new Map(former);
    const changed: InvitationRow[] = [];
    const seen = new Set<string>();
    for await (const { path, record } of readInvitations(batches)) {
      onlyOnce(seen, record.id, path);
      paths.set(record.id, path);
      const before = former.get(record.id);
      const stated = rowOf(record, before, now, path);
      const same = before !== undefined && sameInvitation(stated, before);
      const row =
        before === undefined || same
          ? stated
          : { ...stated, revision: Math.max(record.revision ?? 1, before.revision + 1) };
      for (const name of ["invited_by", "accepted_by"] as const) {
        const member = row[name];
        if (member !== null && !known.has(member))
          throw new BundleProblem(`${path}.${name}`, `there is no member ${member}`);
      }
      const teammate = same || row.state !== "pending" ? undefined : teammates.get(emailKey(row.email));
      if (teammate !== undefined)
        throw new BundleProblem(
          `${path}.email`,
          `${row.email} is the address of ${teammate.id}, who is on the team already`,
        );
      rows.set(row.id, row);
      if (!same) changed.push(row);
      tally.compare(before, same);
    }
    checkPending(rows, paths);
    // What ceases to be pending goes first, so that another may take its address.
    for (const row of changed.toSorted(
      (a, b) => Number(a.state === "pending") - Number(b.state === "pending"),
    ))
      await teamStore.putInvitation(tx, companyId, row);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const rows = await teamStore.listInvitations(tx, companyId);
    const teammates = teammatesOf(await accessStore.listMembers(tx, companyId));
    yield rows.map(
      ({
        id,
        first_name,
        last_name,
        email,
        permissions,
        invited_by,
        created,
        expires,
        state,
        accepted_at,
        accepted_by,
        revision,
      }) => ({
        id,
        first_name,
        last_name,
        email,
        permissions: inAreaOrder(permissions),
        invited_by,
        created,
        expires,
        // Who came to be a member by another way can't accept it any more, and no file may make one for a
        // member.
        state: state === "pending" && teammates.has(emailKey(email)) ? "revoked" : state,
        accepted_at,
        accepted_by,
        revision,
      }),
    );
  },
};

function rowOf(
  record: InvitationRecord,
  former: InvitationRow | undefined,
  now: UnixSeconds,
  path: string,
): InvitationRow {
  const permissions = statedPermissions(record, path);
  const email = neededField(readEmail(record.email, `${path}.email`), former?.email, `${path}.email`);
  if (former && emailKey(email) !== emailKey(former.email))
    throw new BundleProblem(`${path}.email`, `${record.id} is the invitation of ${former.email}`);
  const created = fieldOf(readSeconds(record.created), former?.created, now);
  const row: InvitationRow = {
    id: readId("invitation", record.id),
    first_name: neededField(record.first_name?.trim(), former?.first_name, `${path}.first_name`),
    last_name: neededField(record.last_name?.trim(), former?.last_name, `${path}.last_name`),
    email,
    permissions: neededField(permissions, former?.permissions, `${path}.permissions`),
    invited_by: fieldOf(readMember(record.invited_by), former?.invited_by, null),
    created,
    expires: fieldOf(readSeconds(record.expires), former?.expires, expiryFrom(created)),
    revision: former?.revision ?? record.revision ?? 1,
    state: fieldOf(record.state, former?.state, "pending"),
    accepted_at: fieldOf(readSeconds(record.accepted_at), former?.accepted_at, null),
    accepted_by: fieldOf(readMember(record.accepted_by), former?.accepted_by, null),
  };
  if (row.expires < row.created)
    throw new BundleProblem(
      `${path}.${record.expires === undefined ? "created" : "expires"}`,
      "it would expire before it was created",
    );
  for (const name of ["accepted_at", "accepted_by"] as const) {
    if (row.state === "accepted" && row[name] === null)
      throw new BundleProblem(`${path}.${name}`, "is required for an accepted invitation");
    if (row.state !== "accepted" && row[name] !== null)
      throw new BundleProblem(`${path}.${name}`, "must be null unless the invitation is accepted");
  }
  return row;
}

/** The present members by the form of their addresses that is compared. */
function teammatesOf(members: readonly MemberListing[]): ReadonlyMap<string, MemberListing> {
  return new Map(
    members.filter(({ removed_at }) => removed_at === null).map((member) => [emailKey(member.email), member]),
  );
}

function readMember(id: string | null | undefined): InvitationRow["invited_by"] | undefined {
  return typeof id === "string" ? readId("member", id) : id;
}

function sameInvitation(a: InvitationRow, b: InvitationRow): boolean {
  return (
    sameFields({ ...a, permissions: null, revision: null }, { ...b, permissions: null, revision: null }) &&
    samePermissions(a.permissions, b.permissions)
  );
}

/**
 * Looks at the invitations as they are to be, those that the file does not name first, so that what is too
 * much stands in the file.
 */
function checkPending(rows: ReadonlyMap<string, InvitationRow>, paths: ReadonlyMap<string, string>): void {
  const most = LIMITS.pending_invitations.value;
  const pending = new Map<string, InvitationRow>();
  for (const row of [...rows.values()].toSorted(
    (a, b) => Number(paths.has(a.id)) - Number(paths.has(b.id)),
  )) {
    if (row.state !== "pending") continue;
    const path = paths.get(row.id) ?? "";
    const other = pending.get(emailKey(row.email));
    if (other)
      throw new BundleProblem(`${path}.email`, `${row.email} has a pending invitation already, ${other.id}`);
    pending.set(emailKey(row.email), row);
    if (pending.size > most)
      throw new BundleProblem(
        path,
        `would be one more than the ${most} pending invitations that a company may have`,
      );
  }
}
