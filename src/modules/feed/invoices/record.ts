/** The descriptions of `invoices` and `invoice_lines`. */
import { MOST_CENTS } from "../../../core/feed-words.ts";
import { EMAIL_PATTERN, EMAIL_SENTENCE } from "../../../core/email.ts";
import type { PublicId } from "../../../core/public-id.ts";
import {
  cents,
  day,
  id,
  integer,
  NOW,
  patterned,
  type RowOf,
  seconds,
  table,
  text,
  word,
  type WrittenOf,
} from "../../../core/record.ts";

/** The stored states of an invoice. */
export const INVOICE_STATES = ["draft", "open", "void"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** The same, and whether an open one is paid in full. */
export const INVOICE_STATUSES = ["draft", "open", "paid", "void"] as const;
type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICES = table("invoices", {
  id: id("invoice", "The invoice's id.", {
    key: true,
    bundleDescription: "The invoice's id, unique in the company.",
  }),
  number: text("Its number, which no other invoice of the company has."),
  customer_name: text("The customer's name."),
  customer_email: patterned(EMAIL_PATTERN, EMAIL_SENTENCE, "The customer's e-mail address.", {
    nullable: true,
    inputOnly: true,
  }),
  state: word(
    INVOICE_STATES,
    "Whether it is in the books: a draft and a void invoice are not. Whether it is paid follows from its transactions.",
    { default: "open", bundlePath: "status" },
  ),
  issue_date: day("The accounting date."),
  due_date: day("The due date.", { defaultFrom: "issue_date" }),
  voided_on: day("The day on which the entries of a void invoice are reversed, after its day of issue.", {
    nullable: true,
    fullBundleDescription:
      "The day on which the entries of a void invoice are reversed, because those of its day of issue are in closed books. Default: null, for a void invoice without entries.",
  }),
  receivable_category_id: id("category", "The receivable's category, of type asset.", {
    fullBundleDescription:
      "The receivable's category, of type asset. Needed for a new invoice; it can't change once the invoice is partly paid.",
  }),
  total_cents: cents("The sum of the lines.", { internal: true }),
  paid_cents: cents("The sum of its payments; an excluded transaction counts as 0.", { derived: true }),
  created: seconds("When it was made.", { default: NOW }),
  updated: seconds("When the invoice or its paid amount last changed.", { internal: true }),
});

export const LINES = table("invoice_lines", {
  invoice_id: id("invoice", "The line's invoice.", { key: true, internal: true }),
  position: integer("Its position among the lines of its invoice, from 1.", {
    key: true,
    internal: true,
    least: 1,
  }),
  description: text("The product or service that is billed."),
  quantity_ten_thousandths: integer("The number of units, in ten thousandths, so that it is an integer.", {
    internal: true,
    least: 1,
  }),
  unit_amount_cents: cents("The price of one unit.", { least: -MOST_CENTS, most: MOST_CENTS }),
  amount_cents: cents(
    "Quantity times unit amount, rounded to whole cents; half a cent is rounded away from zero.",
    { internal: true },
  ),
  category_id: id("category", "The category that it is credited to.", {
    bundleDescription: "The category that it is credited to: of type revenue, other_income or liability.",
  }),
});
export type InvoiceLine = Omit<RowOf<typeof LINES>, "invoice_id" | "position">;

/** An invoice as it is kept. */
export type StoredInvoice = WrittenOf<typeof INVOICES> & { readonly line_items: readonly InvoiceLine[] };

/** The same with what follows from its payments. */
export interface InvoiceRow extends StoredInvoice, Pick<RowOf<typeof INVOICES>, "paid_cents"> {
  readonly status: InvoiceStatus;
  /** The transactions that pay it, by date. */
  readonly matched_transaction_ids: readonly PublicId<"transaction">[];
}
