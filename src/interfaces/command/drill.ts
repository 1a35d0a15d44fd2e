/**
 * The trial of a backup (`restore-drill`): restores the backup and its files into a temporary folder and
 * verifies the books. Invariant: the restored copy is deleted, and no database or storage that is in use is
 * touched.
 */
import type { ReportProgress } from "../../core/progress.ts";
import type { CommandContext } from "./command.ts";
import type { Restoration } from "./services.ts";
import { temporaryHome } from "./temporary-home.ts";

/** Restores the backup `file` as after a loss of the database, and verifies the restored books. */
export async function drillRestore(
  { config, open }: CommandContext,
  file: string,
  report: ReportProgress,
): Promise<Restoration & { readonly ok: boolean }> {
  const home = await temporaryHome(config, "drill");
  try {
    const app = await open(home.config, { command: "restore-drill" });
    try {
      const restored = await app.restore(file, report);
      return { ok: restored.companies.every(({ ok }) => ok), ...restored };
    } finally {
      await app.close();
    }
  } finally {
    await home.remove();
  }
}
