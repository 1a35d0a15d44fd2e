/**
 * Writing many vouchers: in statements of a bounded size, never more than two of them ahead of the
 * database, and with every repetition found, in whichever statement it stands.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { category, chart } from "../../../../../test/support/bundle.ts";
import { cents } from "../../../../core/cents.ts";
import type { CivilDate } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { CopySource, Tx } from "../../../../platform/db/db.ts";
import { type NewVoucher, writeVouchers } from "./vouchers.ts";

const http = await testApp();
const { app } = http;

const CATEGORIES = chart(
  category("cash", "Cash", "asset", "cash"),
  category("stock", "Stock", "equity", "financing"),
);
const COPY = 500;
const LINES = 2;

function made(index: number, amount = index): NewVoucher {
  const id = `vch_${index}` as PublicId<"voucher">;
  const line = (number: number, category_id: string, net: number) => ({
    voucher_id: id,
    line: number,
    date: `2025-${String(1 + (index % 12)).padStart(2, "0")}-15` as CivilDate,
    category_id: category_id as PublicId<"category">,
    department_id: null,
    net_debit_cents: cents(net),
    merchant: null,
    description: `Voucher ${index}`,
    source: "csv_upload" as const,
    transaction_id: null,
    held: false,
  });
  return { id, created: null, lines: [line(1, "cat_cash", amount), line(2, "cat_stock", -amount)] };
}

/** Counts the lines of each COPY of entries. */
class Statements {
  readonly lines: number[] = [];

  get total(): number {
    return this.lines.reduce((sum, count) => sum + count, 0);
  }

  watch(tx: Tx): Tx {
    const { lines } = this;
    return {
      ...tx,
      copyIn(target, rows) {
        if (!target.startsWith("journal_entries")) return tx.copyIn(target, rows);
        const place = lines.push(0) - 1;
        async function* counted(source: CopySource) {
          for await (const text of source) {
            lines[place] = (lines[place] ?? 0) + text.split("\n").length - 1;
            yield text;
          }
        }
        return tx.copyIn(target, counted(rows));
      },
    };
  }
}

/** Writes vouchers one by one; returns the largest number of lines that were buffered. */
async function write(companyId: PublicId<"company">, vouchers: readonly NewVoucher[]) {
  const statements = new Statements();
  let ahead = 0;
  const counts = await app.db.transaction((tx) =>
    writeVouchers(
      { tx: statements.watch(tx), companyId, now: http.clock.now(), linesPerCopy: COPY },
      async (writer) => {
        for (const [place, voucher] of vouchers.entries()) {
          if (writer.add(voucher, place)) await writer.flush();
          ahead = Math.max(ahead, (place + 1) * LINES - statements.total);
        }
      },
    ),
  );
  return { counts, statements: statements.lines, ahead };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => made(index));

async function emptyCompany(): Promise<PublicId<"company">> {
  return (await http.company({ categories: CATEGORIES, departments: [], journal: [] })).id;
}

describe("many vouchers", () => {
  test.each([400, 4_000])(
    "%d are written in statements of a bounded size, at most two of them ahead",
    async (count) => {
      const { counts, statements, ahead } = await write(await emptyCompany(), many(count));
      expect(counts).toEqual({ created: count, updated: 0, unchanged: 0 });
      expect(statements).toEqual([
        ...Array.from({ length: Math.floor((count * LINES) / COPY) }, () => COPY),
        ...((count * LINES) % COPY === 0 ? [] : [(count * LINES) % COPY]),
      ]);
      expect(ahead).toBeLessThanOrEqual(2 * COPY);
    },
  );

  test("that exist are left alone when they are the same and replaced whole when they are not", async () => {
    const id = await emptyCompany();
    await write(id, many(600));
    const again = await write(id, [
      ...many(600).map((voucher, index) => (index % 100 === 7 ? made(index, index + 1) : voucher)),
      made(600),
    ]);
    expect(again.counts).toEqual({ created: 1, updated: 6, unchanged: 594 });
    expect(again.statements.reduce((sum, lines) => sum + lines)).toBe(7 * LINES);
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 601 * LINES });
  });

  test.each([
    ["the same statement", 10],
    ["a later statement", 1_000],
  ])(
    "one that stands twice is refused in %s, in a new journal and in one that exists",
    async (_where, count) => {
      const id = await emptyCompany();
      const twice = {
        name: "BundleProblem",
        path: `journal[${count}].id`,
        reason: "vch_3 appears twice in this section",
      };
      await expect(write(id, [...many(count), made(3)])).rejects.toMatchObject(twice);
      expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 0 });
      await write(id, many(5));
      await expect(write(id, [...many(count), made(3, 99)])).rejects.toMatchObject(twice);
      expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 5 * LINES });
    },
  );

  test("nothing is under way any more when the caller fails, and nothing stays", async () => {
    const id = await emptyCompany();
    const statements = new Statements();
    const failing = app.db.transaction((tx) =>
      writeVouchers(
        { tx: statements.watch(tx), companyId: id, now: http.clock.now(), linesPerCopy: COPY },
        async (writer) => {
          for (const [place, voucher] of many(COPY).entries())
            if (writer.add(voucher, place)) await writer.flush();
          throw new Error("the caller fails");
        },
      ),
    );
    await expect(failing).rejects.toThrow("the caller fails");
    expect(statements.lines).toEqual([COPY, COPY]);
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 0 });
  });

  test("the database's refusal of one batch ends the work, whatever the caller does next", async () => {
    const id = await emptyCompany();
    const astray = made(1);
    const lost = {
      ...astray,
      lines: astray.lines.map((line) => ({ ...line, category_id: "cat_nowhere" as PublicId<"category"> })),
    };
    await expect(write(id, [lost, ...many(1_000).slice(2)])).rejects.toThrow("no category cat_nowhere");
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 0 });
  });
});
