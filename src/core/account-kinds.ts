/**
 * Kinds of accounts: what an account of other books is here, as its account type and its cash flow role. A
 * kind is recognised by the word in a column of account types, or by the account's name. Invariant: a name
 * gives a kind only where accountants would agree on it; other names give none, and the user is asked.
 */
import type { AccountType, CashFlowRole } from "./ledger-words.ts";

interface KindMeaning {
  readonly type: AccountType;
  /** Null if the role follows from the names of the account, or if the type has none. */
  readonly role: CashFlowRole | null;
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

/** The kind of an account by its type and role, the first that has both. */
export function kindOfClass(type: AccountType, role: CashFlowRole | null): AccountKind {
  const kinds = Object.keys(ACCOUNT_KINDS).filter(isAccountKind);
  const fits = kinds.filter((kind) => kindMeaning(kind).type === type);
  return fits.find((kind) => kindMeaning(kind).role === role) ?? fits[0] ?? "expense";
}

/**
 * Words of the columns of account types, without capitals, blanks and signs: those of QuickBooks Online and
 * Desktop, Xero, Wave, GnuCash, hledger and the Audit Data Standard.
 */
const TYPE_WORDS: Readonly<Record<string, AccountKind>> = {
  bank: "cash",
  cash: "cash",
  cashandbank: "cash",
  cashandcashequivalents: "cash",
  moneyintransit: "cash",
  ar: "receivable",
  accountsreceivable: "receivable",
  accountsreceivablear: "receivable",
  accountreceivable: "receivable",
  receivable: "receivable",
  expectedpaymentsfromcustomers: "receivable",
  systemreceivableinvoice: "receivable",
  ocasset: "current_asset",
  othercurrentasset: "current_asset",
  othercurrentassets: "current_asset",
  currentasset: "current_asset",
  currentassets: "current_asset",
  current: "current_asset",
  inventory: "current_asset",
  prepayment: "current_asset",
  vendorprepaymentsandvendorcredits: "current_asset",
  othershorttermasset: "current_asset",
  fixasset: "fixed_asset",
  fixedasset: "fixed_asset",
  fixedassets: "fixed_asset",
  fixed: "fixed_asset",
  propertyplantequipment: "fixed_asset",
  propertyplantandequipment: "fixed_asset",
  depreciationandamortization: "depreciation",
  accumulateddepreciation: "depreciation",
  stock: "investment",
  mutual: "investment",
  mutualfund: "investment",
  investment: "investment",
  investments: "investment",
  oasset: "asset",
  asset: "asset",
  assets: "asset",
  otherasset: "asset",
  otherassets: "asset",
  noncurrent: "asset",
  noncurrentasset: "asset",
  noncurrentassets: "asset",
  otherlongtermasset: "asset",
  ap: "payable",
  accountspayable: "payable",
  accountspayableap: "payable",
  accountpayable: "payable",
  payable: "payable",
  expectedpaymentstovendors: "payable",
  systempayablebill: "payable",
  ccard: "card",
  creditcard: "card",
  creditcards: "card",
  credit: "card",
  ocliab: "current_liability",
  othercurrentliability: "current_liability",
  othercurrentliabilities: "current_liability",
  currentliability: "current_liability",
  currentliabilities: "current_liability",
  currliab: "current_liability",
  salestaxes: "current_liability",
  salestax: "current_liability",
  dueforpayroll: "current_liability",
  customerprepaymentsandcustomercredits: "current_liability",
  othershorttermliability: "current_liability",
  ltliab: "loan",
  longtermliability: "loan",
  longtermliabilities: "loan",
  noncurrentliability: "loan",
  noncurrentliabilities: "loan",
  termliab: "loan",
  termliability: "loan",
  loanandlineofcredit: "loan",
  otherlongtermliability: "loan",
  liability: "liability",
  liabilities: "liability",
  liabilitiescreditcards: "liability",
  equity: "equity",
  ownersequity: "equity",
  businessownercontributionanddrawing: "equity",
  retainedearningsprofit: "equity",
  retainedearnings: "equity",
  inc: "revenue",
  income: "revenue",
  revenue: "revenue",
  revenues: "revenue",
  sales: "revenue",
  discount: "revenue",
  uncategorizedincome: "revenue",
  cogs: "cost_of_goods_sold",
  costofgoodssold: "cost_of_goods_sold",
  costofsales: "cost_of_goods_sold",
  directcosts: "cost_of_goods_sold",
  exp: "expense",
  expense: "expense",
  expenses: "expense",
  operatingexpense: "expense",
  operatingexpenses: "expense",
  overhead: "expense",
  overheads: "expense",
  depreciation: "expense",
  depreciatn: "expense",
  payrollexpense: "expense",
  paymentprocessingfee: "expense",
  uncategorizedexpense: "expense",
  exinc: "other_income",
  otherincome: "other_income",
  gainonforeignexchange: "other_income",
  exexp: "other_expense",
  otherexpense: "other_expense",
  otherexpenses: "other_expense",
  lossonforeignexchange: "other_expense",
};

/** The kind that a word in a column of account types means; null for other words. */
export function kindOfTypeWord(word: string): AccountKind | null {
  const plain = word.toLowerCase().replaceAll(/[^a-z]/g, "");
  return Object.hasOwn(TYPE_WORDS, plain) ? (TYPE_WORDS[plain] ?? null) : null;
}

/** Digits and signs with which banks and users tell their accounts apart, such as `(1234)` or `x5678`. */
const ACCOUNT_NUMBER = String.raw`(?:[\s\-–:#.,*•xX()]*\d[\d\s\-*•xX()]*)?\)?`;
const BANK_ACCOUNT = new RegExp(
  String.raw`(?:^|[\s\-–&/])(?:checking|chequing|cheque|che(?:ck|que)ing|savings?|money market|operating account)(?: (?:account|acct|a/c|fund))?${ACCOUNT_NUMBER}$`,
  "i",
);
const NAMED_CASH = new RegExp(
  String.raw`^(?:(?:petty |till |other )?cash(?: (?:and|&) (?:cash )?(?:equivalents|bank)| (?:equivalents|on hand|at bank|in (?:wallet|bank|hand|drawer|transit|register)|drawer|register|account|management account))?|(?:business |main |company |current )?bank(?:s| accounts?)?|current account|currentcash|che(?:ck|que)(?: account)?|undeposited funds|payments to deposit|money in transit|wallet|paypal(?: (?:bank|account|balance))?|venmo(?: account)?|(?:mercury|brex|wise|revolut|novo|relay)(?: (?:cash|account|treasury))?)${ACCOUNT_NUMBER}$`,
  "i",
);

/** True if the name is that of cash in hand or of a bank account that holds cash. */
export function isCashName(name: string): boolean {
  return (
    NAMED_CASH.test(name) ||
    (BANK_ACCOUNT.test(name) && !/\b(?:fees?|charges?|interest|cost|tax)\b/i.test(name))
  );
}

/** Kinds by name. Of several that match, the first decides, so exceptions stand before what they except. */
const NAME_KINDS: readonly (readonly [RegExp, AccountKind])[] = [
  [/\bdebit cards?$/i, "cash"],
  [/\b(?:accumulated|accum\.?) (?:depreciation|amorti[sz]ation)\b/i, "depreciation"],
  [
    /^(?:retained (?:earnings|profits?)|accumulated (?:deficits?|earnings|profits?)|income summary|owner'?s? equity)$/i,
    "equity",
  ],
  [/\b(?:stock|share|equity)[- ]based (?:comp|compensation|payments?)\b|\bstock compensation\b/i, "expense"],
  [/\bgains?\b.*\bon\b.*\b(?:sales?|disposals?|dispositions?)\b/i, "disposal_gain"],
  [/\bloss(?:es)?\b.*\bon\b.*\b(?:sales?|disposals?|dispositions?)\b/i, "disposal_loss"],
  [/\b(?:opening balances?(?: equity)?|equity)\b/i, "equity"],
  [/\b(?:common|preferred|capital|treasury) (?:stock|shares)\b|\bpaid[- ]in capital\b|\bapic\b/i, "equity"],
  [
    /\b(?:owner|partner|member|shareholder|stockholder|founder)'?s?'? (?:investments?|draw(?:ings?|s)?|pay & personal expenses|contributions?|distributions?|capital)\b/i,
    "equity",
  ],
  [
    /^(?:draw(?:ings?|s)?|distributions?|dividends?(?: paid| declared)?|contributed capital|share capital|capital)$/i,
    "equity",
  ],
  [
    /^(?:cost of (?:goods sold|sales|revenues?|labou?r)|cogs)\b|^direct costs?$|^purchases$/i,
    "cost_of_goods_sold",
  ],
  [
    /\b(?:interest|dividend) (?:income|earned|revenue)\b|^other income\b|^(?:un)?reali[sz]ed gains?\b|^gain (?:on|from)\b/i,
    "other_income",
  ],
  [
    /^other (?:miscellaneous )?expenses?\b|^loss (?:on|from)\b|^penalties\b|^(?:un)?reali[sz]ed loss(?:es)?\b/i,
    "other_expense",
  ],
  [/^(?!.*\b(?:deferred|unearned|accrued|prepaid|comprehensive)\b).*\b(?:revenues?|income)$/i, "revenue"],
  [/\bcards?$/i, "card"],
  [
    /\b(?:credit cards?|visa|master ?card|amex|american express)\b(?!.*\b(?:fees?|charges?|interest|processing)\b)/i,
    "card",
  ],
  [/\b(?:notes?|loans?) receivable\b|\breceivables?\b|^(?:trade )?debtors$|\ba\/r\b/i, "receivable"],
  [
    /^(?:notes?|loans?|mortgages?)\b.*\bpayable\b|\b(?:mortgage|line of credit|convertible notes?|long[- ]term (?:debt|liabilit(?:y|ies))|term loan|ppp loan|sba loan|bank loan|auto loan|car loan|student loan)\b|^loans?$|\bloan$/i,
    "loan",
  ],
  [/^accounts? payable\b|\ba\/p\b|^trade creditors$|^creditors$/i, "payable"],
  [
    /\b(?:payable|accrued (?:liabilities|expenses|wages|payroll|vacation|interest)|deferred (?:revenue|income)|unearned (?:revenue|income)|customer (?:deposits|prepayments|credits)|gift cards? outstanding|payroll liabilities|direct deposit liabilities|sales tax(?:es)?(?: agency)?|(?:gst|hst|vat|pst)(?:\/[a-z]+)?)$/i,
    "current_liability",
  ],
  [
    /^(?:prepaid|inventory\b|inventory asset|security deposits?|deposits paid|employee advances|advances|uncategori[sz]ed assets?|other current assets?|work in progress)/i,
    "current_asset",
  ],
  [/^(?:investments?|securities|marketable securities|brokerage|certificates? of deposit)\b/i, "investment"],
  [/\b(?:rental|rent|lease|repairs?|maintenance|insurance|tax|taxes|registration|supplies)\b/i, "expense"],
  [
    /\b(?:fixed assets?|equipment|furniture|fixtures|machinery|vehicles?|buildings?|land|leasehold improvements|computers?|property|goodwill|intangible assets?|patents?|trademarks?|trucks?)$|^property, plant/i,
    "fixed_asset",
  ],
  [
    /^(?:accounting|advertising|amorti[sz]ation|automobile|auto|bad debts?|bank (?:fees?|charges?|service charges?)|business licenses|car & truck|charitable contributions|cleaning|commissions?(?: & fees)?|computer (?:and internet|expenses?)|consulting fees|contract(?:ors?| labou?r)|continuing education|depreciation|disposal fees|dues|education|employee benefits|entertainment|fines|freight|fuel|gas(?: and electric)?|general (?:and|&) administrative|health|hosting|installation|interest (?:expense|paid)|internet|janitorial|job (?:expenses|materials)|legal|licenses|management fees|marketing|meals|memberships?|merchant (?:account )?fees?|miscellaneous|mobile phone|office|parking|payroll|pension|permits|phone|postage|printing|professional fees|promotional|reimbursements?|research|royalties|salaries|salary|security|service charges?|shipping|software|stationery|subscriptions?|subcontractors?|telephone|tolls|training|transportation|travel|uniforms|utilities|unapplied cash bill payment|uncategori[sz]ed expenses?|wages|web hosting|website|ask my accountant|reconciliation discrepancies|purchase discounts)\b/i,
    "expense",
  ],
  [/\bexpenses?$/i, "expense"],
  [
    /\b(?:sales|revenues?|income|fees (?:billed|earned)|services|discounts given|refunds to customers|shipping income|donations received|grants)$|^(?:sales|revenue|income)\b|^services?\b/i,
    "revenue",
  ],
  [/\b(?:fees?|charges?)$/i, "expense"],
];

/** The name without the number that charts put before it: `1010 Checking`, `4000 · Sales`, `090 - Bank`. */
export function unnumberedName(name: string): string {
  return name.replace(/^\d[\d.-]*(?:\s+(?:[·:–-]\s*)?|[·:–]\s*)(?=\p{Letter})/u, "").trim();
}

/** The kind that an account's name means, without the names above it; null where the name leaves it open. */
export function kindOfName(name: string): AccountKind | null {
  const plain = unnumberedName(name).replace(/ \(\d+\)$/, "");
  if (isCashName(plain)) return "cash";
  return NAME_KINDS.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
