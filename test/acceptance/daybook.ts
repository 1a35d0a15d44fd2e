/**
 * Runs the `daybook` command as a person or a script does: in a separate process, with arguments and output.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The result of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The error in the JSON document of a refused command. */
export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  readonly exit_code: number;
}

/**
 * A way to run `daybook`: the program with its first arguments, and the environment variables, which select
 * the books.
 */
export interface Daybook {
  readonly program: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
}

/** The time limit of tests that start several processes, which may be slow on a busy machine. */
export const LONG = { timeout: 300_000 };

/**
 * `--liftoff-only` compiles the WebAssembly of the database engine without optimizing it. These processes
 * live for seconds, and optimizing would take a third of a command's processor time.
 */
const PROGRAM = [
  process.execPath,
  "--liftoff-only",
  fileURLToPath(new URL("../../bin/daybook.js", import.meta.url)),
] as const;

/**
 * Returns the project's own command with these settings. It inherits no other settings of the test process.
 * Unless they say otherwise the embedded database does not wait for the disk, which no kill shows.
 */
export function ownDaybook(environment: Readonly<Record<string, string>>): Daybook {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  return {
    program: PROGRAM,
    environment: {
      PATH,
      HOME,
      EMBEDDED_FLUSH: "no",
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      ...environment,
    },
  };
}

/** Starts a command. Its IPC channel makes it end when this process ends, even if this process crashes. */
export function launch(
  { program: [program, ...before], environment }: Daybook,
  words: readonly string[],
): ChildProcess {
  return spawn(program, [...before, ...words], { env: environment, stdio: ["pipe", "pipe", "pipe", "ipc"] });
}

/** Resolves when a command has ended, with its complete output. */
export function ended(child: ChildProcess): Promise<CommandResult> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs a command to its end, with `input` as its standard input. */
export async function run(daybook: Daybook, words: readonly string[], input = ""): Promise<CommandResult> {
  const child = launch(daybook, words);
  // A command that does not read its input may end before all input is written.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  return ended(child);
}

/** Runs a command that must succeed and returns the JSON that it prints. */
export async function json<Result>(
  daybook: Daybook,
  words: readonly string[],
  input?: string,
): Promise<Result> {
  const { code, stdout, stderr } = await run(daybook, [...words, "--json"], input);
  if (code !== 0) throw new Error(`daybook ${words.join(" ")}: exit code ${code}\n${stdout}${stderr}`);
  return JSON.parse(stdout) as Result;
}

/** Runs a command that must be refused and returns its error. */
export async function refused(daybook: Daybook, words: readonly string[], input?: string): Promise<Refused> {
  const { code, stdout, stderr } = await run(daybook, [...words, "--json"], input);
  const { error } = JSON.parse(stdout) as { error?: Refused };
  if (!error || error.exit_code !== code)
    throw new Error(
      `daybook ${words.join(" ")} was not refused as expected: exit code ${code}\n${stdout}${stderr}`,
    );
  return error;
}
