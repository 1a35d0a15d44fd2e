/** A whole command line at a terminal: an import asks what accounts are, and goes on with the answers. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { readConfig } from "../../config/config.ts";
import { runCommandLine } from "./command-line.ts";

const { app } = await testApp();

const BOOKS = [
  "date,description,account,debit,credit",
  "2025-01-02,Start,Checking,900,",
  "2025-01-02,Start,Common Stock,,900",
  "2025-01-03,Stone,Quarry,40,",
  "2025-01-03,Stone,Checking,,40",
].join("\n");

/** Runs a command line on the books. `answers` are those of the person at the terminal; null without one. */
async function run(words: readonly string[], answers: readonly string[] | null) {
  const folder = await mkdtemp(join(tmpdir(), "daybook-asking-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const books = join(folder, "books.csv");
  await writeFile(books, BOOKS);
  const left = [...(answers ?? [])];
  const questions: string[] = [];
  let out = "";
  let notes = "";
  const code = await runCommandLine({
    words: ["import", "journal", books, ...words],
    version: "1.0.0",
    terminal: {
      out: (text) => void (out += text),
      note: (text) => void (notes += `${text}\n`),
      onScreen: true,
      watched: false,
      ask:
        answers === null
          ? null
          : async (question) => {
              questions.push(question);
              return left.shift() ?? "";
            },
    },
    stop: { requested: false, whenRequested: new Promise(() => {}) },
    readConfig: () => readConfig({ DAYBOOK_HOME: join(folder, "home") }),
    open: async () => ({ ...app, close: async () => {} }),
    published: () => Promise.reject(new Error("nothing is published here")),
  });
  return { code, out, notes, questions };
}

test("a person is asked what the accounts are, and the import goes on with the answers (CMD-020)", async () => {
  const { code, out, questions } = await run([], ["fixed_asset"]);
  expect(questions).toEqual(['What is "Quarry"? [expense] ']);
  expect(code).toBe(0);
  expect(out).toMatch(/Quarry +asset +investing +your choice/);
});

test("nobody is asked by --json or without a terminal: the import is refused with what it would be", async () => {
  for (const { code, out, questions, notes } of [await run(["--json"], ["expense"]), await run([], null)]) {
    expect([code, questions]).toEqual([2, []]);
    expect(notes).toContain("as a guess it would be expense");
    expect(out === "" || out.includes('"guess":"expense"')).toBe(true);
  }
});
