/** Pages that show a part of their rows on the screen, and all of them on paper. */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** True while the browser prints. The page is rendered again before the browser lays it out on paper. */
export function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinted(true));
    const end = (): void => setPrinted(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinted;
}
