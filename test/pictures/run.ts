/**
 * `npm run pictures`: pictures of every page of the console over the sample company, light and dark, wide and
 * narrow, into `docs/pictures`. The pages are those of the navigation, and parts of them. They are looked at
 * when they change.
 */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { OWNER, setPassword, startConsole, visitConsole } from "../acceptance/console-app.ts";

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const WIDTHS = { wide: { width: 1_400, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const QUALITY = 82;

/** Waits until a page has loaded what it shows. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  for (const part of await page.locator(".loading, progress").all())
    await part.waitFor({ state: "detached" });
  await page.evaluate("document.fonts.ready.then(() => null)");
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
  // Parts of pages that the navigation does not name.
  for (const [name, address] of [
    ["company-usage", "company?show=usage"],
    ["company-audit", "company?show=audit"],
    ["developers-sync", "developers?show=sync"],
  ] as const)
    pages.push({ name, address: `${setting.origin}/app/c/${setting.company}/${address}` });
  pages.push({ name: "sessions", address: `${setting.origin}/app/me/sessions` });
  const debug = await page.context().newCDPSession(page);
  await mkdir(FOLDER, { recursive: true });
  for (const former of await readdir(FOLDER)) await rm(join(FOLDER, former));
  for (const { name, address } of pages)
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
  process.stdout.write(`Wrote ${pages.length * 4} pictures into docs/pictures.\n`);
} finally {
  await setting.close();
}
