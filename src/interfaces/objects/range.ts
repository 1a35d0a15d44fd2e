/**
 * Ranges of requests for files (RFC 9110, section 14), as pure functions over the headers.
 */

/** A part of a file, from `start` to `end`, both included. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Fifteen digits are more than any file has, and still exact. */
const RANGE = /^bytes=[ \t]*(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))[ \t]*$/i;

/** The part that `Range` names; `whole` when it names none, several, or says nothing that can be read. */
export function partOf(range: string | undefined, size: number): Part | "whole" | "outside" {
  const [, first, last = "", suffix] = RANGE.exec(range ?? "") ?? [];
  if (suffix !== undefined) {
    if (Number(suffix) === 0) return "outside";
    return size === 0 ? "whole" : { start: Math.max(0, size - Number(suffix)), end: size - 1 };
  }
  if (first === undefined) return "whole";
  const [start, end] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < start) return "whole";
  return start >= size ? "outside" : { start, end };
}

/**
 * True if a range applies to the caller's version of the file: the caller names no version, or this one. We
 * send no dates that could match.
 */
export function isOfVersion(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag;
}
