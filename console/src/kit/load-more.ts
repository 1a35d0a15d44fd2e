/** Lists that go on as one scrolls: the next page is read before its place comes into sight. */
import { type RefObject, useEffect, useRef } from "react";

interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Returns the ref of what stands at the end of the list. */
export function useLoadMore(query: PagedQuery): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    const place = end.current;
    if (place === null || !hasNextPage || isFetchingNextPage) return undefined;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: "600px" },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return end;
}
