/** What the page of an account's reconciliations says. */
import { goldensOf } from "./shown.ts";

const PAGE = "accounts/acct_checking/reconcile";

goldensOf("reconcile", (show) => {
  show("begin", PAGE);
  show("begin of a viewer", PAGE, { as: "viewer" });
  show("begin with faults", PAGE, async ({ press, fill }) => {
    await fill("Last day of the statement", "2026-05-31");
    await fill("Balance on that day", "twelve");
    await press("Begin");
    await fill("Balance on that day", "");
    await press("Begin");
  });
  show("account that is not there", "accounts/acct_nothing/reconcile");
  show("reconciliation that is not there", `${PAGE}?at=rcn_nothing`);
  show(
    "steps",
    PAGE,
    async ({ page, press, fill, see, keys }) => {
      await fill("Last day of the statement", "2026-05-19");
      await fill("Balance on that day", "100.00");
      await press("Begin");
      await see("steps, begun");
      await page.locator(".re-tick").first().focus();
      await keys("x", "j", "x");
      await see("steps, ticked");
      await press("Clear all up to the day");
      await see("steps, cleared");
      await press(/^Cleared/);
      await keys("j", " ");
      await see("steps, taken off");
      await press("Drop");
      await see("steps, asked");
      await press("Drop it");
    },
    { books: "own" },
  );
  show(
    "end",
    PAGE,
    async ({ page, press, fill, see }) => {
      await fill("Last day of the statement", "2026-04-30");
      await fill("Balance on that day", "0");
      await press("Begin");
      await press("Clear all up to the day");
      const cleared = await page.locator(".re-sums dd b").nth(1).innerText();
      await press("Drop", "Drop it");
      await fill("Last day of the statement", "2026-04-30");
      await fill("Balance on that day", cleared);
      await press("Begin", "Clear all up to the day");
      await see("end, in sight");
      await press("Finish");
      await see("end, finished");
      await press("Earlier reconciliations");
      await see("end, earlier");
      await press(/^Cleared/, "Reopen");
      await fill("Reason", "The bank has sent another one");
      await see("end, asked");
      await press("Reopen");
    },
    { books: "own" },
  );
});
