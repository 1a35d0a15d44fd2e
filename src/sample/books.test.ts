/** Posting: balance is asserted, nothing is left out of the balances, schedules sum exactly. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AssertionFailed, present } from "../core/assert.ts";
import { parseCivilDate, unixSeconds } from "../core/civil-date.ts";
import { Agenda } from "./agenda.ts";
import { Books, credit, debit, straightLine } from "./books.ts";

const DAY = present(parseCivilDate("2026-03-02"), "a date");
const HEADING = {
  description: "Office rent",
  source: "bank_transaction",
  merchant: "Landlord",
  bank: true,
} as const;

function opened(now = 2_000_000_000): Books {
  const books = new Books(unixSeconds(now));
  books.open(DAY);
  return books;
}

describe("Books", () => {
  test("makes the record of a voucher, with the feed's id and a number that sorts", () => {
    const books = opened();
    books.post(HEADING, [debit("rent", 1_250, "people"), credit("operating-checking", 1_250)]);
    expect(books.take()).toEqual([
      {
        id: "vch_s-00000001",
        date: "2026-03-02",
        description: "Office rent",
        source: "bank_transaction",
        merchant: "Landlord",
        transaction_id: "txn_s-00000001",
        held: false,
        created: Date.UTC(2026, 2, 2, 8) / 1000,
        lines: [
          { category_id: "cat_rent", department_id: "dept_people", debit_cents: 1_250 },
          { category_id: "cat_operating-checking", department_id: null, credit_cents: 1_250 },
        ],
      },
    ]);
    expect([books.balance("rent"), books.balance("operating-checking"), books.lines]).toEqual([
      1_250, -1_250, 2,
    ]);
    expect(books.take()).toEqual([]);
  });

  test("refuses what doesn't balance and what isn't whole cents", () => {
    expect(() => opened().post(HEADING, [debit("rent", 2), credit("operating-checking", 1)])).toThrow(
      AssertionFailed,
    );
    expect(() => opened().post(HEADING, [debit("rent", 1.5), credit("operating-checking", 1.5)])).toThrow(
      AssertionFailed,
    );
  });

  test("leaves out lines and vouchers of nothing", () => {
    const books = opened();
    books.post(HEADING, [debit("rent", 0), credit("operating-checking", 0)]);
    books.post(HEADING, [debit("rent", 5), debit("utilities", 0), credit("operating-checking", 5)]);
    expect(books.take().map(({ id, lines }) => [id, lines.length])).toEqual([["vch_s-00000001", 2]]);
  });

  test("never says that a record was created after now", () => {
    const now = Date.UTC(2026, 2, 2, 7) / 1000;
    const books = opened(now);
    books.post(HEADING, [debit("rent", 5), credit("operating-checking", 5)]);
    expect(books.take()[0]?.created).toBe(now);
  });
});

describe("straightLine", () => {
  test("sums to the total with equal parts before the last, which takes the remainder", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 1, max: 60 }), (total, periods) => {
        const parts = Array.from({ length: periods }, (_, at) => straightLine(total, periods, at));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
        expect(new Set(parts.slice(0, -1)).size).toBeLessThanOrEqual(1);
        const last = parts.at(-1) ?? 0;
        expect(last - (parts[0] ?? 0)).toBeLessThan(periods);
        expect(last).toBeGreaterThanOrEqual(parts[0] ?? 0);
      }),
    );
  });
});

describe("Agenda", () => {
  test("runs actions in order, with those that they add to the same part of the day", () => {
    const agenda = new Agenda();
    const seen: string[] = [];
    agenda.on(3, "close", () => seen.push("close"));
    agenda.on(3, "morning", () => {
      seen.push("first");
      agenda.on(3, "morning", () => seen.push("third"));
    });
    agenda.on(3, "morning", () => seen.push("second"));
    agenda.run(3, "morning");
    agenda.run(3, "close");
    agenda.run(3, "close");
    expect(seen).toEqual(["first", "second", "third", "close"]);
  });

  test("refuses an action on a part of a day that is over, which would be lost", () => {
    const agenda = new Agenda();
    agenda.run(3, "morning");
    expect(() => agenda.on(3, "morning", () => {})).toThrow(AssertionFailed);
    expect(() => agenda.on(3, "close", () => {})).not.toThrow();
  });
});
