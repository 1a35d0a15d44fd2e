/**
 * The descriptions of the tables of items, their lines and settlements. Invoices and bills are rows of one
 * table, whose id says which they are; `BILLS` describes the rows that are bills.
 */
import { type INVOICE_STATUSES, MOST_CENTS } from "@daybook/words/feed-words";
import { EMAIL_PATTERN, EMAIL_SENTENCE } from "../../../core/email.ts";
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
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

type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

// What is said of invoices holds for bills too: their columns are the same. The customer of a bill is its
// vendor.
export const INVOICES = table("invoices", {
  id: id(["invoice", "bill"], "The invoice's id.", {
    key: true,
    bundleDescription: "The invoice's id, unique in the company.",
  }),
  number: text("Its number, which no other invoice of the company has."),
  vendor_number: text("Of a bill: the number that its vendor gave it.", { nullable: true, internal: true }),
  vendor_number_key: text("The vendor and that number as they are compared; null if it is void.", {
    nullable: true,
    internal: true,
  }),
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
  opened_on: day(
    "Of an item that came in open: the day at whose end the ledger had what was open of it. It posts nothing.",
    { nullable: true },
  ),
  receivable_category_id: id("category", "The receivable's category, of type asset.", {
    fullBundleDescription:
      "The receivable's category, of type asset. Needed for a new invoice; it can't change once the invoice is partly paid.",
  }),
  total_cents: cents("The sum of the lines.", { internal: true }),
  paid_cents: cents("The sum of its payments, less refunds; an excluded transaction counts as 0.", {
    derived: true,
  }),
  credited_cents: cents(
    "The sum of the credit notes, write-offs, fees and moves that settle it, less refunds.",
    {
      derived: true,
      internal: true,
    },
  ),
  moved_cents: cents("What was paid or credited too much and settles other invoices.", {
    derived: true,
    internal: true,
  }),
  created: seconds("When it was made.", { default: NOW }),
  updated: seconds("When the invoice or its paid amount last changed.", { internal: true }),
});

/** The rows that are bills, in words of their own. Its bundle records have other names of some columns. */
export const BILLS = {
  name: INVOICES.name,
  columns: {
    ...INVOICES.columns,
    id: id("bill", "The bill's id.", {
      key: true,
      bundleDescription: "The bill's id, unique in the company.",
    }),
    number: text("Its number in the company's own series, which no other bill has."),
    vendor_number: text(
      "The number that the vendor gave it. No other bill of the vendor that is not void has it, in upper or lower case.",
      { nullable: true },
    ),
    customer_name: text("The vendor's name.", { bundlePath: "vendor_name" }),
    customer_email: patterned(EMAIL_PATTERN, EMAIL_SENTENCE, "The vendor's e-mail address.", {
      nullable: true,
      inputOnly: true,
      bundlePath: "vendor_email",
    }),
    issue_date: day("The date of the bill, which is its accounting date."),
    voided_on: day("The day on which the entries of a void bill are reversed, after its date.", {
      nullable: true,
      fullBundleDescription:
        "The day on which the entries of a void bill are reversed, because those of its date are in closed books. Default: null, for a void bill without entries.",
    }),
    receivable_category_id: id("category", "The payable's category, of type liability.", {
      bundlePath: "payable_category_id",
      fullBundleDescription:
        "The payable's category, of type liability. Needed for a new bill; it can't change once the bill is partly paid.",
    }),
  },
} as const;

export const LINES = table("invoice_lines", {
  invoice_id: id(["invoice", "bill"], "The line's invoice.", { key: true, internal: true }),
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

/** What settles an invoice besides its payments. */
export const SETTLEMENT_KINDS = ["credit_note", "write_off", "fee", "move", "refund"] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

export const SETTLEMENTS = table("settlements", {
  id: id("settlement", "The settlement's id, unique in the company.", { key: true }),
  kind: word(
    SETTLEMENT_KINDS,
    "A credit note, a write-off, a fee that was kept from a payment or paid besides with a bill, a move of what another invoice has too much, or a refund, which takes from what is settled.",
  ),
  invoice_id: id(["invoice", "bill"], "The invoice or the bill that it settles."),
  from_invoice_id: id(
    ["invoice", "bill"],
    "Of a move: the invoice or the bill that was paid or credited too much.",
    { nullable: true },
  ),
  date: day("The accounting date."),
  amount_cents: cents("What it settles or refunds: the sum of its lines.", { least: 1, most: MOST_CENTS }),
  note: text("What it is for.", { default: "", least: 0 }),
  reversed_on: day("The day on which it is reversed, with its entries; it settles nothing any more.", {
    nullable: true,
  }),
  transaction_id: id(
    "transaction",
    "Of a fee or a move: the payment or refund that it is a part of, and with which it goes.",
    {
      nullable: true,
    },
  ),
  reference: text(
    "Of a credit note, a write-off or a refund: the poster's own name, unique in the company.",
    {
      nullable: true,
    },
  ),
  created: seconds("When it was made.", { default: NOW }),
});

export const SETTLEMENT_LINES = table("settlement_lines", {
  settlement_id: id("settlement", "The line's settlement.", { key: true, internal: true }),
  position: integer("Its position among the lines, from 1.", { key: true, internal: true, least: 1 }),
  category_id: id("category", "The category that is debited; of a refund, credited."),
  department_id: id("department", "Its department.", { nullable: true }),
  amount_cents: cents("The amount.", { least: 1, most: MOST_CENTS }),
  description: text("What it is for. Default: the note of the settlement.", { nullable: true }),
});
export type SettlementLine = Omit<RowOf<typeof SETTLEMENT_LINES>, "settlement_id" | "position">;

/** A settlement with its lines; a move has none. */
export interface SettlementRow extends RowOf<typeof SETTLEMENTS> {
  readonly lines: readonly SettlementLine[];
}

/** A settlement with the names of its invoices; those of the second are null unless it is a move. */
export interface NamedSettlementRow extends SettlementRow {
  readonly number: string;
  readonly customer_name: string;
  readonly from_number: string | null;
  readonly from_customer_name: string | null;
}

/** The id of an invoice or a bill. */
export type ItemId = PublicId<"invoice"> | PublicId<"bill">;

/** A transaction that names an invoice or a bill. */
export interface MoneyRow {
  readonly id: PublicId<"transaction">;
  readonly invoice_id: ItemId;
  /** The accounting date. */
  readonly date: CivilDate;
  /** 0 while it is excluded. */
  readonly amount_cents: Cents;
}

/** An invoice or a bill as it is kept. */
export type StoredInvoice = Omit<WrittenOf<typeof INVOICES>, "vendor_number_key"> & {
  readonly line_items: readonly InvoiceLine[];
};

/** The same with what follows from its payments. */
export interface InvoiceRow
  extends StoredInvoice, Pick<RowOf<typeof INVOICES>, "paid_cents" | "credited_cents" | "moved_cents"> {
  readonly status: InvoiceStatus;
  readonly side: "receivable" | "payable";
  /** The transactions that pay it or refund what was paid too much, by date. */
  readonly matched_transaction_ids: readonly PublicId<"transaction">[];
}
