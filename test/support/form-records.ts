/** The records of the bundle's sections about vendor 1099 filings. */

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

/** Returns the report of a year; the year is also the report's name. */
export function formReport(year: number): BundleFormReport {
  return { report: `${year}`, year };
}

/** Returns a record of a year, changed by `more`. By default the record is still to be confirmed. */
export function form(name: string, year: number, more: Partial<BundleForm> = {}): BundleForm {
  return {
    report: `${year}`,
    id: `f1099_${name}`,
    vendor_name: `Vendor ${name}`,
    created: 1_760_000_000,
    ...more,
  };
}
