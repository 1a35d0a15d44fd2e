/**
 * 1099 records over HTTP, in the list and one by one: filters, order, pages, and the records' fields.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { form, formReport } from "../../../../test/support/form-records.ts";
import { FORMS, formsOf } from "../../../../test/support/forms.ts";

const http = await testApp();
const AT = 1_741_000_000;
const [BLUE, OAK] = ["Blue Fern LLC", "  Oak & Söhne "];

/** One record in each status, in two years. Two records have the same vendor. A third year has no records. */
const company = await http.company({
  journal: [],
  form_1099_reports: [formReport(2023), formReport(2025), formReport(2024)],
  forms_1099: [
    form("done", 2024, { vendor_name: BLUE, filing_status: "filed", filed_at: AT }),
    form("review", 2025, { vendor_name: BLUE }),
    form("needed", 2025, { vendor_name: OAK, filing_status: "w9_required" }),
    form("asked", 2025, { vendor_name: BLUE, filing_status: "w9_requested" }),
    form("ready", 2025, { filing_status: "ready_to_file" }),
    form("sent", 2025, { filing_status: "filing" }),
    form("unknown", 2024, { filing_status: "filed" }),
    form("elsewhere", 2025, { vendor_name: OAK, filing_status: "filed", filed_elsewhere: true }),
    form("none", 2024, { vendor_name: BLUE, filing_status: "not_required" }),
  ],
});
const { list, names, get, refusal } = formsOf(http, company);
const ALL = ["elsewhere", "sent", "ready", "asked", "needed", "review", "none", "unknown", "done"];
const FILING_STATUSES = [
  "review_required",
  "w9_required",
  "w9_requested",
  "ready_to_file",
  "filing",
  "filed",
  "not_required",
];

function in2025(name: string): boolean {
  return !["none", "unknown", "done"].includes(name);
}

/** The names of the records that a query returns, in any order. */
async function found(query: string): Promise<string[]> {
  return (await names(query)).toSorted();
}

describe("the list", () => {
  test("is an envelope of records with summaries (F1099-001, F1099-059, F1099-060, F1099-074)", async () => {
    const page = await list();
    expect(Object.keys(page)).toEqual(["object", "url", "has_more", "next_cursor", "data", "summaries"]);
    expect(page).toMatchObject({
      object: "list",
      url: "/api/v1/forms/1099",
      has_more: false,
      next_cursor: null,
    });
    for (const row of page.data)
      expect(row).toMatchObject({
        object: "form_1099",
        id: expect.stringMatching(/^f1099_/) as string,
        year: expect.any(Number) as number,
        vendor_name: expect.any(String) as string,
      });
    for (const summary of page.summaries)
      expect(Object.keys(summary)).toEqual(["year", "filing_status", "counts"]);
  });

  test("has the newest year first, and within a year the latest record, whatever the order of import (F1099-006, F1099-030)", async () => {
    expect(await names()).toEqual(ALL);
    expect((await list()).data.map(({ year }) => year)).toEqual([
      ...Array<number>(6).fill(2025),
      ...Array<number>(3).fill(2024),
    ]);
  });

  test("of a year has only that year's records, and there is no default year (F1099-005, F1099-006)", async () => {
    expect(await names("?year=2025")).toEqual(ALL.filter(in2025));
    expect(await names("?year=2024")).toEqual(ALL.filter((name) => !in2025(name)));
    expect(await names("?year=2023")).toEqual([]);
  });

  test.each(["1000", "9999"])("accepts the year %s (F1099-007)", async (year) => {
    expect(await list(`?year=${year}`)).toMatchObject({
      data: [],
      summaries: [{ year: Number(year), filing_status: "unknown" }],
    });
  });

  test.each([
    "999",
    "10000",
    "0999",
    "25",
    "20251",
    "2025.0",
    "+2025",
    "-2025",
    "2025x",
    "x",
    "",
    "%20",
    "2025%20",
    "１２３４",
  ])("refuses the year %j (F1099-008)", async (year) => {
    expect(await refusal(`?year=${year}`)).toMatchObject({
      status: 400,
      code: "invalid_request",
      param: "year",
    });
  });

  test("filtered by statuses has the records with any of these statuses (F1099-009, F1099-010)", async () => {
    expect(await names("?filing_status=ready_to_file")).toEqual(["ready"]);
    expect(await names("?filing_status=filed,w9_required")).toEqual([
      "elsewhere",
      "needed",
      "unknown",
      "done",
    ]);
    expect(await names("?filing_status=w9_required,%20filed%20,filed")).toEqual([
      "elsewhere",
      "needed",
      "unknown",
      "done",
    ]);
    expect(await names(`?filing_status=${FILING_STATUSES.join(",")}`)).toEqual(ALL);
  });

  test.each(["lost", "filed,lost", "", ",", "filed,", "filed,,filing", "FILED", "filed filing", "pending"])(
    "refuses the status %j (F1099-011)",
    async (status) => {
      expect(await refusal(`?filing_status=${encodeURIComponent(status)}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "filing_status",
      });
    },
  );

  test("filtered by pending has exactly the required records that are not complete (F1099-012)", async () => {
    expect(await found("?pending=true")).toEqual(["asked", "needed", "ready", "sent"]);
  });

  test("filtered by not pending has all other records (F1099-013)", async () => {
    expect(await found("?pending=false")).toEqual(["done", "elsewhere", "none", "review", "unknown"]);
  });

  test.each(["1", "yes", "TRUE", "True", "0", "", "%20true", "null"])(
    "refuses pending=%s (F1099-014) and filed_elsewhere=%s (F1099-022)",
    async (word) => {
      expect(await refusal(`?pending=${word}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "pending",
      });
      expect(await refusal(`?filed_elsewhere=${word}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "filed_elsewhere",
      });
    },
  );

  test("filtered by a vendor has the records with that full name, ignoring case (F1099-015, F1099-061)", async () => {
    const same = ["none", "asked", "review", "done"].toSorted();
    for (const name of [BLUE, "blue fern llc", "BLUE FERN LLC"])
      expect(await found(`?vendor_name=${encodeURIComponent(name)}`)).toEqual(same);
    expect(await found(`?vendor_name=${encodeURIComponent("OAK & SÖHNE")}`)).toEqual(["elsewhere", "needed"]);
    expect(new Set((await list(`?vendor_name=${BLUE}&year=2025`)).data.map(({ id }) => id)).size).toBe(2);
  });

  test("filtered by a vendor ignores surrounding blanks, in the request and in the record (F1099-016)", async () => {
    for (const name of ["Oak & Söhne", " \t Oak & Söhne\u00a0 ", OAK])
      expect(await found(`?vendor_name=${encodeURIComponent(name)}`)).toEqual(["elsewhere", "needed"]);
    expect((await get("needed")).vendor_name).toBe(OAK);
  });

  test.each([
    "Blue",
    "Blue Fern",
    "Fern LLC",
    "Blue Fern LLC.",
    "Blue  Fern LLC",
    "%",
    "Blue Fern%",
    "Bleu Fern LLC",
    "Blue Fem LLC",
    "Vendor",
  ])("filtered by the unknown vendor %j is empty (F1099-017, F1099-018)", async (name) => {
    expect(await names(`?vendor_name=${encodeURIComponent(name)}`)).toEqual([]);
  });

  test.each(["", "%20", "%20%09%C2%A0", "%E2%80%8B"])(
    "refuses the blank vendor name %j (F1099-019)",
    async (name) => {
      expect(await refusal(`?vendor_name=${name}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "vendor_name",
      });
    },
  );

  test("filtered by filed_elsewhere has only the records with that value (F1099-020, F1099-021)", async () => {
    expect(await names("?filed_elsewhere=true")).toEqual(["elsewhere"]);
    expect(await names("?filed_elsewhere=false")).toEqual(ALL.filter((name) => name !== "elsewhere"));
  });

  test("has only the records that match all filters (F1099-023)", async () => {
    expect(await names("?filing_status=filed,filing&year=2025")).toEqual(["elsewhere", "sent"]);
    expect(await names("?filing_status=filed,filing&year=2025&filed_elsewhere=false")).toEqual(["sent"]);
    expect(await names("?filing_status=filed,filing&pending=true")).toEqual(["sent"]);
    expect(await names("?filing_status=filed&pending=true")).toEqual([]);
    expect(await names("?vendor_name=blue%20fern%20llc&pending=false&year=2024")).toEqual(["none", "done"]);
  });

  test("refuses a parameter that is sent twice or as a list", async () => {
    for (const query of [
      "year=2025&year=2025",
      "pending=true&pending=true",
      "limit=1&limit=1",
      "year[]=2025",
      "filing_status[]=filed",
    ])
      expect(await refusal(`?${query}`)).toMatchObject({ status: 400, code: "invalid_request" });
  });

  test("is not a feed of changes: it ignores updated_after, and has no tombstones and no watermark (F1099-056, F1099-057)", async () => {
    const whole = await list();
    expect(await list("?updated_after=2000000000")).toEqual(whole);
    expect(await list("?updated_after=0&limit=500")).toEqual(whole);
    expect(JSON.stringify(whole)).not.toMatch(/deleted|watermark|synced/);
  });
});

describe("pages", () => {
  test("may continue with another limit, and always have all summaries (F1099-024, F1099-025, F1099-034)", async () => {
    const { summaries } = await list();
    const seen: string[] = [];
    let cursor: string | null = null;
    for (const limit of [1, 3, 2, 500]) {
      const page = await list(`?limit=${limit}${cursor === null ? "" : `&starting_after=${cursor}`}`);
      expect(page.summaries).toEqual(summaries);
      seen.push(...page.data.map(({ id }) => id.replace("f1099_", "")));
      cursor = page.next_cursor;
    }
    expect([seen, cursor]).toEqual([ALL, null]);
  });

  test.each(["nonsense", "f1099_done", "1", "c", "cW10", "cWyJ4IiwyMDI1LDFd", "%00"])(
    "refuse the cursor %j (F1099-026)",
    async (cursor) => {
      expect(await refusal(`?starting_after=${cursor}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "starting_after",
      });
    },
  );

  test("of one company can't be continued in another (F1099-027)", async () => {
    const other = await http.company({
      journal: [],
      form_1099_reports: [formReport(2025)],
      forms_1099: [form("a", 2025), form("b", 2025)],
    });
    const { next_cursor } = await formsOf(http, other).list("?limit=1");
    expect(await refusal(`?starting_after=${next_cursor}`)).toMatchObject({
      status: 400,
      code: "invalid_request",
      param: "starting_after",
    });
  });

  test("can't be continued with other filters (F1099-028)", async () => {
    const { next_cursor } = await list("?limit=1&year=2025&pending=true");
    for (const query of [
      "",
      "year=2025",
      "year=2024&pending=true",
      "year=2025&pending=false",
      "year=2025&pending=true&filed_elsewhere=false",
      "year=2025&pending=true&filing_status=filing",
      `year=2025&pending=true&vendor_name=${BLUE}`,
    ]) {
      expect([query, await refusal(`?${query}&starting_after=${next_cursor}`)]).toMatchObject([
        query,
        { status: 400, code: "invalid_request", param: "starting_after" },
      ]);
    }
  });

  test("continue with the same filters in another spelling (F1099-029)", async () => {
    const { next_cursor } = await list(
      "?limit=1&vendor_name=Blue%20Fern%20LLC&filing_status=w9_requested,review_required",
    );
    const rest = (query: string) => names(`?${query}&starting_after=${next_cursor}`);
    expect(await rest("filing_status=w9_requested,review_required&vendor_name=Blue%20Fern%20LLC")).toEqual([
      "review",
    ]);
    expect(
      await rest(
        "vendor_name=%20BLUE%20fern%20llc%20&filing_status=review_required,%20w9_requested,w9_requested",
      ),
    ).toEqual(["review"]);
  });

  test("continue after a record that no longer matches the filters", async () => {
    const own = await http.company({
      journal: [],
      form_1099_reports: [formReport(2025)],
      forms_1099: [form("a", 2025), form("b", 2025)],
    });
    const forms = formsOf(http, own);
    const { next_cursor } = await forms.list("?limit=1&filing_status=review_required");
    await forms.record("b", "confirm");
    expect(await forms.names(`?filing_status=review_required&starting_after=${next_cursor}`)).toEqual(["a"]);
  });
});

describe("a record", () => {
  test("is returned by id, without summaries and without a year in the request (F1099-002, F1099-003, F1099-004, F1099-073, GEN-020)", async () => {
    const row = await get("done");
    expect(row).toStrictEqual({
      id: "f1099_done",
      object: "form_1099",
      year: 2024,
      vendor_name: BLUE,
      filing_status: "filed",
      filed_at: AT,
      filed_elsewhere: false,
      documents: [],
      created: 1_760_000_000,
      updated: http.clock.now(),
    });
    expect((await list("?year=2024")).data.at(-1)).toEqual(row);
  });

  test("has one of seven statuses (F1099-062, F1099-078, F1099-079, F1099-080, F1099-081, F1099-082, F1099-083, F1099-084, F1099-085)", async () => {
    const statuses = new Map(
      (await list()).data.map(({ id, filing_status }) => [id.replace("f1099_", ""), filing_status]),
    );
    const told = ["review", "needed", "asked", "ready", "sent", "done", "elsewhere", "none"].map((name) =>
      statuses.get(name),
    );
    expect(told).toEqual([...FILING_STATUSES.slice(0, 6), "filed", "not_required"]);
  });

  test("has the time of a filing through the service, and no time for other filings (F1099-063, F1099-064, F1099-065, F1099-066)", async () => {
    const rows = (await list()).data;
    expect(rows.filter(({ filed_at }) => filed_at !== null)).toMatchObject([
      { id: "f1099_done", filed_at: AT },
    ]);
    expect(await get("unknown")).toMatchObject({
      filing_status: "filed",
      filed_at: null,
      filed_elsewhere: false,
      documents: [],
    });
    expect(rows.filter(({ filed_elsewhere }) => filed_elsewhere)).toMatchObject([
      { id: "f1099_elsewhere", filing_status: "filed", filed_at: null, documents: [] },
    ]);
  });

  test("with an unknown id is missing (F1099-047)", async () => {
    expect(await refusal("/f1099_nobodys")).toMatchObject({
      status: 404,
      code: "resource_missing",
      type: "invalid_request_error",
    });
  });

  test("of another company is missing too (F1099-048)", async () => {
    const other = await http.company({ journal: [] });
    expect(await http.refusal(`${FORMS}/f1099_done`, { key: other.key })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
  });

  test.each([
    "done",
    "1",
    "f1099",
    "f1099_",
    "F1099_done",
    "txn_done",
    "f1099_a%20b",
    "f1099_%00",
    "f1099_a%2Fb",
    "f1099_ä",
    "00000000-0000-0000-0000-000000000000",
  ])("with the malformed id %s is refused (F1099-049)", async (id) => {
    expect(await refusal(`/${id}`)).toMatchObject({ status: 400, code: "invalid_request", param: "id" });
  });

  test("has documents only inside the record, not at an address of their own (F1099-055)", async () => {
    for (const path of ["/f1099_done/documents", "/f1099_done/documents/doc_1f", "/f1099_done/files"])
      expect(await refusal(path)).toMatchObject({ status: 404, code: "resource_missing" });
  });
});
