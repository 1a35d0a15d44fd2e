/**
 * Functions that the goldens run inside a page of the console. Each is sent to the page alone, so it can use
 * only the page and nothing else of this file.
 */

/**
 * Returns what the tree of roles and names leaves out: attributes of elements that are shown, and which kinds
 * of elements the page has how often, by their classes. `without` is the selector of parts that are left out.
 */
export function marksOf(/** @type {string | null} */ without) {
  const told =
    /^(?:aria-(?:current|sort|live|busy|haspopup|keyshortcuts|readonly|multiselectable|rowcount|colcount|rowindex|colindex|rowspan|invalid|modal|orientation|valuemin|valuemax)|title|inputmode|autocomplete|maxlength|min|max|step|required|readonly|multiple|accept|download|target|rel|lang|translate|hidden|datetime)$/;
  /** Told of all elements that are alike at once. */
  const counted = /^(?:type|scope|colspan|rowspan|dir|tabindex)$/;
  /** The names that libraries give are not the console's own. */
  const isOthers = (/** @type {string} */ name) => /^(?:mantine-|m_|recharts|react-)/.test(name);
  /** @type {string[]} */
  const marks = [];
  /** @type {Map<string, number>} */
  const kinds = new Map();
  const wordsOf = (/** @type {Element | null | undefined} */ element) =>
    (element?.getAttribute("aria-label") ?? element?.textContent ?? "")
      .trim()
      .replaceAll(/\s+/g, " ")
      .slice(0, 40);
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility() || (without !== null && element.closest(without) !== null)) continue;
    const tag = element.tagName.toLowerCase();
    const own = [...element.classList].filter((name) => !isOthers(name));
    const plain = [...element.attributes]
      .filter(({ name, value }) => counted.test(name) && !(name === "type" && value === "button"))
      .map(({ name, value }) => `[${name}=${value}]`);
    if (own.length > 0 || plain.length > 0) {
      const key = [tag, ...own.map((name) => `.${name}`), ...plain].join("");
      kinds.set(key, (kinds.get(key) ?? 0) + 1);
    }
    const attributes = element.getAttributeNames().flatMap((name) => {
      const value = element.getAttribute(name) ?? "";
      if (name === "aria-describedby" || name === "aria-activedescendant" || name === "aria-errormessage") {
        const meant = value.split(" ").map((id) => wordsOf(document.getElementById(id)));
        return [`${name}=${JSON.stringify(meant.join(" "))}`];
      }
      const isData = /^data-(?:opens|line|id|entry|edit|days|row|column)$/.test(name);
      // The value of a field is in the tree of roles.
      if (name === "value" && (tag === "meter" || tag === "progress"))
        return [`value=${JSON.stringify(value)}`];
      return told.test(name) || isData ? [`${name}=${JSON.stringify(value)}`] : [];
    });
    if (attributes.length === 0) continue;
    const labels = /** @type {HTMLInputElement} */ (element).labels;
    marks.push(`${tag} ${JSON.stringify(wordsOf(labels?.[0] ?? element))}: ${attributes.join(" ")}`);
  }
  const focused = document.activeElement;
  const focus =
    focused === null || focused === document.body
      ? null
      : `${focused.tagName.toLowerCase()} ${JSON.stringify(wordsOf(/** @type {HTMLInputElement} */ (focused).labels?.[0] ?? focused))}`;
  const names = [...kinds.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  return { marks, kinds: names.map((name) => `${name} ×${kinds.get(name)}`), focus };
}
