/** What a person chose for this browser: theme and density. Kept in the browser; the service knows nothing of it. */
import { useSyncExternalStore } from "react";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
}

const PLACE = "daybook.preferences";
const LAST_COMPANY = "daybook.company";
const listeners = new Set<() => void>();

/** A browser may forbid its storage; then nothing is remembered. */
function stored(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function store(place: string, text: string): void {
  try {
    localStorage.setItem(place, text);
  } catch {
    // Nothing is remembered then.
  }
}

function read(): Preferences {
  let given: Partial<Record<keyof Preferences, unknown>> = {};
  try {
    given = (JSON.parse(stored(PLACE) ?? "{}") as typeof given | null) ?? {};
  } catch {
    // What another version wrote counts as nothing.
  }
  return {
    theme: THEMES.find((theme) => theme === given.theme) ?? "auto",
    density: DENSITIES.find((density) => density === given.density) ?? "comfortable",
  };
}

let present = read();

function apply(): void {
  document.documentElement.dataset["theme"] = present.theme;
  document.documentElement.dataset["density"] = present.density;
}
apply();

export function choose(change: Partial<Preferences>): void {
  present = { ...present, ...change };
  store(PLACE, JSON.stringify(present));
  apply();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => present);
}

/** The company that was open last in this browser. */
export function lastCompany(): string | null {
  return stored(LAST_COMPANY);
}

export function rememberCompany(id: string): void {
  store(LAST_COMPANY, id);
}
