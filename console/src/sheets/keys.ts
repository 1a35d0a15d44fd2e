/** What the keys do in the cells of a spreadsheet, as in Excel and Google Sheets. */
import type { KeyboardEvent } from "react";
import type { SheetEditor } from "./editor.ts";

const STEPS: Readonly<Record<string, readonly [down: number, over: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Pixels by which Alt, Shift and an arrow make lines larger or smaller. */
const SIZE_STEP = 8;

/** Carries out the command of a key; ignores keys that have none. */
export function onGridKey(event: KeyboardEvent, editor: SheetEditor): void {
  const { key, shiftKey: isExtended, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const at = isExtended ? editor.anchor : editor.active;
  const done = (): void => event.preventDefault();
  const step = STEPS[key];
  if (step !== undefined && altKey && isExtended && !isCommand) {
    done();
    const [down, over] = step;
    void editor.stepSize(over === 0 ? "rows" : "columns", SIZE_STEP * (down + over));
    return;
  }
  if (step !== undefined && !altKey) {
    done();
    const [down, over] = step;
    const to = isCommand ? editor.edge(at, down, over) : { row: at.row + down, column: at.column + over };
    return editor.select(to.row, to.column, isExtended);
  }
  if (isCommand) {
    if (onCommand(key.toLowerCase(), isExtended, editor)) done();
    return;
  }
  if (altKey) return;
  const page = editor.grid?.pageRows ?? 1;
  switch (key) {
    case "PageDown":
      done();
      return editor.select(at.row + page, at.column, isExtended);
    case "PageUp":
      done();
      return editor.select(at.row - page, at.column, isExtended);
    case "Home":
      done();
      return editor.select(at.row, 0, isExtended);
    case "End":
      done();
      return editor.select(at.row, editor.document.used(editor.sheet).right, isExtended);
    case "Enter":
    case "F2":
      done();
      return editor.begin(editor.activeInput);
    case "Delete":
    case "Backspace":
      done();
      return editor.clear();
    case "Escape":
      done();
      return editor.select(editor.active.row, editor.active.column);
    default:
      // The character itself goes into the field, which has the focus by then.
      if (key.length === 1) editor.begin("");
  }
}

/** Carries out the command of a key with Ctrl; returns false if it has none. */
function onCommand(key: string, isShifted: boolean, editor: SheetEditor): boolean {
  switch (key) {
    case "a":
      editor.selectAll();
      return true;
    case "z":
      if (isShifted) editor.redo();
      else editor.undo();
      return true;
    case "y":
      editor.redo();
      return true;
    case "b":
      editor.format({ bold: editor.activeFormat?.["bold"] !== true });
      return true;
    case "i":
      editor.format({ italic: editor.activeFormat?.["italic"] !== true });
      return true;
    case "d":
      void editor.fill("down");
      return true;
    case "r":
      if (isShifted) return false;
      void editor.fill("right");
      return true;
    // With the key "+" or "-" whole rows or columns are inserted or deleted, rows if only cells are selected.
    case "+":
    case "=":
      if (key === "=" && !isShifted) return false;
      void editor.insertLines(editor.isOfLines ?? "rows", "before");
      return true;
    case "-":
      if (isShifted) return false;
      void editor.deleteLines(editor.isOfLines ?? "rows");
      return true;
    case "home":
      editor.select(0, 0, isShifted);
      return true;
    case "end": {
      const { bottom, right } = editor.document.used(editor.sheet);
      editor.select(bottom, right, isShifted);
      return true;
    }
    default:
      return false;
  }
}
