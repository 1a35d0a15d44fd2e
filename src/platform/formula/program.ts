/**
 * The program of a calculator's thread. It keeps a limited number of the workbooks that it read last, without
 * calculated values. If answers of the books change between two questions, everything is calculated again, so
 * all figures of one reading come from one state of the books.
 */
import {
  ArrayValue,
  Exhausted,
  type FormulaCell,
  NAME,
  type Question,
  Reading,
  Reference,
  type Scalar,
  type Value,
  Workbook,
  type WorkbookSource,
  errorOf,
  isError,
  questionKey,
} from "@daybook/formula";
import { ownCpuMs } from "../threads/cpu.ts";
import { answerJobs } from "../threads/program.ts";
import { BOOK_FUNCTIONS } from "./books.ts";
import { problemOf } from "./problems.ts";
import {
  type BookAnswer,
  type CalculationResult,
  type CalculationWarning,
  type CellProblem,
  type Rectangle,
  tooMuch,
} from "./words.ts";

export interface ThreadRequest {
  readonly key: string;
  readonly ranges: readonly Rectangle[];
  readonly now: number;
  readonly budgetMs: number;
  /** Most characters of texts among the values. */
  readonly characters: number;
  /** Most cells that failed. */
  readonly problems: number;
  /** True if the thread reports the beginning, where a drill may hold it. */
  readonly tellsBegin: boolean;
}

export type ThreadQuestion =
  | { readonly begun: true }
  | { readonly load: true }
  | { readonly books: readonly Question[] };

/** Formulas of the workbooks that a thread keeps. */
const KEPT_FORMULAS = 150_000;
/** Rounds of questions to the books, each of which depends on the answers of the one before. */
const ROUNDS_MAX = 25;
/** Questions of one reading. */
const QUESTIONS_MAX = 20_000;

const kept = new Map<string, Workbook>();

async function workbookOf(key: string, load: () => Promise<WorkbookSource>): Promise<Workbook> {
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const made = new Workbook(await load(), { functions: BOOK_FUNCTIONS });
  kept.set(key, made);
  let formulas = 0;
  for (const [each, workbook] of [...kept].toReversed()) {
    formulas += workbook.sheets.reduce((sum, sheet) => sum + sheet.formulas, 0);
    if (formulas > KEPT_FORMULAS && each !== key) kept.delete(each);
  }
  return made;
}

function valueOf(answer: BookAnswer): Value {
  if ("error" in answer) return errorOf(answer.error) ?? NAME;
  const columns = answer.rows[0]?.length ?? 0;
  if (answer.rows.length === 1 && columns === 1) return answer.rows[0]?.[0] ?? null;
  if (columns === 0) return errorOf("#CALC!") ?? NAME;
  return new ArrayValue(answer.rows.length, columns, answer.rows.flat());
}

answerJobs(async (request: ThreadRequest, ask): Promise<CalculationResult> => {
  if (request.tellsBegin) await ask({ begun: true } satisfies ThreadQuestion);
  const workbook = await workbookOf(
    request.key,
    async () => (await ask({ load: true } satisfies ThreadQuestion)) as WorkbookSource,
  );
  const end = ownCpuMs() + request.budgetMs;
  const mayGoOn = () => ownCpuMs() < end;
  const ranges = request.ranges.map(
    ({ sheet, top, left: from, bottom, right }) => new Reference(sheet, top, from, bottom, right),
  );
  const questions = new Map<string, Question>();
  const answers = new Map<string, Value>();
  const replyTexts = new Map<string, string>();
  const raw = new Map<string, BookAnswer>();
  const start = () => new Reading(workbook, { now: request.now, random: Math.random, answers, mayGoOn });
  let reading = start();
  try {
    for (let round = 0; ; round++) {
      const asked = reading.calculate(ranges);
      if (asked.length === 0) {
        const values = valuesOf(reading, ranges, request.characters);
        if (values === null)
          return {
            isAvailable: false,
            message: `The values of the ranges have more than ${request.characters} characters together. Read fewer cells at a time.`,
          };
        return {
          isAvailable: true,
          values,
          problems: problemsOf(workbook, reading, ranges, request.problems, raw),
          warnings: warningsOf(reading, raw),
        };
      }
      for (const each of asked) questions.set(questionKey(each), each);
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
        isChanged ||= replyTexts.has(key) && replyTexts.get(key) !== text;
        replyTexts.set(key, text);
        raw.set(key, reply);
        answers.set(key, valueOf(reply));
      }
      if (isChanged) reading = start();
    }
  } catch (error) {
    if (error instanceof Exhausted) return { isAvailable: false, message: tooMuch(request.budgetMs) };
    throw error;
  }
});

/**
 * The values of each range; null where their texts have more characters together than may leave the thread.
 */
function valuesOf(reading: Reading, ranges: readonly Reference[], most: number): Scalar[][][] | null {
  let left = most;
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

function problemsOf(
  workbook: Workbook,
  reading: Reading,
  ranges: readonly Reference[],
  most: number,
  raw: ReadonlyMap<string, BookAnswer>,
): CellProblem[] {
  const problems = new Map<string, CellProblem>();
  const messages = bookMessages(reading, raw);
  for (const { sheet, top, left, bottom, right } of ranges) {
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const value = reading.value(sheet, row, column);
        if (!isError(value) || problems.size >= most) continue;
        const formula = reading.formula(sheet, row, column);
        const place = `${sheet},${row},${column}`;
        const syntax = value.code === "#NAME?" && formula !== null ? workbook.syntaxOf(formula) : null;
        const problem = syntax === null ? problemOf(value.code) : { code: "syntax_error", message: syntax };
        problems.set(place, {
          sheet,
          row,
          column,
          ...problem,
          message: messages.get(place) ?? problem.message,
          formula,
        });
      }
    }
  }
  return [...problems.values()];
}

/** The messages of the books for failed calls, by the calling cell. */
function bookMessages(reading: Reading, raw: ReadonlyMap<string, BookAnswer>): Map<string, string> {
  const messages = new Map<string, string>();
  for (const [key, cells] of reading.asked) {
    const answer = raw.get(key);
    if (!answer || !("error" in answer) || answer.message === undefined) continue;
    for (const { sheet, row, column } of cells) messages.set(`${sheet},${row},${column}`, answer.message);
  }
  return messages;
}

/** The largest number of warnings. */
const WARNINGS_MAX = 100;

/** One warning for each formula whose figures include uncategorized transactions. */
function warningsOf(reading: Reading, raw: ReadonlyMap<string, BookAnswer>): CalculationWarning[] {
  const counts = new Map<string, number>();
  for (const [key, cells] of reading.asked) {
    const answer = raw.get(key);
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
