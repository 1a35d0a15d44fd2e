/**
 * The trial of a backup (`restore-drill`): restores the backup and its files into a temporary folder and
 * verifies the books. Invariant: the restored copy is deleted, and no database or storage that is in use is
 * touched.
 */
import { join } from "node:path";
import type { Report } from "../../core/progress.ts";
import { temporaryFolder } from "../../platform/machine/files.ts";
import { HOME_STORAGE } from "../../platform/objects/index.ts";
import type { CommandContext } from "./command.ts";
import type { Restoration } from "./services.ts";

/** Restores the backup `file` as after a loss of the database, and verifies the restored books. */
export async function drillRestore(
  { config, open }: CommandContext,
  file: string,
  report: Report,
): Promise<Restoration & { readonly ok: boolean }> {
  const folder = await temporaryFolder("drill");
  try {
    const temporaryConfig = {
      ...config,
      home: join(folder.path, "home"),
      databaseUrl: null,
      redisUrl: null,
      ...HOME_STORAGE,
    };
    const app = await open(temporaryConfig, { command: "restore-drill" });
    try {
      const restored = await app.restore(file, report);
      return { ok: restored.companies.every(({ ok }) => ok), ...restored };
    } finally {
      await app.close();
    }
  } finally {
    await folder.remove();
  }
}
