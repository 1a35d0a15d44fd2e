/** An empty embedded database in a temporary folder, for commands that try something and keep nothing. */
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { temporaryFolder } from "../../platform/machine/files.ts";
import { HOME_STORAGE } from "../../platform/objects/index.ts";

/**
 * Makes the folder and returns the settings that use it, and nothing else of this installation: no server, no
 * Redis and no storage outside the folder. `remove` deletes the folder. `name` becomes part of its name.
 */
export async function temporaryHome(
  config: Config,
  name: string,
): Promise<{ readonly config: Config; readonly remove: () => Promise<void> }> {
  const { path, remove } = await temporaryFolder(name);
  return {
    config: { ...config, home: join(path, "home"), databaseUrl: null, redisUrl: null, ...HOME_STORAGE },
    remove,
  };
}
