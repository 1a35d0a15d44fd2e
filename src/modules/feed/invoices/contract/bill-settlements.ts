/**
 * What only the web console asks of settlements of bills: a bill with all that pays and settles it, payments
 * of several bills, vendor credits, write-offs, moved credits, refunds of vendors, and taking these back.
 * Each change can be tried first: it is made, answered and rolled back.
 */
import Type, { type Static } from "typebox";
import { LIMITS } from "@daybook/words/limits";
import {
  BLANK_IS_MISSING,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../../contract/operation.ts";
import { pathParam } from "../../../../contract/params.ts";
import { idSchema, markerSchema } from "../../../../contract/schemas.ts";
import { billSchema, MANAGE_BILLS, MANAGE_BILLS_BOTH, VIEW_BILLS } from "./bills.ts";
import {
  absent,
  amountOf,
  category,
  common,
  date,
  entryLinesSchema,
  FULL,
  invalid,
  linesOf,
  missing,
  moneySchema,
  note,
  preview,
  previewedSchema,
  refused,
  settlementMembers,
} from "./settlements.ts";

const namedBill = exactly(
  {
    id: idSchema("bill", "The bill."),
    number: Type.String({ description: "Its number." }),
    vendor_name: Type.String({ description: "Its vendor." }),
  },
  { title: "NamedBill" },
);

const { lines: settledLines, ...ownMembers } = settlementMembers;
const settlementSchema = exactly(
  { ...ownMembers, bill: namedBill, from_bill: nullable(namedBill), lines: settledLines },
  { title: "BillSettlement" },
);

const openedSchema = exactly(
  {
    object: markerSchema("opened_bill"),
    bill: billSchema,
    payments: Type.Array(
      exactly(
        {
          ...moneySchema,
          parts: Type.Array(settlementSchema, {
            description: "The fees and moves that go with it, also those of other bills.",
          }),
        },
        { title: "BillMoney" },
      ),
      {
        description:
          "The transactions that pay it, and those above zero that bring back what was paid too much, by date.",
      },
    ),
    settlements: Type.Array(settlementSchema, {
      description: "What else settles it, and what of its credit was moved to other bills, by date.",
    }),
  },
  { title: "OpenedBill" },
);

const settledSchema = exactly(
  {
    object: markerSchema("settled_bills"),
    bills: Type.Array(openedSchema, { description: "The bills that change, as they are then." }),
    entry_lines: entryLinesSchema,
    preview: previewedSchema,
  },
  { title: "SettledBills" },
);

const share = exactly(
  {
    bill_id: Type.String({ description: "The bill, by its id or its number." }),
    amount_cents: Type.Optional(nullable(amountOf("Its share. Default: as much as fits."))),
  },
  { title: "BillShare" },
);
export type BillShareBody = Static<typeof share>;
const sharesOf = (description: string) =>
  Type.Array(share, { minItems: 1, maxItems: LIMITS.receipt_invoices.value, description });

const billId = { id: pathParam({ description: "The bill, by its id, `bill_...`, or its number." }) };
const write = {
  ...common,
  method: "POST",
  requires: MANAGE_BILLS,
  concealment: "Another company's bill or category is answered like an unknown one.",
  hints: { readOnly: false, destructive: false, idempotent: false },
  success: { status: 200, description: "The bills as they are then.", schema: settledSchema },
} as const;
const one = { ...write, pathParams: billId } as const;

/** What only the web console asks of settlements of bills. */
export const billSettlementsConsoleContract = {
  getBillSettlements: operation({
    ...common,
    id: "getBillSettlements",
    method: "GET",
    path: "/bills/{id}/settlements",
    requires: VIEW_BILLS,
    summary: "Read a bill with all that pays and settles it",
    description: "The bill, its transactions, its settlements, and the credit that was moved from it.",
    concealment: "Another company's bill is answered like an unknown one.",
    pathParams: billId,
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    hints: READ_HINTS,
    success: { status: 200, description: "The bill.", schema: openedSchema },
    errors: [{ code: "resource_missing", params: ["id"], when: "There is no such bill." }],
  }),
  payBills: operation({
    ...write,
    id: "payBills",
    path: "/bill_payments",
    requires: MANAGE_BILLS_BOTH,
    summary: "Book a payment of one or several bills",
    description:
      "The transaction is matched with the first bill. Each further one, which may be of another vendor, gets its share, and fees that the payment contained besides are booked on their categories. What is over stays on the first one as a credit with its vendor.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          transaction_id: Type.String({ description: "The outgoing transaction.", [BLANK_IS_MISSING]: true }),
          bills: sharesOf("The bills. The first one has no amount: it gets what the others leave."),
          fees: Type.Optional(linesOf("Fees that the payment contained besides. Default: none.", 0)),
          preview,
        },
        { title: "BillsPayment" },
      ),
    },
    idempotency: "Safe to repeat: what the payment has settled is not settled again.",
    errors: [
      absent("transaction_id", "bills"),
      invalid("transaction_id", "bills", "fees"),
      missing("transaction_id", "bills", "fees"),
      refused(
        "The transaction can't pay, a share exceeds what is due or paid, the fees exceed what is over, or the bill is a draft or void.",
        "transaction_id",
        "bills",
        "fees",
      ),
      FULL,
    ],
    limits: ["receipt_invoices", "invoice_lines"],
  }),
  refundBills: operation({
    ...write,
    id: "refundBills",
    path: "/bill_refunds",
    requires: MANAGE_BILLS_BOTH,
    summary: "Book what a vendor pays back",
    description:
      "Uses up the credit of one or several bills of a vendor: by an incoming transaction, which is matched with the first bill, or on a day, against the category that the refund was paid to.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          bills: sharesOf("The bills that have the credit."),
          transaction_id: Type.Optional(nullable(Type.String({ description: "The incoming transaction." }))),
          category: Type.Optional(
            nullable(
              Type.String({
                description:
                  "Without a transaction: the category that it was paid to, such as petty cash. By its id or name.",
              }),
            ),
          ),
          date,
          note,
          preview,
        },
        { title: "BillRefund" },
      ),
    },
    idempotency:
      "Safe to repeat with the same transaction. Without one, each request refunds, as long as there is credit.",
    errors: [
      absent("bills"),
      invalid("bills", "transaction_id", "category", "date", "note"),
      missing("bills", "transaction_id", "category"),
      refused(
        "The transaction is no inflow or pays something, the credit is less or of several vendors, or the day is closed, out of range or before the date of a bill.",
        "bills",
        "transaction_id",
        "date",
      ),
      FULL,
    ],
    limits: ["receipt_invoices"],
  }),
  creditBill: operation({
    ...one,
    id: "creditBill",
    path: "/bills/{id}/credit",
    summary: "Enter a vendor credit for a bill",
    description:
      "Credits the categories of the lines, such as the expense that is taken back, and debits Accounts Payable. What exceeds the amount due is a credit that the vendor owes.",
    body: {
      mode: "json",
      schema: exactly(
        { lines: linesOf("What is taken back.", 1), date, note, preview },
        { title: "BillVendorCredit" },
      ),
    },
    idempotency: "Each request enters a vendor credit.",
    errors: [
      absent("lines"),
      invalid("lines", "date", "note"),
      missing("id", "lines"),
      refused(
        "The bill is a draft or void, the lines exceed its total, or the day is closed, out of range or before its date.",
        "id",
        "lines",
        "date",
      ),
      FULL,
    ],
    limits: ["invoice_lines"],
  }),
  writeOffBill: operation({
    ...one,
    id: "writeOffBill",
    path: "/bills/{id}/write_off",
    summary: "Write off what is due of a bill",
    description:
      "Debits Accounts Payable and credits the category of what is no longer owed, such as discounts taken.",
    body: {
      mode: "json",
      schema: exactly(
        {
          category: category("The category of what is no longer owed."),
          amount_cents: Type.Optional(nullable(amountOf("Default: all that is due."))),
          date,
          note,
          preview,
        },
        { title: "BillWriteOff" },
      ),
    },
    idempotency: "Each request writes an amount off, as long as it is due.",
    errors: [
      absent("category"),
      invalid("category", "amount_cents", "date", "note"),
      missing("id", "category"),
      refused(
        "Nothing is due, less is due, or the day is closed, out of range or before the date of the bill.",
        "id",
        "amount_cents",
        "date",
      ),
      FULL,
    ],
  }),
  applyBillCredit: operation({
    ...one,
    id: "applyBillCredit",
    path: "/bills/{id}/apply",
    summary: "Settle a bill with the credit of another one",
    description:
      "What was paid or credited too much of another bill of the vendor settles this one. Nothing is booked, because both are booked on the same payables.",
    body: {
      mode: "json",
      schema: exactly(
        {
          from_bill_id: Type.String({
            description: "The bill that has the credit, by its id or its number.",
            [BLANK_IS_MISSING]: true,
          }),
          amount_cents: Type.Optional(nullable(amountOf("Default: as much as fits."))),
          date,
          preview,
        },
        { title: "BillCreditUse" },
      ),
    },
    idempotency: "Each request moves credit, as long as there is some and something is due.",
    errors: [
      absent("from_bill_id"),
      invalid("from_bill_id", "amount_cents", "date"),
      missing("id", "from_bill_id"),
      refused(
        "There is no such credit, it is another vendor's, less is due, or the day is closed, out of range or before the date of one of both.",
        "id",
        "from_bill_id",
        "amount_cents",
        "date",
      ),
    ],
  }),
  takeBackBillSettlement: operation({
    ...write,
    id: "takeBackBillSettlement",
    path: "/bill_settlements/{id}/take_back",
    summary: "Take back a settlement of a bill",
    description:
      "A vendor credit, a write-off, a fee, a moved credit or a refund without a transaction is deleted with its entries; in closed books it is reversed on the first open day.",
    concealment: "Another company's settlement is answered like an unknown one.",
    pathParams: { id: pathParam({ description: "The settlement's id, `stl_...`." }) },
    body: {
      mode: "json",
      schema: exactly({ preview }, { title: "BillSettlementTakenBack" }),
      optional: true,
    },
    idempotency: "A settlement that is taken back can't be taken back again.",
    hints: { readOnly: false, destructive: true, idempotent: false },
    errors: [
      invalid(),
      missing("id"),
      refused("Credit that it made was moved to other bills. Take these moves back first.", "id"),
    ],
  }),
} as const;
