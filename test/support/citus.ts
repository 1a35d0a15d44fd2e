/** Copies of a database that is distributed over the servers of a coordinator of Citus. */
import { administer, CITUS_URL } from "./servers.ts";

const coordinator = (): string => CITUS_URL ?? "";
let servers: Promise<string[]> | null = null;

/** The connection strings of the coordinator and of the servers that hold companies. */
export function listServers(): Promise<string[]> {
  servers ??= administer(
    "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid",
  ).then(({ rows }) => [
    coordinator(),
    ...rows.map(({ host = "", port = "" }) => {
      const url = new URL(coordinator());
      url.host = `${host}:${port}`;
      return url.href;
    }),
  ]);
  return servers;
}

/**
 * Ends the connections to a database on a server, for copies of it: the extension keeps one to each database,
 * and a copy allows none. Workers of a run copy at the same time, so only what is open is closed.
 */
export async function closeForCopies(name: string, server: string): Promise<void> {
  const { rows } = await administer(
    `select from pg_database where datname = '${name}' and datallowconn`,
    server,
  );
  if (rows.length === 0) return;
  await administer(`alter database ${name} allow_connections false`, server);
  await administer(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    server,
  );
}

/** Copies a distributed database, with its settings, on each server. */
export async function copyDistributed(name: string, template: string): Promise<void> {
  for (const server of await listServers()) {
    await closeForCopies(template, server);
    await administer(`create database ${name} template ${template}`, server);
    await administer(`alter database ${name} allow_connections true`, server);
    const { rows } = await administer(
      `select unnest(setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
       where d.datname = '${template}'`,
      server,
    );
    for (const { setting = "" } of rows) {
      const [, key = "", value = ""] = /^([^=]+)=(.*)$/.exec(setting) ?? [];
      await administer(`alter database ${name} set ${key} = '${value}'`, server);
    }
  }
}
