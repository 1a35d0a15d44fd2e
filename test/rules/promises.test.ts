/**
 * Every promise that the project makes beside the specification, to users of the console, the command line,
 * live feeds, imports, assistants and the client, is named by a test or stands in the list of those that none
 * proves yet. The list may only shrink.
 */
import { describe, expect, test } from "vitest";
import { checkNamed, countByGroup, groupOf, namedIds, table } from "./named.ts";

/** The length of `unnamed.tsv`. Lower it with every promise that a test proves; a higher number is a step back. */
const MOST_UNNAMED = 0;

const promises = table("test/rules/promises.tsv", 3);
const unnamed = table("test/rules/unnamed.tsv", 2);

describe("the promises of the project", () => {
  test("are numbered by group, beside the rules of the specification", () => {
    const groups = Object.keys(countByGroup(promises.keys()));
    const ofRules = new Set([...table("test/rules/rules.tsv", 3).keys()].map(groupOf));
    expect(groups.filter((group) => ofRules.has(group))).toEqual([]);
  });

  test("are each named by a test or listed as not yet proven", () => {
    checkNamed(new Set(promises.keys()), new Set(unnamed.keys()), namedIds());
  });

  test("that no test proves yet only become fewer", () => {
    expect(unnamed.size).toBe(MOST_UNNAMED);
  });
});
