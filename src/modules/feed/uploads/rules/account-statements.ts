/**
 * The statements of a file, and the choice of those that are about one account. Invariant: a file about
 * several accounts is read for exactly one of them, or refused.
 */
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Statement, StatementMaker } from "./statement.ts";

/** A statement of one account. */
export interface AccountStatement {
  /** The line on which it begins. */
  readonly line: number;
  /** The account's number, or its name, as the file writes it; empty if the file does not say. */
  readonly account: string;
  /** The code of its currency; empty if the file does not say. */
  readonly currency: string;
  readonly maker: StatementMaker;
}

/** More statements than a bank puts into a file. */
export const STATEMENTS_MOST = 1_000;

/** True for US dollars, and for no currency at all. */
export function isDollars(currency: string): boolean {
  return currency === "" || currency.toUpperCase() === "USD";
}

/**
 * Returns the lines of one account: of the only one that the file is about, or of the one whose number ends
 * with `last4`. Throws `LineProblem` if there is no such account, and for other currencies than dollars.
 */
export function ofOneAccount(statements: readonly AccountStatement[], last4: string | null): Statement {
  if (statements.length === 0)
    throw new LineProblem(1, "The file has no statement of a bank or card account.");
  const accounts = [...new Set(statements.map(({ account }) => account))];
  const fitting =
    accounts.length === 1
      ? accounts
      : accounts.filter((account) => last4 !== null && digitsOf(account) === last4);
  const [account, ...others] = fitting;
  if (account === undefined || others.length > 0) {
    const endings = accounts.map(labelOf).join(", ");
    const why =
      last4 === null
        ? "this account has no `last4` to select its own"
        : `the account's \`last4\` is ${last4}`;
    throw new LineProblem(
      1,
      `The file has statements of ${accounts.length} accounts (${endings}), and ${why}.`,
    );
  }
  const own = statements.filter((each) => each.account === account);
  for (const { currency, line } of own) {
    if (!isDollars(currency))
      throw new LineProblem(line, `The statement is in ${quoted(currency)}; only US dollars are supported.`);
  }
  const read = own.map(({ maker }) => maker.statement);
  const kinds = new Set(read.map(({ kind }) => kind));
  return {
    lines: read.flatMap(({ lines }) => lines),
    errors: read.flatMap(({ errors }) => errors),
    balances: read.flatMap(({ balances }) => balances).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    account: account === "" ? null : account,
    kind: kinds.size === 1 ? (read[0]?.kind ?? null) : null,
    notes: read.flatMap(({ notes }) => notes),
  };
}

/**
 * Returns the reason why a statement does not belong to an account, as a sentence; null if it may. Compares
 * only what both sides state: the last four digits of the numbers, and whether it is a card. `null` stands
 * for any account.
 */
export function strangerProblem(
  { account, kind }: Pick<Statement, "account" | "kind">,
  own: { readonly name: string; readonly type: string; readonly last4: string | null } | null,
): string | null {
  if (own === null) return null;
  const digits = account === null ? "" : digitsOf(account);
  if (digits.length === 4 && own.last4 === digits) return null;
  if (digits.length === 4 && own.last4 !== null)
    return `The statement is of an account that ends with ${digits}, but ${quoted(own.name)} ends with ${own.last4}.`;
  if (kind !== null && (kind === "card") !== (own.type === "credit"))
    return `The statement is of a ${kind} account, but ${quoted(own.name)} is of type ${own.type}.`;
  return null;
}

/** The last four digits of an account's number or name; fewer if it has fewer. */
export function digitsOf(account: string): string {
  return account.replaceAll(/\D/g, "").slice(-4);
}

/** An account in a message: its last digits, or its name if it has none. */
function labelOf(account: string): string {
  const digits = digitsOf(account);
  return digits === "" ? quoted(account) : `…${digits}`;
}
