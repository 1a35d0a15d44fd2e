/**
 * The drill of a restore: a backup comes back into a database of its own, with its files, and is verified.
 * Invariant: nothing of it is kept, and no database or storage that is in use is touched.
 */
import { join } from "node:path";
import type { Report } from "../../core/progress.ts";
import { temporaryFolder } from "../../platform/machine/files.ts";
import { HOME_STORAGE } from "../../platform/objects/index.ts";
import type { CommandContext } from "./command.ts";
import type { Restoration } from "./services.ts";

/** Restores a file as it would be restored after a loss, and verifies what came back. */
export async function drillRestore(
  { config, open }: CommandContext,
  file: string,
  report: Report,
): Promise<Restoration & { readonly ok: boolean }> {
  const folder = await temporaryFolder("drill");
  try {
    const apart = {
      ...config,
      home: join(folder.path, "home"),
      databaseUrl: null,
      redisUrl: null,
      ...HOME_STORAGE,
    };
    const app = await open(apart, { command: "restore-drill" });
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
