/** The operations on bills: bodies to requests of the service of payables, rows to views. */
import { CONSOLE_API_ROOT, type Handlers } from "../../../../contract/operation.ts";
import { viewing } from "../../../../contract/record.ts";
import { page } from "../../../../contract/schemas.ts";
import { present } from "@daybook/words/assert";
import {
  amountOf,
  checkEmail,
  dateOf,
  datesOf,
  lineOf,
  lineView,
  readLine,
  refusedAs,
  settlementLineView,
} from "./bodies.ts";
import type { billsConsoleContract } from "../contract/bills-console.ts";
import type { BillShareBody, billSettlementsConsoleContract } from "../contract/bill-settlements.ts";
import { type billsContract, billSchema } from "../contract/bills.ts";
import { type InvoiceRow, INVOICES, type NamedSettlementRow } from "../record.ts";
import { dueCents, settledCents } from "../rules/index.ts";
import type { Share } from "../service/checks.ts";
import type { BillsService } from "../service/index.ts";
import type { OpenedInvoice, Settled } from "../service/opened.ts";

const billView = viewing(INVOICES, billSchema, (row: InvoiceRow) => ({
  object: "bill",
  currency: "USD",
  vendor_name: row.customer_name,
  vendor_email: row.customer_email,
  line_items: row.line_items.map(lineView),
  amount_paid_cents: settledCents(row),
  amount_due_cents: dueCents(row),
  matched_transaction_id: row.matched_transaction_ids.at(-1) ?? null,
}));

export function billsHandlers(bills: BillsService): Handlers<typeof billsContract> {
  return {
    async listBills({ principal, input: { vendor_name: customer_name, ...input } }) {
      const rows = await bills.list(principal.companyId, { ...input, customer_name });
      return page("/bills", rows, input.limit, billView);
    },
    async getBill({ principal, input }) {
      return billView(await bills.get(principal.companyId, input.id));
    },
    async createBill({ principal, body, now, today }) {
      const { vendor_number = null, vendor_name, vendor_email = null } = body;
      checkEmail(vendor_email, "vendor_email");
      const bill = {
        number: null,
        vendor_number,
        customer_name: vendor_name,
        customer_email: vendor_email,
        ...datesOf(body, today, "the date of the bill"),
        line_items: body.line_items.map(readLine),
      };
      return billView(await bills.issue(principal.companyId, bill, { now, today }));
    },
    async voidBill({ principal, input, now }) {
      return billView(await bills.void(principal.companyId, input.id, now));
    },
    async matchBill({ principal, input, body, now }) {
      return billView(await bills.match(principal.companyId, input.id, body.transaction_id, now));
    },
    async unmatchBill({ principal, input, body, now }) {
      return billView(await bills.unmatch(principal.companyId, input.id, body.transaction_id ?? null, now));
    },
  };
}

/** The handlers of what only the web console asks. */
export function billsConsoleHandlers(bills: BillsService): Handlers<typeof billsConsoleContract> {
  return {
    async findBills({ principal, input: { vendor_name: customer_name, ...input } }) {
      const rows = await bills.search(principal.companyId, { ...input, customer_name });
      return page(`${CONSOLE_API_ROOT}/bills`, rows, input.limit, billView);
    },
    async getPayables({ principal, input, today }) {
      const { customers, category_ids, ...ageing } = await bills.ageing(
        principal.companyId,
        input.date ?? today,
      );
      return {
        object: "payables",
        ...ageing,
        category_ids: [...category_ids],
        vendors: customers.map(({ customer_name: vendor_name, invoices, ...vendor }) => ({
          vendor_name,
          ...vendor,
          bills: [...invoices],
        })),
      };
    },
    async listBillCandidates({ principal, input }) {
      const { companyId } = principal;
      const [row, transactions] = await Promise.all([
        bills.get(companyId, input.id),
        bills.listPayable(companyId, input.id, input.purpose ?? "match"),
      ]);
      const due = dueCents(row);
      return {
        object: "bill_candidates",
        transactions: transactions.map((each) => ({ ...each, is_exact: each.amount_cents === -due })),
      };
    },
  };
}

function settlementView(row: NamedSettlementRow) {
  const { invoice_id, number, customer_name, from_invoice_id, from_number, from_customer_name } = row;
  return {
    id: row.id,
    kind: row.kind,
    date: row.date,
    amount_cents: row.amount_cents,
    note: row.note,
    reversed_on: row.reversed_on,
    transaction_id: row.transaction_id,
    bill: { id: invoice_id, number, vendor_name: customer_name },
    from_bill:
      from_invoice_id === null
        ? null
        : { id: from_invoice_id, number: from_number ?? "", vendor_name: from_customer_name ?? "" },
    lines: row.lines.map(settlementLineView),
  };
}

function openedView({ invoice, payments, settlements }: OpenedInvoice) {
  return {
    object: "opened_bill" as const,
    bill: billView(invoice),
    payments: payments.map(({ id, date, amount_cents, parts }) => ({
      id,
      date,
      amount_cents,
      parts: parts.map(settlementView),
    })),
    settlements: settlements.map(settlementView),
  };
}

/** Views what a change makes; `words` as in `refusedAs`. */
async function settledView(
  change: Promise<Settled>,
  preview: boolean,
  words: Readonly<Record<string, string>>,
) {
  const { invoices, entry_lines } = await refusedAs(change, words);
  return {
    object: "settled_bills" as const,
    bills: invoices.map(openedView),
    entry_lines: [...entry_lines],
    preview,
  };
}

/** The bills of a payment or a refund; the card demands one at least. */
function sharesOf([first, ...others]: readonly BillShareBody[]): readonly [Share, ...Share[]] {
  const share = ({ bill_id, amount_cents }: BillShareBody): Share => ({
    invoice: bill_id,
    amount_cents: amountOf(amount_cents),
  });
  return [share(present(first, "no bill was let through")), ...others.map(share)];
}

/** The handlers of what only the web console asks of settlements. */
export function billSettlementsConsoleHandlers(
  bills: BillsService,
): Handlers<typeof billSettlementsConsoleContract> {
  return {
    async getBillSettlements({ principal, input }) {
      return openedView(await bills.show(principal.companyId, input.id, "id"));
    },
    payBills({ principal: { companyId, permissions }, body, now, today }) {
      const { transaction_id: transaction, preview = false } = body;
      const payment = {
        transaction,
        invoices: sharesOf(body.bills),
        fees: (body.fees ?? []).map(lineOf),
      };
      return settledView(bills.receive(companyId, payment, { now, today }, permissions, preview), preview, {
        invoice: "bills",
        amount: "bills",
        line: "fees",
        fee: "fees",
        date: "transaction_id",
      });
    },
    refundBills({ principal: { companyId, permissions }, body, now, today }) {
      const { preview = false, transaction_id = null, category = null, note = "", date } = body;
      const refund = {
        invoices: sharesOf(body.bills),
        transaction: transaction_id,
        category,
        date: dateOf(date),
        note,
      };
      return settledView(bills.refund(companyId, refund, { now, today }, permissions, preview), preview, {
        invoice: "bills",
        amount: "bills",
        line: "category",
      });
    },
    creditBill({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false, note = "", date } = body;
      const settlement = {
        kind: "credit_note",
        invoice: input.id,
        date: dateOf(date),
        note,
        lines: body.lines.map(lineOf),
      } as const;
      return settledView(bills.settle(companyId, settlement, { now, today }, permissions, preview), preview, {
        invoice: "id",
        line: "lines",
        amount: "lines",
      });
    },
    writeOffBill({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false, note = "", date, category, amount_cents } = body;
      const line = { category, department: null, amount_cents: amountOf(amount_cents), description: null };
      const settlement = {
        kind: "write_off",
        invoice: input.id,
        date: dateOf(date),
        note,
        lines: [line],
      } as const;
      return settledView(bills.settle(companyId, settlement, { now, today }, permissions, preview), preview, {
        invoice: "id",
        line: "category",
        amount: "amount_cents",
      });
    },
    applyBillCredit({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false, from_bill_id, date } = body;
      const to = { invoice: input.id, amount_cents: amountOf(body.amount_cents), date: dateOf(date) };
      return settledView(
        bills.move(companyId, from_bill_id, to, { now, today }, permissions, preview),
        preview,
        { invoice: "from_bill_id", to: "id", amount: "amount_cents" },
      );
    },
    takeBackBillSettlement({
      principal: { companyId, permissions },
      input,
      body: { preview = false },
      now,
      today,
    }) {
      return settledView(bills.takeBack(companyId, input.id, { now, today }, permissions, preview), preview, {
        settlement: "id",
      });
    },
  };
}
