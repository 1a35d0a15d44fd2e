/**
 * Workbooks that Excel has saved, made by nobody here: each is read, calculated by the engine and compared
 * with the values that Excel kept in it, by the shapes of its formulas; written again, and read back as it
 * was; and recalculated by LibreOffice, which makes the same of what we write as of the original. Where the
 * engine differs from Excel, workbook-misses.tsv says why; the list may only shrink.
 */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { translateFormulaToR1C1 } from "@borgar/fx";
import {
  cellName,
  type Element,
  FormulaText,
  isError,
  Reading,
  Reference,
  Workbook,
  writeBlock,
} from "@daybook/formula";
import { describe, expect, test } from "vitest";
import { type ReadWorkbook, readWorkbook } from "../../src/platform/workbooks/read/index.ts";
import { writeWorkbook } from "../../src/platform/workbooks/write/index.ts";
import { describeWith, outsideData, outsideProgram } from "../acceptance/outside.ts";
import { OFFICE, recalculatedAll } from "../support/office.ts";
import { withoutResults } from "../support/workbooks.ts";

const IRONCALC = outsideData("ironcalc");
const MISSES = new URL("workbook-misses.tsv", import.meta.url);

/** Of a hundred shapes of formulas so many agree at least. */
const LEAST_PERCENT = 97;
const WORKBOOKS = 111;
/** Numbers agree to so many digits. */
const RELATIVE = 1e-9;

interface Shape {
  agreed: number;
  /** What came instead, of the first cell that differs. */
  missed: string | null;
}

function agrees(got: Element, wanted: Element): boolean {
  if (typeof got === "number" && typeof wanted === "number")
    return Math.abs(got - wanted) <= RELATIVE * Math.max(1, Math.abs(wanted));
  // One of the workbooks was saved by another program, which keeps errors as texts.
  if (isError(got) && got.code === wanted) return true;
  // A formula that comes to a blank shows 0; a cell that Excel left without a value is blank.
  return (
    got === wanted ||
    (got === null && wanted === 0) ||
    ((got === null || got === "") && (wanted === null || wanted === ""))
  );
}

const shown = (value: Element) => (isError(value) ? value.code : JSON.stringify(value));

/** The shapes of a workbook's formulas: those that say the same of cells that lie alike. */
function shapesOf(file: string, { spreadsheet, cached }: ReadWorkbook, into: Map<string, Shape>): void {
  const { worksheets, names } = spreadsheet;
  const workbook = new Workbook({
    sheets: worksheets.map(({ name, rowCount, columnCount, cells }) => ({
      name,
      rowCount,
      columnCount,
      blocks: [writeBlock(cells)],
    })),
    names,
  });
  const reading = new Reading(workbook, { now: 46_000.5, random: () => 0.5 });
  expect(
    reading.calculate(
      worksheets.map(
        ({ rowCount, columnCount }, at) => new Reference(at, 0, 0, rowCount - 1, columnCount - 1),
      ),
    ),
  ).toEqual([]);
  for (const [at, { name, cells }] of worksheets.entries()) {
    const formulas = new Map(
      cells.flatMap(({ row, column, value }): [string, string][] =>
        value instanceof FormulaText ? [[cellName(row, column), value.text]] : [],
      ),
    );
    for (const { row, column, value } of cached[at] ?? []) {
      const cell = cellName(row, column);
      const formula = formulas.get(cell);
      if (formula === undefined) continue;
      const key = `${file}\t${translateFormulaToR1C1(formula, cell)}`;
      const shape = into.get(key) ?? { agreed: 0, missed: null };
      into.set(key, shape);
      const got = reading.value(at, row, column);
      if (agrees(got, value)) shape.agreed += 1;
      else shape.missed ??= `${name}!${cell} ${formula}: ${shown(got)} for ${shown(value)}`;
    }
  }
}

describeWith(IRONCALC, "workbooks that Excel saved", () => {
  const files = globSync("**/*.xlsx", { cwd: IRONCALC.path }).toSorted();
  const bytes = files.map((file) => new Uint8Array(readFileSync(`${IRONCALC.path}/${file}`)));
  const read = bytes.map(readWorkbook);
  const written = read.map(({ spreadsheet }) =>
    writeWorkbook(spreadsheet, { results: () => () => undefined, keepsBooks: true }),
  );

  test("are all read, and read back as they were written", () => {
    expect(files.length).toBe(WORKBOOKS);
    for (const [at, { spreadsheet }] of read.entries())
      expect(readWorkbook(written[at] ?? new Uint8Array()).spreadsheet, files[at]).toEqual(spreadsheet);
  });

  describe("come to what Excel made of them", () => {
    const shapes = new Map<string, Shape>();
    for (const [at, workbook] of read.entries())
      shapesOf(basename(files[at] ?? "", ".xlsx"), workbook, shapes);
    const missed = new Map(
      [...shapes]
        .filter(([, { missed: what }]) => what !== null)
        .map(([key, { missed: what }]) => [key, what]),
    );
    // A line is a workbook, the shape of a formula, and why Excel's value is not ours.
    const known = new Map(
      readFileSync(MISSES, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line): [string, string] => {
          const [file = "", shape = "", reason = ""] = line.split("\t");
          return [`${file}\t${shape}`, reason];
        }),
    );

    test(`in ${LEAST_PERCENT} of a hundred shapes of formulas`, () => {
      expect(shapes.size).toBeGreaterThan(2_000);
      expect((100 * (shapes.size - missed.size)) / shapes.size).toBeGreaterThanOrEqual(LEAST_PERCENT);
    });

    test("but for those that are listed with their reasons", () => {
      expect(
        [...missed]
          .filter(([key]) => !known.has(key))
          .map(([key, what]) => `${key.split("\t")[0] ?? ""}: ${what ?? ""}`),
      ).toEqual([]);
      expect([...known].filter(([, reason]) => reason.length < 10)).toEqual([]);
    });

    test("and the list holds none that agrees by now", () => {
      expect([...known.keys()].filter((key) => !missed.has(key))).toEqual([]);
    });
  });

  describeWith(outsideProgram(OFFICE), "another program", () => {
    // Hundreds of files go through the other program, which on a busy machine takes minutes.
    test("makes the same of what we write as of the original", { timeout: 900_000 }, async () => {
      const originals = (await recalculatedAll(bytes.map(withoutResults))).map(readWorkbook);
      const ours = (await recalculatedAll(written)).map(readWorkbook);
      const differing: string[] = [];
      let compared = 0;
      for (const [at, { spreadsheet }] of read.entries()) {
        for (const [place, { name, cells }] of spreadsheet.worksheets.entries()) {
          const [original, own] = [resultsOf(originals[at], place), resultsOf(ours[at], place)];
          for (const { row, column, value } of cells) {
            // It writes addresses its own way in files that Excel did not write.
            if (!(value instanceof FormulaText) || value.text.includes("ADDRESS(")) continue;
            const cell = cellName(row, column);
            compared += 1;
            if (!agrees(own.get(cell) ?? null, original.get(cell) ?? null))
              differing.push(
                `${files[at] ?? ""} ${name}!${cell} ${value.text}: ${shown(own.get(cell) ?? null)} for ${shown(original.get(cell) ?? null)}`,
              );
          }
        }
      }
      expect(differing).toEqual([]);
      expect(compared).toBeGreaterThan(20_000);
    });
  });
});

/** What the cells of a worksheet came to, and what was typed, by their names. */
function resultsOf(workbook: ReadWorkbook | undefined, place: number): ReadonlyMap<string, Element> {
  const typed = (workbook?.spreadsheet.worksheets[place]?.cells ?? []).map(
    ({ row, column, value }): [string, Element] => [
      cellName(row, column),
      value instanceof FormulaText ? null : value,
    ],
  );
  return new Map([
    ...typed,
    ...(workbook?.cached[place] ?? []).map(({ row, column, value }): [string, Element] => [
      cellName(row, column),
      value,
    ]),
  ]);
}
