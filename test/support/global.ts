/** Prepares a run of the tests (a name for its databases, a folder for its files), and cleans up after it. */
import { mkdir, rm } from "node:fs/promises";
import { prepareTemplate } from "../../src/platform/db/index.ts";
import { buildChangedConsole, bundleChangedProgram } from "./built.ts";
import { makeDistributed } from "./citus-template.ts";
import { ADMIN_URL, CITUS_URL, dropDatabases, newRunFolder, newRunName } from "./engine.ts";
import { makeMigrated } from "./server-template.ts";

export default async function setup(): Promise<() => Promise<void>> {
  // A caller that has to clean up after a killed run can choose the name.
  const runName = process.env["DAYBOOK_TEST_RUN"] ?? newRunName();
  const folder = newRunFolder(runName);
  await mkdir(folder);
  process.env["DAYBOOK_TEST_RUN"] = runName;
  process.env["TMPDIR"] = folder;
  buildChangedConsole();
  bundleChangedProgram();
  // Made once here; otherwise each worker would make the template at the same time.
  if (ADMIN_URL === null) await prepareTemplate();
  else {
    const template = `${runName}template`;
    process.env["DAYBOOK_TEST_TEMPLATE"] = template;
    await (CITUS_URL === null ? makeMigrated(template) : makeDistributed(template));
  }
  return async () => {
    await rm(folder, { recursive: true, force: true });
    if (ADMIN_URL !== null) await dropDatabases(runName);
  };
}
