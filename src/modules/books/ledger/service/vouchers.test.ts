/**
 * Writing many vouchers: the SQL statements have a limited size, at most two batches are in memory, and every
 * duplicate id is found, in the same batch and in a later one.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { category, chart } from "../../../../../test/support/bundle.ts";
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { CopySource, Tx } from "../../../../platform/db/db.ts";
import { type NewVoucher, writeVouchers } from "./vouchers.ts";

const http = await testApp();
const { app } = http;

const CATEGORIES = chart(
  category("cash", "Cash", "asset", "cash"),
  category("stock", "Stock", "equity", "financing"),
);
const LINES_PER_COPY = 500;
const LINES_PER_VOUCHER = 2;

function newVoucher(index: number, amount = index): NewVoucher {
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
        const index = lines.push(0) - 1;
        async function* countLines(source: CopySource) {
          for await (const text of source) {
            lines[index] = (lines[index] ?? 0) + text.split("\n").length - 1;
            yield text;
          }
        }
        return tx.copyIn(target, countLines(rows));
      },
    };
  }
}

/**
 * Writes vouchers one by one. Returns the counts of their outcomes, the lines of each statement, and `ahead`:
 * the largest number of lines that were in memory.
 */
async function write(companyId: PublicId<"company">, vouchers: readonly NewVoucher[]) {
  const statements = new Statements();
  let ahead = 0;
  const counts = await app.db.transaction((tx) =>
    writeVouchers(
      { tx: statements.watch(tx), companyId, now: http.clock.now(), linesPerCopy: LINES_PER_COPY },
      async (writer) => {
        for (const [index, voucher] of vouchers.entries()) {
          if (writer.add(voucher, index)) await writer.flush();
          ahead = Math.max(ahead, (index + 1) * LINES_PER_VOUCHER - statements.total);
        }
      },
    ),
  );
  return { counts, statements: statements.lines, ahead };
}

const newVouchers = (count: number) => Array.from({ length: count }, (_, index) => newVoucher(index));

async function emptyCompany(): Promise<PublicId<"company">> {
  return (await http.company({ categories: CATEGORIES, departments: [], journal: [] })).id;
}

describe("many vouchers", () => {
  test.each([400, 4_000])(
    "%d are written in statements of a limited size, with at most two batches in memory",
    async (count) => {
      const { counts, statements, ahead } = await write(await emptyCompany(), newVouchers(count));
      expect(counts).toEqual({ created: count, updated: 0, unchanged: 0 });
      expect(statements).toEqual([
        ...Array.from(
          { length: Math.floor((count * LINES_PER_VOUCHER) / LINES_PER_COPY) },
          () => LINES_PER_COPY,
        ),
        ...((count * LINES_PER_VOUCHER) % LINES_PER_COPY === 0
          ? []
          : [(count * LINES_PER_VOUCHER) % LINES_PER_COPY]),
      ]);
      expect(ahead).toBeLessThanOrEqual(2 * LINES_PER_COPY);
    },
  );

  test("that exist are not written if they are equal, and are replaced as a whole if they differ", async () => {
    const id = await emptyCompany();
    await write(id, newVouchers(600));
    const again = await write(id, [
      ...newVouchers(600).map((voucher, index) =>
        index % 100 === 7 ? newVoucher(index, index + 1) : voucher,
      ),
      newVoucher(600),
    ]);
    expect(again.counts).toEqual({ created: 1, updated: 6, unchanged: 594 });
    expect(again.statements.reduce((sum, lines) => sum + lines)).toBe(7 * LINES_PER_VOUCHER);
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 601 * LINES_PER_VOUCHER });
  });

  test.each([
    ["the same statement", 10],
    ["a later statement", 1_000],
  ])(
    "a duplicate id in %s is refused, in an empty journal and in one with entries",
    async (_where, count) => {
      const id = await emptyCompany();
      const twice = {
        name: "BundleProblem",
        path: `journal[${count}].id`,
        reason: "vch_3 appears twice in this section",
      };
      await expect(write(id, [...newVouchers(count), newVoucher(3)])).rejects.toMatchObject(twice);
      expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 0 });
      await write(id, newVouchers(5));
      await expect(write(id, [...newVouchers(count), newVoucher(3, 99)])).rejects.toMatchObject(twice);
      expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 5 * LINES_PER_VOUCHER });
    },
  );

  test("no statement is running after the caller has thrown, and nothing is stored", async () => {
    const id = await emptyCompany();
    const statements = new Statements();
    const failing = app.db.transaction((tx) =>
      writeVouchers(
        { tx: statements.watch(tx), companyId: id, now: http.clock.now(), linesPerCopy: LINES_PER_COPY },
        async (writer) => {
          for (const [index, voucher] of newVouchers(LINES_PER_COPY).entries())
            if (writer.add(voucher, index)) await writer.flush();
          throw new Error("the caller fails");
        },
      ),
    );
    await expect(failing).rejects.toThrow("the caller fails");
    expect(statements.lines).toEqual([LINES_PER_COPY, LINES_PER_COPY]);
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 0 });
  });

  test("an error of the database for one batch is thrown, even if the caller goes on", async () => {
    const id = await emptyCompany();
    const valid = newVoucher(1);
    const invalid = {
      ...valid,
      lines: valid.lines.map((line) => ({ ...line, category_id: "cat_nowhere" as PublicId<"category"> })),
    };
    await expect(write(id, [invalid, ...newVouchers(1_000).slice(2)])).rejects.toThrow(
      "no category cat_nowhere",
    );
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true, entries: 0 });
  });
});
