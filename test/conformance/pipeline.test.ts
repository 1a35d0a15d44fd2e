/**
 * The order of the pipeline, which is itself promised: for each neighbouring pair of stages, a request
 * that both would refuse is refused by the earlier one. A new stage fails here until its fault is written.
 */
import { describe, expect, test } from "vitest";
import { PIPELINE } from "../../src/interfaces/dispatch/pipeline.ts";
import { countersWith, NOON, testApp } from "../support/app.ts";
import { type CompanyOverrides, permissions, person } from "../support/bundle.ts";
import { testOperations } from "../support/cards.ts";
import { loggedSoFar } from "../support/between.ts";

const http = await testApp();
const operations = [...http.app.operations, ...testOperations(http.app)];

/** One way in which a request is refused by one stage. */
interface Fault {
  /** What is refused with: a code, and the sentence where two stages share a code. */
  readonly code: string;
  readonly message?: RegExp;
  /** Whose burst is over. */
  readonly busy?: "key" | "address";
  /** The company may make no request in this month. */
  readonly spent?: boolean;
  /** Nothing is worked on, and nothing may wait. */
  readonly crowded?: boolean;
  readonly key?: string;
  readonly owner?: "inactive" | "removed";
  readonly email?: string;
  readonly company?: CompanyOverrides["company"];
  readonly levels?: Parameters<typeof permissions>[1];
  readonly method?: string;
  readonly earlyAccess?: boolean;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const NOBODYS = `svc_${"0".repeat(52)}`;

/** Faults that a request to the grouped income statement may have, by the stage that refuses them. */
const FAULTS: Readonly<Record<string, Fault>> = {
  "unauthenticated burst": {
    code: "rate_limit_exceeded",
    message: /from this address/,
    key: NOBODYS,
    busy: "address",
  },
  authenticate: { code: "invalid_api_key", key: NOBODYS },
  "key burst": { code: "rate_limit_exceeded", message: /in this minute/, busy: "key" },
  "owner state": { code: "user_inactive", owner: "inactive" },
  staging: { code: "staging_access_denied", email: "owner@elsewhere.example.com" },
  closure: { code: "company_closed", company: { state: "closed" } },
  subscription: {
    code: "subscription_required",
    company: { subscription: { status: "none", trial_ends_at: null } },
  },
  "API access": { code: "insufficient_permission", levels: { api_access: "none" } },
  month: { code: "monthly_limit_exceeded", spent: true },
  // The path without this method, so that the stages behind, which know the operation, would refuse too.
  route: { code: "resource_missing", method: "POST" },
  "early access": { code: "feature_disabled", earlyAccess: true },
  permission: { code: "insufficient_permission", levels: { reports: "none" } },
  gates: { code: "feature_disabled", query: { group_by: "department" } },
  turn: { code: "service_unavailable", crowded: true },
  input: { code: "invalid_date", query: { end_date: "banana" } },
  handler: { code: "invalid_date_range", query: { start_date: "2026-02-01", end_date: "2026-01-01" } },
};

/** What decides by the body is asked of a request that makes a rule, together with the stages beside it. */
const FAULTS_OF_A_RULE: Readonly<Record<string, Fault>> = {
  input: { code: "invalid_request", body: { name: 1 } },
  "input gates": { code: "insufficient_permission", levels: { transactions: "view" } },
  handler: { code: "resource_missing", body: { category_id: "cat_nobodys" } },
};
const RULE = {
  name: "Rule",
  conditions: [{ field: "description", operator: "contains", value: "x" }],
  category_id: "cat_software",
};

/** The faults of these stages, of one and the same request. */
function faultsOf(...stages: readonly string[]): Fault[] {
  const known = stages.includes("input gates") ? FAULTS_OF_A_RULE : FAULTS;
  return stages.map((stage) => {
    const fault = known[stage];
    if (!fault) throw new Error(`write down what the stage ${stage} refuses`);
    return known === FAULTS ? fault : { ...fault, body: fault.body ?? {} };
  });
}

const STAGING = "operator.example.com";

/** The error of a request that has all of these faults at once. */
async function refusalOf(...faults: readonly Fault[]) {
  const all = Object.assign({}, ...faults) as Fault;
  const query = Object.assign({}, ...faults.toReversed().map((fault) => fault.query ?? {})) as Record<
    string,
    string
  >;
  const levels = Object.assign({}, ...faults.map((fault) => fault.levels ?? {})) as Fault["levels"];
  const bodies = faults.flatMap(({ body }) => body ?? []);
  const company = Object.assign({}, ...faults.map((fault) => fault.company ?? {})) as NonNullable<
    CompanyOverrides["company"]
  >;
  const good = person(
    "owner",
    permissions("manage"),
    all.email === undefined ? `owner.${Math.random()}@${STAGING}` : `${Math.random()}.${all.email}`,
  );
  const created = await http.company({ users: [good.user], members: [good.member], features: [] });
  // The key was made while the owner was in good standing; what is wrong came later.
  await http.put({
    ...created.bundle,
    company: { ...created.bundle.company, ...company },
    users: [{ ...good.user, active: all.owner !== "inactive" }],
    members: [{ ...good.member, permissions: permissions("manage", levels) }],
    overrides: all.spent ? [{ month: NOON.slice(0, 7), requests: 0 }] : [],
    categories: [],
    departments: [],
    journal: [],
  });
  const server = await http.serve({
    operations,
    counters: countersWith(...faults.flatMap(({ busy }) => busy ?? [])),
    stagingDomain: STAGING,
    earlyAccess: new Map(all.earlyAccess ? [["getIncomeStatement", "beta"]] : []),
    ...(all.crowded ? { turns: { atWork: 0, waiting: 0 } } : {}),
  });
  const faultWanted = all.crowded ?? false;
  if (bodies.length > 0)
    return server.refusal("/rules", {
      key: created.key,
      method: "POST",
      faultWanted,
      body: Object.assign({}, RULE, ...bodies.toReversed()) as object,
    });
  const target = `/reports/income_statement?${new URLSearchParams(query)}`;
  return server.refusal(target, { key: all.key ?? created.key, method: all.method ?? "GET", faultWanted });
}

const refusing = PIPELINE.map(({ name }) => name).filter((name) => name !== "response check");

describe("each stage of the pipeline", () => {
  test.each(refusing)("%s refuses what is its own to refuse", async (name) => {
    const [fault] = faultsOf(name);
    const refusal = await refusalOf(...faultsOf(name));
    expect(refusal.code).toBe(fault?.code);
    expect(refusal.message).toMatch(fault?.message ?? /./);
  });
});

describe("a request with two faults is refused for the earlier one", () => {
  const pairs = refusing.slice(1).map((later, index) => [refusing[index] ?? "", later] as const);
  test.each(pairs)("%s before %s", async (earlier, later) => {
    const [first, second] = faultsOf(earlier, later);
    if (!first || !second) throw new Error("two stages have two faults");
    // The pair must be told apart by more than the code, else nothing is shown.
    expect(`${first.code} ${first.message ?? ""}` === `${second.code} ${second.message ?? ""}`).toBe(false);
    const refusal = await refusalOf(first, second);
    expect(refusal.code).toBe(first.code);
    expect(refusal.message).toMatch(first.message ?? /./);
  });

  test("and the order of the last stages: input, handler, response check", async () => {
    const events: string[] = [];
    const server = await http.serve({
      operations: [...http.app.operations, ...testOperations(http.app, (name) => events.push(name))],
    });
    const { key } = await http.company();
    // What breaks its card's promise has run and is not let out.
    const broken = await server.refusal("/test/broken", { key, faultWanted: true });
    expect(broken).toMatchObject({ status: 500, code: "internal_error", type: "api_error" });
    expect(broken.message).not.toMatch(/promise|amount/);
    expect(loggedSoFar()).toMatch(/breakPromise answered what its card does not promise/);
    expect(events).toEqual(["breakPromise"]);
    // A handler does not run on input that is refused.
    expect(await server.refusal("/test/renamings", { key, method: "POST", body: {} })).toMatchObject({
      code: "parameter_missing",
    });
    expect(events).toEqual(["breakPromise"]);
  });
});

test("a write whose answer breaks its card's schema is not reported as one that changed nothing", async () => {
  const breaking = http.app.operations.map((bound) =>
    ["resendInvitation", "getTeam"].includes(bound.operation.id)
      ? {
          ...bound,
          handle: async (call: Parameters<typeof bound.handle>[0]) => void (await bound.handle(call)),
        }
      : bound,
  );
  const server = await http.serve({ operations: breaking });
  const company = await http.company();
  const expires = async () =>
    (await company.read<{ invitations: { id: string; expires: number }[] }>("/team")).invitations.find(
      ({ id }) => id === "invite_resend",
    )?.expires;
  const before = await expires();
  const refusal = await server.refusal("/team/invitations/invite_resend/resend", {
    key: company.key,
    method: "POST",
    faultWanted: true,
  });
  expect(refusal).toMatchObject({
    status: 500,
    code: "internal_error",
    message: expect.stringMatching(/after the request was carried out/),
  });
  expect(await expires()).not.toBe(before);
  expect((await server.refusal("/team", { key: company.key, faultWanted: true })).message).toMatch(
    /nothing was changed/,
  );
});

describe("the phases", () => {
  test("everything before the turn is decided before the body has arrived", () => {
    const phases = PIPELINE.map(({ phase }) => phase);
    expect(phases.lastIndexOf("head")).toBe(PIPELINE.findIndex(({ name }) => name === "turn") - 1);
    expect(phases.indexOf("body")).toBe(PIPELINE.findIndex(({ name }) => name === "turn"));
  });
});
