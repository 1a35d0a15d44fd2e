/**
 * A monkey in the console: it clicks, types, drags, presses keys and changes pages at random, from a seed.
 * After each step it looks for what must never be: an error of a script, an answer of 5xx, a page that is
 * blank or gave up, and now and then for texts that can't be read on their ground. It stays in the console
 * and signed in: what leads out is answered with nothing.
 */
import { isDeepStrictEqual } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import type { Page, Route } from "playwright-core";
import { faultsIn } from "../acceptance/chromium.ts";
import { type ConsoleSetting, OWNER, type Visit } from "../acceptance/console-app.ts";
import { Walk } from "../acceptance/console-walk.ts";
import { run } from "../acceptance/daybook.ts";
import { askConsole } from "../acceptance/in-page.js";
import { keyOf } from "../acceptance/service.ts";
import { chooseOption, faultOnPage, targets } from "./on-page.js";

/** Something that must not be, and the last steps before it. */
export interface MonkeyFault {
  readonly step: number;
  readonly fault: string;
  readonly trail: readonly string[];
}

const TRAIL = 12;
/** A page may be empty for this long while it loads on a busy machine. */
const LOAD_MS = 20_000;
const SETTLE_MS = 1_000;
const LOOK_MS = 50;
const MOST_FAULTS = 20;
/** The steps between two looks at the contrast of all texts, which take as long as ten steps. */
const CONTRAST_STEPS = 25;
const SCHEMES = ["light", "dark"] as const;

const TEXTS = [
  "a",
  "sal",
  "0",
  "1",
  "-1",
  "12.34",
  "1,234,567.89",
  "999999999999.99",
  "1e400",
  "2025-02-30",
  "12312025",
  "=SUM(A1:A9)",
  "=1/0",
  "=A1",
  "=SEQUENCE(200,20)",
  '=IF(A1="",',
  "50%",
  "<b onmouseover=alert(1)>\u0026amp;",
  "%_\\'\"",
  "\u0634\u0631\u0643\u0629".repeat(40),
  "\u{1F4B8}\u6F22\u5B57",
  "a".repeat(300),
  " ",
  "someone@example.com",
] as const;

const KEYS = [
  "Tab",
  "Shift+Tab",
  "Enter",
  "Escape",
  "ArrowDown",
  "ArrowUp",
  "ArrowLeft",
  "ArrowRight",
  "Shift+ArrowDown",
  "PageDown",
  "Home",
  "End",
  "Space",
  "Delete",
  "Backspace",
  "F2",
  "j",
  "k",
  "x",
  "c",
  "e",
  "t",
  "u",
  "/",
  "?",
  "Control+k",
  "Control+z",
  "Control+y",
  "Control+a",
  "Control+c",
  "Control+x",
  "Control+v",
] as const;

/** Files as a person might choose them, rightly or wrongly. */
const FILES = [
  { name: "bank.csv", text: "Date,Description,Amount\n2026-01-05,Coffee,-4.50\n2026-01-06,Client,1200.00\n" },
  { name: "empty.csv", text: "" },
  { name: "letter.pdf", text: "%PDF-1.4\n%%EOF\n" },
  { name: "numbers.xlsx", text: "PK\u0003\u0004 not a workbook" },
] as const;

const WINDOWS = [
  { width: 1_400, height: 900 },
  { width: 390, height: 844 },
] as const;

/** The addresses of pages that the monkey may open. */
const INSIDE = /^\/app(\/(c|me)\/|$|\/$)/;
/** The addresses of files that it may download. */
const FILE_ADDRESSES = /^\/app\/sheets\//;

/** Lets the monkey explore while `goesOn`, and returns what it found. `say` is called with each step. */
export async function explore(
  { page, complaints }: Visit,
  seed: number,
  goesOn: (step: number) => boolean,
  say: (line: string) => void = () => {},
): Promise<MonkeyFault[]> {
  const dice = new Dice(seed);
  const faults: MonkeyFault[] = [];
  const trail: string[] = [];
  const failures: string[] = [];
  let open = 0;
  page.on("request", () => (open += 1));
  page.on("requestfinished", () => (open -= 1));
  page.on("requestfailed", () => (open -= 1));
  page.on("response", (response) => {
    if (response.status() >= 500) failures.push(`${response.status()} of ${response.url()}`);
  });
  page.on("crash", () => failures.push("The page crashed."));
  page.on("popup", (popup) => void popup.close());
  page.on("filechooser", (chooser) => {
    const { name, text } = dice.pick<(typeof FILES)[number]>(FILES);
    const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) };
    void chooser.setFiles(file).catch(() => {});
  });
  await page.route("**/*", guard);
  const pages = await page
    .locator('nav[aria-label="Pages"] a')
    .evaluateAll((links: readonly { readonly href: string }[]) => links.map(({ href }) => href));
  const [first, ...rest] = pages;
  if (first === undefined) throw new Error("the console lists no pages");
  const step = new Steps(page, dice, [first, ...rest]);
  for (let at = 1; goesOn(at) && faults.length < MOST_FAULTS; at += 1) {
    const done = await step.take();
    const line = `${at}. ${done} (${new URL(page.url()).pathname}${new URL(page.url()).search})`;
    say(line);
    trail.push(line);
    if (dice.chance(0.7))
      for (let waited = 0; open > 0 && waited < SETTLE_MS; waited += LOOK_MS) await pause(LOOK_MS);
    const fault = await lookAtPage(page);
    const contrasts = at % CONTRAST_STEPS === 0 && fault === null ? await contrastsOf(page, dice) : [];
    const found = [
      ...failures.splice(0),
      ...contrasts,
      ...complaints.splice(0).filter((text) => !/status of [45]\d\d/.test(text)),
      ...(fault === null ? [] : [fault]),
    ];
    for (const each of found) faults.push({ step: at, fault: each, trail: trail.slice(-TRAIL) });
    // What gave up would be found at each of the next steps.
    if (found.length > 0) await page.goto(first).catch(() => null);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return faults;
}

/** Keeps the monkey in the console: what leads out or signs out is answered with nothing. */
async function guard(route: Route): Promise<void> {
  const request = route.request();
  const { pathname } = new URL(request.url());
  const leavesPage =
    request.isNavigationRequest() && !INSIDE.test(pathname) && !FILE_ADDRESSES.test(pathname);
  const endsSession = request.method() === "DELETE" && pathname === "/app/api/session";
  await (leavesPage || endsSession ? route.fulfill({ status: 204 }) : route.fallback()).catch(() => {});
}

/** Looks at the page until it has loaded, and returns what is wrong with it. */
async function lookAtPage(page: Page): Promise<string | null> {
  let fault: string | null = null;
  for (let waited = 0; waited < LOAD_MS; waited += LOOK_MS) {
    fault = await Promise.race([
      // A page that is just being left can't be asked.
      page.evaluate(faultOnPage).catch(() => "The page does not answer."),
      pause(LOAD_MS, "The page does not answer."),
    ]);
    if (fault === null || fault.startsWith("The page says")) return fault;
    await pause(LOOK_MS);
  }
  return fault;
}

/** The texts without contrast, in one of the color schemes; none if the page is left meanwhile. */
async function contrastsOf(page: Page, dice: Dice): Promise<readonly string[]> {
  const found = await faultsIn(page, dice.pick(SCHEMES), null, ["color-contrast"]).catch(() => []);
  return found.filter((fault) => /contrast/.test(fault));
}

/**
 * Random numbers from a seed, by the generator mulberry32. The sample company's generator is in `src`, from
 * which tests from outside import nothing.
 */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  }

  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.integer(0, list.length - 1)] ?? list[0];
  }
}

class Steps {
  readonly #page: Page;
  readonly #dice: Dice;
  readonly #pages: readonly [string, ...string[]];

  constructor(page: Page, dice: Dice, pages: readonly [string, ...string[]]) {
    this.#page = page;
    this.#dice = dice;
    this.#pages = pages;
  }

  /** Does something, and says what. What can't be done any more is no fault: the page has changed meanwhile. */
  async take(): Promise<string> {
    const of = this.#dice.next();
    const step =
      of < 0.1
        ? () => this.#switchPage()
        : of < 0.14
          ? () => this.#travel()
          : of < 0.34
            ? () => this.#press()
            : of < 0.4
              ? () => this.#scroll()
              : () => this.#touch();
    return step().catch((error: unknown) => `failed: ${String(error).split("\n")[0]}`);
  }

  async #switchPage(): Promise<string> {
    const address = this.#dice.pick(this.#pages);
    if (this.#dice.chance(0.2))
      await this.#page.setViewportSize(this.#dice.pick<(typeof WINDOWS)[number]>(WINDOWS));
    const link = this.#page.locator(`nav[aria-label="Pages"] a[href="${new URL(address).pathname}"]`);
    // In a narrow window, and under a dialog, the navigation can't be reached.
    if (this.#dice.chance(0.7) && (await link.isVisible()))
      await link.click({ timeout: SETTLE_MS }).catch(() => this.#page.goto(address));
    else await this.#page.goto(address);
    return `page ${address}`;
  }

  async #travel(): Promise<string> {
    const way = this.#dice.pick(["back", "forward", "reload"]);
    if (way === "reload") await this.#page.reload();
    else if (way === "back") await this.#page.goBack({ waitUntil: "commit", timeout: SETTLE_MS });
    else await this.#page.goForward({ waitUntil: "commit", timeout: SETTLE_MS });
    return way;
  }

  async #press(): Promise<string> {
    const keys = Array.from({ length: this.#dice.integer(1, 4) }, () => this.#dice.pick(KEYS));
    for (const key of keys) await this.#page.keyboard.press(key);
    return `keys ${keys.join(" ")}`;
  }

  async #scroll(): Promise<string> {
    const by = this.#dice.integer(-2_000, 4_000);
    await this.#page.mouse.wheel(0, by);
    return `wheel ${by}`;
  }

  /** Points at something: clicks it, writes into it, chooses of it or drags it. */
  async #touch(): Promise<string> {
    const found = await this.#page.evaluate(targets);
    // A button comes as often as the rows of a list together.
    const groups = Object.values(Object.groupBy(found, ({ group }) => group));
    const alike = groups[this.#dice.integer(0, groups.length - 1)] ?? [];
    const target = alike[this.#dice.integer(0, alike.length - 1)];
    if (target === undefined) return "nothing to touch";
    const { kind, x, y, label, options } = target;
    const { mouse } = this.#page;
    if (kind === "choice") {
      const index = this.#dice.integer(0, Math.max(0, options - 1));
      await this.#page.evaluate(chooseOption, { x, y, index });
      return `option ${index} of "${label}"`;
    }
    if (kind === "drag" && this.#dice.chance(0.5)) {
      const to = found[this.#dice.integer(0, found.length - 1)] ?? target;
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(to.x, to.y, { steps: 4 });
      await mouse.up();
      return `drag "${label}" to "${to.label}"`;
    }
    const isTwice = kind === "place" || kind === "drag" ? this.#dice.chance(0.3) : this.#dice.chance(0.05);
    const button = this.#dice.chance(0.03) ? "right" : "left";
    await mouse.click(x, y, { clickCount: isTwice ? 2 : 1, button });
    if (kind !== "field" && kind !== "day" && !(kind === "drag" && this.#dice.chance(0.4)))
      return `${isTwice ? "double " : ""}click ${kind} "${label}"`;
    const text = this.#dice.pick(TEXTS);
    if (this.#dice.chance(0.5)) await this.#page.keyboard.press("Control+a");
    await this.#page.keyboard.type(text);
    if (this.#dice.chance(0.4)) await this.#page.keyboard.press("Enter");
    return `type "${text.slice(0, 30)}" into ${kind} "${label}"`;
  }
}

/**
 * Walks through all pages without loading the document anew, and returns the megabytes that its scripts hold
 * after half of the rounds and after all.
 */
export async function heapOfRounds({ context, page }: Visit, rounds: number): Promise<[number, number]> {
  const session = await context.newCDPSession(page);
  const walk = new Walk(page);
  const heaps: number[] = [];
  await page.goto(page.url());
  for (let round = 0; round < rounds; round += 1) {
    const count = await walk.links.count();
    for (let at = 0; at < count; at += 1) {
      await walk.open(at);
      await walk.settled();
    }
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    heaps.push(Math.round(usedSize / 100_000) / 10);
  }
  return [heaps[Math.floor(rounds / 2) - 1] ?? 0, heaps.at(-1) ?? 0];
}

/** Checks the books after the monkey: returns what does not stand. */
export async function faultsOfBooks({ service, api, company }: ConsoleSetting, page: Page, member: string) {
  const faults: string[] = [];
  const { code, stdout, stderr } = await run(service.daybook, ["verify", company]);
  if (code !== 0) faults.push(`verify ended with ${code}: ${stdout}${stderr}`);
  // The monkey may have revoked the key that there was.
  const fresh = api.as(await keyOf(service.daybook, company, member));
  let difference = 0;
  for (const { debit_cents, credit_cents } of await fresh.client.listJournalEntries().all())
    difference += debit_cents - credit_cents;
  if (difference !== 0) faults.push(`the trial balance is off by ${difference} cents`);
  await page.goto("about:blank");
  await page.goto(`${new URL(api.base).origin}/app/c/${company}/overview`);
  for (const path of [
    "/reports/income_statement?start_date=2000-01-01&end_date=2099-12-31",
    "/reports/balance_sheet?date=2099-12-31",
    "/reports/cash_flow?start_date=2000-01-01&end_date=2099-12-31",
  ]) {
    const [byKey, bySession] = await Promise.all([
      fresh.read<object>(path),
      page.evaluate(askConsole, { company, path: `/v1${path}`, body: null }),
    ]);
    if (!isDeepStrictEqual(byKey, bySession)) faults.push(`the console and the API differ: ${path}`);
  }
  return faults;
}

/** The id of the owner in the sample company. */
export async function ownersId({ api }: ConsoleSetting): Promise<string> {
  const { members } = await api.client.getTeam();
  const owner = members.find(({ email }) => email === OWNER)?.id ?? null;
  if (owner === null) throw new Error("the sample company has no owner");
  return owner;
}
