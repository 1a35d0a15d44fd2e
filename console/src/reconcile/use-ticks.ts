/** Ticks are shown at once and sent at once; those that come meanwhile go together in the next request. */
import { useRef, useState } from "react";
import type { OpenedReconciliation } from "../api/generated/schemas.ts";
import { noticeRefusal } from "../api/queries.ts";
import { type Batch, takeBatch } from "./ticks.ts";

export interface Ticks {
  /** Whether a line is ticked, as it is shown. */
  readonly isTicked: (line: { readonly id: string; readonly cleared: boolean }) => boolean;
  readonly tick: (id: string, cleared: boolean) => void;
  /** True until the figures have all ticks. */
  readonly isBusy: boolean;
  readonly error: unknown;
}

const NONE: ReadonlyMap<string, boolean> = new Map();

/** Sends ticks with `send`, whose answer has the new figures for `onFigures`. */
export function useTicks(
  send: (batch: Batch) => Promise<OpenedReconciliation>,
  onFigures: (figures: OpenedReconciliation) => void,
): Ticks {
  const [marks, setMarks] = useState(NONE);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const waiting = useRef(new Map<string, boolean>());
  const isSending = useRef(false);
  const work = async (): Promise<void> => {
    isSending.current = true;
    setBusy(true);
    try {
      while (waiting.current.size > 0) onFigures(await send(takeBatch(waiting.current)));
    } catch (refusal) {
      // What was ticked since stands on what was refused.
      waiting.current.clear();
      setMarks(NONE);
      setError(refusal);
      noticeRefusal(refusal);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return {
    isTicked: ({ id, cleared }) => marks.get(id) ?? cleared,
    tick(id, cleared) {
      setError(null);
      setMarks((before) => new Map(before).set(id, cleared));
      waiting.current.set(id, cleared);
      if (!isSending.current) void work();
    },
    isBusy,
    error,
  };
}
