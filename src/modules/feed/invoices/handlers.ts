/** The operations on invoices: bodies to requests, rows to views. */
import { CONSOLE_API_ROOT, type Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { page } from "../../../contract/schemas.ts";
import { cents } from "@daybook/words/cents";
import { isEmail } from "../../../core/email.ts";
import { refuse } from "../../../core/errors.ts";
import { DATE_INPUT, readAs } from "../../../core/kinds.ts";
import type { invoicesConsoleContract } from "./contract/console.ts";
import { invoiceSchema, type invoicesContract, lineSchema, type NewLineBody } from "./contract/index.ts";
import { type InvoiceLine, type InvoiceRow, INVOICES, LINES } from "./record.ts";
import { quantityOf, readQuantity } from "@daybook/words/invoice-lines";
import { dueCents, settledCents } from "./rules.ts";
import type { InvoicesService, NewLine } from "./service/index.ts";

const lineView = viewing(LINES, lineSchema, ({ quantity_ten_thousandths }: InvoiceLine) => ({
  quantity: quantityOf(quantity_ten_thousandths),
}));
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
      if (customer_email !== null && !isEmail(customer_email))
        throw wrong("customer_email", "must be an e-mail address");
      const issue_date =
        body.issue_date === undefined ? today : readAs(DATE_INPUT, body.issue_date, "issue_date");
      const due_date =
        body.due_date === undefined ? issue_date : readAs(DATE_INPUT, body.due_date, "due_date");
      if (due_date < issue_date) throw wrong("due_date", "must be on or after the day of issue");
      const invoice = {
        number,
        customer_name,
        customer_email,
        issue_date,
        due_date,
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
        invoices.listPayable(companyId, input.id),
      ]);
      const due = dueCents(row);
      return {
        object: "payment_candidates",
        transactions: transactions.map((each) => ({ ...each, is_exact: each.amount_cents === due })),
      };
    },
  };
}

function wrong(param: string, sentence: string): Error {
  return refuse("invalid_request", { param, message: `\`${param}\` ${sentence}.` });
}

function readLine({
  description,
  quantity = 1,
  unit_amount_cents,
  amount_cents,
  category_id = null,
}: NewLineBody): NewLine {
  const parts = readQuantity(quantity);
  if (parts === null) throw wrong("line_items", "must have quantities with at most four decimals");
  return {
    description,
    quantity_ten_thousandths: parts,
    unit_amount_cents: cents(unit_amount_cents),
    amount_cents: amount_cents ?? null,
    category_id,
  };
}
