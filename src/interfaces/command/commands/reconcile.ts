/** Commands on reconciliations: statements of accounts, and the lines of the bank that are on them. */
import type { Cents } from "@daybook/words/cents";
import { accountingText, centsFromMoney } from "@daybook/words/money-text";
import { type Column, cardCommand, type Row, rowsText, said } from "../card-command.ts";
import { id, pattern, UsageProblem } from "../fields.ts";

const COLUMNS: readonly Column[] = [
  ["RECONCILIATION", "id"],
  ["ACCOUNT", "account_id"],
  ["STATEMENT", "statement_date"],
  ["OPENING", "opening_balance_cents"],
  ["BALANCE", "statement_balance_cents"],
  ["STATE", "state"],
  ["FINISHED BY", ({ finished_by }) => said(finished_by)],
];
const LINES: readonly Column[] = [
  ["TRANSACTION", "id"],
  ["DATE", "date"],
  ["AMOUNT", "amount_cents"],
  ["DESCRIPTION", "description"],
  ["CLEARED", ({ cleared }) => (cleared === true ? "yes" : "no")],
];

const REASONS: Readonly<Record<string, string>> = {
  not_cleared: "is not cleared",
  cleared_too_much: "is cleared, but may not be on the statement",
  duplicate: "is cleared, and may be there twice",
  sign_swapped: "may have the wrong sign",
  digits_swapped: "may have two digits swapped",
};

const amountText = (value: unknown): string => accountingText(value as Cents);

function explained(row: Row): string {
  const { why, id: transaction, date, amount_cents, statement_cents, description } = row;
  const stated =
    why === "sign_swapped" || why === "digits_swapped"
      ? `; the statement would say ${amountText(statement_cents)}`
      : "";
  return `${said(transaction)} of ${said(date)}, ${amountText(amount_cents)} ${said(description)}: ${REASONS[said(why)] ?? said(why)}${stated}.`;
}

function showOne(row: Row): string {
  const figures = [
    `Cleared ${amountText(row["cleared_balance_cents"])} with ${said(row["cleared_count"])} lines; difference ${amountText(row["difference_cents"])}.`,
    `Not cleared: ${said(row["open_count"])} lines, ${amountText(row["open_cents"])} together.`,
    ...(row["open_lines_explain"] === true ? ["All of these together are the difference."] : []),
    ...(row["explanations"] as readonly Row[]).map(explained),
  ];
  return [rowsText(COLUMNS, [row], ""), ...figures].join("\n");
}

/** An amount of dollars that may be negative. */
const BALANCE = pattern("amount", "^.{1,40}$", "an amount of dollars, such as 1,250.00 or (80.10)");
function balanceOf(given: unknown): Cents {
  const found = centsFromMoney(String(given));
  if (found === null) throw new UsageProblem(`${String(given)} is no amount of dollars, such as 1,250.00.`);
  return found;
}

const ID = { as: "reconciliation", kind: id("reconciliation"), help: "The reconciliation." };
const ONE = {
  as: "reconciliation",
  show: ({ reconciliation }: Row) => showOne(reconciliation as Row),
} as const;

export const RECONCILE_COMMANDS = [
  cardCommand("listReconciliations", {
    name: "reconcile list",
    summary: "List the statements that were reconciled",
    examples: [["reconcile list --account acct_1", "the latest statement first"]],
    inputs: { account_id: { as: "account", kind: id("account") } },
    at: "data",
    as: "reconciliations",
    show: ({ reconciliations }) =>
      rowsText(COLUMNS, reconciliations as readonly Row[], "Nothing was reconciled yet."),
  }),
  cardCommand("startReconciliation", {
    name: "reconcile start",
    summary: "Begin to reconcile a statement of an account",
    description:
      "Without a balance, that which an uploaded file states for the day is taken. What the company owes is negative.",
    examples: [
      ["reconcile start acct_1 --date 2026-03-31 --balance 12,345.67", "a statement of March"],
      ["reconcile start acct_1 --date 2026-03-31", "with the balance that a file states"],
    ],
    inputs: {
      account_id: { as: "account", place: "argument", kind: id("account") },
      statement_date: { as: "date" },
      statement_balance_cents: { as: "balance", kind: BALANCE, send: balanceOf },
      opening_balance_cents: { as: "opening", kind: BALANCE, send: balanceOf },
    },
    ...ONE,
  }),
  cardCommand("getReconciliation", {
    name: "reconcile show",
    summary: "Show a reconciliation, what differs, and what may explain it",
    examples: [["reconcile show rcn_1", "its figures"]],
    inputs: { id: ID },
    ...ONE,
  }),
  cardCommand("listReconciliationLines", {
    name: "reconcile lines",
    summary: "List the lines that are on a statement, or on none yet",
    examples: [["reconcile lines rcn_1 --limit 500", "the first ones, by date"]],
    inputs: { id: ID, starting_after: { as: "after", kind: id("transaction") } },
    without: ["cleared"],
    at: "data",
    as: "lines",
    show: ({ lines }) =>
      rowsText(LINES, lines as readonly Row[], "The account has no lines through that day."),
  }),
  cardCommand("clearReconciliationLines", {
    name: "reconcile clear",
    summary: "Mark lines as on a statement",
    description: "Without --transaction, all lines through the statement's day that are on no statement yet.",
    examples: [
      ["reconcile clear rcn_1", "all of them"],
      ["reconcile clear rcn_1 --transaction txn_1", "one line"],
    ],
    fixed: { cleared: true },
    inputs: {
      id: ID,
      transaction_ids: { as: "transaction", kind: id("transaction"), send: (given) => [given] },
    },
    ...ONE,
  }),
  cardCommand("clearReconciliationLines", {
    name: "reconcile unclear",
    summary: "Take marks of a statement away",
    description: "Without --transaction, all of them.",
    examples: [["reconcile unclear rcn_1 --transaction txn_1", "a line that is not on it"]],
    fixed: { cleared: false },
    inputs: {
      id: ID,
      transaction_ids: { as: "transaction", kind: id("transaction"), send: (given) => [given] },
    },
    ...ONE,
  }),
  cardCommand("finishReconciliation", {
    name: "reconcile finish",
    summary: "Finish a reconciliation that agrees",
    description: "From then on, what the statement says of its lines can't change.",
    examples: [["reconcile finish rcn_1", "when nothing differs"]],
    inputs: { id: ID },
    ...ONE,
  }),
  cardCommand("reopenReconciliation", {
    name: "reconcile reopen",
    summary: "Reopen the latest reconciliation of an account",
    examples: [
      ["reconcile reopen rcn_1 --reason 'A check was on the wrong statement'", "kept in the audit trail"],
    ],
    inputs: { id: ID },
    ...ONE,
  }),
  cardCommand("dropReconciliation", {
    name: "reconcile drop",
    summary: "Drop a reconciliation that is not finished",
    examples: [["reconcile drop rcn_1", "its marks go, the transactions stay"]],
    inputs: { id: ID },
    as: "reconciliation",
    show: ({ reconciliation }) => rowsText(COLUMNS, [reconciliation as Row], ""),
  }),
];
