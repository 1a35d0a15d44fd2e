/** The document types of 1099 records, for code that must not load the whole module. */
export { contentTypeOf, DOCUMENT_TYPES } from "./rules/words.ts";
