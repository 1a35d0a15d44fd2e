/** Spreadsheets in and out by the command line, and what the commands print. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { sheet } from "../../../../test/support/sheet-records.ts";
import { workbookFile } from "../../../../test/support/workbooks.ts";
import { readXlsx } from "../../../../test/support/xlsx.ts";
import { present } from "@daybook/words/assert";
import { readFields } from "../fields.ts";
import { WORKBOOK_COMMANDS } from "./workbook.ts";

const http = await testApp();

interface Result {
  readonly sheet_id: string;
  readonly url: string;
  readonly notes: readonly string[];
  readonly file: string;
}

async function run(
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<Result & { readonly shown: string }> {
  const command = present(
    WORKBOOK_COMMANDS.find((each) => each.name === name),
    `there is no command ${name}`,
  );
  const args = readFields(command.fields, given);
  const result = (await command.run(http.app, args, () => {}, new AbortController().signal, "ada")) as Result;
  return { ...result, shown: command.show(result, args) };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-sheet-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const PLAN = workbookFile({
  sheets: {
    Plan: '<sheetData><row r="1"><c r="A1"><v>20</v></c><c r="B1"><f>A1*2+1</f><v>41</v></c></row></sheetData><autoFilter/>',
    Notes: "",
  },
});

test("a workbook becomes a spreadsheet of its name, and omissions are reported", async () => {
  const company = await http.company();
  const file = join(await newFolder(), "Plan 2027.xlsx");
  await writeFile(file, PLAN);
  const made = await run("import xlsx", { file, company: company.id });
  expect(made.shown).toBe(
    `Imported Plan 2027 as ${made.sheet_id}: 2 cells on 2 worksheets.\n${made.url}\n- Filters were left out; all rows are there.`,
  );
  expect(await company.read(`/sheets/${made.sheet_id}?view=both&ranges=Plan!A1:B1`)).toMatchObject({
    name: "Plan 2027",
    url: made.url,
    ranges: [{ values: [[20, 41]], formulas: [[null, "=A1*2+1"]] }],
  });
  expect(
    await company.read(
      `/sheets/${(await run("import xlsx", { file, company: company.id, name: "Other" })).sheet_id}`,
    ),
  ).toMatchObject({ name: "Other", revision: 1 });
});

test("what is no workbook is refused, and nothing is made of it", async () => {
  const company = await http.company();
  const file = join(await newFolder(), "plan.xlsx");
  await writeFile(file, "date,amount\n");
  await expect(run("import xlsx", { file, company: company.id })).rejects.toMatchObject({
    name: "WorkbookProblem",
    message: "The file is not an XLSX workbook.",
  });
  await expect(run("import xlsx", { file: `${file}x`, company: company.id })).rejects.toThrow(
    /There is no file/,
  );
  await writeFile(file, workbookFile({ sheets: { "Bad:name": "" } }));
  await expect(run("import xlsx", { file, company: company.id })).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringMatching(/name of a worksheet/),
  });
  expect(await company.read("/sheets")).toMatchObject({ data: [] });
});

test("a spreadsheet goes out with its values; what reads the books is a value, or a formula where that is asked for", async () => {
  const cells = {
    A1: 5,
    A2: "=A1*2",
    A3: '=BOOKS.TOTAL("Subscriptions",DATE(2025,1,1),DATE(2025,12,31))',
    A4: "=A3/2",
    A5: "=1/0",
    C1: "=SEQUENCE(2)*A1",
    C4: "=BOOKS.DEPARTMENTS()",
  };
  const company = await http.company({ sheets: [sheet("out", { Plan: cells })] });
  const folder = await newFolder();
  const out = await run("export xlsx", { sheet: "sht_out", company: company.id, out: folder });
  expect(out.shown).toBe(`The spreadsheet sht_out is in ${out.file}. 1 cell of it is an error.`);
  expect(out.file.startsWith(folder)).toBe(true);
  const told = (file: Buffer) =>
    Object.fromEntries(
      [...(readXlsx(file).sheets[0]?.cells ?? [])].map(([address, { number, text, formula }]) => [
        address,
        [number ?? text, formula],
      ]),
    );
  const plain = told(await readFile(out.file));
  expect(plain).toMatchObject({
    A1: [5, null],
    A2: [10, "A1*2"],
    A3: [4_000, null],
    A4: [2_000, "A3/2"],
    A5: [Number.NaN, "1/0"],
    C1: [5, "_xlfn.SEQUENCE(2)*A1"],
    C2: [10, null],
    C4: ["Product", null],
    C5: ["Engineering", null],
  });
  const kept = await run("export xlsx", {
    sheet: "sht_out",
    company: company.id,
    out: join(folder, "kept.xlsx"),
    formulas: true,
  });
  expect(told(await readFile(kept.file))).toMatchObject({
    A3: [4_000, cells.A3.slice(1)],
    C4: [Number.NaN, "BOOKS.DEPARTMENTS()"],
    C5: ["Engineering", null],
  });
  await expect(run("export xlsx", { sheet: "sht_out", company: company.id, out: kept.file })).rejects.toThrow(
    /is there already/,
  );
  await expect(
    run("export xlsx", { sheet: "sht_none", company: company.id, out: folder }),
  ).rejects.toMatchObject({ code: "resource_missing" });
  const again = await run("import xlsx", { file: kept.file, company: company.id });
  expect(await company.read(`/sheets/${again.sheet_id}?view=both&ranges=A1:C8`)).toMatchObject({
    ranges: [
      {
        formulas: (
          await company.read<{ ranges: { formulas: unknown }[] }>("/sheets/sht_out?view=both&ranges=A1:C8")
        ).ranges[0]?.formulas,
      },
    ],
  });
});
