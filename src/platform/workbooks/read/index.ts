/**
 * Reads a workbook file into a spreadsheet: values, formulas, names, formats, charts, sizes of lines and
 * frozen panes. Notes report what a spreadsheet can't represent. Invariant: for any bytes, reading returns a
 * spreadsheet within `LIMITS` or throws `WorkbookProblem`.
 */
import { type AuthoredName, cellAt, formulaFromFile, type Table } from "@daybook/formula";
import { LIMITS } from "@daybook/words/limits";
import type { Chart, Spreadsheet, Worksheet, WorksheetLayout } from "../../../core/spreadsheet.ts";
import { namesOn } from "../names.ts";
import { Notes } from "../notes.ts";
import { WorkbookProblem } from "../problem.ts";
import { type Archive, openArchive, type Parts } from "./archive.ts";
import { type CachedCell, cellsOf, type SheetContext } from "./cells.ts";
import { readDrawing } from "./charts.ts";
import { readTheme } from "./colors.ts";
import { Fill } from "./fill.ts";
import { type Frame, readFrame, readSpilling } from "./frame.ts";
import { partOf, type Relation, relationsOf } from "./relations.ts";
import { LOST_HEIGHTS, type RawSheet, readSheet, SPLIT } from "./sheet.ts";
import { readStrings } from "./strings.ts";
import { readStyles } from "./styles.ts";
import { readTable } from "./tables.ts";
import { readXml } from "./xml.ts";

export interface ReadWorkbook {
  readonly spreadsheet: Spreadsheet;
  /** Sentences about what was left out or changed, without a full stop. */
  readonly notes: readonly string[];
  /** The cached values of each worksheet: of its formulas, and of the cells that formulas spill into. */
  readonly cached: readonly (readonly CachedCell[])[];
  /** Whether the file hides each worksheet. */
  readonly hidden: readonly boolean[];
}

/** The smallest grid of a worksheet. */
const LEAST_GRID = { rows: 1_000, columns: 26 } as const;
const MAIN = "xl/workbook.xml";
const TYPES = "[content_types].xml";
/** The notes on elements of a sheet that are left out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  mergeCell: "Merged cells are single cells now; the first one has the value",
  conditionalFormatting: "Conditional formats were left out",
  "x14:conditionalFormatting": "Conditional formats were left out",
  dataValidation: "Data validation was left out",
  "x14:dataValidation": "Data validation was left out",
  hyperlink: "Links on cells were left out",
  legacyDrawing: "Comments on cells were left out",
  picture: "Pictures and shapes were left out",
  oleObject: "Embedded objects were left out",
  control: "Form controls were left out",
  autoFilter: "Filters were left out; all rows are there",
  "x14:sparklineGroup": "Sparklines were left out",
  sheetProtection: "The protection of sheets was left out",
  [SPLIT]: "Split panes were left out; frozen ones are there",
  [LOST_HEIGHTS]: `Heights of rows were left out beyond the first ${LIMITS.sheet_sized_lines.value}`,
  "x14:slicer": "Slicers were left out",
};

/** Throws `WorkbookProblem`. */
export function readWorkbook(bytes: Uint8Array): ReadWorkbook {
  const { parts, paths } = openArchive(bytes);
  const path = partOf(relationsOf(parts, ""), "officeDocument") ?? MAIN;
  const main = parts.get(path);
  if (path.endsWith(".bin") || (!main && paths.has("xl/workbook.bin")))
    throw new WorkbookProblem("This is a binary workbook (.xlsb). Save it as .xlsx, and import it again.");
  if (!main) throw new WorkbookProblem("The file is not an XLSX workbook.");
  const notes = new Notes();
  const relations = relationsOf(parts, path);
  if (hasMacros({ parts, paths }, relations))
    throw new WorkbookProblem(
      "The workbook contains macros. Save it as .xlsx, which has none, and import it again.",
    );
  const frame = readFrame(path, main);
  if (frame.hasPivots || [...paths].some((each) => /pivottables?\//.test(each)))
    notes.add("Pivot tables were left out; what they show are values");
  if (frame.hasLinks) notes.add("Links to other workbooks were left out");
  if (frame.isIterative) notes.add("Iterative calculation was left out; circular formulas are errors");
  const sheets = sheetsOf(parts, frame, relations, notes);
  const theme = partOf(relations, "theme") ?? "";
  const styles = partOf(relations, "styles") ?? "";
  const strings = partOf(relations, "sharedStrings") ?? "";
  const tables = new Map(sheets.flatMap(({ tables: ofSheet }) => ofSheet));
  const { names, leading } = namesOf(frame, sheets, tables, notes);
  const sheetContext: Omit<SheetContext, "context"> = {
    strings: readStrings(strings, parts.get(strings)),
    styles: readStyles(styles, parts.get(styles), readTheme(theme, parts.get(theme))),
    spilling: readSpilling(parts, partOf(relations, "sheetMetadata")),
    isFrom1904: frame.isFrom1904,
    notes,
    fill: new Fill(),
  };
  if (frame.isFrom1904)
    notes.add("Dates are counted from 1900 now; check formulas that calculate with the numbers of dates");
  const worksheets: Worksheet[] = [];
  const cached: (readonly CachedCell[])[] = [];
  for (const [place, sheet] of sheets.entries()) {
    const {
      cells,
      formats,
      cached: cachedCells,
      bottom,
      right,
    } = cellsOf(sheet.name, sheet.raw, {
      ...sheetContext,
      context: { tables, leading, ...namesOn(names, place) },
    });
    const grid = {
      rowCount: Math.max(
        LEAST_GRID.rows,
        bottom + 1,
        ...sheet.charts.map(({ position }) => position.row + position.row_span),
      ),
      columnCount: Math.max(
        LEAST_GRID.columns,
        right + 1,
        ...sheet.charts.map(({ position }) => position.column + position.column_span),
      ),
    };
    worksheets.push({
      name: sheet.name,
      ...grid,
      cells,
      formats,
      charts: sheet.charts,
      layout: layoutOf(sheet.raw, grid),
    });
    cached.push(cachedCells);
  }
  const hidden = sheets.map(({ isHidden }) => isHidden);
  return { spreadsheet: { worksheets, names }, notes: notes.sentences(), cached, hidden };
}

/** Returns the layout of a sheet on the grid that it gets. */
function layoutOf(
  { columns, heights, frozen }: RawSheet,
  { rowCount, columnCount }: Pick<Worksheet, "rowCount" | "columnCount">,
): WorksheetLayout {
  return {
    column_widths: columns
      .flatMap(({ first, last, pixels }) =>
        Array.from({ length: Math.max(0, Math.min(last, columnCount - 1) - first + 1) }, (_, at) => ({
          line: first + at,
          pixels,
        })),
      )
      .slice(0, LIMITS.sheet_sized_lines.value),
    row_heights: [...heights]
      .flatMap(([line, pixels]) => (line < rowCount ? [{ line, pixels }] : []))
      .toSorted((one, other) => one.line - other.line),
    frozen_rows: Math.min(frozen.rows, rowCount),
    frozen_columns: Math.min(frozen.columns, columnCount),
  };
}

const MACROS = "application/vnd.ms-office.vbaProject";

/**
 * True if the workbook contains a macro project. The workbook's type alone does not prove that: a workbook
 * with the type for macros need not have any.
 */
function hasMacros({ parts, paths }: Archive, relations: ReadonlyMap<string, Relation>): boolean {
  const project = partOf(relations, "vbaProject");
  if (project !== null && paths.has(project)) return true;
  const types = parts.get(TYPES);
  let isThere = false;
  if (types) {
    readXml(TYPES, types, {
      open(name, { PartName = "", ContentType }) {
        if (name === "Override" && ContentType === MACROS)
          isThere ||= paths.has(PartName.replace(/^\//u, "").toLowerCase());
      },
    });
  }
  return isThere;
}

interface ReadSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The index among all sheets of the file, including chart sheets. */
  readonly place: number;
  readonly raw: RawSheet;
  readonly charts: readonly Chart[];
  readonly tables: readonly (readonly [name: string, table: Table])[];
}

function sheetsOf(
  parts: Parts,
  frame: Frame,
  relations: ReadonlyMap<string, Relation>,
  notes: Notes,
): readonly ReadSheet[] {
  const sheets: ReadSheet[] = [];
  let cellsBefore = 0;
  for (const [place, { name, relation, isHidden }] of frame.sheets.entries()) {
    const { kind, target } = relations.get(relation) ?? {};
    const bytes = target === undefined ? undefined : parts.get(target);
    if (kind !== "worksheet" || target === undefined || !bytes) {
      notes.add(
        "Sheets without cells were left out",
        name.slice(0, LIMITS.sheet_worksheet_name_characters.value),
      );
      continue;
    }
    if (sheets.length >= LIMITS.sheet_worksheets.value)
      throw new WorkbookProblem(
        `The workbook has more than ${LIMITS.sheet_worksheets.value} worksheets, which is the most that a spreadsheet may have.`,
      );
    if (isHidden) notes.add("Hidden sheets are shown", name);
    const raw = readSheet(target, bytes, cellsBefore);
    cellsBefore += raw.cells.length;
    for (const found of raw.kinds) {
      const words = LEFT_OUT[found];
      if (words !== undefined) notes.add(words);
    }
    const sheetRelations = relationsOf(parts, target);
    const charts = chartsOf(
      parts,
      raw.drawings.map((id) => sheetRelations.get(id)?.target),
      notes,
    );
    const tables = raw.tables
      .map((id) => sheetRelations.get(id)?.target)
      .flatMap((part) => {
        const table = part === undefined ? undefined : parts.get(part);
        const read = part !== undefined && table ? readTable(part, table, name) : null;
        return read ? [read] : [];
      });
    if (tables.length > 0) notes.add("Tables are plain cells now; formulas name their cells");
    sheets.push({ name, place, isHidden, raw, charts, tables });
  }
  if (sheets.length === 0) throw new WorkbookProblem("The workbook has no worksheet.");
  return sheets;
}

function chartsOf(parts: Parts, drawings: readonly (string | undefined)[], notes: Notes): readonly Chart[] {
  return drawings.flatMap((path) => {
    if (path === undefined) return [];
    const { charts, hasPictures, otherCharts } = readDrawing(parts, path);
    if (hasPictures) notes.add("Pictures and shapes were left out");
    if (otherCharts > 0) notes.add("Charts of other kinds were left out");
    return charts;
  });
}

const BUILT_IN = /^_xl(?:nm|fn|pm|op|eta|ws|udf)\./i;
const NAME = /^[\p{L}_\\][\p{L}\p{N}_.\\?]{0,254}$/u;
/** Texts that could be a cell in R1C1 notation, and the two truth values. */
const RESERVED_NAME = /^(?:r\d*c\d*|r\d*|c\d*|true|false)$/iu;

/** True if the text is a valid defined name: it can't be mistaken for a cell or a truth value. */
function isNameText(name: string): boolean {
  return NAME.test(name) && cellAt(name) === null && !RESERVED_NAME.test(name);
}

interface ReadNames {
  readonly names: readonly AuthoredName[];
  /** The names that were left out because they refer to other workbooks, in capitals. */
  readonly leading: ReadonlySet<string>;
}

function namesOf(
  frame: Frame,
  sheets: readonly ReadSheet[],
  tables: ReadonlyMap<string, Table>,
  notes: Notes,
): ReadNames {
  const worksheetAt = new Map(sheets.map(({ place }, at) => [place, at]));
  const [keys, leading] = [new Set<string>(), new Set<string>()];
  const formulaOf = (text: string, worksheet: number | null): string | null => {
    if (text === "" || text.length > LIMITS.sheet_formula_characters.value) return null;
    const here = { sheet: sheets[worksheet ?? 0]?.name ?? "", row: 0, column: 0 };
    const context = { tables, leading, here, mayBeMany: () => false, isKnown: () => false };
    return formulaFromFile(text, true, context);
  };
  const names = frame.names.flatMap(({ name, text, sheet, isFunction }): AuthoredName[] => {
    if (BUILT_IN.test(name)) return [];
    const at = sheet === null ? null : worksheetAt.get(sheet);
    const isName = at !== undefined && !isFunction && isNameText(name);
    const formula = isName ? formulaOf(text, at) : null;
    if (isName && text !== "" && formula === null) leading.add(name.toUpperCase());
    const key = `${at ?? ""}!${name.toLowerCase()}`;
    if (
      formula === null ||
      at === undefined ||
      keys.has(key) ||
      formula.length - 1 > LIMITS.sheet_formula_characters.value
    ) {
      notes.add("Names that are invalid or refer to other workbooks were left out", name.slice(0, 50));
      return [];
    }
    keys.add(key);
    return [{ name, formula: formula.replaceAll("\0", "\u{FFFD}").toWellFormed(), sheet: at }];
  });
  for (const { name } of names) leading.delete(name.toUpperCase());
  return { names, leading };
}
