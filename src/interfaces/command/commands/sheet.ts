/**
 * Commands on spreadsheet documents: create, list and delete documents, show the current values of cells, and
 * edit. Each edit increases the document's revision by one.
 */
import { cellName, inputValue } from "@daybook/formula/cells";
import { LIMITS } from "@daybook/words/limits";
import { PLAIN_LAYOUT } from "../../../core/spreadsheet.ts";
import type { SheetEdit, SheetWithWorksheets } from "../../../modules/sheets/index.ts";
import { qualifiedRange, rangeText, readRanges } from "../../../modules/sheets/words.ts";
import { databaseCommand, type DatabaseCommand } from "../command.ts";
import {
  type ArgsOf,
  type Fields,
  id,
  needed,
  optional,
  pattern,
  several,
  text,
  toggle,
  UsageProblem,
  wholeNumber,
} from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { instant, table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

const { sheet_rows: mostRows, sheet_columns: mostColumns } = LIMITS;
/** The size of a new worksheet if the command line gives none. */
const [DEFAULT_ROWS, DEFAULT_COLUMNS] = [1_000, 26];

const sheet = needed("argument", id("sheet"), "The document.");
const worksheet = needed("argument", text("worksheet"), "The worksheet, by its name or its id.");
const BASE_REVISION_OPTION = {
  base_revision: optional(
    "option",
    wholeNumber("revision", 1, 999_999_999_999_999),
    "Refuse the edit unless the document has this revision.",
  ),
};
const range = pattern("range", "^[^]{1,1000}$", "a range such as Plan!A1:B2");

/** A document as commands print it. */
function viewOf({ id: sheet_id, name, revision, worksheets }: SheetWithWorksheets) {
  return {
    id: sheet_id,
    name,
    revision,
    worksheets: worksheets.map(({ id: worksheet_id, name: tabName, used, row_count, column_count }) => ({
      id: worksheet_id,
      name: tabName,
      used_range: used && rangeText(used),
      row_count,
      column_count,
    })),
  };
}

/** A line that names a document and its revision. */
const summary = ({
  id: sheet_id,
  name,
  revision,
}: Pick<ReturnType<typeof viewOf>, "id" | "name" | "revision">): string =>
  `${sheet_id}, ${name}: revision ${revision}.`;

/** The number of documents that the list reads at a time. */
const PAGE_SIZE = 500;

const list = databaseCommand({
  name: "sheet list",
  summary: "List a company's spreadsheets",
  examples: [["sheet list", "newest first"]],
  fields: COMPANY_OPTION,
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const sheets: { id: string; name: string; revision: number; created: number; url: string }[] = [];
    for (let starting_after: string | null = null; ;) {
      const page = await app.sheets.list(company_id, { query: null, limit: PAGE_SIZE, starting_after });
      sheets.push(
        ...page.rows.map(({ id: sheet_id, name, revision, created }) => ({
          id: sheet_id,
          name,
          revision,
          created,
          url: app.sheets.address(company_id, sheet_id),
        })),
      );
      if (page.next === null) return { company_id, sheets };
      starting_after = page.next;
    }
  },
  show: ({ sheets }) =>
    table(
      ["DOCUMENT", "REVISION", "MADE", "NAME"],
      sheets.map((each) => [each.id, String(each.revision), instant(each.created), each.name]),
      "There is no spreadsheet yet. Create one with `daybook sheet create`.",
    ),
});

const show = databaseCommand({
  name: "sheet show",
  summary: "Show a spreadsheet's worksheets, or its cells with their current values",
  examples: [
    ["sheet show sht_forecast", "its worksheets"],
    ["sheet show sht_forecast --range 'Plan!A1:C20'", "cells with content, and their values"],
  ],
  fields: { sheet, range: several("option", range, "Cells to show; may be repeated."), ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const request = {
      ranges: args.range.length === 0 ? null : args.range,
      worksheetId: null,
      view: "both",
      charts: false,
      formats: false,
    } as const;
    const read = await app.sheets.get(company_id, args.sheet, request, app.clock.now());
    const ranges = (read.ranges ?? []).map(({ worksheet: { name }, bounds, values, formulas }) => ({
      range: qualifiedRange(name, bounds),
      top: bounds.top,
      left: bounds.left,
      values,
      formulas,
    }));
    const { calculation } = read;
    const problems =
      calculation === null
        ? []
        : calculation.isAvailable
          ? calculation.problems.map(
              ({ sheet: worksheetIndex, row, column, message }) =>
                `${read.sheet.worksheets[worksheetIndex]?.name ?? ""}!${cellName(row, column)}: ${message}`,
            )
          : [calculation.message];
    const warnings = calculation?.isAvailable ? calculation.warnings.map(({ message }) => message) : [];
    return { company_id, sheet: viewOf(read.sheet), ranges, problems, warnings };
  },
  show({ sheet: found, ranges, problems, warnings }) {
    const tabs = table(
      ["WORKSHEET", "NAME", "USED", "ROWS", "COLUMNS"],
      found.worksheets.map((each) => [
        each.id,
        each.name,
        each.used_range ?? "-",
        String(each.row_count),
        String(each.column_count),
      ]),
      "",
    );
    const parts = ranges.map(({ range: title, top, left, values, formulas }) => {
      const cells = (formulas ?? []).flatMap((line, row) =>
        line.map(
          (formula, column) =>
            [cellName(top + row, left + column), values?.[row]?.[column] ?? null, formula] as const,
        ),
      );
      const filledCells = cells.filter(([, value, formula]) => value !== null || formula !== null);
      return `${title}\n${table(
        ["CELL", "VALUE", "FORMULA"],
        filledCells.map(([cell, value, formula]) => [
          cell,
          value === null ? "-" : String(value),
          formula ?? "",
        ]),
        "Nothing is written there.",
      )}`;
    });
    return [
      summary(found),
      ...(ranges.length === 0 ? [tabs] : parts),
      ...(problems.length === 0 ? [] : [problems.join("\n")]),
      ...(warnings.length === 0 ? [] : [warnings.join("\n")]),
    ].join("\n\n");
  },
});

const create = databaseCommand({
  name: "sheet create",
  summary: "Create an empty spreadsheet",
  examples: [
    ["sheet create Forecast", "with one worksheet, Sheet1"],
    ["sheet create Forecast --worksheet Assumptions --worksheet Plan", "prints the id of the document"],
  ],
  fields: {
    name: needed("argument", text("name", LIMITS.text_field_characters.value), "Its name."),
    worksheet: several("option", text("name"), "The name of a worksheet; may be repeated. Default: Sheet1."),
    ...COMPANY_OPTION,
  },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    const names = args.worksheet.length === 0 ? ["Sheet1"] : args.worksheet;
    const worksheets = names.map((name) => ({
      name,
      rowCount: DEFAULT_ROWS,
      columnCount: DEFAULT_COLUMNS,
      cells: [],
      formats: [],
      charts: [],
      layout: PLAIN_LAYOUT,
    }));
    return {
      company_id,
      sheet: viewOf(
        await app.sheets.create(company_id, args.name, { worksheets, names: [] }, app.clock.now()),
      ),
    };
  },
  show: ({ sheet: created }) => `Made ${summary(created)}`,
});

/** Makes a command that edits a document once. */
function editCommand<const F extends Fields>(card: {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  readonly fields: F;
  /** Returns the edit. `readSheet` reads the document, without cells, for edits that depend on it. */
  readonly edit: (
    args: ArgsOf<F>,
    readSheet: () => Promise<SheetWithWorksheets>,
  ) => Promise<SheetEdit> | SheetEdit;
}): DatabaseCommand {
  const fields = { sheet, ...card.fields, ...BASE_REVISION_OPTION, ...COMPANY_OPTION };
  return databaseCommand({
    ...card,
    fields,
    async run(app: CommandServices, allArgs) {
      // `fields` contains the fields of the card, so the arguments have the types that the card declares.
      const args = allArgs as unknown as ArgsOf<F> &
        ArgsOf<typeof BASE_REVISION_OPTION & typeof COMPANY_OPTION & { sheet: typeof sheet }>;
      const company_id = await chooseCompany(app, args.company);
      const readSheet = async () =>
        (
          await app.sheets.get(
            company_id,
            args.sheet,
            { ranges: null, worksheetId: null, view: "formulas", charts: false, formats: false },
            app.clock.now(),
          )
        ).sheet;
      const edit = await card.edit(args, readSheet);
      return {
        company_id,
        sheet: viewOf(await app.sheets.edit(company_id, args.sheet, args.base_revision, edit)),
      };
    },
    show: ({ sheet: edited }) => summary(edited),
  });
}

const rename = editCommand({
  name: "sheet rename",
  summary: "Rename a spreadsheet",
  examples: [["sheet rename sht_forecast 'Forecast 2027'", "its id stays"]],
  fields: {
    name: needed("argument", text("name", LIMITS.text_field_characters.value), "Its name."),
  },
  edit: ({ name }) => ({ kind: "rename", name }),
});

const set = editCommand({
  name: "sheet set",
  summary: "Write into a cell of a spreadsheet",
  description:
    "A value is read as if typed into the cell: a formula after =, a number, TRUE or FALSE, or an error value such as #N/A. Anything else is text, and so is anything after an apostrophe. An invalid formula is stored and fails when it is read.",
  examples: [
    ["sheet set sht_forecast 'Plan!B2' '=SUM(A1:A3)'", "a formula"],
    ["sheet set sht_forecast 'Plan!B3' 12.5", "a number"],
    ["sheet set sht_forecast 'Plan!B3' -- -12.5", "a number that begins like an option"],
    ["sheet set sht_forecast 'Plan!B3' --clear", "nothing"],
  ],
  fields: {
    cell: needed("argument", range, "The cell, with its worksheet unless there is only one."),
    value: optional(
      "argument",
      pattern("value", `^[^]{1,${LIMITS.sheet_text_characters.value}}$`, "a value"),
      "What to write.",
    ),
    clear: toggle("Clear the cell instead of writing a value."),
  },
  async edit({ cell, value, clear }, readSheet) {
    if ((value === null) !== clear) throw new UsageProblem("Give either a value or --clear.");
    const [selection] = readRanges([cell], (await readSheet()).worksheets, null);
    if (
      selection === undefined ||
      selection.bounds.top !== selection.bounds.bottom ||
      selection.bounds.left !== selection.bounds.right
    )
      throw new UsageProblem(`${cell} is not a single cell.`);
    return {
      kind: "cells",
      cells: [
        {
          worksheet: selection.worksheet.id,
          row: selection.bounds.top,
          column: selection.bounds.left,
          value: value === null ? null : inputValue(value),
        },
      ],
    };
  },
});

const placeOption = (help: string) =>
  optional("option", wholeNumber("place", 1, LIMITS.sheet_worksheets.value), help);

const addWorksheet = editCommand({
  name: "sheet add-worksheet",
  summary: "Add an empty worksheet to a spreadsheet",
  examples: [["sheet add-worksheet sht_forecast Headcount --place 1", "as the first tab"]],
  fields: {
    name: needed("argument", text("name"), "The worksheet's name."),
    place: placeOption("The position of its tab, from 1; default: the last."),
    rows: optional(
      "option",
      wholeNumber("rows", 1, mostRows.value),
      `Rows of its grid; default: ${DEFAULT_ROWS}.`,
    ),
    columns: optional(
      "option",
      wholeNumber("columns", 1, mostColumns.value),
      `Columns of its grid; default: ${DEFAULT_COLUMNS}.`,
    ),
  },
  edit: (args) => ({
    kind: "add_worksheet",
    name: args.name,
    rowCount: args.rows ?? DEFAULT_ROWS,
    columnCount: args.columns ?? DEFAULT_COLUMNS,
    place: args.place === null ? null : args.place - 1,
  }),
});

const renameWorksheet = editCommand({
  name: "sheet rename-worksheet",
  summary: "Rename a worksheet",
  description:
    "Formulas, names and charts that refer to the worksheet are updated. Texts are not, such as those for INDIRECT.",
  examples: [["sheet rename-worksheet sht_forecast Plan 'Monthly plan'", "its id stays"]],
  fields: { worksheet, name: needed("argument", text("name"), "The worksheet's name.") },
  edit: (args) => ({ kind: "rename_worksheet", worksheet: args.worksheet, name: args.name }),
});

const moveWorksheet = editCommand({
  name: "sheet move-worksheet",
  summary: "Move the tab of a worksheet",
  examples: [["sheet move-worksheet sht_forecast Plan 1", "to the front"]],
  fields: {
    worksheet,
    place: needed(
      "argument",
      wholeNumber("place", 1, LIMITS.sheet_worksheets.value),
      "The position of its tab, from 1.",
    ),
  },
  edit: (args) => ({ kind: "move_worksheet", worksheet: args.worksheet, place: args.place - 1 }),
});

const growWorksheet = editCommand({
  name: "sheet grow-worksheet",
  summary: "Give a worksheet a larger grid",
  examples: [["sheet grow-worksheet sht_forecast Plan --rows 5000", "its columns stay"]],
  fields: {
    worksheet,
    rows: optional("option", wholeNumber("rows", 1, mostRows.value), "Rows; default: unchanged."),
    columns: optional("option", wholeNumber("columns", 1, mostColumns.value), "Columns; default: unchanged."),
  },
  async edit(args, readSheet) {
    const present = (await readSheet()).worksheets.find(
      ({ id: worksheetId, name }) => worksheetId === args.worksheet || name === args.worksheet,
    );
    return {
      kind: "grow_worksheet",
      worksheet: args.worksheet,
      rowCount: args.rows ?? present?.row_count ?? 1,
      columnCount: args.columns ?? present?.column_count ?? 1,
    };
  },
});

const deleteWorksheet = editCommand({
  name: "sheet delete-worksheet",
  summary: "Delete a worksheet with its cells, charts and own names",
  description: "Formulas that refer to it fail from then on.",
  examples: [["sheet delete-worksheet sht_forecast Drafts", "not the last one"]],
  fields: { worksheet },
  edit: (args) => ({ kind: "delete_worksheet", worksheet: args.worksheet }),
});

const remove = databaseCommand({
  name: "sheet delete",
  summary: "Delete a spreadsheet with all that is in it",
  examples: [["sheet delete sht_forecast --base-revision 12", "unless it was edited since revision 12"]],
  fields: { sheet, ...BASE_REVISION_OPTION, ...COMPANY_OPTION },
  async run(app, args) {
    const company_id = await chooseCompany(app, args.company);
    await app.sheets.remove(company_id, args.sheet, args.base_revision);
    return { company_id, sheet_id: args.sheet };
  },
  show: ({ sheet_id }) => `Deleted ${sheet_id}.`,
});

export const SHEET_COMMANDS = [
  list,
  show,
  create,
  rename,
  set,
  addWorksheet,
  renameWorksheet,
  moveWorksheet,
  growWorksheet,
  deleteWorksheet,
  remove,
];
