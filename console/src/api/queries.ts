/** What the console reads of the service, as queries that are kept for a while and shared by its pages. */
import { QueryClient, queryOptions, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { callApi, callConsole, RequestFailure } from "./http.ts";
import type { JournalEntry, Page, Session, Statement, Transaction, Voucher } from "./types.ts";

const RETRIES = 2;

/** True for failures that may be over when the request is sent again. */
function mayPass(error: unknown): boolean {
  return error instanceof RequestFailure && (error.status === 0 || error.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A browser that counts as offline may still reach a service on the same machine.
      networkMode: "always",
      retry: (failures, error) => mayPass(error) && failures < RETRIES,
      retryDelay: (failures) => 500 * 2 ** failures,
      refetchOnWindowFocus: true,
    },
  },
});

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => (await callConsole<Session>("/session", { signal })).body,
  staleTime: 60_000,
});

/** A statement, and when it was answered. */
export interface AnsweredStatement {
  readonly statement: Statement;
  readonly at: number | null;
}

/** The statements of some columns, read at the same time. */
export function useStatements(
  company: string,
  path: string,
  queries: readonly Readonly<Record<string, string>>[],
) {
  return useQueries({
    queries: queries.map((query) => ({
      queryKey: ["statement", company, path, query],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<AnsweredStatement> => {
        const { body, at } = await callApi<Statement>(path, { company, query, signal });
        return { statement: body, at };
      },
    })),
  });
}

export function useVoucher(company: string, entry: string | undefined) {
  return useQuery({
    queryKey: ["voucher", company, entry],
    enabled: entry !== undefined,
    queryFn: async ({ signal }) =>
      (await callConsole<Voucher>(`/vouchers/${encodeURIComponent(entry ?? "")}`, { company, signal })).body,
  });
}

export function useTransaction(company: string, id: string | undefined) {
  return useQuery({
    queryKey: ["transaction", company, id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await callApi<Transaction>(`/transactions/${encodeURIComponent(id ?? "")}`, { company, signal })).body,
  });
}

/** A page of entries of several categories, and where the next one begins for each of them. */
interface EntriesPage {
  readonly entries: readonly JournalEntry[];
  readonly next: readonly (string | null)[];
}

export interface EntriesQuestion {
  readonly company: string;
  readonly categories: readonly string[];
  readonly department: string | null;
  readonly from: string | null;
  readonly to: string;
}

const FIRST = "";

/**
 * The entries of some categories in a range of days, latest first. The service lists one category at a time,
 * so a page is a page of each.
 */
export function useEntries(question: EntriesQuestion) {
  const { company, categories, department, from, to } = question;
  return useInfiniteQuery({
    queryKey: ["entries", question],
    initialPageParam: categories.map((): string | null => FIRST),
    queryFn: async ({ pageParam, signal }): Promise<EntriesPage> => {
      const pages = await Promise.all(
        categories.map(async (category_id, at) => {
          const cursor = pageParam[at] ?? null;
          if (cursor === null) return { data: [], next_cursor: null };
          const query = {
            category_id,
            department_id: department,
            start_date: from,
            end_date: to,
            starting_after: cursor === FIRST ? null : cursor,
          };
          return (await callApi<Page<JournalEntry>>("/journal_entries", { company, query, signal })).body;
        }),
      );
      return {
        entries: pages.flatMap(({ data }) => data),
        next: pages.map(({ next_cursor }) => next_cursor),
      };
    },
    getNextPageParam: ({ next }) => (next.every((cursor) => cursor === null) ? undefined : [...next]),
  });
}
