/**
 * Commands on transfers between a company's accounts: propose pairs of transactions, match a pair, and undo a
 * match.
 */
import { databaseCommand } from "../command.ts";
import { id, needed } from "../fields.ts";
import { table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const transferPropose = databaseCommand({
  name: "transfer propose",
  summary: "List pairs of transactions that look like transfers between the company's accounts",
  description:
    "Opposite amounts on two accounts, at most five days apart, in the last 400 days; nearest days first. Nothing is changed: `daybook transfer match` makes two of them a transfer.",
  examples: [["transfer propose --company comp_sample", "the pairs, at most 500"]],
  fields: COMPANY_OPTION,
  async run(app, args) {
    const company = await chooseCompany(app, args.company);
    return {
      company_id: company,
      proposals: await app.transactions.proposeTransfers(company, app.clock.today()),
    };
  },
  show: ({ company_id, proposals }) =>
    table(
      ["FROM", "DATE", "TO", "DATE", "CENTS"],
      proposals.map((pair) => [
        pair.from_transaction_id,
        pair.from_date,
        pair.to_transaction_id,
        pair.to_date,
        String(pair.amount_cents),
      ]),
      `Nothing in company ${company_id} looks like a transfer.`,
    ),
});

const transferMatch = databaseCommand({
  name: "transfer match",
  summary: "Match two transactions as a transfer",
  description:
    "Money moved between the company's accounts is neither income nor expense. The amounts must be opposite, on two accounts.",
  examples: [["transfer match txn_out txn_in", "the outgoing transaction first"]],
  fields: {
    from: needed("argument", id("transaction"), "The outgoing transaction."),
    to: needed("argument", id("transaction"), "The incoming transaction."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company = await chooseCompany(app, args.company);
    return {
      company_id: company,
      transfer: await app.transactions.transfer(company, args.from, args.to, app.clock.now()),
    };
  },
  show: ({ transfer }) =>
    `${transfer.id}: ${transfer.amount_cents} cents from ${transfer.from_transaction_id} to ${transfer.to_transaction_id}, on ${transfer.date}.`,
});

const transferUndo = databaseCommand({
  name: "transfer undo",
  summary: "Unmatch a transfer",
  description: "Both transactions become ordinary and uncategorized again.",
  examples: [["transfer undo trf_01h8xyz", "its two transactions count as income and expense again"]],
  fields: { transfer: needed("argument", id("transfer"), "The transfer's id."), ...COMPANY_OPTION },
  async run(app, args) {
    const company = await chooseCompany(app, args.company);
    await app.transactions.undoTransfer(company, args.transfer, app.clock.now());
    return { company_id: company, id: args.transfer, undone: true };
  },
  show: (result) => `${result.id} is unmatched.`,
});

export const TRANSFER_COMMANDS = [transferPropose, transferMatch, transferUndo];
