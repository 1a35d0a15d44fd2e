/** Commands on single lines of the feed: list them, edit one, and split it by category. */
import { accountingText } from "@daybook/words/money-text";
import { type Cents, cents } from "@daybook/words/cents";
import { type Column, cardCommand, type Row, rowsText } from "../card-command.ts";
import { databaseCommand } from "../command.ts";
import { id, needed, several, UsageProblem, wholeNumber } from "../fields.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";
import { LINE, linesOf } from "./item-inputs.ts";
import { namesOf } from "./named.ts";

const COLUMNS: readonly Column[] = [
  ["TRANSACTION", "id"],
  ["DATE", "accounting_date"],
  ["AMOUNT", "amount_cents"],
  ["DESCRIPTION", "description"],
  ["CATEGORY", "category_name"],
];
const TRANSACTION = { as: "transaction", kind: id("transaction"), help: "The transaction's id." } as const;
const CATEGORY = { as: "category", named: "category", help: "The category, by id or name." } as const;
const DEPARTMENT = { as: "department", named: "department", help: "The department, by id or name." } as const;

const split = databaseCommand({
  name: "transaction split",
  summary: "Split a transaction by category",
  description:
    "The amounts are parts of the transaction's amount and sum to it; they are given without its sign. Its own category and department are removed.",
  examples: [
    [
      "transaction split txn_1 --line 'Loans Payable=500' --line 'Interest Expense=12.50;;July'",
      "a payment of principal and interest",
    ],
  ],
  fields: {
    transaction: needed("argument", id("transaction"), TRANSACTION.help),
    line: several("option", LINE, "A part, as CATEGORY=AMOUNT[;DEPARTMENT[;MEMO]]; given at least twice."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const path = { id: args.transaction };
    const { amount_cents } = (await app.callOperation({
      operation: "getTransaction",
      companyId: company_id,
      given: { path, query: {}, body: {} },
    })) as { readonly amount_cents: Cents };
    const parts = linesOf(args.line);
    const total = parts.reduce((sum, part) => sum + part.amount_cents, 0);
    if (total !== Math.abs(amount_cents))
      throw new UsageProblem(
        `The lines sum to ${accountingText(cents(total))}, and the transaction is of ${accountingText(cents(Math.abs(amount_cents)))}.`,
      );
    const idNamed = namesOf(app, company_id);
    const lines = [];
    for (const { category, department, amount_cents: part, description } of parts)
      lines.push({
        category_id: await idNamed("category", category),
        ...(department === null ? {} : { department_id: await idNamed("department", department) }),
        amount_cents: amount_cents < 0 ? -part : part,
        ...(description === null ? {} : { memo: description }),
      });
    const transaction = await app.callOperation({
      operation: "splitTransaction",
      companyId: company_id,
      given: { path, query: {}, body: { lines } },
    });
    return { company_id, transaction: transaction as Row };
  },
  show: ({ transaction }) => `${String(transaction["id"])} is split.`,
});

export const TRANSACTION_COMMANDS = [
  cardCommand("listTransactions", {
    name: "transaction list",
    summary: "List transactions, latest first",
    examples: [
      ["transaction list --status needs_review --company comp_sample", "what waits for a category"],
      ["transaction list --start-date 2026-07-01 --end-date 2026-07-31 --limit 100", "those of a month"],
    ],
    inputs: {
      category_id: CATEGORY,
      department_id: DEPARTMENT,
      account_id: { as: "account", kind: id("account"), help: "The account, by its id." },
      starting_after: { kind: id("transaction") },
      limit: { kind: wholeNumber("count", 1, 100) },
    },
    at: "data",
    as: "transactions",
    show: ({ transactions }) => rowsText(COLUMNS, transactions as readonly Row[], "There are none."),
  }),
  cardCommand("editTransaction", {
    name: "transaction edit",
    summary: "Give a transaction a category, a department, a day, a merchant or a memo",
    description: "What is left out stays as it is. The journal entries change at the same time.",
    examples: [
      ["transaction edit txn_1 --category Payroll --memo 'July'", "by the name of the category"],
      ["transaction edit txn_1 --accounting-date 2026-06-30", "in the month before"],
    ],
    inputs: { id: TRANSACTION, category_id: CATEGORY, department_id: DEPARTMENT },
    as: "transaction",
    show: ({ transaction }) => rowsText(COLUMNS, [transaction as Row], ""),
  }),
  split,
];
