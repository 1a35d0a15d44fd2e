/**
 * Elements and relations are identified by namespace: not by prefix, and not by a local name that elements of
 * extensions have too.
 */
import { cellName, FormulaText } from "@daybook/formula";
import { describe, expect, test } from "vitest";
import { relationsXml, type WorkbookParts, workbookFile } from "../../../../test/support/workbooks.ts";
import { readWorkbook } from "./index.ts";

const TRANSITIONAL = "http://schemas.openxmlformats.org";
const STRICT = "http://purl.oclc.org/ooxml";
const X14 = 'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"';
const X15 = 'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"';
const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const DATES = {
  relations: [["styles", "styles.xml"]],
  parts: {
    "xl/styles.xml":
      '<styleSheet><fonts><font/></fonts><fills><fill/></fills><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
  },
} as const;

function cells(parts: WorkbookParts): Record<string, unknown> {
  const [first] = readWorkbook(workbookFile(parts)).spreadsheet.worksheets;
  return Object.fromEntries(
    (first?.cells ?? []).map(({ row, column, value }) => [
      cellName(row, column),
      value instanceof FormulaText ? value.text : value,
    ]),
  );
}

describe("an extension's element is not mistaken for the format's element of the same name", () => {
  const day = '<row r="1"><c r="A1" s="1"><v>100</v></c></row>';

  test("workbookPr, which states the first year of dates", () => {
    const after = `<extLst><ext ${X15}><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>`;
    expect(cells({ sheets: { One: day }, before: '<workbookPr date1904="1"/>', after, ...DATES })).toEqual({
      A1: 1_562,
    });
    expect(
      cells({
        sheets: { One: day },
        after: `<extLst><ext ${X15}><x15:workbookPr date1904="1"/></ext></extLst>`,
        ...DATES,
      }),
    ).toEqual({ A1: 100 });
  });

  test("table, whose columns formulas may name", () => {
    const parts: WorkbookParts = {
      sheets: {
        One: '<sheetData><row r="1"><c r="A1"><f>SUM(Sales[Amount])</f><v>3</v></c></row></sheetData><tableParts><tablePart r:id="rId1"/></tableParts>',
      },
      parts: {
        "xl/worksheets/_rels/sheet1.xml.rels": relationsXml([["table", "../tables/table1.xml"]]),
        "xl/tables/table1.xml": `<table displayName="Sales" ref="D1:E9"><tableColumns><tableColumn name="Who"/><tableColumn name="Amount"/></tableColumns><extLst><ext ${X14}><x14:table altText="sales"><x14:tableColumn name="Amount"/></x14:table></ext></extLst></table>`,
      },
    };
    expect(cells(parts)).toEqual({ A1: "=SUM($E$2:$E$9)" });
  });

  test("cells, sheets and names, with their content", () => {
    const foreign = (inside: string) => `<extLst><ext xmlns:f="urn:foreign">${inside}</ext></extLst>`;
    const sheet = `<sheetData><row r="1"><c r="A1"><f:v xmlns:f="urn:foreign">5</f:v><v>1</v></c></row></sheetData>${foreign('<f:row r="9"><c r="A9"><v>9</v></c></f:row><f:c r="B9"><v>9</v></f:c>')}`;
    const after = foreign(
      '<f:sheets><sheet name="Two" r:id="rId1"/></f:sheets><f:definedName name="N">One!$A$1</f:definedName>',
    );
    const { spreadsheet } = readWorkbook(workbookFile({ sheets: { One: sheet }, after }));
    expect(spreadsheet.worksheets.map(({ name, cells: own }) => [name, own])).toEqual([
      ["One", [{ row: 0, column: 0, value: 1 }]],
    ]);
    expect(spreadsheet.names).toEqual([]);
  });

  test("but an extension's element on a sheet is noted", () => {
    const inside = `<sheetData/><extLst><ext ${X14}><x14:conditionalFormattings><x14:conditionalFormatting/></x14:conditionalFormattings><x14:sparklineGroups><x14:sparklineGroup/></x14:sparklineGroups></ext></extLst>`;
    expect(readWorkbook(workbookFile({ sheets: { One: inside } })).notes).toEqual([
      "Conditional formats were left out",
      "Sparklines were left out",
    ]);
  });

  test("a kind of relation, or an attribute with a relation's id", () => {
    const relations = `<Relationships xmlns="${TRANSITIONAL}/package/2006/relationships">
      <Relationship Id="rId8" Type="urn:foreign/sharedStrings" Target="foreign.xml"/><Relationship Id="rId9" Type="urn:foreign/worksheet" Target="worksheets/foreign.xml"/>
      <Relationship Id="rId1" Type="${TRANSITIONAL}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;
    const sheet = `<workbook xmlns="${TRANSITIONAL}/spreadsheetml/2006/main" xmlns:rel="${TRANSITIONAL}/officeDocument/2006/relationships" xmlns:r="urn:foreign"><sheets><sheet name="One" r:id="rId9" rel:id="rId1"/></sheets></workbook>`;
    const parts = {
      "xl/_rels/workbook.xml.rels": relations,
      "xl/workbook.xml": sheet,
      "xl/foreign.xml": "<sst><si><t>foreign</t></si></sst>",
    };
    expect(
      cells({
        sheets: { One: '<row r="1"><c r="A1"><v>7</v></c><c r="B1" t="s"><v>0</v></c></row>' },
        parts,
      }),
    ).toEqual({ A1: 7 });
  });
});

/**
 * A small workbook with a chart and a theme, with the namespaces and prefix of another form of the format.
 */
function inOtherForm(main: string, office: string, drawing: string, prefix: string): WorkbookParts {
  const p = prefix === "" ? "" : `${prefix}:`;
  const declared = `xmlns${prefix === "" ? "" : `:${prefix}`}="${main}" xmlns:q="${office}"`;
  const related = (pairs: readonly (readonly [string, string])[]) =>
    relationsXml(pairs).replaceAll(`${TRANSITIONAL}/officeDocument/2006/relationships`, office);
  return {
    sheets: {},
    parts: {
      "_rels/.rels": related([["officeDocument", "xl/workbook.xml"]]),
      "xl/_rels/workbook.xml.rels": related([
        ["worksheet", "worksheets/sheet1.xml"],
        ["sharedStrings", "strings.xml"],
        ["styles", "styles.xml"],
        ["theme", "theme.xml"],
      ]),
      "xl/workbook.xml": `<${p}workbook ${declared}><${p}workbookPr date1904="1"/><${p}sheets><${p}sheet name="One" sheetId="1" q:id="rId1"/></${p}sheets><${p}definedNames><${p}definedName name="N">One!$A$1</${p}definedName></${p}definedNames></${p}workbook>`,
      "xl/worksheets/sheet1.xml": `<${p}worksheet ${declared}><${p}sheetData><${p}row r="1"><${p}c r="A1" t="s"><${p}v>0</${p}v></${p}c><${p}c r="B1" s="1"><${p}v>100</${p}v></${p}c><${p}c r="C1"><${p}f>N</${p}f></${p}c></${p}row></${p}sheetData><${p}drawing q:id="rId1"/></${p}worksheet>`,
      "xl/worksheets/_rels/sheet1.xml.rels": related([["drawing", "../drawing.xml"]]),
      "xl/strings.xml": `<${p}sst ${declared}><${p}si><${p}t>text</${p}t></${p}si></${p}sst>`,
      "xl/styles.xml": `<${p}styleSheet ${declared}><${p}fonts><${p}font/><${p}font><${p}b/><${p}color theme="4"/></${p}font></${p}fonts><${p}fills><${p}fill/></${p}fills><${p}cellXfs><${p}xf/><${p}xf numFmtId="14" fontId="1"/></${p}cellXfs></${p}styleSheet>`,
      "xl/theme.xml": `<theme xmlns="${drawing}/main"><themeElements><clrScheme><accent1><srgbClr val="4472C4"/></accent1></clrScheme></themeElements></theme>`,
      "xl/drawing.xml": `<wsDr xmlns="${drawing}/spreadsheetDrawing" xmlns:q="${office}"><oneCellAnchor><from><col>2</col><row>3</row></from><ext cx="609600" cy="190500"/><graphicFrame><h:chart xmlns:h="${drawing}/chart" q:id="rId1"/></graphicFrame></oneCellAnchor></wsDr>`,
      "xl/_rels/drawing.xml.rels": related([["chart", "chart.xml"]]),
      "xl/chart.xml": `<chartSpace xmlns="${drawing}/chart"><chart><title><tx><rich><t xmlns="${drawing}/main">Cash</t></rich></tx></title><plotArea><lineChart><ser><val><numRef><f>One!$B$1:$B$2</f></numRef></val></ser></lineChart></plotArea></chart></chartSpace>`,
    },
  };
}

describe("every form of the format is read", () => {
  test.each([
    [
      "with other prefixes",
      `${TRANSITIONAL}/spreadsheetml/2006/main`,
      `${TRANSITIONAL}/officeDocument/2006/relationships`,
      `${TRANSITIONAL}/drawingml/2006`,
      "x",
    ],
    [
      "strict",
      `${STRICT}/spreadsheetml/main`,
      `${STRICT}/officeDocument/relationships`,
      `${STRICT}/drawingml`,
      "",
    ],
    [
      "strict, with other prefixes",
      `${STRICT}/spreadsheetml/main`,
      `${STRICT}/officeDocument/relationships`,
      `${STRICT}/drawingml`,
      "ss",
    ],
  ])("%s", (_name, main, office, drawing, prefix) => {
    const { spreadsheet, notes } = readWorkbook(workbookFile(inOtherForm(main, office, drawing, prefix)));
    expect(spreadsheet.names).toEqual([{ name: "N", formula: "=One!$A$1", sheet: null }]);
    expect(spreadsheet.worksheets).toMatchObject([
      {
        cells: [{ value: "text" }, { value: 1_562 }, { value: { text: "=N" } }],
        formats: [{ column: 1, format: { bold: true, font_color: "#4472C4" } }],
        charts: [
          {
            type: "line",
            title: "Cash",
            ranges: ["'One'!B1:B2"],
            position: { row: 3, column: 2, row_span: 1, column_span: 1 },
          },
        ],
      },
    ]);
    expect(notes).toEqual([
      "Dates are counted from 1900 now; check formulas that calculate with the numbers of dates",
    ]);
  });

  test("in UTF-16 with and without a byte order mark, and in an encoding that a part declares", () => {
    const text =
      '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Grüße</t></is></c></row></sheetData></worksheet>';
    const wide = Buffer.from(text, "utf16le");
    const swapped = Buffer.from(wide).swap16();
    const declared = Buffer.from(`<?xml version="1.0" encoding="windows-1252"?>${text}`, "latin1");
    for (const part of [
      wide,
      swapped,
      Buffer.concat([Buffer.of(0xff, 0xfe), wide]),
      Buffer.concat([Buffer.of(0xfe, 0xff), swapped]),
      declared,
    ]) {
      expect(cells({ sheets: { One: "" }, parts: { "xl/worksheets/sheet1.xml": part } })).toEqual({
        A1: "Grüße",
      });
    }
  });
});

describe("of alternatives exactly one is read", () => {
  const cell = (name: string, value: number) => `<c r="${name}"><v>${value}</v></c>`;
  const choice = (requires: string, inside: string) =>
    `<mc:Choice ${X14} xmlns:new="urn:new" Requires="${requires}">${inside}</mc:Choice>`;
  const among = (...alternatives: readonly string[]) =>
    cells({
      sheets: {
        One: `<row r="1"><mc:AlternateContent ${MC}>${alternatives.join("")}</mc:AlternateContent>${cell("C1", 3)}</row>`,
      },
    });
  const fallback = `<mc:Fallback ${MC}>${cell("B1", 2)}</mc:Fallback>`;

  test("the first choice whose namespaces are all known", () => {
    expect(among(choice("x14", cell("A1", 1)), choice("x14", cell("A1", 9)), fallback)).toEqual({
      A1: 1,
      C1: 3,
    });
    expect(among(choice("new", cell("A1", 9)), choice("x14", cell("A1", 1)), fallback)).toEqual({
      A1: 1,
      C1: 3,
    });
  });

  test("or the fallback", () => {
    for (const requires of ["new", "x14 new", "nowhere", ""])
      expect(among(choice(requires, cell("A1", 9)), fallback)).toEqual({ B1: 2, C1: 3 });
    expect(among(choice("new", cell("A1", 9)))).toEqual({ C1: 3 });
  });

  test("also within one another", () => {
    const inner = `<mc:AlternateContent ${MC}>${choice("new", cell("A1", 9))}${fallback}</mc:AlternateContent>`;
    expect(among(choice("x14", `${inner}${cell("D1", 4)}`), fallback)).toEqual({ B1: 2, C1: 3, D1: 4 });
  });
});
