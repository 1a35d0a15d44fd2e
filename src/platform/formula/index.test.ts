/** Calculations in threads: they end in values or as unavailable, whatever the workbook holds, and read the books in few rounds from one state. */
import { setImmediate as turn } from "node:timers/promises";
import { FormulaText, type WorkbookSource, writeBlock } from "@daybook/formula";
import { afterEach, describe, expect, test } from "vitest";
import { type BookAnswer, type BookCall, type CalculationRequest, type Calculator, type CalculatorOptions, openCalculator } from "./index.ts";

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
  const block = writeBlock(cells.map((value, row) => ({ row, column: 0, value: typeof value === "string" && value.startsWith("=") ? new FormulaText(value) : value })));
  return { sheets: [{ name: "Plan", rowCount: 1_000, columnCount: 26, blocks: [block] }], names: [] };
}

let keys = 0;
function request(source: WorkbookSource, rows: number, more: Partial<CalculationRequest> = {}): CalculationRequest {
  return {
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
    const result = await open().calculate(request(columnOf(2, "=A1*21", "=1/0", "=A3+1", "=A5", "=1+", "=NOPE(1)", " ", "=IF(TRUE,\"\",1)"), 9));
    expect(result).toEqual({
      isAvailable: true,
      values: [[[2], [42], [null], [null], [null], [null], [null], [" "], [""]]],
      problems: [
        { sheet: 0, row: 2, column: 0, code: "division_by_zero", message: expect.stringContaining("#DIV/0!"), formula: "=1/0" },
        { sheet: 0, row: 3, column: 0, code: "division_by_zero", message: expect.any(String), formula: "=A3+1" },
        { sheet: 0, row: 4, column: 0, code: "circular_reference", message: expect.any(String), formula: "=A5" },
        { sheet: 0, row: 5, column: 0, code: "syntax_error", message: expect.stringContaining("can't be read"), formula: "=1+" },
        { sheet: 0, row: 6, column: 0, code: "unknown_name", message: expect.any(String), formula: "=NOPE(1)" },
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
      request(columnOf(...cells, "=BOOKS.BALANCE(\"cat_x\",46000+A1)"), 2_001, {
        books: async (calls) => {
          rounds.push(calls);
          return calls.map(({ name }) => (name === "BOOKS.TOTAL" ? single(3) : single(7, 2)));
        },
      }),
    );
    expect(rounds.map((calls) => calls.length)).toEqual([500, 501]);
    expect(rounds[1]?.at(-1)).toEqual({ name: "BOOKS.BALANCE", args: ["cat_x", 46_003] });
    expect(result).toMatchObject({ isAvailable: true, problems: [], warnings: [{ code: "uncategorized_transactions", formula: '=BOOKS.BALANCE("cat_x",46000+A1)', count: 2 }] });
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
        books: async (calls) => calls.map(({ name }) => (name === "BOOKS.TOTAL" ? { error: "#N/A", message: "Two categories are named Travel." } : { rows: [["Sales"], ["Support"]] })),
      }),
    );
    expect(result).toMatchObject({ values: [[[null], ["Sales"], ["Support"]]], problems: [{ code: "not_available", message: "Two categories are named Travel." }] });
  });
});

describe("a hostile workbook", () => {
  test("ends as unavailable when its time is over, and the next one is calculated", async () => {
    const calculator = open({ threads: 1, budgetMs: 200 });
    const cells = Array.from({ length: 4_000 }, (_none, at) => `=(A4002:A20000&${at})=(A4001:A19999&"y")`);
    const long = request(columnOf(...cells), 4_000);
    expect(await calculator.calculate(long)).toEqual({ isAvailable: false, message: "The calculation took more than 0.2 seconds." });
    expect(await calculator.calculate(request(columnOf("=1+1"), 1))).toMatchObject({ values: [[[2]]] });
  });

  test("ends as unavailable when its thread runs out of memory, and the next one is calculated", async () => {
    const calculator = open({ threads: 1, memoryMb: 64 });
    const hungry = request(columnOf(...Array.from({ length: 60 }, (_none, at) => `=(B1:B1000000=${at})`)), 60);
    expect(await calculator.calculate(hungry)).toEqual({ isAvailable: false, message: expect.stringContaining("memory") });
    expect(await calculator.calculate(request(columnOf("=1+1"), 1))).toMatchObject({ values: [[[2]]] });
  });
});

test("what goes wrong with loading or the books is the caller's", async () => {
  const calculator = open();
  const away = new Error("the database is away");
  const fails = async (): Promise<never> => {
    throw away;
  };
  await expect(calculator.calculate(request(columnOf(1), 1, { load: fails }))).rejects.toBe(away);
  await expect(calculator.calculate(request(columnOf("=BOOKS.CASH(1)"), 1, { books: fails }))).rejects.toBe(away);
  await expect(calculator.calculate(request(columnOf("=BOOKS.CASH(1)"), 1, { books: async () => [single(5)] }))).resolves.toMatchObject({ values: [[[5]]] });
});
