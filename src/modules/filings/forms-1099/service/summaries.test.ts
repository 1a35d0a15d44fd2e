/** Summaries of years over HTTP, and reports that are not ready. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { type BundleForm, form, formReport } from "../../../../../test/support/form-records.ts";
import { FORMS, formsOf } from "../../../../../test/support/forms.ts";
import { stateOf } from "../../../../../test/support/state.ts";
import { EVENTS, PENDING_STATUSES } from "../rules/states.ts";
import { FILING_STATUSES } from "../rules/words.ts";

const http = await testApp();

/** A company with a report for 2025 that has one record with each of the given statuses. */
async function withStatuses(...statuses: readonly string[]) {
  const company = await http.company({
    journal: [],
    form_1099_reports: [formReport(2025)],
    forms_1099: statuses.map((filing_status, number) => form(`r${number}`, 2025, { filing_status })),
  });
  return { company, ...formsOf(http, company) };
}

/** The summary of 2025 for records with the given statuses. */
async function summary(...statuses: readonly string[]) {
  const { list } = await withStatuses(...statuses);
  return (await list("?year=2025")).summaries;
}

const counts = (review_required: number, pending: number, filed: number) => ({
  review_required,
  required: pending + filed,
  pending,
  filed,
});
const of2025 = (filing_status: string, review_required: number, pending: number, filed: number) => [
  { year: 2025, filing_status, counts: counts(review_required, pending, filed) },
];

describe("summaries", () => {
  test("exist for every year with a report, newest first, or only for the requested year (F1099-031, F1099-032, F1099-033)", async () => {
    const company = await http.company({
      journal: [],
      form_1099_reports: [formReport(2023), formReport(2025), formReport(2024)],
      forms_1099: [form("a", 2024), form("b", 2023, { filing_status: "filing" })],
    });
    const { list } = formsOf(http, company);
    const { summaries } = await list();
    expect(summaries.map(({ year, filing_status }) => [year, filing_status])).toEqual([
      [2025, "not_required"],
      [2024, "review_required"],
      [2023, "pending"],
    ]);
    expect((await list("?year=2024")).summaries).toEqual(summaries.slice(1, 2));
  });

  test("do not depend on the other filters (F1099-035)", async () => {
    const { list } = await withStatuses("review_required", "filing", "filed");
    const { summaries } = await list();
    expect(summaries).toEqual(of2025("review_required", 1, 1, 1));
    for (const query of [
      "filing_status=filed",
      "pending=true",
      "vendor_name=nobody",
      "filed_elsewhere=true",
      "filing_status=not_required&year=2025",
    ])
      expect((await list(`?${query}`)).summaries).toEqual(summaries);
  });

  test("are unknown for a year without a report (F1099-036)", async () => {
    const { list } = await withStatuses("filed");
    expect(await list("?year=2019")).toMatchObject({
      data: [],
      has_more: false,
      summaries: [{ year: 2019, filing_status: "unknown", counts: counts(0, 0, 0) }],
    });
  });

  test("are review_required while any record must be confirmed (F1099-037, F1099-042)", async () => {
    expect(await summary("review_required", "filing", "filed", "not_required", "review_required")).toEqual(
      of2025("review_required", 2, 1, 1),
    );
    expect(await summary("review_required")).toEqual(of2025("review_required", 1, 0, 0));
  });

  test.each(PENDING_STATUSES)(
    "are pending while a record is %s (F1099-038, F1099-043, F1099-044, F1099-045)",
    async (status) => {
      expect(await summary(status, "filed", "not_required")).toEqual(of2025("pending", 0, 1, 1));
    },
  );

  test("are filed if all required records are filed and there is at least one (F1099-039, F1099-045)", async () => {
    expect(await summary("filed", "not_required", "filed")).toEqual(of2025("filed", 0, 0, 2));
  });

  test("are not_required if no record is required, with and without records (F1099-040, F1099-041, F1099-046)", async () => {
    expect(await summary("not_required", "not_required")).toEqual(of2025("not_required", 0, 0, 0));
    expect(await summary()).toEqual(of2025("not_required", 0, 0, 0));
  });

  test(
    "equal a full count of the records after any imports and events (F1099-075, F1099-076)",
    { timeout: 120_000 },
    async () => {
      const company = await http.company({
        journal: [],
        form_1099_reports: [formReport(2024), formReport(2025)],
      });
      const { list, put, record } = formsOf(http, company);
      const brought = fc.record({
        name: fc.integer({ min: 0, max: 6 }),
        year: fc.constantFrom(2024, 2025),
        status: fc.constantFrom(...FILING_STATUSES),
      });
      const step = fc.oneof(
        fc.array(brought, { minLength: 1, maxLength: 4 }).map((records) => ({ records })),
        fc.record({ name: fc.integer({ min: 0, max: 6 }), event: fc.constantFrom(...EVENTS) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
          for (const each of steps) {
            // Impossible events and unknown records are refused and change nothing.
            if ("event" in each) await record(`p${each.name}`, each.event).catch(() => null);
            else {
              const rows = new Map(
                each.records.map(({ name, year, status }): [number, BundleForm] => [
                  name,
                  form(`p${name}`, year, { filing_status: status, filed_elsewhere: false, filed_at: null }),
                ]),
              );
              await put({ forms_1099: [...rows.values()] });
            }
          }
          const { data, summaries } = await list("?limit=500");
          for (const { year, counts: told } of summaries) {
            const rows = data.filter((row) => row.year === year);
            const count = (...statuses: readonly string[]) =>
              rows.filter(({ filing_status }) => statuses.includes(filing_status)).length;
            expect(told).toEqual(
              counts(count("review_required"), count(...PENDING_STATUSES), count("filed")),
            );
          }
          expect(summaries.length).toBe(2);
        }),
        { numRuns: 15 },
      );
    },
  );
});

const UNSOUND: readonly (readonly [why: string, more: Partial<BundleForm>])[] = [
  ["a status that nobody knows", { filing_status: "on_hold" }],
  ["a filing elsewhere that is not filed", { filing_status: "filing", filed_elsewhere: true }],
  ["the time of a filing that is not filed", { filing_status: "filing", filed_at: 5 }],
  ["the time of a filing elsewhere", { filing_status: "filed", filed_elsewhere: true, filed_at: 5 }],
];

describe("a report", () => {
  test.each([[null], [999], [10_000], [-2025], [0]])(
    "of the year %j is not ready (F1099-050)",
    async (year) => {
      const company = await http.company({
        journal: [],
        form_1099_reports: [{ report: "bad", year }],
        forms_1099: [{ ...form("a", 0), report: "bad" }],
      });
      const { expectNotReady } = formsOf(http, company);
      await expectNotReady();
      await expectNotReady("/f1099_a");
      expect(await http.app.forms.listProblems(company.id)).toMatchObject([
        { report: "bad", number: null, problem: expect.stringMatching(/year/) as string },
      ]);
    },
  );

  test("with a record that has no id is not ready until it has one (F1099-051)", async () => {
    const company = await http.company({
      journal: [],
      form_1099_reports: [formReport(2025)],
      forms_1099: [form("a", 2025), { ...form("", 2025), id: null, number: 7 }],
    });
    const { expectNotReady, put, names } = formsOf(http, company);
    await expectNotReady();
    await expectNotReady("/f1099_a");
    expect(await http.app.forms.listProblems(company.id)).toEqual([
      { report: "2025", number: 7, id: null, problem: "has no public id" },
    ]);
    await put({ forms_1099: [{ id: "f1099_late", number: 7 }] });
    expect(await names()).toEqual(["late", "a"]);
    expect(await http.app.forms.listProblems(company.id)).toEqual([]);
  });

  test.each(UNSOUND)("with %s is not ready (F1099-052)", async (_why, more) => {
    const company = await http.company({
      journal: [],
      form_1099_reports: [formReport(2025)],
      forms_1099: [form("a", 2025), form("bad", 2025, more)],
    });
    const { expectNotReady, put, list } = formsOf(http, company);
    for (const target of ["", "?year=2025", "/f1099_a", "/f1099_bad"]) await expectNotReady(target);
    await put({
      forms_1099: [{ id: "f1099_bad", filing_status: "filing", filed_elsewhere: false, filed_at: null }],
    });
    expect((await list()).summaries).toEqual(of2025("review_required", 1, 1, 0));
  });

  test("that is not ready is refused whatever the other filters are (F1099-053), but only if its year is selected (F1099-054)", async () => {
    const company = await http.company({
      journal: [],
      form_1099_reports: [formReport(2025), formReport(2024), { report: "lost", year: null }],
      forms_1099: [form("bad", 2025, { filing_status: "on_hold" }), form("good", 2024)],
    });
    const { expectNotReady, names, get, list } = formsOf(http, company);
    for (const query of [
      "",
      "?vendor_name=nobody",
      "?filing_status=filed",
      "?year=2025&pending=true",
      "?year=2025&filed_elsewhere=true",
      "?year=2025&vendor_name=Vendor%20good",
    ])
      await expectNotReady(query);
    expect(await names("?year=2024")).toEqual(["good"]);
    expect((await get("good")).year).toBe(2024);
    expect((await list("?year=2023")).summaries).toMatchObject([{ filing_status: "unknown" }]);
    // An invalid value of a filter is refused before the report is checked.
    expect(await http.refusal(`${FORMS}?pending=maybe`, { key: company.key })).toMatchObject({
      status: 400,
      param: "pending",
    });
  });

  test("is returned as soon as it gets a valid year, with its records in order", async () => {
    const company = await http.company({
      journal: [],
      form_1099_reports: [formReport(2024), { report: "late", year: null }],
      forms_1099: [form("a", 2024), { ...form("b", 0), report: "late" }],
    });
    const { expectNotReady, put, names } = formsOf(http, company);
    await expectNotReady();
    await put({ form_1099_reports: [{ report: "late", year: 2025 }] });
    expect(await names()).toEqual(["b", "a"]);
    expect(await names("?year=2025")).toEqual(["b"]);
  });
});

test("reading changes nothing: no report is created, no W-9 requested, nothing paid or filed (F1099-058)", async () => {
  const { company, list, get, attach } = await withStatuses(...FILING_STATUSES);
  await attach("r1");
  const rest = async () => ({
    ...(await stateOf(http.app, company.id)),
    company_usage: null,
    api_keys: null,
  });
  const before = await rest();
  for (const query of ["", "?year=2025", "?year=2031", "?pending=true", "?limit=1"]) await list(query);
  for (const number of FILING_STATUSES.keys()) await get(`r${number}`);
  expect(await rest()).toEqual(before);
});
