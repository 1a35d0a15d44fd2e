/**
 * Parses and formats ranges. Callers can import this file without loading the whole module.
 */
export { readRanges } from "./rules/ranges.ts";
export { qualifiedRange, rangeText } from "./rules/words.ts";
