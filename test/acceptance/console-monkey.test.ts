/** A short walk of the monkey through the console; `npm run monkey` lets it go on for longer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { explore, faultsOfBooks, ownersId } from "../monkey/monkey.ts";
import { faultOnPage } from "../monkey/on-page.js";
import { CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";

const SEED = 7;
/** About ten seconds. */
const STEPS = 50;

describeWith(CHROMIUM, "a monkey in the console", () => {
  let setting: ConsoleSetting;

  beforeAll(async () => {
    setting = await startConsole();
  }, LONG.timeout);
  afterAll(() => setting.close());

  test("finds no fault, and the books stand afterwards", LONG, async () => {
    const visit = await visitConsole(setting, OWNER);
    const member = await ownersId(setting);
    expect(await explore(visit, SEED, (step) => step <= STEPS)).toEqual([]);
    expect(await faultsOfBooks(setting, visit.page, member)).toEqual([]);
    await visit.context.close();
  });

  test("reports answers of 5xx, errors of scripts, and pages that gave up or are blank", LONG, async () => {
    const visit = await visitConsole(setting, OWNER);
    const { context, page } = visit;
    await context.route(/\/app\/api\/(?!session)/, (route) => route.fulfill({ status: 500 }));
    await page.evaluate("void setTimeout(() => missing())");
    const found = await explore(visit, SEED, (step) => step <= 5);
    const faults = found.map(({ fault }) => fault).join("\n");
    expect(faults).toContain("500 of ");
    expect(faults).toContain("missing is not defined");
    await page.goto("about:blank");
    const faultOf = async (main: string) => {
      await page.setContent(`<div id="root"><nav>Pages</nav><main>${main}</main></div>`);
      return page.evaluate(faultOnPage);
    };
    expect(await faultOf("Overview")).toBeNull();
    expect(await faultOf("")).toBe("The main part of the page is blank.");
    expect(await faultOf("<p role=alert>This did not work</p>")).toBe("The page says: This did not work");
    await context.close();
  });
});
