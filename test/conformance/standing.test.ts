/** The standing of a key's owner and company: what changes it, what it refuses, and that a change counts from the next request on. */
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { NOON, testApp, type TestCompany } from "../support/app.ts";
import { type Level, permissions, person } from "../support/bundle.ts";
import { testOperations } from "../support/cards.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await testApp();
const { access } = http.app;
const operations: readonly Operation[] = http.app.operations.map(({ operation }) => operation);

function goodPair(operation: Operation) {
  return [goodTarget(operation), goodOptions(operation)] as const;
}

/** The refusal of `code`, which is the same wherever it comes from and names no parameter (AUTH-026, AUTH-074). */
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
  readonly key: string;
}

/** A company with an owner and one more member who may do everything. */
async function staffed(): Promise<Staffed> {
  const [owner, other] = [person("owner"), person("other")];
  const company = await http.company({ users: [owner.user, other.user], members: [owner.member, other.member] });
  return { company, member: other.member.id, user: other.user.id, key: await http.keyOf(company.id, other.member.id) };
}

async function codeOf(key: string, target = "/company"): Promise<string> {
  const { status, body } = await http.send<{ error?: { code: string } }>(target, { key });
  return body.error?.code ?? String(status);
}

function setLevel({ company, member }: Staffed, levels: Partial<Record<"company" | "reports" | "api_access", Level>>) {
  return access.setPermissions(company.id, member, permissions("manage", levels));
}

describe("a key whose owner lost the ground for it", () => {
  test("is 403 on every operation after the owner was removed from the company (AUTH-016, AUTH-026)", async () => {
    const staff = await staffed();
    expect(await codeOf(staff.key)).toBe("200");
    await access.removeMember(staff.company.id, staff.member);
    for (const operation of operations) expect(await http.refusal(goodTarget(operation), { key: staff.key, ...goodOptions(operation) })).toEqual(refused("user_removed_from_company"));
    expect(await http.refusal("/nothing", { key: staff.key })).toEqual(refused("user_removed_from_company"));
  });

  test("does not come back to life with a removed owner who comes back", async () => {
    const staff = await staffed();
    await access.removeMember(staff.company.id, staff.member);
    const [, other] = staff.company.bundle.users;
    await access.addMember(staff.company.id, { email: other?.email ?? "", first_name: null, last_name: null, permissions: permissions("manage") });
    expect(await codeOf(staff.key)).toBe("invalid_api_key");
    expect(await codeOf(await http.keyOf(staff.company.id, staff.member))).toBe("200");
  });

  test("is 403 on every operation while the owner is deactivated, and works again afterwards (AUTH-017, AUTH-026)", async () => {
    const staff = await staffed();
    await access.setUserActive(staff.user, false);
    for (const operation of operations) expect(await http.refusal(goodTarget(operation), { key: staff.key, ...goodOptions(operation) })).toEqual(refused("user_inactive"));
    expect(await codeOf(staff.company.key)).toBe("200");
    await access.setUserActive(staff.user, true);
    expect(await codeOf(staff.key)).toBe("200");
  });
});

describe("a permission", () => {
  test("that the owner gains counts from the next request on, with the same key (AUTH-018)", async () => {
    const staff = await staffed();
    await setLevel(staff, { reports: "none" });
    expect(await codeOf(staff.key, "/journal_entries")).toBe("insufficient_permission");
    await setLevel(staff, { reports: "view" });
    expect(await codeOf(staff.key, "/journal_entries")).toBe("200");
  });

  test("that the owner loses is missing from the next request on, with the same key (AUTH-019, AUTH-074)", async () => {
    const staff = await staffed();
    expect(await codeOf(staff.key, "/journal_entries")).toBe("200");
    await setLevel(staff, { reports: "none" });
    expect(await http.refusal("/journal_entries", { key: staff.key })).toEqual(refused("insufficient_permission"));
    expect(await codeOf(staff.key, "/company")).toBe("200");
    expect(await codeOf(staff.company.key, "/journal_entries")).toBe("200");
  });
});

describe("API access", () => {
  test("is needed for every operation, and for paths that are none (AUTH-020, AUTH-074)", async () => {
    const staff = await staffed();
    await setLevel(staff, { api_access: "none" });
    for (const [target, options] of [...operations.map(goodPair), ["/nothing", {}] as const]) {
      expect([target, await http.refusal(target, { key: staff.key, ...options })]).toEqual([target, refused("insufficient_permission")]);
    }
  });

  test("takes all keys of its owner with it for good when it is removed (AUTH-021, AUTH-022)", async () => {
    const staff = await staffed();
    const second = await http.keyOf(staff.company.id, staff.member);
    await setLevel(staff, { api_access: "none" });
    for (const key of [staff.key, second]) expect(await codeOf(key)).toBe("insufficient_permission");
    await setLevel(staff, {});
    for (const key of [staff.key, second]) expect(await http.refusal("/company", { key })).toEqual(refused("invalid_api_key"));
  });

  test("that is restored works with a new key, and only with one (AUTH-023)", async () => {
    const staff = await staffed();
    await setLevel(staff, { api_access: "none" });
    await expect(http.keyOf(staff.company.id, staff.member)).rejects.toThrow(/API access/);
    await setLevel(staff, {});
    expect(await codeOf(await http.keyOf(staff.company.id, staff.member))).toBe("200");
  });

  test("of one company is not that of another (AUTH-024)", async () => {
    const staff = await staffed();
    const [, other] = staff.company.bundle.users;
    const elsewhere = person("owner");
    const second = await http.company({
      users: [elsewhere.user, ...(other ? [other] : [])],
      members: [elsewhere.member, { ...elsewhere.member, id: staff.member, user_id: staff.user }],
    });
    const keyThere = await http.keyOf(second.id, staff.member);
    await setLevel(staff, { api_access: "none" });
    expect(await codeOf(staff.key)).toBe("insufficient_permission");
    expect(await http.read("/company", keyThere)).toMatchObject({ id: second.id });
  });

  test("of one user is not that of the others (AUTH-025)", async () => {
    const staff = await staffed();
    await setLevel(staff, { api_access: "none" });
    expect(await codeOf(staff.company.key)).toBe("200");
  });
});

describe("an operation in early access", () => {
  const beta = new Map(operations.map(({ id }) => [id, "beta"]));

  test("is refused to every company without the feature, on every request (AUTH-027, AUTH-076)", async () => {
    const server = await http.serve({ earlyAccess: beta });
    const [without, withIt] = [await http.company(), await http.company({ features: ["departments", "role_based_access_control", "beta"] })];
    for (const operation of operations) {
      for (let time = 0; time < 2; time += 1) expect(await server.refusal(goodTarget(operation), { key: without.key, ...goodOptions(operation) })).toEqual(refused("feature_disabled"));
      expect((await server.send(goodTarget(operation), { key: withIt.key, ...goodOptions(operation) })).status).toBe(operation.success.status);
    }
    await http.app.company.setFeature(without.id, "beta", true);
    expect(await server.read("/company", without.key)).toMatchObject({ id: without.id });
  });

  test("is refused for the feature before it is for the permission (AUTH-028)", async () => {
    const server = await http.serve({ earlyAccess: beta });
    const staff = await staffed();
    await access.setPermissions(staff.company.id, staff.member, permissions("none", { api_access: "manage" }));
    for (const operation of operations) {
      expect(await server.refusal(goodTarget(operation), { key: staff.key, ...goodOptions(operation) })).toEqual(refused("feature_disabled"));
      expect(await http.refusal(goodTarget(operation), { key: staff.key, ...goodOptions(operation) })).toEqual(refused("insufficient_permission"));
    }
  });

  test("changes nothing when it is refused (AUTH-029)", async () => {
    const handled: string[] = [];
    const writes = testOperations(http.app, (name) => handled.push(name));
    const server = await http.serve({ operations: [...http.app.operations, ...writes], earlyAccess: new Map(writes.map(({ operation }) => [operation.id, "beta"])) });
    const company = await http.company();
    for (const [method, target, body] of [["POST", "/test/renamings", { name: "Changed" }], ["DELETE", "/test/names/x", undefined]] as const) {
      expect(await server.refusal(target, { key: company.key, method, ...(body ? { body } : {}) })).toEqual(refused("feature_disabled"));
    }
    expect(handled).toEqual([]);
    expect(await company.read("/company")).toMatchObject({ name: company.bundle.company.name });
    const real = await http.serve({ earlyAccess: beta });
    const before = await company.read("/team");
    for (const operation of operations.filter(({ hints }) => !hints.readOnly)) {
      expect(await real.refusal(goodTarget(operation), { key: company.key, ...goodOptions(operation) })).toEqual(refused("feature_disabled"));
    }
    expect(await company.read("/team")).toEqual(before);
  });
});

describe("a staging deployment", () => {
  async function companyOf(email: string): Promise<TestCompany> {
    const owner = person("owner", permissions("manage"), email);
    return http.company({ users: [owner.user], members: [owner.member] });
  }

  test("refuses keys of owners outside the operator's domain (AUTH-030)", async () => {
    const server = await http.serve({ stagingDomain: "operator.example" });
    for (const domain of ["elsewhere.example", "operator.example.org", "notoperator.example", "sub.operator.example", "operator-example"]) {
      const company = await companyOf(`outsider.${Math.random()}@${domain}`);
      for (const operation of operations) expect([domain, await server.refusal(goodTarget(operation), { key: company.key, ...goodOptions(operation) })]).toEqual([domain, refused("staging_access_denied")]);
      expect(await http.read("/company", company.key)).toMatchObject({ id: company.id });
    }
  });

  test("takes keys of owners in it (AUTH-031)", async () => {
    const server = await http.serve({ stagingDomain: "operator.example" });
    const company = await companyOf(`insider.${Math.random()}@operator.example`);
    for (const operation of operations) expect((await server.send(goodTarget(operation), { key: company.key, ...goodOptions(operation) })).status).toBe(operation.success.status);
  });
});

describe("a company", () => {
  const noon = Date.parse(NOON) / 1000;

  test.each([
    ["no subscription (AUTH-032)", "none", null],
    ["a trial that has ended (AUTH-033)", "trialing", noon],
    ["a closed subscription (AUTH-034)", "closed", null],
  ] as const)("with %s is refused on every operation", async (_what, status, ends) => {
    const company = await http.company({ company: { subscription: { status, trial_ends_at: ends } } });
    for (const operation of operations) expect(await http.refusal(goodTarget(operation), { key: company.key, ...goodOptions(operation) })).toEqual(refused("subscription_required"));
    await http.app.company.change(company.id, { subscription_status: "active" });
    expect(await codeOf(company.key)).toBe("200");
  });

  test("in its trial is served up to the second in which it ends (AUTH-033)", async () => {
    const company = await http.company({ company: { subscription: { status: "trialing", trial_ends_at: noon + 5 } } });
    const codes: string[] = [];
    for (const second of [4, 5, 6]) {
      http.clock.set(noon + second);
      codes.push(await codeOf(company.key));
    }
    expect(codes).toEqual(["200", "subscription_required", "subscription_required"]);
  });

  test("on Enterprise is never locked out by its subscription", async () => {
    for (const status of ["none", "closed", "past_due"] as const) {
      expect(await codeOf((await http.company({ company: { plan: "enterprise", subscription: { status, trial_ends_at: null } } })).key)).toBe("200");
    }
  });

  test.each([
    ["closed (AUTH-071)", "closed"],
    ["being closed (AUTH-072)", "closing"],
    ["deleted (AUTH-073)", "deleted"],
  ] as const)("that is %s is refused on every request, on Enterprise too", async (_what, lifecycle) => {
    for (const plan of ["growth", "enterprise"] as const) {
      const company = await http.company({ company: { plan } });
      await http.app.company.change(company.id, { lifecycle });
      for (const [target, options] of [...operations.map(goodPair), ["/nothing", {}] as const]) {
        expect([target, await http.refusal(target, { key: company.key, ...options })]).toEqual([target, refused("company_closed")]);
      }
      await http.app.company.change(company.id, { lifecycle: "open" });
      expect(await codeOf(company.key)).toBe("200");
    }
  });

  test("whose plan does not include an operation is told so with the type of a permission (AUTH-075)", async () => {
    const server = await http.serve({ operations: testOperations(http.app) });
    const { key } = await http.company();
    expect(await server.refusal("/test/upgrades", { key, method: "POST" })).toEqual(refused("plan_upgrade_required"));
    const small = await http.company({ company: { plan: "startup" } });
    expect(await http.refusal("/team/invitations/invite_change", { key: small.key, method: "PATCH", body: { access_template: "admin" } })).toEqual(refused("plan_upgrade_required"));
  });
});
