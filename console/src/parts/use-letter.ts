/** A letter that does something on a page, except while one types. */
import { useEffect } from "react";

export function useLetter(letter: string, act: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
      if (event.key !== letter || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [letter, act]);
}
