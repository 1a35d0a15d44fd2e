/**
 * The picture of the house is drawn from the imports. `DAYBOOK_GOLDENS=write` draws it again. Numbers of
 * lines may differ by two thousand, so that not every change has to draw it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { housePicture } from "./house.ts";
import { ROOT, textOf } from "./tree.ts";

const FILE = "docs/house.svg";
const LINES = / · (\d+)k</g;

const sizesOf = (picture: string): number[] => [...picture.matchAll(LINES)].map(([, size]) => Number(size));

test("the picture in ARCHITECTURE.md shows the rooms and arrows that are there, and how large each is", () => {
  const drawn = housePicture();
  if (process.env["DAYBOOK_GOLDENS"] === "write") writeFileSync(join(ROOT, FILE), drawn);
  expect(textOf("ARCHITECTURE.md")).toContain(`](${FILE})`);
  const shown = textOf(FILE);
  expect(shown.replaceAll(LINES, "<")).toBe(drawn.replaceAll(LINES, "<"));
  const sizes = sizesOf(drawn);
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizesOf(shown).filter((size, at) => Math.abs(size - (sizes[at] ?? 0)) > 2)).toEqual([]);
});
