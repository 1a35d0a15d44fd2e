/** Moving through a list with the keyboard. */
import type { KeyboardEvent } from "react";

/**
 * The focus goes from row to row of a list of buttons with the keys J and K, or the arrows. `selector` finds
 * the buttons that name the rows.
 */
export function onListKey(event: KeyboardEvent<HTMLElement>, selector = "button"): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
