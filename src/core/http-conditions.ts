/**
 * Evaluates the conditional headers `If-Match` and `If-None-Match` (RFC 9110, section 13), and chooses the
 * form of a file that a client accepts (section 12.5.3).
 */

/**
 * True if the list of a conditional header contains an entity tag, which is passed with its quotes. A `*`
 * matches any tag only if it is the whole header. With `allowsWeak`, weak tags (`W/"..."`) match too.
 */
function includesTag(list: string, tag: string, allowsWeak: boolean): boolean {
  if (list.trim() === "*") return true;
  return list.split(",").some((each) => {
    const listed = each.trim();
    return (allowsWeak ? listed.replace(/^W\//, "") : listed) === tag;
  });
}

export interface Conditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** Returns the response status for a resource with this entity tag: 200 if the conditions are met. */
export function conditionalStatus({ ifMatch, ifNoneMatch }: Conditions, tag: string): 200 | 304 | 412 {
  if (ifMatch !== undefined && !includesTag(ifMatch, tag, false)) return 412;
  return ifNoneMatch !== undefined && includesTag(ifNoneMatch, tag, true) ? 304 : 200;
}

/** A file as it is, and compressed where that saves something. */
export interface Packed {
  readonly bytes: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

/** Returns the smallest form of a file that `Accept-Encoding` allows, and its name in `Content-Encoding`. */
export function encodingOf(
  { bytes, br, gzip }: Packed,
  accepted: string,
): { readonly encoding: "br" | "gzip" | null; readonly bytes: Buffer } {
  const words = accepted
    .split(",")
    .filter((word) => !/;\s*q=0(\.0*)?\s*$/i.test(word))
    .map((word) => word.trim().split(/\s*;/, 1)[0]);
  if (br !== null && words.includes("br")) return { encoding: "br", bytes: br };
  if (gzip !== null && words.includes("gzip")) return { encoding: "gzip", bytes: gzip };
  return { encoding: null, bytes };
}
