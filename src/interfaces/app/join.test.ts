/**
 * The way of an invitation: asked for over the API, mailed, opened and accepted on a page; and all that can
 * come in between.
 */
import { describe, expect, test } from "vitest";
import { loggedSoFar } from "../../../test/support/between.ts";
import { NOON, type TestCompany, testApp } from "../../../test/support/app.ts";
import {
  type Bundle,
  type CompanyOverrides,
  permissions,
  person,
  unique,
} from "../../../test/support/bundle.ts";
import {
  isSignedIn,
  JOIN,
  HOME,
  KEYS,
  linkTo,
  newBrowser,
  SECRET,
  signIn,
  tokenOf,
  withPassword,
  work,
} from "../../../test/support/console.ts";
import { exported } from "../../../test/support/import.ts";
import { mailbox, mailTo, withoutMail } from "../../../test/support/mailbox.ts";
import { onServer } from "../../../test/support/on-server.ts";
import { tablesHolding } from "../../../test/support/stored.ts";
import { custom, teamOf } from "../../../test/support/team.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Attempt } from "../../modules/tenants/sign-in/index.ts";
import { teamService } from "../../modules/tenants/team/index.ts";
import { argonPasswords } from "../../platform/passwords/passwords.ts";
import { tokensOf } from "../../platform/objects/index.ts";

const http = await testApp();
const { app, clock } = http;
const noon = Date.parse(NOON) / 1000;
const TERM = LIMITS.invitation_days.value * 86_400;

interface Invited {
  readonly company: TestCompany;
  readonly id: string;
  readonly email: string;
}

/** Invites somebody over the API, in the name of a company's owner; the mail waits. */
async function invite(company: TestCompany, change: object = {}): Promise<Invited> {
  const email = `grace.${unique()}@example.com`;
  const { status, body } = await teamOf(http, company).invite({ email, ...change });
  expect(status).toBe(201);
  return { company, id: body.invitation.id, email: body.invitation.email };
}

/** The same, with the mail sent. */
async function invited(change: object = {}, overrides: CompanyOverrides = {}): Promise<Invited> {
  const made = await invite(await http.company(overrides), change);
  await work();
  return made;
}

/** Opens the newest link of an address and answers its form. */
async function accept(
  email: string,
  fields: Readonly<Record<string, string>> = { password: SECRET },
  browser = newBrowser(),
) {
  const page = await browser.visit(linkTo(email));
  return { browser, page, answer: page.status === 200 ? await browser.submit(page, JOIN, fields) : page };
}

async function recorded({ company, id }: Invited) {
  const { invitations, members, users } = JSON.parse(await exported(app, company.id)) as Bundle;
  return { invitation: invitations.find((each) => each.id === id), members, users };
}

const GONE = { status: 404, heading: "This invitation can't be accepted" };

describe("an invitation", () => {
  test("becomes a mail, a page, and a member with its permissions who is signed in", async () => {
    const levels = permissions("view", { team_access: "manage", api_access: "manage", billing: "none" });
    const made = await invited(custom(levels), { company: { name: "Fern & Pine <Ltd>" } });
    const [mail] = mailTo(made.email);
    expect(mail).toMatchObject({
      to: { name: "Grace Ledger", address: made.email },
      subject: "owner Tester invites you to join Fern & Pine <Ltd> on Daybook",
    });
    expect(mail?.text).toContain("until 2026-05-27 19:00 UTC");
    expect(mail?.html).toContain("Fern &amp; Pine &lt;Ltd&gt;");
    expect(mail?.html).not.toContain("<Ltd>");

    clock.set(noon + 60);
    const { browser, page, answer } = await accept(made.email, {
      first_name: " Grace ",
      last_name: "Hopper",
      password: SECRET,
    });
    expect(page).toMatchObject({ status: 200, heading: "Join Fern & Pine <Ltd>", problem: null });
    expect(page.html).toContain("owner Tester invites you");
    expect([answer.status, answer.location]).toEqual([303, HOME]);
    expect((await browser.visit(KEYS)).html).toContain(made.email);

    const { invitation, members, users } = await recorded(made);
    const user = users.find(({ email }) => email === made.email);
    const member = members.find(({ user_id }) => user_id === user?.id);
    expect(user).toMatchObject({
      first_name: "Grace",
      last_name: "Hopper",
      active: true,
      created: noon + 60,
    });
    expect(member).toMatchObject({ permissions: levels, created: noon + 60, removed_at: null });
    expect(invitation).toMatchObject({ state: "accepted", accepted_at: noon + 60, accepted_by: member?.id });
    const team = await teamOf(http, made.company).read();
    expect(team.invitations.map(({ id }) => id)).not.toContain(made.id);
    expect(team.members).toContainEqual(
      expect.objectContaining({ id: member?.id, name: "Grace Hopper", permissions: levels }),
    );
    expect((await signIn(newBrowser(), made.email)).location).toBe(HOME);
  });

  test("is mailed once for a repeat, and again with another link when it is sent again", async () => {
    const made = await invited();
    await teamOf(http, made.company).invite({ email: made.email });
    await work();
    expect(mailTo(made.email)).toHaveLength(1);
    const older = linkTo(made.email);
    await teamOf(http, made.company).resend(made.id);
    await work();
    expect(mailTo(made.email)).toHaveLength(2);
    expect(await newBrowser().visit(older)).toMatchObject(GONE);
    expect((await accept(made.email)).answer.status).toBe(303);
  });

  test("that was accepted, revoked or has expired, and an invalid token, show a page that says so, and add no member", async () => {
    const fields = { first_name: "Grace", last_name: "Ledger", password: SECRET };
    const refused = async ({ company, email }: Invited) => {
      const browser = newBrowser();
      const before = await teamOf(http, company).read();
      expect(await browser.visit(linkTo(email))).toMatchObject(GONE);
      expect(await browser.send(JOIN, { token: tokenOf(linkTo(email)), ...fields })).toMatchObject(GONE);
      expect([await isSignedIn(browser), await teamOf(http, company).read()]).toEqual([false, before]);
    };
    const accepted = await invited();
    await accept(accepted.email);
    await refused(accepted);

    const revoked = await invited();
    await teamOf(http, revoked.company).revoke(revoked.id);
    await refused(revoked);

    const late = await invited();
    clock.set(noon + TERM - 1);
    expect((await newBrowser().visit(linkTo(late.email))).status).toBe(200);
    clock.set(noon + TERM);
    await refused(late);
    clock.set(NOON);

    const closed = await invited();
    await app.company.change(closed.company.id, { lifecycle: "closed" });
    const browser = newBrowser();
    expect(await browser.visit(linkTo(closed.email))).toMatchObject(GONE);
    expect(await browser.send(JOIN, { token: tokenOf(linkTo(closed.email)), ...fields })).toMatchObject(GONE);

    for (const token of [
      "",
      "x",
      tokenOf(linkTo(late.email)).toUpperCase(),
      tokenOf(linkTo(late.email)).slice(1),
      "'; drop table users; --",
      "\u{1F4D2}",
    ]) {
      expect(await browser.visit(`${JOIN}?${encodeURIComponent(token)}`)).toMatchObject(GONE);
      expect(await browser.send(JOIN, { token, ...fields })).toMatchObject(GONE);
    }
    for (const path of [
      JOIN,
      `${JOIN}?token=${tokenOf(linkTo(late.email))}`,
      `${JOIN}?x&${tokenOf(linkTo(late.email))}`,
      `${JOIN}?%E0%A4%A`,
    ])
      expect(await browser.visit(path)).toMatchObject(GONE);
  });

  test("keeps token and password out of its job, the database and the log (MAIL-004)", async () => {
    const made = await invite(await http.company());
    await work();
    const token = tokenOf(linkTo(made.email));
    expect(token).toMatch(/^\w{32}$/);
    expect(await tablesHolding(app, made.email)).toEqual(["invitations"]);
    expect(await tablesHolding(app, token)).toEqual([]);
    const password = `a password with ${unique()}`;
    const { browser } = await accept(made.email, { password });
    const [session = ""] = browser.cookies.values();
    expect(session).toMatch(/^\w{32}$/);
    for (const secret of [token, password, session]) expect(await tablesHolding(app, secret)).toEqual([]);
    expect(loggedSoFar()).toBe("");
  });

  test("has its names written out on the page and in the mail, and none that breaks a line", async () => {
    const made = await invited({ first_name: `"><b>G</b>`, last_name: "O'Ledger & Co" });
    const page = await newBrowser().visit(linkTo(made.email));
    expect(page.html).toContain("&quot;&gt;&lt;b&gt;G&lt;/b&gt;");
    expect(page.html + (mailTo(made.email)[0]?.html ?? "")).not.toContain("<b>");
    for (const bad of ["a\r\nBcc: x@example.com", "turned \u202e around", " ", ""]) {
      const browser = newBrowser();
      const answer = await browser.submit(page, JOIN, { first_name: bad, password: SECRET });
      expect(answer).toMatchObject({
        status: 422,
        problem: "A first and a last name are required, each on one line.",
      });
    }
    expect(await recorded(made)).toMatchObject({ invitation: { state: "pending" } });
  });

  test("repeats no name in its mail that is long or looks like a link", async () => {
    for (const name of ["x".repeat(61), "See https://evil.example", "www.evil.example", "evil.example/now"]) {
      const made = await invited({ first_name: name }, { company: { name } });
      const [mail] = mailTo(made.email);
      expect(mail?.text).toMatch(/^Hello,\n/);
      expect([mail?.subject, JSON.stringify(mail)]).toEqual([
        "owner Tester invites you to join a company on Daybook",
        expect.not.stringContaining(name),
      ]);
    }
  });

  test("needs a password that is hard to guess, says what is wrong with it, and keeps what was filled in but the password", async () => {
    const made = await invited();
    for (const [password, problem] of [
      ["short", /at least 12 characters/],
      ["abababababab", /four different/],
      [`my ${made.email} password`, /e-mail address/],
      ["a b c d ".repeat(17), /at most 128/],
    ] as const) {
      const { answer } = await accept(made.email, { first_name: "Gracia", password });
      expect(answer).toMatchObject({ status: 422, problem: expect.stringMatching(problem) as string });
      expect(answer.html).toContain('value="Gracia"');
      expect(answer.html).not.toContain(password);
      // A browser would cut what is pasted, and say nothing.
      expect(/<input id="password"[^>]*>/.exec(answer.html)?.[0]).toEqual(
        expect.not.stringContaining("maxlength"),
      );
    }
    expect(await recorded(made)).toMatchObject({ invitation: { state: "pending" } });
  });
});

describe("an existing user", () => {
  test("and has a password must give it, and keeps name and password", async () => {
    const { user, member } = person("ada");
    await http.company({ users: [user], members: [member] });
    await withPassword(user.email);
    const made = await invited({ email: user.email.toUpperCase() });
    const wrong = await accept(made.email, { password: "not the right words" });
    expect(wrong.page.html).not.toContain("first_name");
    expect(wrong.answer).toMatchObject({ status: 401, problem: "This is not your password." });
    // A form that says more than the page asks for changes no name.
    const more = await wrong.browser.send(JOIN, {
      token: tokenOf(linkTo(made.email)),
      password: SECRET,
      first_name: "Eve",
      last_name: "Else",
    });
    expect(more.status).toBe(303);
    expect((await recorded(made)).users).toContainEqual(user);
    expect((await wrong.browser.visit(KEYS)).html.match(/<h2/g)).toHaveLength(2);
  });

  test("but without a password sets one", async () => {
    const { user, member } = person("bea");
    await http.company({ users: [user], members: [member] });
    const made = await invited({ email: user.email });
    expect((await accept(made.email)).answer.status).toBe(303);
    expect((await recorded(made)).users).toContainEqual({
      ...user,
      first_name: "Grace",
      last_name: "Ledger",
    });
  });

  test("and was removed comes back as the same member, with the new access; keys from before stay revoked", async () => {
    const [owner, gone] = [person("owner"), person("gone")];
    const company = await http.company({
      users: [owner.user, gone.user],
      members: [owner.member, gone.member],
    });
    const key = await http.keyOf(company.id, gone.member.id);
    await app.access.removeMember(company.id, gone.member.id);
    const made = await invite(company, { email: gone.user.email, access_template: "read_only" });
    await work();
    expect((await accept(made.email)).answer.status).toBe(303);
    const member = (await recorded(made)).members.find(({ id }) => id === gone.member.id);
    expect(member).toMatchObject({
      user_id: gone.user.id,
      removed_at: null,
      permissions: { reports: "view", api_access: "none" },
    });
    expect(await http.refusal("/company", { key })).toMatchObject({ status: 401 });
  });

  test("and came onto the team meanwhile, or is deactivated, is told so and changes nothing", async () => {
    const made = await invited();
    await app.access.addMember(made.company.id, {
      email: made.email,
      first_name: null,
      last_name: null,
      permissions: permissions("none"),
    });
    expect((await accept(made.email)).answer).toMatchObject({
      status: 409,
      html: expect.stringContaining("on this company&#39;s team already") as string,
    });
    expect((await signIn(newBrowser(), made.email)).status).toBe(401);

    const { user, member } = person("off");
    await http.company({ users: [{ ...user, active: false }], members: [member] });
    const other = await invited({ email: user.email });
    expect((await accept(other.email)).answer).toMatchObject({
      status: 409,
      html: expect.stringContaining("deactivated") as string,
    });
    // Whoever has a password is told so for the right one only, as at the sign-in.
    await app.access.setUserActive(user.id, true);
    await withPassword(user.email);
    await app.access.setUserActive(user.id, false);
    expect((await accept(other.email, { password: "not the right words" })).answer).toMatchObject({
      status: 401,
      problem: "This is not your password.",
    });
    expect((await accept(other.email)).answer).toMatchObject({
      status: 409,
      html: expect.stringContaining("deactivated") as string,
    });
    for (const { company, id } of [made, other])
      expect(await teamOf(http, company).pending(id)).toBeDefined();
  });

  test("and was removed after the mail does not come back by its link, but by one that is sent again", async () => {
    const made = await invited();
    const { id } = await app.access.addMember(made.company.id, {
      email: made.email,
      first_name: null,
      last_name: null,
      permissions: permissions("none"),
    });
    const browser = newBrowser();
    const page = await browser.visit(linkTo(made.email));
    clock.set(noon + 60);
    await app.access.removeMember(made.company.id, id);
    expect(await browser.submit(page, JOIN, { password: SECRET })).toMatchObject(GONE);
    expect(await browser.visit(linkTo(made.email))).toMatchObject(GONE);
    await teamOf(http, made.company).resend(made.id);
    await work();
    expect((await accept(made.email)).answer.status).toBe(303);
    expect((await recorded(made)).members).toContainEqual(expect.objectContaining({ id, removed_at: null }));
    clock.set(NOON);
  });

  test("can't join by an invitation whose inviter lost the permission to make it (SESS-011)", async () => {
    for (const fall of ["removed", "deactivated", "demoted", "not to manage the team"] as const) {
      const [owner, other] = [person("owner"), person("other")];
      const company = await http.company({
        users: [owner.user, other.user],
        members: [owner.member, other.member],
      });
      const made = await invite(company);
      await work();
      expect((await newBrowser().visit(linkTo(made.email))).status).toBe(200);
      if (fall === "removed") await app.access.removeMember(company.id, owner.member.id);
      else if (fall === "deactivated") await app.access.setUserActive(owner.user.id, false);
      else
        await app.access.changePermissions(company.id, owner.member.id, (own) => ({
          ...own,
          [fall === "demoted" ? "billing" : "team_access"]: "view",
        }));
      expect([fall, await newBrowser().visit(linkTo(made.email))]).toMatchObject([fall, GONE]);
      expect([
        fall,
        await newBrowser().send(JOIN, {
          token: tokenOf(linkTo(made.email)),
          first_name: "Grace",
          last_name: "Ledger",
          password: SECRET,
        }),
      ]).toMatchObject([fall, GONE]);
      expect((await recorded(made)).members).toHaveLength(2);
    }
  });

  test("and set a password while the page was open is asked for it", async () => {
    const { user, member } = person("cy");
    await http.company({ users: [user], members: [member] });
    const made = await invited({ email: user.email });
    const browser = newBrowser();
    const page = await browser.visit(linkTo(made.email));
    await withPassword(user.email);
    expect(await browser.submit(page, JOIN, { password: "quite another password" })).toMatchObject({
      status: 401,
    });
    expect(
      (await browser.submit(await browser.visit(linkTo(made.email)), JOIN, { password: SECRET })).status,
    ).toBe(303);
  });
});

describe("a password that is set or changed at the moment of the acceptance", () => {
  /** The team's use cases, with something done to a user's password right behind `step`. */
  function meanwhile(step: "preparePassword" | "verify", userId: string) {
    const signInNow = app.signIn;
    const change = async () => {
      const hash = await argonPasswords().hash("what was set meanwhile");
      await app.db.transaction((tx) => signInNow.setPassword(tx, userId as PublicId<"user">, hash, null));
    };
    const then = async <Result>(result: Promise<Result>): Promise<Result> => {
      const given = await result;
      await change();
      return given;
    };
    const interrupted = {
      ...signInNow,
      ...(step === "preparePassword"
        ? {
            preparePassword: (password: string, email: string) =>
              then(signInNow.preparePassword(password, email)),
          }
        : { verify: (attempt: Attempt) => then(signInNow.verify(attempt)) }),
    };
    return teamService({
      db: app.db,
      ids: app.ids,
      now: () => clock.now(),
      openTokens: tokensOf(app.objects),
      signIn: interrupted,
      mail: mailbox,
      queueMail: async () => {},
      linkAddress: (token) => token,
    });
  }

  test.each(["preparePassword", "verify"] as const)("is not passed by (%s)", async (step) => {
    const { user, member } = person("eve");
    await http.company({ users: [user], members: [member] });
    if (step === "verify") await withPassword(user.email);
    const made = await invited({ email: user.email });
    const acceptance = { first_name: "Eve", last_name: "Else", password: SECRET, address: "198.51.100.2" };
    expect(await meanwhile(step, user.id).accept(tokenOf(linkTo(made.email)), acceptance)).toEqual({
      refused: "unusable",
    });
    expect(await recorded(made)).toMatchObject({ invitation: { state: "pending" }, members: [{}] });
    expect([
      (await signIn(newBrowser(), user.email)).status,
      (await signIn(newBrowser(), user.email, "what was set meanwhile")).status,
    ]).toEqual([401, 303]);
  });
});

describe("at once", () => {
  test("two acceptances make one member, and a revocation comes before or after, never in between (SESS-012)", async () => {
    for (const rival of ["accept", "revoke"] as const) {
      const made = await invited();
      const token = tokenOf(linkTo(made.email));
      const post = () =>
        newBrowser().send(JOIN, { token, first_name: "Grace", last_name: "Ledger", password: SECRET });
      const team = teamOf(http, made.company);
      const [first, second] = await Promise.all([
        post(),
        rival === "accept"
          ? post()
          : http.send(`/team/invitations/${made.id}`, { key: made.company.key, method: "DELETE" }),
      ]);
      const { invitation, members } = await recorded(made);
      const joined = members.filter(({ id }) => id === invitation?.accepted_by);
      if (rival === "accept")
        expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([
          303,
          expect.toSatisfy((status: number) => [401, 404, 409].includes(status)) as number,
        ]);
      else
        expect([first.status, second.status]).toEqual(
          joined.length === 1
            ? [303, 404]
            : [expect.toSatisfy((status: number) => [404, 409].includes(status)), 204],
        );
      expect(joined).toHaveLength(invitation?.state === "accepted" ? 1 : 0);
      expect((await team.read()).members).toHaveLength(invitation?.state === "accepted" ? 2 : 1);
    }
  });

  onServer("two companies that one new person joins find one user, with one password", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = await Promise.all([http.company(), http.company()]);
      const first = await invite(one);
      await work();
      const firstToken = tokenOf(linkTo(first.email));
      await invite(two, { email: first.email });
      await work();
      const tokens = [firstToken, tokenOf(linkTo(first.email))];
      const answers = await Promise.all(
        tokens.map((token, index) =>
          newBrowser().send(JOIN, {
            token,
            first_name: "Grace",
            last_name: "Ledger",
            password: `${SECRET} ${index}`,
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      // Who comes second is sent back to give the password of who came first.
      expect(statuses.toSorted((a, b) => a - b)).toEqual([
        303,
        expect.toSatisfy((status: number) => [401, 409].includes(status)) as number,
      ]);
      const works = await Promise.all(
        tokens.map(
          async (_, index) => (await signIn(newBrowser(), first.email, `${SECRET} ${index}`)).status,
        ),
      );
      expect(works).toEqual(statuses.map((status) => (status === 303 ? 303 : 401)));
    }
  });
});

describe("mail", () => {
  test("that the server does not take is sent later, with a link that works (MAIL-003)", async () => {
    const made = await invite(await http.company());
    await withoutMail(() => work());
    expect(mailTo(made.email)).toEqual([]);
    clock.set(noon + 119);
    await work();
    expect(mailTo(made.email)).toEqual([]);
    clock.set(noon + 120);
    await work();
    expect(mailTo(made.email)).toHaveLength(1);
    expect((await accept(made.email)).answer.status).toBe(303);
  });

  test("is not sent of an invitation that was revoked or has expired meanwhile, or whose company was closed", async () => {
    const [revoked, closed] = [await invite(await http.company()), await invite(await http.company())];
    await teamOf(http, revoked.company).revoke(revoked.id);
    await app.company.change(closed.company.id, { lifecycle: "closing" });
    await work();
    const late = await invite(await http.company());
    await withoutMail(() => work());
    clock.set(noon + TERM);
    await work();
    for (const { email, id } of [revoked, closed, late])
      expect([
        mailTo(email),
        (await tablesHolding(app, id)).filter((name) => name !== "audit_events"),
      ]).toEqual([[], ["invitations"]]);
  });
});

test("a session that the browser had ends when another person joins in it", async () => {
  const { user, member } = person("dee");
  await http.company({ users: [user], members: [member] });
  const browser = await withPassword(user.email);
  const other = newBrowser();
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  const made = await invited();
  expect((await accept(made.email, { password: SECRET }, browser)).answer.status).toBe(303);
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
});
