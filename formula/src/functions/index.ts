/** All functions by name. Each family is a file of this folder, or a folder once it is large. */
import { type FormulaFunction, family } from "../define.ts";
import { LOGIC } from "./logic.ts";

export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = family([
  ...LOGIC,
]);
