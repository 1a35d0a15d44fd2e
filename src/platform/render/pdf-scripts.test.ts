/**
 * Names in further scripts: they are printed with the glyphs that their script demands, in the right order,
 * are found by a search, and fit. The expected glyphs and orders are those of the scripts, not of our code.
 */
import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { readPdfStatement } from "../../../test/support/pdf.ts";
import { incomeStatement, monthColumns, statementOf } from "../../../test/support/statement-tables.ts";
import { present } from "@daybook/words/assert";
import { type Fallbacks, openFallbacks } from "./pdf-fallback.ts";
import { openPdfText, type PdfText } from "./pdf-ink.ts";
import { renderPdf } from "./pdf.ts";

/** Names of one direction by the font that they need. */
const NAMES = {
  arabic: ["إيرادات المبيعات", "مُحَمَّد لا إله", "گزارش مالی"],
  hebrew: ["הכנסות ממכירות", "שָׁלוֹם עולם"],
  thai: ["รายได้จากการขาย", "น้ำมันเชื้อเพลิง", "ปู่ ที่กู้ยืม"],
  devanagari: ["बिक्री से आय", "राष्ट्रीय कार्यालय", "स्त्री क्षेत्र ज्ञान"],
  chinese: ["上海浦东发展银行", "主营业务收入（税后）", "應收帳款"],
  japanese: ["株式会社サンプル", "消耗品費・雑費カード"],
  korean: ["매출 및 급여", "주식회사 대한"],
  emoji: ["😀 Fun", "👨‍👩‍👧 Family", "🇩🇪 Germany"],
} as const;
const SCRIPTS = Object.entries(NAMES);
const FAMILY = /NotoSans\w*|NotoEmoji/g;

/** This reader of PDFs leaves out some spaces between fonts. */
const bare = (text: string) => text.replaceAll(" ", "");
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const lettersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);
const tableOf = (labels: readonly string[], company = "Ada & Sons, Inc.") =>
  statementOf(
    [{ label: "Revenue", children: labels.map((label) => ({ label, amounts: [1] })) }],
    monthColumns(1),
    { company },
  );
const fontsOf = (bytes: Uint8Array) => [
  ...new Set(Buffer.from(bytes).toString("latin1").match(FAMILY) ?? []),
];
const inkFor = (...texts: string[]) => openPdfText({ autoFirstPage: false }, texts);

/** Returns what the program `pdftotext` reads. */
function otherReader(bytes: Uint8Array): string {
  const { stdout, status } = spawnSync("pdftotext", ["-", "-"], { input: bytes, encoding: "utf8" });
  if (status !== 0) throw new Error("pdftotext is not installed");
  return stdout.replaceAll(/[\u202A-\u202E]/g, "");
}
const hasOtherReader = spawnSync("pdftotext", ["-v"]).error === undefined;

describe.each(SCRIPTS)("%s names", (script, names) => {
  test("are read as they are written", async () => {
    const { rows } = await readPdfStatement(await renderPdf(tableOf(names)));
    expect(rows.slice(1, -2).map(({ label }) => bare(label))).toEqual(names.map(bare));
  });

  test.runIf(hasOtherReader)("are found by pdftotext", async () => {
    const text = otherReader(await renderPdf(tableOf(names)));
    for (const name of names) expect(text).toContain(name);
  });

  test("have a glyph for each letter", async () => {
    const letters = names.flatMap(lettersOf).filter((letter) => !/^[ \w]$/.test(letter));
    const fallbacks = await openFallbacks([letters]);
    const faces = fallbacks.facesOf(letters);
    for (const letter of letters) {
      const face = present(faces.get(letter), `a font for ${letter}`);
      const parts = [...face.shape(letter, "regular", false), ...face.shape(letter, "bold", false)];
      expect(parts.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))).not.toContain(0);
    }
    expect(new Set([...faces.values()].map((face) => face?.name))).toEqual(new Set([script]));
  });

  test("are embedded as a part of one font, of a few kilobytes", async () => {
    const bytes = await renderPdf(tableOf(names));
    expect(fontsOf(bytes)).toHaveLength(1);
    expect(bytes.length).toBeLessThan(60_000);
  });

  test("fit when they are long, and end with an ellipsis when they are too long", async () => {
    const long = names.join(" ").repeat(30);
    const ink = await inkFor(long);
    for (const width of [8, 20, 41.5])
      for (const weight of ["regular", "bold"] as const) {
        const lines = ink.wrap(ink.printable(long), weight, width, 6);
        expect(lines).toHaveLength(6);
        for (const line of lines) expect(ink.widthOf(line, weight)).toBeLessThanOrEqual(width);
        expect(lines.at(-1)).toMatch(/\u2026$/);
        const shown = lines.join("").replaceAll(/[\s\u200E\u200F\u2026]/g, "");
        expect(long.replaceAll(" ", "").startsWith(shown)).toBe(true);
      }
  });
});

describe("a right-to-left name", () => {
  /** Returns the texts of a name's row from left to right. */
  async function visualOrder(name: string): Promise<readonly string[]> {
    const { pages } = await readPdfStatement(await renderPdf(tableOf([name])));
    const texts = pages.flatMap((page) => page.texts);
    const row = texts.find(({ text }) => text === "0.01");
    return texts
      .filter(({ y, text }) => Math.abs(y - present(row, "the name's row").y) < 1 && !/^[$]|0\.01/.test(text))
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text.trim());
  }

  test("has numbers and Latin words in their own order, from the right", async () => {
    expect((await visualOrder("مبيعات 2024 Acme Inc")).join("|")).toBe("Acme Inc|2024|مبيعات");
    expect((await visualOrder("Acme شركة 2024 LLC")).join("|")).toBe("Acme 2024|شركة|LLC");
    expect((await visualOrder("חברה 12.5% Tel Aviv")).join("|").replaceAll("|", " ")).toBe(
      "Tel Aviv 12.5% חברה",
    );
  });

  test.runIf(hasOtherReader)("has brackets that look to the right side", async () => {
    expect(otherReader(await renderPdf(tableOf(["مبيعات (2024)"])))).toContain("(2024) مبيعات");
  });

  test("keeps its direction in every line", async () => {
    const name = `شركة Acme International Holding ${"Company ".repeat(6)}2024`;
    const ink = await inkFor(name);
    const lines = ink.wrap(name, "regular", 14, 9);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.slice(1).every((line) => line.startsWith("\u200F"))).toBe(true);
  });

  test("has the original text for screen readers", async () => {
    const file = Buffer.from(await renderPdf(tableOf(["שלום"]))).toString("latin1");
    expect(file).toContain("/ActualText (\u00FE\u00FF\u0005\u00E9\u0005\u00DC\u0005\u00D5\u0005\u00DD)");
  });
});

describe("glyphs", () => {
  let fallbacks: Fallbacks;
  const glyphs = (text: string, isRightToLeft = false) => {
    const letters = lettersOf(text).filter((letter) => letter !== " ");
    const face = present(fallbacks.facesOf(letters).get(letters[0] ?? ""), "a font");
    return face
      .shape(text, "regular", isRightToLeft)
      .map((part) => part.glyphs.map(({ id }) => id).join("+"));
  };

  beforeAll(async () => {
    fallbacks = await openFallbacks(SCRIPTS.map(([, names]) => names.flatMap(lettersOf)));
  });

  test("of Arabic are joined: a letter has other glyphs at the start, in the middle and at the end", () => {
    const [[alone], [end, middle, start]] = [glyphs("ه", true), glyphs("ههه", true)];
    expect(new Set([alone, end, middle, start]).size).toBe(4);
  });

  test("of Arabic are not joined over a character that forbids it", () => {
    expect(glyphs("ب\u200Cب", true)).toEqual([...glyphs("ب", true), ...glyphs("ب", true)]);
  });

  test("of Devanagari form conjuncts, and vowels stand before their consonants", () => {
    expect(glyphs("क्ष")).toHaveLength(1);
    expect(glyphs("क्ष")[0]).not.toContain(glyphs("ष")[0]);
    const [consonant] = glyphs("क");
    expect(glyphs("कि")[0]).toMatch(new RegExp(`^\\d+\\+${consonant}$`));
  });

  test("of a family of emoji are one", () => {
    expect(glyphs("👨‍👩‍👧")).toHaveLength(1);
    expect(glyphs("👨‍👩‍👧")[0]).not.toContain("+");
  });
});

describe("a statement in Latin letters", () => {
  test("has no further font", async () => {
    expect(fontsOf(await renderPdf(incomeStatement(3)))).toEqual([]);
  });

  test("has the same texts and widths beside names of other scripts", async () => {
    const [alone, beside] = [await inkFor("Rent"), await inkFor("Rent", "租金 إيجار 😀")];
    const measure = (ink: PdfText) => [
      ink.widthOf("Wages, AVA & fi (2024)", "bold"),
      ink.widthOf("(1,234.00)", "regular", true),
      ink.wrap("Salaries and wages of everybody", "regular", 8, 4),
    ];
    expect(measure(beside)).toEqual(measure(alone));
  });
});

test("Japanese and Chinese names are in the font of their language, as far as their letters tell", async () => {
  const fontOf = async (...names: string[]) => fontsOf(await renderPdf(tableOf(names)));
  expect(await fontOf("直接")).toEqual(["NotoSansSC"]);
  expect(await fontOf("直接", "カード")).toEqual(["NotoSansJP"]);
  expect(await fontOf("大韓", "주식")).toEqual(["NotoSansKR"]);
});

test("Chinese and Thai are broken between words, without spaces", async () => {
  const [chinese, thai] = ["上海浦东发展银行，营业部", "ค่าใช้จ่ายในการดำเนินงาน"];
  const ink = await inkFor(chinese, thai);
  for (const [text, width] of [
    [chinese, 4.5],
    [thai, 5],
  ] as const) {
    const lines = ink.wrap(text, "regular", width, 9);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join("")).toBe(text);
    expect(lines.filter((line) => /^[，。）\p{M}]/u.test(line))).toEqual([]);
  }
  expect(ink.widestPiece(thai, "regular")).toBeLessThan(ink.widthOf(thai, "regular") / 2);
});
