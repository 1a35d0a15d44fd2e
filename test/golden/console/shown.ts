/**
 * Goldens of what the console says: opens a page of one fixed company in Chromium and compares all that it
 * shows, its address, and what it asked the service, with a file of the folder of its part. The first golden
 * of a page is told whole, the others by what differs from it. The day stands still in the service and in the
 * browser. `DAYBOOK_GOLDENS=write` writes the files again; they are read when they have changed.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { CHROMIUM, openChromium, PATIENCE_MS, telling } from "../../acceptance/chromium.ts";
import { shownState } from "../../acceptance/in-page.js";
import { describeWith } from "../../acceptance/outside.ts";
import { NOON, testApp } from "../../support/app.ts";
import { type Person, type Shown, shownCompany } from "./company.ts";
import { marksOf } from "./on-page.js";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));
const WRITES = process.env["DAYBOOK_GOLDENS"] === "write";
const API = "/app/api/";
/** Between two looks at a page, which must be alike. */
const PAUSE_MS = 60;
/** What pages ask by the clock. */
const AGAIN_AND_AGAIN = /\/changes$/;
/** What changes nothing that a page shows. */
const TRIES = /^GET|preview|trial|\/plan\b|\/try\b|\/files\b|"dry_run":true/;
/** What the palette says while it searches. */
const SEARCHES = "Looking through the company…";
/** The frame around every page, which only its own goldens show. */
const FRAME = "body > #root .side, body > #root .top, .skip";

interface Chosen {
  readonly as?: Person;
  /** The company's books: with a record of every kind, or without any. */
  readonly books?: "full" | "empty" | "own" | "empty own";
  readonly browser?: BrowserContextOptions;
  /** True to show the frame of the page as well. */
  readonly framed?: boolean;
  /** True to tell it whole, as the first one of each page is. */
  readonly isWhole?: boolean;
}

/** A page, and what is done on it. Each step waits until nothing loads. */
export interface Opened {
  readonly page: Page;
  /** Compares what is shown now with the golden of this name, and forgets what was asked so far. */
  readonly see: (name: string) => Promise<void>;
  /** Presses a button, a link or an entry of a menu: the last one of this name, which is the uppermost. */
  readonly press: (...names: readonly (string | RegExp)[]) => Promise<void>;
  /** Writes into the field of this label. */
  readonly fill: (label: string, text: string) => Promise<void>;
  /** Chooses in the field of this label. */
  readonly choose: (label: string, option: string) => Promise<void>;
  readonly keys: (...keys: readonly string[]) => Promise<void>;
  /** Types where the focus is. */
  readonly type: (text: string) => Promise<void>;
}

type Steps = (opened: Opened) => Promise<void>;

interface Setting {
  readonly browser: Browser;
  readonly companies: Map<string, Promise<Shown>>;
  readonly contexts: Map<string, Promise<BrowserContext>>;
}

const shared = globalThis as typeof globalThis & { daybookShown?: Promise<Setting> };

async function openSetting(): Promise<Setting> {
  const browser = await openChromium();
  process.once("exit", () => void browser.close());
  return { browser, companies: new Map(), contexts: new Map() };
}

/**
 * Replaces what is different in each run by what it stands for: made ids by their numbers in `ids`, where
 * `isCounting` adds the ones that are new.
 */
function steady(
  text: string,
  { id, suffix }: Shown,
  origin: string,
  ids: Map<string, number>,
  isCounting: boolean,
): string {
  const numbered = (made: string): string => {
    if (isCounting && !ids.has(made)) ids.set(made, ids.size + 1);
    return `…${ids.get(made) ?? ""}`;
  };
  return text
    .replaceAll(origin, "")
    .replaceAll(id, "comp_1")
    .replaceAll(`.${suffix}`, "")
    .replaceAll(suffix, "")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, numbered)
    .replaceAll(/(?<=[a-z][_-])[0-9a-z]{19,20}(?![0-9a-z])/g, numbered)
    .replaceAll(/"base_revision":\d+/g, '"base_revision":…')
    .replaceAll(/\bmantine-[a-z0-9]+/g, "mantine-…");
}

/** What a line of the tree says again: cells, which their row's name has, and the caption of a table. */
const AGAIN = /^\s*- (?:'?(?:cell|gridcell|columnheader|rowheader)(?: "[^"]*")?'?$|caption: )/;

/** The lines of a tree of roles, without the frame of the page unless it is asked for. */
function linesOf(tree: string, isFramed: boolean): readonly string[] {
  let isLeft = false;
  let control = { depth: Infinity, name: "" };
  return tree.split("\n").filter((line) => {
    if (line.startsWith("- ")) isLeft = /^- (?:complementary:$|banner:?$|link "Skip to the page")/.test(line);
    const depth = line.search(/\S/);
    if (depth <= control.depth) control = { depth: Infinity, name: "" };
    const named = /^\s*- '?(?:button|link|cell) "(.*)"/.exec(line)?.[1];
    if (named !== undefined) control = { depth, name: named };
    // What is in a control is in its name, too.
    const text = /^\s*- (?:text|time): "?(.*?)"?$/.exec(line)?.[1];
    const isNamed = text !== undefined && depth > control.depth && control.name.includes(text);
    return !isNamed && !AGAIN.test(line) && (isFramed || !isLeft);
  });
}

/** The words of a picture in one order: its axes come in any. */
function pictureOf(line: string): string {
  const [, before = "", words = ""] = /^(\s*- img: )(.+)$/.exec(line) ?? [];
  return words === "" ? line : `${before}${words.split(" ").toSorted().join(" ")}`;
}

/** A link as what is different behind it: of the same page, only the words of the address that change. */
function linkOf(line: string, page: string): string {
  const [, before = "", target = ""] = /^(\s*- \/url: )(\S+)$/.exec(line) ?? [];
  if (target === "") return line;
  const [here, there] = [new URL(page), new URL(target, page)];
  if (here.pathname !== there.pathname || here.search === "" || there.search === "") return line;
  const words = [...there.searchParams].flatMap(([name, value]) =>
    here.searchParams.get(name) === value ? [] : [`${name}=${value}`],
  );
  const left = [...here.searchParams.keys()].filter((name) => !there.searchParams.has(name));
  return `${before}here, with ${words.join(" ") || "nothing else"}${left.length === 0 ? "" : `, without ${left.join(" ")}`}`;
}

function listed(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}:\n${lines.map((line) => `  - ${line}\n`).join("")}`;
}

/** What is compared. */
interface Golden {
  readonly part: string;
  readonly name: string;
  /** The golden from which it is told. */
  readonly like: string;
  readonly address: string;
  readonly framed: boolean;
}

class Look implements Opened {
  readonly page: Page;
  readonly #part: string;
  /** The golden from which others are told; null for steps to a golden that is told whole. */
  readonly #like: string | null;
  readonly #shown: Shown;
  readonly #origin: string;
  readonly #framed: boolean;
  readonly #loading = new Set<Request>();
  #asked = new Set<string>();

  constructor(page: Page, { part, name, like, framed }: Golden, shown: Shown, origin: string) {
    this.page = page;
    this.#part = part;
    this.#like = like === name ? null : like;
    this.#shown = shown;
    this.#origin = origin;
    this.#framed = framed;
    page.on("request", (request) => {
      this.#loading.add(request);
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith(API) || AGAIN_AND_AGAIN.test(pathname)) return;
      // How many edits of a spreadsheet go together is a matter of time.
      const body = pathname.endsWith("/edits") ? null : request.postData();
      this.#asked.add(
        `${request.method()} ${decodeURIComponent(`${pathname}${search}`)}${body === null ? "" : ` ${body.slice(0, 2_000)}`}`,
      );
    });
    page.on("requestfinished", (request) => this.#loading.delete(request));
    page.on("requestfailed", (request) => this.#loading.delete(request));
  }

  readonly press = async (...names: readonly (string | RegExp)[]): Promise<void> => {
    for (const name of names) {
      const of = { name, exact: true } as const;
      const { page } = this;
      await page
        .getByRole("button", of)
        .or(page.getByRole("link", of))
        .or(page.getByRole("menuitem", of))
        .or(page.getByRole("menuitemradio", of))
        .or(page.getByRole("switch", of))
        .or(page.getByRole("radio", of))
        .or(page.getByRole("checkbox", of))
        .last()
        .click();
      await this.settled();
    }
  };

  /** The last field of this label: the text of a label around a list of choices has these, too. */
  #field(name: string): Locator {
    const of = { name, exact: true } as const;
    const { page } = this;
    return page.getByLabel(name, { exact: true }).or(page.getByRole("combobox", of)).last();
  }

  readonly fill = async (label: string, text: string): Promise<void> => {
    await this.#field(label).fill(text);
    await this.settled();
  };

  readonly choose = async (label: string, option: string): Promise<void> => {
    await this.#field(label).selectOption(option);
    await this.settled();
  };

  readonly keys = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.settled();
    }
  };

  readonly type = async (text: string): Promise<void> => {
    // All but the first letter at once: what is asked for after each letter is a matter of time.
    await this.page.keyboard.type(text.slice(0, 1));
    await this.page.keyboard.insertText(text.slice(1));
    await this.settled();
  };

  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      const { isLoading } = await this.page.evaluate(shownState);
      const isSearching = (await this.page.getByText(SEARCHES).count()) > 0;
      quiet = this.#loading.size === 0 && !isLoading && !isSearching ? quiet + 1 : 0;
      await this.page.waitForTimeout(20);
    }
  }

  readonly see = async (name: string): Promise<void> => {
    await this.settled();
    let text = await this.#told();
    // The focus and what slides in come a moment after the last answer.
    for (let before = ""; before !== text; text = await this.#told()) {
      before = text;
      await this.page.waitForTimeout(PAUSE_MS);
      await this.settled();
    }
    this.#asked = new Set();
    const fileOf = (golden: string): string => join(FOLDER, this.#part, goldenName(golden));
    await compare(fileOf(name), this.#like === null ? null : fileOf(this.#like), text);
  };

  /** All that the page says now, and what it asked so far. */
  async #told(): Promise<string> {
    const tree = await this.page.locator("body").ariaSnapshot();
    const { marks, kinds, focus } = await this.page.evaluate(marksOf, this.#framed ? null : FRAME);
    const text = [
      `address: ${decodeURIComponent(this.page.url())}\n`,
      `title: ${await this.page.title()}\n`,
      focus === null ? "" : `focus: ${focus}\n`,
      `page:\n${linesOf(tree, this.#framed)
        .map((line) => `  ${linkOf(pictureOf(line), this.page.url())}\n`)
        .join("")}`,
      listed("marks", marks),
      listed("kinds", kinds),
    ].join("");
    const ids = new Map<string, number>();
    const page = steady(text, this.#shown, this.#origin, ids, true);
    // Requests come in any order, so what only they name has no number.
    const asked = Array.from(this.#asked, (each) => steady(each, this.#shown, this.#origin, ids, false));
    return `${page}${listed("asked", [...new Set(asked)].toSorted())}`;
  }
}

/** The name of the file of a golden. */
export function goldenName(name: string): string {
  return `${name.replaceAll(" ", "-").replaceAll(/[,’']/g, "")}.txt`;
}

/**
 * What must be done to the lines of one text to get another: lines that go and come, each after the last line
 * that stays.
 */
function changesOf(before: readonly string[], after: readonly string[]): string {
  /** The most lines that stay of those from `at` in the first text and `to` in the second one. */
  const stay = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const staying = (at: number, to: number): number => stay[at]?.[to] ?? 0;
  for (let at = before.length - 1; at >= 0; at -= 1)
    for (let to = after.length - 1; to >= 0; to -= 1) {
      const row = stay[at];
      if (row === undefined) continue;
      row[to] =
        before[at] === after[to]
          ? staying(at + 1, to + 1) + 1
          : Math.max(staying(at + 1, to), staying(at, to + 1));
    }
  const lines: string[] = [];
  let last: string | null = null;
  for (let at = 0, to = 0; at < before.length || to < after.length;) {
    if (at < before.length && to < after.length && before[at] === after[to]) {
      last = `  ${before[at]}`;
      at += 1;
      to += 1;
      continue;
    }
    // The number tells lines apart that look alike.
    if (last !== null) lines.push(`@ ${to}`, last);
    last = null;
    const isGone = to >= after.length || (at < before.length && staying(at + 1, to) >= staying(at, to + 1));
    lines.push(isGone ? `- ${before[at]}` : `+ ${after[to]}`);
    if (isGone) at += 1;
    else to += 1;
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** Compares with a golden, told by what differs from the one that it is like, if that is less. */
async function compare(file: string, like: string | null, text: string): Promise<void> {
  const changes =
    like === null ? null : changesOf((await readFile(like, "utf8")).split("\n"), text.split("\n"));
  const told =
    like === null || changes === null || changes.length > text.length
      ? text
      : `like: ${basename(like)}\n${changes}`;
  if (WRITES) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, told);
    return;
  }
  expect(told).toBe(await readFile(file, "utf8").catch(() => "There is no such golden.\n"));
}

/** The page of an address, and the part of it that is shown. */
function pageOf(address: string): string {
  return `${address.split("?")[0]} ${/\?show=\w+/.exec(address)?.[0]}`;
}

/** The golden from which one of an address is told: of the same address, or the first of its page. */
function likeOf(
  wholes: readonly { readonly name: string; readonly address: string }[],
  address: string,
): string | undefined {
  const same = wholes.findLast((each) => address === each.address || address.startsWith(`${each.address}&`));
  return (same ?? wholes.find((each) => pageOf(each.address) === pageOf(address)))?.name;
}

/**
 * Defines the goldens of a part of the console, which is a folder of its code: `show` opens an address below
 * the company's and compares the page, after what is done on it.
 */
export function goldensOf(
  part: string,
  define: (show: (name: string, address: string, steps?: Steps | Chosen, chosen?: Chosen) => void) => void,
): void {
  const wholes: { readonly name: string; readonly address: string }[] = [];
  describeWith(CHROMIUM, `what the console says: ${part}`, () => {
    define((name, address, second, third) => {
      const steps = typeof second === "function" ? second : undefined;
      const chosen = third ?? (typeof second === "function" ? {} : second) ?? {};
      const { framed = false, isWhole = false } = chosen;
      const like = (isWhole ? undefined : likeOf(wholes, `${framed} ${address}`)) ?? name;
      if (like === name) wholes.push({ name, address: `${framed} ${address}` });
      test(`${part}: ${name}`, () => show({ part, name, like, address, framed }, steps, chosen));
    });
  });
}

async function show(
  golden: Golden,
  steps: Steps | undefined,
  { as = "owner", books = "full", browser: options }: Chosen,
): Promise<void> {
  const { name, address } = golden;
  shared.daybookShown ??= openSetting();
  const http = await testApp();
  const origin = http.address;
  const { browser, companies, contexts } = await shared.daybookShown;
  const made = companies.get(books) ?? shownCompany(http, books.startsWith("empty"));
  if (!books.endsWith("own")) companies.set(books, made);
  const shown = await made;
  const open = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({
      viewport: { width: 1_400, height: 900 },
      reducedMotion: "reduce",
      locale: "en-US",
      timezoneId: "America/Los_Angeles",
      baseURL: origin,
      ...options,
    });
    await context.addCookies([
      { name: `daybook-${new URL(origin).port}`, value: await shown.cookieOf(as), url: origin },
    ]);
    await context.clock.setFixedTime(NOON);
    return context;
  };
  // A browser that has loaded the console once loads it faster.
  const isKept = !books.endsWith("own") && options === undefined;
  const key = `${books} ${as}`;
  const opening = (isKept ? contexts.get(key) : undefined) ?? open();
  if (isKept) contexts.set(key, opening);
  const context = await opening;
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  // What one golden writes into books that all share, others would show.
  page.on("response", (response) => {
    const request = response.request();
    const asked = `${request.method()} ${request.url()} ${request.postData()}`;
    if (!books.endsWith("own") && response.ok() && !TRIES.test(asked))
      complaints.push(`It writes into the books of others: ${asked}`);
  });
  try {
    const look = new Look(page, golden, shown, origin);
    await telling(page, complaints, async () => {
      await page.goto(address.startsWith("/") ? address : `${origin}/app/c/${shown.id}/${address}`);
      await look.settled();
      await steps?.(look);
    });
    await look.see(name);
    expect(complaints).toEqual([]);
  } finally {
    await (isKept ? page.close() : context.close());
  }
}
