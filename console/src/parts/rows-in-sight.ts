/** The rows of a long table that are in sight, which alone are in the page. */
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import { usePreferences } from "./preferences.ts";

/** A row of the kit's tables with its line, in pixels. */
const HEIGHTS = { comfortable: 37, compact: 29 } as const;
/** Rows that are in the page on each side of the sight. */
const OVERSCAN = 12;
/** The head takes room from the sight. */
const HEAD_HEIGHT = 48;

export function useRowsInSight(
  rows: readonly { readonly id: string }[],
  scroller: RefObject<HTMLDivElement | null>,
): Virtualizer<HTMLDivElement, Element> {
  const { density } = usePreferences();
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHTS[density],
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_HEIGHT,
    useFlushSync: false,
  });
  useEffect(() => virtual.measure(), [virtual, density]);
  return virtual;
}
