/**
 * Answers the formula functions that read the books, such as BOOKS.TOTAL. All calls of one calculation round
 * read the same snapshot with a few database statements, however many the calls are: one each for the
 * sums by category, by department and by merchant, for the names of merchants and for the counts. The sums
 * equal those of the API's totals and statements for the same days, in dollars.
 */
import type { CompanyFor } from "@daybook/words/areas";
import { present } from "@daybook/words/assert";
import { addCents, type Cents, ZERO_CENTS } from "@daybook/words/cents";
import { type CivilDate, FIRST_DATE, losAngelesDate, type UnixSeconds } from "@daybook/words/civil-date";
import type { Db, Tx } from "../../../platform/db/index.ts";
import type { BookAnswer, BookCall } from "../../../platform/formula/index.ts";
import { chartStore } from "../../books/chart/index.ts";
import { ledgerWithin, type Range, signedCents } from "../../books/ledger/index.ts";
import { uncategorizedByDay, type UncategorizedOfDay } from "../../feed/transactions/index.ts";
import { type MerchantsQuery, type SumQuery, readCall } from "../rules/book-calls.ts";
import { runningSums, type RunningSums } from "../rules/running-sums.ts";

/**
 * Formulas read totals of the books by `forecast` alone: its viewers see what the stored ones come to, and
 * who manages it may write others.
 */
type Company = CompanyFor<"forecast:view">;

/** The most different days in the calls of one round. */
const DAYS_MAX = 10_000;
/** The most names in a list. */
const NAMES_MAX = 10_000;

/** Answers calls; the answers are in the order of the calls. */
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
  const queries = calls.map((call) => readCall(call, chart));
  const sumOf = await sumsOf(
    tx,
    companyId,
    today,
    queries.filter((query) => query.kind === "sum"),
  );
  const namesOf = await merchantsOf(
    tx,
    companyId,
    queries.filter((query) => query.kind === "merchants"),
  );
  const merchants = [
    ...new Set(
      queries.flatMap((query) => (query.kind === "sum" && query.merchant !== null ? [query.merchant] : [])),
    ),
  ];
  const countOf = countsOf(
    queries.some(({ kind }) => kind === "sum" || kind === "count")
      ? await uncategorizedByDay(tx, companyId, merchants)
      : [],
  );
  const answerTo = (query: (typeof queries)[number]): BookAnswer => {
    switch (query.kind) {
      case "invalid":
        return { error: query.error, message: query.message };
      case "names":
        return columnOf(query.names);
      case "merchants":
        return columnOf(namesOf(query));
      case "count": {
        const count = countOf(query.range, null);
        return { rows: [[count]], uncategorized: count };
      }
      case "sum": {
        const sum = sumOf(query);
        if (sum === null)
          return {
            error: "#NUM!",
            message: `The formulas of one read may name at most ${DAYS_MAX} different days.`,
          };
        return { rows: [[sum / 100]], uncategorized: countOf(query.range, query) };
      }
    }
  };
  return queries.map(answerTo);
}

/** Returns a column of names. An empty list is the error #CALC!, like an empty result of FILTER. */
function columnOf(names: readonly string[]): BookAnswer {
  return names.length === 0
    ? { error: "#CALC!", message: "There is nothing to list." }
    : { rows: names.map((name) => [name]) };
}

/**
 * Reads all sums. Returns a function from a query to its sum, under the sign rule of each category; the sum
 * is null if the queries contain too many days. The days divide the time into buckets, whose sums are read
 * once and added up for each query.
 */
async function sumsOf(
  tx: Tx,
  companyId: Company,
  today: CivilDate,
  queries: readonly SumQuery[],
): Promise<(sum: SumQuery) => Cents | null> {
  const read = async (selected: readonly SumQuery[], byDepartment: boolean): Promise<RunningSums | null> => {
    const cuts = [...new Set(selected.flatMap(({ range: { from, to } }) => [from, to]))].toSorted();
    if (cuts.length > DAYS_MAX) return null;
    const buckets = cuts.slice(1).map((to, index): Range => ({ from: cuts[index] ?? FIRST_DATE, to }));
    if (buckets.length === 0) return () => ZERO_CENTS;
    return runningSums(
      cuts,
      await ledgerWithin.sum(tx, { companyId, buckets, now: null, today, byDepartment }),
    );
  };
  const ofAll = await read(
    queries.filter(({ merchant, departmentIds }) => merchant === null && departmentIds === null),
    false,
  );
  const ofDepartments = await read(
    queries.filter(({ departmentIds }) => departmentIds !== null),
    true,
  );
  const byMerchant = queries.flatMap(({ categories, range, merchant }) =>
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
  queries: readonly MerchantsQuery[],
): Promise<(question: MerchantsQuery) => string[]> {
  if (queries.length === 0) return () => [];
  const names = new Map(queries.map((question): [MerchantsQuery, string[]] => [question, []]));
  for (const { question, merchant } of await ledgerWithin.listMerchants(tx, companyId, queries, NAMES_MAX))
    names.get(present(queries[question], "a merchant belongs to no query"))?.push(merchant);
  return (question) => names.get(question) ?? [];
}

/**
 * Returns a function that counts the transactions without a category in a range: those that `sum` includes,
 * or all if it is null.
 */
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
