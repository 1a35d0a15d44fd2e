/**
 * The link of an invitation where no mail is sent: whoever invites passes it on. It gives nobody more than
 * the caller may give, and never the password of a user who has access elsewhere.
 */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import {
  companyBundle,
  invitation,
  permissions,
  person,
  unique,
} from "../../../../../test/support/bundle.ts";
import { SECRET, withPassword } from "../../../../../test/support/console.ts";
import { importInto } from "../../../../../test/support/import.ts";
import { mailbox, mailFolder, mailTo } from "../../../../../test/support/mailbox.ts";
import { NOTHING, staffed, teamOf } from "../../../../../test/support/team.ts";
import type { Principal } from "../../../../contract/principal.ts";
import { PRESETS } from "@daybook/words/areas";
import type { PublicId } from "@daybook/words/public-id";
import { tokensOf } from "../../../../platform/objects/index.ts";
import { teamService } from "../index.ts";

const http = await testApp();
const { app, clock } = http;
const queued: string[] = [];
const needs = {
  db: app.db,
  ids: app.ids,
  now: () => clock.now(),
  openTokens: tokensOf(app.objects),
  signIn: app.signIn,
  queueMail: async (_tx: unknown, _company: string, id: string) => {
    queued.push(id);
  },
  linkAddress: (token: string) => `https://books.example.com/join?${token}`,
};
const service = teamService({ ...needs, mail: mailFolder });
const ACCEPTANCE = { first_name: "Grace", last_name: "Ledger", password: SECRET, address: "192.0.2.7" };

/** A company with its owner as the caller of the console, and a member with fewer levels. */
async function setting(overrides: Parameters<typeof staffed>[2] = {}) {
  const staff = await staffed(http, permissions("manage", { taxes: "none" }), overrides);
  const callerOf = (id: string): Principal => ({
    companyId: staff.company.id,
    userId: id as Principal["userId"],
    keyId: null,
    permissions: PRESETS.admin,
    features: new Set(["role_based_access_control"]),
    subscription: { plan: "growth", subscription_status: "active", trial_ends_at: null },
  });
  return {
    ...staff,
    owner: callerOf(staff.owner.user.id),
    lesser: callerOf(staff.other.user.id),
  };
}

function inviteeAt(email = `grace.${unique()}@example.com`) {
  return { first_name: "Grace", last_name: "Ledger", email, permissions: PRESETS.admin };
}

const invite = (caller: Principal, email?: string) =>
  service.inviteByLink(caller, inviteeAt(email), clock.now());

const tokenOf = ({ link }: { readonly link: string | null }): string => link?.split("?")[1] ?? "no link";

test("the newest link is the one that works, and no file ends it", async () => {
  const { owner, company } = await setting();
  queued.length = 0;
  const first = await invite(owner);
  const { id } = first.invitation;
  expect(first.link).toMatch(/^https:\/\/books\.example\.com\/join\?\w{32}$/);
  const second = await service.resendByLink(owner, id, clock.now());
  expect([first.isMailed, second.isMailed, await service.readOffer(tokenOf(first))]).toEqual([
    false,
    false,
    null,
  ]);
  expect(queued).toEqual([]);
  expect(await service.accept(tokenOf(second), ACCEPTANCE)).toHaveProperty("session");
  expect((await teamOf(http, company).read()).members.map(({ name }) => name)).toContain("Grace Ledger");
});

test("an operator finds the link of a program's invitation in the folder", async () => {
  const { owner } = await setting();
  queued.length = 0;
  const { invitation: made } = await service.invite(owner, inviteeAt(), clock.now());
  await service.resend(owner, made.id, clock.now());
  expect(queued).toEqual([made.id, made.id]);
});

test("where mail is sent, it is sent, and nobody is shown the link", async () => {
  const { owner } = await setting();
  const mailing = teamService({ ...needs, mail: mailbox });
  queued.length = 0;
  const made = await mailing.inviteByLink(owner, inviteeAt(), clock.now());
  const again = await mailing.resendByLink(owner, made.invitation.id, clock.now());
  expect([made, again].map(({ isMailed, link }) => [isMailed, link])).toEqual([
    [true, null],
    [true, null],
  ]);
  expect(queued).toEqual([made.invitation.id, made.invitation.id]);
});

test("nobody gets a link of an invitation above their own levels", async () => {
  const { lesser } = await setting({
    invitations: [invitation("one", { permissions: { ...NOTHING, taxes: "view" } })],
  });
  await expect(service.resendByLink(lesser, "invite_one", clock.now())).rejects.toMatchObject({
    code: "insufficient_permission",
    param: "invitation_id",
  });
  await expect(invite(lesser)).rejects.toMatchObject({ code: "insufficient_permission" });
});

test("no link sets the password of a user who has access to another company (SESS-014)", async () => {
  const stranger = person("stranger");
  await http.company({ users: [stranger.user], members: [stranger.member] });
  const { owner } = await setting();
  const made = await invite(owner, stranger.user.email);
  expect(made).toMatchObject({ isMailed: false, link: null });
  // With a password of their own, they enter it.
  await withPassword(stranger.user.email);
  const token = tokenOf(await service.resendByLink(owner, made.invitation.id, clock.now()));
  expect(await service.readOffer(token)).toMatchObject({ has_password: true });
  expect(await service.accept(token, { ...ACCEPTANCE, password: "another one of some length" })).toEqual({
    refused: "wrong",
  });
  expect(await service.accept(token, ACCEPTANCE)).toHaveProperty("session");
});

test("a link that was made before its address got access elsewhere sets no password", async () => {
  const { owner } = await setting();
  const stranger = person("later");
  const token = tokenOf(await invite(owner, stranger.user.email));
  await http.company({ users: [stranger.user], members: [stranger.member] });
  expect([await service.readOffer(token), await service.accept(token, ACCEPTANCE)]).toEqual([
    null,
    { refused: "unusable" },
  ]);
});

test("whoever was shown a link stands for it: it gives no more than they may give now (SESS-014)", async () => {
  const { owner, lesser, other, company } = await setting();
  const low = { ...NOTHING, reports: "view" } as const;
  const { invitation: made } = await service.inviteByLink(
    owner,
    { ...inviteeAt(), permissions: low },
    clock.now(),
  );
  const shown = await service.resendByLink(lesser, made.id, clock.now());
  expect(shown.invitation.invited_by).toBe(other.member.id);
  // More access than the member who has the link may give.
  await service.change(owner, made.id, PRESETS.admin);
  expect([await service.readOffer(tokenOf(shown)), await service.accept(tokenOf(shown), ACCEPTANCE)]).toEqual(
    [null, { refused: "unusable" }],
  );
  await service.change(owner, made.id, low);
  expect(await service.readOffer(tokenOf(shown))).not.toBeNull();
  await app.access.removeMember(company.id, other.member.id);
  expect(await service.readOffer(tokenOf(shown))).toBeNull();
  const renewed = await service.resendByLink(owner, made.id, clock.now());
  expect(await service.accept(tokenOf(renewed), ACCEPTANCE)).toHaveProperty("session");
});

/** A person who joined a company and set a password with the link that was shown there. */
async function letIn() {
  const { owner, company } = await setting();
  const made = await invite(owner);
  expect(await service.accept(tokenOf(made), ACCEPTANCE)).toHaveProperty("session");
  const { email } = made.invitation;
  const member = (await app.access.listMembers(owner.companyId)).find((each) => each.email === email);
  return { email, company, member };
}

const add = (companyId: string, email: string) =>
  app.access.addMember(companyId as PublicId<"company">, {
    email,
    first_name: null,
    last_name: null,
    permissions: permissions("view"),
  });

/** The token of the newest link that was mailed to an address, or written into the folder. */
const mailedTo = (email: string): string =>
  /join\?(\w+)/.exec(mailTo(email).at(-1)?.text ?? "")?.[1] ?? "no link";

const SHOWN =
  /was set with a link that another company's team could see: send them a new link for it, and try again /;

test("a password that a shown link set lets its user into no other company (SESS-015)", async () => {
  const { email, company, member } = await letIn();
  const other = await http.company();
  await expect(add(other.id, email)).rejects.toThrow(SHOWN);
  const bundle = companyBundle();
  const mine = person("mine");
  const withMember = {
    ...bundle,
    members: [...bundle.members, { ...mine.member, user_id: member?.user_id ?? "" }],
  };
  await expect(importInto(app, withMember)).rejects.toThrow(SHOWN);
  // The team that could set the password has let its user in, and may do it again.
  await app.access.removeMember(company.id, email);
  await expect(add(other.id, email)).rejects.toThrow(SHOWN);
  expect(await add(company.id, email)).toMatchObject({ removed_at: null });
  // Somebody else who knows the password changes nothing by setting another one.
  const user = await app.signIn.verify({ email, password: SECRET, address: ACCEPTANCE.address });
  if ("refused" in user) throw new Error("the password is wrong");
  const passwords = { current: SECRET, next: `${SECRET} again` };
  expect(await app.signIn.changePassword(user.user, passwords, ACCEPTANCE.address)).toHaveProperty("session");
  await expect(add(other.id, email)).rejects.toThrow(SHOWN);
  // The operator's link proves it.
  await withPassword(email);
  await importInto(app, withMember);
  expect(await add(other.id, email)).toMatchObject({ removed_at: null });
});

test("a former member whose password a shown link set elsewhere does not return by a bundle", async () => {
  const mine = person("former");
  const bundle = companyBundle();
  const former = { ...bundle, users: [...bundle.users, mine.user] };
  const membersUntil = (removed_at: number | null) => [...bundle.members, { ...mine.member, removed_at }];
  await importInto(app, { ...former, members: membersUntil(mine.member.created) });
  const { owner } = await setting();
  const token = tokenOf(await invite(owner, mine.user.email));
  expect(await service.accept(token, ACCEPTANCE)).toHaveProperty("session");
  const back = { ...bundle, members: membersUntil(null) };
  await expect(importInto(app, back)).rejects.toThrow(SHOWN);
  await withPassword(mine.user.email);
  await importInto(app, back);
});

test.each([mailFolder, mailbox])(
  "no other company's invitation lets in a user whose password a shown link set (mail is sent: $isSent)",
  async (mail) => {
    const { email } = await letIn();
    const { owner } = await setting();
    const other = teamService({ ...needs, mail });
    const made = await other.inviteByLink(owner, inviteeAt(email), clock.now());
    expect(made.link).toBeNull();
    const { companyId } = owner;
    await other.mailInvitation(companyId, made.invitation.id, new AbortController().signal);
    const token = mailedTo(email);
    expect(await other.accept(token, { ...ACCEPTANCE, password: "another one of some length" })).toEqual({
      refused: "wrong",
    });
    expect(await other.accept(token, ACCEPTANCE)).toEqual({ refused: "shown" });
    await withPassword(email);
    expect(await other.accept(token, ACCEPTANCE)).toHaveProperty("session");
  },
);

test("a link that was shown proves no address after mail was set up", async () => {
  const mailing = teamService({ ...needs, mail: mailbox });
  const [first, second] = [await setting(), await setting()];
  const stranger = person("stranger");
  const made = await invite(first.owner, stranger.user.email);
  await http.company({ users: [stranger.user], members: [stranger.member] });
  expect(await mailing.accept(tokenOf(made), ACCEPTANCE)).toEqual({ refused: "unusable" });
  // A mail of the same invitation has another link, which is good.
  await mailing.mailInvitation(first.owner.companyId, made.invitation.id, new AbortController().signal);
  const mailed = mailedTo(stranger.user.email);
  expect(await mailing.accept(tokenOf(made), ACCEPTANCE)).toEqual({ refused: "unusable" });
  expect(await mailing.accept(mailed, ACCEPTANCE)).toHaveProperty("session");
  // Nor does it give access later.
  const { email } = inviteeAt();
  expect(await mailing.accept(tokenOf(await invite(second.owner, email)), ACCEPTANCE)).toHaveProperty(
    "session",
  );
  await expect(add(first.company.id, email)).rejects.toThrow(SHOWN);
});

test("a mailed link sets a password that lets its user in anywhere", async () => {
  const mailing = teamService({ ...needs, mail: mailbox });
  const { owner } = await setting();
  const { invitation: made } = await mailing.inviteByLink(owner, inviteeAt(), clock.now());
  await mailing.mailInvitation(owner.companyId, made.id, new AbortController().signal);
  const mailed = mailedTo(made.email);
  expect(await mailing.accept(mailed, ACCEPTANCE)).toHaveProperty("session");
  expect(await add((await http.company()).id, made.email)).toMatchObject({ removed_at: null });
});

test("a shown link sets no password of a user who is given access elsewhere at that moment", async () => {
  const [{ owner }, other, { email }] = [await setting(), await http.company(), inviteeAt()];
  const preparePassword: typeof app.signIn.preparePassword = async (...given) => {
    const prepared = await app.signIn.preparePassword(...given);
    await add(other.id, email);
    return prepared;
  };
  const slow = teamService({ ...needs, mail: mailFolder, signIn: { ...app.signIn, preparePassword } });
  expect(await slow.accept(tokenOf(await invite(owner, email)), ACCEPTANCE)).toEqual({ refused: "unusable" });
});
