/** The limits over HTTP: bursts of keys and addresses, months of companies, and which requests count. */
import { describe, expect, test } from "vitest";
import { countersWith, NOON, testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { type CompanyOverrides, permissions, person } from "../../../../../test/support/bundle.ts";
import type { Http } from "../../../../../test/support/http.ts";
import { LIMITS } from "@daybook/words/limits";
import { memoryCounters } from "../../../../platform/counters/index.ts";

const http = await testApp();
const NOW = Date.parse(NOON) / 1000;
const MONTH = NOON.slice(0, 7);
const WINDOW_END = NOW - (NOW % 60) + 60;
const UNKNOWN = `svc_${"1".repeat(52)}`;

type Plan = NonNullable<NonNullable<CompanyOverrides["company"]>["plan"]>;

function onPlan(plan: Plan, used = 0, more: CompanyOverrides = {}): Promise<TestCompany> {
  return http.company({
    company: { plan },
    usage: used === 0 ? [] : [{ month: MONTH, requests: used }],
    journal: [],
    ...more,
  });
}

async function counted({ id }: TestCompany, month = MONTH): Promise<number> {
  return (await http.app.usage.listMonths(id)).find((row) => row.month === month)?.requests ?? 0;
}

async function status(
  key: string | null,
  server: Http = http,
  target = "/company",
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  return (await server.send(target, { key, headers })).status;
}

/** The rate limit headers of a response as numbers; null for a missing header. */
function rates({ headers }: { readonly headers: Headers }) {
  const [limit, remaining, reset, retry] = [
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "retry-after",
  ].map((name) => {
    const text = headers.get(name);
    return text === null ? null : Number(text);
  });
  return { limit, remaining, reset, retry };
}

describe("the burst of a key", () => {
  test("is 6,000 requests in a minute of the clock, and starts again in the next minute (LIMIT-001, LIMIT-002, LIMIT-003, LIMIT-004, LIMIT-009, LIMIT-010, LIMIT-011, LIMIT-012, LIMIT-017, LIMIT-019, LIMIT-020, LIMIT-021, LIMIT-035)", async () => {
    const server = await http.serve({ counters: memoryCounters() });
    const company = await onPlan("growth");
    const second = await http.keyOf(company.id, company.bundle.members[0]?.id ?? "");
    http.clock.set("2026-05-20T19:00:17Z");
    const first = await server.send("/company", { key: company.key });
    expect([first.status, rates(first)]).toEqual([
      200,
      { limit: 6000, remaining: 5999, reset: WINDOW_END, retry: null },
    ]);
    let left = 5_997;
    const many = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const answer = await server.send("/company", { key: company.key });
        if (answer.status !== 200) throw new Error(`${answer.status} with ${left} left`);
      }
    };
    await Promise.all(Array.from({ length: 40 }, many));
    expect(rates(await server.send("/company", { key: company.key }))).toMatchObject({ remaining: 1 });
    const last = await server.send("/company", { key: company.key });
    expect([last.status, rates(last)]).toEqual([
      200,
      { limit: 6000, remaining: 0, reset: WINDOW_END, retry: null },
    ]);

    const over = await server.send<{ error: object }>("/company", { key: company.key });
    expect([over.status, rates(over)]).toEqual([
      429,
      { limit: 6000, remaining: 0, reset: WINDOW_END, retry: 43 },
    ]);
    expect(over.body.error).toMatchObject({ type: "rate_limit_error", code: "rate_limit_exceeded" });
    // Requests to any path are refused, but another key of the same member is still admitted.
    expect(await status(company.key, server, "/nothing")).toBe(429);
    expect(await status(second, server)).toBe(200);
    expect(await counted(company)).toBe(6_001);

    http.clock.set("2026-05-20T19:00:59Z");
    expect(rates(await server.send("/company", { key: company.key }))).toMatchObject({
      remaining: 0,
      retry: 1,
    });
    http.clock.set("2026-05-20T19:01:00Z");
    const again = await server.send("/company", { key: company.key });
    expect([again.status, rates(again)]).toEqual([
      200,
      { limit: 6000, remaining: 5999, reset: WINDOW_END + 60, retry: null },
    ]);
    expect(await counted(company)).toBe(6_002);
  });

  test("is reported in every answer to a valid key, whatever the status", async () => {
    const server = await http.serve({ counters: memoryCounters() });
    const owner = person("owner", permissions("manage", { reports: "none" }));
    const { key } = await http.company({ users: [owner.user], members: [owner.member] });
    const targets = ["/company", "/nothing", "/journal_entries", "/categories?x=1", "/%zz"];
    const seen = [];
    for (const target of targets) seen.push(rates(await server.send(target, { key })).remaining);
    expect(seen).toEqual([5999, 5998, 5997, 5996, 5995]);
  });
});

describe("the burst of an address without a valid key", () => {
  test("is 120 requests in a minute, and blocks no valid key (LIMIT-005, LIMIT-006, LIMIT-007, LIMIT-008, LIMIT-018, LIMIT-022, LIMIT-023)", async () => {
    const server = await http.serve({ counters: memoryCounters(), trustProxy: 1 });
    const company = await onPlan("growth");
    const from = (address: string) => ({ "x-forwarded-for": address });
    const { id, api_key: revoked } = await http.app.access.createKey(
      company.id,
      company.bundle.members[0]?.id ?? "",
      "test",
    );
    await http.app.access.revokeKey(company.id, id);
    const bad = [null, UNKNOWN, revoked, "nonsense", `${company.key}x`, company.key.toUpperCase()];
    for (let index = 0; index < 120; index += 1) {
      const answer = await server.send("/company", {
        key: bad[index % bad.length] ?? null,
        headers: from("203.0.113.7"),
      });
      expect([index, answer.status, rates(answer)]).toEqual([
        index,
        401,
        { limit: 120, remaining: 119 - index, reset: WINDOW_END, retry: null },
      ]);
    }
    for (const key of bad) {
      const over = await server.send<{ error: object }>("/company", { key, headers: from("203.0.113.7") });
      expect([over.status, rates(over), over.body.error]).toMatchObject([
        429,
        { limit: 120, remaining: 0, reset: WINDOW_END, retry: 60 },
        { type: "rate_limit_error", code: "rate_limit_exceeded" },
      ]);
    }
    expect(await status(UNKNOWN, server, "/company", from("203.0.113.8"))).toBe(401);
    expect(await status(company.key, server, "/company", from("203.0.113.7"))).toBe(200);
    http.clock.set("2026-05-20T19:01:00Z");
    expect(await status(UNKNOWN, server, "/company", from("203.0.113.7"))).toBe(401);
    expect(await counted(company)).toBe(1);
  });

  test("counts by the connection's address, unless a trusted proxy names the client's address", async () => {
    const forged = async (server: Http) => {
      const seen = [];
      for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3, 10.0.0.1", "nonsense", ""])
        seen.push(
          rates(await server.send("/company", { key: null, headers: { "x-forwarded-for": address } }))
            .remaining,
        );
      return seen;
    };
    expect(await forged(await http.serve({ counters: memoryCounters() }))).toEqual([119, 118, 117, 116, 115]);
    expect(
      await forged(await http.serve({ counters: memoryCounters(), trustProxy: ["10.0.0.0/8"] })),
    ).toEqual([119, 118, 117, 116, 115]);
    // With several addresses in the header, the address that the trusted proxy itself saw counts. An invalid
    // address counts as the connection's.
    expect(await forged(await http.serve({ counters: memoryCounters(), trustProxy: 1 }))).toEqual([
      119, 119, 119, 119, 118,
    ]);
    expect(
      await forged(await http.serve({ counters: memoryCounters(), trustProxy: ["127.0.0.1", "::1"] })),
    ).toEqual([119, 119, 119, 119, 118]);
  });
});

describe("the month of a company", () => {
  test.each([
    ["formation", 10],
    ["startup", 300],
    ["growth", 30_000],
  ] as const)(
    "on the plan %s is %d requests (LIMIT-024, LIMIT-025, LIMIT-026, LIMIT-027, LIMIT-028, LIMIT-029, LIMIT-014, LIMIT-013, LIMIT-050, LIMIT-051)",
    async (plan, cap) => {
      const company = await onPlan(plan, plan === "formation" ? 0 : cap - 3);
      for (let left = plan === "formation" ? cap : 3; left > 0; left -= 1) {
        const answer = await http.send("/company", { key: company.key });
        expect([left, answer.status, answer.headers.get("retry-after")]).toEqual([left, 200, null]);
      }
      for (const target of ["/company", "/nothing", "/journal_entries?limit=x"]) {
        const over = await http.send<{ error: object }>(target, { key: company.key });
        expect([target, over.status, over.headers.get("retry-after")]).toEqual([target, 429, null]);
        expect(over.body.error).toMatchObject({
          type: "limit_error",
          code: "monthly_limit_exceeded",
          message: expect.stringContaining("2026-06-01") as string,
        });
      }
      expect(await counted(company)).toBe(cap);
    },
  );

  test("has no limit on Enterprise, whose requests are counted and undergo every other check (LIMIT-030, LIMIT-036, LIMIT-037, LIMIT-038, LIMIT-039, LIMIT-040, LIMIT-043)", async () => {
    const owner = person("owner", permissions("manage", { reports: "none" }));
    const company = await onPlan("enterprise", 5_000_000, { users: [owner.user], members: [owner.member] });
    const change = (changes: Parameters<typeof http.app.company.change>[1]) =>
      http.app.company.change(company.id, changes);
    await change({ subscription_status: "none" });
    expect(await status(company.key)).toBe(200);
    expect(await counted(company)).toBe(5_000_001);
    expect(await status(`${company.key}x`)).toBe(401);
    expect(await http.refusal("/journal_entries", { key: company.key })).toMatchObject({
      status: 403,
      code: "insufficient_permission",
    });
    const busy = await http.serve({ counters: countersWith("key") });
    expect(await busy.refusal("/company", { key: company.key })).toMatchObject({
      status: 429,
      code: "rate_limit_exceeded",
    });
    await change({ lifecycle: "closing" });
    expect(await http.refusal("/company", { key: company.key })).toMatchObject({
      status: 403,
      code: "company_closed",
    });
    await change({ lifecycle: "open", plan: "growth", subscription_status: "active" });
    expect(await http.refusal("/company", { key: company.key })).toMatchObject({
      status: 429,
      code: "monthly_limit_exceeded",
    });
  });

  test("has no limit on Enterprise, but requests are validated and bounded as on other plans (LIMIT-041, LIMIT-042)", async () => {
    const company = await onPlan("enterprise");
    expect(await http.refusal("/journal_entries?limit=501", { key: company.key })).toMatchObject({
      status: 400,
      code: "invalid_request",
      param: "limit",
    });
    const body = {
      first_name: "x".repeat(LIMITS.json_body_bytes.value),
      last_name: "Y",
      email: "x@example.com",
      access_template: "admin",
    };
    expect(await http.refusal("/team/invitations", { key: company.key, method: "POST", body })).toMatchObject(
      { status: 400, code: "invalid_request" },
    );
    expect(await http.refusal("/reports/balance_sheet?date=banana", { key: company.key })).toMatchObject({
      status: 400,
      code: "invalid_date",
    });
  });

  test("adds up over all keys and members (LIMIT-031)", async () => {
    const [one, two] = [person("one"), person("two")];
    const company = await onPlan("formation", 0, {
      users: [one.user, two.user],
      members: [one.member, two.member],
    });
    const other = await http.keyOf(company.id, two.member.id);
    for (let index = 0; index < 10; index += 1)
      expect(await status(index % 2 === 0 ? company.key : other)).toBe(200);
    expect([await status(company.key), await status(other)]).toEqual([429, 429]);
  });

  test.each([
    ["summer", "2026-06-01T06:59:59Z", "2026-06-01T07:00:00Z", "2026-05", "2026-06-01"],
    ["winter", "2026-12-01T07:59:59Z", "2026-12-01T08:00:00Z", "2026-11", "2026-12-01"],
    ["the new year", "2027-01-01T07:59:59Z", "2027-01-01T08:00:00Z", "2026-12", "2027-01-01"],
  ])(
    "begins at midnight in Los Angeles, in %s (LIMIT-032, LIMIT-033)",
    async (_season, before, after, month, reset) => {
      const company = await onPlan("startup", 0, { usage: [{ month, requests: 300 }] });
      http.clock.set(before);
      expect(await http.refusal("/company", { key: company.key })).toMatchObject({
        status: 429,
        message: expect.stringContaining(reset) as string,
      });
      http.clock.set(after);
      expect(await status(company.key)).toBe(200);
      expect([await counted(company, month), await counted(company, reset.slice(0, 7))]).toEqual([300, 1]);
    },
  );

  test("is raised or lowered by an override, in its month only, for the whole company (LIMIT-034, LIMIT-044, LIMIT-045, LIMIT-046, LIMIT-047)", async () => {
    const [one, two] = [person("one"), person("two")];
    const company = await onPlan("startup", 300, {
      users: [one.user, two.user],
      members: [one.member, two.member],
    });
    const other = await http.keyOf(company.id, two.member.id);
    for (let index = 0; index < 5; index += 1) expect(await status(company.key)).toBe(429);
    await http.app.usage.override(company.id, MONTH as never, 304);
    expect([
      await status(company.key),
      await status(other),
      await status(other),
      await status(company.key),
    ]).toEqual([200, 200, 200, 200]);
    const over = await http.send("/company", { key: other });
    expect([over.status, over.headers.get("retry-after")]).toEqual([429, null]);
    await http.app.usage.override(company.id, MONTH as never, 10);
    expect([await status(company.key), await counted(company)]).toEqual([429, 304]);
    http.clock.set("2026-06-01T07:00:00Z");
    expect(await status(company.key)).toBe(200);
    await http.app.usage.override(company.id, "2026-06" as never, 1);
    expect(await status(company.key)).toBe(429);
    await http.app.usage.override(company.id, "2026-06" as never, null);
    expect(await status(company.key)).toBe(200);
  });

  test("is listed with its override, also before its first request", async () => {
    const company = await onPlan("growth", 3, {
      overrides: [
        { month: MONTH, requests: 5 },
        { month: "2026-07", requests: 7 },
      ],
    });
    await http.app.usage.override(company.id, "2026-06" as never, 6);
    await http.put({ ...company.bundle, usage: [{ month: "2026-04", requests: 2 }], overrides: [] });
    expect(await http.app.usage.listMonths(company.id)).toEqual([
      { month: "2026-04", requests: 2, override: null },
      { month: MONTH, requests: 3, override: 5 },
      { month: "2026-06", requests: 0, override: 6 },
      { month: "2026-07", requests: 0, override: 7 },
    ]);
  });

  test("admits exactly as many simultaneous requests as the limit allows", async () => {
    const company = await onPlan("growth", 29_960);
    const other = await http.serve({});
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => status(company.key, index % 2 === 0 ? http : other)),
    );
    expect([
      answers.filter((each) => each === 200).length,
      answers.filter((each) => each === 429).length,
    ]).toEqual([40, 60]);
    expect(await counted(company)).toBe(30_000);
  });
});

describe("the count of a month", () => {
  test("includes responses of every status to authenticated callers", async () => {
    const company = await onPlan("growth");
    for (const target of [
      "/company",
      "/nothing",
      "/reports/balance_sheet?date=banana",
      "/journal_entries/je_x_1",
    ])
      await http.send(target, { key: company.key });
    expect(await counted(company)).toBe(4);
  });

  const standings: readonly (readonly [string, CompanyOverrides["company"]])[] = [
    ...(["open", "closing", "closed", "deleted"] as const).map(
      (state) => [`state ${state}`, { state }] as const,
    ),
    ...(["active", "past_due", "closed", "none"] as const).map(
      (one) => [`subscription ${one}`, { subscription: { status: one, trial_ends_at: null } }] as const,
    ),
    ...[-1, 0, 1].map(
      (seconds) =>
        [
          `a trial that ends in ${seconds} s`,
          { subscription: { status: "trialing" as const, trial_ends_at: NOW + seconds } },
        ] as const,
    ),
    [
      "Enterprise without a subscription",
      { plan: "enterprise", subscription: { status: "none", trial_ends_at: null } },
    ],
    ["Enterprise that is closed", { plan: "enterprise", state: "closed" }],
  ];
  const owners = [
    "in good standing",
    "inactive",
    "removed",
    "without API access",
    "at another domain",
  ] as const;

  // The counting statement repeats the conditions of the pipeline's stages. These tests fail where the two
  // differ.
  describe.each(standings)("with %s", (_what, company) => {
    test.each(owners)("and an owner %s, includes a request unless it is refused for that", async (owner) => {
      const { user, member } = person(
        "owner",
        permissions("manage"),
        `${owner.replaceAll(" ", ".")}.${Math.random()}@own.example.com`,
      );
      const made = await http.company({ company: {}, users: [user], members: [member], journal: [] });
      await http.put({
        ...made.bundle,
        company: { ...made.bundle.company, ...company },
        users: [{ ...user, active: owner !== "inactive" }],
        members: [
          {
            ...member,
            ...(owner === "removed" ? { removed_at: NOW } : {}),
            permissions: permissions("manage", owner === "without API access" ? { api_access: "none" } : {}),
          },
        ],
      });
      const server = await http.serve({
        stagingDomain: owner === "at another domain" ? "other.example.com" : "own.example.com",
      });
      const answer = await server.send("/nothing", { key: made.key });
      expect([404, 403]).toContain(answer.status);
      expect(await counted(made)).toBe(answer.status === 404 ? 1 : 0);
    });
  });
});
