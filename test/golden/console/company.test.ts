/** What the pages of the company say. */
import { goldensOf } from "./shown.ts";

goldensOf("company", (show) => {
  show("profile", "company");
  show("profile of a viewer", "company?do=edit", { as: "viewer" });
  show("profile of a clerk", "company", { as: "clerk" });
  show("changing the profile", "company?do=edit");
  show("a profile with a fault", "company?do=edit", async ({ fill, press }) => {
    await fill("Last four digits of the EIN", "12");
    await press("Show what changes");
  });
  show("what a profile changes", "company?do=edit", async ({ fill, choose, press }) => {
    await fill("City", "Oakland");
    await choose("Fiscal year begins in", "7");
    await press("Show what changes");
  });
  show("usage", "company?show=usage");
  show("usage of a viewer", "company?show=usage", { as: "viewer" });
  show("audit trail", "company?show=audit");
  show("audit trail that nothing fits", "company?show=audit&to=2020-01-01");
  show("audit trail of the console", "company?show=audit&surface=console");
  show("backups", "company?show=backups");
  show(
    "steps",
    "company?do=edit",
    async ({ fill, press, see, page }) => {
      await fill("City", "Oakland");
      await press("Show what changes", "Change it");
      await see("steps, changed");
      await press("Audit trail");
      await see("steps, audit trail");
      await page.locator(".co-events button").first().click();
    },
    { books: "own" },
  );
});
