/** The opened row of a list. */
import { useEffect, useRef } from "react";

/**
 * Scrolls to the row that an address opens, once it is in the list. `selector` finds the row; undefined while
 * nothing is open. `count` is the number of rows. A row that was scrolled to once is left where it is, so
 * that the list does not jump while one reads on.
 */
export function useInSight(selector: string | undefined, count: number): void {
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (selector === undefined || shown.current === selector) return;
    const row = document.querySelector(selector);
    if (row === null) return;
    shown.current = selector;
    row.scrollIntoView({ block: "nearest" });
  }, [selector, count]);
}
