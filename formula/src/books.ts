/**
 * Defines the functions by which formulas read the books, for the formula engine: their parameters, and the
 * question to the books for each call. Money is in dollars; dates are serial numbers. The functions are
 * documented in docs/guides/formulas.md. The module `sheets` answers the questions.
 */
import type { Calculation } from "./calculation.ts";
import { asNumber, asScalar, define, type FormulaFunction, orEmpty, type Parameter } from "./define.ts";
import type { Scalar } from "./values.ts";

/**
 * Reads a date as the whole days of a serial number. A blank or a boolean is passed on unchanged, so that the
 * module `sheets` refuses it as an invalid date.
 */
const asDay: Parameter<Scalar> = {
  ...asScalar,
  read: (operand, calculation) => {
    const value = asScalar.read(operand, calculation);
    return value === null || typeof value === "boolean"
      ? value
      : Math.floor(asNumber.read(value, calculation));
  },
};
/** Makes the function that asks the books. */
const askBooks =
  (name: string) =>
  (calculation: Calculation, ...args: Scalar[]) =>
    calculation.ask(name, args);
/** An optional argument, null if it is missing. */
const optional = orEmpty(asScalar, null);

export const BOOK_FUNCTIONS: readonly FormulaFunction[] = [
  define("BOOKS.TOTAL", [asScalar, asDay, asDay, optional, optional], askBooks("BOOKS.TOTAL")),
  define("BOOKS.BALANCE", [asScalar, asDay], askBooks("BOOKS.BALANCE")),
  define("BOOKS.CASH", [asDay], askBooks("BOOKS.CASH")),
  define("BOOKS.REVENUE", [asDay, asDay, optional], askBooks("BOOKS.REVENUE")),
  define("BOOKS.EXPENSES", [asDay, asDay, optional], askBooks("BOOKS.EXPENSES")),
  define("BOOKS.NETINCOME", [asDay, asDay, optional], askBooks("BOOKS.NETINCOME")),
  define("BOOKS.UNCATEGORIZED", [asDay, asDay], askBooks("BOOKS.UNCATEGORIZED")),
  define("BOOKS.CATEGORIES", [optional], askBooks("BOOKS.CATEGORIES"), { makesArrays: true }),
  define("BOOKS.DEPARTMENTS", [], askBooks("BOOKS.DEPARTMENTS"), { makesArrays: true }),
  define("BOOKS.MERCHANTS", [asScalar, asDay, asDay], askBooks("BOOKS.MERCHANTS"), { makesArrays: true }),
];
