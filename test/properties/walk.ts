/**
 * Random walks: a company to which one thing after the other happens, and after each of which its books,
 * balances and mirror must be what the naive ledger makes of its records. A kind of step is added by an entry
 * in a list like that of `feed-steps.ts`; what its records mean in the books goes into `postings.ts`.
 */
import { expect } from "vitest";
import { addDays } from "@daybook/words/civil-date";
import { Prng } from "../../src/sample/prng.ts";
import { NOON, testApp, type TestCompany } from "../support/app.ts";
import type { Answer } from "../support/http.ts";
import type { Bundle, CompanyOverrides } from "../support/bundle.ts";
import type { JsonObject } from "../support/exchange.ts";
import { exported } from "../support/import.ts";
import { checkBalanceSheet, checkCashFlow, checkIncomeStatement } from "./checks.ts";
import { day } from "./dates.ts";
import { entriesOf } from "./keep.ts";
import { expectSame, listed, type Mirror, newMirror } from "./mirror.ts";
import { oracleOf } from "./oracle.ts";
import { allVouchers, balanceOf } from "./postings.ts";

const http = await testApp();

/** Where a walk is. */
export interface World {
  readonly app: typeof http.app;
  readonly company: TestCompany;
  readonly dice: Prng;
  /** The company's records before this step. */
  readonly records: Bundle;
  /** A request with a body, by the company's key. */
  readonly send: <Body = JsonObject>(method: string, target: string, body?: object) => Promise<Answer<Body>>;
  /** One of some values, or undefined when there is none. */
  readonly pick: <T>(values: readonly T[]) => T | undefined;
}

export interface Step {
  readonly name: string;
  /** How often it is taken while each of the others is as often as its own weight says. */
  readonly weight: number;
  /**
   * Does one thing, and expects of the answer what the records say. Gives false where there is nothing to do
   * it to.
   */
  take(world: World): Promise<boolean>;
}

async function recordsOf({ id }: TestCompany): Promise<Bundle> {
  return JSON.parse(await exported(http.app, id)) as Bundle;
}

/**
 * Walks `count` steps from a company. Fails with the seed and the steps so far, which say how to walk the
 * same way again.
 */
export async function walk(
  start: CompanyOverrides,
  steps: readonly Step[],
  count: number,
  seed = Date.now(),
): Promise<void> {
  const dice = new Prng(seed, "walk");
  const company = await http.company(start);
  const mirror = newMirror(company.key);
  const taken: string[] = [];
  // Steps are drawn from a bag without putting them back, so that each comes up.
  const bag: Step[] = [];
  let now = Date.parse(NOON) / 1000;
  let records = await recordsOf(company);
  try {
    await checkAll(company, records, mirror, dice);
    while (taken.length < count) {
      now += dice.integer(0, 90);
      http.clock.set(now);
      if (bag.length === 0)
        bag.push(...steps.flatMap((each) => Array.from({ length: each.weight }, () => each)));
      const [step] = bag.splice(dice.integer(0, bag.length - 1), 1);
      if (!step) throw new Error("there are no steps");
      const world: World = {
        app: http.app,
        company,
        dice,
        records,
        send: (method, target, body) =>
          http.send(target, { key: company.key, method, ...(body === undefined ? {} : { body }) }),
        pick: (values) => values[dice.integer(0, values.length - 1)],
      };
      const began = taken.push(step.name);
      if (!(await step.take(world))) taken.length = began - 1;
      records = await recordsOf(company);
      await checkAll(company, records, mirror, dice);
    }
  } catch (error) {
    throw new Error(`the walk of the seed ${seed} fell over behind: ${taken.join(", ")}`, { cause: error });
  }
  // A walk that never comes by some kind of step proves nothing of it.
  expect(steps.map(({ name }) => name).filter((name) => !taken.includes(name))).toEqual([]);
}

/** Everything that must hold between two steps. */
async function checkAll(company: TestCompany, records: Bundle, mirror: Mirror, dice: Prng): Promise<void> {
  const journal = allVouchers(records);
  const books = {
    categories: records.categories,
    departments: records.departments,
    journal,
    fiscal_year_start_month: records.company.fiscal_year_start_month,
  };
  const trial = { books, oracle: oracleOf(books), company };
  await checkEntries(company, records, journal);
  const date = addDays(day("2024-12-01"), dice.integer(0, 1_200));
  const end = addDays(date, dice.integer(0, 400));
  await checkBalanceSheet(trial, end);
  await checkIncomeStatement(trial, date, end);
  await checkCashFlow(trial, date, end);
  const { data: accounts } = await company.read<{ data: readonly { id: string; balance_cents: number }[] }>(
    "/accounts",
  );
  expect(accounts.map(({ id, balance_cents }) => [id, balance_cents])).toEqual(
    accounts.map(({ id }) => [id, balanceOf(records, id)]),
  );
  expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
  expect(await mirror.run({ limit: dice.integer(3, 40), host: () => http })).toBe(true);
  const rows = await listed(http, company.key);
  expectSame(mirror, rows);
  expect([...rows.keys()].toSorted()).toEqual(
    records.transactions
      .filter(({ deleted }) => deleted !== true)
      .map(({ id }) => id)
      .toSorted(),
  );
}

/** The entries are those that the naive ledger has, in any order. */
async function checkEntries(
  company: TestCompany,
  records: Bundle,
  journal: ReturnType<typeof allVouchers>,
): Promise<void> {
  const entries = await entriesOf(company, {});
  const found = entries.map((row) =>
    [
      row.date,
      row.category_id,
      row.department_id,
      row.merchant,
      row.source,
      row.held,
      row.debit_cents - row.credit_cents,
    ].join(" "),
  );
  const wanted = journal.flatMap(({ date, source, held = false, merchant = null, lines }) =>
    lines.map((line) =>
      [
        date,
        line.category_id,
        line.department_id ?? null,
        line.merchant ?? merchant,
        source,
        held,
        (line.debit_cents ?? 0) - (line.credit_cents ?? 0),
      ].join(" "),
    ),
  );
  expect(found.toSorted()).toEqual(wanted.toSorted());
  expect(records.journal.length).toBeLessThan(journal.length);
}
