/**
 * A walk through all pages of the console and the parts that each page leads to. Both are read from the
 * console itself, from its navigation and from the pages, so that a new page is walked without being named.
 */
import type { Locator, Page, Request } from "playwright-core";
import { shownState } from "./in-page.js";

/** Links and buttons that lead to a part of a page: its tabs, and what its head offers. */
const PARTS = "main :is(nav a, nav button, .page-head [aria-pressed])";
/** A record that opens beside the page or as a page of its own, and the form that makes one. */
const RECORDS = [
  ":is(.list-name, .st td a, .jr-row[data-entry], .entries [data-opens], [role=row][data-id] .n, .sh-list a)",
  ".primary[data-opens]",
];

export class Walk {
  readonly page: Page;
  readonly #open = new Set<Request>();

  constructor(page: Page) {
    this.page = page;
    page.on("request", (request) => this.#open.add(request));
    page.on("requestfinished", (request) => this.#open.delete(request));
    page.on("requestfailed", (request) => this.#open.delete(request));
  }

  /** Waits until nothing loads. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      const { isLoading } = await this.page.evaluate(shownState);
      quiet = this.#open.size === 0 && !isLoading ? quiet + 1 : 0;
      await this.page.waitForTimeout(20);
    }
  }

  /** Loads the console anew, on a page that reads nothing of the company: nothing of one is known then. */
  async afresh(origin: string): Promise<void> {
    await this.page.goto(`${origin}/app/me/sessions`);
    await this.settled();
  }

  get links(): Locator {
    return this.page.locator("nav[aria-label=Pages] a");
  }

  /** Opens a page by its place in the navigation; returns its name. */
  async open(at: number): Promise<string> {
    const link = this.links.nth(at);
    await link.click();
    return link.innerText();
  }

  /**
   * Opens each page, each of its parts, and what opens from them. Calls `look` with the name of what is
   * shown.
   */
  async all(look: (what: string) => Promise<void>): Promise<void> {
    const count = await this.links.count();
    for (let at = 0; at < count; at += 1) {
      const name = await this.open(at);
      await this.settled();
      await this.#look(name, async () => void (await this.open(at)), look);
      const parts = await this.page.locator(PARTS).count();
      for (let part = 0; part < parts; part += 1) {
        const control = this.page.locator(PARTS).nth(part);
        if (
          (await control.getAttribute("aria-current")) === "page" ||
          (await control.getAttribute("aria-pressed")) === "true"
        )
          continue;
        const label = await control.innerText();
        const open = async () => {
          await this.open(at);
          await this.settled();
          await this.page.locator(PARTS).nth(part).click();
        };
        await open();
        await this.settled();
        await this.#look(`${name}, ${label}`, open, look);
        await this.open(at);
        await this.settled();
      }
    }
  }

  /** Looks at what is shown, and at what opens from it. `back` shows it again. */
  async #look(name: string, back: () => Promise<void>, look: (what: string) => Promise<void>): Promise<void> {
    await look(name);
    const isDialog = (await this.page.locator("[role=dialog]").count()) > 0;
    if (isDialog) return this.page.keyboard.press("Escape");
    for (const records of RECORDS) {
      const record = this.page.locator(`main ${records}`).first();
      if ((await record.count()) === 0) continue;
      await record.click();
      await this.settled();
      await look(`${name}, ${records.slice(0, 12)}`);
      if ((await this.page.locator("[role=dialog]").count()) > 0) await this.page.keyboard.press("Escape");
      await back();
      await this.settled();
    }
  }
}
