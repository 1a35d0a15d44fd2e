/**
 * Chooses the tests that should notice a fault in a file: those that import it, directly or through others,
 * by the number of steps, and those that speak of the same things as the lines around the fault. Journeys see
 * the service from outside and import nothing of it; they are chosen by their names, where no test imports
 * the file or none has its name. For a file of the console, the goldens of the pages that show it follow the
 * tests that import it, then the journey of its name, and the one that speaks most of the same things.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { importsBelow } from "../support/imports.ts";

/** Tests of this folder know the service by HTTP, the command line and the pages of a browser. */
const OUTSIDE = "test/acceptance/";
/** The file in which all rooms meet: behind it everything is as near as everything else. */
const ROOT_FILE = "src/app.ts";
/** The journey through all parts of the console, for what belongs to no page of it. */
const WHOLE_CONSOLE = `${OUTSIDE}console-journeys.test.ts`;
const CONSOLE = "console/src/";
/** The goldens of a folder of the console's pages. */
const goldensOf = (folder: string): string => `test/golden/console/${folder}.test.ts`;
/** So many goldens are asked for a file that many pages share. */
const MOST_GOLDENS = 3;
/** Tests of every operation at once take minutes. They are the last ones to be asked. */
const OF_ALL = /^test\/(?:conformance|properties|tidy|mutants)\//;

/** The words of a path's folders and name, without endings. */
function wordsOf(path: string): readonly string[] {
  return path.replace(/(?:\.test)?\.tsx?$/, "").split(/[/.-]/);
}

/** The number of folders that two files have in common, from the first one. */
function commonFolders(one: string, other: string): number {
  const [first, second] = [dirname(one).split("/"), dirname(other).split("/")];
  const apart = first.findIndex((folder, index) => folder !== second[index]);
  return apart < 0 ? first.length : apart;
}

/** Names of files that say nothing of what is in them. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(["index", "rules", "service", "store", "handlers"]);

/** The words of a program: whole names and the parts that they are made of, such as `take` of `takeBack`. */
function termsOf(text: string): ReadonlySet<string> {
  const names = text.match(/[A-Za-z_]\w{2,}/g) ?? [];
  const parts = names.flatMap((name) => name.match(/[A-Z]?[a-z]{3,}/g) ?? []);
  return new Set([...names, ...parts.map((part) => part.toLowerCase())]);
}

/**
 * Returns a function that says how much each of `tests` speaks of the same things as a text. A word counts
 * for more the fewer tests have it.
 */
function likenessTo(root: string, tests: readonly string[]): (text: string) => (test: string) => number {
  const terms = new Map(tests.map((test) => [test, termsOf(readFileSync(join(root, test), "utf8"))]));
  const having = new Map<string, number>();
  for (const each of terms.values()) for (const term of each) having.set(term, (having.get(term) ?? 0) + 1);
  return (text) => {
    const wanted = [...termsOf(text)].map((term) => {
      const count = having.get(term) ?? 0;
      return { term, weight: count === 0 ? 0 : Math.log(tests.length / count) };
    });
    return (test) => {
      const its = terms.get(test) ?? new Set();
      // Long files have every word, so what they have is worth less.
      return (
        wanted.reduce((sum, { term, weight }) => sum + (its.has(term) ? weight : 0), 0) / Math.sqrt(its.size)
      );
    };
  };
}

/**
 * Returns a function that gives the tests nearest to a declaration in a file, the nearest first: `name` is
 * that of a function or constant, and `around` the text of the lines around the fault, by which every second
 * test is chosen. The paths begin at `root`.
 */
export function nearestTests(
  root: string,
  tests: readonly string[],
): (file: string, most: number, name?: string, around?: string) => readonly string[] {
  const importsOf = importsBelow(root);
  const importedBy = new Map<string, Set<string>>();
  const seen = new Set([...tests, ...globSync(`${CONSOLE}**/*.{ts,tsx}`, { cwd: root })]);
  for (const file of seen)
    for (const imported of importsOf(file)) {
      seen.add(imported);
      const before = importedBy.get(imported) ?? new Set();
      importedBy.set(imported, before.add(file));
    }

  /** The steps from a file to each test that reaches it; those through the root file count as the same. */
  const stepsTo = (file: string): ReadonlyMap<string, number> => {
    const steps = new Map([[file, 0]]);
    for (const [at, count] of steps)
      for (const next of importedBy.get(at) ?? [])
        if (!steps.has(next)) steps.set(next, at === ROOT_FILE ? count + 10 : count + 1);
    return steps;
  };

  /** The words of the file's name, and of the files that import it and mention the declaration. */
  const wordsFor = (file: string, name: string | undefined): ReadonlySet<string> => {
    const users = [...(importedBy.get(file) ?? [])].filter(
      (user) => name !== undefined && readFileSync(join(root, user), "utf8").includes(name),
    );
    const words = [file, ...users].flatMap((path) => wordsOf(basename(path)));
    return new Set(words.filter((word) => !SAYS_NOTHING.has(word)));
  };

  /** The goldens of the pages that show what a file of the console holds, the nearest first. */
  const showing = (steps: ReadonlyMap<string, number>): readonly string[] => {
    const folders = [...steps.keys()]
      .filter((path) => path.startsWith(CONSOLE))
      .map((path) => path.slice(CONSOLE.length).split("/")[0] ?? "");
    return [...new Set(folders)]
      .map(goldensOf)
      .filter((path) => existsSync(join(root, path)))
      .slice(0, MOST_GOLDENS);
  };

  const likeness = likenessTo(root, tests);

  return (file, most, name, around) => {
    const steps = stepsTo(file);
    const words = new Set(wordsOf(file).slice(1));
    const nameWords = wordsFor(file, name);
    const inCommon = (test: string, of: ReadonlySet<string>): number =>
      new Set(wordsOf(basename(test)).filter((word) => of.has(word))).size;
    const journeysOf = (of: ReadonlySet<string>): readonly string[] =>
      tests
        .filter((test) => test.startsWith(OUTSIDE) && inCommon(test, of) > 0)
        .toSorted((one, other) => inCommon(other, of) - inCommon(one, of));
    const journeys = journeysOf(words);
    const reaching = tests.filter((test) => steps.has(test) && !test.startsWith(OUTSIDE));
    const isOfConsole = file.startsWith(CONSOLE);
    const journey = journeys.find((test) => test.startsWith(`${OUTSIDE}console-`)) ?? WHOLE_CONSOLE;
    if (reaching.length === 0 && !isOfConsole) return journeys.slice(0, most);
    /** What stands beside the file first, then what names it, then by steps. */
    const far = (test: string): readonly number[] => [
      steps.get(test) === 1 ? 0 : 1,
      OF_ALL.test(test) ? 1 : 0,
      -commonFolders(file, test),
      -inCommon(test, nameWords),
      steps.get(test) ?? 0,
    ];
    const byPlace = reaching
      .map((test) => ({ test, far: far(test) }))
      .toSorted((one, other) => {
        const differs = one.far.findIndex((part, index) => part !== other.far[index]);
        return differs < 0 ? 0 : (one.far[differs] ?? 0) - (other.far[differs] ?? 0);
      })
      .map(({ test }) => test);
    const alike = around === undefined ? null : likeness(around);
    const byContent = alike === null ? byPlace : reaching.toSorted((one, other) => alike(other) - alike(one));
    const inTurn = byPlace.flatMap((test, index) => [test, byContent[index] ?? test]);
    const chosen = (alike === null ? byPlace : [...new Set(inTurn)]).slice(0, most);
    if (isOfConsole) {
      const told = tests.filter((test) => test.startsWith(`${OUTSIDE}console-`));
      const [likest = journey] =
        alike === null ? [] : told.toSorted((one, other) => alike(other) - alike(one));
      return [...new Set([...chosen, ...showing(steps), journey, likest])];
    }
    // A command without a test of its own is known to a journey of its name.
    const own = new Set(wordsOf(basename(file)).filter((word) => !SAYS_NOTHING.has(word)));
    return alike === null || reaching.some((test) => inCommon(test, own) > 0)
      ? chosen
      : [...chosen, ...journeysOf(own).slice(0, 1)];
  };
}
