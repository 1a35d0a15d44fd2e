/** The description of `book_imports`. */
import Type, { type Static } from "typebox";
import {
  boolean,
  id,
  integer,
  json,
  type RowOf,
  seconds,
  table,
  text,
  texts,
  word,
} from "../../core/record.ts";
import type { AcceptedAnswers } from "./rules/import-answers.ts";

const IMPORT_STATUSES = ["waiting", "imported", "refused"] as const;

const problem = Type.Object(
  {
    message: Type.String({ description: "A sentence for people." }),
    param: Type.Union([Type.String(), Type.Null()], {
      description: "The field that can mend it; null if none.",
    }),
    line: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: "The line of the file; null if it is about none.",
    }),
  },
  {
    additionalProperties: false,
    title: "BookImportProblem",
    description: "Why nothing was imported; null if there is no problem.",
  },
);
export type ImportProblem = Static<typeof problem>;
/** Written by the module alone, from a checked request. */
const answers = Type.Object({});

export const BOOK_IMPORTS = table("book_imports", {
  id: id("import", "The import's id.", { key: true }),
  file_name: text("The file's name; null if it had none.", { nullable: true }),
  format: text("The program and the report that the file came from."),
  added_vouchers: integer("The number of vouchers that it added.", { least: 0 }),
  added_entries: integer("The number of their entries.", { least: 0 }),
  known_vouchers: integer("The number of vouchers that earlier imports had brought.", { least: 0 }),
  changed_vouchers: integer("The number of vouchers of earlier imports that it replaced.", { least: 0 }),
  gone_vouchers: integer("The number of vouchers of earlier imports that it removed.", { least: 0 }),
  place: integer("Counts the imports of the company in the order in which they were carried out.", {
    internal: true,
    nullable: true,
  }),
  made_categories: texts("The ids of the categories that it made.", { internal: true }),
  made_departments: texts("The ids of the departments that it made.", { internal: true }),
  enabled_departments: boolean("True if the company has departments on because of it.", { internal: true }),
  status: word(
    IMPORT_STATUSES,
    "`waiting` until its job has run; `refused` if nothing was imported, as `problem` says.",
  ),
  answers: json<AcceptedAnswers>()(answers, "The answers with which its plan was accepted.", {
    internal: true,
    nullable: true,
  }),
  problem: json<ImportProblem>()(problem, "Why nothing was imported; null if there is no problem.", {
    nullable: true,
  }),
  created: seconds("When it was made."),
  undone_at: seconds("When it was taken back; null if it was not.", { nullable: true }),
});
export type BookImportRow = RowOf<typeof BOOK_IMPORTS>;
