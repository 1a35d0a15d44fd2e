/**
 * The same workbooks by this project's engine and by another one, @univerjs/engine-formula, which is no
 * dependency: npm puts it into a folder that is gone when the run ends. Each reading has a process of its
 * own, so that its memory is its own, too.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "./figures.ts";
import type { Bench, Finding } from "./part.ts";
import { type Child, run, type Usage } from "./process/child.ts";
import type { SomeRead, WholeRead } from "./process/formulas.ts";

const PEER = "@univerjs/engine-formula 0.25.1";
const PACKAGES = ["@univerjs/core@0.25.1", "@univerjs/engine-formula@0.25.1", "rxjs@7.8.2"];
const INSTALL_MOST_MS = 120_000;
/** The other engine is stopped after this. */
const PEER_MOST_MS = 420_000;
const SMALL = 10_000;
const LARGE = 100_000;
const SMALL_MOST_S = 0.5;
const SOME_MOST_MS = 100;
const LARGE_MOST_S = 8;
const LARGE_MOST_MB = 500;
/** Two values are one that differ by less than this part: sums may be rounded on their way. */
const NEAR = 1e-9;

type Read = Omit<WholeRead, "second"> & { readonly second: number | null; readonly usage: Usage };

const program = (name: string): string => fileURLToPath(new URL(`./process/${name}.ts`, import.meta.url));

export async function compareEngines(bench: Bench): Promise<void> {
  bench.say("sheets: installing the other engine");
  const folder = await bench.folder("univer");
  const refused = await install(folder);
  if (refused !== null) bench.skipped(`${PEER}: ${refused}`);
  for (const formulas of [SMALL, LARGE]) {
    bench.say(`sheets: a workbook of ${count(formulas)} formulas, read whole`);
    const ours = await outcome<Read>(bench, run(program("formulas"), ["whole", String(formulas)]));
    let theirs: Read | null = null;
    if (refused === null) {
      bench.say(`sheets: the same by ${PEER}`);
      theirs = await peerRead(bench, folder, formulas);
    }
    foundWhole(bench, formulas, ours, theirs);
  }
  await measureSome(bench);
}

/** Puts the other engine into a folder, none of whose scripts is run; gives why it can't be done, or null. */
async function install(folder: string): Promise<string | null> {
  try {
    await promisify(execFile)(
      "npm",
      [
        "install",
        "--prefix",
        folder,
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--save-exact",
        ...PACKAGES,
      ],
      { cwd: folder, timeout: INSTALL_MOST_MS },
    );
    return null;
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    return code === "ENOENT"
      ? "npm is not installed"
      : `npm could not install it (${/npm error code (\w+)/.exec(stderr ?? "")?.[1] ?? "it took too long"})`;
  }
}

async function outcome<T>(bench: Bench, child: Child): Promise<T & { readonly usage: Usage }> {
  bench.undo.defer(() => child.stop());
  const line = await child.firstLine;
  return { ...(JSON.parse(line) as T), usage: await child.ended() };
}

async function peerRead(bench: Bench, folder: string, formulas: number): Promise<Read | null> {
  const child = run(program("univer"), [folder, String(formulas), formulas === SMALL ? "again" : "once"]);
  const timer = setTimeout(() => void child.stop(), PEER_MOST_MS);
  try {
    return await outcome<Read>(bench, child);
  } catch (error) {
    bench.skipped(
      `${count(formulas)} formulas by ${PEER}: ${error instanceof Error ? error.message.slice(0, 300) : "it failed"}`,
    );
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function foundWhole(bench: Bench, formulas: number, ours: Read, theirs: Read | null): void {
  const what = `${count(formulas)} formulas, opened and read whole`;
  const most = { of: "measured", bound: "at most" } as const;
  const beside = (value: number | null | undefined, unit: "s" | "MB"): Finding["beside"] =>
    value === null || value === undefined ? null : { what: "univer", figure: { value, unit } };
  bench.found({
    what: `${what}: CPU, first`,
    measured: { value: ours.first, unit: "s" },
    beside: beside(theirs?.first, "s"),
    target: { ...most, value: formulas === SMALL ? SMALL_MOST_S : LARGE_MOST_S },
  });
  bench.found({
    what: `${what}: CPU, again`,
    measured: { value: ours.second ?? 0, unit: "s" },
    beside: beside(theirs?.second, "s"),
    target: null,
  });
  bench.found({
    what: `${what}: peak memory`,
    measured: { value: ours.usage.peakBytes / 1e6, unit: "MB" },
    beside: beside(theirs === null ? null : theirs.usage.peakBytes / 1e6, "MB"),
    target: formulas === LARGE ? { ...most, value: LARGE_MOST_MB } : null,
  });
  if (theirs === null) return;
  const pairs = ours.values.flatMap((line, row) =>
    line.map((value, column) => [value, theirs.values[row]?.[column]] as const),
  );
  const differing = pairs.filter(([a, b]) => !isSame(a, b));
  bench.found({
    what: `${count(formulas)} formulas: values that differ, of ${count(pairs.length)}`,
    measured: { value: differing.length, unit: "cells" },
    beside: null,
    target: { ...most, value: 0 },
  });
  if (differing.length > 0)
    bench.say(
      `sheets: values that differ, ours first: ${differing
        .slice(0, 5)
        .map((pair) => pair.map((value) => JSON.stringify(value) ?? "nothing").join(" and "))
        .join("; ")}`,
    );
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === "number" && typeof b === "number"
    ? Math.abs(a - b) <= NEAR * Math.max(1, Math.abs(a))
    : a === b;
}

/** 100 cells where a workbook begins, and in its middle, where they need a chain of ten thousand others. */
async function measureSome(bench: Bench): Promise<void> {
  bench.say(`sheets: 100 cells of ${count(LARGE)} formulas`);
  for (const [where, row] of [
    ["at the top", 0],
    ["behind a chain of 10,000", 9_990],
  ] as const) {
    const { opened, kept } = await outcome<SomeRead>(
      bench,
      run(program("formulas"), ["some", String(LARGE), String(row)]),
    );
    const target = { of: "measured", bound: "at most", value: SOME_MOST_MS } as const;
    const what = `100 cells of ${count(LARGE)} formulas, ${where}: CPU`;
    bench.found({
      what: `${what}, opened from its blocks`,
      measured: { value: opened * 1000, unit: "ms" },
      beside: null,
      target,
    });
    bench.found({
      what: `${what}, the workbook kept (p50)`,
      measured: { value: median(kept) * 1000, unit: "ms" },
      beside: null,
      target,
    });
  }
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
