/**
 * What holds for every page and every form of the web console: its headers, that it holds no script, that
 * reading changes nothing, and that a form is taken only from a page of this service and this session.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { loggedSoFar } from "../../../test/support/between.ts";
import { type Browser, formOf, type PageView } from "../../../test/support/browser.ts";
import { person, unique } from "../../../test/support/bundle.ts";
import {
  carriedBy,
  FORGOT,
  HOME,
  isSignedIn,
  JOIN,
  KEYS,
  linkTo,
  newBrowser,
  PASSWORD,
  RESET,
  SECRET,
  SIGN_IN,
  SIGN_OUT,
  signIn,
  tokenOf,
  withPassword,
  work,
} from "../../../test/support/console.ts";
import { sendRaw } from "../../../test/support/raw.ts";
import { teamOf } from "../../../test/support/team.ts";
import { MAIN_PAGES, PATHS } from "./addresses.ts";

const http = await testApp();
const { app } = http;

const NEW_KEY = "/app/keys";

/** A member without a key who is signed in, and somebody who is invited to the same company. */
async function scene() {
  const [first, { user, member }] = [person("first"), person("ada")];
  const company = await http.company({ users: [first.user, user], members: [first.member, member] });
  const email = `grace.${unique()}@example.com`;
  await teamOf(http, company).invite({ email });
  await work();
  const browser = await withPassword(user.email);
  return {
    browser,
    user,
    company,
    email,
    keys: async () => (await app.access.listKeys(company.id)).filter(({ user_id }) => user_id === user.id),
  };
}

/** The pages that every page leads to, so that a new one is among them. */
async function mainPages(browser: Browser): Promise<(readonly [name: string, page: PageView])[]> {
  const pages: [string, PageView][] = [];
  for (const [address, label] of MAIN_PAGES) pages.push([`main, ${label}`, await browser.visit(address)]);
  return pages;
}

/** Every page that there is, with what leads to it. */
async function everyPage(): Promise<readonly (readonly [name: string, page: PageView])[]> {
  const { browser, user, email } = await scene();
  const stranger = newBrowser();
  const list = await browser.visit(KEYS);
  const made = await browser.submit(list, NEW_KEY, { name: "first" });
  const revoke =
    /href="([^"]*revoke[^"]*)"/.exec((await browser.visit(KEYS)).html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const { link } = await app.signIn.makeLink(user.email);
  const { pathname, search } = new URL(link);
  return [
    ["sign in", await stranger.visit(SIGN_IN)],
    ["sign in, refused", await signIn(stranger, "nobody@example.com")],
    ["forgot", await stranger.visit(FORGOT)],
    ["forgot, sent", await stranger.send(FORGOT, { email: `nobody.${unique()}@example.com` })],
    ["reset", await stranger.visit(`${pathname}${search}`)],
    ["reset, gone", await stranger.visit(`${RESET}?x`)],
    ["join", await stranger.visit(linkTo(email))],
    ["join, gone", await stranger.visit(`${JOIN}?x`)],
    ["keys", list],
    ["new key", made],
    ["revoke", await browser.visit(revoke)],
    ["password", await browser.visit(PASSWORD)],
    [
      "password, refused",
      await browser.submit(await browser.visit(PASSWORD), PASSWORD, { current: "wrong", password: SECRET }),
    ],
    ...(await mainPages(browser)),
    ["unknown", await stranger.visit("/app/nothing")],
    ["foreign form", await stranger.send(SIGN_IN, {}, { headers: { origin: "https://elsewhere.example" } })],
  ];
}

describe("every page", () => {
  test("is kept nowhere, framed nowhere, loads its own stylesheet only and holds no script", async () => {
    for (const [name, { headers, html }] of await everyPage()) {
      expect([name, Object.fromEntries(headers)]).toMatchObject([
        name,
        {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-store",
          "content-security-policy":
            "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
          "cross-origin-opener-policy": "same-origin",
          "x-content-type-options": "nosniff",
          "referrer-policy": "strict-origin",
        },
      ]);
      expect([name, html.match(/<script|\bon\w+=|javascript:|\bstyle=|<style|<img|<iframe/gi)]).toEqual([
        name,
        null,
      ]);
      expect([name, html.match(/(?:src|href|action)="(?!\/app\b|#content"|data:,")/g)]).toEqual([name, null]);
    }
  });

  test("has one heading, a title that says what it is, and a problem in both", async () => {
    for (const [name, { html, heading, problem, status }] of await everyPage()) {
      expect([name, html.match(/<h1/g)?.length, /<html lang="en">/.test(html)]).toEqual([name, 1, true]);
      const title = /<title>(.*?) · Daybook<\/title>/.exec(html)?.[1] ?? "";
      expect([name, title !== "" && heading !== ""]).toEqual([name, true]);
      expect([name, title.startsWith("Problem: ")]).toEqual([name, problem !== null]);
      expect([name, status >= 400]).toEqual([name, problem !== null || /gone|unknown|foreign/.test(name)]);
    }
  });

  test("answers HEAD as GET, without a body, and its stylesheet is kept for ever", async () => {
    const page = await newBrowser().visit(SIGN_IN);
    const address = /<link rel="stylesheet" href="([^"]+)"/.exec(page.html)?.[1] ?? "";
    for (const [path, status] of [
      [SIGN_IN, 200],
      [KEYS, 303],
      ["/app/nothing", 404],
      [address, 200],
    ] as const) {
      const answer = await fetch(`${http.address}${path}`, { method: "HEAD", redirect: "manual" });
      expect([path, answer.status, await answer.text()]).toEqual([path, status, ""]);
    }
    const style = await newBrowser().visit(address);
    expect([style.headers.get("content-type"), style.headers.get("cache-control")]).toEqual([
      "text/css; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
    expect(style.html).not.toMatch(/url\(|@import/);
  });

  test("at an unknown address says so, whatever is asked of it, and tells nobody's state", async () => {
    const { browser } = await scene();
    for (const each of [browser, newBrowser()]) {
      for (const path of ["/app/nothing", "/app/keys/x", "/app/style.css", "/app/%00", "/app/sign-in/"]) {
        expect([path, await each.visit(path)]).toMatchObject([
          path,
          { status: 404, heading: "No such page" },
        ]);
        expect([path, await each.send(path, {})]).toMatchObject([
          path,
          { status: 404, heading: "No such page" },
        ]);
      }
    }
    expect((await newBrowser().visit("/app/")).location).toBe(HOME);
  });
});

describe("reading", () => {
  test("changes nothing, whatever the query says", async () => {
    const { browser, company, email, keys, user } = await scene();
    const { api_key } = await app.access.createKey(company.id, user.id, "kept");
    const form = carriedBy(await browser.visit(KEYS));
    const state = async () => ({ keys: await keys(), team: await teamOf(http, company).read() });
    const before = await state();
    const token = tokenOf(linkTo(email));
    const query = new URLSearchParams({
      form,
      company: company.id,
      key: before.keys[0]?.id ?? "",
      name: "changed",
      token,
      password: SECRET,
      current: SECRET,
      email: user.email,
    });
    for (const path of Object.values(PATHS)) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await fetch(`${browser.origin}${path}?${query.toString()}`, {
          method,
          redirect: "manual",
          headers: { cookie: `${browser.cookieName}=${browser.session}`, origin: browser.origin },
        });
        expect([path, method, answer.status < 500, answer.headers.get("set-cookie")]).toEqual([
          path,
          method,
          true,
          null,
        ]);
      }
    }
    expect(await state()).toEqual(before);
    expect([await isSignedIn(browser), (await http.send("/company", { key: api_key })).status]).toEqual([
      true,
      200,
    ]);
  });
});

describe("a form", () => {
  test("is taken only where the browser says that a page of this service sent it (SESS-006)", async () => {
    const { browser, keys, user } = await scene();
    const page = await browser.visit(KEYS);
    const { host, port } = new URL(browser.origin);
    const foreign = [
      "",
      "null",
      "https://elsewhere.example",
      `http://${host}.elsewhere.example`,
      `http://elsewhere.example:${port}`,
      `http://127.0.0.1:${Number(port) + 1}`,
      "http://127.0.0.1",
      "not an origin",
      `http://elsewhere.example/${host}`,
    ];
    for (const origin of foreign) {
      for (const submit of [
        browser.submit(page, NEW_KEY, { name: "foreign" }, { headers: { origin } }),
        browser.submit(page, SIGN_OUT, {}, { headers: { origin } }),
        newBrowser().send(SIGN_IN, { email: user.email, password: SECRET }, { headers: { origin } }),
        newBrowser().send(FORGOT, { email: user.email }, { headers: { origin } }),
      ]) {
        const { status, heading, headers } = await submit;
        expect([origin, status, heading, headers.get("set-cookie")]).toEqual([
          origin,
          403,
          "This form was not sent from here",
          null,
        ]);
      }
    }
    expect([await keys(), await isSignedIn(browser)]).toEqual([[], true]);
  });

  test("is taken only from PUBLIC_URL where that is set, whatever the host is called", async () => {
    const { user } = await scene();
    const there = newBrowser(await http.serve({ console: { publicUrl: "http://books.example.com" } }));
    const from = async (origin: string) =>
      (await there.send(SIGN_IN, { email: user.email, password: SECRET }, { headers: { origin } })).status;
    for (const origin of [
      there.origin,
      "https://books.example.com",
      "http://books.example.com:8080",
      "http://books.example.com.evil.example",
    ])
      expect([origin, await from(origin)]).toEqual([origin, 403]);
    expect(await from("http://books.example.com")).toBe(303);
  });

  test("of a session carries what only that session's pages show", async () => {
    const [own, other] = [await scene(), await scene()];
    const page = await own.browser.visit(KEYS);
    const form = carriedBy(page);
    const again = newBrowser();
    await signIn(again, own.user.email);
    const foreign = [
      carriedBy(await other.browser.visit(KEYS)),
      carriedBy(await again.visit(KEYS)),
      "",
      form.slice(1),
      form.toLowerCase(),
      `${form}x`,
      own.browser.session,
    ];
    for (const each of foreign) {
      expect([each, await own.browser.submit(page, NEW_KEY, { name: "foreign", form: each })]).toMatchObject([
        each,
        { status: 403, heading: "This form was not sent from here" },
      ]);
      expect(await own.browser.submit(page, SIGN_OUT, { form: each })).toMatchObject({ status: 403 });
    }
    expect(await own.browser.send(NEW_KEY, { company: own.company.id, name: "foreign" })).toMatchObject({
      status: 403,
    });
    expect([await own.keys(), await isSignedIn(own.browser)]).toEqual([[], true]);
    // It gives nothing of the session away.
    expect(page.html).not.toContain(own.browser.session);
    expect((await newBrowser().visit(KEYS, { cookie: `${own.browser.cookieName}=${form}` })).status).toBe(
      303,
    );
    expect((await own.browser.submit(page, NEW_KEY, { name: "own" })).status).toBe(200);
  });

  test("of a user who is no longer signed in leads to the sign-in", async () => {
    const { browser, keys } = await scene();
    const page = await browser.visit(KEYS);
    browser.cookies.clear();
    const answer = await browser.submit(page, NEW_KEY, { name: "late" });
    expect([answer.status, answer.location, await keys()]).toEqual([303, SIGN_IN, []]);
  });

  test("is no form as JSON, in parts, without a type, with a field said twice or with NUL in it", async () => {
    const { browser, keys } = await scene();
    const fields = { ...formOf(await browser.visit(KEYS), NEW_KEY), name: "odd" };
    const encoded = new URLSearchParams(fields).toString();
    const boundary = "part";
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const bodies = [
      [JSON.stringify(fields), "application/json"],
      [`${parts.join("")}--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`],
      [encoded, "text/plain"],
      [encoded, "application/x-www-form-urlencodedx"],
      [`${encoded}&name=other`, "application/x-www-form-urlencoded"],
      [`${encoded}&form=${fields.name}`, "application/x-www-form-urlencoded"],
      [`${encoded}%00`, "application/x-www-form-urlencoded"],
    ] as const;
    for (const [body, type] of bodies)
      expect([
        type,
        body,
        await browser.send(NEW_KEY, body, { headers: { "content-type": type } }),
      ]).toMatchObject([type, body, { status: 400, heading: "This is no form" }]);
    expect(await newBrowser().send(SIGN_IN, { email: "a\0b@example.com", password: SECRET })).toMatchObject({
      status: 400,
    });
    expect(await keys()).toEqual([]);
    expect(
      (
        await browser.send(NEW_KEY, encoded, {
          headers: { "content-type": "Application/X-WWW-Form-URLencoded; charset=UTF-8" },
        })
      ).status,
    ).toBe(200);
    expect(loggedSoFar()).toBe("");
  });

  test("that is larger than any form here is refused, and what can't be read too", async () => {
    const large = await newBrowser().send(SIGN_IN, { email: "a".repeat(9_000), password: SECRET });
    expect(large).toMatchObject({ status: 413, heading: "This did not work" });
    const [whoever, long] = [newBrowser(), "\u0436".repeat(1_200)];
    for (let times = 0; times < 12; times += 1) {
      // An e-mail address that is too long is none, and is looked at no further: not even counted.
      expect(await whoever.send(SIGN_IN, { email: long, password: SECRET })).toMatchObject({ status: 401 });
      expect(await whoever.send(FORGOT, { email: long })).toMatchObject({ status: 422 });
    }
    expect(await newBrowser().send(SIGN_IN, "")).toMatchObject({ status: 401 });
    expect(await newBrowser().send(SIGN_IN, "%ff%fe=%&&&==;&email=%E0%A4%A")).toMatchObject({ status: 401 });
    const { statuses } = await sendRaw(
      http.address,
      `POST ${SIGN_IN} HTTP/1.1\r\nhost: x\r\norigin: http://x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
    );
    expect(statuses).toEqual([400]);
    expect(loggedSoFar()).toBe("");
  });
});
