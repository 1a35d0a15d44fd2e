/**
 * The bundle's section of invoices. What an invoice posts and its total follow from its lines, and what is
 * paid of it from the transactions, which name the invoice that they pay and stand in the file behind it;
 * none of that is this section's to say.
 */
import Type, { type Static } from "typebox";
import {
  BundleProblem,
  type BundleSection,
  neededField,
  onlyOnce,
  recordReader,
  Tally,
} from "../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting, wholeRecordSchema } from "../../../contract/record.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { AccountType } from "../../../core/ledger-words.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { chartStore } from "../../books/chart/index.ts";
import { beginWriting } from "../transactions/index.ts";
import { type InvoiceLine, type InvoiceRow, INVOICES, LINES, type StoredInvoice } from "./record.ts";
import { LINE_TYPES, lineCents, MOST_QUANTITY, quantityOf, readQuantity, totalOf } from "./rules.ts";
import { putInvoice } from "./service.ts";
import { invoicesStore } from "./store.ts";

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
const invoiceRecord = recordSchema(
  INVOICES,
  {
    line_items: Type.Optional(
      Type.Array(lineRecord, {
        minItems: 1,
        maxItems: LIMITS.invoice_lines.value,
        description: "The lines of the invoice. Needed for a new invoice.",
      }),
    ),
  },
  "created",
);
const invoicesShape = {
  name: "invoices",
  form: "array",
  description: "Invoices to customers.",
  schema: invoiceRecord,
} as const;
const readInvoices = recordReader(invoicesShape, invoiceRecord);
const statedOf = recordReading(INVOICES);
const plainRecordOf = recordWriting(INVOICES);
const lineStatedOf = recordReading(LINES);
const plainLineRecordOf = recordWriting(LINES);

type InvoiceRecord = Static<typeof invoiceRecord>;
type Types = ReadonlyMap<string, AccountType>;

/** Invoices that are handed out at once. */
const BATCH = 500;

export const invoicesSection: BundleSection<Tx> = {
  ...invoicesShape,
  async write({ tx, companyId, now }, batches) {
    const updated = await beginWriting(tx, companyId, now);
    const types: Types = new Map(
      (await chartStore.listCategories(tx, companyId)).map((row) => [row.id, row.account_type]),
    );
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readInvoices(batches)) {
      onlyOnce(stated, record.id, path);
      const former = await invoicesStore.find(tx, companyId, record.id);
      const row = rowOf(record, former, types, path, { now, updated });
      checkChange(row, former, path);
      const holder = await invoicesStore.findNumber(tx, companyId, row.number);
      if (holder !== null && holder !== row.id)
        throw new BundleProblem(`${path}.number`, `${row.number} is the number of ${holder}`);
      const same = former !== null && textOf(row) === textOf(former);
      if (!same) await putInvoice(tx, companyId, row, now);
      tally.compare(former, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    for (let after = ""; ;) {
      const rows = await invoicesStore.listAfter(tx, companyId, after, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(recordOf);
      after = last.id;
    }
  },
};

function rowOf(
  record: InvoiceRecord,
  former: InvoiceRow | null,
  types: Types,
  path: string,
  { now, updated }: { readonly now: UnixSeconds; readonly updated: UnixSeconds },
): StoredInvoice {
  const row = statedOf(record, former, path, now);
  if (row.due_date < row.issue_date)
    throw new BundleProblem(`${path}.due_date`, `must be on or after the day of issue, ${row.issue_date}`);
  if (row.voided_on !== null && (row.state !== "void" || row.voided_on <= row.issue_date))
    throw new BundleProblem(
      `${path}.voided_on`,
      `is for void invoices, and must be after the day of issue, ${row.issue_date}`,
    );
  checkCategory(types, row.receivable_category_id, ["asset"], `${path}.receivable_category_id`);
  const line_items =
    record.line_items?.map((line, index) => lineOf(line, types, now, `${path}.line_items[${index}]`)) ??
    neededField(undefined, former?.line_items, `${path}.line_items`);
  const total_cents = totalOf(line_items);
  if (total_cents === null || total_cents <= 0)
    throw new BundleProblem(
      `${path}.line_items`,
      "must sum to more than 0, and to no more than an invoice can hold",
    );
  return { ...row, total_cents, updated, line_items };
}

function lineOf(
  record: Static<typeof lineRecord>,
  types: Types,
  now: UnixSeconds,
  path: string,
): InvoiceLine {
  const quantity_ten_thousandths = readQuantity(record.quantity ?? 1);
  if (quantity_ten_thousandths === null)
    throw new BundleProblem(`${path}.quantity`, "must have at most four decimals");
  const line = lineStatedOf(record, null, path, now);
  const amount_cents = lineCents(quantity_ten_thousandths, line.unit_amount_cents);
  if (amount_cents === null) throw new BundleProblem(path, "amounts to more than an invoice can hold");
  checkCategory(types, line.category_id, LINE_TYPES, `${path}.category_id`);
  return { ...line, quantity_ten_thousandths, amount_cents };
}

function checkCategory(types: Types, id: string, wanted: readonly AccountType[], path: string): void {
  const type = types.get(id);
  if (type === undefined) throw new BundleProblem(path, `there is no category ${id}`);
  if (!wanted.includes(type))
    throw new BundleProblem(path, `${id} is of type ${type}, but must be of type ${wanted.join(", ")}`);
}

/** Refuses what would take the ground from payments that are there. */
function checkChange(row: StoredInvoice, former: InvoiceRow | null, path: string): void {
  const [payment] = former?.matched_transaction_ids ?? [];
  if (former === null || payment === undefined) return;
  if (row.state !== "open")
    throw new BundleProblem(`${path}.status`, `must be open, because ${payment} pays it`);
  if (row.receivable_category_id !== former.receivable_category_id)
    throw new BundleProblem(
      `${path}.receivable_category_id`,
      `must be ${former.receivable_category_id}, because ${payment} pays it`,
    );
  if (row.total_cents < former.paid_cents)
    throw new BundleProblem(
      `${path}.line_items`,
      `must sum to at least the ${former.paid_cents} cents that are paid`,
    );
}

/** What decides whether an invoice is the same: all that a file can say of it. */
function textOf(row: StoredInvoice): string {
  return JSON.stringify(recordOf(row));
}

function recordOf(row: StoredInvoice): InvoiceRecord {
  const { created, ...rest } = plainRecordOf(row);
  return { ...rest, line_items: row.line_items.map(lineRecordOf), created };
}

function lineRecordOf(line: InvoiceLine): Static<typeof lineRecord> {
  const { description, ...rest } = plainLineRecordOf(line);
  return { description, quantity: quantityOf(line.quantity_ten_thousandths), ...rest };
}
