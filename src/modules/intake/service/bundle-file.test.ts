/** A bundle as a file: where a fault in it is told, and what time it has when it comes slowly. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { companyBundle, cr, dr, voucher } from "../../../../test/support/bundle.ts";
import { onServer } from "../../../../test/support/on-server.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import type { BundleProblem } from "../../../contract/bundle.ts";
import { statement } from "../../../platform/db/index.ts";
import type { JsonProblem } from "../rules/json-problem.ts";

const http = await testApp();
const { app } = http;

const updatedOf = statement<{ voucher_id: string; updated: number }>(
  "test.intake.updatedOf",
  "select distinct voucher_id, updated from journal_entries where company_id = $1 order by voucher_id",
);

const importText = (text: string) => app.intake.importBundle(bytesOf(text));

async function refusalOf(text: string): Promise<BundleProblem | JsonProblem> {
  const error: unknown = await importText(text).catch((thrown: unknown) => thrown);
  if (!(error instanceof Error) || !("reason" in error)) throw new Error("it was not refused");
  return error as BundleProblem | JsonProblem;
}

test("a fault is reported by its path, also in a file that is read in one piece", async () => {
  const text = JSON.stringify(companyBundle());
  for (const [wrong, path] of [
    [text.replace('"debit_cents":', '"debit_cents":1.0,"x":'), "journal[0]"],
    [`${text} x`, ""],
  ] as const) {
    const { reason, path: told } = await refusalOf(wrong);
    expect(reason).not.toMatch(/not a company bundle/);
    expect(told).toBe(path);
  }
  expect((await refusalOf(text.replace('"daybook.company-bundle"', "daybook"))).reason).toMatch(
    /not a company bundle/,
  );
});

onServer(
  "an import from a slow source has the time at which its turn came, so that what it changes is newer than what was there",
  async () => {
    const company = await http.company({ journal: [] });
    const { id } = company;
    const began = http.clock.now();
    const bundle = (name: string) =>
      JSON.stringify({
        format: "daybook.company-bundle",
        version: 1,
        company: { id },
        journal: [
          voucher("2025-03-01", name, [dr("checking", 100), cr("subscriptions", 100)], { id: `vch_${name}` }),
        ],
      });
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* slow(): AsyncGenerator<Uint8Array> {
      const text = bundle("slow");
      yield Buffer.from(text.slice(0, 20));
      asked.resolve();
      await goOn.promise;
      yield Buffer.from(text.slice(20));
    }
    const importing = app.intake.importBundle(slow());
    await asked.promise;
    http.clock.set(began + 5);
    await importText(bundle("quick"));
    http.clock.set(began + 9);
    goOn.resolve();
    await importing;
    expect(await app.db.list(updatedOf, [id])).toEqual([
      { voucher_id: "vch_quick", updated: began + 5 },
      { voucher_id: "vch_slow", updated: began + 9 },
    ]);
    expect(await company.read("/aggregations/total?category_id=cat_checking&date=2025-03-31")).toMatchObject({
      total_cents: 200,
      refreshed_at: began + 9,
    });
  },
);
