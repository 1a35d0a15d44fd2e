/** Questions to a person at a terminal about what a command line leaves out. */
import { expect, test } from "vitest";
import { asked, needed, optional, text, wholeNumber } from "./fields.ts";
import { askKinds, askMissing } from "./questions.ts";

const FIELDS = {
  name: asked("Name", needed("argument", text("text"), "The name.")),
  month: asked("Month", optional("option", wholeNumber("month", 1, 12), "The month.")),
  quiet: optional("option", text("text"), "Never asked for."),
};

/** Asks with these answers. Returns the values, the questions, and what was said about invalid answers. */
async function ask(given: Readonly<Record<string, unknown>>, answers: readonly string[] | null) {
  const questions: string[] = [];
  const notes: string[] = [];
  const left = [...(answers ?? [])];
  const terminal = {
    note: (said: string) => void notes.push(said),
    ask:
      answers === null
        ? null
        : async (question: string) => {
            questions.push(question);
            return left.shift() ?? "";
          },
  };
  const values = await askMissing(FIELDS, given, terminal, new AbortController().signal);
  return { values, questions, notes };
}

test("each absent value is asked for, an invalid answer again, and an empty one leaves an option out", async () => {
  expect(await ask({}, [" Acme ", "13", "7"])).toEqual({
    values: { name: "Acme", month: "7" },
    questions: ["Name: ", "Month: ", "Month: "],
    notes: ["This must be a whole number from 1 to 12."],
  });
  expect((await ask({ month: "2" }, ["", "Acme"])).values).toEqual({ name: "Acme", month: "2" });
  expect((await ask({}, ["Acme", ""])).values).toEqual({ name: "Acme" });
});

test("nobody is asked when nothing required is absent, or when no terminal is there", async () => {
  expect(await ask({ name: "Acme" }, ["7"])).toMatchObject({ values: { name: "Acme" }, questions: [] });
  expect((await ask({}, null)).values).toEqual({});
});

test("a person who answers a question with nothing valid is not asked forever (CMD-007)", async () => {
  const { values, questions } = await ask({}, []);
  expect([values, questions.filter((question) => question === "Name: ").length]).toEqual([{}, 5]);
});

const ACCOUNTS = [
  { account: "Quarry", evidence: ["its name says nothing", "its balance is a debit"], guess: "expense" },
  { account: "Visa", evidence: ["its type says bank or cash"], guess: "card" },
] as const;

/** Asks what the accounts are, with these answers. */
async function kinds(answers: readonly string[]) {
  const questions: string[] = [];
  const notes: string[] = [];
  const left = [...answers];
  const answer = async (question: string) => {
    questions.push(question);
    return left.shift() ?? "nonsense";
  };
  const terminal = { note: (said: string) => void notes.push(said), ask: answer };
  return { found: await askKinds(ACCOUNTS, terminal, new AbortController().signal), questions, notes };
}

test("what accounts are is asked one by one, and Enter alone takes the guess (CMD-020)", async () => {
  const { found, questions, notes } = await kinds(["sand", " fixed_asset ", ""]);
  expect([...(found ?? [])]).toEqual([
    ["Quarry", "fixed_asset"],
    ["Visa", "card"],
  ]);
  expect(questions).toEqual([
    'What is "Quarry"? [expense] ',
    'What is "Quarry"? [expense] ',
    'What is "Visa"? [card] ',
  ]);
  expect(notes[0]).toMatch(/^2 accounts need an answer: one of cash, receivable, /);
  expect(notes.slice(1)).toEqual([
    '"Quarry": its name says nothing, its balance is a debit.',
    expect.stringMatching(/^This must be one of cash, /),
    '"Visa": its type says bank or cash.',
  ]);
});

test("a person who names no kind is not asked forever, and nobody is asked without a terminal", async () => {
  const { found, questions } = await kinds([]);
  expect([found, questions.length]).toEqual([null, 5]);
  const nobody = { note: () => {}, ask: null };
  expect(await askKinds(ACCOUNTS, nobody, new AbortController().signal)).toBeNull();
});
