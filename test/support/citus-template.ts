/**
 * The database that a run migrates and distributes over the servers of a coordinator of Citus. It is copied
 * on each server for each database of the run, which takes a tenth of the time.
 */
import { unixSeconds } from "@daybook/words/civil-date";
import { distribute, migrate, openServer } from "../../src/platform/db/index.ts";
import { closeForCopies, listServers } from "./citus.ts";
import { administer, urlOf } from "./servers.ts";

/** Few, because each of them is a table on a server. */
const SHARDS = 4;

/** Makes a migrated, distributed database of this name. */
export async function makeDistributed(name: string): Promise<void> {
  for (const server of await listServers()) {
    await administer(`create database ${name}`, server);
    await administer("create extension citus", urlOf(name, server));
  }
  const [first, ...others] = (await listServers()).map((each) => new URL(each));
  const own = urlOf(name);
  const place = (url: URL | undefined) => `('${url?.hostname ?? ""}', ${url?.port ?? ""})`;
  await administer(`alter database ${name} set citus.shard_count = ${SHARDS}`);
  await administer(`select citus_set_coordinator_host${place(first)}`, own);
  for (const each of others) await administer(`select citus_add_node${place(each)}`, own);
  const db = openServer({
    url: own,
    connections: 1,
    now: () => unixSeconds(Math.floor(Date.now() / 1000)),
    onIdleError: () => {},
  });
  try {
    await migrate(db);
    await distribute(db);
  } finally {
    await db.close();
  }
  for (const each of await listServers()) await closeForCopies(name, each);
}
