/** Arrangements are stored in turn; until then, others may change the lines and charts that they name. */
import { expect, test } from "vitest";
import type { EditedSheet, SheetChart, SheetEdit } from "../api/generated/schemas.ts";
import { type Arrangement, deletion, sizing } from "./arrangements.ts";
import { Arranging } from "./arranging.ts";
import { changedChart } from "./chart-edits.ts";
import { SheetDocument } from "./document.ts";
import { NO_WORKSHEET } from "./selection.ts";
import type { Direction } from "./steps.ts";
import type { Outcome } from "./storing.ts";

const drawn = {
  worksheet_id: "wks_1",
  type: "line",
  title: null,
  ranges: ["Plan!A1:A3"],
  position: { row: 5, column: 0, row_span: 3, column_span: 3 },
} as const;
const chart: SheetChart = { id: "cht_1", ...drawn };
const PLAN = { ...NO_WORKSHEET, id: "wks_1", name: "Plan", row_count: 100, column_count: 26 };

/** A document in which edits wait until `answer` stores the first one, as an edit of the given kind. */
function opened(...before: readonly SheetChart[]) {
  const document = new SheetDocument();
  const edited = (charts: readonly SheetChart[]): EditedSheet => ({
    object: "edited_sheet",
    id: "sht_1",
    name: "Plans",
    url: "",
    revision: document.revision + 1,
    worksheets: [PLAN],
    names: [],
    charts,
  });
  const take = (...charts: readonly SheetChart[]): void => document.takeFrame(edited(charts));
  take(...before);
  const queue: (() => void)[] = [];
  let outcome: Outcome = "made";
  const sent: (SheetEdit | null)[] = [];
  const arranging = new Arranging(
    document,
    async (make, stored) => {
      await new Promise<void>((resolve) => void queue.push(resolve));
      const edit = make();
      sent.push(edit);
      if (edit === null) return "refused";
      if (outcome !== "made") return outcome;
      const { charts } = document.frame;
      const answer = edited(
        edit.kind === "delete_chart"
          ? charts.filter(({ id }) => id !== edit.chart_id)
          : edit.kind === "put_chart"
            ? [...charts.filter(({ id }) => id !== edit.chart_id), storedChart(edit)]
            : charts,
      );
      stored?.(answer);
      document.stored(answer);
      return "made";
    },
    () => {},
  );
  /** Takes back or makes again what comes next. */
  const turn = (direction: Direction): Promise<void> => {
    const step = document.steps.next(direction);
    if (step === null || !("arranged" in step)) throw new Error("There is no such step.");
    return arranging.turn(step, direction);
  };
  const answer = async (
    made: Promise<unknown>,
    by: Outcome = "made",
  ): Promise<SheetEdit | null | undefined> => {
    outcome = by;
    queue.shift()?.();
    await made;
    return sent.at(-1);
  };
  return { document, arranging, edited, take, turn, answer, queue };
}

function storedChart(edit: SheetEdit): SheetChart {
  if (edit.kind !== "put_chart") throw new Error("No chart is stored.");
  const { kind: _kind, chart_id, place: _place, ...rest } = edit;
  return { ...rest, id: chart_id ?? "cht_new" };
}

const drawing: Arrangement = { kind: "drawn", worksheet: "wks_1", chart: { id: null, place: 0 }, drawn };

test("a chart that was drawn, taken back and made again has the title that someone gave it meanwhile", async () => {
  const { document, arranging, take, turn, answer } = opened();
  await answer(arranging.make(drawing));
  const titled = { id: "cht_new", ...drawn, title: "Sales" };
  take(titled);
  expect(await answer(turn("undo"))).toMatchObject({ kind: "delete_chart", chart_id: "cht_new" });
  expect(document.charts).toEqual([]);
  await answer(turn("redo"));
  expect(document.charts).toEqual([titled]);
});

test("a deleted chart comes back as it was when the deletion was stored, however early it is taken back", async () => {
  for (const isEarly of [false, true]) {
    const { document, arranging, take, turn, answer } = opened(chart);
    const deleted = arranging.make(deletion(document, "cht_1"));
    const early = isEarly ? turn("undo") : null;
    const changed = { ...chart, type: "pie", title: "Sales" } as const;
    take(changed);
    await answer(deleted);
    await answer(early ?? turn("undo"));
    expect(document.charts).toEqual([changed]);
    // So it does when it was deleted again.
    await answer(turn("redo"));
    await answer(turn("undo"));
    expect(document.frame.charts).toEqual([changed]);
  }
});

const { position } = chart;

test("a chart that is moved keeps the size that someone else gives it, also when that is taken back", async () => {
  const { document, arranging, edited, take, turn, answer } = opened(chart);
  const moved = arranging.make(changedChart(document, "cht_1", () => ({ position: { row: 30, column: 0 } })));
  const larger = { ...chart, position: { ...position, row_span: 12, column_span: 9 } };
  take(larger);
  expect(document.charts).toEqual([{ ...larger, position: { ...larger.position, row: 30 } }]);
  await answer(moved);
  expect(document.charts).toEqual([{ ...larger, position: { ...larger.position, row: 30 } }]);
  // It goes back beside its former cells, which others have moved.
  document.merge({
    ...edited([{ ...larger, position: { ...larger.position, row: 32, column: 4 } }]),
    object: "sheet_changes",
    blocks: [],
    is_known: true,
    are_moves_known: true,
    moves: [{ worksheet_id: "wks_1", lines: "rows", at: 2, count: 2 }],
  });
  await answer(turn("undo"));
  expect(document.charts).toEqual([{ ...larger, position: { ...larger.position, row: 7, column: 4 } }]);
});

test("a chart that is enlarged stays where someone else moves it; one that is as wanted is no step", async () => {
  const { document, arranging, take, answer } = opened(chart);
  const larger = () => changedChart(document, "cht_1", () => ({ position: { row_span: 9 } }));
  const enlarged = arranging.make(larger());
  take({ ...chart, position: { ...position, row: 50, column_span: 8 } });
  await answer(enlarged);
  const wanted = { ...position, row: 50, row_span: 9, column_span: 8 };
  expect(document.charts.map((each) => each.position)).toEqual([wanted]);
  const { count } = document.steps;
  await arranging.make(larger());
  expect(document.steps.count).toBe(count);
});

test("a step at which the service fails can be taken back, or made again, another time; a refused one can't", async () => {
  const { document, arranging, turn, answer } = opened(chart);
  const { steps } = document;
  await answer(arranging.make(changedChart(document, "cht_1", () => ({ title: "First" }))));
  await answer(arranging.make(changedChart(document, "cht_1", () => ({ title: "Second" }))));
  const titleAfter = async (direction: Direction, outcome: Outcome) => {
    await answer(turn(direction), outcome);
    return document.charts[0]?.title;
  };
  expect(await titleAfter("undo", "failed")).toBe("Second");
  expect(await titleAfter("undo", "made")).toBe("First");
  expect(await titleAfter("redo", "failed")).toBe("First");
  expect(await titleAfter("redo", "made")).toBe("Second");
  // If several fail, they stand in their order again.
  const [second, first] = [turn("undo"), turn("undo")];
  await answer(second, "failed");
  await answer(first, "failed");
  // One that is refused would be refused again, and does not hold up the steps before it.
  expect(await titleAfter("undo", "refused")).toBe("Second");
  expect(await titleAfter("undo", "made")).toBe(null);
  expect(steps.next("undo")).toBeNull();
  // What was never made is no step.
  await answer(arranging.make(changedChart(document, "cht_1", () => ({ title: "Third" }))), "failed");
  expect([steps.next("undo"), document.charts[0]?.title]).toEqual([null, null]);
});

test("a held key that sizes lines makes one edit while it waits, and each of its steps is taken back", async () => {
  const { document, arranging, turn, answer, queue } = opened();
  const size = (line: number, pixels: number) => arranging.make(sizing("wks_1", "columns", line, 2, pixels));
  const held = Promise.all([size(1, 110), size(1, 120), size(1, 130)]);
  const other = size(2, 90);
  expect(queue).toHaveLength(2);
  const sizes = (...pixels: readonly [number, number][]) => ({
    sizes: pixels.map(([line, each]) => ({ line, pixels: each })),
  });
  expect(await answer(held)).toMatchObject(sizes([1, 130], [2, 130]));
  expect(document.worksheets[0]?.column_widths).toEqual(sizes([2, 90], [3, 90]).sizes);
  await answer(other);
  await answer(turn("undo"));
  expect(await answer(turn("undo"))).toMatchObject(sizes([1, 120], [2, 120]));
  // What was sent is not changed any more.
  const sent = document.show(sizing("wks_1", "columns", 1, 1, 40));
  sent.edit();
  expect(sent.join(sizing("wks_1", "columns", 1, 1, 50))).toBe(false);
});
