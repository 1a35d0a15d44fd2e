/**
 * Actions of the page that is shown. A page registers what its buttons do, and the palette lists it, so that
 * whatever can be clicked can also be found by its name.
 */
import { useEffect, useRef } from "react";

export interface PageCommand {
  /** As on the button, without an ellipsis. */
  readonly label: string;
  readonly run: () => void;
}

/** What is registered now, by the parts of the page that are shown. */
const registered = new Set<{ readonly current: readonly PageCommand[] }>();

/** Registers actions while the calling part of a page is shown. Leave out what the member may not do. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const held = useRef(commands);
  useEffect(() => {
    held.current = commands;
  });
  useEffect(() => {
    registered.add(held);
    return () => {
      registered.delete(held);
    };
  }, []);
}

/** The actions of the present page, in the order in which its parts came. */
export function pageCommands(): readonly PageCommand[] {
  return [...registered].flatMap(({ current }) => current);
}
