/**
 * Resolves calls of the formula functions that read the books, such as BOOKS.TOTAL. Names become categories
 * and departments, date serials become days, and an invalid call becomes an error value with a message.
 * docs/guides/formulas.md describes the functions for users.
 */
import type { Scalar } from "@daybook/formula/cells";
import { addDays, type CivilDate, FIRST_DATE } from "@daybook/words/civil-date";
import { dateOfSerial, SERIAL_MAX } from "@daybook/words/date-serials";
import { ACCOUNT_TYPES, type AccountType, isPointInTime } from "@daybook/words/ledger-words";
import {
  type CategoryRow,
  type DepartmentRow,
  inDisplayOrder,
  type StoredCategory,
  treeSelector,
} from "../../books/chart/index.ts";
import type { Range } from "../../books/ledger/index.ts";

export interface Chart {
  readonly categories: readonly StoredCategory[];
  readonly departments: readonly DepartmentRow[];
}

/**
 * A sum of the entries of some categories in a range of days. The sum can be limited to some departments (""
 * is the entries without a department, as in `Sums`) or to one merchant.
 */
export interface SumQuery {
  readonly kind: "sum";
  readonly categories: readonly CategoryRow[];
  readonly range: Range;
  readonly departmentIds: readonly string[] | null;
  readonly merchant: string | null;
}

/** A list of the merchants with entries in some categories and a range of days. */
export interface MerchantsQuery {
  readonly kind: "merchants";
  readonly categoryIds: readonly string[];
  readonly range: Range;
}

/** The query of a call to the books, or the reason why the call is invalid. */
export type BookQuery =
  | SumQuery
  | MerchantsQuery
  | { readonly kind: "count"; readonly range: Range }
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "invalid"; readonly error: string; readonly message: string };

/** The types whose totals BOOKS.EXPENSES adds up. */
const EXPENSE_TYPES: readonly AccountType[] = ["cost_of_goods_sold", "expense", "other_expense"];

/** The name of the entries without a department, as in the income statement by department. */
const NO_DEPARTMENT = "No department";

/** An error in a call. `readCall` catches it. */
class InvalidCall extends Error {
  override readonly name = "InvalidCall";
  readonly error: string;
  constructor(error: string, message: string) {
    super(message);
    this.error = error;
  }
}

/**
 * Resolves a call of one of the `CALLS`. An invalid call becomes an `invalid` query with a message for its
 * author.
 */
export function readCall(
  { name, args }: { readonly name: string; readonly args: readonly Scalar[] },
  chart: Chart,
): BookQuery {
  try {
    const resolve = CALLS.get(name);
    if (resolve === undefined) throw new InvalidCall("#NAME?", `There is no function ${name}.`);
    return resolve(chart, ...args);
  } catch (thrown) {
    if (thrown instanceof InvalidCall)
      return { kind: "invalid", error: thrown.error, message: thrown.message };
    throw thrown;
  }
}

type Resolve = (chart: Chart, ...args: readonly Scalar[]) => BookQuery;

/** The functions with the resolvers of their arguments. An omitted argument is null. */
const CALLS: ReadonlyMap<string, Resolve> = new Map<string, Resolve>([
  ["BOOKS.TOTAL", total],
  ["BOOKS.BALANCE", balance],
  [
    "BOOKS.CASH",
    ({ categories }, day = null) =>
      sumThrough(
        day,
        categories.filter(({ cash_flow }) => cash_flow === "cash"),
      ),
  ],
  ["BOOKS.REVENUE", sumOfTypes((type) => type === "revenue")],
  ["BOOKS.EXPENSES", sumOfTypes((type) => EXPENSE_TYPES.includes(type))],
  ["BOOKS.NETINCOME", sumOfTypes((type) => !isPointInTime(type))],
  [
    "BOOKS.UNCATEGORIZED",
    (_chart, first = null, last = null) => ({ kind: "count", range: rangeFrom(first, last) }),
  ],
  ["BOOKS.CATEGORIES", categoryNames],
  [
    "BOOKS.DEPARTMENTS",
    ({ departments }) => ({ kind: "names", names: namesOf(inDisplayOrder(departments), departments) }),
  ],
  [
    "BOOKS.MERCHANTS",
    (chart, category = null, first = null, last = null) => ({
      kind: "merchants",
      categoryIds: categoryOf(category, chart).categories.map(({ id }) => id),
      range: rangeFrom(first, last),
    }),
  ],
]);

function total(
  chart: Chart,
  category: Scalar = null,
  first: Scalar = null,
  last: Scalar = null,
  department: Scalar = null,
  merchantName: Scalar = null,
): SumQuery {
  const { row, categories } = categoryOf(category, chart);
  const departmentIds = departmentOf(department, chart);
  const merchant = merchantOf(merchantName);
  if (departmentIds !== null && isPointInTime(row.account_type))
    throw new InvalidCall("#VALUE!", `${row.name} is on the balance sheet, which has no departments.`);
  if (departmentIds !== null && merchant !== null)
    throw new InvalidCall("#VALUE!", "A total is for a department or a merchant, not for both.");
  return { kind: "sum", categories, range: rangeFrom(first, last), departmentIds, merchant };
}

function balance(chart: Chart, category: Scalar = null, day: Scalar = null): SumQuery {
  const { row, categories } = categoryOf(category, chart);
  if (!isPointInTime(row.account_type))
    throw new InvalidCall("#VALUE!", `${row.name} counts the activity of a period; use BOOKS.TOTAL.`);
  return sumThrough(day, categories);
}

/** The query for all entries of some categories up to the end of a day. */
function sumThrough(day: Scalar, categories: readonly CategoryRow[]): SumQuery {
  return { kind: "sum", categories, range: rangeThrough(day), departmentIds: null, merchant: null };
}

/**
 * Makes the resolver of a sum of all categories of some types, in a range of days, with an optional
 * department.
 */
function sumOfTypes(isIncluded: (type: AccountType) => boolean): Resolve {
  return (chart, first = null, last = null, department = null) => ({
    kind: "sum",
    categories: chart.categories.filter(({ account_type }) => isIncluded(account_type)),
    range: rangeFrom(first, last),
    departmentIds: departmentOf(department, chart),
    merchant: null,
  });
}

function categoryNames({ categories }: Chart, typeName: Scalar = null): BookQuery {
  const type = typeName === null || typeName === "" ? null : typeOf(typeName);
  const rows = inDisplayOrder(categories).filter(
    ({ account_type }) => type === null || account_type === type,
  );
  return { kind: "names", names: namesOf(rows, categories) };
}

/**
 * Returns the names of rows. A repeated name is replaced by the id, so that other functions accept each
 * result.
 */
function namesOf(
  rows: readonly { readonly id: string; readonly name: string }[],
  all: readonly { readonly name: string }[],
): string[] {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(foldName(name), (counts.get(foldName(name)) ?? 0) + 1);
  return rows.map(({ id, name }) => (counts.get(foldName(name)) === 1 ? name : id));
}

const foldName = (name: string): string => name.trim().toLowerCase();

function textOf(arg: Scalar, what: string): string {
  if (typeof arg === "string" && arg.trim() !== "") return arg;
  throw new InvalidCall("#VALUE!", `${what} must be given by its id or its name.`);
}

function categoryOf(
  arg: Scalar,
  { categories }: Chart,
): { readonly row: CategoryRow; readonly categories: readonly CategoryRow[] } {
  const text = textOf(arg, "A category");
  const select = treeSelector(categories);
  const former = categories.flatMap(({ id, merged }) => merged.map((each) => ({ ...each, into: id })));
  // Ids come before names, and what there is before what was merged.
  const found =
    select(text) ??
    select(former.find(({ id }) => id === text)?.into ?? "") ??
    select(idOfUniqueName(categories, text, "categories")) ??
    select(uniqueFormer(former, text));
  if (!found) throw new InvalidCall("#N/A", `There is no category ${text}.`);
  const ids = new Set<string>(found.ids);
  return { row: found.row, categories: categories.filter(({ id }) => ids.has(id)) };
}

/** The category into which those with a name were merged; an empty text if there is none, or several. */
function uniqueFormer(
  former: readonly { readonly path: string; readonly into: string }[],
  name: string,
): string {
  const isNamed = (path: string): boolean =>
    foldName(path.slice(path.lastIndexOf(":") + 1)) === foldName(name);
  const named = new Set(former.flatMap(({ path, into }) => (isNamed(path) ? [into] : [])));
  const [only = ""] = named.size === 1 ? named : [];
  return only;
}

/** Resolves a department filter to the department and its descendants; null if there is no filter. */
function departmentOf(arg: Scalar, { departments }: Chart): readonly string[] | null {
  if (arg === null || arg === "") return null;
  const text = textOf(arg, "A department");
  if (foldName(text) === foldName(NO_DEPARTMENT)) return [""];
  const select = treeSelector(departments);
  const found = select(text) ?? select(idOfUniqueName(departments, text, "departments"));
  if (!found) throw new InvalidCall("#N/A", `There is no department ${text}.`);
  return found.ids;
}

/** Returns the id of the row with a unique name; an empty text if there is none. */
function idOfUniqueName(
  rows: readonly { readonly id: string; readonly name: string }[],
  name: string,
  what: string,
): string {
  const named = rows.filter((row) => foldName(row.name) === foldName(name));
  if (named.length > 1)
    throw new InvalidCall(
      "#N/A",
      `${named.length} ${what} are named ${name}; use an id, such as ${named[0]?.id ?? ""}.`,
    );
  return named[0]?.id ?? "";
}

function merchantOf(arg: Scalar): string | null {
  return arg === null || arg === "" ? null : textOf(arg, "A merchant");
}

function typeOf(arg: Scalar): AccountType {
  const name = String(arg).trim().toLowerCase().replaceAll(" ", "_");
  const type = ACCOUNT_TYPES.find((each) => each === name);
  if (!type)
    throw new InvalidCall("#VALUE!", `The type of a category must be one of ${ACCOUNT_TYPES.join(", ")}.`);
  return type;
}

function dayOf(arg: Scalar): CivilDate {
  if (typeof arg !== "number")
    throw new InvalidCall("#VALUE!", "A date is missing: a blank, TRUE and FALSE are not dates.");
  const date = dateOfSerial(arg);
  if (date === null)
    throw new InvalidCall("#NUM!", `A date is a serial from 0 to ${SERIAL_MAX}, as DATE gives it.`);
  return date;
}

/** Returns the range from the start of the first day to the end of the last day. */
function rangeFrom(first: Scalar, last: Scalar): Range {
  const [from, to] = [dayOf(first), dayOf(last)];
  if (from > to) throw new InvalidCall("#NUM!", `The range ends on ${to}, before it begins on ${from}.`);
  return { from, to: addDays(to, 1) };
}

/** Returns the range from the beginning of the books to the end of a day. */
function rangeThrough(last: Scalar): Range {
  return { from: FIRST_DATE, to: addDays(dayOf(last), 1) };
}
