/**
 * Spreadsheets in the console: the operations of the editor by session, the workbook of a document, and the
 * addresses that lead to the editor.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { type Permissions, permissions, person } from "../../../test/support/bundle.ts";
import { newBrowser, withPassword } from "../../../test/support/console.ts";
import { type Asking, ask } from "../../../test/support/session.ts";
import { sheet, worksheet } from "../../../test/support/sheet-records.ts";
import { rangesOf, sheetsOf } from "../../../test/support/sheets.ts";
import { readXlsx } from "../../../test/support/xlsx.ts";
import { formToken } from "../../modules/tenants/sign-in/index.ts";

const http = await testApp();

interface Content {
  readonly name: string;
  readonly revision: number;
  readonly worksheets: readonly { readonly id: string; readonly name: string }[];
  readonly blocks: readonly {
    readonly worksheet_id: string;
    readonly block: number;
    readonly cells: string;
  }[];
  readonly next: string | null;
  readonly is_known: boolean;
  readonly are_moves_known: boolean;
}

const PLAN = sheet(
  "plan",
  { Plan: { A1: "Cash", B1: "=BOOKS.CASH(DATE(2025,12,31))", A70: 7, B70: "=A70*2" }, Notes: { A1: "n" } },
  { worksheets: [worksheet("Plan", { row_count: 2_000 }), worksheet("Notes")] },
);

async function member(levels: Permissions = permissions("manage")) {
  const [first, { user, member: row }] = [person("first"), person("ada", levels)];
  const company = await http.company({
    users: [first.user, user],
    members: [first.member, row],
    sheets: [PLAN],
  });
  const browser = await withPassword(user.email);
  const send = (target: string, asking: Asking = {}) =>
    ask(browser, `/app/api${target}`, { company: company.id, ...asking });
  const read = async <T = Content>(target: string) => JSON.parse((await send(target)).text) as T;
  const edit = (base_revision: number, ...edits: readonly object[]) =>
    send("/sheets/sht_plan/edits", { method: "POST", body: { base_revision, edits } });
  const { list, get, values } = sheetsOf(http, company);
  return { company, browser, send, read, edit, list, get, values };
}

const cells = (...written: readonly object[]) => ({
  kind: "cells",
  worksheet_id: "wks_Plan",
  cells: written,
});

describe("the editor of a spreadsheet", () => {
  test("reads a document as it was written", async () => {
    const { read } = await member();
    const { name, revision, worksheets, blocks, next } = await read("/sheets/sht_plan/content");
    expect([name, revision, next]).toEqual(["plan", 1, null]);
    expect(worksheets.map(({ id }) => id)).toEqual(["wks_Plan", "wks_Notes"]);
    expect(blocks.map(({ worksheet_id, block, cells: text }) => [worksheet_id, block, text])).toEqual([
      ["wks_Plan", 0, '[[0,0,"Cash",1,{"f":"=BOOKS.CASH(DATE(2025,12,31))"}]]'],
      ["wks_Plan", 1, '[[69,0,7,1,{"f":"=A70*2"}]]'],
      ["wks_Notes", 0, '[[0,0,"n"]]'],
    ]);
  });

  test("reads a large document in parts of one revision", async () => {
    const { read, send, edit } = await member();
    const long = "x".repeat(30_000);
    for (let part = 0; part < 5; part++)
      await edit(
        part + 1,
        cells(...Array.from({ length: 30 }, (_, at) => ({ row: part * 64 + at, column: 0, input: long }))),
      );
    const first = await read("/sheets/sht_plan/content");
    expect(first.next).toEqual(expect.any(String));
    const rest = await read(`/sheets/sht_plan/content?starting_after=${first.next ?? ""}`);
    expect([...first.blocks, ...rest.blocks].map(({ block }) => block)).toEqual([0, 1, 2, 3, 4, 0]);
    await edit(6, { kind: "rename", name: "Other" });
    const stale = await send(`/sheets/sht_plan/content?starting_after=${first.next ?? ""}`);
    expect([stale.status, stale.code]).toEqual([409, "revision_conflict"]);
  });

  test("makes a batch of edits as one revision, which the API reads", async () => {
    const { edit, get, values } = await member();
    const answer = await edit(
      1,
      cells(
        { row: 0, column: 0, input: "12.5", format: { bold: true, number_format: "0.00" } },
        { row: 1, column: 0, input: "=A1*2" },
        { row: 2, column: 0, input: "'007" },
        { row: 69, column: 0, input: null },
        { row: 3, column: 0, input: "=SEQUENCE(3)", fills: { rows: 2, columns: 1 } },
      ),
      { kind: "add_worksheet", name: "More", row_count: 10, column_count: 5, place: 0 },
      { kind: "rename_worksheet", worksheet_id: "wks_Notes", name: "Words" },
      { kind: "move_worksheet", worksheet_id: "wks_Plan", place: 0 },
      { kind: "grow_worksheet", worksheet_id: "wks_Plan", row_count: 3_000, column_count: 30 },
      { kind: "rename", name: "Plan 2027" },
    );
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      revision: 2,
      name: "Plan 2027",
      worksheets: [{ name: "Plan", row_count: 3_000 }, { name: "More" }, { name: "Words" }],
    });
    expect(await values("plan", "Plan!A1:A6")).toEqual([[12.5], [25], ["007"], [1], [2], [null]]);
    const detail = await get("plan", `${rangesOf("Plan!A1")}&include=formats`);
    expect(detail.ranges?.[0]?.formats).toEqual([{ cell: "A1", bold: true, number_format: "0.00" }]);
    expect(await values("plan", "Plan!A70:B70")).toEqual([[null, 0]]);
  });

  test("makes all edits or none, and none on another revision (GRID-007)", async () => {
    const { edit, send, get } = await member();
    const bad = await edit(1, cells({ row: 0, column: 0, input: "x" }), {
      kind: "delete_worksheet",
      worksheet_id: "wks_nobodys",
    });
    expect([bad.status, bad.code]).toEqual([400, "invalid_request"]);
    expect(await get("plan")).toMatchObject({ revision: 1 });
    const body = { base_revision: 1, edits: [cells({ row: 0, column: 0, input: "x" })] };
    const once = { method: "POST", body, headers: { "idempotency-key": "once" } };
    const [made, again] = [
      await send("/sheets/sht_plan/edits", once),
      await send("/sheets/sht_plan/edits", once),
    ];
    expect([made.status, again.status, again.text]).toEqual([200, 200, made.text]);
    const late = await edit(1, cells({ row: 1, column: 1, input: "y" }));
    expect([late.status, JSON.parse(late.text)]).toEqual([
      409,
      { error: expect.objectContaining({ code: "revision_conflict", current_revision: 2 }) as object },
    ]);
    const shape = await edit(2, { kind: "cells", worksheet_id: "wks_Plan", cells: [{ row: 0 }] });
    expect([shape.status, shape.code]).toEqual([400, expect.stringMatching(/invalid_request|missing/)]);
  });

  test("reads what others changed since a revision", async () => {
    const { edit, read } = await member();
    const changes = (since: number) => read(`/sheets/sht_plan/changes?since=${since}`);
    expect(await changes(1)).toMatchObject({ revision: 1, is_known: true, blocks: [] });
    await edit(1, cells({ row: 69, column: 0, input: null }, { row: 69, column: 1, input: null }));
    await edit(2, cells({ row: 700, column: 3, input: "far" }));
    expect(await changes(1)).toMatchObject({
      revision: 3,
      is_known: true,
      blocks: [
        { worksheet_id: "wks_Plan", block: 1, cells: "[]" },
        { worksheet_id: "wks_Plan", block: 10, cells: '[[700,3,"far"]]' },
      ],
    });
    expect((await changes(2)).blocks.map(({ block }) => block)).toEqual([10]);
    // A renamed worksheet changes the formulas that name it.
    const named = { ...cells({ row: 80, column: 0, input: "=Plan!A1" }), worksheet_id: "wks_Notes" };
    await edit(3, named);
    await edit(4, { kind: "rename_worksheet", worksheet_id: "wks_Plan", name: "Budget" });
    expect(await changes(4)).toMatchObject({
      is_known: true,
      worksheets: [{ name: "Budget" }, {}],
      blocks: [{ worksheet_id: "wks_Notes", block: 1, cells: '[[80,0,{"f":"=Budget!A1"}]]' }],
    });
    for (const since of [0, 9])
      expect(await changes(since)).toMatchObject({ is_known: false, are_moves_known: false });
  });

  test("answers functions over the books as the API calculates them", async () => {
    const { send, values } = await member();
    const calls = [
      { name: "BOOKS.CASH", args: [46_022] },
      { name: "BOOKS.CASH", args: ["soon"] },
      { name: "BOOKS.CATEGORIES", args: ["revenue"] },
    ];
    const answer = await send("/book_calls", { method: "POST", body: { calls } });
    const { answers } = JSON.parse(answer.text) as {
      answers: { rows?: unknown[][]; error?: string; message?: string }[];
    };
    expect(answers[0]?.rows).toEqual(await values("plan", "Plan!B1"));
    expect(answers[1]).toMatchObject({ error: expect.any(String), message: expect.any(String) });
    expect(answers[2]?.rows?.[0]).toEqual(["Revenue"]);
  });

  test("makes and imports documents, and writes them as workbooks", async () => {
    const { send, browser, company, list, edit } = await member();
    const made = await send("/sheets", { method: "POST", body: { name: "New" } });
    expect([made.status, JSON.parse(made.text)]).toEqual([
      201,
      expect.objectContaining({ name: "New", revision: 1 }),
    ]);
    expect((await send("/sheets", { method: "POST", body: { name: " " } })).status).toBe(400);
    await edit(1, cells({ row: 0, column: 2, input: "=B70*100" }));
    const download = await fetch(
      new URL(`/app/sheets/sht_plan/workbook.xlsx?company=${company.id}`, browser.origin),
      { headers: { cookie: `${browser.cookieName}=${browser.session}` } },
    );
    const bytes = new Uint8Array(await download.arrayBuffer());
    expect(readXlsx(bytes).sheets[0]?.cells.get("C1")).toMatchObject({ number: 1_400, formula: "B70*100" });
    const form = new FormData();
    form.append("file", new File([bytes], "Moved plan.xlsx"));
    const imported = await fetch(new URL("/app/api/sheet_imports", browser.origin), {
      method: "POST",
      body: form,
      headers: writing(browser, company.id),
    });
    expect([imported.status, await imported.json()]).toEqual([
      201,
      expect.objectContaining({ sheet: expect.objectContaining({ name: "Moved plan" }) as object }),
    ]);
    const broken = new FormData();
    broken.append("file", new File(["no workbook"], "x.xlsx"));
    const refused = await fetch(new URL("/app/api/sheet_imports", browser.origin), {
      method: "POST",
      body: broken,
      headers: writing(browser, company.id),
    });
    expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      "invalid_file",
    ]);
    expect((await list()).data.map(({ name }) => name)).toEqual(["Moved plan", "New", "plan"]);
  });

  test("is closed to those who may not, and only read by those who may view", async () => {
    const viewer = await member(permissions("none", { forecast: "view" }));
    expect((await viewer.send("/sheets/sht_plan/content")).status).toBe(200);
    expect((await viewer.edit(1, cells({ row: 0, column: 0, input: "x" }))).status).toBe(403);
    expect((await viewer.send("/sheets", { method: "POST", body: { name: "x" } })).status).toBe(403);
    const stranger = await member(permissions("manage", { forecast: "none" }));
    const calls = { method: "POST", body: { calls: [] } };
    expect((await viewer.send("/book_calls", calls)).status).toBe(403);
    for (const [target, asking] of [
      ["/sheets/sht_plan/content", {}],
      ["/sheets/sht_plan/changes?since=1", {}],
      ["/book_calls", calls],
    ] as const)
      expect([target, (await stranger.send(target, asking)).status]).toEqual([target, 403]);
    const unknown = await viewer.send("/sheets/sht_nobodys/content");
    expect([unknown.status, unknown.code]).toEqual([404, "resource_missing"]);
  });
});

/** The headers of a request that writes, without a type of its content. */
function writing(browser: Awaited<ReturnType<typeof withPassword>>, company: string) {
  const session = browser.session;
  return {
    cookie: `${browser.cookieName}=${session}`,
    origin: browser.origin,
    "daybook-company": company,
    "x-csrf-token": formToken(session),
  };
}

describe("the address of a document", () => {
  test("leads to the editor", async () => {
    const { company, list } = await member();
    const { pathname } = new URL((await list()).data[0]?.url ?? "");
    expect(pathname).toBe(`/app/c/${company.id}/sheets/sht_plan`);
  });

  test("that documents had before leads there too, and nowhere for those who may not see it", async () => {
    const { browser, company } = await member(permissions("none", { forecast: "view" }));
    expect(await browser.visit("/app/sheets/sht_plan")).toMatchObject({
      status: 303,
      location: `/app/c/${company.id}/sheets/sht_plan`,
    });
    const other = await member(permissions("manage", { forecast: "none" }));
    expect((await other.browser.visit("/app/sheets/sht_plan")).status).toBe(404);
    expect((await other.browser.visit("/app/sheets/sht_plan/workbook.xlsx")).status).toBe(404);
    expect(await newBrowser().visit("/app/sheets/sht_plan")).toMatchObject({
      status: 303,
      location: "/app/sign-in",
    });
  });
});
