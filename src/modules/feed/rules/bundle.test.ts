/**
 * Rules in the company bundle: an export equals the import, in the same order, and an invalid rule is refused
 * with its path.
 */
import { expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import { type BundleRule, SET_UP } from "../../../../test/support/bundle.ts";
import { FEED } from "../../../../test/support/feed.ts";
import { BundleProblem } from "../../../contract/bundle.ts";
import { LIMITS } from "@daybook/words/limits";

const http = await testApp();

/** A rule of the bundle with all fields that an export has. */
function rule(name: string, more: Partial<BundleRule> = {}): BundleRule {
  const conditions = [{ field: "description", operator: "contains", value: name }];
  return {
    id: `rule_${name}`,
    name,
    conditions,
    category_id: "cat_software",
    department_id: null,
    active: true,
    created: SET_UP,
    ...more,
  };
}

const OWN = [
  rule("one", {
    conditions: [{ field: "account_id", operator: "equals", value: "acct_checking" }],
    department_id: "dept_design",
  }),
  rule("two", { active: false }),
];

async function exported({ id }: TestCompany): Promise<unknown> {
  let text = "";
  for await (const piece of http.app.intake.exportBundle(id)) text += piece;
  return (JSON.parse(text) as { rules: unknown }).rules;
}

async function listed(company: TestCompany) {
  const { data } = await company.read<{ data: { id: string; position: number; updated: number }[] }>(
    "/rules",
  );
  return data.map(({ id, position, updated }) => [id, position, updated]);
}

/** Imports only these rules. */
function put({ bundle }: TestCompany, rules: readonly BundleRule[]): Promise<void> {
  const { format, version, company } = bundle;
  return http.put({
    format,
    version,
    company: { id: company.id },
    rules,
  } as unknown as TestCompany["bundle"]);
}

test("rules are exported as they were imported, and importing them again changes nothing", async () => {
  const company = await http.company({ ...FEED, rules: OWN });
  const now = http.app.clock.now();
  expect(await exported(company)).toEqual(OWN);
  expect(await company.read("/rules/rule_one")).toMatchObject({
    position: 1,
    job_id: null,
    created: SET_UP,
    updated: now,
    department_id: "dept_design",
  });
  http.clock.set(now + 60);
  await put(company, OWN);
  expect(await listed(company)).toEqual([
    ["rule_one", 1, now],
    ["rule_two", 2, now],
  ]);
});

test("rules that are not in the file stay, and new rules are added after the others", async () => {
  const company = await http.company({ ...FEED, rules: OWN });
  const now = http.app.clock.now();
  http.clock.set(now + 60);
  await put(company, [rule("three"), { id: "rule_two", active: true }]);
  expect(await listed(company)).toEqual([
    ["rule_one", 1, now],
    ["rule_two", 2, now + 60],
    ["rule_three", 3, now + 60],
  ]);
  expect(await exported(company)).toEqual([OWN[0], { ...OWN[1], active: true }, rule("three")]);
});

test("an invalid rule is refused with its path, and nothing is imported", async () => {
  const company = await http.company({ ...FEED, rules: OWN });
  const on = (field: string, operator: string, value: string | number) => ({
    conditions: [{ field, operator, value }],
  });
  const invalid: readonly (readonly [BundleRule, string])[] = [
    [{ id: "rule_new" }, "rules[1].name"],
    [{ id: "rule_new", name: "x", category_id: "cat_software" }, "rules[1].conditions"],
    [{ id: "rule_new", name: "x", ...on("description", "contains", "x") }, "rules[1].category_id"],
    [rule("new", { category_id: "cat_nobodys" }), "rules[1].category_id"],
    [rule("new", { department_id: "dept_nobodys" }), "rules[1].department_id"],
    [rule("new", { conditions: [] }), "rules[1].conditions"],
    [rule("new", on("description", "less_than", "x")), "rules[1].conditions[0]"],
    [rule("new", on("account_id", "equals", "acct_nobodys")), "rules[1].conditions[0].value"],
    [rule("new", on("memo", "equals", "x")), "rules[1].conditions[0].field"],
    [rule("first"), "rules[1].id"],
  ];
  for (const [invalidRule, path] of invalid) {
    const problem: unknown = await put(company, [rule("first"), invalidRule]).catch(
      (error: unknown) => error,
    );
    expect(problem).toBeInstanceOf(BundleProblem);
    expect(problem).toMatchObject({ path });
  }
  const many = Array.from({ length: LIMITS.rules.value - 1 }, (_, index) => rule(`n${index}`));
  await expect(put(company, many)).rejects.toMatchObject({ path: `rules[${many.length - 1}]` });
  expect(await exported(company)).toEqual(OWN);
});
