/**
 * Asks a person at a terminal for what a command line leaves out. Invariant: a command line that has all that
 * is required is never asked about, so the same line works in a script.
 */
import type { Fields } from "./fields.ts";
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
