/**
 * How texts and questions are cut into words. The server's index and the page's search must agree on it, so
 * both use this file. Names such as `invalid_api_key` and `listTransactions` are words as a whole and by
 * their parts.
 */

const SEPARATORS = /[^\p{L}\p{N}_$]+/u;
const PARTS = /_|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;

/** Short names of two letters and a sign, such as `P&L` and `R&D`. */
const SIGNED = /(?<![\p{L}\p{N}])([\p{L}\p{N}]) ?& ?([\p{L}\p{N}])(?![\p{L}\p{N}])/gu;

/**
 * Writes such short names as one word, as others do: `PnL`.
 * @param {string} text
 */
function joined(text) {
  return text.replaceAll(SIGNED, "$1n$2");
}

/**
 * Returns the words of a text for the index.
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  return joined(text)
    .split(SEPARATORS)
    .flatMap((word) => {
      const parts = word.split(PARTS).filter((part) => part !== "");
      return parts.length > 1 ? [word, ...parts] : parts;
    })
    .map((word) => word.toLowerCase());
}

/** Words that say nothing of what is asked for. */
const SMALL = new Set(
  "a an and are as at be by can do does for from how i in is it its my of on or that the to what when where which with".split(
    " ",
  ),
);

/**
 * Returns the words of a question: a name is asked for as a whole. Small words count only if there is no
 * other.
 * @param {string} text
 * @returns {string[]}
 */
export function askedWordsOf(text) {
  const words = joined(text)
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word.replaceAll("_", "") !== "");
  const telling = words.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : words;
}

/** The fields of the index, and what a result is shown and ranked by. */
export const FIELDS = ["title", "names", "where", "text"];
export const STORED = ["title", "where", "text", "address", "rank"];

/** How a question is answered: by all of its words, of which the later ones may be unfinished. */
export const SEARCH_OPTIONS = {
  boost: { title: 6, names: 5, where: 2 },
  /** @type {"AND"} */
  combineWith: "AND",
  prefix: true,
  weights: { fuzzy: 0.2, prefix: 0.6 },
  /**
   * @param {unknown} _id
   * @param {string} _term
   * @param {Record<string, unknown>} [stored]
   */
  boostDocument: (_id, _term, stored) => Number(stored?.["rank"] ?? 1),
};

/**
 * The share of letters that may differ, for a question that finds nothing as it is written.
 * @param {string} word
 */
export function slipOf(word) {
  return word.length >= 4 ? 0.25 : false;
}
