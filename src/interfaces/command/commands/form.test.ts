/** Commands on vendor 1099 filings, run as a command line runs them, and what they print. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { form, formReport } from "../../../../test/support/form-records.ts";
import { type FormAnswer, formsOf } from "../../../../test/support/forms.ts";
import { present } from "@daybook/words/assert";
import { LIMITS } from "@daybook/words/limits";
import { EVENTS } from "../../../modules/filings/forms-1099/rules/states.ts";
import { readFields } from "../fields.ts";
import { FORM_COMMANDS } from "./form.ts";

const http = await testApp();

interface Result {
  readonly form: FormAnswer;
  readonly document_id: string;
  readonly audit: readonly { readonly command: string }[];
  readonly problems: readonly object[];
}

/** Runs a command of the group with these arguments; gives its result, and what a person is shown. */
async function run(
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<Result & { readonly shown: string }> {
  const command = present(
    FORM_COMMANDS.find((each) => each.name === `1099 ${name}`),
    `there is no command 1099 ${name}`,
  );
  const args = readFields(command.fields, given);
  const result = (await command.run(http.app, args, () => {}, new AbortController().signal, "ada")) as Result;
  return { ...result, shown: command.show(result, args) };
}

async function newFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-form-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

test("there is a command for every event of the table", () => {
  expect(FORM_COMMANDS.map(({ name }) => name)).toEqual(
    expect.arrayContaining(EVENTS.map((event) => `1099 ${event}`)),
  );
});

test("a vendor is added, a file attached, replaced and detached, and what was done is shown", async () => {
  const company = await http.company({ journal: [] });
  const { get } = formsOf(http, company);
  const of = { company: company.id };
  expect((await run("open", { ...of, year: "2026" })).shown).toBe(
    `The report of 2026 of ${company.id}: not_required.`,
  );
  const added = await run("add", { ...of, year: "2026", vendor: "Blue Fern LLC" });
  expect(added.shown).toBe(`Added ${added.form.id}, Blue Fern LLC: review_required.`);
  const target = { ...of, form: added.form.id };
  const read = () => get(added.form.id.replace("f1099_", ""));
  expect((await run("confirm", target)).shown).toBe(`${added.form.id}, Blue Fern LLC: w9_required.`);
  await expect(run("file", target)).rejects.toMatchObject({ code: "invalid_request" });
  const first = await run("attach", {
    ...target,
    file: await newFile("w9 signed.PDF", "signed"),
    type: "w9",
  });
  expect((await read()).documents).toMatchObject([
    { id: first.document_id, type: "w9", filename: "w9 signed.PDF", content_type: "application/pdf" },
  ]);
  const second = await run("attach", {
    ...target,
    file: await newFile("scan", "again"),
    replace: first.document_id,
    name: "corrected",
  });
  expect((await read()).documents).toMatchObject([
    { id: second.document_id, type: "w9", filename: "corrected", content_type: null },
  ]);
  const shown = (await run("show", target)).shown;
  for (const part of [
    "Blue Fern LLC, 2026: w9_required.",
    second.document_id,
    "in place of",
    "review_required",
    "confirm",
  ])
    expect(shown).toContain(part);
  await expect(run("detach", { ...target, document: first.document_id })).rejects.toMatchObject({
    code: "resource_missing",
    message: `The 1099 record ${target.form} has no document ${first.document_id}.`,
  });
  expect((await run("detach", { ...target, document: second.document_id })).form.documents).toEqual([]);
  expect((await run("show", target)).audit.map(({ command }) => command)).toEqual([
    "add",
    "confirm",
    "attach",
    "attach",
    "detach",
  ]);
});

test("a vendor has a name that can be asked for", async () => {
  const company = await http.company({ journal: [] });
  await expect(run("add", { company: company.id, year: "2026", vendor: "  " })).rejects.toMatchObject({
    code: "invalid_request",
    param: "vendor",
  });
  expect((await formsOf(http, company).list()).summaries).toEqual([]);
});

test("a file that is not there, or larger than a document may be, is refused and leaves nothing", async () => {
  const company = await http.company({
    journal: [],
    form_1099_reports: [formReport(2025)],
    forms_1099: [form("a", 2025)],
  });
  const target = { company: company.id, form: "f1099_a", type: "w9" };
  await expect(run("attach", { ...target, file: join(tmpdir(), "no such file") })).rejects.toThrow(
    "There is no file",
  );
  await expect(
    run("attach", {
      ...target,
      file: await newFile("large.pdf", Buffer.alloc(LIMITS.form_document_bytes.value + 1)),
    }),
  ).rejects.toThrow("The file is larger than");
  expect((await formsOf(http, company).get("a")).documents).toEqual([]);
});

test("the reasons why a report is not ready are listed, and its records are shown all the same", async () => {
  const company = await http.company({
    journal: [],
    form_1099_reports: [formReport(2025)],
    forms_1099: [form("a", 2025, { filing_status: "on_hold" })],
  });
  const { problems, shown } = await run("check", { company: company.id });
  expect(problems).toEqual([
    { report: "2025", number: 1, id: "f1099_a", problem: "has an unknown status, on_hold" },
  ]);
  expect(shown).toContain("on_hold");
  expect((await run("show", { company: company.id, form: "f1099_a" })).shown).toContain("on_hold");
  const sound = await http.company({ journal: [] });
  expect((await run("check", { company: sound.id })).shown).toBe("Every report is ready.");
});
