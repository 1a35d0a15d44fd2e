/** Figures about the use of the database, and whether it can be used. */
import type { Gauges } from "../metrics/index.ts";
import { awayBecause } from "./away.ts";
import type { Db, Queryable } from "./db.ts";
import { statement } from "./statement.ts";

const ping = statement<{ one: number }>("db.ping", "select 1 as one");

/** Why the database can't be used now, in words without an address; null when it can. */
export async function pingProblem(db: Queryable): Promise<string | null> {
  try {
    await db.get(ping, []);
    return null;
  } catch (error) {
    return awayBecause(error) ?? "it fails";
  }
}

/** Metrics of the pool: its connections, and the statements that wait for one. */
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
