/**
 * Takes over what the source edited and deleted since an earlier import: the vouchers of the file replace
 * those of the company, and what the file does not have any more is removed. Invariants: only what was chosen
 * changes; nothing of closed days does; all is kept as it was, so that the import can be taken back.
 */
import type { BundleScope } from "../../../contract/bundle.ts";
import type { CivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import { describeChange, type Tx } from "../../../platform/db/index.ts";
import { quoted } from "../../../platform/text/line-problem.ts";
import { currentActor } from "../../../platform/log/actor.ts";
import { closedThrough, vouchersStore, writeVouchers } from "../../books/ledger/index.ts";
import type { ChangeChoice, NamedVoucher } from "../rules/later-import.ts";
import { dollars } from "../rules/parsed-voucher.ts";
import { type FormerVoucher, intakeStore } from "../store.ts";
import type { Decision, Replacing } from "./known-vouchers.ts";

/** What the caller chose. */
export interface ChangeChoices {
  readonly changes?: ChangeChoice;
  readonly change_of?: Readonly<Record<string, ChangeChoice>>;
}

const VOUCHERS_PER_BATCH = 1_000;
/** Vouchers that a refusal names. */
const SHOWN = 5;

/** Returns the choice for each voucher. */
export function choiceOf({ changes, change_of = {} }: ChangeChoices): (voucher: string) => boolean {
  const single = new Map(Object.entries(change_of));
  return (voucher) => (single.get(voucher) ?? changes) === "apply";
}

/**
 * Refuses choices for vouchers that the source neither edited nor deleted, the removal of unnamed vouchers by
 * a file that lacks more than it has, and changes of closed days. Throws `Refusal` with param `change` or
 * `changes`.
 */
export async function refuseChanges(
  tx: Tx,
  companyId: PublicId<"company">,
  { change_of = {} }: ChangeChoices,
  { found, replacing, removing }: Decision,
): Promise<void> {
  const known = new Set<string>([
    ...[...found.changed_vouchers, ...found.gone_vouchers].map(({ voucher_id }) => voucher_id),
    ...removing.map(({ voucher_id }) => voucher_id),
  ]);
  const unknown = Object.keys(change_of).find((voucher) => !known.has(voucher));
  if (unknown !== undefined)
    throw refuse("invalid_request", {
      param: "change",
      message: `The source neither edited nor deleted the voucher ${unknown}, so nothing can be chosen for it. Nothing was imported.`,
    });
  refuseMostGone(found, removing, change_of);
  if (replacing.length + removing.length === 0) return;
  const through = await closedThrough(tx, companyId);
  if (through === null) return;
  const isClosed = (date: CivilDate): boolean => date <= through;
  const closed: NamedVoucher[] = [
    ...replacing.flatMap(({ each, was }) => (isClosed(was.date) || isClosed(each.voucher.date) ? [was] : [])),
    ...removing.filter(({ date }) => isClosed(date)),
  ];
  if (closed.length === 0) return;
  const names = closed
    .slice(0, SHOWN)
    .map(
      ({ description, date, amount_cents }) => `${quoted(description)} of ${date}, ${dollars(amount_cents)}`,
    );
  const more = closed.length > SHOWN ? `; and ${closed.length - SHOWN} more` : "";
  throw refuse("invalid_request", {
    param: "changes",
    message: `The books are closed through ${through}, and the file changes entries until then: ${names.join("; ")}${more}. Nothing was imported.`,
    ways: [
      { first: "openBooks", with: { company: companyId } },
      { give: "changes", as: "leave", when: "the books shall stay as they are" },
    ],
  });
}

/** Refuses a file that lacks more vouchers of earlier imports than it has, unless those to remove are named. */
function refuseMostGone(
  { known_vouchers, changed_vouchers, gone_count }: Decision["found"],
  removing: Decision["removing"],
  named: Readonly<Record<string, ChangeChoice>>,
): void {
  const has = known_vouchers + changed_vouchers.length;
  if (gone_count <= has || removing.every(({ voucher_id }) => voucher_id in named)) return;
  throw refuse("invalid_request", {
    param: "changes",
    message: `The file lacks ${gone_count} vouchers of earlier imports and has only ${has}, as a part of the books does, so they are not removed all at once. Nothing was imported. Choose for each voucher that shall be removed.`,
    ways: [{ give: "changes", as: "leave", when: "the books shall stay as they are" }],
  });
}

/** Keeps vouchers as they are, before an import changes or removes them. */
async function keepFormer(
  { tx, companyId }: BundleScope<Tx>,
  importId: string,
  ids: readonly PublicId<"voucher">[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += VOUCHERS_PER_BATCH) {
    const batch = ids.slice(from, from + VOUCHERS_PER_BATCH);
    const lines = Map.groupBy(await vouchersStore.list(tx, companyId, batch), (line) => line.voucher_id);
    const known = await intakeStore.listKnown(tx, companyId, batch);
    await intakeStore.insertChanges(
      tx,
      companyId,
      importId,
      known.map(({ voucher_id, identity, content, source, texts }) => ({
        voucher_id,
        former: {
          lines: lines.get(voucher_id) ?? [],
          known: {
            identity: identity.toString("hex"),
            content: content.toString("hex"),
            source,
            texts: texts?.toString("hex") ?? null,
          },
        },
      })),
    );
  }
}

/** Applies the changes of a decision. `replace` writes a voucher of the file under the id of the earlier one. */
export async function applyChanges(
  scope: BundleScope<Tx>,
  { importId, source }: { readonly importId: string; readonly source: string },
  { replacing, removing }: Decision,
  replace: (each: Replacing) => Promise<void>,
): Promise<void> {
  const { tx, companyId, now } = scope;
  if (replacing.length + removing.length === 0) return;
  const removed = removing.map(({ voucher_id }) => voucher_id);
  await keepFormer(scope, importId, [...replacing.map(({ was }) => was.voucher_id), ...removed]);
  for (const each of replacing) await replace(each);
  await intakeStore.updateKnown(
    tx,
    companyId,
    replacing.map(({ each: { identity, content, texts }, was: { voucher_id } }) => ({
      voucher_id,
      identity,
      content,
      texts,
      source,
    })),
  );
  for (let from = 0; from < removed.length; from += VOUCHERS_PER_BATCH)
    await vouchersStore.delete(tx, companyId, removed.slice(from, from + VOUCHERS_PER_BATCH));
  await describeChange(tx, companyId, {
    at: now,
    by: currentActor()?.by ?? "daybook",
    action: "import changes",
    topic: "imports",
    subject: importId,
    from_state: null,
    to_state: "applied",
    note: `${replacing.length} replaced, ${removed.length} removed`,
  });
}

const hash = (digits: string): Buffer => Buffer.from(digits, "hex");

/**
 * Writes vouchers that an import changed or removed as they were before. `refused` makes the error for one
 * that can't be written. Returns how many there are.
 */
export async function restoreFormer(
  { tx, companyId, now }: BundleScope<Tx>,
  importId: string,
  refused: (reason: string) => Error,
): Promise<number> {
  const changes = await intakeStore.listChanges(tx, companyId, importId);
  if (changes.length === 0) return 0;
  const ids = changes.map(({ voucher_id }) => voucher_id);
  const reversed = (await intakeStore.listStored(tx, companyId, ids)).find((each) => each.reversed);
  if (reversed) throw refused(`${reversed.voucher_id}, which it changed, is reversed`);
  const refuseAt = (at: number, reason: string) => refused(`${ids[at]} can't be restored: ${reason}`);
  await writeVouchers({ tx, companyId, now, refuseAt }, async (writer) => {
    for (const [at, { voucher_id, former }] of changes.entries()) {
      const { lines } = former;
      const created = lines[0]?.created ?? null;
      if (writer.add({ id: voucher_id, created, lines }, at)) await writer.flush();
    }
  });
  await intakeStore.updateKnown(
    tx,
    companyId,
    changes.map(({ voucher_id, former: { known } }) => knownOf(voucher_id, known)),
  );
  await intakeStore.deleteChanges(tx, companyId, importId);
  return changes.length;
}

function knownOf(voucher_id: PublicId<"voucher">, known: FormerVoucher["known"]) {
  return {
    voucher_id,
    identity: hash(known.identity),
    content: hash(known.content),
    source: known.source,
    texts: known.texts === null ? null : hash(known.texts),
  };
}
