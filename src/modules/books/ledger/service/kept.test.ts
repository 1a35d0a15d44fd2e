/**
 * Sums and tags that are kept until the books change. After each kind of change, what was kept is compared
 * with what the same statement reads anew.
 */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { NOON, testApp, type TestCompany } from "../../../../../test/support/app.ts";
import type { CivilDate } from "@daybook/words/civil-date";
import { sumsStore } from "../store/sums.ts";
import { keptReads } from "./kept.ts";

const http = await testApp();
const { app } = http;

const INCOME = "/reports/income_statement?start_date=2025-01-01&end_date=2025-03-31";
const STATEMENTS = [
  INCOME,
  `${INCOME}&group_by=department`,
  "/reports/balance_sheet?date=2025-12-31",
  "/reports/cash_flow?start_date=2025-01-01&end_date=2025-12-31",
];

/** The statements, each asked three times: read, read to be kept, and kept if they can be. */
async function statementsOf(company: TestCompany): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const target of STATEMENTS) {
    await company.read(target);
    await company.read(target);
    answers.push(await company.read(target));
  }
  return answers;
}

/** What a service that has kept nothing answers. */
async function readAnew(company: TestCompany): Promise<unknown[]> {
  const find = vi.spyOn(sumsStore, "findRevision").mockResolvedValue(null);
  try {
    return await statementsOf(company);
  } finally {
    find.mockRestore();
  }
}

const sql = (text: string) => app.db.transaction((tx) => tx.script(text));

/** Changes by SQL, so that nothing but the database can know of them; `$` stands for the company. */
const CHANGES: readonly [what: string, text: string][] = [
  [
    "entries are posted",
    `insert into journal_entries (company_id, voucher_id, line, date, category_id, department_id,
       net_debit_cents, source, created, updated)
     values ('$', 'jrnl_more', 1, '2025-02-05', 'cat_flights', 'dept_sales', 700, 'adjustment', 1, 1),
       ('$', 'jrnl_more', 2, '2025-02-05', 'cat_cash', null, -700, 'adjustment', 1, 1)`,
  ],
  [
    "an entry moves to another category",
    "update journal_entries set category_id = 'cat_software' where company_id = '$' and voucher_id = 'jrnl_more' and line = 1",
  ],
  [
    "an entry moves to another department",
    "update journal_entries set department_id = null where company_id = '$' and voucher_id = 'jrnl_more' and line = 1",
  ],
  [
    "entries of nothing are posted",
    `insert into journal_entries (company_id, voucher_id, line, date, category_id, net_debit_cents, source,
       created, updated)
     values ('$', 'jrnl_none', 1, '2025-02-06', 'cat_flights', 0, 'adjustment', 1, 9)`,
  ],
  ["entries are deleted", "delete from journal_entries where company_id = '$' and voucher_id = 'jrnl_more'"],
  [
    "a category is renamed",
    "update categories set name = 'Hops' where company_id = '$' and id = 'cat_flights'",
  ],
  [
    "a category is added",
    `insert into categories (company_id, id, name, account_type, cash_flow, tier, position, parent_id, created)
     select company_id, 'cat_added', 'Added', account_type, cash_flow, tier, 900, parent_id, 1 from categories
     where company_id = '$' and id = 'cat_flights'`,
  ],
  ["a category is deleted", "delete from categories where company_id = '$' and id = 'cat_added'"],
  [
    "a department is renamed",
    "update departments set name = 'Shop' where company_id = '$' and id = 'dept_sales'",
  ],
  [
    "a department is added",
    `insert into departments (company_id, id, name, tier, position, created)
     select company_id, 'dept_added', 'Added', 1, 900, 1 from departments where company_id = '$' limit 1`,
  ],
  ["a department is deleted", "delete from departments where company_id = '$' and id = 'dept_added'"],
  [
    "the fiscal year begins in another month",
    "update companies set fiscal_year_start_month = 7 where id = '$'",
  ],
  [
    "vouchers without cash are left out",
    "update companies set excludes_non_cash = not excludes_non_cash where id = '$'",
  ],
];

describe("a statement that is asked for again (SUMS-001)", async () => {
  const company = await http.company();
  test.each(CHANGES)("is read anew after %s", async (_what, text) => {
    await statementsOf(company);
    const before = await sumsStore.findRevision(app.db, company.id);
    await sql(text.replaceAll("$", company.id));
    expect(await sumsStore.findRevision(app.db, company.id)).not.toBe(before);
    expect(await statementsOf(company)).toEqual(await readAnew(company));
  });

  test("is read anew after months were marked stale, and after they were rebuilt", async () => {
    for (const change of [
      () => app.ledger.markStale(company.id, ["2025-02-01" as CivilDate]),
      () => app.ledger.rebuildStale(company.id),
    ]) {
      const before = await sumsStore.findRevision(app.db, company.id);
      await change();
      expect(await sumsStore.findRevision(app.db, company.id)).not.toBe(before);
    }
    expect(await statementsOf(company)).toEqual(await readAnew(company));
  });

  test("reads no sums while nothing has changed", async () => {
    await statementsOf(company);
    const sums = vi.spyOn(sumsStore, "sum");
    await company.read(INCOME);
    expect(sums).not.toHaveBeenCalled();
    await sql(`update categories set name = 'Hop' where company_id = '${company.id}' and id = 'cat_flights'`);
    await company.read(INCOME);
    expect(sums).toHaveBeenCalledOnce();
    sums.mockRestore();
  });

  test("is dropped when it is the oldest and there are too many", async () => {
    const kept = keptReads(app.db);
    const wide = (key: string) => {
      let reads = 0;
      return {
        ask: () =>
          kept({
            companyId: company.id,
            key,
            isOneStatement: true,
            read: async () => (reads += 1),
            rows: () => 9_000,
          }),
        reads: () => reads,
      };
    };
    const all = Array.from({ length: 12 }, (_, index) => wide(`key ${index}`));
    for (const each of all) for (let times = 0; times < 3; times += 1) await each.ask();
    expect(all.map(({ reads }) => reads())).toEqual(all.map(() => 2));
    await all[11]?.ask();
    await all[0]?.ask();
    expect([all[11]?.reads(), all[0]?.reads()]).toEqual([2, 3]);
  });

  test("is another company's own", async () => {
    const other = await http.company({ journal: [] });
    await statementsOf(company);
    expect(await statementsOf(other)).toEqual(await readAnew(other));
    expect((await statementsOf(other))[0]).toMatchObject({ net_income_cents: 0 });
  });

  test("keeps nothing of a change that is taken back", async () => {
    const before = await statementsOf(company);
    await app.db
      .transaction(async (tx) => {
        await tx.script(`update categories set name = 'X' where company_id = '${company.id}'`);
        throw new Error("taken back");
      })
      .catch(() => {});
    expect(await statementsOf(company)).toEqual(before);
  });
});

describe("a statement that the caller has (SUMS-002)", async () => {
  const company = await http.company();
  const ask = (target: string, tag?: string) =>
    http.send(target, { key: company.key, headers: tag === undefined ? {} : { "if-none-match": tag } });

  let minutes = 0;
  /** Moves the clock on: the tag of an answer that says the present second is not kept. */
  const later = () => http.clock.set(Date.parse(NOON) / 1000 + (minutes += 1) * 60);

  /** The statement and its tag, which has been sent twice: to keep it, and to be answered by it. */
  async function known(target: string) {
    later();
    const { body, headers } = await ask(target);
    const tag = headers.get("etag") ?? "";
    expect([(await ask(target, tag)).status, (await ask(target, tag)).status]).toEqual([304, 304]);
    return { target, body, tag };
  }

  /** Fails unless the tag is answered with 304 exactly if the statement is the same. Returns whether it is. */
  async function isStillKnown({ target, body, tag }: Awaited<ReturnType<typeof known>>): Promise<boolean> {
    const { status } = await ask(target, tag);
    const anew = await ask(target);
    const isSame = isDeepStrictEqual(anew.body, body);
    expect([status, anew.headers.get("etag") === tag], target).toEqual([isSame ? 304 : 200, isSame]);
    return isSame;
  }

  test.each(CHANGES)("is told apart from what it is after %s", async (_what, text) => {
    const before: Awaited<ReturnType<typeof known>>[] = [];
    for (const target of STATEMENTS) before.push(await known(target));
    await sql(text.replaceAll("$", company.id));
    for (const each of before) await isStillKnown(each);
  });

  test("is told apart after months were marked stale, and after they were rebuilt", async () => {
    for (const change of [
      () => app.ledger.markStale(company.id, ["2025-02-01" as CivilDate]),
      () => app.ledger.rebuildStale(company.id),
    ]) {
      later();
      const before = await ask(INCOME);
      const tag = before.headers.get("etag") ?? "";
      await ask(INCOME, tag);
      await change();
      await isStillKnown({ target: INCOME, body: before.body, tag });
    }
  });

  test("is not computed while nothing has changed, whoever of the company asks", async () => {
    const { tag } = await known(INCOME);
    const sums = vi.spyOn(app.ledger, "sum");
    const second = await http.keyOf(company.id, company.bundle.members[0]?.id ?? "");
    for (const sent of [tag, `"other", ${tag}`, "*"])
      for (const key of [company.key, second])
        expect(await http.send(INCOME, { key, headers: { "if-none-match": sent } })).toMatchObject({
          status: 304,
          text: "",
        });
    expect(sums).not.toHaveBeenCalled();
    expect((await ask(INCOME, '"other"')).status).toBe(200);
    expect(sums).toHaveBeenCalledOnce();
    await sql(`update categories set name = 'Hay' where company_id = '${company.id}' and id = 'cat_flights'`);
    expect((await ask(INCOME, tag)).status).toBe(200);
    sums.mockRestore();
  });

  test("is another one at another time if it says so, and on another day", async () => {
    later();
    const live = "/reports/balance_sheet?date=2025-01-20";
    const { body, headers } = await ask(live);
    const tag = headers.get("etag") ?? "";
    for (let times = 0; times < 3; times += 1) expect((await ask(live, tag)).status).toBe(304);
    const today = await known("/reports/balance_sheet");
    const anew = await ask(live, tag);
    expect([anew.status, isDeepStrictEqual(anew.body, body)]).toEqual([200, false]);
    http.clock.set("2026-05-21T19:00:00Z");
    expect(await isStillKnown(today)).toBe(false);
  });

  test("is computed again if the books changed while it was computed, even if they come back", async () => {
    later();
    const before = await sumsStore.findRevision(app.db, company.id);
    const sum = app.ledger.sum.bind(app.ledger);
    const sums = vi.spyOn(app.ledger, "sum").mockImplementationOnce(async (request) => {
      await sql(
        `update categories set name = 'Jet' where company_id = '${company.id}' and id = 'cat_flights'`,
      );
      return sum(request);
    });
    const tag = (await ask(INCOME, '"other"')).headers.get("etag") ?? "";
    const find = vi.spyOn(sumsStore, "findRevision").mockResolvedValue(before);
    await ask(INCOME, tag);
    expect(sums).toHaveBeenCalledTimes(2);
    find.mockRestore();
    sums.mockRestore();
  });
});
