/**
 * Commands on tax filings and credits, run as a command line runs them: what the API tells after each, what
 * is refused, and what they print.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import { pdfOf } from "../../../../test/support/files.ts";
import { workOn } from "../../../../test/support/exports.ts";
import { get } from "../../../../test/support/stored-files.ts";
import { credit, franchise, income } from "../../../../test/support/tax-records.ts";
import type { Credit, List, Tax } from "../../../../test/support/taxes.ts";
import { UNNAMED_BOOKS } from "../../../platform/machine/files.ts";
import { present } from "@daybook/words/assert";
import { readFields } from "../fields.ts";
import { TAX_COMMANDS } from "./tax.ts";
import { TAX_CREDIT_COMMANDS } from "./tax-credit.ts";

const http = await testApp();

/**
 * Runs a command line of the group, arguments in their order and options by name; gives what a person is
 * shown.
 */
async function run(
  name: string,
  words: readonly (string | number)[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const command = present(
    [...TAX_COMMANDS, ...TAX_CREDIT_COMMANDS].find((each) => each.name === `tax ${name}`),
    `there is no command tax ${name}`,
  );
  const places = Object.entries(command.fields).filter(([, { place }]) => place === "argument");
  const args = readFields(command.fields, {
    ...options,
    ...Object.fromEntries(
      places.map(([field], index) => [field, words[index] === undefined ? undefined : String(words[index])]),
    ),
  });
  return command.show(await command.run(http.app, args, () => {}, new AbortController().signal, "ada"), args);
}

async function newFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-tax-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const only = async (company: TestCompany): Promise<Tax> =>
  present((await company.read<List<Tax>>("/taxes")).data[0], "there is no tax record");

/** Keys of all that is stored of a company. */
async function stored(company: TestCompany): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of http.app.objects.list(`${company.id}/`)) keys.push(key);
  return keys;
}

describe("a filing", () => {
  test("is opened, goes from state to state, and leaves a line of each (TAX-053, TAX-054, TAX-055, TAX-057, TAX-058)", async () => {
    const company = await http.company({ taxes: [] });
    expect(await run("list", [company.id])).toContain("There is no tax record yet.");
    await run("open", [company.id, "income", 2025], { state: ["CA", "Republic of Texas"] });
    await expect(run("open", [company.id, "income", 2025])).rejects.toMatchObject({
      code: "invalid_request",
      param: "year",
    });
    await expect(run("open", [company.id, "franchise", 2025], { state: ["DE"] })).rejects.toThrow(
      "--state is for income returns",
    );
    expect(await only(company)).toMatchObject({
      filing_status: "onboarding",
      jurisdictions: ["US", "US-CA"],
      unmapped_jurisdictions: ["Republic of Texas"],
    });
    for (const [event, status] of [
      ["onboarded", "preparing"],
      ["drafted", "review_required"],
      ["signed", "filing"],
    ] as const) {
      await expect(run("advance", [company.id, "income", 2025, "filed"])).rejects.toMatchObject({
        code: "invalid_request",
        param: "event",
      });
      expect(await run("advance", [company.id, "income", 2025, event])).toContain(status);
      expect(await only(company)).toMatchObject({ filing_status: status, filed_at: null });
    }
    expect(await run("advance", [company.id, "income", 2025, "filed"], { filed_at: "2026-04-10" })).toContain(
      "2026-04-10T00:00:00Z",
    );
    expect(await only(company)).toMatchObject({
      filing_status: "filed",
      filed_at: Date.UTC(2026, 3, 10) / 1000,
      filed_elsewhere: false,
    });
    await expect(run("advance", [company.id, "income", 2025, "restarted"])).rejects.toMatchObject({
      code: "invalid_request",
    });
    const lines = (await run("audit", [company.id])).split("\n");
    for (const [index, word] of ["filed", "signed", "drafted", "onboarded", "open"].entries())
      expect(lines[index + 1]).toContain(` ${word} `);
    for (const each of lines.slice(1)) expect(each).toContain(" ada ");
    expect(lines).toHaveLength(6);
  });

  test("is at no time that has not come, and a time is taken only of what was filed (TAX-037)", async () => {
    const company = await http.company({ taxes: [income(2025, { filing_status: "preparing" })] });
    const later = { filed_at: String(http.clock.now() + 1) };
    await expect(
      run("advance", [company.id, "income", 2025, "filed_elsewhere"], later),
    ).rejects.toMatchObject({ code: "invalid_request", param: "filed_at" });
    await expect(run("extension", [company.id, 2025, later.filed_at])).rejects.toMatchObject({
      code: "invalid_request",
      param: "filed_at",
    });
    await expect(
      run("advance", [company.id, "income", 2025, "drafted"], { filed_at: "2026-01-01" }),
    ).rejects.toThrow("--filed-at is only for filed");
    expect(await only(company)).toMatchObject({
      filing_status: "preparing",
      filed_at: null,
      extension_filed_at: null,
    });
    await run("extension", [company.id, 2025, String(http.clock.now())]);
    await run("advance", [company.id, "income", 2025, "filed_elsewhere"], { filed_at: "none" });
    expect(await only(company)).toMatchObject({
      filing_status: "filed",
      filed_at: null,
      filed_elsewhere: true,
      extension_filed_at: http.clock.now(),
    });
  });

  test("with held records is not returned until they are released (TAX-025)", async () => {
    const company = await http.company({ taxes: [income(2025)] });
    expect(await run("hold", [company.id])).toBe(`The tax records of ${company.id} are not ready.`);
    expect(await http.refusal("/taxes", { key: company.key, faultWanted: true })).toMatchObject({
      code: "taxes_not_ready",
    });
    await run("release", [company.id]);
    expect(await only(company)).toMatchObject({ year: 2025 });
    expect(await run("delaware", [company.id, 2025, "not_filed"])).toBe("Delaware shows 2025 as not filed.");
  });
});

describe("a credit", () => {
  const read = async (company: TestCompany): Promise<Credit> =>
    present((await company.read<List<Credit>>("/tax_credits")).data[0], "there is no credit");

  test("goes from its questionnaire to a submission, with what is unknown kept apart from nothing (CRED-045, CRED-046, CRED-048, CRED-058)", async () => {
    const company = await http.company({ taxes: [income(2025, { filing_status: "filing" })] });
    const of = [company.id, 2025];
    expect(await run("credits", [company.id])).toContain("There is no tax credit yet.");
    await expect(run("questionnaire", of, { estimate: "5" })).rejects.toMatchObject({
      code: "resource_missing",
    });
    expect(await run("questionnaire", of, { begin: true, estimate: "0" })).toContain("unknown");
    expect(await read(company)).toMatchObject({
      claim_status: "undecided",
      amount_cents: null,
      amount_basis: null,
    });
    await run("questionnaire", of, { confirmed: "yes", payroll_provider: "gusto" });
    expect(await read(company)).toMatchObject({
      amount_cents: 0,
      amount_basis: "estimate",
      payroll_submission: { provider: "gusto", status: "unknown" },
    });
    for (const estimate of ["-1", "1.5", "12x", "9".repeat(16)])
      await expect(run("questionnaire", of, { estimate })).rejects.toThrow("--estimate must be");
    await run("claim", [...of, "opt_in"]);
    await expect(run("return", [...of, "file"])).rejects.toThrow("It is none, so file can't be recorded.");
    await run("return", [...of, "prepare"], { total: "100", income_tax: "40" });
    expect(await read(company)).toMatchObject({
      claim_status: "pending",
      amount_basis: "prepared_return",
      payroll_submission: { status: "waiting_for_tax_filing" },
    });
    await expect(run("return", [...of, "file"])).rejects.toThrow(
      "The income filing of 2025 is not recorded as filed. Record that first.",
    );
    await expect(run("payroll", [...of, "submitted"])).rejects.toThrow(
      "Only the part that a filed return leaves for payroll can be submitted.",
    );
    await run("advance", [company.id, "income", 2025, "filed"]);
    expect(await read(company)).toMatchObject({
      claim_status: "claimed",
      amount_basis: "filed_return",
      payroll_credit_cents: 60,
      payroll_submission: { status: "pending" },
    });
    await expect(run("claim", [...of, "decline"])).rejects.toThrow(
      "The return was filed, so the decision can't change.",
    );
    await run("payroll", [...of, "submitted"]);
    expect(await read(company)).toMatchObject({ payroll_submission: { status: "submitted" } });
    expect(await run("return", [...of, "prepare"], { income_tax: "unknown" })).toContain("unknown");
    expect(await read(company)).toMatchObject({
      applied_to_income_tax_cents: null,
      payroll_credit_cents: null,
      payroll_submission: { status: "unknown" },
    });
  });

  test("has no line for a missing answer", async () => {
    const company = await http.company({ tax_credits: [credit(2025)] });
    const before = await read(company);
    await expect(run("questionnaire", [company.id, 2025])).rejects.toThrow(
      "Give an answer, --estimate, --confirmed or --payroll-provider, or --begin.",
    );
    expect([await read(company), await run("audit", [company.id])]).toEqual([
      before,
      "Nothing was recorded yet.",
    ]);
  });
});

describe("a document", () => {
  test("that was a draft at a filing elsewhere stays a draft until the return itself is given (TAX-046, TAX-047)", async () => {
    const company = await http.company({ taxes: [income(2025, { filing_status: "preparing" })] });
    await run("document", [company.id, "income", 2025, await newFile("draft.pdf", await pdfOf(["Draft"]))]);
    await run("advance", [company.id, "income", 2025, "filed_elsewhere"]);
    expect(await only(company)).toMatchObject({
      filing_status: "filed",
      filed_elsewhere: true,
      documents: [{ type: "draft_return", filename: "draft.pdf" }],
    });
    await run("document", [company.id, "income", 2025, await newFile("final.pdf", await pdfOf(["Final"]))]);
    expect((await only(company)).documents).toMatchObject([{ type: "filed_return", filename: "final.pdf" }]);
  });

  test("that was a draft is the filed return when the service filed it (TAX-047)", async () => {
    const company = await http.company({ taxes: [income(2025, { filing_status: "filing" })] });
    await run("document", [company.id, "income", 2025, await newFile("return.pdf", await pdfOf())]);
    await run("advance", [company.id, "income", 2025, "filed"]);
    expect((await only(company)).documents).toMatchObject([{ type: "filed_return", filename: "return.pdf" }]);
  });

  test("is taken only when it can be read as a PDF, and what is refused leaves nothing (FILE-002)", async () => {
    const company = await http.company({ taxes: [income(2025)] });
    for (const content of ["%PDF-1.4 and nothing else", "plain text", ""]) {
      await expect(
        run("document", [company.id, "income", 2025, await newFile("return.pdf", content)]),
      ).rejects.toMatchObject({ code: "invalid_file" });
    }
    await expect(
      run("document", [company.id, "income", 2024, await newFile("return.pdf", await pdfOf())]),
    ).rejects.toThrow("There is no income record of 2024.");
    expect((await only(company)).documents).toEqual([]);
    expect(await stored(company)).toEqual([]);
  });

  test("is stored as long as its record has it", async () => {
    const company = await http.company({ taxes: [income(2025)] });
    for (const name of ["first.pdf", "second.pdf"])
      await run("document", [company.id, "income", 2025, await newFile(name, await pdfOf([name]))]);
    expect(await stored(company)).toHaveLength(2);
    http.clock.set(new Date((http.clock.now() + 601) * 1000).toISOString());
    await workOn(http);
    expect(await stored(company)).toHaveLength(1);
    expect((await get((await only(company)).documents[0]?.download_url ?? "")).status).toBe(200);
  });

  test("that has no name gets one", async () => {
    const company = await http.company({ taxes: [income(2025)] });
    await run("document", [company.id, "income", 2025, await newFile(UNNAMED_BOOKS, await pdfOf())]);
    expect((await only(company)).documents).toMatchObject([{ filename: "document.pdf" }]);
    await run("document", [company.id, "income", 2025, await newFile("a.pdf", await pdfOf())], {
      filename: "../Return: 2025.pdf",
    });
    expect((await only(company)).documents).toMatchObject([{ filename: "_Return: 2025.pdf" }]);
  });

  test("confirms nothing that Delaware has not on file (TAX-048)", async () => {
    const company = await http.company({ taxes: [franchise(2025, { filing_status: "filing" })] });
    const file = await newFile("confirmation.pdf", await pdfOf());
    await expect(run("document", [company.id, "franchise", 2025, file])).rejects.toMatchObject({
      code: "invalid_request",
      message:
        "The franchise filing of 2025 is filing, so a confirmation can't be attached. Record first that it was filed.",
    });
    expect((await only(company)).documents).toEqual([]);
    await run("advance", [company.id, "franchise", 2025, "filed"]);
    await run("document", [company.id, "franchise", 2025, file]);
    expect((await only(company)).documents).toMatchObject([{ type: "filing_confirmation" }]);
  });
});
