/** Commands on bank and card accounts. */
import { expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import { present } from "@daybook/words/assert";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { ACCOUNT_COMMANDS } from "./account.ts";

const http = await testApp();

/** Runs a command and returns what a person reads. */
async function run(company: TestCompany, name: string, given: Readonly<Record<string, unknown>>) {
  const command = present(
    ACCOUNT_COMMANDS.find((each) => each.name === name),
    `there is no command ${name}`,
  );
  const args = readFields(command.fields, { company: company.id, ...given });
  const result = await runDatabaseCommand(command, http.app, args, {
    report: () => {},
    signal: new AbortController().signal,
    operator: "tester",
  });
  return command.show(result, args);
}

test("an account is added as over the API, and listed", async () => {
  const company = await http.company();
  expect(await run(company, "account list", {})).toBe(
    "The company has no accounts yet. `daybook account add` makes one.",
  );
  const added = await run(company, "account add", {
    name: " Reserve ",
    type: "savings",
    bank: "Woodgrove Bank",
    last4: "0099",
  });
  const { data } = await http.read<{ data: readonly object[] }>("/accounts", company.key);
  expect(data).toMatchObject([
    { name: "Reserve", type: "savings", institution_name: "Woodgrove Bank", last4: "0099", balance_cents: 0 },
  ]);
  expect(added).toMatch(/^acct_\w+ +Reserve +savings +0099 +cat_\S+ +–$/m);
  expect(await run(company, "account list", {})).toBe(added);
});

test("an account that can't be booked where it should be is refused, and nothing is added", async () => {
  const company = await http.company();
  await expect(
    run(company, "account add", { name: "Card", type: "credit", category: "cat_unknown" }),
  ).rejects.toMatchObject({ code: "resource_missing", param: "category_id" });
  expect(() =>
    readFields(present(ACCOUNT_COMMANDS[1], "").fields, { name: "A", type: "gold", company: company.id }),
  ).toThrow("gold");
  expect(() =>
    readFields(present(ACCOUNT_COMMANDS[1], "").fields, { name: " ", type: "savings", company: company.id }),
  ).toThrow("a name, on one line");
  expect((await http.read<{ data: readonly object[] }>("/accounts", company.key)).data).toEqual([]);
});
