/**
 * Which words say what an account is once its class is known: under assets a building is property, whoever
 * repairs it. Used for names, for detail types and for the levels above, after the words of name-rules.ts
 * that name something of the same class.
 */
import type { AccountType } from "../ledger-words.ts";
import type { NameRule } from "./name-rules.ts";

const ASSETS: readonly NameRule[] = [
  [
    /\b(?:accumulated|acc) (?:depreciation|dep|amortization|depletion)\b|\bdepreciation\b|\bdepletion\b/,
    "accumulated",
  ],
  [/\bamortization\b/, "accumulated_amortization"],
  [/\bdeferred\b.*\btax\b/, "deferred_tax_asset"],
  [/\bunreali[sz]ed\b/, "investment"],
  [/\b(?:doubtful|uncollectible|bad debt)\b|\ballowance\b/, "allowance"],
  [/\bshort term investment\b|\bmarketable\b|\btreasury bill\b/, "marketable"],
  [/\binvestment\b|\bmutual fund\b/, "investment"],
  [
    /\b(?:note|loan|mortgage)\b(?!.*\b(?:employee|fee|cost)\b)|\bdue from\b.*\b(?:owner|shareholder|partner|member|officer)\b/,
    "note_receivable",
  ],
  [/\bcash advance\b|\bcash surrender\b/, "current_asset"],
  [
    /\b(?:cash|bank|checking|saving|money market|undeposited|petty|wallet|paypal|currentcash|transit)\b/,
    "cash",
  ],
  [
    /\breceivable\b|\bdebtor\b|\bretention\b|\bretainage\b|\bunbilled\b|\baccrued\b|\bdue from\b/,
    "other_receivable",
  ],
  [/\bprepaid\b|\bprepayment\b/, "prepaid"],
  [/\b(?:security|rent|utility|lease)\b.*\bdeposit\b|\bdeposit\b/, "deposit_paid"],
  [/\bright of use\b|\boperating lease\b/, "lease_asset"],
  [
    /\b(?:inventory|stock (?:in|on)|advance|advanced|cost in excess|in process|in progress|raw material|finished good|merchandise|supply|tax|clearing|goods received|expense|fee|work in|material|product|goods|discount|employee|payroll|client cost|production|refund|vat|gst|hst|uncategori[sz]ed|livestock)\b/,
    "current_asset",
  ],
  [
    /\b(?:goodwill|intangible|patent|trademark|copyright|license|franchise|website|organizational|startup|start up|research|development|domain)\b/,
    "intangible",
  ],
  [
    /\b(?:fixed|equipment|furniture|fixture|machinery|machine|vehicle|automobile|truck|trailer|car|building|land|improvement|property|plant|computer|software|hardware|tool|leasehold|house|real estate|phone|capital purchase|depreciable|fleet|aircraft|boat|appliance|art|original cost)\b/,
    "fixed_asset",
  ],
  [
    /\b(?:securities|stock|bond|fund|share|crypto|broker(?:age)?|401k|ira|bitcoin|certificate of deposit|partnership interest)\b/,
    "investment",
  ],
  [/^current$|\b(?:current|short term) asset\b/, "current_asset"],
];

const LIABILITIES: readonly NameRule[] = [
  [/\bdeferred\b.*\btax\b/, "deferred_tax_liability"],
  [/\bdividend\b|\bdistribution\b/, "dividend_payable"],
  [/\b(?:gov\w*|clearing|rounding|escrow|trust|suspense)\b/, "open_liability"],
  [/\binterest\b|\b(?:credit union)\b/, "owed"],
  [/\bcredit card\b|\bvisa\b|\bmastercard\b|\bamex\b|\bcard$/, "card"],
  [/\bless current\b|\bless \/ current\b/, "loan"],
  [/\bcurrent (?:portion|maturity)\b|\bline of credit\b|\bcredit line\b|\boverdraft\b/, "current_debt"],
  [/\bdeferred (?:revenue|income)\b|\bunearned\b/, "deferred_revenue"],
  [
    /\b(?:operating lease|accrued|accrual|payroll|wage|salary|tax|deposit|withh\w*|tip|gift|prepaid|prepayment|customer|vacation|benefit|pension|insurance|garnish\w*|rebate|refund|warranty|reserve|retention|retainage|billing|retainer|undistributed|commission|utility|vat|gst|hst|superannuation|union|grant|reimburse\w*|unapplied|goods received|stock received|sale|fee|expense|401k|ira|health)\b/,
    "owed",
  ],
  [
    /\b(?:loan|note|mortgage|debt|lease|borrow\w*|bond|debenture|financ\w*|land|building|vehicle|equipment|owner|partner|member|shareholder|stockholder|director|officer|drawing|affiliate|related)\b/,
    "loan",
  ],
  [/\bpayable\b|\bcreditor\b|\bdue to\b|^current$|\bcurrent liability\b/, "owed"],
];

const EQUITY: readonly NameRule[] = [
  [/\bavailable for sale\b|\bunreali[sz]ed\b|\bcomprehensive\b|\btranslation\b/, "equity_adjustment"],
  [/\b(?:draw|drawing|distribution|dividend|withdrawal|treasury)\b/, "withdrawn"],
  [
    /^(?:current|this) (?:(?:financial|fiscal) )?(?:year|period) (?:net )?(?:earning|income|profit|surplus|result)\b|^(?:net )?(?:earning|income|profit|surplus|result|profit loss)(?: \/ loss)? (?:of|for) the (?:current )?(?:(?:financial|fiscal) )?(?:year|period)$|^net (?:income|profit|result)(?: \/ loss)?$|^profit loss(?: account)?$|^current earning$|^year to date (?:earning|income|profit)$/,
    "year_earnings",
  ],
  [/\b(?:earning|income|profit|surplus|result)\b/, "open_earnings"],
  [/^/, "equity"],
];

/** Gains and losses of investing are taken out of operating activities (ASC 230-10-45-28). */
const OF_RESULT: readonly NameRule[] = [
  [/\bdepreciation\b|\bamortization\b|\bdepletion\b/, "depreciation"],
  [/\b(?:exchange|currency|foreign|fx)\b/, "other_income"],
  [
    /\bgain\b.*\b(?:sale|disposal|disposition|capital|investment|securities|asset|equipment)\b|\bcapital gain\b|\bproceed\b.*\bsale\b/,
    "disposal_gain",
  ],
  [/\bloss\b.*\b(?:sale|disposal|disposition|investment|securities|asset|equipment)\b/, "disposal_loss"],
];

/** The rules of each class; of those that match, the first decides. */
export const CLASS_RULES: Readonly<Record<AccountType, readonly NameRule[]>> = {
  asset: ASSETS,
  liability: LIABILITIES,
  equity: EQUITY,
  revenue: OF_RESULT,
  cost_of_goods_sold: OF_RESULT,
  expense: OF_RESULT,
  other_income: OF_RESULT,
  other_expense: OF_RESULT,
};

/**
 * Equity whose balance may come from before the books, or from a correction: what is booked against it need
 * not be paid by or to owners, though it is cash.
 */
export const UNCLEAR_EQUITY =
  /\bopening\b|\badj(?:ust\w*)?\b|\bprior (?:(?:fiscal|financial) )?(?:period|year)\b|\bsuspense\b/;
