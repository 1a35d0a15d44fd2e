/** Commands on transfers: what looks like one, and making and undoing one. */
import { databaseCommand } from "../command.ts";
import { id, needed } from "../fields.ts";
import { table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const transferPropose = databaseCommand({
  name: "transfer propose",
  summary: "List pairs of transactions that look like transfers between own accounts",
  description:
    "Opposite amounts on two accounts, at most five days apart, of the last 400 days; nearest days first. Nothing is changed: `daybook transfer match` makes a transfer of two.",
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
  summary: "Make a transfer of two transactions",
  description:
    "Money that went from one own account to another is neither income nor expense. The amounts must be opposite, on two accounts.",
  examples: [["transfer match txn_out txn_in", "the two, the one by which the money went out first"]],
  fields: {
    from: needed("argument", id("transaction"), "The outgoing transaction."),
    to: needed("argument", id("transaction"), "The one by which it came in."),
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
  description: "Both transactions are ordinary ones again, without a category of their own.",
  examples: [["transfer undo trf_01h8xyz", "its two transactions count as income and expense again"]],
  fields: { transfer: needed("argument", id("transfer"), "The transfer's id."), ...COMPANY_OPTION },
  async run(app, args) {
    const company = await chooseCompany(app, args.company);
    await app.transactions.undoTransfer(company, args.transfer, app.clock.now());
    return { company_id: company, id: args.transfer, undone: true };
  },
  show: (result) => `${result.id} is taken apart.`,
});

export const TRANSFER_COMMANDS = [transferPropose, transferMatch, transferUndo];
