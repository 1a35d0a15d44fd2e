/** Use cases of notes on the lines of statements. */
import type { CivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { takeTurn } from "../../../../platform/db/index.ts";
import { chartStore } from "../../chart/index.ts";
import type { StatementNoteRow } from "../record.ts";
import { OWN_LINES } from "../rules/notes.ts";
import type { ReportType } from "../rules/words.ts";
import { notesStore } from "../store.ts";
import type { ExportsNeeds } from "./needs.ts";

type Company = PublicId<"company">;

export interface NewNote {
  readonly line: string;
  readonly text: string;
  readonly reportType: ReportType | null;
  /** The days that a statement must show one of to show the note; null for any. */
  readonly days: { readonly from: CivilDate; readonly through: CivilDate } | null;
}

export interface StatementNotesService {
  /**
   * Adds a note. Throws the refusals `invalid_request` for a line that no statement can have, for days in the
   * wrong order, and if the company has as many notes as it may have.
   */
  addNote(companyId: Company, note: NewNote): Promise<StatementNoteRow>;
  /** Lists all notes of a company, the oldest first. */
  listNotes(companyId: Company): Promise<readonly StatementNoteRow[]>;
  /** Removes a note. Throws the refusal `resource_missing` if there is none. */
  removeNote(companyId: Company, id: string): Promise<void>;
}

export function statementNotesService({
  db,
  ids,
  clock,
}: Pick<ExportsNeeds, "db" | "ids" | "clock">): StatementNotesService {
  return {
    addNote: (companyId, { line, text, reportType, days }) =>
      db.transaction(async (tx) => {
        await takeTurn(tx, companyId, "exports");
        if (days !== null && days.from > days.through)
          throw refuse("invalid_request", {
            param: "through",
            message: `The first day of the note, ${days.from}, is after its last day, ${days.through}.`,
          });
        const isLine =
          OWN_LINES.includes(line) ||
          (await chartStore.findCategoryChoice(tx, companyId, line)) !== null ||
          (await chartStore.findDepartmentChoice(tx, companyId, line)) !== null;
        if (!isLine)
          throw refuse("invalid_request", {
            param: "line",
            message: `No statement has a line ${line}. A line is the id of a category or a department, or one of: ${OWN_LINES.join(", ")}.`,
          });
        const limit = LIMITS.statement_notes.value;
        if ((await notesStore.list(tx, companyId)).length >= limit)
          throw refuse("invalid_request", {
            param: "line",
            message: `The company has ${limit} notes on statements, which is the limit. Remove one first.`,
          });
        const row: StatementNoteRow = {
          id: ids.next("note"),
          line_id: line,
          report_type: reportType,
          start_date: days?.from ?? null,
          end_date: days?.through ?? null,
          text,
          created: clock.now(),
        };
        await notesStore.insert(tx, companyId, row);
        return row;
      }),
    listNotes: (companyId) => notesStore.list(db, companyId),
    async removeNote(companyId, id) {
      const removed = await db.transaction((tx) => notesStore.delete(tx, companyId, id));
      if (removed === 0) throw refuse("resource_missing", { param: "id" });
    },
  };
}
