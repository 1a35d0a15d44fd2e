/**
 * The library's fonts, changed in two ways: figures are laid out digit by digit, and texts of further scripts
 * are drawn with the glyphs of HarfBuzz. Invariants: each part of a text is one glyph of the embedded font,
 * which names exactly the characters of the part, so that every program finds the text again; the layout's
 * width is the drawn width.
 */
import type { PlacedGlyph, ShapedPart } from "./pdf-fallback.ts";
import { isMarked, withoutMarks } from "./pdf-runs.ts";

/** The layout of a text by a font of the library: glyphs and their advance widths. */
interface Run {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly advanceWidth: number;
}

/** The parts of the font's file that are embedded. */
interface Subset {
  /** The glyphs by their ids in the font's file. */
  readonly glyphs: number[];
  /** Exists while the subset is encoded, as all members below. */
  readonly glyf: Uint8Array[];
  readonly loca: { readonly offsets: number[] };
  readonly hmtx: { readonly metrics: { readonly advance: number; readonly bearing: number }[] };
  offset: number;
  includeGlyph(id: number): number;
  _addGlyph(id: number): number;
}

/** The library's internal font object. It is undocumented, so the library's version is pinned. */
export interface Shapes {
  readonly font: {
    readonly unitsPerEm: number;
    readonly maxp: Record<string, number>;
    hasGlyphForCodePoint(codePoint: number): boolean;
    getGlyph(id: number): {
      readonly advanceWidth: number;
      readonly cbox: {
        readonly minX: number;
        readonly minY: number;
        readonly maxX: number;
        readonly maxY: number;
      };
    };
  };
  readonly subset: Subset;
  /** The widths of the embedded font's glyphs, and the characters that they stand for. */
  readonly widths: number[];
  readonly unicode: (readonly number[])[];
  layoutRun(text: string, features: PDFKit.Mixins.OpenTypeFeatures[] | undefined): Run;
  layout(text: string): Run;
  encode(text: string): readonly [glyphs: readonly string[], positions: readonly unknown[]];
}

/** Returns the library's font object of a registered font. */
export function shapesOf(doc: PDFKit.PDFDocument, name: string): Shapes {
  return (doc.font(name) as unknown as { readonly _font: Shapes })._font;
}

/**
 * Gives the library a faster layout of figures. Only figures are drawn with OpenType features. A table has
 * many different figures, so their layout is composed of single characters, each laid out once. This also
 * prevents kerning between digits.
 */
export function composeFigures(shapes: Shapes): void {
  const single = new Map<string, Run>();
  const layoutRun = shapes.layoutRun.bind(shapes);
  const runOf = (character: string, features: PDFKit.Mixins.OpenTypeFeatures[]): Run => {
    const run = single.get(character) ?? layoutRun(character, features);
    single.set(character, run);
    return run;
  };
  shapes.layoutRun = (text, features) => {
    if (features === undefined) return layoutRun(text, features);
    const runs = Array.from(text, (character) => runOf(character, features));
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    };
  };
}

/** A glyph of the embedded font, with the characters that programs read for it. */
interface DrawnGlyph {
  readonly key: string;
  readonly text: string;
  readonly glyphs: readonly PlacedGlyph[];
  readonly advance: number;
}

/**
 * Lets the library draw texts by the glyphs that `shape` returns. A mark before a text says that it is
 * right-to-left. As in any PDF, the glyphs of such a text are drawn from left to right, and a bracket names
 * the character that it looks like; programs that read the text reverse it.
 */
export function embedShaped(
  shapes: Shapes,
  mirrored: (character: string) => string,
  shape: (text: string, isRightToLeft: boolean) => readonly ShapedPart[],
): void {
  const unit = 1000 / shapes.font.unitsPerEm;
  const embedded = new Map<string, number>();
  const composites = composeGlyphs(shapes);
  const texts = new Map<string, readonly DrawnGlyph[]>();
  const glyphsOf = (text: string): readonly DrawnGlyph[] => {
    const isReversed = isMarked(text);
    const glyphs =
      texts.get(text) ??
      shape(withoutMarks(text), isReversed).flatMap((part) =>
        drawnGlyphs(part, isReversed ? mirrored : null),
      );
    texts.set(text, glyphs);
    return glyphs;
  };
  const embed = ({ key, text, glyphs, advance }: DrawnGlyph): number => {
    const known = embedded.get(key);
    if (known !== undefined) return known;
    const [first] = glyphs;
    const isSingle = first !== undefined && glyphs.length === 1 && first.x === 0 && first.y === 0;
    const index = shapes.subset.glyphs.push(isSingle ? first.id : composites.add(glyphs, advance)) - 1;
    shapes.widths[index] = (isSingle ? shapes.font.getGlyph(first.id).advanceWidth : advance) * unit;
    shapes.unicode[index] = Array.from(text, (point) => point.codePointAt(0) ?? 0);
    embedded.set(key, index);
    return index;
  };
  shapes.layout = (text) => {
    const glyphs = glyphsOf(text);
    return {
      glyphs,
      positions: glyphs,
      advanceWidth: glyphs.reduce((sum, { advance }) => sum + advance * unit, 0),
    };
  };
  shapes.encode = (text) => {
    const glyphs = glyphsOf(text);
    const ids = glyphs.map(embed);
    const positions = glyphs.map(({ advance }, index) => ({
      xAdvance: advance * unit,
      advanceWidth: shapes.widths[ids[index] ?? 0] ?? 0,
      xOffset: 0,
      yOffset: 0,
    }));
    return [ids.map((id) => id.toString(16).padStart(4, "0")), positions];
  };
}

/** Accents, joiners and selectors. Some programs take a glyph that names one to have no width. */
const WITHOUT_WIDTH = /[\p{Mn}\p{Cf}]/u;

/**
 * Returns the glyphs that draw a part of a text: one with its outlines, and, if the part contains characters
 * without a width, empty ones that name these and what follows them. With `mirrored`, the part is
 * right-to-left.
 */
function drawnGlyphs(
  { text, glyphs, advance }: ShapedPart,
  mirrored: ((character: string) => string) | null,
): readonly DrawnGlyph[] {
  const points = Array.from(text);
  const first = Math.max(
    0,
    points.findIndex((point) => !WITHOUT_WIDTH.test(point)),
  );
  const next = points.findIndex((point, index) => index > first && WITHOUT_WIDTH.test(point));
  const end = next === -1 ? points.length : next;
  const glyphOf = (start: number, stop: number): DrawnGlyph => {
    const part = points.slice(start, stop);
    const read = (mirrored ? part.toReversed().map(mirrored) : part).join("");
    if (start !== first) return { key: read, text: read, glyphs: [], advance: 0 };
    return { key: JSON.stringify([read, glyphs, advance]), text: read, glyphs, advance };
  };
  const drawn = [
    ...(first > 0 ? [glyphOf(0, first)] : []),
    glyphOf(first, end),
    ...(end < points.length ? [glyphOf(end, points.length)] : []),
  ];
  return mirrored ? drawn.toReversed() : drawn;
}

/** The ids of composed glyphs follow the largest that a font file can have. */
const FIRST_COMPOSED = 0x10000;

/** Lets the subset of a font have glyphs that are composed of others. `add` returns the id of a new one. */
function composeGlyphs({ font, subset }: Shapes): {
  add(glyphs: readonly PlacedGlyph[], advance: number): number;
} {
  const composed: { readonly glyphs: readonly PlacedGlyph[]; readonly advance: number }[] = [];
  const addGlyph = subset._addGlyph.bind(subset);
  subset._addGlyph = (id) => {
    const glyph = composed[id - FIRST_COMPOSED];
    if (glyph === undefined) return addGlyph(id);
    const boxes = glyph.glyphs.map((part) => ({ ...part, box: font.getGlyph(part.id).cbox }));
    // A space has no outline.
    const drawn = boxes.filter(({ box }) => box.maxX > box.minX && box.maxY > box.minY);
    const bytes =
      drawn.length === 0 ? new Uint8Array() : compositeOf(drawn, (part) => subset.includeGlyph(part));
    const bearing = Math.min(...drawn.map(({ x, box }) => x + box.minX));
    subset.glyf.push(bytes);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push({ advance: glyph.advance, bearing: drawn.length === 0 ? 0 : bearing });
    subset.offset += bytes.length;
    return subset.glyf.length - 1;
  };
  return {
    add(glyphs, advance) {
      // Programs that draw the font reserve memory by these limits. A part may be composed itself.
      const { maxp } = font;
      const raise = (name: string, least: number) => (maxp[name] = Math.max(maxp[name] ?? 0, least));
      if (composed.length === 0) raise("maxComponentDepth", (maxp["maxComponentDepth"] ?? 0) + 1);
      raise("maxComponentElements", glyphs.length);
      const largest = (simple: string, whole: string) => Math.max(maxp[simple] ?? 0, maxp[whole] ?? 0);
      raise(
        "maxCompositePoints",
        Math.min(0xffff, glyphs.length * largest("maxPoints", "maxCompositePoints")),
      );
      raise(
        "maxCompositeContours",
        Math.min(0xffff, glyphs.length * largest("maxContours", "maxCompositeContours")),
      );
      return FIRST_COMPOSED + composed.push({ glyphs, advance }) - 1;
    },
  };
}

/** The flags of a component: its offset is two 16-bit numbers, and whether another one follows. */
const OFFSET = 0x0003;
const MORE = 0x0020;

/** Returns the description of a composite glyph as in the table `glyf`, padded to four bytes. */
function compositeOf(
  parts: readonly (PlacedGlyph & { readonly box: ReturnType<Shapes["font"]["getGlyph"]>["cbox"] })[],
  includeGlyph: (id: number) => number,
): Uint8Array {
  const view = new DataView(new ArrayBuffer(12 + 8 * parts.length));
  const header = [
    -1,
    Math.min(...parts.map(({ x, box }) => x + box.minX)),
    Math.min(...parts.map(({ y, box }) => y + box.minY)),
    Math.max(...parts.map(({ x, box }) => x + box.maxX)),
    Math.max(...parts.map(({ y, box }) => y + box.maxY)),
  ];
  for (const [index, number] of header.entries()) view.setInt16(2 * index, number);
  for (const [index, { id, x, y }] of parts.entries()) {
    const at = 10 + 8 * index;
    view.setUint16(at, OFFSET | (index < parts.length - 1 ? MORE : 0));
    view.setUint16(at + 2, includeGlyph(id));
    view.setInt16(at + 4, x);
    view.setInt16(at + 6, y);
  }
  return new Uint8Array(view.buffer);
}
