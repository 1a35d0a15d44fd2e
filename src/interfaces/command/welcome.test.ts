/** The start and the doctor say what a loss of power does to the embedded database. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { flushSentence } from "./welcome.ts";

test("what was acknowledged survives a loss of power, unless flushing is turned off", async () => {
  expect(await flushSentence(tmpdir(), true)).toContain("survives a killed process and a loss of power");
  expect(await flushSentence(tmpdir(), false)).toMatch(/^EMBEDDED_FLUSH=no: .*may lose or damage the books/);
});

test("a file system that can't flush the names of files is named", async () => {
  // Nothing in /proc can be flushed.
  const sentence = await flushSentence("/proc", true);
  expect(sentence).toContain("can't flush the names of files");
  expect(sentence).toContain("Keep DAYBOOK_HOME on a local disk.");
});
