/** The description of `form_1099_documents`. */
import { id, integer, type RowOf, seconds, table, text, word } from "../../../core/record.ts";
import { DOCUMENT_STATES, DOCUMENT_TYPES } from "./rules.ts";

export const FORM_DOCUMENTS = table("form_1099_documents", {
  id: id("document", "The document's id.", { key: true }),
  form_number: integer("The number of its record.", { fixed: true }),
  state: word(
    DOCUMENT_STATES,
    "`storing` until its file is there, `dropped` when another one took its place.",
  ),
  type: word(DOCUMENT_TYPES, "A W-9 or a 1099 form.", { fixed: true }),
  filename: text("The file's name.", { fixed: true }),
  content_type: text("The file's media type.", { fixed: true, nullable: true }),
  size: integer("The file's size in bytes.", { fixed: true, least: 0 }),
  swept_from: seconds("When the file may be deleted; null while it is attached.", { nullable: true }),
  created: seconds("When it was made.", { fixed: true }),
});
export type StoredDocument = RowOf<typeof FORM_DOCUMENTS>;
