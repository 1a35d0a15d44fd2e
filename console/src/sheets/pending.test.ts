/** What becomes of changes that wait, and of those that the service did not take, in a document. */
import { FormulaText } from "@daybook/formula/cells";
import { expect, test } from "vitest";
import {
  answeredBlock,
  answeredWorksheet,
  answersOf,
  movedRows,
} from "../../../test/support/sheet-answers.ts";
import type { Change } from "./cells.ts";
import { SheetDocument } from "./document.ts";

const [PLAN, NOTES] = [answeredWorksheet("wks_1", "Plan"), answeredWorksheet("wks_2", "Notes")];
const { content, changes, edited } = answersOf([PLAN, NOTES]);

const cell = (row: number, value: Change["value"], worksheet = PLAN.id): Change => ({
  worksheet,
  row,
  column: 0,
  value,
  format: null,
});

const blockOf = (row: number, value: string) => answeredBlock(PLAN.id, Math.floor(row / 64), [row, 0, value]);

const rows = (at: number, count: number) => movedRows(PLAN.id, at, count);

function opened(): SheetDocument {
  const document = new SheetDocument();
  document.open(content(1));
  return document;
}

/** Sends what waits; the service fails at it again and again. */
function fail(document: SheetDocument): void {
  document.pending.take();
  document.pending.returned();
  document.giveUp("failed");
}

test("with a worksheet that others delete goes only what was written into it, and this is told (GRID-003)", () => {
  const document = opened();
  document.change([cell(0, "kept"), cell(3, new FormulaText("=Plan!A1"), NOTES.id)]);
  fail(document);
  document.tryAgain();
  document.change([cell(4, "failed", NOTES.id)]);
  document.merge(changes(2, { worksheets: [PLAN] }));
  expect(document.pending.take()).toEqual([cell(0, "kept")]);
  expect(document.pending.lost).toMatchObject([
    { worksheet: NOTES.id, row: 3, value: new FormulaText("=Plan!A1") },
    { worksheet: NOTES.id, row: 4, value: "failed" },
  ]);
});

test("what is written while this page deletes its worksheet or row is told, too", () => {
  const document = opened();
  document.change([cell(2, "into a row"), cell(5, "", NOTES.id), cell(6, "into a worksheet", NOTES.id)]);
  document.makeMove(rows(2, -1), null, edited(2));
  document.stored(edited(3, [PLAN]));
  expect(document.pending.isStored).toBe(true);
  expect(document.pending.lost.map(({ value }) => value)).toEqual(["into a row", "", "into a worksheet"]);
});

test("a worksheet is as large as what waits needs, wherever its rows have moved", () => {
  const document = opened();
  document.change([cell(1_500, "mine")]);
  document.merge(changes(2, { moves: [rows(0, 10)], worksheets: [{ ...PLAN, row_count: 1_010 }, NOTES] }));
  expect(document.pending.take()).toEqual([cell(1_510, "mine")]);
  expect([...document.grown]).toEqual([[PLAN.id, { rows: 1_511, columns: 26 }]]);
});

test("a worksheet does not stay larger for what was given up, and grows again for what is tried again", () => {
  const document = opened();
  document.change([cell(1_500, "mine")]);
  fail(document);
  expect([document.worksheets[0]?.row_count, document.grown.size]).toEqual([1_000, 0]);
  document.merge(changes(2, { moves: [rows(0, 10)] }));
  expect(document.tryAgain()).toEqual([cell(1_510, "mine")]);
  expect([...document.grown]).toEqual([[PLAN.id, { rows: 1_511, columns: 26 }]]);
});

test("what is tried again replaces nothing that was written since then without a word", () => {
  const document = opened();
  document.change([cell(0, "mine"), cell(1, "mine"), cell(2, "mine")]);
  fail(document);
  document.change([cell(0, "mine, newer")]);
  document.merge(changes(2, { blocks: [blockOf(1, "theirs")] }));
  expect(document.tryAgain()).toEqual([cell(1, "mine"), cell(2, "mine")]);
  expect(document.at(PLAN.id, 0, 0).value).toBe("mine, newer");
  expect(document.pending.conflicts).toEqual([
    { worksheet: PLAN.id, row: 1, column: 0, mine: "mine", theirs: { value: "theirs", format: null } },
  ]);
});

test("a conflict goes when its change is given up, and comes back if it is tried again", () => {
  const document = opened();
  document.change([cell(0, "mine")]);
  document.merge(changes(2, { blocks: [blockOf(0, "theirs")] }));
  expect(document.pending.conflicts).toHaveLength(1);
  fail(document);
  expect(document.pending.conflicts).toEqual([]);
  expect(document.at(PLAN.id, 0, 0).value).toBe("theirs");
  document.tryAgain();
  expect(document.pending.conflicts).toMatchObject([{ row: 0, mine: "mine", theirs: { value: "theirs" } }]);
});

test("of a cell that others change again and again, only the last conflict is told", () => {
  const document = opened();
  document.change([cell(0, "mine")]);
  document.merge(changes(2, { blocks: [blockOf(0, "theirs")] }));
  document.merge(changes(3, { blocks: [blockOf(0, "theirs, newer")] }));
  expect(document.pending.conflicts).toMatchObject([{ row: 0, theirs: { value: "theirs, newer" } }]);
});
