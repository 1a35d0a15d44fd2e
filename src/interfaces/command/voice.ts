/** Advice of refusals in the words of the command line. */
import { ACCOUNT_KINDS } from "@daybook/words/account-kinds";
import type { Voice } from "../../core/advice.ts";

/** The command of an operation. Words in capitals are inputs that it takes without a flag. */
export const COMMAND_OF: Readonly<Record<string, string>> = {
  addCategory: "category add COMPANY NAME",
  getBill: "bill show",
  findInvoices: "invoice list",
  getCloseChecklist: "company checklist",
  getInvoice: "invoice show",
  listAccounts: "account list",
  listBills: "bill list",
  listInvoices: "invoice list",
  listClosings: "company closings",
  listJournalEntries: "journal list",
  listManualEntries: "journal list",
  listReconciliations: "reconcile list",
  openBooks: "company open-books COMPANY",
  mapConnection: "connections map",
  reverseVoucher: "journal reverse VOUCHER",
  resendMember: "member password EMAIL",
};

/** Flags that are not the names of their inputs. */
const FLAGS: Readonly<Record<string, string>> = {
  account_id: "the account",
  "account_check none": "--any-account",
  "totals_check none": "--any-totals",
  "signs bank": "--signs bank",
  "changes leave": "--changes leave",
  accounts: "a list of accounts with --accounts",
  cash: "the cash accounts with --cash",
  column: "its columns with --format csv and --column",
  kinds: "--account",
};

/** A value as it is typed in a shell. */
const typed = (value: string): string =>
  /^[\w./=-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;

const flagOf = (name: string): string => `--${name.replaceAll("_", "-")}`;

export const COMMAND_VOICE: Voice = (way) => {
  if ("give" in way) {
    const { give, as } = way;
    const whole = FLAGS[`${give} ${as}`];
    if (whole !== undefined) return `give ${whole}`;
    const flag = FLAGS[give] ?? flagOf(give);
    const kinds =
      give === "kinds" && way.when === undefined ? ` (kinds: ${Object.keys(ACCOUNT_KINDS).join(", ")})` : "";
    return as === undefined ? `give ${flag}` : `give ${flag} ${typed(as)}${kinds}`;
  }
  if ("run" in way) return `run \`daybook ${way.run}\``;
  if ("see" in way) {
    const command = COMMAND_OF[way.see];
    return command === undefined ? null : `look for it with \`daybook ${command}\``;
  }
  const command = COMMAND_OF[way.first];
  if (command === undefined) return null;
  const given = new Map(Object.entries(way.with ?? {}));
  const words = command.replaceAll(/[A-Z]+/g, (word) => {
    const value = given.get(word.toLowerCase());
    given.delete(word.toLowerCase());
    return value === undefined ? word : value.includes(" ") ? `"${value}"` : value;
  });
  const flags = Array.from(given, ([name, value]) => ` ${flagOf(name)} ${value}`);
  return `run \`daybook ${words}${flags.join("")}\` first`;
};
