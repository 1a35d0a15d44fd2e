/** Changing, resending and revoking invitations, and the invitations that can't be changed any more. */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../../../test/support/app.ts";
import {
  type BundleInvitation,
  type CompanyOverrides,
  invitation,
  permissions,
  person,
  SET_UP,
} from "../../../../../test/support/bundle.ts";
import {
  BELOW_GROWTH,
  custom,
  type Invitation,
  LACKING,
  NOTHING,
  ON_GROWTH,
  READ_ONLY,
  staffed,
  teamOf,
  unchanged,
  WITHOUT_FEATURE,
} from "../../../../../test/support/team.ts";
import { LAST_SECOND } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const TERM = LIMITS.invitation_days.value * 86_400;
const FORBIDDEN = { status: 403, type: "permission_error", code: "insufficient_permission" };
const MISSING = { status: 404, type: "invalid_request_error", code: "resource_missing" };
const ADMIN = { access_template: "admin" };

/** A team whose company has one pending invitation, `invite_one`. */
async function invited(more: Partial<BundleInvitation> = {}, overrides: CompanyOverrides = {}) {
  const company = await http.company({ invitations: [invitation("one", more)], ...overrides });
  return { company, team: teamOf(http, company) };
}

describe("a change", () => {
  test("changes the access and nothing else (INV-052, INV-053, INV-054)", async () => {
    const { team } = await invited();
    const before = (await team.pending("invite_one")) as Invitation;
    http.clock.set(noon + 60);
    const { status, body } = await team.change("invite_one", { access_template: "read_only" });
    expect([status, body]).toEqual([
      200,
      {
        invitation: {
          ...before,
          permissions: READ_ONLY,
          access_template: "read_only",
          version: expect.any(String),
        },
        changed: true,
      },
    ]);
    expect(body.invitation.version).not.toBe(before.version);
    expect(await team.pending("invite_one")).toEqual(body.invitation);
  });

  test("to the same access changes nothing (INV-055)", async () => {
    const { company, team } = await invited({ permissions: READ_ONLY });
    await unchanged(http, company, async () => {
      for (const access of [{ access_template: "read_only" }, custom(READ_ONLY)]) {
        expect((await team.change("invite_one", access)).body).toEqual({
          invitation: await team.pending("invite_one"),
          changed: false,
        });
      }
    });
  });

  test("without Team & access: Manage is refused, and View is not enough (AUTH-048)", async () => {
    const { company, lesser } = await staffed(http, permissions("manage", { team_access: "view" }));
    await unchanged(http, company, async () =>
      expect(await lesser.refusedChange("invite_change", ADMIN)).toEqual(LACKING),
    );
  });

  test("needs role-based access control, also for Admin (INV-061)", async () => {
    const { company, team } = await invited({}, WITHOUT_FEATURE);
    await unchanged(http, company, async () => {
      for (const access of [ADMIN, { access_template: "read_only" }, custom(NOTHING)])
        expect(await team.refusedChange("invite_one", access)).toMatchObject({
          status: 403,
          code: "feature_disabled",
        });
    });
  });

  test("needs an active or trialing Growth plan (INV-062), also for Admin (INV-063) and for the present access (INV-064)", async () => {
    for (const overrides of BELOW_GROWTH) {
      const { company, team } = await invited({}, overrides);
      await unchanged(http, company, async () => {
        for (const access of [{ access_template: "read_only" }, ADMIN, custom(NOTHING)])
          expect(await team.refusedChange("invite_one", access)).toMatchObject({
            status: 403,
            code: "plan_upgrade_required",
          });
      });
    }
  });

  test("succeeds on Growth, active or in a trial, and on higher plans (INV-065)", async () => {
    for (const overrides of ON_GROWTH) {
      const { team } = await invited({}, overrides);
      expect((await team.change("invite_one", ADMIN)).body.changed).toBe(true);
    }
  });

  test("to more access than the key's owner has is refused (INV-066)", async () => {
    const { company, lesser } = await staffed(http, permissions("manage", { billing: "view" }));
    await unchanged(http, company, async () => {
      for (const access of [ADMIN, custom({ ...NOTHING, billing: "manage" })])
        expect(await lesser.refusedChange("invite_change", access)).toMatchObject({
          ...FORBIDDEN,
          param: "permissions",
        });
    });
    expect((await lesser.change("invite_change", custom({ ...NOTHING, billing: "view" }))).status).toBe(200);
  });

  test("of an invitation that gives more than the key's owner has is refused, even if it lowers the access (INV-067)", async () => {
    const { company, lesser } = await staffed(http, permissions("manage", { billing: "view" }), {
      invitations: [invitation("one", { permissions: permissions("manage") })],
    });
    await unchanged(http, company, async () => {
      for (const access of [custom(NOTHING), ADMIN])
        expect(await lesser.refusedChange("invite_one", access)).toMatchObject({
          ...FORBIDDEN,
          param: "invitation_id",
        });
    });
  });

  test("of an expired invitation succeeds (INV-098)", async () => {
    const { team } = await invited({ expires: noon - 1 });
    expect((await team.change("invite_one", ADMIN)).body.invitation).toMatchObject({
      access_template: "admin",
      expires: noon - 1,
    });
  });
});

/** Invitations that are not pending or not the company's, and a key with full access to the company. */
async function notPending() {
  const [owner, joined] = [person("owner"), person("joined", READ_ONLY)];
  const foreign = await http.company({ invitations: [invitation("theirs")] });
  const company = await http.company({
    users: [owner.user, joined.user],
    members: [owner.member, joined.member],
    invitations: [
      invitation("accepted", {
        state: "accepted",
        accepted_at: SET_UP,
        accepted_by: joined.member.id,
        permissions: READ_ONLY,
      }),
      invitation("revoked", { state: "revoked" }),
    ],
  });
  return { company, team: teamOf(http, company), foreign, joined };
}

describe("an invitation that is not pending, or not the company's", () => {
  test("can't be changed and counts as missing: unknown (INV-069), another company's (INV-070), accepted (INV-071) or revoked (INV-051)", async () => {
    const { company, team, foreign } = await notPending();
    await unchanged(http, foreign, () =>
      unchanged(http, company, async () => {
        for (const id of [
          "invite_nobodys",
          "invite_theirs",
          "invite_accepted",
          "invite_revoked",
          `invite_${"x".repeat(3_000)}`,
        ]) {
          expect([id, await team.refusedChange(id, ADMIN)]).toEqual([
            id,
            { ...MISSING, param: "invitation_id", message: expect.any(String), doc_url: expect.any(String) },
          ]);
        }
      }),
    );
  });

  test("can't be sent again, and each refusal is the same: unknown (INV-082), accepted (INV-083), another company's (INV-084) or revoked (INV-051) (GEN-084)", async () => {
    const { company, team, foreign } = await notPending();
    await unchanged(http, foreign, () =>
      unchanged(http, company, async () => {
        const { message, doc_url } = await team.refusedResend("invite_nobodys");
        for (const id of ["invite_theirs", "invite_accepted", "invite_revoked"])
          expect([id, await team.refusedResend(id)]).toEqual([id, { ...MISSING, message, doc_url }]);
      }),
    );
  });

  test("is answered as revoked if unknown (INV-086), another company's (INV-087) or revoked before (INV-094)", async () => {
    const { company, team, foreign } = await notPending();
    await unchanged(http, foreign, () =>
      unchanged(http, company, async () => {
        for (const id of [
          "invite_nobodys",
          "invite_theirs",
          "invite_revoked",
          "invite_a-b",
          "x",
          "12345",
          "%F0%9F%92%B0",
          "%00",
          "invite_%00",
          "%00invite_one",
        ]) {
          const answer = await team.revoke(id);
          expect([id, answer.status, answer.text]).toEqual([id, 204, ""]);
        }
      }),
    );
  });

  test("can't be revoked if it was accepted, and its member stays (INV-088, INV-089)", async () => {
    const { company, team, joined } = await notPending();
    const key = await http.keyOf(company.id, company.bundle.members[0]?.id ?? "");
    await unchanged(http, company, async () =>
      expect(await team.refusedRevoke("invite_accepted")).toMatchObject({
        ...MISSING,
        param: "invitation_id",
      }),
    );
    const { members } = await teamOf(http, company, key).read();
    expect(members.find(({ id }) => id === joined.member.id)).toMatchObject({
      active: true,
      permissions: READ_ONLY,
    });
  });
});

describe("sending again", () => {
  test("extends an invitation and changes nothing else (INV-072, INV-096)", async () => {
    const team = teamOf(http, await http.company({ invitations: [] }));
    const { invitation: made } = (await team.invite()).body;
    // The expiry grows even if the invitation is sent again within the same second.
    const first = (await team.resend(made.id)).body;
    expect(first).toEqual({
      invitation: { ...made, expires: made.expires + 1, version: expect.any(String) },
      changed: true,
    });
    http.clock.set(noon + 86_400);
    const second = (await team.resend(made.id)).body;
    expect(second.invitation).toEqual({
      ...made,
      expires: noon + 86_400 + TERM,
      version: expect.any(String),
    });
    expect(new Set([made, first.invitation, second.invitation].map(({ version }) => version)).size).toBe(3);
    expect(await team.pending(made.id)).toEqual(second.invitation);
  });

  test("never moves an expiry past the last representable second", async () => {
    for (const expires of [LAST_SECOND, LAST_SECOND - 1]) {
      const { team } = await invited({ expires });
      for (const _ of [1, 2])
        expect((await team.resend("invite_one")).body.invitation.expires).toBe(LAST_SECOND);
      expect((await team.read()).invitations).toHaveLength(1);
    }
  });

  test("makes an expired invitation valid again", async () => {
    const { team } = await invited({ expires: noon - 1_000_000 });
    expect((await team.resend("invite_one")).body.invitation.expires).toBe(noon + TERM);
  });

  test("by another member does not change the inviter (INV-097)", async () => {
    const { other, team, lesser } = await staffed(http, permissions("manage"));
    const { invitation: made } = (await lesser.invite()).body;
    expect((await team.resend(made.id)).body.invitation).toMatchObject({
      invited_by: other.member.id,
      created: made.created,
    });
  });

  test("without Team & access: Manage is refused, and View is not enough (AUTH-049)", async () => {
    const { company, lesser } = await staffed(http, permissions("manage", { team_access: "view" }));
    await unchanged(http, company, async () =>
      expect(await lesser.refusedResend("invite_resend")).toEqual(LACKING),
    );
  });

  test("needs neither a plan (INV-079) nor the feature (INV-080)", async () => {
    for (const overrides of [...BELOW_GROWTH, WITHOUT_FEATURE]) {
      const { team } = await invited({ permissions: READ_ONLY, expires: noon + 5 }, overrides);
      expect((await team.resend("invite_one")).body.invitation.expires).toBe(noon + TERM);
    }
  });

  test("an invitation that gives more than the key's owner has is refused (INV-081)", async () => {
    const { company, lesser } = await staffed(http, permissions("manage", { taxes: "none" }), {
      invitations: [invitation("one", { permissions: { ...NOTHING, taxes: "view" } })],
    });
    await unchanged(http, company, async () =>
      expect(await lesser.refusedResend("invite_one")).toMatchObject({
        ...FORBIDDEN,
        param: "invitation_id",
      }),
    );
  });
});

describe("revoking", () => {
  test("removes a pending invitation, and a second revocation does nothing (INV-085, INV-094)", async () => {
    const { team } = await invited();
    for (let time = 0; time < 3; time += 1) {
      const answer = await team.revoke("invite_one");
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect((await team.read()).invitations).toEqual([]);
    }
    expect((await team.invite({ email: "one.invited@example.com" })).body.invitation.id).not.toBe(
      "invite_one",
    );
  });

  test("removes an expired invitation too", async () => {
    const { team } = await invited({ expires: noon - 1 });
    await team.revoke("invite_one");
    expect((await team.read()).invitations).toEqual([]);
  });

  test("without Team & access: Manage is refused, and View is not enough (AUTH-050)", async () => {
    const { company, lesser } = await staffed(http, permissions("manage", { team_access: "view" }));
    await unchanged(http, company, async () =>
      expect(await lesser.refusedRevoke("invite_revoke")).toEqual(LACKING),
    );
  });

  test("an invitation that gives more than the key's owner has is refused (INV-090)", async () => {
    const { company, lesser } = await staffed(http, permissions("manage", { taxes: "view" }), {
      invitations: [invitation("one", { permissions: { ...NOTHING, taxes: "manage" } })],
    });
    await unchanged(http, company, async () =>
      expect(await lesser.refusedRevoke("invite_one")).toMatchObject({
        ...FORBIDDEN,
        param: "invitation_id",
      }),
    );
  });

  test("needs neither a plan nor the feature (INV-093)", async () => {
    for (const overrides of [...BELOW_GROWTH, WITHOUT_FEATURE]) {
      const { team } = await invited({ permissions: READ_ONLY }, overrides);
      expect((await team.revoke("invite_one")).status).toBe(204);
      expect((await team.read()).invitations).toEqual([]);
    }
  });
});

describe("the expiry", () => {
  test("passes without changing the invitation (INV-098, INV-099)", async () => {
    const team = teamOf(http, await http.company({ invitations: [] }));
    const { invitation: made } = (await team.invite()).body;
    for (const at of [made.expires - 1, made.expires, made.expires + 1, made.expires + 400 * 86_400]) {
      http.clock.set(at);
      expect((await team.read()).invitations).toEqual([made]);
    }
  });
});
