/** Parses options of imports that are pairs, such as `--column account=Konto`. */
import { CASH_FLOW_ROLES, type CashFlowRole } from "@daybook/words/ledger-words";
import { CHANGE_CHOICES, type ChangeChoice, JOURNAL_COLUMNS } from "../../../modules/intake/words.ts";
import { splitPair, UsageProblem } from "../fields.ts";

/** Parses `--column` options: `account=Konto` means that the file's column of accounts is named Konto. */
export function readColumns(
  pairs: readonly string[],
): Readonly<Partial<Record<(typeof JOURNAL_COLUMNS)[number], string>>> {
  const names = new Map<(typeof JOURNAL_COLUMNS)[number], string>();
  for (const [what, name] of pairs.map(splitPair)) {
    const column = JOURNAL_COLUMNS.find((known) => known === what);
    if (column === undefined)
      throw new UsageProblem(
        `--column does not accept ${JSON.stringify(what)}; it must be one of ${JOURNAL_COLUMNS.join(", ")}.`,
      );
    if (names.has(column)) throw new UsageProblem(`--column names ${column} twice.`);
    names.set(column, name);
  }
  return Object.fromEntries(names);
}

/** An account, `=` and a cash flow role; the name of the account may contain a `=` too. */
const ACCOUNT_ROLE = new RegExp(`^(.+)=(${CASH_FLOW_ROLES.join("|")})$`, "u");

/** Parses `--cash-flow` options: `Equity:Reserve=non_cash` gives that account the role. */
export function readRoles(pairs: readonly string[]): ReadonlyMap<string, CashFlowRole> {
  const roles = new Map<string, CashFlowRole>();
  for (const given of pairs) {
    const [, account = "", named] = ACCOUNT_ROLE.exec(given) ?? [];
    const role = CASH_FLOW_ROLES.find((known) => known === named);
    if (role === undefined)
      throw new UsageProblem(
        `--cash-flow does not accept ${JSON.stringify(given)}; write an account and its role, such as Equity:Reserve=non_cash. Roles: ${CASH_FLOW_ROLES.join(", ")}.`,
      );
    if (roles.has(account)) throw new UsageProblem(`--cash-flow names ${account} twice.`);
    roles.set(account, role);
  }
  return roles;
}

/** Splits `--account` options at their last `=`, because names of accounts may contain one. */
export function readKinds(pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((given) => {
      const at = given.lastIndexOf("=");
      return [given.slice(0, at), given.slice(at + 1)];
    }),
  );
}

export function readPrices(pairs: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    pairs.map(splitPair).map(([code, price]) => {
      const value = Number(price);
      if (!(value > 0 && Number.isFinite(value)))
        throw new UsageProblem(
          `--price does not accept ${JSON.stringify(`${code}=${price}`)}; write --price EUR=1.08.`,
        );
      return [code, value];
    }),
  );
}

/** Parses `--change` options: `vch_1=apply` takes over what the source edited of that voucher. */
export function readChanges(pairs: readonly string[]): Readonly<Record<string, ChangeChoice>> {
  return Object.fromEntries(
    pairs.map(splitPair).map(([voucher, given]) => {
      const choice = CHANGE_CHOICES.find((known) => known === given);
      if (choice === undefined)
        throw new UsageProblem(
          `--change does not accept ${JSON.stringify(`${voucher}=${given}`)}; write --change vch_1=apply or --change vch_1=leave.`,
        );
      return [voucher, choice];
    }),
  );
}
