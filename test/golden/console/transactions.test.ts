/** What the page of transactions says. */
import { goldensOf, type Opened } from "./shown.ts";

/** The row of a transaction. */
const row = ({ page }: Opened, id: string) => page.locator(`[data-id="${id}"]`);

/** Gives the keys to the list, of which the first row is chosen. */
const focusList = ({ page }: Opened) => page.locator(".tx-scroller").focus();

/** Chooses in the picker that is open. */
async function pick({ type, keys }: Opened, letters: string): Promise<void> {
  await type(letters);
  await keys("Enter");
}

const CSV =
  "Date,Description,Amount\n2026-05-02,Tea house,-4.50\n2026-05-03,Book shop,-21.00\nnever,Nothing,1\n";
const FILE = { name: "may.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) };

goldensOf("transactions", (show) => {
  show("list", "transactions");
  show("list of a viewer", "transactions", { as: "viewer" });
  show("list without any", "transactions", { books: "empty" });
  show("list to review", "transactions?status=needs_review");
  show("list of a range", "transactions?amount=10..60&from=2026-05-01&to=2026-05-31&account=acct_checking");
  show("list of a category and a department", "transactions?category=cat_software&department=dept_platform");
  show("list without categories", "transactions?category=none&amount=abc");
  show("list that nothing fits", "transactions?text=nothing+is+so", ({ press }) => press("Clear filters"));
  show("list that finds nothing", "transactions?text=nothing+is+so");
  show("typed conditions", "transactions", async ({ page, fill }) => {
    await fill("Find transactions", "cloud");
    await page.waitForURL(/text=cloud/);
    await fill("Amount", "80");
    await page.waitForURL(/amount=80/);
  });
  show("choosing a category", "transactions", async ({ press, type }) => {
    await press(/^Category/);
    await type("trav");
  });
  show("choosing days", "transactions?from=2026-05-09&to=2026-05-01", ({ press }) => press(/^Days/));
  show("choosing a status", "transactions", ({ press }) => press(/^Status/));
  show("one", "transactions?open=txn_edited");
  show("one that is split", "transactions?open=txn_trip");
  show("one that is spread", "transactions?open=txn_insured");
  show("one of a transfer", "transactions?open=txn_out");
  show("one that is pending", "transactions?open=txn_pending", { as: "viewer" });
  show("one that is excluded", "transactions?open=txn_excluded");
  show("one that is not in the list", "transactions?open=txn_plain&text=cloud");
  show("one that is not there", "transactions?open=txn_nothing");
  show("its history", "transactions?open=txn_plain", ({ page }) => page.locator("summary").click());
  show("transfers", "transactions?show=transfers");
  show("transfers of a viewer", "transactions?show=transfers", { as: "viewer" });
  show("uploads", "transactions?show=uploads");
  show("uploads without any", "transactions?show=uploads", { books: "empty" });
  show("twins without any", "transactions?show=twins");
  show("keys", "transactions", async (opened) => {
    await focusList(opened);
    await opened.keys("j", "j", "k", "x", "j", "x", "End", "Home");
    await opened.see("keys, ticked");
    await opened.keys("Enter");
  });
  show("ticked rows", "transactions", async (opened) => {
    await row(opened, "txn_plain").locator(".tx-check").click();
    await row(opened, "txn_edited").locator(".tx-check").click();
    await opened.keys("p");
  });
  show("editing a category", "transactions?amount=120", async (opened) => {
    await focusList(opened);
    await opened.keys("c");
    await opened.type("ho");
  });
  show("editing a memo", "transactions?amount=80&text=kept", async (opened) => {
    await focusList(opened);
    await opened.keys("n");
  });
  show("editing a day", "transactions?amount=120", async (opened) => {
    await focusList(opened);
    await opened.keys("a");
    await opened.fill("Accounting date", "1999-01-01");
    await opened.keys("Enter");
  });
  show("splitting", "transactions?amount=120", async (opened) => {
    await focusList(opened);
    await opened.keys("s");
    await opened.see("splitting, empty");
    await opened.fill("Amount of line 1", "-40");
    await opened.press("Add a line");
    await opened.fill("Amount of line 2", "x");
    await opened.fill("Months over which line 1 is spread", "0");
  });
  show("changing a split", "transactions?open=txn_trip", ({ press }) => press("Change the split…"));
  show("spreading", "transactions?amount=120", async (opened) => {
    await focusList(opened);
    await opened.keys("p");
    await opened.fill("Number of months", "7");
  });
  show("making a rule", "transactions?amount=120", async (opened) => {
    await focusList(opened);
    await opened.keys("r");
  });
  show("editing many", "transactions?text=Payment", async (opened) => {
    await opened.press("Edit all found…");
    await opened.see("editing many, empty");
    await opened.page
      .getByRole("dialog")
      .getByRole("button", { name: /^Category/ })
      .click();
    await pick(opened, "hotels");
  });
  show("uploading", "transactions", async ({ press, page, see, type, keys }) => {
    await press("Upload a bank file");
    await see("uploading, empty");
    await page.locator("input[type=file]").last().setInputFiles(FILE);
    await press(/^Account: Account$/);
    await type("operating");
    await keys("Enter");
  });
  show("uploading with other columns", "transactions", async ({ press, page, choose, type, keys, see }) => {
    await press("Upload a bank file");
    await page.locator("input[type=file]").last().setInputFiles(FILE);
    await press(/^Account: Account$/);
    await type("operating");
    await keys("Enter");
    await choose("What Amount is", "debit");
    await see("uploading, money out");
    await choose("What Description is", "credit");
    await see("uploading, money in");
    await choose("What Date is", "amount");
    await choose("Spending is", "positive");
  });
  show("editing a department", "transactions?amount=120", async (opened) => {
    await focusList(opened);
    await opened.keys("d");
  });
  show("editing a merchant", "transactions?amount=120", async (opened) => {
    await focusList(opened);
    await opened.keys("m");
  });
  show(
    "steps of edits",
    "transactions?amount=120",
    async (opened) => {
      const { keys, fill, see, press } = opened;
      await focusList(opened);
      await keys("c");
      await pick(opened, "flights");
      await see("steps of edits, category");
      await keys("n");
      await fill("Memo", "Chosen");
      await keys("Enter");
      await see("steps of edits, memo");
      await keys("m");
      await fill("Merchant", "Sky Lines");
      await keys("Enter", "a");
      await fill("Accounting date", "2026-05-03");
      await keys("Enter");
      await see("steps of edits, day");
      await keys("u", "u");
      await see("steps of edits, undone");
      await keys("e");
      await press("Dismiss");
    },
    { books: "own" },
  );
  show(
    "steps of a split",
    "transactions?amount=120",
    async (opened) => {
      const { keys, fill, see, press, page } = opened;
      const dialog = page.getByRole("dialog");
      await focusList(opened);
      await keys("s");
      for (const [line, letters] of ["flights", "hotels"].entries()) {
        await dialog
          .getByRole("button", { name: /^Category/ })
          .nth(line)
          .click();
        await pick(opened, letters);
      }
      await fill("Amount of line 1", "-40");
      await dialog.getByRole("button", { name: "+ rest" }).nth(1).click();
      await see("steps of a split, ready");
      await press("Split");
      await see("steps of a split, done");
      await focusList(opened);
      await keys("Enter");
      await see("steps of a split, open");
      await press("Remove the split");
      await keys("Escape");
      await focusList(opened);
      await keys("p");
      await dialog.getByRole("button", { name: /^Category/ }).click();
      await pick(opened, "prepaid");
      await fill("Number of months", "12");
      await see("steps of a spread, ready");
      await press("Spread");
    },
    { books: "own" },
  );
  show(
    "steps of many",
    "transactions?text=Payment&category=cat_software",
    async (opened) => {
      const { press, page, see } = opened;
      await press("Edit all found…");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Category/ })
        .click();
      await pick(opened, "hotels");
      await see("steps of many, ready");
      await press(/^Edit \d+$/);
    },
    { books: "own" },
  );
  show(
    "steps of transfers and uploads",
    "transactions?show=transfers",
    async ({ press, page, see, type, keys }) => {
      await press("Confirm");
      await see("steps of transfers, confirmed");
      await press("Take back");
      // Whether the pressed button keeps the focus, is a matter of when it is drawn.
      await page.evaluate("document.activeElement.blur()");
      await see("steps of transfers, taken back");
      await press("Close", "Upload a bank file");
      await page.locator("input[type=file]").last().setInputFiles(FILE);
      await press(/^Account: Account$/);
      await type("operating");
      await keys("Enter");
      await press("Add 2 new");
      await see("steps of uploads, added");
      await press("Uploads and taking back");
      await page.getByRole("button", { name: "Take back…" }).first().click();
      await see("steps of uploads, taking back");
      await press(/^Remove \d transactions/);
    },
    { books: "own" },
  );
});
