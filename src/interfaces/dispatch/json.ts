/** JSON as requests carry it: UTF-8, and nothing in it that could not be kept and given back as it came. */
import { refuse } from "../../core/errors.ts";
import { firstFlaw, flawSentence } from "../../platform/text/json-flaw.ts";
import { CallersNameRefusal } from "./callers-name.ts";

/** The longest part of a caller's own name that an error repeats. */
const TOLD_BACK = 100;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** True if a text can be kept and given back as it came: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * Parses a JSON text; undefined if it is invalid. Refuses `invalid_request` for values that JSON.parse would
 * change silently.
 */
export function readJson(bytes: Buffer): unknown {
  let unstorable = false;
  const note = (_name: string, part: unknown): unknown => {
    unstorable ||= typeof part === "string" && !isStorable(part);
    return part;
  };
  let value: unknown;
  let text: string;
  try {
    text = UTF8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Before texts are looked at, which takes several times as long in what is nested far too deep.
  const flaw = firstFlaw(text);
  if (flaw !== null) {
    const message = `The request body ${flawSentence(flaw)}.`;
    const { member } = flaw;
    if (member === null || member === "") throw refuse("invalid_request", { message });
    throw new CallersNameRefusal(member.slice(0, TOLD_BACK), message);
  }
  // Only an escape can make such a text out of UTF-8, so that most bodies are read once.
  if (/\\u(0000|d[89a-f])/i.test(text)) JSON.parse(text, note);
  if (unstorable)
    throw refuse("invalid_request", {
      message: "A text in the request body contains NUL or half of a surrogate pair.",
    });
  return value;
}
