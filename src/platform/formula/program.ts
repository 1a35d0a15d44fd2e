/**
 * The program of a calculator's thread. The thread keeps the last workbooks in memory, up to a limit, without
 * calculated values. A calculation asks the books in rounds, because arguments may depend on earlier answers.
 * If an answer changes between two rounds, everything is calculated again, so that all values of one result
 * come from one state of the books.
 */
import {
  ArrayValue,
  BOOK_FUNCTIONS,
  errorOf,
  Exhausted,
  type FormulaCell,
  isError,
  NAME,
  type Question,
  questionKey,
  Reading,
  Reference,
  type Scalar,
  type Value,
  Workbook,
  type WorkbookSource,
} from "@daybook/formula";
import { problemOf } from "@daybook/formula/cells";
import { ownCpuMs } from "../threads/cpu.ts";
import { answerJobs } from "../threads/program.ts";
import {
  type BookAnswer,
  budgetExceeded,
  type CalculationResult,
  type CalculationWarning,
  type CellProblem,
  type Rectangle,
} from "./messages.ts";

export interface ThreadRequest {
  readonly key: string;
  readonly ranges: readonly Rectangle[];
  readonly now: number;
  readonly budgetMs: number;
  /** The largest number of characters of all texts among the values. */
  readonly characters: number;
  /** The largest number of failed cells that are reported. */
  readonly problems: number;
  /** True if the thread asks `begun` first, so that a drill can hold or fail the calculation. */
  readonly reportsBegin: boolean;
}

/** A question of the thread to the process. */
export type ThreadQuestion =
  | { readonly begun: true }
  | { readonly load: true }
  | { readonly books: readonly Question[] };

/** The largest number of formulas in all workbooks that a thread keeps. */
const KEPT_FORMULAS = 150_000;
/** The largest number of rounds of questions to the books. */
const ROUNDS_MAX = 25;
/** The largest number of different questions of one calculation. */
const QUESTIONS_MAX = 20_000;

/** The workbooks that the thread keeps, by key; the last used one is at the end. */
const workbooks = new Map<string, Workbook>();

async function workbookOf(key: string, load: () => Promise<WorkbookSource>): Promise<Workbook> {
  const existing = workbooks.get(key);
  if (existing) {
    workbooks.delete(key);
    workbooks.set(key, existing);
    return existing;
  }
  const loaded = new Workbook(await load(), { functions: BOOK_FUNCTIONS });
  workbooks.set(key, loaded);
  let formulas = 0;
  for (const [each, workbook] of [...workbooks].toReversed()) {
    formulas += workbook.sheets.reduce((sum, sheet) => sum + sheet.formulas, 0);
    if (formulas > KEPT_FORMULAS && each !== key) workbooks.delete(each);
  }
  return loaded;
}

function valueOf(answer: BookAnswer): Value {
  if ("error" in answer) return errorOf(answer.error) ?? NAME;
  const columns = answer.rows[0]?.length ?? 0;
  if (answer.rows.length === 1 && columns === 1) return answer.rows[0]?.[0] ?? null;
  if (columns === 0) return errorOf("#CALC!") ?? NAME;
  return new ArrayValue(answer.rows.length, columns, answer.rows.flat());
}

answerJobs(async (request: ThreadRequest, ask): Promise<CalculationResult> => {
  if (request.reportsBegin) await ask({ begun: true } satisfies ThreadQuestion);
  const workbook = await workbookOf(
    request.key,
    async () => (await ask({ load: true } satisfies ThreadQuestion)) as WorkbookSource,
  );
  const end = ownCpuMs() + request.budgetMs;
  const mayContinue = () => ownCpuMs() < end;
  const ranges = request.ranges.map(
    ({ sheet, top, left: from, bottom, right }) => new Reference(sheet, top, from, bottom, right),
  );
  const questions = new Map<string, Question>();
  const answers = new Map<string, Value>();
  const bookAnswerTexts = new Map<string, string>();
  const bookAnswers = new Map<string, BookAnswer>();
  const start = () =>
    new Reading(workbook, { now: request.now, random: Math.random, answers, mayGoOn: mayContinue });
  let reading = start();
  try {
    for (let round = 0; ; round++) {
      const newQuestions = reading.calculate(ranges);
      if (newQuestions.length === 0) {
        const values = valuesOf(reading, ranges, request.characters);
        if (values === null)
          return {
            isAvailable: false,
            message: `The values of the ranges have more than ${request.characters} characters together. Read fewer cells at a time.`,
          };
        return {
          isAvailable: true,
          values,
          problems: problemsOf(workbook, reading, ranges, request.problems, bookAnswers),
          warnings: warningsOf(reading, bookAnswers),
        };
      }
      for (const each of newQuestions) questions.set(questionKey(each), each);
      if (round >= ROUNDS_MAX)
        return {
          isAvailable: false,
          message: `The formulas ask the books more than ${ROUNDS_MAX} times for what depends on earlier answers.`,
        };
      if (questions.size > QUESTIONS_MAX)
        return {
          isAvailable: false,
          message: `The formulas ask the books more than ${QUESTIONS_MAX} different questions.`,
        };
      const all = [...questions.values()];
      const replies = (await ask({ books: all } satisfies ThreadQuestion)) as readonly BookAnswer[];
      let isChanged = false;
      for (const [at, key] of [...questions.keys()].entries()) {
        const reply = replies[at] ?? { error: "#VALUE!" };
        const text = JSON.stringify(reply);
        isChanged ||= bookAnswerTexts.has(key) && bookAnswerTexts.get(key) !== text;
        bookAnswerTexts.set(key, text);
        bookAnswers.set(key, reply);
        answers.set(key, valueOf(reply));
      }
      if (isChanged) reading = start();
    }
  } catch (error) {
    if (error instanceof Exhausted) return { isAvailable: false, message: budgetExceeded(request.budgetMs) };
    throw error;
  }
});

/** Returns the values of each range; null if all texts together have more than `maxCharacters`. */
function valuesOf(
  reading: Reading,
  ranges: readonly Reference[],
  maxCharacters: number,
): Scalar[][][] | null {
  let left = maxCharacters;
  const all: Scalar[][][] = [];
  for (const { sheet, top, left: from, bottom, right } of ranges) {
    const rows: Scalar[][] = [];
    for (let row = top; row <= bottom; row++) {
      const values: Scalar[] = [];
      for (let column = from; column <= right; column++) {
        const value = reading.value(sheet, row, column);
        if (typeof value === "string") left -= value.length;
        if (left < 0) return null;
        values.push(isError(value) ? null : value);
      }
      rows.push(values);
    }
    all.push(rows);
  }
  return all;
}

/** Returns the problems of the failed cells in the ranges, at most `maxProblems`. */
function problemsOf(
  workbook: Workbook,
  reading: Reading,
  ranges: readonly Reference[],
  maxProblems: number,
  bookAnswers: ReadonlyMap<string, BookAnswer>,
): CellProblem[] {
  const problems = new Map<string, CellProblem>();
  const messages = bookMessages(reading, bookAnswers);
  for (const { sheet, top, left, bottom, right } of ranges) {
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const value = reading.value(sheet, row, column);
        if (!isError(value) || problems.size >= maxProblems) continue;
        const formula = reading.formula(sheet, row, column);
        const cell = `${sheet},${row},${column}`;
        const syntax = value.code === "#NAME?" && formula !== null ? workbook.syntaxOf(formula) : null;
        const problem = syntax === null ? problemOf(value.code) : { code: "syntax_error", message: syntax };
        problems.set(cell, {
          sheet,
          row,
          column,
          ...problem,
          message: messages.get(cell) ?? problem.message,
          formula,
        });
      }
    }
  }
  return [...problems.values()];
}

/** Returns the error messages of failed calls to the books, by the calling cell. */
function bookMessages(reading: Reading, bookAnswers: ReadonlyMap<string, BookAnswer>): Map<string, string> {
  const messages = new Map<string, string>();
  for (const [key, cells] of reading.asked) {
    const answer = bookAnswers.get(key);
    if (!answer || !("error" in answer) || answer.message === undefined) continue;
    for (const { sheet, row, column } of cells) messages.set(`${sheet},${row},${column}`, answer.message);
  }
  return messages;
}

/** The largest number of warnings. */
const WARNINGS_MAX = 100;

/** Returns a warning for each formula whose figures include uncategorized transactions. */
function warningsOf(reading: Reading, bookAnswers: ReadonlyMap<string, BookAnswer>): CalculationWarning[] {
  const counts = new Map<string, number>();
  for (const [key, cells] of reading.asked) {
    const answer = bookAnswers.get(key);
    if (!answer || "error" in answer || !answer.uncategorized) continue;
    for (const { text } of cells as Iterable<FormulaCell>)
      counts.set(text, Math.max(counts.get(text) ?? 0, answer.uncategorized));
  }
  return [...counts].slice(0, WARNINGS_MAX).map(([formula, count]) => ({
    code: "uncategorized_transactions",
    message: `The figures count ${count === 1 ? "a transaction that has" : `${count} transactions that have`} no category yet.`,
    formula,
    count,
  }));
}
