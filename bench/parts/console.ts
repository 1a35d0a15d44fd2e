/**
 * The console in Chromium: what its first page loads, and the processor's time until a person can use it;
 * the script of a frame while long pages are scrolled, and whether their rows are painted; a search and an
 * edit in a long feed. By Chromium's own tracing and accounts of its processes, over loopback.
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
const EDITS = 10;
/** A merchant with many purchases of one category. */
const SOUGHT = "Brindle Air";
const FIRST_MOST_KB = 250;
const INTERACTIVE_MOST_S = 1;
const CONFIRMED_MOST_MS = 100;
const FRAME_MOST_MS = 8;
const BARE_MOST_PERCENT = 1;
/** Journal entries of the company whose feed is scrolled: about 50,000 or 500,000 transactions. */
const [ENTRIES, ENTRIES_FULL] = [130_000, 1_300_000];
const SCROLLS = 150;
const SCROLL_PX = 600;
const FRAME_MS = 16;
/** Formulas that each need the one above, and the longest that an edit of the first may take to show. */
const CHAIN_ROWS = 10_000;
const EDIT_SHOWN_MOST_MS = 50;
const MILLION_CELLS = "=SEQUENCE(50000,20)";
const FIGURE = ".st td a";
const OWNER = "owner.sample@example.com";
/** How long the feed is stands below it when all of it is counted. */
const COUNTED = /\d transactions\./;
const PASSWORD = "four words in a row";

/** In the page: looks in each frame whether rows stand in the grid, at three heights, with something in them. */
const WATCH_ROWS = `(() => {
  const { left, top, height } = document.querySelector("[role=grid]").getBoundingClientRect();
  window.bare = [];
  const isBare = (part) => {
    const row = document.elementFromPoint(left + 200, top + height * part)?.closest("[role=row]");
    return !row || row.matches(".waiting") || row.textContent.trim() === "";
  };
  const look = () => {
    window.bare.push([0.25, 0.5, 0.75].some(isBare));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;
/** In the page: drags the bar of the list to its middle, until rows stand there. */
const TO_MIDDLE = `new Promise((resolve) => {
  const grid = document.querySelector("[role=grid]");
  grid.scrollTop = grid.scrollHeight / 2;
  const look = () => {
    if (document.querySelector(".tx-rows .waiting") === null) resolve();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})`;
/** In the page: starts the clock when Enter is pressed, and stops it when a cell shows a text. */
const WATCH_CELL = `([selector, text]) => {
  window.shown = new Promise((resolve) => {
    addEventListener("keydown", function pressed({ key }) {
      if (key !== "Enter") return;
      removeEventListener("keydown", pressed, true);
      const start = performance.now();
      const look = () => {
        if (document.querySelector(selector)?.textContent === text) resolve(performance.now() - start);
        else setTimeout(look);
      };
      look();
    }, true);
  });
}`;
const SHARE_BARE = "window.bare.filter(Boolean).length / window.bare.length";

export const consolePart: Part = {
  name: "console",
  about: "the console in Chromium: its first page, and scrolling",
  async run(bench) {
    const home = await bench.folder("console");
    const place: Place =
      bench.server === null ? { DAYBOOK_HOME: home } : { DATABASE_URL: await bench.database("console") };
    bench.say("console: making a company with a long feed");
    const { company_id: company } = await seeded(place, bench.full ? ENTRIES_FULL : ENTRIES);
    const member = runDaybook(place, ["member", "password", OWNER, "--json"]);
    const { link } = JSON.parse(await member.firstLine) as { readonly link: string };
    await member.ended();
    const daybook = runDaybook(place, ["serve", "--port", "0", "--json"]);
    bench.undo.defer(() => daybook.stop());
    const { origin } = new URL((JSON.parse(await daybook.firstLine) as { base_url: string }).base_url);
    const browser = await openChromium();
    bench.undo.defer(() => browser.close());
    const page = await signedIn(browser, origin, link);
    const wants = (name: string): boolean => {
      const isWanted = name.includes(bench.caseText);
      if (isWanted) bench.say(`console: ${name}`);
      return isWanted;
    };
    if (wants("the first page"))
      await measureFirstPage(
        bench,
        browser,
        page,
        `${origin}/app/c/${company}/statements/income`,
        `${origin}/app/password`,
      );
    if (wants("a feed is scrolled"))
      await measureScrolling(bench, browser, page, "a long feed", `${origin}/app/c/${company}/transactions`);
    if (wants("a feed is searched and edited")) {
      await page.goto(`${origin}/app/c/${company}/transactions`);
      await measureFeed(bench, browser, page);
    }
    if (wants("a spreadsheet is scrolled")) {
      await openSheet(place, page, company, "Numbers", null);
      await page.keyboard.type(MILLION_CELLS);
      await page.keyboard.press("Enter");
      await measureScrolling(bench, browser, page, "a million cells", null);
    }
    if (wants("a spreadsheet is edited")) {
      await openSheet(place, page, company, "Chain", CHAIN_ROWS + 1);
      await measureChain(bench, page);
    }
    await daybook.stop();
  },
};

/** Makes a spreadsheet, with so many rows or as many as others, and opens it with the first cell chosen. */
async function openSheet(
  place: Place,
  page: Page,
  company: string,
  name: string,
  rows: number | null,
): Promise<void> {
  const run = async (words: readonly string[]): Promise<string> => {
    const child = runDaybook(place, ["sheet", ...words, "--company", company, "--json"]);
    const [line] = await Promise.all([child.firstLine, child.ended()]);
    return line;
  };
  const { sheet } = JSON.parse(await run(["create", name])) as { readonly sheet: { readonly id: string } };
  if (rows !== null) await run(["grow-worksheet", sheet.id, "Sheet1", "--rows", String(rows)]);
  await page.goto(`${new URL(page.url()).origin}/app/c/${company}/sheets/${sheet.id}`);
  await page.getByRole("grid").focus();
}

/** Edits the cell on which a long chain of formulas stands, and waits for the last of them. */
async function measureChain(bench: Bench, page: Page): Promise<void> {
  const goTo = async (area: string): Promise<void> => {
    await page.getByLabel("Selected cells").fill(area);
    await page.keyboard.press("Enter");
  };
  const type = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await type("1");
  await type("=A1+1");
  await goTo(`A2:A${CHAIN_ROWS + 1}`);
  await page.keyboard.press("Control+d");
  await goTo("B1");
  await type(`=A${CHAIN_ROWS + 1}`);
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    await goTo("A1");
    await page.evaluate(`(${WATCH_CELL})(["#sh-0-1", "${edit + CHAIN_ROWS}"])`);
    await type(String(edit));
    times.push(await page.evaluate<number>("window.shown"));
  }
  for (const [name, value] of [
    ["median", median(times)],
    ["the slowest", Math.max(...times)],
  ] as const)
    bench.found({
      what: `an edit at the head of ${CHAIN_ROWS} formulas, until the last one shows it, ${name}`,
      measured: { value, unit: "ms" },
      beside: null,
      target: { of: "measured", bound: "at most", value: EDIT_SHOWN_MOST_MS },
    });
}

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
  const turn = async (): Promise<void> => {
    for (let turns = 0; turns < SCROLLS; turns += 1) {
      await page.mouse.wheel(0, SCROLL_PX);
      await sleep(FRAME_MS);
    }
  };
  const frames = await scriptByFrame(browser, page, turn);
  // Looking lays the page out, so it has a run of its own.
  await page.evaluate(WATCH_ROWS);
  await turn();
  bench.found({
    what: `frames in which rows of ${what} are not there yet`,
    measured: { value: 100 * (await page.evaluate<number>(SHARE_BARE)), unit: "%" },
    beside: null,
    target: { of: "measured", bound: "at most", value: BARE_MOST_PERCENT },
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

/**
 * The bytes that a browser with an empty cache loads, and the time of processors that the browser takes until
 * the figures are shown.
 */
async function measureFirstPage(
  bench: Bench,
  browser: Browser,
  page: Page,
  address: string,
  plain: string,
): Promise<void> {
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
      times.push(
        await browserSeconds(browser, async () => {
          await page.goto(to, { waitUntil: "commit" });
          await page.locator(shown).first().waitFor();
        }),
      );
    }
    return median(times);
  };
  const beside = {
    what: "a page without scripts",
    figure: { value: await secondsTo(plain, "form"), unit: "s" },
  } as const;
  bench.found({
    what: "first page, the browser's processor time until its figures stand there",
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

/** Seconds that processors spend in all processes of the browser while `work` runs. */
async function browserSeconds(browser: Browser, work: () => Promise<void>): Promise<number> {
  const debug = await browser.newBrowserCDPSession();
  const spent = async (): Promise<ReadonlyMap<number, number>> => {
    const { processInfo } = await debug.send("SystemInfo.getProcessInfo");
    return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await spent();
  await work();
  const after = await spent();
  await debug.detach();
  return [...after].reduce((sum, [id, seconds]) => sum + seconds - (before.get(id) ?? 0), 0);
}

/** Searches the feed that is open, goes to its end, and gives rows another category, by the keyboard. */
async function measureFeed(bench: Bench, browser: Browser, page: Page): Promise<void> {
  const rows = page.locator("[role=row][data-id]");
  const grid = page.getByRole("grid");
  const measure = async (what: string, work: () => Promise<void>): Promise<void> => {
    let wall = 0;
    const spent = await browserSeconds(browser, async () => {
      wall = await timeMs(work);
    });
    bench.found({
      what: `${what}, the browser's processor time (${(wall / 1_000).toFixed(1)} s by the clock)`,
      measured: { value: spent, unit: "s" },
      beside: null,
      target: { of: "measured", bound: "at most", value: INTERACTIVE_MOST_S },
    });
  };
  const find = page.getByPlaceholder("Find: merchant, text, memo");
  await page.getByRole("status").filter({ hasText: COUNTED }).waitFor();
  await measure("the middle of a long feed, by its scroll bar", () => page.evaluate(TO_MIDDLE));
  await measure("a search by text", async () => {
    await find.fill(SOUGHT);
    const others = page.locator(".tx-rows [role=row]").filter({ hasNotText: SOUGHT });
    await others.first().waitFor({ state: "detached" });
    await rows.filter({ hasText: SOUGHT }).first().waitFor();
  });
  await grid.focus();
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    // Before, each of these rows has the category travel.
    await page.keyboard.press("j");
    await page.keyboard.press("c");
    await page.keyboard.type("mea");
    const answer = page.waitForResponse((response) => response.request().method() === "PATCH");
    times.push(
      await timeMs(async () => {
        await page.keyboard.press("Enter");
        await answer;
      }),
    );
  }
  await measure("the whole feed again", async () => {
    await find.fill("");
    await rows.filter({ hasNotText: SOUGHT }).first().waitFor();
  });
  bench.found({
    what: "a category in a long feed, until it is confirmed",
    measured: { value: median(times), unit: "ms" },
    beside: null,
    target: { of: "measured", bound: "at most", value: CONFIRMED_MOST_MS },
  });
}
