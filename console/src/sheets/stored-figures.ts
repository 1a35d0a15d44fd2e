/**
 * The figures of a spreadsheet for those who may only view it: the service calculates the stored document,
 * and no formula of the page reads the books. Invariant: figures are of the revision that the page shows.
 */
import { LIMITS } from "../api/generated/limits.ts";
import { cellName, errorOfProblem, FormulaText } from "@daybook/formula/cells";
import type { Sheet } from "@daybook/client";
import { clientOf } from "../api/service.ts";
import { Calculator, type FigureSource } from "./calculator.ts";
import type { SheetDocument } from "./document.ts";
import type { Area, Figures, Shown } from "./protocol.ts";

export type { FigureSource };

/** The bounds of one read of the service. */
const MOST = { cells: LIMITS.sheet_range_cells, ranges: LIMITS.sheet_ranges } as const;
/** The service names so many failed cells in one answer. */
const MOST_ERRORS = 1_000;
const AGAIN_MS = 500;
/** The page takes the changes of others several times within this many attempts. */
const ATTEMPTS = 20;

const failure = (message: string): Shown => ({ error: "…", message });

/** Areas with their worksheets, cut into parts that one read may have. */
type Part = Area & { readonly worksheet: string };

class StoredFigures implements FigureSource {
  readonly functions = [];
  readonly #company: string;
  readonly #id: string;
  readonly #document: SheetDocument;
  #isClosed = false;

  constructor(company: string, id: string, document: SheetDocument) {
    this.#company = company;
    this.#id = id;
    this.#document = document;
  }

  close(): void {
    this.#isClosed = true;
  }

  // The service has the document, and reads the books each time.
  open(): void {}
  set(): void {}
  forget(): void {}

  shift(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async view(areas: readonly Area[]): Promise<readonly Figures[]> {
    const parts = areas.map((area) =>
      slices({ ...area, worksheet: this.#document.worksheets[area.sheet]?.id ?? "" }),
    );
    let figures: ReadonlyMap<Part, Figures>;
    try {
      figures = await this.#read(parts.flat());
    } catch (error) {
      const failed = failure(error instanceof Error ? error.message : String(error));
      figures = new Map(parts.flat().map((part) => [part, this.#figures(part, () => failed)]));
    }
    return parts.map((each) => each.flatMap((part) => figures.get(part) ?? []));
  }

  /** Reads parts until all are of the revision that the page shows. */
  async #read(parts: readonly Part[]): Promise<ReadonlyMap<Part, Figures>> {
    for (let attempt = 1; attempt <= ATTEMPTS && !this.#isClosed; attempt++) {
      const figures = new Map<Part, Figures>();
      const revisions = new Set<number>();
      for (const together of reads(parts)) {
        const sheet = await clientOf(this.#company).getSheet(this.#id, {
          worksheet_id: together[0]?.worksheet,
          ranges: together.map(
            ({ top, left, bottom, right }) => `${cellName(top, left)}:${cellName(bottom, right)}`,
          ),
        });
        revisions.add(sheet.revision);
        for (const [at, part] of together.entries()) figures.set(part, this.#shown(sheet, part, at));
      }
      if ([...revisions].every((revision) => revision === this.#document.revision)) return figures;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    throw new Error("The spreadsheet is being changed all the time.");
  }

  #shown({ ranges = [], calculation }: Sheet, part: Part, at: number): Figures {
    const { status, errors = [] } = calculation ?? {};
    if (status === "unavailable") return this.#figures(part, () => failure(errors[0]?.message ?? ""));
    const failed = new Map(errors.map((error) => [error.cell ?? "", error]));
    const values = ranges[at]?.values;
    return this.#figures(part, (isFormula, row, column) => {
      const value = values?.[row - part.top]?.[column - part.left] ?? null;
      const error = value === null ? failed.get(cellName(row, column)) : undefined;
      if (error !== undefined) return { error: errorOfProblem(error.code), message: error.message };
      return value === null && isFormula && errors.length >= MOST_ERRORS
        ? failure("Too many formulas failed to say why this one did.")
        : value;
    });
  }

  /** Returns the figures of a part. Errors of reading are shown only in cells with formulas. */
  #figures({ worksheet, top, left, bottom, right }: Part, of: CellFigure): Figures {
    return Array.from({ length: bottom - top + 1 }, (_row, down) =>
      Array.from({ length: right - left + 1 }, (_column, over): Shown => {
        const { value } = this.#document.at(worksheet, top + down, left + over);
        const isFormula = value instanceof FormulaText;
        const shown = of(isFormula, top + down, left + over);
        return isFormula || !isFailure(shown) ? shown : null;
      }),
    );
  }
}

/** Editors calculate what they write at once, by calls to the books; viewers may not call them. */
export function figureSource(
  company: string,
  id: string,
  document: SheetDocument,
  isReadOnly: boolean,
  onFunctions: () => void,
): FigureSource {
  return isReadOnly
    ? new StoredFigures(company, id, document)
    : new Calculator(company, document, onFunctions);
}

type CellFigure = (isFormula: boolean, row: number, column: number) => Shown;

const isFailure = (shown: Shown): boolean =>
  typeof shown === "object" && shown !== null && shown.error === "…";

/** Cuts an area into parts of as many rows as one read may have. */
function slices({ top, bottom, ...area }: Part): Part[] {
  const rows = Math.max(1, Math.floor(MOST.cells / (area.right - area.left + 1)));
  return Array.from({ length: Math.ceil((bottom - top + 1) / rows) }, (_slice, at) => ({
    ...area,
    top: top + at * rows,
    bottom: Math.min(bottom, top + (at + 1) * rows - 1),
  }));
}

/** Groups parts of one worksheet, as many as one read may have. */
function reads(parts: readonly Part[]): Part[][] {
  const all: Part[][] = [];
  for (const of of Map.groupBy(parts, ({ worksheet }) => worksheet).values()) {
    let cells = Infinity;
    for (const part of of) {
      const own = (part.bottom - part.top + 1) * (part.right - part.left + 1);
      const last = all.at(-1);
      if (last === undefined || cells + own > MOST.cells || last.length >= MOST.ranges) {
        all.push([part]);
        cells = own;
      } else {
        last.push(part);
        cells += own;
      }
    }
  }
  return all;
}
