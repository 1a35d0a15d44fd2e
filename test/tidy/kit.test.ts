/**
 * Tables, lists to choose from and days are drawn by `console/src/kit`, so that all of them look and behave
 * alike. What still draws its own is listed with its number, and the list may only shrink.
 */
import { expect, test } from "vitest";
import { filesOf, textOf } from "./tree.ts";

/** What is typed into a form is one draft (`kit/draft.ts`), not a state for each field. With the import. */
const MOST_STATES = 5;

const DRAWN = ["<table", "<select", 'type="date"', 'type: "date"', 'type="search"', "useState"];

const drawn = (): readonly string[] =>
  filesOf([".tsx"], "console/src")
    .filter((path) => !path.startsWith("console/src/kit/"))
    .flatMap((path) =>
      DRAWN.map((what) => [path, what, textOf(path).split(what).length - 1] as const)
        .filter(([, what, count]) => count > (what === "useState" ? MOST_STATES : 0))
        .map((line) => line.join("\t")),
    );

test("what the kit draws is drawn by it (CONS-018)", () => {
  expect(drawn().toSorted()).toEqual(textOf("test/tidy/outside-kit.tsv").trimEnd().split("\n").slice(1));
});
