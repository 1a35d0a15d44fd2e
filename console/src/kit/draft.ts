/** What is typed into a form: one value for each of its fields, which change one by one. */
import { useState } from "react";

/**
 * Returns the values, and what changes some of them. The first values count once: what is read again later
 * does not overwrite what somebody typed.
 */
export function useDraft<Draft extends object>(
  first: Draft | (() => Draft),
): readonly [draft: Draft, write: (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(first);
  return [draft, (change) => setDraft((before) => ({ ...before, ...change }))];
}
