/** Statements beside those of an earlier period: the period, and the change of every line. */
import { cents } from "@daybook/words/cents";
import { type CivilDate, parseCivilDate, startOfMonth } from "@daybook/words/civil-date";
import { comparedDays, isOver } from "@daybook/words/compared-period";
import { refuse } from "../../core/errors.ts";
import { decimalPercentText } from "@daybook/words/money-text";
import { effectText, percentTenths } from "../../core/statement-table.ts";
import type { Arguments } from "./arguments.ts";

/** The words of the argument, and the comparisons that they name. */
const RULES = { previous_period: "prior_period", previous_year: "prior_year" } as const;
export type Comparison = keyof typeof RULES;
export const COMPARISONS = Object.keys(RULES) as readonly Comparison[];

/** Reads the argument `compare_to`; null if it is absent. */
export function comparisonOf(value: unknown): Comparison | null {
  if (value === undefined) return null;
  const found = COMPARISONS.find((each) => each === value);
  if (found === undefined)
    throw refuse("invalid_request", {
      param: "compare_to",
      message: `\`compare_to\` must be one of ${COMPARISONS.join(", ")}.`,
    });
  return found;
}

/** The dates of a statement; null for missing and invalid ones. */
interface Dates {
  readonly start: CivilDate | null;
  readonly end: CivilDate | null;
  /** The day of a balance sheet. */
  readonly date: CivilDate | null;
}

const STATEMENTS: ReadonlySet<unknown> = new Set([
  "income_statement",
  "balance_sheet",
  "cash_flow",
  "trial_balance",
  "changes_in_equity",
]);

function datesOf(statement: unknown): Dates {
  const { date, start_date, end_date } = statement as Readonly<Record<string, string | undefined>>;
  const [start, end, day] = [start_date, end_date, date].map((each) => parseCivilDate(each ?? ""));
  return { start: start ?? null, end: end ?? null, date: day ?? null };
}

/**
 * The dates of the statement to compare with, by the rule of `comparedDays`. A balance sheet stands for the
 * end of its month so far: that of the end of a month is compared with the end of the month before.
 */
export function earlierDates(
  statement: unknown,
  comparison: Comparison,
  fiscalYearStartMonth: number,
): Arguments {
  const { start, end, date } = datesOf(statement);
  const [first, last] = date === null ? [start, end] : [startOfMonth(date), date];
  if (first === null || last === null) return {};
  const days = comparedDays({ start: first, end: last }, RULES[comparison], fiscalYearStartMonth);
  return date === null ? { start_date: days.start, end_date: days.end } : { date: days.end };
}

/** The days of a statement, and whether they are over; null for an answer that is no statement. */
export interface StatedPeriod {
  readonly start_date?: CivilDate;
  readonly end_date: CivilDate;
  readonly is_over: boolean;
}

export function periodOf(output: unknown, today: CivilDate): StatedPeriod | null {
  if (typeof output !== "object" || output === null || !("object" in output)) return null;
  if (!STATEMENTS.has(output.object)) return null;
  const { start, end, date } = datesOf(output);
  const last = date ?? end;
  if (last === null) return null;
  return { ...(start === null ? {} : { start_date: start }), end_date: last, is_over: isOver(last, today) };
}

interface Line {
  readonly line: string;
  readonly name: string;
  /** Null for totals. */
  readonly category_id: string | null;
  /** Only of lines of a statement by department. */
  readonly department_id?: string | null;
  /** The line above this one; null for totals. */
  readonly parent: string | null;
  readonly cents: number;
}

/** The lines and totals of a statement, each with a key that the same line has in every period. */
function linesOf(value: unknown, path: string): Line[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => lineOf(item as Record<string, unknown>, path));
  return Object.entries(value).flatMap(([name, member]) => {
    const here = path === "" ? name : `${path}.${name}`;
    if (name.endsWith("_cents") && typeof member === "number") {
      const line = here.slice(0, -"_cents".length);
      return [{ line, name: line, category_id: null, parent: null, cents: member }];
    }
    // A line is named by its section: its id says that it is a category or a department.
    return linesOf(member, Array.isArray(member) ? path : here);
  });
}

const NO_DEPARTMENT = "no_department";

function lineOf(item: Readonly<Record<string, unknown>>, path: string): Line[] {
  const ofCategory = "category_id" in item;
  // Entries without a department have a line whose id is null.
  const id = item["category_id"] ?? item["department_id"] ?? NO_DEPARTMENT;
  const above = item["parent_category_id"] ?? item["parent_department_id"] ?? "total";
  const amount = item["amount_cents"] ?? item["balance_cents"];
  if (typeof id !== "string" || typeof above !== "string" || typeof amount !== "number") return [];
  return [
    {
      line: `${path}.${id}`,
      name: String(item["name"]),
      category_id: ofCategory ? id : null,
      ...(ofCategory ? {} : { department_id: id === NO_DEPARTMENT ? null : id }),
      parent: `${path}.${above}`,
      cents: amount,
    },
  ];
}

/**
 * The change of every line between two statements, the largest first. A missing line counts as zero. One
 * cause shows in its line, in all lines above it and in totals. Lines with `is_leaf` have no parts, and their
 * entries can be read; a group of a report, such as `grp_net_income`, has no entries of its own. Percentages
 * go by size, so that a cost that grew has a positive one; `effect` says what a change does to income, and is
 * only of lines of an income statement.
 */
export function changesOf(present: unknown, earlier: unknown) {
  const before = new Map(linesOf(earlier, "").map((each) => [each.line, each]));
  const after = new Map(linesOf(present, "").map((each) => [each.line, each]));
  const lines = new Map([...before, ...after]);
  const isIncome = (present as { readonly object?: unknown } | null)?.object === "income_statement";
  const parents = new Set([...lines.values()].map(({ parent }) => parent));
  return [...lines.values()]
    .map(({ cents: _cents, ...known }) => {
      const amount_cents = cents(after.get(known.line)?.cents ?? 0);
      const earlier_cents = cents(before.get(known.line)?.cents ?? 0);
      const change_cents = amount_cents - earlier_cents;
      const tenths = percentTenths([amount_cents, earlier_cents], { current: 0, prior: 1 });
      const isGroup = known.category_id?.startsWith("grp_") ?? false;
      const is_leaf = known.parent !== null && !isGroup && !parents.has(known.line);
      return {
        ...known,
        is_leaf,
        amount_cents,
        earlier_cents,
        change_cents,
        change_percent: tenths === null ? null : decimalPercentText(tenths),
        ...(isIncome ? { effect: effectText(change_cents) } : {}),
      };
    })
    .filter(({ change_cents }) => change_cents !== 0)
    .toSorted((a, b) => Math.abs(b.change_cents) - Math.abs(a.change_cents));
}
