/**
 * Statements as workbooks: every cell of the table is there, a recalculation changes no amount, and the
 * workbook is set up for reading and printing.
 */
import { describe, expect, test } from "vitest";
import { describeWith, outsideProgram } from "../../../test/acceptance/outside.ts";
import { OFFICE, recalculated } from "../../../test/support/office.ts";
import {
  HOSTILE,
  incomeStatement,
  monthColumns,
  type Node,
  statementOf,
} from "../../../test/support/statement-tables.ts";
import { readXlsx, readXlsxStatement, withoutValues, type XlsxCell } from "../../../test/support/xlsx.ts";
import type { StatementTable } from "../../core/statement-table.ts";
import { renderXlsx } from "./xlsx.ts";

const hostile = statementOf(
  [{ label: "=Revenue", children: HOSTILE.map((label, index) => ({ label, amounts: [-index, 7] })) }],
  monthColumns(2),
  { company: "Fox & <Hound> 100% &P", title: "A [very] long: title/of a statement * ?" },
);

/** The same table as of balances: the amount over all periods is the first or the last period's amount. */
function balances(table: StatementTable, across: "first" | "last"): StatementTable {
  const [total, period] = [table.columns.length - 1, across === "first" ? 0 : table.columns.length - 2];
  return {
    ...table,
    rows: table.rows.map((row) => ({
      ...row,
      across,
      amounts:
        row.amounts?.map((amount, column) => row.amounts?.[column === total ? period : column] ?? amount) ??
        null,
    })),
  };
}

function deep(depth: number): Node {
  return depth === 0
    ? { label: "Leaf", amounts: [1, -2, 3] }
    : {
        label: `Level ${depth}`,
        children: [deep(depth - 1), { label: `Beside ${depth}`, amounts: [depth, depth, depth] }],
      };
}

const TABLES: readonly (readonly [string, StatementTable])[] = [
  ["of a month", incomeStatement(1)],
  ["of thirteen months with eleven digits", incomeStatement(13, 11)],
  ["of balances at the end", balances(incomeStatement(3), "last")],
  ["of balances at the beginning", balances(incomeStatement(3), "first")],
  ["of a deep tree", statementOf([deep(20)], monthColumns(3))],
  ["with names from outside", hostile],
  ["without rows", statementOf([], monthColumns(2))],
  [
    "of many sections",
    statementOf(
      Array.from({ length: 9 }, (_none, index) => ({
        label: `Section ${index}`,
        children: [{ label: "Line", amounts: [index] }],
      })),
      monthColumns(1),
    ),
  ],
];

/** The text as it is after writing it to XML and reading it back: invalid characters are replaced. */
function writable(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\r\n])\p{Cc}/gu, "\uFFFD");
}

function expected({ company, title, period, basis, columns, rows }: StatementTable) {
  return {
    head: [company, title, period, basis].map(writable),
    columns: columns.map(({ label }) => label),
    rows: rows.map(({ label, amounts }) => ({ label: writable(label), amounts })),
  };
}

/** Computes the value of a formula from the values of its cells, in cents. */
function valueOf(formula: string, cells: ReadonlyMap<string, XlsxCell>): number {
  const terms = formula.startsWith("SUM(") ? formula.slice(4, -1).split(",") : formula.split("+");
  return terms
    .flatMap((term) => addressesOf(term))
    .reduce((sum, address) => sum + Math.round((cells.get(address)?.number ?? Number.NaN) * 100), 0);
}

function addressesOf(range: string): readonly string[] {
  const [, from = "", top = "", to = from, bottom = top] =
    /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(range) ?? [];
  const number = (name: string) =>
    Array.from(name).reduce((value, letter) => value * 26 + (letter.codePointAt(0) ?? 0) - 64, 0);
  const name = (value: number): string =>
    value === 0
      ? ""
      : `${name(Math.floor((value - 1) / 26))}${String.fromCodePoint(65 + ((value - 1) % 26))}`;
  return Array.from({ length: number(to) - number(from) + 1 }, (_none, column) =>
    Array.from(
      { length: Number(bottom) - Number(top) + 1 },
      (_same, row) => `${name(number(from) + column)}${Number(top) + row}`,
    ),
  ).flat();
}

describe("a statement as a workbook", () => {
  test.each(TABLES)("%s has every cell of the table", (_what, table) => {
    expect(readXlsxStatement(renderXlsx(table))).toEqual(expected(table));
  });

  test.each(TABLES)("%s has a formula for every sum, whose result is the stored value", (_what, table) => {
    const cells = readXlsx(renderXlsx(table)).sheets[0]?.cells ?? new Map<string, XlsxCell>();
    const formulas = [...cells.values()].filter(({ formula }) => formula !== null);
    for (const { formula, number, address } of formulas)
      expect(valueOf(formula ?? "", cells), address).toBe(Math.round((number ?? Number.NaN) * 100));
    const periods = table.columns.filter(({ kind }) => kind === "period").length;
    const withAmounts = table.rows.filter(({ amounts }) => amounts !== null);
    const sums = withAmounts.filter(({ sumOf }) => sumOf !== null && sumOf.length > 0).length;
    expect(formulas).toHaveLength(sums * periods + withAmounts.length * (table.columns.length - periods));
  });

  test("sums adjacent cells as a range, a few scattered cells with plus, and takes one period of balances", () => {
    const formulas = (table: StatementTable) =>
      [...(readXlsx(renderXlsx(table)).sheets[0]?.cells.values() ?? [])].map(({ formula }) => formula);
    expect(formulas(incomeStatement(3))).toEqual(expect.arrayContaining(["SUM(B8:B11)", "SUM(B8:D8)"]));
    expect(
      formulas(
        statementOf(
          [
            { label: "One", children: [{ label: "a", amounts: [1] }] },
            { label: "Two", children: [{ label: "b", amounts: [2] }] },
          ],
          monthColumns(1),
        ),
      ),
    ).toEqual(expect.arrayContaining(["B8", "B11", "B9+B12"]));
    expect(formulas(balances(incomeStatement(3), "last"))).toContain("D8");
    expect(formulas(balances(incomeStatement(3), "first"))).toContain("B8");
    expect(formulas(incomeStatement(40))).toContain("SUM(B8:AO8)");
  });

  test("writes amounts as numbers, each exact as a decimal, and texts as texts", () => {
    const { sheets } = readXlsx(renderXlsx(hostile));
    expect(sheets[0]?.cells.get("A8")).toEqual({
      address: "A8",
      text: HOSTILE[0],
      number: null,
      formula: null,
    });
    expect(sheets[0]?.xml).toContain("<v>-0.07</v>");
    expect(sheets[0]?.xml).not.toMatch(/<v>[^<]*e[-+]?\d/i);
    for (const { text, formula } of sheets.flatMap(({ cells }) => [...cells.values()]))
      expect(text !== null && formula !== null).toBe(false);
  });

  test("has dollar signs on the first amounts and on totals, by the number format", () => {
    const { sheets, parts } = readXlsx(renderXlsx(incomeStatement(1)));
    const styles = parts.get("xl/styles.xml") ?? "";
    const dollars = /<numFmt numFmtId="(\d+)" formatCode="&quot;\$&quot;\*/.exec(styles)?.[1];
    const formats = [...(/<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? "").matchAll(/<xf numFmtId="(\d+)"/g)];
    const signed = [...(sheets[0]?.xml.matchAll(/<c r="B(\d+)" s="(\d+)">/g) ?? [])]
      .filter(([, , style]) => dollars !== undefined && formats[Number(style)]?.[1] === dollars)
      .map(([, row]) => sheets[0]?.cells.get(`A${row}`)?.text);
    expect(signed).toEqual([
      "Subscriptions",
      "Total Revenue",
      "Total Cost of revenue",
      "Total Operating expenses",
      "Total Other income and expenses",
      "Net income",
    ]);
  });

  test("is the same, byte for byte, each time", () => {
    expect(
      Buffer.from(renderXlsx(incomeStatement(3))).equals(Buffer.from(renderXlsx(incomeStatement(3)))),
    ).toBe(true);
  });

  test("freezes header and names, groups rows by depth, and is set up for printing", () => {
    const table = incomeStatement(13);
    const { sheets, parts } = readXlsx(renderXlsx(table));
    const xml = sheets[0]?.xml ?? "";
    expect(xml).toContain(
      '<pane xSplit="1" ySplit="6" topLeftCell="B7" activePane="bottomRight" state="frozen"/>',
    );
    expect(xml).toContain('<outlinePr summaryBelow="1"/>');
    const levels = [
      ...xml.matchAll(/<row r="(\d+)"(?: ht="\d+" customHeight="1")?(?: outlineLevel="(\d)")?>/g),
    ]
      .slice(-table.rows.length)
      .map(([, , level = "0"]) => Number(level));
    expect(levels).toEqual(table.rows.map(({ depth }) => depth));
    expect(xml).toMatch(/<pageSetup [^>]*orientation="landscape" fitToWidth="1" fitToHeight="0"\/>/);
    expect(xml).toContain("&amp;CPage &amp;P of &amp;N");
    expect(parts.get("xl/workbook.xml")).toContain("'Income Statement'!$A:$A,'Income Statement'!$6:$6");
    expect(readXlsx(renderXlsx(incomeStatement(120))).sheets[0]?.xml).toContain('fitToWidth="9"');
  });

  test("has a valid sheet name, and a footer in which names are not read as codes", () => {
    const { sheets } = readXlsx(renderXlsx(hostile));
    expect(sheets.map(({ name }) => name)).toEqual(["A  very  long  title of a state", "About"]);
    expect(sheets[0]?.xml).toContain("&amp;LFox &amp;&amp; &lt;Hound&gt; 100% &amp;&amp;P, A");
  });

  test("has a second sheet with the facts of the statement and a link to the export", () => {
    const { sheets, parts } = readXlsx(renderXlsx(incomeStatement(1)));
    const facts = [...(sheets[1]?.cells.values() ?? [])].map(({ text }) => text);
    expect(facts).toEqual(
      expect.arrayContaining([
        "Ada & Sons, Inc.",
        "Income Statement",
        "United States dollars (USD)",
        "2026-04-02T17:03:00Z",
        "2026-04-02T14:26:40Z",
      ]),
    );
    expect(sheets[1]?.xml).toMatch(/<hyperlink ref="B11" r:id="rId1"\/>/);
    expect(parts.get("xl/worksheets/_rels/sheet2.xml.rels")).toContain(
      'Target="https://books.example.com/api/v1/exports/exp_2Kq?a=1&amp;b=2" TargetMode="External"',
    );
    expect(parts.get("docProps/core.xml")).toContain(
      "<dc:title>Income Statement, Ada &amp; Sons, Inc.</dc:title>",
    );
    expect(parts.get("docProps/core.xml")).toContain("<dc:creator>Daybook</dc:creator>");
  });

  test("has no hyperlink if its link is not an HTTP URL", () => {
    const { sheets, parts } = readXlsx(renderXlsx(incomeStatement(1, 4, { link: "javascript:alert(1)" })));
    expect(sheets[1]?.xml).not.toContain("hyperlink");
    expect([...parts.keys()]).not.toContain("xl/worksheets/_rels/sheet2.xml.rels");
  });
});

describeWith(outsideProgram(OFFICE), "another program", () => {
  test.each(TABLES)("opens a workbook %s and calculates the same cents", async (_what, table) => {
    const bare = withoutValues(renderXlsx(table));
    expect(
      [...(readXlsx(bare).sheets[0]?.cells.values() ?? [])].filter(
        ({ formula, number }) => formula !== null && number !== null,
      ),
    ).toEqual([]);
    const { columns, rows } = readXlsxStatement(await recalculated(bare));
    expect(columns).toEqual(table.columns.map(({ label }) => label));
    expect(rows.map(({ amounts }) => amounts)).toEqual(table.rows.map(({ amounts }) => amounts));
    const plain = (text: string) => writable(text).replaceAll("\r\n", "\n");
    expect(rows.map(({ label }) => plain(label))).toEqual(table.rows.map(({ label }) => plain(label)));
  });
});
