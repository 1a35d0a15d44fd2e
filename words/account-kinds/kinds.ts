/**
 * Kinds of accounts: the words with which users choose what an account is, and the words of other programs'
 * columns of account types. Invariant: each kind is one account type and at most one cash flow role.
 */
import type { AccountType, CashFlowRole, CategoryRole } from "../ledger-words.ts";

interface KindMeaning {
  readonly type: AccountType;
  /** Null if the role follows from the names of the account, or if the type has none. */
  readonly role: CashFlowRole | null;
  /** What the service posts on such an account by itself, or computes with it. */
  readonly posting?: CategoryRole;
  readonly meaning: string;
}

/** The kinds, by the words with which users choose them. */
export const ACCOUNT_KINDS = {
  cash: { type: "asset", role: "cash", meaning: "Cash in hand and in banks" },
  receivable: { type: "asset", role: "working_capital", meaning: "Accounts receivable" },
  current_asset: { type: "asset", role: "working_capital", meaning: "Inventory, prepaid expenses, deposits" },
  fixed_asset: { type: "asset", role: "investing", meaning: "Property, equipment, intangible assets" },
  depreciation: { type: "asset", role: "non_cash", meaning: "Accumulated depreciation and amortization" },
  investment: { type: "asset", role: "investing", meaning: "Securities and other investments" },
  asset: { type: "asset", role: null, meaning: "Other assets" },
  payable: { type: "liability", role: "working_capital", meaning: "Accounts payable" },
  card: { type: "liability", role: "working_capital", meaning: "Credit cards" },
  current_liability: {
    type: "liability",
    role: "working_capital",
    meaning: "Taxes and wages owed, deferred revenue",
  },
  loan: { type: "liability", role: "financing", meaning: "Loans, notes and mortgages owed" },
  liability: { type: "liability", role: null, meaning: "Other liabilities" },
  equity: { type: "equity", role: "financing", meaning: "Capital, distributions, retained earnings" },
  retained_earnings: {
    type: "equity",
    role: "financing",
    posting: "retained_earnings",
    meaning: "Retained earnings, and accounts that hold income until it is passed on to them",
  },
  revenue: { type: "revenue", role: null, meaning: "Sales and other operating revenue" },
  cost_of_goods_sold: { type: "cost_of_goods_sold", role: null, meaning: "Direct costs" },
  expense: { type: "expense", role: null, meaning: "Operating expenses" },
  share_compensation: {
    type: "expense",
    role: "financing",
    meaning: "Compensation paid in shares or options",
  },
  other_income: { type: "other_income", role: null, meaning: "Interest and other income" },
  disposal_gain: {
    type: "other_income",
    role: "investing",
    meaning: "Gains on sales of equipment and investments",
  },
  disposal_loss: {
    type: "other_expense",
    role: "investing",
    meaning: "Losses on sales of equipment and investments",
  },
  other_expense: { type: "other_expense", role: null, meaning: "Other expenses" },
} as const satisfies Record<string, KindMeaning>;

export type AccountKind = keyof typeof ACCOUNT_KINDS;

export function isAccountKind(word: string): word is AccountKind {
  return Object.hasOwn(ACCOUNT_KINDS, word);
}

/** The type and role of a kind. */
export function kindMeaning(kind: AccountKind): KindMeaning {
  return ACCOUNT_KINDS[kind];
}

/** Kinds that say more than a type and a role do. */
const TELLING: readonly AccountKind[] = ["receivable", "payable", "card", "retained_earnings"];

/** The kind of an account by its type and role: the first of `known` that has both, or else of all. */
export function kindOfClass(
  type: AccountType,
  role: CashFlowRole | null,
  known: readonly AccountKind[] = [],
): AccountKind {
  const general = Object.keys(ACCOUNT_KINDS)
    .filter(isAccountKind)
    .filter((kind) => !TELLING.includes(kind));
  const fits = [...known, ...general].filter((kind) => kindMeaning(kind).type === type);
  return fits.find((kind) => kindMeaning(kind).role === role) ?? fits[0] ?? "expense";
}

/**
 * Words of the columns of account types, without capitals, blanks and signs: those of QuickBooks Online and
 * Desktop, Xero, Wave, GnuCash, hledger and the Audit Data Standard.
 */
const TYPE_WORDS: Readonly<Partial<Record<AccountKind, string>>> = {
  cash: "bank cash cashandbank cashandcashequivalents moneyintransit",
  receivable:
    "ar accountsreceivable accountsreceivablear accountreceivable receivable expectedpaymentsfromcustomers systemreceivableinvoice",
  current_asset:
    "ocasset othercurrentasset othercurrentassets currentasset currentassets current inventory prepayment vendorprepaymentsandvendorcredits othershorttermasset",
  fixed_asset: "fixasset fixedasset fixedassets fixed propertyplantequipment propertyplantandequipment",
  depreciation: "depreciationandamortization accumulateddepreciation",
  investment: "stock mutual mutualfund investment investments",
  asset:
    "oasset asset assets otherasset otherassets noncurrent noncurrentasset noncurrentassets otherlongtermasset",
  payable:
    "ap accountspayable accountspayableap accountpayable payable expectedpaymentstovendors systempayablebill",
  card: "ccard creditcard creditcards credit",
  current_liability:
    "ocliab othercurrentliability othercurrentliabilities currentliability currentliabilities currliab salestaxes salestax dueforpayroll customerprepaymentsandcustomercredits othershorttermliability",
  loan: "ltliab longtermliability longtermliabilities noncurrentliability noncurrentliabilities termliab termliability loanandlineofcredit otherlongtermliability",
  liability: "liability liabilities liabilitiescreditcards",
  equity: "equity ownersequity businessownercontributionanddrawing retainedearningsprofit retainedearnings",
  revenue: "inc income revenue revenues sales discount uncategorizedincome",
  cost_of_goods_sold: "cogs costofgoodssold costofsales directcosts",
  expense:
    "exp expense expenses operatingexpense operatingexpenses overhead overheads depreciation depreciatn payrollexpense paymentprocessingfee uncategorizedexpense",
  other_income: "exinc otherincome gainonforeignexchange",
  other_expense: "exexp otherexpense otherexpenses lossonforeignexchange",
};

const KINDS_OF_TYPES: ReadonlyMap<string, AccountKind> = new Map(
  Object.entries(TYPE_WORDS).flatMap(([kind, words]) =>
    words.split(" ").flatMap((word): [string, AccountKind][] => (isAccountKind(kind) ? [[word, kind]] : [])),
  ),
);

/** The kind that a word in a column of account types means; null for other words. */
export function kindOfTypeWord(word: string): AccountKind | null {
  return KINDS_OF_TYPES.get(word.toLowerCase().replaceAll(/[^a-z]/g, "")) ?? null;
}

/** What a word in a column of account types says of when a balance is due; null if it says nothing. */
export function termOfTypeWord(word: string): "current" | "non_current" | null {
  const plain = word.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (/noncurrent|longterm|^otherassets?$|^oasset$|^ltliab$|^termliab/.test(plain)) return "non_current";
  return /current|shortterm|^ocasset$|^ocliab$|^currliab$/.test(plain) ? "current" : null;
}

/** The types that a first level names: `Assets:Cash` has the type asset. */
const FIRST_LEVELS: Readonly<Record<string, AccountType>> = {
  asset: "asset",
  assets: "asset",
  liability: "liability",
  liabilities: "liability",
  equity: "equity",
  equities: "equity",
  income: "revenue",
  incomes: "revenue",
  revenue: "revenue",
  revenues: "revenue",
  cogs: "cost_of_goods_sold",
  "cost of goods sold": "cost_of_goods_sold",
  "costs of goods sold": "cost_of_goods_sold",
  expense: "expense",
  expenses: "expense",
  "other income": "other_income",
  "other incomes": "other_income",
  "other expense": "other_expense",
  "other expenses": "other_expense",
};

/** The account type that a first level names, or null. */
export function typeOfName(name: string): AccountType | null {
  const word = name.toLowerCase();
  return Object.hasOwn(FIRST_LEVELS, word) ? (FIRST_LEVELS[word] ?? null) : null;
}

/** The name of the account that takes what opening balances lack to sum to zero. */
export const OPENING_EQUITY = "Opening Balance Equity";

/**
 * The words by which an entry says that the books open with it, as a regular expression that means the same
 * in JavaScript and in the database.
 */
export const OPENING_WORDS = "(^|[^a-z])(opening|beginning|starting)[ -]+balance";

/** The words by which an entry says that it corrects an earlier period (ASC 250-10-45-23), likewise. */
export const CORRECTION_WORDS =
  "(^|[^a-z])(prior|previous|earlier)[ -]+(period|year)s?('s)?[ -]+(adjustment|correction|error|restatement)" +
  "|(adjustment|correction|restatement) (of|to|for) (an? |the )?(error in (an? |the )?)?(prior|previous|earlier)[ -]+(period|year)";
