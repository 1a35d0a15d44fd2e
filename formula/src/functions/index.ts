/** All functions by name. Each family is a file of this folder, or a folder once it is large. */
import { type FormulaFunction, family } from "../define.ts";
import { DATES } from "./dates.ts";
import { INFORMATION } from "./information.ts";
import { LOGIC } from "./logic.ts";
import { TEXT_BYTES } from "./text-bytes.ts";
import { TEXT_JOIN } from "./text-join.ts";
import { TEXT_NUMBERS } from "./text-numbers.ts";
import { TEXT_SEARCH } from "./text-search.ts";
import { TEXT_SPLIT } from "./text-split.ts";
import { TEXT_FUNCTIONS } from "./text.ts";
import { WORKDAYS } from "./workdays.ts";

export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = family([
  ...DATES,
  ...INFORMATION,
  ...LOGIC,
  ...TEXT_BYTES,
  ...TEXT_FUNCTIONS,
  ...TEXT_JOIN,
  ...TEXT_NUMBERS,
  ...TEXT_SEARCH,
  ...TEXT_SPLIT,
  ...WORKDAYS,
]);
