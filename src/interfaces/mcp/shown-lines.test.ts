/** Which lines of a statement an answer shows, and what it says of the others. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { category, chart, CHART, cr, dr, voucher } from "../../../test/support/bundle.ts";
import { callTool } from "../../../test/support/mcp.ts";
import { cents } from "@daybook/words/cents";
import { shownChanges, shownLines, wantedLines } from "./shown-lines.ts";

const http = await testApp();
const { address } = http;

/** Fewer characters than any tokenizer needs on the average for JSON. */
const CHARACTERS_OF_A_TOKEN = 3;

describe("the lines of a statement", () => {
  const line = (id: string, amount_cents: number, parent_category_id: string | null = null) => ({
    category_id: id,
    name: id,
    parent_category_id,
    amount_cents,
  });
  const ALL = { top: null, depth: null, under: null, minChange: cents(0) };
  const section = (...categories: readonly object[]) => ({ costs: { total_cents: 99, categories } });
  const idsOf = ({ statement }: { statement: unknown }) =>
    (statement as ReturnType<typeof section>).costs.categories.map((each) => (each as { name: string }).name);

  test("leave out what is zero, but not the parents of what is shown, and say so", () => {
    const shown = shownLines(
      section(line("zero", 0), line("netted", 0), line("in", 5, "netted"), line("out", -5, "netted")),
      ALL,
    );
    expect(idsOf(shown)).toEqual(["netted", "in", "out"]);
    expect([shown.remarks, shown.goOn]).toEqual([["1 lines of zero are left out."], null]);
  });

  test("are the largest, with their parents; what is left out is told, and can be had", () => {
    const many = section(
      line("parent", 1),
      line("large", -900_00, "parent"),
      ...Array.from({ length: 200 }, (_, at) => line(`l${at}`, 100 + at)),
    );
    const shown = shownLines(many, ALL);
    expect(idsOf(shown).length).toBe(121);
    expect(idsOf(shown)).toContain("parent");
    expect(shown.remarks).toEqual([
      "81 smaller lines are left out, none of more than $1.80. Totals count them.",
    ]);
    expect(shown.goOn).toEqual({ top: 202 });
    expect(idsOf(shownLines(many, { ...ALL, top: 202 })).length).toBe(202);
    expect(idsOf(shownLines(many, { ...ALL, top: 1 }))).toEqual(["parent", "large"]);
  });

  test("are those of a level, or under a line; no line of that id is refused", () => {
    const nested = section(line("a", 3), line("b", 2, "a"), line("c", 1, "b"), line("d", 4));
    expect(idsOf(shownLines(nested, { ...ALL, depth: 1 }))).toEqual(["a", "d"]);
    expect(idsOf(shownLines(nested, { ...ALL, under: "b" }))).toEqual(["a", "b", "c"]);
    expect(() => shownLines(nested, { ...ALL, under: "e" })).toThrow("No line of this statement is e.");
    expect(() => wantedLines({ depth: 0 })).toThrow("`depth` must be a whole number from 1.");
    expect(() => wantedLines({ min_change: "much" })).toThrow(
      "`min_change` must be a number of dollars from 0.",
    );
  });

  test("that changed are listed from the largest down, as many as asked, and the rest is told", () => {
    const changes = [-900, 500, 400, 10].map((change_cents) => ({ change_cents }));
    expect(shownChanges(changes, { ...ALL, top: 2 })).toEqual({
      changes: changes.slice(0, 2),
      leftOut: 2,
      remarks: [
        "Lines that `changes` does not list did not change.",
        "But 2 smaller changes are left out, none of more than $4.00.",
      ],
    });
    const large = shownChanges(changes, { ...ALL, minChange: cents(400) });
    expect([large.changes.length, large.leftOut]).toEqual([3, 1]);
    expect(shownChanges(changes, ALL).remarks.length).toBe(1);
  });
});

test("a statement of 700 accounts is said within 8,000 tokens, a comparison within 10,000 (TOOL-010)", async () => {
  const words = Array.from({ length: 700 }, (_, at) => `cost-of-kind-${at}`);
  const { key } = await http.company({
    categories: chart(CHART, ...words.map((word) => category(word, `Cost of ${word}`, "expense", null))),
    journal: ["2026-04-10", "2026-05-10"].map((date, month) =>
      voucher(date, "Costs of every kind", [
        ...words.map((word, at) => dr(word, 100 + at * (month + 1))),
        cr(
          "checking",
          words.reduce((sum, _word, at) => sum + 100 + at * (month + 1), 0),
        ),
      ]),
    ),
  });
  const asked = { start_date: "2026-05-01", end_date: "2026-05-19" };
  const [alone, compared] = await Promise.all([
    callTool(address, key, "income_statement", asked),
    callTool(address, key, "income_statement", { ...asked, compare_to: "previous_period" }),
  ]);
  expect(alone.text.length).toBeLessThan(8_000 * CHARACTERS_OF_A_TOKEN);
  expect(compared.text.length).toBeLessThan(10_000 * CHARACTERS_OF_A_TOKEN);
  expect(alone.structured.complete).toBe(false);
  const whole = await callTool(address, key, "income_statement", alone.structured.go_on?.arguments ?? {});
  expect([whole.structured.complete, whole.text.match(/cat_cost-of-kind-\d+/g)?.length]).toEqual([true, 700]);
});
