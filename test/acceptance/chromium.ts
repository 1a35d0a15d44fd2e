/** Chromium for tests of the web console: faults of a page, and its use with the keyboard. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page, type Request, type Response } from "playwright-core";
import { focused, lookAt, lookWithAxe } from "./in-page.js";
import { outsideProgram } from "./outside.ts";

export const CHROMIUM = outsideProgram("chromium");

/** How long a step on a page may take. A busy machine may stop a browser for a while. */
export const PATIENCE_MS = 60_000;

/** More presses of the Tab key than any page has stops. */
const STOPS_MOST = 40;

const shared = globalThis as typeof globalThis & { daybookBrowser?: Promise<Browser> };

/**
 * The browser of this worker, which ends with it. Tests open contexts of their own, which share nothing, and
 * close them.
 */
export function workersChromium(): Promise<Browser> {
  shared.daybookBrowser ??= openChromium();
  return shared.daybookBrowser;
}

/**
 * Starts Chromium without a window, and without its own background requests to the network. Where the build
 * without any window is installed, it is used: it takes a fifth less of a processor. Scroll bars take no room
 * unless they are asked for.
 */
export function openChromium({ hasScrollBars = false } = {}): Promise<Browser> {
  const executablePath = spawnSync(
    "sh",
    ["-c", "command -v chromium-headless-shell || command -v chromium"],
    { encoding: "utf8" },
  ).stdout.trim();
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  const ignoreDefaultArgs = hasScrollBars ? ["--hide-scrollbars"] : [];
  return chromium.launch({ executablePath, args, ignoreDefaultArgs });
}

/** The characters of a page's text that an error tells. */
const TOLD = 200;
const SHOWN = "`${document.readyState}, ${document.visibilityState}, ${document.body.innerText}`";

/**
 * Does a step on a page. Its error begins with what the page showed then and with the requests that failed,
 * because a step that waited in vain says only for what.
 */
export async function telling<T>(
  page: Page,
  complaints: readonly string[],
  step: () => Promise<T>,
): Promise<T> {
  const failed: string[] = [];
  const noteFailed = (request: Request) =>
    void failed.push(`${new URL(request.url()).pathname} ${request.failure()?.errorText}`);
  const noteRefused = (response: Response) => {
    if (response.status() >= 400) failed.push(`${new URL(response.url()).pathname} ${response.status()}`);
  };
  page.on("requestfailed", noteFailed).on("response", noteRefused);
  try {
    return await step();
  } catch (error) {
    const seen = await page.evaluate<string>(SHOWN).catch(String);
    const said = [seen.replaceAll(/\s+/g, " ").slice(0, TOLD), ...complaints, ...failed].join(" | ");
    throw new Error(`On ${page.url()} (${said}): ${error instanceof Error ? error.message : ""}`, {
      cause: error,
    });
  } finally {
    page.off("requestfailed", noteFailed).off("response", noteRefused);
  }
}

const SCHEMES = ["light", "dark"] as const;

/** Returns the accessibility faults of a page, in its light and its dark color scheme. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    faults.push(
      ...(await page.evaluate(lookAt)).map(
        (fault) => `${new URL(page.url()).pathname}, ${colorScheme}: ${fault}`,
      ),
    );
  }
  return faults;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Returns the same and the violations that axe finds, in both color schemes. `within` is the selector of what
 * is open over the page, which hides parts of it; null looks at all of the page.
 */
export async function allFaultsOf(page: Page, within: string | null = null): Promise<string[]> {
  const [first, other] = SCHEMES;
  return [
    ...(await faultsIn(page, first, within)),
    // Only colors differ.
    ...(await faultsIn(page, other, within, ["color-contrast"])),
  ];
}

/** Returns the same in one color scheme, of some of axe's rules or of all. */
export async function faultsIn(
  page: Page,
  colorScheme: "light" | "dark",
  within: string | null,
  rules: readonly string[] | null = null,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  // A script of the page would be refused by its content security policy; one of the debugger is not.
  await page.evaluate(`if (globalThis.axe === undefined) { ${AXE} }`);
  const faults = await page.evaluate(lookAt);
  const violations = await page.evaluate(lookWithAxe, { within, rules });
  return [...faults, ...violations.map((fault) => `axe: ${fault}`)].map(
    (fault) => `${colorScheme}: ${fault}`,
  );
}

/** Returns the stops of the Tab key on a page that was just opened. Marks stops without a focus ring. */
export async function stopsOf(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (let presses = 0; presses < STOPS_MOST; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(focused);
    if (stop === null || stop.label === stops[0]) return stops;
    stops.push(stop.ring ? stop.label : `${stop.label} (without a ring)`);
  }
  throw new Error(`The Tab key never comes to the end: ${stops.join(", ")}`);
}

/** Moves the focus to a field, button or link with the Tab key. */
export async function tabTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < STOPS_MOST; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(focused))?.label === label) return;
  }
  throw new Error(`The Tab key never comes to ${label}.`);
}
