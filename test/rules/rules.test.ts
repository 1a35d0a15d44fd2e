/**
 * Every rule of the specification is named by a test or stands in the list of those that none proves yet. The
 * list may only shrink: a rule on it that a test names has to go, and what it may hold at most is written
 * below, to be lowered.
 */
import { describe, expect, test } from "vitest";
import { checkNamed, countByGroup, namedIds, table } from "./named.ts";

/**
 * The length of `uncovered.tsv`. Lower it with every rule that a test proves; a higher number is a step back.
 */
const MOST_UNCOVERED = 0;

/** How many rules the specification has in each group, so that none gets lost from the copy. */
const GROUPS = {
  GEN: 88,
  AUTH: 76,
  CRED: 66,
  COMP: 28,
  LEDG: 44,
  REP: 59,
  VER: 9,
  EXP: 134,
  F1099: 85,
  FILE: 46,
  INTEG: 9,
  INV: 101,
  LIMIT: 51,
  OPS: 36,
  SHEET: 116,
  TAX: 59,
  TEAM: 32,
  TUP: 54,
  TXN: 91,
} as const;

const rules = table("test/rules/rules.tsv", 3);
const uncovered = table("test/rules/uncovered.tsv", 2);

describe("the rules of the specification", () => {
  test("are all in the copy", () => {
    expect(countByGroup(rules.keys())).toEqual(GROUPS);
  });

  test("are each named by a test or listed as not yet proven", () => {
    checkNamed(new Set(rules.keys()), new Set(uncovered.keys()), namedIds());
  });

  test("that no test proves yet only become fewer", () => {
    expect(uncovered.size).toBe(MOST_UNCOVERED);
  });
});
