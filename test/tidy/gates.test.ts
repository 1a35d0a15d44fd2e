/** The static gates reach every room, as the table of CONTRIBUTING.md says. */
import { expect, test } from "vitest";
import { GATES } from "./gates.ts";
import { isTest, textOf, WRITTEN } from "./tree.ts";

/** The room of a file: a folder at the root, or one of src/. */
function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  if (!path.includes("/")) return "the root";
  return first === "src" && path.split("/").length > 2 ? `src/${second}` : first;
}

const ROOMS = Map.groupBy(WRITTEN, roomOf);

/** How a gate reaches a room: all of its code, or all but the tests; else the files that it does not read. */
function reachOf(read: ReadonlySet<string>, files: readonly string[]): string {
  const missed = files.filter((path) => !read.has(path));
  if (missed.length === 0) return "all";
  return missed.every(isTest) && missed.length < files.length ? "all but tests" : `not ${missed.join(", ")}`;
}

test("CONTRIBUTING.md shows which rooms each gate reaches, and each reaches all", () => {
  const [text = ""] = /^\| room (?:.|\n\|)*/m.exec(textOf("CONTRIBUTING.md")) ?? [];
  const table = text
    .split("\n")
    .filter((_line, index) => index !== 1)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  const reads = GATES.map((gate) => new Set(gate.files()));
  expect(table).toEqual([
    ["room", ...GATES.map(({ name }) => name)],
    ...[...ROOMS.keys()]
      .toSorted()
      .map((room) => [`\`${room}\``, ...reads.map((read) => reachOf(read, ROOMS.get(room) ?? []))]),
  ]);
});

test("a file that a gate does not read is named", () => {
  expect(reachOf(new Set(["a/one.ts"]), ["a/one.ts", "a/two.ts"])).toBe("not a/two.ts");
  expect(reachOf(new Set(["a/one.ts"]), ["a/one.ts", "a/one.test.ts"])).toBe("all but tests");
  expect(reachOf(new Set(), ["a/one.test.ts"])).toBe("not a/one.test.ts");
});
