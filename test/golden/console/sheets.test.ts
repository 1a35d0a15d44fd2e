/** What the pages of spreadsheets say. */
import { goldensOf, type Opened } from "./shown.ts";

const PLAN = "sheets/sht_plan";

/** Goes to a cell by its name. */
async function goTo({ fill, keys }: Opened, cell: string): Promise<void> {
  await fill("Selected cells", cell);
  await keys("Enter");
}

/** Drags from a place of a cell to a place of another one; places are parts of their widths and heights. */
async function drag({ page }: Opened, from: string, to: string, at: readonly [number, number] = [0.5, 0.5]) {
  const [first, last] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
  if (first === null || last === null) throw new Error(`No such cells: ${from}, ${to}`);
  await page.mouse.move(first.x + at[0] * first.width, first.y + at[1] * first.height);
  await page.mouse.down();
  await page.mouse.move(last.x + 0.5 * last.width, last.y + 0.5 * last.height, { steps: 4 });
  await page.mouse.up();
}

const saved = ({ page }: Opened) => page.getByText("Saved", { exact: true }).waitFor();

goldensOf("sheets", (show) => {
  show("list", "sheets");
  show("list of a viewer", "sheets", { as: "viewer" });
  show("list of a clerk", "sheets", { as: "clerk" });
  show("list without any", "sheets", { books: "empty" });
  show("list of what is found", "sheets", ({ fill }) => fill("Find a spreadsheet", "PLAN"));
  show("list of what is not found", "sheets", ({ fill }) => fill("Find a spreadsheet", "nothing"));
  show("editor", PLAN);
  show("editor of a viewer", PLAN, { as: "viewer" });
  show("editor of a clerk", PLAN, { as: "clerk" });
  show("editor of nothing", "sheets/sht_nothing");
  show("another worksheet", PLAN, ({ press }) => press("Notes"));
  show("a formula", PLAN, (opened) => goTo(opened, "B4"));
  show("an error", PLAN, (opened) => goTo(opened, "D4"));
  show("an area", PLAN, (opened) => goTo(opened, "B2:C3"));
  show("keys", PLAN, async (opened) => {
    await goTo(opened, "B2");
    await opened.keys("ArrowDown", "Shift+ArrowRight", "Shift+ArrowDown");
    await opened.see("keys, area");
    await opened.keys("Control+Home", "Control+ArrowRight", "Tab", "Enter", "F2");
  });
  show("formula help", PLAN, async (opened) => {
    await goTo(opened, "E1");
    await opened.type("=SU");
    await opened.see("formula help, names");
    await opened.keys("ArrowDown", "Tab");
    await opened.see("formula help, chosen");
    await opened.type("B2,");
  });
  show("formula help of the books", PLAN, async (opened) => {
    await goTo(opened, "E1");
    await opened.type("=BOOKS.");
    await opened.see("formula help of the books, names");
    await opened.keys("Escape", "Escape");
  });
  show("formula help of a category", PLAN, async (opened) => {
    await goTo(opened, "E1");
    await opened.type('=BOOKS.TOTAL("Tra');
  });
  show("rows and columns", PLAN, async (opened) => {
    await goTo(opened, "B2:C3");
    await opened.press("Rows and columns");
  });
  show("menu of a worksheet", PLAN, ({ press }) => press("Change Plan"));
  show("deleting a worksheet", PLAN, ({ press }) => press("Notes", "Change Notes", "Delete"));
  show("renaming a worksheet", PLAN, ({ press }) => press("Change Plan", "Rename"));
  show("menu of charts", PLAN, ({ press }) => press("Chart"));
  show("menu of a chart", PLAN, ({ press }) => press(/^Change the chart/));
  show("menu of colors", PLAN, ({ press }) => press(/^Fill color/));
  show("menu of number formats", PLAN, ({ press }) => press(/^Number format/));
  show("menu of text colors", PLAN, ({ press }) => press(/^Text color/));
  show("renaming", PLAN, ({ press }) => press("Plan of the year"));
  show("an area that is dragged", PLAN, async (opened) => {
    await drag(opened, "#sh-1-1", "#sh-3-2");
    await opened.see("an area that is dragged, cells");
    await opened.page.locator("#sh-0-0").click({ modifiers: ["Shift"] });
  });
  show("a whole column and a whole row", PLAN, async ({ page, see }) => {
    await page.getByRole("columnheader", { name: "B", exact: true }).click();
    await see("a whole column");
    await page.getByRole("rowheader", { name: "3", exact: true }).click();
  });
  show(
    "a cell that is typed over and left",
    PLAN,
    async (opened) => {
      await opened.page.locator("#sh-1-1").dblclick();
      await opened.see("a cell that is typed over");
      await opened.keys("Escape", "ArrowUp", "Delete", "Control+z");
      await saved(opened);
    },
    { books: "own" },
  );
  show("far away", PLAN, async (opened) => {
    await goTo(opened, "Z100");
    await opened.keys("PageUp", "Control+ArrowUp");
    await opened.see("far above");
    await opened.keys("Control+End");
  });
  show(
    "steps",
    PLAN,
    async (opened) => {
      const { press, type, keys, see } = opened;
      await goTo(opened, "E1");
      await type("Profit");
      await keys("Enter");
      await type("=B2-C2");
      await keys("Enter");
      await saved(opened);
      await see("steps, typed");
      await goTo(opened, "E2:E4");
      await keys("Control+d", "Control+b");
      await press(/^Fill color/, "Yellow fill");
      await saved(opened);
      await see("steps, filled");
      await press("Rows and columns", /^Insert 3 rows above/);
      await saved(opened);
      await see("steps, inserted");
      await keys("Control+z", "Control+z");
      await saved(opened);
      await see("steps, undone");
      await press("Rows and columns", /^Freeze rows up to/);
      await saved(opened);
      await press("Add a worksheet");
      await saved(opened);
      await see("steps, worksheet");
      await press("Plan", /^Change the chart/, "Pie");
      await saved(opened);
      await see("steps, pie");
      await press(/^Change the chart/, "Delete the chart");
      await saved(opened);
    },
    { books: "own" },
  );
  show(
    "steps with the mouse",
    PLAN,
    async (opened) => {
      const { see, page, keys } = opened;
      await page.locator("#sh-2-1").click();
      await drag(opened, "#sh-2-1", "#sh-5-1", [0.99, 0.95]);
      await saved(opened);
      await see("steps with the mouse, filled");
      const head = page.getByRole("columnheader", { name: "B", exact: true });
      const box = await head.boundingBox();
      if (box === null) throw new Error("There is no column B.");
      await page.mouse.move(box.x + box.width - 1, box.y + 5);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width + 60, box.y + 5, { steps: 3 });
      await page.mouse.up();
      await saved(opened);
      await see("steps with the mouse, wider");
      await page.locator("#sh-0-0").click();
      await keys("Alt+Shift+ArrowDown", "Alt+Shift+ArrowRight");
      await saved(opened);
    },
    { books: "own" },
  );
  show(
    "steps of copies",
    PLAN,
    async (opened) => {
      const { see, keys, press, type } = opened;
      await opened.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await goTo(opened, "B2:C3");
      await keys("Control+c");
      await goTo(opened, "F1");
      await keys("Control+v");
      await saved(opened);
      await see("steps of copies, pasted");
      await goTo(opened, "A1:A2");
      await keys("Control+x");
      await goTo(opened, "F5");
      await keys("Control+v", "Control+i");
      await press("Align right", /^Number format/, "12%");
      await saved(opened);
      await see("steps of copies, cut");
      await goTo(opened, "H1");
      await type("'007");
      await keys("Tab");
      await type("12%");
      await keys("Enter", "Control+d", "Control+-");
      await saved(opened);
    },
    { books: "own" },
  );
  show(
    "steps of worksheets and charts",
    PLAN,
    async (opened) => {
      const { see, press, page, keys, fill } = opened;
      await press("Notes", "Change Notes", "Move left");
      await saved(opened);
      await see("steps of worksheets, moved");
      await press("Change Notes", "Rename");
      await fill("Name of the worksheet", "Remarks");
      await keys("Enter");
      await saved(opened);
      await see("steps of worksheets, renamed");
      await press("Change Remarks", "Delete", "Delete");
      await saved(opened);
      await see("steps of worksheets, deleted");
      await goTo(opened, "A1:B3");
      await press("Chart");
      await page.getByRole("menuitem").first().click();
      await saved(opened);
      await see("steps of charts, new");
      await press("Plan of the year");
      await fill("Name of the spreadsheet", "Plan of 2026");
      await keys("Enter");
      await saved(opened);
    },
    { books: "own" },
  );
});
