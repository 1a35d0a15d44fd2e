/**
 * The filing states of a tax record as a table (specification, "Tax filing status"): what may happen in each,
 * and what it leads to.
 */
import { machine } from "../../../../core/states.ts";

export const TAX_TYPES = ["income", "franchise"] as const;
export type TaxType = (typeof TAX_TYPES)[number];

export const FILING_STATUSES = ["onboarding", "preparing", "review_required", "filing", "filed"] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

/**
 * What happens to a filing: its onboarding is complete; its draft is; it was reviewed and signed, or for
 * Delaware the payment information is there; the service filed it; somebody else did, which counts at any
 * time; or its onboarding begins anew.
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
  // What is filed stays filed; an upload for the same year takes the place of what was filed before.
  { from: "filed", event: "filed_elsewhere", to: "filed" },
]);

/**
 * What the one document of a record may be: a return before and after the filing is complete, or Delaware's
 * confirmation.
 */
export const DOCUMENT_TYPES = ["draft_return", "filed_return", "filing_confirmation"] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/**
 * What its document is told as. Null where there is nothing to tell: nothing confirms what is not filed. A
 * draft of what somebody else filed stays one.
 */
export function documentTypeOf(
  { type, filing_status }: { readonly type: TaxType; readonly filing_status: FilingStatus },
  { only_draft }: { readonly only_draft: boolean },
): DocumentType | null {
  if (type === "franchise") return filing_status === "filed" ? "filing_confirmation" : null;
  return filing_status === "filed" && !only_draft ? "filed_return" : "draft_return";
}
