/**
 * The shapes of what in-page.js gives. Its own text knows the names of a browser, which the project's does
 * not.
 */
export function lookAt(): string[];
export function focused(): { readonly label: string; readonly ring: boolean } | null;
export function lookAtSheet(): {
  readonly left: number;
  readonly right: number;
  readonly columns: string[];
  readonly areApart: boolean;
  readonly rowHeadersStay: boolean;
};
