/** The words of uploads, for who offers them without loading the module. */
export { COLUMNS, DATE_FORMATS, FILE_FORMATS, SIGNS } from "./rules/words.ts";
