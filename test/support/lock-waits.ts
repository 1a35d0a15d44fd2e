/** The sessions of a database of a server that wait for locks: on each server, if it is distributed. */
import { listServers } from "./citus.ts";
import { ADMIN_URL, administer, CITUS_URL } from "./servers.ts";

interface LockWait {
  readonly server: string;
  readonly pid: string;
}

/** Returns the sessions that wait for a lock in the database of a connection string. */
export async function listLockWaits(url: string | null): Promise<LockWait[]> {
  const name = new URL(url ?? "").pathname.slice(1);
  const servers = CITUS_URL === null ? [ADMIN_URL ?? ""] : await listServers();
  const waits = servers.map(async (server) => {
    const { rows } = await administer(
      `select pid from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`,
      server,
    );
    return rows.map(({ pid = "" }) => ({ server, pid }));
  });
  return (await Promise.all(waits)).flat();
}
