/** The editor of a spreadsheet in the parts of its page. */
import { columnAt } from "@daybook/formula/cells";
import { useSyncExternalStore } from "react";
import type { SheetEditor } from "./editor.ts";

export interface Edited {
  readonly editor: SheetEditor;
}

/** Renders again when anything of the editor changes. */
export function useEditor(editor: SheetEditor): void {
  useSyncExternalStore(editor.subscribe, editor.version);
}

/** The cell or the range that a person names, such as B3 or A1:C9; null for anything else. */
export function namedArea(text: string) {
  const [, first = "", firstRow = "", last = "", lastRow = ""] =
    /^\s*([A-Z]{1,3})([1-9]\d{0,6})(?::([A-Z]{1,3})([1-9]\d{0,6}))?\s*$/iu.exec(text) ?? [];
  const from = { row: Number(firstRow) - 1, column: columnAt(first) ?? -1 };
  const to = last === "" ? from : { row: Number(lastRow) - 1, column: columnAt(last) ?? -1 };
  return from.column < 0 || to.column < 0 ? null : { from, to };
}
