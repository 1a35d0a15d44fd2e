/**
 * Lists of accounts with their types: an export of the chart by QuickBooks Online or Xero, the file
 * Chart_of_Accounts of the Audit Data Standard, or the mapping that an import wrote for the next one. Each
 * row says what an account is, so that nobody has to be asked.
 */
import {
  type AccountKind,
  isAccountKind,
  kindMeaning,
  kindOfTypeWord,
  natureMeaning,
  natureOfName,
  termOfTypeWord,
} from "../../../core/account-kinds/index.ts";
import {
  type AccountType,
  type CashFlowRole,
  cashFlowRolesOf,
  isPointInTime,
} from "../../../core/ledger-words.ts";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import type { AccountClasses } from "./account-classes.ts";
import type { ChartAccount } from "./chart-from-accounts.ts";
import type { Table } from "./formats/format.ts";
import { type ColumnTitles, fieldReader, findHeader, type Header } from "./formats/table-columns.ts";
import { csvField } from "./out/csv.ts";

const COLUMNS: ColumnTitles = {
  account: ["account", "account name", "full name", "gl account name", "account full name", "name"],
  accountCode: ["gl account number", "account number", "account #", "code", "account code", "number"],
  accountType: ["kind", "type", "account type", "account subtype"],
  accountDetail: ["detail type", "detail", "account detail type"],
  cashFlow: ["cash flow"],
  balanceSheet: ["balance sheet"],
};

/** Notes the accounts of a list. Throws `LineProblem` for a list without the columns, or for an unknown type. */
export async function readAccountList(table: Table, classes: AccountClasses): Promise<void> {
  let header: Header | null = null;
  for await (const rows of table.rows()) {
    header ??= findHeader(rows, COLUMNS, ["account", "accountType"]);
    if (header === null) throw new LineProblem(1, "The list of accounts has no columns account and type.");
    for (const row of rows) {
      if (row.line <= header.line) continue;
      const field = fieldReader(header.columns, row);
      const word = field("accountType");
      if (field("account") === "" || word === "") continue;
      const kind = isAccountKind(word) ? word : kindOfTypeWord(word);
      if (kind === null)
        throw new LineProblem(row.line, `The type ${quoted(word)} of an account is unknown.`);
      const detail = field("accountDetail") || null;
      const isExact = isAccountKind(word);
      const facts = {
        kind,
        detail,
        // A kind of ours says nothing of when a balance is due.
        term: termOf(field("balanceSheet"), row.line) ?? (isExact ? null : termOfTypeWord(word)),
        role: roleOf(field("cashFlow"), kind, row.line),
        isExact,
        reason: `the list of accounts, ${quoted(word)}`,
      };
      refuseDisagreement(field("account"), kind, word, detail, row.line);
      classes.state(field("account"), facts);
      const code = field("accountCode");
      if (code === "") continue;
      const name = field("account");
      classes.state(code, { ...facts, levels: [name] });
      classes.state(`${code} ${name}`, facts);
      classes.state(`${code} · ${name}`, facts);
    }
  }
}

const TERMS = ["current", "non_current"] as const;

/** The class on the balance sheet that a row states; null without one. */
function termOf(word: string, line: number): (typeof TERMS)[number] | null {
  const found = TERMS.find((term) => term === word) ?? null;
  if (found === null && word !== "")
    throw new LineProblem(
      line,
      `The balance sheet has no class ${quoted(word)}; write ${TERMS.join(" or ")}.`,
    );
  return found;
}

/** The role in the cash flow statement that a row states; null without one. */
function roleOf(word: string, kind: AccountKind, line: number): CashFlowRole | null {
  const { type } = kindMeaning(kind);
  const allowed = cashFlowRolesOf(type);
  const found = allowed.find((each) => each === word) ?? null;
  if (found === null && word !== "")
    throw new LineProblem(
      line,
      `An account of the kind ${kind} can't have the cash flow role ${quoted(word)}. Roles: ${allowed.join(", ")}.`,
    );
  return found;
}

/**
 * The accounts of books as a list that is read again. Those that must be asked for come first, without a kind
 * and with what they would be as a guess, so that the file answers once it was filled in.
 */
export function accountListText(accounts: readonly ChartAccount[]): string {
  const rows = accounts.toSorted((a, b) => Number(a.isSure) - Number(b.isSure)).map(listRow);
  return [LIST_COLUMNS, ...rows].map((cells) => `${cells.map(csvField).join(",")}\n`).join("");
}

const LIST_COLUMNS = ["account", "kind", "cash flow", "balance sheet", "guess", "because of"];

function listRow({
  account,
  kind,
  type,
  cashFlow,
  balanceClass,
  isSure,
  reason,
  evidence,
}: ChartAccount): string[] {
  if (!isSure) return [account, "", "", "", kind, evidence.join("; ")];
  const role = cashFlow === kindMeaning(kind).role ? "" : (cashFlow ?? "");
  const term = balanceClass === null ? "" : balanceClass === "current" ? balanceClass : "non_current";
  return [account, kind, role, isPointInTime(type) ? term : "", "", reason];
}

/** Refuses a row whose type and detail type are of different classes: one of them is a slip. */
function refuseDisagreement(
  account: string,
  kind: AccountKind,
  word: string,
  detail: string | null,
  line: number,
): void {
  const nature = detail === null ? null : natureOfName(detail);
  if (nature === null) return;
  const { type } = natureMeaning(nature);
  const stated = kindMeaning(kind).type;
  // Equity holds what owners earn and pay for themselves, so its detail types name income and expenses.
  if (stated === "equity" || type === "equity" || sideOfBooks(type) === sideOfBooks(stated)) return;
  throw new LineProblem(
    line,
    `The account ${quoted(account)} has the type ${quoted(word)}, but its detail type ${quoted(detail ?? "")} is of the class ${type}. Correct one of them in the list.`,
  );
}

function sideOfBooks(type: AccountType): string {
  return isPointInTime(type) ? type : "income statement";
}
