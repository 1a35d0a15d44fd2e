/** The engines between which books are carried, in tests of backups and of moves. */
import { openApp, type App } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Engine } from "../../src/platform/db/db.ts";
import { NOON } from "./app.ts";
import { testClock } from "./clock.ts";
import { ADMIN_URL, createMigrated } from "./engine.ts";

const ENGINES: readonly Engine[] = ADMIN_URL === null ? ["embedded"] : ["embedded", "server"];
/** The engine of this run. */
export const TESTED_ENGINE: Engine = ADMIN_URL === null ? "embedded" : "server";
/** The pairs that this run tests: those with its engine. */
export const PAIRS = ENGINES.flatMap((from) => ENGINES.map((to) => ({ from, to }))).filter(({ from, to }) =>
  [from, to].includes(TESTED_ENGINE),
);

/** Opens an application on an empty database of an engine. The caller closes it. */
export async function openEmptyApp(
  engine: Engine,
  options: Partial<Parameters<typeof openApp>[1]> = {},
): Promise<App> {
  const config = readConfig({
    DATABASE_URL: engine === "server" ? await createMigrated("carried") : "",
    LOG_LEVEL: "silent",
  });
  return openApp(config, { command: "test", inMemory: true, clock: testClock(NOON), ...options });
}
