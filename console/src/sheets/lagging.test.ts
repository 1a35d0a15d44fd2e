/** What a page that lags behind shows and stores while others rename worksheets, move lines and write. */
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
const DATA = { ...PLAN, name: "Data" };
const { content, changes, edited } = answersOf([PLAN, NOTES]);

/** A change of a cell in column A of the worksheet Notes. */
const cell = (row: number, value: Change["value"]): Change => ({
  worksheet: NOTES.id,
  row,
  column: 0,
  value,
  format: null,
});

/** The first rows of the worksheet Notes, with one cell in column A for each value. */
const rows = (...cells: readonly (readonly [row: number, value: unknown])[]) => [
  answeredBlock(NOTES.id, 0, ...cells.map(([row, value]) => [row, 0, value] as const)),
];

function opened(blocks: ReturnType<typeof rows> = []): SheetDocument {
  const document = new SheetDocument();
  document.open(content(1, blocks));
  return document;
}

/** Stores all that waits. Returns what was sent. */
function store(document: SheetDocument, revision: number): readonly Change[] {
  const sent = document.pending.take();
  document.stored(edited(revision, document.frame.worksheets));
  return sent;
}

function shown(document: SheetDocument, row: number): unknown {
  const { value } = document.at(NOTES.id, row, 0);
  return value instanceof FormulaText ? value.text : value;
}

test("a formula that waits while its worksheet is renamed is shown as it is stored", () => {
  const document = opened();
  document.change([cell(0, new FormulaText("=Plan!A1"))]);
  document.merge(changes(2, { worksheets: [DATA, NOTES] }));
  expect(shown(document, 0)).toBe("=Data!A1");
  expect(store(document, 3).map(({ value }) => value)).toEqual([new FormulaText("=Data!A1")]);
  expect(shown(document, 0)).toBe("=Data!A1");
});

test("lines that move in a worksheet that took another one's name move the references to it", () => {
  const document = opened(rows([0, { f: "=Plan!A5" }]));
  document.change([cell(1, new FormulaText("=Plan!A7"))]);
  // The worksheet was deleted, another one was added by its name, and a row was inserted into that.
  document.merge(
    changes(4, {
      worksheets: [NOTES, { ...PLAN, id: "wks_3" }],
      moves: [movedRows("wks_3", 0, 1)],
    }),
  );
  expect([shown(document, 0), shown(document, 1)]).toEqual(["=Plan!A6", "=Plan!A8"]);
});

test("a step that is taken back leaves what someone else wrote since then (GRID-002)", () => {
  const document = opened();
  document.change([cell(0, "mine"), cell(1, "mine, too")]);
  store(document, 2);
  document.merge(changes(3, { blocks: rows([0, "theirs, later"], [1, "mine, too"]) }));
  expect(document.step("undo").map(({ row }) => row)).toEqual([1]);
  expect([shown(document, 0), shown(document, 1)]).toEqual(["theirs, later", null]);
  expect(document.pending.conflicts).toEqual([]);
  expect(store(document, 4)).toEqual([cell(1, null)]);
  // Made again, it writes only where it was taken back.
  expect(document.step("redo").map(({ row }) => row)).toEqual([1]);
  expect([shown(document, 0), shown(document, 1)]).toEqual(["theirs, later", "mine, too"]);
});

test("a step is taken back although the service orders the properties of its format in another way", () => {
  const document = opened();
  document.change([{ ...cell(0, 5), format: { italic: true } }]);
  document.change([{ ...cell(0, 5), format: { italic: true, bold: true, number_format: "0%" } }]);
  store(document, 2);
  const [block] = rows([0, 5], [9, "theirs"]);
  const formats = '{"styles":[{"number_format":"0%","bold":true,"italic":true}],"rows":[[0,0,0]]}';
  document.merge(changes(3, { blocks: block === undefined ? [] : [{ ...block, formats }] }));
  expect(document.step("undo")).toEqual([{ ...cell(0, 5), format: { italic: true } }]);
});

test("a step that was taken back is not made again over what someone else wrote since then", () => {
  const document = opened();
  document.change([cell(0, "mine")]);
  document.step("undo");
  store(document, 2);
  document.merge(changes(3, { blocks: rows([0, "theirs"]) }));
  expect(document.step("redo")).toEqual([]);
  expect(shown(document, 0)).toBe("theirs");
});

test("of several own steps on a cell, each is taken back as before", () => {
  const document = opened();
  for (const value of ["one", "two", "three"]) document.change([cell(0, value)]);
  const values = ["undo", "undo", "redo", "undo", "undo"] as const;
  const seen = values.map((direction) => {
    document.step(direction);
    return shown(document, 0);
  });
  expect(seen).toEqual(["two", "one", "two", "one", null]);
});
