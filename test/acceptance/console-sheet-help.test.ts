/** Help with formulas of the console's spreadsheets, where what it needs comes late. */
import { afterAll, beforeAll, test } from "vitest";
import { CHROMIUM } from "./chromium.ts";
import {
  type ConsoleSetting,
  OWNER,
  setPassword,
  startConsole,
  type Visit,
  visitConsole,
} from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { sheetSteps } from "./sheet-steps.ts";

describeWith(CHROMIUM, "help with formulas in Chromium", () => {
  let setting: ConsoleSetting;
  let visit: Visit;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    visit = await visitConsole(setting, OWNER);
  }, LONG.timeout);
  afterAll(() => setting.close());

  const { made, open, goTo } = sheetSteps(
    () => setting,
    () => visit,
  );

  test("help with functions comes though they are loaded after the first keys (GRID-008)", LONG, async () => {
    const sheet = await made("Late");
    const { page } = visit;
    await page.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await open(sheet);
    await goTo(page, "A1");
    await page.keyboard.type("=BOOKS.REV");
    await page.getByRole("option", { name: "BOOKS.REVENUE" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.unrouteAll({ behavior: "wait" });
  });
});
