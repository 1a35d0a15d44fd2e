/**
 * Calculates a spreadsheet in a thread of the browser, with the engine of the service. It keeps the workbook
 * and the answers of the books; each view of an area is a reading of its own, which calculates what the area
 * needs and nothing else.
 */
import { UNIX_EPOCH_SERIAL } from "@daybook/words/date-serials";
import {
  ArrayValue,
  BOOK_FUNCTIONS,
  errorOf,
  isError,
  knownFunctions,
  NAME,
  type Question,
  questionKey,
  FormulaText,
  Reading,
  Reference,
  sharedFormula,
  type Value,
  Workbook,
} from "@daybook/formula";
import { inputValue } from "@daybook/formula/cells";
import type { BookAnswer, Figures, FromWorker, Shown, ToWorker } from "./protocol.ts";
import { warmUp } from "./warm-up.ts";

let workbook = new Workbook({ sheets: [], names: [] });
let answers = new Map<string, Value>();
let messages = new Map<string, string>();
let asked: readonly Question[] = [];
/** The view that waits for answers of the books, and those that came after it. */
let waiting: Extract<ToWorker, { kind: "view" }>[] = [];

const send = (message: FromWorker): void => postMessage(message);

/** A view that never ended would block the page's figures for ever. */
const BUDGET_MS = 20_000;
/** Without a message for this long, the worker calculates what may be needed next, in steps of these lengths. */
const REST_MS = 100;
const STEP_MS = 8;
/** More than the formulas of a large worksheet take once; what is left then is calculated when it is needed. */
const WARM_UP_MOST_MS = 2_000;
const DAY_MS = 86_400_000;

/** The present time as a serial in Los Angeles, where the books are kept. */
function presentSerial(): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/Los_Angeles",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts();
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const ms = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return ms / DAY_MS + UNIX_EPOCH_SERIAL;
}

function valueOf({ rows = [], error }: BookAnswer): Value {
  if (error !== undefined) return errorOf(error) ?? NAME;
  const columns = rows[0]?.length ?? 0;
  if (rows.length === 1 && columns === 1) return rows[0]?.[0] ?? null;
  return columns === 0 ? (errorOf("#CALC!") ?? NAME) : new ArrayValue(rows.length, columns, rows.flat());
}

function newReading(budgetMs: number): Reading {
  const end = performance.now() + budgetMs;
  return new Reading(workbook, {
    now: presentSerial(),
    random: Math.random,
    answers,
    mayGoOn: () => performance.now() < end,
  });
}

function view(asking: Extract<ToWorker, { kind: "view" }>): void {
  const { id } = asking;
  const reading = newReading(BUDGET_MS);
  let areas: readonly Figures[];
  try {
    const questions = reading.calculate(
      asking.areas.map(
        ({ sheet, top, left, bottom, right }) => new Reference(sheet, top, left, bottom, right),
      ),
    );
    if (questions.length > 0) {
      waiting.push(asking);
      asked = questions;
      return send({ kind: "ask", calls: questions });
    }
    const why = new Map<string, string>();
    for (const [key, cells] of reading.asked) {
      const message = messages.get(key);
      if (message !== undefined)
        for (const cell of cells) why.set(`${cell.sheet} ${cell.row} ${cell.column}`, message);
    }
    const shown = (sheet: number, row: number, column: number): Shown => {
      const value = reading.value(sheet, row, column);
      return isError(value)
        ? { error: value.code, message: why.get(`${sheet} ${row} ${column}`) ?? "" }
        : value;
    };
    areas = asking.areas.map(({ sheet, top, left, bottom, right }) =>
      Array.from({ length: bottom - top + 1 }, (_row, down) =>
        Array.from({ length: right - left + 1 }, (_column, over) => shown(sheet, top + down, left + over)),
      ),
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failed: Shown = { error: "…", message: `The calculation did not end: ${message}.` };
    areas = asking.areas.map(() => [[failed]]);
  }
  send({ kind: "view", id, areas });
}

function onAnswers(given: readonly BookAnswer[]): void {
  for (const [at, question] of asked.entries()) {
    const answer = given[at] ?? { error: "#N/A" };
    const key = questionKey(question);
    answers.set(key, valueOf(answer));
    if (answer.message !== undefined) messages.set(key, answer.message);
  }
  asked = [];
  const ready = waiting;
  waiting = [];
  for (const next of ready) viewInTurn(next);
}

/** Each view is answered, after the one that waits for the books. */
function viewInTurn(asking: Extract<ToWorker, { kind: "view" }>): void {
  if (waiting.length === 0) view(asking);
  else waiting.push(asking);
}

/** The worksheets that need no warming up any more. */
let warmed = new Set<number>();
let timer: ReturnType<typeof setTimeout> | undefined;

function warm(sheet: number): void {
  const steps = warmUp(workbook, sheet, newReading(WARM_UP_MOST_MS));
  const goOn = (): void => {
    const end = performance.now() + STEP_MS;
    try {
      while (performance.now() < end)
        if (steps.next().done === true) {
          warmed.add(sheet);
          return;
        }
    } catch {
      // It takes too long; the view that needs it says so.
      warmed.add(sheet);
      return;
    }
    timer = setTimeout(goOn);
  };
  goOn();
}

/**
 * Any message ends the warm-up, because figures from before a change are of no use. A view starts it again.
 */
function warmUpAtRest(data: ToWorker): void {
  clearTimeout(timer);
  const sheet = data.kind === "view" ? data.areas[0]?.sheet : undefined;
  if (sheet !== undefined && !warmed.has(sheet)) timer = setTimeout(() => warm(sheet), REST_MS);
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  onMessage(data);
  warmUpAtRest(data);
});

function onMessage(data: ToWorker): void {
  switch (data.kind) {
    case "open":
      warmed = new Set();
      workbook = new Workbook(
        {
          sheets: data.sheets.map(({ name, blocks }) => ({ name, blocks, rowCount: 0, columnCount: 0 })),
          names: data.names,
        },
        { functions: BOOK_FUNCTIONS },
      );
      return;
    case "set":
      for (const { sheet, row, column, input, fills } of data.cells) {
        const value = input === null || input === "" ? null : inputValue(input);
        workbook.set(
          sheet,
          row,
          column,
          value instanceof FormulaText && fills !== null
            ? new FormulaText(value.text, { rows: fills[0], columns: fills[1] })
            : value,
        );
      }
      return;
    case "view":
      return viewInTurn(data);
    case "answers":
      return onAnswers(data.answers);
    case "forget":
      answers = new Map();
      messages = new Map();
      return;
    case "shift":
      return send({
        kind: "shifted",
        id: data.id,
        formulas: data.formulas.map(({ text, rows, columns }) => sharedFormula(text).at(rows, columns)),
      });
  }
}

send({
  kind: "functions",
  functions: knownFunctions(BOOK_FUNCTIONS).map(({ name, least, most }) => [name, least, most]),
});
