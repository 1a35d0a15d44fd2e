/** What an edit would change, as the service says after it did and undid it, and the choice to make it. */
import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../kit/button.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { Loading } from "../kit/states.tsx";

interface ConsequencesProps<Change> {
  /** Names the edit, so that another one is tried anew. */
  readonly queryKey: readonly unknown[];
  readonly tryIt: () => Promise<Change>;
  readonly text: (change: Change) => string;
  /** Figures below the text. */
  readonly more?: (change: Change) => ReactNode;
  readonly isBusy: boolean;
  readonly verb?: string;
  readonly onMake: () => void;
  readonly onDrop: () => void;
}

export function Consequences<Change>(props: ConsequencesProps<Change>) {
  const { queryKey, tryIt, text, more, isBusy, verb = "Change it", onMake, onDrop } = props;
  const preview = useQuery({ queryKey: ["preview", ...queryKey], staleTime: 0, queryFn: tryIt });
  return (
    <div className="note" role="group" aria-label="What this changes">
      {preview.error ? (
        <Refusal error={preview.error} />
      ) : preview.data === undefined ? (
        <Loading what="what this changes" />
      ) : (
        <>
          <p role="status" dir="auto">
            {text(preview.data)}
          </p>
          {more?.(preview.data)}
        </>
      )}
      <p className="buttons">
        <Button
          className="button primary"
          isBusy={isBusy}
          disabled={preview.data === undefined || preview.error !== null}
          onClick={onMake}
        >
          {verb}
        </Button>
        <button type="button" className="button" onClick={onDrop}>
          Keep it
        </button>
      </p>
    </div>
  );
}
