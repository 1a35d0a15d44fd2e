/**
 * The bundle's section of invitations in every state, so that an accepted invitation can be imported.
 * Invariants: an address has at most one pending invitation, whatever the order of the records, and an
 * invitation's address never changes. Tokens are in no bundle.
 */
import type { Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  readEmail,
  readSeconds,
  recordReader,
  Tally,
} from "../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { emailKey } from "../../../core/email.ts";
import { LIMITS } from "../../../core/limits.ts";
import { isChanged } from "../../../core/record.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { accessStore, type MemberListing, templateField, withPermissions } from "../access/index.ts";
import { type InvitationRow, INVITATIONS } from "./record.ts";
import { expiryFrom } from "./rules.ts";
import { teamStore } from "./store.ts";

const invitationRecord = recordSchema(INVITATIONS, templateField("invitation"), "invited_by");
type InvitationRecord = Static<typeof invitationRecord>;

const invitationsShape = {
  name: "invitations",
  form: "array",
  description: "Invitations to the team: pending, accepted and revoked.",
  schema: invitationRecord,
} as const;
const readInvitations = recordReader(invitationsShape, invitationRecord);
const statedOf = recordReading(INVITATIONS);
const recordOf = recordWriting(INVITATIONS);

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
      checkRow(stated, record, path);
      const same = before !== undefined && !isChanged(INVITATIONS, before, stated);
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
    // Invitations that cease to be pending are written first, so that others may take their addresses.
    for (const row of changed.toSorted(
      (a, b) => Number(a.state === "pending") - Number(b.state === "pending"),
    ))
      await teamStore.putInvitation(tx, companyId, row);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const rows = await teamStore.listInvitations(tx, companyId);
    const teammates = teammatesOf(await accessStore.listMembers(tx, companyId));
    // Who came to be a member by another way can't accept it any more, and no file may make one for a member.
    yield rows.map((row) =>
      recordOf(
        row.state === "pending" && teammates.has(emailKey(row.email)) ? { ...row, state: "revoked" } : row,
      ),
    );
  },
};

function rowOf(
  record: InvitationRecord,
  former: InvitationRow | undefined,
  now: UnixSeconds,
  path: string,
): InvitationRow {
  readEmail(record.email, `${path}.email`);
  const created = readSeconds(record.created) ?? now;
  const expires = former || record.expires !== undefined ? {} : { expires: expiryFrom(created) };
  const row = statedOf({ ...withPermissions(record, path), ...expires }, former ?? null, path, now);
  if (former && emailKey(row.email) !== emailKey(former.email))
    throw new BundleProblem(`${path}.email`, `${record.id} is the invitation of ${former.email}`);
  return {
    ...row,
    first_name: row.first_name.trim(),
    last_name: row.last_name.trim(),
    revision: former?.revision ?? row.revision,
  };
}

/** Refuses times and an acceptance that do not go together. */
function checkRow(row: InvitationRow, record: InvitationRecord, path: string): void {
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
}

/** The present members, by `emailKey` of their addresses. */
function teammatesOf(members: readonly MemberListing[]): ReadonlyMap<string, MemberListing> {
  return new Map(
    members.filter(({ removed_at }) => removed_at === null).map((member) => [emailKey(member.email), member]),
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
