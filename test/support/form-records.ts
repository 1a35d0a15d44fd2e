/** Records of the bundle's sections of vendor 1099 filings, as the file has them. */

/** A record of the section `form_1099_reports`. */
export interface BundleFormReport {
  readonly report: string;
  readonly year?: number | null;
  readonly created?: number;
}

/** A record of the section `forms_1099`. */
export interface BundleForm {
  readonly report?: string;
  readonly number?: number;
  readonly id: string | null;
  readonly vendor_name?: string;
  readonly filing_status?: string;
  readonly filed_at?: number | null;
  readonly filed_elsewhere?: boolean;
  readonly created?: number;
  readonly updated?: number;
}

/** The report of a year, which is its name too. */
export function formReport(year: number): BundleFormReport {
  return { report: `${year}`, year };
}

/** A record of a year, to be confirmed unless more is said. */
export function form(name: string, year: number, more: Partial<BundleForm> = {}): BundleForm {
  return {
    report: `${year}`,
    id: `f1099_${name}`,
    vendor_name: `Vendor ${name}`,
    created: 1_760_000_000,
    ...more,
  };
}
