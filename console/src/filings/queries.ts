/** What the page of filings reads. */
import type { ListForms1099Query, ListTaxCreditsQuery, ListTaxesQuery } from "@daybook/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { queryClient } from "../api/queries.ts";
import { clientOf } from "../api/service.ts";

const IN_A_PAGE = 100;
/** Links to documents are good for five minutes, so an open record is read again before. */
const LINKS_MS = 240_000;

export function useTaxes(company: string, query: ListTaxesQuery) {
  return useInfiniteQuery({
    queryKey: ["filings", company, "taxes", query],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      clientOf(company)
        .listTaxes({ ...query, ...after(pageParam), limit: IN_A_PAGE }, { signal })
        .first(),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

export function useCredits(company: string, query: ListTaxCreditsQuery) {
  return useInfiniteQuery({
    queryKey: ["filings", company, "credits", query],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      clientOf(company)
        .listTaxCredits({ ...query, ...after(pageParam), limit: IN_A_PAGE }, { signal })
        .first(),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** Each page has the summaries of the years too. */
export function useForms(company: string, query: ListForms1099Query) {
  return useInfiniteQuery({
    queryKey: ["filings", company, "forms", query],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const { body } = await clientOf(company).raw.listForms1099(
        { ...query, ...after(pageParam), limit: IN_A_PAGE },
        { signal },
      );
      if (body === null) throw new Error("The service gave no list.");
      return body;
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

function after(cursor: string): { readonly starting_after?: string } {
  return cursor === "" ? {} : { starting_after: cursor };
}

/** All that has a day on which it is due. */
export async function readDues(company: string, signal?: AbortSignal) {
  const client = clientOf(company);
  const [taxes, credits, forms] = await Promise.all([
    client.listTaxes({ limit: IN_A_PAGE }, { signal }).all(),
    client.listTaxCredits({ limit: IN_A_PAGE }, { signal }).all(),
    client.raw.listForms1099({ limit: 1 }, { signal }),
  ]);
  return { taxes, credits, summaries: forms.body?.summaries ?? [] };
}

export function useDues(company: string) {
  return useQuery({
    queryKey: ["filings", company, "dues"],
    queryFn: ({ signal }) => readDues(company, signal),
  });
}

const record = { refetchInterval: LINKS_MS } as const;

export function useTax(company: string, id: string) {
  return useQuery({
    ...record,
    queryKey: ["filings", company, "tax", id],
    queryFn: ({ signal }) => clientOf(company).getTax(id, { signal }),
  });
}

export function useCredit(company: string, id: string) {
  return useQuery({
    queryKey: ["filings", company, "credit", id],
    queryFn: ({ signal }) => clientOf(company).getTaxCredit(id, { signal }),
  });
}

export function useForm(company: string, id: string) {
  return useQuery({
    ...record,
    queryKey: ["filings", company, "form", id],
    queryFn: ({ signal }) => clientOf(company).getForm1099(id, { signal }),
  });
}

/** Reads everything about filings again. */
export function reloadFilings(company: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["filings", company] });
}
