/**
 * The columns of `form_1099_reports`, `forms_1099` and `form_1099_documents`, from which SQL, schemas and the
 * bundle format derive.
 */
import type { PublicId } from "@daybook/words/public-id";
import {
  boolean,
  id,
  integer,
  NOW,
  patterned,
  type RowOf,
  seconds,
  table,
  text,
  word,
} from "../../../core/record.ts";
import { DOCUMENT_STATES, DOCUMENT_TYPES, FILING_STATUSES, type FilingStatus } from "./rules/words.ts";

/** The largest integer that the database can store as a year. */
const MOST_YEAR = 2_147_483_647;

const REPORT_NAME = [
  "^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$",
  "must be 1 to 63 letters, digits, `_`, `.` or `-`, the first of them a letter or a digit",
] as const;

const count = (description: string) => integer(description, { derived: true });

export const REPORTS = table("form_1099_reports", {
  id: patterned(...REPORT_NAME, "Your own id of the report, unique in the company, such as its year.", {
    key: true,
    bundlePath: "report",
  }),
  year: integer("The reporting year, as it came in.", {
    nullable: true,
    least: -MOST_YEAR,
    most: MOST_YEAR,
    fullBundleDescription:
      "The reporting year, unique in the company. With null, or a value outside 1000 to 9999, the report is not ready. Needed for a new one.",
  }),
  created: seconds("When it was created.", { default: NOW }),
  review_required: count("Records whose requirement is not confirmed yet."),
  pending: count("Records whose filing is required and not complete."),
  filed: count("Records that are filed."),
  not_required: count("Records for which no filing is required."),
  unsound: count("Unsound records, which no other count includes."),
});
/** A report with the number of its records in each status. */
export type ReportRow = Omit<RowOf<typeof REPORTS>, "created">;

export const FORMS = table("forms_1099", {
  report_id: patterned(...REPORT_NAME, "Its report.", {
    bundlePath: "report",
    fullBundleDescription: "Its report. Needed for a new one.",
  }),
  number: integer("Its position in the order of creation.", { key: true, internal: true }),
  id: id("form1099", "The record's id; null if none was assigned.", { nullable: true, internal: true }),
  year: integer("The year of its report.", { nullable: true, derived: true }),
  vendor_name: text("The vendor's name, for display; several records of a year may share it.", {
    fullBundleDescription: "The vendor's name. Needed for a new one.",
  }),
  vendor_key: text("The key by which vendors' names are compared.", { internal: true }),
  filing_status: text("One of the known statuses, unless it came in otherwise.", {
    default: "review_required" satisfies FilingStatus,
    fullBundleDescription: `How far it is: ${FILING_STATUSES.join(", ")}. With another status its report is not ready. Default: review_required.`,
  }),
  filed_at: seconds("When the service recorded the filing; null if unknown, not filed or filed elsewhere.", {
    nullable: true,
    bundleDescription:
      "When the filing was recorded through the service; only for a filed record not filed elsewhere.",
  }),
  filed_elsewhere: boolean("Whether it was reported as filed outside the service; only with `filed`.", {
    default: false,
    bundleDescription: "Whether it was filed outside the service; only for a filed record.",
  }),
  created: seconds("When the record was made.", { default: NOW, bundleDescription: "When it was created." }),
  updated: seconds("When the record last changed.", {
    default: NOW,
    bundleDescription: "When it last changed.",
  }),
});
/** A record without its documents and without its year, which is that of its report. */
export type StoredForm = Omit<RowOf<typeof FORMS>, "year" | "vendor_key">;

/** A record with its documents. */
export interface FormRow extends StoredForm {
  readonly year: number | null;
  readonly documents: readonly DocumentRow[];
}

/** A sound record, which can be returned: it has an id, a valid year and a known status. */
export interface SoundForm extends FormRow {
  readonly id: PublicId<"form1099">;
  readonly year: number;
  readonly filing_status: FilingStatus;
}

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
export type DocumentRow = Pick<StoredDocument, "id" | "type" | "filename" | "content_type">;
