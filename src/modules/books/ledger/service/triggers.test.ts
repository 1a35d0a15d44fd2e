/**
 * The triggers of the entries under statements that no operation sends: statements that write entries of
 * several companies. Each company's sums follow, and a refusal by one company undoes the whole statement.
 */
import { expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import type { CivilDate } from "@daybook/words/civil-date";
import { statement } from "../../../../platform/db/index.ts";

const http = await testApp();
const { app } = http;

const getSums = statement<{ debits: string; rollups: string; departments: number }>(
  "test.triggers.getSums",
  `select (select cents::text from ledger_debits where company_id = $1) as debits,
     (select string_agg(concat_ws(' ', grain, period, category_id, net_debit_cents, entry_count), ', '
        order by grain, period, category_id) from ledger_rollups where company_id = $1) as rollups,
     (select sum(entry_count)::int8 from ledger_department_rollups where company_id = $1) as departments`,
);

/** Lines of a voucher: $1.00 from cash to flights, on a day. */
const lines = ({ id }: TestCompany, date: string, [debit, credit] = [100, -100], category = "cat_flights") =>
  [
    `('${id}', 'jrnl_spread', 1, date '${date}', '${category}', 'dept_sales', ${debit}, 'adjustment', 1, 1)`,
    `('${id}', 'jrnl_spread', 2, date '${date}', 'cat_cash', null, ${credit}, 'adjustment', 1, 1)`,
  ].join(", ");

const insert = (...rows: string[]): Promise<void> =>
  app.db.transaction((tx) =>
    tx.script(`insert into journal_entries (company_id, voucher_id, line, date, category_id, department_id,
      net_debit_cents, source, created, updated) values ${rows.join(", ")}`),
  );

async function twoCompanies(): Promise<[TestCompany, TestCompany]> {
  return [await http.company({ journal: [] }), await http.company({ journal: [] })];
}

test("one statement writes entries of two companies, and another deletes them", async () => {
  const [one, two] = await twoCompanies();
  await insert(lines(one, "2026-03-05"), lines(two, "2026-04-06", [250, -250]));
  expect(await app.db.get(getSums, [one.id])).toEqual({
    debits: "100",
    rollups:
      "month 2026-03-01 cat_cash -100 1, month 2026-03-01 cat_flights 100 1, year 2026-01-01 cat_cash -100 1, year 2026-01-01 cat_flights 100 1",
    departments: 2,
  });
  expect(await app.db.get(getSums, [two.id])).toMatchObject({ debits: "250", departments: 2 });
  for (const { id } of [one, two]) expect(await app.ledger.verify(id)).toMatchObject({ ok: true });

  await app.db.transaction((tx) =>
    tx.script(`delete from journal_entries where company_id in ('${one.id}', '${two.id}')`),
  );
  for (const { id } of [one, two]) {
    expect(await app.db.get(getSums, [id])).toMatchObject({ debits: "0", departments: 0 });
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true });
  }
});

test.each([
  ["does not balance", (two: TestCompany) => lines(two, "2026-04-06", [100, -99]), /out of balance by 1/],
  [
    "names a category that the company lacks",
    (two: TestCompany) => lines(two, "2026-04-06", [100, -100], "cat_of_nobody"),
    /no category cat_of_nobody/,
  ],
  [
    "names a department that the company lacks",
    (two: TestCompany) => lines(two, "2026-04-06").replace("dept_sales", "dept_of_nobody"),
    /no department dept_of_nobody/,
  ],
  ["is in closed books", (two: TestCompany) => lines(two, "2026-03-31"), /voucher jrnl_spread of 2026-03-31/],
])("a voucher of the second company that %s refuses the whole statement", async (_what, of, message) => {
  const [one, two] = await twoCompanies();
  await app.ledger.closeBooks(
    two.id,
    "2026-03-31" as CivilDate,
    { now: app.clock.now(), today: app.clock.today() },
    "operator",
    "Filed",
  );
  await expect(insert(lines(one, "2026-03-05"), of(two))).rejects.toThrow(message);
  for (const { id } of [one, two])
    expect(await app.db.get(getSums, [id])).toEqual({ debits: null, rollups: null, departments: null });
});
