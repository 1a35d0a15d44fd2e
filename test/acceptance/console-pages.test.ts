/**
 * All pages of the console, as its own navigation lists them: in books full of attacks and of long names and
 * figures, and in empty books; by the keyboard; and in each way in which the service can fail them.
 */
import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, person } from "../support/bundle.ts";
import { CHROMIUM, faultsIn } from "./chromium.ts";
import { type ConsoleSetting, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { Walk } from "./console-walk.ts";
import { json, LONG } from "./daybook.ts";
import { todayOfBooks } from "./days.ts";
import { lookAtRoom, noteFocus, shownState, unfocused } from "./in-page.js";
import {
  CLERK,
  LAST_YEAR,
  loud,
  loudCompany,
  loudFile,
  markOf,
  OWNER,
  TAB,
  USER_AGENT,
  WORDS,
} from "./loud-company.ts";
import { describeWith } from "./outside.ts";
import { pdfOf } from "./pdf.ts";
import { type Company, importCompany } from "./service.ts";

const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1_400, height: 900 } } as const;
type Look = readonly [size: keyof typeof SIZES, scheme: "light" | "dark"];
/** The looks in which each page is checked: these two in full books, the other two in empty ones. */
const FULL: readonly [Look, Look] = [
  ["phone", "light"],
  ["wide", "dark"],
];
const EMPTY: readonly [Look, Look] = [
  ["wide", "light"],
  ["phone", "dark"],
];
/** After this, pages read again what they show when their reader comes back. */
const LATER_MS = 61_000;
const DIALOG = "[role=dialog]";
/** The requests of pages for what they show. */
const OF_PAGES = /\/app\/api\/(?!session)/;

/** What no page leads to: searches without a result, records that are gone, forms with an address. */
const ADDRESSES = [
  "statements/income?find=nothing-has-this-name",
  "statements/income?from=1990-01-01&to=1990-12-31",
  "statements/income?from=2000-01-01&to=2026-01-01",
  "statements/nothing",
  "transactions?text=nothing-has-this",
  "journal?merchant=nobody",
  "journal?category=cat_nothing",
  "journal?new=opening",
  "invoices?text=nobody",
  "invoices?invoice=inv_nobodys",
  "accounts?account=acct_nobodys",
  "accounts/acct_nobodys/reconcile",
  "schedules?schedule=spread_nobodys",
  "chart?find=nothing-has-this",
  "rules?find=nothing-has-this",
  "filings?tax=tax_income_nobody",
  "filings?show=taxes&year=1999",
  "team?member=mbr_nobody",
  "team?state=all",
  "company?do=edit",
  "company?show=audit&event=none",
  "developers?key=key_nobodys",
];

/** A statement whose texts and columns are attacks. */
const csvOf = (word: string): string =>
  [
    ["date", "amount", "description", loud("column")],
    [todayOfBooks(), "-12.34", loud(word), loud(word)],
  ]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\n");

const LOADING = /^(Loading .*…|Looking…)$/;

/** Returns true once something is shown, and false if it never is. */
const isThere = (wanted: Locator): Promise<boolean> =>
  wanted
    .first()
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    );

describeWith(CHROMIUM, "all pages of the console in Chromium", () => {
  let setting: ConsoleSetting;
  let company: Company;
  const newcomer = person("newcomer");

  beforeAll(async () => {
    setting = await startConsole();
    company = await importCompany(setting.service, loudCompany());
    await importCompany(
      setting.service,
      companyBundle({
        users: [newcomer.user],
        members: [newcomer.member],
        categories: [],
        departments: [],
        invitations: [],
        journal: [],
      }),
    );
    for (const { user } of [OWNER, CLERK, newcomer]) await setPassword(setting, user.email);
  }, LONG.timeout);
  afterAll(() => setting.close());

  /** Returns the accessibility faults of the page or its open dialog, at one size and in one color scheme. */
  async function faultsOf(page: Page, [size, scheme]: Look): Promise<string[]> {
    await page.setViewportSize(SIZES[size]);
    // The browser draws a focus ring only after a key was pressed.
    await page.keyboard.press("Shift");
    const presses = await page.evaluate(noteFocus);
    for (let press = 0; press < presses; press += 1) await page.keyboard.press("Tab");
    const faults = await page.evaluate(unfocused);
    const isDialog = (await page.locator(DIALOG).count()) > 0;
    return [...faults, ...(await faultsIn(page, scheme, isDialog ? DIALOG : null))].map(
      (fault) => `${size}: ${fault}`,
    );
  }

  /** Returns what has too little room. A chart takes its new width some frames after its window did. */
  async function roomFaults(page: Page): Promise<string[]> {
    for (let looks = 1; ; looks += 1) {
      const faults = await page.evaluate(lookAtRoom);
      if (faults.length === 0 || looks === 20) return faults;
      await page.waitForTimeout(100);
    }
  }

  /**
   * Returns a look at each place of a walk: at pages in two looks, at what opens from them in one by turns.
   * Without `texts`, the places are those that say what is in the way.
   */
  function checks(page: Page, looks: readonly Look[], faults: string[], texts: string[] | null) {
    let turn = 0;
    return async (place: string): Promise<void> => {
      const { text, problems } = await page.evaluate(shownState);
      texts?.push(text);
      const found: string[] = texts === null ? [] : [...problems];
      for (const size of ["phone", "wide"] as const) {
        await page.setViewportSize(SIZES[size]);
        found.push(...(await roomFaults(page)).map((fault) => `${size}: ${fault}`));
      }
      turn += 1;
      const own = place.includes(",") ? [looks[turn % looks.length] ?? FULL[0]] : looks;
      for (const look of own) found.push(...(await faultsOf(page, look)));
      await page.setViewportSize(SIZES.wide);
      faults.push(...found.map((fault) => `${place}: ${fault}`));
    };
  }

  test("names that would be code and figures of any length are only shown (CONS-005)", LONG, async () => {
    const { daybook } = setting.service;
    await json(daybook, [
      "key",
      "create",
      "--company",
      company.id,
      "--member",
      OWNER.member.id,
      "--name",
      loud("key"),
    ]);
    await json(daybook, ["note", "add", "cat_flights", loud("note"), "--company", company.id]);
    const visit = await visitConsole(setting, OWNER.user.email);
    const { page, complaints } = visit;
    const [faults, texts]: [string[], string[]] = [[], []];
    await new Walk(page).all(checks(page, FULL, faults, texts));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find anything" }).fill("onerror");
    await page
      .getByRole("option", { name: markOf("category") })
      .first()
      .waitFor();
    const hit = await page.evaluate("window.hit ?? null");
    expect({ faults, complaints, hit }).toEqual({ faults: [], complaints: [], hit: null });
    const all = texts.join("\n");
    expect([...WORDS.map(markOf), TAB].filter((name) => !all.includes(name))).toEqual([]);
    await visit.context.close();
  });

  test("names of files, of entries by hand and of browsers are only shown, too", LONG, async () => {
    const { client } = company.api;
    const statement = await client.createTransactionUpload({
      account_id: "acct_loud",
      file: new File([csvOf("statement line")], `${loudFile("statement")}.csv`),
    });
    const paper = await client.createFile({ file: new File([pdfOf("Return")], `${loudFile("paper")}.pdf`) });
    const tax = await client.uploadIncomeReturn({
      tax_year: LAST_YEAR,
      tax_firm: loud("firm"),
      states_filed: ["CA"],
      file_id: paper.id,
    });
    const entries = await client.listJournalEntries().all();
    const byHand = entries.find(({ description }) => description?.includes("<line>"));
    const { context, page, complaints } = await visitConsole(setting, OWNER.user.email, {
      userAgent: USER_AGENT,
    });
    const [faults, texts]: [string[], string[]] = [[], []];
    const look = checks(page, FULL, faults, texts);
    const walk = new Walk(page);
    const root = `${setting.origin}/app/c/${company.id}`;
    const see = async (place: string, act: () => Promise<unknown>): Promise<void> => {
      await act();
      await walk.settled();
      await look(place);
    };
    await see("entry by hand", () => page.goto(`${root}/journal?entry=${byHand?.id}`));
    await see("documents", () => page.goto(`${root}/filings?show=taxes&tax=${tax.id}`));
    await see("sessions", () => page.goto(`${setting.origin}/app/me/sessions`));
    await page.goto(`${root}/transactions`);
    await see("uploads, all", () => page.getByRole("button", { name: "Uploads", exact: true }).click());
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Upload a bank file" }).click();
    await see("upload, its columns", async () => {
      await page.locator("[role=dialog] input[type=file]").setInputFiles({
        name: `${loudFile("dropped")}.csv`,
        mimeType: "text/csv",
        buffer: Buffer.from(csvOf("dropped line")),
      });
      await page.getByText(markOf("dropped line")).first().waitFor();
    });
    const hit = await page.evaluate("window.hit ?? null");
    expect({ faults, complaints, hit }).toEqual({ faults: [], complaints: [], hit: null });
    const all = texts.join("\n");
    const names = [statement.file_name, ...tax.documents.map(({ filename }) => filename)];
    expect(names).toHaveLength(2);
    const marks = ["voucher", "line", "column", "dropped", "dropped line", "statement line"].map(markOf);
    expect([...names, ...marks].filter((name) => !all.includes(name ?? ""))).toEqual([]);
    await context.close();
  });

  test("what is gone or has no result is said so that anybody can read it", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER.user.email);
    const walk = new Walk(page);
    const faults: string[] = [];
    const look = checks(page, FULL, faults, null);
    for (const address of ADDRESSES) {
      await page.goto(`${setting.origin}/app/c/${company.id}/${address}`);
      await walk.settled();
      await look(`at ${address}, as it opens`);
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("pages of empty books say so", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, newcomer.user.email);
    const faults: string[] = [];
    await new Walk(page).all(checks(page, EMPTY, faults, []));
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  const BUSY = {
    status: 429,
    headers: { "retry-after": "40" },
    json: { error: { type: "rate_limit_error", code: "rate_limit_exceeded", message: "x" } },
  };

  test.each([
    // Nothing of a page is loaded yet, not even its code.
    ["The service does not answer", /.*/, (route: Route) => route.abort()],
    ["Too many requests in this minute", OF_PAGES, (route: Route) => route.fulfill(BUSY)],
  ] as const)("each page says “%s”, and recovers", LONG, async (title, requests, answer) => {
    const { context, page } = await visitConsole(setting, CLERK.user.email);
    const walk = new Walk(page);
    await walk.afresh(setting.origin);
    const faults: string[] = [];
    const again = page.getByRole("button", { name: "Try again" });
    for (let at = 0; at < (await walk.links.count()); at += 1) {
      await walk.afresh(setting.origin);
      await page.route(requests, answer);
      const name = await walk.open(at);
      const said = page.locator("[role=alert]", { hasText: title });
      if (!(await isThere(said))) faults.push(`${name} does not say it`);
      faults.push(...(await page.evaluate(lookAtRoom)).map((fault) => `${name}: ${fault}`));
      await page.unroute(requests);
      for (let tries = 0; tries < 6 && (await again.count()) > 0; tries += 1) {
        await again.first().click();
        await walk.settled();
      }
      const { problems, heading, text } = await page.evaluate(shownState);
      if (problems.length > 0 || heading === null || text.includes(title))
        faults.push(`${name} stays at ${problems.join(", ")}`);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  test.each([
    ["its code", /.*/],
    ["what it shows", OF_PAGES],
  ])("each page says that it loads, as long as %s takes", LONG, async (_what, requests) => {
    const { context, page, complaints } = await visitConsole(setting, CLERK.user.email);
    const walk = new Walk(page);
    await walk.afresh(setting.origin);
    const faults: string[] = [];
    for (let at = 0; at < (await walk.links.count()); at += 1) {
      await walk.afresh(setting.origin);
      const slow = Promise.withResolvers<void>();
      await page.route(requests, async (route) => {
        await slow.promise;
        await route.continue();
      });
      const name = await walk.open(at);
      if (!(await isThere(page.getByText(LOADING)))) faults.push(`${name} does not say that it loads`);
      faults.push(...(await page.evaluate(lookAtRoom)).map((fault) => `${name}: ${fault}`));
      slow.resolve();
      await walk.settled();
      await page.unroute(requests);
      const { problems } = await page.evaluate(shownState);
      faults.push(...problems.map((problem) => `${name}: ${problem}`));
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("each open page says what became of its reader and its company", LONG, async () => {
    const { daybook } = setting.service;
    const { context, page: first } = await visitConsole(setting, CLERK.user.email);
    await context.clock.install();
    const root = `${setting.origin}/app/c/${company.id}`;
    const links = await first.locator("nav[aria-label=Pages] a").evaluateAll((all) => all.map(String));
    const walks: Walk[] = [];
    for (const address of [...links, `${root}/sheets/sht_loud`]) {
      const walk = new Walk(await context.newPage());
      await walk.page.goto(address);
      await walk.settled();
      walks.push(walk);
    }
    const cookies = await context.cookies();
    const member = (template: string) => () =>
      json(daybook, ["member", "set", CLERK.member.id, "--company", company.id, "--template", template]);
    const lifecycle = (word: string) => () =>
      json(daybook, ["company", "set", company.id, "--lifecycle", word]);
    const subscription = (word: string) => () =>
      json(daybook, ["plan", "set", company.id, "growth", "--status", word]);
    const faults: string[] = [];
    for (const [title, change, undo] of [
      ["You are signed out", () => context.clearCookies(), () => context.addCookies(cookies)],
      ["You may not see this", member("none"), member("admin")],
      ["This company is closed", lifecycle("closed"), lifecycle("open")],
      ["This company has no active subscription", subscription("closed"), subscription("active")],
    ] as const) {
      for (const isChanged of [true, false]) {
        await (isChanged ? change() : undo());
        await context.clock.fastForward(LATER_MS);
        for (const { page } of walks) await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
        for (const walk of walks) {
          await walk.settled();
          const { pathname, search } = new URL(walk.page.url());
          const { problems } = await walk.page.evaluate(shownState);
          const isSaid = problems.some((text) => text.includes(title));
          if (isSaid !== isChanged || (!isChanged && problems.length > 0))
            faults.push(`${pathname}, ${title}, ${isChanged}: ${problems.join(", ")}`);
          const isSignIn = isChanged && title === "You are signed out";
          const href = isSignIn
            ? await walk.page.getByRole("link", { name: "Sign in" }).first().getAttribute("href")
            : null;
          if (isSignIn && href !== `/app/sign-in?to=${encodeURIComponent(`${pathname}${search}`)}`)
            faults.push(`${pathname} leads to ${href}`);
        }
      }
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});
