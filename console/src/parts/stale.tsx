/**
 * Reads that failed. A page keeps what it shows, and what is typed on it, when a later read of it fails; the
 * failure is said above it. It goes only after a refusal that ends the right to see it.
 */
import { useSyncExternalStore } from "react";
import { ends, queryClient } from "../api/queries.ts";
import { ProblemNote } from "../kit/states.tsx";

interface Failing {
  readonly data: unknown;
  readonly error: unknown;
}

const isShown = ({ data, error }: Failing): boolean => data !== undefined && !ends(error);

/** The error that a page shows instead of its content; null if it can show what was read, now or before. */
export function problemOf(query: Failing): unknown {
  return isShown(query) ? null : query.error;
}

const cache = queryClient.getQueryCache();
const failed = () =>
  cache.findAll({
    type: "active",
    predicate: ({ state }) => state.error !== null && isShown(state),
  });

/** Says above a page that what is on it could not be read again. */
export function StaleNote() {
  const error = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => failed()[0]?.state.error ?? null,
  );
  if (error === null) return null;
  return <ProblemNote error={error} retry={() => void Promise.all(failed().map((query) => query.fetch()))} />;
}
