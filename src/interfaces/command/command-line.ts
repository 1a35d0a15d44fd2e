/**
 * Running one command line: read, checked, performed, printed. Invariant: with `--json` the standard
 * output is exactly one JSON document, whether it went well or not.
 */
import type { Config } from "../../config/config.ts";
import { checkArgs } from "./check-args.ts";
import type { CommandContext } from "./command.ts";
import { EXIT, type Exit } from "./exit-codes.ts";
import { readFields } from "./fields.ts";
import { explainOwn } from "./own-problems.ts";
import { perform } from "./perform.ts";
import { readCommandLine, type Request } from "./program.ts";
import { openProgressBar } from "./progress.ts";
import { COMMANDS } from "./registry.ts";
import type { Stop, Terminal } from "./terminal.ts";
import type { Problem } from "./problem.ts";

/** The parts of the process that the entry point passes in, with access to the composition root. */
export interface Entry {
  readonly words: readonly string[];
  readonly version: string;
  readonly terminal: Terminal;
  readonly stop: Stop;
  readonly readConfig: () => Config;
  readonly open: CommandContext["open"];
  readonly published: CommandContext["published"];
}

/** Runs the command line and gives the process's exit code. Throws nothing. */
export async function runCommandLine(entry: Entry): Promise<number> {
  const { terminal } = entry;
  const request = readCommandLine(entry.words, entry.version);
  if (request.kind === "shown") {
    terminal.out(request.text);
    return EXIT.ok.code;
  }
  if (request.kind === "refused") {
    return refuse(terminal, entry.words.includes("--json"), {
      exit: "usage",
      code: "usage",
      message: request.text,
    });
  }
  let config: Config | null = null;
  try {
    config = entry.readConfig();
    return EXIT[await run(entry, config, request)].code;
  } catch (error) {
    if (config?.logLevel === "debug" && error instanceof Error) terminal.note(error.stack ?? error.message);
    return refuse(terminal, request.json, explainOwn(error) ?? (await explained(error, config)));
  }
}

/** The mapper knows every module's errors, so it is loaded only for them. */
async function explained(error: unknown, config: Config | null): Promise<Problem> {
  return (await import("./problems.ts")).explain(error, config?.databaseUrl ?? null);
}

function refuse(terminal: Terminal, json: boolean, { exit, code, message, param }: Problem): number {
  const { code: exit_code } = EXIT[exit];
  terminal.note(message);
  if (json)
    terminal.out(
      JSON.stringify({ error: { code, message, ...(param === undefined ? {} : { param }), exit_code } }),
    );
  return exit_code;
}

async function run(
  entry: Entry,
  config: Config,
  { command, given, json }: Request & { kind: "run" },
): Promise<Exit> {
  const { terminal, stop, open, published } = entry;
  // The schema has checked what the fields have read, so the arguments have the types that the command
  // declares.
  const args = checkArgs(command.fields, readFields(command.fields, given)) as Record<string, never>;
  const context: CommandContext = {
    config,
    terminal,
    json,
    stop,
    open,
    published,
    commands: COMMANDS,
    version: entry.version,
  };
  if (command.place === "resident") return command.run(context, args);
  const bar = await openProgressBar(terminal);
  let result: unknown;
  try {
    result = await (command.place === "database"
      ? perform(context, command, args, bar.show)
      : command.run(context, args, bar.show));
  } finally {
    bar.end();
  }
  const text = json ? JSON.stringify(result) : command.show(result, args);
  if (text !== "") terminal.out(text);
  return command.exit?.(result) ?? "ok";
}
