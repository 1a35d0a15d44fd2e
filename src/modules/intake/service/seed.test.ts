/**
 * The sample company as it is used: made whole, told in any number of entries, and made again beside itself.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import type { Progress } from "../../../core/progress.ts";
import { FEWEST_ENTRIES } from "../../../sample/sample-bundle.ts";
import type { Seeding } from "./index.ts";

const http = await testApp();
const { app } = http;

describe("seed", () => {
  const progress: Progress[] = [];
  let made: Seeding;
  beforeAll(async () => {
    made = await app.intake.seed({ entries: FEWEST_ENTRIES }, (seen) => progress.push(seen));
  });

  test("makes comp_sample with a key of its owner and books that verify", async () => {
    // Another test of this worker may have made it before.
    expect((await app.company.list()).map(({ id }) => id)).toContain("comp_sample");
    const { ok, entries } = await app.ledger.verify(made.company_id);
    expect({ ok, entries }).toEqual({ ok: true, entries: made.entries });
    expect(Math.abs(made.entries - FEWEST_ENTRIES)).toBeLessThanOrEqual(FEWEST_ENTRIES / 100);
    expect(await http.read("/company", made.api_key)).toMatchObject({
      id: made.company_id,
      name: "Larkspindle",
    });
    const { data } = await http.read<{ data: { email: string }[] }>("/departments", made.api_key);
    expect(data.length).toBeGreaterThan(3);
  });

  test("has a feed: accounts whose balances are those of the books, transactions of every kind, and entries that lead back to them", async () => {
    interface Account {
      readonly id: string;
      readonly category_id: string;
      readonly balance_cents: number;
    }
    const { data: accounts } = await http.read<{ data: Account[] }>("/accounts", made.api_key);
    expect(accounts.map(({ id }) => id)).toEqual([
      "acct_corporate-card",
      "acct_operating",
      "acct_payroll",
      "acct_savings",
      "acct_travel-card",
    ]);
    for (const { id, category_id, balance_cents } of accounts) {
      const { total_cents } = await http.read<{ total_cents: number }>(
        `/aggregations/total?category_id=${category_id}&date=2026-12-31`,
        made.api_key,
      );
      const [sign, vouchers] = [
        id.endsWith("card") ? -1 : 1,
        await http.read<{ data: { amount_cents: number }[] }>(
          `/journal_entries?category_id=${category_id}&source=adjustment`,
          made.api_key,
        ),
      ];
      expect([id, sign * total_cents]).toEqual([
        id,
        balance_cents + vouchers.data.reduce((sum, entry) => sum + entry.amount_cents, 0),
      ]);
    }
    const kinds = ["standard", "category_split", "transfer"];
    for (const kind of kinds) {
      const { data } = await http.read<{ data: { id: string }[] }>(
        `/transactions?transaction_type=${kind}&limit=1`,
        made.api_key,
      );
      expect([kind, data.length]).toEqual([kind, 1]);
    }
    const { data: open } = await http.read<{ data: { id: string; categorized: boolean }[] }>(
      "/transactions?status=needs_review&limit=1",
      made.api_key,
    );
    expect(open).toMatchObject([{ categorized: false }]);
    const { data: entries } = await http.read<{ data: { transaction_id: string }[] }>(
      `/journal_entries?transaction_id=${open[0]?.id ?? ""}`,
      made.api_key,
    );
    expect(entries).toHaveLength(2);
  });

  test("tells how far it is, in entries", () => {
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.every(({ unit, total }) => unit === "entries" && total === FEWEST_ENTRIES)).toBe(true);
    expect(progress.at(-1)?.done).toBeLessThanOrEqual(made.entries);
  });

  test("makes another company of the same books the second time", async () => {
    const second = await app.intake.seed({ entries: FEWEST_ENTRIES });
    expect(second.company_id).toMatch(/^comp_(?!sample$)/);
    expect(second).toMatchObject({ vouchers: made.vouchers, entries: made.entries });
    const sheet = (key: string) =>
      http.read<Record<string, unknown>>("/reports/balance_sheet?date=2026-04-30", key);
    const [one, other] = [await sheet(made.api_key), await sheet(second.api_key)];
    expect({ ...other, company_id: null }).toEqual({ ...one, company_id: null });
    expect((await app.access.listMembers(second.company_id)).length).toBe(3);
  });

  test("refuses fewer entries than the sample company needs, and creates nothing", async () => {
    const before = (await app.company.list()).length;
    await expect((async () => app.intake.seed({ entries: FEWEST_ENTRIES - 1 }))()).rejects.toMatchObject({
      name: "Refusal",
      param: "entries",
    });
    expect((await app.company.list()).length).toBe(before);
  });
});
