/**
 * Checks that a process can serve requests, by testing everything that it needs. Invariants: a check ends
 * within its time limit, even if a dependency hangs; simultaneous requests share one check; no response
 * contains an address, a user or another detail of the installation.
 */
import { atMostEvery } from "../../platform/time/reuse.ts";
import { endsWithin } from "../../platform/time/timer.ts";

/** Why a thing that the service needs can't be used, as a sentence without details; null when it can. */
export type Check = () => Promise<string | null>;

export interface Readiness {
  readonly isReady: boolean;
  /** `ok` or the reason, by the name of the check. */
  readonly checks: Readonly<Record<string, string>>;
}

/** Lets a process be ready for nothing once it was asked to stop, whatever its checks find. */
export function unlessStopping(ready: () => Promise<Readiness>): {
  readonly ready: () => Promise<Readiness>;
  readonly isStopping: () => boolean;
  readonly beginStop: () => void;
} {
  let isStopping = false;
  return {
    async ready() {
      const found = await ready();
      if (!isStopping) return found;
      return { isReady: false, checks: { ...found.checks, process: "It is stopping." } };
    },
    isStopping: () => isStopping,
    beginStop() {
      isStopping = true;
    },
  };
}

const LONGEST_MS = 2_000;
/** The time for which a result is reused. */
const KEPT_MS = 1_000;

/** Makes the function that asks all checks. `failed` gets what a check throws. */
export function readinessOf(
  checks: Readonly<Record<string, Check>>,
  elapsedMs: () => number,
  failed: (check: string, error: unknown) => void,
): () => Promise<Readiness> {
  const ask = async (name: string, check: Check): Promise<string> => {
    let found: string | null = "It does not answer.";
    const asked = check().then(
      (problem) => {
        found = problem;
      },
      (error: unknown) => {
        failed(name, error);
        found = "It can't be used; the log says why.";
      },
    );
    await endsWithin(LONGEST_MS, asked);
    return found ?? "ok";
  };
  const askAll = async (): Promise<Readiness> => {
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await ask(name, check)] as const),
    );
    return { isReady: found.every(([, state]) => state === "ok"), checks: Object.fromEntries(found) };
  };
  return atMostEvery(KEPT_MS, elapsedMs, askAll);
}
