/**
 * Reads the query of a request target: pairs of percent-encoded UTF-8 with `+` for a space. A library that is
 * lenient here makes up values (`merchant=%ff` came out as `NaNf`); here a value is what was sent, or
 * unreadable.
 */
import { type RawValue, UNREADABLE } from "../../contract/params.ts";

/** The values under each name, in the order in which they came; a name without `=` has a blank value. */
export function parseQuery(text: string): Readonly<Record<string, RawValue>> {
  const query = Object.create(null) as Record<string, string | string[]>;
  if (text === "") return query;
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? "" : decoded(pair.slice(equals + 1));
    const former = query[name];
    if (former === undefined) query[name] = value;
    else if (typeof former === "string") query[name] = [former, value];
    else former.push(value);
  }
  return query;
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return UNREADABLE;
  }
}
