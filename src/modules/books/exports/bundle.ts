/** The bundle's section of notes on the lines of statements. */
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  recordReader,
  Tally,
} from "../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import { LIMITS } from "@daybook/words/limits";
import { isChanged } from "../../../core/record.ts";
import { type Tx, takeTurn } from "../../../platform/db/index.ts";
import { chartStore } from "../chart/index.ts";
import { STATEMENT_NOTES, type StatementNoteRow } from "./record.ts";
import { OWN_LINES } from "./rules/notes.ts";
import { notesStore } from "./store.ts";

const noteRecord = recordSchema(STATEMENT_NOTES);
const notesShape = {
  name: "statement_notes",
  form: "array",
  description: "Notes on the lines of statements, which exports number and print beneath them.",
  schema: noteRecord,
} as const;
const readNotes = recordReader(notesShape, noteRecord);
const noteFieldsOf = recordReading(STATEMENT_NOTES);
const recordOf = recordWriting(STATEMENT_NOTES);

export const statementNotesSection: BundleSection<Tx> = {
  ...notesShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const seen = new Set<string>();
    await takeTurn(tx, companyId, "exports");
    const existing = new Map<string, StatementNoteRow>(
      (await notesStore.list(tx, companyId)).map((row) => [row.id, row]),
    );
    const lines = new Set<string>(OWN_LINES);
    for (const { id } of await chartStore.listCategories(tx, companyId)) lines.add(id);
    for (const { id } of await chartStore.listDepartments(tx, companyId)) lines.add(id);
    let count = existing.size;
    for await (const { path, record } of readNotes(batches)) {
      onlyOnce(seen, record.id, path);
      const former = existing.get(record.id) ?? null;
      const row = noteFieldsOf(record, former, path, now);
      checkNote(row, lines, path);
      if (former === null) count += 1;
      if (count > LIMITS.statement_notes.value)
        throw new BundleProblem(
          path,
          `exceeds the ${LIMITS.statement_notes.value} notes that a company may have`,
        );
      const isSame = former !== null && !isChanged(STATEMENT_NOTES, former, row);
      if (former === null) await notesStore.insert(tx, companyId, row);
      else if (!isSame) await notesStore.update(tx, companyId, row);
      tally.compare(former ?? undefined, isSame);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield (await notesStore.list(tx, companyId)).map(recordOf);
  },
};

function checkNote(
  { line_id, start_date, end_date }: StatementNoteRow,
  lines: ReadonlySet<string>,
  path: string,
): void {
  if (!lines.has(line_id))
    throw new BundleProblem(`${path}.line_id`, `there is no line ${line_id} in a statement`);
  if ((start_date === null) !== (end_date === null))
    throw new BundleProblem(path, "has only one of start_date and end_date");
  if (start_date !== null && end_date !== null && start_date > end_date)
    throw new BundleProblem(`${path}.end_date`, "is before start_date");
}
