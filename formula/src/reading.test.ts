/**
 * Reading a workbook: order, laziness, circles, arrays that spill, names, lambdas, questions, and hostile
 * workbooks.
 */
import { describe, expect, it } from "vitest";
import { calculate, formula, workbookOf } from "../test/sheets.ts";
import { asScalar, define } from "./define.ts";
import { Exhausted, questionKey } from "./questions.ts";
import { Reading } from "./reading.ts";
import { BUSY, CIRCULAR, DIVISION, NAME, NULL, NUM, REF, Reference, SPILL, VALUE } from "./values.ts";

const read = (workbook: ReturnType<typeof workbookOf>, more: object = {}) =>
  new Reading(workbook, { now: 46_000, random: () => 0.5, ...more });

describe("cells", () => {
  it("are calculated in the order that they need, across worksheets", () => {
    const sheets = { One: { A1: "=B1+Two!A1", B1: "=C1*2", C1: 4 }, Two: { A1: "=One!C1+100" } };
    expect(calculate(sheets, ["A1", "B1"])).toEqual({ A1: 112, B1: 8 });
  });

  it("that are blank are 0 as a result, and stay themselves within a formula", () => {
    expect(
      calculate({ S: { A1: "=B1", A2: '=B1=""', A3: "=B1=0", A4: '=B1&"x"' } }, ["A1", "A2", "A3", "A4"]),
    ).toEqual({ A1: 0, A2: true, A3: true, A4: "x" });
  });

  it("in a chain of 100,000 are no deeper than one", () => {
    const cells: Record<string, string | number> = { A1: 1 };
    for (let row = 2; row <= 100_000; row++) cells[`A${row}`] = `=A${row - 1}+1`;
    expect(calculate({ S: cells }, ["A100000"])).toEqual({ A100000: 100_000 });
  });

  it("in a chain run about once each, whichever is asked for", () => {
    let calls = 0;
    const counted = define("COUNTED", [asScalar], (_, value) => {
      calls++;
      return value;
    });
    const cells: Record<string, string | number> = { A1: 1 };
    for (let row = 2; row <= 1_000; row++) cells[`A${row}`] = `=COUNTED(1)+IF(A${row - 1}>0,A${row - 1},0)`;
    expect(calculate({ S: cells }, ["A1000"], { functions: [counted] })).toEqual({ A1000: 1_000 });
    expect(calls).toBeLessThan(1_100);
  });

  it("of a chain that are not on a circle are no part of it, whichever is asked for first", () => {
    const cells: Record<string, string | number> = { C1: "=A10" };
    for (let row = 2; row <= 10; row++) {
      cells[`A${row}`] = `=IFERROR(IF(B${row}>5,A${row - 1}+0,$C$1+0),0)`;
      cells[`B${row}`] = row;
    }
    for (const asked of [
      ["A10", "A4"],
      ["A4", "A10"],
      ["C1", "A4", "A10"],
    ])
      expect(calculate({ S: cells }, asked)).toMatchObject({ A4: 0, A10: CIRCULAR });
  });

  it("that are not asked for are not calculated", () => {
    let calls = 0;
    const counted = define("COUNTED", [asScalar], (_, value) => {
      calls++;
      return value;
    });
    const cells = {
      A1: "=IF(B1,C1,D1)",
      B1: true,
      C1: 7,
      D1: "=COUNTED(1)",
      E1: "=COUNTED(2)",
      F1: "=IFERROR(C1,D1)",
      G1: "=CHOOSE(1,C1,D1)",
      H1: '=SWITCH("x","x",C1,D1)',
    };
    expect(calculate({ S: cells }, ["A1", "F1", "G1", "H1"], { functions: [counted] })).toEqual({
      A1: 7,
      F1: 7,
      G1: 7,
      H1: 7,
    });
    expect(calls).toBe(0);
  });
});

describe("circles", () => {
  it("are reported at all of their cells, whichever is asked for first, and where they are used", () => {
    const cells = { A1: "=B1+C1", B1: "=A1", C1: "=IFERROR(A1,0)", D1: "=A1+1", E1: "=IFERROR(A1,5)", F1: 3 };
    for (const first of ["A1", "B1", "C1", "D1", "E1"]) {
      const got = calculate({ S: cells }, [first, "A1", "B1", "C1", "D1", "E1", "F1"]);
      expect(got, first).toEqual({ A1: CIRCULAR, B1: CIRCULAR, C1: CIRCULAR, D1: CIRCULAR, E1: 5, F1: 3 });
    }
  });

  it("that no branch takes are none", () => {
    expect(calculate({ S: { A1: "=IF(TRUE,1,A1)", B1: "=IF(FALSE,B1,2)" } }, ["A1", "B1"])).toEqual({
      A1: 1,
      B1: 2,
    });
  });

  it("of one cell, of a range and of names are found", () => {
    const cells = { A1: "=A1", B1: "=(B1:B3 B1:B2)", C1: "=Loop" };
    expect(calculate({ S: cells }, ["A1", "C1"], { names: { Loop: "=Loop+1" } })).toEqual({
      A1: CIRCULAR,
      C1: NUM,
    });
    expect(calculate({ S: cells }, ["B1"])).toEqual({ B1: CIRCULAR });
  });

  it("that exist only while calculating, and not in the result, leave values", () => {
    const cells = { A1: "=LET(x,C1,x+CONFIDENCE(A2,C1,C1:D1))", B1: "=A1:D1", D1: "=B1:B1" };
    const names = ["A1", "A2", "B1", "C1", "D1"];
    for (const first of names)
      for (const value of Object.values(calculate({ S: cells }, [first, ...names])))
        expect(value).not.toBe(BUSY);
  });

  it("of 10,000 cells are found without recursion", () => {
    const cells: Record<string, string> = { A1: "=A10000" };
    for (let row = 2; row <= 10_000; row++) cells[`A${row}`] = `=A${row - 1}+1`;
    expect(calculate({ S: cells }, ["A5000"])).toEqual({ A5000: CIRCULAR });
  });
});

describe("arrays", () => {
  it("spill into blank cells, which others can read", () => {
    const cells = { A1: "={1;2;3}*10", C1: "=A2+A3", D1: "=A1#", E1: "=A9" };
    expect(calculate({ S: cells }, ["A1", "A2", "A3", "C1", "D3", "E1"])).toEqual({
      A1: 10,
      A2: 20,
      A3: 30,
      C1: 50,
      D3: 30,
      E1: 0,
    });
  });

  it("that have no room are #SPILL!, and leave what is there", () => {
    expect(calculate({ S: { A1: "={1;2;3}", A3: "x" } }, ["A1", "A2", "A3"])).toEqual({
      A1: SPILL,
      A2: null,
      A3: "x",
    });
  });

  it("that need the place that they fill are a circle", () => {
    expect(calculate({ S: { A1: "={1;2}+A2" } }, ["A1"])["A1"]).toBe(CIRCULAR);
  });

  it("of two sizes are stretched, and beyond are #N/A", () => {
    expect(calculate({ S: { A1: "={1,2}+{10;20}", D1: "={1,2,3}+{1,2}" } }, ["B2", "F1"])).toMatchObject({
      B2: 22,
      F1: { code: "#N/A" },
    });
  });

  it("are cut down by @", () => {
    expect(calculate({ S: { A1: 1, A2: 2, B2: "=@A1:A3", B9: "=@A1:A3" } }, ["B2", "B9"])).toEqual({
      B2: 2,
      B9: VALUE,
    });
  });
});

describe("a spilled array", () => {
  // Three rows of four numbers from C3 on.
  const ROWS = "234567";
  const COLUMNS = "ABCDEFG".split("");
  const spilledAt = (row: number, column: number): number =>
    row >= 3 && row <= 5 && column >= 3 && column <= 6 ? (row - 3) * 4 + column - 2 : 0;

  it("is the same in every rectangle that meets it", () => {
    const cells: Record<string, string> = { C3: "=SEQUENCE(3,4)" };
    const sums: Record<string, number> = { C3: 1 };
    let at = 0;
    for (const [from, left] of COLUMNS.entries())
      for (const [to, right] of COLUMNS.entries().drop(from))
        for (const top of ROWS)
          for (const bottom of ROWS)
            if (top <= bottom) {
              const area = `${left}${top}:${right}${bottom}`;
              const name = `J${(at += 1)}`;
              cells[name] = `=SUMPRODUCT(${area},ROW(${area})*100+COLUMN(${area}))`;
              let sum = 0;
              for (let row = Number(top); row <= Number(bottom); row += 1)
                for (let column = from + 1; column <= to + 1; column += 1)
                  sum += spilledAt(row, column) * (row * 100 + column);
              sums[name] = sum;
            }
    expect(at).toBe(28 * 21);
    expect(calculate({ S: cells }, Object.keys(cells))).toEqual(sums);
  });
});

describe("references", () => {
  it("meet, span and join", () => {
    const cells = {
      A1: 1,
      A2: 2,
      B1: 3,
      B2: 4,
      D1: "=A1:A2 A2:B2",
      D2: "=A1 B2",
      D3: "=Nowhere!A1",
      D4: "=A1:A2:B2 B2",
    };
    expect(calculate({ S: cells }, ["D1", "D2", "D3", "D4"])).toEqual({ D1: 2, D2: NULL, D3: REF, D4: 4 });
  });
});

describe("names, LET and LAMBDA", () => {
  it("stand for what they were given", () => {
    const names = { Rate: "=0.25", Twice: "=LAMBDA(x,x*2)", Here: "=S!$A$1" };
    expect(
      calculate(
        {
          S: {
            A1: 8,
            B1: "=Here*Rate",
            C1: "=Twice(Here)",
            D1: "=LET(a,A1,b,a+1,a*b)",
            E1: "=LAMBDA(x,y,x-y)(5,3)",
            F1: "=LET(f,LAMBDA(n,n+1),f(f(1)))",
          },
        },
        ["B1", "C1", "D1", "E1", "F1"],
        { names },
      ),
    ).toEqual({
      B1: 2,
      C1: 16,
      D1: 72,
      E1: 2,
      F1: 3,
    });
  });

  it("call each other only so deep", () => {
    const names = { Down: "=LAMBDA(n,IF(n=0,0,1+Down(n-1)))" };
    expect(calculate({ S: { A1: "=Down(50)", B1: "=Down(1000000)" } }, ["A1", "B1"], { names })).toEqual({
      A1: 50,
      B1: NUM,
    });
  });
});

describe("questions to the outside", () => {
  const ask = define("BOOK", [asScalar], (calculation, what) => calculation.ask("BOOK", [what]));

  it("are collected, each once, before anything is answered", () => {
    const cells: Record<string, string> = {
      A1: "=BOOK(1)+BOOK(2)",
      A2: "=BOOK(1)*2",
      A3: "=IFERROR(BOOK(3),0)",
      A4: "=A1+BOOK(4)",
    };
    const workbook = workbookOf({ S: cells }, { functions: [ask] });
    const answers = new Map();
    const reading = read(workbook, { answers });
    const range = [new Reference(0, 0, 0, 3, 0)];
    const questions = reading.calculate(range);
    expect(questions.map(({ args }) => args[0])).toEqual([1, 2, 3, 4]);
    for (const each of questions) answers.set(questionKey(each), Number(each.args[0]) * 10);
    expect(reading.calculate(range)).toEqual([]);
    expect([0, 1, 2, 3].map((row) => reading.value(0, row, 0))).toEqual([30, 20, 30, 70]);
    expect(
      [...(reading.asked.get(questionKey({ name: "BOOK", args: [1] })) ?? [])].map(({ row }) => row),
    ).toEqual([0, 1]);
  });
});

describe("hostile workbooks", () => {
  it("with formulas that can't be read have errors at these cells only", () => {
    const cells = {
      A1: "=1+",
      A2: `=${"(".repeat(200)}1${")".repeat(200)}`,
      A3: `=${"-".repeat(5_000)}1`,
      A4: `=${"1+".repeat(4_000)}1`,
      A5: `="${"x".repeat(9_000)}"`,
      A6: "=1/0",
      A7: "=__proto__",
      A8: "=constructor(1)",
      A9: "=toString()",
    };
    expect(calculate({ S: cells }, Object.keys(cells))).toEqual({
      A1: NAME,
      A2: NAME,
      A3: NAME,
      A4: 4_001,
      A5: NAME,
      A6: DIVISION,
      A7: NAME,
      A8: NAME,
      A9: NAME,
    });
  });

  it("with LET as deep as can be, and with names like those of prototypes, are calculated", () => {
    expect(formula(`=${"LET(x,1,".repeat(60)}x${")".repeat(60)}`)).toBe(1);
    expect(formula("=LET(__proto__,1,__proto__)")).toBe(1);
    expect(formula("=LAMBDA(constructor,constructor+1)(2)")).toBe(3);
    expect(
      calculate({ S: { A1: "=hasOwnProperty", B1: "=valueOf" } }, ["A1", "B1"], {
        names: { hasOwnProperty: "=4" },
      }),
    ).toEqual({ A1: 4, B1: NAME });
  });

  it("with ranges of whole worksheets and endless texts cost what is written in them", () => {
    const cells = {
      A1: "=SUM(Two!A:XFD)",
      A2: "=Two!A:XFD*1",
      A3: '=COUNTIF(Two!1:1048576,">1")',
      A4: "=COUNTBLANK(Two!A:XFD)",
      A5: '=REPT("x",1000000000)',
      A6: "=SEQUENCE(1048576,16384)",
      A7: "=SUM(A:XFD)",
      A8: "=SUMPRODUCT(Two!A:A*Two!B:B)",
    };
    const sheets = { One: cells, Two: { A1: 2, B1: 3, C7: "x" } };
    expect(calculate(sheets, Object.keys(cells))).toEqual({
      A1: 5,
      A2: NUM,
      A3: 2,
      A4: 17_179_869_184 - 3,
      A5: VALUE,
      A6: NUM,
      A7: CIRCULAR,
      A8: 6,
    });
  });

  it("end when their budget does", () => {
    const cells: Record<string, string | number> = {};
    for (let row = 1; row <= 2_000; row++) cells[`A${row}`] = row;
    cells["B1"] = "=A1:A2000*TRUE=A1:A2000";
    for (let row = 2; row < 400; row++) cells[`C${row}`] = "=(A1:A2000&A1:A2000)=(A1:A2000&B1)";
    let looks = 0;
    const reading = read(workbookOf({ S: cells }), { mayGoOn: () => ++looks < 3 });
    expect(() => reading.calculate([new Reference(0, 0, 0, 2_000, 5)])).toThrow(Exhausted);
  });

  it("end when their budget does, within lambdas that call themselves too", () => {
    let looks = 0;
    const reading = read(
      workbookOf({ S: { A1: "=LET(f,LAMBDA(f,n,IF(n=0,0,f(f,n-1)+f(f,n-1))),f(f,60))" } }),
      { mayGoOn: () => ++looks < 3 },
    );
    expect(() => reading.calculate([new Reference(0, 0, 0, 0, 0)])).toThrow(Exhausted);
  });
});
