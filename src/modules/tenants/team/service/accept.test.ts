/**
 * An acceptance takes a turn on the team like every other change: of several simultaneous acceptances only
 * one succeeds, and none waits indefinitely for an import.
 */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { unique } from "../../../../../test/support/bundle.ts";
import { linkTo, tokenOf, work } from "../../../../../test/support/console.ts";
import { mailbox, mailTo } from "../../../../../test/support/mailbox.ts";
import { onServer } from "../../../../../test/support/on-server.ts";
import { holdCompany, teamOf } from "../../../../../test/support/team.ts";
import { statement } from "../../../../platform/db/index.ts";
import { tokensOf } from "../../../../platform/objects/index.ts";
import { teamService } from "../index.ts";

const http = await testApp();
const { team: service } = http.app.console;
/** The entries of a company in the directory, except those of keys. */
const listTokens = statement<{ hash: Buffer }>(
  "test.listTokens",
  `select hash from credentials where company = $1
     and hash not in (select hash from api_keys where company_id = $1)`,
);
const ACCEPTANCE = {
  first_name: "Grace",
  last_name: "Ledger",
  password: "a password of some length",
  address: "192.0.2.1",
};

/** A company with a mailed invitation, and the token of the mailed link. */
async function invited() {
  const company = await http.company({ invitations: [] });
  const email = `grace.${unique()}@example.com`;
  const { id } = (await teamOf(http, company).invite({ email })).body.invitation;
  await work();
  return { company, email, id, token: tokenOf(linkTo(email)) };
}

test("of several simultaneous acceptances of one invitation, only one succeeds", async () => {
  const { company, email, token } = await invited();
  const accepted = await Promise.all(Array.from({ length: 4 }, () => service.accept(token, ACCEPTANCE)));
  expect(accepted.filter((each) => "session" in each)).toHaveLength(1);
  expect(accepted.filter((each) => "refused" in each && each.refused === "unusable")).toHaveLength(3);
  const { members, invitations } = await teamOf(http, company).read();
  expect(members.map(({ name }) => name)).toContain("Grace Ledger");
  expect(invitations).toEqual([]);
  expect((await teamOf(http, company).refusedInvite({ email })).code).toBe("invitation_invalid");
});

test("the directory finds the link that was mailed last, until it is used", async () => {
  const { company, id, token } = await invited();
  const hashesOf = async () =>
    (await http.app.db.list(listTokens, [company.id])).map(({ hash }) => hash.toString("hex"));
  const first = await hashesOf();
  expect(first).toHaveLength(1);
  await teamOf(http, company).resend(id);
  await work();
  const second = await hashesOf();
  expect(second).toHaveLength(1);
  expect(second).not.toEqual(first);
  expect(await service.readOffer(token)).toBeNull();
  const { email } = (await teamOf(http, company).read()).invitations[0] ?? { email: "" };
  expect(await service.accept(tokenOf(linkTo(email)), ACCEPTANCE)).toHaveProperty("session");
  expect(await hashesOf()).toEqual([]);
});

test("on a staging deployment, an outsider gets no mail and no offer", async () => {
  const { company, email, id, token } = await invited();
  const signIn = { ...http.app.signIn, isOutsider: (address: string) => address === email };
  const needs = {
    db: http.app.db,
    ids: http.app.ids,
    now: () => http.clock.now(),
    openTokens: tokensOf(http.app.objects),
    queueMail: async () => {},
    linkAddress: (text: string) => text,
  };
  const staging = teamService({ ...needs, signIn, mail: mailbox });
  await staging.mailInvitation(company.id, id, new AbortController().signal);
  expect(mailTo(email)).toHaveLength(1);
  expect([await staging.readOffer(token), await staging.accept(token, ACCEPTANCE)]).toEqual([
    null,
    { refused: "unusable" },
  ]);
  expect(await service.accept(token, ACCEPTANCE)).toHaveProperty("session");
});

onServer(
  "an acceptance is refused as temporary while the company is being written to, and succeeds afterwards",
  async () => {
    const { company, token } = await invited();
    const end = await holdCompany(http, company);
    await expect(service.accept(token, ACCEPTANCE)).rejects.toMatchObject({ code: "service_unavailable" });
    await end();
    expect(await service.accept(token, ACCEPTANCE)).toHaveProperty("session");
  },
);
