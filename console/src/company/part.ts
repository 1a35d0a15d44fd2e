/**
 * What the page of the company hands to its parts: the company, what the address says, and the way to
 * change it.
 */
import type { Company } from "../api/types.ts";

/** The query of the address. */
export interface Search {
  readonly show?: string | undefined;
  /** `edit` opens the form of the profile. */
  readonly do?: string | undefined;
  /** The event that is open, and the filters of the trail. */
  readonly event?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly surface?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface PartProps {
  readonly company: Company;
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
}
