/** The database that a run migrates once, and copies for most of its databases on the server. */
import { unixSeconds } from "@daybook/words/civil-date";
import { migrate, openServer } from "../../src/platform/db/index.ts";
import { administer, urlOf } from "./servers.ts";

/** Makes a migrated database of this name. */
export async function makeMigrated(name: string): Promise<void> {
  await administer(`create database ${name}`);
  const db = openServer({
    url: urlOf(name),
    connections: 1,
    now: () => unixSeconds(Math.floor(Date.now() / 1000)),
    onIdleError: () => {},
  });
  try {
    await migrate(db);
  } finally {
    await db.close();
  }
}
