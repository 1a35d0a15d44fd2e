/**
 * Exports of reports: asked for by a page, made by the service in the background, followed here until the
 * file is there, and then downloaded. What is not finished survives a reload of the page.
 */
import type { NewStatementExport } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import { refusalText } from "../kit/refusal.tsx";

/** An export that this page follows. */
export interface Followed {
  readonly id: string;
  readonly company: string;
  /** What it is, such as "Income statement, PDF". */
  readonly title: string;
  readonly state: "waiting" | "ready" | "failed";
  readonly note: string;
  readonly url: string | null;
}

/** True while an export is followed. */
export const isFollowed = (id: string): boolean => followed.some((each) => each.id === id);

const PLACE = "daybook.exports";

let followed: readonly Followed[] = restored();
const listeners = new Set<() => void>();

function restored(): Followed[] {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "[]") as Followed[];
  } catch {
    return [];
  }
}

function replace(next: readonly Followed[]): void {
  followed = next;
  try {
    const unfinished = next.filter(({ state }) => state === "waiting");
    sessionStorage.setItem(PLACE, JSON.stringify(unfinished));
  } catch {
    // Then a reload forgets them; the service makes the files all the same.
  }
  for (const listener of listeners) listener();
}

export function change(id: string, changed: Partial<Followed>): void {
  replace(followed.map((each) => (each.id === id ? { ...each, ...changed } : each)));
}

export function dismiss(id: string): void {
  replace(followed.filter((each) => each.id !== id));
}

/** Asks for an export, and follows it. */
export async function startExport(
  company: string,
  title: string,
  request: NewStatementExport,
): Promise<void> {
  const placeholder = `asked ${title} ${performance.now()}`;
  const first: Followed = { id: placeholder, company, title, state: "waiting", note: "Asked for", url: null };
  replace([...followed, first]);
  try {
    const body = await ownOf(company).exportStatement(request);
    replace(
      followed.map((each) =>
        each.id === placeholder ? { ...each, id: body.id, note: "In the queue" } : each,
      ),
    );
  } catch (error) {
    change(placeholder, { state: "failed", note: refusalText(error) });
  }
}

/** Tells `listener` of each change; returns what ends it. For `useSyncExternalStore`, with `followedNow`. */
export function whenChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const followedNow = (): readonly Followed[] => followed;
