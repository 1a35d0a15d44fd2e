/** The search in a spreadsheet's cells over HTTP: matches, order and pages. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { sheet } from "../../../../test/support/sheet-records.ts";
import { companyWith, planOf } from "../../../../test/support/sheets.ts";

const http = await testApp();

const book = await companyWith(
  http,
  sheet(
    "plan",
    {
      Plan: {
        C1: "Revenue total",
        A2: "revenue",
        B2: 125,
        C2: "=SUM(B2:B2)*2",
        A65: "REVENUE",
        A200: 'says "hi" \\ back',
        B200: "ΟΔΟΣ",
        C200: "line\nbreak",
        D200: "  ",
        E200: true,
        F200: { error: "#N/A" },
        G200: -0.5,
        H200: { number: "1e+21" },
      },
      Actuals: { B1: "Revenue", A1: "=Plan!A2", A3: 1255 },
      Empty: {},
    },
    {
      worksheets: [
        { id: "wks_Plan", name: "Plan", row_count: 300, column_count: 26 },
        { id: "wks_Actuals", name: "Actuals", row_count: 100, column_count: 26 },
        { id: "wks_Empty", name: "Empty", row_count: 100, column_count: 26 },
      ],
    },
  ),
  sheet("other", { Plan: { A1: "revenue" } }, { prefix: "other" }),
);
const { found, search, refusal, company } = book;
const q = (query: string) => `query=${encodeURIComponent(query)}`;
const REVENUE = ["Plan!C1", "Plan!A2", "Plan!A65", "Actuals!B1"];

describe("GET /sheets/{id}/cells", () => {
  test("returns an envelope of cells with the revision (SHEET-055, SHEET-070, SHEET-071)", async () => {
    const page = await search("plan", "query=hi");
    expect(Object.keys(page)).toEqual(["object", "url", "has_more", "next_cursor", "revision", "data"]);
    expect(page).toEqual({
      object: "list",
      url: "/api/v1/sheets/sht_plan/cells",
      has_more: false,
      next_cursor: null,
      revision: 1,
      data: [{ worksheet_id: "wks_Plan", worksheet_name: "Plan", cell: "A200", input: 'says "hi" \\ back' }],
    });
  });

  test("finds cells that contain the text, ignoring case, in the order of worksheets, rows and columns (SHEET-061, SHEET-062, SHEET-068)", async () => {
    for (const query of ["query=revenue", "query=REVENUE", "query=Revenue&match=contains"])
      expect(await found("plan", query)).toEqual(REVENUE);
    expect(await found("plan", q("e"))).toEqual([
      "Plan!C1",
      "Plan!A2",
      "Plan!A65",
      "Plan!C200",
      "Plan!E200",
      "Plan!H200",
      "Actuals!B1",
    ]);
  });

  test("finds only cells that equal the text, ignoring case (SHEET-063)", async () => {
    expect(await found("plan", "query=revenue&match=exact")).toEqual(["Plan!A2", "Plan!A65", "Actuals!B1"]);
    expect(await found("plan", "query=reven&match=exact")).toEqual([]);
    expect(await found("plan", `${q("=sum(b2:b2)*2")}&match=exact`)).toEqual(["Plan!C2"]);
  });

  test.each([
    ["125", ["Plan!B2", "Actuals!A3"]],
    ["-0.5", ["Plan!G200"]],
    ["1e+21", ["Plan!H200"]],
    ["true", ["Plan!E200"]],
    ["#n/a", ["Plan!F200"]],
    ["=", ["Plan!C2", "Actuals!A1"]],
    ["SUM(", ["Plan!C2"]],
    ['"hi"', ["Plan!A200"]],
    ["\\", ["Plan!A200"]],
    ["\n", ["Plan!C200"]],
    ["οδοσ", ["Plan!B200"]],
    ["οδος", ["Plan!B200"]],
    ["  ", ["Plan!D200"]],
    ['{"f"', []],
    ["[1", []],
  ])("searches the stored content: %j (SHEET-066)", async (text, cells) => {
    expect(await found("plan", q(text))).toEqual(cells);
    expect(await found("plan", `${q(text)}&limit=1`)).toEqual(cells.slice(0, 1));
  });

  test("ignores the results of formulas, and blank cells (SHEET-067, SHEET-069)", async () => {
    const { found: cells, values, write } = await planOf(http, { A: { A1: "=20+22", A2: "gone" } });
    expect(await values("plan", "A1")).toEqual([[42]]);
    expect(await cells("plan", "query=42")).toEqual([]);
    await write("plan", "A", [1, 0], null);
    expect(await cells("plan", "query=gone")).toEqual([]);
  });

  test("accepts queries of 1 to 1,000 characters (SHEET-057, SHEET-058, SHEET-059, SHEET-060)", async () => {
    expect((await found("plan", "query=v")).length).toBeGreaterThan(0);
    expect(await found("plan", q("😀".repeat(1000)))).toEqual([]);
    expect(await found("plan", `query=${"x".repeat(1000)}`)).toEqual([]);
    for (const query of [`query=${"x".repeat(1001)}`, q("😀".repeat(1001)), "query="])
      expect(await refusal(`/sht_plan/cells?${query}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "query",
      });
  });

  test("requires a query (SHEET-056)", async () => {
    for (const query of ["", "?match=exact"])
      expect(await refusal(`/sht_plan/cells${query}`)).toMatchObject({
        status: 400,
        code: "parameter_missing",
        param: "query",
      });
  });

  test.each(["", "Exact", "prefix", "contains,exact"])("refuses the match %j (SHEET-064)", async (match) => {
    expect(await refusal(`/sht_plan/cells?query=x&match=${match}`)).toMatchObject({
      status: 400,
      code: "invalid_request",
      param: "match",
    });
  });

  test("searches only the worksheet `worksheet_id` if the parameter is present (SHEET-065)", async () => {
    expect(await found("plan", "query=revenue&worksheet_id=wks_Actuals")).toEqual(["Actuals!B1"]);
    expect(await found("plan", "query=revenue&worksheet_id=wks_Empty")).toEqual([]);
    for (const id of ["", "wks_none", "wks_otherPlan", "Plan"])
      expect(await refusal(`/sht_plan/cells?query=x&worksheet_id=${id}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "worksheet_id",
      });
  });

  test("refuses unknown and repeated parameters (SHEET-078)", async () => {
    for (const name of ["q", "view", "ranges", "query[]", "Match"])
      expect(await refusal(`/sht_plan/cells?query=x&${name}=1`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: name,
      });
    for (const pair of ["query=x", "match=exact", "worksheet_id=wks_Plan", "limit=1", "starting_after=x"]) {
      expect(await refusal(`/sht_plan/cells?query=x&${pair}&${pair}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: pair.split("=")[0],
      });
    }
  });

  test("is a 404 for an unknown document (SHEET-079)", async () => {
    await planOf(http, { A: {} }, { id: "sht_foreign" });
    for (const id of ["sht_foreign", "sht_unknown", "x"])
      expect(await refusal(`/${id}/cells?query=x`)).toMatchObject({ status: 404, code: "resource_missing" });
  });
});

describe("its pages", () => {
  test("of any size are together the whole result (SHEET-072)", async () => {
    const cells = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `${"ABC"[index % 3] ?? ""}${Math.floor(index / 3) + 1}`,
        index % 7 === 0 ? "skip" : `hit ${index}`,
      ]),
    );
    const { found: all, search: page } = await planOf(http, {
      One: cells,
      Two: {},
      Three: { Z1: "hit", A2: "Hit" },
    });
    const whole = await all("plan", "query=hit&limit=500");
    expect(whole).toHaveLength(259);
    for (const limit of [1, 7, 100, 258, 259]) {
      const together: string[] = [];
      for (let cursor = ""; ;) {
        const { data, next_cursor, has_more } = await page("plan", `query=hit&limit=${limit}${cursor}`);
        together.push(...data.map(({ worksheet_name, cell }) => `${worksheet_name}!${cell}`));
        expect(has_more).toBe(next_cursor !== null);
        if (next_cursor === null) break;
        expect(data).toHaveLength(limit);
        cursor = `&starting_after=${next_cursor}`;
      }
      expect(together).toEqual(whole);
    }
    expect(await all("plan", "query=hit")).toHaveLength(100);
    for (const limit of ["0", "501", "x"])
      expect(await refusal(`/sht_plan/cells?query=x&limit=${limit}`)).toMatchObject({
        status: 400,
        param: "limit",
      });
  });

  async function firstCursor(more = "") {
    return (await search("plan", `query=revenue&limit=1${more}`)).next_cursor ?? "";
  }

  test("have cursors for one document, query, match and worksheet (SHEET-073, SHEET-074, SHEET-075, SHEET-076)", async () => {
    const cursor = await firstCursor();
    const other = { status: 400, code: "invalid_request", param: "starting_after" };
    expect(await refusal(`/sht_other/cells?query=revenue&starting_after=${cursor}`)).toMatchObject(other);
    expect(await refusal(`/sht_plan/cells?query=reven&starting_after=${cursor}`)).toMatchObject(other);
    expect(await refusal(`/sht_plan/cells?query=revenue&match=exact&starting_after=${cursor}`)).toMatchObject(
      other,
    );
    expect(
      await refusal(`/sht_plan/cells?query=revenue&worksheet_id=wks_Plan&starting_after=${cursor}`),
    ).toMatchObject(other);
    expect(
      await refusal(
        `/sht_plan/cells?query=revenue&starting_after=${await firstCursor("&worksheet_id=wks_Plan")}`,
      ),
    ).toMatchObject(other);
    expect(await found("plan", `query=REVENUE&match=contains&limit=2&starting_after=${cursor}`)).toEqual(
      REVENUE.slice(1, 3),
    );
    const list = await http.read<{ next_cursor: string }>("/sheets?limit=1", company.key);
    for (const text of ["x", list.next_cursor, `${cursor}x`])
      expect(await refusal(`/sht_plan/cells?query=revenue&starting_after=${text}`)).toMatchObject({
        status: 404,
        code: "resource_missing",
      });
  });

  test("have cursors for one revision (SHEET-077, GEN-062, GEN-085)", async () => {
    const {
      search: page,
      write,
      refusal: refuse,
      edit,
    } = await planOf(http, { A: { A1: "x", A2: "x" }, B: {} });
    const { next_cursor } = await page("plan", "query=x&limit=1");
    await write("plan", "B", [0, 0], "elsewhere");
    await edit("plan", { kind: "rename", name: "Other" });
    const refused = await refuse(`/sht_plan/cells?query=x&limit=1&starting_after=${next_cursor ?? ""}`);
    expect(refused).toMatchObject({
      status: 409,
      type: "invalid_request_error",
      code: "revision_conflict",
      current_revision: 3,
    });
    expect(refused).not.toHaveProperty("param");
    // Other refusals contain no revision.
    expect(
      await refuse(`/sht_plan/cells?query=y&limit=1&starting_after=${next_cursor ?? ""}`),
    ).not.toHaveProperty("current_revision");
    expect(await page("plan", "query=x&limit=1")).toMatchObject({ revision: 3, has_more: true });
  });
});
