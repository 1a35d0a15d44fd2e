/** Formulas after a worksheet was renamed: references to the worksheet are changed, and nothing else. */
import { describe, expect, test } from "vitest";
import { withRenamedWorksheet } from "./renamed-worksheet.ts";

describe("a formula that names the worksheet", () => {
  test.each([
    ["=Plan!A1", "=Budget!A1"],
    ["=plan!A1+SUM(PLAN!$A$1:B2)", "=Budget!A1+SUM(Budget!$A$1:B2)"],
    ["='Plan'!A1", "=Budget!A1"],
    ["=Plan!Rate*-Plan!A:A", "=Budget!Rate*-Budget!A:A"],
    ["=SUM(Plan!A1:Plan!B2)", "=SUM(Budget!A1:Budget!B2)"],
    ["=SUM(Jan:Plan!A1,Plan:Mar!A1,'Jan 1:Plan'!A1)", "=SUM(Jan:Budget!A1,Budget:Mar!A1,'Jan 1:Budget'!A1)"],
    ["=Plan!#REF!+@Plan!A1:A9", "=Budget!#REF!+@Budget!A1:A9"],
    ['="Plan!A1"&Plan!A1&"it\'s Plan!"', '="Plan!A1"&Budget!A1&"it\'s Plan!"'],
  ])("%s becomes %s", (formula, expected) => {
    expect(withRenamedWorksheet(formula, "Plan", "Budget")).toBe(expected);
  });

  test("gets apostrophes if the new name needs them, one pair around all names", () => {
    expect(withRenamedWorksheet("=Plan!A1+SUM(Jan:Plan!A1)", "Plan", "Bob's plan")).toBe(
      "='Bob''s plan'!A1+SUM('Jan:Bob''s plan'!A1)",
    );
    expect(withRenamedWorksheet("=SUM(Plan!A1:Plan!B2)", "Plan", "My plan")).toBe(
      "=SUM('My plan'!A1:'My plan'!B2)",
    );
    expect(withRenamedWorksheet("='Bob''s plan'!A1", "Bob's plan", "A1")).toBe("='A1'!A1");
    expect(withRenamedWorksheet("='A1'!B2+A1:B2", "A1", "2027")).toBe("='2027'!B2+A1:B2");
    expect(withRenamedWorksheet('=\'a"b\'!A1&"x"', 'a"b', "Other")).toBe('=Other!A1&"x"');
    expect(withRenamedWorksheet("=Plan!A1", "Plan", "$& $1")).toBe("='$& $1'!A1");
  });
});

test.each([
  "=MyPlan!A1",
  "='My Plan'!A1",
  "=[Book.xlsx]Plan!A1",
  "='[Book.xlsx]Plan'!A1",
  "=Plan+Plan(1)",
  "=Planned!A1",
  '=INDIRECT("Plan!A1")',
  "Plan",
  "=SUM((",
])("%s, which does not name it, stays", (formula) => {
  expect(withRenamedWorksheet(formula, "Plan", "Budget")).toBe(formula);
});
