/**
 * Calculations in threads: they end in values or as unavailable, whatever the workbook holds, and read the
 * books in few rounds from one state.
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

/** One worksheet with a column of formulas and values. */
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
      throw new Error("nobody asked for the books");
    },
    ...more,
  };
}

const single = (value: number, uncategorized = 0): BookAnswer => ({ rows: [[value]], uncategorized });

describe("a calculation", () => {
  test("gives values, and tells which cells failed and why", async () => {
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

  test("leaves the process free, and loads a workbook once while a thread keeps it", async () => {
    const calculator = open({ threads: 1 });
    const cells = Array.from({ length: 30_000 }, (_none, at) => (at === 0 ? 1 : `=A${at}+1`));
    let loads = 0;
    const asked = request(columnOf(...cells), 30_000, {
      load: async () => {
        loads++;
        return columnOf(...cells);
      },
    });
    let turns = 0;
    let isDone = false;
    const made = calculator.calculate(asked).finally(() => (isDone = true));
    while (!isDone) {
      turns++;
      await turn();
    }
    expect((await made).isAvailable).toBe(true);
    expect(turns).toBeGreaterThan(100);
    await calculator.calculate(asked);
    expect(loads).toBe(1);
  });

  test("asks the books once for two thousand calls, and again only for what depends on answers", async () => {
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

  test("is of one state of the books: when they change on the way, everything is calculated again", async () => {
    let state = 0;
    const result = await open().calculate(
      request(columnOf("=BOOKS.CASH(1)", "=BOOKS.CASH(A1+10)", "=A1*1000+A2"), 3, {
        books: async (calls) => {
          state = Math.min(state + 1, 2);
          return calls.map(({ args }) => single(args[0] === 1 ? state : Number(args[0]) * 10 + state));
        },
      }),
    );
    // The second round finds the first answer changed to 2, so that A2 asks anew.
    expect(result).toMatchObject({ values: [[[2], [122], [2_122]]] });
  });

  test("tells what the books say of a call that fails, and lets lists spill", async () => {
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
  test("ends as unavailable when its time is over, and the next one is calculated", async () => {
    const calculator = open({ threads: 1, budgetMs: 200 });
    const cells = Array.from({ length: 4_000 }, (_none, at) => `=(A4002:A20000&${at})=(A4001:A19999&"y")`);
    const long = request(columnOf(...cells), 4_000);
    expect(await calculator.calculate(long)).toEqual({
      isAvailable: false,
      message: "The calculation takes more than 0.2 seconds of processor time.",
    });
    expect(await calculator.calculate(request(columnOf("=1+1"), 1))).toMatchObject({ values: [[[2]]] });
  });

  test("ends as unavailable when its thread runs out of memory, and the next one is calculated", async () => {
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

describe("the values of an answer", () => {
  test("have so many characters together, and do not leave the thread when they have more", async () => {
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
  const many =
    "The company has too many calculations at once: 1 may run while 2 wait. Read again when they are done.";

  /** Calculations that wait for the books until they are let go on. */
  function held(calculator: Calculator) {
    let letGo: () => void = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
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
    return { slow, letGo };
  }

  test("have one calculation at work and two that wait, and leave the other thread to others", async () => {
    const calculator = open({ threads: 2 });
    const { slow, letGo } = held(calculator);
    const first = Array.from({ length: 8 }, () => slow("one"));
    expect(await calculator.calculate(request(columnOf("=1+1"), 1, { company: "two" }))).toMatchObject({
      values: [[[2]]],
    });
    expect(await Promise.all(first.slice(3))).toEqual(
      first.slice(3).map(() => ({ isAvailable: false, message: many })),
    );
    letGo();
    expect((await Promise.all(first.slice(0, 3))).map(({ isAvailable }) => isAvailable)).toEqual([
      true,
      true,
      true,
    ]);
    expect(await slow("one")).toMatchObject({ values: [[[5]]] });
  });

  test("get the real reason when calculations of other companies use all threads", async () => {
    const calculator = open({ threads: 1, waitMs: 100 });
    const { slow, letGo } = held(calculator);
    const first = slow("one");
    expect(await calculator.calculate(request(columnOf("=1+1"), 1, { company: "two" }))).toEqual({
      isAvailable: false,
      message: "Too many calculations of other companies came before this one. Read again later.",
    });
    letGo();
    await first;
  });
});

describe("a calculation that is known to be beyond a bound", () => {
  /** A calculator of one thread, and a workbook that is too slow for it in its first row of four. */
  function slow() {
    let now = 0;
    let loads = 0;
    const calculator = open({ threads: 1, budgetMs: 200, nowMs: () => now });
    const asked = request(
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
        ...asked,
        books: async () => [single(5)],
        begun: async () => {
          loads++;
        },
        ...more,
      });
    return { read, begun: () => loads, wait: (seconds: number) => (now += seconds * 1_000) };
  }
  const rows = (top: number, bottom: number) => ({ ranges: [{ sheet: 0, top, left: 0, bottom, right: 0 }] });
  const unavailable = {
    isAvailable: false,
    message: "The calculation takes more than 0.2 seconds of processor time.",
  };

  test("is answered at once, as are ranges that hold it, also when it waited meanwhile", async () => {
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

  test("is calculated where other ranges or another content are read, and again after a while", async () => {
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

  test("is calculated again sooner when formulas read the books, which change by themselves", async () => {
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

test("what goes wrong with loading or the books is the caller's", async () => {
  const calculator = open();
  const away = new Error("the database is away");
  const fails = async (): Promise<never> => {
    throw away;
  };
  await expect(calculator.calculate(request(columnOf(1), 1, { load: fails }))).rejects.toBe(away);
  await expect(calculator.calculate(request(columnOf("=BOOKS.CASH(1)"), 1, { books: fails }))).rejects.toBe(
    away,
  );
  await expect(
    calculator.calculate(request(columnOf("=BOOKS.CASH(1)"), 1, { books: async () => [single(5)] })),
  ).resolves.toMatchObject({ values: [[[5]]] });
});
