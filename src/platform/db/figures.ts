/** Metrics of the connection pool, and a check that the database answers. */
import type { Gauges } from "../metrics/index.ts";
import { unavailableReason } from "./unavailable.ts";
import type { Db, Queryable } from "./db.ts";
import { statement } from "./statement.ts";

const ping = statement<{ one: number }>("db.ping", "select 1 as one");

/** Returns why the database can't be used now, in words without its address; null if it answers. */
export async function pingProblem(db: Queryable): Promise<string | null> {
  try {
    await db.get(ping, []);
    return null;
  } catch (error) {
    return unavailableReason(error) ?? "it fails";
  }
}

/** Makes the metrics of the replicas: whether each answers, and what became of the reads that it got. */
export function replicaFigures({ replicas }: Pick<Db, "replicas">): Gauges {
  return {
    labels: ["replica"],
    help: {
      daybook_db_replica_usable: "1 if the replica answers reads, 0 if the primary does.",
      daybook_db_replica_answered: "Statements and snapshots that it answered since the process started.",
      daybook_db_replica_late: "Those that the primary answered because the replica was behind or slow.",
      daybook_db_replica_failed: "Those that the primary answered because the replica failed.",
    },
    read: () =>
      (replicas?.figures() ?? []).map(({ place, answers, answered, late, failed }) => ({
        labels: { replica: place },
        values: {
          daybook_db_replica_usable: answers ? 1 : 0,
          daybook_db_replica_answered: answered,
          daybook_db_replica_late: late,
          daybook_db_replica_failed: failed,
        },
      })),
  };
}

/** Makes the metrics of the pool: its connections, and the statements that wait for a connection. */
export function poolFigures(db: Pick<Db, "connections">): Gauges {
  return {
    labels: ["state"],
    help: {
      daybook_db_connections:
        "Connections of the pool that are busy or idle, and statements that wait for one.",
    },
    read: () =>
      Object.entries(db.connections()).map(([state, value]) => ({
        labels: { state },
        values: { daybook_db_connections: value },
      })),
  };
}
