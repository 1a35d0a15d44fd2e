/**
 * The bundle's section of invitations, in every state, so that an invitation can be brought in as accepted. Invariants:
 * an address has one pending invitation, whatever the order of the records, and an invitation's address never changes.
 * Tokens are in no bundle.
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
  patternSchema,
  readId,
  readSeconds,
  recordReader,
  sameFields,
  Tally,
  textSchema,
} from "../../contract/bundle.ts";
import { exactly, nullable } from "../../contract/operation.ts";
import { idSchema, permissionsSchema, timestampSchema } from "../../contract/schemas.ts";
import { inAreaOrder, PRESETS, samePermissions } from "../../core/areas.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { LIMITS } from "../../core/limits.ts";
import { idPattern } from "../../core/public-id.ts";
import type { Tx } from "../../platform/db/index.ts";
import { accessStore } from "../access/index.ts";
import { emailKey, expiryFrom, INVITATION_STATES, type InvitationRow } from "./rules.ts";
import { teamStore } from "./store.ts";

const invitationRecord = exactly({
  id: patternSchema(idPattern("invitation"), "must be an id: `invite_` and 1 to 63 letters and digits", "The invitation's id, unique in the company."),
  first_name: Type.Optional(textSchema("First name of the one who is invited. Needed for a new invitation.")),
  last_name: Type.Optional(textSchema("Last name. Needed for a new invitation.")),
  email: Type.Optional(emailSchema("The address, of which one invitation may be pending. Needed for a new invitation, and never changed but in its case.")),
  permissions: Type.Optional(permissionsSchema),
  access_template: Type.Optional(Type.Enum(["admin", "read_only"], { description: "A named set of permissions, in place of `permissions`. A new invitation needs one of the two." })),
  invited_by: Type.Optional(nullable(idSchema("member", "The member who made it, present or former. Default: null."))),
  created: createdField,
  expires: Type.Optional(timestampSchema(`When it ceases to be good. Default: ${LIMITS.invitation_days.value} days after it was created.`)),
  state: Type.Optional(Type.Enum([...INVITATION_STATES], { description: "A pending one that has expired is pending. Default: `pending`." })),
  accepted_at: Type.Optional(nullable(timestampSchema("When it was accepted; an accepted one must have it, another can't. Default: null."))),
  accepted_by: Type.Optional(nullable(idSchema("member", "The member that came of it; an accepted one must have it, another can't. Default: null."))),
});
type InvitationRecord = Static<typeof invitationRecord>;

const invitationsShape = { name: "invitations", form: "array", description: "Invitations to the team: pending, accepted and revoked.", schema: invitationRecord } as const;
const readInvitations = recordReader(invitationsShape, invitationRecord);

export const invitationsSection: BundleSection<Tx> = {
  ...invitationsShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Map<string, string>();
    const members = new Set<string>((await accessStore.listMembers(tx, companyId)).map(({ id }) => id));
    const former = new Map((await teamStore.listInvitations(tx, companyId)).map((row) => [row.id as string, row]));
    const rows = new Map(former);
    const changed: InvitationRow[] = [];
    const seen = new Set<string>();
    for await (const { path, record } of readInvitations(batches)) {
      onlyOnce(seen, record.id, path);
      stated.set(record.id, path);
      const before = former.get(record.id);
      const row = rowOf(record, before, now, path);
      for (const name of ["invited_by", "accepted_by"] as const) {
        const member = row[name];
        if (member !== null && !members.has(member)) throw new BundleProblem(`${path}.${name}`, `there is no member ${member}`);
      }
      rows.set(row.id, row);
      const same = before !== undefined && sameInvitation(row, before);
      if (!same) changed.push(row);
      tally.note(before === undefined ? "created" : same ? "unchanged" : "updated");
    }
    refuseTwoPending(rows, stated);
    // What ceases to be pending goes first, so that another may take its address.
    for (const row of changed.toSorted((a, b) => Number(a.state === "pending") - Number(b.state === "pending"))) await teamStore.putInvitation(tx, companyId, row);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const rows = await teamStore.listInvitations(tx, companyId);
    yield rows.map(({ id, first_name, last_name, email, permissions, invited_by, created, expires, state, accepted_at, accepted_by }) => ({
      id,
      first_name,
      last_name,
      email,
      permissions: inAreaOrder(permissions),
      invited_by,
      created,
      expires,
      state,
      accepted_at,
      accepted_by,
    }));
  },
};

function rowOf(record: InvitationRecord, former: InvitationRow | undefined, now: UnixSeconds, path: string): InvitationRow {
  if (record.permissions && record.access_template) throw new BundleProblem(`${path}.access_template`, "must not stand beside `permissions`");
  const email = neededField(record.email, former?.email, `${path}.email`);
  if (former && emailKey(email) !== emailKey(former.email)) throw new BundleProblem(`${path}.email`, `${record.id} is the invitation of ${former.email}`);
  const created = fieldOf(readSeconds(record.created), former?.created, now);
  const row: InvitationRow = {
    id: readId("invitation", record.id),
    first_name: neededField(record.first_name, former?.first_name, `${path}.first_name`),
    last_name: neededField(record.last_name, former?.last_name, `${path}.last_name`),
    email,
    permissions: neededField(record.access_template ? PRESETS[record.access_template] : record.permissions, former?.permissions, `${path}.permissions`),
    invited_by: fieldOf(readMember(record.invited_by), former?.invited_by, null),
    created,
    expires: fieldOf(readSeconds(record.expires), former?.expires, expiryFrom(created)),
    revision: (former?.revision ?? 0) + 1,
    state: fieldOf(record.state, former?.state, "pending"),
    accepted_at: fieldOf(readSeconds(record.accepted_at), former?.accepted_at, null),
    accepted_by: fieldOf(readMember(record.accepted_by), former?.accepted_by, null),
  };
  for (const name of ["accepted_at", "accepted_by"] as const) {
    if (row.state === "accepted" && row[name] === null) throw new BundleProblem(`${path}.${name}`, "is required for an accepted invitation");
    if (row.state !== "accepted" && row[name] !== null) throw new BundleProblem(`${path}.${name}`, "must be null unless the invitation is accepted");
  }
  return row;
}

function readMember(id: string | null | undefined): InvitationRow["invited_by"] | undefined {
  return typeof id === "string" ? readId("member", id) : id;
}

function sameInvitation(a: InvitationRow, b: InvitationRow): boolean {
  return sameFields({ ...a, permissions: null, revision: null }, { ...b, permissions: null, revision: null }) && samePermissions(a.permissions, b.permissions);
}

/** Looks at the invitations as they are to be, those of the file and the others together. */
function refuseTwoPending(rows: ReadonlyMap<string, InvitationRow>, paths: ReadonlyMap<string, string>): void {
  const pending = new Map<string, InvitationRow>();
  for (const row of rows.values()) {
    if (row.state !== "pending") continue;
    const other = pending.get(emailKey(row.email));
    if (other) throw new BundleProblem(`${paths.get(row.id) ?? paths.get(other.id) ?? ""}.email`, `${row.email} has a pending invitation already, ${paths.has(row.id) ? other.id : row.id}`);
    pending.set(emailKey(row.email), row);
  }
}
