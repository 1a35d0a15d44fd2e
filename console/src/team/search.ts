/** The query of the address of the team's page, which all its parts read. */
export interface Search {
  /** `access` shows the table of everybody's access. */
  readonly show?: string | undefined;
  readonly member?: string | undefined;
  readonly invitation?: string | undefined;
  /** The state of the listed invitations: members and open ones if left out, or `all`. */
  readonly state?: string | undefined;
  /** `invite` opens the form. */
  readonly do?: string | undefined;
}

export const CLOSED: Search = { member: undefined, invitation: undefined, do: undefined };
