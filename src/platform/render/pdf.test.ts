/**
 * Statements as PDFs: every cell of the table is there, no texts overlap or are cut off, each page identifies
 * itself, and the file is tagged for screen readers.
 */
import { describe, expect, test } from "vitest";
import { type PdfPage, type PdfText, readPdfStatement } from "../../../test/support/pdf.ts";
import {
  HOSTILE,
  incomeStatement,
  monthColumns,
  type Node,
  numbers,
  statementOf,
} from "../../../test/support/statement-tables.ts";
import { present } from "@daybook/words/assert";
import type { StatementTable } from "../../core/statement-table.ts";
import { renderPdf } from "./pdf.ts";

function deep(depth: number): Node {
  return depth === 0
    ? { label: "Leaf", amounts: [1, -2, 3] }
    : {
        label: `Level ${depth}`,
        children: [deep(depth - 1), { label: `Beside ${depth}`, amounts: [depth, depth, depth] }],
      };
}

const next = numbers(7);
const long = statementOf(
  [
    {
      label: "Operating expenses",
      children: Array.from({ length: 300 }, (_none, index) => ({
        label: `Category ${index} ${"of things ".repeat(next(9))}`.trim(),
        amounts: [next(10_000_000) - 5_000_000, next(100)],
      })),
    },
  ],
  monthColumns(2),
);
const hostile = statementOf(
  [
    {
      label: "Revenue",
      children: HOSTILE.map((label, index) => ({ label, amounts: [-index, index * 1_000] })),
    },
  ],
  monthColumns(2),
  { company: `\u540D\u524D & "Co" \u{1F600} ${"long ".repeat(30).trim()}` },
);
const quarters = incomeStatement(2);

const TABLES: readonly (readonly [string, StatementTable])[] = [
  ["of a month", incomeStatement(1)],
  ["of a year", incomeStatement(12)],
  ["of thirteen months with twelve digits", incomeStatement(13, 12)],
  ["of ten years", incomeStatement(120, 9)],
  ["of three hundred rows", long],
  ["of a deep tree", statementOf([deep(30)], monthColumns(3))],
  ["with names from outside", hostile],
  [
    "with long names of columns",
    {
      ...quarters,
      columns: quarters.columns.map((column) => ({
        ...column,
        label: `${column.label}, Jan 15 - 31, 2026 (unaudited) ${"w".repeat(40)}`,
      })),
    },
  ],
];

/** The letters in these tests that no font has. */
const UNKNOWN = /\p{Script=Tamil}|\p{Cs}/u;
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The text as it is drawn, without blanks. */
function drawn(text: string): string {
  const seen = text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, "")
    .replaceAll(/(?!\u200D)\p{Cf}/gu, "");
  return Array.from(letters.segment(seen), ({ segment }) =>
    UNKNOWN.test(segment) ? "\u25A1" : segment,
  ).join("");
}

const bare = (text: string) => text.replaceAll(/\s/g, "");

/** The texts that overlap or reach into the margins. */
function misplaced({ width, height, texts }: PdfPage): readonly string[] {
  const box = ({ x, y, width: wide, height: size }: PdfText) => ({
    left: x,
    right: x + wide,
    bottom: y - 0.21 * size,
    top: y + 0.75 * size,
  });
  const boxes = texts.map((piece) => ({ text: piece.text, ...box(piece) })).toSorted((a, b) => b.top - a.top);
  const outside = boxes.filter(
    ({ left, right, bottom, top }) => left < 30 || right > width - 30 || bottom < 15 || top > height - 30,
  );
  const overlapping = boxes.flatMap((a, index) => {
    const rest = boxes.slice(index + 1);
    const below = rest.findIndex(({ top }) => top <= a.bottom);
    return rest
      .slice(0, below === -1 ? rest.length : below)
      .filter((b) => a.left < b.right - 0.01 && b.left < a.right - 0.01)
      .map((b) => `${a.text} / ${b.text}`);
  });
  return [...outside.map(({ text }) => text), ...overlapping];
}

describe("a statement as a PDF", () => {
  describe.each(TABLES)("%s", (_what, table) => {
    const read = renderPdf(table).then(readPdfStatement);

    test("has every cell of the table", async () => {
      const { head, columns, rows } = await read;
      expect(columns.map(bare)).toEqual(table.columns.map(({ label }) => drawn(label)));
      expect(rows.map(({ label }) => bare(label))).toEqual(table.rows.map(({ label }) => drawn(label)));
      expect(rows.map(({ amounts }) => amounts)).toEqual(table.rows.map(({ amounts }) => amounts));
      expect(head.map(bare)).toEqual([table.company, table.title, table.period, table.basis].map(drawn));
    });

    test("has no text that overlaps or is cut off", async () => {
      const { pages } = await read;
      expect(pages.flatMap(misplaced)).toEqual([]);
    });

    test("shows the statement's name, the columns and the page number on every page", async () => {
      const { pages } = await read;
      for (const [index, { texts }] of pages.entries()) {
        const shown = texts.map(({ text }) => text);
        expect(shown).toContain(`Page ${index + 1} of ${pages.length}`);
        expect(shown).toContain("Generated 2026-04-02 17:03 UTC");
        expect(
          shown.filter(
            (text) =>
              text.includes("Ada & Sons, Inc. \u00B7 Income Statement") || text.startsWith("\u540D\u524D"),
          ).length,
        ).toBeGreaterThan(0);
        const together = shown.map(bare).join("");
        const names = table.columns.filter(({ label }) => together.includes(bare(label)));
        expect(names.length, `page ${index + 1}`).toBeGreaterThan(0);
        if (pages.length < 4) expect(names).toHaveLength(table.columns.length);
      }
    });

    test("is tagged, and has a title and a language", async () => {
      const { isTagged, title, lang } = await read;
      expect({ isTagged, lang }).toEqual({ isTagged: true, lang: "en-US" });
      expect(title).toContain("Income Statement, ");
    });
  });

  test("without rows says so", async () => {
    const { pages, columns, rows, head } = await readPdfStatement(
      await renderPdf(statementOf([], monthColumns(1))),
    );
    expect({ pages: pages.length, columns, rows }).toEqual({ pages: 1, columns: ["Jan 2026"], rows: [] });
    expect(head).toContain("There is nothing in this statement.");
    expect(pages.flatMap(misplaced)).toEqual([]);
  });

  test("aligns digits, with or without parentheses", async () => {
    const amounts = [[111_111], [-888_888], [1_000_000_00], [-7], [0], [444_444_444]];
    const { pages } = await readPdfStatement(
      await renderPdf(
        statementOf(
          [
            {
              label: "Revenue",
              children: amounts.map((each, index) => ({ label: `Line ${index}`, amounts: each })),
            },
          ],
          monthColumns(1),
        ),
      ),
    );
    const figures = pages
      .flatMap(({ texts }) => texts)
      .filter(({ text }) => /^\(?[\d,.]+\)?$|^\u2013$/.test(text));
    const ends = figures
      .slice(0, amounts.length)
      .map(({ text, x, width }) => ({ isNegative: text.endsWith(")"), end: (x + width).toFixed(2) }));
    const [positive, negative] = [
      new Set(ends.filter(({ isNegative }) => !isNegative).map(({ end }) => end)),
      new Set(ends.filter(({ isNegative }) => isNegative).map(({ end }) => end)),
    ];
    expect([positive.size, negative.size]).toEqual([1, 1]);
    expect(Number([...negative][0])).toBeGreaterThan(Number([...positive][0]));
    const tens = figures.filter(({ text }) => /^\(?[18],[18]{3}\.[18]{2}\)?$/.test(text));
    expect(tens.map(({ text }) => text)).toEqual(["1,111.11", "(8,888.88)"]);
  });

  test("has dollar signs on the first amounts, on those after a result, and on totals", async () => {
    const table = statementOf(
      [
        { label: "Revenue", children: ["a", "b"].map((label) => ({ label, amounts: [-1] })) },
        { label: "Costs", children: ["c", "d"].map((label) => ({ label, amounts: [0] })) },
      ],
      monthColumns(1),
    );
    const [, line] = table.rows;
    const beneath = ["Charged", "Released"].map((label) => ({ ...present(line, "a row"), label }));
    const { pages, rows } = await readPdfStatement(
      await renderPdf({ ...table, rows: [...table.rows, ...beneath] }),
    );
    const texts = pages.flatMap((page) => page.texts);
    const signs = texts.filter(({ text }) => text.startsWith("$"));
    const signed = rows.filter(({ label }) =>
      texts.some(({ text, y }) => text === label && signs.some((sign) => Math.abs(sign.y - y) < 1)),
    );
    expect(signed.map(({ label }) => label)).toEqual([
      "a",
      "Total Revenue",
      "Total Costs",
      "Net income",
      "Charged",
    ]);
    expect(new Set(signs.map(({ x }) => x.toFixed(2))).size).toBe(1);
  });

  test("repeats the headings of groups on further pages, outside the tagged tree", async () => {
    const { pages, rows } = await readPdfStatement(await renderPdf(long));
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, { texts }] of pages.slice(0, -1).entries()) {
      const repeated = texts.filter(({ text }) => text === "Operating expenses (continued)");
      expect(repeated).toHaveLength(index === 0 ? 0 : 1);
    }
    expect(rows.filter(({ label }) => label.includes("(continued)"))).toEqual([]);
  });

  test("does not break the dates in the headers of columns", async () => {
    const [column] = monthColumns(1);
    const labels = [
      "Jan 31, 2026",
      "Nov 10 \u2013 30, 2024",
      "Nov 10, 2024 \u2013 Jan 31, 2025",
      "Q1 FY2026",
    ];
    const { pages } = await readPdfStatement(
      await renderPdf(
        statementOf(
          [{ label: "Revenue", children: [{ label: "Line", amounts: labels.map(() => 1) }] }],
          labels.map((label) => ({ ...column, label }) as StatementTable["columns"][number]),
        ),
      ),
    );
    const shown = pages.flatMap(({ texts }) => texts.map(({ text }) => text));
    expect(shown).toEqual(
      expect.arrayContaining(["Jan 31, 2026", "Nov 10, 2024 \u2013", "Jan 31, 2025", "Q1 FY2026"]),
    );
  });

  test("is portrait for few columns, landscape for more, and on larger paper before letters get too small", async () => {
    const paper = async (table: StatementTable) => {
      const [page] = (await readPdfStatement(await renderPdf(table))).pages;
      return [page?.width, page?.height];
    };
    expect(await paper(incomeStatement(1))).toEqual([612, 792]);
    expect(await paper(incomeStatement(3))).toEqual([612, 792]);
    expect(await paper(incomeStatement(7))).toEqual([792, 612]);
    expect(await paper(incomeStatement(13, 12))).toEqual([1224, 792]);
    expect(await paper(incomeStatement(120))).toEqual([792, 612]);
  });

  test("is the same, byte for byte, each time", async () => {
    const [one, other] = await Promise.all([renderPdf(incomeStatement(3)), renderPdf(incomeStatement(3))]);
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });

  test("contains the original text, for screen readers, where no font has a letter", async () => {
    const file = Buffer.from(
      await renderPdf(
        statementOf([{ label: "\u0BA4", children: [{ label: "Line", amounts: [1] }] }], monthColumns(1)),
      ),
    ).toString("latin1");
    // The name in UTF-16 after the byte order mark.
    expect(file).toContain("/ActualText (\u00FE\u00FF\u000B\u00A4)");
  });
});
