/** One's own API keys: made, shown once, renamed, revoked; and nobody else's. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { type Browser, type PageView, textOf } from "../../../test/support/browser.ts";
import { type Permissions, permissions, person } from "../../../test/support/bundle.ts";
import { carriedBy, KEYS, newBrowser, withPassword } from "../../../test/support/console.ts";
import { tablesHolding } from "../../../test/support/stored.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";

const http = await testApp();
const { app } = http;

const NEW = "/app/keys";
const RENAME = "/app/keys/rename";
const REVOKE = "/app/keys/revoke";

interface Owner {
  readonly companyId: PublicId<"company">;
  readonly user: { readonly id: string; readonly email: string };
  readonly browser: Browser;
}

/** The second member of a company, without a key, signed in. */
async function owner(levels: Permissions = permissions("manage"), name = "Harbor Pine"): Promise<Owner> {
  const [first, { user, member }] = [person("first"), person("ada", levels)];
  const { id } = await http.company({
    company: { name },
    users: [first.user, user],
    members: [first.member, member],
  });
  return { companyId: id, user, browser: await withPassword(user.email) };
}

function shownKey({ html }: PageView): string {
  return /\bsvc_\w+(?=")/.exec(html)?.[0] ?? "";
}

async function make({ browser }: Owner, name: string): Promise<PageView> {
  return browser.submit(await browser.visit(KEYS), NEW, { name });
}

/** All of a company's keys but the first member's. */
async function keysOf({ companyId }: Owner) {
  return (await app.access.listKeys(companyId)).filter(({ name }) => name !== "test");
}

describe("a key", () => {
  test("is made with a name, shown once and works; nothing tells it again (SESS-009)", async () => {
    const own = await owner();
    const made = await make(own, " month-end export ");
    const key = shownKey(made);
    expect([made.status, made.heading, made.headers.get("cache-control")]).toEqual([
      200,
      "Your new key",
      "no-store",
    ]);
    expect(key).toMatch(/^svc_\w{52}$/);
    expect(await http.read("/company", key)).toMatchObject({ id: own.companyId });
    const list = await own.browser.visit(KEYS);
    expect(list.html).toContain('value="month-end export"');
    expect(list.html).not.toContain("svc_");
    expect(await tablesHolding(app, key)).toEqual([]);
    expect(await keysOf(own)).toMatchObject([
      { name: "month-end export", user_id: own.user.id, revoked_at: null },
    ]);
  });

  test("is renamed, and revoked behind a question: its next request is refused and it is gone from the page", async () => {
    const own = await owner();
    const key = shownKey(await make(own, "first"));
    await make(own, "second");
    const renamed = await own.browser.submit(
      await own.browser.visit(KEYS),
      RENAME,
      { name: "reports" },
      { holding: 'value="first"' },
    );
    expect([renamed.status, renamed.location]).toEqual([303, KEYS]);
    const list = await own.browser.follow(renamed);
    const link = textOf(/<a href="([^"]+)" aria-label="Revoke reports"/.exec(list.html)?.[1] ?? "");
    const question = await own.browser.visit(link);
    expect(question.heading).toBe("Revoke reports?");
    expect(await http.read("/company", key)).toMatchObject({ id: own.companyId });
    expect((await own.browser.submit(question, REVOKE)).location).toBe(KEYS);
    expect(await http.refusal("/company", { key })).toMatchObject({ status: 401, code: "invalid_api_key" });
    const after = await own.browser.visit(KEYS);
    expect([after.html.includes("reports"), after.html.includes("second")]).toEqual([false, true]);
    // The question is asked of nothing any more, and its answer changes nothing.
    expect((await own.browser.visit(link)).location).toBe(KEYS);
    expect(await own.browser.submit(question, REVOKE)).toMatchObject({
      status: 404,
      problem: "There is no such key of yours.",
    });
  });

  test("of another user or company is not found: nothing is shown or changed", async () => {
    const [own, other] = [await owner(), await owner()];
    // A colleague, on the same team.
    const colleague = person("bea");
    await app.access.addMember(own.companyId, {
      email: colleague.user.email,
      first_name: null,
      last_name: null,
      permissions: permissions("manage"),
    });
    await app.access.createKey(own.companyId, colleague.user.email, "hers");
    await make(other, "theirs");
    const [hers] = await keysOf(own);
    const [theirs] = await keysOf(other);
    const before = [await keysOf(own), await keysOf(other)];
    const form = carriedBy(await own.browser.visit(KEYS));
    const targets = [
      [own.companyId, hers?.id ?? ""],
      [other.companyId, theirs?.id ?? ""],
      [own.companyId, theirs?.id ?? ""],
      ["comp_nowhere", theirs?.id ?? ""],
      ["nothing", ""],
      ["", ""],
    ] as const;
    for (const [company, key] of targets) {
      for (const path of [RENAME, REVOKE])
        expect([company, await own.browser.send(path, { form, company, key, name: "taken" })]).toMatchObject([
          company,
          { status: 404, problem: "There is no such key of yours." },
        ]);
      const question = await own.browser.visit(`${REVOKE}?${new URLSearchParams({ company, key })}`);
      expect([question.status, question.location]).toEqual([303, KEYS]);
    }
    for (const company of [other.companyId, "comp_nowhere", ""])
      expect((await own.browser.send(NEW, { form, company, name: "taken" })).status).toBe(404);
    expect([await keysOf(own), await keysOf(other)]).toEqual(before);
    expect((await own.browser.visit(KEYS)).html).not.toMatch(/hers|theirs/);
  });

  test("needs API access: without it the page says so, and a form that is sent all the same makes none", async () => {
    const own = await owner(permissions("view", { api_access: "none" }));
    const page = await own.browser.visit(KEYS);
    expect(page.html).toContain("API access: Manage");
    expect(page.html).not.toContain(`action="${NEW}"`);
    const answer = await own.browser.send(NEW, {
      form: carriedBy(page),
      company: own.companyId,
      name: "forced",
    });
    expect(answer).toMatchObject({
      status: 403,
      problem: "Only a member with API access: Manage can have a key.",
    });
    expect(await keysOf(own)).toEqual([]);
  });

  test("is not one too many", async () => {
    const own = await owner();
    for (let count = 1; count < LIMITS.keys_per_member.value; count += 1)
      await app.access.createKey(own.companyId, own.user.id, `key ${count}`);
    expect((await make(own, "the last")).status).toBe(200);
    expect(await make(own, "one more")).toMatchObject({
      status: 400,
      problem: expect.stringMatching(/at most 100 keys/) as string,
    });
    expect(await keysOf(own)).toHaveLength(LIMITS.keys_per_member.value);
  });

  test("has a name that shows, on one line, written out on every page", async () => {
    const own = await owner();
    const markup = `"><script>alert(1)</script>&amp;`;
    const made = await make(own, markup);
    const list = await own.browser.visit(KEYS);
    const link = textOf(/<a href="([^"]+)" aria-label="Revoke /.exec(list.html)?.[1] ?? "");
    for (const { html } of [made, list, await own.browser.visit(link)]) {
      expect(html).not.toContain("<script");
      expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;");
    }
    for (const name of [
      "two\r\nlines",
      "turned \u202eround",
      "\u2066hidden",
      "a\u200bb",
      " ",
      "",
      "x".repeat(LIMITS.text_field_characters.value + 1),
    ]) {
      expect([name, await make(own, name)]).toMatchObject([
        name,
        { status: 400, problem: "A key's name must be one line of text." },
      ]);
      const renamed = await own.browser.submit(list, RENAME, { name });
      expect([name, renamed]).toMatchObject([
        name,
        { status: 400, problem: "A key's name must be one line of text." },
      ]);
    }
    expect(await keysOf(own)).toMatchObject([{ name: markup }]);
    expect((await make(own, "日本語 🎏 schlüssel")).status).toBe(200);
  });
});

describe("a read-only key", () => {
  test("has a service member of its own, reads what its creator may view, and changes nothing (SESS-010)", async () => {
    const own = await owner(permissions("manage", { taxes: "none" }));
    const page = await own.browser.visit(KEYS);
    const made = await own.browser.submit(page, NEW, { name: "dashboard", read_only: "yes" });
    const key = shownKey(made);
    expect(await http.read("/company", key)).toMatchObject({ id: own.companyId });
    const { members } = await http.read<{ members: { name: string; permissions: object }[] }>("/team", key);
    expect(members.find(({ name }) => name === "dashboard (service)")?.permissions).toEqual(
      permissions("view", { api_access: "manage", taxes: "none" }),
    );
    expect(await http.refusal("/taxes", { key })).toMatchObject({
      status: 403,
      code: "insufficient_permission",
    });
    expect(await http.refusal("/transfers", { key, method: "POST", body: { from: "x" } })).toMatchObject({
      status: 403,
      code: "insufficient_permission",
    });
    const list = await own.browser.visit(KEYS);
    expect(list.html).toContain("Read-only keys of Harbor Pine");
    const link = textOf(/<a href="([^"]+)" aria-label="Revoke dashboard"/.exec(list.html)?.[1] ?? "");
    expect((await own.browser.submit(await own.browser.visit(link), REVOKE)).location).toBe(KEYS);
    expect(await http.refusal("/company", { key })).toMatchObject({ status: 401, code: "invalid_api_key" });
    const present = (await app.access.listMembers(own.companyId)).filter((row) => row.removed_at === null);
    expect(present).toHaveLength(2);
  });

  test("is made and revoked only by members who manage the team", async () => {
    const own = await owner(permissions("manage", { team_access: "view" }));
    const page = await own.browser.visit(KEYS);
    expect(page.html).not.toContain('name="read_only"');
    const form = { form: carriedBy(page), company: own.companyId };
    expect(await own.browser.send(NEW, { ...form, name: "forced", read_only: "yes" })).toMatchObject({
      status: 403,
    });
    expect(await keysOf(own)).toEqual([]);
    const { id } = await app.access.createReadOnlyKey(own.companyId, "dashboard");
    expect((await own.browser.send(REVOKE, { ...form, key: id })).status).toBe(404);
    expect(await keysOf(own)).toMatchObject([{ id, revoked_at: null }]);
  });
});

test("the page shows all companies of a user, also one whose keys are refused, and none that the user left", async () => {
  const own = await owner(undefined, "First & Co");
  const [closed, left] = [
    await http.company({ company: { name: "Closed Ltd" } }),
    await http.company({ company: { name: "Left Ltd" } }),
  ];
  for (const { id } of [closed, left])
    await app.access.addMember(id, {
      email: own.user.email,
      first_name: null,
      last_name: null,
      permissions: permissions("manage"),
    });
  await app.access.removeMember(left.id, own.user.email);
  await app.company.change(closed.id, { lifecycle: "closed" });
  const { html } = await own.browser.visit(KEYS);
  expect([...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, name]) => textOf(name ?? ""))).toEqual([
    "Closed Ltd",
    "First & Co",
  ]);
  expect(html).toContain("This company is closed; its keys are refused.");
  for (const { id } of [closed, { id: own.companyId }]) await app.access.removeMember(id, own.user.email);
  expect((await own.browser.visit(KEYS)).html).toContain("You are not a member of any company.");
  expect((await newBrowser().visit(KEYS)).location).toBe("/app/sign-in");
});
