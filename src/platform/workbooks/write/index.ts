/**
 * Writes a spreadsheet as a workbook file that Excel and LibreOffice open. Formulas are written with their
 * values. Other programs don't have our functions that read the books: a formula that calls one is replaced
 * by its value, unless `keepsBooks`. Invariant: the same spreadsheet and results give the same bytes.
 */
import { readsOutside, formulaForFile } from "@daybook/formula";
import type { Spreadsheet } from "../../../core/spreadsheet.ts";
import { namesOn } from "../names.ts";
import { contentTypes, MAIN, packed, RELATIONS, relations, workbookTypes } from "../parts/package.ts";
import { Texts } from "../parts/texts.ts";
import { escapeCellText, tag, xmlPart } from "../parts/xml.ts";
import { chartPart, drawingPart } from "./charts.ts";
import { type Results, sheetPart } from "./sheet.ts";
import { CellStyles } from "./styles.ts";

export type { Results };

export interface WriteOptions {
  /** The calculated values of each worksheet. */
  readonly results: (sheet: number) => Results;
  /** True if formulas that read the books are kept, which other programs show as #NAME?. */
  readonly keepsBooks: boolean;
}

/** The names of functions that read the books begin with this prefix. */
const BOOKS = "BOOKS.";
const DYNAMIC = "http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray";

export function writeWorkbook(
  { worksheets, names }: Spreadsheet,
  { results, keepsBooks }: WriteOptions,
): Uint8Array {
  const [styles, texts] = [new CellStyles(), new Texts()];
  const namesWithBooks = new Set(
    names
      .filter(({ formula }) => readsOutside(formula, BOOKS, new Set()))
      .map(({ name }) => name.toUpperCase()),
  );
  const outside = keepsBooks ? null : { prefix: BOOKS, names: namesWithBooks };
  const parts: Record<string, Uint8Array> = {};
  const types: (readonly [string, string])[] = [...workbookTypes(worksheets.length)];
  const places = new Map(worksheets.map(({ name }, at) => [name.toLowerCase(), at]));
  const values = worksheets.map(
    ({ cells }, at) =>
      new Map(
        cells.map(({ row, column, value }) => [
          `${row},${column}`,
          typeof value === "object" ? results(at)(row, column) : value,
        ]),
      ),
  );
  const isText = (sheet: string, row: number, column: number): boolean =>
    typeof values[places.get(sheet.toLowerCase()) ?? -1]?.get(`${row},${column}`) === "string";
  const numberFormats = worksheets.map(
    ({ formats }) =>
      new Map(formats.map(({ row, column, format }) => [`${row},${column}`, format.number_format])),
  );
  const formatOf = (sheet: string, row: number, column: number): string | undefined =>
    numberFormats[places.get(sheet.toLowerCase()) ?? -1]?.get(`${row},${column}`);
  let charts = 0;
  for (const [at, worksheet] of worksheets.entries()) {
    const hasDrawing = worksheet.charts.length > 0;
    const sheet = sheetPart(worksheet, {
      styles,
      texts,
      results: results(at),
      names: namesOn(names, at),
      outside,
      isFirst: at === 0,
      hasDrawing,
    });
    parts[`xl/worksheets/sheet${at + 1}.xml`] = xmlPart(sheet);
    if (!hasDrawing) continue;
    parts[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`] = relations([
      ["drawing", `../drawings/drawing${at + 1}.xml`],
    ]);
    parts[`xl/drawings/drawing${at + 1}.xml`] = drawingPart(worksheet.charts);
    types.push([`/xl/drawings/drawing${at + 1}.xml`, "drawing+xml"]);
    parts[`xl/drawings/_rels/drawing${at + 1}.xml.rels`] = relations(
      worksheet.charts.map((_chart, index) => ["chart", `../charts/chart${charts + index + 1}.xml`]),
    );
    for (const chart of worksheet.charts) {
      charts += 1;
      parts[`xl/charts/chart${charts}.xml`] = chartPart(chart, isText, formatOf);
      types.push([`/xl/charts/chart${charts}.xml`, "drawingml.chart+xml"]);
    }
  }
  const kept = names.filter(({ name }) => keepsBooks || !namesWithBooks.has(name.toUpperCase()));
  const definitions = kept.map(({ name, formula, sheet }) =>
    tag(
      "definedName",
      { name, localSheetId: sheet ?? undefined },
      escapeCellText(formulaForFile(formula, { ...namesOn(names, sheet ?? -1), mayBeMany: () => true }).text),
    ),
  );
  return packed({
    "[Content_Types].xml": contentTypes([...types, ["/xl/metadata.xml", "spreadsheetml.sheetMetadata+xml"]]),
    "_rels/.rels": relations([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": xmlPart(
      tag(
        "workbook",
        { xmlns: MAIN, "xmlns:r": RELATIONS },
        tag("bookViews", {}, tag("workbookView", { activeTab: 0 })),
        tag(
          "sheets",
          {},
          ...worksheets.map(({ name }, index) =>
            tag("sheet", { name, sheetId: index + 1, "r:id": `rId${index + 1}` }),
          ),
        ),
        ...(definitions.length === 0 ? [] : [tag("definedNames", {}, ...definitions)]),
        tag("calcPr", { calcId: 191029, fullCalcOnLoad: 1 }),
      ),
    ),
    "xl/_rels/workbook.xml.rels": relations([
      ...worksheets.map((_sheet, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`] as const),
      ["styles", "styles.xml"],
      ["sharedStrings", "sharedStrings.xml"],
      ["sheetMetadata", "metadata.xml"],
    ]),
    "xl/styles.xml": styles.part(),
    "xl/sharedStrings.xml": texts.part(),
    "xl/metadata.xml": metadataPart(),
    ...parts,
  });
}

/** Returns the part with the only metadata of cells: number 1 marks a formula that may spill. */
function metadataPart(): Uint8Array {
  const properties = tag(
    "ext",
    { uri: "{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}" },
    tag("xda:dynamicArrayProperties", { fDynamic: 1, fCollapsed: 0 }),
  );
  const copied = [
    "copy",
    "pasteAll",
    "pasteValues",
    "merge",
    "splitFirst",
    "rowColShift",
    "clearFormats",
    "clearComments",
    "assign",
    "coerce",
    "cellMeta",
  ];
  return xmlPart(
    tag(
      "metadata",
      { xmlns: MAIN, "xmlns:xda": DYNAMIC },
      tag(
        "metadataTypes",
        { count: 1 },
        tag("metadataType", {
          name: "XLDAPR",
          minSupportedVersion: 120_000,
          ...Object.fromEntries(copied.map((name) => [name, 1])),
        }),
      ),
      tag("futureMetadata", { name: "XLDAPR", count: 1 }, tag("bk", {}, tag("extLst", {}, properties))),
      tag("cellMetadata", { count: 1 }, tag("bk", {}, tag("rc", { t: 1, v: 0 }))),
    ),
  );
}
