/** The size limits of responses: calculated values, stored texts, formulas, and pages of a search. */
import { FormulaText } from "@daybook/formula/cells";
import { afterAll, describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { worksheet } from "../../../../test/support/sheet-records.ts";
import { planOf, rangesOf, sheetOperations, sheetsOf } from "../../../../test/support/sheets.ts";
import { LIMITS } from "@daybook/words/limits";
import { drillFaults } from "../../../platform/faults/index.ts";
import { openCalculator } from "../../../platform/formula/index.ts";

const http = await testApp();
const MOST = LIMITS.sheet_answer_characters.value;
const LONGEST = LIMITS.sheet_text_characters.value;
/** The number of cells with the longest text that fit in a response. */
const FITTING = Math.floor(MOST / LONGEST);
const tooLong = {
  status: "unavailable",
  errors: [
    {
      code: "calculation_unavailable",
      message: `The values of the ranges have more than ${MOST} characters together. Read fewer cells at a time.`,
    },
  ],
  warnings: [],
};

const authored = (text: string) => (text.startsWith("=") ? new FormulaText(text) : text);

/** Creates a document with `rows` cells below A1. */
async function columnOf(rows: number, cell: (row: number) => string, first: string | null = null) {
  const plan = await planOf(http, { A: {} }, { worksheets: [worksheet("A", { row_count: 10_000 })] });
  const cells = Array.from({ length: rows }, (_, at) => ({
    worksheet: "A",
    row: at + 1,
    column: 0,
    value: authored(cell(at + 2)),
  }));
  await plan.edit("plan", {
    kind: "cells",
    cells: [{ worksheet: "A", row: 0, column: 0, value: first === null ? null : authored(first) }, ...cells],
  });
  return plan;
}

describe("the number of characters in a response is limited:", () => {
  test("calculated values beyond the limit are unavailable, but formulas can be read", async () => {
    const { get, company } = await columnOf(9_998, () => "=$A$1", `=REPT("x",${LONGEST})`);
    expect((await get("plan", rangesOf("A1:A9999"))).calculation).toEqual(tooLong);
    const both = await get("plan", `${rangesOf("A1:A9999")}&view=both`);
    expect([both.calculation, both.ranges?.[0]?.values, both.ranges?.[0]?.formulas?.length]).toEqual([
      tooLong,
      undefined,
      9_999,
    ]);
    const fitting = await get("plan", rangesOf(`A1:A${FITTING}`));
    expect([fitting.calculation?.status, fitting.ranges?.[0]?.values?.length]).toEqual(["complete", FITTING]);
    expect((await get("plan", rangesOf(`A1:A${FITTING}`, "A1"))).calculation).toEqual(tooLong);
    // A calculated document may be larger than a response, but has a limit too.
    const { results, calculation } = await http.app.sheets.calculated(
      company.id,
      "sht_plan",
      http.clock.now(),
    );
    expect([results, calculation.isAvailable]).toEqual([null, false]);
  });

  test("stored texts beyond the limit are unavailable", async () => {
    const { get } = await columnOf(FITTING + 1, (row) => String(row).padEnd(LONGEST, "x"));
    expect((await get("plan", rangesOf(`A2:A${FITTING + 2}`))).calculation).toEqual(tooLong);
    expect((await get("plan", rangesOf(`A2:A${FITTING + 1}`))).calculation?.status).toBe("complete");
  });

  test("ranges with formulas beyond the limit are refused", async () => {
    const formula = `="${"x".repeat(8_000)}"`;
    const rows = Math.floor(MOST / formula.length);
    const { get, refusal } = await columnOf(rows + 1, () => formula);
    for (const view of ["formulas", "both"]) {
      expect(await refusal(`/sht_plan?${rangesOf(`A2:A${rows + 2}`)}&view=${view}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "ranges",
        message: expect.stringContaining(String(MOST)) as string,
      });
    }
    expect(
      (await get("plan", `${rangesOf(`A2:A${rows + 1}`)}&view=formulas`)).ranges?.[0]?.formulas,
    ).toHaveLength(rows);
  });

  test("a page of a search ends before the limit, and the next page continues", async () => {
    const { search } = await columnOf(FITTING * 2, (row) => String(row).padEnd(LONGEST, "x"));
    const pages: string[][] = [];
    for (let cursor = ""; ;) {
      const page = await search("plan", `query=xx&limit=500${cursor}`);
      pages.push(page.data.map(({ cell }) => cell));
      expect(page.has_more).toBe(page.next_cursor !== null);
      if (page.next_cursor === null) break;
      cursor = `&starting_after=${page.next_cursor}`;
    }
    expect(pages.map(({ length }) => length)).toEqual([FITTING, FITTING]);
    expect(pages.flat()).toEqual(Array.from({ length: FITTING * 2 }, (_, at) => `A${at + 2}`));
  });
});

describe("a drill", () => {
  const calculator = openCalculator();
  afterAll(() => calculator.close());

  test("makes calculations unavailable as often as it says", async () => {
    const faults = drillFaults(http.app.db, {
      crash: () => {},
      stall: async () => {},
      pause: async () => {},
    });
    const { company } = await planOf(http, { A: { A1: "=1+1" } });
    const drilled = sheetsOf(
      http,
      company,
      await http.serve({ operations: sheetOperations(http, { calculator, faults }) }),
    );
    const status = async () => (await drilled.get("plan", rangesOf("A1"))).calculation;
    expect(await status()).toMatchObject({ status: "complete" });
    await faults.drills?.set({ step: "sheet.calculation", action: "fail", times: 2 });
    for (let time = 0; time < 2; time++)
      expect(await status()).toMatchObject({
        status: "unavailable",
        errors: [
          { code: "calculation_unavailable", message: "A drill asked for a fault at sheet.calculation." },
        ],
      });
    expect(await status()).toMatchObject({ status: "complete" });
  });
});
