/** The paths of the console's pages. */

/** The console's path on the server. */
export const APP_ROOT = "/app";

export const PATHS = {
  keys: APP_ROOT,
  newKey: `${APP_ROOT}/keys`,
  renameKey: `${APP_ROOT}/keys/rename`,
  revokeKey: `${APP_ROOT}/keys/revoke`,
  signIn: `${APP_ROOT}/sign-in`,
  signOut: `${APP_ROOT}/sign-out`,
  password: `${APP_ROOT}/password`,
  forgot: `${APP_ROOT}/forgot`,
  reset: `${APP_ROOT}/reset`,
  join: `${APP_ROOT}/join`,
  sheets: `${APP_ROOT}/sheets`,
} as const;

/** The pages that lead to everything else, with their names, in the order in which each page shows them. */
export const MAIN_PAGES: readonly (readonly [address: string, label: string])[] = [
  [PATHS.keys, "API keys"],
  [PATHS.password, "Password"],
];

// A link's token is all of its query. With a name and `=` before it, a mail that is read as it travels
// (quoted-printable) would show another link.

/** The page on which the invitation of a token is accepted. */
export function joinAddress(origin: string, token: string): string {
  return `${origin}${PATHS.join}?${token}`;
}

/** The page on which a password is set with a token. */
export function passwordAddress(origin: string, token: string): string {
  return `${origin}${PATHS.reset}?${token}`;
}

/** The page of a spreadsheet. */
export function sheetAddress(origin: string, id: string): string {
  return `${origin}${PATHS.sheets}/${id}`;
}
