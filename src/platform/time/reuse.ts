/** Reuse of a recent answer, for questions that are expensive to answer. */

/**
 * Returns a function that calls `ask` at most once in `ms` milliseconds, and else returns the last answer.
 */
export function atMostEvery<T>(ms: number, elapsedMs: () => number, ask: () => T): () => T {
  let last: { readonly at: number; readonly answer: T } | null = null;
  return () => {
    if (last === null || elapsedMs() - last.at >= ms) last = { at: elapsedMs(), answer: ask() };
    return last.answer;
  };
}
