/** What a person arranges meets what others arrange at the same time: each keeps the own part. */
import { expect, test } from "vitest";
import type { SheetChart, SheetContent, SheetEdit } from "../api/generated/schemas.ts";
import type { Arrangement } from "./arrangements.ts";
import { changedChart } from "./chart-edits.ts";
import { SheetDocument } from "./document.ts";

const position = { row: 5, column: 0, row_span: 3, column_span: 3 };
const drawn: SheetChart = {
  id: "cht_1",
  worksheet_id: "wks_1",
  type: "line",
  title: null,
  ranges: ["Plan!A1:A3"],
  position,
};
const content = (charts: readonly SheetChart[], revision = 1): SheetContent => ({
  object: "sheet_content",
  id: "sht_1",
  name: "Plans",
  url: "",
  revision,
  worksheets: [
    {
      id: "wks_1",
      name: "Plan",
      used_range: null,
      row_count: 100,
      column_count: 26,
      column_widths: [],
      row_heights: [],
      frozen_rows: 0,
      frozen_columns: 0,
    },
  ],
  names: [],
  charts,
  blocks: [],
  next: null,
});

function opened(...charts: readonly SheetChart[]): SheetDocument {
  const document = new SheetDocument();
  document.open(content(charts));
  return document;
}

/** Takes charts as the service has them after an edit of anyone. */
const take = (document: SheetDocument, ...charts: readonly SheetChart[]): void =>
  document.takeFrame(content(charts, document.revision + 1));

const made = <Made>(each: Made | null): Made => {
  if (each === null) throw new Error("Nothing was made.");
  return each;
};

/** The chart that an edit stores. */
function stored(edit: SheetEdit | null): SheetChart {
  if (edit?.kind !== "put_chart") throw new Error("No chart is stored.");
  const { kind: _kind, chart_id, place: _place, ...chart } = edit;
  return { ...chart, id: chart_id ?? "cht_new" };
}

const lastStep = (document: SheetDocument, side: "before" | "after"): Arrangement => {
  const step = document.steps.next("undo");
  if (step === null || !("arranged" in step)) throw new Error("There is no such step.");
  return step.arranged[side];
};

test("a chart that is moved keeps the size that someone else gives it, also when that is taken back", () => {
  const document = opened(drawn);
  const { arranged } = made(
    document.arrange(made(changedChart(document, "cht_1", () => ({ position: { row: 30, column: 0 } })))),
  );
  const waiting = document.show(arranged.after);
  const larger = { ...drawn, position: { ...position, row_span: 12, column_span: 9 } };
  take(document, larger);
  const moved = { ...larger, position: { ...larger.position, row: 30 } };
  expect(document.charts).toEqual([moved]);
  expect(stored(waiting.edit())).toEqual(moved);
  waiting.end();
  // It stays beside the cells to which it was moved, and goes back beside its former ones.
  document.takeMoves([{ worksheet_id: "wks_1", lines: "rows", at: 2, count: 2 }]);
  take(document, { ...moved, position: { ...moved.position, row: 32, column: 4 } });
  const back = document.show(lastStep(document, "before"));
  expect(stored(back.edit()).position).toEqual({ row: 7, column: 4, row_span: 12, column_span: 9 });
});

test("a chart that is enlarged stays where someone else moves it, and one that is as wanted is no step", () => {
  const document = opened(drawn);
  const change = () => changedChart(document, "cht_1", () => ({ position: { row_span: 9 } }));
  const waiting = document.show(made(document.arrange(made(change()))).arranged.after);
  take(document, { ...drawn, position: { ...position, row: 50, column_span: 8 } });
  expect(stored(waiting.edit()).position).toEqual({ row: 50, column: 0, row_span: 9, column_span: 8 });
  expect(document.arrange(made(change()))).toBeNull();
});
