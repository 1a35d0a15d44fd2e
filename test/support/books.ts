/** Reads files of books as an import does, without a database, and writes books as other programs export them. */
import { unixSeconds } from "@daybook/words/civil-date";
import { inFileOf } from "../../src/modules/intake/rules/parsed-voucher.ts";
import {
  readBooks,
  type ReadingOptions,
  type ReadingReport,
} from "../../src/modules/intake/service/read-books.ts";
import { openWorkbooks } from "../../src/platform/workbooks/index.ts";

/** The content of a file as it was read. */
export interface Books {
  readonly report: ReadingReport;
  /** Debit minus credit of each account in cents. */
  readonly balances: Readonly<Record<string, number>>;
  /** Date, description and merchant of each voucher. */
  readonly vouchers: readonly string[];
}

export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** Throws `LineProblem` and `Refusal` as an import does. */
export async function readBooksFile(
  content: string | Uint8Array,
  options: ReadingOptions = {},
): Promise<Books> {
  const workbooks = openWorkbooks();
  const signal = AbortSignal.timeout(60_000);
  const now = unixSeconds(1_790_000_000);
  const reading = await readBooks(oneChunk(Buffer.from(content)), options, { workbooks, now, signal });
  try {
    const balances: Record<string, number> = {};
    const vouchers: string[] = [];
    for await (const { date, description, merchant, lines, file = null } of reading.vouchers()) {
      vouchers.push([date, description, merchant ?? ""].join("|"));
      for (const { account, netDebitCents, department, line } of lines) {
        inFileOf({ file }, () => reading.chart.category(account, line));
        if (department !== null) reading.departments.department(department, line);
        balances[account] = (balances[account] ?? 0) + netDebitCents;
      }
    }
    return { report: reading.report(), balances, vouchers };
  } finally {
    await reading.close();
    await workbooks.close();
  }
}

/** A voucher to be written. Accounts begin with a type, such as `Assets:Bank`. */
export interface BookVoucher {
  readonly date: string;
  readonly description: string;
  readonly lines: readonly { readonly account: string; readonly cents: number }[];
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const decimal = (cents: number): string => (cents / 100).toFixed(2);
const grouped = (cents: number): string => decimal(cents).replaceAll(/\B(?=(\d{3})+\.)/g, ",");
const american = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
const worded = (date: string): string =>
  `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
const debit = (cents: number, text = decimal): string => (cents > 0 ? text(cents) : "");
const credit = (cents: number, text = decimal): string => (cents <= 0 ? text(-cents) : "");
const isDebitAccount = (account: string): boolean => /^(?:Assets|Expenses)/.test(account);
/** The word for an account's type in a program's column. */
const typeOf = (account: string, words: Readonly<Record<string, string>>): string =>
  words[account.split(":")[0] ?? ""] ?? "";
const XERO_TYPES = {
  Assets: "Current Asset",
  Liabilities: "Liability",
  Equity: "Equity",
  Income: "Revenue",
  Expenses: "Expense",
};
const DESKTOP_TYPES = {
  Assets: "OCASSET",
  Liabilities: "OCLIAB",
  Equity: "EQUITY",
  Income: "INC",
  Expenses: "EXP",
};
const GNUCASH_TYPES = {
  Assets: "ASSET",
  Liabilities: "LIABILITY",
  Equity: "EQUITY",
  Income: "INCOME",
  Expenses: "EXPENSE",
};

/** The lines of all vouchers by account, in the order of first appearance. */
function byAccount(
  vouchers: readonly BookVoucher[],
): Map<string, { voucher: BookVoucher; number: number; cents: number }[]> {
  const accounts = new Map<string, { voucher: BookVoucher; number: number; cents: number }[]>();
  for (const [index, voucher] of vouchers.entries())
    for (const { account, cents } of voucher.lines) {
      const lines = accounts.get(account) ?? [];
      lines.push({ voucher, number: index + 1, cents });
      accounts.set(account, lines);
    }
  return accounts;
}

const rowsOf = (
  vouchers: readonly BookVoucher[],
  row: (voucher: BookVoucher, line: BookVoucher["lines"][number], index: number, number: number) => string,
): string =>
  vouchers
    .flatMap((voucher, number) => voucher.lines.map((line, index) => row(voucher, line, index, number + 1)))
    .join("");

/** Writes vouchers as each program exports them. */
export const BOOK_WRITERS: Readonly<Record<string, (vouchers: readonly BookVoucher[]) => string>> = {
  csv: (vouchers) =>
    `journal,date,description,account,debit,credit\n${rowsOf(vouchers, ({ date, description }, { account, cents }, _, number) => `${number},${date},${quoted(description)},${quoted(account)},${debit(cents)},${credit(cents)}\n`)}`,
  "quickbooks-journal": (vouchers) =>
    `Acme,,,,,,,,\nJournal,,,,,,,,\n\n,Date,Transaction Type,Num,Name,Memo/Description,Account,Debit,Credit\n${vouchers
      .map(({ date, description, lines }, number) => {
        const total = grouped(lines.reduce((sum, { cents }) => sum + Math.max(cents, 0), 0));
        const rows = lines.map(
          ({ account, cents }, index) =>
            `,${index === 0 ? `${american(date)},Journal Entry,${number + 1},` : ",,,"},${quoted(description)},${quoted(account)},${quoted(debit(cents, grouped))},${quoted(credit(cents, grouped))}\n`,
        );
        return `${rows.join("")},,,,,,,"$${total}","$${total}"\n,,,,,,,,\n`;
      })
      .join("")}`,
  "quickbooks-ledger": (vouchers) =>
    `Acme,,,,,,,,\nGeneral Ledger,,,,,,,,\n\n,Date,Transaction Type,Num,Name,Memo/Description,Split,Amount,Balance\n${Array.from(
      byAccount(vouchers),
      ([account, lines]) => {
        const sign = isDebitAccount(account) ? 1 : -1;
        const sum = lines.reduce((total, { cents }) => total + cents, 0);
        const rows = lines.map(
          ({ voucher: { date, description }, number, cents }) =>
            `,${american(date)},Journal Entry,${number},,${quoted(description)},-Split-,${quoted(grouped(sign * cents))},\n`,
        );
        return `${quoted(account)},,,,,,,,\n${rows.join("")}${quoted(`Total for ${account}`)},,,,,,,${quoted(grouped(sign * sum))},\n`;
      },
    ).join("")}`,
  "xero-journal": (vouchers) =>
    `Journal Report\nAcme\n\nDate,Journal ID,Source,Account Code,Account,Account Type,Description,Debit,Credit\n${rowsOf(vouchers, ({ date, description }, { account, cents }, _, number) => `${worded(date)},${number},Manual Journal,,${quoted(account)},${typeOf(account, XERO_TYPES)},${quoted(description)},${debit(cents)},${credit(cents)}\n`)}`,
  "xero-ledger": (vouchers) =>
    `General Ledger\nAcme\n\nDate,Source,Description,Reference,Account Type,Debit,Credit,Running Balance\n${Array.from(
      byAccount(vouchers),
      ([account, lines]) =>
        `${quoted(account)},,,,,,,\n${lines
          .map(
            ({ voucher: { date, description }, number, cents }) =>
              `${worded(date)},Manual Journal,${quoted(description)},${number},${typeOf(account, XERO_TYPES)},${debit(cents)},${credit(cents)},\n`,
          )
          .join("")}`,
    ).join("")}`,
  wave: (vouchers) =>
    `Transaction ID,Transaction Date,Account Name,Transaction Description,Transaction Line Description,Debit Amount (Two Column Approach),Credit Amount (Two Column Approach),Account Group,Account Type\n${rowsOf(vouchers, ({ date, description }, { account, cents }, _, number) => `${number},${date},${quoted(account)},${quoted(description)},,${debit(cents)},${credit(cents)},${account.split(":")[0]},\n`)}`,
  "gnucash-csv": (vouchers) =>
    `Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Void Reason,Action,Memo,Full Account Name,Account Name,Amount With Sym,Amount Num.,Value With Sym,Value Num.\n${rowsOf(vouchers, ({ date, description }, { account, cents }, index, number) => `${index === 0 ? `${date},${number},,${quoted(description)},,CURRENCY::USD` : ",,,,,"},,,,${quoted(account)},,,${quoted(grouped(cents))},,${quoted(grouped(cents))}\n`)}`,
  ads: (vouchers) =>
    `Journal_ID,Journal_ID_Line_Number,JE_Header_Description,Effective_Date,GL_Account_Number,Amount,Amount_Credit_Debit_Indicator,Amount_Currency\n${rowsOf(vouchers, ({ date, description }, { account, cents }, index, number) => `${number},${index + 1},${quoted(description)},${date},${quoted(account)},${decimal(Math.abs(cents))},${cents < 0 ? "C" : "D"},USD\n`)}`,
  iif: (vouchers) =>
    `!ACCNT\tNAME\tACCNTTYPE\n${Array.from(byAccount(vouchers).keys(), (account) => `ACCNT\t${account}\t${typeOf(account, DESKTOP_TYPES)}\n`).join("")}!TRNS\tTRNSID\tTRNSTYPE\tDATE\tACCNT\tAMOUNT\tMEMO\n!SPL\tSPLID\tTRNSTYPE\tDATE\tACCNT\tAMOUNT\tMEMO\n!ENDTRNS\n${vouchers
      .map(
        ({ date, description, lines }, number) =>
          `${lines.map(({ account, cents }, index) => `${index === 0 ? "TRNS" : "SPL"}\t${number + 1}\tGENERAL JOURNAL\t${american(date)}\t${account}\t${decimal(cents)}\t${quoted(description)}\n`).join("")}ENDTRNS\n`,
      )
      .join("")}`,
  gnucash: (vouchers) => {
    const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const accounts = [...byAccount(vouchers).keys()];
    const paths = new Set(
      accounts.flatMap((account) =>
        account.split(":").map((__, depth, all) => all.slice(0, depth + 1).join(":")),
      ),
    );
    const declared = Array.from(paths, (path) => {
      const parent = path.includes(":") ? path.slice(0, path.lastIndexOf(":")) : "root";
      return `<gnc:account><act:name>${xml(path.split(":").at(-1) ?? "")}</act:name><act:id>${xml(path)}</act:id><act:type>${typeOf(path, GNUCASH_TYPES)}</act:type><act:parent>${xml(parent)}</act:parent></gnc:account>\n`;
    });
    const transactions = vouchers.map(
      ({ date, description, lines }, number) =>
        `<gnc:transaction><trn:id>${number + 1}</trn:id><trn:currency><cmdty:id>USD</cmdty:id></trn:currency><trn:date-posted><ts:date>${date} 10:59:00 +0000</ts:date></trn:date-posted><trn:description>${xml(description)}</trn:description><trn:splits>${lines.map(({ account, cents }) => `<trn:split><split:value>${cents}/100</split:value><split:account>${xml(account)}</split:account></trn:split>`).join("")}</trn:splits></gnc:transaction>\n`,
    );
    return `<?xml version="1.0"?>\n<gnc-v2><gnc:book>\n<gnc:account><act:name>Root</act:name><act:id>root</act:id><act:type>ROOT</act:type></gnc:account>\n${declared.join("")}${transactions.join("")}</gnc:book></gnc-v2>\n`;
  },
  ledger: (vouchers) =>
    vouchers
      .map(
        ({ date, description, lines }) =>
          `${date} ${description}\n${lines.map(({ account, cents }) => `    ${account}    $${decimal(cents)}\n`).join("")}\n`,
      )
      .join(""),
  beancount: (vouchers) =>
    vouchers
      .map(
        ({ date, description, lines }) =>
          `${date} * "${description.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"\n${lines.map(({ account, cents }) => `  ${account}  ${decimal(cents)} USD\n`).join("")}\n`,
      )
      .join(""),
};
