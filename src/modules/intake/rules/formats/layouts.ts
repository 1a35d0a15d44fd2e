/**
 * The columns of journals as other programs export them, after the documentation and the exports of each
 * program. Titles are in small letters, without signs at the end; of several the first that a file has
 * counts.
 */
import { journalTable } from "./journal-table.ts";
import { ledgerTable } from "./ledger-table.ts";

/** QuickBooks Online: Reports, Journal, exported as CSV or Excel; the older and the newer column names. */
export const quickbooksJournal = journalTable({
  name: "quickbooks-journal",
  title: "QuickBooks Online, Journal",
  columns: {
    date: ["date", "transaction date", "trans date"],
    kind: ["transaction type", "type"],
    number: ["num", "no", "ref no", "number"],
    name: ["name"],
    memo: ["memo/description", "line description", "description", "memo"],
    account: ["account full name", "account", "distribution account", "account name"],
    debit: ["debit"],
    credit: ["credit"],
    department: ["class full name", "class", "item class"],
    currency: ["currency"],
  },
  needed: ["date", "kind", "account", "debit", "credit"],
  usualDates: "MM/DD/YYYY",
  vouchers: "run",
  hasLevels: true,
});

/** Xero: Reports, Journal Report, exported as CSV or Excel. */
export const xeroJournal = journalTable({
  name: "xero-journal",
  title: "Xero, Journal Report",
  columns: {
    id: ["journal id", "journal number", "journal no", "id"],
    date: ["date", "journal date"],
    kind: ["source", "source type"],
    number: ["reference"],
    name: ["contact", "contact name"],
    description: ["narration"],
    memo: ["description", "line description"],
    account: ["account", "account name"],
    accountCode: ["account code", "code"],
    accountType: ["account type"],
    debit: ["debit", "debit (source)"],
    credit: ["credit", "credit (source)"],
    currency: ["currency"],
  },
  needed: ["id", "date", "account", "debit", "credit"],
  usualDates: null,
  vouchers: "id",
  hasLevels: false,
});

/** Wave: Settings, Data export, Accounting (accounting.csv); older and newer column names. */
export const wave = journalTable({
  name: "wave",
  title: "Wave, accounting export",
  columns: {
    id: ["transaction id"],
    date: ["transaction date"],
    description: ["transaction description"],
    memo: ["transaction line description"],
    name: ["vendor", "customer"],
    account: ["account name"],
    accountGroup: ["account group"],
    accountType: ["account type"],
    debit: ["debit amount (two column approach)", "debit amount"],
    credit: ["credit amount (two column approach)", "credit amount"],
  },
  needed: ["id", "date", "account", "debit", "credit"],
  usualDates: "YYYY-MM-DD",
  vouchers: "id",
  hasLevels: false,
});

/** GnuCash: File, Export, Export Transactions to CSV, not simplified. */
export const gnucashCsv = journalTable({
  name: "gnucash-csv",
  title: "GnuCash, transactions as CSV",
  columns: {
    id: ["transaction id"],
    date: ["date"],
    number: ["number", "number/action"],
    description: ["description"],
    memo: ["memo"],
    account: ["full account name"],
    amount: ["value num", "amount num"],
    currency: ["commodity/currency"],
  },
  needed: ["id", "date", "description", "account", "amount"],
  usualDates: null,
  vouchers: "run",
  hasLevels: true,
});

/** AICPA Audit Data Standard, General Ledger: the file GL_Detail. */
export const auditDataStandard = journalTable({
  name: "ads",
  title: "Audit Data Standard, GL detail",
  columns: {
    id: ["journal id"],
    date: ["effective date"],
    kind: ["source"],
    description: ["je header description"],
    memo: ["je line description"],
    account: ["gl account name", "gl account number"],
    accountType: ["account type"],
    accountGroup: ["account subtype"],
    amount: ["amount", "functional amount"],
    side: ["amount credit debit indicator", "functional credit debit indicator"],
    currency: ["amount currency", "functional amount currency"],
    department: ["segment01", "business unit code"],
  },
  needed: ["id", "date", "account", "amount", "side"],
  usualDates: "YYYY-MM-DD",
  vouchers: "id",
  hasLevels: true,
});

/** QuickBooks Online: Reports, General Ledger, exported as CSV or Excel. */
export const quickbooksLedger = ledgerTable({
  name: "quickbooks-ledger",
  title: "QuickBooks Online, General Ledger",
  columns: {
    date: ["date", "transaction date"],
    kind: ["transaction type"],
    number: ["num", "no", "ref no"],
    name: ["name"],
    memo: ["memo/description", "description", "memo"],
    account: ["distribution account", "account"],
    split: ["split", "split account", "item split account"],
    amount: ["amount"],
    debit: ["debit"],
    credit: ["credit"],
    balance: ["balance"],
    department: ["class full name", "class"],
  },
  needed: ["date", "kind", "balance"],
  usualDates: "MM/DD/YYYY",
  isNatural: true,
  hasLevels: true,
});

/** Xero: General Ledger Detail, or Account Transactions of all accounts. */
export const xeroLedger = ledgerTable({
  name: "xero-ledger",
  title: "Xero, General Ledger",
  columns: {
    date: ["date"],
    kind: ["source"],
    number: ["reference", "invoice number"],
    name: ["contact"],
    memo: ["description"],
    account: ["account"],
    accountCode: ["account code"],
    accountType: ["account type"],
    debit: ["debit", "debit (usd)"],
    credit: ["credit", "credit (usd)"],
    balance: ["running balance", "balance"],
  },
  needed: ["date", "kind", "debit", "credit"],
  usualDates: null,
  isNatural: false,
  hasLevels: false,
});
