/** All functions by name. Each family is a file of this folder, or a folder once it is large. */
import type { FormulaFunction } from "../define.ts";
import { family } from "../define.ts";
import { ARRAY_SHAPES } from "./array-shaping.ts";
import { ARRAYS } from "./arrays.ts";
import { LAMBDA_CALLERS } from "./lambdas.ts";
import { LOOKUPS } from "./lookup.ts";
import { REFERENCES } from "./references.ts";
import { SORTS } from "./sorting.ts";

export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = family([
  ...ARRAY_SHAPES,
  ...ARRAYS,
  ...LAMBDA_CALLERS,
  ...LOOKUPS,
  ...REFERENCES,
  ...SORTS,
]);
