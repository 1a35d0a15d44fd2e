/** What the pages of the statements say. */
import { goldensOf } from "./shown.ts";

const SPRING = "from=2025-03-01&to=2025-05-31";

goldensOf("statements", (show) => {
  show("income", "statements/income");
  show("income of a clerk", "statements/income", { as: "clerk" });
  show("income of empty books", "statements/income", { books: "empty" });
  show("income of past months", `statements/income?${SPRING}`, { isWhole: true });
  show(
    "income of past months, compared with the months before",
    `statements/income?${SPRING}&compare=period`,
  );
  show(
    "income of a year in quarters, compared with the year before",
    "statements/income?from=2026-01-01&to=2026-05-20&by=quarter&compare=year",
  );
  show("income in one column", `statements/income?${SPRING}&by=total&compare=period`);
  show("income by department", `statements/income?${SPRING}&rows=department`);
  show("income with a group closed", `statements/income?${SPRING}`, ({ press }) => press("Travel"));
  show("income with a line that is found", `statements/income?${SPRING}&find=host`);
  show("income with a line that is not found", `statements/income?${SPRING}&find=nothing`);
  show("income of too many columns", "statements/income?from=1990-01-01&to=2026-05-20");
  show("balance", "statements/balance");
  show(
    "balance at the ends of past quarters",
    "statements/balance?from=2025-01-01&to=2025-06-30&by=quarter&compare=year",
  );
  show("cash", "statements/cash");
  show("cash of half a year", "statements/cash?from=2025-01-01&to=2025-06-30&by=quarter");
  show("equity", "statements/equity");
  show("equity of half a year", "statements/equity?from=2025-01-01&to=2025-06-30");
  show("trial", "statements/trial");
  show("trial of half a year", "statements/trial?from=2025-01-01&to=2025-06-30");
  show(
    "trial of past months with adjusting entries by themselves",
    `statements/trial?${SPRING}&by=month&adjustments=separate`,
  );
  show("trial of two fiscal years", "statements/trial?from=2025-11-01&to=2026-05-20");
  show("adjusting entries of the trial", `statements/trial?${SPRING}`, ({ press }) =>
    press(/^Adjusting entries:/),
  );
  show("figure of the trial", `statements/trial?${SPRING}`, ({ page }) =>
    page.locator(".line td a").first().click(),
  );
  show("a statement that there is not", "statements/nothing");
  show("days", `statements/income?${SPRING}`, ({ press }) => press(/^Days:/));
  show("days that are chosen", `statements/income?${SPRING}`, async ({ press }) => {
    await press(/^Days:/, "Last month");
  });
  show("days that are written", `statements/income?${SPRING}`, async ({ press, fill, keys }) => {
    await press(/^Days:/);
    await fill("First day", "2025-06-01");
    await fill("Last day", "2025-06-30");
    await keys("Enter");
  });
  show("columns", `statements/income?${SPRING}`, ({ press }) => press(/^Columns:/));
  show("columns of quarters", `statements/income?${SPRING}`, ({ press }) => press(/^Columns:/, "By quarter"));
  show("compare", `statements/income?${SPRING}`, ({ press }) => press(/^Compare:/));
  show("beside", `statements/income?${SPRING}`, ({ press }) => press(/^Beside:/));
  show("amounts", `statements/income?${SPRING}`, ({ press }) => press(/^Amounts:/));
  show(
    "income beside the year to date in thousands",
    `statements/income?${SPRING}&by=total&beside=both&rounding=thousands`,
  );
  show("rows", `statements/income?${SPRING}`, ({ press }) => press(/^Rows:/));
  show("export", `statements/income?${SPRING}`, ({ press }) => press("Export"));
  show("behind a figure", `statements/income?${SPRING}`, async ({ page, see, press, keys }) => {
    await page.locator(".line td a", { hasText: "(" }).first().click();
    await see("figure, entries");
    await press("Over time");
    await see("figure, over time");
    await keys("t");
    await see("figure, over time as a table");
    await page.locator(".entries button").first().click();
    await see("figure, voucher");
    await keys("Escape", "Escape");
  });
  show("side by side", "statements/income?from=2026-05-01&to=2026-05-20", async ({ page, press }) => {
    await page.locator(".line td a").first().click();
    await press("Over time", "Side by side");
  });
  show("the transaction of a figure", "statements/income?from=2026-05-01&to=2026-05-20", async (opened) => {
    await opened.page.locator(".line td a").last().click();
    await opened.page.locator(".entries button").first().click();
    await opened.press("Open its transaction");
  });
  show("figure of the balance sheet", "statements/balance?from=2025-04-01&to=2025-06-30", ({ page }) =>
    page.locator(".line td a").first().click(),
  );
  show("keys of the table", `statements/income?${SPRING}`, async ({ page, keys }) => {
    await page.locator(".st td a").first().focus();
    await keys("ArrowDown", "ArrowRight", "End", "Home", "ArrowUp", "ArrowDown", "Enter");
  });
});
