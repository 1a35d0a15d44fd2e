/** What the console reads of the service, as queries that are kept for a while and shared by its pages. */
import type { JournalEntry } from "@daybook/client";
import { QueryClient, queryOptions, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { clientOf, own, ownOf } from "./service.ts";
import type { Statement } from "./types.ts";
import type { StatementName } from "../statements/view.ts";

export const queryClient = new QueryClient({
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

/** A statement, and when it was answered. */
export interface AnsweredStatement {
  readonly statement: Statement;
  readonly at: number | null;
}

async function readStatement(
  company: string,
  name: StatementName,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<AnsweredStatement> {
  const { raw } = clientOf(company);
  const read = { income: raw.getIncomeStatement, balance: raw.getBalanceSheet, cash: raw.getCashFlow }[name];
  const { body, headers } = await read(query, { signal });
  if (body === null) throw new Error("The service gave no statement.");
  const at = Date.parse(headers.get("date") ?? "");
  return { statement: body, at: Number.isNaN(at) ? null : at };
}

/** The statements of some columns, read at the same time. */
export function useStatements(
  company: string,
  name: StatementName,
  queries: readonly Readonly<Record<string, string>>[],
) {
  return useQueries({
    queries: queries.map((query) => ({
      queryKey: ["statement", company, name, query],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readStatement(company, name, query, signal),
    })),
  });
}

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
            end_date: to,
            ...(department === null ? {} : { department_id: department }),
            ...(from === null ? {} : { start_date: from }),
            ...(cursor === FIRST ? {} : { starting_after: cursor }),
          };
          const { body } = await clientOf(company).raw.listJournalEntries(query, { signal });
          return body ?? { data: [], next_cursor: null };
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
