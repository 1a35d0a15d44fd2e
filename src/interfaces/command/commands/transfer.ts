/**
 * Commands on transfers between a company's accounts: propose pairs of transactions, match a pair, and undo a
 * match.
 */
import { cardCommand, type Column, type Row, rowsText, said } from "../card-command.ts";
import { id } from "../fields.ts";

/** A proposed pair, of whose transactions a command names the ids and the days. */
function pairOf(proposal: Row): Row {
  const from = proposal["from"] as Row;
  const to = proposal["to"] as Row;
  return {
    from_transaction_id: from["id"],
    to_transaction_id: to["id"],
    amount_cents: to["amount_cents"],
    from_date: from["date"],
    to_date: to["date"],
  };
}

const PAIRS: readonly Column[] = [
  ["FROM", "from_transaction_id"],
  ["DATE", "from_date"],
  ["TO", "to_transaction_id"],
  ["DATE", "to_date"],
  ["CENTS", ({ amount_cents }) => said(amount_cents)],
];

const transferPropose = cardCommand("listTransferProposals", {
  name: "transfer propose",
  summary: "List pairs of transactions that look like transfers between the company's accounts",
  description:
    "Opposite amounts on two accounts, at most five days apart, in the last 400 days; nearest days first. Nothing is changed: `daybook transfer match` makes two of them a transfer.",
  examples: [["transfer propose --company comp_sample", "the pairs, at most 500"]],
  at: ({ data }) => (data as readonly Row[]).map(pairOf),
  as: "proposals",
  show: ({ company_id, proposals }) =>
    rowsText(PAIRS, proposals as readonly Row[], `Nothing in company ${company_id} looks like a transfer.`),
});

const transferMatch = cardCommand("createTransfer", {
  name: "transfer match",
  summary: "Match two transactions as a transfer",
  description:
    "Money moved between the company's accounts is neither income nor expense. The amounts must be opposite, on two accounts.",
  examples: [["transfer match txn_out txn_in", "the outgoing transaction first"]],
  inputs: {
    from_transaction_id: { as: "from", place: "argument", kind: id("transaction") },
    to_transaction_id: { as: "to", place: "argument", kind: id("transaction") },
  },
  as: "transfer",
  show({ transfer }) {
    const made = transfer as Row;
    return `${said(made["id"])}: ${said(made["amount_cents"])} cents from ${said(made["from_transaction_id"])} to ${said(made["to_transaction_id"])}, on ${said(made["date"])}.`;
  },
});

const transferUndo = cardCommand("deleteTransfer", {
  name: "transfer undo",
  summary: "Unmatch a transfer",
  description: "Both transactions become ordinary and uncategorized again.",
  examples: [["transfer undo trf_01h8xyz", "its two transactions count as income and expense again"]],
  inputs: { id: { as: "transfer", kind: id("transfer"), help: "The transfer's id." } },
  made: ({ transfer }) => ({ id: transfer, undone: true }),
  show: (result) => `${said(result["id"])} is unmatched.`,
});

export const TRANSFER_COMMANDS = [transferPropose, transferMatch, transferUndo];
