/**
 * The sample company as it is used: made whole, told in any number of entries, and made again beside itself.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import type { Progress } from "../../../core/progress.ts";
import { addDays, losAngelesDate, startOfMonth } from "@daybook/words/civil-date";
import { signOf } from "@daybook/words/ledger-words";
import { FEWEST_ENTRIES, sampleBundle } from "../../../sample/sample-bundle.ts";
import type { Seeding } from "./index.ts";

const http = await testApp();
const { app } = http;

describe("seed", () => {
  const progress: Progress[] = [];
  let made: Seeding;
  beforeAll(async () => {
    made = await app.intake.seed({ entries: FEWEST_ENTRIES }, (seen) => progress.push(seen));
  });

  test("needs as many entries as a company has that is worth looking at", async () => {
    await expect(async () => app.intake.seed({ entries: FEWEST_ENTRIES - 1 })).rejects.toMatchObject({
      param: "entries",
      message: `The sample company needs at least ${FEWEST_ENTRIES} entries.`,
    });
  });

  test("makes comp_sample with a key of its owner and books that verify", async () => {
    // Another test of this worker may have made it before.
    expect((await app.company.list()).map(({ id }) => id)).toContain("comp_sample");
    const { ok, entries } = await app.ledger.verify(made.company_id);
    expect({ ok, entries }).toEqual({ ok: true, entries: made.entries });
    // Spreads add the entries of future months.
    expect(made.entries).toBeGreaterThan(FEWEST_ENTRIES * 0.99);
    expect(made.entries).toBeLessThan(FEWEST_ENTRIES * 1.2);
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

  test("has the figures of the simulation to the cent in every category, with documents behind its entries", async () => {
    const now = app.clock.now();
    const today = losAngelesDate(now);
    // The service posts a month's shares on its last day, which may be after today.
    const end = addDays(startOfMonth(today), -1);
    const { journal, categories } = sampleBundle({ seed: 1, today, now, entries: FEWEST_ENTRIES });
    const planned = new Map<string, number>();
    const sources = new Map<string, number>();
    for (const { document, date, lines } of journal) {
      if (document !== null) sources.set(document.kind, (sources.get(document.kind) ?? 0) + 1);
      if (date > end) continue;
      for (const { category_id, debit_cents = 0, credit_cents = 0 } of lines)
        planned.set(category_id, (planned.get(category_id) ?? 0) + debit_cents - credit_cents);
    }
    const { data } = await http.read<{ data: { category_id: string; total_cents: number }[] }>(
      `/aggregations/totals?start_date=2020-01-01&end_date=${end}&date=${end}`,
      made.api_key,
    );
    const totals = new Map(data.map(({ category_id, total_cents }) => [category_id, total_cents]));
    const parents = new Set(categories.map(({ parent_id }) => parent_id));
    const leaves = categories.filter(({ id }) => !parents.has(id));
    expect(leaves.map(({ id }) => [id, totals.get(id)])).toEqual(
      leaves.map(({ id, account_type }) => [id, (planned.get(id) ?? 0) * signOf(account_type) + 0]),
    );

    const documents = await Promise.all(
      ["/invoices?limit=500", "/rules?limit=500"].map((path) =>
        http.read<{ data: { id: string; status?: string }[] }>(path, made.api_key),
      ),
    );
    const [invoices, rules] = documents.map((list) => list.data);
    expect(invoices?.length).toBe(sources.get("invoice"));
    expect(invoices?.filter(({ status }) => status === "paid").length).toBe(sources.get("payment"));
    expect(rules?.length).toBeGreaterThan(5);
    const { data: journalOf } = await http.read<{ data: { transaction_id: string | null }[] }>(
      "/journal_entries?source=spread&limit=500",
      made.api_key,
    );
    expect(journalOf.length).toBeGreaterThan(100);
    expect(journalOf.filter(({ transaction_id }) => transaction_id === null)).toEqual([]);
    const { data: cards } = await http.read<{ data: object[] }>(
      "/journal_entries?source=capitalization&limit=500",
      made.api_key,
    );
    expect(cards.filter((entry) => "transaction_id" in entry && entry.transaction_id === null)).toEqual([]);
    expect(await app.ledger.closedThrough(made.company_id)).toBe("2024-12-31");
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
