/** New and changed charts: where they are drawn, of what, and what of their position a change names. */
import { expect, test } from "vitest";
import type { SheetChart } from "../api/generated/schemas.ts";
import { arranged, deletion, editOf, formerOf, nameStored, sizesSame, sizing } from "./arrangements.ts";
import { changedChart, newChart } from "./chart-edits.ts";
import type { SheetDocument } from "./document.ts";
import { NO_WORKSHEET } from "./selection.ts";

const PLAN = { ...NO_WORKSHEET, id: "wks_1", name: "Plan", row_count: 100, column_count: 26 };
const OTHER = { ...PLAN, id: "wks_2", name: "Notes" };
const CHART: SheetChart = {
  id: "cht_1",
  worksheet_id: "wks_1",
  type: "line",
  title: null,
  ranges: ["Plan!A1:A3"],
  position: { row: 5, column: 1, row_span: 3, column_span: 4 },
};
const FRAME = { worksheets: [PLAN, OTHER], names: [], charts: [CHART, { ...CHART, id: "cht_2" }] };
const DOCUMENT = { ...FRAME, at: () => ({ value: 1, format: null }) } as unknown as SheetDocument;

test("a new chart stands beside its area, or at the first column if there is no room", () => {
  const area = { top: 2, left: 1, bottom: 4, right: 3 };
  const made = newChart(DOCUMENT, "wks_1", area, "column");
  expect(made).toMatchObject({
    kind: "drawn",
    worksheet: "wks_1",
    chart: { id: null, place: 2 },
    drawn: {
      worksheet_id: "wks_1",
      type: "column",
      title: null,
      position: { row: 2, column: 5, row_span: 14, column_span: 6 },
    },
  });
  const columnOf = (right: number) => {
    const drawn = newChart(DOCUMENT, "wks_1", { ...area, right }, "column");
    return drawn?.kind === "drawn" ? drawn.drawn.position.column : null;
  };
  expect([columnOf(23), columnOf(24), columnOf(25)]).toEqual([25, 0, 0]);
  expect(newChart(DOCUMENT, "wks_9", area, "column")).toBeNull();
});

test("a change of a chart names only what it changes of its position", () => {
  const chart = { kind: "chart", worksheet: "wks_1", id: "cht_1" };
  expect(changedChart(DOCUMENT, "cht_1", () => ({ type: "pie" }))).toEqual({
    ...chart,
    members: { type: "pie" },
    placed: [],
  });
  expect(changedChart(DOCUMENT, "cht_1", () => ({ position: { row: 7, column: 1 } }))).toEqual({
    ...chart,
    members: { position: { row: 7, column: 1, row_span: 3, column_span: 4 } },
    placed: ["row"],
  });
  expect(changedChart(DOCUMENT, "cht_9", () => ({ type: "pie" }))).toBeNull();
});

test("sizes, frozen lines and charts are shown, stored and taken back by what they name", () => {
  const wide = sizing("wks_1", "columns", 2, 2, 90);
  const shown = arranged(FRAME, wide);
  expect(shown.worksheets).toEqual([
    {
      ...PLAN,
      column_widths: [
        { line: 2, pixels: 90 },
        { line: 3, pixels: 90 },
      ],
    },
    OTHER,
  ]);
  expect(editOf(wide, FRAME)).toMatchObject({ kind: "size_lines", worksheet_id: "wks_1", lines: "columns" });
  expect(formerOf(wide, FRAME)).toEqual(sizing("wks_1", "columns", 2, 2, null));
  expect(formerOf(wide, shown)).toBeNull();
  expect(arranged(shown, sizing("wks_1", "columns", 2, 1, null)).worksheets[0]?.column_widths).toEqual([
    { line: 3, pixels: 90 },
  ]);
  expect(editOf(sizing("wks_1", "rows", 0, 0, 9), FRAME)).toBeNull();
  expect(editOf(sizing("wks_9", "rows", 0, 1, 9), FRAME)).toBeNull();

  const frozen = { kind: "frozen", worksheet: "wks_1", rows: 2 } as const;
  expect(arranged(FRAME, frozen).worksheets[0]).toEqual({ ...PLAN, frozen_rows: 2 });
  expect(editOf(frozen, FRAME)).toEqual({
    kind: "freeze_lines",
    worksheet_id: "wks_1",
    frozen_rows: 2,
    frozen_columns: 0,
  });
  expect(formerOf(frozen, FRAME)).toEqual({ kind: "frozen", worksheet: "wks_1", rows: 0 });
  expect(formerOf(frozen, arranged(FRAME, frozen))).toBeNull();
});

test("a deleted chart comes back at its place, and a new one has the id under which it is stored", () => {
  const gone = deletion(FRAME, "cht_1");
  if (gone?.kind !== "deleted") throw new Error("It is not deleted.");
  expect(gone.chart).toEqual({ id: "cht_1", place: 0 });
  expect(deletion(FRAME, "cht_9")).toBeNull();
  const left = arranged(FRAME, gone);
  expect(left.charts.map(({ id }) => id)).toEqual(["cht_2"]);
  expect([editOf(gone, FRAME), editOf(gone, left)]).toEqual([
    { kind: "delete_chart", chart_id: "cht_1" },
    null,
  ]);
  const back = formerOf(gone, FRAME);
  if (back === null) throw new Error("It does not come back.");
  expect(arranged(left, back).charts).toEqual(FRAME.charts);
  expect(arranged(FRAME, back)).toBe(FRAME);
  expect(editOf(back, left)).toMatchObject({ kind: "put_chart", chart_id: "cht_1", place: 0 });
  expect(formerOf(gone, left)).toBeNull();

  const made = newChart(DOCUMENT, "wks_1", { top: 0, left: 0, bottom: 1, right: 1 }, "line");
  if (made?.kind !== "drawn") throw new Error("It is not drawn.");
  expect(arranged(FRAME, made)).toBe(FRAME);
  const after = { ...FRAME, charts: [...FRAME.charts, { ...CHART, id: "cht_3" }] };
  nameStored(made, FRAME, after);
  expect(made.chart).toEqual({ id: "cht_3", place: 2 });
  expect(arranged(FRAME, made).charts.map(({ id }) => id)).toEqual(["cht_1", "cht_2", "cht_3"]);
});

test("sizes of the same lines stand in for each other", () => {
  const of = (...given: Parameters<typeof sizing>) => sizing(...given);
  const one = of("wks_1", "rows", 1, 2, 30);
  expect(sizesSame(one, of("wks_1", "rows", 1, 2, 40))).toBe(true);
  for (const other of [
    of("wks_2", "rows", 1, 2, 40),
    of("wks_1", "columns", 1, 2, 40),
    of("wks_1", "rows", 1, 3, 40),
    { kind: "frozen", worksheet: "wks_1", rows: 1 } as const,
  ])
    expect(sizesSame(one, other)).toBe(false);
});
