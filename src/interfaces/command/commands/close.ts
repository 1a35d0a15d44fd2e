/** Commands on closing a company's books: the checklist of a month, closing, opening, and their record. */
import { type CivilDate, endOfMonth, parseCivilDate } from "@daybook/words/civil-date";
import { COMPARES, PACKAGE_FORMATS } from "../../../modules/books/exports/words.ts";
import { outputFile, writePieces } from "../../../platform/machine/files.ts";
import { type Column, cardCommand, type Row, rowsText, said } from "../card-command.ts";
import { databaseCommand } from "../command.ts";
import { day, optional, outputOption, pattern, UsageProblem, word } from "../fields.ts";
import { COMMAND_OF } from "../voice.ts";
import { chooseCompany, COMPANY_ARGUMENT } from "./choose.ts";

const MARKS: Readonly<Record<string, string>> = { done: "done", open: "OPEN", nothing: "-" };

/** The command that lists what an item is about; empty if no command does. */
function commandOf({ state, opens }: Row): string {
  const list = opens as { readonly operation: string } | null;
  const command = state === "open" && list !== null ? COMMAND_OF[list.operation] : undefined;
  return command === undefined ? "" : `daybook ${command}`;
}

const ITEMS: readonly Column[] = [
  ["GROUP", "group"],
  ["STATE", ({ state }) => MARKS[said(state)] ?? said(state)],
  ["ITEM", "title"],
  ["EVIDENCE", "evidence"],
];
const CLOSINGS: readonly Column[] = [
  ["NUMBER", "number"],
  ["WHAT", "action"],
  ["THROUGH", "through"],
  ["AT", "at"],
  ["BY", "actor"],
  ["OPEN ITEMS", ({ checklist }) => openCount(checklist as readonly Row[] | null)],
  ["REASON", "reason"],
];

function openCount(checklist: readonly Row[] | null): string {
  return checklist === null ? "-" : String(checklist.filter(({ state }) => state === "open").length);
}

function showChecklist(row: Row): string {
  const items = row["items"] as readonly Row[];
  const open = Number(row["open_count"]);
  const says =
    open === 0
      ? `Nothing is open. Close the books with \`daybook company close-books ${said(row["company_id"])} --through ${said(row["through"])}\`.`
      : `${open === 1 ? "1 item is" : `${open} items are`} open. With them, closing takes a --reason.`;
  const commands = [...new Set(items.map(commandOf).filter((each) => each !== ""))];
  return [
    `The checklist through ${said(row["through"])}:`,
    rowsText([...ITEMS], items, ""),
    says,
    ...(commands.length === 0 ? [] : [`What is open is listed by: ${commands.join(", ")}.`]),
  ].join("\n");
}

const companyPackage = databaseCommand({
  name: "company package",
  summary: "Write the package of a period: statements, ageings, reconciliations, assets and checklist",
  description:
    "One PDF, or a ZIP with a workbook for each part: a cover with the state of the books, the income statement, balance sheet and cash flow beside the days before, changes in equity, the trial balance, receivables and payables by age beside the ledger, the reconciliations, the register of assets, and the checklist as it was kept at the closing. All parts are of one state of the books.",
  examples: [
    ["company package comp_sample --month 2026-06", "a month, as PDF"],
    [
      "company package comp_sample --from 2026-04-01 --through 2026-06-30 --format zip --compare prior_year",
      "a quarter beside that of the year before, as workbooks",
    ],
  ],
  fields: {
    company: COMPANY_ARGUMENT,
    month: optional(
      "option",
      pattern("month", String.raw`^\d{4}-(0[1-9]|1[0-2])$`, "a month, such as 2026-06"),
      "The month.",
    ),
    from: optional("option", day(), "The first day, instead of --month."),
    through: optional("option", day(), "The last day."),
    format: optional("option", word(...PACKAGE_FORMATS), "The format of the file; default: pdf."),
    compare: optional(
      "option",
      word(...COMPARES),
      "What the statements stand beside; default: prior_period.",
    ),
    output: outputOption("The file to write, or the folder for a file named after the company and its days"),
  },
  async run(app, args, _report, signal) {
    const company_id = await chooseCompany(app, args.company);
    const { from, through } = daysOf(args);
    const { name, bytes } = await app.exports.makeFile(
      company_id,
      {
        report_type: "package",
        start_date: from,
        end_date: through,
        format: args.format ?? "pdf",
        compare: args.compare ?? "prior_period",
      },
      signal,
    );
    const file = await outputFile(args.output, name);
    await writePieces(file, [bytes], signal);
    return { company_id, start_date: from, end_date: through, file, bytes: bytes.length };
  },
  show: ({ file }) => `The package is in ${file}.`,
});

/** The days of a package: those of a month, or those of both other options. */
function daysOf(given: {
  readonly month: string | null;
  readonly from: CivilDate | null;
  readonly through: CivilDate | null;
}): { readonly from: CivilDate; readonly through: CivilDate } {
  const { month, from, through } = given;
  if (month !== null && from === null && through === null) {
    const first = parseCivilDate(`${month}-01`);
    if (first !== null) return { from: first, through: endOfMonth(first) };
  }
  if (month !== null || from === null || through === null)
    throw new UsageProblem("Give either --month, such as --month 2026-06, or --from and --through.");
  return { from, through };
}

export const CLOSE_COMMANDS = [
  companyPackage,
  cardCommand("getCloseChecklist", {
    name: "company checklist",
    company: "argument",
    summary: "Show what is done and what is open before a month is closed",
    description:
      "It is computed from the books as they are: bank activity, pending and uncategorized lines, transfers, reconciliations, schedules, accruals, suspense accounts, subledgers and reviews.",
    examples: [
      ["company checklist comp_sample", "the next month to close"],
      ["company checklist comp_sample --through 2026-03-31", "all days through the first quarter"],
    ],
    show: showChecklist,
  }),
  cardCommand("closeBooks", {
    name: "company close-books",
    company: "argument",
    summary: "Close a company's books through a day",
    description:
      "No journal entry on that day or before changes afterwards. Late bank lines and voided invoices are booked on the first open day; every other change of closed entries is refused. The day must have ended, and no bank line up to it may be pending. If items of `daybook company checklist` are open, it takes a reason; the reason and the checklist as it was are kept.",
    examples: [
      [
        "company close-books comp_sample --through 2026-03-31 --reason 'The card statement comes late'",
        "the first quarter and all before",
      ],
    ],
    show: ({ company_id, closed_through }) =>
      `The books of ${company_id} are closed through ${said(closed_through)}.`,
  }),
  cardCommand("openBooks", {
    name: "company open-books",
    company: "argument",
    summary: "Lift the closing date of a company's books",
    description: "Entries of all days can change again. The reason is kept.",
    examples: [
      [
        "company open-books comp_sample --reason 'A late invoice of March'",
        "closed entries can change again",
      ],
    ],
    show: ({ company_id }) => `The books of ${company_id} are open.`,
  }),
  cardCommand("listClosings", {
    name: "company closings",
    company: "argument",
    summary: "List how a company's books were closed and opened",
    description: "The latest first, each with who did it, when and why. --json has the checklists.",
    examples: [["company closings comp_sample", "the record"]],
    at: "data",
    as: "closings",
    show: ({ closings }) => rowsText(CLOSINGS, closings as readonly Row[], "The books were never closed."),
  }),
];
