/**
 * The standing of a key's owner and company: every way to change it, and that a change takes effect with the
 * next request. The refusals themselves are tested in `matrix.test.ts`.
 */
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { NOON, type TestCompany } from "../support/app.ts";
import { type CompanyOverrides, type Level, permissions, person } from "../support/bundle.ts";
import { testOperations } from "../support/cards.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await everyDoor();
const { access } = http.app;
const operations: readonly Operation[] = http.bound.map(({ operation }) => operation);

/**
 * Returns the expected refusal with a code. It is the same for every origin and has no `param` (AUTH-026,
 * AUTH-074).
 */
function refused(code: string) {
  const status = code === "invalid_api_key" ? 401 : 403;
  return {
    status,
    type: status === 401 ? "authentication_error" : "permission_error",
    code,
    message: expect.any(String),
    doc_url: `https://docs.example.com/api-reference/errors#${code}`,
  };
}

interface Staffed {
  readonly company: TestCompany;
  /** The member whose standing changes, with a key. */
  readonly member: string;
  readonly user: string;
  readonly email: string;
  readonly key: string;
  /** The same user's key for another company. */
  readonly keyElsewhere: string;
}

/**
 * Makes a company with an owner and another member. The member may do everything, here and in another
 * company.
 */
async function staffed(): Promise<Staffed> {
  const [owner, { user, member }] = [person("owner"), person("other")];
  const company = await http.company({ users: [owner.user, user], members: [owner.member, member] });
  const { key: keyElsewhere } = await http.company({ users: [user], members: [member] });
  return {
    company,
    member: member.id,
    user: user.id,
    email: user.email,
    key: await http.keyOf(company.id, member.id),
    keyElsewhere,
  };
}

async function codeOf(key: string, target = "/company"): Promise<string> {
  const { status, body } = await http.send<{ error?: { code: string } }>(target, { key });
  return body.error?.code ?? String(status);
}

function setLevel(
  { company, member }: Staffed,
  levels: Partial<Record<"company" | "reports" | "api_access", Level>>,
) {
  return access.changePermissions(company.id, member, () => permissions("manage", levels));
}

describe("a key", () => {
  test("is 403 while the owner is deactivated, and works again afterwards (AUTH-017)", async () => {
    const staff = await staffed();
    await access.setUserActive(staff.user, false);
    expect(await codeOf(staff.key)).toBe("user_inactive");
    expect(await codeOf(staff.company.key)).toBe("200");
    await access.setUserActive(staff.user, true);
    expect(await codeOf(staff.key)).toBe("200");
  });
});

describe("a permission", () => {
  test("that the owner gains takes effect with the next request of the same key (AUTH-018)", async () => {
    const staff = await staffed();
    await setLevel(staff, { reports: "none" });
    expect(await codeOf(staff.key, "/journal_entries")).toBe("insufficient_permission");
    await setLevel(staff, { reports: "view" });
    expect(await codeOf(staff.key, "/journal_entries")).toBe("200");
  });

  test("that the owner loses is missing for the next request of the same key (AUTH-019, AUTH-074)", async () => {
    const staff = await staffed();
    expect(await codeOf(staff.key, "/journal_entries")).toBe("200");
    await setLevel(staff, { reports: "none" });
    expect(await http.refusal("/journal_entries", { key: staff.key })).toEqual(
      refused("insufficient_permission"),
    );
    expect(await codeOf(staff.key, "/company")).toBe("200");
    expect(await codeOf(staff.company.key, "/journal_entries")).toBe("200");
  });
});

/**
 * A way in which a member loses API access, the code of the refusal meanwhile, and the way to get access
 * back.
 */
interface Loss {
  readonly code: string;
  readonly lose: (staff: Staffed) => Promise<unknown>;
  readonly giveBack: (staff: Staffed) => Promise<unknown>;
}

/** Imports the company again with a changed member. */
function importMember({ company, member }: Staffed, change: object): Promise<void> {
  return http.put({
    ...company.bundle,
    members: company.bundle.members.map((row) => (row.id === member ? { ...row, ...change } : row)),
  });
}

const WITHOUT = permissions("manage", { api_access: "none" });
const asBefore = (staff: Staffed) => importMember(staff, {});

const LOSSES: Readonly<Record<string, Loss>> = {
  "permissions that were changed": {
    code: "insufficient_permission",
    lose: (staff) => setLevel(staff, { api_access: "none" }),
    giveBack: (staff) => setLevel(staff, {}),
  },
  "permissions of a bundle": {
    code: "insufficient_permission",
    lose: (staff) => importMember(staff, { permissions: WITHOUT }),
    giveBack: asBefore,
  },
  "an access template of a bundle": {
    code: "insufficient_permission",
    lose: (staff) => importMember(staff, { permissions: undefined, access_template: "read_only" }),
    giveBack: asBefore,
  },
  "a removal": {
    code: "user_removed_from_company",
    lose: ({ company, member }) => access.removeMember(company.id, member),
    giveBack: ({ company, email }) =>
      access.addMember(company.id, {
        email,
        first_name: null,
        last_name: null,
        permissions: permissions("manage"),
      }),
  },
  "a removal by a bundle": {
    code: "user_removed_from_company",
    lose: (staff) => importMember(staff, { removed_at: 1_750_000_000 }),
    giveBack: asBefore,
  },
  "a removal that came after lost API access": {
    code: "user_removed_from_company",
    lose: async (staff) => {
      await importMember(staff, { permissions: WITHOUT });
      await importMember(staff, { permissions: WITHOUT, removed_at: 1_750_000_000 });
    },
    giveBack: asBefore,
  },
};

describe.each(Object.entries(LOSSES))(
  "API access that is lost through %s",
  (_way, { code, lose, giveBack }) => {
    test("ends all keys of its owner for the company for good, and no other keys (AUTH-016, AUTH-020, AUTH-021, AUTH-022, AUTH-024, AUTH-025)", async () => {
      const staff = await staffed();
      const keys = [staff.key, await http.keyOf(staff.company.id, staff.member)];
      for (const key of keys) expect(await codeOf(key)).toBe("200");
      await lose(staff);
      for (const key of keys) expect(await http.refusal("/company", { key })).toEqual(refused(code));
      await expect(http.keyOf(staff.company.id, staff.member)).rejects.toThrow(/API access/);
      expect([await codeOf(staff.company.key), await codeOf(staff.keyElsewhere)]).toEqual(["200", "200"]);
      await giveBack(staff);
      for (const key of keys)
        expect(await http.refusal("/company", { key })).toEqual(refused("invalid_api_key"));
    });

    test("returns only with a new key (AUTH-023)", async () => {
      const staff = await staffed();
      await lose(staff);
      await giveBack(staff);
      expect([
        await codeOf(staff.key),
        await codeOf(await http.keyOf(staff.company.id, staff.member)),
      ]).toEqual(["invalid_api_key", "200"]);
    });
  },
);

describe("an operation in early access", () => {
  const beta = new Map(operations.map(({ id }) => [id, "beta"]));

  test("is available to a company with the feature as soon as the feature is switched on", async () => {
    const server = await http.serve({ earlyAccess: beta });
    const withIt = await http.company({
      ...ORDINARY,
      features: ["departments", "role_based_access_control", "beta"],
    });
    for (const operation of operations)
      expect(
        (await server.send(goodTarget(operation), { key: withIt.key, ...goodOptions(operation) })).status,
      ).toBe(operation.success.status);
    const without = await http.company();
    for (let time = 0; time < 2; time += 1)
      expect(await server.refusal("/company", { key: without.key })).toEqual(refused("feature_disabled"));
    await http.app.company.setFeature(without.id, "beta", true);
    expect(await server.read("/company", without.key)).toMatchObject({ id: without.id });
  });
});

describe("a staging deployment", () => {
  async function companyOf(email: string, records: CompanyOverrides = {}): Promise<TestCompany> {
    const owner = person("owner", permissions("manage"), email);
    return http.company({ ...records, users: [owner.user], members: [owner.member] });
  }

  test("refuses keys of owners outside the operator's domain (AUTH-030)", async () => {
    const server = await http.serve({ stagingDomain: "operator.example" });
    for (const domain of [
      "elsewhere.example",
      "operator.example.org",
      "notoperator.example",
      "sub.operator.example",
      "operator-example",
    ]) {
      const company = await companyOf(`outsider.${Math.random()}@${domain}`);
      expect([domain, await server.refusal("/company", { key: company.key })]).toEqual([
        domain,
        refused("staging_access_denied"),
      ]);
      expect(await http.read("/company", company.key)).toMatchObject({ id: company.id });
    }
  });

  test("accepts keys of owners in the operator's domain (AUTH-031)", async () => {
    const server = await http.serve({ stagingDomain: "operator.example" });
    const company = await companyOf(`insider.${Math.random()}@operator.example`, ORDINARY);
    for (const operation of operations)
      expect(
        (await server.send(goodTarget(operation), { key: company.key, ...goodOptions(operation) })).status,
      ).toBe(operation.success.status);
  });
});

describe("a company", () => {
  const noon = Date.parse(NOON) / 1000;

  test.each(["none", "closed"] as const)(
    "whose subscription is %s is served as soon as it is active",
    async (status) => {
      const company = await http.company({ company: { subscription: { status, trial_ends_at: null } } });
      expect(await codeOf(company.key)).toBe("subscription_required");
      await http.app.company.change(company.id, { subscription_status: "active" });
      expect(await codeOf(company.key)).toBe("200");
    },
  );

  test("in its trial is served until the second in which the trial ends (AUTH-033)", async () => {
    const company = await http.company({
      company: { subscription: { status: "trialing", trial_ends_at: noon + 5 } },
    });
    const codes: string[] = [];
    for (const second of [4, 5, 6]) {
      http.clock.set(noon + second);
      codes.push(await codeOf(company.key));
    }
    expect(codes).toEqual(["200", "subscription_required", "subscription_required"]);
  });

  test("on Enterprise is never refused because of its subscription", async () => {
    for (const status of ["none", "closed", "past_due"] as const) {
      expect(
        await codeOf(
          (
            await http.company({
              company: { plan: "enterprise", subscription: { status, trial_ends_at: null } },
            })
          ).key,
        ),
      ).toBe("200");
    }
  });

  test.each(["closed", "closing", "deleted"] as const)(
    "that is %s is refused on Enterprise too, until it is open again",
    async (lifecycle) => {
      const company = await http.company({ company: { plan: "enterprise" } });
      await http.app.company.change(company.id, { lifecycle });
      expect(await codeOf(company.key)).toBe("company_closed");
      await http.app.company.change(company.id, { lifecycle: "open" });
      expect(await codeOf(company.key)).toBe("200");
    },
  );

  test("whose plan does not include an operation gets a permission error (AUTH-075)", async () => {
    const server = await http.serve({ operations: testOperations(http.app) });
    const { key } = await http.company();
    expect(await server.refusal("/test/upgrades", { key, method: "POST" })).toEqual(
      refused("plan_upgrade_required"),
    );
    const small = await http.company({ company: { plan: "startup" } });
    expect(
      await http.refusal("/team/invitations/invite_change", {
        key: small.key,
        method: "PATCH",
        body: { access_template: "admin" },
      }),
    ).toEqual(refused("plan_upgrade_required"));
  });
});
