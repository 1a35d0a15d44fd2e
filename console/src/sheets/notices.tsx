/** Notes on changes that were not stored or met those of others. Each stays until the person has decided. */
import { cellName } from "@daybook/formula/cells";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { type Change, inputOf } from "./cells.ts";
import type { Conflict } from "./pending.ts";
import type { Edited } from "./use-editor.ts";

export function Notices({ editor }: Edited) {
  const { refusals, document } = editor;
  const { conflicts, lost, failed } = editor.pending;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The field in which something was typed is gone, and the keys lead nowhere.
    if (lost.length > 0 && globalThis.document.activeElement === globalThis.document.body)
      place.current?.focus({ preventScroll: true });
  }, [lost.length]);
  if (conflicts.length + lost.length + failed.length + refusals.length === 0) return null;
  const tab = (worksheet: string): string =>
    document.worksheets.find(({ id }) => id === worksheet)?.name ?? "";
  return (
    <div className="sh-notices" role="alert" ref={place} tabIndex={-1}>
      {refusals.map((message) => (
        <p className="note" key={message}>
          <strong>A change was not made.</strong> {message}{" "}
          <button type="button" className="button" onClick={() => editor.settleRefusal(message)}>
            All right
          </button>
        </p>
      ))}
      {failed.length > 0 ? <FailureNote {...{ editor, tab, failed }} /> : null}
      {lost.slice(0, 5).map((each, at) => (
        <p className="note" key={`${each.worksheet} ${each.row} ${each.column} ${at}`}>
          <strong>
            {tab(each.worksheet) === ""
              ? "The worksheet in which you wrote was deleted."
              : `The row or column of ${tab(each.worksheet)} ${cellName(each.row, each.column)}, in which you wrote, was deleted.`}
          </strong>{" "}
          <span dir="auto">You wrote “{inputOf(each.value)}”.</span>{" "}
          <button type="button" className="button" onClick={() => editor.settleLost(each, true)}>
            Write it into {cellName(editor.active.row, editor.active.column)}
          </button>{" "}
          <button type="button" className="button" onClick={() => editor.settleLost(each, false)}>
            Drop it
          </button>
        </p>
      ))}
      {lost.length > 5 ? (
        <p className="note">
          And {lost.length - 5} more cells whose row, column or worksheet was deleted.{" "}
          <button type="button" className="button" onClick={() => editor.dropLost()}>
            Drop all {lost.length}
          </button>
        </p>
      ) : null}
      {conflicts.slice(0, 5).map((conflict) => (
        <ConflictNote
          key={`${conflict.worksheet} ${conflict.row} ${conflict.column}`}
          {...{ editor, conflict, tab }}
        />
      ))}
      {conflicts.length > 5 ? <p className="soft">And {conflicts.length - 5} more cells.</p> : null}
    </div>
  );
}

interface Noted extends Edited {
  /** The name of a worksheet. */
  readonly tab: (worksheet: string) => string;
}

const always = (): boolean => true;

/**
 * What the service failed to store, as one note: it may be a long area. Who leaves the page is asked first.
 */
function FailureNote({ editor, tab, failed }: Noted & { readonly failed: readonly Change[] }) {
  const leaving = useBlocker({ shouldBlockFn: always, enableBeforeUnload: false, withResolver: true });
  const { reset } = leaving;
  useEffect(() => reset, [reset]);
  const [first] = failed;
  if (first === undefined) return null;
  const others = failed.length - 1;
  const more = others === 0 ? "" : ` and ${others === 1 ? "1 more cell" : `${others} more cells`}`;
  return (
    <p className="note">
      <strong>
        The service failed to store {tab(first.worksheet)} {cellName(first.row, first.column)}
        {more}.
      </strong>{" "}
      <span dir="auto">You wrote “{inputOf(first.value) ?? "nothing"}”.</span>{" "}
      <button type="button" className="button" onClick={() => editor.settleFailed(true)}>
        Try again
      </button>{" "}
      <button type="button" className="button" onClick={() => editor.settleFailed(false)}>
        Let it go
      </button>
      {leaving.status === "blocked" ? (
        <>
          {" "}
          <strong>It is lost if you leave now.</strong>{" "}
          <button type="button" className="button" onClick={leaving.reset}>
            Stay
          </button>{" "}
          <button type="button" className="button" onClick={leaving.proceed}>
            Leave without it
          </button>
        </>
      ) : null}
    </p>
  );
}

function ConflictNote({ editor, conflict, tab }: Noted & { readonly conflict: Conflict }) {
  const { worksheet, row, column, mine, theirs } = conflict;
  const input =
    theirs.value === null
      ? "nothing"
      : typeof theirs.value === "object" && "text" in theirs.value
        ? theirs.value.text
        : String(typeof theirs.value === "object" ? theirs.value.code : theirs.value);
  return (
    <p className="note">
      <strong>
        {tab(worksheet)} {cellName(row, column)} was changed by two people at once.
      </strong>{" "}
      <span dir="auto">
        You wrote “{mine === "" ? "nothing" : mine}”, someone else “{input}”. Yours is kept.
      </span>{" "}
      <button type="button" className="button" onClick={() => editor.settle(conflict, "mine")}>
        Keep mine
      </button>{" "}
      <button type="button" className="button" onClick={() => editor.settle(conflict, "theirs")}>
        Take theirs
      </button>
    </p>
  );
}
