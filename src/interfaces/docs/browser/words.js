/**
 * How texts and questions are cut into words. The server's index and the page's search must agree on it, so
 * both use this file. Names such as `invalid_api_key` and `listTransactions` are words as a whole and by their
 * parts.
 */

const SEPARATORS = /[^\p{L}\p{N}_$]+/u;
const PARTS = /_|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;

/**
 * Returns the words of a text for the index.
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  return text
    .split(SEPARATORS)
    .flatMap((word) => {
      const parts = word.split(PARTS).filter((part) => part !== "");
      return parts.length > 1 ? [word, ...parts] : parts;
    })
    .map((word) => word.toLowerCase());
}

/**
 * Returns the words of a question: a name is asked for as a whole.
 * @param {string} text
 * @returns {string[]}
 */
export function askedWordsOf(text) {
  return text
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word.replaceAll("_", "") !== "");
}

/** The fields of the index, and the order in which results are shown. */
export const FIELDS = ["title", "where", "text"];
export const STORED = ["title", "where", "text", "address"];

/** How a question is answered: all words, the beginnings of words, and a slip of the pen in longer ones. */
export const SEARCH_OPTIONS = {
  boost: { title: 6, where: 2 },
  combineWith: "AND",
  prefix: true,
  /** @param {string} word */
  fuzzy: (word) => (word.length >= 5 ? 0.2 : false),
  weights: { fuzzy: 0.2, prefix: 0.6 },
};
