/** Processes that are measured: this project's own command line, and servers to compare it with. */
import { type ChildProcess, fork } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** What a process has used since it started. */
export interface Usage {
  readonly cpuUs: number;
  /** Its memory at the moment, and the most that it has had. */
  readonly nowBytes: number;
  readonly peakBytes: number;
  /** How often it has flushed the log of the embedded database, or another of its files. */
  readonly flushes: number;
}

const PRELOAD = new URL("./usage.ts", import.meta.url).href;
const COMMAND = fileURLToPath(new URL("../../bin/daybook.js", import.meta.url));
const STOP_MS = 15_000;

export interface Child {
  /** The first line of its standard output: that it is ready, or its result. */
  readonly firstLine: Promise<string>;
  /** What it has used so far; a process that has ended keeps what it had used then. */
  usage(): Promise<Usage>;
  /** Waits for its end; throws with what it said when it failed. */
  ended(): Promise<Usage>;
  /** Asks it to stop and waits. */
  stop(): Promise<void>;
}

/** The environment of a measured process: only what it needs, and where its database is. */
export type Place = { readonly DATABASE_URL: string } | { readonly DAYBOOK_HOME: string };

/** Runs a command of `daybook`, with other settings where any are named. */
export function runDaybook(
  place: Place,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Child {
  return run(COMMAND, words, { ...place, HOST: "127.0.0.1", ...settings });
}

/** Runs a file of ours. */
export function run(
  file: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Child {
  const started = fork(file, words, {
    execArgv: ["--import", PRELOAD],
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  return watch(started, `${file} ${words.join(" ")}`);
}

function watch(started: ChildProcess, what: string): Child {
  let said = "";
  started.stderr?.on("data", (part: Buffer) => {
    said = `${said}${part.toString()}`.slice(-4000);
  });
  let last: Usage | null = null;
  let asked: ((usage: Usage) => void)[] = [];
  started.on("message", (usage: Usage) => {
    last = usage;
    for (const answer of asked) answer(usage);
    asked = [];
  });
  // Its last message may arrive after its end; nothing more comes once the channel is closed.
  const silent = new Promise<void>((resolve) => started.on("disconnect", resolve));
  const end = new Promise<void>((resolve, reject) => {
    started.on("exit", (code, signal) => {
      if (code === 0) void silent.then(resolve);
      else reject(new Error(`${what} ended with ${signal ?? code}: ${said}`));
    });
    started.on("error", reject);
  });
  end.catch(() => {});
  const firstLine = new Promise<string>((resolve, reject) => {
    if (started.stdout) createInterface(started.stdout).once("line", resolve);
    end.then(() => reject(new Error(`${what} ended without a word: ${said}`)), reject);
  });
  firstLine.catch(() => {});
  return {
    firstLine,
    usage: () =>
      new Promise((resolve, reject) => {
        asked.push(resolve);
        end.then(() => (last === null ? undefined : resolve(last)), reject);
        started.send("usage", (error) => (error ? reject(error) : undefined));
      }),
    async ended() {
      await end;
      if (last === null) throw new Error(`${what} ended without its usage`);
      return last;
    },
    async stop() {
      if (started.exitCode !== null || started.signalCode !== null) return;
      started.kill("SIGTERM");
      const force = setTimeout(() => started.kill("SIGKILL"), STOP_MS);
      await end.catch(() => {});
      clearTimeout(force);
    },
  };
}
