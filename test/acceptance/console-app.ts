/**
 * The browser application of the console in Chromium, on a service with the sample company: signed-in pages,
 * and what was wrong on them.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { Api } from "./api.ts";
import { PATIENCE_MS, telling, workersChromium } from "./chromium.ts";
import type { Place } from "./place.ts";
import { newSamplePlace, OWNER, PASSWORD, resetPassword, type SamplePlace } from "./prepared.ts";
import { type StartedService, startService } from "./service.ts";

export { OWNER, PASSWORD };

export interface ConsoleSetting {
  readonly browser: Browser;
  readonly place: Place;
  readonly service: StartedService;
  readonly origin: string;
  readonly company: string;
  /** With a key of the sample company's owner. */
  readonly api: Api;
  close(): Promise<void>;
}

/**
 * Starts a service on books, by default a copy of the sample company's, for the browser of this worker.
 * `more`: its settings.
 */
export async function startConsole(
  more: Readonly<Record<string, string>> = {},
  books: () => Promise<SamplePlace> = newSamplePlace,
): Promise<ConsoleSetting> {
  const { place, company, key } = await books();
  const [browser, service] = await Promise.all([workersChromium(), startService(place, ["start"], more)]);
  const { origin } = new URL(service.base);
  // Of another service that the file started, pages may still be open.
  const isOwn = (context: BrowserContext): boolean =>
    context.pages().every((page) => page.url().startsWith(origin));
  return {
    browser,
    place,
    service,
    origin,
    company,
    api: new Api(service.base, key),
    async close() {
      const contexts = browser.contexts().filter(isOwn);
      await Promise.all(contexts.map((context) => context.close()));
      // Outside of a run, as for pictures, nobody else uses the browser.
      if (process.env["DAYBOOK_TEST_RUN"] === undefined) await browser.close();
      await service.kill();
      await place.remove();
    },
  };
}

/** Sets the password of a user by the link of the command line. The owner of the copied books has it already. */
export async function setPassword({ service }: ConsoleSetting, email: string): Promise<void> {
  if (email !== OWNER) await resetPassword(service.daybook, email);
}

/** What the first page of a company shows once it has its figures, or what is in the way. */
const FIRST_PAGE = ".ov-cash, .ov-steps, .state :is(h1, h2)";

/** A signed-in browser, and all that its pages complained of: errors, refused scripts, refused styles. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
}

export async function visitConsole(
  { browser, origin }: ConsoleSetting,
  email: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1_400, height: 900 },
    acceptDownloads: true,
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Chromium reports each refused request as an error of its own.
    if (
      ["error", "warning"].includes(message.type()) &&
      !/status of (400|401|403|404|409|429|503)/.test(message.text())
    )
      complaints.push(message.text());
  });
  await page.goto(`${origin}/app/sign-in`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await telling(page, complaints, () => page.locator(FIRST_PAGE).first().waitFor());
  return { context, page, complaints };
}

/** Chooses a condition of a list: the button that names it, and one of the words below. */
export async function chooseFilter(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${label}:`) }).click();
  await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
}

/** Types days into the condition that `label` names: its fields by name. */
export async function fillDays(
  page: Page,
  label: string,
  days: Readonly<Record<string, string>>,
): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${label}`) }).click();
  for (const [field, day] of Object.entries(days)) await page.getByLabel(field, { exact: true }).fill(day);
  await page.keyboard.press("Escape");
}
