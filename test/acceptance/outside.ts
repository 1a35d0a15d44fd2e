/**
 * What tests need that is not of this project: data that others made, and programs that others wrote. A run
 * that lacks some says by name what it did not run. DAYBOOK_OUTSIDE names what must not be missing: `data`,
 * `programs`, or both as `data,programs`.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";

type Kind = "data" | "programs";

const REQUIRED = (process.env["DAYBOOK_OUTSIDE"] ?? "").split(",").filter((kind) => kind !== "");
const unknown = REQUIRED.find((kind) => kind !== "data" && kind !== "programs");
if (unknown !== undefined) throw new Error(`DAYBOOK_OUTSIDE knows data and programs, not ${unknown}.`);

/** The folder of outside data, beside the project and never in it. */
const DATA = new URL("../../../shared/data/", import.meta.url);

/** Something from outside: what it is, what it is called, and whether it is here. */
export interface Outside {
  readonly kind: Kind;
  readonly name: string;
  readonly present: boolean;
}

/** A folder of the outside data. */
export function outsideData(folder: string): Outside & { readonly path: string } {
  const path = fileURLToPath(new URL(folder, DATA));
  return { kind: "data", name: `the data in ../shared/data/${folder}`, path, present: existsSync(path) };
}

/** A program that can be run by its name. */
export function outsideProgram(name: string): Outside {
  return { kind: "programs", name: `the program ${name}`, present: spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0 };
}

/** A suite of tests that needs something from outside. */
export function describeWith(needed: Outside, title: string, suite: () => void): void {
  if (needed.present) {
    describe(title, suite);
  } else if (REQUIRED.includes(needed.kind)) {
    test(title, () => {
      throw new Error(`${needed.name} is missing, and DAYBOOK_OUTSIDE says that it must not be.`);
    });
  } else {
    console.warn(`NOT RUN, because ${needed.name} is missing: ${title}`);
    test.skip(`${title}: not run, because ${needed.name} is missing`, () => {});
  }
}
