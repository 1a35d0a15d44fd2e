/** What the page of the month close reads, and forgetting it once the books are closed or opened. */
import { useQuery } from "@tanstack/react-query";
import { ownOf } from "../api/service.ts";

export function useChecklist(company: string, through: string | undefined, isEnabled = true) {
  return useQuery({
    queryKey: ["checklist", company, through],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      ownOf(company).getCloseChecklist(through === undefined ? {} : { through }, { signal }),
  });
}

export function useClosings(company: string) {
  return useQuery({
    queryKey: ["closings", company],
    queryFn: ({ signal }) => ownOf(company).listClosings({ signal }).all(),
  });
}
