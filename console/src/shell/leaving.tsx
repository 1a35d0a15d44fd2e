/**
 * Asks whoever leaves a page, a panel or a dialog with something typed that was not sent. The browser's own
 * dialog, which stands above all others: the pages' one would be loaded with the first page.
 */
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import "./leaving.css";
import { askBy } from "../kit/leave.ts";
import { followForms, forgetTyped, hasUnsent, hasUnsentElsewhere } from "../kit/typed.ts";

export function Leaving() {
  const [asked, setAsked] = useState<{
    readonly within: Element | null;
    readonly onLeave: () => void;
  } | null>(null);
  const isAsking = useRef(false);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(followForms, []);
  useEffect(() => {
    askBy((within, onLeave) => {
      if (!hasUnsent(within)) onLeave();
      // One Escape reaches the dialog below this one, too.
      else if (!isAsking.current) setAsked({ within, onLeave });
    });
  }, []);
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname === next.pathname ? hasUnsentElsewhere() : hasUnsent(),
    enableBeforeUnload: () => hasUnsent(),
    withResolver: true,
  });
  const isOpen = asked !== null || blocked.status === "blocked";
  useEffect(() => {
    isAsking.current = isOpen;
    // Not at once: the Escape that leaves would close the dialog, too.
    if (isOpen) setTimeout(() => box.current?.showModal());
  }, [isOpen]);
  if (!isOpen) return null;
  const stay = (): void => {
    // Gives the focus back.
    box.current?.close();
    setAsked(null);
    if (blocked.status === "blocked") blocked.reset();
  };
  const go = (): void => {
    forgetTyped(asked?.within);
    setAsked(null);
    if (blocked.status === "blocked") blocked.proceed();
    asked?.onLeave();
  };
  return (
    <dialog className="leaving" aria-labelledby="leaving" ref={box} onCancel={stay}>
      <h2 id="leaving">Leave without saving?</h2>
      <p>What you typed here was not saved. It is lost if you leave now.</p>
      <div className="dialog-foot">
        <button type="button" className="button primary" onClick={stay}>
          Stay
        </button>
        <button type="button" className="button" onClick={go}>
          Leave without saving
        </button>
      </div>
    </dialog>
  );
}
