/**
 * Journeys through the steps of a spreadsheet of the console: what a person arranged is taken back and made
 * again like what was typed, in the same order, whatever others change, rename or forget meanwhile.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import {
  type ConsoleSetting,
  OWNER,
  PASSWORD,
  setPassword,
  startConsole,
  type Visit,
  visitConsole,
} from "./console-app.ts";
import { json, LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { type Detail, sheetSteps } from "./sheet-steps.ts";

describeWith(CHROMIUM, "steps of the console's spreadsheets in Chromium", () => {
  let setting: ConsoleSetting;
  let visit: Visit;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    visit = await visitConsole(setting, OWNER);
  }, LONG.timeout);
  afterAll(() => setting.close());

  const { made, open, type, goTo, cell, saved, read, ask, frameOf, choose, lines } = sheetSteps(
    () => setting,
    () => visit,
  );

  const chart = (page: Page, item: string) => choose(page, "Change the chart", item);

  /** Makes edits as another person would, against the present revision. */
  async function editElsewhere(page: Page, sheet: string, ...edits: readonly object[]): Promise<void> {
    const { revision: base_revision } = await ask(page, `/sheets/${sheet}/content`);
    await ask(page, `/sheets/${sheet}/edits`, { base_revision, edits });
  }

  test("frozen lines, sizes and charts are taken back and made again, each in its place", LONG, async () => {
    const sheet = await made("Arranged");
    const page = await open(sheet);
    for (const [at, name] of ["A1", "A2", "B1", "B2"].entries()) await type(page, name, String(at + 1));
    await saved(page);
    const stateNow = async () => ({
      ...(await frameOf(page, sheet)),
      cells: (await read(sheet, "A1:F4")).ranges[0]?.values,
    });
    const charted = async (kind: string): Promise<void> => {
      await goTo(page, "A1:B2");
      await choose(page, /^Chart$/, kind);
    };
    const changed = async (item: string): Promise<void> => {
      // By keys: one chart may lie over another.
      await page.getByRole("button", { name: "Change the chart" }).first().press("Enter");
      await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
      await page.keyboard.press("Escape");
      await page.getByRole("grid").focus();
    };
    const steps = [
      async () => {
        await goTo(page, "A1");
        await page.keyboard.press("Alt+Shift+ArrowDown");
      },
      () => type(page, "D1", "5"),
      () => charted("Columns"),
      () => charted("Pie"),
      () => changed("Lines"),
      async () => {
        await goTo(page, "F4");
        await changed("Move to the active cell");
      },
      () => changed("Larger"),
      async () => {
        await goTo(page, "A1");
        await page.keyboard.press("Control+Shift++");
      },
      () => changed("Delete the chart"),
      async () => {
        await goTo(page, "A3");
        await lines(page, "Freeze rows up to 3");
      },
      () => lines(page, "Freeze columns up to A"),
      async () => {
        await goTo(page, "B3:C3");
        await page.keyboard.press("Alt+Shift+ArrowLeft");
      },
    ];
    const states = [await stateNow()];
    for (const step of steps) {
      await step();
      await expect.poll(stateNow).not.toEqual(states.at(-1));
      await saved(page);
      states.push(await stateNow());
    }
    expect(states.at(-1)).toMatchObject({
      worksheets: [
        {
          frozen_rows: 3,
          frozen_columns: 1,
          row_heights: [{ line: 1, pixels: 32 }],
          column_widths: [
            { line: 1, pixels: 96 },
            { line: 2, pixels: 96 },
          ],
        },
      ],
      charts: [{ type: "pie" }],
    });
    await goTo(page, "A1");
    for (let turn = 0; turn < 2; turn += 1) {
      for (const state of states.slice(0, -1).toReversed()) {
        await page.keyboard.press("Control+z");
        await expect.poll(stateNow).toEqual(state);
      }
      for (const state of states.slice(1)) {
        await page.keyboard.press(turn === 0 ? "Control+y" : "Control+Shift+z");
        await expect.poll(stateNow).toEqual(state);
      }
    }
    // All at once: none is skipped, and none is made twice.
    for (let at = 0; at < 3; at += 1) await page.keyboard.press("Control+z");
    await saved(page);
    await expect.poll(stateNow).toEqual(states.at(-4));
    // What changes nothing is no step.
    await lines(page, "Freeze rows up to 1");
    await lines(page, "Unfreeze rows");
    await page.keyboard.press("Escape");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await saved(page);
    await expect.poll(stateNow).toEqual(states.at(-4));
    expect(visit.complaints).toEqual([]);
  });

  test("a step gives back what it replaced, and lets be what else others changed", LONG, async () => {
    const sheet = await made("Between");
    const page = await open(sheet);
    await type(page, "A1", "1");
    await type(page, "A1", "2");
    await goTo(page, "A1:A2");
    await choose(page, /^Chart$/, "Columns");
    await page.locator(".sh-chart").waitFor();
    await goTo(page, "C4");
    await chart(page, "Move to the active cell");
    await goTo(page, "A1");
    await lines(page, "Freeze rows up to 1");
    await goTo(page, "A1");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await saved(page);
    const { worksheets, charts } = await frameOf(page, sheet);
    const worksheet_id = worksheets[0]?.id ?? "";
    const { id: chart_id, ...ours } = charts[0] ?? { id: "" };
    expect([worksheets, charts]).toMatchObject([
      [{ frozen_rows: 1, row_heights: [{ line: 0, pixels: 32 }] }],
      [{ position: { row: 3, column: 2 } }],
    ]);
    const other = await visitConsole(setting, OWNER);
    await open(sheet, other.page);
    const sizes = [0, 4].map((line) => ({ line, pixels: 80 }));
    await editElsewhere(
      other.page,
      sheet,
      { kind: "cells", worksheet_id, cells: [{ row: 0, column: 0, input: "3" }] },
      { kind: "size_lines", worksheet_id, lines: "rows", sizes },
      { kind: "freeze_lines", worksheet_id, frozen_rows: 3, frozen_columns: 2 },
      {
        kind: "put_chart",
        ...ours,
        chart_id,
        type: "line",
        position: { ...Object(ours["position"]), row: 9, row_span: 20 },
      },
      { kind: "insert_lines", worksheet_id, lines: "rows", at: 0, count: 1 },
    );
    await cell(page, 1, 0).filter({ hasText: "3" }).waitFor();
    // The size, the freezing, and the place of the chart, on the row below; its height is the other's.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
    await saved(page);
    expect(await frameOf(page, sheet)).toMatchObject({
      worksheets: [{ frozen_rows: 0, frozen_columns: 2, row_heights: [{ line: 5, pixels: 80 }] }],
      charts: [{ type: "line", position: { row: 1, column: 2, row_span: 20 }, ranges: ["Sheet1!A2:A3"] }],
    });
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+y");
    await saved(page);
    expect(await frameOf(page, sheet)).toMatchObject({
      worksheets: [{ frozen_rows: 2, frozen_columns: 2, row_heights: [{ line: 1, pixels: 32 }, {}] }],
      charts: [{ type: "line", position: { row: 4, column: 2, row_span: 20 } }],
    });
    // A chart that someone deleted is not there to be moved; the steps before are taken back all the same.
    await editElsewhere(other.page, sheet, { kind: "delete_chart", chart_id });
    await page.locator(".sh-chart").waitFor({ state: "detached" });
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("Control+z");
    await page.getByRole("alert").getByText("not there any more").waitFor();
    await page.getByRole("button", { name: "All right" }).click();
    await page.getByRole("grid").press("Control+z");
    await saved(page);
    await page.getByText("Someone has changed cells of this step since then").waitFor();
    expect((await read(sheet, "A2")).ranges[0]?.values).toEqual([[3]]);
    expect((await frameOf(page, sheet)).charts).toEqual([]);
    await other.context.close();
    expect(visit.complaints).toEqual([]);
  });

  test("what comes back names worksheets as they are called then, whoever renamed them", LONG, async () => {
    const sheet = await made("Renamed");
    let page = await open(sheet);
    const { worksheets } = await ask(page, `/sheets/${sheet}/content`);
    const worksheet_id = worksheets[0]?.id ?? "";
    await editElsewhere(
      page,
      sheet,
      { kind: "add_worksheet", name: "Notes", row_count: 100, column_count: 26 },
      {
        kind: "cells",
        worksheet_id,
        cells: [
          { row: 1, column: 1, input: "6" },
          { row: 4, column: 3, input: "=Sheet1!B2*7" },
          { row: 5, column: 3, input: "=Sheet1!B2" },
          { row: 6, column: 3, input: '="Sheet1!B2"' },
        ],
      },
      { kind: "names", names: [{ name: "Rate", formula: "=Sheet1!$B$2", worksheet_id: null }] },
      {
        kind: "put_chart",
        worksheet_id,
        type: "column",
        title: null,
        ranges: ["Sheet1!B2:B2"],
        position: { row: 9, column: 0, row_span: 3, column_span: 3 },
      },
    );
    page = await open(sheet);
    const other = await visitConsole(setting, OWNER);
    await open(sheet, other.page);
    const formulas = async () => {
      const query = { ranges: "D4:D7", view: "both", worksheet_id };
      return (await setting.api.read<Detail>(`/sheets/${sheet}`, query)).ranges[0]?.formulas
        ?.flat()
        .filter((formula) => formula !== null);
    };
    const rename = (name: string) => ({ kind: "rename_worksheet", worksheet_id, name });
    await type(page, "D6", "8");
    await goTo(page, "B2");
    await page.keyboard.press("Control+-");
    await saved(page);
    await expect.poll(formulas).toContain("=Sheet1!#REF!*7");
    await editElsewhere(other.page, sheet, rename("Plan 27"));
    await page.getByRole("grid", { name: "Cells of Plan 27" }).waitFor();
    // By this page itself, too: one name is the other one's former name.
    await page.getByRole("button", { name: "Notes", exact: true }).click();
    await page.getByRole("button", { name: "Notes", exact: true }).dblclick();
    await page.getByLabel("Name of the worksheet").fill("Sheet1");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sheet1", exact: true }).waitFor();
    await saved(page);
    await page.getByRole("button", { name: "Plan 27", exact: true }).click();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+z");
    await cell(page, 4, 3).filter({ hasText: "42" }).waitFor();
    await saved(page);
    await page.keyboard.press("Control+z");
    await cell(page, 5, 3).filter({ hasText: "6" }).waitFor();
    await saved(page);
    expect(await formulas()).toEqual(["='Plan 27'!B2*7", "='Plan 27'!B2", '="Sheet1!B2"']);
    expect(await frameOf(page, sheet)).toMatchObject({
      names: [{ formula: "='Plan 27'!$B$2" }],
      charts: [{ ranges: ["'Plan 27'!B2:B2"] }],
    });
    // What waits is written for the worksheet that one saw, and is no conflict with its new name.
    const edits = `**/sheets/${sheet}/edits`;
    await page.route(edits, (route) => route.abort());
    await type(page, "D7", "='Plan 27'!B2+1");
    await goTo(page, "B2:B2");
    await choose(page, /^Chart$/, "Pie");
    await page.getByText("Not saved: the service does not answer").waitFor();
    await editElsewhere(other.page, sheet, rename("Budget"));
    await page.unroute(edits);
    await saved(page);
    expect(await formulas()).toEqual(["=Budget!B2*7", "=Budget!B2", "=Budget!B2+1"]);
    expect((await frameOf(page, sheet)).charts.map(({ ranges }) => ranges)).toEqual([
      ["Budget!B2:B2"],
      ["Budget!B2:B2"],
    ]);
    expect(await page.getByRole("alert").count()).toBe(0);
    await other.context.close();
  });

  test("cells that are cut far down make no other worksheet larger", LONG, async () => {
    const sheet = await made("Larger");
    const page = await open(sheet);
    await editElsewhere(page, sheet, {
      kind: "add_worksheet",
      name: "Notes",
      row_count: 100,
      column_count: 26,
    });
    await type(page, "B900", "far down");
    await goTo(page, "B900");
    await page.keyboard.press("Control+x");
    await page.getByRole("button", { name: "Notes", exact: true }).click();
    await goTo(page, "A2");
    await page.keyboard.press("Control+v");
    await cell(page, 1, 0).filter({ hasText: "far down" }).waitFor();
    await saved(page);
    expect((await read(sheet, "Sheet1!B900")).ranges[0]?.values).toEqual([[null]]);
    expect((await read(sheet, "Notes!A2")).ranges[0]?.values).toEqual([["far down"]]);
    const { worksheets } = await ask(page, `/sheets/${sheet}/content`);
    expect(worksheets.map(({ row_count }) => row_count)).toEqual([1_000, 100]);
  });

  test("what waits while the session has ended is stored after signing in again", LONG, async () => {
    const sheet = await made("Signed out");
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await open(sheet, page);
    await type(page, "A1", "1");
    await saved(page);
    await context.clearCookies();
    await type(page, "A2", "2");
    await page.getByRole("alert").getByText("what waits here is stored").waitFor();
    await lines(page, "Freeze rows up to 3");
    await goTo(page, "A1");
    await page.keyboard.press("Control+Shift++");
    await type(page, "C1", "3");
    const second = await context.newPage();
    const signIn = async (email: string): Promise<void> => {
      await context.clearCookies();
      await second.goto(`${setting.origin}/app/sign-in`);
      await second.getByLabel("E-mail address").fill(email);
      await second.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await second.getByRole("button", { name: "Sign in" }).click();
      await second.waitForURL("**/app/c/**");
    };
    // Someone else who signs in stores nothing of it, and the person herself all.
    const { members } = await setting.api.client.getTeam();
    const other = members.find(({ email }) => email !== OWNER)?.email ?? "";
    const { service, company } = setting;
    await json(service.daybook, ["member", "set", other, "--area", "forecast=manage", "--company", company]);
    await setPassword(setting, other);
    const refused = page.waitForResponse((answer) => answer.status() === 403);
    await signIn(other);
    await refused;
    await page.waitForResponse((answer) => answer.status() === 403);
    const unchanged = async (): Promise<void> =>
      expect((await read(sheet, "A1:C1")).ranges[0]?.values).toEqual([[1, null, null]]);
    await unchanged();
    // Nor while the other one edits in the same page, which knows then who is signed in.
    await made("Of the other one");
    await page.clock.setFixedTime(Date.now() + 3_600_000);
    const known = page.waitForResponse("**/app/api/session");
    await page.evaluate('dispatchEvent(new Event("visibilitychange"))');
    await known;
    await page.getByRole("link", { name: "All spreadsheets" }).click();
    await page.getByRole("link", { name: "Of the other one" }).click();
    await page.getByRole("grid").focus();
    await type(page, "A1", "4");
    await saved(page);
    for (let again = 0; again < 2; again += 1)
      await page.waitForResponse((answer) => answer.url().includes(sheet) && answer.status() === 403);
    await unchanged();
    await signIn(OWNER);
    await expect
      .poll(async () => (await read(sheet, "A1:C3")).ranges[0]?.values)
      .toEqual([
        [null, null, null],
        [1, null, 3],
        [2, null, null],
      ]);
    expect((await frameOf(second, sheet)).worksheets).toMatchObject([{ frozen_rows: 4 }]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("what waits is told apart from a history that the service has forgotten", LONG, async () => {
    const sheet = await made("Forgotten");
    const page = await open(sheet);
    await type(page, "A1", "1");
    await type(page, "A2", "2");
    await saved(page);
    const requests = `**/sheets/${sheet}/*`;
    await page.route(requests, (route) => route.abort());
    await type(page, "A1", "mine");
    await type(page, "B1", "kept");
    await goTo(page, "A2");
    await page.keyboard.press("Control+-");
    await lines(page, "Freeze rows up to 2");
    await page.getByText("Not saved: the service does not answer").waitFor();
    const other = await visitConsole(setting, OWNER);
    await open(sheet, other.page);
    await type(other.page, "A1", "theirs");
    await saved(other.page);
    await other.page.goto("about:blank");
    await other.page.goto(`${setting.origin}/app/c/${setting.company}/sheets`);
    // More edits than the service remembers.
    const { revision } = await ask(other.page, `/sheets/${sheet}/content`);
    for (let at = 0; at < 1_001; at += 1)
      await ask(other.page, `/sheets/${sheet}/edits`, {
        base_revision: revision + at,
        edits: [{ kind: "rename", name: `Forgotten ${at}` }],
      });
    await page.unroute(requests);
    await page.getByText("was changed by two people at once").waitFor(LONG);
    await page.getByRole("alert").getByText("This has changed meanwhile").waitFor();
    await saved(page);
    expect((await read(sheet, "A1:B2")).ranges[0]?.values).toEqual([
      ["mine", "kept"],
      [2, null],
    ]);
    expect((await frameOf(page, sheet)).worksheets).toMatchObject([{ frozen_rows: 0 }]);
    // Places of former steps can't be told any more.
    expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Take theirs" }).click();
    await saved(page);
    expect((await read(sheet, "A1")).ranges[0]?.values).toEqual([["theirs"]]);
    await other.context.close();
  });

  test(
    "what the service fails at again and again is given up, told, and holds nothing back",
    LONG,
    async () => {
      const sheet = await made("Faulty");
      const page = await open(sheet);
      await type(page, "A1", "1");
      await saved(page);
      const edits = `**/sheets/${sheet}/edits`;
      const keys: (string | undefined)[] = [];
      const message = "Something went wrong here.";
      await page.route(edits, (route) => {
        keys.push(route.request().headers()["idempotency-key"]);
        return route.fulfill({
          status: 500,
          json: { error: { type: "api_error", code: "internal_error", message } },
        });
      });
      await goTo(page, "A1");
      await page.keyboard.press("Alt+Shift+ArrowDown");
      const height = async () => (await cell(page, 0, 0).boundingBox())?.height;
      expect(await height()).toBe(32);
      await page.getByText("Not saved: the service does not answer").waitFor();
      await page.getByRole("alert").getByText(message).waitFor();
      await page.getByRole("button", { name: "All right" }).click();
      await expect.poll(height).toBe(24);
      // It was one edit, whatever the client sent again, and it is no step.
      expect(new Set(keys).size).toBe(1);
      const sent = keys.length;
      await page.unroute(edits);
      await page.getByRole("grid").focus();
      await page.keyboard.press("Control+z");
      await cell(page, 0, 0).filter({ hasNotText: "1" }).waitFor();
      await type(page, "A2", "2");
      await saved(page);
      expect([sent, keys.length]).toEqual([sent, sent]);
      expect((await read(sheet, "A1:A2")).ranges[0]?.values).toEqual([[null], [2]]);
      expect((await frameOf(page, sheet)).worksheets).toMatchObject([{ row_heights: [] }]);
      // Cells are given back: the person tries them once more, or lets them go.
      for (const [choice, stored] of [
        ["Try again", [["3"], ["5"]]],
        ["Let it go", [[null], [null]]],
      ] as const) {
        await page.route(edits, (route) =>
          route.fulfill({
            status: 500,
            json: { error: { type: "api_error", code: "internal_error", message } },
          }),
        );
        await type(page, "C1", "'3");
        await type(page, "C2", "'5");
        const note = page
          .getByRole("alert")
          .getByText("The service failed to store Sheet1 C1 and 1 more cell.");
        await note.waitFor();
        await page.getByText("You wrote “'3”.").waitFor();
        await page.getByText("Not saved", { exact: true }).waitFor();
        await cell(page, 0, 2).filter({ hasNotText: "3" }).waitFor();
        await page.getByRole("link", { name: "All spreadsheets" }).click();
        await page.getByText("It is lost if you leave now.").waitFor();
        expect(await allFaultsOf(page)).toEqual([]);
        await page.getByRole("button", { name: "Stay" }).click();
        await page.unroute(edits);
        await page.getByRole("button", { name: choice }).click();
        await note.waitFor({ state: "detached" });
        await saved(page);
        await type(page, "A2", choice);
        await saved(page);
        expect((await read(sheet, "C1:C2")).ranges[0]?.values).toEqual(stored);
        await goTo(page, "C1:C2");
        await page.keyboard.press("Delete");
        await saved(page);
      }
    },
  );
});
