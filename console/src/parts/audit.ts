/** Events of the audit trail in words. */

/** Where a change came from. */
export const SURFACES = {
  key: "API key",
  console: "Console",
  command: "Command line",
  job: "In the background",
} as const;

/** Where a change came from, in words. */
export function surfaceText(surface: string): string {
  return Object.entries(SURFACES).find(([word]) => word === surface)?.[1] ?? surface;
}

/** The action of a change in words: `closeBooks` and `close-books` are `Close books`. */
export function actionText(action: string): string {
  const words = action.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[-_.]/g, " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1).toLowerCase()}`;
}
