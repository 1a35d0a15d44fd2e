/** The stages and states of filings in words. A word that the service adds later is shown as it is. */
import type { Form1099, IncomeUpload, Tax, TaxCredit } from "@daybook/client";

/** A stage: its word, its name, and what happens in it or who has to do what. */
export type Stage = readonly [word: string, name: string, means: string];

const INCOME_STAGES: readonly Stage[] = [
  ["onboarding", "Onboarding", "The questions about the year are not all answered."],
  ["preparing", "Preparing", "The return is being prepared; there is no draft yet."],
  ["review_required", "To review", "The draft is ready. Review and sign it with your preparer."],
  ["filing", "Filing", "It is signed, and not recorded as filed yet."],
  ["filed", "Filed", "It is recorded as filed. That says nothing about payment or acceptance."],
];
const FRANCHISE_STAGES: readonly Stage[] = INCOME_STAGES.map((stage) =>
  stage[0] === "review_required"
    ? ["review_required", "To review", "The draft is ready. Delaware needs payment information."]
    : stage,
);

export function stagesOfTax({ type }: Pick<Tax, "type">): readonly Stage[] {
  return type === "income" ? INCOME_STAGES : FRANCHISE_STAGES;
}

export const FORM_STAGES: readonly Stage[] = [
  ["review_required", "To confirm", "It is not confirmed whether a filing is required."],
  ["w9_required", "W-9 needed", "The vendor’s W-9 is needed; no request is recorded."],
  ["w9_requested", "W-9 requested", "The vendor has been asked for the W-9."],
  ["ready_to_file", "Ready to file", "Everything is there; it can be filed."],
  ["filing", "Filing", "It was requested and is being processed."],
  ["filed", "Filed", "It is complete."],
];
export const FORM_NOT_REQUIRED: Stage = [
  "not_required",
  "Not required",
  "No filing is required for this vendor.",
];

export const CLAIM_STAGES: readonly Stage[] = [
  ["undecided", "Undecided", "It is not decided whether to claim the credit."],
  ["pending", "Opted in", "It will be claimed, and is not in a filed return yet."],
  ["claimed", "Claimed", "The filed return has it."],
];
export const CLAIM_DECLINED: Stage = ["not_claimed", "Not claimed", "The company declined this credit."];

export const PAYROLL_STATES: readonly Stage[] = [
  ["waiting_for_tax_filing", "Waits for the income return", "It is submitted after the return is filed."],
  ["pending", "To submit", "The credit has to be submitted to the payroll provider."],
  ["action_required", "Needs a person", "No payroll provider that can take it is recorded. Submit it there."],
  ["submitted", "Submitted", "Recorded as submitted. That is neither an acknowledgment nor a refund."],
  ["not_required", "Not required", "Nothing is left to submit to payroll."],
  ["unknown", "Not known", "What is recorded does not say."],
];

const BASES: Readonly<Record<string, string>> = {
  estimate: "an estimate",
  prepared_return: "the prepared return",
  filed_return: "the filed return",
};

export function basisText({ amount_basis: basis }: TaxCredit): string | null {
  return basis === null ? null : (BASES[basis] ?? basis);
}

const DOCUMENTS: Readonly<Record<string, string>> = {
  draft_return: "Draft of the return",
  filed_return: "Filed return",
  filing_confirmation: "Delaware’s confirmation",
  w9: "W-9",
  form_1099: "1099",
};

export const documentText = (type: string): string => DOCUMENTS[type] ?? type;

export function stageName(stages: readonly Stage[], word: string): string {
  return stages.find(([each]) => each === word)?.[1] ?? word;
}

export const taxStage = (tax: Tax): string => stageName(stagesOfTax(tax), tax.filing_status);
export const formStage = ({ filing_status }: Form1099): string =>
  stageName([...FORM_STAGES, FORM_NOT_REQUIRED], filing_status);
export const claimStage = ({ claim_status }: TaxCredit): string =>
  stageName([...CLAIM_STAGES, CLAIM_DECLINED], claim_status);

type StateCode = IncomeUpload["states_filed"][number];

const STATE_NAMES = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  AS: "American Samoa",
  GU: "Guam",
  MP: "Northern Mariana Islands",
  PR: "Puerto Rico",
  VI: "U.S. Virgin Islands",
} as const satisfies Readonly<Record<StateCode, string>>;

/** The states, the District of Columbia and the territories by their USPS codes. */
export const STATES: ReadonlyMap<string, string> = new Map(Object.entries(STATE_NAMES));
const STATE_CODES = Object.keys(STATE_NAMES) as readonly StateCode[];

/** `US` is federal, `US-CA` California. */
export function jurisdictionText(code: string): string {
  return code === "US" ? "Federal" : (STATES.get(code.slice(3)) ?? code);
}

/** The states of a text such as `CA, New York`, and the words of it that are none. */
export function statesOf(text: string): { readonly codes: StateCode[]; readonly unknown: string[] } {
  const codes: StateCode[] = [];
  const unknown: string[] = [];
  for (const word of text.split(/[,;\n]/).map((each) => each.trim())) {
    if (word === "") continue;
    const found = STATE_CODES.find((code) =>
      [code, STATE_NAMES[code]].some((name) => name.toLowerCase() === word.toLowerCase()),
    );
    if (found === undefined) unknown.push(word);
    else if (!codes.includes(found)) codes.push(found);
  }
  return { codes, unknown };
}

const PROVIDERS: Readonly<Record<string, string>> = { gusto: "Gusto", rippling: "Rippling" };

/** The payroll software by its name. */
export const providerText = (provider: string | null): string =>
  provider === null ? "Not known" : (PROVIDERS[provider] ?? provider);
