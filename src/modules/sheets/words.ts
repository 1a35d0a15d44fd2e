/**
 * Parses and formats cell input and ranges. Callers can import this file without loading the whole module.
 */
export { readRanges } from "./rules/ranges.ts";
export { inputValue } from "./rules/input.ts";
export { qualifiedRange, rangeText } from "./rules/words.ts";
