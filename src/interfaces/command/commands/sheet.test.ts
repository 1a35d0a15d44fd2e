/** Commands on spreadsheets, run as a command line runs them, and what they print. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { sheetsOf } from "../../../../test/support/sheets.ts";
import { present } from "@daybook/words/assert";
import { readFields } from "../fields.ts";
import { SHEET_COMMANDS } from "./sheet.ts";

const http = await testApp();

interface Result {
  readonly sheet: { readonly id: string; readonly revision: number };
  readonly sheets: readonly { readonly id: string }[];
}

/**
 * A company, and a function that runs a command of the group for it and gives its result with what a person
 * is shown.
 */
async function newOffice() {
  const company = await http.company({ journal: [] });
  async function run(
    name: string,
    given: Readonly<Record<string, string | readonly string[] | boolean>> = {},
  ): Promise<Result & { readonly shown: string }> {
    const command = present(
      SHEET_COMMANDS.find((each) => each.name === `sheet ${name}`),
      `there is no command sheet ${name}`,
    );
    const args = readFields(command.fields, { company: company.id, ...given });
    const result = (await command.run(
      http.app,
      args,
      () => {},
      new AbortController().signal,
      "ada",
    )) as Result;
    return { ...result, shown: command.show(result, args) };
  }
  const { id } = (await run("create", { name: "Forecast", worksheet: ["Plan", "Notes"] })).sheet;
  return { run, id, ...sheetsOf(http, company), of: id.replace("sht_", "") };
}

test("a document is made, listed, renamed and deleted", async () => {
  const { run, id, list } = await newOffice();
  expect((await run("list")).shown).toContain(`${id}  1 `);
  expect((await run("rename", { sheet: id, name: "Other", base_revision: "1" })).shown).toBe(
    `${id}, Other: revision 2.`,
  );
  await expect(run("rename", { sheet: id, name: "Third", base_revision: "1" })).rejects.toMatchObject({
    code: "revision_conflict",
  });
  await expect(run("delete", { sheet: id, base_revision: "1" })).rejects.toMatchObject({
    code: "revision_conflict",
  });
  expect((await list()).data).toMatchObject([{ id, name: "Other", revision: 2 }]);
  expect((await run("delete", { sheet: id })).shown).toBe(`Deleted ${id}.`);
  expect((await run("list")).shown).toContain("There is no spreadsheet yet.");
  expect((await run("create", { name: "Plain" })).shown).toMatch(/^Made sht_\w+, Plain: revision 1\.$/);
});

test("cells are written as if they were typed, shown with what they come to, and cleared", async () => {
  const { run, id, get, of } = await newOffice();
  const typed: readonly (readonly [string, string])[] = [
    ["A1", "12.5"],
    ["A2", "=A1*2"],
    ["A3", "'=A1"],
    ["A4", "true"],
    ["A5", "#n/a"],
    ["A6", "-1e3"],
    ["A7", "1e999"],
    ["A8", "="],
    ["A9", "=1/0"],
    ["A10", " two\nlines "],
  ];
  for (const [cell, value] of typed) await run("set", { sheet: id, cell: `Plan!${cell}`, value });
  const answer = await get(of, "ranges=Plan!A1:A10&view=both");
  expect(answer.ranges?.[0]?.values?.flat()).toEqual([
    12.5,
    25,
    "=A1",
    true,
    null,
    -1000,
    "1e999",
    "=",
    null,
    " two\nlines ",
  ]);
  expect(answer.ranges?.[0]?.formulas?.flat().filter((formula) => formula !== null)).toEqual([
    "=A1*2",
    "=1/0",
  ]);
  expect(answer.revision).toBe(11);
  const { shown } = await run("show", { sheet: id, range: ["Plan!A1:B3", "Plan!A9", "Notes!A1"] });
  for (const line of [
    "Plan!A1:B3",
    "A2    25     =A1*2",
    "A9    -      =1/0",
    "Plan!A9: Something is divided by zero",
    "Nothing is written there.",
  ])
    expect(shown).toContain(line);
  expect((await run("set", { sheet: id, cell: "plan!a1", clear: true })).shown).toBe(
    `${id}, Forecast: revision 12.`,
  );
  expect((await get(of, "ranges=Plan!A1")).ranges?.[0]?.values).toEqual([[null]]);
  for (const wrong of [
    { cell: "A1", value: "1" },
    { cell: "Plan!A1:B2", value: "1" },
    { cell: "Plan!A1" },
    { cell: "Plan!A1", value: "1", clear: true },
    { cell: "Other!A1", value: "1" },
  ])
    await expect(run("set", { sheet: id, ...wrong })).rejects.toThrow(/\.$/);
});

test("worksheets are added, moved, renamed, grown and deleted", async () => {
  const { run, id } = await newOffice();
  await run("add-worksheet", { sheet: id, name: "First", place: "1", rows: "5" });
  await run("add-worksheet", { sheet: id, name: "Last" });
  await run("move-worksheet", { sheet: id, worksheet: "Plan", place: "4" });
  await run("rename-worksheet", { sheet: id, worksheet: "Notes", name: "Drafts" });
  await run("grow-worksheet", { sheet: id, worksheet: "First", columns: "30" });
  await expect(run("grow-worksheet", { sheet: id, worksheet: "First", rows: "4" })).rejects.toMatchObject({
    code: "invalid_request",
  });
  await expect(run("grow-worksheet", { sheet: id, worksheet: "None" })).rejects.toMatchObject({
    code: "invalid_request",
  });
  const { shown } = await run("delete-worksheet", { sheet: id, worksheet: "Last" });
  expect(shown).toBe(`${id}, Forecast: revision 7.`);
  const tabs = (await run("show", { sheet: id })).shown
    .split("\n")
    .slice(3)
    .map((line) => line.split(/\s+/u).slice(1));
  expect(tabs).toEqual([
    ["First", "-", "5", "30"],
    ["Drafts", "-", "1000", "26"],
    ["Plan", "-", "1000", "26"],
  ]);
});
