/** A refusal's advice names on each surface what that surface has. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adviceIn, programVoice, type Way } from "../../core/advice.ts";
import { refuse } from "../../core/errors.ts";
import { CONSOLE_VOICE } from "../app/index.ts";
import { COMMANDS } from "./registry.ts";
import { COMMAND_OF, COMMAND_VOICE } from "./voice.ts";

const PROGRAM = programVoice([{ operation: { id: "listInvoices" } }, { operation: { id: "addCategory" } }]);

const LOSS = refuse("invalid_request", {
  message: "The chart has no category for a loss on a disposal.",
  ways: [
    { give: "result" },
    { first: "addCategory", with: { company: "comp_1", name: "Lost Things", kind: "disposal_loss" } },
  ],
});

test("a refusal says the same on each surface, and what to do in the surface's words (CMD-019)", () => {
  expect(LOSS.in(PROGRAM)).toBe(
    "The chart has no category for a loss on a disposal. Give `result`, or call `addCategory` first.",
  );
  expect(LOSS.in(CONSOLE_VOICE)).toBe(
    "The chart has no category for a loss on a disposal. Choose the category of the gain or loss, or add a category on the page Chart of accounts.",
  );
  expect(LOSS.in(COMMAND_VOICE)).toBe(
    'The chart has no category for a loss on a disposal. Give --result, or run `daybook category add comp_1 "Lost Things" --kind disposal_loss` first.',
  );
});

test.each<[Way, string, string, string]>([
  [
    { give: "account_check", as: "none", when: "the file belongs to this account all the same" },
    "If the file belongs to this account all the same, give `account_check` as `none`.",
    "If the file belongs to this account all the same, say below that the file belongs there.",
    "If the file belongs to this account all the same, give --any-account.",
  ],
  [
    { give: "account_check", as: "none", when: "all lines are of this account" },
    "If all lines are of this account, give `account_check` as `none`.",
    "If all lines are of this account, say below that the file belongs there.",
    "If all lines are of this account, give --any-account.",
  ],
  [
    { see: "listInvoices" },
    "Look for it with `listInvoices`.",
    "Look for it on the page Invoices.",
    "Look for it with `daybook invoice list`.",
  ],
  [{ run: "tax open" }, "", "", "Run `daybook tax open`."],
  [
    { give: "kinds", as: "Bob's Loan=equity", when: "it has a line of its own" },
    "If it has a line of its own, give `kinds` as `Bob's Loan=equity`.",
    "",
    String.raw`If it has a line of its own, give --account 'Bob'\''s Loan=equity'.`,
  ],
  [
    { give: "date_format", as: "MM/DD/YYYY" },
    "Give `date_format` as `MM/DD/YYYY`.",
    "",
    "Give --date-format MM/DD/YYYY.",
  ],
  // What programs can't call is not named to them.
  [
    { first: "mapConnection" },
    "",
    "Change them on the page Connections.",
    "Run `daybook connections map` first.",
  ],
])("%j", (way, program, page, command) => {
  expect([PROGRAM, CONSOLE_VOICE, COMMAND_VOICE].map((voice) => adviceIn(voice, [way]))).toEqual([
    program,
    page,
    command,
  ]);
});

test("every operation that modules advise has a command and a page, and every command exists", () => {
  const text = globSync("src/modules/**/*.ts", { exclude: ["**/*.test.ts"] })
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const [operations, run] = [/\{\s*(?:first|see): "(\w+)"/g, /\{\s*run: "([\w -]+)"/g].map((pattern) =>
    [...text.matchAll(pattern)].map(([, name]) => name ?? ""),
  );
  const commands = new Set(COMMANDS.map(({ name }) => name));
  expect((operations ?? []).length).toBeGreaterThan(5);
  for (const see of operations ?? []) {
    expect(CONSOLE_VOICE({ see }), see).not.toBeNull();
    expect(COMMAND_VOICE({ see }), see).not.toBeNull();
  }
  const named = Object.values(COMMAND_OF).map((command) => command.replace(/ [A-Z ]+$/, ""));
  expect([...named, ...(run ?? [])].filter((name) => !commands.has(name))).toEqual([]);
});
