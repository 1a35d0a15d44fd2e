/** A change that a dialog sends: it is sent once, and its refusal is kept for the dialog to show. */
import { useWrite } from "../parts/use-write.ts";

export interface Sending {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Runs work unless some is under way. */
  readonly send: (work: () => Promise<void>) => void;
}

export function useSending(): Sending {
  const { isPending, error, mutate } = useWrite({ mutationFn: (work: () => Promise<void>) => work() });
  return { isBusy: isPending, error, send: mutate };
}
