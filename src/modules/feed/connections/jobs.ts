/**
 * The background work of connections: a pull of one connection, which asks for the next one with what it
 * stores. A pull that fails is no failed job: the connection records why and when the next try is.
 */
import Type from "typebox";
import { idPattern, type PublicId } from "@daybook/words/public-id";
import { bindJob, type JobHandler, type JobKind } from "../../../platform/jobs/index.ts";
import type { ConnectionsService } from "./service/index.ts";

const payload = Type.Object(
  {
    company_id: Type.String({ pattern: idPattern("company") }),
    connection_id: Type.String({ pattern: idPattern("connection") }),
  },
  { additionalProperties: false },
);

export const PULL: JobKind<typeof payload> = {
  queue: "connections.pull",
  payload,
  limits: { concurrency: 1, timeoutMs: 300_000 },
  retry: { attempts: 10, firstDelayS: 60, longestDelayS: 3_600 },
};

export function connectionsJobs(
  connections: Pick<ConnectionsService, "pullWhenDue" | "pullLater">,
): JobHandler[] {
  return [
    bindJob(
      PULL,
      ({ company_id, connection_id }, { signal }) =>
        connections.pullWhenDue(company_id as PublicId<"company">, connection_id, signal),
      // A connection whose pulls crash is still tried, but rarely.
      ({ company_id, connection_id }) =>
        connections.pullLater(company_id as PublicId<"company">, connection_id),
    ),
  ];
}
