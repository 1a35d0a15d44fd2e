/** GROUPBY and PIVOTBY. */
import { describe, expect, it } from "vitest";
import { formula } from "../../../test/sheets.ts";
import { spilled } from "../../../test/spilled.ts";
import { CALC, NAME, NUM, VALUE } from "../../values.ts";

/** Sales of two regions: region, product, year, amount. */
const SALES = {
  A1: "Region",
  B1: "Product",
  C1: "Year",
  D1: "Sales",
  A2: "North",
  B2: "Pear",
  C2: 2024,
  D2: 10,
  A3: "South",
  B3: "Apple",
  C3: 2024,
  D3: 20,
  A4: "north",
  B4: "Apple",
  C4: 2025,
  D4: 30,
  A5: "South",
  B5: "Pear",
  C5: 2025,
  D5: 40,
  A6: "North",
  B6: "Pear",
  C6: 2025,
  D6: 50,
};
const table = (text: string) => spilled(`=${text}`, SALES);

describe("GROUPBY", () => {
  it("has a sorted row for each group and their total, without regard to case", () => {
    expect(table("GROUPBY(A2:A6,D2:D6,SUM)")).toEqual([
      ["North", 90],
      ["South", 60],
      ["Total", 150],
    ]);
    expect(table("GROUPBY(C2:C6,D2:D6,LAMBDA(x,MAX(x)*2))")).toEqual([
      [2024, 40],
      [2025, 100],
      ["Total", 100],
    ]);
    expect(table("GROUPBY(A2:A6,C2:D6,MAX,,0)")).toEqual([
      ["North", 2025, 50],
      ["South", 2025, 40],
    ]);
  });

  it("gives a function of two parameters the whole as the second", () => {
    expect(table("GROUPBY(A2:A6,D2:D6,PERCENTOF)")).toEqual([
      ["North", 0.6],
      ["South", 0.4],
      ["Total", 1],
    ]);
    expect(table("GROUPBY(A2:A6,D2:D6,LAMBDA(part,whole,SUM(whole)-SUM(part)),,0)")).toEqual([
      ["North", 60],
      ["South", 90],
    ]);
  });

  it("takes the first row for names when a text stands above a number, and shows names of several fields", () => {
    expect(table("GROUPBY(A1:A6,D1:D6,SUM)")).toEqual([
      ["North", 90],
      ["South", 60],
      ["Total", 150],
    ]);
    expect(table("GROUPBY(A1:B6,D1:D6,SUM,,0)")).toEqual([
      ["Region", "Product", "Sales"],
      ["North", "Apple", 30],
      ["North", "Pear", 60],
      ["South", "Apple", 20],
      ["South", "Pear", 40],
    ]);
    expect(table("GROUPBY(A1:A6,D1:D6,SUM,3,0)")).toEqual([
      ["Region", "Sales"],
      ["North", 90],
      ["South", 60],
    ]);
    expect(table("GROUPBY(A1:B6,D1:D6,SUM,1,0)")[0]).toEqual(["North", "Apple", 30]);
    expect(table("GROUPBY(A2:A6,D2:D6,SUM,2,0)")[0]).toEqual(["Row Field 1", "Value 1"]);
    expect(table("GROUPBY(A1:A6,D1:D6,COUNTA,0,0)")).toEqual([
      ["North", 3],
      ["Region", 1],
      ["South", 2],
    ]);
  });

  it("has subtotals as deep as they are wanted, below or above", () => {
    expect(table("GROUPBY(A2:B6,D2:D6,SUM,,2)")).toEqual([
      ["North", "Apple", 30],
      ["North", "Pear", 60],
      ["North", "", 90],
      ["South", "Apple", 20],
      ["South", "Pear", 40],
      ["South", "", 60],
      ["Grand Total", "", 150],
    ]);
    expect(table("GROUPBY(A2:B6,D2:D6,SUM,,-2)").slice(0, 3)).toEqual([
      ["Grand Total", "", 150],
      ["North", "", 90],
      ["North", "Apple", 30],
    ]);
    expect(table('GROUPBY(A2:C6,D2:D6,SUM,,3,,A2:A6="north")')).toEqual([
      ["North", "Apple", 2025, 30],
      ["North", "Apple", "", 30],
      ["North", "Pear", 2024, 10],
      ["North", "Pear", 2025, 50],
      ["North", "Pear", "", 60],
      ["North", "", "", 90],
      ["Grand Total", "", "", 90],
    ]);
    expect(table("GROUPBY(A2:A6,D2:D6,SUM,,-1)")[0]).toEqual(["Total", 150]);
    expect(formula("=GROUPBY(A2:A6,D2:D6,SUM,,2)", SALES)).toBe(VALUE);
    expect(formula("=GROUPBY(A2:B6,D2:D6,SUM,,2,,,1)", SALES)).toBe(VALUE);
  });

  it("sorts by fields and by values, field within field or as a table", () => {
    expect(table("GROUPBY(A2:A6,D2:D6,SUM,,0,-1)")).toEqual([
      ["South", 60],
      ["North", 90],
    ]);
    expect(table("GROUPBY(A2:A6,D2:D6,SUM,,0,2)")).toEqual([
      ["South", 60],
      ["North", 90],
    ]);
    expect(table("GROUPBY(A2:B6,D2:D6,SUM,,0,-3)")).toEqual([
      ["North", "Pear", 60],
      ["North", "Apple", 30],
      ["South", "Pear", 40],
      ["South", "Apple", 20],
    ]);
    expect(table("GROUPBY(A2:B6,D2:D6,SUM,,0,-3,,1)")).toEqual([
      ["North", "Pear", 60],
      ["South", "Pear", 40],
      ["North", "Apple", 30],
      ["South", "Apple", 20],
    ]);
    expect(table("GROUPBY(A2:B6,D2:D6,SUM,,0,{-1,2})")).toEqual([
      ["South", "Apple", 20],
      ["South", "Pear", 40],
      ["North", "Apple", 30],
      ["North", "Pear", 60],
    ]);
    expect(table("GROUPBY(A2:B6,D2:D6,SUM,,0,-2)")).toEqual([
      ["North", "Pear", 60],
      ["North", "Apple", 30],
      ["South", "Pear", 40],
      ["South", "Apple", 20],
    ]);
    expect(table('GROUPBY(HSTACK(TEXT(C2:C6,"0"),A2:A6),D2:D6,SUM,,0,2,,1)')).toEqual([
      ["2024", "North", 10],
      ["2025", "north", 80],
      ["2024", "South", 20],
      ["2025", "South", 40],
    ]);
    for (const order of ["0", "3", "{1,2}"])
      expect(formula(`=GROUPBY(A2:A6,D2:D6,SUM,,0,${order})`, SALES)).toBe(VALUE);
  });

  it("counts the rows that a filter takes, with names of their own or not", () => {
    expect(table("GROUPBY(A2:A6,D2:D6,SUM,,,,C2:C6=2025)")).toEqual([
      ["north", 80],
      ["South", 40],
      ["Total", 120],
    ]);
    expect(table("GROUPBY(A1:A6,D1:D6,SUM,,0,,D1:D6>25)")).toEqual([
      ["north", 80],
      ["South", 40],
    ]);
    expect(formula("=GROUPBY(A2:A6,D2:D6,SUM,,,,D2:D6>99)", SALES)).toBe(CALC);
    expect(formula("=GROUPBY(A2:A6,D2:D6,SUM,,,,D2:D5>25)", SALES)).toBe(VALUE);
  });

  it("takes several functions beside or below each other, by their names or others", () => {
    expect(table("GROUPBY(A2:A6,D2:D6,HSTACK(COUNT,SUM))")).toEqual([
      ["", "COUNT", "SUM"],
      ["North", 3, 90],
      ["South", 2, 60],
      ["Total", 5, 150],
    ]);
    expect(table("GROUPBY(A2:A6,D2:D6,VSTACK(MIN,MAX),,0)")).toEqual([
      ["North", "MIN", 10],
      ["North", "MAX", 50],
      ["South", "MIN", 20],
      ["South", "MAX", 40],
    ]);
    expect(table("GROUPBY(A2:A6,D2:D6,HSTACK(LAMBDA(x,1),SUM,LAMBDA(x,2)),,0)")[0]).toEqual([
      "",
      "CUSTOM1",
      "SUM",
      "CUSTOM2",
    ]);
    expect(table('GROUPBY(A2:A6,D2:D6,VSTACK(HSTACK(SUM,COUNT),{"All","Number"}),,0)')[0]).toEqual([
      "",
      "All",
      "Number",
    ]);
    expect(table('LET(f,HSTACK(VSTACK(MIN,MAX),{"low";"high"}),GROUPBY(A2:A6,D2:D6,f,,0))')[0]).toEqual([
      "North",
      "low",
      10,
    ]);
    expect(table("GROUPBY(A1:A6,D1:D6,HSTACK(COUNT,SUM),3,0)").slice(0, 3)).toEqual([
      ["", "COUNT", "SUM"],
      ["Region", "Sales", "Sales"],
      ["North", 3, 90],
    ]);
    expect(table("GROUPBY(A2:A6,D2:D6,HSTACK(COUNT,SUM),,0,3)")[1]).toEqual(["South", 2, 60]);
    expect(formula("=HSTACK(SUM,COUNT)")).toBe(CALC);
    expect(formula("=SUM(HSTACK(SUM,1))")).toBe(VALUE);
    expect(formula('=GROUPBY(A2:A6,D2:D6,HSTACK(SUM,"no function"))', SALES)).toBe(VALUE);
  });

  it("refuses what does not fit, and hands on what a function gives", () => {
    expect(formula("=GROUPBY(A2:A6,D2:D5,SUM)", SALES)).toBe(VALUE);
    expect(formula("=GROUPBY(A2:A6,D2:D6,7)", SALES)).toBe(VALUE);
    expect(formula("=GROUPBY(A2:A6,D2:D6,NOFUNCTION)", SALES)).toBe(NAME);
    expect(formula("=GROUPBY(A2:A6,D2:D6,SUM,4)", SALES)).toBe(VALUE);
    expect(table("GROUPBY(A2:A6,D2:D6,LAMBDA(x,x),,0)")).toEqual([
      ["North", "#CALC!"],
      ["South", "#CALC!"],
    ]);
    expect(spilled("=GROUPBY({1;2;3},{1;#N/A;3},SUM,,0)")).toEqual([
      [1, 1],
      [2, "#N/A"],
      [3, 3],
    ]);
  });

  it("takes whole columns, whose blank rows are one group", () => {
    expect(
      formula("=ARRAYTOTEXT(GROUPBY(A:A,B:B,SUM),1)", { A1: "x", B1: 1, A2: "y", B2: 2, A3: "x", B3: 3 }),
    ).toBe('{"x",4;"y",2;,0;"Total",6}');
  });
});

describe("PIVOTBY", () => {
  it("has groups down and across with the totals of both, and nothing where there is no row", () => {
    expect(table("PIVOTBY(A2:A6,C2:C6,D2:D6,SUM)")).toEqual([
      ["", 2024, 2025, "Total"],
      ["North", 10, 80, 90],
      ["South", 20, 40, 60],
      ["Total", 30, 120, 150],
    ]);
    expect(table("PIVOTBY(B2:B4,C2:C4,D2:D4,SUM,,0,,0)")).toEqual([
      ["", 2024, 2025],
      ["Apple", 20, 30],
      ["Pear", 10, ""],
    ]);
    expect(table("PIVOTBY(A2:A6,,D2:D6,SUM)")).toEqual([
      ["North", 90],
      ["South", 60],
      ["Total", 150],
    ]);
    expect(table("PIVOTBY(,C2:C6,D2:D6,SUM)")).toEqual([
      [2024, 2025, "Total"],
      [30, 120, 150],
    ]);
  });

  it("sorts both axes, and has totals first where they are below zero", () => {
    expect(table("PIVOTBY(A2:A6,C2:C6,D2:D6,SUM,,-1,-1,-1,-1)")).toEqual([
      ["", "Total", 2025, 2024],
      ["Total", 150, 120, 30],
      ["South", 60, 40, 20],
      ["North", 90, 80, 10],
    ]);
    expect(table("PIVOTBY(A2:A6,C2:C6,D2:D6,SUM,,0,2,0,-2)")).toEqual([
      ["", 2025, 2024],
      ["South", 40, 20],
      ["North", 80, 10],
    ]);
  });

  it("has subtotals across", () => {
    expect(table("PIVOTBY(A2:A6,B2:C6,D2:D6,SUM,,0,,2)")).toEqual([
      ["", "Apple", "Apple", "Apple", "Pear", "Pear", "Pear", "Grand Total"],
      ["", 2024, 2025, "", 2024, 2025, "", ""],
      ["North", "", 30, 30, 10, 50, 60, 90],
      ["South", 20, "", 20, "", 40, 40, 60],
    ]);
  });

  it("shows the names of fields around the table", () => {
    expect(table("PIVOTBY(A1:A6,C1:C6,D1:D6,SUM,3,0)")).toEqual([
      ["", "Year", "", ""],
      ["", 2024, 2025, "Total"],
      ["Region", "Sales", "Sales", "Sales"],
      ["North", 10, 80, 90],
      ["South", 20, 40, 60],
    ]);
  });

  it("compares with the total that is asked for", () => {
    const shares = (relative: string) => table(`PIVOTBY(A2:A6,B2:C6,D2:D6,PERCENTOF,,0,,0,,,${relative})`)[2];
    expect(shares("0")).toEqual(["North", "", 1, 1, 50 / 90]);
    expect(shares("1")).toEqual(["North", "", 30 / 90, 10 / 90, 50 / 90]);
    expect(shares("2")).toEqual(["North", "", 30 / 150, 10 / 150, 50 / 150]);
    expect(shares("3")).toEqual(["North", "", 1, 10 / 60, 50 / 60]);
    expect(table("PIVOTBY(A2:B6,C2:C6,D2:D6,PERCENTOF,,0,,0,,,4)")[2]).toEqual(["North", "Pear", 1, 50 / 80]);
    expect(formula("=PIVOTBY(A2:A6,C2:C6,D2:D6,SUM,,,,,,,5)", SALES)).toBe(VALUE);
  });

  it("puts several functions beside each other under each group", () => {
    expect(table("PIVOTBY(A2:A6,C2:C6,D2:D6,HSTACK(SUM,COUNT),,0,,0)")).toEqual([
      ["", 2024, 2024, 2025, 2025],
      ["", "SUM", "COUNT", "SUM", "COUNT"],
      ["North", 10, 1, 80, 2],
      ["South", 20, 1, 40, 1],
    ]);
    expect(table("PIVOTBY(A2:A6,C2:C6,D2:D6,VSTACK(SUM,COUNT),,0,,0)")).toEqual([
      ["", "", 2024, 2025],
      ["North", "SUM", 10, 80],
      ["North", "COUNT", 1, 2],
      ["South", "SUM", 20, 40],
      ["South", "COUNT", 1, 1],
    ]);
  });

  it("is not made where it would be too large", () => {
    expect(formula("=ROWS(PIVOTBY(SEQUENCE(2000),SEQUENCE(2000),SEQUENCE(2000),SUM))")).toBe(NUM);
  });
});
