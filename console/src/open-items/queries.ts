/** What the pages of open items read and write. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { queryClient } from "../api/queries.ts";
import { useWrite } from "../parts/use-write.ts";
import type { Conditions } from "./items.ts";
import { useSide } from "./side.ts";

export function useItems(company: string, conditions: Conditions) {
  const { area, calls } = useSide();
  return useInfiniteQuery({
    queryKey: [area, company, conditions],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      calls.find(
        company,
        pageParam === "" ? conditions : { ...conditions, starting_after: pageParam },
        signal,
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** All items that meet the conditions, to choose from. */
export function useAllItems(company: string, conditions: Conditions) {
  const { area, calls } = useSide();
  return useQuery({
    queryKey: [`all ${area}`, company, conditions],
    queryFn: ({ signal }) => calls.all(company, conditions, signal),
  });
}

/** An item with all that pays and settles it. */
export function useOpened(company: string, id: string) {
  const { area, calls } = useSide();
  return useQuery({
    queryKey: [`one of ${area}`, company, id],
    queryFn: ({ signal }) => calls.open(company, id, signal),
  });
}

export function useAgeing(company: string, date: string) {
  const { area, calls } = useSide();
  return useQuery({
    queryKey: [`ages of ${area}`, company, date],
    queryFn: ({ signal }) => calls.ageing(company, date, signal),
  });
}

export function useCandidates(company: string, id: string, purpose: "match" | "receive" | "refund") {
  const { area, calls } = useSide();
  return useQuery({
    queryKey: [`candidates of ${area}`, company, id, purpose],
    queryFn: ({ signal }) => calls.candidates(company, id, purpose, signal),
  });
}

/** A write after which everything that is shown is read again: statements and transactions follow it. */
export function useItemWrite<Given, Answer>(
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
