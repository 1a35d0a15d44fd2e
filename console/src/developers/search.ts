/**
 * The query of the address of the page for developers, which all its parts read.
 */
export interface Search {
  readonly show?: string | undefined;
  readonly key?: string | undefined;
  /** `create` opens the form of a new key. */
  readonly do?: string | undefined;
}
