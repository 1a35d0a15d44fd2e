/** The first visit of an installation, on an application of its own, to which nobody has signed in. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, serveOn, type Served } from "../../../test/support/app.ts";
import { Browser } from "../../../test/support/browser.ts";
import { testClock } from "../../../test/support/clock.ts";
import { ADMIN_URL, createMigrated } from "../../../test/support/engine.ts";
import { mailbox } from "../../../test/support/mailbox.ts";
import { type App, openApp } from "../../app.ts";
import { readConfig } from "../../config/config.ts";
import { present } from "@daybook/words/assert";

const WELCOME = "/app/welcome";
const EMAIL = "ada@example.com";
const PASSWORD = "four words in a row";

let app: App;
let served: Served;
const clock = testClock(NOON);

beforeAll(async () => {
  const databaseUrl = ADMIN_URL === null ? "" : await createMigrated("first");
  const config = readConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
  app = await openApp(config, { command: "test", inMemory: true, clock, mail: mailbox });
  served = await serveOn(app, {});
});
afterAll(async () => {
  await served.close();
  await app.close();
});

const ADA = { first_name: "Ada", last_name: "Ledger" };

async function linkOf(): Promise<string> {
  const { pathname, search } = new URL(present(await app.signIn.makeFirstVisit(), "a link"));
  return `${pathname}${search}`;
}

function submit(browser: Browser, link: string, fields: Readonly<Record<string, string>>) {
  const token = link.split("?")[1] ?? "";
  return browser.send(WELCOME, { token, ...ADA, email: EMAIL, password: PASSWORD, ...fields });
}

describe("the first visit", () => {
  test("offers made-up books or an empty company where there is none, and says what is wrong", async () => {
    const browser = new Browser(served.address);
    const link = await linkOf();
    const page = await browser.visit(link);
    expect([page.status, page.heading]).toEqual([200, "Welcome to Daybook"]);
    expect(page.html).toMatch(/value="made_up"[^]*value="empty"/);
    for (const [fields, problem] of [
      [{ company: "empty", name: "Acme", email: "no address" }, "This is no e-mail address."],
      [{ company: "empty", name: " " }, "Give the company a name of one line."],
      [
        { company: "empty", name: "Acme", last_name: " " },
        "Give your first and last name, each on one line.",
      ],
      [{ company: "comp_nobodys" }, "Choose one of the companies."],
      [{ company: "empty", name: "Acme", password: "short" }, "A password has at least 12 characters."],
    ] as const) {
      const refused = await submit(browser, link, fields);
      expect([refused.status, refused.problem]).toEqual([422, problem]);
    }
    expect(await app.company.list()).toEqual([]);
  });

  test("is refused to other origins, and after an hour", async () => {
    const link = await linkOf();
    const foreign = await new Browser(served.address).send(
      WELCOME,
      { token: link.split("?")[1] ?? "", email: EMAIL, password: PASSWORD, company: "empty", name: "Acme" },
      { headers: { origin: "https://elsewhere.example.com" } },
    );
    expect(foreign.status).toBe(403);
    clock.set("2026-05-20T20:00:01Z");
    expect((await new Browser(served.address).visit(link)).status).toBe(404);
    clock.set(NOON);
  });

  test("makes the first user, once, and no other link after that", async () => {
    const former = await linkOf();
    const link = await linkOf();
    expect((await new Browser(served.address).visit(former)).status).toBe(404);
    const browsers = [new Browser(served.address), new Browser(served.address)];
    const answers = await Promise.all(
      browsers.map((browser, at) =>
        submit(browser, link, { company: "empty", name: "Acme", email: `${at}.${EMAIL}` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 404]));
    const winner = answers.findIndex(({ status }) => status === 303);
    expect(answers[winner]?.location).toBe("/app");
    const session = browsers[winner]?.session ?? "";
    const answer = await fetch(`${served.address}/app/api/session`, {
      headers: { cookie: `${browsers[winner]?.cookieName ?? ""}=${session}` },
    });
    expect(await answer.json()).toMatchObject({
      user: { email: `${winner}.${EMAIL}`, ...ADA },
      companies: [{ name: "Acme", permissions: { team_access: "manage", api_access: "manage" } }],
    });
    expect(await app.signIn.makeFirstVisit()).toBeNull();
    expect((await new Browser(served.address).visit(link)).heading).toBe("This link can't be used");
  });
});
