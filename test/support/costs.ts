/**
 * What each test file costs, as it was last recorded by `npm test -- --all --record` on the embedded
 * database. Which files `npm test` runs and which of them start first follows from it; a wrong figure makes a
 * run longer and nothing else.
 */
import { readFileSync, writeFileSync } from "node:fs";

const TABLE = new URL("costs.tsv", import.meta.url);

export interface Cost {
  /** Seconds of the processor, of the worker and of the programs that it starts. */
  readonly processorS: number;
  /** Seconds from the beginning to the end, which a busy machine makes more. */
  readonly lastedS: number;
}

/** The cost of a file that was never recorded, in a suite of which no file was. */
const UNKNOWN: Cost = { processorS: 5, lastedS: 5 };

/** The recorded costs by file, paths from the root. */
export function recordedCosts(): Map<string, Cost> {
  const lines = readFileSync(TABLE, "utf8").split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [file = "", processor, lasted] = line.split("\t");
      return [file, { processorS: Number(processor), lastedS: Number(lasted) }];
    }),
  );
}

/** Writes the costs of some files beside those of others that are still among `present`. */
export function recordCosts(costs: ReadonlyMap<string, Cost>, present: readonly string[]): void {
  const all = new Map([...recordedCosts(), ...costs]);
  const lines = [...all]
    .filter(([file]) => present.includes(file))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, cost]) => `${file}\t${cost.processorS.toFixed(1)}\t${cost.lastedS.toFixed(1)}\n`);
  writeFileSync(TABLE, lines.join(""));
}

/**
 * The suite of a test file: its room of `src` and of the packages, or its folder of `test`. Journeys through
 * the console's pages are a suite of their own beside the other tests from outside.
 */
export function suiteOf(file: string): string {
  if (file.startsWith("test/acceptance/console")) return "test/acceptance/console*";
  const [room = "", folder = ""] = file.split("/");
  return room === "test" ? `${room}/${folder}` : room;
}

/** What a file is expected to cost: as recorded, or the mean of its suite. */
export function costOf(file: string, costs: ReadonlyMap<string, Cost>): Cost {
  const own = costs.get(file);
  if (own !== undefined) return own;
  const others = [...costs].flatMap(([other, cost]) => (suiteOf(other) === suiteOf(file) ? [cost] : []));
  if (others.length === 0) return UNKNOWN;
  const mean = (of: (cost: Cost) => number) =>
    others.reduce((sum, each) => sum + of(each), 0) / others.length;
  return { processorS: mean(({ processorS }) => processorS), lastedS: mean(({ lastedS }) => lastedS) };
}

/** How many of the shortest files of each suite are always chosen. */
const LEAST_OF_SUITE = 2;

/**
 * Chooses files that cost at most `budgetS` seconds of the processor together: the shortest of every suite,
 * so that each suite has its share, and then the shortest of all.
 */
export function quickOnes(
  files: readonly string[],
  costs: ReadonlyMap<string, Cost>,
  budgetS: number,
): string[] {
  const sorted = files
    .map((file) => ({ file, suite: suiteOf(file), seconds: costOf(file, costs).processorS }))
    .toSorted((one, other) => one.seconds - other.seconds || (one.file < other.file ? -1 : 1));
  const ofSuite = Map.groupBy(sorted, ({ suite }) => suite);
  const first = new Set([...ofSuite.values()].flatMap((some) => some.slice(0, LEAST_OF_SUITE)));
  let sum = 0;
  return [...first, ...sorted.filter((each) => !first.has(each))].flatMap((each) => {
    sum += each.seconds;
    return first.has(each) || sum <= budgetS ? [each.file] : [];
  });
}
