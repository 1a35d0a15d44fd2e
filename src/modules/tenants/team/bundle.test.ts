/**
 * Invitations in the company bundle: every state, repeated imports, and the paths of refused fields.
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
import { LAST_SECOND } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";

const http = await testApp();
const { app } = http;
const put = (bundle: object) => app.intake.importBundle(bytesOf(JSON.stringify(bundle)));

/** A company with an owner, a second member who accepted an invitation, and invitations in every state. */
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

/** Imports invitations into an existing company, and returns the counts of created and changed ones. */
async function importInvitations(
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
 * Creates another company with the same team. The member with full access comes first, because the test's key
 * belongs to the first member.
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
  test("imports invitations in every state, and exports them unchanged", async () => {
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
    expect(await importInvitations(company, company.bundle.invitations)).toEqual({
      created: 0,
      updated: 0,
      unchanged: 4,
    });
    expect(
      await importInvitations(
        company,
        company.bundle.invitations.map(({ id }) => ({ id })),
      ),
    ).toEqual({ created: 0, updated: 0, unchanged: 4 });
    expect(await teamOf(http, company).read()).toEqual(before);
  });

  test("can mark an invitation as accepted, which the API then treats as missing", async () => {
    const company = await http.company(joined());
    const team = teamOf(http, company);
    expect(
      await importInvitations(company, [
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
    await importInvitations(company, [{ id: "invite_pending", access_template: "admin" }]);
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
    // The same revision with other content, in a database without the original invitation and in one with it.
    const differing = out.invitations.map((row) => ({ ...row, expires: row.expires + 1 }));
    const other = await copyOf({ ...out, invitations: differing });
    await importInvitations(company, differing);
    await importInvitations(company, out.invitations);
    const versions = [elsewhere, other, company].map(
      async (each) => (await teamOf(http, each).pending("invite_pending"))?.version,
    );
    expect(new Set(await Promise.all(versions)).size).toBe(3);
  });

  test("fills in the defaults of a new invitation", async () => {
    const company = await http.company({ invitations: [] });
    await importInvitations(company, [
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

  test("limits the expiry of a new invitation to the last representable second", async () => {
    const company = await http.company({ invitations: [] });
    await importInvitations(company, [
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

  test("can move an address from one invitation to another, in either order of the records", async () => {
    for (const arrange of [(records: object[]) => records, (records: object[]) => records.toReversed()]) {
      const company = await http.company(joined());
      const records = [
        { id: "invite_pending", state: "revoked" },
        { id: "invite_revoked", state: "pending" },
      ];
      expect(await importInvitations(company, arrange(records))).toEqual({
        created: 0,
        updated: 2,
        unchanged: 0,
      });
      expect((await teamOf(http, company).read()).invitations.map(({ id }) => id)).toEqual([
        "invite_expired",
        "invite_revoked",
      ]);
    }
  });

  test("keeps companies apart that have the same ids and addresses", async () => {
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
    ["an invalid address", [{ ...good, email: "nobody" }], "invitations[0].email", /e-mail/],
    [
      "an address with a look-alike letter",
      [{ ...good, email: "\u212aate@example.com" }],
      "invitations[0].email",
      /stands for itself/,
    ],
    [
      "an address with an invisible character",
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
      "a name with an invisible character",
      [{ ...good, last_name: "Led\u200bger" }],
      "invitations[0].last_name",
      /nothing hides/,
    ],
    [
      "an expiry before the creation",
      [{ ...good, expires: good.created - 1 }],
      "invitations[0].expires",
      /before/,
    ],
    [
      "both permissions and a template",
      [{ ...good, access_template: "admin" }],
      "invitations[0].access_template",
      /beside/,
    ],
    [
      "an unknown level",
      [{ ...good, permissions: { ...good.permissions, api_access: "view" } }],
      "invitations[0].permissions.api_access",
      /none, manage/,
    ],
    [
      "an unknown state",
      [{ ...good, state: "expired" }],
      "invitations[0].state",
      /pending, accepted, revoked/,
    ],
    [
      "an inviter who is not a member",
      [{ ...good, invited_by: "mbr_nobody" }],
      "invitations[0].invited_by",
      /no member mbr_nobody/,
    ],
    [
      "an acceptance by an unknown member",
      [{ ...good, state: "accepted", accepted_at: 1, accepted_by: "mbr_nobody" }],
      "invitations[0].accepted_by",
      /no member/,
    ],
    [
      "an acceptance without a member",
      [{ ...good, state: "accepted", accepted_at: 1 }],
      "invitations[0].accepted_by",
      /required/,
    ],
    [
      "an acceptance without a time",
      [{ ...good, state: "accepted", accepted_by: "mbr_nobody" }],
      "invitations[0].accepted_at",
      /required/,
    ],
    [
      "a revoked invitation with a time of acceptance",
      [{ ...good, state: "revoked", accepted_at: 1 }],
      "invitations[0].accepted_at",
      /null/,
    ],
    [
      "two pending invitations of one address",
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

  test("refuses a pending invitation of a member, ignoring case, but not of a former member", async () => {
    const company = await http.company(joined());
    const [, other] = company.bundle.users;
    const email = other?.email.toUpperCase() ?? "";
    await expect(importInvitations(company, [invitation("new", { email })])).rejects.toThrow(
      /^invitations\[0\]\.email: .* is the address of mbr_.*, who is on the team already/,
    );
    await expect(
      importInvitations(company, [
        { id: "invite_accepted", state: "pending", accepted_at: null, accepted_by: null },
      ]),
    ).rejects.toThrow(/on the team already/);
    expect(await importInvitations(company, [invitation("old", { email, state: "revoked" })])).toMatchObject({
      created: 1,
    });
    await app.access.removeMember(company.id, company.bundle.members[1]?.id ?? "");
    expect(await importInvitations(company, [invitation("new", { email })])).toMatchObject({ created: 1 });
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
    expect(await importInvitations(company, out.invitations)).toEqual({
      created: 0,
      updated: 1,
      unchanged: 3,
    });
  });

  test("refuses a creation time after the expiry", async () => {
    const company = await http.company({ invitations: [invitation("one")] });
    await expect(importInvitations(company, [{ id: "invite_one", created: 2_000_000_001 }])).rejects.toThrow(
      /^invitations\[0\]\.created: .*before/,
    );
  });

  test("refuses a changed address, and a second pending invitation of an address that a stored one has", async () => {
    const company = await http.company(joined());
    await expect(
      importInvitations(company, [{ id: "invite_pending", email: "other@example.com" }]),
    ).rejects.toThrow("invitations[0].email: invite_pending is the invitation of Pending@Example.com");
    await expect(importInvitations(company, [{ id: "invite_revoked", state: "pending" }])).rejects.toThrow(
      /invitations\[0\]\.email: .* has a pending invitation already, invite_/,
    );
    await expect(
      importInvitations(company, [invitation(`new${unique()}`, { email: "PENDING@example.com" })]),
    ).rejects.toThrow(/pending invitation already, invite_pending/);
    expect(
      await importInvitations(company, [{ id: "invite_pending", email: "pending@example.COM" }]),
    ).toMatchObject({
      updated: 1,
    });
  });
});
