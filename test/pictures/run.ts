/**
 * `npm run pictures`: pictures of every page of the console over the sample company, light and dark, wide and
 * narrow, into `docs/pictures`. The pages are those of the navigation, and parts of them. They are looked at
 * when they change. `npm run pictures invoices filings` makes only those of pages whose names begin so.
 */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { OWNER, setPassword, startConsole, visitConsole } from "../acceptance/console-app.ts";

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const WIDTHS = { wide: { width: 1_400, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const QUALITY = 66;
const WANTED = process.argv.slice(2);
const isWanted = (name: string): boolean =>
  WANTED.length === 0 || WANTED.some((beginning) => name.startsWith(beginning));

/** Waits until a page has loaded what it shows. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  for (const part of await page.locator(".loading, progress").all())
    await part.waitFor({ state: "detached" });
  await page.evaluate("document.fonts.ready.then(() => null)");
}

/** What the navigation does not name: its picture's name, and its address below the company's. */
async function partsOfPages(page: Page): Promise<(readonly [name: string, address: string])[]> {
  const { client } = setting.api;
  const first = { limit: 1 } as const;
  const [transactions, entries, sheets, invoices, rules, spreads] = await Promise.all([
    client.listTransactions({ ...first, status: "approved" }).first(),
    client.listJournalEntries({ ...first, source: "bank_transaction" }).first(),
    client.listSheets(first).first(),
    client.listInvoices(first).first(),
    client.listRules().first(),
    client.listSpreads(first).first(),
  ]);
  const idOf = ({ data }: { readonly data: readonly { readonly id: string }[] }): string => data[0]?.id ?? "";
  return [
    ["statements-balance", "statements/balance"],
    ["statements-cash", "statements/cash"],
    ["statements-over-time", await overTime(page)],
    ["transactions-one", `transactions?open=${idOf(transactions)}`],
    ["transactions-transfers", "transactions?show=transfers"],
    ["journal-voucher", `journal?entry=${idOf(entries)}`],
    ["journal-new", "journal?new=entry"],
    ["journal-opening", "journal?new=opening"],
    ["spreadsheets-editor", `sheets/${idOf(sheets)}`],
    ["invoices-one", `invoices?invoice=${idOf(invoices)}`],
    ["invoices-ages", "invoices?show=ages"],
    ["chart-category", "chart?category=cat_salaries"],
    ["chart-departments", "chart?show=departments"],
    ["rules-edit", `rules?rule=${idOf(rules)}&do=edit`],
    ["schedules-one", `schedules?schedule=${idOf(spreads)}`],
    ["schedules-assets", "schedules?show=assets"],
    ["filings-taxes", "filings?show=taxes&tax=tax_income_2025"],
    ["filings-credits", "filings?show=credits&credit=tcred_2025"],
    ["filings-forms", "filings?show=forms"],
    ["team-access", "team?show=access"],
    ["team-invite", "team?do=invite"],
    ["company-edit", "company?do=edit"],
    ["company-usage", "company?show=usage"],
    ["company-audit", "company?show=audit"],
    ["company-backups", "company?show=backups"],
    ["developers-create", "developers?do=create"],
    ["developers-sync", "developers?show=sync"],
  ];
}

/** A line of the income statement over the twelve months up to the figure that stands there. */
async function overTime(page: Page): Promise<string> {
  const line = "revenue.total";
  await page.goto(`${setting.origin}/app/c/${setting.company}/statements/income`);
  const figure = page.locator(`a[data-line="${line}"]`).first();
  const days = (await figure.getAttribute("data-days")) ?? "";
  return `statements/income?${new URLSearchParams({ line, days, over: "chart" }).toString()}`;
}

const setting = await startConsole();
try {
  await setPassword(setting, OWNER);
  const { page } = await visitConsole(setting, OWNER);
  const links = await page.locator('nav[aria-label="Pages"] a').all();
  const pages = await Promise.all(
    links.map(async (link) => ({
      name: (await link.innerText()).trim().toLowerCase().replaceAll(" ", "-"),
      address: new URL((await link.getAttribute("href")) ?? "", page.url()).href,
    })),
  );
  for (const [name, address] of await partsOfPages(page))
    pages.push({ name, address: `${setting.origin}/app/c/${setting.company}/${address}` });
  pages.push({ name: "sessions", address: `${setting.origin}/app/me/sessions` });
  const debug = await page.context().newCDPSession(page);
  await mkdir(FOLDER, { recursive: true });
  for (const former of await readdir(FOLDER)) if (isWanted(former)) await rm(join(FOLDER, former));
  const wanted = pages.filter(({ name }) => isWanted(name));
  for (const { name, address } of wanted)
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        const { data } = await debug.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
        await writeFile(join(FOLDER, `${name}-${width}-${colorScheme}.webp`), data, "base64");
      }
    }
  process.stdout.write(`Wrote ${wanted.length * 4} pictures into docs/pictures.\n`);
} finally {
  await setting.close();
}
