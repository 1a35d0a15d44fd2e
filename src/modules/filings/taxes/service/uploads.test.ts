/**
 * Uploads of returns that were filed outside the service, over HTTP: an upload records everything or nothing,
 * and the file of a failed upload can be sent again.
 */
import { describe, expect, test } from "vitest";
import { NOON, testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { fetchLink } from "../../../../../test/support/exports.ts";
import { filesOf, pdfOf, putBytes } from "../../../../../test/support/files.ts";
import { uncountedOf } from "../../../../../test/support/state.ts";
import { franchise, income } from "../../../../../test/support/tax-records.ts";
import {
  FRANCHISE_UPLOADS,
  INCOME_UPLOADS,
  type List,
  REPORT_TEXTS,
  storedFile,
  type Tax,
  uploadsOf,
} from "../../../../../test/support/taxes.ts";

const http = await testApp();
const NOW = Date.parse(NOON) / 1000;
const company = await http.company({ taxes: [franchise(2019)] });
const uploads = uploadsOf(http, company);
/** A file for uploads with an invalid body, which never attach it. */
const kept = await storedFile(http, company, "kept.pdf");
const OTHER_YEAR = {
  status: 400,
  code: "invalid_request",
  param: "tax_year",
  message: "`tax_year` must be 2025 or 2024.",
};
const missing = (param: string) => ({ status: 400, code: "parameter_missing", param });
const invalid = (param: string) => ({ status: 400, code: "invalid_request", param });

/** Everything stored of a company, except its request counts. */
function books(of: TestCompany = company): Promise<unknown> {
  return uncountedOf(http.app, of.id);
}

/** Expects that an upload is refused in this way and changes nothing (TUP-050). */
async function expectRefused(
  target: string,
  body: unknown,
  refusal: object,
  options: { readonly of?: TestCompany; readonly faultWanted?: boolean } = {},
): Promise<void> {
  const of = options.of ?? company;
  const before = await books(of);
  expect(await uploadsOf(http, of).refused(target, body, options.faultWanted)).toMatchObject(refusal);
  expect(await books(of)).toEqual(before);
}

async function yearOf(of: TestCompany, type: string, year: number): Promise<readonly Tax[]> {
  return (await of.read<List<Tax>>(`/taxes?type=${type}&year=${year}`)).data;
}

/** An announced file, with the given bytes uploaded to storage, or without bytes. */
async function announced(bytes: Uint8Array<ArrayBuffer> | null): Promise<string> {
  const upload = await filesOf(http, company).announce(bytes ?? (await pdfOf()));
  if (bytes !== null) await putBytes(upload, bytes);
  return upload.file_id;
}

describe("POST /taxes/income_uploads", () => {
  test("creates the year's record (TUP-001, TUP-024) as filed (TUP-026), elsewhere (TUP-027), now (TUP-029, TAX-038), for federal and the sent states (TUP-030), with the PDF under its own name (TUP-028)", async () => {
    const one = await http.company();
    const tax = await uploadsOf(http, one).income(await storedFile(http, one, "Form 1120 (final).pdf"));
    expect(tax).toMatchObject({
      type: "income",
      year: 2025,
      filing_status: "filed",
      filed_elsewhere: true,
      filed_at: NOW,
      jurisdictions: ["US", "US-CA", "US-NY"],
      documents: [{ type: "filed_return", filename: "Form 1120 (final).pdf", expires_at: NOW + 300 }],
    });
    expect((await fetchLink(tax.documents[0]?.download_url ?? "")).bytes.subarray(0, 5)).toEqual(
      new TextEncoder().encode("%PDF-"),
    );
    // The response equals the stored record (TUP-054).
    expect(await one.read(`/taxes/${tax.id}`)).toEqual(tax);
    expect(await yearOf(one, "income", 2025)).toEqual([tax]);
    const by = one.bundle.users[0]?.id;
    expect(await http.app.taxes.audit(one.id)).toMatchObject([
      { command: "income_upload", subject: "franchise 2025", by },
      { command: "income_upload", subject: "income 2025", by },
    ]);
  });

  test("returns the same record as GET, alone and in the list (TUP-054), and replaces the existing record (TUP-025) and its PDF (TUP-051)", async () => {
    const one = await http.company({ taxes: [income(2025, { states: ["TX"], filing_status: "preparing" })] });
    const first = await uploadsOf(http, one).income(await storedFile(http, one, "first.pdf"));
    const second = await uploadsOf(http, one).income(await storedFile(http, one, "second.pdf"), {
      states_filed: ["WA"],
    });
    expect([first.id, second.id]).toEqual(["tax_income_2025", "tax_income_2025"]);
    expect(second).toMatchObject({ jurisdictions: ["US", "US-WA"], documents: [{ filename: "second.pdf" }] });
    expect(second.documents).toHaveLength(1);
    expect(await yearOf(one, "income", 2025)).toEqual([second]);
    expect(await one.read(`/taxes/${second.id}`)).toEqual(second);
  });

  test("accepts last year (TUP-006) and the year before (TUP-007), no states (TUP-012) and DC (TUP-013)", async () => {
    const one = await http.company();
    expect(
      await uploadsOf(http, one).income(await storedFile(http, one), { tax_year: 2025, states_filed: [] }),
    ).toMatchObject({ year: 2025, jurisdictions: ["US"] });
    expect(
      await uploadsOf(http, one).income(await storedFile(http, one), {
        tax_year: 2024,
        states_filed: ["DC", "DC"],
      }),
    ).toMatchObject({ year: 2024, jurisdictions: ["US", "US-DC"] });
  });

  test("creates the year's Delaware record (TUP-031), as filed only if Delaware showed it as filed (TUP-032)", async () => {
    const one = await http.company({
      delaware_checks: [
        { year: 2024, filed: true },
        { year: 2025, filed: false },
      ],
    });
    for (const tax_year of [2024, 2025])
      await uploadsOf(http, one).income(await storedFile(http, one), { tax_year });
    expect(await yearOf(one, "franchise", 2024)).toMatchObject([
      { filing_status: "filed", filed_elsewhere: true, filed_at: null, documents: [] },
    ]);
    expect(await yearOf(one, "franchise", 2025)).toMatchObject([
      { filing_status: "onboarding", filed_elsewhere: false },
    ]);
    const other = await http.company();
    await uploadsOf(http, other).income(await storedFile(http, other));
    expect(await yearOf(other, "franchise", 2025)).toMatchObject([{ filing_status: "onboarding" }]);
  });

  test.each([
    ["no tax_year (TUP-002)", { tax_year: undefined }, missing("tax_year")],
    ["no tax_firm (TUP-003)", { tax_firm: undefined }, missing("tax_firm")],
    ["a blank tax_firm", { tax_firm: " " }, missing("tax_firm")],
    ["no states_filed (TUP-004)", { states_filed: undefined }, missing("states_filed")],
    ["no file_id (TUP-005)", { file_id: undefined }, missing("file_id")],
    ["this year (TUP-008)", { tax_year: 2026 }, OTHER_YEAR],
    ["three years back (TUP-009)", { tax_year: 2023 }, OTHER_YEAR],
    ["a year in quotes (TUP-010)", { tax_year: "2025" }, invalid("tax_year")],
    ["a broken year (TUP-010)", { tax_year: 2024.5 }, invalid("tax_year")],
    ["a firm that is no text (TUP-011)", { tax_firm: 7 }, invalid("tax_firm")],
    ["a state that is none (TUP-014)", { states_filed: ["CA", "ZZ"] }, invalid("states_filed")],
    ["a state in small letters (TUP-014)", { states_filed: ["ca"] }, invalid("states_filed")],
    ["states that are no array (TUP-015)", { states_filed: "CA" }, invalid("states_filed")],
    ["a field that is not known (TUP-016)", { filed_at: 1 }, { status: 400, code: "invalid_request" }],
  ])("refuses %s and records nothing (TUP-050)", async (_what, unlike, refusal) => {
    await expectRefused(INCOME_UPLOADS, uploads.incomeBody(kept, unlike), refusal);
  });

  test("refuses an unknown file (TUP-017), another company's (TUP-018) and one that has expired (TUP-019)", async () => {
    const other = await http.company();
    const gone = { status: 404, code: "resource_missing", param: "file_id" };
    for (const id of ["file_nobodys", "x", "", await storedFile(http, other)])
      await expectRefused(INCOME_UPLOADS, uploads.incomeBody(id), gone);
    const old = await storedFile(http, company);
    http.clock.set(NOW + 86_400);
    await expectRefused(INCOME_UPLOADS, uploads.incomeBody(old), gone);
  });

  test("refuses a file that is attached (TUP-020)", async () => {
    const one = await http.company();
    const file = await storedFile(http, one);
    await uploadsOf(http, one).income(file);
    for (const unlike of [{}, { tax_year: 2024 }])
      await expectRefused(
        INCOME_UPLOADS,
        uploads.incomeBody(file, unlike),
        {
          status: 409,
          code: "file_already_attached",
          message: "The file is already attached to a record, and can be attached only once.",
        },
        { of: one },
      );
  });

  test("refuses a file that is not a PDF (TUP-021)", async () => {
    for (const [bytes, message] of [
      [null, "The bytes of this file were never uploaded."],
      [new Uint8Array(Buffer.from("a text, whatever it is called")), expect.any(String)],
    ] as const) {
      await expectRefused(INCOME_UPLOADS, uploads.incomeBody(await announced(bytes)), {
        status: 400,
        code: "invalid_file",
        message,
      });
    }
  });

  test("refuses Delaware's annual franchise tax report (TUP-022), which a franchise upload then accepts (TUP-023, TUP-049)", async () => {
    const report = await storedFile(http, company, "report.pdf", REPORT_TEXTS);
    await expectRefused(INCOME_UPLOADS, uploads.incomeBody(report), {
      status: 400,
      code: "wrong_document_type",
      message: "This is a Delaware annual franchise tax report. Send it to `POST /taxes/franchise_uploads`.",
    });
    expect(await uploads.franchise(report, 2021)).toMatchObject({ year: 2021, filing_status: "filed" });
  });

  test("fails with its own error code, changes nothing, and accepts the same file again (TUP-052)", async () => {
    const one = await http.company();
    const file = await storedFile(http, one);
    await http.app.faults.drills?.set({ step: "tax_upload.inspected", action: "fail", times: 1 });
    expect(await uploadsOf(http, one).refused(INCOME_UPLOADS, uploads.incomeBody(file), true)).toMatchObject({
      status: 500,
      code: "tax_upload_failed",
      type: "api_error",
    });
    expect((await one.read<List<Tax>>("/taxes")).data).toEqual([]);
    expect(await uploadsOf(http, one).income(file)).toMatchObject({ filing_status: "filed" });
  });

  test("attaches one file only once, even for simultaneous uploads", async () => {
    const one = await http.company();
    const file = await storedFile(http, one);
    const answers = await Promise.all(
      [2025, 2024, 2025].map((tax_year) =>
        http.send(INCOME_UPLOADS, {
          key: one.key,
          method: "POST",
          body: uploads.incomeBody(file, { tax_year }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await one.read<List<Tax>>("/taxes?type=income")).data).toHaveLength(1);
    expect((await one.read<List<Tax>>("/taxes?type=franchise")).data).toHaveLength(1);
  });
});

describe("POST /taxes/franchise_uploads", () => {
  test("creates the year's Delaware record (TUP-033, TUP-040) as filed (TUP-041), elsewhere (TUP-042), with the confirmation (TUP-043) under a generated name (TUP-045)", async () => {
    const tax = await uploads.franchise(await storedFile(http, company, "scan 7.pdf"), 2022);
    expect(tax).toMatchObject({
      type: "franchise",
      year: 2022,
      jurisdictions: ["US-DE"],
      filing_status: "filed",
      filed_elsewhere: true,
      filed_at: NOW,
      documents: [{ type: "filing_confirmation", filename: "[2022] Harbor Pine Delaware Confirmation.pdf" }],
    });
    expect(await company.read(`/taxes/${tax.id}`)).toEqual(tax);
  });

  test("replaces an earlier confirmation (TUP-044, TUP-051)", async () => {
    const first = await uploads.franchise(await storedFile(http, company), 2020);
    const second = await uploads.franchise(
      await storedFile(http, company, "x.pdf", ["Another text, and a longer one"]),
      2020,
    );
    expect(second.id).toBe(first.id);
    expect(second.documents).toHaveLength(1);
    const bytes = async ({ documents }: Tax) =>
      (await fetchLink(documents[0]?.download_url ?? "")).bytes.length;
    expect(await bytes(second)).not.toBe(await bytes(first));
    expect(await yearOf(company, "franchise", 2020)).toEqual([second]);
  });

  test("accepts any year of four digits (TUP-036)", async () => {
    for (const year of [1000, 9999])
      expect(await uploads.franchise(await storedFile(http, company), year)).toMatchObject({ year });
  });

  test.each([
    ["no tax_year (TUP-034)", { tax_year: undefined }, missing("tax_year")],
    ["no file_id (TUP-035)", { file_id: undefined }, missing("file_id")],
    ["a year of three digits (TUP-037)", { tax_year: 999 }, invalid("tax_year")],
    ["a year of five digits (TUP-037)", { tax_year: 10_000 }, invalid("tax_year")],
    ["a year that is no whole number (TUP-038)", { tax_year: "2025" }, invalid("tax_year")],
    ["a firm (TUP-039)", { tax_firm: "Tick & Tie LLP" }, { status: 400, code: "invalid_request" }],
    ["states (TUP-039)", { states_filed: [] }, { status: 400, code: "invalid_request" }],
  ])("refuses %s and records nothing (TUP-050)", async (_what, unlike, refusal) => {
    await expectRefused(FRANCHISE_UPLOADS, { tax_year: 2025, file_id: kept, ...unlike }, refusal);
  });

  test("refuses an expired file like an unknown one (TUP-047)", async () => {
    const [first, second] = [await storedFile(http, company), await storedFile(http, company)];
    http.clock.set(new Date((NOW + 86_399) * 1_000).toISOString());
    expect(await uploads.franchise(first, 2016)).toMatchObject({ year: 2016 });
    http.clock.set(new Date((NOW + 86_400) * 1_000).toISOString());
    for (const body of [{ tax_year: 2015, file_id: second }])
      await expectRefused(FRANCHISE_UPLOADS, body, {
        status: 404,
        code: "resource_missing",
        param: "file_id",
      });
  });

  test("refuses a file without bytes (TUP-046), an unknown file (TUP-047) and an attached file (TUP-048)", async () => {
    for (const bytes of [null, new Uint8Array(Buffer.from("a text, whatever it is called"))]) {
      await expectRefused(
        FRANCHISE_UPLOADS,
        { tax_year: 2025, file_id: await announced(bytes) },
        { status: 400, code: "invalid_file" },
      );
    }
    const other = await http.company();
    for (const id of ["file_nobodys", await storedFile(http, other)])
      await expectRefused(
        FRANCHISE_UPLOADS,
        { tax_year: 2025, file_id: id },
        { status: 404, code: "resource_missing", param: "file_id" },
      );
    const attached = await storedFile(http, company);
    await uploads.franchise(attached, 2018);
    for (const tax_year of [2018, 2017])
      await expectRefused(
        FRANCHISE_UPLOADS,
        { tax_year, file_id: attached },
        { status: 409, code: "file_already_attached" },
      );
  });

  test("requires an income return first if the company has no records, and does not attach the file", async () => {
    const one = await http.company();
    const file = await storedFile(http, one);
    expect(
      await uploadsOf(http, one).refused(FRANCHISE_UPLOADS, { tax_year: 2025, file_id: file }, true),
    ).toMatchObject({
      status: 503,
      code: "taxes_not_ready",
      message: "The company has no tax records yet. Upload an income return first.",
    });
    expect(await uploadsOf(http, one).income(file)).toMatchObject({ filing_status: "filed" });
  });
});

test.each([INCOME_UPLOADS, FRANCHISE_UPLOADS])("%s accepts only a JSON object (TUP-053)", async (target) => {
  for (const body of ["[]", '"file"', "null", "7", "not json", ""]) {
    const { status } = await http.send(target, {
      key: company.key,
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect([body, status]).toEqual([body, 400]);
  }
});
