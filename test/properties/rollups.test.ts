/**
 * Rollups equal the entries: after any edits, with any months marked stale, and whatever day it is, the
 * statements are what adding up the journal gives.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { statement } from "../../src/platform/db/index.ts";
import { testApp } from "../support/app.ts";
import type { BundleVoucher } from "../support/bundle.ts";
import { insertVouchers } from "../support/import.ts";
import { anyBooks, anyEdit } from "./books.ts";
import { checkBalanceSheet, checkCashFlow, checkIncomeStatement } from "./checks.ts";
import { anyDay, anyRange } from "./dates.ts";
import { keep, type Trial } from "./keep.ts";
import { oracleOf } from "./oracle.ts";

const http = await testApp();

const deleteVouchers = statement<never>(
  "test.deleteVouchers",
  "delete from journal_entries where company_id = $1 and voucher_id = any ($2::text[])",
);
const markStale = statement<never>(
  "test.markStale",
  "insert into ledger_stale_months (company_id, month, marked_at) select $1, unnest($2::date[]), 0",
);
const unlikeEntries = statement<{ period: string }>(
  "test.unlikeEntries",
  `with scanned as (
     select 'month' as grain, date_trunc('month', date)::date as period, category_id, sum(net_debit_cents) as
       net, count(*) as entries
     from journal_entries where company_id = $1 group by 2, 3
     union all
     select 'year', date_trunc('year', date)::date, category_id, sum(net_debit_cents), count(*)
     from journal_entries where company_id = $1 group by 2, 3
   )
   select coalesce(r.period, s.period) as period
   from (select * from ledger_rollups where company_id = $1) r
   full join scanned s using (grain, period, category_id)
   where coalesce(r.net_debit_cents, 0) <> coalesce(s.net, 0)
     or coalesce(r.entry_count, 0) <> coalesce(s.entries, 0)`,
);

async function replace({ books, company }: Trial, journal: readonly BundleVoucher[]): Promise<Trial> {
  const changed = { ...books, journal };
  await http.app.db.transaction(async (tx) => {
    await tx.run(deleteVouchers, [company.id, books.journal.map(({ id }) => id)]);
    await insertVouchers(tx, company.id, journal, http.clock.now());
  });
  return { books: changed, oracle: oracleOf(changed), company };
}

const trials = fc
  .record({ books: anyBooks(), today: anyDay(), date: anyDay(), range: anyRange() })
  .chain((trial) => fc.record({ trial: fc.constant(trial), edited: anyEdit(trial.books) }));

async function checkAll(
  trial: Trial,
  date: string,
  { start, end }: { start: string; end: string },
): Promise<void> {
  await checkBalanceSheet(trial, date);
  await checkIncomeStatement(trial, start, end);
  await checkCashFlow(trial, start, end);
}

describe("rollups", () => {
  test("follow any edits of the journal", async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ trial: { books, today, date, range }, edited }) => {
        const trial = await replace(await keep(books, today), edited);
        await checkAll(trial, date, range);
        expect(await http.app.db.list(unlikeEntries, [trial.company.id])).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test("that are stale are not read: the statements are the same with any months marked", async () => {
    const months = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(trials, months, async ({ trial: { books, today, date, range } }, marked) => {
        const trial = await keep(books, today);
        const stale = marked.map(
          (index) => `${2022 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-01`,
        );
        await http.app.db.run(markStale, [trial.company.id, stale]);
        await http.app.db.run(spoil, [trial.company.id, stale]);
        await checkAll(trial, date, range);
      }),
      { numRuns: 30 },
    );
  });
});

/**
 * Makes the rollups of these months, and of their years, wrong, so that whoever reads them all the same is
 * found out.
 */
const spoil = statement<never>(
  "test.spoil",
  `with spoilt as (
     update ledger_rollups set net_debit_cents = net_debit_cents + 1 where company_id = $1 and
       (grain = 'month' and period = any ($2::date[]) or grain = 'year'
         and date_part('year', period) in (select date_part('year', m) from unnest($2::date[]) as m))
   )
   update ledger_department_rollups set net_debit_cents = net_debit_cents + 1 where company_id = $1 and
     (grain = 'month' and period = any ($2::date[]) or grain = 'year'
       and date_part('year', period) in (select date_part('year', m) from unnest($2::date[]) as m))`,
);
