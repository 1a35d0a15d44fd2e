/** A change that a dialog sends: it is under way once, and its refusal is shown in the dialog. */
import { useState } from "react";

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
        .catch((problem: unknown) => setError(problem ?? new Error("Something went wrong.")))
        .finally(() => setBusy(false));
    },
  };
}

/** What a refusal says. */
export function refusalText(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}

/** The refusal of a change in its dialog; nothing while there is none. */
export function Refusal({ error }: { readonly error: unknown }) {
  if (error === null) return null;
  return (
    <p className="problem" role="alert">
      {refusalText(error)}
    </p>
  );
}
