/** Commands on single transactions, and categories and departments by their names. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { category } from "../../../../test/support/bundle.ts";
import { FEED, transaction } from "../../../../test/support/feed.ts";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { COMMANDS } from "../registry.ts";

const http = await testApp();

test("a transaction is booked and split by names, and what names nothing or two things is refused", async () => {
  const { id: company } = await http.company({
    ...FEED,
    categories: [
      ...FEED.categories,
      ...category("twin_1", "Twin", "expense", null),
      ...category("twin_2", "twin", "expense", null),
    ],
    transfers: [],
    transactions: [transaction("rate", -512_50, { date: "2026-05-02" })],
  });
  const run = async (name: string, args: object): Promise<Readonly<Record<string, unknown>>> => {
    const command = COMMANDS.find((each) => each.name === name);
    if (command?.place !== "database") throw new Error("it needs no database");
    const given = readFields(command.fields, { company, ...args });
    const signal = new AbortController().signal;
    return (await runDatabaseCommand(command, http.app, given, {
      report: () => {},
      signal,
      operator: "ada",
    })) as Readonly<Record<string, unknown>>;
  };
  const edit = (given: object) => run("transaction edit", { transaction: "txn_rate", ...given });
  const split = (...line: string[]) => run("transaction split", { transaction: "txn_rate", line });
  expect(await edit({ category: " software", department: "PLATFORM" })).toMatchObject({
    transaction: { category_id: "cat_software", department_id: "dept_platform" },
  });
  await expect(edit({ category: "Sofware" })).rejects.toThrow(
    'There is no category "Sofware". Give its id or its name.',
  );
  await expect(edit({ category: "TWIN" })).rejects.toThrow(
    '2 categories are called "TWIN": cat_twin_1, cat_twin_2. Give the id.',
  );
  await expect(split("Software=500", "Hosting=12")).rejects.toThrow(
    "The lines sum to 512.00, and the transaction is of 512.50.",
  );
  await split("Software=500;Platform", "Hosting=12.50;;Interest");
  expect(await run("transaction list", {})).toMatchObject({
    transactions: [{ id: "txn_rate", has_splits: true, category_id: null }],
  });
  const invoice = (line: string[]) => run("invoice issue", { customer: "Alder Studio", line });
  await expect(invoice([])).rejects.toThrow("Give at least one --line, such as --line Software=100.");
  await expect(invoice(["Software=1;Platform"])).rejects.toThrow("The line of an invoice has no department.");
});
