/**
 * Rules of access: nobody can give more access than their own. And versions: they differ exactly when an
 * invitation differs.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AREAS,
  type Area,
  type Level,
  LEVELS,
  levelsOf,
  type Permissions,
  PRESETS,
  reaches,
} from "@daybook/words/areas";
import { unixSeconds } from "@daybook/words/civil-date";
import { isGrowthOrHigher } from "../company/index.ts";
import type { InvitationRow } from "./record.ts";
import { planRefusal, grantRefusal, mayManage, versionOf } from "./rules.ts";

const permissions = fc
  .tuple(...AREAS.map((area) => fc.constantFrom(...levelsOf(area))))
  .map(
    (levels) => Object.fromEntries(AREAS.map((area, index) => [area, levels[index]])) as Record<Area, Level>,
  );

describe("mayManage", () => {
  test("lets a full Admin manage every access, and any member their own", () => {
    fc.assert(
      fc.property(
        permissions,
        (levels) =>
          mayManage(PRESETS.admin, levels) && mayManage(levels, levels) && mayManage(levels, PRESETS.none),
      ),
    );
  });

  test("never lets a member give a higher level than their own, not even through an invited person", () => {
    fc.assert(
      fc.property(permissions, permissions, permissions, (first, second, third) => {
        const widened = AREAS.some((area) => !reaches(first[area], second[area]));
        expect(mayManage(first, second)).toBe(!widened);
        expect(grantRefusal(first, second) === null).toBe(!widened);
        // A person whom the first member may invite can't invite anybody whom the first member may not.
        if (mayManage(first, second) && mayManage(second, third)) expect(mayManage(first, third)).toBe(true);
      }),
    );
  });

  test("refuses full Admin to a member with a lower level in any one area", () => {
    for (const area of AREAS) {
      for (const level of levelsOf(area).filter((each) => each !== "manage")) {
        const lower: Permissions = { ...PRESETS.admin, [area]: level };
        expect([area, mayManage(lower, PRESETS.admin)]).toEqual([area, false]);
        expect(
          LEVELS.filter(
            (each) => levelsOf(area).includes(each) && mayManage(lower, { ...PRESETS.none, [area]: each }),
          ),
        ).toEqual(levelsOf(area).slice(0, levelsOf(area).indexOf(level) + 1));
      }
    }
  });
});

describe("planRefusal", () => {
  const now = unixSeconds(1_779_303_600);
  const growth = { plan: "growth", subscription_status: "active", trial_ends_at: null } as const;

  test("applies to every set of permissions but full Admin", () => {
    const bare = { features: new Set<string>(), subscription: { ...growth, plan: "formation" } } as const;
    fc.assert(
      fc.property(
        permissions,
        (levels) =>
          (planRefusal(bare, levels, now) === null) === AREAS.every((area) => levels[area] === "manage"),
      ),
    );
    expect(planRefusal(bare, PRESETS.admin, now)).toBeNull();
    expect(
      planRefusal(
        { features: new Set(["role_based_access_control"]), subscription: growth },
        PRESETS.none,
        now,
      ),
    ).toBeNull();
  });

  test("of the plan closes in the second in which a trial ends", () => {
    const trial = { plan: "growth", subscription_status: "trialing", trial_ends_at: now } as const;
    expect([-1, 0, 1].map((seconds) => isGrowthOrHigher(trial, unixSeconds(now + seconds)))).toEqual([
      true,
      false,
      false,
    ]);
    for (const subscription_status of ["past_due", "closed", "none"] as const)
      expect(isGrowthOrHigher({ ...growth, subscription_status }, now)).toBe(false);
    expect(isGrowthOrHigher({ ...growth, plan: "enterprise", subscription_status: "past_due" }, now)).toBe(
      true,
    );
  });
});

describe("versionOf", () => {
  const row: InvitationRow = {
    id: "invite_one" as InvitationRow["id"],
    first_name: "Grace",
    last_name: "Ledger",
    email: "grace@example.com",
    permissions: PRESETS.read_only,
    invited_by: null,
    created: unixSeconds(1),
    expires: unixSeconds(2),
    revision: 1,
    state: "pending",
    accepted_at: null,
    accepted_by: null,
  };

  test("differs whenever the invitation shows something else, and only then", () => {
    const others: readonly Partial<InvitationRow>[] = [
      {},
      { id: "invite_two" as InvitationRow["id"] },
      { revision: 2 },
      { first_name: "Ada" },
      { last_name: "Lace" },
      { first_name: "Grace Ledger" },
      { email: "Grace@example.com" },
      { permissions: PRESETS.admin },
      { invited_by: "mbr_one" as InvitationRow["invited_by"] },
      { created: unixSeconds(2) },
      { expires: unixSeconds(3) },
    ];
    expect(new Set(others.map((other) => versionOf({ ...row, ...other }))).size).toBe(others.length);
    const turned = Object.fromEntries(Object.entries(row.permissions).toReversed()) as Permissions;
    expect(versionOf({ ...row, permissions: turned })).toBe(versionOf(row));
  });

  test("differs for every invitation and revision, in no order", () => {
    const versions = Array.from({ length: 200 }, (_, index) =>
      versionOf({
        ...row,
        id: `invite_${index % 2}` as InvitationRow["id"],
        revision: 1 + Math.floor(index / 2),
      }),
    );
    expect(new Set(versions).size).toBe(200);
    for (const version of versions) expect(version).toMatch(/^[\w-]{22}$/);
    expect(versions.toSorted()).not.toEqual(versions);
  });
});
