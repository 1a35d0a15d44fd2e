/** The operations on invoices: bodies to requests, rows to views. */
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
import type { invoicesConsoleContract } from "../contract/console.ts";
import type { ShareBody, settlementsConsoleContract } from "../contract/settlements.ts";
import { invoiceSchema, type invoicesContract } from "../contract/index.ts";
import { type InvoiceRow, INVOICES, type NamedSettlementRow } from "../record.ts";
import { dueCents, settledCents } from "../rules/index.ts";
import type { Share } from "../service/checks.ts";
import type { InvoicesService } from "../service/index.ts";
import type { OpenedInvoice, Settled } from "../service/opened.ts";

const invoiceView = viewing(INVOICES, invoiceSchema, (row: InvoiceRow) => ({
  object: "invoice",
  currency: "USD",
  line_items: row.line_items.map(lineView),
  amount_paid_cents: settledCents(row),
  amount_due_cents: dueCents(row),
  matched_transaction_id: row.matched_transaction_ids.at(-1) ?? null,
}));

export function invoicesHandlers(invoices: InvoicesService): Handlers<typeof invoicesContract> {
  return {
    async listInvoices({ principal, input }) {
      const rows = await invoices.list(principal.companyId, input);
      return page("/invoices", rows, input.limit, invoiceView);
    },
    async getInvoice({ principal, input }) {
      return invoiceView(await invoices.get(principal.companyId, input.id));
    },
    async createInvoice({ principal, body, now, today }) {
      const { number = null, customer_name, customer_email = null } = body;
      checkEmail(customer_email, "customer_email");
      const invoice = {
        number,
        customer_name,
        customer_email,
        ...datesOf(body, today, "the day of issue"),
        line_items: body.line_items.map(readLine),
      };
      return invoiceView(await invoices.issue(principal.companyId, invoice, { now, today }));
    },
    async voidInvoice({ principal, input, now }) {
      return invoiceView(await invoices.void(principal.companyId, input.id, now));
    },
    async matchInvoice({ principal, input, body, now }) {
      return invoiceView(await invoices.match(principal.companyId, input.id, body.transaction_id, now));
    },
    async unmatchInvoice({ principal, input, body, now }) {
      return invoiceView(
        await invoices.unmatch(principal.companyId, input.id, body.transaction_id ?? null, now),
      );
    },
  };
}

/** The handlers of what only the web console asks. */
export function invoicesConsoleHandlers(invoices: InvoicesService): Handlers<typeof invoicesConsoleContract> {
  return {
    async findInvoices({ principal, input }) {
      const rows = await invoices.search(principal.companyId, input);
      return page(`${CONSOLE_API_ROOT}/invoices`, rows, input.limit, invoiceView);
    },
    async getReceivables({ principal, input, today }) {
      const { customers, category_ids, ...ageing } = await invoices.ageing(
        principal.companyId,
        input.date ?? today,
      );
      return {
        object: "receivables",
        ...ageing,
        category_ids: [...category_ids],
        customers: customers.map((customer) => ({ ...customer, invoices: [...customer.invoices] })),
      };
    },
    async listPaymentCandidates({ principal, input }) {
      const { companyId } = principal;
      const [row, transactions] = await Promise.all([
        invoices.get(companyId, input.id),
        invoices.listPayable(companyId, input.id, input.purpose ?? "match"),
      ]);
      const due = dueCents(row);
      return {
        object: "payment_candidates",
        transactions: transactions.map((each) => ({ ...each, is_exact: each.amount_cents === due })),
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
    invoice: { id: invoice_id, number, customer_name },
    from_invoice:
      from_invoice_id === null
        ? null
        : { id: from_invoice_id, number: from_number ?? "", customer_name: from_customer_name ?? "" },
    lines: row.lines.map(settlementLineView),
  };
}

function openedView({ invoice, payments, settlements }: OpenedInvoice) {
  return {
    object: "opened_invoice" as const,
    invoice: invoiceView(invoice),
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
    object: "settled_invoices" as const,
    invoices: invoices.map(openedView),
    entry_lines: [...entry_lines],
    preview,
  };
}

/** The invoices of a payment or a refund; the card demands one at least. */
function sharesOf([first, ...others]: readonly ShareBody[]): readonly [Share, ...Share[]] {
  const share = ({ invoice_id, amount_cents }: ShareBody): Share => ({
    invoice: invoice_id,
    amount_cents: amountOf(amount_cents),
  });
  return [share(present(first, "no invoice was let through")), ...others.map(share)];
}

/** The handlers of what only the web console asks of settlements. */
export function settlementsConsoleHandlers(
  invoices: InvoicesService,
): Handlers<typeof settlementsConsoleContract> {
  return {
    async getInvoiceSettlements({ principal, input }) {
      return openedView(await invoices.show(principal.companyId, input.id, "id"));
    },
    receivePayment({ principal: { companyId, permissions }, body, now, today }) {
      const { transaction_id: transaction, preview = false } = body;
      const receipt = {
        transaction,
        invoices: sharesOf(body.invoices),
        fees: (body.fees ?? []).map(lineOf),
      };
      return settledView(
        invoices.receive(companyId, receipt, { now, today }, permissions, preview),
        preview,
        { invoice: "invoices", amount: "invoices", line: "fees", fee: "fees", date: "transaction_id" },
      );
    },
    refundCredit({ principal: { companyId, permissions }, body, now, today }) {
      const { preview = false, transaction_id = null, category = null, note = "", date } = body;
      const refund = {
        invoices: sharesOf(body.invoices),
        transaction: transaction_id,
        category,
        date: dateOf(date),
        note,
      };
      return settledView(invoices.refund(companyId, refund, { now, today }, permissions, preview), preview, {
        invoice: "invoices",
        amount: "invoices",
        line: "category",
      });
    },
    creditInvoice({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false, note = "", date } = body;
      const settlement = {
        kind: "credit_note",
        invoice: input.id,
        date: dateOf(date),
        note,
        lines: body.lines.map(lineOf),
      } as const;
      return settledView(
        invoices.settle(companyId, settlement, { now, today }, permissions, preview),
        preview,
        { invoice: "id", line: "lines", amount: "lines" },
      );
    },
    writeOffInvoice({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false, note = "", date, category, amount_cents } = body;
      const line = { category, department: null, amount_cents: amountOf(amount_cents), description: null };
      const settlement = {
        kind: "write_off",
        invoice: input.id,
        date: dateOf(date),
        note,
        lines: [line],
      } as const;
      return settledView(
        invoices.settle(companyId, settlement, { now, today }, permissions, preview),
        preview,
        { invoice: "id", line: "category", amount: "amount_cents" },
      );
    },
    applyCredit({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false, from_invoice_id, date } = body;
      const to = { invoice: input.id, amount_cents: amountOf(body.amount_cents), date: dateOf(date) };
      return settledView(
        invoices.move(companyId, from_invoice_id, to, { now, today }, permissions, preview),
        preview,
        { invoice: "from_invoice_id", to: "id", amount: "amount_cents" },
      );
    },
    takeBackSettlement({
      principal: { companyId, permissions },
      input,
      body: { preview = false },
      now,
      today,
    }) {
      return settledView(
        invoices.takeBack(companyId, input.id, { now, today }, permissions, preview),
        preview,
        { settlement: "id" },
      );
    },
  };
}
