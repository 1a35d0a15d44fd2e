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
} from "@daybook/words/account-kinds";
import {
  type AccountType,
  type CashFlowRole,
  cashFlowRolesOf,
  isPointInTime,
} from "@daybook/words/ledger-words";
import { refuse } from "../../../core/errors.ts";
import { csvRows } from "../../../platform/text/csv-rows.ts";
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

/** An account as it is listed. One that must be asked for has only what is known of it and a guess. */
export type ListedAccount =
  | ChartAccount
  | (Pick<ChartAccount, "account" | "kind" | "evidence"> & { readonly isSure: false });

const LIST_COLUMNS = ["account", "kind", "cash flow", "balance sheet", "guess", "because of"];

/** The rows of a list that an import saved, by account. */
export type SavedList = ReadonlyMap<string, readonly string[]>;

/** Reads a list that an import saved. Throws `Refusal` for another file, so that no such file is replaced. */
export async function readSavedList(content: AsyncIterable<Uint8Array>): Promise<SavedList> {
  const rows: (readonly string[])[] = [];
  const isList = (): boolean => rows[0]?.join(",") === LIST_COLUMNS.join(",");
  try {
    for await (const batch of csvRows(content, { ragged: true })) {
      for (const { fields } of batch) rows.push(fields);
      if (!isList()) break;
    }
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error;
    rows.length = 0;
  }
  if (!isList())
    throw refuse("invalid_request", {
      param: "save_accounts",
      message:
        "The list of accounts can't be saved there: the file is no list that an import saved, and no other one is replaced. Name another file.",
    });
  return new Map(rows.slice(1).map((row) => [row[0] ?? "", row]));
}

/**
 * The accounts of books as a list that is read again. Those that must be asked for come first, without a kind
 * and with what they would be as a guess, so that the file answers once it was filled in. What was filled in
 * in the list that is replaced stays, and so do its rows for other accounts, at the end.
 */
export function accountListText(accounts: readonly ListedAccount[], saved: SavedList): string {
  const rows = accounts.toSorted((a, b) => Number(a.isSure) - Number(b.isSure)).map(listRow);
  const own = new Set(accounts.map(({ account }) => account));
  const kept = [...saved].flatMap(([account, row]) => (own.has(account) ? [] : [row]));
  const answered = rows.map((row) => {
    const before = saved.get(row[0] ?? "");
    return row[1] === "" && before?.[1] ? before : row;
  });
  return [LIST_COLUMNS, ...answered, ...kept].map((cells) => `${cells.map(csvField).join(",")}\n`).join("");
}

function listRow(listed: ListedAccount): string[] {
  const { account, kind } = listed;
  if (!listed.isSure) return [account, "", "", "", kind, listed.evidence.join("; ")];
  const { type, cashFlow, balanceClass, reason } = listed;
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
