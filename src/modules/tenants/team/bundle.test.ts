/**
 * Invitations in the company bundle: in every state, again without change, and what is refused by its path.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import {
  type Bundle,
  type BundleInvitation,
  companyBundle,
  invitation,
  permissions,
  person,
  SET_UP,
  unique,
} from "../../../../test/support/bundle.ts";
import { bytesOf, exported } from "../../../../test/support/import.ts";
import { READ_ONLY, teamOf } from "../../../../test/support/team.ts";
import { BundleProblem } from "../../../contract/bundle.ts";
import { LAST_SECOND } from "../../../core/civil-date.ts";
import { LIMITS } from "../../../core/limits.ts";

const http = await testApp();
const { app } = http;
const put = (bundle: object) => app.intake.importBundle(bytesOf(JSON.stringify(bundle)));

/** A company with one more member than its owner, who came by an invitation. */
function joined() {
  const [owner, other] = [person("owner"), person("other", READ_ONLY)];
  const people = { users: [owner.user, other.user], members: [owner.member, other.member] };
  const invitations: BundleInvitation[] = [
    invitation("pending", {
      invited_by: owner.member.id,
      permissions: READ_ONLY,
      email: "Pending@Example.com",
    }),
    invitation("expired", { expires: SET_UP + 1, created: SET_UP + 1 }),
    invitation("accepted", {
      state: "accepted",
      accepted_at: SET_UP + 5,
      accepted_by: other.member.id,
      email: other.user.email,
      created: SET_UP + 2,
    }),
    invitation("revoked", { state: "revoked", email: "pending@example.com", created: SET_UP + 3 }),
  ];
  return { ...people, invitations };
}

/** The company's bundle with these invitations in place of its own. */
async function again(
  company: { readonly bundle: object; readonly id: string },
  invitations: readonly object[],
) {
  const { counts } = await put({
    format: "daybook.company-bundle",
    version: 1,
    company: { id: company.id },
    invitations,
  });
  return counts["invitations"];
}

/**
 * Another company with this one's team; whoever has full access stands first, since the key is the first
 * member's.
 */
function copyOf({ users, members, invitations }: Bundle) {
  return http.company({
    users,
    members: members.toSorted((a) => (a.permissions.api_access === "manage" ? -1 : 1)),
    invitations,
  });
}

async function problem(invitations: readonly object[]): Promise<readonly [path: string, reason: string]> {
  const error: unknown = await put(
    companyBundle({ ...joined(), invitations: invitations as readonly BundleInvitation[] }),
  ).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BundleProblem);
  const { path, reason } = error as BundleProblem;
  return [path, reason];
}

describe("the section invitations", () => {
  test("brings invitations of every state in and gives them out as they came", async () => {
    const sections = joined();
    const company = await http.company(sections);
    const out = JSON.parse(await exported(app, company.id)) as { invitations: object[] };
    expect(out.invitations).toEqual(sections.invitations);
    const names = Object.keys(out);
    expect(names[names.indexOf("invitations") - 1]).toBe("members");
    expect((await teamOf(http, company).read()).invitations.map(({ id }) => id)).toEqual([
      "invite_pending",
      "invite_expired",
    ]);
  });

  test("changes nothing the second time, not even a version", async () => {
    const company = await http.company(joined());
    const before = await teamOf(http, company).read();
    expect(await again(company, company.bundle.invitations)).toEqual({
      created: 0,
      updated: 0,
      unchanged: 4,
    });
    expect(
      await again(
        company,
        company.bundle.invitations.map(({ id }) => ({ id })),
      ),
    ).toEqual({ created: 0, updated: 0, unchanged: 4 });
    expect(await teamOf(http, company).read()).toEqual(before);
  });

  test("makes an invitation accepted, which is then no longer there for the API", async () => {
    const company = await http.company(joined());
    const team = teamOf(http, company);
    expect(
      await again(company, [
        {
          id: "invite_pending",
          state: "accepted",
          accepted_at: SET_UP + 9,
          accepted_by: company.bundle.members[1]?.id,
        },
      ]),
    ).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(await team.pending("invite_pending")).toBeUndefined();
    expect((await team.refusedRevoke("invite_pending")).code).toBe("resource_missing");
  });

  test("gives a changed invitation another version", async () => {
    const company = await http.company(joined());
    const team = teamOf(http, company);
    const before = await team.pending("invite_pending");
    await again(company, [{ id: "invite_pending", access_template: "admin" }]);
    const after = await team.pending("invite_pending");
    expect(after).toEqual({
      ...before,
      version: expect.any(String),
      permissions: permissions("manage"),
      access_template: "admin",
    });
    expect(after?.version).not.toBe(before?.version);
  });

  test("keeps versions across databases, and never gives the same one to different content", async () => {
    const company = await http.company(joined());
    const team = teamOf(http, company);
    await team.change("invite_pending", { access_template: "admin" });
    await team.resend("invite_expired");
    const out = JSON.parse(await exported(app, company.id)) as Bundle;
    const elsewhere = await copyOf(out);
    expect((await teamOf(http, elsewhere).read()).invitations).toEqual((await team.read()).invitations);
    // The same revision with another content, in a database that never saw the first one and in one that did.
    const differing = out.invitations.map((row) => ({ ...row, expires: row.expires + 1 }));
    const other = await copyOf({ ...out, invitations: differing });
    await again(company, differing);
    await again(company, out.invitations);
    const versions = [elsewhere, other, company].map(
      async (each) => (await teamOf(http, each).pending("invite_pending"))?.version,
    );
    expect(new Set(await Promise.all(versions)).size).toBe(3);
  });

  test("fills in what a new invitation leaves out", async () => {
    const company = await http.company({ invitations: [] });
    await again(company, [
      {
        id: "invite_new",
        first_name: "New",
        last_name: "One",
        email: "new@example.com",
        access_template: "read_only",
      },
    ]);
    const now = app.clock.now();
    expect(await teamOf(http, company).pending("invite_new")).toMatchObject({
      invited_by: null,
      created: now,
      expires: now + LIMITS.invitation_days.value * 86_400,
      permissions: READ_ONLY,
    });
  });

  test("lets a new invitation of the last day expire at the last second", async () => {
    const company = await http.company({ invitations: [] });
    await again(company, [
      {
        id: "invite_new",
        first_name: "New",
        last_name: "One",
        email: "new@example.com",
        access_template: "read_only",
        created: LAST_SECOND - 1,
      },
    ]);
    expect(await teamOf(http, company).pending("invite_new")).toMatchObject({
      created: LAST_SECOND - 1,
      expires: LAST_SECOND,
    });
  });

  test("lets an address go from one invitation to another, whichever stands first", async () => {
    for (const turn of [(records: object[]) => records, (records: object[]) => records.toReversed()]) {
      const company = await http.company(joined());
      const records = [
        { id: "invite_pending", state: "revoked" },
        { id: "invite_revoked", state: "pending" },
      ];
      expect(await again(company, turn(records))).toEqual({ created: 0, updated: 2, unchanged: 0 });
      expect((await teamOf(http, company).read()).invitations.map(({ id }) => id)).toEqual([
        "invite_expired",
        "invite_revoked",
      ]);
    }
  });

  test("belongs to its company: the same ids and addresses in another are others", async () => {
    const [first, second] = [await http.company(joined()), await http.company(joined())];
    await teamOf(http, first).revoke("invite_pending");
    expect(await teamOf(http, second).pending("invite_pending")).toBeDefined();
  });

  const good = invitation("good");
  test.each<readonly [string, readonly object[], string, RegExp]>([
    [
      "an id with other characters",
      [{ ...good, id: "invite_a-b" }],
      "invitations[0].id",
      /^must be an id: `invite_` and 1 to 63 letters and digits$/,
    ],
    ["an id twice", [good, good], "invitations[1].id", /appears twice/],
    [
      "no address",
      [{ id: good.id, first_name: "A", last_name: "B", access_template: "admin" }],
      "invitations[0].email",
      /required/,
    ],
    [
      "no access",
      [{ id: good.id, first_name: "A", last_name: "B", email: "a@example.com" }],
      "invitations[0].permissions",
      /required/,
    ],
    ["what is no address", [{ ...good, email: "nobody" }], "invitations[0].email", /e-mail/],
    [
      "an address with a letter in disguise",
      [{ ...good, email: "\u212aate@example.com" }],
      "invitations[0].email",
      /stands for itself/,
    ],
    [
      "an address with what does not show",
      [{ ...good, email: "ka\u200bte@example.com" }],
      "invitations[0].email",
      /e-mail/,
    ],
    ["an empty name", [{ ...good, first_name: "" }], "invitations[0].first_name", /1 to/],
    ["a blank name", [{ ...good, first_name: " \u2800" }], "invitations[0].first_name", /something shows/],
    [
      "a name of two lines",
      [{ ...good, last_name: "Ledger\r\nBcc: x@example.com" }],
      "invitations[0].last_name",
      /one line/,
    ],
    [
      "a name with what does not show",
      [{ ...good, last_name: "Led\u200bger" }],
      "invitations[0].last_name",
      /nothing hides/,
    ],
    [
      "what expires before it was created",
      [{ ...good, expires: good.created - 1 }],
      "invitations[0].expires",
      /before/,
    ],
    [
      "two kinds of access",
      [{ ...good, access_template: "admin" }],
      "invitations[0].access_template",
      /beside/,
    ],
    [
      "a level that there is not",
      [{ ...good, permissions: { ...good.permissions, api_access: "view" } }],
      "invitations[0].permissions.api_access",
      /none, manage/,
    ],
    [
      "a state that there is not",
      [{ ...good, state: "expired" }],
      "invitations[0].state",
      /pending, accepted, revoked/,
    ],
    [
      "an inviter who is no member",
      [{ ...good, invited_by: "mbr_nobody" }],
      "invitations[0].invited_by",
      /no member mbr_nobody/,
    ],
    [
      "a member that is none",
      [{ ...good, state: "accepted", accepted_at: 1, accepted_by: "mbr_nobody" }],
      "invitations[0].accepted_by",
      /no member/,
    ],
    [
      "accepted by nobody",
      [{ ...good, state: "accepted", accepted_at: 1 }],
      "invitations[0].accepted_by",
      /required/,
    ],
    [
      "accepted at no time",
      [{ ...good, state: "accepted", accepted_by: "mbr_nobody" }],
      "invitations[0].accepted_at",
      /required/,
    ],
    [
      "revoked and accepted",
      [{ ...good, state: "revoked", accepted_at: 1 }],
      "invitations[0].accepted_at",
      /null/,
    ],
    [
      "two that are pending",
      [good, { ...good, id: "invite_other", email: good.email.toUpperCase() }],
      "invitations[1].email",
      /pending invitation already, invite_good/,
    ],
    ["a token", [{ ...good, token_hash: "x" }], "invitations[0].token_hash", /not a field/],
  ])("refuses %s", async (_what, invitations, path, reason) => {
    const [where, why] = await problem(invitations);
    expect(where).toBe(path);
    expect(why).toMatch(reason);
  });

  test("refuses to invite a member, whatever the case of the address, and not who was one or has come by another invitation", async () => {
    const company = await http.company(joined());
    const [, other] = company.bundle.users;
    const email = other?.email.toUpperCase() ?? "";
    await expect(again(company, [invitation("new", { email })])).rejects.toThrow(
      /^invitations\[0\]\.email: .* is the address of mbr_.*, who is on the team already/,
    );
    await expect(
      again(company, [{ id: "invite_accepted", state: "pending", accepted_at: null, accepted_by: null }]),
    ).rejects.toThrow(/on the team already/);
    expect(await again(company, [invitation("old", { email, state: "revoked" })])).toMatchObject({
      created: 1,
    });
    await app.access.removeMember(company.id, company.bundle.members[1]?.id ?? "");
    expect(await again(company, [invitation("new", { email })])).toMatchObject({ created: 1 });
  });

  test("exports an invitation as revoked if its addressee became a member in another way, so that the file can be imported", async () => {
    const company = await http.company(joined());
    await app.access.addMember(company.id, {
      email: "expired.invited@example.com",
      first_name: null,
      last_name: null,
      permissions: READ_ONLY,
    });
    const out = JSON.parse(await exported(app, company.id)) as Bundle;
    expect(out.invitations.map(({ id, state }) => [id, state])).toContainEqual(["invite_expired", "revoked"]);
    await copyOf(out);
    expect(await again(company, out.invitations)).toEqual({ created: 0, updated: 1, unchanged: 3 });
  });

  test("refuses a creation time after the expiry", async () => {
    const company = await http.company({ invitations: [invitation("one")] });
    await expect(again(company, [{ id: "invite_one", created: 2_000_000_001 }])).rejects.toThrow(
      /^invitations\[0\]\.created: .*before/,
    );
  });

  test("refuses a changed address, and a second pending invitation beside one that the file leaves out", async () => {
    const company = await http.company(joined());
    await expect(again(company, [{ id: "invite_pending", email: "other@example.com" }])).rejects.toThrow(
      "invitations[0].email: invite_pending is the invitation of Pending@Example.com",
    );
    await expect(again(company, [{ id: "invite_revoked", state: "pending" }])).rejects.toThrow(
      /invitations\[0\]\.email: .* has a pending invitation already, invite_/,
    );
    await expect(
      again(company, [invitation(`new${unique()}`, { email: "PENDING@example.com" })]),
    ).rejects.toThrow(/pending invitation already, invite_pending/);
    expect(await again(company, [{ id: "invite_pending", email: "pending@example.COM" }])).toMatchObject({
      updated: 1,
    });
  });
});
