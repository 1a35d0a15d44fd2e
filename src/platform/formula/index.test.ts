/**
 * Calculations in threads: for any workbook they end with values or as unavailable, and they read the books
 * in few rounds, from one state.
 */
import { setImmediate as turn } from "node:timers/promises";
import { FormulaText, type WorkbookSource, writeBlock } from "@daybook/formula";
import { afterEach, describe, expect, test } from "vitest";
import {
  type BookAnswer,
  type BookCall,
  type CalculationRequest,
  type Calculator,
  type CalculatorOptions,
  openCalculator,
} from "./index.ts";

const opened: Calculator[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

function open(options?: CalculatorOptions): Calculator {
  const calculator = openCalculator(options);
  opened.push(calculator);
  return calculator;
}

/** Makes a workbook with one worksheet that has a column of formulas and values. */
function columnOf(...cells: (string | number)[]): WorkbookSource {
  const block = writeBlock(
    cells.map((value, row) => ({
      row,
      column: 0,
      value: typeof value === "string" && value.startsWith("=") ? new FormulaText(value) : value,
    })),
  );
  return { sheets: [{ name: "Plan", rowCount: 1_000, columnCount: 26, blocks: [block] }], names: [] };
}

let keys = 0;
function request(
  source: WorkbookSource,
  rows: number,
  more: Partial<CalculationRequest> = {},
): CalculationRequest {
  return {
    company: "one",
    characters: 1_000_000,
    key: `test ${++keys}`,
    load: async () => source,
    ranges: [{ sheet: 0, top: 0, left: 0, bottom: rows - 1, right: 0 }],
    now: 46_000.5,
    books: async () => {
      throw new Error("the books were asked");
    },
    ...more,
  };
}

const single = (value: number, uncategorized = 0): BookAnswer => ({ rows: [[value]], uncategorized });

describe("a calculation", () => {
  test("returns values, and reports which cells failed and why", async () => {
    const result = await open().calculate(
      request(columnOf(2, "=A1*21", "=1/0", "=A3+1", "=A5", "=1+", "=NOPE(1)", " ", '=IF(TRUE,"",1)'), 9),
    );
    expect(result).toEqual({
      isAvailable: true,
      values: [[[2], [42], [null], [null], [null], [null], [null], [" "], [""]]],
      problems: [
        {
          sheet: 0,
          row: 2,
          column: 0,
          code: "division_by_zero",
          message: expect.stringContaining("#DIV/0!"),
          formula: "=1/0",
        },
        {
          sheet: 0,
          row: 3,
          column: 0,
          code: "division_by_zero",
          message: expect.any(String),
          formula: "=A3+1",
        },
        {
          sheet: 0,
          row: 4,
          column: 0,
          code: "circular_reference",
          message: expect.any(String),
          formula: "=A5",
        },
        {
          sheet: 0,
          row: 5,
          column: 0,
          code: "syntax_error",
          message: expect.stringContaining("can't be read"),
          formula: "=1+",
        },
        {
          sheet: 0,
          row: 6,
          column: 0,
          code: "unknown_name",
          message: expect.any(String),
          formula: "=NOPE(1)",
        },
      ],
      warnings: [],
    });
  });

  test("does not block the process, and loads a workbook only once while a thread keeps it", async () => {
    const calculator = open({ threads: 1 });
    const cells = Array.from({ length: 30_000 }, (_none, at) => (at === 0 ? 1 : `=A${at}+1`));
    let loads = 0;
    const chain = request(columnOf(...cells), 30_000, {
      load: async () => {
        loads++;
        return columnOf(...cells);
      },
    });
    let turns = 0;
    let isDone = false;
    const calculation = calculator.calculate(chain).finally(() => (isDone = true));
    while (!isDone) {
      turns++;
      await turn();
    }
    expect((await calculation).isAvailable).toBe(true);
    expect(turns).toBeGreaterThan(100);
    await calculator.calculate(chain);
    expect(loads).toBe(1);
  });

  test("asks the books once for two thousand calls, and again only for calls that depend on answers", async () => {
    const rounds: (readonly BookCall[])[] = [];
    const cells = Array.from({ length: 2_000 }, (_none, at) => `=BOOKS.TOTAL("cat_${at % 500}",46000,46030)`);
    const result = await open().calculate(
      request(columnOf(...cells, '=BOOKS.BALANCE("cat_x",46000+A1)'), 2_001, {
        books: async (calls) => {
          rounds.push(calls);
          return calls.map(({ name }) => (name === "BOOKS.TOTAL" ? single(3) : single(7, 2)));
        },
      }),
    );
    expect(rounds.map((calls) => calls.length)).toEqual([500, 501]);
    expect(rounds[1]?.at(-1)).toEqual({ name: "BOOKS.BALANCE", args: ["cat_x", 46_003] });
    expect(result).toMatchObject({
      isAvailable: true,
      problems: [],
      warnings: [
        { code: "uncategorized_transactions", formula: '=BOOKS.BALANCE("cat_x",46000+A1)', count: 2 },
      ],
    });
    expect(result.isAvailable && result.values[0]?.slice(-2)).toEqual([[3], [7]]);
  });

  test("does not ask the books without end, neither one after another nor at once", async () => {
    const after = Array.from({ length: 26 }, (_none, at) => `=BOOKS.CASH(${at === 0 ? 1 : `A${at}+${at}`})`);
    const books = async (calls: readonly BookCall[]) => calls.map(() => single(1));
    expect(await open().calculate(request(columnOf(...after), 26, { books }))).toEqual({
      isAvailable: false,
      message: "The formulas ask the books more than 25 times for what depends on earlier answers.",
    });
    expect(await open().calculate(request(columnOf(...after.slice(0, 25)), 25, { books }))).toMatchObject({
      isAvailable: true,
    });
    const many = "=SUM(MAP(SEQUENCE(20001),LAMBDA(n,BOOKS.CASH(n))))";
    expect(await open().calculate(request(columnOf(many), 1, { books }))).toEqual({
      isAvailable: false,
      message: "The formulas ask the books more than 20000 different questions.",
    });
  });

  test("counts what has no category yet, one or several", async () => {
    const books = async (calls: readonly BookCall[]) => calls.map(({ args }) => single(1, Number(args[0])));
    const result = await open().calculate(
      request(columnOf("=BOOKS.CASH(1)", "=BOOKS.CASH(2)"), 2, { books }),
    );
    expect(result.isAvailable && result.warnings.map(({ message }) => message)).toEqual([
      "The figures count a transaction that has no category yet.",
      "The figures count 2 transactions that have no category yet.",
    ]);
  });

  test("uses one state of the books: when they change meanwhile, everything is calculated again", async () => {
    let state = 0;
    const result = await open().calculate(
      request(columnOf("=BOOKS.CASH(1)", "=BOOKS.CASH(A1+10)", "=A1*1000+A2"), 3, {
        books: async (calls) => {
          state = Math.min(state + 1, 2);
          return calls.map(({ args }) => single(args[0] === 1 ? state : Number(args[0]) * 10 + state));
        },
      }),
    );
    // In the second round the first answer has changed to 2, so A2 asks with another argument.
    expect(result).toMatchObject({ values: [[[2], [122], [2_122]]] });
  });

  test("reports the books' message for a failed call, and lets lists spill into further cells", async () => {
    const result = await open().calculate(
      request(columnOf('=BOOKS.TOTAL("Travel",1,2)', "=BOOKS.DEPARTMENTS()"), 3, {
        books: async (calls) =>
          calls.map(({ name }) =>
            name === "BOOKS.TOTAL"
              ? { error: "#N/A", message: "Two categories are named Travel." }
              : { rows: [["Sales"], ["Support"]] },
          ),
      }),
    );
    expect(result).toMatchObject({
      values: [[[null], ["Sales"], ["Support"]]],
      problems: [{ code: "not_available", message: "Two categories are named Travel." }],
    });
  });
});

describe("a hostile workbook", () => {
  test("is unavailable after its processor time, and the next one is calculated", async () => {
    const calculator = open({ threads: 1, budgetMs: 200 });
    const cells = Array.from({ length: 4_000 }, (_none, at) => `=(A4002:A20000&${at})=(A4001:A19999&"y")`);
    const long = request(columnOf(...cells), 4_000);
    expect(await calculator.calculate(long)).toEqual({
      isAvailable: false,
      message: "The calculation takes more than 0.2 seconds of processor time.",
    });
    expect(await calculator.calculate(request(columnOf("=1+1"), 1))).toMatchObject({ values: [[[2]]] });
  });

  test("is unavailable when its thread runs out of memory, and the next one is calculated", async () => {
    const calculator = open({ threads: 1, memoryMb: 64, budgetMs: 600_000, wallMs: 600_000 });
    const hungry = request(
      columnOf(...Array.from({ length: 60 }, (_none, at) => `=(B1:B1000000=${at})`)),
      60,
    );
    expect(await calculator.calculate(hungry)).toEqual({
      isAvailable: false,
      message: expect.stringContaining("memory"),
    });
    expect(await calculator.calculate(request(columnOf("=1+1"), 1))).toMatchObject({ values: [[[2]]] });
  });
});

describe("the values of a result", () => {
  test("have a limited number of characters; with more, the result is unavailable", async () => {
    const calculator = open({ threads: 1 });
    const source = columnOf('=REPT("x",1000)', ...Array.from({ length: 99 }, () => "=$A$1"));
    const much = (characters: number) => calculator.calculate(request(source, 100, { characters }));
    expect(await much(100_000)).toMatchObject({ isAvailable: true, problems: [] });
    expect(await much(99_999)).toEqual({
      isAvailable: false,
      message:
        "The values of the ranges have more than 99999 characters together. Read fewer cells at a time.",
    });
    expect(await calculator.calculate(request(source, 99, { characters: 99_999 }))).toMatchObject({
      isAvailable: true,
    });
  });
});

describe("companies", () => {
  const tooMany =
    "The company has too many calculations at once: 1 may run while 2 wait. Read again when they are done.";

  /** `slow` calculates with books that don't answer before `release` is called. */
  function slowCalculations(calculator: Calculator) {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = (company: string) =>
      calculator.calculate(
        request(columnOf("=BOOKS.CASH(1)"), 1, {
          company,
          books: async () => {
            await gate;
            return [single(5)];
          },
        }),
      );
    return { slow, release };
  }

  test("have one running and two waiting calculations, and leave the other thread to others", async () => {
    const calculator = open({ threads: 2 });
    const { slow, release } = slowCalculations(calculator);
    const first = Array.from({ length: 8 }, () => slow("one"));
    expect(await calculator.calculate(request(columnOf("=1+1"), 1, { company: "two" }))).toMatchObject({
      values: [[[2]]],
    });
    expect(await Promise.all(first.slice(3))).toEqual(
      first.slice(3).map(() => ({ isAvailable: false, message: tooMany })),
    );
    release();
    expect((await Promise.all(first.slice(0, 3))).map(({ isAvailable }) => isAvailable)).toEqual([
      true,
      true,
      true,
    ]);
    expect(await slow("one")).toMatchObject({ values: [[[5]]] });
  });

  test("get an exact message when calculations of other companies use all threads", async () => {
    const calculator = open({ threads: 1, waitMs: 100 });
    const { slow, release } = slowCalculations(calculator);
    const first = slow("one");
    expect(await calculator.calculate(request(columnOf("=1+1"), 1, { company: "two" }))).toEqual({
      isAvailable: false,
      message: "Too many calculations of other companies came before this one. Read again later.",
    });
    release();
    await first;
  });
});

describe("a calculation that exceeded a limit before", () => {
  /** A calculator of one thread, and a workbook of four rows, of which the first takes too long. */
  function slow() {
    let now = 0;
    let begins = 0;
    const calculator = open({ threads: 1, budgetMs: 200, nowMs: () => now });
    const slowRequest = request(
      columnOf(
        `=SUM(MAP(SEQUENCE(1000000),LAMBDA(x,x+1)))+SUM(MAP(SEQUENCE(1000000),LAMBDA(x,x+2)))+SUM(MAP(SEQUENCE(1000000),LAMBDA(x,x+3)))`,
        1,
        2,
        "=IF(BOOKS.CASH(1)>0,A1,0)",
      ),
      1,
    );
    const read = (more: Partial<CalculationRequest> = {}) =>
      calculator.calculate({
        ...slowRequest,
        books: async () => [single(5)],
        onBegin: async () => {
          begins++;
        },
        ...more,
      });
    return { read, begun: () => begins, wait: (seconds: number) => (now += seconds * 1_000) };
  }
  const rows = (top: number, bottom: number) => ({ ranges: [{ sheet: 0, top, left: 0, bottom, right: 0 }] });
  const unavailable = {
    isAvailable: false,
    message: "The calculation takes more than 0.2 seconds of processor time.",
  };

  test("is refused at once, as are larger ranges, and calculations that already wait", async () => {
    const { read, begun } = slow();
    expect(await Promise.all([read(), read(), read(rows(0, 2))])).toEqual([
      unavailable,
      unavailable,
      unavailable,
    ]);
    expect(begun()).toBe(1);
    expect(await read(rows(0, 1))).toEqual(unavailable);
    expect(begun()).toBe(1);
  });

  test("does not affect other ranges or other content, and is tried again after a while", async () => {
    const { read, begun, wait } = slow();
    expect(await read()).toEqual(unavailable);
    expect(await read(rows(1, 2))).toMatchObject({ values: [[[1], [2]]] });
    expect(await read({ key: "edited", load: async () => columnOf(3) })).toMatchObject({ values: [[[3]]] });
    expect(begun()).toBe(3);
    wait(299);
    await read();
    expect(begun()).toBe(3);
    wait(2);
    await read();
    expect(begun()).toBe(4);
  });

  test("is tried again sooner if formulas read the books, which change without an edit", async () => {
    const { read, begun, wait } = slow();
    await read(rows(3, 3));
    wait(59);
    await read(rows(3, 3));
    expect(begun()).toBe(1);
    wait(2);
    await read(rows(3, 3));
    expect(begun()).toBe(2);
  });
});

test("an error in loading or in the books reaches the caller", async () => {
  const calculator = open();
  const error = new Error("the database is unavailable");
  const fails = async (): Promise<never> => {
    throw error;
  };
  await expect(calculator.calculate(request(columnOf(1), 1, { load: fails }))).rejects.toBe(error);
  await expect(calculator.calculate(request(columnOf("=BOOKS.CASH(1)"), 1, { books: fails }))).rejects.toBe(
    error,
  );
  await expect(
    calculator.calculate(request(columnOf("=BOOKS.CASH(1)"), 1, { books: async () => [single(5)] })),
  ).resolves.toMatchObject({ values: [[[5]]] });
});
