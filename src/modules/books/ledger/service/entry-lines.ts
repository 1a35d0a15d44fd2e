/**
 * The lines of a manual entry, from what a person wrote to lines that can be posted. Pure functions.
 * Invariant: lines that come out balance, none is zero, and each names a category and a department that a
 * person may post to.
 */
import { distance } from "fastest-levenshtein";
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { isName } from "@daybook/words/names";
import type { PublicId } from "@daybook/words/public-id";
import { type DepartmentRow, inactiveText, type StoredCategory } from "../../chart/index.ts";
import { dollars } from "../rules.ts";
import type { PostingLine } from "./postings.ts";

/** A line as a person writes it. */
export interface DraftLine {
  /** The id of a category, or its name if only one has it. */
  readonly category: string;
  /** The id or the name of a department; null for none. */
  readonly department: string | null;
  /** Debit minus credit. */
  readonly net_debit_cents: Cents;
  /** Null for the memo of the entry. */
  readonly memo: string | null;
}

/** An entry that a person wants to post. */
export interface EntryDraft {
  readonly date: CivilDate;
  readonly memo: string;
  /** The poster's own name of the entry, by which one that is sent again is recognised. */
  readonly reference: string | null;
  /** True for an adjusting entry. */
  readonly adjusting: boolean;
  /** The day of a reversal that is posted with it; none if absent or null. */
  readonly reverses_on?: CivilDate | null;
  readonly lines: readonly DraftLine[];
}

/** The chart to which the lines of entries refer. */
export interface EntryChart {
  readonly categories: readonly StoredCategory[];
  readonly departments: readonly DepartmentRow[];
}

/** Returns the lines to post. Throws a refusal, whose `param` begins with `path`, at the first fault. */
export function linesOfDraft(draft: EntryDraft, chart: EntryChart, path: string): PostingLine[] {
  const { memo, reference, lines } = draft;
  for (const [name, text] of Object.entries({ memo, reference }))
    if (text !== null && !isName(text)) throw fault(`${path}${name}`, textSentence(name));
  if (lines.length < 2 || lines.length > LIMITS.voucher_lines.value)
    throw fault(
      `${path}lines`,
      `An entry has 2 to ${LIMITS.voucher_lines.value} lines, not ${lines.length}.`,
    );
  const posted = lines.map((line, index) => lineOf(line, chart, `${path}lines[${index}]`));
  // The sum is a BigInt, because the debits alone may be too large to add exactly as numbers.
  const sum = posted.reduce((total, line) => total + BigInt(line.net_debit_cents), 0n);
  if (sum !== 0n) {
    const [more, less] = sum > 0n ? ["debits", "credits"] : ["credits", "debits"];
    const difference = dollars(String(sum < 0n ? -sum : sum));
    throw fault(
      `${path}lines`,
      `The ${more} exceed the ${less} by ${difference}, so the entry does not balance.`,
    );
  }
  return posted;
}

function lineOf(line: DraftLine, { categories, departments }: EntryChart, place: string): PostingLine {
  const { net_debit_cents, memo } = line;
  const path = `${place}.`;
  if (net_debit_cents === 0) throw fault(place, "A line has a debit or a credit that is not zero.");
  if (memo !== null && !isName(memo)) throw fault(`${path}memo`, textSentence("memo of a line"));
  const category = chosen(categories, line.category, "category", `${path}category`);
  if (!category.active) throw fault(`${path}category`, inactiveText(category));
  if (category.role === "retained_earnings")
    throw fault(
      `${path}category`,
      `${labelOf(category)} is computed from the income of earlier years, so nobody posts to it. Choose a category below it, or another one of equity.`,
    );
  const department =
    line.department === null ? null : chosen(departments, line.department, "department", `${path}department`);
  if (department !== null && !department.assignable)
    throw fault(`${path}department`, `The department ${labelOf(department)} can't be assigned.`);
  return {
    category_id: category.id,
    department_id: department?.id ?? null,
    net_debit_cents: cents(net_debit_cents),
    ...(memo === null ? {} : { description: memo }),
  };
}

interface ChartRow {
  readonly id: PublicId<"category"> | PublicId<"department">;
  readonly name: string;
  readonly parent_id: string | null;
}

/** The row that a text names by its id or its name. Only a row without children can be chosen. */
function chosen<R extends ChartRow>(rows: readonly R[], text: string, what: string, param: string): R {
  const byId = rows.filter(({ id }) => id === text);
  const found = byId.length > 0 ? byId : rows.filter(({ name }) => folded(name) === folded(text));
  const [row, another] = found;
  if (row === undefined) {
    const meant = similar(rows, text);
    const hint = meant.length === 0 ? "" : ` Did you mean ${either(meant.map(labelOf))}?`;
    throw fault(param, `There is no ${what} ${JSON.stringify(text)}.${hint}`);
  }
  if (another !== undefined)
    throw fault(
      param,
      `More than one ${what} has the name ${JSON.stringify(text)}. Choose by the id: ${either(found.map(({ id }) => id))}.`,
    );
  const below = rows.filter(({ parent_id }) => parent_id === row.id);
  if (below.length > 0)
    throw fault(
      param,
      `The ${what} ${labelOf(row)} has others below it. Choose one of them: ${either(below.slice(0, SHOWN).map(labelOf))}.`,
    );
  return row;
}

/** The number of rows that a message proposes. */
const SHOWN = 3;
/** Names that differ in more than this share of their characters are not similar. */
const MAX_DIFFERENCE = 0.5;

function similar<R extends ChartRow>(rows: readonly R[], text: string): R[] {
  const asked = folded(text.slice(0, LIMITS.text_field_characters.value));
  const near = (name: string): number =>
    name.includes(asked) && asked.length >= SHOWN
      ? 0
      : distance(name, asked) / Math.max(name.length, asked.length, 1);
  return rows
    .map((row) => ({ row, far: Math.min(near(folded(row.name)), near(row.id)) }))
    .filter(({ far }) => far <= MAX_DIFFERENCE)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, SHOWN)
    .map(({ row }) => row);
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

function labelOf({ id, name }: ChartRow): string {
  return `${id} (${name})`;
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

function textSentence(name: string): string {
  return `The ${name} must be one line of text of 1 to ${LIMITS.text_field_characters.value} characters.`;
}

function fault(param: string, message: string): Refusal {
  return refuse("invalid_request", { param, message });
}
