/**
 * Derives facts from the names of accounts: the type from the first level, and the cash flow role from the
 * levels below. Invariant: whole words are compared, ignoring case.
 */
import { isCashName, kindMeaning, kindOfName, unnumberedName } from "../../../core/account-kinds.ts";
import { type AccountType, type CashFlowRole, isPointInTime } from "../../../core/ledger-words.ts";

const TYPES: readonly (readonly [RegExp, AccountType])[] = [
  [/^assets?$/i, "asset"],
  [/^liabilit(?:y|ies)$/i, "liability"],
  [/^equit(?:y|ies)$/i, "equity"],
  [/^(?:incomes?|revenues?)$/i, "revenue"],
  [/^(?:cogs|costs? of goods sold)$/i, "cost_of_goods_sold"],
  [/^expenses?$/i, "expense"],
  [/^other incomes?$/i, "other_income"],
  [/^other expenses?$/i, "other_expense"],
];

/** The account type that a first level names, or null. */
export function typeOfName(name: string): AccountType | null {
  return TYPES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

interface NameTest {
  test(name: string): boolean;
}

/** Income and expenses that belong to investing or financing, such as gains on sales of equipment. */
const NOT_OPERATING: readonly (readonly [NameTest, CashFlowRole])[] = (
  ["investing", "financing"] as const
).map((role) => [
  {
    test(name) {
      const kind = kindOfName(name);
      return kind !== null && !isPointInTime(kindMeaning(kind).type) && kindMeaning(kind).role === role;
    },
  },
  role,
]);

/**
 * The rules by which a level gives its subtree a role; of several that match along a path, the
 * one that stands first here wins, whatever its depth. So accumulated depreciation beneath fixed
 * assets stays non-cash, and a bank account beneath investments stays cash.
 */
const ROLES: Readonly<Partial<Record<AccountType, readonly (readonly [NameTest, CashFlowRole])[]>>> = {
  asset: [
    [{ test: isCashName }, "cash"],
    [/^accumulated (?:depreciation|amorti[sz]ation)\b/i, "non_cash"],
    // The last word decides: "Office equipment" is equipment, but "Prepaid property tax" is not property.
    [
      /(?:^|[\s,/&-])(?:fixed assets?|equipment|pp&e|property|furniture|fixtures|vehicles?|investments?)$/i,
      "investing",
    ],
  ],
  liability: [
    [
      /(?:^|[\s(/-])(?:loans?|notes?|debts?|mortgages?|long[- ]term|lines? of credit)(?=$|[\s,)/-])/i,
      "financing",
    ],
  ],
  equity: [[/^/, "financing"]],
  revenue: NOT_OPERATING,
  cost_of_goods_sold: NOT_OPERATING,
  expense: NOT_OPERATING,
  other_income: NOT_OPERATING,
  other_expense: NOT_OPERATING,
};

/** The name of the account that takes what opening balances lack to sum to zero. */
export const OPENING_EQUITY = "Opening Balance Equity";

const RETAINED_EARNINGS = /^(?:retained (?:earnings|profits?)|accumulated (?:deficits?|earnings|profits?))$/i;

/** True for an account that books keep retained earnings in, by its own name. */
export function isRetainedEarnings(type: AccountType, name: string): boolean {
  return type === "equity" && RETAINED_EARNINGS.test(unnumberedName(name));
}

/** The role that the names of a path's levels (without the type) give it; null when they give none. */
export function roleOfNames(type: AccountType, levels: readonly string[]): CashFlowRole | null {
  const rules = ROLES[type] ?? [];
  return rules.find(([pattern]) => levels.some((level) => pattern.test(level)))?.[1] ?? null;
}
