/**
 * Runs one command line: parses it, checks the arguments, runs the command, and prints the result or the
 * error. Invariant: with `--json` the standard output is exactly one JSON document, whether the command
 * succeeds or fails.
 */
import type { Config } from "../../config/config.ts";
import { checkArgs } from "./check-args.ts";
import { isProcessLocal } from "../../platform/machine/files.ts";
import type { CommandContext, DatabaseCommand } from "./command.ts";
import { EXIT, type Exit } from "./exit-codes.ts";
import { withDefaultCompany } from "./default-company.ts";
import { readFields } from "./fields.ts";
import { explainOwn } from "./own-problems.ts";
import { perform } from "./perform.ts";
import { readCommandLine, type Request } from "./program.ts";
import { openProgressBar, type ProgressBar } from "./progress.ts";
import { askKinds, askMissing } from "./questions.ts";
import { COMMANDS } from "./registry.ts";
import type { Stop, Terminal } from "./terminal.ts";
import type { Problem } from "./problem.ts";

/**
 * What the entry point `main.ts` passes in: the process's surroundings, and access to the composition root.
 */
export interface Invocation {
  /** The arguments of the process after `daybook`. */
  readonly words: readonly string[];
  /** The version of the program. */
  readonly version: string;
  readonly terminal: Terminal;
  readonly stop: Stop;
  readonly readConfig: () => Config;
  readonly open: CommandContext["open"];
  readonly published: CommandContext["published"];
}

/** Runs the command line and returns the process's exit code. Throws nothing. */
export async function runCommandLine(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  const request = readCommandLine(invocation.words, invocation.version);
  if (request.kind === "shown") {
    terminal.out(request.text);
    return EXIT.ok.code;
  }
  if (request.kind === "refused") {
    return printProblem(terminal, invocation.words.includes("--json"), {
      exit: "usage",
      code: "usage",
      message: request.text,
    });
  }
  let config: Config | null = null;
  try {
    config = invocation.readConfig();
    return EXIT[await run(invocation, config, request)].code;
  } catch (error) {
    if (config?.logLevel === "debug" && error instanceof Error) terminal.note(error.stack ?? error.message);
    return printProblem(terminal, request.json, explainOwn(error) ?? (await explainFailure(error, config)));
  }
}

/**
 * Explains an error that did not arise in the command line itself. `problems.ts` is loaded only here, because
 * it imports the error classes of every module.
 */
async function explainFailure(error: unknown, config: Config | null): Promise<Problem> {
  return (await import("./problems.ts")).explain(error, config?.databaseUrl ?? null);
}

/**
 * Runs a database command. If it is refused until accounts of imported books are known and a person is there,
 * asks for these and runs it again; what an answer brings up is asked next.
 */
async function performAsking(
  context: CommandContext,
  command: DatabaseCommand,
  args: Readonly<Record<string, unknown>>,
  bar: ProgressBar & { readonly signal: AbortSignal },
): Promise<unknown> {
  const { config, json, terminal } = context;
  try {
    return await perform(context, command, args, bar.show);
  } catch (error) {
    if (json || command.withKinds === undefined || readsOnce(command, args)) throw error;
    const { accounts = [] } = explainOwn(error) ?? (await explainFailure(error, config));
    bar.end();
    const kinds = accounts.length === 0 ? null : await askKinds(accounts, terminal, bar.signal);
    if (kinds === null) throw error;
    return performAsking(context, command, command.withKinds(args, kinds), bar);
  }
}

/** True if a file of a command can't be read a second time. */
function readsOnce({ fields }: DatabaseCommand, args: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(fields).some(([name, { kind }]) => {
    const path = args[name];
    return kind.source === true && typeof path === "string" && isProcessLocal(path);
  });
}

/** Prints a problem, also as JSON if that is wanted, and returns its exit code. */
function printProblem(terminal: Terminal, json: boolean, { exit, ...error }: Problem): number {
  const { code: exit_code } = EXIT[exit];
  terminal.note(error.message);
  if (json) terminal.out(JSON.stringify({ error: { ...error, exit_code } }));
  return exit_code;
}

async function run(
  invocation: Invocation,
  config: Config,
  { command, given: rawValues, json }: Request & { kind: "run" },
): Promise<Exit> {
  const { terminal, stop, open, published } = invocation;
  const stopping = new AbortController();
  void stop.whenRequested.then(() => stopping.abort());
  const values = json ? rawValues : await askMissing(command.fields, rawValues, terminal, stopping.signal);
  // `readFields` parses the values and `checkArgs` checks them, so the arguments have the types that the
  // command's fields declare.
  const args = (await withDefaultCompany(
    command.fields,
    checkArgs(command.fields, readFields(command.fields, values)),
    config,
    json ? () => {} : terminal.note,
  )) as Record<string, never>;
  const context: CommandContext = {
    config,
    terminal,
    json,
    stop,
    open,
    published,
    commands: COMMANDS,
    version: invocation.version,
  };
  if (command.place === "resident") return command.run(context, args);
  const bar = await openProgressBar(terminal);
  let result: unknown;
  try {
    result = await (command.place === "database"
      ? performAsking(context, command, args, { ...bar, signal: stopping.signal })
      : command.run(context, args, bar.show));
  } finally {
    bar.end();
  }
  const text = json ? JSON.stringify(result) : command.show(result, args);
  if (text !== "") terminal.out(text);
  for (const note of command.notes?.(result) ?? []) terminal.note(note);
  return command.exit?.(result) ?? "ok";
}
