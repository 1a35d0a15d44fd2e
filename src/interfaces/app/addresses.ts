/** The paths of the console's pages. */

/** The console's path on the server. */
export const APP_ROOT = "/app";

export const PATHS = {
  home: APP_ROOT,
  keys: `${APP_ROOT}/keys`,
  newKey: `${APP_ROOT}/keys`,
  renameKey: `${APP_ROOT}/keys/rename`,
  revokeKey: `${APP_ROOT}/keys/revoke`,
  signIn: `${APP_ROOT}/sign-in`,
  signOut: `${APP_ROOT}/sign-out`,
  password: `${APP_ROOT}/password`,
  forgot: `${APP_ROOT}/forgot`,
  reset: `${APP_ROOT}/reset`,
  join: `${APP_ROOT}/join`,
  welcome: `${APP_ROOT}/welcome`,
  sheets: `${APP_ROOT}/sheets`,
} as const;

/** The addresses of the browser application, which tells its pages apart itself. */
export const APPLICATION_PATHS = [APP_ROOT, `${APP_ROOT}/c/*`, `${APP_ROOT}/me/*`] as const;

const LONGEST_RETURN = 2_000;

/** The page for signing in, which leads back to an address of the browser application. */
export function signInAddress(back: string): string {
  return back === APP_ROOT || returnAddress(back) === APP_ROOT
    ? PATHS.signIn
    : `${PATHS.signIn}?to=${encodeURIComponent(back)}`;
}

/** Where signing in leads: to the address that was asked for, if it is one of the browser application. */
export function returnAddress(asked: unknown): string {
  const isOurs =
    typeof asked === "string" &&
    asked.length <= LONGEST_RETURN &&
    /^\/app\/(c|me)\/[\x21-\x7e]*$/.test(asked);
  return isOurs && !asked.includes("\\") ? asked : APP_ROOT;
}

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

/** The page on which the first user of an installation gets in with a token. */
export function welcomeAddress(origin: string, token: string): string {
  return `${origin}${PATHS.welcome}?${token}`;
}

/** The editor of a spreadsheet of a company. */
export function sheetAddress(origin: string, company: string, id: string): string {
  return `${origin}${APP_ROOT}/c/${company}/sheets/${id}`;
}
