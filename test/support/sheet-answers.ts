/**
 * A document of a spreadsheet as the service answers it to the editor, revision by revision, for tests of the
 * editor. Imports nothing of the console.
 */

interface Worksheet {
  readonly id: string;
  readonly name: string;
  readonly used_range: string | null;
  readonly row_count: number;
  readonly column_count: number;
  readonly column_widths: readonly { readonly line: number; readonly pixels: number }[];
  readonly row_heights: readonly { readonly line: number; readonly pixels: number }[];
  readonly frozen_rows: number;
  readonly frozen_columns: number;
}

interface Changed {
  readonly worksheets?: readonly Worksheet[];
  readonly blocks?: readonly ReturnType<typeof answeredBlock>[];
  readonly moves?: readonly {
    readonly worksheet_id: string;
    readonly lines: "rows" | "columns";
    readonly at: number;
    readonly count: number;
  }[];
  readonly is_known?: boolean;
  readonly are_moves_known?: boolean;
}

/** A worksheet without lines of their own size. */
export function answeredWorksheet(id: string, name: string): Worksheet {
  return {
    id,
    name,
    used_range: null,
    row_count: 1_000,
    column_count: 26,
    column_widths: [],
    row_heights: [],
    frozen_rows: 0,
    frozen_columns: 0,
  };
}

/** A cell with its value, or with its formula as `{ f }`. */
type Written = readonly [row: number, column: number, value: unknown];

/** A block of 64 rows that holds these cells. */
export function answeredBlock(worksheet_id: string, block: number, ...cells: readonly Written[]) {
  return { worksheet_id, block, cells: JSON.stringify(cells), formats: '{"styles":[],"rows":[]}' };
}

/** A move of rows: with a negative count, they are deleted. */
export function movedRows(worksheet_id: string, at: number, count: number) {
  return { worksheet_id, lines: "rows", at, count } as const;
}

/** The answers about a document with these worksheets, unless an answer has others. */
export function answersOf(usual: readonly Worksheet[]) {
  const frame = (revision: number, worksheets = usual) => ({
    id: "sht_1",
    name: "Budget",
    url: "",
    revision,
    worksheets,
    names: [],
    charts: [],
  });
  return {
    /** All of the document, or a part of it. */
    content: (
      revision: number,
      blocks: readonly ReturnType<typeof answeredBlock>[] = [],
      {
        next = null,
        worksheets,
      }: { readonly next?: string | null; readonly worksheets?: readonly Worksheet[] } = {},
    ) => ({ ...frame(revision, worksheets), object: "sheet_content" as const, blocks, next }),
    /** The changes since another revision; none by default. */
    changes: (revision: number, more: Changed = {}) => ({
      ...frame(revision),
      object: "sheet_changes" as const,
      blocks: [],
      moves: [],
      is_known: true,
      are_moves_known: true,
      ...more,
    }),
    /** The answer to an edit. */
    edited: (revision: number, worksheets?: readonly Worksheet[]) => ({
      ...frame(revision, worksheets),
      object: "edited_sheet" as const,
    }),
  };
}
