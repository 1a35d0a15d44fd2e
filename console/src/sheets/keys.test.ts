/** What each key does in the cells of a spreadsheet. */
import type { KeyboardEvent } from "react";
import { expect, test } from "vitest";
import type { SheetEditor } from "./editor.ts";
import { onGridKey } from "./keys.ts";

const HELD = { ctrl: "ctrlKey", meta: "metaKey", shift: "shiftKey", alt: "altKey" } as const;

/** What a key such as `ctrl shift z` calls of an editor; `true` at the end if nothing else gets the key. */
function pressed(keys: string, more: object = {}): readonly unknown[] {
  const words = keys.split(" ");
  const key = words.at(-1) ?? "";
  const calls: unknown[] = [];
  const known: Readonly<Record<string, unknown>> = {
    active: { row: 5, column: 3 },
    anchor: { row: 9, column: 7 },
    grid: { pageRows: 20 },
    document: { used: () => ({ bottom: 40, right: 11 }) },
    sheet: {},
    activeInput: "=A1",
    activeFormat: { bold: true },
    isOfLines: null,
    edge: (at: { row: number; column: number }, down: number, over: number) => ({
      row: at.row + 100 * down,
      column: at.column + 100 * over,
    }),
    ...more,
  };
  const editor = new Proxy(known, {
    get: (all, name: string) =>
      name in all ? all[name] : (...given: readonly unknown[]) => void calls.push([name, ...given]),
  }) as unknown as SheetEditor;
  const isHeld = Object.fromEntries(
    Object.entries(HELD).map(([word, member]) => [member, words.slice(0, -1).includes(word)]),
  );
  let isTaken = false;
  onGridKey(
    {
      key: key === "space" ? " " : key,
      ...isHeld,
      preventDefault: () => (isTaken = true),
    } as unknown as KeyboardEvent,
    editor,
  );
  return isTaken ? [...calls, true] : calls;
}

test.each([
  ["ArrowDown", ["select", 6, 3, false]],
  ["ArrowUp", ["select", 4, 3, false]],
  ["ArrowLeft", ["select", 5, 2, false]],
  ["ArrowRight", ["select", 5, 4, false]],
  // With Shift, the corner opposite the active cell goes on.
  ["shift ArrowDown", ["select", 10, 7, true]],
  ["shift ArrowLeft", ["select", 9, 6, true]],
  ["ctrl ArrowDown", ["select", 105, 3, false]],
  ["meta ArrowLeft", ["select", 5, -97, false]],
  ["ctrl shift ArrowRight", ["select", 9, 107, true]],
  ["alt shift ArrowDown", ["stepSize", "rows", 8]],
  ["alt shift ArrowUp", ["stepSize", "rows", -8]],
  ["alt shift ArrowRight", ["stepSize", "columns", 8]],
  ["alt shift ArrowLeft", ["stepSize", "columns", -8]],
  ["PageDown", ["select", 25, 3, false]],
  ["PageUp", ["select", -15, 3, false]],
  ["shift PageDown", ["select", 29, 7, true]],
  ["shift PageUp", ["select", -11, 7, true]],
  ["Home", ["select", 5, 0, false]],
  ["shift Home", ["select", 9, 0, true]],
  ["End", ["select", 5, 11, false]],
  ["shift End", ["select", 9, 11, true]],
  ["Enter", ["begin", "=A1"]],
  ["F2", ["begin", "=A1"]],
  ["Delete", ["clear"]],
  ["Backspace", ["clear"]],
  ["Escape", ["select", 5, 3]],
  ["ctrl a", ["selectAll"]],
  ["meta a", ["selectAll"]],
  ["ctrl z", ["undo"]],
  ["ctrl shift Z", ["redo"]],
  ["ctrl y", ["redo"]],
  ["ctrl b", ["format", { bold: false }]],
  ["ctrl i", ["format", { italic: true }]],
  ["ctrl d", ["fill", "down"]],
  ["ctrl r", ["fill", "right"]],
  ["ctrl +", ["insertLines", "rows", "before"]],
  ["ctrl shift +", ["insertLines", "rows", "before"]],
  ["ctrl shift =", ["insertLines", "rows", "before"]],
  ["ctrl -", ["deleteLines", "rows"]],
  ["ctrl Home", ["select", 0, 0, false]],
  ["ctrl shift Home", ["select", 0, 0, true]],
  ["ctrl End", ["select", 40, 11, false]],
  ["ctrl shift End", ["select", 40, 11, true]],
])("%s", (keys, call) => {
  expect(pressed(keys)).toEqual([call, true]);
});

test("lines that are selected as a whole are inserted and deleted as such", () => {
  expect(pressed("ctrl +", { isOfLines: "columns" })).toEqual([["insertLines", "columns", "before"], true]);
  expect(pressed("ctrl -", { isOfLines: "columns" })).toEqual([["deleteLines", "columns"], true]);
});

test("a character begins to be typed, and goes into the field itself", () => {
  expect(pressed("x")).toEqual([["begin", ""]]);
  expect(pressed("shift X")).toEqual([["begin", ""]]);
  expect(pressed("space")).toEqual([["begin", ""]]);
});

test.each([
  "Shift",
  "Tab",
  "F5",
  "alt x",
  "alt ArrowDown",
  "alt Enter",
  "ctrl r shift",
  "ctrl shift r",
  "ctrl =",
  "ctrl shift -",
  "ctrl c",
  "ctrl Enter",
  "ctrl alt shift ArrowDown",
])("%s is left to the browser", (keys) => {
  expect(pressed(keys)).toEqual([]);
});

test("without a grid in sight, a page is one row; a plain cell becomes bold and italic", () => {
  expect(pressed("PageDown", { grid: null })).toEqual([["select", 6, 3, false], true]);
  expect(pressed("ctrl b", { activeFormat: null })).toEqual([["format", { bold: true }], true]);
  expect(pressed("ctrl i", { activeFormat: { italic: true } })).toEqual([
    ["format", { italic: false }],
    true,
  ]);
});
