/** New invitations: who may give which access, repeated requests, and addresses that are taken. */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../../../test/support/app.ts";
import {
  AREAS,
  type BundleInvitation,
  type CompanyOverrides,
  invitation,
  permissions,
} from "../../../../../test/support/bundle.ts";
import { bytesOf } from "../../../../../test/support/import.ts";
import {
  BELOW_GROWTH,
  custom,
  INVITATIONS,
  inviteBody,
  LACKING,
  NOTHING,
  ON_GROWTH,
  READ_ONLY,
  staffed,
  teamOf,
  unchanged,
  WITHOUT_FEATURE,
} from "../../../../../test/support/team.ts";
import { present } from "@daybook/words/assert";
import { LIMITS } from "@daybook/words/limits";
import type { InvitationRow } from "../record.ts";
import { teamStore } from "../store.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const TERM = LIMITS.invitation_days.value * 86_400;
const FORBIDDEN = { status: 403, type: "permission_error", code: "insufficient_permission" };
const CONFLICT = { status: 422, type: "invalid_request_error", code: "invitation_invalid", param: "email" };

describe("a new invitation", () => {
  test("is pending, created now by the key's owner, and valid for a limited time (INV-031, INV-032, INV-095, GEN-025)", async () => {
    const { company, other, team, lesser } = await staffed(http, permissions("manage"));
    const { body } = await lesser.invite();
    expect(body.invitation).toMatchObject({
      invited_by: other.member.id,
      created: noon,
      expires: noon + TERM,
    });
    expect(body.invitation.id).toMatch(/^invite_[A-Za-z0-9]+$/);
    expect(await team.pending(body.invitation.id)).toEqual(body.invitation);
    const elsewhere = await http.company({
      users: [other.user],
      members: [{ ...other.member, id: "mbr_elsewhere" }],
    });
    expect(await teamOf(http, elsewhere).pending(body.invitation.id)).toBeUndefined();
    expect(company.id).not.toBe(elsewhere.id);
  });

  test("without Team & access: Manage is refused, and View is not enough (AUTH-047)", async () => {
    for (const level of ["none", "view"] as const) {
      const { company, lesser } = await staffed(http, permissions("manage", { team_access: level }));
      await unchanged(http, company, async () => expect(await lesser.refusedInvite()).toEqual(LACKING));
    }
  });

  test("that gives more access than the key's owner has is refused (INV-033)", async () => {
    for (const area of AREAS.filter((name) => name !== "team_access" && name !== "api_access")) {
      const { company, lesser } = await staffed(http, permissions("manage", { [area]: "view" }));
      await unchanged(http, company, async () => {
        expect([area, await lesser.refusedInvite()]).toMatchObject([
          area,
          { ...FORBIDDEN, param: "permissions" },
        ]);
        expect([
          area,
          await lesser.refusedInvite(custom(permissions("none", { [area]: "manage", api_access: "none" }))),
        ]).toMatchObject([area, { ...FORBIDDEN, param: "permissions" }]);
      });
      expect((await lesser.invite(custom(permissions("manage", { [area]: "view" })))).status).toBe(201);
    }
    const { company, lesser } = await staffed(http, permissions("none", { team_access: "manage" }));
    await unchanged(http, company, async () =>
      expect(await lesser.refusedInvite({ access_template: "read_only" })).toMatchObject({
        ...FORBIDDEN,
        param: "permissions",
      }),
    );
    expect((await lesser.invite(custom(permissions("none", { team_access: "manage" })))).status).toBe(201);
  });

  test("other than full Admin needs an active or trialing Growth plan, and is never made Admin instead (INV-034, INV-041)", async () => {
    for (const overrides of BELOW_GROWTH) {
      const company = await http.company(overrides);
      const team = teamOf(http, company);
      await unchanged(http, company, async () => {
        for (const access of [
          { access_template: "read_only" },
          custom(NOTHING),
          custom(permissions("manage", { billing: "view" })),
        ]) {
          const refusal = await team.refusedInvite(access);
          expect(refusal).toMatchObject({
            status: 403,
            type: "permission_error",
            code: "plan_upgrade_required",
          });
          expect(refusal).not.toHaveProperty("param");
        }
      });
    }
  });

  test("of full Admin needs no plan (INV-035), and no feature (INV-039)", async () => {
    for (const overrides of [
      ...BELOW_GROWTH,
      WITHOUT_FEATURE,
      { ...WITHOUT_FEATURE, company: { plan: "formation" } } satisfies CompanyOverrides,
    ]) {
      expect((await teamOf(http, await http.company(overrides)).invite()).status).toBe(201);
    }
  });

  test("other than full Admin succeeds on Growth, active or in a trial, and on higher plans (INV-036, INV-037)", async () => {
    for (const overrides of ON_GROWTH) {
      const team = teamOf(http, await http.company(overrides));
      expect((await team.invite({ access_template: "read_only" })).body.invitation.access_template).toBe(
        "read_only",
      );
    }
  });

  test("other than full Admin needs role-based access control, and is never made Admin instead (INV-038, INV-041)", async () => {
    const company = await http.company(WITHOUT_FEATURE);
    const team = teamOf(http, company);
    await unchanged(http, company, async () => {
      for (const access of [{ access_template: "read_only" }, custom(NOTHING)]) {
        expect(await team.refusedInvite(access)).toMatchObject({
          status: 403,
          type: "permission_error",
          code: "feature_disabled",
          param: "permissions",
        });
      }
    });
  });

  test("is judged by its permissions, not by the name of the template (INV-040)", async () => {
    const company = await http.company({ ...WITHOUT_FEATURE, company: { plan: "startup" } });
    const { status, body } = await teamOf(http, company).invite(custom(permissions("manage")));
    expect([status, body.invitation.access_template]).toEqual([201, "admin"]);
  });

  test("is refused for the feature first, then for the plan, then for the owner's permissions", async () => {
    const levels = permissions("none", { team_access: "manage" });
    const codes = [];
    for (const overrides of [
      { ...WITHOUT_FEATURE, company: { plan: "startup" } },
      { company: { plan: "startup" } },
      {},
    ] satisfies CompanyOverrides[]) {
      const { lesser } = await staffed(http, levels, overrides);
      codes.push((await lesser.refusedInvite({ access_template: "read_only", email: "nobody" })).code);
    }
    expect(codes).toEqual(["feature_disabled", "plan_upgrade_required", "insufficient_permission"]);
  });
});

describe("a repeated request", () => {
  test("returns the saved invitation, in whatever case the address is written (INV-042, INV-043, INV-050)", async () => {
    const company = await http.company({ invitations: [] });
    const team = teamOf(http, company);
    const first = await team.invite({ email: "Grace@Example.com", access_template: "read_only" });
    http.clock.set(noon + 3_600);
    for (const email of ["Grace@Example.com", "grace@example.com", "GRACE@EXAMPLE.COM"]) {
      const again = await team.invite({ email, ...custom(READ_ONLY) });
      expect([again.status, again.body]).toEqual([
        200,
        { invitation: first.body.invitation, changed: false },
      ]);
    }
    const headers = { "idempotency-key": "one" };
    expect(
      (
        await http.send(INVITATIONS, {
          key: company.key,
          method: "POST",
          body: inviteBody({ access_template: "read_only" }),
          headers,
        })
      ).status,
    ).toBe(200);
    // An idempotency key has no effect: only the content decides if a request is a repeat.
    expect(
      (
        await http.send(INVITATIONS, {
          key: company.key,
          method: "POST",
          body: inviteBody({ email: "hopper@example.com" }),
          headers,
        })
      ).status,
    ).toBe(201);
    expect((await team.read()).invitations).toHaveLength(2);
  });

  test("is recognised by the names, ignoring surrounding blanks (INV-042)", async () => {
    const team = teamOf(http, await http.company({ invitations: [] }));
    const first = await team.invite({ first_name: " Grace\u00a0", last_name: "Ledger " });
    expect(first.body.invitation).toMatchObject({ first_name: "Grace", last_name: "Ledger" });
    const again = await team.invite({ last_name: "\u3000Ledger" });
    expect([again.status, again.body.invitation]).toEqual([200, first.body.invitation]);
  });

  test("is recognised by the address ignoring case, in any alphabet (INV-043)", async () => {
    const team = teamOf(http, await http.company({ invitations: [] }));
    for (const [first, others] of [
      ["ΑΣΑ@x.com", ["ασα@x.com", "ΑΣα@X.com"]],
      ["ÅSA@x.com", ["åsa@x.com"]],
    ] as const) {
      const made = await team.invite({ email: first });
      expect(made.status).toBe(201);
      for (const email of others)
        expect([email, (await team.invite({ email })).body.invitation.id]).toEqual([
          email,
          made.body.invitation.id,
        ]);
    }
    expect((await team.invite({ email: "\u0131x@x.com" })).status).toBe(201);
    // These addresses are refused, because they may be another person's: a domain with a final sigma differs
    // from the same domain with an ordinary sigma.
    for (const email of ["a@βόλος.com", "ας@x.com", "\u0130x@x.com"])
      expect([email, (await team.refusedInvite({ email })).code]).toEqual([email, "invitation_invalid"]);
  });

  test("returns an expired invitation unchanged (INV-099)", async () => {
    const team = teamOf(http, await http.company({ invitations: [] }));
    const first = await team.invite();
    http.clock.set(noon + TERM + 1);
    const again = await team.invite();
    expect([again.status, again.body.invitation]).toEqual([200, first.body.invitation]);
  });

  test("sent many times at once creates one invitation, which every response returns (INV-042)", async () => {
    const { company, owner, team } = await staffed(http, permissions("manage"));
    const second = await http.keyOf(company.id, owner.member.id);
    const asked = Array.from({ length: 20 }, (_, index) =>
      teamOf(http, company, index % 2 === 0 ? company.key : second).invite({
        email: index % 3 === 0 ? "GRACE@example.com" : "grace@example.com",
      }),
    );
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ body }) => body.invitation.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(
      (await team.read()).invitations.filter(({ email }) => email.toLowerCase() === "grace@example.com"),
    ).toHaveLength(1);
  });
});

describe("the database", () => {
  test("refuses a second pending invitation of an address", async () => {
    const company = await http.company({ invitations: [invitation("one")] });
    const second = (change: Partial<InvitationRow>) =>
      http.app.db.transaction(async (tx) => {
        const saved = present(
          await teamStore.findPending(tx, company.id, "ONE.invited@example.com"),
          "the invitation is gone",
        );
        await teamStore.putInvitation(tx, company.id, {
          ...saved,
          id: "invite_two" as InvitationRow["id"],
          ...change,
        });
      });
    await expect(second({ email: "One.Invited@EXAMPLE.com" })).rejects.toThrow(/invitations_one_pending/);
    await second({ state: "revoked" });
    // It also refuses an accepted invitation without a member who accepted it.
    await expect(second({ state: "accepted" })).rejects.toThrow(/check/);
  });
});

test("requests and bundles both enforce the limit on pending invitations", async () => {
  const most = LIMITS.pending_invitations.value;
  const company = await http.company({
    invitations: Array.from({ length: most - 1 }, (_, index) => invitation(`number${index}`)),
  });
  const team = teamOf(http, company);
  expect((await team.invite()).status).toBe(201);
  const refusal = await team.refusedInvite({ email: "ada@example.com" });
  expect(refusal).toMatchObject({
    status: 422,
    code: "invitation_invalid",
    message: `The company has ${most} pending invitations, which is the limit. Revoke some that are not needed.`,
  });
  expect(refusal).not.toHaveProperty("param");
  const put = (...invitations: readonly BundleInvitation[]) =>
    http.app.intake.importBundle(
      bytesOf(
        JSON.stringify({
          format: "daybook.company-bundle",
          version: 1,
          company: { id: company.id },
          invitations,
        }),
      ),
    );
  await expect(put(invitation("number0", { last_name: "Renamed" }), invitation("one"))).rejects.toThrow(
    `invitations[1]: would be one more than the ${most} pending invitations`,
  );
  // A repeated request creates no invitation, and a revoked invitation makes room for a new one.
  expect((await team.invite()).status).toBe(200);
  await put(invitation("one"), invitation("number0", { state: "revoked" }));
  await team.revoke("invite_number1");
  expect((await team.invite({ email: "ada@example.com" })).status).toBe(201);
});

describe("an address that is taken", () => {
  test.each([
    ["another first name (INV-044)", { first_name: "Grâce" }],
    ["a first name in another case (INV-044)", { first_name: "grace" }],
    ["another last name (INV-045)", { last_name: "Hopper" }],
    ["another access (INV-046)", { access_template: "read_only" }],
    [
      "another access, and in another case (INV-049)",
      { access_template: "read_only", email: "GRACE@EXAMPLE.com" },
    ],
  ])("by an invitation with %s is refused, and the saved invitation stays", async (_what, change) => {
    const company = await http.company({ invitations: [] });
    const team = teamOf(http, company);
    const { body } = await team.invite();
    await unchanged(http, company, async () =>
      expect(await team.refusedInvite(change)).toMatchObject(CONFLICT),
    );
    expect(await team.pending(body.invitation.id)).toEqual(body.invitation);
  });

  test("by an invitation of another inviter is refused (INV-047)", async () => {
    const { company, team, lesser } = await staffed(http, permissions("manage"));
    await team.invite();
    await unchanged(http, company, async () => expect(await lesser.refusedInvite()).toMatchObject(CONFLICT));
  });

  test("by a member, active or not, is refused in whatever case it is written (INV-048, INV-049)", async () => {
    for (const active of [true, false]) {
      const { company, other, team } = await staffed(http, permissions("manage"));
      await http.app.access.setUserActive(other.user.id, active);
      await unchanged(http, company, async () => {
        for (const email of [other.user.email, other.user.email.toUpperCase()])
          expect(await team.refusedInvite({ email })).toMatchObject(CONFLICT);
      });
    }
  });

  test("only by a former member, by a revoked invitation or in another company can be invited", async () => {
    const { company, other, team } = await staffed(http, permissions("manage"), {
      invitations: [invitation("revoked", { state: "revoked" })],
    });
    await http.app.access.removeMember(company.id, other.member.id);
    expect((await team.invite({ email: other.user.email })).status).toBe(201);
    expect((await team.invite({ email: "revoked.invited@example.com" })).status).toBe(201);
    const elsewhere = teamOf(http, await http.company({ invitations: [] }));
    expect((await elsewhere.invite({ email: other.user.email })).status).toBe(201);
  });
});
