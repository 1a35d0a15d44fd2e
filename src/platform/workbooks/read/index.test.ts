/** Reading workbook files: what the spreadsheet keeps, and what the notes report about the rest. */
import { type Authored, cellName, FormulaText, isError } from "@daybook/formula";
import { describe, expect, test } from "vitest";
import { relationsXml, type WorkbookParts, workbookFile } from "../../../../test/support/workbooks.ts";
import { readWorkbook } from "./index.ts";
import { readStrings } from "./strings.ts";

const shown = (value: Authored) =>
  value instanceof FormulaText ? value.text : isError(value) ? value.code : value;

/** The cells of the first worksheet by their names. */
function cells(parts: WorkbookParts): Record<string, unknown> {
  const [first] = readWorkbook(workbookFile(parts)).spreadsheet.worksheets;
  return Object.fromEntries(
    (first?.cells ?? []).map(({ row, column, value }) => [cellName(row, column), shown(value)]),
  );
}

const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006";
const RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const row = (...inside: string[]) => `<row r="1">${inside.join("")}</row>`;
const STRINGS = {
  relations: [["sharedStrings", "sharedStrings.xml"]],
  parts: {
    "xl/sharedStrings.xml":
      '<sst><si><t xml:space="preserve"> plain </t></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t>ch</t></r><rPh sb="0" eb="1"><t>aside</t></rPh></si><si><t>a_x000D_b &amp; c</t></si></sst>',
  },
} as const;

describe("values", () => {
  test("of every kind", () => {
    const line = row(
      '<c r="A1"><v>1.5</v></c><c r="B1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c>',
      '<c r="E1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c r="F1" t="b"><v>1</v></c><c r="G1" t="e"><v>#DIV/0!</v></c><c r="H1" t="str"><v>text</v></c><c r="I1" t="d"><v>2026-03-14</v></c><c r="J1"/>',
    );
    expect(cells({ sheets: { One: line }, ...STRINGS })).toEqual({
      A1: 1.5,
      B1: " plain ",
      C1: "rich",
      D1: "a\rb & c",
      E1: "inline",
      F1: true,
      G1: "#DIV/0!",
      H1: "text",
      I1: 46_095,
    });
  });

  test("without addresses of rows and cells, in any order, with a prefix on every element", () => {
    expect(
      cells({ sheets: { One: "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>" } }),
    ).toEqual({ A1: 1, B1: 2, A2: 3 });
    expect(
      cells({
        sheets: {
          One: '<row r="2"><c r="B2"><v>4</v></c><c r="A2"><v>3</v></c></row><row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>',
        },
      }),
    ).toEqual({ A1: 2, A2: 3, B2: 4 });
    expect(
      cells({
        sheets: {
          One: '<x:sheetData xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:row r="1"><x:c r="A1"><x:v>7</x:v></x:c></x:row></x:sheetData>',
        },
      }),
    ).toEqual({ A1: 7 });
  });

  test("that are dates count from 1900, also if the workbook counts from 1904", () => {
    const parts: WorkbookParts = {
      sheets: {
        One: row(
          '<c r="A1" s="1"><v>100</v></c><c r="B1"><v>100</v></c><c r="C1" s="1"><f>[1]Days!A1</f><v>100</v></c>',
        ),
      },
      before: '<workbookPr date1904="1"/>',
      relations: [["styles", "styles.xml"]],
      parts: {
        "xl/styles.xml":
          '<styleSheet><fonts><font/></fonts><fills><fill/></fills><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
      },
    };
    expect(cells(parts)).toEqual({ A1: 1_562, B1: 100, C1: 1_562 });
  });
});

test("texts that many cells share are counted while they are read", () => {
  const part = Buffer.from(`<sst>${`<si><t>${"x y ".repeat(250_000)}</t></si>`.repeat(34)}<not closed`);
  expect(() => readStrings("strings.xml", part)).toThrow(/more than 33554432 characters in its texts/);
});

describe("formulas", () => {
  const formula = (text: string, more = "") =>
    cells({ sheets: { One: row(`<c r="A1"><f${more}>${text}</f><v>1</v></c>`) } })["A1"];

  test.each([
    ["SUM(B1:B3)", "=SUM(B1:B3)"],
    ["B1:B3", "=@B1:B3"],
    ["B1:B3*2+C1", "=@B1:B3*2+C1"],
    ["SUM(B1:B3*C1:C3)", "=SUM(@B1:B3*@C1:C3)"],
    ["SUMPRODUCT(B1:B3*C1:C3)", "=SUMPRODUCT(B1:B3*C1:C3)"],
    ["IF(B1:B3&gt;0,C1,D1:D3)", "=IF(@B1:B3>0,C1,@D1:D3)"],
    ["VLOOKUP(B1:B3,D1:E9,2,FALSE)", "=VLOOKUP(@B1:B3,D1:E9,2,FALSE)"],
    ["INDEX(B1:B9,MATCH(1,C1:C9,0))", "=INDEX(B1:B9,MATCH(1,C1:C9,0))"],
    ["INDEX(B1:D9,0,2)", "=@INDEX(B1:D9,0,2)"],
    ["INDEX(B1:D9,,2)", "=@INDEX(B1:D9,,2)"],
    ["_xlfn.XLOOKUP(B1,C1:C9,D1:D9)", "=XLOOKUP(B1,C1:C9,D1:D9)"],
    ["_xlfn.LET(_xlpm.x,B1,_xlpm.x*2)", "=LET(x,B1,x*2)"],
    ["_xlfn.SINGLE(B1:B3)+1", "=@B1:B3+1"],
    ["SUM(_xlfn.ANCHORARRAY(B1))", "=SUM(B1#)"],
    ["_xlfn._xlws.SORT(_xlfn.UNIQUE(B1:B9))", "=@SORT(UNIQUE(B1:B9))"],
    ['"_xlfn."&amp;B1', '="_xlfn."&B1'],
  ])("of files from before spilled arrays mean one value: %s", (text, meant) => {
    expect(formula(text)).toBe(meant);
  });

  test("that may spill stay as they are, and the cells that they spill into are left out", () => {
    const parts: WorkbookParts = {
      sheets: {
        One: '<row r="1"><c r="A1" cm="1"><f t="array" ref="A1:A3">B1:B3*2</f><v>2</v></c></row><row r="2"><c r="A2"><v>4</v></c><c r="B2"><v>5</v></c></row><row r="3"><c r="A3"><v>6</v></c></row><row r="4"><c r="A4"><v>9</v></c></row>',
      },
      relations: [["sheetMetadata", "metadata.xml"]],
      parts: {
        "xl/metadata.xml":
          '<metadata><metadataTypes><metadataType name="XLDAPR"/></metadataTypes><cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>',
      },
    };
    expect(cells(parts)).toEqual({ A1: "=B1:B3*2", B2: 5, A4: 9 });
    expect(readWorkbook(workbookFile(parts)).notes).toEqual([]);
  });

  test("of a volatile array are read once; its other cells have empty formulas and are left out", () => {
    const parts: WorkbookParts = {
      sheets: {
        One: '<row r="1"><c r="A1" cm="1"><f t="array" aca="1" ref="A1:B1" ca="1">_xlfn.RANDARRAY(1,2)</f><v>0.5</v></c><c r="B1" t="str"><f ca="1"/><v>0.25</v></c><c r="D1"><f ca="1"/><v>7</v></c></row>',
      },
      relations: [["sheetMetadata", "metadata.xml"]],
      parts: {
        "xl/metadata.xml":
          '<metadata><metadataTypes><metadataType name="XLDAPR"/></metadataTypes><cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>',
      },
    };
    expect(cells(parts)).toEqual({ A1: "=RANDARRAY(1,2)", D1: 7 });
  });

  test("that call functions of other workbooks, or use names that refer to them, become their values", () => {
    const after =
      '<definedNames><definedName name="Rate">[1]Rates!$A$1</definedName><definedName name="Own">One!$B$1</definedName></definedNames>';
    const line = row(
      '<c r="A1"><f>[1]!QUOTE("x")</f><v>1</v></c><c r="B1"><f>rate*2</f><v>2</v></c><c r="C1"><f>Own</f><v>2</v></c><c r="D1"><f>[\'file:///other.xlsx\']Rates!A1</f><v>4</v></c>',
    );
    expect(cells({ sheets: { One: line }, after })).toEqual({ A1: 1, B1: 2, C1: "=Own", D1: 4 });
  });

  test("of arrays over a fixed range keep the range, and its other cells are left out", () => {
    const array = (cell: string, ref: string, text: string) =>
      `<c r="${cell}"><f t="array" ref="${ref}">${text}</f><v>1</v></c>`;
    const sheet = `<row r="1">${array("A1", "A1:A3", "B1:B3*2")}${array("C1", "C1", "SUM(B1:B3*2)")}${array("D1", "", "B1:B3")}${array("E1", "F1:F2", "1")}</row><row r="2"><c r="A2"><v>4</v></c></row><row r="1500">${array("G1500", "G1500:AZ1501", "123")}</row>`;
    const { spreadsheet, notes, cached } = readWorkbook(workbookFile({ sheets: { One: sheet } }));
    const [first] = spreadsheet.worksheets;
    expect(first?.cells.map(({ row: at, column, value }) => [cellName(at, column), value])).toEqual([
      ["A1", new FormulaText("=B1:B3*2", { rows: 3, columns: 1 })],
      ["C1", new FormulaText("=SUM(B1:B3*2)", { rows: 1, columns: 1 })],
      ["D1", new FormulaText("=B1:B3", { rows: 1, columns: 1 })],
      ["E1", new FormulaText("=1", { rows: 1, columns: 1 })],
      ["G1500", new FormulaText("=123", { rows: 2, columns: 46 })],
    ]);
    expect([first?.rowCount, first?.columnCount]).toEqual([1_501, 52]);
    expect(cached[0]).toContainEqual({ row: 1, column: 0, value: 4 });
    expect(notes).toEqual([]);
  });

  test("that several cells share are adjusted to each cell", () => {
    const lines = [2, 3]
      .map((each) => `<row r="${each}"><c r="C${each}"><f t="shared" si="0"/><v>1</v></c></row>`)
      .join("");
    expect(
      cells({
        sheets: {
          One: `<row r="1"><c r="C1"><f t="shared" ref="C1:C3" si="0">A1+$B$1*'My A1'!B1+SUM(A:A,LOG10(2))</f><v>1</v></c></row>${lines}`,
        },
      }),
    ).toEqual({
      C1: "=A1+$B$1*'My A1'!B1+SUM(A:A,LOG10(2))",
      C2: "=A2+$B$1*'My A1'!B2+SUM(A:A,LOG10(2))",
      C3: "=A3+$B$1*'My A1'!B3+SUM(A:A,LOG10(2))",
    });
  });

  test("that refer to other workbooks become their values; references to tables become cells", () => {
    const parts: WorkbookParts = {
      sheets: {
        One: `<sheetData><row r="2"><c r="A2"><f>[1]Rates!A1*2</f><v>42</v></c><c r="B2"><f>SUM(Sales[Amount])</f><v>3</v></c><c r="C2"><f>Sales[[#This Row],[Amount]]*2</f><v>3</v></c></row></sheetData><tableParts><tablePart r:id="rId1"/></tableParts>`,
      },
      parts: {
        "xl/worksheets/_rels/sheet1.xml.rels": relationsXml([["table", "../tables/table1.xml"]]),
        "xl/tables/table1.xml":
          '<table displayName="Sales" ref="D1:E9"><tableColumns><tableColumn name="Who"/><tableColumn name="Amount"/></tableColumns></table>',
      },
    };
    expect(cells(parts)).toEqual({ A2: 42, B2: "=SUM($E$2:$E$9)", C2: "=$E$2*2" });
    expect(readWorkbook(workbookFile(parts)).notes).toEqual([
      "Tables are plain cells now; formulas name their cells",
      "Formulas that refer to other workbooks or missing tables were replaced by their values (One!A2)",
    ]);
  });
});

test("names of the workbook and of its worksheets are kept, without built-in names", () => {
  const after = `<definedNames><definedName name="Rate">One!$A$1</definedName><definedName name="Rate" localSheetId="1">Two!$A$1</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">One!$A$1:$B$9</definedName>
    <definedName name="Gone">[1]Rates!$A$1</definedName><definedName name="Twice">_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)</definedName></definedNames>`;
  const { spreadsheet, notes } = readWorkbook(
    workbookFile({ sheets: { One: row('<c r="A1"><f>Rate+1</f></c>'), Two: "" }, after }),
  );
  expect(spreadsheet.names).toEqual([
    { name: "Rate", formula: "=One!$A$1", sheet: null },
    { name: "Rate", formula: "=Two!$A$1", sheet: 1 },
    { name: "Twice", formula: "=LAMBDA(x,x*2)", sheet: null },
  ]);
  expect(
    spreadsheet.worksheets.map(({ name, rowCount, columnCount }) => [name, rowCount, columnCount]),
  ).toEqual([
    ["One", 1_000, 26],
    ["Two", 1_000, 26],
  ]);
  expect(notes).toEqual(["Names that are invalid or refer to other workbooks were left out (Gone)"]);
});

test("cells keep number formats, fonts, colors of the theme with their tints, and alignment", () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0&quot;x&quot;"/></numFmts>
    <fonts><font><color theme="1"/></font><font><b/><i val="0"/><color theme="4" tint="0.4"/></font><font><i/><color rgb="FFff0000"/></font></fonts>
    <fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor theme="0" tint="-0.15"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor indexed="5"/></patternFill></fill></fills>
    <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
    <cellXfs><xf/><xf numFmtId="164" fontId="1" fillId="2"/><xf numFmtId="10" fontId="2" fillId="3"><alignment horizontal="center"/></xf><xf numFmtId="0" fontId="0"/></cellXfs></styleSheet>`;
  const theme =
    '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme><a:dk1><a:sysClr lastClr="000000"/></a:dk1><a:lt1><a:sysClr lastClr="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:themeElements></a:theme>';
  const file = workbookFile({
    sheets: { One: row('<c r="A1" s="1"><v>1</v></c><c r="B1" s="2"/><c r="C1" s="3"><v>1</v></c>') },
    relations: [
      ["styles", "styles.xml"],
      ["theme", "theme/theme1.xml"],
    ],
    parts: { "xl/styles.xml": styles, "xl/theme/theme1.xml": theme },
  });
  expect(readWorkbook(file).spreadsheet.worksheets[0]?.formats).toEqual([
    {
      row: 0,
      column: 0,
      format: { number_format: '0.0"x"', bold: true, font_color: "#8FAADC", background_color: "#D9D9D9" },
    },
    {
      row: 0,
      column: 1,
      format: {
        number_format: "0.00%",
        italic: true,
        font_color: "#FF0000",
        background_color: "#FFFF00",
        horizontal_alignment: "center",
      },
    },
  ]);
});

test("charts keep their type, title, position and ranges", () => {
  const series = (name: string, values: string) =>
    `<c:ser><c:tx><c:strRef><c:f>${name}</c:f></c:strRef></c:tx><c:cat><c:strRef><c:f>One!$A$2:$A$4</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${values}</c:f></c:numRef></c:val></c:ser>`;
  const file = workbookFile({
    sheets: { One: '<sheetData/><drawing r:id="rId1"/>' },
    parts: {
      "xl/worksheets/_rels/sheet1.xml.rels": relationsXml([["drawing", "../drawings/drawing1.xml"]]),
      "xl/drawings/_rels/drawing1.xml.rels": relationsXml([
        ["chart", "../charts/chart1.xml"],
        ["chart", "../charts/chart2.xml"],
      ]),
      "xl/drawings/drawing1.xml": ["rId1", "rId2"]
        .map(
          (id) =>
            `<xdr:twoCellAnchor><xdr:from><xdr:col>4</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>5</xdr:rowOff></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:colOff>9</xdr:colOff><xdr:row>15</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame><c:chart r:id="${id}"/></xdr:graphicFrame></xdr:twoCellAnchor>`,
        )
        .join("")
        .replace(
          /^(.*)$/s,
          `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:c="${DRAWING}/chart" xmlns:r="${RELATED}">$1</xdr:wsDr>`,
        ),
      "xl/charts/chart1.xml": `<c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Cash </a:t></a:r><a:r><a:t>left</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:barDir val="bar"/>${series("One!$B$1", "One!$B$2:$B$4")}${series("One!$F$9", "'One'!$C$2:$C$4")}</c:barChart></c:plotArea></c:chart></c:chartSpace>`,
      "xl/charts/chart2.xml": `<c:chartSpace xmlns:c="${DRAWING}/chart"><c:chart><c:plotArea><c:radarChart/></c:plotArea></c:chart></c:chartSpace>`,
    },
  });
  const { spreadsheet, notes } = readWorkbook(file);
  expect(spreadsheet.worksheets[0]?.charts).toEqual([
    {
      type: "bar",
      title: "Cash left",
      ranges: ["'One'!A2:A4", "'One'!B1:B4", "'One'!C2:C4"],
      position: { row: 1, column: 4, row_span: 14, column_span: 6 },
    },
  ]);
  expect(notes).toEqual(["Charts of other kinds were left out"]);
});

test("each kind of omission is reported once", () => {
  const inside =
    '<sheetData/><sheetProtection/><autoFilter ref="A1:B2"/><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:B2"/></mergeCells><conditionalFormatting/><dataValidations><dataValidation/></dataValidations><hyperlinks><hyperlink ref="A1"/></hyperlinks><legacyDrawing/>';
  const { notes } = readWorkbook(
    workbookFile({
      sheets: { One: inside },
      after:
        "<externalReferences><externalReference/></externalReferences><pivotCaches><pivotCache/></pivotCaches>",
    }),
  );
  expect(notes).toEqual([
    "Pivot tables were left out; what they show are values",
    "Links to other workbooks were left out",
    "The protection of sheets was left out",
    "Filters were left out; all rows are there",
    "Merged cells are single cells now; the first one has the value",
    "Conditional formats were left out",
    "Data validation was left out",
    "Links on cells were left out",
    "Comments on cells were left out",
  ]);
});

test.each([
  ["", { frozen_rows: 0, frozen_columns: 0 }],
  ['<pane xSplit="2" ySplit="1" state="frozen"/>', { frozen_rows: 1, frozen_columns: 2 }],
])("neither another window nor a saved view overrides the pane %j of a sheet", (pane, expected) => {
  const other = '<pane ySplit="7" topLeftCell="A8" state="frozen"/>';
  const inside =
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView><sheetView workbookViewId="1">${other}</sheetView></sheetViews>` +
    `<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>` +
    `<customSheetViews><customSheetView guid="{0}">${other}</customSheetView><customSheetView guid="{1}"><pane ySplit="900"/></customSheetView></customSheetViews>`;
  const { spreadsheet, notes } = readWorkbook(workbookFile({ sheets: { One: inside } }));
  expect(spreadsheet.worksheets[0]?.layout).toMatchObject(expected);
  expect(notes).toEqual([]);
});

test("the sizes that somebody set are read, and the first rows and columns that are frozen", () => {
  const inside =
    '<sheetViews><sheetView><pane xSplit="2" ySplit="1" topLeftCell="C2" state="frozen"/></sheetView></sheetViews>' +
    '<cols><col min="1" max="1" width="14" customWidth="1"/><col min="2" max="2" width="20" bestFit="1" customWidth="1"/>' +
    '<col min="3" max="3" width="20"/><col min="25" max="16384" width="0.5" customWidth="true"/><col min="4" max="5" width="9" customWidth="1"/></cols>' +
    '<sheetData><row r="3" ht="30" customHeight="1"/><row r="2" ht="9000" customHeight="true"/><row r="4" ht="30"/><row r="2000" ht="30" customHeight="1"/></sheetData>';
  const { spreadsheet, notes } = readWorkbook(workbookFile({ sheets: { One: inside } }));
  expect(spreadsheet.worksheets[0]?.layout).toEqual({
    column_widths: [
      { line: 0, pixels: 98 },
      { line: 24, pixels: 16 },
      { line: 25, pixels: 16 },
    ],
    row_heights: [
      { line: 1, pixels: 2_000 },
      { line: 2, pixels: 40 },
    ],
    frozen_rows: 1,
    frozen_columns: 2,
  });
  expect(notes).toEqual([]);
  const heights = Array.from(
    { length: 10_001 },
    (_, at) => `<row r="${at + 1}" ht="30" customHeight="1"><c><v>1</v></c></row>`,
  );
  const split = readWorkbook(
    workbookFile({
      sheets: {
        One: `<sheetViews><sheetView><pane ySplit="1200"/></sheetView></sheetViews><sheetData>${heights.join("")}</sheetData>`,
      },
    }),
  );
  expect(split.spreadsheet.worksheets[0]?.layout).toMatchObject({ frozen_rows: 0, frozen_columns: 0 });
  expect(split.spreadsheet.worksheets[0]?.layout.row_heights).toHaveLength(10_000);
  expect(split.notes).toEqual([
    "Split panes were left out; frozen ones are there",
    "Heights of rows were left out beyond the first 10000",
  ]);
});
