/** The console is built while a service runs from the same folder, and a build may be ended at any moment. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LONG } from "./daybook.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What the built page loads first, and how much of it there is; throws if it is not there. */
function builtConsole(): readonly (readonly [string, number])[] {
  const page = readFileSync(`${ROOT}console/dist/index.html`, "utf8");
  const names = Array.from(page.matchAll(/\bassets\/[\w.-]+/g), ([name]) => name);
  return names.map((name) => [name, statSync(`${ROOT}console/dist/${name}`).size]);
}

test("a build of the console leaves the one before whole until it is done", LONG, async () => {
  const before = builtConsole();
  expect(before.length).toBeGreaterThan(1);
  const build = spawn(process.execPath, ["node_modules/vite/bin/vite.js", "build", "console"], {
    cwd: ROOT,
    stdio: "ignore",
  });
  const ends = once(build, "exit");
  while (build.exitCode === null) {
    expect(builtConsole()).toEqual(before);
    await setImmediate();
  }
  expect(await ends).toEqual([0, null]);
  expect(builtConsole()).toEqual(before);
});
