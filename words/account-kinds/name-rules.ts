/**
 * Which words of a plain name (plain-name.ts) say what an account is. Words that name a class, such as
 * payable or accrued, decide by themselves; words of a topic, such as interest or rent, leave a nature for
 * each side of the balance. Invariant: rules hold accounting terms and no account of a particular chart; of
 * the rules that name, the first decides, so exceptions stand before what they except.
 */
import type { Nature } from "./natures.ts";

export type NameRule = readonly [pattern: RegExp, nature: Nature];

const DEBT =
  "loan|note|mortgage|debt|bond|debenture|(?:finance|capital) lease|line of credit|credit line|land|building|vehicle|equipment|truck|automobile";
const OWNER =
  "owner|partner|member|shareholder|stockholder|founder|proprietor|director|officer|affiliate|related party";
/** Terms of liability insurance, whose name is no liability. */
const COVER = "general|professional|product|public|cyber|employer|umbrella|automobile|pollution|malpractice";
const NOT_CASH =
  "fee|charge|interest|cost|tax|expense|income|discount|over|short|back|advance|donation|dividend|contribution|reward|rebate|surrender|bond|trust|escrow|iolta|overdraft|loan|investment|refund|sale|received|reconciliation|revaluation|cogs|holding|held|transfer|error|payable|liability";

/** Words that name a class. */
export const NAMING: readonly NameRule[] = [
  // Accumulated amounts and valuation accounts come before the topics that they are of.
  [
    /\b(?:acc|accumulated) (?:amortization)\b(?!.*\b(?:furniture|equipment|leasehold|building|depreciation)\b)/,
    "accumulated_amortization",
  ],
  [
    /\b(?:acc|accumulated) (?:depreciation|dep|amortization|depletion)\b(?! expense)|\b(?:depreciation|amortization) (?:reserve|allowance)\b|\b(?:reserve|allowance|provision) for (?:depreciation|amortization)\b/,
    "accumulated",
  ],
  [/^(?!accrued|prepaid|deferred)[^/]*\bexpense \/ (?!$)/, "expense"],
  [new RegExp(String.raw`\b(?:${OWNER})\b.*\b(?:pay|personal expense)\b`), "withdrawn"],
  [/\bother comprehensive\b|\baccumulated adjustment\b|\bcumulative translation\b/, "equity_adjustment"],
  [
    /^(?:retained|undistributed|accumulated) (?:deficit|earning|profit|surplus)(?: \/.*| deficit)?$/,
    "retained_earnings",
  ],
  [/\b(?:retained|undistributed|accumulated) (?:deficit|earning|profit|surplus)\b/, "equity"],
  [
    /^(?:current year|net) earning$|^(?:income|profit loss|(?:income|revenue) expense) summary$/,
    "year_earnings",
  ],
  [/\bnet asset\b(?!.*\breleased\b)|\bfund balance\b/, "equity"],
  [
    /\ballowance\b.*\b(?:debt|doubtful|uncollectible|credit loss|receivable|account|obsolescence)\b|\b(?:doubtful|uncollectible|bad debt)\b.*\b(?:allowance|reserve|provision)$|\b(?:reserve|provision) for (?:bad|doubtful)\b/,
    "allowance",
  ],
  [/\b(?:purchase|vendor|supplier)\b.*\b(?:return|allowance)\b/, "less_cost"],
  [/\bsale\b.*\b(?:return|allowance)\b|\breturn allowance\b/, "less_revenue"],

  // Deferred and unearned amounts, by what is deferred (ASC 740-10-45, 606-10-45).
  [/\bdeferred\b.*\btax asset\b/, "deferred_tax_asset"],
  [/\bdeferred\b.*\btax (?:expense|provision)\b/, "expense"],
  [/\bdeferred\b.*\btax\b/, "deferred_tax_liability"],
  [/\bdeferred (?:charge|cost|expense|financing|commission|offering|loan)\b/, "open_asset"],
  [
    /^(?!.*\brecogni[sz]ed\b).*\b(?:deferred|unearned)\b.*\b(?:revenue|income|rent|subscription|sale|retainer|fee|grant|gain)\b|\bunearned\b|\bcontract liability\b/,
    "deferred_revenue",
  ],
  [/\bdeferred\b.*\b(?:compensation|salary|wage|payroll)\b/, "owed"],
  [/\bcontract asset\b|\bunbilled\b|\btax refundable\b|\binput (?:tax|vat|gst)\b/, "other_receivable"],
  [/\badvance\b.*\bsale\b/, "deferred_revenue"],

  // What is owed to the company, and by it.
  [
    /\b(?:loan|note|mortgage)(?: \/)?(?: loan)? receivable\b|\breceivable\b.*\b(?:note|loan)\b/,
    "note_receivable",
  ],
  [
    /^(?:trade )?account receivable$|^account receivable (?:trade|account receivable)$|^account receivable \/ (?:account receivable|trade)$|^(?:trade )?debtor$|^trade receivable$/,
    "trade_receivable",
  ],
  [
    /\breceivable\b(?!.*\bexpense$)|\bdebtor$|\baccrued (?:revenue|interest income|receivable|asset|income(?! tax))\b/,
    "other_receivable",
  ],
  [/\b(?:dividend|distribution) payable\b/, "dividend_payable"],
  [/\binterest\b.*\bpayable\b/, "owed"],
  [/\bless \/ current portion\b/, "loan"],
  [/\bcurrent (?:portion|maturity)\b/, "current_debt"],
  [/\bcard payable\b/, "card"],
  [
    new RegExp(
      String.raw`\b(?:${DEBT})\b(?:.*\b)?payable\b(?!.*\bexpense$)|\b(?:note|loan|mortgage) payable\b`,
    ),
    "loan",
  ],
  [/^(?:trade )?account payable\b|^trade creditor$|^creditor$|^trade payable$/, "payable"],
  [/\bpayable\b(?!.*\bexpense$)/, "owed"],
  [
    new RegExp(
      String.raw`\binsurance\b.*\bliability\b|\bliability insurance\b|\b(?:${COVER}) liability(?: \/.*)?$`,
    ),
    "expense",
  ],
  [/\bgain\b.*\b(?:loss )?on\b.*\bliability\b/, "other_income"],
  [/\b(?:finance|capital) lease\b.*\b(?:liability|obligation)\b|\bobligation\b.*\blease\b/, "loan"],
  [/\b(?:long term|noncurrent) (?:debt)\b/, "loan"],
  [/\b(?:long term|noncurrent|term|other) liability\b|^liability$/, "open_liability"],
  [/\bliability\b(?!.*\b(?:expense|insurance)$)/, "owed"],
  [
    /\b(?:customer|client|tenant|guest|advance|retainer|unapplied|vendor)\b.*\bprepayment\b.*|\bprepaid (?:income|revenue|sale)\b(?! tax)/,
    "deferred_revenue",
  ],
  [
    /\bcustomer (?:deposit|prepayment|credit)\b|\bdeposit (?:from|held|received)\b|\b(?:client|tenant|retainer|guest)\b.*\bdeposit\b/,
    "owed",
  ],
  [/\bprepaid\b|\bprepayment\b/, "prepaid"],
  [/^accrued\b|\baccrued (?:expense|liability|payroll|wage|tax|interest|vacation)\b|\baccrual$/, "owed"],
  [
    /\bgift card outstanding\b|\bwithholding\b.*\b(?:tax|fica|medicare)\b(?!.*\bexpense\b)|\bwithheld$|\bundistributed tip\b/,
    "owed",
  ],
  [
    new RegExp(
      String.raw`\bdue from\b(?!.*\b(?:${OWNER})\b)|\b(?:advance to|(?:employee(?: cash)?|travel|payroll|staff) advance)\b|\b(?:supply|material|goods) on hand\b`,
    ),
    "current_asset",
  ],
  [new RegExp(String.raw`\bloan to\b|\bdue from\b.*\b(?:${OWNER})\b`), "note_receivable"],
  [
    new RegExp(
      String.raw`\b(?:due|loan|advance) (?:to|from)\b.*\b(?:${OWNER})\b|\b(?:${OWNER}) loan\b(?!.*\b(?:interest|fee)\b)`,
    ),
    "loan",
  ],

  // Gains, and the heads that name an expense or a cost, before the topics in front of them.
  [
    /\b(?:gain|proceed)\b.*\b(?:on|from)\b.*\b(?:sale|disposal|disposition)\b|\bcapital gain\b(?!.*\btax\b)|\bgain loss\b.*\bdisposal\b|\bgain \/ loss on\b.*\b(?:sale|disposal)\b|\bunreali[sz]ed gain\b.*\b(?:investment|securities)\b/,
    "disposal_gain",
  ],
  [
    /\bloss\b.*\bon\b.*\b(?:sale|disposal|disposition)\b|\bunreali[sz]ed loss\b.*\b(?:investment|securities)\b/,
    "disposal_loss",
  ],
  [
    /\b(?:exchange|currency|foreign)\b.*\bgain\b|^(?:un)?reali[sz]ed gain$|^gain (?:on|from) (?:foreign|exchange)\b/,
    "other_income",
  ],
  [
    /\b(?:exchange|currency|foreign)\b.*\bloss\b|^(?:un)?reali[sz]ed loss$|^loss (?:on|from) (?:foreign|exchange|bad)\b/,
    "other_expense",
  ],
  [/^other (?:miscellaneous )?expense$|^penalty\b/, "other_expense"],
  [/\binsurance (?:proceed|recovery|settlement)\b/, "other_income"],
  [/\b(?:depreciation|amortization|depletion)\b.*\bexpense$/, "depreciation"],
  [/\b(?:share|stock|equity)(?: based| option)? (?:comp|compensation|payment|option expense)\b/, "expense"],
  [
    /^cost of (?:goods?|sale|revenue|service|labor|labour|material|product sold|item|merchandise)|\bcost of goods sold\b|\bcogs\b|\bdirect (?:labor|labour|material|cost|wage)\b|\b(?:food|beverage|product|job|other job related) cost$|\bjob material\b|\bmaterial purchased?$/,
    "cost",
  ],
  [
    /\b(?:inventory|stock)\b.*\b(?:adjustment|shrinkage|change|variance|write)\b|\bpurchase price variance\b/,
    "cost",
  ],
  [/^purchase$|\b(?:raw material|merchandise|inventory|material) purchase$/, "cost"],
  [
    /(?<!\b(?:reimbursable|reimbursed|reimbursible|billable|capitalized|personal|organizational|development|startup|closing)(?: \w+)?) expense(?: \/ .*)?$(?<!\b(?:reimbursable|reimbursed|reimbursible|billable) expense)/,
    "expense",
  ],
  [/\bexpense \/ /, "expense"],
  [/^expense (?!reimbursement)/, "expense"],

  // Things that are for sale.
  [
    /^(?!.*\b(?:adjustment|shrinkage|change|purchase|cost|write|insurance|tax|(?<!for )sale|noninventory|consumable|supply expense|management|software)\b).*(?:\binventory\b|\bstock (?:in|on) hand\b|\bfinished goods\b|\bmerchandise inventory\b)|\b(?:prepaid|supply) inventory\b/,
    "current_asset",
  ],

  [/\bwork in (?:progress|process)\b(?!.*\b(?:adjustment|change|expense)\b)/, "current_asset"],

  // Income by its name, unless something else is made of it.
  [
    /\b(?:interest|dividend|investment|investing|portfolio|passive|miscellaneous|other|royalty) (?:income|revenue|earned)\b|\bother\b.*\b(?:income|revenue)$|\binterest earned\b/,
    "other_income",
  ],
  [
    /(?<!\b(?:net|deferred|comprehensive|on|of|federal|state|personal) )\b(?:revenue|income)\b(?! (?:tax|summary|withholding|fund))(?!.*\b(?:tax|expense|share|cost|bond|cash discount)\b)/,
    "revenue",
  ],
  [
    /\bsale$|^sale(?: of\b.*| \/.*)?$|\bsale \/ (?!tax)(?!.*\b(?:tax|commission|expense)\b)|\bfee (?:billed|earned|income)\b|\bshipping income\b|\b(?:donation|gift) received\b|\b(?:gross|net) sale\b/,
    "revenue",
  ],
  [
    /\bdiscount given\b|\bsale discount\b|\brefund (?:to customer|given)\b|\bdiscount \/ refund given\b/,
    "less_revenue",
  ],

  // Equity by the word of its holder or of its form.
  [
    new RegExp(
      String.raw`\b(?:${OWNER}|personal)\b.*\b(?:draw|drawing|distribution|withdrawal|personal expense|pay)\b|^(?:dividend|distribution|drawing|draw)(?: (?:paid|declared|distribution))?$|\bdividend (?:paid|declared)$|\bdrawing$|\btreasury (?:stock|share)\b`,
    ),
    "withdrawn",
  ],
  [
    new RegExp(
      String.raw`\b(?:${OWNER})\b.*\b(?:investment|contribution|capital|equity)\b|\b(?:common|preferred|capital|ordinary) (?:stock|share)\b|\bpaid in capital\b|\bcontributed (?:capital|surplus)\b|\bshare (?:capital|premium)\b|\bcapital (?:account|surplus|contribution)\b|(?<!\b(?:working|venture|net) )\bcapital$|\bapic\b|\bopening balance\b(?!.*\badjustment\b)|\bequity\b(?! (?:line|loan|method|investment|securities|in))(?! based)`,
    ),
    "equity",
  ],

  // Money, cards and debts.
  [
    /\b(?:cash|saving|checking|bank)\b.*\b(?:investment|trust|escrow|iolta)\b(?!.*\b(?:fee|charge|expense|income)\b)|\b(?:trust|iolta|escrow) (?:account|cash|checking|bank)\b(?!.*\b(?:fee|charge|expense|income)\b)/,
    "open_asset",
  ],
  [/\bdebit card\b(?!.*\b(?:fee|charge|rebate)\b)/, "cash"],
  [/\bcertificate of deposit\b|\bcash surrender\b/, "investment"],
  [/^capitali[sz]ed\b/, "intangible"],
  [
    new RegExp(
      String.raw`^(?!.*\b(?:${NOT_CASH})\b)(?:.*\b(?:checking|saving|money market|petty cash|undeposited fund|bank account|business bank|operating (?:account|cash)|payroll account|cash account|money in transit|savings)\b(?! \w+ing\b)|(?:cash|bank|wallet|paypal|venmo)$|(?:cash|bank)\b|payment to deposit|(?:paypal|venmo|wise|stripe|mercury|brex|revolut|novo|relay) (?:bank|account|balance|cash|treasury)|current account|currentcash|(?:mercury|brex|wise|revolut|novo|relay)$)`,
    ),
    "cash",
  ],
  [
    /^(?!.*\b(?:fee|charge|clearing|interest|processing|expense|income|reward|gift|debit|discount|reader|service|rebate|cash back|sale|(?:business|greeting|membership|time|stock) card)\b).*(?:\bcredit card\b|\bvisa\b|\bmaster ?card\b|\bamex\b|\bamerican express\b|\bcard$)/,
    "card",
  ],

  // Current assets by their form.
  [
    /\b(?:other|miscellaneous) (?:current|short term) asset\b|\buncategori[sz]ed asset\b|\bcost\b.*\bin excess of billing\b|\bunbilled\b/,
    "current_asset",
  ],
  [/\bbilling in excess of cost\b/, "owed"],
  [/\bright of use\b|\brou asset\b/, "lease_asset"],
  [
    /\brental property\b(?!.*\b(?:expense|repair|tax|insurance|maintenance|income|management)\b)/,
    "fixed_asset",
  ],
  [
    /\b(?:fixed|capital|depreciable) (?:asset|property)\b(?!.*\b(?:sale|disposal|gain|loss|expense)\b)|^property plant\b|^property \/ plant\b|\bproperty (?:plant|equipment)\b|\bleasehold improvement\b/,
    "fixed_asset",
  ],
  [
    /\b(?:noncurrent|long term|other) asset\b|^asset$|^(?!.*\b(?:sale|disposal|gain|loss|net|on|of|from|proceed|expense)\b).*\basset$/,
    "open_asset",
  ],
];

/** Natures by words that name one only together with a balance on its side. */
export const TOPICS: readonly NameRule[] = [
  // Debts of a name that doesn't say who owes them.
  [/\b(?:capital|finance) lease\b/, "loan"],
  [/\bemployee\b.*\b(?:loan|advance)\b/, "current_asset"],
  [
    new RegExp(
      String.raw`^(?!.*\b(?:interest|fee|bad|cost|charge|origination|forgiveness|payment|receivable|processing|point|book|sell)\b).*\b(?:line of credit|credit line|overdraft)\b`,
    ),
    "current_debt",
  ],
  [
    /^(?!.*\b(?:interest|fee|bad|cost|charge|origination|forgiveness|discount|credit loan|sale)\b).*\b(?:loan|mortgage|convertible note|debt|note payable|bond payable)\b/,
    "loan",
  ],
  [
    /^(?!.*\b(?:federal|state|sale|income|property|payroll)\b.*\bexpense|.*\bdiscount\b).*\b(?:sale tax|(?:gst|hst|vat|pst)\b)/,
    "owed",
  ],
  [
    /\btax\b(?!.*\b(?:exempt|credit|refund|preparation|return|benefit|prep|service|accounting|deductible|gain|discount)\b)|\bgarnish|^(?:futa|suta|fica|medicare|social security)\b/,
    "owed",
  ],
  [/\btax\b|\bfuta\b|\bsuta\b|\bfica\b|\bubitax\b/, "expense"],

  [/\bgift (?:card|certificate)\b/, "owed"],
  [/\badvance$/, "current_asset"],
  [/\b(?:security|rent|utility|lease) deposit\b(?!.*\b(?:fee|forfeit\w*)\b)/, "deposit_paid"],
  [/\bdeposit\b(?!.*\b(?:box|direct|fee|slip|service|forfeit\w*)\b)/, "owed"],
  [/\bestimated\b.*\btax\b/, "withdrawn"],
  [/^deferred\b(?!.*\brecogni)|\bunion\b|\breserve$/, "owed"],
  [/^deferred\b|(?<!\b(?:brokerage|investment|stock) )\baccount$/, "open_asset"],
  [/(?<!\b(?:brokerage|investment|stock) )\baccount$/, "expense"],
  [/\bretention\b|\bretainage\b/, "other_receivable"],
  // What may be carried as an asset until it is earned or charged on (ASC 340-10, 835-30-45).
  [
    /\b(?:advanced?|client|organi[sz]ation(?:al)?|start ?up|development|issuance|financing|loan|closing|filing|film|preopening)\b.*\b(?:cost|fee|expense)\b|\btax paid\b|\bwitness fee\b/,
    "open_asset",
  ],

  // Interest and gains are on the side of the balance.
  [/\binterest\b(?! in\b| rate\b)/, "expense"],
  [/\binterest\b(?!.*\b(?:split|in |owner|member|partner|minority|controlling)\b)/, "other_income"],
  [/\b(?:exchange|currency|foreign)\b|\bgain\b(?!.*\bsplit)/, "other_income"],
  [/\b(?:exchange|currency revaluation|loss)\b(?!.*\b(?:insurance|of)\b)/, "other_expense"],

  // What is bought and sold under the same words.
  [
    /\b(?:consult(?:ing|ant)|service|commission|fee|rental|rent|royalty|freight|shipping|delivery|handling|courier|installation|training|maintenance|landscaping|labor|labour|material|membership|dues|bonus|contribution|grant|gift|donation|reimburs(?:ement|able|ed)|design|support|hosting|subscription|license|sponsorship|event|program|food|beverage|catering|cleaning|parking|laundry|advertising|repair|tuition|lodging|travel)\b/,
    "expense",
  ],
  [
    /^(?!.*\b(?:tip|tax|withh|retainer deposit|garnish|insurance|payroll|salary|wage|clearing|bank charge|held|trust|escrow|refund|overpaid|advanced|client cost|deposit|deferred|retention|retainage)\b).*\b(?:consulting|service|commission|fee|rental|rent|royalty|grant|shipping|delivery|handling|installation|landscaping|labor|labour|membership|dues|contribution|donation|design|license|sponsorship|tuition|legacy|bequest|subscription|assessment)\b/,
    "revenue",
  ],

  // What is only spent.
  [
    /\b(?:accounting|bookkeep(?:er|ing)|audit|administrat(?:ive|ion)|overhead|bank charge|bad debt|benefit|pension|cable|childcare|charitable|chemical|comp|compensation|workman|cell|phone|telephone|telecommunication|communication|internet|computer repair|conference|convention|conservation|contract(?:or)?|continuing|education|electric(?:ity)?|e?commerce|elevator|entertainment|finance cost|fine|fuel|gas(?:oline)?|gasoline|utility|water|sewer|trash|waste|garbage|grocery|hobby|health|medical|dental|veterinary|medicine|hoa|home office|housekeeping|hvac|insurance|janitorial|lawyer|legal|licen[sc]e|permit|lease|market(?:ing)?|promotion(?:al)?|meal|meeting|mileage|office (?:expense|supply|cleaning)|outside|parking|toll|transport(?:ation)?|pay(?:roll)?|salary|wage|staff|personnel|overtime|pest|postage|postal|print(?:ing|er)|copying|stationery|professional development|website|web|research|repair|security service|site security|janitor|storage|warehouse|subcontract(?:or|ing|ed)?|supply|uniform|technology|write off|union|fringe|consumable|courier|recruit(?:ing|ment)|bond(?:ing)? premium|premium|cost|charge|expense|recording|litigation|penalty|occupancy|airfare|hotel|taxi|rideshare|seminar|book|magazine|publication|feed|seed|fertilizer|snow|alarm|scholarship|fundraising|moving|impairment|custom hire|dut(?:y|ies)|tariff|retirement|processing|testing|survey|registration|gift|reconciliation discrepancy|ask my accountant|unapplied cash bill|small tool|theft|loss)\b/,
    "expense",
  ],
  [/\bdepreciation\b|\bamortization\b|\bdepletion\b/, "depreciation"],
  [/\bdepreciation\b|\bamortization\b|\bdepletion\b/, "accumulated"],
  [/\b(?:bad|doubtful) debt\b(?!.*\brecover)|\buncollectible\b/, "allowance"],
  [/\brecover(?:y|ed)\b/, "other_income"],

  // Things that are held. Words of what is done with them make them an expense.
  [
    /^(?!.*\b(?:rental|rent|lease|repair|maintenance|insurance|tax|registration|supply|fuel|cost|fee|interest|service|cleaning|safety|loan|payment|charge|depreciation|amortization|impairment|(?:small|minor|job|owned|license|parking|subscription|expense|commission|sale|income|labor|wage))\b).*\b(?:equipment|furniture|fixture|machinery|machine|building|land|improvement|property|truck|construction in progress)(?= \/|$| held| other)/,
    "fixed_asset",
  ],
  [
    /^(?!.*\b(?:repair|maintenance|fuel|insurance|lease|loan|interest|expense|registration|rental|cost|fee|supply|wash|mileage|tax|payment|subscription|license|service|hosting|support|technology|internet|online|sale|income|cleaning)\b).*\b(?:vehicle|automobile|car|truck|trailer|computer|hardware|software|tool)\b|\b(?:safety|small) equipment\b/,
    "fixed_asset",
  ],
  [
    /\b(?:rental|leased?) (?:equipment|vehicle)$|\b(?:under|capital|finance) lease\b|\/ (?:original )?cost$|^original cost$/,
    "fixed_asset",
  ],
  [
    /\b(?:vehicle|computer|truck|tool|hardware|software|automobile|car|job)\b|\b(?:safety|small) equipment\b/,
    "expense",
  ],
  [/\b(?:goodwill|intangible(?: asset)?|patent|trademark|copyright)$/, "intangible"],
  [
    /^(?!.*\b(?:income|gain|loss|interest|dividend|fee|expense|advisor|management|owner|partner|member|split)\b).*\b(?:investment|securities|mutual fund|brokerage|treasury bill|treasury bond)\b/,
    "investment",
  ],
  [/^investment$/, "equity"],
  [/\bdividend\b/, "other_income"],
  [/\braw material\b/, "current_asset"],
];

/** Heads that say what an account is of, whatever stands before them: a deposit for rent is no rent. */
export const HEADS: readonly (readonly [pattern: RegExp, natures: readonly Nature[]])[] = [
  [/\bdeposit$|^deposit \//, ["deposit_paid", "owed"]],
  [/\bdue$/, ["other_receivable", "owed"]],
];
