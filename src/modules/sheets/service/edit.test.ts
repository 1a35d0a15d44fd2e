/** Edits of documents: the effect of each kind, the revisions, and refusals that change nothing. */
import { type Authored, FormulaText } from "@daybook/formula/cells";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { worksheet } from "../../../../test/support/sheet-records.ts";
import { planOf, rangesOf } from "../../../../test/support/sheets.ts";
import { LIMITS } from "@daybook/words/limits";
import { PLAIN_LAYOUT } from "../../../core/spreadsheet.ts";
import type { SheetEdit } from "./edit.ts";

const http = await testApp();
const newPlan = () =>
  planOf(
    http,
    { A: { A1: 1, B70: "=A1+1" }, B: { A1: "b" } },
    {
      names: [
        { name: "Rate", formula: "=A!A1" },
        { name: "Own", formula: "=1", worksheet_id: "wks_B" },
      ],
      charts: [
        {
          id: "cht_one",
          worksheet_id: "wks_B",
          type: "line",
          title: null,
          ranges: [],
          position: { row: 0, column: 0, row_span: 1, column_span: 1 },
        },
      ],
    },
  );
const POSITION = { row: 0, column: 0, row_span: 5, column_span: 5 };

describe("an edit", () => {
  test("of cells writes, clears and formats them, and keeps other cells", async () => {
    const { edit, get, company } = await newPlan();
    const made = await edit("plan", {
      kind: "cells",
      cells: [
        { worksheet: "a", row: 1, column: 0, value: new FormulaText("=A1*100") },
        { worksheet: "wks_A", row: 69, column: 1, value: null },
        { worksheet: "B", row: 0, column: 0, format: { bold: true } },
        { worksheet: "B", row: 80, column: 0, value: "far", format: { italic: true } },
      ],
    });
    expect(made).toMatchObject({
      revision: 2,
      worksheets: [{ used: { top: 0, left: 0, bottom: 1, right: 0 } }, { used: { bottom: 80 } }],
    });
    const answer = await get(
      "plan",
      `${rangesOf("A!A1:A2", "A!B70", "B!A1", "B!A81")}&view=both&include=formats`,
    );
    expect(answer.ranges?.map(({ values, formulas, formats }) => [values, formulas, formats])).toEqual([
      [[[1], [100]], [[null], ["=A1*100"]], []],
      [[[null]], [[null]], []],
      [[["b"]], [[null]], [{ cell: "A1", bold: true }]],
      [[["far"]], [[null]], [{ cell: "A81", italic: true }]],
    ]);
    await edit("plan", {
      kind: "cells",
      cells: [
        { worksheet: "B", row: 80, column: 0, value: null, format: null },
        { worksheet: "B", row: 0, column: 0, value: "", format: {} },
      ],
    });
    const { spreadsheet } = await http.app.sheets.read(company.id, "sht_plan");
    expect(spreadsheet.worksheets[1]).toMatchObject({ cells: [], formats: [] });
  });

  test("stores a formula with an error; its calculation fails", async () => {
    const { edit, get } = await newPlan();
    await edit("plan", {
      kind: "cells",
      cells: [{ worksheet: "A", row: 4, column: 4, value: new FormulaText("=SUM((1") }],
    });
    expect(await get("plan", `${rangesOf("A!E5")}&view=both`)).toMatchObject({
      ranges: [{ values: [[null]], formulas: [["=SUM((1"]] }],
      calculation: { status: "error", errors: [{ cell: "E5" }] },
    });
  });

  test("that renames a worksheet keeps the ranges of array formulas", async () => {
    const { edit, get, company } = await newPlan();
    await edit("plan", {
      kind: "cells",
      cells: [
        { worksheet: "A", row: 1, column: 2, value: new FormulaText("=A!A1*100", { rows: 4, columns: 1 }) },
      ],
    });
    await edit("plan", { kind: "rename_worksheet", worksheet: "A", name: "Plan A" });
    await edit("plan", {
      kind: "cells",
      cells: [
        { worksheet: "Plan A", row: 1, column: 3, value: new FormulaText("=SUM(C2:C5)") },
        { worksheet: "Plan A", row: 1, column: 2, format: { bold: true } },
      ],
    });
    expect(await get("plan", `${rangesOf("'Plan A'!C2:D5")}&view=both`)).toMatchObject({
      ranges: [
        {
          values: [
            [100, 400],
            [100, null],
            [100, null],
            [100, null],
          ],
          formulas: [
            ["='Plan A'!A1*100", "=SUM(C2:C5)"],
            [null, null],
            [null, null],
            [null, null],
          ],
        },
      ],
      calculation: { status: "complete" },
    });
    const { spreadsheet } = await http.app.sheets.read(company.id, "sht_plan");
    expect(spreadsheet.worksheets[0]?.cells.map(({ value }) => value)).toContainEqual(
      new FormulaText("='Plan A'!A1*100", { rows: 4, columns: 1 }),
    );
    for (const fills of [
      { rows: 0, columns: 1 },
      { rows: 1.5, columns: 1 },
      { rows: LIMITS.sheet_array_cells.value, columns: 2 },
    ]) {
      await expect(
        edit("plan", {
          kind: "cells",
          cells: [{ worksheet: "B", row: 0, column: 0, value: new FormulaText("=1", fills) }],
        }),
      ).rejects.toThrow(/An array formula fills 1 to 1048576 cells/);
    }
  });

  test("of worksheets adds, moves, renames, grows and deletes them", async () => {
    const { edit, get } = await newPlan();
    const tabs = async () =>
      (await get("plan")).worksheets.map(({ name, row_count, column_count }) => [
        name,
        row_count,
        column_count,
      ]);
    await edit("plan", { kind: "add_worksheet", name: "C", rowCount: 5, columnCount: 6, place: 0 });
    await edit("plan", { kind: "add_worksheet", name: "D", rowCount: 7, columnCount: 8, place: null });
    expect(await tabs()).toEqual([
      ["C", 5, 6],
      ["A", 100, 26],
      ["B", 100, 26],
      ["D", 7, 8],
    ]);
    await edit("plan", { kind: "move_worksheet", worksheet: "D", place: 1 });
    await edit("plan", { kind: "move_worksheet", worksheet: "C", place: 99 });
    await edit("plan", { kind: "rename_worksheet", worksheet: "B", name: "A's plan" });
    await edit("plan", { kind: "rename_worksheet", worksheet: "D", name: "d" });
    await edit("plan", { kind: "grow_worksheet", worksheet: "d", rowCount: 7, columnCount: 9 });
    expect(await tabs()).toEqual([
      ["d", 7, 9],
      ["A", 100, 26],
      ["A's plan", 100, 26],
      ["C", 5, 6],
    ]);
    await edit("plan", { kind: "delete_worksheet", worksheet: "wks_B" });
    expect(await get("plan", "include=charts")).toMatchObject({ revision: 9, charts: [] });
    expect(await tabs()).toEqual([
      ["d", 7, 9],
      ["A", 100, 26],
      ["C", 5, 6],
    ]);
  });

  test("that renames a worksheet updates formulas, names and charts that refer to it (SHEET-093, SHEET-095)", async () => {
    const chart = {
      id: "cht_named",
      worksheet_id: "wks_B",
      type: "line",
      title: null,
      ranges: ["A!A1:A3", "B!A1:A3"],
      position: { row: 0, column: 0, row_span: 1, column_span: 1 },
    } as const;
    const { edit, get, company } = await planOf(
      http,
      { A: { A1: 21, A2: "=A!A1*2" }, B: { A1: '=a!A1&"A!A1"', C200: "='A'!A2+Rate+B!A9", D1: "A!A1" } },
      {
        worksheets: [worksheet("A"), worksheet("B", { row_count: 300 })],
        names: [
          { name: "Rate", formula: "=A!$A$1" },
          { name: "Own", formula: "=A!A2", worksheet_id: "wks_B" },
        ],
        charts: [chart],
      },
    );
    const asked = `${rangesOf("B!A1", "B!C200", "B!D1")}&view=both&include=charts`;
    const before = await get("plan", asked);
    expect(before.calculation?.status).toBe("complete");
    const renamed = await edit("plan", { kind: "rename_worksheet", worksheet: "A", name: "Bob's plan" });
    expect(renamed).toMatchObject({
      revision: 2,
      worksheets: [{ id: "wks_A", name: "Bob's plan" }, { id: "wks_B" }],
    });
    const after = await get("plan", asked);
    expect(after.calculation).toEqual(before.calculation);
    expect(after.ranges?.map(({ values }) => values)).toEqual([[["21A!A1"]], [[63]], [["A!A1"]]]);
    expect(after.ranges?.map(({ formulas }) => formulas)).toEqual([
      [["='Bob''s plan'!A1&\"A!A1\""]],
      [["='Bob''s plan'!A2+Rate+B!A9"]],
      [[null]],
    ]);
    expect(after.charts).toMatchObject([{ id: "cht_named", ranges: ["'Bob''s plan'!A1:A3", "B!A1:A3"] }]);
    const { spreadsheet } = await http.app.sheets.read(company.id, "sht_plan");
    expect(spreadsheet.names).toEqual([
      { name: "Rate", formula: "='Bob''s plan'!$A$1", sheet: null },
      { name: "Own", formula: "='Bob''s plan'!A2", sheet: 1 },
    ]);
  });

  test("that renames a worksheet is refused if a formula would become too long", async () => {
    const long = `=A!A1&"${"x".repeat(LIMITS.sheet_formula_characters.value - 7)}"`;
    const { edit, get } = await planOf(http, { A: { A1: 1, B1: long } });
    await expect(
      edit("plan", { kind: "rename_worksheet", worksheet: "A", name: "Longer" }),
    ).rejects.toMatchObject({ code: "invalid_request" });
    expect(await get("plan", `${rangesOf("A!B1")}&view=formulas`)).toMatchObject({
      revision: 1,
      ranges: [{ formulas: [[long]] }],
    });
  });

  test("that deletes a worksheet makes formulas that refer to it fail", async () => {
    const { edit, get } = await planOf(http, { A: { A1: 1 }, B: { A1: "=A!A1", A2: 5 } });
    await edit("plan", { kind: "delete_worksheet", worksheet: "A" });
    expect(await get("plan", rangesOf("B!A1:A2"))).toMatchObject({
      ranges: [{ values: [[null], [5]] }],
      calculation: { status: "error", errors: [{ code: "invalid_reference", cell: "A1" }] },
    });
  });

  test("of names replaces all names", async () => {
    const { edit, company } = await newPlan();
    const names = async () => (await http.app.sheets.read(company.id, "sht_plan")).spreadsheet.names;
    await edit("plan", {
      kind: "names",
      names: [
        { name: "rate", formula: "=2", worksheet: null },
        { name: "Rate", formula: "=3", worksheet: "A" },
      ],
    });
    expect(await names()).toEqual([
      { name: "rate", formula: "=2", sheet: null },
      { name: "Rate", formula: "=3", sheet: 0 },
    ]);
    await edit("plan", { kind: "names", names: [] });
    expect(await names()).toEqual([]);
  });

  test("of charts adds, replaces and deletes one, and leaves the others", async () => {
    const { edit, get } = await newPlan();
    const kept = {
      id: "cht_one",
      worksheet: "B",
      type: "bar",
      title: "Plan",
      ranges: ["B!A1"],
      position: POSITION,
    } as const;
    await edit("plan", { kind: "put_chart", chart: kept });
    await edit("plan", { kind: "put_chart", chart: { ...kept, id: null, worksheet: "A", type: "area" } });
    const { charts } = await get("plan", "include=charts");
    expect(charts).toEqual([
      {
        id: expect.stringMatching(/^cht_/) as string,
        worksheet_id: "wks_A",
        type: "area",
        title: "Plan",
        ranges: ["B!A1"],
        position: POSITION,
      },
      {
        id: "cht_one",
        worksheet_id: "wks_B",
        type: "bar",
        title: "Plan",
        ranges: ["B!A1"],
        position: POSITION,
      },
    ]);
    const deletion = { kind: "delete_chart", chart: "cht_one" } as const;
    expect(await edit("plan", deletion)).toMatchObject({ charts: [{ type: "area" }] });
    await expect(edit("plan", deletion)).rejects.toMatchObject({ code: "invalid_request" });
    await edit("plan", { kind: "put_chart", chart: { ...kept, id: null } });
    const again = (id: string | null, place = 1) =>
      edit("plan", { kind: "put_chart", chart: { ...kept, id }, place });
    const { charts: restored } = await again("cht_one");
    expect(restored.map(({ id, type }) => `${id === "cht_one"} ${type}`)).toEqual([
      "false area",
      "true bar",
      "false bar",
    ]);
    for (const id of ["cht_one", "sht_plan", "", null])
      await expect(again(id)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(again("cht_two", -1)).rejects.toThrow("The position of a worksheet or chart");
  });

  test("of an older revision is refused with the current revision", async () => {
    const { edit, get } = await newPlan();
    await expect(edit("plan", { kind: "rename", name: "Other" }, 2)).rejects.toMatchObject({
      code: "revision_conflict",
      currentRevision: 1,
    });
    await expect(edit("none", { kind: "rename", name: "Other" })).rejects.toMatchObject({
      code: "resource_missing",
    });
    expect(await get("plan")).toMatchObject({ name: "plan", revision: 1 });
    expect(await edit("plan", { kind: "rename", name: "Other" }, 1)).toMatchObject({
      name: "Other",
      revision: 2,
    });
  });
});

const cell = (value: Authored): SheetEdit => ({
  kind: "cells",
  cells: [{ worksheet: "A", row: 0, column: 0, value }],
});
const format = (properties: object): SheetEdit => ({
  kind: "cells",
  cells: [{ worksheet: "A", row: 0, column: 0, format: properties }],
});
const names = (...definedNames: readonly string[]): SheetEdit => ({
  kind: "names",
  names: definedNames.map((name) => ({ name, formula: "=1", worksheet: null })),
});
const chart = (members: object): SheetEdit => ({
  kind: "put_chart",
  chart: { id: null, worksheet: "A", type: "line", title: null, ranges: [], position: POSITION, ...members },
});
const newWorksheet = (members: object): SheetEdit => ({
  kind: "add_worksheet",
  name: "C",
  rowCount: 10,
  columnCount: 10,
  place: null,
  ...members,
});

describe("an invalid edit is refused with a message and changes nothing:", () => {
  test.each<[string, SheetEdit]>([
    ["a name without visible characters", { kind: "rename", name: " " }],
    ["a name with a blank at its beginning", { kind: "rename", name: " x" }],
    ["no cells", { kind: "cells", cells: [] }],
    [
      "too many cells",
      {
        kind: "cells",
        cells: Array.from({ length: LIMITS.sheet_edits.value + 1 }, () => ({
          worksheet: "A",
          row: 0,
          column: 0,
          value: 1,
        })),
      },
    ],
    ["an unknown worksheet", { kind: "cells", cells: [{ worksheet: "C", row: 0, column: 0, value: 1 }] }],
    [
      "a cell below the grid",
      {
        kind: "cells",
        cells: [
          { worksheet: "A", row: 0, column: 0, value: 5 },
          { worksheet: "A", row: 100, column: 0, value: 1 },
        ],
      },
    ],
    ["a cell left of the grid", { kind: "cells", cells: [{ worksheet: "A", row: 0, column: -1, value: 1 }] }],
    ["NaN as a number", cell(Number.NaN)],
    ["an infinite number", cell(Number.POSITIVE_INFINITY)],
    ["a text that is too long", cell("x".repeat(LIMITS.sheet_text_characters.value + 1))],
    ["a text with NUL", cell("\0")],
    ["a text with half of a surrogate pair", cell("\ud800")],
    ["a formula without an equals sign", cell(new FormulaText("1+1"))],
    ["an empty formula", cell(new FormulaText("="))],
    [
      "a formula that is too long",
      cell(new FormulaText(`=${"1".repeat(LIMITS.sheet_formula_characters.value + 1)}`)),
    ],
    ["an invalid color", format({ font_color: "red" })],
    ["an unknown alignment", format({ horizontal_alignment: "middle" })],
    ["an empty number format", format({ number_format: "" })],
    ["a new worksheet with the name of another one", newWorksheet({ name: "a" })],
    ["a new worksheet with an invalid name", newWorksheet({ name: "a:b" })],
    ["a new worksheet with an apostrophe at the beginning of its name", newWorksheet({ name: "'a" })],
    ["a new worksheet with a name that is too long", newWorksheet({ name: "x".repeat(32) })],
    ["a new worksheet without rows", newWorksheet({ rowCount: 0 })],
    ["a new worksheet with too many columns", newWorksheet({ columnCount: 16_385 })],
    ["a negative place", newWorksheet({ place: -1 })],
    ["a renaming to another worksheet's name", { kind: "rename_worksheet", worksheet: "A", name: "B" }],
    ["NaN as a place", { kind: "move_worksheet", worksheet: "A", place: Number.NaN }],
    ["a grid that shrinks", { kind: "grow_worksheet", worksheet: "A", rowCount: 99, columnCount: 26 }],
    ["a name that looks like a cell", names("AB12")],
    ["a name that looks like a row and a column", names("R1C1")],
    ["a name with a blank", names("my rate")],
    ["a name twice", names("Rate", "RATE")],
    [
      "too many names",
      names(...Array.from({ length: LIMITS.sheet_names.value + 1 }, (_, index) => `N_${index}`)),
    ],
    [
      "names that are too long together",
      {
        kind: "names",
        names: Array.from({ length: 100 }, (_, index) => ({
          name: `N_${index}`,
          formula: `=${"1".repeat(8000)}`,
          worksheet: null,
        })),
      },
    ],
    ["an unknown kind of chart", chart({ type: "radar" })],
    ["an unknown chart", chart({ id: "cht_none" })],
    ["a chart beyond the grid", chart({ position: { ...POSITION, row: 1_048_576 } })],
    ["a chart without rows", chart({ position: { ...POSITION, row_span: 0 } })],
    [
      "a chart with too many ranges",
      chart({ ranges: Array.from({ length: LIMITS.sheet_chart_ranges.value + 1 }, () => "A!A1") }),
    ],
  ])("%s", async (_what, change) => {
    const { edit, company } = await newPlan();
    const before = await http.app.sheets.read(company.id, "sht_plan");
    await expect(edit("plan", change)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/\.$/) as string,
    });
    expect(await http.app.sheets.read(company.id, "sht_plan")).toEqual(before);
  });

  test("the deletion of the last worksheet", async () => {
    const { edit } = await planOf(http, { A: {} });
    await expect(edit("plan", { kind: "delete_worksheet", worksheet: "A" })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("more characters than a document may have", async () => {
    const { edit, get } = await planOf(
      http,
      { A: {} },
      { worksheets: [worksheet("A", { row_count: 100_000 })] },
    );
    const long = "x".repeat(LIMITS.sheet_text_characters.value);
    const rows = Math.floor(LIMITS.sheet_characters.value / long.length);
    await edit("plan", {
      kind: "cells",
      cells: Array.from({ length: rows }, (_, row) => ({ worksheet: "A", row, column: 0, value: long })),
    });
    await expect(
      edit("plan", {
        kind: "cells",
        cells: [0, 1].map((row) => ({ worksheet: "A", row, column: 1, value: long })),
      }),
    ).rejects.toMatchObject({ code: "invalid_request" });
    expect(await get("plan")).toMatchObject({ revision: 2, worksheets: [{ used_range: `A1:A${rows}` }] });
  }, 60_000);

  test("more documents than a company may have", async () => {
    const { company } = await planOf(http, { A: {} });
    const { sheets, clock } = http.app;
    const empty = {
      worksheets: [
        { name: "A", rowCount: 1, columnCount: 1, cells: [], formats: [], charts: [], layout: PLAIN_LAYOUT },
      ],
      names: [],
    };
    const bundle = {
      ...company.bundle,
      journal: [],
      sheets: Array.from({ length: LIMITS.sheets.value - 1 }, (_, index) => ({
        id: `sht_n${index}`,
        name: `n${index}`,
        worksheets: [worksheet("A", { id: `wks_n${index}` })],
      })),
    };
    await http.put(bundle);
    await expect(sheets.create(company.id, "One more", empty, clock.now())).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(
      http.put({
        ...bundle,
        sheets: [{ id: "sht_more", name: "more", worksheets: [worksheet("A", { id: "wks_more" })] }],
      }),
    ).rejects.toMatchObject({ path: "sheets[0]" });
    await sheets.remove(company.id, "sht_n1", null);
    await expect(sheets.create(company.id, "One more", empty, clock.now())).resolves.toMatchObject({
      revision: 1,
    });
  }, 60_000);
});
