/**
 * 1099 reports and records in the company bundle: import, export and repeated import, and the paths of
 * refused fields.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import {
  type BundleForm,
  type BundleFormReport,
  form,
  formReport,
} from "../../../../test/support/form-records.ts";
import { formsOf } from "../../../../test/support/forms.ts";
import { exported } from "../../../../test/support/import.ts";

const http = await testApp();

const SECTIONS = {
  form_1099_reports: [formReport(2025), { report: "lost", year: null }, { report: "2024", year: 2024 }],
  forms_1099: [
    form("a", 2025, { filing_status: "filed", filed_at: 1_750_000_000 }),
    form("b", 2024),
    { ...form("", 2025), id: null, number: 9, report: "lost" },
    form("c", 2025),
  ],
};

async function newCompany(sections: object = SECTIONS) {
  const company = await http.company({ journal: [], ...sections });
  return { company, ...formsOf(http, company) };
}

describe("the sections", () => {
  test("are exported as stored, and importing the same file changes nothing", async () => {
    const { company, put } = await newCompany();
    const out = JSON.parse(await exported(http.app, company.id)) as {
      readonly form_1099_reports: readonly BundleFormReport[];
      readonly forms_1099: readonly BundleForm[];
    };
    expect(out.forms_1099.map(({ number, id }) => [number, id])).toEqual([
      [1, "f1099_a"],
      [2, "f1099_b"],
      [9, null],
      [10, "f1099_c"],
    ]);
    expect(
      (await put({ form_1099_reports: out.form_1099_reports, forms_1099: out.forms_1099 })).counts,
    ).toMatchObject({ form_1099_reports: { unchanged: 3 }, forms_1099: { unchanged: 4 } });
    const copy = await http.company({
      journal: [],
      form_1099_reports: out.form_1099_reports,
      forms_1099: out.forms_1099,
    });
    const again = JSON.parse(await exported(http.app, copy.id)) as typeof out;
    expect([again.form_1099_reports, again.forms_1099]).toEqual([out.form_1099_reports, out.forms_1099]);
  });

  test("are counted and numbered in the same way over several batches, in which duplicates are found", async () => {
    const many = Array.from({ length: 1_203 }, (_, index) =>
      form(`v${index}`, 2024 + (index % 2), { filing_status: index % 3 === 0 ? "filed" : "filing" }),
    );
    const { list, put } = await newCompany({
      form_1099_reports: [formReport(2024), formReport(2025)],
      forms_1099: many,
    });
    const { data, summaries } = await list();
    expect(data[0]?.id).toBe("f1099_v1201");
    expect(summaries.map(({ year, counts }) => [year, counts.required, counts.filed])).toEqual([
      [2025, 601, 200],
      [2024, 602, 201],
    ]);
    expect((await put({ forms_1099: [...many, form("last", 2025)] })).counts["forms_1099"]).toEqual({
      created: 1,
      updated: 0,
      unchanged: 1_203,
    });
    await expect(put({ forms_1099: [...many, form("v7", 2025)] })).rejects.toMatchObject({
      path: "forms_1099[1203].number",
    });
    await expect(
      put({ forms_1099: [form("x", 2025, { number: 5_000 }), form("x", 2025, { number: 5_001 })] }),
    ).rejects.toMatchObject({ path: "forms_1099[1].number" });
  });

  test("keep fields that a later file omits, and count a record as updated only if it changed", async () => {
    const { get, put } = await newCompany({
      form_1099_reports: [formReport(2025)],
      forms_1099: [form("a", 2025)],
    });
    const before = await get("a");
    http.clock.set(http.clock.now() + 9);
    expect((await put({ forms_1099: [{ id: "f1099_a" }] })).counts["forms_1099"]).toEqual({
      created: 0,
      updated: 0,
      unchanged: 1,
    });
    expect(
      (await put({ forms_1099: [{ id: "f1099_a", vendor_name: "Other" }] })).counts["forms_1099"],
    ).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(await get("a")).toEqual({ ...before, vendor_name: "Other", updated: before.updated + 9 });
  });

  test("contain no documents, and an import does not change a record's documents", async () => {
    const { company, put, attach, get } = await newCompany({
      form_1099_reports: [formReport(2025)],
      forms_1099: [form("a", 2025)],
    });
    const id = await attach("a");
    expect(await exported(http.app, company.id)).not.toContain(id);
    await put({ forms_1099: [{ id: "f1099_a", filing_status: "filing" }] });
    expect((await get("a")).documents.map((document) => document.id)).toEqual([id]);
  });

  test.each([
    [
      "a report twice",
      { form_1099_reports: [formReport(2030), formReport(2030)] },
      "form_1099_reports[1].report",
    ],
    ["a year twice", { form_1099_reports: [{ report: "other", year: 2025 }] }, "form_1099_reports[0].year"],
    ["a report without a year", { form_1099_reports: [{ report: "new" }] }, "form_1099_reports[0].year"],
    ["a record of no report", { forms_1099: [form("new", 1999)] }, "forms_1099[0].report"],
    [
      "a new record without a report",
      { forms_1099: [{ id: "f1099_new", vendor_name: "New" }] },
      "forms_1099[0].report",
    ],
    [
      "a new record without a name",
      { forms_1099: [{ id: "f1099_new", report: "2025" }] },
      "forms_1099[0].vendor_name",
    ],
    [
      "a record without id and number",
      { forms_1099: [{ ...form("new", 2025), id: null }] },
      "forms_1099[0].number",
    ],
    ["the number of another record", { forms_1099: [form("new", 2025, { number: 1 })] }, "forms_1099[0].id"],
    ["another number of a record", { forms_1099: [form("a", 2025, { number: 5 })] }, "forms_1099[0].number"],
    ["an id taken away", { forms_1099: [{ id: null, number: 1 }] }, "forms_1099[0].id"],
    ["a record twice", { forms_1099: [form("a", 2025), form("a", 2025)] }, "forms_1099[1].number"],
    ["an id of another kind", { forms_1099: [{ ...form("a", 2025), id: "txn_a" }] }, "forms_1099[0].id"],
  ])("refuse %s", async (_what, sections, path) => {
    const { put } = await newCompany();
    await expect(put(sections)).rejects.toMatchObject({ path });
  });
});
