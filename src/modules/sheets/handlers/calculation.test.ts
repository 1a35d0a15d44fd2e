/** Calculations over HTTP: status, errors, warnings, and calculations that can't be finished. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { sheet, worksheet } from "../../../../test/support/sheet-records.ts";
import { planOf, rangesOf, sheetOperations, sheetsOf } from "../../../../test/support/sheets.ts";
import {
  type BookAnswer,
  type BookCall,
  type Calculator,
  openCalculator,
} from "../../../platform/formula/index.ts";
import { instantSerial } from "../rules/instant-serial.ts";

const http = await testApp();

const CELLS = {
  Model: {
    A1: 10,
    A2: "=A1*2",
    A3: "=A1/0",
    A4: "=A3+1",
    A5: "=A5",
    A6: "=SUM(",
    A7: '=""',
    A8: '=Other!A1&"!"',
    A9: "=MISSING(1)",
    A10: { error: "#N/A" },
    B1: "  ",
    B2: "=Rate*A1",
    B3: "=B1&1",
    B4: 0.1,
    B5: "=B4+0.2",
  },
  Other: { A1: "there" },
};
const plan = await planOf(http, CELLS, { names: [{ name: "Rate", formula: "=2.5" }] });
const { get, values } = plan;

async function calculated(query: string) {
  return (await get("plan", query)).calculation;
}

describe("the status", () => {
  test("is complete if no formula of the ranges failed (SHEET-103, SHEET-110)", async () => {
    expect(await calculated(rangesOf("Model!A1:A2", "Model!B1:B3"))).toEqual({
      status: "complete",
      errors: [],
      warnings: [],
    });
    expect(await calculated(rangesOf("Other!C5"))).toEqual({ status: "complete", errors: [], warnings: [] });
  });

  test("is error if a formula failed; its cell is null, and other cells have their values (SHEET-101, SHEET-104, SHEET-111, SHEET-114)", async () => {
    const answer = await get("plan", rangesOf("Model!A1:A10"));
    expect(answer.ranges?.[0]?.values).toEqual([
      [10],
      [20],
      [null],
      [null],
      [null],
      [null],
      [""],
      ["there!"],
      [null],
      [null],
    ]);
    expect(answer.calculation?.status).toBe("error");
    const errors = answer.calculation?.errors ?? [];
    expect(errors.filter(({ cell }) => cell !== "A10").map(({ cell }) => cell)).toEqual([
      "A3",
      "A4",
      "A5",
      "A6",
      "A9",
    ]);
    expect(errors.find(({ cell }) => cell === "A3")).toEqual({
      code: "division_by_zero",
      message: expect.any(String) as string,
      worksheet_id: "wks_Model",
      cell: "A3",
      formula: "=A1/0",
    });
    for (const error of errors) {
      expect(
        Object.keys(error).filter(
          (name) => !["code", "message", "worksheet_id", "cell", "formula"].includes(name),
        ),
      ).toEqual([]);
      expect([error.code.length > 0, error.message.length > 0]).toEqual([true, true]);
    }
  });

  test("applies only to its own response (SHEET-115)", async () => {
    expect((await calculated(rangesOf("Model!A3")))?.status).toBe("error");
    expect((await calculated(rangesOf("Model!A2")))?.status).toBe("complete");
  });
});

describe("values", () => {
  test("are in the units of the worksheet, and texts and booleans are unchanged (SHEET-047, SHEET-108)", async () => {
    expect(await values("plan", "Model!B1:B5")).toEqual([["  "], [25], ["  1"], [0.1], [0.1 + 0.2]]);
  });

  test("follow each edit", async () => {
    const { values: now, write } = await planOf(http, { A: { A1: 1, A2: "=A1*10" } });
    for (const value of [2, 3, 4]) {
      await write("plan", "A", [0, 0], value);
      expect(await now("plan", "A2")).toEqual([[value * 10]]);
    }
  });

  test("are those of the current document, even if a deleted one had the same id and revision", async () => {
    const first = await planOf(http, { A: { A1: "=1" } });
    expect(await first.values("plan", "A1")).toEqual([[1]]);
    await first.remove("plan", "?base_revision=1");
    await http.put({ ...first.company.bundle, journal: [], sheets: [sheet("plan", { A: { A1: "=2" } })] });
    expect(await first.values("plan", "A1")).toEqual([[2]]);
  });

  test("of TODAY and NOW are those of the request's time, in Los Angeles", async () => {
    const { values: now } = await planOf(http, { A: { A1: "=TODAY()", A2: "=NOW()" } });
    // 2026-05-20 12:00 in Los Angeles.
    expect(await now("plan", "A1:A2")).toEqual([[46_162], [46_162.5]]);
    const AT = Date.parse("2026-01-01T07:30:00Z") / 1000;
    http.clock.set(AT);
    const [[today] = [], [moment] = []] = (await now("plan", "A1:A2")) ?? [];
    expect(today).toBe(46_022);
    expect(moment).toBeCloseTo(46_022 + 23.5 / 24, 9);
    expect(instantSerial(0 as ReturnType<typeof http.clock.now>)).toBe(25_568 + 16 / 24);
  });
});

/** Serves the same documents with another calculator or other books. */
async function serveWith(
  calculator: Calculator,
  books?: (companyId: string, _now: number, calls: readonly BookCall[]) => Promise<readonly BookAnswer[]>,
) {
  return sheetsOf(
    http,
    plan.company,
    await http.serve({ operations: sheetOperations(http, { calculator, ...(books ? { books } : {}) }) }),
  );
}

describe("a calculation that can't be finished", () => {
  const never: Calculator = {
    calculate: async () => ({ isAvailable: false, message: "The calculation took too long." }),
    close: async () => {},
  };

  test("returns status 200 and `unavailable`, without values but with formulas (SHEET-107, SHEET-112, SHEET-113, SHEET-114)", async () => {
    const { get: read } = await serveWith(never);
    const query = rangesOf("Model!A1:A2", "Other!A1");
    const unavailable = {
      status: "unavailable",
      errors: [{ code: "calculation_unavailable", message: "The calculation took too long." }],
      warnings: [],
    };
    expect(await read("plan", query)).toMatchObject({
      calculation: unavailable,
      ranges: [{ range: "Model!A1:A2" }, { range: "Other!A1" }],
    });
    for (const entry of (await read("plan", query)).ranges ?? []) expect(entry).not.toHaveProperty("values");
    const both = await read("plan", `${query}&view=both&include=formats`);
    expect(both.calculation).toEqual(unavailable);
    expect(both.ranges).toEqual([
      { worksheet_id: "wks_Model", range: "Model!A1:A2", formulas: [[null], ["=A1*2"]], formats: [] },
      { worksheet_id: "wks_Other", range: "Other!A1", formulas: [[null]], formats: [] },
    ]);
    expect(await read("plan", `${query}&view=formulas`)).not.toHaveProperty("calculation");
  });

  test("runs in its own thread and is ended when its time budget is used up (SHEET-107)", async () => {
    const calculator = openCalculator({ budgetMs: 50 });
    const hostile = Object.fromEntries(
      Array.from({ length: 90 }, (_, row) => [`A${row + 1}`, `=(C1:C900000&${row})=(C2:C900001&"y")`]),
    );
    const company = await planOf(
      http,
      { A: hostile },
      { worksheets: [worksheet("A", { row_count: 1_000_000 })] },
    );
    const server = sheetsOf(
      http,
      company.company,
      await http.serve({ operations: sheetOperations(http, { calculator }) }),
    );
    expect((await server.get("plan", "ranges=A1:A90")).calculation).toMatchObject({
      status: "unavailable",
      errors: [{ code: "calculation_unavailable" }],
    });
    await calculator.close();
  });
});

describe("the books", () => {
  const inner = openCalculator();
  const sharedCalculator: Calculator = {
    calculate: (request) => inner.calculate(request),
    close: () => inner.close(),
  };

  test("are those of the document's company, and can cause warnings (SHEET-105, SHEET-106, SHEET-110)", async () => {
    const received: unknown[] = [];
    const company = await planOf(http, { A: { A1: '=BOOKS.TOTAL("Revenue", 45000, 45030)', A2: "=A1*2" } });
    const books = async (
      companyId: string,
      _now: number,
      calls: readonly BookCall[],
    ): Promise<readonly BookAnswer[]> => {
      received.push(companyId, ...calls);
      return calls.map(() => ({ rows: [[1234.5]], uncategorized: 3 }));
    };
    const server = sheetsOf(
      http,
      company.company,
      await http.serve({ operations: sheetOperations(http, { calculator: sharedCalculator, books }) }),
    );
    const { ranges, calculation } = await server.get("plan", "ranges=A1:A2");
    expect(ranges?.[0]?.values).toEqual([[1234.5], [2469]]);
    expect(received[0]).toBe(company.company.id);
    expect(calculation?.status).toBe("complete");
    expect(calculation?.warnings.map(({ code, count }) => [code, count])).toEqual([
      ["uncategorized_transactions", 3],
    ]);
    for (const warning of calculation?.warnings ?? [])
      expect(
        Object.keys(warning).filter((name) => !["code", "message", "formula", "count"].includes(name)),
      ).toEqual([]);
    await inner.close();
  });

  test("and the workbook are read while no transaction is open", async () => {
    // The embedded database allows one transaction at a time, so a second one would wait forever.
    const calculator: Calculator = {
      async calculate(request) {
        await http.app.db.transaction(async () => {});
        const source = await request.load();
        return {
          isAvailable: true,
          values: request.ranges.map(() => [[source.sheets.length]]),
          problems: [],
          warnings: [],
        };
      },
      close: async () => {},
    };
    expect(await (await serveWith(calculator)).values("plan", "Other!A1")).toEqual([[2]]);
  });

  test("are read again from the beginning if the document changes before it is loaded", async () => {
    let changes = 2;
    const company = await planOf(http, { A: { A1: 1 } });
    const calculator: Calculator = {
      async calculate(request) {
        if (changes > 0) await company.write("plan", "A", [0, 0], (changes -= 1));
        const source = await request.load();
        return {
          isAvailable: true,
          values: [[[source.sheets[0]?.blocks[0] ?? ""]]],
          problems: [],
          warnings: [],
        };
      },
      close: async () => {},
    };
    const server = sheetsOf(
      http,
      company.company,
      await http.serve({ operations: sheetOperations(http, { calculator }) }),
    );
    expect(await server.get("plan", "ranges=A1")).toMatchObject({
      revision: 3,
      ranges: [{ values: [["[[0,0,0]]"]] }],
    });
  });
});
