/** A letter that does something on a page, except while one types. */
import { useEffect } from "react";
import { isTyped } from "./list-keys.ts";

export function useLetter(letter: string, act: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== letter || isTyped(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [letter, act]);
}
