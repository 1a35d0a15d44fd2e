/**
 * Data and programs of others that some tests need. If one is missing, the run reports which tests were left
 * out; with DAYBOOK_OUTSIDE=required it fails.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";

const REQUIRED = process.env["DAYBOOK_OUTSIDE"] === "required";

/** The folder of outside data, which is next to the project's folder and never in it. */
const DATA = new URL("../../../shared/data/", import.meta.url);

/** Data or a program of others: its name, and whether it is present. */
export interface Outside {
  readonly name: string;
  readonly present: boolean;
}

/** Returns a folder of the outside data. */
export function outsideData(folder: string): Outside & { readonly path: string } {
  const path = fileURLToPath(new URL(folder, DATA));
  return { name: `the data in ../shared/data/${folder}`, path, present: existsSync(path) };
}

/** Returns a program. It is present if running it with `versionOption` succeeds. */
export function outsideProgram(name: string, versionOption = "--version"): Outside {
  return {
    name: `the program ${name}`,
    present: spawnSync(name, [versionOption], { stdio: "ignore" }).status === 0,
  };
}

/** Defines a suite of tests that needs data or a program of others. */
export function describeWith(needed: Outside, title: string, suite: () => void): void {
  if (needed.present) {
    describe(title, suite);
  } else if (REQUIRED) {
    test(title, () => {
      throw new Error(`DAYBOOK_OUTSIDE=required, and ${needed.name} is missing.`);
    });
  } else {
    console.warn(`NOT RUN, because ${needed.name} is missing: ${title}`);
    test.skip(`${title}: not run, because ${needed.name} is missing`, () => {});
  }
}
