/** Help with a formula that is being typed: the function around the caret, and what can complete the word before it. */

export interface Call {
  readonly name: string;
  /** The operand at the caret, from 0. */
  readonly argument: number;
}

export interface FormulaContext {
  readonly call: Call | null;
  /** The word or the text before the caret, and where it begins. */
  readonly word: { readonly from: number; readonly text: string; readonly isText: boolean } | null;
}

const NOTHING: FormulaContext = { call: null, word: null };

/** Reads a formula up to the caret. */
export function contextAt(formula: string, caret: number): FormulaContext {
  if (!formula.startsWith("=")) return NOTHING;
  const calls: { name: string; argument: number }[] = [];
  let word = "";
  let from = 1;
  for (let at = 1; at < caret; at++) {
    const sign = formula[at] ?? "";
    if (sign === '"' || sign === "'") {
      const end = formula.indexOf(sign, at + 1);
      if (end === -1 || end >= caret) {
        const text = formula.slice(at + 1, caret);
        return { call: calls.at(-1) ?? null, word: sign === '"' ? { from: at, text, isText: true } : null };
      }
      at = end;
      word = "";
      continue;
    }
    if (/[\p{L}\p{N}_.]/u.test(sign)) {
      if (word === "") from = at;
      word += sign;
      continue;
    }
    if (sign === "(" || sign === "{")
      calls.push({ name: sign === "(" ? word.toUpperCase() : "", argument: 0 });
    else if (sign === ")" || sign === "}") calls.pop();
    else if (sign === ",") {
      const call = calls.at(-1);
      if (call !== undefined) call.argument++;
    }
    word = "";
  }
  const isWord = /^\p{L}/u.test(word) && !/^[A-Za-z]{1,3}\d+$/u.test(word);
  return {
    call: calls.findLast(({ name }) => name !== "") ?? null,
    word: isWord ? { from, text: word, isText: false } : null,
  };
}

/** The operands of the functions that are used most; those in brackets may be left out. */
export const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  "BOOKS.TOTAL": ["category", "start", "end", "[department]", "[merchant]"],
  "BOOKS.BALANCE": ["category", "date"],
  "BOOKS.CASH": ["date"],
  "BOOKS.REVENUE": ["start", "end", "[department]"],
  "BOOKS.EXPENSES": ["start", "end", "[department]"],
  "BOOKS.NETINCOME": ["start", "end", "[department]"],
  "BOOKS.UNCATEGORIZED": ["start", "end"],
  "BOOKS.CATEGORIES": ["[type]"],
  "BOOKS.DEPARTMENTS": [],
  "BOOKS.MERCHANTS": ["category", "start", "end"],
  AVERAGE: ["number", "[number]", "…"],
  COUNT: ["value", "[value]", "…"],
  COUNTIF: ["range", "condition"],
  DATE: ["year", "month", "day"],
  EDATE: ["date", "months"],
  EOMONTH: ["date", "months"],
  FILTER: ["array", "include", "[if empty]"],
  IF: ["condition", "then", "[otherwise]"],
  IFERROR: ["value", "if error"],
  INDEX: ["array", "row", "[column]"],
  MATCH: ["value", "range", "[kind]"],
  MAX: ["number", "[number]", "…"],
  MIN: ["number", "[number]", "…"],
  NPV: ["rate", "value", "[value]", "…"],
  PMT: ["rate", "periods", "present value", "[future value]", "[at beginning]"],
  ROUND: ["number", "digits"],
  SEQUENCE: ["rows", "[columns]", "[start]", "[step]"],
  SUM: ["number", "[number]", "…"],
  SUMIF: ["range", "condition", "[sum range]"],
  SUMIFS: ["sum range", "range", "condition", "…"],
  TEXT: ["value", "format"],
  VLOOKUP: ["value", "table", "column", "[is sorted]"],
  XLOOKUP: ["value", "range", "results", "[if missing]"],
};

type NameKind = "category" | "department";

/** The kind of names that an operand of a function takes; null if it takes none. */
export function namesFor({ name, argument }: Call): NameKind | null {
  const operand = name.startsWith("BOOKS.")
    ? OPERANDS[name]?.[argument]?.replaceAll(/[[\]]/gu, "")
    : undefined;
  return operand === "category" || operand === "department" ? operand : null;
}
