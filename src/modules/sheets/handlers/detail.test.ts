/** A spreadsheet over HTTP: worksheets, the syntax of ranges, `view` and `include`. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { sheet, worksheet } from "../../../../test/support/sheet-records.ts";
import { companyWith, planOf, rangesOf } from "../../../../test/support/sheets.ts";

const http = await testApp();

const POSITION = { row: 1, column: 2, row_span: 10, column_span: 5 };
const plan = await companyWith(
  http,
  sheet(
    "plan",
    {
      "Monthly plan": {
        A1: "Month",
        B1: 12.5,
        C1: true,
        A2: "  ",
        B2: "=B1*2",
        C2: { error: "#N/A" },
        D70: "=1/0",
        A3: "=A1",
      },
      "Bob's": { A1: 7 },
      Empty: {},
      A1: { B2: 3 },
    },
    {
      revision: 4,
      charts: [
        {
          id: "cht_second",
          worksheet_id: "wks_Bobs",
          type: "pie",
          title: null,
          ranges: [],
          position: POSITION,
        },
        {
          id: "cht_first",
          worksheet_id: "wks_Monthlyplan",
          type: "line",
          title: "Plan",
          ranges: ["'Monthly plan'!A1:B2"],
          position: POSITION,
        },
      ],
    },
  ),
  sheet("single", { Only: { B2: 5 } }, { prefix: "single" }),
  {
    ...sheet("formats", { F: { A1: "=1", B1: "x" } }, { prefix: "formats" }),
    contents: [
      {
        worksheet_id: "wks_formatsF",
        cells: { A1: { formula: "=1" }, B1: "x" },
        formats: {
          A1: { bold: true, number_format: "#,##0.00" },
          B2: {
            italic: false,
            font_color: "#0000ff",
            background_color: "#FFFFFF",
            horizontal_alignment: "right",
          },
          C3: { bold: true },
          A90: { italic: true },
        },
      },
    ],
  },
);
const { get, refusal } = plan;
const badRange = { status: 400, code: "invalid_request", param: "ranges" };

/** Reads ranges of a document and returns the refusal. */
function refused(name: string, ranges: readonly string[], more = "") {
  return refusal(`/sht_${name}?${rangesOf(...ranges)}${more}`);
}

describe("GET /sheets/{id} without ranges", () => {
  test("returns only the document and its worksheets (SHEET-015, SHEET-093, SHEET-094)", async () => {
    const answer = await get("plan");
    expect(Object.keys(answer)).toEqual(["id", "name", "url", "revision", "worksheets"]);
    expect(answer).toMatchObject({ id: "sht_plan", name: "plan", revision: 4 });
    for (const row of answer.worksheets)
      expect(Object.keys(row)).toEqual(["id", "name", "used_range", "row_count", "column_count"]);
    expect(
      answer.worksheets.map(({ id, name, row_count, column_count }) => [id, name, row_count, column_count]),
    ).toEqual([
      ["wks_Monthlyplan", "Monthly plan", 100, 26],
      ["wks_Bobs", "Bob's", 100, 26],
      ["wks_Empty", "Empty", 100, 26],
      ["wks_A1", "A1", 100, 26],
    ]);
  });

  test("returns the bounds of all written cells, formulas included, as used_range; null for an empty worksheet (SHEET-096, SHEET-097)", async () => {
    expect((await get("plan")).worksheets.map(({ used_range }) => used_range)).toEqual([
      "A1:D70",
      "A1",
      null,
      "B2",
    ]);
    const { write, get: read } = await planOf(http, { A: { C5: "x" } });
    await write("plan", "A", [1, 6], "=1");
    await write("plan", "A", [80, 3], 1);
    expect((await read("plan")).worksheets[0]?.used_range).toBe("C2:G81");
    for (const place of [
      [1, 6],
      [80, 3],
    ] as const)
      await write("plan", "A", place, null);
    expect((await read("plan")).worksheets[0]?.used_range).toBe("C5");
    await write("plan", "A", [4, 2], null);
    expect((await read("plan")).worksheets[0]?.used_range).toBeNull();
  });

  test("returns one revision, which an edit on any worksheet raises (SHEET-093)", async () => {
    const { write, get: read, edit } = await planOf(http, { A: {}, B: {} });
    await write("plan", "B", [0, 0], 1);
    await write("plan", "A", [0, 0], 1);
    expect((await read("plan")).revision).toBe(3);
    await edit("plan", { kind: "rename", name: "Other" });
    expect(await read("plan")).toMatchObject({ revision: 4, name: "Other" });
  });

  test("returns the same id of a worksheet after it is moved or renamed (SHEET-095)", async () => {
    const { edit, get: read } = await planOf(http, { A: { A1: 1 }, B: { A1: 2 } });
    await edit("plan", { kind: "move_worksheet", worksheet: "wks_A", place: 1 });
    await edit("plan", { kind: "rename_worksheet", worksheet: "A", name: "First" });
    expect((await read("plan")).worksheets.map(({ id, name }) => [id, name])).toEqual([
      ["wks_B", "B"],
      ["wks_A", "First"],
    ]);
    expect((await read("plan", `${rangesOf("First!A1")}&worksheet_id=wks_A`)).ranges).toMatchObject([
      { worksheet_id: "wks_A", range: "First!A1", values: [[1]] },
    ]);
  });

  test("adds charts if they are requested, and ignores a request for formats (SHEET-048, SHEET-050, SHEET-051)", async () => {
    expect(await get("formats", "include=formats")).toEqual(await get("formats"));
    const { charts, ...rest } = await get("plan", "include=charts");
    expect(rest).toEqual(await get("plan"));
    expect(charts).toEqual([
      {
        id: "cht_first",
        worksheet_id: "wks_Monthlyplan",
        type: "line",
        title: "Plan",
        ranges: ["'Monthly plan'!A1:B2"],
        position: POSITION,
      },
      {
        id: "cht_second",
        worksheet_id: "wks_Bobs",
        type: "pie",
        title: null,
        ranges: [],
        position: POSITION,
      },
    ]);
    for (const include of ["charts,formats", "formats,charts", "charts,%20formats"])
      expect(await get("plan", `include=${include}`)).toEqual({ ...rest, charts });
  });

  test("is a 404 for an unknown document (SHEET-054)", async () => {
    const foreign = await planOf(http, { A: {} }, { id: "sht_foreign" });
    await expect(foreign.get("foreign")).resolves.toBeDefined();
    for (const id of ["sht_foreign", "sht_unknown", "1", "comp_x", "sht_", "%00", "sht_plan%20"]) {
      const answer = await refusal(`/${id}`);
      expect(answer).toMatchObject({ status: 404, code: "resource_missing" });
      expect(answer).not.toHaveProperty("param");
    }
  });
});

describe("ranges", () => {
  test("are returned in the order of the request, always with the worksheet's name (SHEET-016, SHEET-018, SHEET-098)", async () => {
    const answer = await get("plan", rangesOf("'Bob''s'!A1", "'monthly PLAN'!A1:B2", "A1!B2", "'Bob''s'!A1"));
    expect(Object.keys(answer)).toEqual([
      "id",
      "name",
      "url",
      "revision",
      "worksheets",
      "ranges",
      "calculation",
    ]);
    expect(answer.ranges?.map(({ worksheet_id, range }) => [worksheet_id, range])).toEqual([
      ["wks_Bobs", "'Bob''s'!A1"],
      ["wks_Monthlyplan", "'Monthly plan'!A1:B2"],
      ["wks_A1", "'A1'!B2"],
      ["wks_Bobs", "'Bob''s'!A1"],
    ]);
    for (const entry of answer.ranges ?? [])
      expect(Object.keys(entry)).toEqual(["worksheet_id", "range", "values"]);
    expect((await get("single", "ranges=b2")).ranges?.[0]?.range).toBe("Only!B2");
  });

  test("include a single `ranges` parameter without brackets, for a cell or a rectangle (SHEET-019, SHEET-020, SHEET-021, SHEET-099, SHEET-100)", async () => {
    expect((await get("single", "ranges=B2")).ranges).toMatchObject([{ range: "Only!B2", values: [[5]] }]);
    expect((await get("single", "ranges=A1:C2")).ranges).toMatchObject([
      {
        range: "Only!A1:C2",
        values: [
          [null, null, null],
          [null, 5, null],
        ],
      },
    ]);
    expect((await get("single", "ranges=B2:B2")).ranges).toMatchObject([{ range: "Only!B2", values: [[5]] }]);
  });

  test.each(["B2:A1", "B1:A2", "A2:B1"])(
    "refuses %s, which is not in ascending order (SHEET-022)",
    async (range) => {
      expect(await refused("single", [range])).toMatchObject(badRange);
    },
  );

  test.each(["A101", "A1:A101", "AA1", "A1:AA1", "XFD1048576", "XFE1", "A1048577", "ZZZ1"])(
    "refuses %s, which reaches out of the grid (SHEET-023)",
    async (range) => {
      expect(await refused("single", [range])).toMatchObject(badRange);
      expect((await get("single", "ranges=A1:Z100&view=formulas")).ranges?.[0]?.formulas).toHaveLength(100);
    },
  );

  test.each(["A:A", "A:C", "Only!A:A", "$A:$A"])(
    "refuses the whole columns %s (SHEET-024)",
    async (range) => {
      expect(await refused("single", [range])).toMatchObject(badRange);
    },
  );

  test.each(["1:10", "3:3", "Only!1:1"])("refuses the whole rows %s (SHEET-025)", async (range) => {
    expect(await refused("single", [range])).toMatchObject(badRange);
  });

  test.each([
    "",
    " ",
    "A0",
    "A",
    "1",
    "A1:",
    ":A1",
    "A1:B",
    "A1:B2:C3",
    "A1,B2",
    "R1C1",
    "Only!",
    "!A1",
    "'Only!A1",
    "Only'!A1",
    "''!A1",
    "'Only'A1",
    "Only!!A1",
    "A 1",
    "A1 ",
    "=A1",
    "A1#",
    "[x]Only!A1",
    "Only!A1:Only!B2",
    "Ａ１",
    "__proto__",
    "A1:B2!A1",
    "%00",
  ])("refuses the invalid range %j", async (range) => {
    expect(await refused("single", [range])).toMatchObject(badRange);
    expect(await refused("single", ["A1", range])).toMatchObject(badRange);
  });

  test("can name the worksheet in quotes, with its apostrophes doubled (SHEET-026, SHEET-027)", async () => {
    expect((await get("plan", rangesOf("'Monthly plan'!A1:B1"))).ranges).toMatchObject([
      { worksheet_id: "wks_Monthlyplan", values: [["Month", 12.5]] },
    ]);
    expect((await get("plan", rangesOf("'Bob''s'!A1"))).ranges).toMatchObject([
      { worksheet_id: "wks_Bobs", values: [[7]] },
    ]);
    expect(await refused("plan", ["'Bob's'!A1"])).toMatchObject(badRange);
    expect(await refused("plan", ["Monthly plan!A1"])).toMatchObject(badRange);
  });

  test("refuses an unknown worksheet (SHEET-028)", async () => {
    for (const range of ["Other!A1", "'Monthly'!A1", "'wks_Bobs'!A1"])
      expect(await refused("plan", [range])).toMatchObject(badRange);
  });

  test("without a worksheet's name belong to `worksheet_id`, or to the only worksheet (SHEET-029, SHEET-030, SHEET-031)", async () => {
    expect(await refused("plan", ["A1"])).toMatchObject({
      ...badRange,
      message:
        "`A1` names no worksheet, and the document has several. Add the worksheet's name, or send `worksheet_id`.",
    });
    expect((await get("plan", "ranges=A1&worksheet_id=wks_Bobs")).ranges).toMatchObject([
      { worksheet_id: "wks_Bobs", range: "'Bob''s'!A1", values: [[7]] },
    ]);
    expect((await get("single", "ranges=B2")).ranges).toMatchObject([
      { worksheet_id: "wks_singleOnly", values: [[5]] },
    ]);
  });

  test("with a worksheet's name must agree with `worksheet_id` (SHEET-032, SHEET-033)", async () => {
    expect((await get("plan", `${rangesOf("'Bob''s'!A1", "A2")}&worksheet_id=wks_Bobs`)).ranges).toHaveLength(
      2,
    );
    expect(await refused("plan", ["A1", "'Monthly plan'!A1"], "&worksheet_id=wks_Bobs")).toMatchObject({
      ...badRange,
      message: "`'Monthly plan'!A1` names another worksheet than `worksheet_id`.",
    });
    for (const id of ["wks_none", "Bob's", "wks_singleOnly", ""])
      expect(await refused("plan", ["A1"], `&worksheet_id=${id}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "worksheet_id",
      });
    expect(await refusal("/sht_plan?worksheet_id=wks_none")).toMatchObject({
      status: 400,
      param: "worksheet_id",
    });
  });

  test("are at most 100 per request (SHEET-034, SHEET-035)", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `A${(index % 100) + 1}`);
    expect((await get("single", rangesOf(...many(100)))).ranges).toHaveLength(100);
    expect(await refused("single", many(101))).toMatchObject({
      ...badRange,
      message: "`ranges` takes at most 100 values.",
    });
    expect(await refused("single", ["A1", ""])).toMatchObject({
      ...badRange,
      message: "A value of `ranges` is empty or invalid.",
    });
  });

  test("have at most 10,000 cells together; a cell counts once for each range that contains it (SHEET-036, SHEET-037, SHEET-038, SHEET-039)", async () => {
    const { get: read, refusal: refuse } = await companyWith(http, {
      id: "sht_plan",
      name: "plan",
      worksheets: [worksheet("Big", { row_count: 20_000, column_count: 4 })],
    });
    expect((await read("plan", "ranges=A1:D2500")).ranges?.[0]?.values).toHaveLength(2500);
    expect((await read("plan", rangesOf("A1:A5000", "A1:A5000"))).ranges).toHaveLength(2);
    for (const ranges of [
      ["A1:A10001"],
      ["A1:D2500", "A1"],
      ["A1:A5001", "A1:A5001"],
      ["A1:A5000", "C1:C5001"],
    ])
      expect(await refuse(`/sht_plan?${rangesOf(...ranges)}`)).toMatchObject(badRange);
  });

  test("are either one `ranges` or several `ranges[]`", async () => {
    for (const query of ["ranges=A1&ranges[]=A1", "ranges=A1&ranges=A1"])
      expect(await refusal(`/sht_single?${query}`)).toMatchObject(badRange);
  });
});

describe("views", () => {
  const query = rangesOf("'Monthly plan'!A1:C2");
  const formulas = [
    [null, null, null],
    [null, "=B1*2", null],
  ];
  const values = [
    ["Month", 12.5, true],
    ["  ", 25, null],
  ];

  test("are of values by default (SHEET-017, SHEET-040, SHEET-041, SHEET-047, SHEET-108)", async () => {
    const answer = await get("plan", query);
    expect(answer.ranges).toEqual([
      { worksheet_id: "wks_Monthlyplan", range: "'Monthly plan'!A1:C2", values },
    ]);
    expect(await get("plan", `${query}&view=values`)).toEqual(answer);
    expect(answer.calculation).toBeDefined();
  });

  test("of formulas need no calculation (SHEET-017, SHEET-042, SHEET-043, SHEET-102)", async () => {
    const answer = await get("plan", `${query}&view=formulas`);
    expect(answer).not.toHaveProperty("calculation");
    expect(answer.ranges).toEqual([
      { worksheet_id: "wks_Monthlyplan", range: "'Monthly plan'!A1:C2", formulas },
    ]);
    expect(
      (await get("plan", `${rangesOf("'Monthly plan'!C69:E70")}&view=formulas`)).ranges?.[0]?.formulas,
    ).toEqual([
      [null, null, null],
      [null, "=1/0", null],
    ]);
  });

  test("of both return values and formulas (SHEET-044, SHEET-046)", async () => {
    const answer = await get("plan", `${query}&view=both`);
    expect(answer.ranges).toEqual([
      { worksheet_id: "wks_Monthlyplan", range: "'Monthly plan'!A1:C2", values, formulas },
    ]);
    expect(JSON.stringify(answer)).not.toContain("job");
  });

  test.each(["", "Values", "all", "values,formulas", "formula"])(
    "are not of %j (SHEET-045)",
    async (view) => {
      expect(await refusal(`/sht_plan?view=${view}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "view",
      });
    },
  );
});

describe("include", () => {
  test("returns the formats of the selected cells, with only the properties that are set (SHEET-049)", async () => {
    const answer = await get("formats", `${rangesOf("A1:B2", "C1:C2", "A90")}&include=formats&view=formulas`);
    expect(answer.ranges?.map(({ formats }) => formats)).toEqual([
      [
        { cell: "A1", number_format: "#,##0.00", bold: true },
        {
          cell: "B2",
          italic: false,
          font_color: "#0000ff",
          background_color: "#FFFFFF",
          horizontal_alignment: "right",
        },
      ],
      [],
      [{ cell: "A90", italic: true }],
    ]);
    expect((await get("formats", "ranges=A1")).ranges?.[0]).not.toHaveProperty("formats");
    expect((await get("formats", "ranges=A1&include=charts,formats")).ranges?.[0]).toMatchObject({
      values: [[1]],
      formats: [{ cell: "A1" }],
    });
  });

  test.each(["", "chart", "charts,", "charts;formats", "Charts", "values"])(
    "does not know %j (SHEET-052)",
    async (include) => {
      expect(await refusal(`/sht_plan?include=${encodeURIComponent(include)}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "include",
      });
    },
  );
});

test("unknown and repeated parameters are refused (SHEET-053)", async () => {
  for (const name of ["range", "rangesx", "ranges[0]", "View", "limit", "include[]", "revision"])
    expect(await refusal(`/sht_plan?${encodeURIComponent(name)}=1`)).toMatchObject({
      status: 400,
      code: "invalid_request",
      param: name,
    });
  for (const pair of ["view=both", "include=charts", "worksheet_id=wks_A1"])
    expect(await refusal(`/sht_plan?${pair}&${pair}`)).toMatchObject({
      status: 400,
      code: "invalid_request",
      param: pair.split("=")[0],
    });
});
