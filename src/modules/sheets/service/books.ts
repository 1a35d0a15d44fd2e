/**
 * Answers the calls of formulas to the books. All calls of one round see one state of the books and take a
 * few statements, however many they are: sums over the pieces between all days that matter, once by category
 * and once by department, and one statement each for merchants, lists and counts. Figures are those of totals
 * and statements of the same days, in dollars.
 */
import { present } from "../../../core/assert.ts";
import { addCents, type Cents, ZERO_CENTS } from "../../../core/cents.ts";
import { type CivilDate, FIRST_DATE, losAngelesDate, type UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import type { BookAnswer, BookCall } from "../../../platform/formula/index.ts";
import { chartStore } from "../../books/chart/index.ts";
import { ledgerWithin, type Range, signedCents } from "../../books/ledger/index.ts";
import { uncategorizedByDay, type UncategorizedOfDay } from "../../feed/transactions/index.ts";
import { type MerchantsQuery, type SumQuery, readCall } from "../rules/book-calls.ts";
import { runningSums, type RunningSums } from "../rules/running-sums.ts";

type Company = PublicId<"company">;

/** Different days that the calls of one round may name. */
const DAYS_MAX = 10_000;
/** Names of a list. */
const NAMES_MAX = 10_000;

/** Answers calls in their order. */
export type BooksReader = (
  companyId: Company,
  now: UnixSeconds,
  calls: readonly BookCall[],
) => Promise<readonly BookAnswer[]>;

export function booksReader(db: Db): BooksReader {
  return (companyId, now, calls) =>
    db.transaction((tx) => answerCalls(tx, companyId, losAngelesDate(now), calls), { mode: "snapshot" });
}

async function answerCalls(
  tx: Tx,
  companyId: Company,
  today: CivilDate,
  calls: readonly BookCall[],
): Promise<BookAnswer[]> {
  const chart = {
    categories: await chartStore.listCategories(tx, companyId),
    departments: await chartStore.listDepartments(tx, companyId),
  };
  const asked = calls.map((call) => readCall(call, chart));
  const sumOf = await sumsOf(
    tx,
    companyId,
    today,
    asked.filter((each) => each.kind === "sum"),
  );
  const namesOf = await merchantsOf(
    tx,
    companyId,
    asked.filter((each) => each.kind === "merchants"),
  );
  const merchants = [
    ...new Set(
      asked.flatMap((each) => (each.kind === "sum" && each.merchant !== null ? [each.merchant] : [])),
    ),
  ];
  const countOf = countsOf(
    asked.some(({ kind }) => kind === "sum" || kind === "count")
      ? await uncategorizedByDay(tx, companyId, merchants)
      : [],
  );
  const answerTo = (each: (typeof asked)[number]): BookAnswer => {
    switch (each.kind) {
      case "wrong":
        return { error: each.error, message: each.message };
      case "names":
        return list(each.names);
      case "merchants":
        return list(namesOf(each));
      case "count": {
        const count = countOf(each.range, null);
        return { rows: [[count]], uncategorized: count };
      }
      case "sum": {
        const sum = sumOf(each);
        if (sum === null)
          return {
            error: "#NUM!",
            message: `The formulas of one read may name at most ${DAYS_MAX} different days.`,
          };
        return { rows: [[sum / 100]], uncategorized: countOf(each.range, each) };
      }
    }
  };
  return asked.map(answerTo);
}

/** A column of names; a list without any is #CALC!, as FILTER has it. */
function list(names: readonly string[]): BookAnswer {
  return names.length === 0
    ? { error: "#CALC!", message: "There is nothing to list." }
    : { rows: names.map((name) => [name]) };
}

/** Each sum under the sign rule of its categories; null where too many days are named. */
async function sumsOf(
  tx: Tx,
  companyId: Company,
  today: CivilDate,
  asked: readonly SumQuery[],
): Promise<(sum: SumQuery) => Cents | null> {
  const read = async (some: readonly SumQuery[], byDepartment: boolean): Promise<RunningSums | null> => {
    const cuts = [...new Set(some.flatMap(({ range: { from, to } }) => [from, to]))].toSorted();
    if (cuts.length > DAYS_MAX) return null;
    const buckets = cuts.slice(1).map((to, index): Range => ({ from: cuts[index] ?? FIRST_DATE, to }));
    if (buckets.length === 0) return () => ZERO_CENTS;
    return runningSums(
      cuts,
      await ledgerWithin.sum(tx, { companyId, buckets, now: null, today, byDepartment }),
    );
  };
  const ofAll = await read(
    asked.filter(({ merchant, departmentIds }) => merchant === null && departmentIds === null),
    false,
  );
  const ofDepartments = await read(
    asked.filter(({ departmentIds }) => departmentIds !== null),
    true,
  );
  const byMerchant = asked.flatMap(({ categories, range, merchant }) =>
    merchant === null ? [] : categories.map((category) => ({ merchant, categoryIds: [category.id], range })),
  );
  const sums = byMerchant.length === 0 ? [] : await ledgerWithin.sumMerchants(tx, companyId, byMerchant);
  const ofMerchants = new Map(
    byMerchant.map(({ merchant, categoryIds, range }, index) => [
      `${categoryIds[0] ?? ""} ${range.from} ${range.to} ${merchant}`,
      sums[index]?.netDebitCents,
    ]),
  );

  return ({ categories, range, departmentIds, merchant }) => {
    const running = departmentIds === null ? ofAll : ofDepartments;
    if (merchant === null && running === null) return null;
    const netOf = (id: string): Cents => {
      if (merchant !== null)
        return ofMerchants.get(`${id} ${range.from} ${range.to} ${merchant}`) ?? ZERO_CENTS;
      return (departmentIds ?? [""]).reduce(
        (sum, department) => addCents(sum, present(running, "sums were not read")(id, department, range)),
        ZERO_CENTS,
      );
    };
    return categories.reduce(
      (sum, { id, account_type }) => addCents(sum, signedCents(account_type, netOf(id))),
      ZERO_CENTS,
    );
  };
}

async function merchantsOf(
  tx: Tx,
  companyId: Company,
  asked: readonly MerchantsQuery[],
): Promise<(question: MerchantsQuery) => string[]> {
  if (asked.length === 0) return () => [];
  const names = new Map(asked.map((question): [MerchantsQuery, string[]] => [question, []]));
  for (const { question, merchant } of await ledgerWithin.listMerchants(tx, companyId, asked, NAMES_MAX))
    names.get(present(asked[question], "a merchant was asked for by nobody"))?.push(merchant);
  return (question) => names.get(question) ?? [];
}

/** Counts the transactions without a category in a range: those that a sum counts, or all. */
function countsOf(days: readonly UncategorizedOfDay[]): (range: Range, sum: SumQuery | null) => number {
  return ({ from, to }, sum) => {
    const categoryIds = new Set<string>(sum?.categories.map(({ id }) => id));
    const isCounted = ({ category_id, department_id, merchant }: UncategorizedOfDay): boolean =>
      sum === null ||
      (categoryIds.has(category_id) &&
        (sum.departmentIds?.includes(department_id ?? "") ?? true) &&
        (sum.merchant === null || sum.merchant === merchant));
    let count = 0;
    for (const day of days)
      if (day.date >= from && day.date < to && isCounted(day)) count += day.transactions;
    return count;
  };
}
