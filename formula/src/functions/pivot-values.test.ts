/** GETPIVOTDATA with pivot tables that are stored as values, in the layouts that Excel shows. */
import { describe, expect, it } from "vitest";
import { formula, type Sheets } from "../../test/sheets.ts";
import { REF } from "../values.ts";

type Row = readonly (string | number)[];

/** Returns cells beginning at B3; empty texts are blanks. */
function table(...rows: readonly Row[]): Sheets[string] {
  return Object.fromEntries(
    rows.flatMap((row, y) =>
      row.flatMap((value, x) => (value === "" ? [] : [[`${String.fromCodePoint(66 + x)}${y + 3}`, value]])),
    ),
  );
}

const get = (cells: Sheets[string], text: string) => formula(`=GETPIVOTDATA(${text})`, cells);

describe("one field of rows", () => {
  const cells = table(
    ["Row Labels", "Sum of Sales", "Count of Orders"],
    ["Apple", 30, 3],
    ["Pear", 70, 5],
    [2024, 1, 1],
    ["Grand Total", 101, 9],
  );

  it("is found by its label, and the total without one", () => {
    expect(get(cells, '"Sum of Sales",B3')).toBe(101);
    expect(get(cells, '"sales",$D$5')).toBe(101);
    expect(get(cells, '"Orders",B3,"Product","pear"')).toBe(5);
    expect(get(cells, '"Sum of Sales",B3,"Product",2024')).toBe(1);
  });

  it("is #REF! for what is not shown, and without a table", () => {
    for (const text of [
      '"Profit",B3',
      '"Sales",B3,"Product","Plum"',
      '"Sales",H30',
      '"Sales",B3,"Product"',
      '"Sales",B3,"Product","Pear","Year",2024',
      '"Sales",5',
    ])
      expect(get(cells, text)).toBe(REF);
    expect(get({ B3: "Sum of Sales" }, '"Sum of Sales",B3')).toBe(REF);
  });

  it("is not taken for certain where a label stands twice, as in nested fields", () => {
    const nested = table(
      ["Row Labels", "Sum of Sales"],
      ["North", 30],
      ["Apple", 10],
      ["Pear", 20],
      ["South", 5],
      ["Apple", 5],
      ["Grand Total", 35],
    );
    expect(get(nested, '"Sales",B3,"Region","South"')).toBe(5);
    expect(get(nested, '"Sales",B3,"Product","Pear"')).toBe(20);
    expect(get(nested, '"Sales",B3,"Product","Apple"')).toBe(REF);
    expect(get(nested, '"Sales",B3,"Region","South","Product","Apple"')).toBe(REF);
  });
});

it("several fields of rows are found by their names, and subtotals by the outer ones", () => {
  const cells = table(
    ["Region", "Product", "Sum of Sales"],
    ["North", "Apple", 10],
    ["", "Pear", 20],
    ["North Total", "", 30],
    ["South", "Apple", 5],
    ["South Total", "", 5],
    ["Grand Total", "", 35],
  );
  expect(get(cells, '"Sales",B3,"Region","South","Product","Apple"')).toBe(5);
  expect(get(cells, '"Sales",B3,"Product","Pear","Region","North"')).toBe(20);
  expect(get(cells, '"Sales",B3,"Region","North"')).toBe(30);
  expect(get(cells, '"Sales",B3')).toBe(35);
  expect(get(cells, '"Sales",B3,"Product","Apple"')).toBe(REF);
  expect(get(cells, '"Sales",B3,"Region","South","Product","Pear"')).toBe(REF);
});

describe("fields of rows and columns", () => {
  const compact = table(
    ["Sum of Sales", "Column Labels"],
    ["Row Labels", 2024, 2025, "Grand Total"],
    ["Apple", 1, 2, 3],
    ["Pear", 4, "", 4],
    ["Grand Total", 5, 2, 7],
  );
  const named = table(
    ["Sum of Sales", "", "Year"],
    ["Region", "Product", 2024, 2025, "Grand Total"],
    ["North", "Apple", 1, 2, 3],
    ["North Total", "", 1, 2, 3],
    ["Grand Total", "", 1, 2, 3],
  );

  it("are found where they cross", () => {
    expect(get(compact, '"Sales",B3')).toBe(7);
    expect(get(compact, '"Sales",B3,"Year",2024')).toBe(5);
    expect(get(compact, '"Sales",B3,"Product","Apple"')).toBe(3);
    expect(get(compact, '"Sales",B3,"Year",2025,"Product","Apple"')).toBe(2);
    expect(get(compact, '"Sales",B3,"Product","Pear","Year",2025')).toBe(0);
    expect(get(named, '"Sales",B3,"Year",2025,"Product","Apple","Region","North"')).toBe(2);
    expect(get(named, '"Sales",B3,"Region","North","Year",2024')).toBe(1);
    expect(get(named, '"Sales",B3,"Year",2026')).toBe(REF);
  });

  it("end where blanks and formulas begin", () => {
    expect(
      get({ ...compact, F5: '=GETPIVOTDATA("Sales",B3)', F6: "=F5", A3: "=1" }, '"Sales",B3,"Year",2024'),
    ).toBe(5);
    expect(formula("=F5", { ...compact, F5: '=GETPIVOTDATA("Sales",B3)' })).toBe(7);
  });
});
