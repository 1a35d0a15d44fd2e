/**
 * Reads manual entries from a file: CSV with a row for each line, or JSON with an object for each entry.
 * Invariant: what is read states a day, a memo and amounts of whole cents; the rest is checked when the
 * entries are posted.
 */
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { firstFault, placeText } from "../../../../contract/faults.ts";
import { newEntrySchema } from "../../../../contract/journal-entry.ts";
import { type Cents, cents } from "@daybook/words/cents";
import { type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { centsFromMoney } from "@daybook/words/money-text";
import { csvRows } from "../../../../platform/text/csv-rows.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { DraftLine, EntryDraft } from "./entry-lines.ts";

const validator = Compile(Type.Array(newEntrySchema));
/** An entry as a person wrote it. */
export type EntryRecord = Static<typeof newEntrySchema>;

/** Returns the entries of a file. Throws `LineProblem` for faulty CSV, the refusal `invalid_request` for JSON. */
export async function readEntryFile(bytes: Uint8Array): Promise<EntryDraft[]> {
  const start = new TextDecoder().decode(bytes.subarray(0, 1_000)).trimStart();
  return start.startsWith("[") || start.startsWith("{") ? readJson(bytes) : readCsv(bytes);
}

function readJson(bytes: Uint8Array): EntryDraft[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw refuse("invalid_request", { param: "file", message: "The file is not valid JSON in UTF-8." });
  }
  const entries: unknown = Array.isArray(value) ? value : [value];
  if (!validator.Check(entries)) {
    const { path, says } = firstFault(validator.Errors(entries));
    throw refuse("invalid_request", { param: placeText(path, "entries"), message: `It ${says}.` });
  }
  return entries.map((entry, index) => draftOf(entry, `entries[${index}].`));
}

/** Returns an entry as a person wrote it. `path` begins the `param` of refusals. */
export function draftOf(
  { date, memo, reference = null, adjusting = false, reverses_on = null, lines }: EntryRecord,
  path: string,
): EntryDraft {
  const dayOf = (text: string, name: string): CivilDate => {
    const day = parseCivilDate(text);
    if (day !== null) return day;
    throw refuse("invalid_request", {
      param: `${path}${name}`,
      message: "The date must be a day that exists, as YYYY-MM-DD.",
    });
  };
  return {
    date: dayOf(date, "date"),
    reverses_on: reverses_on === null ? null : dayOf(reverses_on, "reverses_on"),
    memo,
    reference,
    adjusting,
    lines: lines.map(
      ({ category, department = null, debit_cents, credit_cents, memo: own = null }, index) => {
        if ((debit_cents === undefined) === (credit_cents === undefined))
          throw refuse("invalid_request", {
            param: `${path}lines[${index}]`,
            message: "A line has either debit_cents or credit_cents.",
          });
        return {
          category,
          department,
          net_debit_cents: cents(debit_cents ?? -(credit_cents ?? 0)),
          memo: own,
        };
      },
    ),
  };
}

const COLUMNS = [
  "date",
  "memo",
  "reference",
  "adjusting",
  "reverses_on",
  "category",
  "department",
  "debit",
  "credit",
  "line_memo",
] as const;
type ColumnName = (typeof COLUMNS)[number];
/** What the column `adjusting` may say. */
const MARKS: ReadonlyMap<string, boolean> = new Map([
  ["", false],
  ["no", false],
  ["yes", true],
]);
const NEEDED: readonly ColumnName[] = ["date", "memo", "category", "debit", "credit"];

/** An entry whose rows are being read, with the texts that tell it from the next one. */
interface OpenEntry {
  readonly key: string;
  readonly draft: EntryDraft;
  readonly lines: DraftLine[];
}

async function readCsv(bytes: Uint8Array): Promise<EntryDraft[]> {
  const entries: OpenEntry[] = [];
  let places: ReadonlyMap<string, number> | null = null;
  for await (const batch of csvRows([bytes]))
    for (const { fields, line } of batch) {
      if (places === null) {
        places = placesOf(fields, line);
        continue;
      }
      const known = places;
      addRow(entries, (name) => fields[known.get(name) ?? -1]?.trim() ?? "", line);
    }
  return entries.map(({ draft }) => draft);
}

/** The position of each column that the header names. */
function placesOf(header: readonly string[], line: number): ReadonlyMap<string, number> {
  const names = header.map((name) =>
    name
      .replace(/^\uFEFF/u, "")
      .trim()
      .toLowerCase(),
  );
  const isColumn = (name: string): boolean => COLUMNS.some((column) => column === name);
  const unknown = names.find((name) => !isColumn(name));
  if (unknown !== undefined)
    throw new LineProblem(line, `There is no column ${quoted(unknown)}. Columns: ${COLUMNS.join(", ")}.`);
  const absent = NEEDED.find((name) => !names.includes(name));
  if (absent !== undefined) throw new LineProblem(line, `The header lacks the column ${absent}.`);
  return new Map(names.map((name, index) => [name, index]));
}

/** Adds a row to the last entry if it has the same days, memo, reference and mark, or leaves all of them out. */
function addRow(entries: OpenEntry[], field: (name: ColumnName) => string, line: number): void {
  const texts = [field("date"), field("memo"), field("reference"), field("adjusting"), field("reverses_on")];
  const key = texts.join("\n");
  const last = entries.at(-1);
  const isNext = last !== undefined && (key === last.key || texts.every((each) => each === ""));
  const entry = isNext ? last : { key, ...emptyEntry(field, line) };
  if (!isNext) entries.push(entry);
  const [debit, credit] = [amountOf(field("debit"), line), amountOf(field("credit"), line)];
  if ((debit === null) === (credit === null))
    throw new LineProblem(line, "A row has an amount either in the column debit or in the column credit.");
  entry.lines.push({
    category: field("category"),
    department: field("department") || null,
    net_debit_cents: debit ?? cents(-(credit ?? 0)),
    memo: field("line_memo") || null,
  });
}

function emptyEntry(field: (name: ColumnName) => string, line: number): Omit<OpenEntry, "key"> {
  const dayIn = (name: ColumnName): CivilDate => {
    const date = parseCivilDate(field(name));
    if (date !== null) return date;
    throw new LineProblem(line, `The date ${quoted(field(name))} is not a day that exists, as YYYY-MM-DD.`);
  };
  const date = dayIn("date");
  const reverses_on = field("reverses_on") === "" ? null : dayIn("reverses_on");
  const adjusting = MARKS.get(field("adjusting").toLowerCase());
  if (adjusting === undefined)
    throw new LineProblem(line, `The column adjusting says yes or no, not ${quoted(field("adjusting"))}.`);
  const lines: DraftLine[] = [];
  const reference = field("reference") || null;
  return { draft: { date, memo: field("memo"), reference, adjusting, reverses_on, lines }, lines };
}

function amountOf(value: string, line: number): Cents | null {
  if (value === "") return null;
  const found = centsFromMoney(value);
  if (found === null || found < 0)
    throw new LineProblem(line, `${quoted(value)} is no positive amount of dollars, such as 1,250.00.`);
  return found;
}
