/**
 * Asks a person at a terminal for what a command line leaves out, and what accounts of imported books are.
 * Invariant: a command line that has all that is required is never asked about, so the same line works in a
 * script.
 */
import { ACCOUNT_KINDS, type AccountKind, isAccountKind } from "@daybook/words/account-kinds";
import type { Fields } from "./fields.ts";
import type { AccountQuestion } from "./problem.ts";
import type { Terminal } from "./terminal.ts";

type RawValues = Readonly<Record<string, unknown>>;

/** After as many invalid answers to one question, the value stays absent. */
const MOST_ANSWERS = 5;

/** Returns the values of a command line with the answers of the person, if one is there to be asked. */
export async function askMissing(
  fields: Fields,
  rawValues: RawValues,
  { ask, note }: Pick<Terminal, "ask" | "note">,
  signal: AbortSignal,
): Promise<RawValues> {
  const isMissing = (name: string): boolean => rawValues[name] === undefined;
  const lacksRequired = Object.entries(fields).some(
    ([name, { required, question }]) => required && question !== undefined && isMissing(name),
  );
  if (ask === null || !lacksRequired) return rawValues;
  const answers: Record<string, string> = {};
  for (const [name, { kind, question, required }] of Object.entries(fields)) {
    if (question === undefined || !isMissing(name)) continue;
    for (let left = MOST_ANSWERS; left > 0; left -= 1) {
      const answer = (await ask(`${question}: `, signal)).trim();
      if (answer === "" && !required) break;
      if (kind.read(answer) !== null) {
        answers[name] = answer;
        break;
      }
      note(`This must be ${kind.accepts}.`);
    }
  }
  return { ...rawValues, ...answers };
}

/**
 * Asks what accounts are; an empty answer is the guess. Returns null if nobody can be asked, or if a question
 * gets no valid answer.
 */
export async function askKinds(
  accounts: readonly AccountQuestion[],
  { ask, note }: Pick<Terminal, "ask" | "note">,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AccountKind> | null> {
  if (ask === null) return null;
  const kinds = new Map<string, AccountKind>();
  const accepted = `one of ${Object.keys(ACCOUNT_KINDS).join(", ")}`;
  note(
    `${accounts.length === 1 ? "One account needs" : `${accounts.length} accounts need`} an answer: ${accepted}. Enter alone takes what stands in brackets.`,
  );
  for (const { account, evidence, guess } of accounts) {
    note(`${JSON.stringify(account)}: ${evidence.join(", ")}.`);
    for (let left = MOST_ANSWERS; left > 0 && !kinds.has(account); left -= 1) {
      const answer = (await ask(`What is ${JSON.stringify(account)}? [${guess}] `, signal)).trim() || guess;
      if (isAccountKind(answer)) kinds.set(account, answer);
      else note(`This must be ${accepted}.`);
    }
    if (!kinds.has(account)) return null;
  }
  return kinds;
}
