/**
 * Inserted and deleted rows and columns: cells, formulas, names, charts and sizes move together, what is
 * inserted and deleted again changes no value, and an editor that lags is told what moved.
 */
import { cellAt, cellName, FormulaText, type LineMove, movedCell } from "@daybook/formula/cells";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import type { BundleCell } from "../../../../test/support/sheet-records.ts";
import { planOf, rangesOf } from "../../../../test/support/sheets.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { SheetEdit } from "./edit.ts";

const http = await testApp();
const insert = (lines: LineMove["lines"], at: number, count = 1, worksheet = "A"): SheetEdit => ({
  kind: "insert_lines",
  worksheet,
  lines,
  at,
  count,
});
const remove = (lines: LineMove["lines"], at: number, count = 1, worksheet = "A"): SheetEdit => ({
  kind: "delete_lines",
  worksheet,
  lines,
  at,
  count,
});

const newPlan = () =>
  planOf(
    http,
    {
      A: { A1: 1, A2: 2, A3: 3, B3: { formula: "=SUM(A1:A3)" }, C70: { formula: "=B3*10" } },
      B: { A1: { formula: "=A!A3+A!C70" }, A2: { formula: "=A2" } },
    },
    {
      names: [{ name: "Total", formula: "=A!$B$3" }],
      charts: [
        {
          id: "cht_one",
          worksheet_id: "wks_A",
          type: "line",
          title: null,
          ranges: ["A!A1:A3"],
          position: { row: 1, column: 0, row_span: 5, column_span: 5 },
        },
      ],
    },
  );

async function contentOf(company: { readonly id: PublicId<"company"> }) {
  const { spreadsheet } = await http.app.sheets.read(company.id, "sht_plan");
  return {
    ...spreadsheet,
    cells: spreadsheet.worksheets.map(({ cells }) =>
      Object.fromEntries(
        cells.map(({ row, column, value }) => [
          cellName(row, column),
          value instanceof FormulaText ? value.text : value,
        ]),
      ),
    ),
  };
}

describe("inserted and deleted lines", () => {
  test("take cells, formats, sizes, names and charts with them, in all worksheets", async () => {
    const { edit, company } = await newPlan();
    await edit("plan", {
      kind: "cells",
      cells: [{ worksheet: "A", row: 69, column: 2, format: { bold: true } }],
    });
    await edit("plan", {
      kind: "size_lines",
      worksheet: "A",
      lines: "rows",
      sizes: [
        { line: 2, pixels: 40 },
        { line: 0, pixels: 30 },
      ],
    });
    const inserted = await edit("plan", insert("rows", 2, 62));
    expect(inserted).toMatchObject({
      worksheets: [
        {
          row_count: 162,
          row_heights: [
            { line: 0, pixels: 30 },
            { line: 64, pixels: 40 },
          ],
          used: { bottom: 131 },
        },
        { row_count: 100 },
      ],
    });
    const after = await contentOf(company);
    expect(after.cells).toEqual([
      { A1: 1, A2: 2, A65: 3, B65: "=SUM(A1:A65)", C132: "=B65*10" },
      { A1: "=A!A65+A!C132", A2: "=A2" },
    ]);
    expect(after.worksheets[0]?.formats).toEqual([{ row: 131, column: 2, format: { bold: true } }]);
    expect(after.names[0]?.formula).toBe("=A!$B$65");
    expect(after.worksheets[0]?.charts[0]).toMatchObject({
      ranges: ["A!A1:A65"],
      position: { row: 1, row_span: 67 },
    });
    await edit("plan", remove("rows", 1, 64));
    const rest = await contentOf(company);
    expect(rest.cells).toEqual([
      { A1: 1, C68: "=#REF!*10" },
      { A1: "=A!#REF!+A!C68", A2: "=A2" },
    ]);
    expect(rest.names[0]?.formula).toBe("=A!#REF!");
    expect(rest.worksheets[0]?.charts[0]).toMatchObject({
      ranges: ["A!A1:A1"],
      position: { row: 1, row_span: 3 },
    });
  });

  test("of columns leave other columns and their widths where they belong", async () => {
    const { edit, company, values } = await newPlan();
    await edit("plan", {
      kind: "size_lines",
      worksheet: "A",
      lines: "columns",
      sizes: [{ line: 1, pixels: 200 }],
    });
    expect(await edit("plan", insert("columns", 1, 2))).toMatchObject({
      worksheets: [{ column_count: 28, column_widths: [{ line: 3, pixels: 200 }] }, {}],
    });
    expect((await contentOf(company)).cells[0]).toMatchObject({ D3: "=SUM(A1:A3)", E70: "=D3*10" });
    expect(await values("plan", "B!A1")).toEqual([[63]]);
    await edit("plan", remove("columns", 0));
    expect((await contentOf(company)).cells[0]).toEqual({ C3: "=SUM(#REF!)", D70: "=C3*10" });
  });

  test("among frozen ones are frozen too, and a new document has what was frozen", async () => {
    const { edit, company } = await newPlan();
    const freeze = (frozen_rows: number, frozen_columns: number): SheetEdit => ({
      kind: "freeze_lines",
      worksheet: "A",
      frozen_rows,
      frozen_columns,
    });
    await edit("plan", freeze(2, 1));
    expect(await edit("plan", insert("rows", 1, 3))).toMatchObject({
      worksheets: [
        { frozen_rows: 5, frozen_columns: 1 },
        { frozen_rows: 0, frozen_columns: 0 },
      ],
    });
    expect(await edit("plan", insert("rows", 5))).toMatchObject({ worksheets: [{ frozen_rows: 5 }, {}] });
    expect(await edit("plan", remove("rows", 4, 3))).toMatchObject({ worksheets: [{ frozen_rows: 4 }, {}] });
    expect(await edit("plan", remove("columns", 0, 2))).toMatchObject({
      worksheets: [{ frozen_rows: 4, frozen_columns: 0 }, {}],
    });
    await expect(edit("plan", freeze(1_000, 0))).rejects.toMatchObject({ code: "invalid_request" });
    await expect(edit("plan", freeze(0, 0.5))).rejects.toMatchObject({ code: "invalid_request" });
    expect((await contentOf(company)).worksheets.map(({ layout }) => layout.frozen_rows)).toEqual([4, 0]);
  });

  test("are refused beyond the grid and within an array formula, and nothing changes", async () => {
    const { edit, company } = await newPlan();
    await edit("plan", {
      kind: "cells",
      cells: [
        { worksheet: "A", row: 9, column: 0, value: new FormulaText("=A1:A3*2", { rows: 3, columns: 1 }) },
      ],
    });
    const before = await contentOf(company);
    for (const refused of [
      insert("rows", 101),
      insert("rows", 0, 0),
      insert("rows", 10),
      remove("rows", 11, 5),
      remove("rows", 8, 3),
      remove("columns", 26),
      insert("columns", 0, 16_384),
      { kind: "size_lines", worksheet: "A", lines: "rows", sizes: [{ line: 100, pixels: 30 }] },
      { kind: "size_lines", worksheet: "A", lines: "rows", sizes: [{ line: 0, pixels: 1 }] },
    ] satisfies readonly SheetEdit[])
      await expect(edit("plan", refused), JSON.stringify(refused)).rejects.toMatchObject({
        code: "invalid_request",
      });
    expect(await contentOf(company)).toEqual(before);
    await edit("plan", remove("rows", 9, 3));
    await edit("plan", insert("rows", 9, 3));
    expect((await contentOf(company)).cells[0]).toEqual({
      A1: 1,
      A2: 2,
      A3: 3,
      B3: "=SUM(A1:A3)",
      C70: "=B3*10",
    });
  });
});

/** Numbers that look random and are the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

test.each([1, 2, 3])("moves across blocks agree with cells that are moved one by one (%i)", async (seed) => {
  const next = numbersFrom(seed);
  const cells: Record<string, BundleCell> = {};
  for (let row = 0; row < 400; row++)
    for (let column = 0; column < 4; column++)
      if (next(3) > 0) cells[cellName(row, column)] = row * 10 + column;
  const { edit, company } = await planOf(
    http,
    { A: cells },
    { worksheets: [{ id: "wks_A", name: "A", row_count: 400, column_count: 4 }] },
  );
  let expected = cells;
  const size = { rows: 400, columns: 4 };
  for (let step = 0; step < 8; step++) {
    const lines = next(4) === 0 ? "columns" : "rows";
    const count = lines === "rows" ? 1 + next(200) : 1;
    const begin = next(size[lines]);
    const isInsert = next(2) === 0 || begin + count > size[lines];
    const move = { lines, at: begin, count: isInsert ? count : -count } as const;
    await edit("plan", isInsert ? insert(lines, begin, count) : remove(lines, begin, count));
    if (isInsert) size[lines] += count;
    expected = Object.fromEntries(
      Object.entries(expected).flatMap(([name, value]) => {
        const at = cellAt(name);
        const to = at === null ? null : movedCell(at.row, at.column, move);
        return to === null ? [] : [[cellName(to.row, to.column), value]];
      }),
    );
    expect((await contentOf(company)).cells[0]).toEqual(expected);
  }
});

test("what is inserted and deleted again gives the same formulas and values", async () => {
  const next = numbersFrom(7);
  const cells: Record<string, BundleCell> = {};
  const name = (): string => cellName(next(30), next(5));
  for (let at = 0; at < 60; at++) cells[name()] = next(100);
  for (let at = 0; at < 40; at++)
    cells[cellName(30 + at, next(5))] = {
      formula: `=SUM(${name()}:${name()})+B!A1+${name()}*2-SUM($A${1 + next(9)}:$E$${20 + next(9)})`,
    };
  const { edit, get, company } = await planOf(http, {
    A: cells,
    B: { A1: { formula: "=COUNT(A!A1:E30)+A!$B$7" }, A2: { formula: "=SUM(A!A:C)" } },
  });
  const everything = async () =>
    (await get("plan", `${rangesOf("A!A1:J100", "B!A1:A2")}&view=both`)).ranges?.map(
      ({ values, formulas }) => [values, formulas],
    );
  const before = await everything();
  const stored = (await contentOf(company)).cells;
  for (let round = 0; round < 6; round++) {
    const lines = round % 3 === 2 ? "columns" : "rows";
    const [at, count] = [next(lines === "rows" ? 70 : 6), 1 + next(5)];
    await edit("plan", insert(lines, at, count));
    expect((await contentOf(company)).cells, `${lines} ${at}`).not.toEqual(stored);
    await edit("plan", remove(lines, at, count));
    expect((await contentOf(company)).cells).toEqual(stored);
  }
  expect(await everything()).toEqual(before);
});

test("an editor that lags is told of moves, and of the blocks that changed where they are now", async () => {
  const { edit, company } = await newPlan();
  const write = (row: number, value: number): SheetEdit => ({
    kind: "cells",
    cells: [{ worksheet: "A", row, column: 0, value }],
  });
  await edit("plan", write(10, 5));
  await edit("plan", insert("rows", 5, 60));
  await http.app.sheets.edit(company.id, "sht_plan", null, write(0, 6), remove("rows", 1, 2), write(100, 7));
  const changes = await http.app.sheets.changes(company.id, "sht_plan", 1);
  expect(changes).toMatchObject({
    isKnown: true,
    moves: [
      { worksheet_id: "wks_A", lines: "rows", at: 5, count: 60 },
      { worksheet_id: "wks_A", lines: "rows", at: 1, count: -2 },
    ],
  });
  // The rows 5 to 63 of the first block went to the rows 63 to 121.
  expect(changes.blocks.map(({ block }) => block).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(changes.blocks.find(({ block }) => block === 1)?.cells).toContain("[68,0,5]");
  expect((await http.app.sheets.changes(company.id, "sht_plan", 3)).moves).toHaveLength(1);
});

test("an editor that lags is told of moves, too, if more blocks changed than it is told of", async () => {
  const { edit, company } = await newPlan();
  await edit("plan", insert("rows", 5, 60));
  await edit("plan", { kind: "grow_worksheet", worksheet: "A", rowCount: 200_000, columnCount: 26 });
  const cells = Array.from({ length: 2_001 }, (_, at) => ({
    worksheet: "A",
    row: at * 64,
    column: 3,
    value: at,
  }));
  await edit("plan", { kind: "cells", cells });
  const changes = await http.app.sheets.changes(company.id, "sht_plan", 1);
  expect(changes).toMatchObject({
    isKnown: false,
    areMovesKnown: true,
    moves: [{ worksheet_id: "wks_A", lines: "rows", at: 5, count: 60 }],
    blocks: [],
  });
  const forgotten = { isKnown: false, areMovesKnown: false, moves: [], blocks: [] };
  expect(await http.app.sheets.changes(company.id, "sht_plan", 9)).toMatchObject(forgotten);
});

test("an edit that changes nothing is refused", async () => {
  const { edit } = await newPlan();
  const refused: readonly (readonly [SheetEdit, string])[] = [
    [{ kind: "cells", cells: [] }, `An edit changes 1 to ${LIMITS.sheet_edits.value} cells.`],
    [
      { kind: "insert_lines", worksheet: "A", lines: "rows", at: 0, count: 0 },
      "At least one row or column is inserted or deleted.",
    ],
  ];
  for (const [given, message] of refused)
    await expect(edit("plan", given)).rejects.toMatchObject({ code: "invalid_request", message });
});
