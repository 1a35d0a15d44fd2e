/** The messages between the page of a spreadsheet and the worker that calculates it. Rows and columns count from 0. */
import type { AuthoredName, Scalar } from "@daybook/formula/cells";

export interface Rectangle {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A rectangle of the worksheet at a place. */
export interface Area extends Rectangle {
  readonly sheet: number;
}

/** A formula's question to the books. */
export interface BookCall {
  readonly name: string;
  readonly args: readonly Scalar[];
}

export interface BookAnswer {
  readonly rows?: readonly (readonly Scalar[])[] | undefined;
  readonly error?: string | undefined;
  readonly message?: string | undefined;
}

/** Content as it travels: what a person would type, and the size that an array formula fills. */
export interface WrittenCell {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** Null for an empty cell. */
  readonly input: string | null;
  readonly fills: readonly [rows: number, columns: number] | null;
}

export type ToWorker =
  | {
      readonly kind: "open";
      readonly sheets: readonly { readonly name: string; readonly blocks: readonly string[] }[];
      readonly names: readonly AuthoredName[];
    }
  | { readonly kind: "set"; readonly cells: readonly WrittenCell[] }
  | { readonly kind: "view"; readonly id: number; readonly areas: readonly Area[] }
  | { readonly kind: "answers"; readonly answers: readonly BookAnswer[] }
  /** The books may have changed: their answers are asked for again. */
  | { readonly kind: "forget" }
  | {
      readonly kind: "shift";
      readonly id: number;
      readonly formulas: readonly {
        readonly text: string;
        readonly rows: number;
        readonly columns: number;
      }[];
    };

/** A calculated value; an error is its code. */
export type Shown = Scalar | { readonly error: string; readonly message: string };

/** The values of a rectangle, row by row. */
export type Figures = readonly (readonly Shown[])[];

export type FromWorker =
  | {
      readonly kind: "functions";
      readonly functions: readonly (readonly [name: string, least: number, most: number])[];
    }
  | { readonly kind: "view"; readonly id: number; readonly areas: readonly Figures[] }
  | { readonly kind: "ask"; readonly calls: readonly BookCall[] }
  | { readonly kind: "shifted"; readonly id: number; readonly formulas: readonly string[] };
