/**
 * Lists of accounts with their types: an export of the chart by QuickBooks Online or Xero, the file
 * Chart_of_Accounts of the Audit Data Standard, or the mapping that an import wrote for the next one. Each
 * row says what an account is, so that nobody has to be asked.
 */
import { isAccountKind, kindOfTypeWord } from "../../../core/account-kinds.ts";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import type { AccountClasses } from "./account-classes.ts";
import type { Table } from "./formats/format.ts";
import { type ColumnTitles, fieldReader, findHeader, type Header } from "./formats/table-columns.ts";

const COLUMNS: ColumnTitles = {
  account: ["account", "account name", "full name", "gl account name", "account full name", "name"],
  accountCode: ["gl account number", "account number", "account #", "code", "account code", "number"],
  accountType: ["kind", "type", "account type", "account subtype"],
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
      const facts = { kind, reason: `the list of accounts, ${quoted(word)}` };
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
