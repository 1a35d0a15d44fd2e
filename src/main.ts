/** The entry point of the `daybook` command line; `bin/daybook.js` runs it on a runtime that can. */
import project from "../package.json" with { type: "json" };
import { ConfigProblem, readConfig } from "./config/config.ts";
import { runCommandLine } from "./interfaces/command/command-line.ts";
import { processTerminal, stopOnSignals, stopWithParent } from "./interfaces/command/terminal.ts";

/** Commands that run until they are stopped. */
const OBSERVED: ReadonlySet<string> = new Set(["start", "serve", "work"]);

const terminal = processTerminal();
stopWithParent();
// With nothing left to wait for, Node.js would end the process in the middle, without a word of ours.
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
    // Before the application's packages, which it observes.
    if (config.telemetryModule !== null && OBSERVED.has(options.command)) {
      const { loadTelemetry } = await import("./platform/machine/telemetry.ts");
      const problem = await loadTelemetry(config.telemetryModule, process.cwd());
      if (problem !== null) throw new ConfigProblem(`TELEMETRY_MODULE ${problem}`);
    }
    return (await import("./app.ts")).openApp(config, options);
  },
  async published() {
    const [{ openApp }, { emitOptions, emitPublished }] = await Promise.all([
      import("./app.ts"),
      import("./interfaces/openapi/emit.ts"),
    ]);
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
