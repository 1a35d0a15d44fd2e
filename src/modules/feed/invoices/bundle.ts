/**
 * The bundle's section of invoices. What an invoice posts and its total follow from its lines, and what is
 * paid of it from the transactions, which name the invoice that they pay and stand in the file behind it;
 * none of that is this section's to say.
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
  readDay,
  readId,
  readSeconds,
  recordReader,
  Tally,
  textSchema,
} from "../../../contract/bundle.ts";
import { exactly, nullable } from "../../../contract/operation.ts";
import { dateSchema, idSchema } from "../../../contract/schemas.ts";
import { cents } from "../../../core/cents.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { AccountType } from "../../../core/ledger-words.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { chartStore } from "../../books/chart/index.ts";
import { beginWriting } from "../transactions/index.ts";
import {
  INVOICE_STATES,
  type InvoiceLine,
  type InvoiceRow,
  LINE_TYPES,
  lineCents,
  MOST_CENTS,
  MOST_QUANTITY,
  quantityOf,
  readQuantity,
  type StoredInvoice,
  totalOf,
} from "./rules.ts";
import { putInvoice } from "./service.ts";
import { invoicesStore } from "./store.ts";

const lineRecord = exactly({
  description: textSchema("What is billed."),
  quantity: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MOST_QUANTITY,
      description: "How many units, with at most four decimals. Default: 1.",
    }),
  ),
  unit_amount_cents: Type.Integer({
    minimum: -MOST_CENTS,
    maximum: MOST_CENTS,
    description: "What one unit costs. In cents.",
  }),
  category_id: idSchema(
    "category",
    "The category that it is credited to: of type revenue, other_income or liability.",
  ),
});

const invoiceRecord = exactly({
  id: idSchema("invoice", "The invoice's id, unique in the company."),
  number: Type.Optional(textSchema("Its number, unique in the company. Needed for a new invoice.")),
  customer_name: Type.Optional(textSchema("Who is billed. Needed for a new invoice.")),
  customer_email: Type.Optional(nullable(emailSchema("The customer's e-mail address. Default: null."))),
  status: Type.Optional(
    Type.Enum([...INVOICE_STATES], {
      description:
        "Whether it is in the books: a draft and a void invoice are not. Whether it is paid follows from its transactions. Default: open.",
    }),
  ),
  issue_date: Type.Optional(dateSchema("The accounting date. Needed for a new invoice.")),
  due_date: Type.Optional(dateSchema("The due date. Default: the day of issue.")),
  receivable_category_id: Type.Optional(
    idSchema(
      "category",
      "The receivable's category, of type asset. Needed for a new invoice; it can't change once the invoice is partly paid.",
    ),
  ),
  line_items: Type.Optional(
    Type.Array(lineRecord, {
      minItems: 1,
      maxItems: LIMITS.invoice_lines.value,
      description: "What is billed. Needed for a new invoice.",
    }),
  ),
  created: createdField,
});
const invoicesShape = {
  name: "invoices",
  form: "array",
  description: "Invoices to customers.",
  schema: invoiceRecord,
} as const;
const readInvoices = recordReader(invoicesShape, invoiceRecord);

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
  const known = former ?? undefined;
  const issue_date = readDay(
    neededField(record.issue_date, known?.issue_date, `${path}.issue_date`),
    `${path}.issue_date`,
  );
  const due_date = readDay(fieldOf(record.due_date, known?.due_date, issue_date), `${path}.due_date`);
  if (due_date < issue_date)
    throw new BundleProblem(`${path}.due_date`, `must be on or after the day of issue, ${issue_date}`);
  const receivable = neededField(
    record.receivable_category_id,
    known?.receivable_category_id,
    `${path}.receivable_category_id`,
  );
  checkCategory(types, receivable, ["asset"], `${path}.receivable_category_id`);
  const line_items =
    record.line_items?.map((line, index) => lineOf(line, types, `${path}.line_items[${index}]`)) ??
    neededField(undefined, known?.line_items, `${path}.line_items`);
  const total_cents = totalOf(line_items);
  if (total_cents === null || total_cents <= 0)
    throw new BundleProblem(
      `${path}.line_items`,
      "must sum to more than 0, and to no more than an invoice can hold",
    );
  return {
    id: readId("invoice", record.id),
    number: neededField(record.number, known?.number, `${path}.number`),
    customer_name: neededField(record.customer_name, known?.customer_name, `${path}.customer_name`),
    customer_email: fieldOf(record.customer_email, known?.customer_email, null),
    state: fieldOf(record.status, known?.state, "open"),
    issue_date,
    due_date,
    receivable_category_id: readId("category", receivable),
    total_cents,
    created: fieldOf(readSeconds(record.created), known?.created, now),
    updated,
    line_items,
  };
}

function lineOf(
  { description, quantity = 1, unit_amount_cents, category_id }: Static<typeof lineRecord>,
  types: Types,
  path: string,
): InvoiceLine {
  const quantity_ten_thousandths = readQuantity(quantity);
  if (quantity_ten_thousandths === null)
    throw new BundleProblem(`${path}.quantity`, "must have at most four decimals");
  const amount_cents = lineCents(quantity_ten_thousandths, cents(unit_amount_cents));
  if (amount_cents === null) throw new BundleProblem(path, "amounts to more than an invoice can hold");
  checkCategory(types, category_id, LINE_TYPES, `${path}.category_id`);
  return {
    description,
    quantity_ten_thousandths,
    unit_amount_cents: cents(unit_amount_cents),
    amount_cents,
    category_id: readId("category", category_id),
  };
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
function textOf({
  id,
  number,
  customer_name,
  customer_email,
  state,
  issue_date,
  due_date,
  receivable_category_id,
  created,
  line_items,
}: StoredInvoice): string {
  const lines = line_items.map((line) => [
    line.description,
    line.quantity_ten_thousandths,
    line.unit_amount_cents,
    line.category_id,
  ]);
  return JSON.stringify([
    id,
    number,
    customer_name,
    customer_email,
    state,
    issue_date,
    due_date,
    receivable_category_id,
    created,
    lines,
  ]);
}

function recordOf({
  id,
  number,
  customer_name,
  customer_email,
  state,
  issue_date,
  due_date,
  receivable_category_id,
  line_items,
  created,
}: InvoiceRow): InvoiceRecord {
  return {
    id,
    number,
    customer_name,
    customer_email,
    status: state,
    issue_date,
    due_date,
    receivable_category_id,
    line_items: line_items.map(
      ({ description, quantity_ten_thousandths, unit_amount_cents, category_id }) => ({
        description,
        quantity: quantityOf(quantity_ten_thousandths),
        unit_amount_cents,
        category_id,
      }),
    ),
    created,
  };
}
