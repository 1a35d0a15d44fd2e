/** Signing in and out: one answer for all who may not, attempts counted exactly, and when a session ends. */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../test/support/app.ts";
import { person, unique } from "../../../test/support/bundle.ts";
import type { PageView } from "../../../test/support/browser.ts";
import {
  browserAt,
  FORGOT,
  isSignedIn,
  HOME,
  KEYS,
  newBrowser,
  PASSWORD,
  SECRET,
  SIGN_IN,
  SIGN_OUT,
  signIn,
  withPassword,
} from "../../../test/support/console.ts";
import { mailbox } from "../../../test/support/mailbox.ts";
import { LIMITS } from "@daybook/words/limits";
import { signInService } from "../../modules/tenants/sign-in/index.ts";
import { tokensOf } from "../../platform/objects/index.ts";
import { argonPasswords, type Passwords } from "../../platform/passwords/passwords.ts";
import { randomText } from "../../platform/random/random.ts";

const http = await testApp();
const { app, clock } = http;
const noon = Date.parse(NOON) / 1000;
const WINDOW_S = LIMITS.sign_in_window_minutes.value * 60;
const OF_PAIR = LIMITS.sign_in_attempts.value;
const OF_ADDRESS = LIMITS.sign_in_attempts_of_address.value;
const FOR_EMAIL = LIMITS.sign_in_attempts_for_email.value;

/** Somebody with a password, who is nowhere signed in. */
async function somebody() {
  const { user, member } = person("ada");
  const { id: companyId } = await http.company({ users: [user], members: [member] });
  await withPassword(user.email);
  return { user, companyId, email: user.email };
}

/** The application's way to sign in, with something changed. */
function serviceWith(change: { stagingDomain?: string; passwords?: Passwords }) {
  const made = {
    db: app.db,
    now: () => clock.now(),
    randomText,
    openTokens: tokensOf(app.objects),
    passwords: argonPasswords(),
    stagingDomain: null,
    mail: mailbox,
    linkAddress: (token: string) => token,
    welcomeAddress: (token: string) => token,
  };
  return { signIn: signInService({ ...made, queueLinkMail: async () => {}, ...change }) };
}

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function refusals(answers: readonly Promise<PageView>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);
}

describe("who may not come in", () => {
  test("gets the same answer for whatever reason (SESS-001)", async () => {
    const known = await somebody();
    const without = person("without");
    await http.company({ users: [without.user], members: [without.member] });
    const attempts = [
      [known.email, "not the right words"],
      [`nobody.${unique()}@example.com`, SECRET],
      [without.user.email, ""],
      ["no address at all", SECRET],
      ["", ""],
    ] as const;
    const pages: string[] = [];
    for (const [email, password] of attempts) {
      const browser = newBrowser();
      const page = await signIn(browser, email, password);
      expect([email, page.status, page.problem, browser.cookies.size]).toEqual([
        email,
        401,
        "The e-mail address or the password is wrong.",
        0,
      ]);
      pages.push(email === "" ? page.html : page.html.replaceAll(email, ""));
    }
    expect(new Set(pages).size).toBe(1);
    expect((await signIn(newBrowser(), ` ${known.email.toUpperCase()} `)).location).toBe(HOME);
  });

  test("learns the reason only with the right password: a deactivated user, and an outsider on a staging deployment", async () => {
    const [known, off] = [await somebody(), await somebody()];
    await app.access.setUserActive(off.user.id, false);
    const staging = await http.serve({
      trustProxy: 1,
      console: { signIn: serviceWith({ stagingDomain: "staging.example" }).signIn },
    });
    for (const [email, server, reason] of [
      [off.email, undefined, /deactivated/],
      [known.email, staging, /staging server/],
    ] as const) {
      const browser = newBrowser(server);
      expect(await signIn(browser, email, "not the right words")).toMatchObject({
        status: 401,
        problem: "The e-mail address or the password is wrong.",
      });
      expect(await signIn(browser, email)).toMatchObject({
        status: 403,
        problem: expect.stringMatching(reason) as string,
      });
      expect(browser.cookies.size).toBe(0);
    }
  });

  test("may have typed letters in another form that Unicode has for them", async () => {
    const { email } = await somebody();
    await withPassword(email, "Caf\u00e9 \ufb01ve words long");
    expect((await signIn(newBrowser(), email, "Cafe\u0301 five words long")).location).toBe(HOME);
  });

  test("on a staging deployment opens nothing with a session from before", async () => {
    const { email } = await somebody();
    const browser = await withPassword(email);
    const staging = await http.serve({
      console: { signIn: serviceWith({ stagingDomain: "staging.example" }).signIn },
    });
    const there = newBrowser(staging);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    expect([await isSignedIn(browser), await isSignedIn(there)]).toEqual([true, false]);
  });
});

describe("attempts are counted", () => {
  test("for an e-mail address at a network address: the right password one too late is refused, until the window ends", async () => {
    const { email } = await somebody();
    const browser = newBrowser();
    for (const _ of times(OF_PAIR)) expect((await signIn(browser, email, "wrong password")).status).toBe(401);
    clock.set(noon + 60);
    for (const _ of times(2)) {
      const refused = await signIn(browser, email.toUpperCase());
      expect([refused.status, refused.headers.get("retry-after"), refused.problem]).toEqual([
        429,
        String(WINDOW_S - 60),
        "Too many attempts. Try again after 2026-05-20 19:15 UTC.",
      ]);
    }
    expect((await signIn(newBrowser(), email)).status).toBe(303);
    clock.set(noon + WINDOW_S - 1);
    const last = await signIn(browser, email);
    expect([last.status, last.headers.get("retry-after")]).toEqual([429, "1"]);
    clock.set(noon + WINDOW_S);
    expect((await signIn(browser, email)).status).toBe(303);
  });

  test("and a right password in time begins them anew", async () => {
    const { email } = await somebody();
    const browser = newBrowser();
    for (const password of [...times(OF_PAIR - 1).map(() => "wrong"), SECRET])
      await signIn(browser, email, password);
    expect(await isSignedIn(browser)).toBe(true);
    for (const _ of times(OF_PAIR)) expect((await signIn(browser, email, "wrong")).status).toBe(401);
    expect((await signIn(browser, email)).status).toBe(429);
  });

  test("for many at once: not one more is compared", async () => {
    const { email } = await somebody();
    const browser = newBrowser();
    const statuses = await refusals(times(OF_PAIR + 15).map(() => signIn(browser, email, "wrong password")));
    expect(statuses).toEqual([...times(OF_PAIR).map(() => 401), ...times(15).map(() => 429)]);
  });

  test("for a network address, whatever e-mail addresses are tried; other addresses go on", async () => {
    const browser = newBrowser();
    const tries = times(OF_ADDRESS + 5).map((index) =>
      browser.send(FORGOT, { email: `nobody${index}.${unique()}@example.com` }),
    );
    expect(await refusals(tries)).toEqual([...times(OF_ADDRESS).map(() => 200), ...times(5).map(() => 429)]);
    const { email } = await somebody();
    expect((await signIn(browser, email)).status).toBe(429);
    expect((await signIn(newBrowser(), email)).status).toBe(303);
  });

  test("for an IPv6 network as one address", async () => {
    const { email } = await somebody();
    for (const index of times(OF_PAIR)) await signIn(browserAt(`2001:db8:7:7::${index}`), email, "wrong");
    expect((await signIn(browserAt("2001:db8:7:7:ffff::1"), email)).status).toBe(429);
    expect((await signIn(browserAt("2001:db8:7:8::1"), email)).status).toBe(303);
  });

  test("for an e-mail address, from however many network addresses", async () => {
    const email = `sought.${unique()}@example.com`;
    const browsers = times(FOR_EMAIL / OF_PAIR).map(() => newBrowser());
    const tries = browsers.flatMap((browser) => times(OF_PAIR).map(() => browser.send(FORGOT, { email })));
    expect(new Set(await refusals(tries))).toEqual(new Set([200]));
    expect(await refusals(times(5).map(() => newBrowser().send(FORGOT, { email })))).toEqual(
      times(5).map(() => 429),
    );
    clock.set(noon + WINDOW_S);
    expect((await newBrowser().send(FORGOT, { email })).status).toBe(200);
  });

  test("apart for passwords and links, so that whom many guess at can still get a link", async () => {
    const { email } = await somebody();
    const browsers = times(FOR_EMAIL / OF_PAIR).map(() => newBrowser());
    await refusals(browsers.flatMap((browser) => times(OF_PAIR).map(() => signIn(browser, email, ""))));
    expect([
      (await signIn(newBrowser(), email)).status,
      (await newBrowser().send(FORGOT, { email })).status,
    ]).toEqual([429, 200]);
  });

  test("but too many attempts from one network address lock out no other address (SESS-002)", async () => {
    const { email } = await somebody();
    const browser = newBrowser();
    await refusals(times(FOR_EMAIL + 20).map(() => browser.send(FORGOT, { email })));
    expect((await signIn(newBrowser(), email)).status).toBe(303);
  });

  test("also where the password is changed", async () => {
    const { email } = await somebody();
    const browser = newBrowser();
    await signIn(browser, email);
    const page = await browser.visit(PASSWORD);
    const change = (current: string) =>
      browser.submit(page, PASSWORD, { current, password: "another four words" });
    expect(await change("wrong")).toMatchObject({ status: 401, problem: "The current password is wrong." });
    for (const _ of times(OF_PAIR - 1)) await change("wrong");
    expect((await change(SECRET)).status).toBe(429);
    expect((await signIn(newBrowser(), email)).status).toBe(303);
  });
});

describe("a session", () => {
  test("ends after its hours", async () => {
    const { email } = await somebody();
    const browser = newBrowser();
    await signIn(browser, email);
    clock.set(noon + LIMITS.session_hours.value * 3_600 - 1);
    expect(await isSignedIn(browser)).toBe(true);
    clock.set(noon + LIMITS.session_hours.value * 3_600);
    const late = await browser.visit(KEYS);
    expect([late.status, late.location]).toEqual([303, SIGN_IN]);
  });

  test("ends at the sign-out, for every copy of its cookie, and no other one does", async () => {
    const { email } = await somebody();
    const [browser, copy, other] = [newBrowser(), newBrowser(), newBrowser()];
    await signIn(browser, email);
    await signIn(other, email);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    const out = await browser.submit(await browser.visit(KEYS), SIGN_OUT);
    expect([out.status, out.location, browser.cookies.size]).toEqual([303, SIGN_IN, 0]);
    expect([await isSignedIn(browser), await isSignedIn(copy), await isSignedIn(other)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("opens nothing while its user is deactivated", async () => {
    const { email, user } = await somebody();
    const browser = newBrowser();
    await signIn(browser, email);
    await app.access.setUserActive(user.id, false);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("ends when the password is changed in another browser, which stays signed in (SESS-003)", async () => {
    const { email } = await somebody();
    const [browser, other] = [newBrowser(), newBrowser()];
    await signIn(browser, email);
    await signIn(other, email);
    const changed = await browser.submit(await browser.visit(PASSWORD), PASSWORD, {
      current: SECRET,
      password: "another four words",
    });
    expect([changed.status, changed.location]).toEqual([303, HOME]);
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
    expect([
      (await signIn(newBrowser(), email)).status,
      (await signIn(newBrowser(), email, "another four words")).status,
    ]).toEqual([401, 303]);
  });

  test("does not begin with a password that is changed while it is compared, nor is it changed by that one", async () => {
    const { email, user } = await somebody();
    const { id, ...row } = await app.access.setUserActive(user.id, true);
    const passwords = argonPasswords();
    let changes = 0;
    const changing: Passwords = {
      ...passwords,
      async matches(kept, password) {
        const right = await passwords.matches(kept, password);
        changes += 1;
        const hash = await passwords.hash(`password number ${changes}`);
        await app.db.transaction((tx) => app.signIn.setPassword(tx, id, hash, null));
        return right;
      },
    };
    const { signIn: slow } = serviceWith({ passwords: changing });
    expect(await slow.signIn({ email, password: SECRET, address: "198.51.100.1" })).toEqual({
      refused: "wrong",
    });
    expect(
      await slow.changePassword(
        { id, ...row },
        { current: "password number 1", next: "four more words" },
        "198.51.100.1",
      ),
    ).toEqual({ refused: "wrong" });
    expect((await signIn(newBrowser(), email, "password number 2")).status).toBe(303);
  });

  test("is never one that the browser brought along, and takes the place of the one that it had", async () => {
    const [ada, bea] = [await somebody(), await somebody()];
    const browser = newBrowser();
    browser.cookies.set(browser.cookieName, "chosen0by0somebody0else000000000");
    await signIn(browser, ada.email);
    const first = browser.session;
    expect(first).toMatch(/^\w{32}$/);
    expect(first).not.toBe("chosen0by0somebody0else000000000");
    await signIn(browser, bea.email);
    const copy = newBrowser();
    copy.cookies.set(copy.cookieName, first);
    expect([await isSignedIn(copy), (await browser.visit(KEYS)).html.includes(bea.email)]).toEqual([
      false,
      true,
    ]);
  });

  test("is not read from two cookies of its name, from part of one, or from what is no cookie", async () => {
    const { email } = await somebody();
    const browser = newBrowser();
    await signIn(browser, email);
    const token = browser.session;
    const name = browser.cookieName;
    const statusWith = async (cookie: string) => (await newBrowser().visit(KEYS, { cookie })).status;
    expect(await statusWith(`other=1; ${name}=${token}; more=2`)).toBe(200);
    for (const cookie of [
      `${name}=${token}; ${name}=${token}`,
      `${name}=x; ${name}=${token}`,
      `${name}=${token}; ${name} =x`,
      `${name}=${token.slice(1)}`,
      `${name}=${token.toUpperCase()}`,
      `__Host-daybook=${token}`,
      name,
      `${name}=`,
      // That of a service on another port.
      `daybook=${token}`,
      "=;;==",
      `x${name}=${token}`,
    ]) {
      expect([cookie, await statusWith(cookie)]).toEqual([cookie, 303]);
    }
  });

  test("lies in a cookie out of reach of scripts and other sites; over TLS it is bound to host and TLS", async () => {
    const { email } = await somebody();
    const plain = await signIn(newBrowser(), email);
    const flags = (shown: PageView) => (shown.headers.get("set-cookie") ?? "").split("; ").toSorted();
    const seconds = LIMITS.session_hours.value * 3_600;
    expect(flags(plain)).toEqual([
      "HttpOnly",
      `Max-Age=${seconds}`,
      "Path=/",
      "SameSite=Lax",
      expect.stringMatching(/^daybook-\d+=\w{32}$/),
    ]);
    const publicUrl = "https://books.example.com";
    const secure = newBrowser(await http.serve({ console: { publicUrl } }));
    expect((await secure.send(SIGN_IN, { email, password: SECRET })).status).toBe(403);
    const entered = await secure.send(
      SIGN_IN,
      { email, password: SECRET },
      { headers: { origin: publicUrl } },
    );
    expect(flags(entered)).toEqual([
      "HttpOnly",
      `Max-Age=${seconds}`,
      "Path=/",
      "SameSite=Lax",
      "Secure",
      expect.stringMatching(/^__Host-daybook=\w{32}$/),
    ]);
    expect(await isSignedIn(secure)).toBe(true);
    // Out there, the plain name is anybody's on the same domain.
    const token = secure.cookies.get("__Host-daybook") ?? "";
    secure.cookies.clear();
    secure.cookies.set(secure.cookieName, token);
    expect(await isSignedIn(secure)).toBe(false);
  });

  test("makes the page to sign in superfluous", async () => {
    const { email } = await somebody();
    const browser = await withPassword(email);
    expect((await browser.visit(SIGN_IN)).location).toBe(HOME);
  });
});
