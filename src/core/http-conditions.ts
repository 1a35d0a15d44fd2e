/** Evaluates the conditional headers `If-Match` and `If-None-Match` (RFC 9110, section 13). */

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
