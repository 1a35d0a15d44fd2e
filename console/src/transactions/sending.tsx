/** A change that a dialog sends: it is under way once, and its refusal is kept for the dialog to show. */
import { useState } from "react";
import { noticeRefusal } from "../api/queries.ts";

export interface Sending {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Runs work unless some is under way. */
  readonly send: (work: () => Promise<void>) => void;
}

export function useSending(): Sending {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  return {
    isBusy,
    error,
    send: (work) => {
      if (isBusy) return;
      setBusy(true);
      setError(null);
      work()
        .catch((problem: unknown) => {
          noticeRefusal(problem);
          setError(problem ?? new Error("Something went wrong."));
        })
        .finally(() => setBusy(false));
    },
  };
}
