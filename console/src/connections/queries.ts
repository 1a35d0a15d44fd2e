/** What the page of connections reads and writes. */
import { useQuery } from "@tanstack/react-query";
import type { Connections } from "../api/generated/schemas.ts";
import { queryClient } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import { useWrite } from "../parts/use-write.ts";

export type Connection = Connections["connections"][number];
export type Vendor = Connections["vendors"][number];

/** While the worker is asked to read a connection, the page looks again this often. */
const WORK_MS = 2_000;

/** True while the worker has been asked to read a connection and has not done so. */
export function isDue({ next_pull_at }: Pick<Connection, "next_pull_at">): boolean {
  return next_pull_at * 1_000 <= Date.now();
}

/** True while it can be expected that a worker reads a connection. */
export function isBeingRead(connection: Pick<Connection, "next_pull_at" | "is_waiting">): boolean {
  return isDue(connection) && !connection.is_waiting;
}

export function useConnections(company: string) {
  return useQuery({
    queryKey: ["connections", company],
    queryFn: ({ signal }) => ownOf(company).listConnections({ signal }),
    refetchInterval: ({ state }) => (state.data?.connections.some(isDue) === true ? WORK_MS : false),
  });
}

/** All integrations. */
export function useIntegrations(company: string) {
  return useQuery({
    queryKey: ["integrations", company],
    queryFn: ({ signal }) => clientOf(company).listIntegrations({ signal }).all(),
  });
}

/** The accounts of the books. */
export function useAccounts(company: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ["accounts", company],
    enabled: isEnabled,
    queryFn: ({ signal }) => clientOf(company).listAccounts({ limit: 100 }, { signal }).all(),
  });
}

/** A write after which connections and integrations are read again. */
export function useChange<Given, Answer>(
  company: string,
  write: (given: Given) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  return useWrite({
    mutationFn: write,
    onSuccess: async (answer: Answer) => {
      await Promise.all(
        ["connections", "integrations", "stale feeds", "waiting"].map((name) =>
          queryClient.invalidateQueries({ queryKey: [name, company] }),
        ),
      );
      onDone(answer);
    },
  });
}
