/**
 * The input that `POST /reports/exports` accepts and refuses. A refused request stores no export and enqueues
 * no job.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { EXPORTS, exportsOf, HALF_YEAR } from "../../../../test/support/exports.ts";
import { sendRaw } from "../../../../test/support/raw.ts";
import { statement } from "../../../platform/db/index.ts";

const http = await testApp();
const { app } = http;
const company = await http.company();
const { send, refusal } = exportsOf(http, company);

const countExports = statement<{ exports: number }>(
  "test.countExports",
  "select count(*) as exports from report_exports where company_id = $1",
);
const countJobs = statement<{ jobs: number }>(
  "test.countExportJobs",
  `select count(*) as jobs from background_jobs where queue = 'exports.generate'
    and payload ->> 'company_id' = $1`,
);
const finish = statement<never>(
  "test.finishExports",
  `update report_exports set status = 'failed', error_code = 'generation_failed', completed_at = 0
    where company_id = $1 and status = 'pending'`,
);

async function countStored(id: string = company.id) {
  return { ...(await app.db.get(countExports, [id])), ...(await app.db.get(countJobs, [id])) };
}

/** Sends a request and expects this error, and that no export or job was created. */
async function expectRefused(
  body: object | string,
  options: Parameters<typeof send>[1],
  error: object,
): Promise<void> {
  const before = await countStored();
  const { status, body: answer } = await send(body, options);
  expect({ status, ...answer.error }).toMatchObject(error);
  expect(await countStored()).toEqual(before);
}

/** Sends a request and expects a new export. Then finishes it, so that it does not count as unfinished. */
async function expectAccepted(body: object, options: Parameters<typeof send>[1] = {}) {
  const before = await countStored();
  const { status, body: made, text } = await send(body, options);
  expect(status, text).toBe(201);
  expect(await countStored()).toEqual({ exports: before.exports + 1, jobs: before.jobs + 1 });
  await app.db.run(finish, [company.id]);
  return made;
}

describe("a valid request", () => {
  test("creates an export, returns its location, and forbids caching (EXP-001, EXP-002, EXP-003, EXP-004, EXP-005, EXP-006, EXP-100, EXP-101, EXP-102, EXP-103, EXP-104, EXP-105, EXP-120, GEN-023)", async () => {
    const { status, headers, body } = await send(HALF_YEAR);
    expect([status, headers.get("location"), headers.get("cache-control")]).toEqual([
      201,
      `/api/v1${EXPORTS}/${body.id}`,
      "no-store",
    ]);
    expect(body.id).toMatch(
      /^export_[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(body).toStrictEqual({
      id: body.id,
      object: "report_export",
      ...HALF_YEAR,
      group_by: { period: "month", rows: "category" },
      status: "pending",
      created: http.clock.now(),
      started_at: null,
      completed_at: null,
      generation_duration_ms: null,
      file: null,
      error: null,
    });
    const read = await http.send(String(headers.get("location")).replace("/api/v1", ""), {
      key: company.key,
    });
    expect(read.body).toStrictEqual(body);
    await app.db.run(finish, [company.id]);
  });

  test.each([["income_statement"], ["balance_sheet"], ["cash_flow"]])(
    "may be for %s with rows by category (EXP-014, EXP-015, EXP-016, EXP-032)",
    async (report_type) => {
      const made = await expectAccepted({ ...HALF_YEAR, report_type, group_by: { rows: "category" } });
      expect(made).toMatchObject({ report_type, group_by: { period: "month", rows: "category" } });
    },
  );

  test.each([["pdf"], ["csv"], ["xlsx"]])(
    "may have the format %s (EXP-024, EXP-025, EXP-026)",
    async (format) => {
      expect(await expectAccepted({ ...HALF_YEAR, format })).toMatchObject({ format });
    },
  );

  test.each([["month"], ["quarter"], ["year"]])("may group by %s (EXP-029)", async (period) => {
    expect(await expectAccepted({ ...HALF_YEAR, group_by: { period } })).toMatchObject({
      group_by: { period, rows: "category" },
    });
  });

  test("defaults to a PDF by month and category (EXP-023, EXP-028, EXP-031)", async () => {
    const { format: _, ...rest } = HALF_YEAR;
    expect(await expectAccepted(rest)).toMatchObject({
      format: "pdf",
      group_by: { period: "month", rows: "category" },
    });
    expect(await expectAccepted({ ...rest, group_by: {} })).toMatchObject({
      format: "pdf",
      group_by: { period: "month", rows: "category" },
    });
  });

  test("may cover a single day (EXP-020)", async () => {
    expect(
      await expectAccepted({ ...HALF_YEAR, start_date: "2025-02-28", end_date: "2025-02-28" }),
    ).toMatchObject({ start_date: "2025-02-28", end_date: "2025-02-28" });
  });

  test("may write its dates as datetimes, which denote Los Angeles days", async () => {
    expect(await expectAccepted({ ...HALF_YEAR, start_date: "2025-02-01T07:59:59Z" })).toMatchObject({
      start_date: "2025-01-31",
    });
  });

  test("may have rows by department for the income statement (EXP-033)", async () => {
    expect(await expectAccepted({ ...HALF_YEAR, group_by: { rows: "department" } })).toMatchObject({
      group_by: { period: "month", rows: "department" },
    });
  });
});

describe("the header Idempotency-Key", () => {
  const param = "Idempotency-Key";

  test("is required (EXP-007)", async () => {
    await expectRefused(HALF_YEAR, { name: null }, { status: 400, code: "parameter_missing", param });
  });

  test.each([[""], ["   "], ["\t"]])("must not be blank, such as %j (EXP-008)", async (name) => {
    await expectRefused(HALF_YEAR, { name }, { status: 400, code: "invalid_request", param });
  });

  test("has 1 to 255 characters (EXP-009, EXP-010, EXP-011)", async () => {
    await expectAccepted(HALF_YEAR, { name: "k" });
    await expectAccepted(HALF_YEAR, { name: "k".repeat(255) });
    await expectRefused(
      HALF_YEAR,
      { name: "k".repeat(256) },
      { status: 400, code: "invalid_request", param },
    );
  });
});

describe("the header Idempotency-Key, sent more than once", () => {
  test.each([[["one", "two"]], [["one", "one"]], [["", ""]]])(
    "as %j, is refused (EXP-008)",
    async (names) => {
      const before = await countStored();
      const body = JSON.stringify(HALF_YEAR);
      const head = [
        `POST /api/v1${EXPORTS} HTTP/1.1`,
        "host: x",
        `authorization: Bearer ${company.key}`,
        "content-type: application/json",
        `content-length: ${body.length}`,
        "connection: close",
        ...names.map((name) => `idempotency-key: ${name}`),
      ];
      const { statuses, json } = await sendRaw(http.address, `${head.join("\r\n")}\r\n\r\n${body}`);
      expect([statuses, (json as { error: object }).error]).toMatchObject([
        [400],
        { code: "invalid_request", param: "Idempotency-Key" },
      ]);
      expect(await countStored()).toEqual(before);
    },
  );
});

test("an error within group_by names the field and its valid values", async () => {
  expect(await refusal({ group_by: { columns: "month" } })).toMatchObject({
    param: "group_by",
    message: "`group_by.columns` is not a field.",
  });
  expect(await refusal({ group_by: { period: "week" } })).toMatchObject({
    param: "group_by",
    message: "`group_by.period` must be one of month, quarter, year.",
  });
});

describe("a request is refused", () => {
  const { report_type: _type, ...withoutType } = HALF_YEAR;
  const { start_date: _start, ...withoutStart } = HALF_YEAR;
  const { end_date: _end, ...withoutEnd } = HALF_YEAR;

  test.each([
    ["without report_type (EXP-013)", withoutType, "parameter_missing", "report_type"],
    ["without start_date (EXP-018)", withoutStart, "parameter_missing", "start_date"],
    ["with a blank start_date", { ...HALF_YEAR, start_date: " " }, "parameter_missing", "start_date"],
    ["without end_date (EXP-019)", withoutEnd, "parameter_missing", "end_date"],
    [
      "for an unknown report (EXP-017)",
      { ...HALF_YEAR, report_type: "trial_balance" },
      "invalid_request",
      "report_type",
    ],
    [
      "that ends before it starts (EXP-021)",
      { ...HALF_YEAR, end_date: "2024-12-31" },
      "invalid_date_range",
      "start_date",
    ],
    [
      "with an invalid start_date (EXP-022)",
      { ...HALF_YEAR, start_date: "2025-02-30" },
      "invalid_date",
      "start_date",
    ],
    [
      "with an invalid end_date (EXP-022)",
      { ...HALF_YEAR, end_date: "06/30/2025" },
      "invalid_date",
      "end_date",
    ],
    ["with an unknown format (EXP-027)", { ...HALF_YEAR, format: "docx" }, "invalid_request", "format"],
    [
      "with an unknown period (EXP-030)",
      { ...HALF_YEAR, group_by: { period: "week" } },
      "invalid_request",
      "group_by",
    ],
    [
      "with unknown rows (EXP-037)",
      { ...HALF_YEAR, group_by: { rows: "merchant" } },
      "invalid_request",
      "group_by",
    ],
    [
      "for a balance sheet by department (EXP-034)",
      { ...HALF_YEAR, report_type: "balance_sheet", group_by: { rows: "department" } },
      "invalid_request",
      "group_by",
    ],
    [
      "for a cash flow statement by department (EXP-035)",
      { ...HALF_YEAR, report_type: "cash_flow", group_by: { rows: "department" } },
      "invalid_request",
      "group_by",
    ],
    [
      "with email_on_completion (EXP-040)",
      { ...HALF_YEAR, email_on_completion: true },
      "invalid_request",
      "email_on_completion",
    ],
    ["with grouped_by (EXP-041)", { ...HALF_YEAR, grouped_by: "month" }, "invalid_request", "grouped_by"],
    ["with a single date (EXP-042)", { ...HALF_YEAR, date: "2025-06-30" }, "invalid_request", "date"],
    ["with a company (EXP-043)", { ...HALF_YEAR, company_id: "comp_other" }, "invalid_request", "company_id"],
    [
      "with an unknown field of group_by (EXP-044)",
      { ...HALF_YEAR, group_by: { period: "month", columns: "month" } },
      "invalid_request",
      "group_by",
    ],
    ["with group_by as text", { ...HALF_YEAR, group_by: "month" }, "invalid_request", "group_by"],
  ])("%s", async (_name, body, code, param) => {
    await expectRefused(body, {}, { status: 400, code, param });
  });

  test("whose content type is not JSON (EXP-012)", async () => {
    await expectRefused(
      JSON.stringify(HALF_YEAR),
      { headers: { "content-type": "text/plain" } },
      { status: 400, code: "invalid_request" },
    );
    await expectRefused(
      new URLSearchParams({ ...HALF_YEAR }).toString(),
      { headers: { "content-type": "application/x-www-form-urlencoded" } },
      { status: 400, code: "invalid_request" },
    );
  });

  test("by department without the feature (EXP-036)", async () => {
    const plain = await http.company({ features: [], journal: [] });
    expect(await exportsOf(http, plain).refusal({ group_by: { rows: "department" } })).toMatchObject({
      status: 403,
      code: "feature_disabled",
    });
    expect(await countStored(plain.id)).toEqual({ exports: 0, jobs: 0 });
  });
});

describe("the range", () => {
  const xlsx = { ...HALF_YEAR, format: "xlsx" } as const;

  test.each([["csv"], ["xlsx"]])("may touch 120 months as %s (EXP-046, EXP-051)", async (format) => {
    await expectAccepted({ ...HALF_YEAR, format, start_date: "2016-01-31", end_date: "2025-12-01" });
  });

  test.each([["pdf"], ["csv"], ["xlsx"]])(
    "must not touch 121 months as %s, and no export is created (EXP-047, EXP-053)",
    async (format) => {
      const year = { group_by: { period: "year" } };
      await expectRefused(
        { ...HALF_YEAR, ...year, format, start_date: "2015-12-31", end_date: "2025-12-01" },
        {},
        { status: 400, code: "invalid_date_range", param: "end_date" },
      );
    },
  );

  test("counts its first and last month in full (EXP-048)", async () => {
    // Two days can touch two months. The third range touches 121 months, although it covers fewer days.
    await expectAccepted({ ...xlsx, start_date: "2025-01-31", end_date: "2025-02-01" });
    await expectAccepted({ ...xlsx, start_date: "2015-02-01", end_date: "2025-01-31" });
    await expectRefused(
      { ...xlsx, start_date: "2015-01-31", end_date: "2025-01-01" },
      {},
      { code: "invalid_date_range", param: "end_date" },
    );
  });

  test("may have 13 periods as PDF, partial ones included, but not 14 (EXP-049, EXP-050, EXP-053)", async () => {
    const pdf = { ...HALF_YEAR, format: "pdf" } as const;
    await expectAccepted({ ...pdf, start_date: "2024-06-30", end_date: "2025-06-01" });
    await expectAccepted({ ...pdf, start_date: "2024-06-01", end_date: "2025-06-30" });
    await expectRefused(
      { ...pdf, start_date: "2024-05-31", end_date: "2025-06-01" },
      {},
      { status: 400, code: "invalid_date_range", param: "end_date" },
    );
  });

  test("is limited by its periods for a PDF: ten years by year are ten periods (EXP-052)", async () => {
    const pdf = { ...HALF_YEAR, format: "pdf", start_date: "2016-01-01", end_date: "2025-12-31" } as const;
    await expectAccepted({ ...pdf, group_by: { period: "year" } });
    await expectRefused(
      { ...pdf, group_by: { period: "quarter" } },
      {},
      { code: "invalid_date_range", param: "end_date" },
    );
  });

  test("is cut by the company's fiscal year: 13 quarters of one company are 14 of another", async () => {
    const own = await http.company({ company: { fiscal_year_start_month: 2 }, journal: [] });
    const pdf = {
      format: "pdf",
      group_by: { period: "quarter" },
      start_date: "2023-02-01",
      end_date: "2026-04-30",
    };
    await exportsOf(http, own).ask(pdf);
    expect(await refusal(pdf)).toMatchObject({ code: "invalid_date_range", param: "end_date" });
  });
});
