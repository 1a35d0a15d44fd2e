/**
 * Mail that is sent twice, because the process died before it knew that the first was sent: the second has
 * the link of the first, and nobody can derive it from the database.
 */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { person, unique } from "../../../../../test/support/bundle.ts";
import { SECRET, tokenOf } from "../../../../../test/support/console.ts";
import { mailbox, mailTo } from "../../../../../test/support/mailbox.ts";
import { teamOf } from "../../../../../test/support/team.ts";
import { teamService } from "../index.ts";
import { tokensOf } from "../../../../platform/objects/index.ts";

const http = await testApp();
const { app } = http;
const team = teamService({
  db: app.db,
  ids: app.ids,
  now: () => http.clock.now(),
  openTokens: tokensOf(app.objects),
  signIn: app.signIn,
  mail: mailbox,
  queueMail: async () => {},
  linkAddress: (token) => `https://books.example.com/app/join?${token}`,
});
const { signal } = new AbortController();

/** The links of all mail to an address, the newest last. */
function linksTo(email: string): string[] {
  return mailTo(email).map(({ text }) => /https?:\S+/.exec(text)?.[0] ?? "no link");
}

test("an invitation that is mailed twice has one link, which works; one that is sent again has another", async () => {
  const company = await http.company({ invitations: [] });
  const email = `grace.${unique()}@example.com`;
  const { id } = (await teamOf(http, company).invite({ email })).body.invitation;
  for (let mails = 0; mails < 2; mails += 1) await team.mailInvitation(company.id, id ?? "", signal);
  const [first = "", second] = linksTo(email);
  expect(second).toBe(first);
  expect(await team.readOffer(tokenOf(first))).toMatchObject({ email });
  await teamOf(http, company).resend(id ?? "");
  await team.mailInvitation(company.id, id ?? "", signal);
  const [, , third = ""] = linksTo(email);
  expect(third).not.toBe(first);
  expect([await team.readOffer(tokenOf(first)), await team.readOffer(tokenOf(third))]).toMatchObject([
    null,
    { email },
  ]);
});

test("a link for a new password that is mailed twice is one link; another request has another", async () => {
  const { user, member } = person("twice");
  await http.company({ users: [user], members: [member] });
  for (const request of ["job_1", "job_1", "job_2"]) await app.signIn.mailLink(user.email, request, signal);
  const [first = "", second, third = ""] = linksTo(user.email);
  expect([second === first, third === first]).toEqual([true, false]);
  expect(await app.signIn.userOfLink(tokenOf(first))).toBeNull();
  expect(await app.signIn.userOfLink(tokenOf(third))).toMatchObject({ email: user.email });
});

test("a link for a new password that was used is not made again by a mail that is sent twice", async () => {
  const { user, member } = person("used");
  await http.company({ users: [user], members: [member] });
  await app.signIn.mailLink(user.email, "job_1", signal);
  const [first = ""] = linksTo(user.email);
  expect(await app.signIn.useLink(tokenOf(first), SECRET)).toHaveProperty("session");
  await app.signIn.mailLink(user.email, "job_1", signal);
  const [, second = ""] = linksTo(user.email);
  expect(await app.signIn.userOfLink(tokenOf(first))).toBeNull();
  expect(await app.signIn.userOfLink(tokenOf(second))).toMatchObject({ email: user.email });
});

test("a token can't be derived without the secret of the storage", async () => {
  const [own, other] = await Promise.all(
    [app.objects, { secret: async () => Buffer.from("another") }].map((storage) => tokensOf(storage)()),
  );
  expect(own?.("a")).toMatch(/^[0-9a-z]{32}$/);
  expect(own?.("a")).toBe((await tokensOf(app.objects)())("a"));
  expect(new Set([own?.("a"), own?.("b"), other?.("a")]).size).toBe(3);
});
