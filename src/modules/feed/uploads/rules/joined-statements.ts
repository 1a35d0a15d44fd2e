/**
 * The files of an archive as one statement. Invariant: files of several accounts are read for exactly one of
 * them, or refused, and each file that is left out is named.
 */
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { digitsOf } from "./account-statements.ts";
import type { Content } from "./encoding.ts";
import type { Statement } from "./statement.ts";

/** A file with what was read of it. */
export interface FilePart {
  readonly name: string;
  readonly content: Content;
  readonly statement: Statement;
}

/**
 * Joins the statements of files, the first one first; the lines of each are counted on from those before it.
 * `strangerProblem` returns why a statement does not belong to the account. Throws `LineProblem` if the files
 * are of several accounts and the wanted one is unknown.
 */
export function joined(
  parts: readonly FilePart[],
  strangerProblem: (statement: Statement) => string | null,
): Statement {
  const strangers = parts.filter(({ statement }) => strangerProblem(statement) !== null);
  const [first, ...others] = parts.filter((part) => !strangers.includes(part));
  // All are of another account; the comparison of the first one reports that.
  if (first === undefined) return parts[0]?.statement ?? nothing();
  const accounts = new Set([first, ...others].map(({ statement }) => digitsOf(statement.account ?? "")));
  if (accounts.size > 1)
    throw new LineProblem(
      1,
      `The files of the archive are of ${accounts.size} accounts (${[...accounts].map((digits) => `…${digits}`).join(", ")}), and this account has no \`last4\` to select its own.`,
    );
  const notes = strangers.map(
    ({ name, statement }) => `The file ${quoted(name)} is not read. ${strangerProblem(statement) ?? ""}`,
  );
  let count = 0;
  const counted = [first, ...others].map(({ name, content, statement }, file) => {
    const before = count;
    count += linesOf(content);
    const onward = <Item extends { readonly line: number }>(items: readonly Item[]): Item[] =>
      items.map((item) => ({ ...item, line: item.line + before }));
    const note = `The lines of the file ${quoted(name)} are counted from ${before + 1} on.`;
    return {
      lines: onward(statement.lines).map((line) => ({ ...line, file })),
      errors: onward(statement.errors),
      balances: statement.balances,
      notes: before === 0 ? statement.notes : [note, ...statement.notes],
    };
  });
  return {
    ...first.statement,
    lines: counted.flatMap(({ lines }) => lines),
    errors: counted.flatMap(({ errors }) => errors),
    balances: counted.flatMap(({ balances }) => balances).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    notes: [...notes, ...counted.flatMap((each) => each.notes)],
  };
}

function nothing(): Statement {
  return { lines: [], errors: [], balances: [], account: null, kind: null, notes: [] };
}

const NEWLINE = 10;

/** The number of lines of a file, also of a last one without an end. */
function linesOf(content: Content): number {
  return content.reduce((sum, piece) => sum + piece.filter((byte) => byte === NEWLINE).length, 1);
}
