/** The use cases of exports put together: taking them on, telling of them, generating them. */
import { refuse } from "../../../../core/errors.ts";
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { linkTo } from "../../../../platform/objects/index.ts";
import { CONTENT_TYPES } from "../rules/file.ts";
import { DEPARTMENTS, type ExportInput } from "../rules/words.ts";
import type { ExportRow } from "../record.ts";
import { exportsStore } from "../store.ts";
import { accept, type Submission } from "./accept.ts";
import { generate, giveUp, sweep } from "./generate.ts";
import type { ExportsNeeds } from "./needs.ts";

type Company = PublicId<"company">;

/** A finished file, with a link to it. */
export interface ExportFile {
  readonly filename: string;
  readonly content_type: string;
  /** In bytes. */
  readonly size: number;
  readonly download_url: string;
  readonly expires_at: UnixSeconds;
}

/** An export with its file, whose link is made for this read. */
export interface ExportWithLink extends ExportRow {
  readonly file: ExportFile | null;
}

export interface ExportsService {
  /** Takes an export on, or finds the one that its key was used for; gives no link. */
  accept(submission: Submission, input: ExportInput): Promise<ExportWithLink>;
  /**
   * An export that the API made, with a new link to its file. Refuses `resource_missing` and
   * `feature_disabled`.
   */
  get(
    companyId: Company,
    id: string,
    features: ReadonlySet<string>,
    now: UnixSeconds,
  ): Promise<ExportWithLink>;
  /** Makes one attempt to generate an export. */
  generate(companyId: Company, id: string, signal: AbortSignal): Promise<void>;
  /** Ends an export that no further attempt is made for. */
  giveUp(companyId: Company, id: string): Promise<void>;
  /** Deletes files that attempts of an export left. */
  sweep(companyId: Company, id: string): Promise<void>;
}

export function exportsService(needs: ExportsNeeds): ExportsService {
  const { db } = needs;
  return {
    accept: async (submission, input) => ({ ...(await accept(needs, submission, input)), file: null }),
    async get(companyId, id, features, now) {
      const row = await exportsStore.find(db, companyId, id);
      if (row === null || row.origin !== "api") throw refuse("resource_missing");
      if (row.group_rows === "department" && !features.has(DEPARTMENTS)) throw refuse("feature_disabled");
      return { ...row, file: await fileOf(needs, row, now) };
    },
    generate: (companyId, id, signal) => generate(needs, companyId, id, signal),
    giveUp: (companyId, id) => giveUp(needs, companyId, id),
    sweep: (companyId, id) => sweep(needs, companyId, id),
  };
}

/** The file with a new link, while links are available. */
async function fileOf(
  { objects }: ExportsNeeds,
  { format, completed_at, file_key, file_name, file_size }: ExportRow,
  now: UnixSeconds,
): Promise<ExportFile | null> {
  if (file_key === null || file_name === null || file_size === null || completed_at === null) return null;
  if (now > completed_at + LIMITS.export_file_s.value) return null;
  const { filename, content_type, ...link } = await linkTo(objects, file_key, {
    name: file_name,
    contentType: CONTENT_TYPES[format],
    now,
    forS: LIMITS.export_link_s.value,
  });
  return { filename, content_type, size: file_size, ...link };
}
