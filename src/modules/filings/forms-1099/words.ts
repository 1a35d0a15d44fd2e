/** The words of 1099 records, for who offers them without loading the module. */
export { contentTypeOf, DOCUMENT_TYPES } from "./rules/words.ts";
