/** Commands on statements as files, and on the notes that these print. */
import type { CivilDate } from "@daybook/words/civil-date";
import { COMPARISONS } from "@daybook/words/compared-period";
import { effectText, headLines, markedLabel, SEE_NOTES } from "../../../core/statement-table.ts";
import {
  accountingPercentText,
  ROUNDED_NOTE,
  ROUNDING_TEXTS,
  type Rounding,
  roundedText,
} from "@daybook/words/money-text";
import { cents } from "@daybook/words/cents";
import {
  ADJUSTMENTS,
  defaultPeriod,
  BESIDES,
  FORMATS,
  GROUP_PERIODS,
  GROUP_ROWS,
  REPORT_TYPES,
  ROUNDINGS,
  SHARES,
  STATEMENT_TYPES,
} from "../../../modules/books/exports/words.ts";
import { outputFile, writePieces } from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import { day, id, needed, optional, outputOption, several, text, UsageProblem, word } from "../fields.ts";
import { instant, table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const OUTPUT_OPTION = outputOption(
  "The file to write, or the folder for a file named after the company and the statement",
);

/** What says which statement it is, for a file and on the terminal. */
const STATEMENT_FIELDS = {
  statement: needed("argument", word(...STATEMENT_TYPES), "The statement."),
  ...COMPANY_OPTION,
  from: needed("option", day(), "The first day."),
  through: needed("option", day(), "The last day."),
  by: optional(
    "option",
    word(...GROUP_PERIODS),
    "The period of a column; default: month, and year for a general ledger and changes in equity.",
  ),
  compare: several(
    "option",
    word(...COMPARISONS),
    "The period before, or the same days a year before; may be given twice.",
  ),
  adjustments: optional(
    "option",
    word(...ADJUSTMENTS),
    "Whether a trial balance has the adjusting entries of its days, or shows them by themselves; default: included.",
  ),
  category: optional(
    "option",
    text("category"),
    "The category of a general ledger, with those below it; default: all.",
  ),
  beside: optional(
    "option",
    word(...BESIDES),
    "A column of the fiscal year to date, in income and cash flow statements; default: none.",
  ),
  shares: optional(
    "option",
    word(...SHARES),
    "Columns of percentages of revenue, in an income statement; default: none.",
  ),
  rounding: optional(
    "option",
    word(...ROUNDINGS),
    "What shown and printed amounts are rounded to; default: cents, which are exact.",
  ),
} as const;

/** The arguments that say what a table shows, as the service has them. */
function formOf({
  compare,
  adjustments,
  beside,
  shares,
  rounding,
}: {
  readonly compare: readonly (typeof COMPARISONS)[number][];
  readonly adjustments: (typeof ADJUSTMENTS)[number] | null;
  readonly beside: (typeof BESIDES)[number] | null;
  readonly shares: (typeof SHARES)[number] | null;
  readonly rounding: Rounding | null;
}) {
  return {
    compare: compareOf(compare),
    adjustments: adjustments ?? "included",
    beside: beside ?? "none",
    shares: shares ?? "none",
    rounding: rounding ?? "cents",
  } as const;
}

function compareOf(chosen: readonly (typeof COMPARISONS)[number][]) {
  const comparisons = new Set(chosen);
  const [first] = comparisons;
  return comparisons.size > 1 ? "both" : (first ?? "none");
}

const exportStatement = databaseCommand({
  name: "export statement",
  summary: "Write a statement as PDF, XLSX or CSV",
  description:
    "The file has the figures of the reports, a column for each period, and the notes on its lines (`daybook note add`). A cash flow statement is gross, and without what moved no cash. --compare adds three columns: the amounts of the period before or of the same days a year before, the change, and the change in percent of its size; on an income statement a fourth says whether the change is favorable to income. They compare with the total of the range; those of a balance sheet with its last day. The period before a month, quarter or year is the one before; before one so far it is the same days of the one before. A trial balance is of days of one fiscal year: by year it has the opening balances, the change and the closing balances as debits and credits, by month or quarter a column for each, of debits minus credits. --adjustments leaves adjusting entries of the days out of it, or shows them in columns of their own. Changes in equity have a column for each category of equity. A general ledger lists the entries of days of one fiscal year, by category, with the balance after each. Rounded amounts may not add up, and the file says so; a workbook rounds only what it shows, and a CSV stays exact.",
  examples: [
    [
      "export statement income_statement --from 2026-01-01 --through 2026-03-31 --compare prior_year",
      "a quarter by month, beside the same quarter of the year before",
    ],
    [
      "export statement balance_sheet --from 2026-01-01 --through 2026-12-31 --by year --format xlsx",
      "the balances at the end of the year, as a workbook",
    ],
    [
      "export statement trial_balance --from 2026-01-01 --through 2026-12-31 --by year --adjustments separate --format xlsx",
      "the trial balance of a year before and after the adjusting entries",
    ],
    [
      "export statement general_ledger --from 2026-01-01 --through 2026-12-31 --format xlsx",
      "the entries of a year by category, as a workbook",
    ],
  ],
  fields: {
    ...STATEMENT_FIELDS,
    format: optional("option", word(...FORMATS), "The format of the file; default: pdf."),
    rows: optional(
      "option",
      word(...GROUP_ROWS),
      "The unit of each row; department is for the income statement only; default: category.",
    ),
    output: OUTPUT_OPTION,
  },
  async run(app, args, _report, signal) {
    const company_id = await chooseCompany(app, args.company);
    const { name, bytes } = await app.exports.makeFile(
      company_id,
      {
        report_type: args.statement,
        start_date: args.from,
        end_date: args.through,
        ...(args.format === null ? {} : { format: args.format }),
        group_by: {
          ...(args.by === null ? {} : { period: args.by }),
          rows: args.rows ?? "category",
        },
        ...(args.category === null ? {} : { category_id: args.category }),
        ...formOf(args),
      },
      signal,
    );
    const file = await outputFile(args.output, name);
    await writePieces(file, [bytes], signal);
    return { company_id, statement: args.statement, file, bytes: bytes.length };
  },
  show: ({ file }) => `The statement is in ${file}.`,
});

const showStatement = databaseCommand({
  name: "statement show",
  summary: "Show a statement",
  description:
    "The same table as `daybook export statement` writes into a file. Amounts in parentheses are negative; in a trial balance by month or quarter, and as balances of a general ledger, they are credits.",
  examples: [
    ["statement show trial_balance --from 2026-03-01 --through 2026-03-31 --by year", "of a month"],
    [
      "statement show general_ledger --category cat_hosting --from 2026-03-01 --through 2026-03-31",
      "the entries of a category in a month, with the balance after each",
    ],
    [
      "statement show income_statement --from 2026-01-01 --through 2026-03-31 --json",
      "the table for a program, in cents",
    ],
    [
      "statement show income_statement --from 2026-03-01 --through 2026-03-31 --beside year_to_date --shares revenue --rounding dollars",
      "a month beside the year to date, in whole dollars, with percentages of revenue",
    ],
  ],
  fields: STATEMENT_FIELDS,
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const { name } = await app.company.read(company_id);
    const shown = await app.exports.readTable(company_id, {
      report_type: args.statement,
      start_date: args.from,
      end_date: args.through,
      group_period: args.by ?? defaultPeriod(args.statement),
      group_rows: "category",
      category_id: args.category,
      ...formOf(args),
    });
    return { company_id, company: name, rounding: args.rounding ?? ("cents" as const), ...shown };
  },
  show({ company, title, period, rounding, prepared_by, legend, text_columns, columns, rows, notes }) {
    const figures = rows.map(({ figures: of }) =>
      columns.map(({ kind }, at) => figureText(kind, of?.[at] ?? null, rounding)),
    );
    const widths = columns.map(({ label }, at) =>
      Math.max(label.length, ...figures.map((row) => row[at]?.length ?? 0)),
    );
    const toTheRight = (texts: readonly string[]) => texts.map((each, at) => each.padStart(widths[at] ?? 0));
    const shown = table(
      ["", ...text_columns, ...toTheRight(columns.map(({ label }) => label))],
      rows.map(({ label, depth, notes: marks, texts }, index) => [
        `${"  ".repeat(depth)}${markedLabel({ label, notes: marks })}`,
        ...texts,
        ...toTheRight(figures[index] ?? []),
      ]),
      "There is nothing in this statement.",
    );
    return [
      company,
      title,
      period,
      ...(rounding === "cents" ? [] : [`In ${ROUNDING_TEXTS[rounding]}. ${ROUNDED_NOTE}`]),
      ...headLines({ preparedBy: prepared_by, legend }),
      "",
      shown,
      ...(notes.length === 0 ? [] : [SEE_NOTES]),
      ...notes.map((note, index) => `[${index + 1}] ${note}`),
    ].join("\n");
  },
});

/** The figure of a column; null is none, as in a heading. */
function figureText(kind: string, figure: number | null, rounding: Rounding): string {
  if (figure === null) return "";
  if (kind === "effect") return effectText(figure);
  const isPercent = kind === "percent" || kind === "share";
  return isPercent ? accountingPercentText(figure) : roundedText(cents(figure), rounding);
}

const noteAdd = databaseCommand({
  name: "note add",
  summary: "Write a note on a line of a statement",
  description:
    "Files of statements number the notes on their lines and print them beneath the statement. With --from and --through, only statements that show one of these days have the note.",
  examples: [
    [
      "note add cat_term-loan 'Secured by all assets; due June 30, 2029.' --statement balance_sheet",
      "a note on a category, on balance sheets only",
    ],
    [
      "note add investing_activities 'Includes the sale of a van.' --from 2026-03-01 --through 2026-03-31",
      "a note on a section's total, for one month",
    ],
  ],
  fields: {
    line: needed(
      "argument",
      text("line"),
      "A category's or a department's id, a section such as assets or operating_activities, or grp_retained_earnings.",
    ),
    text: needed("argument", text("text", 2000), "What the note says."),
    ...COMPANY_OPTION,
    statement: optional("option", word(...REPORT_TYPES), "The statement; default: each that has the line."),
    from: optional("option", day(), "The first day of the note's time; with --through."),
    through: optional("option", day(), "The last day of the note's time; with --from."),
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const note = await app.exports.addNote(company_id, {
      line: args.line,
      text: args.text,
      reportType: args.statement,
      days: daysOf(args.from, args.through),
    });
    return { company_id, note };
  },
  show: ({ note }) => `The note ${note.id} is on the line ${note.line_id}.`,
});

function daysOf(
  from: CivilDate | null,
  through: CivilDate | null,
): { readonly from: CivilDate; readonly through: CivilDate } | null {
  if (from === null && through === null) return null;
  if (from === null || through === null)
    throw new UsageProblem(
      "--from and --through go together: the first and the last day of the note's time.",
    );
  return { from, through };
}

const noteList = databaseCommand({
  name: "note list",
  summary: "List the notes on a company's statements",
  examples: [["note list --company comp_sample", "all notes, the oldest first"]],
  fields: COMPANY_OPTION,
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    return { company_id, notes: await app.exports.listNotes(company_id) };
  },
  show: ({ company_id, notes }) =>
    table(
      ["NOTE", "LINE", "STATEMENT", "DAYS", "WRITTEN", "TEXT"],
      notes.map((note) => [
        note.id,
        note.line_id,
        note.report_type ?? "any",
        note.start_date === null ? "any" : `${note.start_date}..${note.end_date ?? ""}`,
        instant(note.created),
        note.text,
      ]),
      `Company ${company_id} has no notes on its statements.`,
    ),
});

const noteRemove = databaseCommand({
  name: "note remove",
  summary: "Remove a note from a company's statements",
  examples: [["note remove note_01h8xyz", "files that are made from now on are without it"]],
  fields: { note: needed("argument", id("note"), "The note's id."), ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    await app.exports.removeNote(company_id, args.note);
    return { company_id, id: args.note, removed: true };
  },
  show: (result) => `The note ${result.id} is removed.`,
});

export const STATEMENT_COMMANDS = [exportStatement, showStatement, noteAdd, noteList, noteRemove];
