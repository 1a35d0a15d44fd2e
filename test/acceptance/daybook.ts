/**
 * The `daybook` command, run as a person or a script runs it: a process of its own, words in, text and an
 * exit code out.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What came of a command. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The one JSON document of a command that was refused. */
export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  readonly exit_code: number;
}

/**
 * A program and the words before those of the command, and the environment that says which books it works on.
 */
export interface Daybook {
  readonly program: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
}

/** For tests that start several processes one after the other, which takes its time on a busy machine. */
export const LONG = { timeout: 300_000 };

/**
 * These processes live for seconds, so the database engine of WebAssembly is compiled once and not optimized:
 * that would cost a third of the processor time of a command, and no result depends on it.
 */
const PROGRAM = [
  process.execPath,
  "--liftoff-only",
  fileURLToPath(new URL("../../bin/daybook.js", import.meta.url)),
] as const;

/** The project's own command over these settings, and no others of the process that runs the tests. */
export function ownDaybook(environment: Readonly<Record<string, string>>): Daybook {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  return {
    program: PROGRAM,
    environment: { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...environment },
  };
}

/** Starts a command. It ends with this process, whatever becomes of this one. */
export function launch(
  { program: [program, ...before], environment }: Daybook,
  words: readonly string[],
): ChildProcess {
  return spawn(program, [...before, ...words], { env: environment, stdio: ["pipe", "pipe", "pipe", "ipc"] });
}

/** Resolves when a command has ended, with all that it said. */
export function ended(child: ChildProcess): Promise<Ran> {
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
export async function run(daybook: Daybook, words: readonly string[], input = ""): Promise<Ran> {
  const child = launch(daybook, words);
  // A command that does not read its input may end before it was written.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  return ended(child);
}

/** Runs a command that must go well; gives the JSON that it prints. */
export async function json<Result>(
  daybook: Daybook,
  words: readonly string[],
  input?: string,
): Promise<Result> {
  const { code, stdout, stderr } = await run(daybook, [...words, "--json"], input);
  if (code !== 0) throw new Error(`daybook ${words.join(" ")}: exit code ${code}\n${stdout}${stderr}`);
  return JSON.parse(stdout) as Result;
}

/** Runs a command that must be refused; gives what it says of that. */
export async function refused(daybook: Daybook, words: readonly string[], input?: string): Promise<Refused> {
  const { code, stdout, stderr } = await run(daybook, [...words, "--json"], input);
  const { error } = JSON.parse(stdout) as { error?: Refused };
  if (!error || error.exit_code !== code)
    throw new Error(
      `daybook ${words.join(" ")} was not refused as it should: exit code ${code}\n${stdout}${stderr}`,
    );
  return error;
}
