/**
 * What tests need that is not of this project: data that others made, and programs that others wrote. A run
 * that lacks some says by name what it did not run; with DAYBOOK_OUTSIDE=required it fails.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";

const REQUIRED = process.env["DAYBOOK_OUTSIDE"] === "required";

/** The folder of outside data, beside the project and never in it. */
const DATA = new URL("../../../shared/data/", import.meta.url);

/** Something from outside: what it is called, and whether it is here. */
export interface Outside {
  readonly name: string;
  readonly present: boolean;
}

/** A folder of the outside data. */
export function outsideData(folder: string): Outside & { readonly path: string } {
  const path = fileURLToPath(new URL(folder, DATA));
  return { name: `the data in ../shared/data/${folder}`, path, present: existsSync(path) };
}

/** A program that can be run by its name, and says its version when it is asked in this way. */
export function outsideProgram(name: string, ask = "--version"): Outside {
  return {
    name: `the program ${name}`,
    present: spawnSync(name, [ask], { stdio: "ignore" }).status === 0,
  };
}

/** A suite of tests that needs something from outside. */
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
