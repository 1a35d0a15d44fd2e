/** The clock that a file moves: what it takes, and that it goes on when the file turns bad. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "./clock.ts";

const folder = mkdtempSync(join(tmpdir(), "daybook_clock_"));
const path = join(folder, "offset");
afterAll(() => rmSync(folder, { recursive: true }));

const BAD = ["+", "-", "999999999999", "-3000000000", "abc", "1.25", "1e3", "9".repeat(30), "253402300799"];

test.each(BAD)("an offset that no clock can have is refused at the start: %s", (text) => {
  writeFileSync(path, text);
  expect(() => systemClock(path)).toThrow(
    expect.objectContaining({
      name: "FileProblem",
      message: expect.stringMatching(
        /DAYBOOK_CLOCK_FILE names, must hold (a whole number of seconds|an offset to a year)/,
      ),
    }),
  );
});

test("a folder in the place of the file is refused with its name", () => {
  expect(() => systemClock(folder)).toThrow(
    expect.objectContaining({
      name: "FileProblem",
      message: expect.stringContaining(`${folder}, which DAYBOOK_CLOCK_FILE names, must hold a whole number`),
    }),
  );
});

test("an offset that becomes invalid is reported once, and the last valid one stays until the next", () => {
  writeFileSync(path, "86400");
  const told: string[] = [];
  const clock = systemClock(path, (problem) => told.push(problem));
  // Adding zero makes a zero of the negative one.
  const offset = () => Math.round((clock.now() - Date.now() / 1000) / 10) * 10 + 0;
  expect(offset()).toBe(86_400);
  for (const [index, text] of BAD.entries()) {
    writeFileSync(path, text);
    expect([text, offset(), offset(), told.length]).toEqual([text, 86_400, 86_400, index + 1]);
  }
  writeFileSync(path, "-172800\n");
  expect([offset(), told.length]).toEqual([-172_800, BAD.length]);
  rmSync(path);
  expect([offset(), told.length]).toEqual([0, BAD.length]);
});
