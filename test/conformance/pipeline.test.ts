/**
 * The order of the pipeline's stages, which is part of the API's contract: for each pair of adjacent stages,
 * a request that both would refuse is refused by the earlier one. A new stage fails here until FAULTS has its
 * fault.
 */
import { describe, expect, test } from "vitest";
import { PIPELINE } from "../../src/interfaces/dispatch/pipeline.ts";
import { countersWith, NOON } from "../support/app.ts";
import { type CompanyOverrides, permissions, person } from "../support/bundle.ts";
import { testOperations } from "../support/cards.ts";
import { loggedSoFar } from "../support/between.ts";
import { everyDoor } from "./doors.ts";

const http = await everyDoor();
const operations = [...http.bound, ...testOperations(http.app)];

/** A fault of a request, because of which one stage refuses the request. */
interface Fault {
  /** The code of the refusal. */
  readonly code: string;
  /** The message of the refusal, if two stages have the same code. */
  readonly message?: RegExp;
  /** The counter that is over the burst limit. */
  readonly busy?: "key" | "address";
  /** True if the monthly limit of the company is reached. */
  readonly spent?: boolean;
  /** True if no request may run or wait. */
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

/** The faults of a request for the income statement, by the stage that refuses them. */
const FAULTS: Readonly<Record<string, Fault>> = {
  "unauthenticated burst": {
    code: "rate_limit_exceeded",
    message: /^Too many requests without a valid API key from this address in this minute\.$/,
    key: NOBODYS,
    busy: "address",
  },
  authenticate: {
    code: "invalid_api_key",
    message:
      /^The API key is missing, malformed, unknown or revoked\. Send it as `Authorization: Bearer svc_/,
    key: NOBODYS,
  },
  "key burst": { code: "rate_limit_exceeded", message: /in this minute/, busy: "key" },
  "owner state": {
    code: "user_inactive",
    message: /^The owner of this API key is deactivated\.$/,
    owner: "inactive",
  },
  staging: { code: "staging_access_denied", email: "owner@elsewhere.example.com" },
  closure: { code: "company_closed", company: { state: "closed" } },
  subscription: {
    code: "subscription_required",
    company: { subscription: { status: "none", trial_ends_at: null } },
  },
  "API access": {
    code: "insufficient_permission",
    message:
      /^The owner of this API key lacks API access: Manage or the permission that this operation needs\.$/,
    levels: { api_access: "none" },
  },
  month: {
    code: "monthly_limit_exceeded",
    message: /^The company's 0 requests of this month are used up\. The next month begins on 2026-06-01 /,
    spent: true,
  },
  // A known path with another method, so that later stages, which need the operation, would refuse it too.
  route: { code: "resource_missing", method: "POST" },
  "early access": { code: "feature_disabled", earlyAccess: true },
  permission: { code: "insufficient_permission", levels: { reports: "none" } },
  gates: {
    code: "feature_disabled",
    message: /^This feature is not enabled for the company\.$/,
    query: { group_by: "department" },
  },
  turn: {
    code: "service_unavailable",
    message: /^Too many requests are waiting already\. Retry with exponential backoff\.$/,
    crowded: true,
  },
  input: { code: "invalid_date", query: { end_date: "banana" } },
  handler: { code: "invalid_date_range", query: { start_date: "2026-02-01", end_date: "2026-01-01" } },
};

/**
 * The faults of a request that creates a rule, for the stage that checks the body and its adjacent stages.
 */
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

/** Returns the faults for some stages, all of the same kind of request. */
function faultsOf(...stages: readonly string[]): Fault[] {
  const faults = stages.includes("input gates") ? FAULTS_OF_A_RULE : FAULTS;
  return stages.map((stage) => {
    const fault = faults[stage];
    if (!fault) throw new Error(`add a fault that the stage ${stage} refuses`);
    return faults === FAULTS ? fault : { ...fault, body: fault.body ?? {} };
  });
}

const STAGING = "operator.example.com";

/** Returns the error of a request that has all of these faults. */
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
  // The key was made while everything was in order; the faults are imported later.
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
  test.each(refusing)("%s refuses its own fault", async (name) => {
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
    // The refusals of the two stages must differ, otherwise the test would prove nothing.
    expect(`${first.code} ${first.message ?? ""}` === `${second.code} ${second.message ?? ""}`).toBe(false);
    const refusal = await refusalOf(first, second);
    expect(refusal.code).toBe(first.code);
    expect(refusal.message).toMatch(first.message ?? /./);
  });

  test("and the order of the last stages: input, handler, response check", async () => {
    const events: string[] = [];
    const server = await http.serve({
      operations: [...http.bound, ...testOperations(http.app, (name) => events.push(name))],
    });
    const { key } = await http.company();
    // The handler ran, but its answer violates the operation's card and is not sent.
    const broken = await server.refusal("/test/broken", { key, faultWanted: true });
    expect(broken).toMatchObject({ status: 500, code: "internal_error", type: "api_error" });
    expect(broken.message).not.toMatch(/promise|amount/);
    expect(loggedSoFar()).toMatch(/breakPromise answered what its card does not promise/);
    expect(events).toEqual(["breakPromise"]);
    // A handler does not run if the input is refused.
    expect(await server.refusal("/test/renamings", { key, method: "POST", body: {} })).toMatchObject({
      code: "parameter_missing",
    });
    expect(events).toEqual(["breakPromise"]);
  });
});

test("a write whose answer breaks its card's schema is not reported as one that changed nothing", async () => {
  const breaking = http.bound.map((bound) =>
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
    /^Something went wrong on our side; nothing was changed\.$/,
  );
});

describe("the phases", () => {
  test("all stages before the turn decide before the body has arrived", () => {
    const phases = PIPELINE.map(({ phase }) => phase);
    expect(phases.lastIndexOf("head")).toBe(PIPELINE.findIndex(({ name }) => name === "turn") - 1);
    expect(phases.indexOf("body")).toBe(PIPELINE.findIndex(({ name }) => name === "turn"));
  });
});
