/**
 * The keys J and K, or the arrows, in a long list of which only the rows in sight are in the page: the focus
 * goes from the control that stands for a row to that of the next one.
 */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { stepOf } from "./list-keys.ts";

/**
 * Returns what handles a key of the list. Each row has one control with its id as `data-opens`; `scrollTo`
 * brings a row that is out of sight into the page.
 */
export function useRowFocus(
  rows: readonly { readonly id: string }[],
  scroller: RefObject<HTMLElement | null>,
  scrollTo: (at: number) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  // The row that keys went to before it was in the page, as they may come faster than rows are drawn.
  const awaited = useRef<string | null>(null);
  const focusOn = (id: string): void => {
    const control = scroller.current?.querySelector<HTMLElement>(`[data-opens="${CSS.escape(id)}"]`);
    awaited.current = control ? null : id;
    control?.focus();
  };
  // Before the browser goes on, so that the next key finds the focus in the list.
  useLayoutEffect(() => {
    if (awaited.current !== null) focusOn(awaited.current);
  });
  return (event) => {
    const step = stepOf(event);
    if (step === undefined) return;
    const focused = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-opens]");
    const here = awaited.current ?? focused?.dataset["opens"];
    const at = rows.findIndex(({ id }) => id === here) + step;
    const next = rows[at];
    if (next === undefined) return;
    event.preventDefault();
    focusOn(next.id);
    if (awaited.current !== null) scrollTo(at);
  };
}
