/**
 * What only the web console asks of settlements: an invoice with all that pays and settles it, payments of
 * several invoices, credit notes, write-offs, moved credits, and taking these back. Each change can be tried
 * first: it is made, answered and rolled back.
 */
import Type, { type Static } from "typebox";
import { MOST_CENTS } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN } from "@daybook/words/names";
import {
  BLANK_IS_MISSING,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../../contract/operation.ts";
import { pathParam } from "../../../../contract/params.ts";
import { membersOf } from "../../../../contract/record.ts";
import { centsSchema, dateSchema, idSchema, markerSchema } from "../../../../contract/schemas.ts";
import { SETTLEMENT_LINES, SETTLEMENTS } from "../record.ts";
import { invoiceSchema, MANAGE, MANAGE_BOTH, VIEW } from "./index.ts";

const namedInvoice = exactly(
  {
    id: idSchema("invoice", "The invoice."),
    number: Type.String({ description: "Its number." }),
    customer_name: Type.String({ description: "Its customer." }),
  },
  { title: "NamedInvoice" },
);

/** The members of a settlement that don't name what it settles. */
export const settlementMembers = {
  ...membersOf(SETTLEMENTS, "id", "kind", "date", "amount_cents", "note", "reversed_on", "transaction_id"),
  lines: Type.Array(
    exactly(membersOf(SETTLEMENT_LINES, "category_id", "department_id", "amount_cents", "description"), {
      title: "SettlementLine",
    }),
    { description: "What it is booked on against the claim. A move is not booked." },
  ),
};
const { lines: settledLines, ...ownMembers } = settlementMembers;
const settlementSchema = exactly(
  { ...ownMembers, invoice: namedInvoice, from_invoice: nullable(namedInvoice), lines: settledLines },
  { title: "Settlement" },
);

/** The members of a transaction that pays or refunds. */
export const moneySchema = {
  id: idSchema("transaction", "The transaction."),
  date: dateSchema("Its accounting date."),
  amount_cents: centsSchema("Its amount; 0 while it is excluded."),
};
export const entryLinesSchema = Type.Array(
  exactly(
    {
      category_id: idSchema("category", "The category."),
      net_debit_cents: centsSchema("Debits minus credits."),
    },
    { title: "SettledLine" },
  ),
  { description: "What is booked, by category. Empty if nothing is, such as for a moved credit." },
);
export const previewedSchema = Type.Boolean({ description: "True if nothing was written." });

const openedSchema = exactly(
  {
    object: markerSchema("opened_invoice"),
    invoice: invoiceSchema,
    payments: Type.Array(
      exactly(
        {
          ...moneySchema,
          parts: Type.Array(settlementSchema, {
            description: "The fees and moves that go with it, also those of other invoices.",
          }),
        },
        { title: "InvoiceMoney" },
      ),
      {
        description:
          "The transactions that pay it, and those below zero that refund what was paid too much, by date.",
      },
    ),
    settlements: Type.Array(settlementSchema, {
      description: "What else settles it, and what of its credit was moved to other invoices, by date.",
    }),
  },
  { title: "OpenedInvoice" },
);

const settledSchema = exactly(
  {
    object: markerSchema("settled_invoices"),
    invoices: Type.Array(openedSchema, { description: "The invoices that change, as they are then." }),
    entry_lines: entryLinesSchema,
    preview: previewedSchema,
  },
  { title: "SettledInvoices" },
);

export const amountOf = (description: string) =>
  Type.Integer({ minimum: 1, maximum: MOST_CENTS, description: `${description} In cents.` });
export const category = (description: string) =>
  Type.String({ description: `${description} By its id or name.`, [BLANK_IS_MISSING]: true });
const line = exactly(
  {
    category: category("The category that it is booked on."),
    department: Type.Optional(nullable(Type.String({ description: "Its department. By its id or name." }))),
    amount_cents: amountOf("The amount."),
    description: Type.Optional(
      nullable(Type.String({ pattern: NAME_PATTERN, description: "What it is for." })),
    ),
  },
  { title: "NewSettlementLine" },
);
export type SettlementLineBody = Static<typeof line>;
export const linesOf = (description: string, minItems: number) =>
  Type.Array(line, { minItems, maxItems: LIMITS.invoice_lines.value, description });
const share = exactly(
  {
    invoice_id: Type.String({ description: "The invoice, by its id or its number." }),
    amount_cents: Type.Optional(nullable(amountOf("Its share. Default: as much as fits."))),
  },
  { title: "InvoiceShare" },
);
export type ShareBody = Static<typeof share>;
const sharesOf = (description: string) =>
  Type.Array(share, { minItems: 1, maxItems: LIMITS.receipt_invoices.value, description });
export const date = Type.Optional(Type.String({ description: "The accounting date. Default: today." }));
export const note = Type.Optional(Type.String({ pattern: NAME_PATTERN, description: "What it is for." }));
export const preview = Type.Optional(
  Type.Boolean({ description: "True to check the change and answer what it makes, without writing it." }),
);

export const common = {
  tag: "Console",
  since: "1.0",
  unknownQuery: "ignored",
  query: {},
  paging: { kind: "none" },
  limits: [],
  examples: [],
} as const;
const invoiceId = { id: pathParam({ description: "The invoice, by its id, `inv_...`, or its number." }) };
const write = {
  ...common,
  method: "POST",
  requires: MANAGE,
  concealment: "Another company's invoice or category is answered like an unknown one.",
  hints: { readOnly: false, destructive: false, idempotent: false },
  success: { status: 200, description: "The invoices as they are then.", schema: settledSchema },
} as const;
const one = { ...write, pathParams: invoiceId } as const;
export const absent = <Param extends string>(...params: readonly Param[]) =>
  ({ code: "parameter_missing", params, when: "A required field is absent or blank." }) as const;
export const invalid = <Param extends string>(...params: readonly Param[]) =>
  ({ code: "invalid_request", params: [...params, "preview"], when: "A value is invalid." }) as const;
export const missing = <Param extends string>(...params: readonly Param[]) =>
  ({ code: "resource_missing", params, when: "There is no such record, or it can't be chosen." }) as const;
export const refused = <Param extends string>(when: string, ...params: readonly Param[]) =>
  ({ code: "transaction_update_failed", params, when }) as const;
export const FULL = {
  code: "transaction_update_failed",
  when: "Without `param`: entries of closed books would change, or the company's debits would exceed the largest exact sum.",
} as const;

/** What only the web console asks of settlements. */
export const settlementsConsoleContract = {
  getInvoiceSettlements: operation({
    ...common,
    id: "getInvoiceSettlements",
    method: "GET",
    path: "/invoices/{id}/settlements",
    requires: VIEW,
    summary: "Read an invoice with all that pays and settles it",
    description: "The invoice, its transactions, its settlements, and the credit that was moved from it.",
    concealment: "Another company's invoice is answered like an unknown one.",
    pathParams: invoiceId,
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    hints: READ_HINTS,
    success: { status: 200, description: "The invoice.", schema: openedSchema },
    errors: [{ code: "resource_missing", params: ["id"], when: "There is no such invoice." }],
  }),
  receivePayment: operation({
    ...write,
    id: "receivePayment",
    path: "/receipts",
    requires: MANAGE_BOTH,
    summary: "Book a payment on one or several invoices",
    description:
      "The transaction is matched with the first invoice. Each further one, which may be of another customer, gets its share, and fees that were kept from the payment settle the rest. What is over stays on the first one as the customer's credit.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          transaction_id: Type.String({ description: "The incoming transaction.", [BLANK_IS_MISSING]: true }),
          invoices: sharesOf("The invoices. The first one has no amount: it gets what the others leave."),
          fees: Type.Optional(linesOf("Fees that were kept from the payment. Default: none.", 0)),
          preview,
        },
        { title: "InvoiceReceipt" },
      ),
    },
    idempotency: "Safe to repeat: what the payment has settled is not settled again.",
    errors: [
      absent("transaction_id", "invoices"),
      invalid("transaction_id", "invoices", "fees"),
      missing("transaction_id", "invoices", "fees"),
      refused(
        "The transaction can't pay, a share or the fees exceed what is due, or the invoice is a draft or void.",
        "transaction_id",
        "invoices",
        "fees",
      ),
      FULL,
    ],
    limits: ["receipt_invoices", "invoice_lines"],
  }),
  refundCredit: operation({
    ...write,
    id: "refundCredit",
    path: "/refunds",
    requires: MANAGE_BOTH,
    summary: "Refund what a customer paid too much",
    description:
      "Uses up the credit of one or several invoices of a customer: by an outgoing transaction, which is matched with the first invoice, or on a day, against the category that the refund was paid from.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          invoices: sharesOf("The invoices that have the credit."),
          transaction_id: Type.Optional(nullable(Type.String({ description: "The outgoing transaction." }))),
          category: Type.Optional(
            nullable(
              Type.String({
                description:
                  "Without a transaction: the category that it was paid from, such as petty cash. By its id or name.",
              }),
            ),
          ),
          date,
          note,
          preview,
        },
        { title: "InvoiceRefund" },
      ),
    },
    idempotency:
      "Safe to repeat with the same transaction. Without one, each request refunds, as long as there is credit.",
    errors: [
      absent("invoices"),
      invalid("invoices", "transaction_id", "category", "date", "note"),
      missing("invoices", "transaction_id", "category"),
      refused(
        "The transaction is no outflow or pays something, the credit is less or of several customers, or the day is closed, out of range or before an issue.",
        "invoices",
        "transaction_id",
        "date",
      ),
      FULL,
    ],
    limits: ["receipt_invoices"],
  }),
  creditInvoice: operation({
    ...one,
    id: "creditInvoice",
    path: "/invoices/{id}/credit",
    summary: "Make a credit note for an invoice",
    description:
      "Debits the categories of the lines, such as the revenue that is taken back, and credits the claim. What exceeds the amount due is the customer's credit.",
    body: {
      mode: "json",
      schema: exactly(
        { lines: linesOf("What is taken back.", 1), date, note, preview },
        { title: "InvoiceCreditNote" },
      ),
    },
    idempotency: "Each request makes a credit note.",
    errors: [
      absent("lines"),
      invalid("lines", "date", "note"),
      missing("id", "lines"),
      refused(
        "The invoice is a draft or void, the lines exceed its total, or the day is closed, out of range or before its issue.",
        "id",
        "lines",
        "date",
      ),
      FULL,
    ],
    limits: ["invoice_lines"],
  }),
  writeOffInvoice: operation({
    ...one,
    id: "writeOffInvoice",
    path: "/invoices/{id}/write_off",
    summary: "Write off what is due of an invoice",
    description: "Debits the category of bad debts, or an allowance for these, and credits the claim.",
    body: {
      mode: "json",
      schema: exactly(
        {
          category: category("The category of bad debts."),
          amount_cents: Type.Optional(nullable(amountOf("Default: all that is due."))),
          date,
          note,
          preview,
        },
        { title: "InvoiceWriteOff" },
      ),
    },
    idempotency: "Each request writes an amount off, as long as it is due.",
    errors: [
      absent("category"),
      invalid("category", "amount_cents", "date", "note"),
      missing("id", "category"),
      refused(
        "Nothing is due, less is due, or the day is closed, out of range or before the issue.",
        "id",
        "amount_cents",
        "date",
      ),
      FULL,
    ],
  }),
  applyCredit: operation({
    ...one,
    id: "applyCredit",
    path: "/invoices/{id}/apply",
    summary: "Settle an invoice with the credit of another one",
    description:
      "What was paid or credited too much of another invoice of the customer settles this one. Nothing is booked, because both are booked on the same receivables.",
    body: {
      mode: "json",
      schema: exactly(
        {
          from_invoice_id: Type.String({
            description: "The invoice that has the credit, by its id or its number.",
            [BLANK_IS_MISSING]: true,
          }),
          amount_cents: Type.Optional(nullable(amountOf("Default: as much as fits."))),
          date,
          preview,
        },
        { title: "InvoiceCreditUse" },
      ),
    },
    idempotency: "Each request moves credit, as long as there is some and something is due.",
    errors: [
      absent("from_invoice_id"),
      invalid("from_invoice_id", "amount_cents", "date"),
      missing("id", "from_invoice_id"),
      refused(
        "There is no such credit, it is another customer's, less is due, or the day is closed, out of range or before the issue of one of both.",
        "id",
        "from_invoice_id",
        "amount_cents",
        "date",
      ),
    ],
  }),
  takeBackSettlement: operation({
    ...write,
    id: "takeBackSettlement",
    path: "/settlements/{id}/take_back",
    summary: "Take back a settlement of an invoice",
    description:
      "A credit note, a write-off, a fee, a moved credit or a refund without a transaction is deleted with its entries; in closed books it is reversed on the first open day.",
    concealment: "Another company's settlement is answered like an unknown one.",
    pathParams: { id: pathParam({ description: "The settlement's id, `stl_...`." }) },
    body: {
      mode: "json",
      schema: exactly({ preview }, { title: "SettlementTakenBack" }),
      optional: true,
    },
    idempotency: "A settlement that is taken back can't be taken back again.",
    hints: { readOnly: false, destructive: true, idempotent: false },
    errors: [
      invalid(),
      missing("id"),
      refused("Credit that it made was moved to other invoices. Take these moves back first.", "id"),
    ],
  }),
} as const;
