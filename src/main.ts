/**
 * The entry point of the `daybook` command line. `bin/daybook.js` runs this file with a Node.js version that
 * can run TypeScript.
 */
import project from "../package.json" with { type: "json" };
import { ConfigProblem, readConfig } from "./config/config.ts";
import { runCommandLine } from "./interfaces/command/command-line.ts";
import { processTerminal, stopOnSignals, stopWithParent } from "./interfaces/command/terminal.ts";

/** The commands for which `TELEMETRY_MODULE` is loaded: those that run until they are stopped. */
const OBSERVED_COMMANDS: ReadonlySet<string> = new Set(["start", "serve", "work"]);

const terminal = processTerminal();
stopWithParent();
// If nothing is left that could settle the promise that a command awaits, Node.js would end the process
// without an error message for the user.
process.once("beforeExit", () => {
  terminal.note("It ended before it was done: nothing was left that could answer.");
  process.exit(1);
});
const code = await runCommandLine({
  words: process.argv.slice(2),
  version: project.version,
  terminal,
  stop: stopOnSignals(() => performance.now(), terminal),
  readConfig,
  async open(config, options) {
    // The telemetry module must be loaded before the packages that it instruments.
    if (config.telemetryModule !== null && OBSERVED_COMMANDS.has(options.command)) {
      const { loadTelemetry } = await import("./platform/machine/telemetry.ts");
      const problem = await loadTelemetry(config.telemetryModule, process.cwd());
      if (problem !== null) throw new ConfigProblem(`TELEMETRY_MODULE ${problem}`);
    }
    return (await import("./app.ts")).openApp(config, options);
  },
  async published() {
    const [{ openApp }, { emitOptions, emitPublished }, { OPERATIONS_OF_COMMANDS }] = await Promise.all([
      import("./app.ts"),
      import("./interfaces/openapi/emit.ts"),
      import("./interfaces/command/registry.ts"),
    ]);
    // Default settings instead of the environment's, so that the generated files are the same on every
    // machine.
    const app = await openApp(readConfig({}), emitOptions());
    try {
      return await emitPublished(app, OPERATIONS_OF_COMMANDS);
    } finally {
      await app.close();
    }
  },
});
process.exit(code);
