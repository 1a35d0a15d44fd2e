/** What the frame of the pages says, and what the router shows where there is no page. */
import { goldensOf } from "./shown.ts";

const NARROW = { viewport: { width: 390, height: 844 } } as const;

goldensOf("shell", (show) => {
  show("frame", "chart?show=departments", { framed: true });
  show("frame of a clerk", "accounts", { framed: true, as: "clerk" });
  show("company in the address", "", { framed: true });
  show("start", "/app", { framed: true });
  show("no such page", "nothing", { framed: true });
  show("no such address", "/app/nothing", { framed: true });
  show("no such company", "/app/c/comp_nobodys/overview", { framed: true });
  show("companies", "sheets", ({ press }) => press(/^Company:/), { framed: true });
  show("user", "sheets", ({ press }) => press(/^You:/), { framed: true });
  show("preferences", "sheets", async ({ press }) => press(/^You:/, "Dark"), { framed: true, books: "own" });
  show("navigation on a phone", "sheets", ({ press }) => press("Open the navigation"), {
    framed: true,
    browser: NARROW,
  });
  show("page below the palette", "chart");
  show("palette", "chart", async ({ keys, type, see }) => {
    await keys("Control+k");
    await see("palette, empty");
    await type("inv");
    await see("palette, letters");
    await keys("ArrowDown", "ArrowDown", "ArrowUp", "Enter");
  });
  show("palette with a record", "chart", async ({ keys, type }) => {
    await keys("Control+k");
    await type("1002");
  });
  show("palette with nothing", "chart", async ({ keys, type }) => {
    await keys("Control+k");
    await type("nothing is so");
  });
  show(
    "palette of a clerk",
    "accounts",
    async ({ keys, type }) => {
      await keys("Control+k");
      await type("pa");
    },
    { as: "clerk" },
  );
  show("palette with plan", "chart", async ({ keys, type }) => {
    await keys("Control+k");
    await type("plan");
  });
  show("palette with due", "chart", async ({ keys, type }) => {
    await keys("Control+k");
    await type("due");
  });
  show("palette with 61.50", "chart", async ({ keys, type }) => {
    await keys("Control+k");
    await type("61.50");
  });
  show("palette with export", "chart", async ({ keys, type }) => {
    await keys("Control+k");
    await type("export");
  });
  show("palette that is left", "chart", async ({ keys, type }) => {
    await keys("Control+k");
    await type("ta");
    await keys("ArrowUp", "Backspace", "Escape");
  });
  show("actions on the overview", "overview", ({ keys }) => keys("Control+k"));
  show("actions on a statement", "statements/income", ({ keys }) => keys("Control+k"));
  show("actions of a viewer on a statement", "statements/income", ({ keys }) => keys("Control+k"), {
    as: "viewer",
  });
  show("actions on transactions", "transactions", ({ keys }) => keys("Control+k"));
  show("actions of a viewer on transactions", "transactions", ({ keys }) => keys("Control+k"), {
    as: "viewer",
  });
  show("actions on the journal", "journal", ({ keys }) => keys("Control+k"));
  show("actions of a viewer on the journal", "journal", ({ keys }) => keys("Control+k"), { as: "viewer" });
  show("actions on spreadsheets", "sheets", ({ keys }) => keys("Control+k"));
  show("actions on a spreadsheet", "sheets/sht_plan", ({ keys }) => keys("Control+k"));
  show("actions on invoices", "invoices", ({ keys }) => keys("Control+k"));
  show("actions of a viewer on invoices", "invoices", ({ keys }) => keys("Control+k"), { as: "viewer" });
  show("actions on accounts", "accounts", ({ keys }) => keys("Control+k"));
  show("actions on the chart", "chart", ({ keys }) => keys("Control+k"));
  show("actions of a viewer on the chart", "chart", ({ keys }) => keys("Control+k"), { as: "viewer" });
  show("actions on rules", "rules", ({ keys }) => keys("Control+k"));
  show("actions of a viewer on rules", "rules", ({ keys }) => keys("Control+k"), { as: "viewer" });
  show("actions on the team", "team", ({ keys }) => keys("Control+k"));
  show("actions of a viewer on the team", "team", ({ keys }) => keys("Control+k"), { as: "viewer" });
  show("actions on the company", "company", ({ keys }) => keys("Control+k"));
  show("actions of a viewer on the company", "company", ({ keys }) => keys("Control+k"), { as: "viewer" });
  show("actions for developers", "developers", ({ keys }) => keys("Control+k"));
  show("density", "chart", ({ press }) => press(/^You:/, /^Compact/), { framed: true, books: "own" });
});
