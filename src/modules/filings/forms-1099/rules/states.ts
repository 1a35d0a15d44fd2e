/**
 * Decisions on 1099 records, as pure functions and tables: the transitions of a record's status, a year's
 * summary, the reasons why a report is not ready, and the comparison of vendors' names. Invariants: a command
 * changes the status only as the table `FORM` allows; only `filed` means that a filing is complete.
 */
import { FIRST_YEAR, LAST_YEAR, type UnixSeconds } from "@daybook/words/civil-date";
import { machine } from "../../../../core/states.ts";
import type { FormRow, ReportRow, SoundForm } from "../record.ts";
import { type DocumentState, FILING_STATUSES, type FilingStatus } from "./words.ts";

/** The statuses of a filing that is confirmed as required and not complete. */
export const PENDING_STATUSES: readonly FilingStatus[] = [
  "w9_required",
  "w9_requested",
  "ready_to_file",
  "filing",
];

/**
 * The states of a document. It is `storing` until its file is stored and attached. If storing fails or takes
 * too long, the document is given up. An attached document is dropped when it is replaced or detached.
 */
export const DOCUMENT = machine<DocumentState, "attach" | "give_up" | "drop">([
  { from: "storing", event: "attach", to: "attached" },
  { from: "storing", event: "give_up", to: "dropped" },
  { from: "attached", event: "drop", to: "dropped" },
]);

export const SUMMARY_STATUSES = ["unknown", "review_required", "pending", "filed", "not_required"] as const;
export type SummaryStatus = (typeof SUMMARY_STATUSES)[number];

/** The events of a record, each recorded by a command. */
export const EVENTS = [
  "confirm",
  "request-w9",
  "collect-w9",
  "submit",
  "return",
  "file",
  "file-elsewhere",
  "not-required",
  "review",
] as const;
export type FormEvent = (typeof EVENTS)[number];

/** The facts about a record, in addition to its status, on which a transition may depend. */
interface GuardFacts {
  readonly filed_elsewhere: boolean;
  /** True if the record has a W-9 among its documents. */
  readonly hasW9: boolean;
}

const HAS_W9 = { says: "a W-9 is among its documents", holds: ({ hasW9 }: GuardFacts) => hasW9 };
const LACKS_W9 = { says: "no W-9 is among its documents", holds: ({ hasW9 }: GuardFacts) => !hasW9 };
const ELSEWHERE = {
  says: "it was filed elsewhere",
  holds: ({ filed_elsewhere }: GuardFacts) => filed_elsewhere,
};

/** The statuses in which an operator can still decide that no filing through the service is needed. */
const UNDECIDED: readonly FilingStatus[] = [
  "review_required",
  "w9_required",
  "w9_requested",
  "ready_to_file",
];

/** All transitions of a record. A record that was filed through the service stays filed. */
export const FORM = machine<FilingStatus, FormEvent, GuardFacts>([
  { from: "review_required", event: "confirm", guard: LACKS_W9, to: "w9_required" },
  { from: "review_required", event: "confirm", guard: HAS_W9, to: "ready_to_file" },
  { from: "w9_required", event: "request-w9", to: "w9_requested" },
  { from: "w9_required", event: "collect-w9", to: "ready_to_file" },
  { from: "w9_requested", event: "collect-w9", to: "ready_to_file" },
  { from: "ready_to_file", event: "submit", to: "filing" },
  { from: "filing", event: "return", to: "ready_to_file" },
  { from: "filing", event: "file", to: "filed" },
  ...UNDECIDED.map((from) => ({ from, event: "file-elsewhere", to: "filed" }) as const),
  ...UNDECIDED.map((from) => ({ from, event: "not-required", to: "not_required" }) as const),
  { from: "w9_required", event: "review", to: "review_required" },
  { from: "w9_requested", event: "review", to: "review_required" },
  { from: "ready_to_file", event: "review", to: "review_required" },
  { from: "not_required", event: "review", to: "review_required" },
  { from: "filed", event: "review", guard: ELSEWHERE, to: "review_required" },
]);

/** The fields `filed_at` and `filed_elsewhere` of a record after an event. */
export function filingFieldsAfter(
  event: FormEvent,
  at: UnixSeconds,
): { readonly filed_at: UnixSeconds | null; readonly filed_elsewhere: boolean } {
  return { filed_at: event === "file" ? at : null, filed_elsewhere: event === "file-elsewhere" };
}

/** The columns of a report that count its records. */
export const REPORT_COUNTS = [
  "review_required",
  "pending",
  "filed",
  "not_required",
  "unsound",
] as const satisfies readonly (keyof ReportRow)[];
export type ReportCounts = Pick<ReportRow, (typeof REPORT_COUNTS)[number]>;

export function isYear(year: number | null): year is number {
  return year !== null && Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** True if a report is ready: its year is valid, and all its records are sound. */
export function isReady({ year, unsound }: Pick<ReportRow, "year" | "unsound">): boolean {
  return isYear(year) && unsound === 0;
}

export interface Summary {
  readonly year: number;
  readonly filing_status: SummaryStatus;
  readonly counts: {
    readonly review_required: number;
    readonly required: number;
    readonly pending: number;
    readonly filed: number;
  };
}

/** The summary of a year, from the year's report; null if there is no report. */
export function summaryOf(year: number, report: ReportCounts | null): Summary {
  const { review_required, pending, filed } = report ?? { review_required: 0, pending: 0, filed: 0 };
  return {
    year,
    filing_status: report === null ? "unknown" : statusOf(report),
    counts: { review_required, required: pending + filed, pending, filed },
  };
}

function statusOf({ review_required, pending, filed }: ReportCounts): SummaryStatus {
  if (review_required > 0) return "review_required";
  if (pending > 0) return "pending";
  return filed > 0 ? "filed" : "not_required";
}

function isFilingStatus(text: string): text is FilingStatus {
  return FILING_STATUSES.some((status) => status === text);
}

/**
 * The reason why a record is not sound, as the end of a sentence about the record; null if the record is
 * sound. The database column `sound` has the same condition.
 */
export function faultOf({
  id,
  filing_status,
  filed_at,
  filed_elsewhere,
}: Pick<FormRow, "id" | "filing_status" | "filed_at" | "filed_elsewhere">): string | null {
  if (id === null) return "has no public id";
  if (!isFilingStatus(filing_status)) return `has an unknown status, ${filing_status}`;
  if (filed_elsewhere && filing_status !== "filed") return "is said to be filed elsewhere, and is not filed";
  if (filed_at !== null && (filing_status !== "filed" || filed_elsewhere))
    return "has the time of a filing through the service, and was not filed through it";
  return null;
}

export function isSound(row: FormRow): row is SoundForm {
  return isYear(row.year) && faultOf(row) === null;
}

/** A letter that becomes a different letter, `i`, if converted to upper case and back to lower case. */
const DOTLESS = "ı";

/** The key by which vendors' names are compared, ignoring case and surrounding blanks. */
export function vendorKey(name: string): string {
  const fold = (part: string): string => part.toUpperCase().toLowerCase();
  return name.normalize("NFC").trim().split(DOTLESS).map(fold).join(DOTLESS);
}
