/** What the page of invoices reads and writes. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { queryClient } from "../api/queries.ts";
import type { FindInvoicesQuery } from "../api/generated/operations.ts";
import { ownOf } from "../api/service.ts";
import { useWrite } from "../parts/use-write.ts";

export function useInvoices(company: string, filters: FindInvoicesQuery) {
  return useInfiniteQuery({
    queryKey: ["invoices", company, filters],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === "" ? filters : { ...filters, starting_after: pageParam };
      const { body } = await ownOf(company).raw.findInvoices(query, { signal });
      if (body === null) throw new Error("The service gave no list.");
      return body;
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** All invoices that meet the conditions, to choose from. */
export function useAllInvoices(company: string, filters: FindInvoicesQuery) {
  return useQuery({
    queryKey: ["all invoices", company, filters],
    queryFn: ({ signal }) => ownOf(company).findInvoices(filters, { signal }).all(),
  });
}

/** An invoice with all that pays and settles it. */
export function useInvoice(company: string, id: string) {
  return useQuery({
    queryKey: ["invoice", company, id],
    queryFn: ({ signal }) => ownOf(company).getInvoiceSettlements(id, { signal }),
  });
}

export function useReceivables(company: string, date: string) {
  return useQuery({
    queryKey: ["receivables", company, date],
    queryFn: ({ signal }) => ownOf(company).getReceivables({ date }, { signal }),
  });
}

export function useCandidates(company: string, id: string, purpose: "match" | "receive" | "refund") {
  return useQuery({
    queryKey: ["candidates", company, id, purpose],
    queryFn: ({ signal }) => ownOf(company).listPaymentCandidates(id, { purpose }, { signal }),
  });
}

/** A write after which everything that is shown is read again: statements and transactions follow it. */
export function useInvoiceWrite<Given, Answer>(
  write: (given: Given) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  return useWrite({
    mutationFn: write,
    onSuccess: async (answer: Answer) => {
      await queryClient.invalidateQueries();
      onDone(answer);
    },
  });
}
