/**
 * The section `invitations` of the company bundle, the JSON file with all records of a company. It has the
 * invitations of every state. Invariants: an address has at most one pending invitation, whatever the order
 * of the records, and an invitation's address never changes. Tokens are never part of a bundle.
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
import type { UnixSeconds } from "@daybook/words/civil-date";
import { emailKey } from "../../../core/email.ts";
import { LIMITS } from "@daybook/words/limits";
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
    const memberIds = new Set<string>(members.map(({ id }) => id));
    const teammates = teammatesOf(members);
    const former = new Map(
      (await teamStore.listInvitations(tx, companyId)).map((row) => [row.id as string, row]),
    );
    const rows = new Map(former);
    const changed: InvitationRow[] = [];
    const ids = new Set<string>();
    for await (const { path, record } of readInvitations(batches)) {
      onlyOnce(ids, record.id, path);
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
        if (member !== null && !memberIds.has(member))
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
    // Invitations that are no longer pending are written first, because a pending one may reuse an address.
    for (const row of changed.toSorted(
      (a, b) => Number(a.state === "pending") - Number(b.state === "pending"),
    ))
      await teamStore.putInvitation(tx, companyId, row);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    const rows = await teamStore.listInvitations(tx, companyId);
    const teammates = teammatesOf(await accessStore.listMembers(tx, companyId));
    // A person who became a member in another way can't accept an invitation any more. It is exported as
    // revoked, because an import refuses a pending invitation of a member.
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

/** Throws if the times contradict each other, or if the acceptance contradicts the state. */
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
 * Throws if, after the import, an address would have two pending invitations or the company too many. The
 * invitations that are not in the file are counted first, so that the error names a record of the file.
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
