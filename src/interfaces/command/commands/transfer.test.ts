/** Commands on transfers: what they print and return of pairs that look like transfers. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { present } from "@daybook/words/assert";
import { ACCOUNTS, FEED_CHART, transaction } from "../../../../test/support/feed.ts";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { TRANSFER_COMMANDS } from "./transfer.ts";

const { app, ...http } = await testApp();
const today = app.clock.today();

test("a proposed pair names its transactions, its days and its amount", async () => {
  const company = await http.company({
    categories: FEED_CHART,
    accounts: ACCOUNTS,
    cards: [],
    transfers: [],
    journal: [],
    transactions: [
      transaction("out", -250_00, { date: today }),
      transaction("in", 250_00, { date: today, account_id: "acct_savings" }),
    ],
  });
  const command = present(
    TRANSFER_COMMANDS.find(({ name }) => name === "transfer propose"),
    "there is no such command",
  );
  if (command.place !== "database") throw new Error("it needs no database");
  const args = readFields(command.fields, { company: company.id });
  const signal = new AbortController().signal;
  const result = await runDatabaseCommand(command, app, args, { report: () => {}, signal, operator: "ada" });
  expect(result).toEqual({
    company_id: company.id,
    proposals: [
      {
        from_transaction_id: "txn_out",
        to_transaction_id: "txn_in",
        amount_cents: 250_00,
        from_date: today,
        to_date: today,
      },
    ],
  });
  expect(command.show(result, args)).toMatch(
    new RegExp(String.raw`^FROM +DATE +TO +DATE +CENTS\ntxn_out +${today} +txn_in +${today} +25000$`),
  );
});
