/** Statements beside those of an earlier period: the period, and the change of every line. */
import {
  addDays,
  addMonths,
  type CivilDate,
  dayNumber,
  endOfMonth,
  parseCivilDate,
  parts,
  startOfMonth,
} from "../../core/civil-date.ts";
import { refuse } from "../../core/errors.ts";
import type { Arguments } from "./arguments.ts";

export const COMPARISONS = ["previous_period", "previous_year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

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

/** The months between the first days of two months. */
function monthsBetween(from: CivilDate, to: CivilDate): number {
  const [a, b] = [parts(from), parts(to)];
  return (b.year - a.year) * 12 + b.month - a.month;
}

/** Moves a day by months; the last day of a month becomes the last day of the other one. */
function moved(day: CivilDate, months: number): CivilDate {
  const target = addMonths(day, months);
  return day === endOfMonth(day) ? endOfMonth(target) : target;
}

/**
 * The dates of the statement to compare with. The period before whole months is as many months; before other
 * days it is as many days. A balance sheet is compared with the end of the month before.
 */
export function earlierDates(statement: unknown, comparison: Comparison): Arguments {
  const { date, start_date, end_date } = statement as Readonly<Record<string, string | undefined>>;
  const day = parseCivilDate(date ?? "");
  if (day !== null)
    return {
      date: comparison === "previous_year" ? moved(day, -12) : endOfMonth(addMonths(startOfMonth(day), -1)),
    };
  const [start, end] = [parseCivilDate(start_date ?? ""), parseCivilDate(end_date ?? "")];
  if (start === null || end === null) return {};
  if (comparison === "previous_year") return { start_date: moved(start, -12), end_date: moved(end, -12) };
  const last = addDays(start, -1);
  if (start === startOfMonth(start) && end === endOfMonth(end))
    return { start_date: addMonths(start, -monthsBetween(start, end) - 1), end_date: last };
  return { start_date: addDays(last, dayNumber(start) - dayNumber(end)), end_date: last };
}

interface Line {
  readonly line: string;
  readonly name: string;
  /** Null for totals. */
  readonly category_id: string | null;
  /** Only of lines of a statement by department. */
  readonly department_id?: string | null;
  /** The line whose part this one is; null for totals. */
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
 * entries can be read; a group of a report, such as `grp_net_income`, has no entries of its own.
 */
export function changesOf(present: unknown, earlier: unknown) {
  const before = new Map(linesOf(earlier, "").map((each) => [each.line, each]));
  const after = new Map(linesOf(present, "").map((each) => [each.line, each]));
  const lines = new Map([...before, ...after]);
  const parents = new Set([...lines.values()].map(({ parent }) => parent));
  return [...lines.values()]
    .map(({ cents: _cents, ...known }) => {
      const amount_cents = after.get(known.line)?.cents ?? 0;
      const earlier_cents = before.get(known.line)?.cents ?? 0;
      const isGroup = known.category_id?.startsWith("grp_") ?? false;
      const is_leaf = known.parent !== null && !isGroup && !parents.has(known.line);
      return { ...known, is_leaf, amount_cents, earlier_cents, change_cents: amount_cents - earlier_cents };
    })
    .filter(({ change_cents }) => change_cents !== 0)
    .toSorted((a, b) => Math.abs(b.change_cents) - Math.abs(a.change_cents));
}
