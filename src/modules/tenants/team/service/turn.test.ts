/**
 * Simultaneous changes of one team, in one process and in several, and changes while an import locks the
 * company.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { type CompanyOverrides, invitation, person } from "../../../../../test/support/bundle.ts";
import type { Http } from "../../../../../test/support/http.ts";
import { mailbox } from "../../../../../test/support/mailbox.ts";
import { listLockWaits } from "../../../../../test/support/lock-waits.ts";
import { onServer } from "../../../../../test/support/on-server.ts";
import { holdCompany, INVITATIONS, inviteBody, teamOf } from "../../../../../test/support/team.ts";
import { openApp } from "../../../../app.ts";

const http = await testApp();
const INVITERS = 8;

/** A company with several members who may invite, and a key for each. */
async function companyOfInviters(overrides: CompanyOverrides = {}) {
  const people = Array.from({ length: INVITERS }, (_, index) => person(`number${index}`));
  const company = await http.company({
    users: people.map(({ user }) => user),
    members: people.map(({ member }) => member),
    invitations: [],
    ...overrides,
  });
  const keys = await Promise.all(people.map(({ member }) => http.keyOf(company.id, member.id)));
  return { company, keys };
}

/** Returns the statuses of simultaneous invitations of one address, spread over the servers. */
async function inviteAtOnce(servers: readonly Http[], keys: readonly string[]): Promise<number[]> {
  const answers = await Promise.all(
    keys.map((key, index) =>
      (servers[index % servers.length] ?? http).send(INVITATIONS, {
        key,
        method: "POST",
        body: inviteBody(),
      }),
    ),
  );
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

const ONE_CREATED = [201, ...Array.from({ length: INVITERS - 1 }, () => 422)];

describe("one address that several members invite at the same moment", () => {
  test("is invited by exactly one of them", async () => {
    const { company, keys } = await companyOfInviters();
    expect(await inviteAtOnce([http], keys)).toEqual(ONE_CREATED);
    expect((await teamOf(http, company).read()).invitations).toHaveLength(1);
  });

  onServer("is invited by exactly one of them, even through different processes", async () => {
    const second = await openApp(http.app.config, { command: "test", clock: http.clock, mail: mailbox });
    try {
      const servers = [http, await http.serve({ operations: second.operations })];
      for (let round = 0; round < 5; round += 1)
        expect(await inviteAtOnce(servers, (await companyOfInviters()).keys)).toEqual(ONE_CREATED);
    } finally {
      await second.close();
    }
  });
});

const waits = async () => (await listLockWaits(http.app.config.databaseUrl)).length;

onServer(
  "while a company is locked, any number of changes of its team wait with one connection and are then refused",
  async () => {
    const { company, keys } = await companyOfInviters({ invitations: [invitation("one")] });
    const elsewhere = await http.company();
    // These requests insert each company's month of usage, so that no later request waits to insert it.
    await Promise.all([company.read("/team"), elsewhere.read("/team")]);
    // An import takes this lock first.
    const end = await holdCompany(http, company);
    const [key = ""] = keys;
    const requests = [
      ...[...keys, ...keys].map((each, index) =>
        http.send(INVITATIONS, {
          key: each,
          method: "POST",
          body: inviteBody({ email: `n${index}@example.com` }),
          faultWanted: true,
        }),
      ),
      http.send(`${INVITATIONS}/invite_one`, {
        key,
        method: "PATCH",
        body: { access_template: "admin" },
        faultWanted: true,
      }),
      http.send(`${INVITATIONS}/invite_one/resend`, { key, method: "POST", faultWanted: true }),
      http.send(`${INVITATIONS}/invite_one`, { key, method: "DELETE", faultWanted: true }),
    ];
    const answers = Promise.all(requests);
    await expect.poll(waits).toBe(1);
    for (let reads = 0; reads < 20; reads += 1) await elsewhere.read("/team");
    expect(await waits()).toBeLessThanOrEqual(1);
    for (const { status, body } of await answers) {
      expect([status, body]).toMatchObject([
        503,
        {
          error: {
            type: "api_error",
            code: "service_unavailable",
            message: expect.stringMatching(/such as an import, is writing to the company/),
          },
        },
      ]);
    }
    await end();
    expect((await teamOf(http, company).invite()).status).toBe(201);
    // The test's timeout is too short for the changes to wait one after the other.
  },
  30_000,
);
