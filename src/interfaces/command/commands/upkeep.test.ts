/** What `verify` warns of beside its checks. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { type BundleCategory, category, chart } from "../../../../test/support/bundle.ts";
import { present } from "@daybook/words/assert";
import { type Command, runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { UPKEEP_COMMANDS } from "./upkeep.ts";

const http = await testApp();

const verify: Command = present(
  UPKEEP_COMMANDS.find(({ name }) => name === "verify"),
  "there is no command verify",
);

/** Verifies a company with these assets beside its cash. */
function verified(...assets: readonly (readonly [id: string, name: string])[]) {
  return verifiedWith(...assets.map(([word, name]) => category(word, name, "asset", "working_capital")));
}

/** Verifies a company with these categories beside its cash. */
async function verifiedWith(...categories: readonly (readonly BundleCategory[])[]) {
  const { id } = await http.company({
    categories: chart(
      category("cash", "Cash", "asset", "cash", ["checking", "Checking"]),
      category("fees", "Bank Fees", "expense", null),
      ...categories,
    ),
    departments: [],
    journal: [],
  });
  if (verify.place !== "database") throw new Error("verify needs no database");
  const args = readFields(verify.fields, { company: id });
  const signal = new AbortController().signal;
  const result = await runDatabaseCommand(verify, http.app, args, {
    report: () => {},
    signal,
    operator: "ada",
  });
  return { result, shown: verify.show(result, args), exit: verify.exit?.(result) };
}

test("an asset that is named like a bank account but is not cash is a warning and no difference", async () => {
  const { result, shown, exit } = await verified(
    ["mercury", "1010 Mercury Checking"],
    ["prepaid", "Prepaid Expenses"],
  );
  const warning =
    "Category cat_mercury (1010 Mercury Checking) is named like a bank account, but its cash flow role is working_capital and not cash.";
  expect(result).toMatchObject({ ok: true, companies: [{ ok: true, warnings: [warning] }] });
  expect(exit).toBe("ok");
  expect(shown.split("\n")).toContain(`Warning: ${warning}`);
  expect(shown).toContain("Everything agrees.");
});

test("cash and other assets are no reason for a warning", async () => {
  const { result, shown } = await verified(["prepaid", "Prepaid Expenses"]);
  expect(result).toMatchObject({ companies: [{ warnings: [] }] });
  expect(shown).not.toContain("Warning");
});

test.each([
  ["non_cash", "investing", "added back twice"],
  ["investing", null, "not added back"],
  ["investing", "investing", null],
  ["non_cash", null, null],
] as const)(
  "accumulated depreciation that is %s beside depreciation that is %s is %s",
  async (accumulated, expense, warned) => {
    const { result } = await verifiedWith(
      category("worn", "Accumulated Depreciation", "asset", accumulated),
      category("wear", "Depreciation Expense", "expense", expense),
    );
    expect(result).toMatchObject({
      ok: true,
      companies: [
        {
          warnings: warned === null ? [] : [expect.stringMatching(`^Category cat_wear .*is then ${warned}`)],
        },
      ],
    });
  },
);

test("two categories of accumulated depreciation in different activities are a warning", async () => {
  const { result } = await verifiedWith(
    category("worn", "Accumulated Depreciation", "asset", "investing"),
    category("spent", "Accumulated Amortization", "asset", "non_cash"),
    category("wear", "Depreciation Expense", "expense", "investing"),
  );
  expect(result).toMatchObject({
    companies: [
      { warnings: [expect.stringMatching("^Category cat_spent .* is added back twice or not at all")] },
    ],
  });
});
