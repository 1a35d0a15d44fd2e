/** Writing XLSX files: a written spreadsheet is read back unchanged, and other programs read it alike. */
import { strFromU8, unzipSync } from "fflate";
import { errorOf, type Element, FormulaText } from "@daybook/formula";
import { describe, expect, test } from "vitest";
import { PLAIN_LAYOUT, type Spreadsheet, type Worksheet } from "../../../core/spreadsheet.ts";
import { describeWith, outsideProgram } from "../../../../test/acceptance/outside.ts";
import { OFFICE, savedFromWindow } from "../../../../test/support/office.ts";
import { readWorkbook } from "../read/index.ts";
import { writeWorkbook } from "./index.ts";

const sheet = (name: string, cells: Worksheet["cells"], more: Partial<Worksheet> = {}): Worksheet => ({
  name,
  rowCount: 1_000,
  columnCount: 26,
  cells,
  formats: [],
  charts: [],
  layout: PLAIN_LAYOUT,
  ...more,
});
const at = (row: number, column: number, value: Worksheet["cells"][number]["value"]) => ({
  row,
  column,
  value,
});
const formula = (row: number, column: number, text: string) => at(row, column, new FormulaText(text));
const nothing = () => () => undefined;
/** Results of the first sheet by `row,column`. */
const results =
  (known: Readonly<Record<string, Element>>) => (place: number) => (row: number, column: number) =>
    place === 0 ? known[`${row},${column}`] : undefined;
const part = (bytes: Uint8Array, path: string) => strFromU8(unzipSync(bytes)[path] ?? new Uint8Array());

const WHOLE: Spreadsheet = {
  worksheets: [
    sheet(
      "Plan & more",
      [
        at(0, 0, ' a <b> & "c" _x000D_ \r\n'),
        at(0, 1, -1.5e-7),
        at(0, 2, true),
        at(0, 3, false),
        at(0, 4, 1e21),
        at(0, 5, errorOf("#N/A") ?? ""),
        at(0, 6, "=no formula"),
        at(0, 7, ""),
        formula(1, 0, '=SUM(B1:B3)&"<&>"'),
        formula(1, 1, "=@B1:B3"),
        formula(1, 2, "=LET(x,B1,y,LAMBDA(z,z*x),y(2))"),
        formula(1, 3, "=SORT(UNIQUE(F1:F9))"),
        formula(1, 4, "=Rate*'It''s'!A1"),
        formula(1, 5, "=SUM(D2#)"),
        formula(1, 6, "=XLOOKUP(1,A:A,B:B)"),
        formula(1, 7, "=B1:B3*@C1:C3"),
        formula(5, 0, "=1+"),
        formula(5, 1, "=IFS(A1>0,1,TRUE,STDEV.S(B1:B9))"),
        formula(5, 2, '="_x0041_"&"<"'),
        formula(6, 0, "=LAMBDA(x,[y],IF(ISOMITTED(y),x,x+y))(1)"),
        formula(6, 1, "=BYROW(B1:C3,SUM)"),
        formula(6, 2, "=LET(constructor,MAX,constructor(B1:B9))"),
        formula(6, 3, "=MAP(B1:B3,_xleta.LOG10)"),
        formula(6, 4, "=PV*2"),
        formula(7, 0, "=GROUPBY(A1:B9,C1:C9,HSTACK(SUM,PERCENTOF),3,2,-1)"),
        formula(7, 1, "=PIVOTBY(A1:A9,B1:B9,C1:C9,LAMBDA(x,y,SUM(x)/SUM(y)))"),
        formula(7, 2, "=FORECAST.ETS(10,B1:B9,A1:A9)+FORECAST.ETS.CONFINT(10,B1:B9,A1:A9)"),
        formula(7, 3, '=GETPIVOTDATA("Sales",$A$1,"Region","North")'),
      ],
      {
        formats: [
          { row: 0, column: 1, format: { number_format: "0.00%", bold: true } },
          {
            row: 3,
            column: 3,
            format: {
              italic: true,
              font_color: "#C00000",
              background_color: "#FFF2CC",
              horizontal_alignment: "fill",
              number_format: '"$"#,##0;[Red]-0',
            },
          },
        ],
        layout: {
          column_widths: [
            { line: 0, pixels: 16 },
            { line: 1, pixels: 97 },
            { line: 2, pixels: 2_000 },
            { line: 20, pixels: 150 },
          ],
          row_heights: [
            { line: 0, pixels: 31 },
            { line: 900, pixels: 2_000 },
          ],
          frozen_rows: 2,
          frozen_columns: 1,
        },
        charts: (["line", "bar", "column", "area", "pie", "doughnut", "scatter", "combo"] as const).map(
          (type, index) => ({
            type,
            title: index % 2 === 0 ? `Chart <${type}>` : null,
            ranges: ["'It''s'!A2:A9", "'It''s'!B1:B9", "'It''s'!C2:C9"],
            position: { row: index * 10, column: 3, row_span: 9, column_span: 5 },
          }),
        ),
      },
    ),
    sheet("It's", [at(2_000, 30, "far")], {
      rowCount: 2_001,
      columnCount: 31,
      layout: { ...PLAIN_LAYOUT, frozen_rows: 3 },
      charts: [
        {
          type: "pie",
          title: null,
          ranges: ["'It''s'!B1:B9"],
          position: { row: 0, column: 0, row_span: 3, column_span: 3 },
        },
      ],
    }),
  ],
  names: [
    { name: "Rate", formula: "='It''s'!$A$1", sheet: null },
    { name: "Twice", formula: "=LAMBDA(x,[y],SUM(MAP(x,ABS))*IF(ISOMITTED(y),2,y))", sheet: null },
    { name: "PV", formula: "=0.1", sheet: null },
    { name: "Rate", formula: "=0.5", sheet: 1 },
  ],
};

describe("a written workbook", () => {
  test("is read back unchanged", () => {
    const { spreadsheet, notes } = readWorkbook(writeWorkbook(WHOLE, { results: nothing, keepsBooks: true }));
    expect(spreadsheet).toEqual(WHOLE);
    expect(notes).toEqual([]);
  });

  test("has the prefixes that Excel writes for parameters and for functions as values", () => {
    const bytes = writeWorkbook(WHOLE, { results: nothing, keepsBooks: true });
    const cells = part(bytes, "xl/worksheets/sheet1.xml");
    for (const text of [
      "_xlfn.LAMBDA(_xlpm.x,_xlop.y,IF(_xlfn.ISOMITTED(_xlpm.y),_xlpm.x,_xlpm.x+_xlpm.y))(1)",
      "_xlfn.BYROW(B1:C3,_xleta.SUM)",
      "_xlfn.LET(_xlpm.constructor,_xleta.MAX,_xlpm.constructor(B1:B9))",
      "_xlfn.MAP(B1:B3,_xleta.LOG10)",
      "<f>PV*2</f>",
      "_xlfn.GROUPBY(A1:B9,C1:C9,_xlfn.HSTACK(_xleta.SUM,_xleta.PERCENTOF),3,2,-1)",
      "_xlfn.PIVOTBY(A1:A9,B1:B9,C1:C9,_xlfn.LAMBDA(_xlpm.x,_xlpm.y,SUM(_xlpm.x)/SUM(_xlpm.y)))",
      "<f>_xlfn.FORECAST.ETS(10,B1:B9,A1:A9)+_xlfn.FORECAST.ETS.CONFINT(10,B1:B9,A1:A9)</f>",
      "<f>GETPIVOTDATA(&quot;Sales&quot;,$A$1,&quot;Region&quot;,&quot;North&quot;)</f>",
    ])
      expect(cells).toContain(text);
    expect(part(bytes, "xl/workbook.xml")).toContain(
      "_xlfn.LAMBDA(_xlpm.x,_xlop.y,SUM(_xlfn.MAP(_xlpm.x,_xleta.ABS))*IF(_xlfn.ISOMITTED(_xlpm.y),2,_xlpm.y))",
    );
  });

  test("is the same each time", () => {
    const once = () =>
      Buffer.from(writeWorkbook(WHOLE, { results: nothing, keepsBooks: true })).toString("base64");
    expect(once()).toBe(once());
  });

  test("contains the values of formulas, and the areas that they spill into", () => {
    const spreadsheet = {
      worksheets: [
        sheet("Plan", [
          at(0, 0, 1),
          at(0, 1, 2),
          formula(1, 0, "=A1*2"),
          formula(1, 1, '="x"'),
          formula(1, 2, "=TRUE"),
          formula(1, 3, "=1/0"),
          formula(2, 0, "=A1:B1*2"),
          formula(2, 3, "=SEQUENCE(2,2)"),
          at(3, 0, "below"),
        ]),
      ],
      names: [],
    };
    const bytes = writeWorkbook(spreadsheet, {
      results: results({
        "1,0": 2,
        "1,1": "x",
        "1,2": true,
        "1,3": errorOf("#DIV/0!") ?? null,
        "2,0": 2,
        "2,1": 4,
        "2,3": 1,
        "2,4": 2,
        "3,3": 3,
        "3,4": 4,
      }),
      keepsBooks: true,
    });
    const xml = part(bytes, "xl/worksheets/sheet1.xml");
    expect(xml).toContain(
      '<c r="A2"><f>A1*2</f><v>2</v></c><c r="B2" t="str"><f>&quot;x&quot;</f><v>x</v></c><c r="C2" t="b"><f>TRUE</f><v>1</v></c><c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    );
    expect(xml).toContain(
      '<c r="A3" cm="1"><f t="array" ref="A3:B3">A1:B1*2</f><v>2</v></c><c r="B3"><v>4</v></c><c r="D3" cm="1"><f t="array" ref="D3:E4">_xlfn.SEQUENCE(2,2)</f><v>1</v></c><c r="E3"><v>2</v></c>',
    );
    const read = readWorkbook(bytes);
    expect(read.spreadsheet).toEqual(spreadsheet);
    expect(read.cached[0]?.map(({ row, column, value }) => [row, column, value])).toContainEqual([3, 4, 4]);
  });

  test("keeps array formulas over fixed ranges as such, with the values of all their cells", () => {
    const filled = (text: string, rows: number, columns: number) => new FormulaText(text, { rows, columns });
    const spreadsheet = {
      worksheets: [
        sheet("Plan", [
          at(0, 0, filled("=123", 1, 3)),
          at(1, 0, filled("=SUM(LET(x,F1:F3,x)*2)", 1, 1)),
          formula(1, 1, "=A1+1"),
        ]),
      ],
      names: [],
    };
    const bytes = writeWorkbook(spreadsheet, {
      results: results({ "0,0": 123, "0,1": 123, "0,2": errorOf("#N/A") ?? null, "1,0": 6, "1,1": 124 }),
      keepsBooks: true,
    });
    expect(part(bytes, "xl/worksheets/sheet1.xml")).toContain(
      '<row r="1"><c r="A1"><f t="array" ref="A1:C1">123</f><v>123</v></c><c r="B1"><v>123</v></c><c r="C1" t="e"><v>#N/A</v></c></row><row r="2"><c r="A2"><f t="array" ref="A2">SUM(_xlfn.LET(_xlpm.x,F1:F3,_xlpm.x)*2)</f><v>6</v></c><c r="B2"><f>A1+1</f><v>124</v></c></row>',
    );
    expect(readWorkbook(bytes)).toMatchObject({ spreadsheet, notes: [] });
  });

  test("has columns that are wide enough for its numbers and short texts, and no wider for long ones", () => {
    const cells = [
      at(0, 0, "Revenue, actual"),
      at(0, 1, 2_918_364.5),
      at(0, 2, "x".repeat(60)),
      formula(1, 0, "=1"),
      at(1, 1, -5),
      at(1, 2, 1.23456789012345),
    ];
    const spreadsheet = {
      worksheets: [
        sheet("Plan", cells, { formats: [{ row: 0, column: 1, format: { number_format: '"$"#,##0.00' } }] }),
      ],
      names: [],
    };
    const bytes = writeWorkbook(spreadsheet, { results: nothing, keepsBooks: true });
    expect(part(bytes, "xl/worksheets/sheet1.xml")).toContain(
      '<cols><col min="1" max="1" width="17" bestFit="1" customWidth="1"/><col min="2" max="2" width="15" bestFit="1" customWidth="1"/></cols><sheetData>',
    );
    expect(readWorkbook(bytes)).toMatchObject({ spreadsheet, notes: [] });
  });

  test("states the colors of chart series and visible lines, because it has no theme", () => {
    const bytes = writeWorkbook(WHOLE, { results: nothing, keepsBooks: true });
    const line = part(bytes, "xl/charts/chart1.xml");
    expect(
      [...line.matchAll(/<c:spPr><a:ln w="28575" cap="rnd"><a:solidFill><a:srgbClr val="(\w{6})"\/>/gu)].map(
        ([, color]) => color,
      ),
    ).toEqual(["4472C4", "ED7D31"]);
    expect(part(bytes, "xl/charts/chart3.xml")).toContain(
      '<c:spPr><a:solidFill><a:srgbClr val="ED7D31"/></a:solidFill></c:spPr>',
    );
    // In a combo chart, the last series is the line and the others are columns.
    expect(part(bytes, "xl/charts/chart8.xml")).toMatch(
      /<c:barChart>.*<c:spPr><a:solidFill>.*<c:lineChart>.*<c:spPr><a:ln w="28575"/u,
    );
  });

  test("formats the axes of charts like the cells of their ranges", () => {
    const [days, money] = ["mmm yyyy", "#,##0"];
    const formats = [
      [1, 0, days],
      [1, 1, money],
    ].map(([row, column, code]) => ({
      row: Number(row),
      column: Number(column),
      format: { number_format: String(code) },
    }));
    const chart = {
      type: "line",
      title: null,
      ranges: ["Plan!A1:A2", "Plan!B1:B2"],
      position: { row: 0, column: 3, row_span: 9, column_span: 5 },
    } as const;
    const bytes = writeWorkbook(
      {
        worksheets: [sheet("Plan", [at(0, 0, 45_962), at(0, 1, 1_000)], { formats, charts: [chart] })],
        names: [],
      },
      { results: nothing, keepsBooks: true },
    );
    const written = part(bytes, "xl/charts/chart1.xml");
    expect(
      [...written.matchAll(/<c:(catAx|valAx)>.*?<c:numFmt formatCode="([^"]*)" sourceLinked="(\d)"/gu)].map(
        ([, ...found]) => found,
      ),
    ).toEqual([
      ["catAx", days, "0"],
      ["valAx", money, "0"],
    ]);
    expect(
      part(writeWorkbook(WHOLE, { results: nothing, keepsBooks: true }), "xl/charts/chart1.xml"),
    ).toContain('<c:numFmt formatCode="General" sourceLinked="1"/>');
  });

  test("has values instead of formulas that read the books, unless the formulas are requested", () => {
    const spreadsheet: Spreadsheet = {
      worksheets: [
        sheet("Plan", [
          formula(0, 0, "=BOOKS.CASH(TODAY())"),
          formula(0, 1, "=A1*2"),
          formula(0, 2, "=Cash/2"),
          formula(0, 3, '="BOOKS.CASH"'),
          formula(2, 0, "=BOOKS.DEPARTMENTS()"),
        ]),
      ],
      names: [{ name: "Cash", formula: "=BOOKS.CASH(DATE(2026,1,31))", sheet: null }],
    };
    const known = results({
      "0,0": 100,
      "0,1": 200,
      "0,2": 50,
      "0,3": "BOOKS.CASH",
      "2,0": "Sales",
      "3,0": "Finance",
    });
    const written = (keepsBooks: boolean) =>
      readWorkbook(writeWorkbook(spreadsheet, { results: known, keepsBooks })).spreadsheet;
    expect(written(true)).toEqual(spreadsheet);
    expect(written(false).worksheets[0]?.cells).toEqual([
      at(0, 0, 100),
      formula(0, 1, "=A1*2"),
      at(0, 2, 50),
      formula(0, 3, '="BOOKS.CASH"'),
      at(2, 0, "Sales"),
      at(3, 0, "Finance"),
    ]);
    expect(written(false).names).toEqual([]);
  });
});

describeWith(outsideProgram(OFFICE), "another program", () => {
  test("shows the same sizes and frozen panes, and draws the charts", async () => {
    const charts: Worksheet["charts"] = (["line", "column", "pie"] as const).map((type, index) => ({
      type,
      title: `A ${type}`,
      ranges: ["Plan!A2:A4", "Plan!B1:B4"],
      position: { row: index * 10, column: 3, row_span: 9, column_span: 5 },
    }));
    const layout = {
      column_widths: [
        { line: 0, pixels: 97 },
        { line: 3, pixels: 250 },
      ],
      row_heights: [
        { line: 1, pixels: 31 },
        { line: 40, pixels: 100 },
      ],
      frozen_rows: 1,
      frozen_columns: 2,
    };
    const names = ["North", "South", "West"].flatMap((name, row) => [
      at(row + 1, 0, name),
      at(row + 1, 1, row),
    ]);
    const sheets = [
      sheet("Plan", [at(0, 1, "Sales"), ...names], { layout, charts }),
      sheet("Rows", [], { layout: { ...PLAIN_LAYOUT, frozen_rows: 3 } }),
      sheet("Columns", [], { layout: { ...PLAIN_LAYOUT, frozen_columns: 1 } }),
    ];
    const saved = await savedFromWindow(
      writeWorkbook({ worksheets: sheets, names: [] }, { results: nothing, keepsBooks: true }),
    );
    const { worksheets } = readWorkbook(saved).spreadsheet;
    expect(
      worksheets.map(({ layout: { frozen_rows: rows, frozen_columns: columns } }) => [rows, columns]),
    ).toEqual([
      [1, 2],
      [3, 0],
      [0, 1],
    ]);
    expect(worksheets[0]?.layout).toEqual(layout);
    expect(worksheets[0]?.charts.map(({ type, title, ranges }) => ({ type, title, ranges }))).toEqual(
      charts.map(({ type, title, ranges }) => ({ type, title, ranges })),
    );
  });
});
