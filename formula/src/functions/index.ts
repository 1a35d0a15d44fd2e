/** All functions by name. Each family is a file of this folder, or a folder once it is large. */
import type { FormulaFunction } from "../define.ts";
import { family } from "../define.ts";

export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = family([]);
