/** The address of the chart. */
export interface Search {
  /** `departments` shows them in place of the categories. */
  readonly show?: string | undefined;
  readonly category?: string | undefined;
  readonly department?: string | undefined;
  readonly find?: string | undefined;
  /** `add` opens the form of a new category or department. */
  readonly do?: string | undefined;
}

/** What closes whatever is open beside the tree. */
export const CLOSED: Search = { category: undefined, department: undefined, do: undefined };
