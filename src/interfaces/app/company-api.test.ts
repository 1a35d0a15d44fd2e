/**
 * What the console asks of a company and of one's own sessions: settings, usage, API keys, the audit trail,
 * invitations in every state, and where one is signed in.
 */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../test/support/app.ts";
import { invitation, permissions, person } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { callTool } from "../../../test/support/mcp.ts";
import { type Asking, ask } from "../../../test/support/session.ts";
import { monthOf } from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";
import { runDatabaseCommand } from "../command/command.ts";
import { COMMANDS } from "../command/registry.ts";

const http = await testApp();
const { app } = http;
const DAY = NOON.slice(0, 10);

type Levels = Parameters<typeof permissions>[1];

/** A company with an owner and a clerk, both signed in. */
async function staffed(
  levels: Levels = {},
  overridesOf: (owner: ReturnType<typeof person>) => Parameters<typeof http.company>[0] = () => ({}),
) {
  const [owner, clerk] = [person("owner"), person("clerk", permissions("none", levels))];
  const company = await http.company({
    users: [owner.user, clerk.user],
    members: [owner.member, clerk.member],
    ...overridesOf(owner),
  });
  const as =
    (browser: Awaited<ReturnType<typeof withPassword>>) => async (target: string, asking?: Asking) => {
      const answer = await ask(browser, `/app/api${target}`, { company: company.id, ...asking });
      const body = (answer.text === "" ? null : JSON.parse(answer.text)) as Record<string, never>;
      return { status: answer.status, code: answer.code, body };
    };
  const browser = await withPassword(owner.user.email);
  return {
    company,
    owner,
    clerk,
    browser,
    asOwner: as(browser),
    asClerk: as(await withPassword(clerk.user.email)),
  };
}

const PATCH = (body: object): Asking => ({ method: "PATCH", body });

describe("settings of a company", () => {
  test("change after a preview that writes nothing, and the trail has each value before and after", async () => {
    const { company, owner, asOwner } = await staffed();
    const change = { name: "Harbor & Sons", fiscal_year_start_month: 7, city: "Oslo" };
    const before = await asOwner("/company");
    const preview = await asOwner("/company", PATCH({ ...change, preview: true }));
    expect(preview.body["changed"]).toEqual(
      expect.arrayContaining([{ field: "fiscal_year_start_month", before: "1", after: "7" }]),
    );
    expect(await asOwner("/company")).toEqual(before);
    expect(await app.audit.list(company.id, { topic: "company" }, 10)).toEqual([]);
    const made = await asOwner("/company", PATCH(change));
    expect(made.body).toEqual({ ...preview.body, preview: false });
    expect(await http.read("/company", company.key)).toMatchObject({
      name: "Harbor & Sons",
      legal_address: { city: "Oslo" },
    });
    const trail = await app.audit.list(company.id, { topic: "company" }, 10);
    expect(
      trail
        .map(({ note, to_state }) => [note, to_state])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ["city", "Oslo"],
      ["fiscal_year_start_month", "7"],
      ["name", "Harbor & Sons"],
    ]);
    for (const event of trail)
      expect(event).toMatchObject({
        surface: "console",
        actor: owner.user.id,
        action: "changeCompanySettings",
      });
    // The same once more changes nothing, and leaves nothing in the trail.
    expect((await asOwner("/company", PATCH(change))).body["changed"]).toEqual([]);
    expect(await app.audit.list(company.id, { topic: "company" }, 10)).toHaveLength(3);
  });

  test("of closed books stay, in a preview too; what is invalid is refused at its field", async () => {
    const { asOwner } = await staffed({}, () => ({ closing: { closed_through: "2025-03-31" } }));
    for (const preview of [true, false]) {
      const refused = await asOwner("/company", PATCH({ fiscal_year_start_month: 7, preview }));
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        400,
        expect.stringContaining("closed through 2025-03-31"),
      ]);
    }
    for (const [field, value] of [
      ["fiscal_year_start_month", 13],
      ["federal_ein_last4", "12"],
      ["incorporation_date", "2025-02-30"],
      ["name", "  "],
    ] as const)
      expect((await asOwner("/company", PATCH({ [field]: value }))).body["error"]).toMatchObject({
        param: field,
      });
  });

  test("are read by a viewer, and changed by nobody without the level", async () => {
    const { asClerk } = await staffed({ company: "view", api_access: "none" });
    expect((await asClerk("/company")).status).toBe(200);
    expect((await asClerk("/company", PATCH({ name: "Mine" }))).code).toBe("insufficient_permission");
    expect((await asClerk("/usage")).body).toMatchObject({ plan: "growth", cap: 30_000 });
    expect((await asClerk("/keys")).code).toBe("insufficient_permission");
    expect((await asClerk("/people")).code).toBe("insufficient_permission");
    const { asClerk: asStranger } = await staffed({ reports: "view" });
    for (const target of ["/company", "/usage", "/audit_events", "/audit_actors"])
      expect([target, (await asStranger(target)).code]).toEqual([target, "insufficient_permission"]);
  });

  test("changed by the command leave the same events", async () => {
    const { company } = await staffed();
    const command = present(
      COMMANDS.find(({ name }) => name === "company set"),
      "there is no such command",
    );
    if (command.place !== "database") throw new Error("the command needs no database");
    await runDatabaseCommand(
      command,
      app,
      {
        company: company.id,
        lifecycle: "closed",
        name: null,
        fiscal_year_start: 4,
        non_cash: null,
        prepared_by: null,
        legend: null,
      },
      { report: () => {}, signal: new AbortController().signal, operator: "ada" },
    );
    expect(await app.audit.list(company.id, { action: "company set" }, 10)).toMatchObject([
      { note: "lifecycle", from_state: "open", to_state: "closed", actor: "ada" },
      { note: "fiscal_year_start_month", from_state: "1", to_state: "4", surface: "command" },
    ]);
  });
});

test("the requests of the month are those of keys, with the limit of the plan", async () => {
  const { company, asOwner } = await staffed({}, () => ({ company: { plan: "startup" } }));
  await http.read("/company", company.key);
  await asOwner("/company");
  expect((await asOwner("/usage")).body).toMatchObject({
    plan: "startup",
    requests: 1,
    cap: 300,
    is_override: false,
    burst_requests: 6_000,
    months: [{ requests: 1 }],
  });
});

test("`whoami` of an assistant tells the same, and nothing to those who may not see it", async () => {
  const { company, asOwner, clerk } = await staffed({ company: "none", api_access: "manage" });
  await app.usage.override(company.id, monthOf(app.clock.today()), 1_500);
  await http.read("/categories", company.key);
  const told = await callTool(http.address, company.key, "whoami");
  const { body } = await asOwner("/usage");
  const { month, requests, cap, is_override, resets_on } = body;
  expect(told.structured.result).toMatchObject({
    requests_this_month: { month, requests, cap, is_override, resets_on },
    requests_each_minute: body["burst_requests"],
  });
  expect([requests, cap, is_override]).toEqual([2, 1_500, true]);
  expect(told.text).toContain(
    `Requests this month: 2 of 1500; the count begins again on ${String(resets_on)}.`,
  );
  const { api_key } = await app.access.createKey(company.id, clerk.user.email, "assistant");
  const unseen = await callTool(http.address, api_key, "whoami");
  expect(unseen.structured.result["requests_this_month"]).toBeNull();
  expect(unseen.text).not.toContain("this month");
});

test("`whoami` knows a month without a limit", async () => {
  const { key } = await http.company({ company: { plan: "enterprise" } });
  const { text, structured } = await callTool(http.address, key, "whoami");
  expect(structured.result["requests_this_month"]).toMatchObject({ requests: 1, cap: null });
  expect(text).toContain("Requests this month: 1 without a limit;");
});

describe("API keys", () => {
  test("are made, used, renamed and revoked; the text is shown once", async () => {
    const { company, owner, asOwner } = await staffed();
    const made = await asOwner("/keys", { method: "POST", body: { name: "month-end" } });
    expect(made.status).toBe(201);
    const { id, api_key: text } = made.body as unknown as { id: string; api_key: string };
    const find = async () => {
      const { keys } = (await asOwner("/keys")).body as unknown as { keys: { id: string }[] };
      expect(JSON.stringify(keys)).not.toContain(text);
      return keys.find((each) => each.id === id);
    };
    expect(await find()).toMatchObject({
      level: "own",
      prefix: text.slice(0, 8),
      made_by: owner.user.id,
      last_used: null,
    });
    await http.read("/company", text);
    const used = app.clock.now();
    await expect.poll(find).toMatchObject({ last_used: used });
    // Within the hour no request writes anything; after it, the next one does.
    http.clock.set(used + 3_000);
    await http.read("/company", text);
    expect(await find()).toMatchObject({ last_used: used });
    http.clock.set(used + 3_700);
    await http.read("/company", text);
    await expect.poll(find).toMatchObject({ last_used: used + 3_700 });
    expect((await asOwner(`/keys/${id}`, PATCH({ name: "year-end" }))).status).toBe(204);
    expect(await find()).toMatchObject({ name: "year-end" });
    expect((await asOwner(`/keys/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(await find()).toBeUndefined();
    expect((await http.refusal("/company", { key: text })).status).toBe(401);
    expect((await asOwner(`/keys/${id}`, { method: "DELETE" })).code).toBe("resource_missing");
    expect(await app.audit.list(company.id, { subject: id }, 10)).toHaveLength(2);
  });

  test("that only read are for whoever manages the team, and their members stay readers", async () => {
    const { company, owner, asOwner, asClerk } = await staffed({ api_access: "manage", reports: "view" });
    const body = { name: "dashboard", read_only: true };
    expect((await asClerk("/keys", { method: "POST", body })).code).toBe("insufficient_permission");
    const made = await asOwner("/keys", { method: "POST", body });
    const { id, api_key: text } = made.body as unknown as { id: string; api_key: string };
    const keys = (await asOwner("/keys")).body["keys"] as unknown as { id: string }[];
    expect(keys.find((each) => each.id === id)).toMatchObject({
      level: "read_only",
      made_by: owner.user.id,
    });
    expect((await asClerk("/keys")).body).toMatchObject({ keys: [], can_make_read_only: false });
    expect((await asClerk(`/keys/${id}`, { method: "DELETE" })).code).toBe("resource_missing");
    const people = (await asOwner("/people")).body["people"] as unknown as {
      is_service: boolean;
      member: string;
    }[];
    const service = people.find(({ is_service }) => is_service)?.member ?? "";
    await expect(
      app.access.changePermissions(company.id, service, (levels) => ({ ...levels, transactions: "manage" })),
    ).rejects.toMatchObject({ code: "invalid_request" });
    expect((await http.refusal("/rules/rule_1", { method: "DELETE", key: text })).code).toBe(
      "insufficient_permission",
    );
    // Fewer levels are allowed.
    await app.access.changePermissions(company.id, service, (levels) => ({ ...levels, taxes: "none" }));
  });
});

describe("the audit trail", () => {
  test("is read by cursor, with filters by who, what, where and day", async () => {
    const { company, owner, asOwner } = await staffed();
    for (const name of ["One", "Two", "Three"]) await asOwner("/company", PATCH({ name }));
    const read = async (query: string) =>
      (await asOwner(`/audit_events?${query}`)).body as unknown as {
        readonly next_cursor: string | null;
        readonly data: readonly { readonly id: string; readonly after: string | null }[];
      };
    const whole = await read("action=changeCompanySettings");
    expect(whole.data.map(({ after }) => after)).toEqual(["Three", "Two", "One"]);
    const first = await read("action=changeCompanySettings&limit=2");
    const second = await read(
      `action=changeCompanySettings&limit=2&starting_after=${first.next_cursor ?? ""}`,
    );
    expect([...first.data, ...second.data]).toEqual(whole.data);
    expect(second.next_cursor).toBeNull();
    expect((await read(`actor=${owner.user.id}&surface=console`)).data).toHaveLength(3);
    expect((await read("surface=job")).data).toEqual([]);
    expect((await read(`start_date=${DAY}&end_date=${DAY}&action=changeCompanySettings`)).data).toHaveLength(
      3,
    );
    expect((await read("end_date=2020-01-01")).data).toEqual([]);
    expect((await read("start_date=2099-01-01")).data).toEqual([]);
    expect((await asOwner("/audit_events?starting_after=nonsense")).code).toBe("resource_missing");
    const { actors } = (await asOwner("/audit_actors")).body as unknown as { actors: object[] };
    expect(actors[0]).toEqual({ actor: owner.user.id, surface: "console" });
    const other = await staffed();
    expect((await other.asOwner(`/audit_events?starting_after=${whole.data[0]?.id ?? ""}`)).code).toBe(
      "resource_missing",
    );
    expect(company.id).not.toBe(other.company.id);
  });
});

test("invitations are listed in every state, the newest first", async () => {
  const { asOwner } = await staffed({}, ({ member }) => ({
    invitations: [
      invitation("late", { created: 1_600_000_000, expires: 1_600_600_000 }),
      invitation("gone", { created: 1_600_000_001, expires: 1_600_600_000, state: "revoked" }),
      invitation("open", { created: 1_600_000_002, expires: 4_000_000_000 }),
      invitation("came", {
        created: 1_600_000_003,
        expires: 1_600_600_000,
        state: "accepted",
        accepted_at: 1_600_000_100,
        accepted_by: member.id,
      }),
    ],
  }));
  const read = async (query = "") =>
    (await asOwner(`/invitations?${query}`)).body as unknown as {
      readonly next_cursor: string | null;
      readonly data: readonly { readonly id: string; readonly state: string }[];
    };
  expect((await read()).data.map(({ id, state }) => [id, state])).toEqual([
    ["invite_came", "accepted"],
    ["invite_open", "pending"],
    ["invite_gone", "revoked"],
    ["invite_late", "expired"],
  ]);
  for (const state of ["accepted", "pending", "revoked", "expired"])
    expect((await read(`state=${state}`)).data.map((each) => each.state)).toEqual([state]);
  const first = await read("limit=3");
  expect((await read(`starting_after=${first.next_cursor ?? ""}`)).data.map(({ id }) => id)).toEqual([
    "invite_late",
  ]);
  expect((await asOwner("/invitations?starting_after=nonsense")).code).toBe("resource_missing");
});

test("an invitation of the console says that it is mailed, and shows no link where mail is sent", async () => {
  const { asOwner, asClerk } = await staffed({ team_access: "view" });
  const body = {
    first_name: "Grace",
    last_name: "Ledger",
    email: "grace@example.com",
    access_template: "admin",
  };
  const invite = ["/invitations", { method: "POST", body }] as const;
  expect(await asClerk(...invite)).toMatchObject({ status: 403, code: "insufficient_permission" });
  const made = await asOwner(...invite);
  expect(made).toMatchObject({ status: 201, body: { is_mailed: true, link: null } });
  expect(await asOwner(...invite)).toEqual({ ...made, status: 200 });
  const { id } = made.body["invitation"] as unknown as { readonly id: string };
  const again = [`/invitations/${id}/resend`, { method: "POST" }] as const;
  expect(await asClerk(...again)).toMatchObject({ status: 403, code: "insufficient_permission" });
  expect(await asOwner(...again)).toMatchObject({ status: 200, body: { is_mailed: true, link: null } });
  expect((await asOwner("/session")).body).toMatchObject({ sends_mail: true });
});

describe("sessions", () => {
  const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
  interface Listed {
    readonly id: string;
    readonly present: boolean;
    readonly browser: string | null;
    readonly seen: number | null;
  }

  test("are listed with their browsers, and ended one by one or all but one's own", async () => {
    const { owner, clerk, asClerk, browser } = await staffed();
    const here = ask.bind(null, browser);
    const list = async () =>
      (JSON.parse((await here("/app/api/sessions")).text) as { sessions: Listed[] }).sessions;
    const enter = async (): Promise<string> => {
      const entered = await app.signIn.signIn({
        email: owner.user.email,
        password: "four words in a row",
        address: `203.0.113.${Math.floor(Math.random() * 250)}`,
      });
      return "session" in entered ? entered.session : "";
    };
    const [other, third] = [await enter(), await enter()];
    expect((await app.signIn.userOf(other, FIREFOX))?.id).toBe(owner.user.id);
    const sessions = await list();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ present: isPresent }) => isPresent)).toHaveLength(1);
    const firefox = sessions.find((each) => each.browser === "Firefox on Windows");
    expect(firefox).toMatchObject({ present: false, seen: app.clock.now() });
    // Nobody ends another user's session.
    expect((await asClerk(`/sessions/${firefox?.id ?? ""}`, { method: "DELETE" })).code).toBe(
      "resource_missing",
    );
    expect((await here(`/app/api/sessions/${firefox?.id ?? ""}`, { method: "DELETE" })).status).toBe(204);
    expect(await app.signIn.userOf(other)).toBeNull();
    const ended = await here("/app/api/sessions", { method: "DELETE" });
    expect(JSON.parse(ended.text)).toMatchObject({ ended: 1 });
    expect(await app.signIn.userOf(third)).toBeNull();
    expect(await list()).toMatchObject([{ present: true }]);
    expect((await asClerk("/session")).status).toBe(200);
    expect(clerk.user.id).not.toBe(owner.user.id);
  });
});
