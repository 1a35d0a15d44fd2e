/** What the page of schedules says. */
import { goldensOf } from "./shown.ts";

goldensOf("schedules", (show) => {
  show("spreads", "schedules");
  show("spreads of a clerk", "schedules", { as: "clerk" });
  show("spreads without any", "schedules", { books: "empty" });
  show("spread", "schedules?schedule=spread_insurance");
  show("spread that ended", "schedules?schedule=spread_stopped");
  show("spread of a viewer", "schedules?schedule=spread_hotel", { as: "viewer" });
  show("spread that is not there", "schedules?schedule=spread_nothing");
  show("assets", "schedules?show=assets");
  show("assets without any", "schedules?show=assets", { books: "empty" });
  show("asset", "schedules?show=assets&schedule=spread_printer");
  show("entry of a month", "schedules?schedule=spread_insurance", ({ page }) =>
    page.locator(".panel .voucher tbody button").first().click(),
  );
  show("moving", "schedules?schedule=spread_insurance", async ({ choose, fill }) => {
    await choose("Change it", "move");
    await fill("A day of the last month", "2026-12-31");
  });
  show("ending", "schedules?schedule=spread_insurance", ({ choose }) => choose("Change it", "end"));
  show(
    "selling",
    "schedules?show=assets&schedule=spread_printer",
    async ({ choose, fill, press, type, keys }) => {
      await choose("Change it", "dispose");
      await fill("What was paid for it", "500");
      await press(/^Booked on/);
      await type("checking");
      await keys("Enter");
    },
  );
  show("keys of the list", "schedules", async ({ page, keys }) => {
    await page.locator(".list-name").first().focus();
    await keys("j", "Enter", "Escape");
  });
  show(
    "steps",
    "schedules?schedule=spread_insurance",
    async ({ choose, fill, press, see }) => {
      await choose("Change it", "move");
      await fill("A day of the last month", "2026-12-31");
      await press("Change it");
      await see("steps, moved");
      await choose("Change it", "end");
      await fill("Day", "2026-09-10");
      await press("Change it");
      await see("steps, ended");
      await choose("Change it", "reopen");
      await press("Change it");
    },
    { books: "own" },
  );
  show("selling for less than nothing", "schedules?show=assets&schedule=spread_printer", async (opened) => {
    await opened.choose("Change it", "dispose");
    await opened.press(/^Booked on/);
    await opened.type("checking");
    await opened.keys("Enter");
    await opened.fill("What was paid for it", "-5");
  });
});
