/** What frames a whole run of the tests: a name for its databases, a folder for its files, and their end. */
import { mkdir, rm } from "node:fs/promises";
import { prepareTemplate } from "../../src/platform/db/index.ts";
import { ADMIN_URL, dropDatabases, newRunFolder, newRunName } from "./engine.ts";

export default async function setup(): Promise<() => Promise<void>> {
  // Whoever may have to clean up after a killed run chooses the name.
  const runName = process.env["DAYBOOK_TEST_RUN"] ?? newRunName();
  const folder = newRunFolder(runName);
  await mkdir(folder);
  process.env["DAYBOOK_TEST_RUN"] = runName;
  process.env["TMPDIR"] = folder;
  // One process makes it; the workers would otherwise each make their own at the same time.
  if (ADMIN_URL === null) await prepareTemplate();
  return async () => {
    await rm(folder, { recursive: true, force: true });
    if (ADMIN_URL !== null) await dropDatabases(runName);
  };
}
