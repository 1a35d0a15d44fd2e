/** The description of `book_imports`. */
import { id, integer, type RowOf, seconds, table, text, texts } from "../../core/record.ts";

export const BOOK_IMPORTS = table("book_imports", {
  id: id("import", "The import's id.", { key: true }),
  file_name: text("The file's name; null if it had none.", { nullable: true }),
  format: text("The program and the report that the file came from."),
  added_vouchers: integer("The number of vouchers that it added.", { least: 0 }),
  added_entries: integer("The number of their entries.", { least: 0 }),
  known_vouchers: integer("The number of vouchers that earlier imports had brought.", { least: 0 }),
  changed_vouchers: integer("The number of vouchers of earlier imports that it replaced.", { least: 0 }),
  gone_vouchers: integer("The number of vouchers of earlier imports that it removed.", { least: 0 }),
  made_categories: texts("The ids of the categories that it made.", { internal: true }),
  made_departments: texts("The ids of the departments that it made.", { internal: true }),
  created: seconds("When it was made."),
  undone_at: seconds("When it was taken back; null if it was not.", { nullable: true }),
});
export type BookImportRow = RowOf<typeof BOOK_IMPORTS>;
