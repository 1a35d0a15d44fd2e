/** What the console reads of the service, as queries that are kept for a while and shared by its pages. */
import type { ListGeneralLedgerQuery, ListJournalEntriesQuery } from "@daybook/client";
import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import type { GetStatementTableQuery, ListStatementEntriesQuery } from "./generated/operations.ts";
import { clientOf, codeOf, own, ownOf } from "./service.ts";

/** Refusals after which what the session knows of a company is not true any more. */
const SESSION_CHANGED = new Set([
  "insufficient_permission",
  "user_removed_from_company",
  "company_closed",
  "subscription_required",
  "feature_disabled",
]);

/** True for a refusal that ends the right to see what was read before. */
export function ends(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  return SESSION_CHANGED.has(code) || code === "company_unknown" || code === "resource_missing";
}

/** Reads the session again if a refusal says that it has changed, so that pages offer what is permitted now. */
export function noticeRefusal(error: unknown): void {
  if (SESSION_CHANGED.has(codeOf(error) ?? ""))
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({ onError: noticeRefusal }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A browser that counts as offline may still reach a service on the same machine.
      networkMode: "always",
      // The client tries again itself.
      retry: false,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: "always" },
  },
});

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => own.getSession({ signal }),
  staleTime: 60_000,
});

/** The table of a statement. */
export function useTable(company: string, query: GetStatementTableQuery) {
  return useQuery({
    queryKey: ["statement", company, query],
    queryFn: ({ signal }) => ownOf(company).getStatementTable(query, { signal }),
  });
}

/** The entries of a figure of a statement, latest first, a page at a time. */
export function useFigureEntries(company: string, query: ListStatementEntriesQuery) {
  return useInfiniteQuery({
    queryKey: ["entries", company, query],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const after = pageParam === "" ? {} : { starting_after: pageParam };
      return ownOf(company)
        .listStatementEntries({ ...query, ...after, limit: ENTRIES_IN_A_PAGE }, { signal })
        .first();
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

const ENTRIES_IN_A_PAGE = 100;

export function useVoucher(company: string, entry: string | undefined) {
  return useQuery({
    queryKey: ["voucher", company, entry],
    enabled: entry !== undefined,
    queryFn: ({ signal }) => ownOf(company).getVoucher(entry ?? "", { signal }),
  });
}

export function useTransaction(company: string, id: string | undefined) {
  return useQuery({
    queryKey: ["transaction", company, id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => clientOf(company).getTransaction(id ?? "", { signal }),
  });
}

/** The chart of a company. */
export const categoriesQuery = (company: string) =>
  queryOptions({
    queryKey: ["categories", company],
    staleTime: 60_000,
    queryFn: ({ signal }) => clientOf(company).listCategories({ signal }).all(),
  });

export const departmentsQuery = (company: string) =>
  queryOptions({
    queryKey: ["departments", company],
    staleTime: 60_000,
    queryFn: ({ signal }) => clientOf(company).listDepartments({ signal }).all(),
  });

/** The entries of the journal that match some filters, latest first, a page at a time. */
export function useJournal(company: string, query: ListJournalEntriesQuery) {
  return useInfiniteQuery({
    queryKey: ["journal", company, query],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === "" ? {} : { starting_after: pageParam };
      return clientOf(company)
        .listJournalEntries({ ...query, ...after, limit: ENTRIES_IN_A_PAGE }, { signal })
        .first();
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** The lines of the general ledger, by category, a page at a time. */
export function useLedger(company: string, query: ListGeneralLedgerQuery) {
  return useInfiniteQuery({
    queryKey: ["ledger", company, query],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === "" ? {} : { starting_after: pageParam };
      return clientOf(company)
        .listGeneralLedger({ ...query, ...after, limit: ENTRIES_IN_A_PAGE }, { signal })
        .first();
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

export function useClosing(company: string) {
  return useQuery({
    queryKey: ["closing", company],
    queryFn: ({ signal }) => ownOf(company).getClosing({ signal }),
  });
}

/** Forgets what is read of the books, because something was posted. */
export function forgetBooks(company: string): Promise<void> {
  const ofBooks = new Set([
    "statement",
    "entries",
    "journal",
    "ledger",
    "voucher",
    "closing",
    "closings",
    "checklist",
    "overview",
    "waiting",
  ]);
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, of] }) => of === company && ofBooks.has(String(name)),
  });
}
