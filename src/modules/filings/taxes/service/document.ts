/**
 * Changes of a record's document. Invariants: a file belongs to only one record, and is released when the
 * record gets another file; a document is never shown as filed unless it was.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { documentTypeOf } from "../rules/states.ts";
import type { TaxDocument, TaxRow } from "../record.ts";
import type { TaxesNeeds } from "./needs.ts";

/** The file of a new document. `filename` replaces the name of the uploaded file, unless null. */
interface FileChoice {
  readonly fileId: string;
  readonly filename: string | null;
}

/**
 * Attaches an inspected file as the record's document, releases the former file, and returns the changed
 * record. Throws the refusals of `attachFile`.
 */
export async function withDocument(
  tx: Tx,
  { files }: Pick<TaxesNeeds, "files">,
  companyId: PublicId<"company">,
  row: TaxRow,
  { fileId, filename }: FileChoice,
  now: UnixSeconds,
): Promise<TaxRow> {
  const {
    id,
    object_key,
    size,
    filename: uploadedAs,
  } = await files.attachFile(tx, companyId, fileId, row.id, now);
  if (object_key === null) throw refuse("invalid_file");
  if (row.document?.file_id) await files.releaseFile(tx, companyId, row.document.file_id, row.id, now);
  return {
    ...row,
    document: {
      file_id: id,
      object_key,
      filename: filename ?? uploadedAs,
      size,
      only_draft: false,
      created: now,
    },
  };
}

/**
 * The document of a record after a change of its filing status. If the return was filed outside the service,
 * an earlier document stays a draft, because it is not the filed return.
 */
export function documentAfterFiling(
  { type, filing_status, document }: TaxRow,
  filedElsewhere: boolean,
): TaxDocument | null {
  return document && filedElsewhere && type === "income" && filing_status !== "filed"
    ? { ...document, only_draft: true }
    : document;
}

/** Throws a refusal if the document would be a confirmation, but the record is not filed. */
export function checkCanHaveDocument(row: TaxRow): void {
  if (documentTypeOf(row, { only_draft: false }) !== null) return;
  throw refuse("invalid_request", {
    param: "type",
    message: `The ${row.type} filing of ${row.year} is ${row.filing_status}, so a confirmation can't be attached. Record first that it was filed.`,
  });
}
