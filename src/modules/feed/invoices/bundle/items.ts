/**
 * The bundle's sections of invoices and of bills, which are one code. What an item posts and its total follow
 * from its lines, and what is paid of it from the transactions, which name the invoice that they pay and
 * stand in the file behind it; none of that is this section's to say.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  neededField,
  onlyOnce,
  type ReadRecord,
  type RecordBatch,
  recordReader,
  Tally,
} from "../../../../contract/bundle.ts";
import {
  recordReading,
  recordSchema,
  recordWriting,
  wholeRecordSchema,
} from "../../../../contract/record.ts";
import type { ReadOf, StatedRowOf } from "../../../../core/record.ts";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { AccountType } from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { chartStore } from "../../../books/chart/index.ts";
import { beginWriting } from "../../transactions/index.ts";
import {
  BILLS,
  type InvoiceLine,
  type InvoiceRow,
  INVOICES,
  LINES,
  type SettlementRow,
  type StoredInvoice,
} from "../record.ts";
import { lineCents, MOST_QUANTITY, quantityOf, readQuantity } from "@daybook/words/invoice-lines";
import { settledCents, totalOf } from "../rules/index.ts";
import { findSameBill, putInvoice } from "../service/issue.ts";
import { isOfSameParty, repost } from "../service/settlements.ts";
import { PAYABLE, RECEIVABLE, type Side, sideOf } from "../rules/sides.ts";
import { invoicesStore } from "../store/invoices.ts";
import { settlementsStore } from "../store/settlements.ts";

const lineRecord = wholeRecordSchema(
  LINES,
  {
    quantity: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: MOST_QUANTITY,
        description: "How many units, with at most four decimals. Default: 1.",
      }),
    ),
  },
  "unit_amount_cents",
);
const linesOfItem = (item: Side["item"]) => ({
  line_items: Type.Optional(
    Type.Array(lineRecord, {
      minItems: 1,
      maxItems: LIMITS.invoice_lines.value,
      description: `The lines of the ${item}. Needed for a new ${item}.`,
    }),
  ),
});
const invoiceRecord = recordSchema(INVOICES, linesOfItem("invoice"), "created");
const billRecord = recordSchema(BILLS, linesOfItem("bill"), "created");

/** What the records of both sides have in common; the others of their members are columns. */
interface ItemRecord {
  readonly id: string;
  readonly line_items?: Static<typeof lineRecord>[];
}

/** The section of a side: its shape, how its records are read and written, and its own names of members. */
interface ItemRecords {
  readonly side: Side;
  readonly shape: Pick<BundleSection<Tx>, "name" | "form" | "description" | "schema">;
  readonly claim: string;
  readonly party: string;
  read(batches: AsyncIterable<RecordBatch>): AsyncIterable<ReadRecord<ItemRecord>>;
  stated(
    this: void,
    record: ItemRecord,
    former: ReadOf<typeof INVOICES> | null,
    path: string,
    now: UnixSeconds,
  ): ReadOf<typeof INVOICES>;
  plain(this: void, row: StoredInvoice): { readonly created?: number };
}

const invoicesShape = {
  name: "invoices",
  form: "array",
  description: "Invoices to customers.",
  schema: invoiceRecord,
} as const;
const INVOICE_ITEMS: ItemRecords = {
  side: RECEIVABLE,
  shape: invoicesShape,
  claim: "receivable_category_id",
  party: "customer_name",
  read: recordReader(invoicesShape, invoiceRecord),
  stated: recordReading(INVOICES),
  plain: recordWriting(INVOICES),
};
const billsShape = {
  name: "bills",
  form: "array",
  description: "Bills of vendors.",
  schema: billRecord,
} as const;
const plainBillOf = recordWriting(BILLS);
const BILL_ITEMS: ItemRecords = {
  side: PAYABLE,
  shape: billsShape,
  claim: "payable_category_id",
  party: "vendor_name",
  read: recordReader(billsShape, billRecord),
  stated: recordReading(BILLS),
  // The rows of this section are bills.
  plain: (row) => plainBillOf(row as StoredInvoice & StatedRowOf<typeof BILLS>),
};

const lineStatedOf = recordReading(LINES);
const plainLineRecordOf = recordWriting(LINES);

export type Types = ReadonlyMap<string, AccountType>;

/** Items that are handed out at once. */
export const BATCH = 500;

const itemsSection = (items: ItemRecords): BundleSection<Tx> => ({
  ...items.shape,
  async write({ tx, companyId, now }, batches) {
    const updated = await beginWriting(tx, companyId, now);
    const types: Types = new Map(
      (await chartStore.listCategories(tx, companyId)).map((row) => [row.id, row.account_type]),
    );
    const tally = new Tally();
    const stated = new Set<string>();
    const renamed = new Map<string, string>();
    for await (const { path, record } of items.read(batches)) {
      onlyOnce(stated, record.id, path);
      // The shape of bills has this already; invoices have the ids of the table, which are of both.
      if (sideOf(record) !== items.side)
        throw new BundleProblem(`${path}.id`, `must be the id of an invoice, not ${record.id}`);
      const former = await invoicesStore.find(tx, companyId, record.id);
      const row = rowOf(items, record, former, types, path, { now, updated });
      const isSettled = former !== null && (await settlementsStore.hasAny(tx, companyId, former.id));
      checkChange(items, row, former, isSettled, path);
      const holder = await invoicesStore.findNumber(tx, companyId, row.number);
      if (holder !== null && holder !== row.id)
        throw new BundleProblem(`${path}.number`, `${row.number} is the number of ${holder}`);
      const same = former !== null && textOf(items, row) === textOf(items, former);
      if (!same) {
        const double = await findSameBill(tx, companyId, row);
        if (double !== null)
          throw new BundleProblem(
            `${path}.vendor_number`,
            `${row.vendor_number} is the number that ${row.customer_name} gave ${double.id}`,
          );
        await putInvoice(tx, companyId, row, now);
        if (isSettled) await repost({ tx, companyId, now }, row);
        if (former !== null && !isOfSameParty(former, row)) renamed.set(row.id, path);
      }
      tally.compare(former, same);
    }
    await checkRenamed(tx, companyId, items, renamed);
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    for (let after = ""; ;) {
      const rows = await invoicesStore.listAfter(tx, companyId, items.side, after, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map((row) => recordOf(items, row));
      after = last.id;
    }
  },
});

export const invoicesSection = itemsSection(INVOICE_ITEMS);
export const billsSection = itemsSection(BILL_ITEMS);

function rowOf(
  { side, claim, stated }: ItemRecords,
  record: ItemRecord,
  former: InvoiceRow | null,
  types: Types,
  path: string,
  { now, updated }: { readonly now: UnixSeconds; readonly updated: UnixSeconds },
): StoredInvoice {
  const row = stated(record, former && { ...former, vendor_number_key: null }, path, now);
  if (row.due_date < row.issue_date)
    throw new BundleProblem(
      `${path}.due_date`,
      `must be on or after the ${side.firstDay}, ${row.issue_date}`,
    );
  if (row.voided_on !== null && (row.state !== "void" || row.voided_on <= row.issue_date))
    throw new BundleProblem(
      `${path}.voided_on`,
      `is for void ${side.area}, and must be after the ${side.firstDay}, ${row.issue_date}`,
    );
  checkCategory(types, row.receivable_category_id, [side.claimType], `${path}.${claim}`);
  const line_items =
    record.line_items?.map((line, index) =>
      lineOf(line, side, row, { types, now, path: `${path}.line_items[${index}]` }),
    ) ?? neededField(undefined, former?.line_items, `${path}.line_items`);
  const total_cents = totalOf(line_items);
  if (row.opened_on !== null) checkOpened(row, line_items, path);
  if (total_cents === null || (row.opened_on === null ? total_cents <= 0 : total_cents === 0))
    throw new BundleProblem(
      `${path}.line_items`,
      `must sum to more than 0, and to no more than ${side.item === "bill" ? "a bill" : "an invoice"} can hold`,
    );
  return { ...row, total_cents, updated, line_items };
}

/** Refuses an item that came in open and contradicts that. */
function checkOpened(
  {
    issue_date,
    opened_on,
    state,
    receivable_category_id,
  }: Pick<StoredInvoice, "issue_date" | "opened_on" | "state" | "receivable_category_id">,
  lines: readonly InvoiceLine[],
  path: string,
): void {
  if (opened_on === null) return;
  if (state !== "open")
    throw new BundleProblem(`${path}.status`, "must be open, because it came in with balances");
  if (opened_on < issue_date)
    throw new BundleProblem(`${path}.opened_on`, `must be on or after its date, ${issue_date}`);
  if (lines.some(({ category_id }) => category_id !== receivable_category_id))
    throw new BundleProblem(
      `${path}.line_items`,
      `must be on ${receivable_category_id}, because the ledger has what came in open`,
    );
}

function lineOf(
  record: Static<typeof lineRecord>,
  side: Side,
  { opened_on }: Pick<StoredInvoice, "opened_on">,
  { types, now, path }: { readonly types: Types; readonly now: UnixSeconds; readonly path: string },
): InvoiceLine {
  const quantity_ten_thousandths = readQuantity(record.quantity ?? 1);
  if (quantity_ten_thousandths === null)
    throw new BundleProblem(`${path}.quantity`, "must have at most four decimals");
  const line = lineStatedOf(record, null, path, now);
  const amount_cents = lineCents(quantity_ten_thousandths, line.unit_amount_cents);
  if (amount_cents === null) throw new BundleProblem(path, "amounts to more than a line can hold");
  const lineTypes = opened_on === null ? side.lineTypes : [side.claimType];
  checkCategory(types, line.category_id, lineTypes, `${path}.category_id`);
  return { ...line, quantity_ten_thousandths, amount_cents };
}

export function checkCategory(types: Types, id: string, wanted: readonly AccountType[], path: string): void {
  const type = types.get(id);
  if (type === undefined) throw new BundleProblem(path, `there is no category ${id}`);
  if (!wanted.includes(type))
    throw new BundleProblem(path, `${id} is of type ${type}, but must be of type ${wanted.join(", ")}`);
}

/** Refuses what would take the ground from payments that are there. */
function checkChange(
  { claim, side }: ItemRecords,
  row: StoredInvoice,
  former: InvoiceRow | null,
  isSettled: boolean,
  path: string,
): void {
  if (former === null) return;
  const payment = former.matched_transaction_ids[0] ?? (isSettled ? "a settlement" : undefined);
  if (payment === undefined) return;
  if (row.state !== "open")
    throw new BundleProblem(`${path}.status`, `must be open, because ${payment} pays it`);
  if (row.receivable_category_id !== former.receivable_category_id)
    throw new BundleProblem(
      `${path}.${claim}`,
      `must be ${former.receivable_category_id}, because ${payment} pays it`,
    );
  const settled = former.paid_cents + former.credited_cents;
  if (row.total_cents !== former.total_cents && row.total_cents < settled)
    throw new BundleProblem(
      `${path}.line_items`,
      `must sum to at least the ${settled} cents that are settled`,
    );
  if (former.moved_cents > 0 && row.total_cents > settledCents(former))
    throw new BundleProblem(
      `${path}.line_items`,
      `must sum to no more than ${settledCents(former)} cents, because what was over settles other ${side.area}`,
    );
}

/**
 * Refuses another customer or vendor of an item, by its id and path, whose credit was moved or that got
 * credit: the items of a move are of one party, so the file must name all of them.
 */
async function checkRenamed(
  tx: Tx,
  companyId: PublicId<"company">,
  { party }: ItemRecords,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = [...renamed.keys()];
  for (const row of ids.length === 0 ? [] : await settlementsStore.listOfInvoices(tx, companyId, ids)) {
    const { from_invoice_id: from, from_customer_name, customer_name } = row;
    if (from === null || row.reversed_on !== null || from_customer_name === null) continue;
    if (isOfSameParty({ customer_name: from_customer_name }, { customer_name })) continue;
    const source = await invoicesStore.find(tx, companyId, from);
    if (source !== null && isShareOf(row, source)) continue;
    const [here, there] = renamed.has(from) ? [from, row.invoice_id] : [row.invoice_id, from];
    throw new BundleProblem(
      `${renamed.get(here) ?? ""}.${party}`,
      `must be that of ${there}, because ${row.id} moves credit between them`,
    );
  }
}

/**
 * True for a share of a payment that is matched with the invoice: its invoices may be of several customers.
 */
export function isShareOf({ transaction_id }: SettlementRow, source: InvoiceRow): boolean {
  return transaction_id !== null && source.matched_transaction_ids.includes(transaction_id);
}

/** What decides whether an item is the same: all that a file can say of it. */
function textOf(items: ItemRecords, row: StoredInvoice): string {
  return JSON.stringify(recordOf(items, row));
}

function recordOf({ plain }: ItemRecords, row: StoredInvoice): object {
  const { created, ...rest } = plain(row);
  return { ...rest, line_items: row.line_items.map(lineRecordOf), created };
}

function lineRecordOf(line: InvoiceLine): Static<typeof lineRecord> {
  const { description, ...rest } = plainLineRecordOf(line);
  return { description, quantity: quantityOf(line.quantity_ten_thousandths), ...rest };
}
