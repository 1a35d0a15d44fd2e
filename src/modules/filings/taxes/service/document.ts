/**
 * The one document of a record, as its writers change it. Invariants: no other record has its file, which it
 * releases for another one; a document never claims more about a filing than is true.
 */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { documentTypeOf } from "../rules/states.ts";
import type { TaxDocument, TaxRow } from "../record.ts";
import type { TaxesNeeds } from "./needs.ts";

/** A file that becomes a document, with an optional new name. */
interface FileChoice {
  readonly fileId: string;
  readonly filename: string | null;
}

/**
 * Returns the record with a checked file as its document, and releases the file that it had. Refuses as
 * `attachFile` does.
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
 * The document that a record keeps when its filing changes: one from before a filing elsewhere stays a draft.
 */
export function keptDocument(
  { type, filing_status, document }: TaxRow,
  filedElsewhere: boolean,
): TaxDocument | null {
  return document && filedElsewhere && type === "income" && filing_status !== "filed"
    ? { ...document, only_draft: true }
    : document;
}

/** Refuses a new document of what would have nothing to confirm. */
export function checkConfirms(row: TaxRow): void {
  if (documentTypeOf(row, { only_draft: false }) !== null) return;
  throw refuse("invalid_request", {
    param: "type",
    message: `The ${row.type} filing of ${row.year} is ${row.filing_status}, so a confirmation can't be attached. Record first that it was filed.`,
  });
}
