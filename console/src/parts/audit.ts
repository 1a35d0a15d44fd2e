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

/** The action that `text` names: `Create key` is `createKey`. A name of an operation or a command stays. */
export function actionOf(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length === 1
    ? text.trim()
    : words
        .map((word, at) => (at === 0 ? word.toLowerCase() : word.slice(0, 1).toUpperCase() + word.slice(1)))
        .join("");
}

/** What was done, by the word of an operation. */
const DONE: Readonly<Record<string, string>> = {
  add: "added",
  answer: "answered",
  apply: "applied",
  assign: "assigned",
  change: "changed",
  close: "closed",
  connect: "connected",
  convert: "converted",
  create: "created",
  delete: "deleted",
  disconnect: "disconnected",
  edit: "edited",
  export: "exported",
  import: "imported",
  invite: "invited",
  issue: "issued",
  match: "matched",
  merge: "merged",
  move: "moved",
  open: "opened",
  order: "ordered",
  post: "posted",
  receive: "received",
  remove: "removed",
  rename: "renamed",
  resend: "sent again",
  reverse: "reversed",
  review: "reviewed",
  revoke: "revoked",
  send: "sent",
  set: "changed",
  settle: "settled",
  split: "split",
  spread: "spread",
  undo: "undid",
  unmatch: "unmatched",
  update: "updated",
  upload: "uploaded",
  void: "voided",
};

/** What somebody did to what, in words: the record's name, or what kind of thing it is. */
export interface Deed {
  readonly did: string;
  readonly what: string;
}

/**
 * A change as what somebody did; null for what no operation did, such as a job. Operations begin with what is
 * done (`changeCategory`), commands end with it (`category set`).
 */
export function deedOf(action: string, subjectName: string | null): Deed | null {
  const words = actionText(action).toLowerCase().split(" ");
  const at = [0, words.length - 1].find((each) => Object.hasOwn(DONE, words[each] ?? ""));
  if (at === undefined) return null;
  return { did: DONE[words[at] ?? ""] ?? "", what: subjectName ?? words.toSpliced(at, 1).join(" ") };
}
