/**
 * The bundle of the sample company: repeatable, valid, of the requested size, and never completely in memory.
 */
import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AssertionFailed, present } from "@daybook/words/assert";
import {
  addDays,
  addMonths,
  type CivilDate,
  dateOfDayNumber,
  dayNumber,
  parseCivilDate,
  startOfMonth,
  unixSeconds,
} from "@daybook/words/civil-date";
import { ENTRY_SOURCES } from "@daybook/words/ledger-words";
import { parseId } from "@daybook/words/public-id";
import { FEWEST_ENTRIES, sampleBundle, type SampleBundle, type SampleOptions } from "./sample-bundle.ts";

const TODAY = present(parseCivilDate("2026-11-21"), "a date");

function bundleOf(seed: number, today: CivilDate = TODAY, more: Partial<SampleOptions> = {}): SampleBundle {
  return sampleBundle({ seed, today, now: unixSeconds(dayNumber(today) * 86_400 + 80_000), ...more });
}

function digest(bundle: SampleBundle): string {
  const hash = createHash("sha256");
  const { journal, ...rest } = bundle;
  hash.update(JSON.stringify(rest));
  for (const voucher of journal) hash.update(JSON.stringify(voucher));
  return hash.digest("hex");
}

const seeds = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const todays = fc
  .integer({ min: dayNumber(TODAY) - 4_000, max: dayNumber(TODAY) + 4_000 })
  .map(dateOfDayNumber);

describe("sampleBundle", () => {
  test("is identical for the same seed and day, and different for another seed or day", () => {
    const first = digest(bundleOf(1));
    expect(digest(bundleOf(1))).toBe(first);
    expect(digest(bundleOf(1, TODAY, { now: unixSeconds(dayNumber(TODAY) * 86_400 + 90_000) }))).toBe(first);
    expect(digest(bundleOf(2))).not.toBe(first);
    expect(digest(bundleOf(1, dateOfDayNumber(dayNumber(TODAY) - 1)))).not.toBe(first);
  });

  test("can be read several times", () => {
    const bundle = bundleOf(4);
    expect(digest(bundle)).toBe(digest(bundle));
  });

  test("has only valid records, for any seed and day", () => {
    fc.assert(
      fc.property(seeds, todays, (seed, today) => {
        const bundle = bundleOf(seed, today);
        const parents = new Set(
          [...bundle.categories, ...bundle.departments].map(({ parent_id }) => parent_id),
        );
        const categories = new Set(bundle.categories.map(({ id }) => id).filter((id) => !parents.has(id)));
        const departments = new Set(
          bundle.departments.filter(({ assignable }) => assignable).map(({ id }) => id),
        );
        const first = addMonths(startOfMonth(today), -36);
        const ids = new Set<string>();
        let last: string = first;
        let lastId = "";
        let transactions = 0;
        const faults: string[] = [];
        const must = (isValid: boolean, id: string, rule: string): void => {
          if (!isValid) faults.push(`${id}: ${rule}`);
        };
        for (const {
          id,
          date,
          created,
          lines,
          source,
          transaction_id,
          merchant,
          description,
        } of bundle.journal) {
          must(parseId("voucher", id) !== null && !ids.has(id) && id > lastId, id, "a unique id, in order");
          must(
            date >= last && date >= first && date <= today && parseCivilDate(date) !== null,
            id,
            "dates in order, up to today",
          );
          must(ENTRY_SOURCES.includes(source) && lines.length >= 2, id, "a source and two lines");
          must((description ?? "").length > 0 && merchant !== "", id, "texts");
          const fed = source === "bank_transaction" || source === "transfer";
          must(
            fed === (transaction_id !== null) &&
              (transaction_id === null || /^txn_[A-Za-z0-9-]+$/.test(transaction_id ?? "")),
            id,
            "a transaction's id",
          );
          must(created !== undefined && created <= dayNumber(today) * 86_400 + 80_000, id, "created by now");
          let sum = 0;
          for (const { category_id, department_id, debit_cents, credit_cents } of lines) {
            must((debit_cents === undefined) !== (credit_cents === undefined), id, "one side");
            const amount = debit_cents ?? credit_cents ?? -1;
            must(Number.isSafeInteger(amount) && amount > 0, id, "whole cents");
            must(categories.has(category_id), id, `a leaf category: ${category_id}`);
            must(
              department_id === undefined || department_id === null || departments.has(department_id),
              id,
              `an assignable department: ${department_id}`,
            );
            sum += (debit_cents ?? 0) - (credit_cents ?? 0);
          }
          must(sum === 0, id, "balance");
          ids.add(id);
          last = date;
          lastId = id;
          if (transaction_id !== null) transactions += 1;
        }
        expect(faults).toEqual([]);
        expect(Math.abs(transactions - 6_000)).toBeLessThan(600);
      }),
      { numRuns: 12 },
    );
  });

  test("has entries of all sources except uploads, held and uncategorized ones, with and without a department", () => {
    const sources = new Map<string, number>();
    const used = new Map<string, number>();
    let held = 0;
    let without = 0;
    let lines = 0;
    for (const voucher of bundleOf(1).journal) {
      sources.set(voucher.source, (sources.get(voucher.source) ?? 0) + 1);
      if (voucher.held === true) held += 1;
      for (const line of voucher.lines) {
        lines += 1;
        used.set(line.category_id, (used.get(line.category_id) ?? 0) + 1);
        if ((line.department_id ?? null) === null) without += 1;
      }
    }
    expect([...sources.keys()].toSorted()).toEqual([
      "adjustment",
      "bank_transaction",
      "capitalization",
      "invoice",
      "spread",
      "transfer",
    ]);
    expect(held).toBeGreaterThanOrEqual(3);
    expect(held).toBeLessThanOrEqual(10);
    // Those of the months before, and those of this month up to today.
    expect(used.get("cat_uncategorized-expenses")).toBeGreaterThanOrEqual(8);
    expect(used.get("cat_uncategorized-expenses")).toBeLessThanOrEqual(11);
    expect(used.get("cat_uncategorized-income")).toBeGreaterThanOrEqual(3);
    expect(used.get("cat_uncategorized-income")).toBeLessThanOrEqual(4);
    expect(without / lines).toBeGreaterThan(0.2);
    expect(without / lines).toBeLessThan(0.8);
    const { categories } = bundleOf(1);
    const parents = new Set(categories.map(({ parent_id }) => parent_id));
    expect(categories.filter(({ id }) => !parents.has(id) && !used.has(id))).toEqual([]);
  });

  test("has an owner, a bookkeeper, an investor and an invited adviser, different from those of other companies", () => {
    const { company, features, users, members, invitations } = bundleOf(1);
    expect(company).toMatchObject({
      id: "comp_sample",
      entity_type: "c_corp",
      incorporation: { date: "2023-11-01", state: "DE" },
      plan: "enterprise",
    });
    expect(features).toEqual(["departments", "role_based_access_control"]);
    expect(members.map(({ user_id }) => user_id)).toEqual(users.map(({ id }) => id));
    expect(
      members.map(({ access_template, permissions }) => access_template ?? permissions?.transactions),
    ).toEqual(["admin", "manage", "read_only"]);
    expect(
      invitations.map(({ id, invited_by, created }) => [
        parseId("invitation", id),
        invited_by,
        created <= dayNumber(TODAY) * 86_400 + 80_000,
      ]),
    ).toEqual([["invite_adviser", members[0]?.id, true]]);
    for (const { id, email } of users) {
      expect(parseId("user", id)).toBe(id);
      expect(email).toMatch(/^[a-z.-]+@example\.com$/);
    }
    const other = bundleOf(1, TODAY, { companyId: "comp_Bench-2" });
    expect(other.company.id).toBe("comp_Bench-2");
    expect(other.users.map(({ email }) => email)).toContain("owner.bench-2@example.com");
    expect(other.users.some(({ id }) => users.some((user) => user.id === id))).toBe(false);
  });

  test("has filings that follow from its books: whoever was paid enough has a 1099, in each year, as on the day", () => {
    const { journal, taxes, tax_credits, form_1099_reports, forms_1099 } = bundleOf(1);
    const billed = new Map<string, number>();
    for (const { date, merchant, description = "", lines } of journal) {
      if (!/^(Bill,|Office rent)/.test(description)) continue;
      const key = `${date.slice(0, 4)} ${merchant}`;
      const cents = lines.reduce((sum, { debit_cents = 0 }) => sum + debit_cents, 0);
      billed.set(key, (billed.get(key) ?? 0) + cents);
    }
    const told = forms_1099.map(({ report, vendor_name }) => `${report} ${vendor_name}`);
    expect(told.toSorted()).toEqual(
      [...billed]
        .flatMap(([key, cents]) => (cents >= (key < "2026" ? 60_000 : 200_000) ? [key] : []))
        .toSorted(),
    );
    expect(told.length).toBeGreaterThan(25);
    expect(form_1099_reports.map(({ year }) => year)).toEqual([2023, 2024, 2025, 2026]);
    expect(taxes.map(({ id, filing_status }) => [id, filing_status])).toEqual([
      ["tax_income_2023", "filed"],
      ["tax_franchise_2023", "filed"],
      ["tax_income_2024", "filed"],
      ["tax_franchise_2024", "filed"],
      ["tax_income_2025", "filed"],
      ["tax_franchise_2025", "filed"],
      ["tax_income_2026", "onboarding"],
      ["tax_franchise_2026", "onboarding"],
    ]);
    expect(tax_credits.map(({ questionnaires: [first] }) => first?.decision)).toEqual([
      "declined",
      "opted_in",
      "opted_in",
      "undecided",
    ]);
    const inFebruary = bundleOf(1, present(parseCivilDate("2026-02-05"), "a date"));
    expect(inFebruary.taxes.slice(-2).map(({ filing_status }) => filing_status)).toEqual([
      "onboarding",
      "review_required",
    ]);
  });

  test("has on a later day the same books and more, but for what was held", () => {
    fc.assert(
      fc.property(seeds, todays, fc.integer({ min: 1, max: 200 }), (seed, today, days) => {
        const first = addMonths(startOfMonth(today), -36);
        const [before, after] = [today, addDays(today, days)].map((day) =>
          [...bundleOf(seed, day, { first }).journal].map(({ held: _held, ...voucher }) => voucher),
        );
        expect(after?.slice(0, before?.length)).toEqual(before);
        expect(after?.slice(before?.length).filter(({ date }) => date <= today)).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });

  test("has the requested number of entries, within one percent", () => {
    for (const [entries, seed, today] of [
      [FEWEST_ENTRIES, 1, "2026-01-01"],
      [FEWEST_ENTRIES, 9, "2024-02-29"],
      [15_999, 2, "2026-11-21"],
      [16_000, 2, "2026-11-21"],
      [50_000, 3, "2025-12-31"],
      [300_000, 4, "2026-03-31"],
    ] as const) {
      let lines = 0;
      for (const voucher of bundleOf(seed, present(parseCivilDate(today), today), { entries }).journal)
        lines += voucher.lines.length;
      expect([entries, Math.abs(lines - entries) / entries < 0.01]).toEqual([entries, true]);
    }
  });

  test("throws for too few entries and for an invalid company id", () => {
    expect(() => bundleOf(1, TODAY, { entries: FEWEST_ENTRIES - 1 })).toThrow(AssertionFailed);
    expect(() => bundleOf(1, TODAY, { entries: 20_000.5 })).toThrow(AssertionFailed);
    expect(() => bundleOf(1, TODAY, { companyId: "cat_1" })).toThrow(AssertionFailed);
    expect(() => bundleOf(1, TODAY, { companyId: `comp_${"x".repeat(60)}` })).toThrow(AssertionFailed);
  });

  test("needs no more memory for a million entries", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const heap = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    let lines = 0;
    let early = 0;
    let late = 0;
    for (const voucher of bundleOf(5, TODAY, { entries: 1_000_000 }).journal) {
      lines += voucher.lines.length;
      if (early === 0 && lines > 200_000) early = heap();
      else if (late === 0 && lines > 950_000) late = heap();
    }
    expect(late).toBeGreaterThan(0);
    // If the records were kept, 750,000 entries would take more than 100 MB.
    expect(late - early).toBeLessThan(10_000_000);
  });
});
