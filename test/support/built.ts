/** Builds the application and the program, for tests in a browser and of commands. */
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledMain } from "../../bin/bundled.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What the application is built from. */
const SOURCES = [
  "console/index.html",
  "console/vite.config.ts",
  "{console,client,formula}/src/**/*.{ts,tsx,css}",
  "words/**/*.ts",
];

const changedAt = (file: string): number =>
  statSync(`${ROOT}${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Builds the application if a file of it has changed since it was built: else tests would see the old one. */
export function buildChangedConsole(): void {
  const built = changedAt("console/dist/index.html");
  const changed = globSync(SOURCES, { cwd: ROOT }).filter(
    (file) => !file.endsWith(".test.ts") && changedAt(file) > built,
  );
  if (changed.length === 0) return;
  console.log(`The console is built, because ${changed[0]} has changed.`);
  const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
  execFileSync(process.execPath, [vite, "build", "console", "--logLevel", "warn"], {
    cwd: ROOT,
    stdio: "inherit",
  });
}

/** Puts the modules of the program together if one of them has changed, so that commands start sooner. */
export function bundleChangedProgram(): void {
  if (bundledMain() === null)
    execFileSync(process.execPath, ["deploy/npm/bundle.ts"], { cwd: ROOT, stdio: "inherit" });
}
