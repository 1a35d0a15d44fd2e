/**
 * Regular expressions: matches, invalid patterns, bounded time, and agreement with the JavaScript runtime's
 * own.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { gives } from "../../test/table.ts";
import { Matcher } from "../patterns/match.ts";
import { parsePattern } from "../patterns/parse.ts";
import { programOf } from "../patterns/program.ts";
import { type Element, NOT_AVAILABLE, VALUE } from "../values.ts";

/** The first match of a pattern in a text. */
const FINDS: readonly (readonly [text: string, pattern: string, found: Element])[] = [
  ["LonelyPlanet", "[A-Z][a-z]+", "Lonely"],
  ["aaa", "a*?", ""],
  ["aaaa", "a{2,3}", "aaa"],
  ["aaaa", "a{2,3}?", "aa"],
  ["a{2", "a{2", "a{2"],
  ["ab", "a|ab", "a"],
  ["ab", "(?:a|ab)$", "ab"],
  ["foobar", "foo(?=bar)", "foo"],
  ["foobaz", "foo(?!baz)", NOT_AVAILABLE],
  ["price: $45.50", "(?<=\\$)\\d+\\.\\d+", "45.50"],
  ["foo123bar", "(?<!o)\\d+", "23"],
  ["abC", "(?i)c", "C"],
  ["abC", "(?i:B)c", NOT_AVAILABLE],
  ["color colour", "colou?r\\b", "color"],
  ["x[y]z", "[\\]\\[]", "["],
  ["a-b", "[a\\-]+", "a-"],
  ["]a", "[]a]+", "]a"],
  ["tel 555", "[[:digit:]]{2,}", "555"],
  ["héllo wörld", "\\p{L}+", "héllo"],
  ["héllo", "\\w+", "h"],
  ["ABC", "\\p{Lu}{2}", "AB"],
  ["x😀y", "x.y", "x😀y"],
  ["a\nb", "a.b", NOT_AVAILABLE],
  ["a\nb", "(?s)a.b", "a\nb"],
  ["a\nb", "(?m)^b", "b"],
  ["a\nb", "^b", NOT_AVAILABLE],
  ["ab\n", "b$", "b"],
  ["a b", "(?x) a [ ] b # a remark", "a b"],
  ["tab\there", "\\t\\x68", "\th"],
];

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

it.each(FINDS)("in %j the pattern %j finds %j", (text, pattern, found) => {
  expect(formula(`=REGEXEXTRACT(A1,${cell(pattern)})`, { A1: text })).toBe(found);
});

describe("the functions", () => {
  gives([
    ['=REGEXTEST("alfalfa","a")', true],
    ['=REGEXTEST("alfalfa","[0-9]")', false],
    ['=REGEXTEST("ABC","b")', false],
    ['=REGEXTEST("ABC","b",1)', true],
    ['=REGEXTEST("A","[^a]",1)', false],
    ['=REGEXTEST("a","a",2)', VALUE],
    ['=ARRAYTOTEXT(REGEXEXTRACT("a1b22","\\d+",1),1)', '{"1","22"}'],
    ['=ARRAYTOTEXT(REGEXEXTRACT("2024-03","(\\d+)-(\\d+)",2),1)', '{"2024","03"}'],
    ['=ARRAYTOTEXT(REGEXEXTRACT("ac","(a)(b)?(c)",2),1)', '{"a","","c"}'],
    ['=REGEXEXTRACT("abc","z")', NOT_AVAILABLE],
    ['=REGEXREPLACE("JamesBond","([A-Z][a-z]+)([A-Z][a-z]+)","$2, $1 $2")', "Bond, James Bond"],
    [
      '=REGEXREPLACE("one two","(?<first>\\w+) (?<second>\\w+)","${second} $<first> $$ $&")',
      "two one $ one two",
    ],
    ['=REGEXREPLACE("a1b22c333","\\d+","#")', "a#b#c#"],
    ['=REGEXREPLACE("a1b22c333","\\d+","#",2)', "a1b#c333"],
    ['=REGEXREPLACE("a1b22c333","\\d+","#",-1)', "a1b22c#"],
    ['=REGEXREPLACE("a1b22c333","\\d+","#",-4)', "a1b22c333"],
    ['=REGEXREPLACE("abc","","-")', "-a-b-c-"],
    ['=REGEXREPLACE("abc","b","$1")', VALUE],
    ['=REGEXREPLACE(REPT("a",20000),"a","bb")', VALUE],
  ]);
});

it.each([
  "(",
  ")",
  "[a",
  "a**",
  "*a",
  "a{3,2}",
  "a{1001}",
  "(a)\\1",
  "(?>a)",
  "a++",
  "(?R)",
  "\\",
  "[z-a]",
  "(?<n>a)(?<n>b)",
  "\\q",
  "\\p{Nonsense}",
  "[[:nonsense:]]",
  "(?z)",
  "(".repeat(60) + ")".repeat(60),
])("%j is no pattern", (pattern) => {
  expect(formula(`=REGEXTEST("a",A1)`, { A1: pattern })).toBe(VALUE);
});

describe("no pattern takes more steps than its length times that of the text", () => {
  const stepsOf = (pattern: string, characters: number): number => {
    let steps = 0;
    const text = `${"a".repeat(characters)}!`;
    new Matcher(programOf(parsePattern(pattern, false)), text, (more) => (steps += more)).all(1);
    return steps;
  };

  it.each(["(a+)+$", "(a|a)*b", "(a*)*b", "(?:a?){300}a{300}b", "(.*)(.*)(.*)(.*)x"])("%j", (pattern) => {
    expect(formula(`=REGEXTEST(REPT("a",5000)&"!",A1)`, { A1: pattern })).toBe(false);
    const [half, whole] = [stepsOf(pattern, 2_500), stepsOf(pattern, 5_000)];
    expect(half).toBeGreaterThan(2_500);
    expect(whole).toBeLessThan(2.1 * half);
  });

  it.each(["(?:(?:a{1000}){1000}){1000}", "(?:(?:(?:){1000}){1000}){1000}"])("%j is too large", (pattern) => {
    expect(formula(`=REGEXTEST("a",A1)`, { A1: pattern })).toBe(VALUE);
  });
});

it("agrees with the runtime's own machine on patterns that both know", () => {
  const atom = fc.constantFrom(
    "a",
    "b",
    "[ab]",
    "[^a]",
    ".",
    "\\w",
    "^",
    "$",
    "\\b",
    "(?=a)",
    "(?!b)",
    "(?<=a)",
    "(?<!ab)",
  );
  const solid = fc.constantFrom("a", "b", "c", "[ab]", "[^a]", "(?:ab|c)", "(?:a|ab)", "(?:b+?c)");
  const part = fc.oneof(
    atom,
    fc
      .tuple(solid, fc.constantFrom("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?"))
      .map((both) => both.join("")),
  );
  const sequence = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(""));
  const pattern = fc.array(sequence, { minLength: 1, maxLength: 3 }).map((options) => options.join("|"));
  const text = fc
    .array(fc.constantFrom("a", "b", "c", "-"), { maxLength: 12 })
    .map((letters) => letters.join(""));
  fc.assert(
    fc.property(pattern, text, (written, within) => {
      const program = programOf(parsePattern(written, false));
      const found = new Matcher(program, within, () => undefined).all(100).map(([from, to]) => [from, to]);
      const truth = [...within.matchAll(new RegExp(written, "gu"))].map((match) => [
        match.index,
        match.index + match[0].length,
      ]);
      expect(found).toEqual(truth);
    }),
    { numRuns: 3_000 },
  );
});
