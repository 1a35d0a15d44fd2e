/**
 * The entry point of the `daybook` command line. What is loaded is kept compiled from one run to the
 * next, which halves the time of a short command.
 */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/daybook/compiled", import.meta.url)));

const { readConfig } = await import("./config/config.ts");
const { runCommandLine } = await import("./interfaces/command/command-line.ts");
const { processTerminal, stopOnSignals, stopWithParent } = await import("./interfaces/command/terminal.ts");
const { default: project } = await import("../package.json", { with: { type: "json" } });

const terminal = processTerminal();
stopWithParent();
const code = await runCommandLine({
  words: process.argv.slice(2),
  version: project.version,
  terminal,
  stop: stopOnSignals(() => performance.now(), terminal),
  readConfig,
  open: async (config, options) => (await import("./app.ts")).openApp(config, options),
  async published() {
    const [{ openApp }, { emitOptions, emitPublished }] = await Promise.all([import("./app.ts"), import("./interfaces/openapi/emit.ts")]);
    // Without the environment, so that the files are the same wherever they are made.
    const app = await openApp(readConfig({}), emitOptions());
    try {
      return await emitPublished(app);
    } finally {
      await app.close();
    }
  },
});
process.exit(code);
