/** Commands on invoices: list and show them, book what settles them, and receivables by age. */
import type { CompanyFor } from "@daybook/words/areas";
import { type Cents, cents } from "@daybook/words/cents";
import { type Age, AGES, INVOICE_STATUSES } from "@daybook/words/feed-words";
import { accountingText, centsFromMoney } from "@daybook/words/money-text";
import { Refusal } from "../../../core/errors.ts";
import { present } from "@daybook/words/assert";
import { databaseCommand } from "../command.ts";
import {
  day,
  id,
  needed,
  optional,
  pattern,
  several,
  text,
  toggle,
  UsageProblem,
  wholeNumber,
  word,
} from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

type Invoices = CommandServices["invoices"];
type Settled = Awaited<ReturnType<Invoices["settle"]>>;
type Invoice = Settled["invoices"][number]["invoice"];

const invoice = needed("argument", text("invoice"), "The invoice, by its id or its number.");
const date = optional("option", day(), "The accounting date; default: today.");
const note = optional("option", text("text"), "What it is for.");
const reference = optional(
  "option",
  text("text"),
  "Your own name of it: one that is made again under it changes nothing.",
);
const LINE = pattern(
  "category=amount",
  "^[^=;]{1,200}=[^=;]{1,40}(;[^;]{0,200}){0,2}$",
  "written as CATEGORY=AMOUNT, CATEGORY=AMOUNT;DEPARTMENT or CATEGORY=AMOUNT;DEPARTMENT;MEMO",
);
const SHARE = text("invoice", 250);

function amountOf(given: string): Cents {
  const found = centsFromMoney(given);
  if (found === null || found <= 0)
    throw new UsageProblem(`${JSON.stringify(given)} is no positive amount of dollars, such as 1,250.00.`);
  return found;
}

/** Parses `--line` and `--fee` options. */
function linesOf(values: readonly string[]) {
  return values.map((value) => {
    const [pair = "", department = "", memo = ""] = value.split(";").map((part) => part.trim());
    const [category = "", amount = ""] = pair.split("=");
    return {
      category: category.trim(),
      department: department || null,
      amount_cents: amountOf(amount),
      description: memo || null,
    };
  });
}

/**
 * Reads INVOICE, which takes what is due, or INVOICE=AMOUNT. A number may contain a `=`: the whole text is
 * looked for first, and then the last `=` parts the amount.
 */
async function shareOf(app: CommandServices, companyId: CompanyFor<"invoices:view">, value: string) {
  const sign = value.lastIndexOf("=");
  if (sign <= 0 || (await isInvoice(app, companyId, value))) return { invoice: value, amount_cents: null };
  const [name, amount] = [value.slice(0, sign), value.slice(sign + 1)];
  const found = centsFromMoney(amount);
  if (found === null || found <= 0)
    throw new UsageProblem(
      `${JSON.stringify(value)} is neither an invoice nor INVOICE=AMOUNT with a positive amount of dollars. What stands before the last = is the invoice; its id works too.`,
    );
  return { invoice: name, amount_cents: found };
}

async function isInvoice(
  app: CommandServices,
  companyId: CompanyFor<"invoices:view">,
  name: string,
): Promise<boolean> {
  try {
    await app.invoices.show(companyId, name);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "resource_missing") return false;
    throw error;
  }
}

function dueOf(row: Invoice): Cents {
  if (row.state === "void") return cents(0);
  return cents(row.total_cents - row.paid_cents - row.credited_cents + row.moved_cents);
}

const HEAD = ["INVOICE", "NUMBER", "CUSTOMER", "STATUS", "ISSUED", "DUE", "TOTAL", "OPEN"];

function lineOf(row: Invoice): string[] {
  const amounts = [row.total_cents, dueOf(row)].map(accountingText);
  return [row.id, row.number, row.customer_name, row.status, row.issue_date, row.due_date, ...amounts];
}

function showInvoices(invoices: readonly Invoice[]): string {
  return table(HEAD, invoices.map(lineOf), "There are no such invoices.");
}

/** The company, the time of the command, and the caller. */
async function scopeOf(app: CommandServices, company: string | null) {
  const company_id = await chooseCompany(app, company);
  return { company_id, at: { now: app.clock.now(), today: app.clock.today() } };
}

const invoiceList = databaseCommand({
  name: "invoice list",
  summary: "List invoices, latest issue first",
  description: "OPEN is what is due; in parentheses, what the customer has too much.",
  examples: [["invoice list --status open --company comp_sample", "what is not paid yet"]],
  fields: {
    ...COMPANY_OPTION,
    status: optional("option", word(...INVOICE_STATUSES), "Only invoices of this status."),
    customer: optional("option", text("customer"), "Only invoices of this customer."),
    limit: optional("option", wholeNumber("count", 1, 1_000), "How many at most; default: 100."),
  },
  async run(app, args) {
    const { company_id } = await scopeOf(app, args.company);
    const limit = args.limit ?? 100;
    const rows = await app.invoices.list(company_id, {
      limit,
      starting_after: null,
      start_date: null,
      end_date: null,
      status: args.status,
      customer_name: args.customer,
    });
    return { company_id, invoices: rows.slice(0, limit) };
  },
  show: ({ invoices }) => showInvoices(invoices),
});

const KINDS = {
  credit_note: "credit note",
  write_off: "write-off",
  fee: "fee",
  move: "credit moved",
  refund: "refund",
} as const;

const invoiceShow = databaseCommand({
  name: "invoice show",
  summary: "Show an invoice with what pays and settles it",
  examples: [["invoice show INV-0001 --company comp_sample", "by its number"]],
  fields: { invoice, ...COMPANY_OPTION },
  async run(app, args) {
    const { company_id } = await scopeOf(app, args.company);
    return { company_id, ...(await app.invoices.show(company_id, args.invoice)) };
  },
  show: ({ invoice: row, settlements }) =>
    [
      showInvoices([row]),
      `Paid by transactions: ${accountingText(row.paid_cents)} (${row.matched_transaction_ids.join(", ") || "none"})`,
      table(
        ["SETTLEMENT", "KIND", "DATE", "AMOUNT", "INVOICE", "FROM", "NOTE"],
        settlements.map((each) => [
          each.id,
          `${KINDS[each.kind]}${each.reversed_on === null ? "" : `, reversed on ${each.reversed_on}`}`,
          each.date,
          accountingText(each.amount_cents),
          each.invoice_id,
          each.from_invoice_id ?? "-",
          each.note,
        ]),
        "Nothing else settles it.",
      ),
    ].join("\n\n"),
});

/** The invoices, and both sides of what is booked for them. */
function showBooked(done: {
  readonly invoices: readonly Invoice[];
  readonly entry_lines: Settled["entry_lines"];
}): string {
  const side = (amount: number): string => (amount > 0 ? accountingText(cents(amount)) : "");
  const lines = done.entry_lines.map((line) => [
    line.category_id,
    side(line.net_debit_cents),
    side(-line.net_debit_cents),
  ]);
  return [
    showInvoices(done.invoices),
    table(["CATEGORY", "DEBIT", "CREDIT"], lines, "Nothing is booked."),
  ].join("\n\n");
}

const invoiceReceive = databaseCommand({
  name: "invoice receive",
  summary: "Book a payment on one or several invoices",
  description:
    "The transaction is matched with the first invoice. Each further invoice, also of another customer, gets what it is due, or the amount after the =; what is over stays on the first one as the customer's credit. A fee that the payment service kept is booked on its category and settles the rest. Several payments of one invoice are several commands.",
  examples: [
    ["invoice receive txn_1 INV-0007 INV-0008", "one payment for two invoices"],
    ["invoice receive txn_2 INV-0009 --fee cat_fees=3.20", "a payment from which 3.20 were kept"],
    [
      "invoice receive txn_3 INV-0010 INV-0012=4000 --fee 'Processing Fees=291'",
      "a payout of the payments of two customers, less a fee",
    ],
  ],
  fields: {
    transaction: needed("argument", id("transaction"), "The incoming transaction."),
    invoices: several("argument", SHARE, "The invoices, as INVOICE or INVOICE=AMOUNT, by id or number."),
    fee: several("option", LINE, "A fee that was kept, as CATEGORY=AMOUNT; may be repeated."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const { company_id, at } = await scopeOf(app, args.company);
    const shares = args.invoices.map((value) => shareOf(app, company_id, value));
    const [first, ...others] = await Promise.all(shares);
    if (first === undefined) throw new UsageProblem("Name the invoice that the transaction pays.");
    const receipt = {
      transaction: args.transaction,
      invoices: [first, ...others] as const,
      fees: linesOf(args.fee),
    };
    const { invoices, entry_lines } = await app.invoices.receive(company_id, receipt, at, "operator");
    return { company_id, invoices: invoices.map(({ invoice: row }) => row), entry_lines };
  },
  show: showBooked,
});

/** The invoice that is settled. */
function firstOf({ invoices: [opened] }: Settled): Invoice {
  return present(opened, "no invoice was settled").invoice;
}

/** What `invoice credit` and `invoice write-off` give back. */
function showOne({ invoice: row }: { readonly invoice: Invoice }): string {
  const due = dueOf(row);
  const credit =
    due < 0
      ? `\n\nThe customer has a credit of ${accountingText(cents(-due))}: settle another invoice with \`daybook invoice apply ${row.number} NUMBER\`.`
      : "";
  return `${showInvoices([row])}${credit}`;
}

const invoiceCredit = databaseCommand({
  name: "invoice credit",
  summary: "Make a credit note for an invoice",
  description:
    "Debits the categories of the lines, such as the revenue that is taken back, and credits the claim. It can exceed what is due, up to the invoice's total; what is over is the customer's credit.",
  examples: [["invoice credit INV-0007 --line cat_sales=100.00 --note 'Returned goods'", "a partial return"]],
  fields: {
    invoice,
    line: several("option", LINE, "A debit, as CATEGORY=AMOUNT[;DEPARTMENT[;MEMO]]; may be repeated."),
    date,
    note,
    reference,
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const { company_id, at } = await scopeOf(app, args.company);
    if (args.line.length === 0)
      throw new UsageProblem("Give at least one --line, such as --line cat_sales=100.");
    const settlement = {
      kind: "credit_note",
      invoice: args.invoice,
      date: args.date,
      note: args.note ?? "",
      lines: linesOf(args.line),
      reference: args.reference,
    } as const;
    return {
      company_id,
      invoice: firstOf(await app.invoices.settle(company_id, settlement, at, "operator")),
    };
  },
  show: showOne,
});

const invoiceWriteOff = databaseCommand({
  name: "invoice write-off",
  summary: "Write off what is due of an invoice, or a part of it, as a bad debt",
  description:
    "Debits the category of bad debts and credits the claim. If the customer pays after all, take the write-off back and book the payment.",
  examples: [
    ["invoice write-off INV-0007 --category 'Bad Debt'", "all that is due"],
    ["invoice write-off INV-0007 --category cat_bad-debt --amount 12.50 --date 2026-06-30", "a part"],
  ],
  fields: {
    invoice,
    category: needed("option", text("category"), "The category of bad debts, by id or name."),
    amount: optional("option", text("amount", 40), "The amount; default: all that is due."),
    date,
    note,
    reference,
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const { company_id, at } = await scopeOf(app, args.company);
    const amount_cents = args.amount === null ? null : amountOf(args.amount);
    const line = { category: args.category, department: null, amount_cents, description: null };
    const settlement = {
      kind: "write_off",
      invoice: args.invoice,
      date: args.date,
      note: args.note ?? "",
      lines: [line],
      reference: args.reference,
    } as const;
    return {
      company_id,
      invoice: firstOf(await app.invoices.settle(company_id, settlement, at, "operator")),
    };
  },
  show: showOne,
});

const invoiceApply = databaseCommand({
  name: "invoice apply",
  summary: "Settle an invoice with the credit of another one",
  description:
    "What was paid or credited too much of one invoice settles another one of the same customer. No entry is posted, because both are booked on the same receivables.",
  examples: [["invoice apply INV-0007 INV-0011", "as much as INV-0007 has too much and INV-0011 is due"]],
  fields: {
    from: needed("argument", text("invoice"), "The invoice that was paid too much, by id or number."),
    to: needed(
      "argument",
      SHARE,
      "The invoice that is settled, as INVOICE or INVOICE=AMOUNT, by id or number.",
    ),
    date,
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const { company_id, at } = await scopeOf(app, args.company);
    const to = { ...(await shareOf(app, company_id, args.to)), date: args.date };
    return {
      company_id,
      invoice: firstOf(await app.invoices.move(company_id, args.from, to, at, "operator")),
    };
  },
  show: showOne,
});

const invoiceRefund = databaseCommand({
  name: "invoice refund",
  summary: "Refund what a customer paid too much",
  description:
    "Uses up the credit of one or several invoices of a customer. With --transaction, the outgoing transaction is matched with the first invoice, to which the credit of the others is moved. Without it, --category is what the refund was paid from, such as petty cash.",
  examples: [
    ["invoice refund INV-0007 --transaction txn_9", "by a bank transfer"],
    ["invoice refund INV-0007=25 --category 'Petty Cash' --date 2026-06-30", "a part, in cash"],
  ],
  fields: {
    invoices: several("argument", SHARE, "The invoices, as INVOICE or INVOICE=AMOUNT, by id or number."),
    transaction: optional("option", id("transaction"), "The outgoing transaction."),
    category: optional("option", text("category"), "The category that it was paid from, by id or name."),
    date: optional("option", day(), "The accounting date without a transaction; default: today."),
    note,
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const { company_id, at } = await scopeOf(app, args.company);
    if ((args.transaction === null) === (args.category === null))
      throw new UsageProblem("Give either --transaction or --category.");
    if (args.transaction !== null && args.date !== null)
      throw new UsageProblem("A transaction has its own date: leave --date out.");
    const [first, ...others] = await Promise.all(
      args.invoices.map((value) => shareOf(app, company_id, value)),
    );
    if (first === undefined) throw new UsageProblem("Name the invoice that the transaction pays.");
    const refund = {
      invoices: [first, ...others] as const,
      transaction: args.transaction,
      category: args.category,
      date: args.date,
      note: args.note ?? "",
    };
    const { invoices, entry_lines } = await app.invoices.refund(company_id, refund, at, "operator");
    return { company_id, invoices: invoices.map(({ invoice: row }) => row), entry_lines };
  },
  show: showBooked,
});

const invoiceTakeBack = databaseCommand({
  name: "invoice take-back",
  summary: "Take back a credit note, a write-off, a fee, a moved credit or a refund without a transaction",
  description:
    "Its entries are deleted; if they are in closed books, the opposite ones are booked on the first open day. `daybook invoice show` lists the settlements of an invoice.",
  examples: [["invoice take-back stl_1a2b3c", "the customer pays after all"]],
  fields: { settlement: needed("argument", id("settlement"), "The settlement."), ...COMPANY_OPTION },
  async run(app, args) {
    const { company_id, at } = await scopeOf(app, args.company);
    return {
      company_id,
      invoice: firstOf(await app.invoices.takeBack(company_id, args.settlement, at, "operator")),
    };
  },
  show: showOne,
});

const invoiceVoid = databaseCommand({
  name: "invoice void",
  summary: "Void an invoice, by its reversal on a day or as if it had never been issued",
  description:
    "With --on, the entries of the day of issue stay, and the opposite ones are booked on that day, so that no earlier month changes. With --as-if-never, the entries are deleted, as POST /invoices/{id}/void does. An invoice that is paid or settled in part is refused.",
  examples: [["invoice void INV-0007 --on 2026-06-30", "March, in which it was issued, stays as it was"]],
  fields: {
    invoice,
    on: optional("option", day(), "The day of the reversal; default: today."),
    as_if_never: toggle("Delete the entries instead of reversing them."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const { company_id, at } = await scopeOf(app, args.company);
    if (args.as_if_never && args.on !== null)
      throw new UsageProblem("--on and --as-if-never exclude each other.");
    const shown = await app.invoices.show(company_id, args.invoice);
    const row = args.as_if_never
      ? await app.invoices.void(company_id, shown.invoice.id, at.now)
      : await app.invoices.reverse(company_id, shown.invoice.id, args.on ?? at.today, at, "operator");
    return { company_id, invoice: row };
  },
  show: ({ invoice: row }) =>
    `${showInvoices([row])}\n\n${row.voided_on === null ? "Its entries are deleted." : `Its entries are reversed on ${row.voided_on}.`}`,
});

const AGE_HEADS: Readonly<Record<Age, string>> = {
  current: "CURRENT",
  "1_to_30": "1-30",
  "31_to_60": "31-60",
  "61_to_90": "61-90",
  over_90: "OVER 90",
  credit: "CREDIT",
};

const invoiceAgeing = databaseCommand({
  name: "invoice ageing",
  summary: "Show receivables by age: what each customer owes, by days past due",
  description:
    "At the end of a day, beside the balance of the receivables in the ledger. A difference are entries on these categories that follow no invoice.",
  examples: [["invoice ageing --on 2026-06-30 --company comp_sample", "the end of June"]],
  fields: { on: optional("option", day(), "The day; default: today."), ...COMPANY_OPTION },
  async run(app, args) {
    const { company_id, at } = await scopeOf(app, args.company);
    return { company_id, ...(await app.invoices.ageing(company_id, args.on ?? at.today)) };
  },
  show: ({ date: at, customers, ages, total_cents, category_ids, ledger_cents, other_cents }) =>
    [
      `Receivables by age at ${at}, days past due`,
      table(
        ["CUSTOMER", ...AGES.map((age) => AGE_HEADS[age]), "TOTAL"],
        [...customers, { customer_name: "Total", ages, total_cents }].map((row) => [
          row.customer_name,
          ...AGES.map((age) => accountingText(row.ages[age])),
          accountingText(row.total_cents),
        ]),
        "",
      ),
      category_ids.length === 0
        ? "No category of the chart is for receivables, so nothing was compared with the ledger."
        : `In the ledger: ${accountingText(ledger_cents)}.${other_cents === 0 ? " It agrees." : ` ${accountingText(other_cents)} of it follow no invoice.`}`,
    ].join("\n\n"),
});

export const INVOICE_COMMANDS = [
  invoiceList,
  invoiceShow,
  invoiceReceive,
  invoiceCredit,
  invoiceWriteOff,
  invoiceApply,
  invoiceRefund,
  invoiceTakeBack,
  invoiceVoid,
  invoiceAgeing,
];
