/** All functions by name. Each family of functions is a file in this folder, or a folder if it is large. */
import { type FormulaFunction, family } from "../define.ts";
import { SPECIAL_OPERANDS } from "../special-forms.ts";
import { ANNUITIES } from "./annuities.ts";
import { ARRAY_SHAPES } from "./array-shaping.ts";
import { ARRAYS } from "./arrays.ts";
import { ACCRUED_INTEREST } from "./bonds/accrued.ts";
import { COUPONS } from "./bonds/coupons.ts";
import { DISCOUNTED_BONDS } from "./bonds/discounted.ts";
import { ODD_BONDS } from "./bonds/odd.ts";
import { PRICES } from "./bonds/prices.ts";
import { BAHT_TEXT } from "./baht-text.ts";
import { CASH_FLOWS } from "./cash-flows.ts";
import { DATABASE } from "./database.ts";
import { DATES } from "./dates.ts";
import { DEPRECIATIONS } from "./depreciation.ts";
import { COUNTING } from "./distributions/counting.ts";
import { NORMAL } from "./distributions/normal.ts";
import { RATIO } from "./distributions/ratio.ts";
import { WAITING } from "./distributions/waiting.ts";
import { FORECASTING } from "./forecasting/index.ts";
import { GROUPINGS } from "./grouping/tables.ts";
import { INFORMATION } from "./information.ts";
import { LAMBDA_CALLERS } from "./lambdas.ts";
import { LOGIC } from "./logic.ts";
import { LOOKUPS } from "./lookup.ts";
import { ARITHMETIC } from "./math/arithmetic.ts";
import { COMBINATORICS } from "./math/combinatorics.ts";
import { CONDITIONAL } from "./math/conditional.ts";
import { MATRICES } from "./math/matrices.ts";
import { NUMERALS } from "./math/numerals.ts";
import { ROUNDING } from "./math/rounding.ts";
import { SUBTOTALLING } from "./math/subtotal.ts";
import { SUMS } from "./math/sums.ts";
import { TRIGONOMETRY } from "./math/trigonometry.ts";
import { PIVOT_VALUES } from "./pivot-values.ts";
import { REFERENCES } from "./references.ts";
import { REGULAR_EXPRESSIONS } from "./regular-expressions.ts";
import { SORTS } from "./sorting.ts";
import { AVERAGES } from "./statistics/averages.ts";
import { RANKING } from "./statistics/ranking.ts";
import { TEXT_BYTES } from "./text-bytes.ts";
import { TEXT_JOIN } from "./text-join.ts";
import { TEXT_NUMBERS } from "./text-numbers.ts";
import { TEXT_SEARCH } from "./text-search.ts";
import { TEXT_SPLIT } from "./text-split.ts";
import { TEXT_WIDTHS } from "./text-widths.ts";
import { TEXT_FUNCTIONS } from "./text.ts";
import { WORKDAYS } from "./workdays.ts";
import { HYPOTHESES } from "./statistics/hypotheses.ts";
import { CORRELATION } from "./statistics/correlation.ts";
import { REGRESSION } from "./statistics/regression.ts";
import { NUMBER_SYSTEMS } from "./engineering/number-systems.ts";
import { BITS } from "./engineering/bits.ts";
import { ERROR_FUNCTION } from "./engineering/error-function.ts";
import { COMPLEX_NUMBERS } from "./engineering/complex.ts";
import { BESSEL } from "./engineering/bessel.ts";
import { CONVERT } from "./engineering/convert.ts";

export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = family([
  ...ACCRUED_INTEREST,
  ...ANNUITIES,
  ...ARITHMETIC,
  ...ARRAYS,
  ...ARRAY_SHAPES,
  ...AVERAGES,
  ...BAHT_TEXT,
  ...CASH_FLOWS,
  ...COMBINATORICS,
  ...CONDITIONAL,
  ...COUNTING,
  ...COUPONS,
  ...DATABASE,
  ...DATES,
  ...DEPRECIATIONS,
  ...DISCOUNTED_BONDS,
  ...FORECASTING,
  ...GROUPINGS,
  ...INFORMATION,
  ...LAMBDA_CALLERS,
  ...LOGIC,
  ...LOOKUPS,
  ...MATRICES,
  ...NORMAL,
  ...NUMERALS,
  ...ODD_BONDS,
  ...PIVOT_VALUES,
  ...PRICES,
  ...RANKING,
  ...RATIO,
  ...REFERENCES,
  ...REGULAR_EXPRESSIONS,
  ...ROUNDING,
  ...SORTS,
  ...SUBTOTALLING,
  ...SUMS,
  ...TEXT_BYTES,
  ...TEXT_FUNCTIONS,
  ...TEXT_JOIN,
  ...TEXT_NUMBERS,
  ...TEXT_SEARCH,
  ...TEXT_SPLIT,
  ...TEXT_WIDTHS,
  ...TRIGONOMETRY,
  ...WAITING,
  ...WORKDAYS,
  ...HYPOTHESES,
  ...CORRELATION,
  ...REGRESSION,
  ...NUMBER_SYSTEMS,
  ...BITS,
  ...ERROR_FUNCTION,
  ...COMPLEX_NUMBERS,
  ...BESSEL,
  ...CONVERT,
]);

const SPECIAL_NAMES: ReadonlySet<string> = new Set(SPECIAL_OPERANDS.map(({ name }) => name));

/** True if there is a function with the name, regardless of letter case. */
export function isFunctionName(name: string): boolean {
  const upper = name.toUpperCase();
  return FUNCTIONS.has(upper) || SPECIAL_NAMES.has(upper);
}

export interface FunctionOperands {
  readonly name: string;
  /** The least and greatest numbers of operands. */
  readonly least: number;
  readonly most: number;
}

/** Returns all functions that formulas may call, by name, including those that don't compute all operands. */
export function knownFunctions(added: readonly FormulaFunction[] = []): FunctionOperands[] {
  const all = [...FUNCTIONS.values(), ...added].map(({ name, least, most }) => ({ name, least, most }));
  return [...all, ...SPECIAL_OPERANDS].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
