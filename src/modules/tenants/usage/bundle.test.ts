/** Months imported from a bundle: the range of their numbers, in the file and in the database. */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../../test/support/app.ts";
import { companyBundle } from "../../../../test/support/bundle.ts";
import { exported } from "../../../../test/support/import.ts";
import { LIMITS } from "@daybook/words/limits";
import { statement } from "../../../platform/db/index.ts";

const http = await testApp();
const MONTH = NOON.slice(0, 7);
const MOST = LIMITS.stated_requests.value;

describe.each(["usage", "overrides"] as const)("%s of a bundle", (section) => {
  test("allow the same number of requests as the command line, and no more", async () => {
    const bundle = companyBundle({ [section]: [{ month: MONTH, requests: MOST }], journal: [] });
    await http.put(bundle);
    expect(JSON.parse(await exported(http.app, bundle.company.id))).toMatchObject({
      [section]: [{ month: MONTH, requests: MOST }],
    });
    for (const requests of [MOST + 1, Number.MAX_SAFE_INTEGER, -1, 0.5]) {
      await expect(http.put({ ...bundle, [section]: [{ month: MONTH, requests }] })).rejects.toMatchObject({
        name: "BundleProblem",
        path: `${section}[0].requests`,
      });
    }
  });
});

test("an Enterprise company is still counted after an import with the highest allowed number", async () => {
  const company = await http.company({
    company: { plan: "enterprise" },
    usage: [{ month: MONTH, requests: MOST }],
    journal: [],
  });
  expect((await http.send("/company", { key: company.key })).status).toBe(200);
  expect(await http.app.usage.listMonths(company.id)).toMatchObject([{ month: MONTH, requests: MOST + 1 }]);
});

test("the database refuses a number that is too high to be read back exactly", async () => {
  const { id } = await http.company({
    usage: [{ month: MONTH, requests: 1 }],
    overrides: [{ month: MONTH, requests: 1 }],
    journal: [],
  });
  const putting = {
    usage: "update company_usage set requests = $2 where company_id = $1",
    overrides: "update company_overrides set requests = $2 where company_id = $1",
  };
  for (const [name, text] of Object.entries(putting)) {
    await expect(
      http.app.db.run(statement(`test.usage.put.${name}`, text), [id, Number.MAX_SAFE_INTEGER]),
    ).rejects.toThrow(/violates check constraint "\w+_bounded/);
  }
});
