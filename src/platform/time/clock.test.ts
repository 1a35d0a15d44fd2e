/**
 * The clock with an offset file: which offsets it accepts, and that it goes on if the file becomes invalid.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "./clock.ts";

const folder = mkdtempSync(join(tmpdir(), "daybook_clock_"));
const path = join(folder, "offset");
afterAll(() => rmSync(folder, { recursive: true }));

const BAD = ["+", "-", "999999999999", "-3000000000", "abc", "1.25", "1e3", "9".repeat(30), "253402300799"];

test.each(BAD)("an invalid offset is refused at the start: %s", (text) => {
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

test("a folder instead of the file is refused with its path", () => {
  expect(() => systemClock(folder)).toThrow(
    expect.objectContaining({
      name: "FileProblem",
      message: expect.stringContaining(`${folder}, which DAYBOOK_CLOCK_FILE names, must hold a whole number`),
    }),
  );
});

test("an offset that becomes invalid is reported once, and the last valid offset stays in use", () => {
  writeFileSync(path, "86400");
  const warnings: string[] = [];
  const clock = systemClock(path, (problem) => warnings.push(problem));
  // Adding 0 turns -0 into 0.
  const offset = () => Math.round((clock.now() - Date.now() / 1000) / 10) * 10 + 0;
  expect(offset()).toBe(86_400);
  for (const [index, text] of BAD.entries()) {
    writeFileSync(path, text);
    expect([text, offset(), offset(), warnings.length]).toEqual([text, 86_400, 86_400, index + 1]);
  }
  writeFileSync(path, "-172800\n");
  expect([offset(), warnings.length]).toEqual([-172_800, BAD.length]);
  rmSync(path);
  expect([offset(), warnings.length]).toEqual([0, BAD.length]);
});
