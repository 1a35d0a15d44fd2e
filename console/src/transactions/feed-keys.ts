/** What the keys of the list change: the ticked transactions, or the one of the place if none is ticked. */
import type { Transaction } from "@daybook/client";
import { actedOn } from "../kit/list-keys.ts";
import { type Column, isEditable, type Scene } from "./scene.ts";

/** Transactions as they were when they were ticked, by their ids. */
export type Chosen = ReadonlyMap<string, Transaction>;

const COLUMNS: Readonly<Record<string, Column>> = {
  c: "category",
  d: "department",
  m: "merchant",
  n: "memo",
  a: "day",
};
/** Dialogs for one transaction. */
const SINGLE: Readonly<Record<string, "split" | "spread" | "rule">> = { s: "split", p: "spread", r: "rule" };
const SINGLE_WORDS = { split: "split it", spread: "spread it", rule: "make a rule of it" };

interface Place {
  readonly scene: Scene;
  readonly chosen: Chosen;
  /** The transaction of the place; null while it is not held. */
  readonly here: Transaction | null;
  /** Opens the editor of a cell in the list. */
  readonly edit: (id: string, column: Column) => void;
}

/**
 * What a key does, or undefined if it changes nothing. One transaction is edited in its row; several, and one
 * that can't be edited there, in the dialog that says what would change.
 */
export function changeOf(key: string, { scene, chosen, here, edit }: Place): (() => void) | undefined {
  const rows = actedOn(chosen, here);
  const [first] = rows;
  if (key === "b") return () => scene.begin({ what: "bulk", rows: chosen.size === 0 ? null : rows });
  if (first === undefined) return undefined;
  const column = COLUMNS[key];
  if (column !== undefined) {
    if (column === "department" && !scene.company.features.includes("departments")) return undefined;
    const held = rows.length === 1 ? scene.feed.get(first.id) : null;
    if (held !== null && isEditable(held)) return () => edit(held.id, column);
    return chosen.size === 0 ? undefined : () => scene.begin({ what: "bulk", rows, column });
  }
  const what = SINGLE[key];
  if (what === undefined) return undefined;
  if (rows.length === 1) return () => scene.begin({ what, id: first.id });
  const text = `Choose one transaction to ${SINGLE_WORDS[what]}. ${rows.length.toLocaleString("en-US")} are chosen.`;
  return () => scene.edits.say({ kind: "problem", text, canUndo: false });
}
