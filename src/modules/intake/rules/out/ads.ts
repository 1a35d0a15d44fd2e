/**
 * The files of the Audit Data Standards (AICPA, General Ledger Standard): the journal as GL detail, the chart
 * of accounts, the trial balance of each period, and the departments as business units. Fields are separated
 * by `|`, and the first row names them. Invariants: the trial balance of each period sums to zero; beginning
 * and GL detail of a period make its ending.
 */
import { cents } from "@daybook/words/cents";
import { type CivilDate, endOfMonth, parts, startOfMonth } from "@daybook/words/civil-date";
import { isPointInTime } from "@daybook/words/ledger-words";
import { decimalText } from "@daybook/words/money-text";
import { CURRENCY, type JournalWriter, type OutBooks, type OutPiece, type OutVoucher } from "./books-out.ts";

const DETAIL_FIELDS = [
  "Journal_ID",
  "Journal_ID_Line_Number",
  "JE_Header_Description",
  "JE_Line_Description",
  "Source",
  "Business_Unit_Code",
  "Effective_Date",
  "Fiscal_Year",
  "Period",
  "GL_Account_Number",
  "Amount",
  "Amount_Credit_Debit_Indicator",
  "Amount_Currency",
  "Entered_By",
  "Entered_Date",
  "Entered_Time",
  "Segment01",
  "Segment02",
];
const BALANCE_FIELDS = [
  "GL_Account_Number",
  "Business_Unit_Code",
  "Fiscal_Year",
  "Period",
  "Balance_As_Of_Date",
  "Amount_Beginning",
  "Amount_Ending",
  "Amount_Currency",
];
const CHART_FIELDS = [
  "GL_Account_Number",
  "GL_Account_Name",
  "Account_Type",
  "Account_Subtype",
  "FS_Caption",
  "Parent_GL_Account_Number",
];
const UNIT_FIELDS = ["Business_Unit_Code", "Business_Unit_Description", "Parent_Business_Unit_Code"];

/** The account of earlier years' net income, if no category has the role `retained_earnings`. */
const RETAINED = "retained_earnings";

const STATEMENT = { balance: "Balance sheet", income: "Income statement" } as const;

/** A month with entries: debit minus credit by account. */
interface Month {
  readonly date: CivilDate;
  readonly activity: Map<string, number>;
}

/** Writes the files. Memory grows with accounts times months that have entries. */
export function adsWriter(books: OutBooks): JournalWriter {
  const months: Month[] = [];
  const row = (voucher: OutVoucher, entered: string, period: readonly string[]) => {
    const header = voucher.lines[0]?.description ?? "";
    return voucher.lines.map((line) =>
      rowText([
        voucher.id,
        String(line.line),
        header,
        line.description,
        voucher.source,
        line.department_id ?? "",
        voucher.date,
        ...period,
        line.category_id,
        decimalText(cents(Math.abs(line.net_debit_cents))),
        line.net_debit_cents < 0 ? "C" : "D",
        CURRENCY,
        "",
        entered.slice(0, 10),
        entered.slice(11, 19),
        line.merchant ?? "",
        voucher.transaction_id ?? "",
      ]),
    );
  };
  return {
    file: "GL_Detail.txt",
    accounts: null,
    begin: () => rowText(DETAIL_FIELDS),
    voucher(voucher) {
      const first = startOfMonth(voucher.date);
      let month = months.at(-1);
      if (month?.date !== first) {
        month = { date: first, activity: new Map() };
        months.push(month);
      }
      for (const { category_id, net_debit_cents } of voucher.lines)
        month.activity.set(category_id, (month.activity.get(category_id) ?? 0) + net_debit_cents);
      const entered = new Date(voucher.created * 1000).toISOString();
      return row(voucher, entered, periodOf(voucher.date, books.fiscalYearStartMonth)).join("");
    },
    *end() {
      yield { file: "Trial_Balance.txt", text: rowText(BALANCE_FIELDS) };
      yield* trialBalances(books, months);
      yield { file: "Chart_Of_Accounts.txt", text: chartOf(books) };
      yield {
        file: "Business_Unit_Listing.txt",
        text: [
          rowText(UNIT_FIELDS),
          ...books.departments.map(({ id, name, parent_id }) => rowText([id, name, parent_id ?? ""])),
        ].join(""),
      };
    },
    notes: () => [],
  };
}

/** The fiscal year, named by the year in which it ends, and the month in it, from 1. */
function periodOf(date: CivilDate, startMonth: number): [fiscalYear: string, period: string] {
  const { year, month } = parts(date);
  return [
    String(startMonth > 1 && month >= startMonth ? year + 1 : year),
    String(((month - startMonth + 12) % 12) + 1),
  ];
}

/**
 * The balances of each month that has entries. Amounts are debit minus credit. Income and expenses begin each
 * fiscal year at zero, and what they came to is then in retained earnings, though no voucher says so.
 */
function* trialBalances(books: OutBooks, months: readonly Month[]): Generator<OutPiece, void, undefined> {
  const retained = retainedAccount(books);
  const isOfYear = new Map(
    books.accounts.map(({ id, account_type }) => [id, !isPointInTime(account_type)] as const),
  );
  const balances = new Map<string, number>();
  let openYear: string | null = null;
  for (const { date, activity } of months) {
    const [fiscalYear, period] = periodOf(date, books.fiscalYearStartMonth);
    if (openYear !== null && openYear !== fiscalYear) {
      let earned = 0;
      for (const [id, balance] of balances) {
        if (!isOfYear.get(id)) continue;
        earned += balance;
        balances.delete(id);
      }
      balances.set(retained, (balances.get(retained) ?? 0) + earned);
    }
    openYear = fiscalYear;
    const rows: string[] = [];
    for (const id of [...books.accounts.map((account) => account.id), RETAINED]) {
      const beginning = balances.get(id) ?? 0;
      const change = activity.get(id);
      if (beginning === 0 && change === undefined) continue;
      const ending = beginning + (change ?? 0);
      balances.set(id, ending);
      const amounts = [beginning, ending].map((amount) => decimalText(cents(amount)));
      rows.push(rowText([id, "", fiscalYear, period, endOfMonth(date), ...amounts, CURRENCY]));
    }
    yield { file: "Trial_Balance.txt", text: rows.join("") };
  }
}

function retainedAccount({ accounts }: OutBooks): string {
  return accounts.find(({ role }) => role === "retained_earnings")?.id ?? RETAINED;
}

function chartOf(books: OutBooks): string {
  const rows = books.accounts.map(({ id, name, account_type, cash_flow, parent_id }) =>
    rowText([
      id,
      name,
      account_type,
      cash_flow ?? "",
      isPointInTime(account_type) ? STATEMENT.balance : STATEMENT.income,
      parent_id ?? "",
    ]),
  );
  const earlier =
    retainedAccount(books) === RETAINED
      ? [rowText([RETAINED, "Net income of earlier fiscal years", "equity", "", STATEMENT.balance, ""])]
      : [];
  return [rowText(CHART_FIELDS), ...rows, ...earlier].join("");
}

/** Fields with a separator, a quote or the end of a line are quoted as in CSV. */
function rowText(fields: readonly string[]): string {
  return `${fields
    .map((field) => (/[|"\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join("|")}\r\n`;
}
