/**
 * The bundle's section of settlements, which stands behind the transactions: a move takes what these paid too
 * much. Settlements of invoices and of bills are in one section, because they are one table.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  neededField,
  onlyOnce,
  recordReader,
  Tally,
} from "../../../../contract/bundle.ts";
import {
  recordReading,
  recordSchema,
  recordWriting,
  wholeRecordSchema,
} from "../../../../contract/record.ts";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { chartStore } from "../../../books/chart/index.ts";
import { beginWriting } from "../../transactions/index.ts";
import { BATCH, checkCategory, isShareOf, type Types } from "./items.ts";
import { type InvoiceRow, SETTLEMENT_LINES, type SettlementRow, SETTLEMENTS } from "../record.ts";
import { dueCents, SETTLEMENT_TYPES } from "../rules/index.ts";
import { isOfSameParty, put } from "../service/settlements.ts";
import { sideOf } from "../rules/sides.ts";
import { invoicesStore } from "../store/invoices.ts";
import { settlementsStore } from "../store/settlements.ts";

const settlementLineRecord = wholeRecordSchema(SETTLEMENT_LINES);
const settlementRecord = recordSchema(
  SETTLEMENTS,
  {
    lines: Type.Optional(
      Type.Array(settlementLineRecord, {
        maxItems: LIMITS.invoice_lines.value,
        description:
          "The debits against the claim, or the credits of a refund; a move has none. Needed for a new settlement of other kinds.",
      }),
    ),
  },
  "created",
);
const settlementsShape = {
  name: "settlements",
  form: "array",
  description:
    "What settles invoices and bills besides transactions: credit notes, write-offs, fees, moves of credit, and refunds without a transaction.",
  schema: settlementRecord,
} as const;
const readSettlements = recordReader(settlementsShape, settlementRecord);
const settlementStatedOf = recordReading(SETTLEMENTS);
const plainSettlementOf = recordWriting(SETTLEMENTS);
const settlementLineStatedOf = recordReading(SETTLEMENT_LINES);
const plainSettlementLineOf = recordWriting(SETTLEMENT_LINES);
type SettlementRecord = Static<typeof settlementRecord>;

/** The section of settlements, which stands behind the transactions whose excess a move takes. */
export const settlementsSection: BundleSection<Tx> = {
  ...settlementsShape,
  async write({ tx, companyId, now }, batches) {
    await beginWriting(tx, companyId, now);
    const types: Types = new Map(
      (await chartStore.listCategories(tx, companyId)).map((row) => [row.id, row.account_type]),
    );
    const departments = new Set<string>(
      (await chartStore.listDepartments(tx, companyId)).map(({ id }) => id),
    );
    const tally = new Tally();
    const stated = new Set<string>();
    const moves: StatedSettlement[] = [];
    for await (const { path, record } of readSettlements(batches)) {
      onlyOnce(stated, record.id, path);
      const former = await settlementsStore.find(tx, companyId, record.id);
      const row = settlementOf(record, former, { types, departments, now }, path);
      const same = former !== null && settlementText(row) === settlementText(former);
      tally.compare(former, same);
      if (same) continue;
      if (row.kind === "move" && row.reversed_on === null) moves.push({ row, former, path });
      else {
        const invoice = await invoiceFor(tx, companyId, row, former, path);
        await checkNames(tx, companyId, row, path);
        await put({ tx, companyId, now }, invoice, row);
        // Fees of a payment of several invoices stand on one of these, and a refund follows what was paid.
        if (row.kind !== "move" && row.kind !== "refund" && row.transaction_id === null)
          await checkSettled(tx, companyId, invoice, row, path);
      }
    }
    for (const { row, former, path } of inOrderOfCredit(moves)) {
      const invoice = await invoiceFor(tx, companyId, row, former, path);
      await checkNames(tx, companyId, row, path);
      await put({ tx, companyId, now }, invoice, row);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    for (let after = ""; ;) {
      const rows = await settlementsStore.listAfter(tx, companyId, after, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(settlementRecordOf);
      after = last.id;
    }
  },
};

interface StatedSettlement {
  readonly row: SettlementRow;
  readonly former: SettlementRow | null;
  readonly path: string;
}

/** Moves in an order in which the credit of an invoice is moved to it before it is moved on. */
function inOrderOfCredit(moves: readonly StatedSettlement[]): StatedSettlement[] {
  const ordered: StatedSettlement[] = [];
  let rest = moves;
  while (rest.length > 0) {
    const targets = new Set(rest.map(({ row }) => row.invoice_id));
    const ready = rest.filter(({ row }) => row.from_invoice_id === null || !targets.has(row.from_invoice_id));
    // In a circle none is ready; the credit of one of its invoices is then found to be missing.
    const next = ready.length > 0 ? ready : rest;
    ordered.push(...next);
    rest = rest.filter((move) => !next.includes(move));
  }
  return ordered;
}

function settlementOf(
  record: SettlementRecord,
  former: SettlementRow | null,
  {
    types,
    departments,
    now,
  }: { readonly types: Types; readonly departments: ReadonlySet<string>; readonly now: UnixSeconds },
  path: string,
): SettlementRow {
  const row = settlementStatedOf(record, former, path, now);
  checkFieldsOfKind(row, path);
  const isMove = row.kind === "move";
  const lines =
    record.lines?.map((line, index) => settlementLineStatedOf(line, null, `${path}.lines[${index}]`, now)) ??
    (isMove ? [] : neededField(undefined, former?.lines, `${path}.lines`));
  for (const [index, { category_id, department_id }] of lines.entries()) {
    checkCategory(types, category_id, SETTLEMENT_TYPES, `${path}.lines[${index}].category_id`);
    if (department_id !== null && !departments.has(department_id))
      throw new BundleProblem(
        `${path}.lines[${index}].department_id`,
        `there is no department ${department_id}`,
      );
  }
  const sum = lines.reduce((total, { amount_cents }) => total + amount_cents, 0);
  if (isMove ? lines.length > 0 : sum !== row.amount_cents)
    throw new BundleProblem(
      `${path}.lines`,
      isMove ? "must be empty for a move" : `must sum to amount_cents, ${row.amount_cents}`,
    );
  return { ...row, lines };
}

/** Refuses fields that a settlement of this kind can't have. */
function checkFieldsOfKind(
  row: Pick<
    SettlementRow,
    "kind" | "from_invoice_id" | "date" | "reversed_on" | "transaction_id" | "reference"
  >,
  path: string,
): void {
  if ((row.kind === "move") !== (row.from_invoice_id !== null))
    throw new BundleProblem(`${path}.from_invoice_id`, "is needed for a move, and for a move only");
  if (row.reversed_on !== null && row.reversed_on <= row.date)
    throw new BundleProblem(`${path}.reversed_on`, `must be after ${row.date}`);
  if (row.transaction_id !== null && row.kind !== "fee" && row.kind !== "move")
    throw new BundleProblem(`${path}.transaction_id`, "is for a fee or a move only");
  if (row.reference !== null && (row.kind === "fee" || row.kind === "move"))
    throw new BundleProblem(`${path}.reference`, "is for a credit note, a write-off or a refund only");
}

/** The invoice that a settlement settles. Refuses what the present invoices don't allow. */
async function invoiceFor(
  tx: Tx,
  companyId: PublicId<"company">,
  row: SettlementRow,
  former: SettlementRow | null,
  path: string,
): Promise<InvoiceRow> {
  const find = async (id: string, field: string): Promise<InvoiceRow> => {
    const { item, firstDay } = sideOf({ id });
    const invoice = await invoicesStore.find(tx, companyId, id);
    // A reversed settlement settles nothing, so its invoice may be void by now.
    if (!invoice || (invoice.state !== "open" && (invoice.state !== "void" || row.reversed_on === null)))
      throw new BundleProblem(`${path}.${field}`, `there is no open ${item} ${id}`);
    if (invoice.opened_on !== null && row.date <= invoice.opened_on)
      throw new BundleProblem(`${path}.date`, `must be after ${invoice.opened_on}, on which ${id} came in`);
    if (row.date < invoice.issue_date)
      throw new BundleProblem(`${path}.date`, `must be on or after the ${firstDay}, ${invoice.issue_date}`);
    return invoice;
  };
  const invoice = await find(row.invoice_id, "invoice_id");
  if (former !== null && (former.kind === "move" || row.kind === "move"))
    throw new BundleProblem(path, "a move never changes; take it back and make another one");
  if (row.from_invoice_id === null) return invoice;
  const source = await find(row.from_invoice_id, "from_invoice_id");
  if (
    source.id === invoice.id ||
    source.side !== invoice.side ||
    // What is reversed was of the customers that the invoices had then.
    (row.reversed_on === null && !isShareOf(row, source) && !isOfSameParty(source, invoice)) ||
    source.receivable_category_id !== invoice.receivable_category_id
  )
    throw new BundleProblem(
      `${path}.from_invoice_id`,
      `must be another ${sideOf(invoice).item} of the ${sideOf(invoice).party} or of the payment, booked on the same ${sideOf(invoice).claims}`,
    );
  if (row.reversed_on === null && row.amount_cents > -dueCents(source))
    throw new BundleProblem(`${path}.amount_cents`, `is more than ${source.id} has too much`);
  return invoice;
}

/**
 * Refuses a transaction that there is none, or of which nothing can be a part, and a reference that another
 * settlement has.
 */
async function checkNames(
  tx: Tx,
  companyId: PublicId<"company">,
  { id, transaction_id, reference, reversed_on }: SettlementRow,
  path: string,
): Promise<void> {
  if (transaction_id !== null) {
    const whole = await settlementsStore.findTransaction(tx, companyId, transaction_id);
    if (whole === null)
      throw new BundleProblem(`${path}.transaction_id`, `there is no transaction ${transaction_id}`);
    if (reversed_on === null && !whole.pays)
      throw new BundleProblem(
        `${path}.transaction_id`,
        `${transaction_id} pays and refunds nothing, so nothing is a part of it`,
      );
  }
  if (reference === null || reversed_on !== null) return;
  const holder = await settlementsStore.findReference(tx, companyId, reference);
  if (holder !== null && holder.id !== id)
    throw new BundleProblem(`${path}.reference`, `is the reference of ${holder.id}`);
}

/**
 * Refuses settlements of a kind that exceed the invoice. Moves are not counted: what a move had settled may
 * be credited afterwards.
 */
async function checkSettled(
  tx: Tx,
  companyId: PublicId<"company">,
  { id, total_cents }: InvoiceRow,
  { kind }: SettlementRow,
  path: string,
): Promise<void> {
  if ((await settlementsStore.creditedBy(tx, companyId, id, [kind])) > total_cents)
    throw new BundleProblem(
      `${path}.amount_cents`,
      `settles more than the ${total_cents} cents of the ${sideOf({ id }).item} ${id}`,
    );
}

function settlementText(row: SettlementRow): string {
  return JSON.stringify(settlementRecordOf(row));
}

function settlementRecordOf(row: SettlementRow): SettlementRecord {
  const { created, ...rest } = plainSettlementOf(row);
  return { ...rest, lines: row.lines.map(plainSettlementLineOf), created };
}
