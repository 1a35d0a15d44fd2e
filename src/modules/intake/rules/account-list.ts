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
import { type AccountType, isPointInTime } from "../../../core/ledger-words.ts";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import type { AccountClasses } from "./account-classes.ts";
import type { Table } from "./formats/format.ts";
import { type ColumnTitles, fieldReader, findHeader, type Header } from "./formats/table-columns.ts";

const COLUMNS: ColumnTitles = {
  account: ["account", "account name", "full name", "gl account name", "account full name", "name"],
  accountCode: ["gl account number", "account number", "account #", "code", "account code", "number"],
  accountType: ["kind", "type", "account type", "account subtype"],
  accountDetail: ["detail type", "detail", "account detail type"],
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
      const facts = {
        kind,
        detail,
        term: termOfTypeWord(word),
        isExact: isAccountKind(word),
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
