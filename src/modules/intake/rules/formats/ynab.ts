/**
 * The register of YNAB: one row for each movement of a money account, with the budget category as the other
 * side. A transfer stands in both accounts and is read where it goes out. YNAB keeps money accounts only, so
 * an account is cash unless its name says otherwise.
 */
import { natureMeaning, natureOfName } from "@daybook/words/account-kinds";
import { cents, ZERO_CENTS } from "@daybook/words/cents";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { ParsedVoucher } from "../parsed-voucher.ts";
import type { BooksFile, BooksFormat, Reading } from "./format.ts";
import { headerOf } from "./journal-table.ts";
import { type ColumnTitles, fieldReader, findHeader, type ReportColumn } from "./table-columns.ts";
import { type ValueReader, ValueSurvey } from "./table-values.ts";
import { OpenVoucher } from "./voucher-maker.ts";

const COLUMNS: ColumnTitles = {
  account: ["account"],
  date: ["date"],
  name: ["payee"],
  kind: ["category group/category", "category"],
  memo: ["memo"],
  outflow: ["outflow"],
  inflow: ["inflow"],
};
const NEEDED: readonly ReportColumn[] = ["account", "date", "name", "outflow", "inflow"];
const TRANSFER = /^transfer\s*:\s*(.+)$/i;
const READY_TO_ASSIGN = /^inflow:|ready to assign|to be budgeted/i;
const TITLE = "YNAB, register";

export const ynab: BooksFormat = {
  name: "ynab",
  title: TITLE,
  recognizes: ({ rows }) => findHeader(rows, COLUMNS, NEEDED) !== null,
  read: readRegister,
};

async function* readRegister(
  file: BooksFile,
  reading: Reading,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  const header = await headerOf(file.table, { columns: COLUMNS, needed: NEEDED, title: TITLE });
  const survey = new ValueSurvey();
  const accounts = new Set<string>();
  for await (const rows of file.table.rows())
    for (const row of rows) {
      if (row.line <= header.line) continue;
      const field = fieldReader(header.columns, row);
      if (field("date") !== "") survey.dates.add(field("date"), row.line);
      survey.amounts.add(field("outflow"));
      survey.amounts.add(field("inflow"));
      if (field("account") !== "") accounts.add(field("account"));
    }
  for (const account of accounts) stateAccount(account, reading);
  const register = {
    reading,
    accounts,
    values: survey.reader(reading.dateFormat, null, reading.note),
  };
  for await (const rows of file.table.rows())
    for (const row of rows) {
      if (row.line <= header.line)
        reading.counts.skip(row.line < header.line ? "title rows" : "header rows", row.line);
      else {
        const voucher = readMovement(fieldReader(header.columns, row), row.line, register);
        if (voucher) yield voucher;
      }
    }
}

function stateAccount(account: string, { classes }: Reading): void {
  const nature = natureOfName(account);
  classes.state(account, {
    kind: nature === null ? "cash" : natureMeaning(nature).kind,
    reason: nature === null ? "YNAB keeps money accounts" : `the name ${quoted(account)}`,
    levels: [account],
  });
}

interface Register {
  readonly reading: Reading;
  /** The money accounts of the register. */
  readonly accounts: ReadonlySet<string>;
  readonly values: ValueReader;
}

/** The voucher of a row; null for a row without an amount and for the second side of a transfer. */
function readMovement(
  field: (column: ReportColumn) => string,
  line: number,
  { reading, accounts, values }: Register,
): ParsedVoucher | null {
  const { counts } = reading;
  const outflow = values.cents(field("outflow"), "outflow", line) ?? ZERO_CENTS;
  const inflow = values.cents(field("inflow"), "inflow", line) ?? ZERO_CENTS;
  const amount = inflow - outflow;
  const named = TRANSFER.exec(field("name"))?.[1] ?? "";
  const transfer = accounts.has(named) ? named : null;
  if (amount === 0 || (transfer !== null && amount > 0)) {
    counts.skip(amount === 0 ? "lines without an amount" : "second sides of transfers", line);
    return null;
  }
  if (field("account") === "") throw new LineProblem(line, "The line names no account.");
  const voucher = new OpenVoucher({
    line,
    journal: null,
    date: values.date(field("date"), line),
    description: field("memo") || field("name"),
    merchant: transfer === null && field("name") !== "" ? field("name") : null,
  });
  voucher.add({ account: field("account"), netDebitCents: cents(amount), line });
  voucher.add({ account: transfer ?? categoryOf(field, reading), netDebitCents: cents(-amount), line });
  counts.addImported();
  return voucher.close();
}

/** The account of a budget category. Starting balances are equity, money to be assigned is revenue. */
function categoryOf(field: (column: ReportColumn) => string, { classes }: Reading): string {
  const category = field("kind").replaceAll(/\s*:\s*/g, ":");
  const state = (account: string, kind: "equity" | "revenue" | "expense"): string => {
    classes.state(account, { kind, reason: "its place in the budget" });
    return account;
  };
  if (/^starting balance$/i.test(field("name"))) return state("Opening Balances", "equity");
  if (category === "") return state("Uncategorized", "expense");
  if (READY_TO_ASSIGN.test(category)) return state("Income", "revenue");
  return state(category, "expense");
}
