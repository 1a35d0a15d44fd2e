/** All functions by name. Each family is a file of this folder, or a folder once it is large. */
import { type FormulaFunction, family } from "../define.ts";
import { ANNUITIES } from "./annuities.ts";
import { ARRAY_SHAPES } from "./array-shaping.ts";
import { ARRAYS } from "./arrays.ts";
import { ACCRUED_INTEREST } from "./bonds/accrued.ts";
import { COUPONS } from "./bonds/coupons.ts";
import { DISCOUNTED_BONDS } from "./bonds/discounted.ts";
import { ODD_BONDS } from "./bonds/odd.ts";
import { PRICES } from "./bonds/prices.ts";
import { CASH_FLOWS } from "./cash-flows.ts";
import { DATABASE } from "./database.ts";
import { DATES } from "./dates.ts";
import { DEPRECIATIONS } from "./depreciation.ts";
import { INFORMATION } from "./information.ts";
import { LAMBDA_CALLERS } from "./lambdas.ts";
import { LOGIC } from "./logic.ts";
import { LOOKUPS } from "./lookup.ts";
import { REFERENCES } from "./references.ts";
import { SORTS } from "./sorting.ts";
import { TEXT_BYTES } from "./text-bytes.ts";
import { TEXT_JOIN } from "./text-join.ts";
import { TEXT_NUMBERS } from "./text-numbers.ts";
import { TEXT_SEARCH } from "./text-search.ts";
import { TEXT_SPLIT } from "./text-split.ts";
import { TEXT_FUNCTIONS } from "./text.ts";
import { WORKDAYS } from "./workdays.ts";

export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = family([
  ...ACCRUED_INTEREST,
  ...ANNUITIES,
  ...ARRAYS,
  ...ARRAY_SHAPES,
  ...CASH_FLOWS,
  ...COUPONS,
  ...DATABASE,
  ...DATES,
  ...DEPRECIATIONS,
  ...DISCOUNTED_BONDS,
  ...INFORMATION,
  ...LAMBDA_CALLERS,
  ...LOGIC,
  ...LOOKUPS,
  ...ODD_BONDS,
  ...PRICES,
  ...REFERENCES,
  ...SORTS,
  ...TEXT_BYTES,
  ...TEXT_FUNCTIONS,
  ...TEXT_JOIN,
  ...TEXT_NUMBERS,
  ...TEXT_SEARCH,
  ...TEXT_SPLIT,
  ...WORKDAYS,
]);
