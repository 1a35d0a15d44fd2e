/** Conditions of requests (RFC 9110, section 13), as pure functions over the headers. */

/**
 * True if a list such as that of `If-None-Match` holds a tag, given with its quotes. A star stands for any
 * tag only by itself: within a list it may be a part of another tag.
 */
function holds(list: string, tag: string, weakToo: boolean): boolean {
  if (list.trim() === "*") return true;
  return list.split(",").some((each) => {
    const held = each.trim();
    return (weakToo ? held.replace(/^W\//, "") : held) === tag;
  });
}

export interface Conditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** The status of what has this tag under these conditions: 200 when they hold. */
export function statusOf({ ifMatch, ifNoneMatch }: Conditions, tag: string): 200 | 304 | 412 {
  if (ifMatch !== undefined && !holds(ifMatch, tag, false)) return 412;
  return ifNoneMatch !== undefined && holds(ifNoneMatch, tag, true) ? 304 : 200;
}
