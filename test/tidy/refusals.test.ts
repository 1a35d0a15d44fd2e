/**
 * Every sentence with which the service refuses something is named by a test, or stands in the list of those
 * that none names yet. The list may only shrink.
 */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isNamed, refusalsIn, runsOf } from "./refusals.ts";

/** The length of `unnamed-refusals.tsv`. Lower it with every sentence that a test names. */
const MOST_UNNAMED = 96;

/** So many rows may be named by now: changes that land together each name some of them. */
const MOST_NAMED = 20;

const ROOT = new URL("../../", import.meta.url);
const LIST = "test/tidy/unnamed-refusals.tsv";
const TESTS = ["src/**/*.test.ts", "console/src/**/*.test.ts", "client/test/*.ts", "formula/**/*.test.ts"];

function filesOf(patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: ROOT }).filter((path) => !path.includes("node_modules/"));
}

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}

/** The sentences that no test names, as lines of the list. */
function unnamed(): readonly string[] {
  const runs = new Set<string>();
  for (const file of filesOf([...TESTS, "test/**/*.ts"]))
    for (const run of runsOf(read(file).replaceAll("\\", ""))) runs.add(run);
  return filesOf(["src/**/*.ts"])
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted()
    .flatMap((file) =>
      refusalsIn(read(file))
        .filter((refusal) => !isNamed(refusal, runs))
        .map(({ sentence }) => `${file}\t${sentence}`),
    );
}

describe("a sentence of a refusal", () => {
  const found = (source: string) => refusalsIn(source).map(({ sentence }) => sentence);

  test("is what is thrown, or the message of an error, with the parts that are filled in left out", () => {
    expect(found("throw new LineProblem(1, `The line ${n} is too long.`);")).toEqual([
      "The line {} is too long.",
    ]);
    expect(
      found('refuse("code", { param: "a", message: late ? "It is too late now." : "It is gone by now." });'),
    ).toEqual(["It is too late now.", "It is gone by now."]);
    expect(found('const a = against("Nothing is left to be settled.");')).toHaveLength(1);
  });

  test("is no word of a program, no description and no fault of the program itself", () => {
    expect(found('throw new UsageProblem("a-b");')).toEqual([]);
    expect(found('const a = exactly({ message: text({ description: "What is to be done." }) });')).toEqual(
      [],
    );
    expect(found('throw new Error("This can never happen here.");')).toEqual([]);
    expect(found('log("This is only written down.");')).toEqual([]);
  });

  test("is named by four words in a row, or by all of its longest part", () => {
    const [refusal] = refusalsIn("refuse(`The fee of ${a} is more than ${b}.`);");
    if (!refusal) throw new Error("no refusal");
    expect(isNamed(refusal, runsOf('expect(message).toContain("is more than");'))).toBe(true);
    expect(isNamed(refusal, runsOf("the fee is more"))).toBe(false);
    const [long] = refusalsIn('refuse("Nothing is left to be settled.");');
    if (!long) throw new Error("no refusal");
    expect(isNamed(long, runsOf("toMatch(/is left to be/)"))).toBe(true);
    expect(isNamed(long, runsOf("nothing is left; to settle"))).toBe(false);
  });
});

describe("the sentences of refusals", () => {
  const listed = read(LIST).trimEnd().split("\n").slice(1);

  test("are each named by a test or listed as not yet named", () => {
    // By the sentence: a file may be moved, and two files may say the same.
    const sentenceOf = (line: string): string => line.slice(line.indexOf("\t") + 1);
    const [now, known] = [unnamed(), listed].map((lines) => new Set(lines.map(sentenceOf)));
    expect([...(now ?? [])].filter((sentence) => !known?.has(sentence))).toEqual([]);
    const named = [...(known ?? [])].filter((sentence) => !now?.has(sentence));
    expect(named.length > MOST_NAMED ? named : []).toEqual([]);
  });

  test("that no test names yet only become fewer", () => {
    expect(listed).toHaveLength(MOST_UNNAMED);
  });
});
