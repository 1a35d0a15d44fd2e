/**
 * Poolers such as PgBouncer between this process and the server. In transaction mode each transaction may run
 * in another session of the server, so nothing of a session is relied on: limits are set in each transaction,
 * and statements have names only if the pooler knows them. Without a pooler, limits are set once for each
 * connection. A pooler is recognised by itself, so there is no setting that may be wrong.
 */
import { randomBytes } from "node:crypto";
import { assert } from "@daybook/words/assert";
import { LIMITS } from "@daybook/words/limits";
import type pg from "pg";
import { parseEachTime, type Run, runWithoutCaller } from "./prepared.ts";
import { Client } from "./rows.ts";
import { setLocal } from "./statement.ts";

const STATEMENT_TIMEOUT = String(LIMITS.statement_timeout_ms.value);
const LOCK_TIMEOUT = String(LIMITS.lock_timeout_ms.value);
/** Sets the limits of a transaction. A SELECT would take its snapshot. */
const LIMITS_OF_TRANSACTION = [
  runWithoutCaller({ statement: setLocal("statement_timeout", STATEMENT_TIMEOUT) }),
  runWithoutCaller({ statement: setLocal("lock_timeout", LOCK_TIMEOUT) }),
];
/** Sets the limits of the statement behind it. Outside of a transaction, `set local` would warn each time. */
const LIMITS_OF_STATEMENT = [
  runWithoutCaller({
    statement: {
      name: "db.setLimits",
      text: "select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)",
    },
    values: [STATEMENT_TIMEOUT, LOCK_TIMEOUT],
  }),
];

/** What is between this process and the server; a pooler with names knows the statements of each client. */
export type Pooler = "none" | "with_names" | "without_names";

/** The clients with a pooler. */
const pooled = new WeakSet<object>();

/**
 * Finds out what is between a new connection and the server; sets the limits of statements if nothing is.
 * `timeoutMs` replaces the longest time of a statement then.
 */
export async function setUpConnection(client: pg.ClientBase, timeoutMs?: number): Promise<Pooler> {
  assert(client instanceof Client, "a pool of other clients");
  // A pooler gives a number of its own in place of the session's.
  const { rows } = await client.query<{ direct: boolean }>(
    `select case when pg_backend_pid() = $1::int4 then set_config('statement_timeout', $2, false) is not null
       and set_config('lock_timeout', $3, false) is not null else false end as direct`,
    [client.processID, timeoutMs === undefined ? STATEMENT_TIMEOUT : String(timeoutMs), LOCK_TIMEOUT],
  );
  const pooler = rows[0]?.direct ? "none" : (await hasNames(client)) ? "with_names" : "without_names";
  if (pooler !== "none") pooled.add(client);
  if (pooler === "without_names") parseEachTime(client.connection);
  return pooler;
}

/** Prepares a statement, and looks whether the server knows it by another name: the pooler's. */
async function hasNames(client: Client): Promise<boolean> {
  const name = `daybook_${randomBytes(8).toString("hex")}`;
  await client.query("begin");
  const { rows } = await client.query({
    name,
    text: "select 1 from pg_prepared_statements where name = $1",
    values: [name],
  });
  // Left to the server, it would stay in a session that other connections use.
  if (rows.length > 0) await client.query(`deallocate ${name}`);
  await client.query("commit");
  return rows.length === 0;
}

/** Returns the runs that set the limits of a transaction or a statement; they come first. None without a pooler. */
export function limitRuns(client: object, of: "transaction" | "statement"): readonly Run[] {
  if (!pooled.has(client)) return [];
  return of === "transaction" ? LIMITS_OF_TRANSACTION : LIMITS_OF_STATEMENT;
}
