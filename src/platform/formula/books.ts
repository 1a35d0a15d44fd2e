/**
 * The functions by which formulas read the books, as the engine knows them: what they take, and which
 * question each call is. Money is in dollars, dates are serials. What they mean is documented in
 * docs/guides/formulas.md; the answers come from the module `sheets`.
 */
import {
  type Calculation,
  type FormulaFunction,
  type Parameter,
  type Scalar,
  asNumber,
  asScalar,
  define,
  orEmpty,
} from "@daybook/formula";

/**
 * A date: the whole days of a serial. A blank or a boolean is handed on as it is, to be refused as no date.
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
const asked =
  (name: string) =>
  (calculation: Calculation, ...args: Scalar[]) =>
    calculation.ask(name, args);
const maybe = orEmpty(asScalar, null);

export const BOOK_FUNCTIONS: readonly FormulaFunction[] = [
  define("BOOKS.TOTAL", [asScalar, asDay, asDay, maybe, maybe], asked("BOOKS.TOTAL")),
  define("BOOKS.BALANCE", [asScalar, asDay], asked("BOOKS.BALANCE")),
  define("BOOKS.CASH", [asDay], asked("BOOKS.CASH")),
  define("BOOKS.REVENUE", [asDay, asDay, maybe], asked("BOOKS.REVENUE")),
  define("BOOKS.EXPENSES", [asDay, asDay, maybe], asked("BOOKS.EXPENSES")),
  define("BOOKS.NETINCOME", [asDay, asDay, maybe], asked("BOOKS.NETINCOME")),
  define("BOOKS.UNCATEGORIZED", [asDay, asDay], asked("BOOKS.UNCATEGORIZED")),
  define("BOOKS.CATEGORIES", [maybe], asked("BOOKS.CATEGORIES"), { makesArrays: true }),
  define("BOOKS.DEPARTMENTS", [], asked("BOOKS.DEPARTMENTS"), { makesArrays: true }),
  define("BOOKS.MERCHANTS", [asScalar, asDay, asDay], asked("BOOKS.MERCHANTS"), { makesArrays: true }),
];
