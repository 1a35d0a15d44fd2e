/**
 * Every state that decides whether a key is accepted, set and changed by commands, by the bundle and by the
 * clock. The service keeps running, and each change takes effect with the next request.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { type Bundle, companyBundle, type CompanyOverrides, permissions, person } from "../support/bundle.ts";
import { json, LONG, refused } from "./daybook.ts";
import { importCompany, type Company, keyOf, type Service, service } from "./service.ts";
import type { BalanceSheet } from "./statements.ts";

const COMPANY = "/company";
const SHEET = "/reports/balance_sheet";

let running: Service;

beforeAll(async () => {
  running = await service();
}, LONG.timeout);

function command(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  return json(running.daybook, words);
}

/** Imports an ordinary company with an empty journal, changed by `overrides`. */
async function company(
  overrides: CompanyOverrides = {},
): Promise<Company & { readonly bundle: Bundle; readonly owner: string }> {
  const bundle = companyBundle({ journal: [], ...overrides });
  return { ...(await importCompany(running, bundle)), bundle, owner: bundle.members[0]?.id ?? "" };
}

describe("by command, on the running service", LONG, () => {
  test("a revoked key is unknown, and another key of the same owner still works (AUTH-002, AUTH-009)", async () => {
    const { id, api, owner } = await company();
    const made = await command("key", "create", "--company", id, "--member", owner);
    expect(made["api_key"]).toMatch(/^svc_/);
    const second = api.as(String(made["api_key"]));
    expect(await second.verdict(COMPANY)).toBe("200");
    await command("key", "revoke", String(made["id"]), "--company", id);
    expect(await second.refusalOf(({ getCompany }) => getCompany())).toMatchObject({
      status: 401,
      type: "authentication_error",
      code: "invalid_api_key",
    });
    expect(await api.verdict(COMPANY)).toBe("200");
  });

  test("a removed member's keys are refused for that reason, and stay invalid if the member is added again (AUTH-016)", async () => {
    const other = person("other");
    const owner = person("owner");
    const { id, api } = await company({
      users: [owner.user, other.user],
      members: [owner.member, other.member],
    });
    const theirs = api.as(await keyOf(running.daybook, id, other.member.id));
    expect(await theirs.verdict(COMPANY)).toBe("200");
    await command("member", "remove", other.user.email, "--company", id);
    expect(await theirs.refusalOf(({ getCompany }) => getCompany())).toMatchObject({
      status: 403,
      type: "permission_error",
      code: "user_removed_from_company",
    });
    expect(await api.verdict(COMPANY)).toBe("200");
    await command("member", "add", other.user.email, "--company", id, "--template", "admin");
    expect(await theirs.verdict(COMPANY)).toBe("401 invalid_api_key");
    expect(await api.as(await keyOf(running.daybook, id, other.user.email)).verdict(COMPANY)).toBe("200");
  });

  test("a deactivated user is refused in every company, until activated (AUTH-017)", async () => {
    const { user, member } = person("of.two");
    const [one, two] = [
      await company({ users: [user], members: [member] }),
      await company({ users: [user], members: [member] }),
    ];
    expect(await Promise.all([one.api.verdict(COMPANY), two.api.verdict(COMPANY)])).toEqual(["200", "200"]);
    await command("member", "deactivate", user.email);
    for (const { api } of [one, two])
      expect(await api.refusalOf(({ getCompany }) => getCompany())).toMatchObject({
        status: 403,
        type: "permission_error",
        code: "user_inactive",
      });
    await command("member", "activate", user.email);
    expect(await Promise.all([one.api.verdict(COMPANY), two.api.verdict(COMPANY)])).toEqual(["200", "200"]);
  });

  test("a changed permission takes effect with the next request of the same key (AUTH-018, AUTH-019)", async () => {
    const { id, api, owner } = await company();
    await command("member", "set", owner, "--company", id, "--area", "reports=none");
    expect(await api.refusalOf(({ getBalanceSheet }) => getBalanceSheet())).toMatchObject({
      status: 403,
      type: "permission_error",
      code: "insufficient_permission",
    });
    expect((await api.refusalOf(({ getBalanceSheet }) => getBalanceSheet())).param).toBeNull();
    expect(await api.verdict(COMPANY)).toBe("200");
    await command(
      "member",
      "set",
      owner,
      "--company",
      id,
      "--area",
      "reports=view",
      "--area",
      "company=none",
    );
    expect([await api.verdict(SHEET), await api.verdict(COMPANY)]).toEqual([
      "200",
      "403 insufficient_permission",
    ]);
  });

  test("a member who loses API access loses the keys for this company for good, and no other keys (AUTH-020..026)", async () => {
    const [owner, other] = [person("owner"), person("other")];
    const here = await company({ users: [owner.user, other.user], members: [owner.member, other.member] });
    const there = await company({ users: [other.user], members: [other.member] });
    const theirs = here.api.as(await keyOf(running.daybook, here.id, other.member.id));
    await command("member", "set", other.user.email, "--company", here.id, "--area", "api_access=none");
    expect(await theirs.refusalOf(({ getCompany }) => getCompany())).toMatchObject({
      status: 403,
      type: "permission_error",
      code: "insufficient_permission",
    });
    expect([await here.api.verdict(COMPANY), await there.api.verdict(COMPANY)]).toEqual(["200", "200"]);
    expect(
      await refused(running.daybook, ["key", "create", "--company", here.id, "--member", other.user.email]),
    ).toMatchObject({ exit_code: 2 });
    await command("member", "set", other.user.email, "--company", here.id, "--area", "api_access=manage");
    expect(await theirs.verdict(COMPANY)).toBe("401 invalid_api_key");
    expect(await here.api.as(await keyOf(running.daybook, here.id, other.user.email)).verdict(COMPANY)).toBe(
      "200",
    );
  });

  test("a company that is closed, closing or deleted refuses every key until it is open again (AUTH-071, AUTH-072, AUTH-073)", async () => {
    const { id, api } = await company();
    for (const lifecycle of ["closed", "closing", "deleted"]) {
      await command("company", "set", id, "--lifecycle", lifecycle);
      expect([lifecycle, await api.refusalOf(({ getBalanceSheet }) => getBalanceSheet())]).toMatchObject([
        lifecycle,
        { status: 403, type: "permission_error", code: "company_closed" },
      ]);
    }
    await command("company", "set", id, "--lifecycle", "open");
    expect(await api.verdict(SHEET)).toBe("200");
  });

  test("a subscription is required, a late payment is accepted, and Enterprise needs no subscription (AUTH-032, AUTH-034)", async () => {
    const { id, api } = await company();
    const verdicts: string[] = [];
    for (const change of [
      ["growth", "--status", "none"],
      ["growth", "--status", "past_due"],
      ["growth", "--status", "closed"],
      ["enterprise"],
      ["startup"],
      ["startup", "--status", "active"],
    ]) {
      await command("plan", "set", id, ...change);
      verdicts.push(await api.verdict(COMPANY));
    }
    const out = "403 subscription_required";
    expect(verdicts).toEqual([out, "200", out, "200", out, "200"]);
  });

  test("a plan sets the monthly cap, an override replaces it, and the month's count of requests stays", async () => {
    const { id, api } = await company({ company: { plan: "startup" } });
    const month = async () => (await command("plan", "show", id))["month"];
    for (let time = 0; time < 3; time += 1) expect(await api.verdict(COMPANY)).toBe("200");
    expect(await command("plan", "show", id)).toEqual({
      company_id: id,
      plan: "startup",
      subscription_status: "active",
      trial_ends_at: null,
      month: {
        month: expect.stringMatching(/^\d{4}-\d{2}$/) as string,
        requests: 3,
        cap: 300,
        override: null,
      },
    });
    await command("override", "set", id, "3");
    expect(await month()).toMatchObject({ requests: 3, cap: 3, override: 3 });
    expect(await api.verdict(COMPANY)).toBe("429 monthly_limit_exceeded");
    expect((await command("plan", "set", id, "enterprise"))["month"]).toMatchObject({
      requests: 3,
      cap: null,
      override: 3,
    });
    expect(await api.verdict(COMPANY)).toBe("200");
    await command("override", "clear", id);
    for (const [plan, cap] of [
      ["formation", 10],
      ["startup", 300],
      ["growth", 30_000],
    ] as const) {
      expect(await command("plan", "set", id, plan)).toMatchObject({
        plan,
        month: { requests: 4, cap, override: null },
      });
    }
  });

  test("a feature takes effect as soon as it is switched on", async () => {
    const { id, api } = await company({ features: [] });
    const grouped = "/reports/income_statement?group_by=department";
    expect(
      await api.refusalOf((client) => client.getIncomeStatement({ group_by: "department" })),
    ).toMatchObject({
      status: 403,
      type: "permission_error",
      code: "feature_disabled",
    });
    await command("feature", "on", id, "departments");
    expect(await api.verdict(grouped)).toBe("200");
    expect(await command("feature", "list", id)).toEqual({ company_id: id, features: ["departments"] });
    await command("feature", "off", id, "departments");
    expect(await api.verdict(grouped)).toBe("403 feature_disabled");
    expect(await command("feature", "list", id)).toEqual({ company_id: id, features: [] });
  });

  test("a fiscal year that begins in another month moves net income to the beginning balance", async () => {
    const { id, api } = await company(companyBundle());
    const retained = async () =>
      (await api.read<BalanceSheet>(`${SHEET}?date=2025-03-31`)).equity.retained_earnings;
    // January earned 4,000.00; February and March lost 8,500.00, 312.45, 421.37, 389.20 and 100.00, and
    // earned 12.34.
    expect(await retained()).toEqual({
      beginning_balance_cents: 0,
      net_income_cents: -5_710_68,
      ending_balance_cents: -5_710_68,
    });
    await command("company", "set", id, "--fiscal-year-start", "2");
    expect(await retained()).toEqual({
      beginning_balance_cents: 4_000_00,
      net_income_cents: -9_710_68,
      ending_balance_cents: -5_710_68,
    });
  });

  test("a missing record is reported as missing, and nothing changes", async () => {
    const { id, api, owner } = await company();
    const missing: readonly (readonly string[])[] = [
      ["company", "set", "comp_nobody", "--lifecycle", "closed"],
      ["plan", "set", "comp_nobody", "growth"],
      ["plan", "show", "comp_nobody"],
      ["feature", "on", "comp_nobody", "departments"],
      ["feature", "list", "comp_nobody"],
      ["member", "set", "nobody@example.com", "--company", id, "--template", "none"],
      ["member", "deactivate", "nobody@example.com"],
      ["key", "revoke", "key_nobody", "--company", id],
    ];
    for (const words of missing)
      expect([words, await refused(running.daybook, words)]).toMatchObject([words, { exit_code: 4 }]);
    expect(
      await refused(running.daybook, ["member", "set", owner, "--company", id, "--area", "castle=manage"]),
    ).toMatchObject({ exit_code: 2 });
    expect(await api.verdict(SHEET)).toBe("200");
  });
});

describe("by the bundle", LONG, () => {
  test.each<[string, Partial<Bundle["company"]>, string]>([
    ["closed", { state: "closed" }, "403 company_closed"],
    ["closing", { state: "closing" }, "403 company_closed"],
    ["deleted", { state: "deleted" }, "403 company_closed"],
    [
      "without a subscription",
      { subscription: { status: "none", trial_ends_at: null } },
      "403 subscription_required",
    ],
    [
      "of a closed subscription",
      { subscription: { status: "closed", trial_ends_at: null } },
      "403 subscription_required",
    ],
    ["that pays late", { subscription: { status: "past_due", trial_ends_at: null } }, "200"],
    [
      "whose trial is over",
      { subscription: { status: "trialing", trial_ends_at: 1_700_000_000 } },
      "403 subscription_required",
    ],
    [
      "of Enterprise, whose trial is over",
      { plan: "enterprise", subscription: { status: "trialing", trial_ends_at: 1_700_000_000 } },
      "200",
    ],
  ])("a company %s has this state after its import (AUTH-026, AUTH-033)", async (_, state, verdict) => {
    expect(await (await company({ company: state })).api.verdict(COMPANY)).toBe(verdict);
  });

  test("a second import closes a company, reduces a member's permissions and deactivates another; a member who loses API access loses the keys for good (AUTH-021, AUTH-022)", async () => {
    const [owner, reader, leaver, loser] = [
      person("owner"),
      person("reader"),
      person("leaver"),
      person("loser"),
    ];
    const sections = {
      users: [owner.user, reader.user, leaver.user, loser.user],
      members: [owner.member, reader.member, leaver.member, loser.member],
    };
    const { id, api, bundle } = await company(sections);
    const asOf = async ({ member }: typeof owner) => api.as(await keyOf(running.daybook, id, member.id));
    const [readers, leavers, losers] = [await asOf(reader), await asOf(leaver), await asOf(loser)];
    const again = async (change: Partial<Bundle>) =>
      json<{ counts: Record<string, unknown> }>(
        running.daybook,
        ["import", "bundle", "-"],
        JSON.stringify({ ...bundle, ...change }),
      );

    expect((await again({})).counts).toMatchObject({
      company: { created: 0, updated: 0, unchanged: 1 },
      members: { created: 0, updated: 0, unchanged: 4 },
    });
    await again({
      users: [owner.user, reader.user, { ...leaver.user, active: false }, loser.user],
      members: [
        owner.member,
        { ...reader.member, permissions: permissions("none", { reports: "view" }) },
        leaver.member,
        { ...loser.member, permissions: permissions("manage", { api_access: "none" }) },
      ],
    });
    expect([
      await api.verdict(COMPANY),
      await readers.verdict(COMPANY),
      await readers.verdict(SHEET),
      await leavers.verdict(COMPANY),
    ]).toEqual(["200", "403 insufficient_permission", "200", "403 user_inactive"]);
    expect(await losers.verdict(COMPANY)).toBe("403 insufficient_permission");
    await again({ members: [owner.member, { ...reader.member, removed_at: 1_750_000_000 }, leaver.member] });
    expect(await readers.verdict(SHEET)).toBe("403 user_removed_from_company");
    await again({});
    expect([
      await readers.verdict(COMPANY),
      await leavers.verdict(COMPANY),
      await losers.verdict(COMPANY),
    ]).toEqual(["401 invalid_api_key", "200", "401 invalid_api_key"]);
    expect(await (await asOf(loser)).verdict(COMPANY)).toBe("200");
    await again({ company: { ...bundle.company, state: "closed" } });
    expect(await api.verdict(COMPANY)).toBe("403 company_closed");
  });
});

describe("by the clock", LONG, () => {
  test("a trial ends at its exact second, and the default dates of reports follow the Pacific day (AUTH-033, GEN-007, REP-002)", async () => {
    const { id, api } = await company();
    try {
      const secondsTo = (instant: string) => Math.round((Date.parse(instant) - Date.now()) / 1000);
      await command(
        "plan",
        "set",
        id,
        "growth",
        "--status",
        "trialing",
        "--trial-ends",
        "2031-07-01T07:00:00Z",
      );
      // In Los Angeles the day begins at 07:00 UTC in summer, so a minute before that it is still June.
      await running.moveClock(secondsTo("2031-07-01T06:59:00Z"));
      expect(await api.read(SHEET)).toMatchObject({ date: "2031-06-30" });
      expect(await api.read("/reports/cash_flow")).toMatchObject({
        start_date: "2031-04-01",
        end_date: "2031-06-30",
      });
      await running.moveClock(secondsTo("2031-07-01T07:00:01Z"));
      expect(await api.refusalOf(({ getBalanceSheet }) => getBalanceSheet())).toMatchObject({
        status: 403,
        type: "permission_error",
        code: "subscription_required",
      });
      await command("plan", "set", id, "growth", "--status", "active");
      expect(await api.read(SHEET)).toMatchObject({ date: "2031-07-01" });
      expect(await api.read("/reports/cash_flow")).toMatchObject({
        start_date: "2031-07-01",
        end_date: "2031-07-01",
      });
    } finally {
      await running.moveClock(0);
    }
    expect(await api.read(SHEET)).not.toMatchObject({ date: "2031-07-01" });
  });
});
