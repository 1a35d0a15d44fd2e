/** A forgotten password: one answer for everybody, and a link that sets a new one, once, for an hour. */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../test/support/app.ts";
import { loggedSoFar } from "../../../test/support/between.ts";
import type { PageView } from "../../../test/support/browser.ts";
import { person, unique } from "../../../test/support/bundle.ts";
import {
  FORGOT,
  isSignedIn,
  HOME,
  linkTo,
  newBrowser,
  PASSWORD,
  RESET,
  SECRET,
  signIn,
  tokenOf,
  withPassword,
  work,
} from "../../../test/support/console.ts";
import { mailTo, withoutMail } from "../../../test/support/mailbox.ts";
import { tablesHolding } from "../../../test/support/stored.ts";
import { LIMITS } from "@daybook/words/limits";

const http = await testApp();
const { app, clock } = http;
const noon = Date.parse(NOON) / 1000;
const TERM = LIMITS.password_link_minutes.value * 60;
const NEXT = "another four words";
const GONE = { status: 404, heading: "This link can't be used" };

async function somebody(name = "ada") {
  const { user, member } = person(name);
  await http.company({ users: [user], members: [member] });
  return { ...user, browser: await withPassword(user.email) };
}

async function forgot(email: string): Promise<PageView> {
  const browser = newBrowser();
  return browser.submit(await browser.visit(FORGOT), FORGOT, { email });
}

/** Opens a link and sets a password on its page. */
async function reset(link: string, password = NEXT, browser = newBrowser()): Promise<PageView> {
  const page = await browser.visit(link);
  return page.status === 200 ? browser.submit(page, RESET, { password }) : page;
}

describe("who forgot the password", () => {
  test("gets a mail with a link that sets another one, once, and ends every session", async () => {
    const { email, browser: before } = await somebody();
    expect((await forgot(` ${email.toUpperCase()}`)).heading).toBe("Check your mail");
    await work();
    expect(mailTo(email)).toMatchObject([
      {
        to: { name: "ada Tester" },
        subject: "Your Daybook password",
        text: expect.stringContaining("within 60 minutes") as string,
      },
    ]);
    const link = linkTo(email);
    const browser = newBrowser();
    expect(await browser.visit(link)).toMatchObject({
      status: 200,
      heading: "Set your password",
      problem: null,
    });
    expect(await reset(link, "too short", browser)).toMatchObject({
      status: 422,
      problem: "A password has at least 12 characters.",
    });
    expect(await isSignedIn(before)).toBe(true);
    expect((await reset(link, NEXT, browser)).location).toBe(HOME);
    expect([await isSignedIn(browser), await isSignedIn(before)]).toEqual([true, false]);
    expect([
      (await signIn(newBrowser(), email)).status,
      (await signIn(newBrowser(), email, NEXT)).status,
    ]).toEqual([401, 303]);
    expect(await reset(link)).toMatchObject(GONE);
    expect(await browser.send(RESET, { token: tokenOf(link), password: SECRET })).toMatchObject(GONE);
  });

  test("reads the same for known and unknown addresses; only a user gets mail (SESS-004)", async () => {
    const [known, off] = [await somebody(), await somebody("off")];
    await app.access.setUserActive(off.id, false);
    const nobody = `nobody.${unique()}@example.com`;
    const pages: string[] = [];
    for (const email of [known.email, off.email, nobody]) {
      const { status, html } = await forgot(email);
      expect(status).toBe(200);
      pages.push(html.replaceAll(email, ""));
    }
    expect(new Set(pages).size).toBe(1);
    await work();
    expect([known.email, off.email, nobody].map((email) => mailTo(email).length)).toEqual([1, 0, 0]);
    expect(await tablesHolding(app, nobody)).toEqual([]);
  });

  test("gets an error for any invalid address", async () => {
    for (const email of [
      "",
      "ada",
      "ada@",
      "@example.com",
      "a b@example.com",
      "a@b\r\nBcc: x@example.com",
      `${"x".repeat(65)}@example.com`,
    ]) {
      expect([email, await newBrowser().send(FORGOT, { email })]).toMatchObject([
        email,
        { status: 422, problem: "This is no e-mail address." },
      ]);
    }
  });

  test("uses the newest link, within the hour (SESS-005)", async () => {
    const { email } = await somebody();
    await forgot(email);
    await work();
    const older = linkTo(email);
    await forgot(email);
    await work();
    expect(await reset(older)).toMatchObject(GONE);
    clock.set(noon + TERM - 1);
    expect((await newBrowser().visit(linkTo(email))).status).toBe(200);
    clock.set(noon + TERM);
    expect(await newBrowser().visit(linkTo(email))).toMatchObject(GONE);
    expect(await newBrowser().send(RESET, { token: tokenOf(linkTo(email)), password: NEXT })).toMatchObject(
      GONE,
    );
    for (const path of [RESET, `${RESET}?`, `${RESET}?x`, `${RESET}?x=1&y=2`])
      expect(await reset(path)).toMatchObject(GONE);
  });

  test("and uses it twice at once, sets one password", async () => {
    const { email } = await somebody();
    await forgot(email);
    await work();
    const token = tokenOf(linkTo(email));
    const answers = await Promise.all(
      ["first of the two", "second of the two"].map((password) =>
        newBrowser().send(RESET, { token, password }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404]);
    const works = await Promise.all(
      ["first of the two", "second of the two"].map(
        async (password) => (await signIn(newBrowser(), email, password)).status,
      ),
    );
    expect(works).toEqual(answers.map(({ status }) => (status === 303 ? 303 : 401)));
  });

  test("has no link any more once the password was changed otherwise, or while deactivated", async () => {
    const { email, id, browser } = await somebody();
    await forgot(email);
    await work();
    await app.access.setUserActive(id, false);
    expect(await reset(linkTo(email))).toMatchObject(GONE);
    await app.access.setUserActive(id, true);
    expect(
      (await browser.submit(await browser.visit(PASSWORD), PASSWORD, { current: SECRET, password: NEXT }))
        .status,
    ).toBe(303);
    expect(await reset(linkTo(email))).toMatchObject(GONE);
  });

  test("gets the mail later from a server that was away, and no link, token or password is kept or logged", async () => {
    const { email } = await somebody();
    await forgot(email);
    await withoutMail(() => work());
    clock.set(noon + 5);
    await work();
    expect(mailTo(email)).toHaveLength(1);
    const token = tokenOf(linkTo(email));
    expect(await tablesHolding(app, token)).toEqual([]);
    const password = `a password with ${unique()}`;
    expect((await reset(linkTo(email), password)).status).toBe(303);
    expect([await tablesHolding(app, token), await tablesHolding(app, password), loggedSoFar()]).toEqual([
      [],
      [],
      "",
    ]);
  });
});

test("a changed password is checked like a new one, and the current one is asked for", async () => {
  const { email, browser } = await somebody();
  const page = await browser.visit(PASSWORD);
  const change = (current: string, password: string) => browser.submit(page, PASSWORD, { current, password });
  expect(await change(SECRET, email)).toMatchObject({
    status: 422,
    problem: "A password must not hold the e-mail address.",
  });
  expect(await change("", NEXT)).toMatchObject({ status: 401, problem: "The current password is wrong." });
  expect((await newBrowser().visit(PASSWORD)).location).toBe("/app/sign-in");
  expect((await signIn(newBrowser(), email)).status).toBe(303);
});

test("an operator's link is an hour's too, and is for active users only", async () => {
  const { email, id } = await somebody();
  const { link, expires } = await app.signIn.makeLink(id);
  expect([expires, new URL(link).pathname]).toEqual([noon + TERM, RESET]);
  await app.access.setUserActive(id, false);
  for (const user of [id, email, "user_nobody", "nobody@example.com"])
    await expect(app.signIn.makeLink(user)).rejects.toMatchObject({ code: "resource_missing" });
});
