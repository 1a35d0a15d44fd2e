/** The database on a PostgreSQL server (14 or later), through a pool of connections. */
import pg from "pg";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { LIMITS } from "../../core/limits.ts";
import { copyOnConnection, type Db, openPool } from "./db.ts";
import { Client } from "./rows.ts";

export interface ServerOptions {
  readonly url: string;
  readonly connections: number;
  readonly now: () => UnixSeconds;
  /** Called when an idle connection breaks. The pool replaces the connection. */
  readonly onIdleError: (error: Error) => void;
}

/** Opens a pool of connections. The first connection is opened by the first statement. */
export function openServer(options: ServerOptions): Db {
  const pool = new pg.Pool({
    Client,
    connectionString: options.url,
    max: options.connections,
    // Idle connections stay open, because a new one has no prepared statements and costs more than many
    // requests.
    idleTimeoutMillis: 0,
    keepAlive: true,
    application_name: "daybook",
    statement_timeout: LIMITS.statement_timeout_ms.value,
    lock_timeout: LIMITS.lock_timeout_ms.value,
    connectionTimeoutMillis: LIMITS.statement_timeout_ms.value,
  });
  pool.on("error", options.onIdleError);
  return openPool(pool, {
    engine: "server",
    now: options.now,
    copyIn: copyOnConnection,
    onClose: async () => {},
  });
}
