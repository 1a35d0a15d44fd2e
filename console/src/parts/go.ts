/** The state of a page is the query of its address. */
import { type NavigateOptions, useNavigate, useParams } from "@tanstack/react-router";
import { useCallback } from "react";

/** Changes members of the query; without `replace`, the former address stays a step back. */
type Go<Search> = (change: Search, replace?: boolean) => void;

/**
 * Returns the function that changes the query of a page, whose other members stay. `replace` leaves no step
 * to go back to, for what changes while a person types.
 */
export function useGo<Search extends object>(page: NonNullable<NavigateOptions["to"]>): Go<Search> {
  const navigate = useNavigate();
  // Those of the page itself: the address may be of the next page already, which is still loading.
  const params = useParams({ strict: false });
  return useCallback(
    (change, replace = false) =>
      void navigate({
        to: page,
        params: () => params,
        search: (before: object) => ({ ...before, ...change }),
        replace,
      }),
    [navigate, page, params],
  );
}
