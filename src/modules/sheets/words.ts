/** The words of documents and how cells and ranges are written, for who needs them without loading the module. */
export { readRanges } from "./rules/ranges.ts";
export { typedValue } from "./rules/typed.ts";
export { qualifiedRange, rangeText } from "./rules/words.ts";
