/** Reads tax records, with links to their documents. Reading changes nothing. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, QueryOf } from "../../../../platform/db/index.ts";
import { asFilename } from "../../../../platform/objects/index.ts";
import type { FilesService } from "../../files/index.ts";
import { type DocumentType, documentTypeOf } from "../rules/states.ts";
import type { TaxRow } from "../record.ts";
import { taxesStore } from "../store.ts";

type Company = PublicId<"company">;

export { asFilename };

/**
 * The folder for documents that an operator puts into storage before importing a bundle that names their
 * keys.
 */
export function documentFolder(companyId: Company): string {
  return `${companyId}/taxes/`;
}

/** A path of one to three names below a folder. */
const PATH_IN_FOLDER = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9_.-]{0,99}){0,2}$/;

/**
 * True if a storage key is in one of the company's folders for documents. A bundle may name any key, and the
 * API returns links to the named files, so a key of another company must be refused.
 */
export function isDocumentKey(companyId: Company, key: string): boolean {
  return [documentFolder(companyId), `${companyId}/files/`].some(
    (folder) => key.startsWith(folder) && PATH_IN_FOLDER.test(key.slice(folder.length)),
  );
}

/** A document with a download link that was created for one response and expires. */
export interface LinkedDocument {
  readonly type: DocumentType;
  readonly filename: string;
  readonly content_type: "application/pdf";
  readonly download_url: string;
  readonly expires_at: UnixSeconds;
}

/** A tax record with its documents and their download links. */
export interface TaxWithLinks extends TaxRow {
  readonly documents: readonly LinkedDocument[];
}

/** The filters and the page of a request for the list of tax records. */
export type TaxQuery = QueryOf<typeof taxesStore.pages>;

/** Throws the refusal `taxes_not_ready` while a hold blocks reading the company's tax records. */
export async function checkReady(db: Queryable, companyId: Company): Promise<void> {
  if (await taxesStore.isHeld(db, companyId)) throw refuse("taxes_not_ready");
}

/**
 * Lists up to `limit` + 1 records, latest first. Throws the refusals `taxes_not_ready` and
 * `resource_missing`.
 */
export async function listTaxes(db: Queryable, companyId: Company, query: TaxQuery): Promise<TaxRow[]> {
  await checkReady(db, companyId);
  const after = await taxesStore.pages.cursorRecord(query, (id) => taxesStore.find(db, companyId, id));
  return taxesStore.pages.list(db, companyId, query, after);
}

/**
 * Returns a record. Throws the refusals `taxes_not_ready` and `resource_missing`, the latter also for a
 * record that is hidden from the API.
 */
export async function findTax(db: Queryable, companyId: Company, id: string): Promise<TaxRow> {
  await checkReady(db, companyId);
  const row = await taxesStore.find(db, companyId, id);
  if (row === null || row.staff_only) throw refuse("resource_missing");
  return row;
}

/** Adds new download links to a record. */
export async function withLinks(
  files: Pick<FilesService, "documentLink">,
  row: TaxRow,
  now: UnixSeconds,
): Promise<TaxWithLinks> {
  const type = row.document && documentTypeOf(row, row.document);
  if (row.document === null || type === null) return { ...row, documents: [] };
  const { download_url, ...link } = await files.documentLink(
    row.document.object_key,
    row.document.filename,
    now,
  );
  return { ...row, documents: [{ type, ...link, download_url }] };
}
