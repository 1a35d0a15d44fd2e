/**
 * Fonts for letters that the main font lacks. Invariants: the file of a font is read only if a text needs one
 * of its letters, so a statement in Latin letters costs no time and no memory; the glyphs of a text are those
 * that HarfBuzz chooses, so letters are joined, reordered and placed as their script demands.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type FontFiles, FONTS, type Weight } from "./font-files.ts";

/** A glyph and its distance from where the part begins, in units of the font. */
export interface PlacedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** The glyphs of a part of a text that can't be divided, such as a letter with its accents. */
export interface ShapedPart {
  readonly text: string;
  readonly glyphs: readonly PlacedGlyph[];
  /** The distance to the next part, in units of the font. */
  readonly advance: number;
}

/** An opened family of fonts. */
export interface Face {
  readonly name: string;
  /** The factor by which its letters are drawn smaller than those of the main font. */
  readonly scale: number;
  /** How much thicker bold letters of a single weight are drawn, as a multiple of the font size. */
  readonly thickened: number;
  /** The files of its weights, which are the same bytes if there is one weight only. */
  readonly files: Readonly<Record<Weight, Uint8Array>>;
  /** True if each visible character of `letter` has a glyph. */
  has(letter: string): boolean;
  /** Returns the parts of a text of one direction, from left to right. */
  shape(text: string, weight: Weight, isRightToLeft: boolean): readonly ShapedPart[];
}

interface Family {
  readonly name: string;
  /** The letters for which the family is tried. */
  readonly letters: RegExp;
  readonly files: FontFiles;
  readonly scale: number;
  readonly thickened: number;
}

/** Chinese characters, kana, and the signs and punctuation that are written among them. */
const CJK =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\u2460-\u24FF\u3000-\u303F\u3200-\u33FF\uFF00-\uFFEF]/u;
const EMOJI = /[\p{Emoji}\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3]/u;
/** Letters that are emoji even if the main font has a glyph for them. */
const EMOJI_ONLY = /[\p{Emoji_Presentation}\uFE0F]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const CJK_AND_HANGUL = new RegExp(`${CJK.source}|${HANGUL.source}`, "u");
/** Joiners and selectors of variants, for which a font needs no glyph. */
const INVISIBLE = /\p{Join_Control}|\p{Variation_Selector}/gu;

/** Returns a family of letters that are drawn as large as those of the main font. */
function familyOf(name: keyof typeof FONTS, letters: RegExp): Family {
  return { name, letters, files: FONTS[name], scale: 1, thickened: 0 };
}

const ALPHABETS: readonly Family[] = [
  familyOf("arabic", /\p{scx=Arabic}/u),
  familyOf("hebrew", /\p{scx=Hebrew}/u),
  familyOf("thai", /\p{scx=Thai}/u),
  familyOf("devanagari", /\p{scx=Devanagari}/u),
];
/** They have one weight; bold letters get about the thickness of a second one. */
const THICKENED = { thickened: 0.028 } as const;
const CHINESE: Family = { ...familyOf("chinese", CJK), ...THICKENED };
const JAPANESE: Family = { ...familyOf("japanese", CJK), ...THICKENED };
const KOREAN: Family = { ...familyOf("korean", CJK_AND_HANGUL), ...THICKENED };
/** Its glyphs are a quarter wider than the font size, and too fine to be drawn thicker. */
const PICTURES: Family = { ...familyOf("emoji", EMOJI), scale: 0.85 };

/** Returns a letter without joiners and selectors. */
export function visible(letter: string): string {
  return letter.replaceAll(INVISIBLE, "");
}

/** True if a letter is an emoji even if the main font has a glyph for it. */
export function isEmoji(letter: string): boolean {
  return EMOJI_ONLY.test(letter);
}

export interface Fallbacks {
  /**
   * Returns the font of each letter, or null where none of the opened fonts has it. `letters` are all letters
   * of a text that the main font lacks, because one font for the whole text looks best.
   */
  facesOf(letters: readonly string[]): ReadonlyMap<string, Face | null>;
}

/** Opens the fonts for texts, each given by its letters that the main font lacks. */
export async function openFallbacks(texts: readonly (readonly string[])[]): Promise<Fallbacks> {
  const families = familiesFor(texts);
  const opened = new Map<Family, Face>();
  const facesOf = (letters: readonly string[]) => {
    const distinct = [...new Set(letters)];
    return new Map(distinct.map((letter) => [letter, faceOf(letter, distinct, families, opened)]));
  };
  for (const letters of texts) {
    for (const family of families) {
      const own = letters.filter((letter) => family.letters.test(letter));
      const faces = own.length === 0 ? [] : [...facesOf(own).values()];
      // Families of the same letters are opened in their order until one has all of them.
      if (faces.includes(null) || new Set(faces).size > 1) {
        if (!opened.has(family)) opened.set(family, await openFamily(family));
      }
    }
  }
  return { facesOf };
}

/**
 * Returns the families in the order in which they are tried. Chinese characters have other forms in Japanese
 * and Korean, so a statement with Japanese or Korean letters prefers their fonts.
 */
function familiesFor(texts: readonly (readonly string[])[]): readonly Family[] {
  const has = (letters: RegExp) => texts.some((text) => text.some((letter) => letters.test(letter)));
  const cjk = has(KANA)
    ? [JAPANESE, CHINESE, KOREAN]
    : has(HANGUL)
      ? [KOREAN, CHINESE, JAPANESE]
      : [CHINESE, JAPANESE, KOREAN];
  return [...ALPHABETS, ...cjk, PICTURES];
}

function faceOf(
  letter: string,
  letters: readonly string[],
  families: readonly Family[],
  opened: ReadonlyMap<Family, Face>,
): Face | null {
  const candidates = families.flatMap((family) => {
    const face = family.letters.test(letter) ? opened.get(family) : undefined;
    return face?.has(letter) === true ? [{ family, face }] : [];
  });
  const whole = candidates.find(({ family, face }) =>
    letters.every((other) => !family.letters.test(other) || face.has(other)),
  );
  return (whole ?? candidates[0])?.face ?? null;
}

/** Opened families stay until the thread ends, which it does soon when it is idle. */
const faces = new Map<Family, Promise<Face>>();

async function openFamily(family: Family): Promise<Face> {
  const face = faces.get(family) ?? readFamily(family);
  faces.set(family, face);
  return face;
}

async function readFamily({ name, files, scale, thickened }: Family): Promise<Face> {
  const {
    Blob,
    Buffer,
    BufferFlag,
    ClusterLevel,
    Direction,
    Face: FontFile,
    Font,
    shape,
  } = await import("harfbuzzjs");
  const read = (path: string) => readFile(fileURLToPath(import.meta.resolve(path)));
  const regular = await read(files.regular);
  const bytes = { regular, bold: files.bold === files.regular ? regular : await read(files.bold) };
  const open = (file: Uint8Array) => new Font(new FontFile(new Blob(Uint8Array.from(file))));
  const thin = open(bytes.regular);
  const fonts = { regular: thin, bold: bytes.bold === bytes.regular ? thin : open(bytes.bold) };
  const known = new Set(thin.face.collectUnicodes());
  return {
    name,
    scale,
    thickened,
    files: bytes,
    has: (letter) => Array.from(visible(letter)).every((each) => known.has(each.codePointAt(0) ?? 0)),
    shape(text, weight, isRightToLeft) {
      const font = fonts[weight];
      const buffer = new Buffer();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
      buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
      buffer.setClusterLevel(ClusterLevel.MONOTONE_GRAPHEMES);
      shape(font, buffer);
      return partsOf(text, buffer.getGlyphInfosAndPositions());
    },
  };
}

/** Groups the glyphs of each cluster, which HarfBuzz names by the index at which its text begins. */
function partsOf(
  text: string,
  shaped: readonly {
    readonly codepoint: number;
    readonly cluster: number;
    readonly xAdvance?: number;
    readonly xOffset?: number;
    readonly yOffset?: number;
  }[],
): readonly ShapedPart[] {
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  return [...Map.groupBy(shaped, ({ cluster }) => cluster)].map(([start, glyphs]) => {
    let advance = 0;
    const placed = glyphs.map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      const x = advance + xOffset;
      advance += xAdvance;
      return { id: codepoint, x, y: yOffset };
    });
    return { text: text.slice(start, ends.get(start)), glyphs: placed, advance };
  });
}
