/** The address of the page of filings: which part is shown, its filters, and the record beside it. */
import type { ListForms1099Query, ListTaxCreditsQuery, ListTaxesQuery } from "@daybook/client";
import type { Company } from "../api/types.ts";
import { today } from "../kit/dates.ts";
import {
  CLAIM_DECLINED,
  CLAIM_STAGES,
  FORM_NOT_REQUIRED,
  FORM_STAGES,
  STATES,
  stagesOfTax,
} from "./words.ts";

/** The query of the address. */
export interface Search {
  /** A part; without one, the calendar. */
  readonly show?: string | undefined;
  /** The year of the calendar. */
  readonly in?: string | undefined;
  readonly year?: string | undefined;
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly jurisdiction?: string | undefined;
  readonly vendor?: string | undefined;
  readonly tax?: string | undefined;
  readonly credit?: string | undefined;
  readonly form?: string | undefined;
  /** `income` and `franchise` open the form that uploads a document. */
  readonly do?: string | undefined;
}

/** What each part of the page gets. */
export interface PartProps {
  readonly company: Company;
  readonly search: Search;
  readonly go: (change: Search) => void;
}

export const CLOSED: Search = { tax: undefined, credit: undefined, form: undefined, do: undefined };
/** A part has statuses of its own, so that its filters go with it. */
export const UNFILTERED: Search = {
  in: undefined,
  year: undefined,
  status: undefined,
  type: undefined,
  jurisdiction: undefined,
  vendor: undefined,
};

export const PARTS = [
  ["calendar", "Calendar"],
  ["taxes", "Taxes"],
  ["credits", "Credits"],
  ["forms", "1099s"],
] as const;
export type Part = (typeof PARTS)[number][0];

export function partOf({ show }: Search): Part {
  return PARTS.find(([word]) => word === show)?.[0] ?? "calendar";
}

/** A year of four digits, or undefined for anything else. */
export function yearOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{3}$/.test(text) ? Number(text) : undefined;
}

export const TAX_STATUSES = stagesOfTax({ type: "income" });
export const CLAIM_STATUSES = [...CLAIM_STAGES, CLAIM_DECLINED];
/** Those of the service, and what it selects by `pending`. */
export const FORM_STATUSES = [
  ["pending", "Required and not filed", ""],
  ...FORM_STAGES,
  FORM_NOT_REQUIRED,
] as const;

/** A word of the address, if it is one of a list of words. */
function wordOf<Word extends string>(text: string | undefined, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === text);
}

const TYPES = ["income", "franchise"] as const;

export function taxesQuery({ year, status, type, jurisdiction }: Search): ListTaxesQuery {
  const isKnown =
    jurisdiction === "US" || (jurisdiction?.startsWith("US-") === true && STATES.has(jurisdiction.slice(3)));
  return {
    year: yearOf(year),
    status: wordOf(status, ["onboarding", "preparing", "review_required", "filing", "filed"]),
    type: wordOf(type, TYPES),
    jurisdiction: isKnown ? (jurisdiction as ListTaxesQuery["jurisdiction"]) : undefined,
  };
}

export function creditsQuery({ year, status }: Search): ListTaxCreditsQuery {
  return {
    year: yearOf(year),
    claim_status: wordOf(status, ["undecided", "not_claimed", "pending", "claimed"]),
  };
}

export function formsQuery({ year, status, vendor }: Search): ListForms1099Query {
  const word = wordOf(
    status,
    FORM_STATUSES.map(([each]) => each),
  );
  return {
    year: yearOf(year),
    ...(word === "pending" ? { pending: true } : { filing_status: word }),
    vendor_name: vendor?.trim() === "" ? undefined : vendor,
  };
}

export const isFiltered = (search: Search): boolean =>
  [search.year, search.status, search.type, search.jurisdiction, search.vendor].some(
    (word) => word !== undefined,
  );

const YEARS_OFFERED = 8;

/** The years that a menu offers: the latest ones, and the one that is chosen. */
export function yearsOffered(chosen: number | undefined) {
  const last = Number(today().slice(0, 4));
  const years = Array.from({ length: YEARS_OFFERED }, (_none, index) => last - index);
  if (chosen !== undefined && !years.includes(chosen)) years.push(chosen);
  return years.map((year) => ({ id: String(year), name: String(year) }));
}
