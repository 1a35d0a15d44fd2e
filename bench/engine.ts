/**
 * Made workbooks, read by the formula engine alone. Each reading has a process of its own, so that its memory
 * is its own, too.
 */
import { fileURLToPath } from "node:url";
import { median } from "./figures.ts";
import type { Bench } from "./part.ts";
import { run, type Usage } from "./process/child.ts";
import type { SomeRead, WholeRead } from "./process/formulas.ts";

const SMALL = 10_000;
const LARGE = 100_000;
const SMALL_MOST_S = 0.5;
const SOME_MOST_MS = 100;
const LARGE_MOST_S = 8;
const LARGE_MOST_MB = 500;

const PROGRAM = fileURLToPath(new URL("./process/formulas.ts", import.meta.url));

export async function measureEngine(bench: Bench): Promise<void> {
  for (const formulas of [SMALL, LARGE]) await measureWhole(bench, formulas);
  await measureSome(bench);
}

async function outcome<T>(bench: Bench, ...inputs: string[]): Promise<T & { readonly usage: Usage }> {
  const child = run(PROGRAM, inputs);
  bench.undo.defer(() => child.stop());
  const line = await child.firstLine;
  return { ...(JSON.parse(line) as T), usage: await child.ended() };
}

async function measureWhole(bench: Bench, formulas: number): Promise<void> {
  bench.say(`sheets: a workbook of ${count(formulas)} formulas, read whole`);
  const { first, second, usage } = await outcome<WholeRead>(bench, "whole", String(formulas));
  const what = `${count(formulas)} formulas, opened and read whole`;
  const most = { of: "measured", bound: "at most" } as const;
  bench.found({
    what: `${what}: CPU, first`,
    measured: { value: first, unit: "s" },
    beside: null,
    target: { ...most, value: formulas === SMALL ? SMALL_MOST_S : LARGE_MOST_S },
  });
  bench.found({
    what: `${what}: CPU, again`,
    measured: { value: second, unit: "s" },
    beside: null,
    target: null,
  });
  bench.found({
    what: `${what}: peak memory`,
    measured: { value: usage.peakBytes / 1e6, unit: "MB" },
    beside: null,
    target: formulas === LARGE ? { ...most, value: LARGE_MOST_MB } : null,
  });
}

/** Reads 100 cells at the beginning of a workbook, and in its middle, where they need ten thousand others. */
async function measureSome(bench: Bench): Promise<void> {
  bench.say(`sheets: 100 cells of ${count(LARGE)} formulas`);
  for (const [where, row] of [
    ["at the top", 0],
    ["behind a chain of 10,000", 9_990],
  ] as const) {
    const { opened, kept } = await outcome<SomeRead>(bench, "some", String(LARGE), String(row));
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
