/** Posting: vouchers must balance, balances are complete, and straight-line parts sum exactly. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AssertionFailed, present } from "@daybook/words/assert";
import { parseCivilDate, unixSeconds } from "@daybook/words/civil-date";
import { Agenda } from "./agenda.ts";
import { Books, credit, debit, straightLine } from "./books.ts";

const DAY = present(parseCivilDate("2026-03-02"), "a date");
const HEADING = {
  description: "Office rent",
  source: "bank_transaction",
  merchant: "Landlord",
  bank: true,
} as const;

function openBooks(now = 2_000_000_000): Books {
  const books = new Books(unixSeconds(now));
  books.openDay(DAY);
  return books;
}

describe("Books", () => {
  test("makes the record of a voucher, with a transaction's id and a number with leading zeros", () => {
    const books = openBooks();
    books.post(HEADING, [debit("rent", 1_250, "people"), credit("operating-checking", 1_250)]);
    expect(books.takeVouchers()).toEqual([
      {
        id: "vch_s-00000001",
        date: "2026-03-02",
        description: "Office rent",
        source: "bank_transaction",
        merchant: "Landlord",
        transaction_id: "txn_s-00000001",
        held: false,
        document: null,
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
    expect(books.takeVouchers()).toEqual([]);
  });

  test("throws for a voucher that does not balance and for fractions of a cent", () => {
    expect(() => openBooks().post(HEADING, [debit("rent", 2), credit("operating-checking", 1)])).toThrow(
      AssertionFailed,
    );
    expect(() => openBooks().post(HEADING, [debit("rent", 1.5), credit("operating-checking", 1.5)])).toThrow(
      AssertionFailed,
    );
  });

  test("omits lines of zero, and vouchers without other lines", () => {
    const books = openBooks();
    books.post(HEADING, [debit("rent", 0), credit("operating-checking", 0)]);
    books.post(HEADING, [debit("rent", 5), debit("utilities", 0), credit("operating-checking", 5)]);
    expect(books.takeVouchers().map(({ id, lines }) => [id, lines.length])).toEqual([["vch_s-00000001", 2]]);
  });

  test("creates no record after now", () => {
    const now = Date.UTC(2026, 2, 2, 7) / 1000;
    const books = openBooks(now);
    books.post(HEADING, [debit("rent", 5), credit("operating-checking", 5)]);
    expect(books.takeVouchers()[0]?.created).toBe(now);
  });
});

describe("straightLine", () => {
  test("returns equal parts, the last with the remainder, which sum to the total", () => {
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
  test("runs actions in order, including those that are added to the same part of the day meanwhile", () => {
    const agenda = new Agenda();
    const seen: string[] = [];
    agenda.schedule(3, "close", () => seen.push("close"));
    agenda.schedule(3, "morning", () => {
      seen.push("first");
      agenda.schedule(3, "morning", () => seen.push("third"));
    });
    agenda.schedule(3, "morning", () => seen.push("second"));
    agenda.run(3, "morning");
    agenda.run(3, "close");
    agenda.run(3, "close");
    expect(seen).toEqual(["first", "second", "third", "close"]);
  });

  test("throws for an action in a part of a day that is over", () => {
    const agenda = new Agenda();
    agenda.run(3, "morning");
    expect(() => agenda.schedule(3, "morning", () => {})).toThrow(AssertionFailed);
    expect(() => agenda.schedule(3, "close", () => {})).not.toThrow();
  });
});
