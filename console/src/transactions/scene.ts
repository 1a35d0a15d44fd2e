/** What the list of transactions, its panel and its dialogs share. */
import type { Transaction } from "@daybook/client";
import type { Company } from "../api/types.ts";
import type { Edits } from "./edits.ts";
import type { Feed } from "./feed.ts";
import type { Names } from "../parts/names.ts";
import type { Search } from "./view.ts";

/** A field of a transaction that is edited in place. */
export type Column = "category" | "department" | "merchant" | "memo" | "day";

/** A dialog over the list: what is done, and with which transaction. */
export type Doing =
  | { readonly what: "split" | "spread" | "rule"; readonly id: string }
  | {
      readonly what: "bulk";
      /** Null for all that the conditions find. */
      readonly rows: readonly Transaction[] | null;
      /** The field with which it begins. */
      readonly column?: Column;
    }
  | { readonly what: "transfers" | "uploads" | "twins" }
  | { readonly what: "upload"; readonly file: File | null };

/** What the parts of the page share. */
export interface Scene {
  readonly company: Company;
  readonly canEdit: boolean;
  readonly names: Names;
  readonly edits: Edits;
  readonly feed: Feed;
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
  readonly begin: (doing: Doing) => void;
  /** Reads the list anew. */
  readonly reload: () => void;
}

/** Whether a row's fields may be changed in place. */
export function isEditable(row: Transaction | null): boolean {
  return row !== null && row.transaction_type === "standard" && row.status !== "excluded";
}
