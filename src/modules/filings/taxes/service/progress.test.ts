/**
 * Recording progress as an operator: each transition of the table succeeds and is visible over HTTP, every
 * other transition is refused, and each success adds an audit line.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { pdfOf } from "../../../../../test/support/files.ts";
import { credit, income } from "../../../../../test/support/tax-records.ts";
import { type Credit, type List, pieces, type Tax } from "../../../../../test/support/taxes.ts";
import { cents } from "@daybook/words/cents";
import { FILING, FILING_STATUSES, TAX_EVENTS } from "../rules/states.ts";

const http = await testApp();
const { taxes, taxCredits } = http.app;
const now = () => http.clock.now();
const at = () => ({ now: now(), by: "ada" });
const only = async (company: TestCompany): Promise<Tax | undefined> =>
  (await company.read<List<Tax>>("/taxes")).data[0];

describe("a filing", () => {
  test.each(["income", "franchise"] as const)(
    "of %s goes through onboarding (TAX-053), preparing (TAX-054), review_required (TAX-055, TAX-056), filing (TAX-057) and filed (TAX-058)",
    async (type) => {
      const company = await http.company();
      await taxes.open(company.id, { type, year: 2025 }, [], at());
      expect(await only(company)).toMatchObject({ type, filing_status: "onboarding", filed_at: null });
      for (const [event, status] of [
        ["onboarded", "preparing"],
        ["drafted", "review_required"],
        ["signed", "filing"],
        ["filed", "filed"],
      ] as const) {
        await taxes.advance(company.id, { type, year: 2025 }, event, { filedAt: now(), ...at() });
        expect(await only(company)).toMatchObject({
          filing_status: status,
          filed_at: status === "filed" ? now() : null,
          filed_elsewhere: false,
        });
      }
      const lines = await taxes.audit(company.id);
      expect(
        lines.map(({ command, subject, from_state, to_state }) => [command, subject, from_state, to_state]),
      ).toEqual([
        ["filed", `${type} 2025`, "filing", "filed"],
        ["signed", `${type} 2025`, "review_required", "filing"],
        ["drafted", `${type} 2025`, "preparing", "review_required"],
        ["onboarded", `${type} 2025`, "onboarding", "preparing"],
        ["open", `${type} 2025`, "none", "onboarding"],
      ]);
    },
  );

  test.each(FILING_STATUSES)(
    "that is %s accepts the events of the table and refuses all others, without an audit line",
    async (filing_status) => {
      for (const event of TAX_EVENTS) {
        const company = await http.company({ taxes: [income(2025, { filing_status })] });
        const advanced = taxes.advance(company.id, { type: "income", year: 2025 }, event, {
          filedAt: null,
          ...at(),
        });
        const to = FILING.next(filing_status, event);
        if (to === null)
          await expect(advanced).rejects.toMatchObject({ code: "invalid_request", param: "event" });
        else await advanced;
        expect(await only(company)).toMatchObject({
          filing_status: to ?? filing_status,
          filed_elsewhere: event === "filed_elsewhere",
        });
        expect(await taxes.audit(company.id)).toHaveLength(to === null ? 0 : 1);
      }
    },
  );

  test("has a table without duplicates, in which every status can be reached and only filed is final", () => {
    expect(new Set(FILING.transitions.map(({ from, event }) => `${from} ${event}`)).size).toBe(
      FILING.transitions.length,
    );
    expect([...new Set(FILING.transitions.map(({ to }) => to))].toSorted()).toEqual(
      [...FILING_STATUSES].toSorted(),
    );
    expect(FILING.eventsOf("filed")).toEqual(["filed_elsewhere"]);
  });

  test("has one record for each year, and none for a year that was not opened", async () => {
    const company = await http.company({ taxes: [income(2025)] });
    await expect(taxes.open(company.id, { type: "income", year: 2025 }, [], at())).rejects.toMatchObject({
      code: "invalid_request",
      param: "year",
    });
    await expect(taxes.extend(company.id, 2024, now(), at())).rejects.toMatchObject({
      code: "resource_missing",
    });
    await taxes.extend(company.id, 2025, now(), at());
    expect(await only(company)).toMatchObject({ extension_filed_at: now() });
  });

  test("has the document that an operator attached last", async () => {
    const company = await http.company({ taxes: [income(2025)] });
    for (const filename of ["first.pdf", "second.pdf"])
      await taxes.attachDocument(
        company.id,
        { type: "income", year: 2025 },
        { filename, content: pieces(await pdfOf([filename])) },
        at(),
      );
    expect((await only(company))?.documents).toMatchObject([
      { type: "draft_return", filename: "second.pdf" },
    ]);
    await expect(
      taxes.attachDocument(
        company.id,
        { type: "income", year: 1999 },
        { filename: "x.pdf", content: pieces(await pdfOf()) },
        at(),
      ),
    ).rejects.toMatchObject({ code: "resource_missing" });
  });
});

describe("a credit", () => {
  const read = (company: TestCompany) => company.read<Credit>("/tax_credits/tcred_2025");
  const last = { year: 2025, number: null };

  test("is claimed when the income return is recorded as filed, and submitted when the package is", async () => {
    const company = await http.company({
      taxes: [income(2025, { filing_status: "filing" })],
      tax_credits: [credit(2025, { payroll_provider: "gusto" })],
    });
    await taxCredits.decide(company.id, last, "opt_in", at());
    await taxCredits.recordReturn(
      company.id,
      last,
      "prepare",
      { total_cents: cents(100), income_tax_cents: cents(40) },
      at(),
    );
    await expect(taxCredits.recordReturn(company.id, last, "file", {}, at())).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(taxCredits.recordPayroll(company.id, last, "submitted", at())).rejects.toMatchObject({
      code: "invalid_request",
    });
    await taxes.advance(company.id, { type: "income", year: 2025 }, "filed", { filedAt: now(), ...at() });
    expect(await read(company)).toMatchObject({
      claim_status: "claimed",
      amount_basis: "filed_return",
      payroll_credit_cents: 60,
      payroll_submission: { status: "pending" },
    });
    await expect(taxCredits.decide(company.id, last, "decline", at())).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(taxCredits.recordPayroll(company.id, last, "offset", at())).rejects.toMatchObject({
      code: "invalid_request",
    });
    await taxCredits.recordPayroll(company.id, last, "submitted", at());
    expect(await read(company)).toMatchObject({ payroll_submission: { status: "submitted" } });
    expect((await taxes.audit(company.id)).map(({ command }) => command)).toEqual([
      "payroll submitted",
      "filed",
      "return file",
      "return prepare",
      "opt_in",
    ]);
  });

  test("that is used in full is closed automatically, and opened again by a correction", async () => {
    const company = await http.company({
      taxes: [income(2025, { filing_status: "filed" })],
      tax_credits: [
        credit(2025, {
          decision: "opted_in",
          return_package: { total_cents: 100, income_tax_cents: 100, filed: true },
        }),
      ],
    });
    await taxCredits.recordPayroll(company.id, last, "offset", at());
    expect(await read(company)).toMatchObject({ payroll_submission: { status: "not_required" } });
    await taxCredits.recordReturn(company.id, last, "prepare", { income_tax_cents: cents(30) }, at());
    await taxCredits.recordAnswers(company.id, last, { payroll_provider: "rippling" }, at());
    expect(await read(company)).toMatchObject({
      payroll_credit_cents: 70,
      payroll_submission: { provider: "rippling", status: "pending" },
    });
  });

  test("refuses a second decision, and an unknown questionnaire", async () => {
    const company = await http.company({ tax_credits: [credit(2025, { decision: "declined" })] });
    await expect(taxCredits.decide(company.id, last, "decline", at())).rejects.toMatchObject({
      code: "invalid_request",
      param: "event",
    });
    await expect(
      taxCredits.recordAnswers(company.id, { year: 2025, number: 2 }, {}, at()),
    ).rejects.toMatchObject({
      code: "resource_missing",
    });
    await expect(
      taxCredits.recordAnswers(company.id, { year: 2024, number: null }, {}, at()),
    ).rejects.toMatchObject({ code: "resource_missing" });
  });
});
