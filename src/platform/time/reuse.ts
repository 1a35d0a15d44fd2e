/** Reuse of an answer for a while, for questions that cost the other side something. */

/** Returns a function that calls `ask` at most once in `ms` milliseconds and else gives its last answer again. */
export function atMostEvery<T>(ms: number, elapsedMs: () => number, ask: () => T): () => T {
  let last: { readonly at: number; readonly answer: T } | null = null;
  return () => {
    if (last === null || elapsedMs() - last.at >= ms) last = { at: elapsedMs(), answer: ask() };
    return last.answer;
  };
}
