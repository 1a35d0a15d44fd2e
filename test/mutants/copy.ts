/** A copy of the tree, in which faults are planted and tests run; the working tree is never touched. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newRunFolder, newRunName } from "../support/engine.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const programOf = (name: string, path: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);
const vitest = programOf("vitest", "vitest.mjs");
const compiler = programOf("typescript", "bin/tsc");

export interface Run {
  /** "late" if the time was over before the tests ended. */
  readonly end: "passed" | "failed" | "late";
  /** The files with failed tests. */
  readonly failed: readonly string[];
  readonly tookMs: number;
  readonly output: string;
}

interface Ended {
  readonly code: number | null;
  readonly isLate: boolean;
  readonly output: string;
}

/** Kills a test run with all of its workers: one in an endless loop does not end when its parent does. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // All of them have ended.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Makes the copy, with the installed packages of the original. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "daybook-mutants-"));
  for (const name of readdirSync(ROOT))
    if (name !== "node_modules" && name !== ".git")
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  // Links to single packages, because the template of the database and other caches are written beside them.
  const packages = join(copy, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    const original = join(ROOT, "node_modules", name);
    // A process that reads PDFs may read nothing outside its own packages, to which a link would lead.
    if (name === "unpdf") cpSync(original, join(packages, name), { recursive: true });
    else if (name !== ".cache" && name !== "@daybook") symlinkSync(original, join(packages, name));
  }
  mkdirSync(join(packages, "@daybook"));
  for (const name of ["client", "formula", "words"])
    symlinkSync(join(copy, name), join(packages, "@daybook", name));
  return copy;
}

export class Copy {
  readonly folder = copyTree();
  /** What is running. A signal from the terminal does not reach it, as it has a group of its own. */
  #inProgress: ChildProcess | undefined;

  /** Runs test files until the first one fails, or all of them with `all`. */
  async test(files: readonly string[], limitMs: number, all?: "all"): Promise<Run> {
    const began = performance.now();
    const report = join(this.folder, "mutant-tests.json");
    rmSync(report, { force: true });
    const { code, isLate, output } = await this.#node(
      [
        vitest,
        "run",
        ...files,
        ...(all === undefined ? ["--bail=1"] : []),
        "--maxWorkers=1",
        "--reporter=dot",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      limitMs,
    );
    return {
      end: isLate ? "late" : code === 0 ? "passed" : "failed",
      failed: isLate || code === 0 ? [] : failedFiles(report, this.folder),
      tookMs: performance.now() - began,
      output,
    };
  }

  /** Whether the compiler takes the project of a file. */
  async compiles(file: string, limitMs: number): Promise<boolean> {
    const project = file.startsWith("console/src/") ? "console" : ".";
    const { code } = await this.#node([compiler, "--noEmit", "-p", project], limitMs);
    return code === 0;
  }

  #node(words: readonly string[], limitMs: number): Promise<Ended> {
    const runName = newRunName();
    const folder = newRunFolder(runName);
    return new Promise((resolve) => {
      const child = spawn(process.execPath, words, {
        cwd: this.folder,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, DAYBOOK_TEST_RUN: runName },
        detached: true,
      });
      this.#inProgress = child;
      let output = "";
      let isLate = false;
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-5_000)));
      const timer = setTimeout(() => {
        isLate = true;
        killGroup(child);
      }, limitMs);
      child.on("error", (error) => resolve({ code: 1, isLate, output: String(error) }));
      // A worker that outlives the run would keep its output open, for which "close" waits.
      child.on("exit", () => killGroup(child));
      child.on("close", (code) => {
        clearTimeout(timer);
        this.#inProgress = undefined;
        // A run that was killed has not removed its files.
        // What it had started may still write there while it ends.
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
        resolve({ code, isLate, output });
      });
    });
  }

  remove(): void {
    if (this.#inProgress) killGroup(this.#inProgress);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The test files that a report names as failed; none if there is no report. */
function failedFiles(report: string, folder: string): readonly string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
      testResults: readonly { name: string; status: string }[];
    };
    return testResults
      .filter(({ status }) => status === "failed")
      .map(({ name }) => name.slice(name.indexOf(folder) + folder.length + 1));
  } catch {
    return [];
  }
}
