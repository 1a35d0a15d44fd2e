/** Undoing a deletion of lines restores the sizes, frozen lines, charts and names that it changed. */
import { expect, test } from "vitest";
import { NO_WORKSHEET } from "./selection.ts";
import { editsBack } from "./taking-back.ts";

const chart = (ranges: string[], row: number, row_span: number) =>
  ({
    id: "cht_1",
    worksheet_id: "wks_1",
    type: "line",
    title: null,
    ranges,
    position: { row, column: 0, row_span, column_span: 4 },
  }) as const;

const frame = (
  frozen_rows: number,
  heights: readonly number[],
  range: string,
  row: number,
  formula: string,
) => ({
  worksheets: [
    {
      ...NO_WORKSHEET,
      id: "wks_1",
      name: "Plan",
      row_count: 100,
      column_count: 26,
      row_heights: heights.map((line) => ({ line, pixels: 50 })),
      frozen_rows,
      frozen_columns: 1,
    },
  ],
  names: [{ name: "Rate", formula, worksheet_id: null }],
  charts: [chart([range], row, 2)],
});

/** Rows 3 and 4 were deleted. */
const before = frame(4, [2, 9], "Plan!A3:A3", 2, "=Plan!$B$4");
const left = frame(2, [7], "Plan!#REF!", 2, "=Plan!#REF!");
const again = { worksheet_id: "wks_1", lines: "rows", at: 2, count: 2 } as const;

test("all that the deletion took is given back", () => {
  expect(editsBack({ before, left }, left, again)).toEqual([
    { kind: "size_lines", worksheet_id: "wks_1", lines: "rows", sizes: [{ line: 2, pixels: 50 }] },
    { kind: "freeze_lines", worksheet_id: "wks_1", frozen_rows: 4, frozen_columns: 1 },
    {
      kind: "put_chart",
      chart_id: "cht_1",
      worksheet_id: "wks_1",
      type: "line",
      title: null,
      ranges: ["Plan!A3:A3"],
      position: { row: 2, column: 0, row_span: 2, column_span: 4 },
    },
    { kind: "names", names: before.names },
  ]);
});

test("what someone has changed since then stays (GRID-002)", () => {
  const now = frame(0, [], "Plan!C9:C9", 30, "=7");
  expect(editsBack({ before, left }, { ...now, charts: [] }, again)).toEqual([
    { kind: "size_lines", worksheet_id: "wks_1", lines: "rows", sizes: [{ line: 2, pixels: 50 }] },
  ]);
  // A chart that was dragged gets its ranges back, where it is.
  const dragged = { ...now, charts: [chart(["Plan!#REF!"], 30, 2)] };
  expect(editsBack({ before, left }, dragged, again)[1]).toMatchObject({
    ranges: ["Plan!A3:A3"],
    position: { row: 32, row_span: 2 },
  });
});

test("a deletion that took nothing gives nothing back", () => {
  const plain = frame(0, [], "Plan!A1:A1", 0, "=1");
  expect(editsBack({ before: plain, left: plain }, plain, again)).toEqual([]);
});
