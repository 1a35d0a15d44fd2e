/**
 * The console in Chromium: what its first page loads and how long it takes until a person can use it, and the
 * script of a frame while long pages are scrolled. By Chromium's own tracing, over loopback.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { openChromium } from "../../test/acceptance/chromium.ts";
import { seeded } from "../books.ts";
import { median, quantile, timeMs } from "../figures.ts";
import { scriptByFrame } from "../frames.ts";
import type { Bench, Part } from "../part.ts";
import { type Place, runDaybook } from "../process/child.ts";

const RUNS = 7;
const FIRST_MOST_KB = 250;
const INTERACTIVE_MOST_S = 1;
const FRAME_MOST_MS = 8;
/** Journal entries of the company whose feed is scrolled: about 100,000 transactions. */
const ENTRIES = 500_000;
const SCROLLS = 150;
const SCROLL_PX = 600;
const FRAME_MS = 16;
const MILLION_CELLS = "=SEQUENCE(50000,20)";
const FIGURE = ".st td a";
const OWNER = "owner.sample@example.com";
const PASSWORD = "four words in a row";

export const consolePart: Part = {
  name: "console",
  about: "the console in Chromium: its first page, and scrolling",
  async run(bench) {
    const home = await bench.folder("console");
    const place: Place =
      bench.server === null ? { DAYBOOK_HOME: home } : { DATABASE_URL: await bench.database("console") };
    bench.say("console: making a company with a long feed");
    const { company_id: company } = await seeded(place, ENTRIES);
    const member = runDaybook(place, ["member", "password", OWNER, "--json"]);
    const { link } = JSON.parse(await member.firstLine) as { readonly link: string };
    await member.ended();
    const daybook = runDaybook(place, ["serve", "--port", "0", "--json"]);
    bench.undo.defer(() => daybook.stop());
    const { origin } = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url);
    const browser = await openChromium();
    bench.undo.defer(() => browser.close());
    const page = await signedIn(browser, origin, link);
    bench.say("console: the first page");
    await measureFirstPage(
      bench,
      page,
      `${origin}/app/c/${company}/statements/income`,
      `${origin}/app/password`,
    );
    bench.say("console: a feed is scrolled");
    await measureScrolling(bench, browser, page, "a long feed", `${origin}/app/c/${company}/transactions`);
    bench.say("console: a spreadsheet is scrolled");
    const created = runDaybook(place, ["sheet", "create", "Numbers", "--company", company, "--json"]);
    const { sheet } = JSON.parse(await created.firstLine) as { readonly sheet: { readonly id: string } };
    await created.ended();
    await page.goto(`${origin}/app/c/${company}/sheets/${sheet.id}`);
    await page.getByRole("grid").focus();
    await page.keyboard.type(MILLION_CELLS);
    await page.keyboard.press("Enter");
    await measureScrolling(bench, browser, page, "a million cells", null);
    await daybook.stop();
  },
};

/** Turns the wheel over the grid of a page: of the one that is open, or of the one at an address. */
async function measureScrolling(
  bench: Bench,
  browser: Browser,
  page: Page,
  what: string,
  address: string | null,
): Promise<void> {
  if (address !== null) await page.goto(address);
  await page.getByRole("gridcell").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.getByRole("grid").hover();
  const frames = await scriptByFrame(browser, page, async () => {
    for (let turn = 0; turn < SCROLLS; turn += 1) {
      await page.mouse.wheel(0, SCROLL_PX);
      await sleep(FRAME_MS);
    }
  });
  for (const [name, value] of [
    ["median", median(frames)],
    ["95 %", quantile(frames, 0.95)],
  ] as const)
    bench.found({
      what: `script of a frame while ${what} is scrolled, ${name}`,
      measured: { value, unit: "ms" },
      beside: null,
      target: { of: "measured", bound: "at most", value: FRAME_MOST_MS },
    });
}

async function signedIn(browser: Browser, origin: string, link: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1_400, height: 900 } })).newPage();
  const { pathname, search } = new URL(link);
  await page.goto(`${origin}${pathname}${search}`);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.waitForURL(/\/app(\/c\/|$)/);
  return page;
}

/** The bytes that a browser with an empty cache loads, and the time until the figures are shown. */
async function measureFirstPage(bench: Bench, page: Page, address: string, plain: string): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("Network.enable");
  await debug.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  debug.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const secondsTo = async (to: string, shown: string): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await page.goto("about:blank");
      bytes = 0;
      const show = async (): Promise<void> => {
        await page.goto(to, { waitUntil: "commit" });
        await page.locator(shown).first().waitFor();
      };
      times.push(await timeMs(show));
    }
    return median(times) / 1_000;
  };
  const beside = {
    what: "a page without scripts",
    figure: { value: await secondsTo(plain, "form"), unit: "s" },
  } as const;
  bench.found({
    what: "first page, until its figures stand there",
    measured: { value: await secondsTo(address, FIGURE), unit: "s" },
    beside,
    target: { of: "measured", bound: "at most", value: INTERACTIVE_MOST_S },
  });
  await page.waitForLoadState("networkidle");
  bench.found({
    what: "first page, loaded",
    measured: { value: bytes / 1e3, unit: "kB" },
    beside: null,
    target: { of: "measured", bound: "at most", value: FIRST_MOST_KB },
  });
  await debug.detach();
}
