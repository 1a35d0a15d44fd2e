/** The public interface of the sheets module. */
export { sheetsSection } from "./bundle/index.ts";
export { sheetsConsoleContract } from "./contract/console.ts";
export { sheetsContract } from "./contract/index.ts";
export { sheetsConsoleHandlers } from "./handlers/console.ts";
export { sheetsHandlers } from "./handlers/index.ts";
export { booksReader } from "./service/books.ts";
export type { SheetWithWorksheets } from "./rules/words.ts";
export type { SheetEdit } from "./service/edit.ts";
export { type SheetsService, sheetsService } from "./service/index.ts";
export { workbookReader } from "./service/workbook.ts";
