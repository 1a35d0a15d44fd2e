/**
 * Schedules of what is in the books otherwise than by a transaction of the bank: assets and prepaid amounts
 * of opening balances, of an import or of an entry; and the register of assets beside the ledger. Invariant:
 * the schedule posts its shares only, never the amount itself, which is in the books already.
 */
import { type CompanyFor, forOperator } from "@daybook/words/areas";
import { type Cents, cents, negateCents } from "@daybook/words/cents";
import { type CivilDate, endOfMonth, type UnixSeconds } from "@daybook/words/civil-date";
import { accountingText } from "@daybook/words/money-text";
import type { PublicId } from "@daybook/words/public-id";
import { Refusal, refuse } from "../../../../core/errors.ts";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { categoriesOfRoles, chartStore } from "../../../books/chart/index.ts";
import { ledgerWithin } from "../../../books/ledger/index.ts";
import {
  assetFigures,
  monthsBetween,
  NOT_ENDED,
  putSpreads,
  type SpreadRow,
} from "../../../books/schedules/index.ts";
import { assetsStore } from "../store/assets.ts";
import { chosenDepartment } from "./choices.ts";
import {
  assetCategory,
  checkDay,
  checkDepreciation,
  leafOf,
  namedCategory,
  planOf,
  type WantedPlan,
} from "./schedule-choices.ts";

type Company = PublicId<"company">;
/** A company whose transactions and statements the caller may read. */
export type RegisterCompany = CompanyFor<"transactions:view" | "reports:view">;

/** A schedule of an amount that is in the books. Categories are named by id or name. */
export interface NewStanding extends WantedPlan {
  /** What it is: the description of its entries. */
  readonly description: string;
  /** Where the amount stands: an asset, prepaid expenses, or deferred revenue. */
  readonly holding: string;
  /** The category of each share. */
  readonly category: string;
  readonly department_id: string | null;
  /** Where the depreciation of an asset is gathered; null for the chart's own. */
  readonly contra: string | null;
  /** The last day of the month through which it was written off elsewhere, and how much. */
  readonly opened_on: CivilDate | null;
  readonly opened_cents: Cents;
}

interface Scope {
  readonly tx: Tx;
  readonly ids: Ids;
  readonly companyId: Company;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

/** Returns the row of a schedule that is asked for. Refuses `invalid_request` and `resource_missing`. */
export async function standingOf(scope: Scope, asked: NewStanding): Promise<SpreadRow> {
  const { tx, ids, companyId, now, today } = scope;
  checkDay(asked.start_date, today, "start_date");
  const { holding_category_id, contra_category_id, isOwed } = await holdersOf(scope, asked);
  const category_id = await leafOf(
    tx,
    companyId,
    await namedCategory(tx, companyId, asked.category),
    "category_id",
  );
  if (!isOwed) await checkDepreciation(tx, companyId, category_id);
  const signed = (amount: Cents): Cents => (isOwed ? amount : negateCents(amount));
  const planned = await planOf(tx, companyId, asked);
  const row: SpreadRow = {
    id: ids.next("spread"),
    kind: asked.kind,
    transaction_id: null,
    category_id,
    department_id:
      asked.department_id === null ? null : await chosenDepartment(tx, companyId, asked.department_id),
    holding_category_id,
    contra_category_id,
    amount_cents: signed(asked.amount_cents),
    ...planned,
    opened_on: asked.opened_on,
    opened_cents: signed(asked.opened_cents),
    description: asked.description,
    merchant: null,
    held: false,
    counted_cents: [],
    ...NOT_ENDED,
    created: now,
  };
  checkOpened(asked, row, today);
  return row;
}

/** Where the amount stands, and where its shares are taken from; owed money is deferred revenue. */
async function holdersOf({ tx, ids, companyId, now }: Scope, asked: NewStanding) {
  const held = await namedCategory(tx, companyId, asked.holding);
  if (asked.kind === "spread") {
    const found = await leafOf(tx, companyId, held, "holding_category_id");
    const row = await chartStore.findCategoryChoice(tx, companyId, found);
    if (row === null || !["asset", "liability"].includes(row.account_type) || row.cash_flow === "cash")
      throw refuse("invalid_request", {
        param: "holding_category_id",
        message: `${asked.holding} holds nothing that is spread. Choose a category of assets or liabilities that is not cash, such as Prepaid Expenses.`,
      });
    return {
      holding_category_id: found,
      contra_category_id: found,
      isOwed: row.account_type === "liability",
    };
  }
  const holding_category_id = await assetCategory(tx, companyId, held, "holding_category_id");
  const contra =
    asked.contra === null
      ? (await categoriesOfRoles(tx, companyId, ["accumulated_depreciation"], { ids, now }))
          .accumulated_depreciation
      : await assetCategory(
          tx,
          companyId,
          await namedCategory(tx, companyId, asked.contra),
          "contra_category_id",
        );
  if (holding_category_id === contra)
    throw refuse("invalid_request", {
      param: "contra_category_id",
      message: `${asked.holding} is where the asset itself stands. Choose another category for its depreciation.`,
    });
  return { holding_category_id, contra_category_id: contra, isOwed: false };
}

/** Refuses what was written off elsewhere if it contradicts the plan. */
function checkOpened(
  { opened_on, opened_cents, amount_cents, salvage_cents }: NewStanding,
  row: SpreadRow,
  today: CivilDate,
): void {
  const wrong = (param: string, message: string) => refuse("invalid_request", { param, message });
  if (opened_on === null) {
    if (opened_cents !== 0) throw wrong("opened_on", "Say through which day that was written off.");
    return;
  }
  checkOpenedDay(opened_on, today, "opened_on");
  if (opened_cents !== 0 && opened_on < row.start_date)
    throw wrong(
      "opened_cents",
      `${row.description} begins on ${row.start_date}, so nothing was written off by ${opened_on}.`,
    );
  const most = amount_cents - salvage_cents;
  if (opened_cents < 0 || opened_cents > most)
    throw wrong(
      "opened_cents",
      `At most ${accountingText(cents(most))} can be written off of ${row.description}.`,
    );
  if (opened_cents < most && monthsBetween(opened_on, row.end_date) < 2)
    throw wrong(
      "opened_cents",
      `The life of ${row.description} was over by ${opened_on}, but ${accountingText(cents(most - opened_cents))} of it was not written off. Correct the months, the amount or the salvage value.`,
    );
}

/** Refuses a day through which nothing can have been written off elsewhere, in whole months. */
function checkOpenedDay(day: CivilDate, today: CivilDate, param: string): void {
  const message =
    day !== endOfMonth(day)
      ? "It must be the last day of a month."
      : `It must be a day that has come, and today is ${today}.`;
  if (day !== endOfMonth(day) || day > today) throw refuse("invalid_request", { param, message });
}

/** What a category of assets holds on a day, by the schedules and by the ledger. */
export interface RegisterLine {
  readonly category_id: PublicId<"category">;
  readonly category_name: string;
  readonly of: "cost" | "depreciation";
  readonly register_cents: Cents;
  readonly ledger_cents: Cents;
  /** The ledger less the register: what follows no schedule. */
  readonly other_cents: Cents;
}

/** The cost and the depreciation of all assets by category, beside the ledger at the end of a day. */
export async function registerOf(
  db: Queryable,
  companyId: RegisterCompany,
  date: CivilDate,
): Promise<RegisterLine[]> {
  const sums = new Map<string, number>();
  const add = (key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount);
  for (const row of await assetsStore.listBooked(db, companyId, date)) {
    const { cost_cents, depreciated_cents } = assetFigures(row, date);
    add(`cost ${row.holding_category_id}`, cost_cents);
    add(`depreciation ${row.contra_category_id}`, depreciated_cents);
  }
  const names = new Map((await chartStore.listCategories(db, companyId)).map(({ id, name }) => [id, name]));
  const balanceOf = await ledgerWithin.balances(db, companyId, date);
  return Array.from(sums, ([key, register]) => {
    const [of, category_id] = key.split(" ") as [RegisterLine["of"], PublicId<"category">];
    const debit = balanceOf(category_id);
    const ledger_cents = cents(of === "cost" ? debit : 0 - debit);
    return {
      category_id,
      category_name: names.get(category_id) ?? category_id,
      of,
      register_cents: cents(register),
      ledger_cents,
      other_cents: cents(ledger_cents - register),
    };
  });
}

/**
 * Adds the assets of a register as they stood at the end of a month. All or none: refuses `invalid_request`
 * where a category of the register and the ledger differ, by name and amount.
 */
export async function takeRegister(
  scope: Scope,
  asOf: CivilDate,
  assets: readonly NewStanding[],
): Promise<{ readonly rows: SpreadRow[]; readonly lines: RegisterLine[] }> {
  const rows: SpreadRow[] = [];
  checkOpenedDay(asOf, scope.today, "date");
  for (const [index, asset] of assets.entries())
    try {
      rows.push(await standingOf(scope, asset));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const message = `Asset ${index + 1} (${asset.description}): ${error.message}`;
      throw refuse(error.code, { param: "assets", message, ways: error.ways });
    }
  await putSpreads(scope.tx, scope.companyId, scope.now, rows);
  const touched = new Set(rows.flatMap((row) => [row.holding_category_id, row.contra_category_id]));
  const lines = (await registerOf(scope.tx, forOperator(scope.companyId), asOf)).filter(({ category_id }) =>
    touched.has(category_id),
  );
  const differing = lines.filter(({ other_cents }) => other_cents !== 0);
  if (differing.length > 0)
    throw refuse("invalid_request", {
      param: "assets",
      message: `The register and the ledger differ on ${asOf}: ${differing
        .map(
          ({ category_name, of, register_cents, ledger_cents, other_cents }) =>
            `${category_name} (${of}) is ${accountingText(register_cents)} in the register and ${accountingText(ledger_cents)} in the ledger, a difference of ${accountingText(other_cents)}`,
        )
        .join("; ")}. Nothing was stored.`,
    });
  return { rows, lines };
}
