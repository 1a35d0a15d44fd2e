/** What the page of a reconciliation reads. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { OpenedReconciliation } from "../api/generated/schemas.ts";
import { queryClient } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";

const LINES_IN_A_PAGE = 500;

/** An account, null if there is none, and its reconciliations, the latest first. */
export function useReconciliations(company: string, account: string) {
  return useQuery({
    queryKey: ["reconciliations", company, account],
    queryFn: async ({ signal }) => {
      const [accounts, reconciliations] = await Promise.all([
        clientOf(company).listAccounts({}, { signal }).all(),
        ownOf(company).listReconciliations({ account_id: account }, { signal }).all(),
      ]);
      return { account: accounts.find(({ id }) => id === account) ?? null, reconciliations };
    },
  });
}

const figuresKey = (company: string, id: string) => ["reconciliation", company, id];

export function useFigures(company: string, id: string) {
  return useQuery({
    queryKey: figuresKey(company, id),
    queryFn: ({ signal }) => ownOf(company).getReconciliation(id, { signal }),
  });
}

/** Keeps the figures with which a change was answered. */
export const keepFigures = (company: string, figures: OpenedReconciliation): void =>
  void queryClient.setQueryData(figuresKey(company, figures.id), figures);

/**
 * The lines that are cleared, or the others, by date, a page at a time. They are read when their list is
 * opened: a line that is ticked stays where it is, so that a slip is taken back in place.
 */
export function useLines(company: string, id: string, cleared: boolean) {
  return useInfiniteQuery({
    queryKey: ["reconciliation lines", company, id, cleared],
    staleTime: Infinity,
    gcTime: 0,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === "" ? {} : { starting_after: pageParam };
      return ownOf(company)
        .listReconciliationLines(id, { cleared, ...after, limit: LINES_IN_A_PAGE }, { signal })
        .first();
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** Reads the reconciliations of the company's accounts again. */
export const reloadReconciliations = (company: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["reconciliations", company] });

/** Reads the lines that are shown again. */
export const rereadLines = (company: string): Promise<void> =>
  queryClient.resetQueries({ queryKey: ["reconciliation lines", company] });
