/** The focus after a panel closes. */
import { useEffect } from "react";

/** When the part of the page that uses it goes away, the focus returns to what `selector` finds. */
export function useFocusBack(selector: string): void {
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>(selector)?.focus();
      }, 0);
    },
    [selector],
  );
}

/** Gives the focus to what `selector` finds, once what the caller closes now is gone. */
export function focusAfterwards(selector: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus());
}
