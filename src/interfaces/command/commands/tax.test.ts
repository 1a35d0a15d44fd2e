/** Commands on tax filings and credits, run as a command line runs them: what the API tells after each, what is refused, and what they print. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import { pdfOf } from "../../../../test/support/files.ts";
import { franchise, income } from "../../../../test/support/tax-records.ts";
import type { List, Tax } from "../../../../test/support/taxes.ts";
import { present } from "../../../core/assert.ts";
import { readFields } from "../fields.ts";
import { TAX_COMMANDS } from "./tax.ts";
import { TAX_CREDIT_COMMANDS } from "./tax-credit.ts";

const http = await testApp();

/** Runs a command line of the group, arguments in their order and options by name; gives what a person is shown. */
async function run(name: string, words: readonly (string | number)[], options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const command = present([...TAX_COMMANDS, ...TAX_CREDIT_COMMANDS].find((each) => each.name === `tax ${name}`), `there is no command tax ${name}`);
  const places = Object.entries(command.fields).filter(([, { place }]) => place === "argument");
  const args = readFields(command.fields, { ...options, ...Object.fromEntries(places.map(([field], index) => [field, words[index] === undefined ? undefined : String(words[index])])) });
  return command.show(await command.run(http.app, args, () => {}, new AbortController().signal), args);
}

async function newFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-tax-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const only = async (company: TestCompany): Promise<Tax> => present((await company.read<List<Tax>>("/taxes")).data[0], "there is no tax record");

describe("a document", () => {
  test("that was a draft when somebody else filed stays a draft, until the return itself is given (TAX-046, TAX-047)", async () => {
    const company = await http.company({ taxes: [income(2025, { filing_status: "preparing" })] });
    await run("document", [company.id, "income", 2025, await newFile("draft.pdf", await pdfOf(["Draft"]))]);
    await run("advance", [company.id, "income", 2025, "filed_elsewhere"]);
    expect(await only(company)).toMatchObject({ filing_status: "filed", filed_elsewhere: true, documents: [{ type: "draft_return", filename: "draft.pdf" }] });
    await run("document", [company.id, "income", 2025, await newFile("final.pdf", await pdfOf(["Final"]))]);
    expect((await only(company)).documents).toMatchObject([{ type: "filed_return", filename: "final.pdf" }]);
  });

  test("that was a draft is the filed return when the service filed it (TAX-047)", async () => {
    const company = await http.company({ taxes: [income(2025, { filing_status: "filing" })] });
    await run("document", [company.id, "income", 2025, await newFile("return.pdf", await pdfOf())]);
    await run("advance", [company.id, "income", 2025, "filed"]);
    expect((await only(company)).documents).toMatchObject([{ type: "filed_return", filename: "return.pdf" }]);
  });

  test("confirms nothing that Delaware has not on file (TAX-048)", async () => {
    const company = await http.company({ taxes: [franchise(2025, { filing_status: "filing" })] });
    const file = await newFile("confirmation.pdf", await pdfOf());
    await expect(run("document", [company.id, "franchise", 2025, file])).rejects.toMatchObject({ code: "invalid_request" });
    expect((await only(company)).documents).toEqual([]);
    await run("advance", [company.id, "franchise", 2025, "filed"]);
    await run("document", [company.id, "franchise", 2025, file]);
    expect((await only(company)).documents).toMatchObject([{ type: "filing_confirmation" }]);
  });
});
