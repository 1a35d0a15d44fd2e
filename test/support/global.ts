/** What frames a whole run of the tests: a name for its databases and files, and their end. */
import { rm } from "node:fs/promises";
import { prepareTemplate } from "../../src/platform/db/index.ts";
import { ADMIN_URL, dropDatabases, newRunName, runFolder } from "./engine.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const runName = newRunName();
  process.env["DAYBOOK_TEST_RUN"] = runName;
  // One process makes it; the workers would otherwise each make their own at the same time.
  if (ADMIN_URL === null) await prepareTemplate();
  return async () => {
    await rm(runFolder(runName), { recursive: true, force: true });
    if (ADMIN_URL !== null) await dropDatabases(runName);
  };
}
