/** Cells that are filled or pasted wait for the calculator; until then, lines move and worksheets are renamed. */
import { FormulaText } from "@daybook/formula/cells";
import { expect, test } from "vitest";
import type { EditedSheet } from "../api/generated/schemas.ts";
import type { FigureSource } from "./calculator.ts";
import type { Change } from "./cells.ts";
import { Copying } from "./copying.ts";
import { SheetDocument } from "./document.ts";
import { NO_WORKSHEET, SheetSelection } from "./selection.ts";
import type { Sight } from "./sight.ts";

const frame = (revision: number, ...names: readonly string[]): EditedSheet => ({
  object: "edited_sheet",
  id: "sht_1",
  name: "Plans",
  url: "",
  revision,
  worksheets: names.map((name, at) => ({
    ...NO_WORKSHEET,
    id: `wks_${at}`,
    name,
    row_count: 100,
    column_count: 26,
  })),
  names: [],
  charts: [],
});
const others = { object: "sheet_changes", blocks: [], is_known: true, are_moves_known: true } as const;
const rows = (at: number, count: number) => ({ worksheet_id: "wks_0", lines: "rows", at, count }) as const;

/** A document whose first three cells are selected, the first with a formula, and what was written into it. */
function opened(begin: (copying: Copying) => Promise<void> = (copying) => copying.fill("down")) {
  const document = new SheetDocument();
  document.takeFrame(frame(1, "Plan", "Notes"));
  const selection = new SheetSelection(document);
  selection.open("wks_0");
  const value = new FormulaText("=Notes!A1+B1");
  document.change([{ worksheet: "wks_0", row: 0, column: 0, value, format: null }]);
  selection.anchor = { row: 2, column: 0 };
  const answered = Promise.withResolvers<readonly string[]>();
  const written: (readonly [row: number, text: string])[] = [];
  const refusals: string[] = [];
  const copying = new Copying({
    document,
    selection,
    calculator: { shift: () => answered.promise } as unknown as FigureSource,
    sight: { mark: () => {} } as unknown as Sight,
    change: (changes: readonly Change[]) => {
      for (const change of changes)
        written.push([change.row, change.value instanceof FormulaText ? change.value.text : ""]);
    },
    refuse: (message: string) => refusals.push(message),
  });
  const filled = begin(copying);
  /** Answers as the calculator does. */
  const answer = async () => {
    answered.resolve([0, 1, 2].map((row) => `=Notes!A${row + 1}+B${row + 1}`));
    await filled;
    return written;
  };
  return { document, selection, answer, refusals };
}

test("cells that are filled go where their rows are by then, and name worksheets as they are called", async () => {
  const { document, answer, refusals } = opened();
  // A move of this page, then one of someone else.
  document.makeMove(rows(1, 2), null, frame(2, "Plan", "Notes"));
  document.merge({ ...frame(3, "Plan", "Kept"), ...others, moves: [rows(0, 1)] });
  expect(await answer()).toEqual([
    [1, "=Kept!A1+B2"],
    [4, "=Kept!A2+B5"],
    [5, "=Kept!A3+B6"],
  ]);
  expect(refusals).toEqual([]);
});

test("cells that are filled into a row that is gone are not written elsewhere, which is told", async () => {
  const { document, answer, refusals } = opened();
  document.merge({ ...frame(2, "Plan", "Notes"), ...others, moves: [rows(1, -1)] });
  expect((await answer()).map(([row]) => row)).toEqual([0, 1]);
  expect(refusals).toHaveLength(1);
  // Nor if it can't be told any more where they are, or on a worksheet that is gone.
  const forgotten = opened();
  const content = { ...frame(2_000, "Plan"), object: "sheet_content", blocks: [], next: null } as const;
  forgotten.document.reopen(content, null);
  expect(await forgotten.answer()).toEqual([]);
  const deleted = opened();
  deleted.document.merge({ ...frame(2), ...others, moves: [] });
  expect(await deleted.answer()).toEqual([]);
});

test("what was filled by its handle is selected where it is then, unless the person has gone on", async () => {
  const extend = (copying: Copying) => copying.extend({ top: 0, left: 0, bottom: 5, right: 0 });
  const waiting = opened(extend);
  waiting.document.merge({ ...frame(2, "Plan", "Notes"), ...others, moves: [rows(0, 1)] });
  await waiting.answer();
  expect(waiting.selection.area).toEqual({ top: 1, left: 0, bottom: 6, right: 0 });
  const gone = opened(extend);
  gone.selection.select(9, 1, false);
  await gone.answer();
  expect(gone.selection.active).toEqual({ row: 9, column: 1 });
});
