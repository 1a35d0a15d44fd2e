/** The records of the bundle's sections about taxes, and short ways to write them. */

export interface BundleTax {
  readonly id: string;
  readonly year?: number;
  readonly states?: readonly string[];
  readonly filing_status?: "onboarding" | "preparing" | "review_required" | "filing" | "filed";
  readonly filed_at?: number | null;
  readonly filed_elsewhere?: boolean;
  readonly extension_filed_at?: number | null;
  readonly tax_firm?: string | null;
  readonly staff_only?: boolean;
  readonly document?: {
    readonly object_key: string;
    readonly filename: string;
    readonly size: number;
    readonly only_draft?: boolean;
    readonly created?: number;
  } | null;
  readonly created?: number;
  readonly updated?: number;
}

export interface BundleReturn {
  readonly total_cents?: number | null;
  readonly income_tax_cents?: number | null;
  readonly filed?: boolean;
  readonly updated?: number;
}

export interface BundleQuestionnaire {
  readonly decision?: "undecided" | "opted_in" | "declined";
  readonly estimate_cents?: number | null;
  readonly estimate_confirmed?: boolean;
  readonly payroll_provider?: string | null;
  readonly payroll_done?: boolean;
  readonly payroll_done_because?: "submitted" | "full_offset" | null;
  readonly payroll_submitted_at?: number | null;
  readonly return_package?: BundleReturn | null;
  readonly created?: number;
  readonly updated?: number;
}

export interface BundleCredit {
  readonly id: string;
  readonly year?: number;
  readonly questionnaires?: readonly BundleQuestionnaire[];
}

/** Returns the income tax record of a year. */
export function income(year: number, more: Partial<BundleTax> = {}): BundleTax {
  return { id: `tax_income_${year}`, year, ...more };
}

/** Returns the Delaware franchise tax record of a year. */
export function franchise(year: number, more: Partial<BundleTax> = {}): BundleTax {
  return { id: `tax_franchise_${year}`, year, ...more };
}

/** Returns the tax credit of a year, with the questionnaires or else one empty questionnaire. */
export function credit(year: number, ...questionnaires: readonly BundleQuestionnaire[]): BundleCredit {
  return { id: `tcred_${year}`, year, questionnaires: questionnaires.length === 0 ? [{}] : questionnaires };
}
