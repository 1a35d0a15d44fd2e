/**
 * Writes values with number formats, as TEXT does and as cells show them: chooses the section for a value and
 * its sign, and writes the pieces of the section. Formats are in the US form in every language.
 */
import { toText } from "../coerce.ts";
import { TEXT_MAX } from "../limits.ts";
import type { Scalar } from "../values.ts";
import { isDatePiece, writeDate } from "./dates.ts";
import { generalText } from "./general.ts";
import { writeNumber } from "./numbers.ts";
import { type Condition, type Section, isOfNegatives, meets, sectionsOf } from "./sections.ts";

/**
 * Formats a value as a cell shows it. An invalid format, or a number that is not a date, is shown as General.
 */
export function formatNumber(value: Scalar, format: string): string {
  return formatted(value, format) ?? (typeof value === "number" ? generalText(value) : toText(value));
}

/**
 * Formats a value, or returns null if Excel fails: the format is invalid, a date is out of range, or the text
 * would be too long.
 */
export function formatted(value: Scalar, format: string): string | null {
  const sections = sectionsOf(format);
  if (sections === null) return null;
  const text =
    typeof value === "number" || value === null
      ? writeBySections(sections, value ?? 0)
      : writeText(sections, toText(value));
  return text === null || text.length > TEXT_MAX ? null : text;
}

function writeText(sections: readonly Section[], text: string): string {
  const last = sections.at(-1);
  if (sections[3]?.pieces.some((piece) => piece.kind === "general"))
    return `${text}${sections[3].pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("")}`;
  const ofTexts =
    sections[3] ?? (last?.pieces.some((piece) => piece.kind === "whole text") ? last : undefined);
  if (ofTexts === undefined) return text;
  return ofTexts.pieces
    .map((piece) => (piece.kind === "whole text" ? text : piece.kind === "text" ? piece.text : ""))
    .join("");
}

function writeBySections(sections: readonly Section[], value: number): string | null {
  const chosen = sectionFor(sections, value);
  if (chosen === null) return "#".repeat(8);
  const { pieces } = chosen.section;
  if (pieces.some(isDatePiece)) return writeDate(pieces, value);
  // A section for texts shows a number like General, and nothing else.
  if (pieces.some((piece) => piece.kind === "whole text")) return generalText(value);
  const written = writeNumber(pieces, value);
  if (written === null) return null;
  return value < 0 && chosen.isSigned && !written.isZero ? `-${written.text}` : written.text;
}

interface Chosen {
  readonly section: Section;
  /** True if a negative number shows its sign; a section only for negative numbers writes its own sign. */
  readonly isSigned: boolean;
}

/** Returns the section for a number; null if there is none. */
function sectionFor(sections: readonly Section[], value: number): Chosen | null {
  const [first, second, third] = sections.filter(
    (section, at) => at < 3 && (at === 0 || at < sections.length) && !isOfTextsOnly(sections, section),
  );
  if (first === undefined) return sections[0] ? { section: sections[0], isSigned: true } : null;
  const condition =
    first.condition ??
    (second === undefined
      ? null
      : third === undefined && second.condition === null
        ? AT_LEAST_ZERO
        : ABOVE_ZERO);
  if (condition === null || meets(value, condition))
    return { section: first, isSigned: condition === null || !isOfNegatives(condition) };
  // A number that fails the only condition is shown with the next section, or as General.
  if (second === undefined) return { section: GENERAL, isSigned: showsSignOfRest(condition) };
  if (third === undefined && second.condition === null)
    return { section: second, isSigned: showsSignOfRest(condition) };
  const next = second.condition ?? BELOW_ZERO;
  if (meets(value, next)) return { section: second, isSigned: !isOfNegatives(next) };
  return third === undefined ? null : { section: third, isSigned: true };
}

const GENERAL: Section = { condition: null, pieces: [{ kind: "general" }] };

/**
 * True if a negative number that fails the first of two conditions shows its sign. After a condition such as
 * "zero or more", the remaining numbers are negative anyway.
 */
function showsSignOfRest({ operator, limit }: Condition): boolean {
  return operator === "=" || ((operator === ">" || operator === ">=") && limit > 0);
}

const AT_LEAST_ZERO = { operator: ">=", limit: 0 } as const;
const ABOVE_ZERO = { operator: ">", limit: 0 } as const;
const BELOW_ZERO = { operator: "<", limit: 0 } as const;

/** True for a last section with "@", which is only for texts if there are other sections. */
function isOfTextsOnly(sections: readonly Section[], section: Section): boolean {
  return (
    sections.length > 1 &&
    section === sections.at(-1) &&
    section.pieces.some((piece) => piece.kind === "whole text")
  );
}
