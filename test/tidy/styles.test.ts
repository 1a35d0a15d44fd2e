/** The classes of the console's stylesheets and those that its pages use are the same. */
import { expect, test } from "vitest";
import { filesOf, textOf } from "./tree.ts";

const PROGRAMS = filesOf([".ts", ".tsx"], "console/src").filter((path) => !path.includes(".test."));
const LIBRARY = /^mantine-/;
/** Classes of cells, whose names are those of what is set (`classesOf` of sheets/sight.ts). */
const OF_CELLS = new Set(["filled", "inked"]);

/** The classes in the selectors of a stylesheet. */
function classesOf(path: string): readonly string[] {
  const rules = textOf(path).replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const selectors = Array.from(rules.matchAll(/([^{};]*)\{/g), ([, selector = ""]) => selector).join(" ");
  return Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = ""]) => name);
}

/** The words of all texts in the programs, and the beginnings of those that are put together. */
function usedWords() {
  const texts = PROGRAMS.map(textOf).join("\n");
  const words = new Set(
    Array.from(texts.matchAll(/["'`]([^"'`\n]*)["'`]/g), ([, text = ""]) =>
      text.split(/[\s${}.>:()[\]]+/),
    ).flat(),
  );
  const beginnings = Array.from(texts.matchAll(/([a-z][\w-]*-)\$\{/g), ([, beginning = ""]) => beginning);
  return { words, beginnings };
}

test("every class of a stylesheet is used", () => {
  const { words, beginnings } = usedWords();
  const isUsed = (name: string): boolean =>
    LIBRARY.test(name) ||
    OF_CELLS.has(name) ||
    words.has(name) ||
    beginnings.some((beginning) => name.startsWith(beginning));
  const unused = filesOf([".css"], "console/src").flatMap((path) =>
    [...new Set(classesOf(path))].filter((name) => !isUsed(name)).map((name) => `${path}: .${name}`),
  );
  expect(unused).toEqual([]);
});

/** Classes by which tests find what has no look of its own. */
const HOOKS = new Set(["loading", "ov-cash", "sh-ask"]);

test("every class that a page names has a rule", () => {
  const known = new Set(filesOf([".css"], "console/src").flatMap(classesOf));
  const missing = PROGRAMS.flatMap((path) =>
    Array.from(textOf(path).matchAll(/className="([^"]*)"/g), ([, names = ""]) => names.split(" "))
      .flat()
      .filter((name) => name !== "" && !known.has(name) && !HOOKS.has(name))
      .map((name) => `${path}: .${name}`),
  );
  expect(missing).toEqual([]);
});
