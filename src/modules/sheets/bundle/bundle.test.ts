/** The bundle's section of spreadsheets: import, export and another import, and errors with their paths. */
import { FormulaText, readBlock } from "@daybook/formula/cells";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { companyBundle } from "../../../../test/support/bundle.ts";
import { exported, importInto } from "../../../../test/support/import.ts";
import { type BundleSheet, sheet, worksheet } from "../../../../test/support/sheet-records.ts";
import { readId } from "../../../contract/bundle.ts";
import { PLAIN_LAYOUT } from "../../../core/spreadsheet.ts";
import { contentRecords } from "./record.ts";

const http = await testApp();

const PLAN = sheet(
  "plan",
  {
    "Plan 2026": {
      A1: "Month",
      B1: 1.5,
      C70: "=B1*2",
      A200: true,
      B2: { error: "#N/A" },
      C3: { number: "1e+21" },
      D4: "  ",
      E5: { formula: "=123", fills: { rows: 3, columns: 2 } },
    },
    Notes: { A1: "__proto__" },
  },
  {
    revision: 7,
    created: 1_700_000_000,
    worksheets: [
      worksheet("Plan 2026", {
        row_count: 200,
        column_widths: [{ line: 1, pixels: 120 }],
        row_heights: [{ line: 199, pixels: 60 }],
        frozen_rows: 1,
        frozen_columns: 2,
      }),
      worksheet("Notes"),
    ],
    names: [
      { name: "Rate", formula: "='Plan 2026'!B1" },
      { name: "Rate", formula: "=2", worksheet_id: "wks_Notes" },
    ],
    charts: [
      {
        id: "cht_one",
        worksheet_id: "wks_Plan2026",
        type: "line",
        title: "Plan",
        ranges: ["'Plan 2026'!A1:B2"],
        position: { row: 1, column: 2, row_span: 10, column_span: 5 },
      },
    ],
  },
);
const FORMATTED: BundleSheet = {
  id: "sht_plan",
  contents: [
    {
      worksheet_id: "wks_Notes",
      formats: {
        B2: { bold: true, number_format: "0.0" },
        C90: { bold: true, number_format: "0.0" },
        D2: { font_color: "#00ff00" },
      },
    },
  ],
};

async function newCompany(sheets: readonly BundleSheet[] = [PLAN, FORMATTED]) {
  const company = await http.company({ journal: [], sheets });
  const put = (records: readonly object[]) => importSheets(company.bundle, records);
  return { company, put, exportSheets: () => sheetsOf(company.id) };
}

async function importSheets(bundle: ReturnType<typeof companyBundle>, sheets: readonly object[]) {
  const { format, version, company } = bundle;
  const text = JSON.stringify({ format, version, company, sheets });
  return (await http.app.intake.importBundle(once(text))).counts["sheets"];
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function sheetsOf(id: string): Promise<readonly BundleSheet[]> {
  return (JSON.parse(await exported(http.app, id)) as { readonly sheets: readonly BundleSheet[] }).sheets;
}

const revisions = (sheets: readonly BundleSheet[]) => sheets.flatMap(({ revision }) => revision ?? []);

describe("the section", () => {
  test("is exported as it was imported, with ids and revisions, and importing it again changes nothing (GRID-009)", async () => {
    const { put, exportSheets } = await newCompany();
    const sheets = await exportSheets();
    expect(sheets[0]).toEqual({
      id: "sht_plan",
      name: "plan",
      revision: 7,
      created: 1_700_000_000,
      worksheets: PLAN.worksheets,
      names: [{ ...PLAN.names?.[0], worksheet_id: null }, PLAN.names?.[1]],
      charts: PLAN.charts,
    });
    expect(
      Object.assign(
        {},
        ...sheets.flatMap(({ contents = [] }) =>
          contents.filter(({ worksheet_id }) => worksheet_id === "wks_Plan2026").map(({ cells }) => cells),
        ),
      ),
    ).toEqual(PLAN.contents?.[0]?.cells);
    expect(await put(sheets)).toEqual({ created: 0, updated: 0, unchanged: 1 });
    const copy = await newCompany(sheets);
    expect(await copy.exportSheets()).toEqual(sheets);
  });

  test("raises the revision of a changed document once, and never lowers it", async () => {
    const { put, exportSheets } = await newCompany();
    expect(
      await put([
        { id: "sht_plan", contents: [{ worksheet_id: "wks_Notes", cells: { A1: "other", A2: 5 } }] },
        { id: "sht_plan", contents: [{ worksheet_id: "wks_Notes", cells: { A3: 6 } }] },
      ]),
    ).toMatchObject({ updated: 1 });
    expect(revisions(await exportSheets())).toEqual([8]);
    expect(await put([{ id: "sht_plan", revision: 3 }])).toMatchObject({ unchanged: 1 });
    expect(await put([{ id: "sht_plan", name: "Renamed", revision: 20 }])).toMatchObject({ updated: 1 });
    expect(revisions(await exportSheets())).toEqual([20]);
  });

  test("clears members that are null, and keeps members that are omitted", async () => {
    const { put, exportSheets } = await newCompany();
    await put([
      {
        id: "sht_plan",
        contents: [
          { worksheet_id: "wks_Plan2026", cells: { A1: null, B1: 2 } },
          { worksheet_id: "wks_Notes", formats: { B2: null } },
        ],
      },
    ]);
    const contents = (await exportSheets()).flatMap((each) => each.contents ?? []);
    expect(contents.find(({ worksheet_id }) => worksheet_id === "wks_Plan2026")?.cells).toEqual({
      B1: 2,
      B2: { error: "#N/A" },
      C3: { number: "1e+21" },
      D4: "  ",
      E5: { formula: "=123", fills: { rows: 3, columns: 2 } },
    });
    expect(contents.filter(({ formats }) => formats !== undefined).map(({ formats }) => formats)).toEqual([
      { D2: { font_color: "#00ff00" } },
      { C90: { bold: true, number_format: "0.0" } },
    ]);
  });

  test("deletes an omitted worksheet with its cells, its own names and its charts", async () => {
    const { put, exportSheets } = await newCompany();
    await put([
      {
        id: "sht_plan",
        names: [...(PLAN.names ?? []), { name: "Own", formula: "=1", worksheet_id: "wks_Plan2026" }],
      },
    ]);
    await put([{ id: "sht_plan", worksheets: [worksheet("Notes")] }]);
    expect((await exportSheets())[0]).toMatchObject({
      worksheets: [worksheet("Notes")],
      names: [{ worksheet_id: null }, { worksheet_id: "wks_Notes" }],
      charts: [],
      revision: 9,
    });
    expect(
      (await exportSheets()).flatMap(({ contents = [] }) => contents.map(({ worksheet_id }) => worksheet_id)),
    ).not.toContain("wks_Plan2026");
  });

  test("divides contents that are too large for one record", () => {
    const cells = Array.from({ length: 400 }, (_, row) => ({ row, column: 0, value: "x".repeat(30_000) }));
    const records = contentRecords("wks_a", cells, []);
    expect(records.length).toBeGreaterThan(4);
    expect(records.flatMap(({ cells: part = {} }) => Object.keys(part))).toHaveLength(400);
  });

  const changedPlan = (change: object) => [{ ...PLAN, ...change }];
  test.each([
    ["a document without a name", [{ id: "sht_new", worksheets: [worksheet("A")] }], "sheets[0].name"],
    ["a document without worksheets", [{ id: "sht_new", name: "New" }], "sheets[0].worksheets"],
    ["a name without visible characters", changedPlan({ name: " " }), "sheets[0].name"],
    [
      "two worksheets with the same name",
      changedPlan({ worksheets: [worksheet("Notes"), worksheet("NOTES", { id: "wks_x" })] }),
      "sheets[0].worksheets",
    ],
    [
      "more frozen rows than there are",
      [{ id: "sht_new", name: "New", worksheets: [worksheet("A", { frozen_rows: 101 })] }],
      "sheets[0].worksheets[0].frozen_rows",
    ],
    [
      "a width of a column that is not there",
      [
        {
          id: "sht_new",
          name: "New",
          worksheets: [worksheet("A", { column_widths: [{ line: 26, pixels: 60 }] })],
        },
      ],
      "sheets[0].worksheets[0].column_widths",
    ],
    [
      "a worksheet twice",
      changedPlan({ worksheets: [worksheet("Notes"), worksheet("Other", { id: "wks_Notes" })] }),
      "sheets[0].worksheets",
    ],
    [
      "an invalid name of a worksheet",
      changedPlan({ worksheets: [worksheet("a/b")] }),
      "sheets[0].worksheets",
    ],
    [
      "a grid that shrinks",
      changedPlan({ worksheets: [worksheet("Plan 2026"), worksheet("Notes")] }),
      "sheets[0].worksheets[0]",
    ],
    [
      "an invalid cell",
      [{ id: "sht_plan", contents: [{ worksheet_id: "wks_Notes", cells: { A0: 1 } }] }],
      "sheets[0].contents[0].cells.A0",
    ],
    [
      "a cell outside the grid",
      [{ id: "sht_plan", contents: [{ worksheet_id: "wks_Notes", cells: { A101: 1 } }] }],
      "sheets[0].contents[0].cells.A101",
    ],
    [
      "an invalid format",
      [{ id: "sht_plan", contents: [{ worksheet_id: "wks_Notes", formats: { A1: { font_color: "red" } } }] }],
      "sheets[0].contents[0].formats.A1.font_color",
    ],
    [
      "an unknown error value",
      [{ id: "sht_plan", contents: [{ worksheet_id: "wks_Notes", cells: { A1: { error: "#NO" } } }] }],
      "sheets[0].contents[0].cells.A1.error",
      "must be an error value, such as #N/A",
    ],
    [
      "an invalid number",
      [{ id: "sht_plan", contents: [{ worksheet_id: "wks_Notes", cells: { A1: { number: "x" } } }] }],
      "sheets[0].contents[0].cells.A1.number",
    ],
    [
      "cells of an unknown worksheet",
      [{ id: "sht_plan", contents: [{ worksheet_id: "wks_none", cells: {} }] }],
      "sheets[0].contents[0].worksheet_id",
      "there is no worksheet wks_none in this document",
    ],
    [
      "a worksheet of another document",
      [{ id: "sht_new", name: "New", worksheets: [worksheet("Notes")] }],
      "sheets[0].worksheets",
    ],
    [
      "a chart of another document",
      [
        {
          id: "sht_new",
          name: "New",
          worksheets: [worksheet("A")],
          charts: [{ ...PLAN.charts?.[0], worksheet_id: "wks_A" }],
        },
      ],
      "sheets[0].charts",
    ],
    [
      "a name that looks like a cell",
      changedPlan({ names: [{ name: "AB12", formula: "=1" }] }),
      "sheets[0].names",
    ],
    [
      "a name twice",
      changedPlan({
        names: [
          { name: "Tax", formula: "=1" },
          { name: "TAX", formula: "=2" },
        ],
      }),
      "sheets[0].names",
    ],
    [
      "a name for an unknown worksheet",
      changedPlan({ names: [{ name: "Tax", formula: "=1", worksheet_id: "wks_none" }] }),
      "sheets[0]",
    ],
    [
      "a formula without an equals sign",
      changedPlan({ names: [{ name: "Tax", formula: "1" }] }),
      "sheets[0].names[0].formula",
    ],
    [
      "a chart twice",
      changedPlan({ charts: [...(PLAN.charts ?? []), ...(PLAN.charts ?? [])] }),
      "sheets[0].charts",
      "contains a chart twice",
    ],
    [
      "an unknown kind of chart",
      changedPlan({ charts: [{ ...PLAN.charts?.[0], type: "radar" }] }),
      "sheets[0].charts[0].type",
    ],
  ])("refuses %s", async (_what, sheets, path, reason = expect.any(String)) => {
    const { put, exportSheets } = await newCompany();
    const before = await exportSheets();
    await expect(put(sheets)).rejects.toMatchObject({ path, reason });
    expect(await exportSheets()).toEqual(before);
  });
});

test("reading a created document returns the content with which it was created", async () => {
  const { app } = http;
  const company = companyBundle({ journal: [] });
  await importInto(app, company);
  const companyId = readId("company", company.company.id);
  const cells = [...readBlock('[[0,0,"a",1,2],[100,0,{"f":"=A1"}]]')];
  const spreadsheet = {
    worksheets: [
      {
        name: "One",
        rowCount: 1000,
        columnCount: 26,
        cells,
        formats: [{ row: 3, column: 4, format: { italic: true } }],
        charts: [
          {
            type: "pie",
            title: null,
            ranges: ["One!A1"],
            position: { row: 0, column: 0, row_span: 1, column_span: 1 },
          },
        ],
        layout: {
          column_widths: [{ line: 1, pixels: 120 }],
          row_heights: [{ line: 999, pixels: 60 }],
          frozen_rows: 1,
          frozen_columns: 2,
        },
      },
      { name: "Two", rowCount: 10, columnCount: 2, cells: [], formats: [], charts: [], layout: PLAIN_LAYOUT },
    ],
    names: [{ name: "Rate", formula: "=One!B1", sheet: 1 }],
  } as const;
  const created = await app.sheets.create(companyId, "Model", spreadsheet, app.clock.now());
  expect(created).toMatchObject({
    name: "Model",
    revision: 1,
    worksheets: [
      { name: "One", used: { top: 0, left: 0, bottom: 100, right: 1 } },
      { name: "Two", used: null },
    ],
  });
  expect((await app.sheets.read(companyId, created.id)).spreadsheet).toEqual(spreadsheet);
  const tooLong = {
    ...spreadsheet,
    worksheets: [
      {
        ...spreadsheet.worksheets[1],
        cells: [{ row: 0, column: 0, value: new FormulaText(`=${"1+".repeat(4096)}1`) }],
      },
    ],
    names: [],
  };
  await expect(app.sheets.create(companyId, "Model", tooLong, app.clock.now())).rejects.toMatchObject({
    code: "invalid_request",
  });
});
