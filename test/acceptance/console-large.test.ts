/**
 * All pages of the console with a company of very many transactions: no page hangs, asks for much or holds
 * much, and what is counted and found is what the API has. `DAYBOOK_TEST_TRANSACTIONS` is their number, such
 * as 500000; without it, it is the sample company, because making larger books takes minutes.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, startConsole, visitConsole } from "./console-app.ts";
import { Walk } from "./console-walk.ts";
import { json, ownDaybook } from "./daybook.ts";
import { shownState } from "./in-page.js";
import { describeWith } from "./outside.ts";
import { newPlace } from "./place.ts";
import { newSamplePlace, OWNER, resetPassword } from "./prepared.ts";

const TRANSACTIONS = Number(process.env["DAYBOOK_TEST_TRANSACTIONS"] ?? 0);
/** The most that are edited together. */
const MOST_EDITED = 20_000;
/** Each transaction of the sample company has two or three journal entries. */
const ENTRIES_EACH = 2.6;
/** Making the books of 500,000 transactions takes ten minutes on a busy machine. */
const LARGE = { timeout: 300_000 + 4 * TRANSACTIONS };
/** Of one answer as it is sent, for one page of the console, and of what a tab holds. */
const MOST_BYTES = 1_000_000;
const MOST_REQUESTS = 40;
const MOST_HEAP_BYTES = 250_000_000;
const MOST_ELEMENTS = 10_000;
/** A merchant of the sample company. */
const SOUGHT = "Brindle Air";

/** The requests of a page that are answered, and the bytes of each answer. */
function watch(page: Page): { path: string; bytes: number }[] {
  const answered: { path: string; bytes: number }[] = [];
  page.on("requestfinished", (request) => {
    if (!request.url().includes("/app/api/")) return;
    const each = { path: new URL(request.url()).pathname, bytes: 0 };
    answered.push(each);
    request.sizes().then(
      ({ responseBodySize }) => void (each.bytes = responseBodySize),
      () => {},
    );
  });
  return answered;
}

describeWith(CHROMIUM, "a company of very many transactions in the console", () => {
  let setting: ConsoleSetting;

  beforeAll(async () => {
    const large = async () => {
      const place = await newPlace();
      const entries = String(Math.round(TRANSACTIONS * ENTRIES_EACH));
      const made = await json<{ company_id: string; api_key: string }>(ownDaybook(place.environment), [
        "seed",
        "--entries",
        entries,
      ]);
      return { place, company: made.company_id, key: made.api_key };
    };
    setting = await startConsole({}, TRANSACTIONS === 0 ? newSamplePlace : large);
    if (TRANSACTIONS > 0) await resetPassword(setting.service.daybook, OWNER);
  }, LARGE.timeout);
  afterAll(() => setting.close());

  test("each page shows its part of it, by few and short answers", LARGE, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    const answered = watch(page);
    const faults: string[] = [];
    await new Walk(page).all(async (place) => {
      const { problems } = await page.evaluate(shownState);
      const elements = await page.evaluate<number>("document.querySelectorAll('*').length");
      const asked = answered.splice(0);
      const large = asked.filter(({ bytes }) => bytes > MOST_BYTES);
      faults.push(...problems.map((problem) => `${place}: ${problem}`));
      faults.push(...large.map(({ path, bytes }) => `${place}: ${path} has ${bytes} bytes`));
      if (asked.length > MOST_REQUESTS) faults.push(`${place} asks ${asked.length} times`);
      if (elements > MOST_ELEMENTS) faults.push(`${place} has ${elements} elements`);
    });
    expect(faults).toEqual([]);
    expect(await heapOf(page)).toBeLessThan(MOST_HEAP_BYTES);
    expect(complaints).toEqual([]);
    await context.close();
  });

  /** The bytes that the scripts of a page hold. */
  async function heapOf(page: Page): Promise<number> {
    const debug = await page.context().newCDPSession(page);
    await debug.send("HeapProfiler.collectGarbage");
    const { usedSize } = await debug.send("Runtime.getHeapUsage");
    await debug.detach();
    return usedSize;
  }

  const number = (count: number): string => count.toLocaleString("en-US");

  /** Sets how far the list is scrolled, in as many steps; each takes a frame. Then waits for its rows. */
  async function drag(page: Page, parts: readonly number[]): Promise<void> {
    await page.evaluate(`(async () => {
      const list = document.querySelector(".tx-scroller");
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (const part of ${JSON.stringify(parts)}) {
        list.scrollTop = list.scrollHeight * part;
        await frame();
      }
      await frame();
      await frame();
    })()`);
    await expect.poll(() => page.locator(".tx-rows .waiting").count()).toBe(0);
  }

  const shownRows = (page: Page): Promise<{ id: string; at: number }[]> =>
    page.evaluate(`[...document.querySelectorAll(".tx-rows [data-id]")]
      .map((row) => ({ id: row.dataset.id, at: Number(row.getAttribute("aria-rowindex")) - 2 }))`);

  test("the list is counted, searched, dragged to any part, and edited in bounds", LARGE, async () => {
    const all = await setting.api.client.listTransactions({ limit: 500 }).all();
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    const answered = watch(page);
    await page.goto(`${setting.origin}/app/c/${setting.company}/transactions`);
    const foot = page.locator(".foot [role=status]");
    const counted = async (rows: readonly unknown[]) => {
      await foot.getByText(`${number(rows.length)} transactions.`).waitFor({ timeout: 120_000 });
    };
    await counted(all);
    // What passes by while the bar is dragged is not asked for.
    answered.splice(0);
    const steps = Array.from({ length: 30 }, (_, at) => at / 29);
    for (const parts of [steps, [0.5], steps.toReversed(), [1]]) {
      await drag(page, parts);
      const wrong = (await shownRows(page)).filter(({ id, at }) => all[at]?.id !== id);
      expect(wrong).toEqual([]);
    }
    expect(answered.length).toBeLessThan(MOST_REQUESTS);
    expect(await heapOf(page)).toBeLessThan(MOST_HEAP_BYTES);

    const sought = all.filter(({ merchant_name, description }) =>
      `${merchant_name} ${description}`.includes(SOUGHT),
    );
    await page.getByLabel("Find transactions").fill(SOUGHT);
    await counted(sought);
    await page.getByLabel("Find transactions").fill("");
    await page.getByLabel("Amount", { exact: true }).fill("100..200");
    await counted(
      all.filter(({ amount_cents: cents }) => Math.abs(cents) >= 10_000 && Math.abs(cents) <= 20_000),
    );
    await page.getByLabel("Amount", { exact: true }).fill("");
    await counted(all);

    await page.getByRole("button", { name: "Edit all…" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit many transactions" });
    const most = `Only the latest ${number(MOST_EDITED)} are edited at once`;
    const found = all.length > MOST_EDITED ? most : `${number(all.length)} found.`;
    await dialog.getByText(found).waitFor({ timeout: 120_000 });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("an export says that it is being made, and comes", LARGE, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.goto(`${setting.origin}/app/c/${setting.company}/statements/income?by=month`);
    await page.locator(".st td a").first().waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download", { timeout: 120_000 });
    await page.getByRole("menuitem").first().click();
    await page.getByRole("status", { name: "Exports" }).locator("progress").waitFor();
    expect((await download).suggestedFilename()).not.toBe("");
    expect(complaints).toEqual([]);
    await context.close();
  });
});
