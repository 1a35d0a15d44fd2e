/**
 * The filing statuses of a tax record as a table of transitions (specification, "Tax filing status"): the
 * events that are possible in each status, and the status after each event.
 */
import { machine } from "../../../../core/states.ts";

export const TAX_TYPES = ["income", "franchise"] as const;
export type TaxType = (typeof TAX_TYPES)[number];

export const FILING_STATUSES = ["onboarding", "preparing", "review_required", "filing", "filed"] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

/**
 * The events of a filing, in the order of this list: the onboarding is complete; the draft is complete; the
 * return was signed, or Delaware has the payment information; the service filed the return; the return was
 * filed outside the service, which is possible at any time; the onboarding starts again.
 */
export const TAX_EVENTS = [
  "onboarded",
  "drafted",
  "signed",
  "filed",
  "filed_elsewhere",
  "restarted",
] as const;
export type TaxEvent = (typeof TAX_EVENTS)[number];

export const FILING = machine<FilingStatus, TaxEvent>([
  { from: "onboarding", event: "onboarded", to: "preparing" },
  { from: "onboarding", event: "filed_elsewhere", to: "filed" },
  { from: "preparing", event: "drafted", to: "review_required" },
  { from: "preparing", event: "filed_elsewhere", to: "filed" },
  { from: "preparing", event: "restarted", to: "onboarding" },
  { from: "review_required", event: "signed", to: "filing" },
  { from: "review_required", event: "filed_elsewhere", to: "filed" },
  { from: "review_required", event: "restarted", to: "onboarding" },
  { from: "filing", event: "filed", to: "filed" },
  { from: "filing", event: "filed_elsewhere", to: "filed" },
  { from: "filing", event: "restarted", to: "onboarding" },
  // A filed record stays filed; an upload for the same year replaces its document.
  { from: "filed", event: "filed_elsewhere", to: "filed" },
]);

/** The types of a record's document: a return before and after filing, or Delaware's confirmation. */
export const DOCUMENT_TYPES = ["draft_return", "filed_return", "filing_confirmation"] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/**
 * The type under which the API returns a record's document. Null for the confirmation of a record that is not
 * filed, which must not be returned. With `only_draft`, the document stays a draft although the record is
 * filed, because another return was filed outside the service.
 */
export function documentTypeOf(
  { type, filing_status }: { readonly type: TaxType; readonly filing_status: FilingStatus },
  { only_draft }: { readonly only_draft: boolean },
): DocumentType | null {
  if (type === "franchise") return filing_status === "filed" ? "filing_confirmation" : null;
  return filing_status === "filed" && !only_draft ? "filed_return" : "draft_return";
}
