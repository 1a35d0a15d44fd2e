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
