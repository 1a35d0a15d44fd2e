/**
 * The web console in a real browser, without scripts, in the width of a phone, and with the keyboard: from
 * the mail of an invitation to a working key, and later sign-ins.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { type Mail, readMail } from "../support/eml.ts";
import { CHROMIUM, faultsOf, openChromium, PATIENCE_MS, stopsOf, tabTo } from "./chromium.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { newPlace, type Place } from "./place.ts";
import { importCompany, type Company, type StartedService, startService } from "./service.ts";

const EMAIL = "grace.ledger.of.the.long.address@example.com";
const FIRST = "four words in a row";
const SECOND = "another four words";
const NAME = "month-end export of all statements for the auditors, at the finance team's own machine";

describeWith(CHROMIUM, "the web console in Chromium", () => {
  let browser: Browser;
  let place: Place;
  let service: StartedService;
  let company: Company;
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    place = await newPlace();
    [browser, service] = await Promise.all([
      openChromium(),
      startService(place, undefined, { LOG_LEVEL: "debug" }),
    ]);
    origin = new URL(service.base).origin;
    company = await importCompany(
      service,
      companyBundle({
        company: { name: "Wolfeschlegelsteinhausenbergerdorff & Daughters, Accountancy" },
      }),
    );
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
  }, LONG.timeout);

  afterAll(async () => {
    await browser.close();
    await service.kill();
    await place.remove();
  });

  /** Waits for the mail with number `count` in the home folder and reads it. */
  async function mailNumber(count: number): Promise<Mail> {
    const folder = join(place.folder, "home", "mail");
    for (let tries = 0; tries < 300; tries += 1) {
      const names = (await readdir(folder).catch(() => []))
        .filter((name) => name.endsWith(".eml"))
        .toSorted();
      const name = names[count - 1];
      if (name !== undefined) return readMail(await readFile(join(folder, name), "utf8"));
      await pause(100);
    }
    throw new Error("no mail came");
  }

  function linkIn({ text }: Mail): string {
    return /^http\S+$/m.exec(text)?.[0] ?? "";
  }

  async function fill(label: string, text: string): Promise<void> {
    await tabTo(page, label);
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
  }

  async function press(label: string): Promise<void> {
    await tabTo(page, label);
    await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  }

  /** Reads the page's heading and title, and the problem that it reports. */
  async function readPage(): Promise<{ heading: string; title: string; problem: string | null }> {
    const problem = page.getByRole("alert");
    return {
      heading: await page.getByRole("heading", { level: 1 }).innerText(),
      title: await page.title(),
      problem: (await problem.count()) === 0 ? null : await problem.innerText(),
    };
  }

  /** The page that signing in leads to; without scripts it leads to the pages that need none. */
  async function passHome(): Promise<void> {
    expect(await readPage()).toEqual({
      heading: "The console needs scripts",
      title: "Daybook",
      problem: null,
    });
    await press("your API keys");
  }

  const SIGNED = ["Skip to the page", "Daybook", "API keys", "Password", "Sign out"];

  test(
    "with the keyboard: from the mail to a key, sign out, sign in, and change the password",
    LONG,
    async () => {
      const invited = await company.api.send("/team/invitations", {
        method: "POST",
        body: { first_name: "Grace", last_name: "Ledger", email: EMAIL, access_template: "admin" },
      });
      expect(invited.status).toBe(201);
      const mail = await mailNumber(1);
      expect(Object.fromEntries(mail.headers)).toMatchObject({ to: [`Grace Ledger <${EMAIL}>`] });
      expect(new URL(linkIn(mail)).origin).toBe(origin);

      await page.goto(linkIn(mail));
      expect(await readPage()).toMatchObject({
        heading: expect.stringMatching(/^Join Wolfe/) as string,
        problem: null,
      });
      expect(await stopsOf(page)).toEqual([
        "Skip to the page",
        "Daybook",
        "First name",
        "Last name",
        "E-mail address",
        "New password",
        "Accept and join",
      ]);
      await page.goto(linkIn(mail));
      await fill("New password", "aaaaaaaaaaaaaaaa");
      await press("Accept and join");
      expect(await readPage()).toMatchObject({
        title: expect.stringMatching(/^Problem: /) as string,
        problem: "A password has at least four different characters.",
      });
      expect(await faultsOf(page)).toEqual([]);
      await fill("First name", "Gracia");
      await fill("New password", FIRST);
      await press("Accept and join");
      expect(await faultsOf(page)).toEqual([]);
      await passHome();
      expect(await readPage()).toEqual({ heading: "API keys", title: "API keys · Daybook", problem: null });

      await fill("Name of a new key", NAME);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Your new key" }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      const key = await page.getByLabel("API key", { exact: true }).inputValue();
      expect(await company.api.as(key).verdict("/company")).toBe("200");
      // Tab selects the complete key, so that it can be copied.
      await tabTo(page, "API key");
      await page.keyboard.press("Control+C");
      await press("I have copied it");
      await tabTo(page, "Name of a new key");
      await page.keyboard.press("Control+V");
      expect(await page.getByLabel("Name of a new key").inputValue()).toBe(key);
      expect(await page.content()).not.toContain(key);

      await page.goto(`${origin}/app/keys`);
      expect(await faultsOf(page)).toEqual([]);
      const id = (await page.locator("td code").innerText()).trim();
      expect(await stopsOf(page)).toEqual([
        ...SIGNED,
        `Name of the key ${id}`,
        `Save the name of ${NAME}`,
        `Revoke ${NAME}`,
        "Name of a new key",
        "Read-only, for a dashboard or an assistant: it sees what you may see and changes nothing",
        "Create a key",
      ]);
      await page.goto(`${origin}/app/keys`);
      await fill(`Name of the key ${id}`, "reports");
      await press(`Save the name of ${NAME}`);
      expect(await page.getByLabel(`Name of the key ${id}`).inputValue()).toBe("reports");
      await press("Revoke reports");
      expect(await readPage()).toMatchObject({ heading: "Revoke reports?" });
      expect(await faultsOf(page)).toEqual([]);
      expect(await company.api.as(key).verdict("/company")).toBe("200");
      await press("Revoke the key");
      expect([(await readPage()).heading, await page.getByRole("table").count()]).toEqual(["API keys", 0]);
      expect(await company.api.as(key).verdict("/company")).toMatch(/^401/);

      await press("Sign out");
      expect(await readPage()).toMatchObject({ heading: "Sign in", problem: null });
      await fill("E-mail address", EMAIL);
      await fill("Password", "not the right words");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      expect(await readPage()).toMatchObject({
        title: "Problem: Sign in · Daybook",
        problem: "The e-mail address or the password is wrong.",
      });
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.getByLabel("E-mail address").inputValue()).toBe(EMAIL);
      await fill("Password", FIRST);
      await press("Sign in");
      await passHome();
      await press("Password");
      expect((await readPage()).heading).toBe("Change your password");
      await page.reload();
      expect(await stopsOf(page)).toEqual([
        ...SIGNED,
        "E-mail address",
        "Current password",
        "New password",
        "Change the password",
      ]);
      expect(await faultsOf(page)).toEqual([]);
      await page.reload();
      await fill("Current password", FIRST);
      await fill("New password", SECOND);
      await press("Change the password");
      await passHome();
      await press("Sign out");
      for (const [password, heading] of [
        [FIRST, "Sign in"],
        [SECOND, "The console needs scripts"],
      ] as const) {
        await page.getByLabel("E-mail address").fill(EMAIL);
        await page.getByLabel("Password").fill(password);
        await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign in" }).click()]);
        expect((await readPage()).heading).toBe(heading);
      }
      await passHome();
      await press("Sign out");
    },
  );

  test("resets a forgotten password, and every page on the way is accessible", LONG, async () => {
    await page.goto(`${origin}/app`);
    expect(page.url()).toBe(`${origin}/app/sign-in`);
    expect(await faultsOf(page)).toEqual([]);
    await press("Set or forgot your password?");
    expect(await faultsOf(page)).toEqual([]);
    await fill("E-mail address", EMAIL);
    await press("Send the link");
    expect(await readPage()).toMatchObject({ heading: "Check your mail" });
    expect(await faultsOf(page)).toEqual([]);
    const link = linkIn(await mailNumber(2));
    await page.goto(link);
    expect(await faultsOf(page)).toEqual([]);
    await fill("New password", FIRST);
    await press("Set the password");
    await passHome();
    for (const [address, heading] of [
      [link, "This link can't be used"],
      [`${origin}/app/join?x`, "This invitation can't be accepted"],
      [`${origin}/app/nothing`, "No such page"],
    ] as const) {
      await page.goto(address);
      expect([(await readPage()).heading, await faultsOf(page)]).toEqual([heading, []]);
    }
    await page.setViewportSize({ width: 1_200, height: 800 });
    await page.goto(`${origin}/app/keys`);
    expect(await faultsOf(page)).toEqual([]);
  });

  test(
    "sends no request to another host, and leaves no password, token or key in the log",
    LONG,
    async () => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).origin));
      await page.goto(`${origin}/app/keys`);
      expect(new Set(asked)).toEqual(new Set([origin]));
      const tokens = await Promise.all(
        [1, 2].map(async (count) => linkIn(await mailNumber(count)).split("?")[1] ?? ""),
      );
      expect(tokens).toEqual([expect.stringMatching(/^\w{32}$/), expect.stringMatching(/^\w{32}$/)]);
      const cookies = (await page.context().cookies()).map(({ value }) => value);
      expect(cookies).toHaveLength(1);
      const { code, stdout, stderr } = await service.stop();
      expect(code).toBe(0);
      for (const secret of [...tokens, ...cookies, FIRST, SECOND])
        expect(stdout + stderr).not.toContain(secret);
    },
  );
});
