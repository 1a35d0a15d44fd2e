/** Requests about taxes that are refused, by the expected error: `operation code param`. */
import type { Provocation } from "./feed-provocations.ts";

const TAXES = "/taxes";
const CREDITS = "/tax_credits";
const GOOD = {
  income: { tax_year: 2025, tax_firm: "Tick & Tie LLP", states_filed: [], file_id: "file_income_0" },
  franchise: { tax_year: 2025, file_id: "file_franchise_0" },
} as const;

export function uploading(which: keyof typeof GOOD, changes: object) {
  return { target: `${TAXES}/${which}_uploads`, method: "POST", body: { ...GOOD[which], ...changes } };
}

/** Returns the refusals that both uploads have. */
function ofFile(id: string, which: keyof typeof GOOD): Record<string, Provocation> {
  return {
    [`${id} parameter_missing tax_year`]: uploading(which, { tax_year: undefined }),
    [`${id} parameter_missing file_id`]: uploading(which, { file_id: undefined }),
    [`${id} invalid_request tax_year`]: uploading(which, { tax_year: 999 }),
    [`${id} invalid_request file_id`]: uploading(which, { file_id: 7 }),
    [`${id} invalid_file `]: uploading(which, { file_id: "file_empty" }),
    [`${id} resource_missing file_id`]: uploading(which, { file_id: "file_nobodys" }),
    [`${id} file_already_attached `]: uploading(which, { file_id: "file_attached" }),
    [`${id} tax_upload_failed `]: { ...uploading(which, {}), fault: "tax_upload.inspected" },
  };
}

export const TAX_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  ...ofFile("uploadIncomeReturn", "income"),
  ...ofFile("uploadFranchiseConfirmation", "franchise"),
  "uploadIncomeReturn parameter_missing tax_firm": uploading("income", { tax_firm: " " }),
  "uploadIncomeReturn parameter_missing states_filed": uploading("income", { states_filed: undefined }),
  "uploadIncomeReturn invalid_request tax_firm": uploading("income", { tax_firm: 7 }),
  "uploadIncomeReturn invalid_request states_filed": uploading("income", { states_filed: ["ZZ"] }),
  "uploadIncomeReturn wrong_document_type ": uploading("income", { file_id: "file_report" }),
  "listTaxes invalid_request type": `${TAXES}?type=sales`,
  "listTaxes invalid_request jurisdiction": `${TAXES}?jurisdiction=USA`,
  "listTaxes invalid_request year": `${TAXES}?year=999`,
  "listTaxes invalid_request status": `${TAXES}?status=accepted`,
  "listTaxes invalid_request limit": `${TAXES}?limit=0`,
  "listTaxes resource_missing starting_after": `${TAXES}?starting_after=tax_income_nobodys`,
  "getTax resource_missing ": `${TAXES}/tax_income_nobodys`,
  "listTaxCredits invalid_request type": `${CREDITS}?type=film`,
  "listTaxCredits invalid_request year": `${CREDITS}?year=`,
  "listTaxCredits invalid_request claim_status": `${CREDITS}?claim_status=submitted`,
  "listTaxCredits invalid_request limit": `${CREDITS}?limit=0`,
  "listTaxCredits resource_missing starting_after": `${CREDITS}?starting_after=tcred_nobodys`,
  "getTaxCredit invalid_request id": `${CREDITS}/tcred_a-b`,
  "getTaxCredit resource_missing id": `${CREDITS}/tcred_nobodys`,
};
