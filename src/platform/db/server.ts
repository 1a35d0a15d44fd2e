/** The database on a PostgreSQL server (14 or later), through a pool of connections. */
import pg from "pg";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { copyOnConnection, type Db, openPool, type PoolOptions } from "./db.ts";
import { isDistributed } from "./distribution.ts";
import { atHost, eachServer, withOwnTlsModes } from "./hosts.ts";
import { type Pooler, setUpConnection } from "./pooler.ts";
import { checkCluster, Replicas, type ReplicasOptions } from "./replicas.ts";
import { Client } from "./rows.ts";
import { NoPrimary } from "./unavailable.ts";

export interface ServerOptions {
  /** A connection string. If it names several servers, the one that takes changes is used. */
  readonly url: string;
  /** The hosts of replicas; user, database and options are those of `url`. Default: none. */
  readonly replicas?: readonly string[];
  /** Called when a replica can no longer answer, with the reason, and when it can again, with null. */
  readonly onReplicaChange?: ReplicasOptions["onChange"];
  readonly connections: number;
  readonly now: () => UnixSeconds;
  /** Called when an idle connection breaks. The pool replaces the connection. */
  readonly onIdleError: (error: Error) => void;
}

/** Opens a pool of connections. The first connection is opened by the first statement. */
export function openServer(given: ServerOptions): Db {
  const options = { ...given, url: withOwnTlsModes(given.url) };
  const servers = eachServer(options.url);
  const { replicas: hosts = [], onReplicaChange: onChange = () => {} } = options;
  let pooler: Pooler = "none";
  const pool = poolOf(servers, options, LIMITS.statement_timeout_ms.value, async (client) => {
    pooler = await setUpConnection(client);
  });
  const cluster: ReplicasOptions["cluster"] = { system: null };
  const pools = hosts.map((place) => {
    const longest = LIMITS.replica_answer_ms.value;
    const ofReplica = poolOf([atHost(options.url, place)], options, longest, async (client) => {
      await setUpConnection(client, longest);
      await checkCluster(client, cluster);
    });
    return { place, pool: ofReplica, db: openPool(ofReplica, poolOptions(options)) };
  });
  const replicas =
    pools.length === 0
      ? null
      : new Replicas({ pools, primary: pool, cluster, isDistributed: () => isDistributed(db), onChange });
  const db = openPool(pool, { ...poolOptions(options), pooler: () => pooler, replicas });
  return db;
}

const poolOptions = ({ now }: ServerOptions): PoolOptions => ({
  engine: "server",
  now,
  copyIn: copyOnConnection,
  onClose: async () => {},
});

/** Makes a pool of connections to the one of some servers that takes changes, or to a single server. */
function poolOf(
  servers: readonly string[],
  { connections, onIdleError }: ServerOptions,
  connectionTimeoutMillis: number,
  setUp: (client: pg.ClientBase) => Promise<void>,
): pg.Pool {
  const pool = new pg.Pool({
    Client: servers.length === 1 ? Client : clientOf(servers),
    connectionString: servers[0] ?? "",
    max: connections,
    // Idle connections stay open, because a new one has no prepared statements and costs more than many
    // requests.
    idleTimeoutMillis: 0,
    keepAlive: true,
    application_name: "daybook",
    connectionTimeoutMillis,
    // A pooler refuses limits among the parameters of a connection.
    verify(client, done) {
      setUp(client).then(() => done(), done);
    },
  });
  pool.on("error", onIdleError);
  return pool;
}

/** A server that does not answer in this time is passed over. */
const ANSWER_MS = 3_000;

/**
 * Returns a class of clients that connect to the one of several servers that takes changes. Each client looks
 * for it anew, so that a standby is used as soon as it was promoted. Clients that connect at the same time
 * share a search.
 */
function clientOf(servers: readonly string[]): typeof Client {
  let search: Promise<Server> | null = null;
  const find = (): Promise<Server> => {
    search ??= findPrimary(servers).finally(() => (search = null));
    return search;
  };
  return class extends Client {
    override connect(): Promise<pg.Client>;
    override connect(done: (error?: Error) => void): void;
    override connect(done?: (error?: Error) => void): Promise<pg.Client> | void {
      const connected = find().then(({ host, port }) => {
        // The driver reads both when it connects.
        Object.assign(this, { host, port });
        return super.connect();
      });
      if (done === undefined) return connected;
      connected.then(() => done(), done);
    }
  };
}

interface Server {
  readonly host: string;
  readonly port: number;
  /** The history of the server, which a promotion makes greater; null if the server takes no changes. */
  readonly timeline: string | null;
}

/**
 * Returns the server that takes changes. Two may: a former primary that was started again knows nothing of
 * the promotion, so the later timeline counts. Throws if there is none.
 */
async function findPrimary(servers: readonly string[]): Promise<Server> {
  const answers = await Promise.allSettled(servers.map(ask));
  const found = answers.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const [latest] = found
    .filter(({ timeline }) => timeline !== null)
    .toSorted((a, b) => (b.timeline ?? "").localeCompare(a.timeline ?? ""));
  if (latest) return latest;
  const [first] = answers;
  throw found.length === 0 && first?.status === "rejected" ? first.reason : new NoPrimary();
}

/** Asks a server for its timeline, the first eight digits of the name of a file of its log. */
async function ask(connectionString: string): Promise<Server> {
  const client = new pg.Client({
    connectionString,
    application_name: "daybook",
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
         else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    );
    return { host: client.host, port: client.port, timeline: rows[0]?.timeline ?? null };
  } finally {
    // Not awaited, because a server that hangs does not answer this either.
    void client.end();
  }
}
