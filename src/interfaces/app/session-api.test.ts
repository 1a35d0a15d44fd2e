/**
 * The operations of the API by the session of a browser in place of a key: who is let in, what is refused,
 * and that the answers are those of the API.
 */
import { describe, expect, test } from "vitest";
import { countersWith, NOON, testApp } from "../../../test/support/app.ts";
import { permissions, person } from "../../../test/support/bundle.ts";
import { type Asking, ask } from "../../../test/support/session.ts";
import { HOME, newBrowser, signIn, withPassword } from "../../../test/support/console.ts";
import { openConsoleFiles } from "../../platform/machine/console-files.ts";
import { formToken } from "../../modules/tenants/sign-in/index.ts";

const http = await testApp();
const API = "/app/api/v1";
const REPORT = "/reports/income_statement?start_date=2026-01-01&end_date=2026-03-31";
const INVITATION = {
  first_name: "Ida",
  last_name: "Ito",
  email: "ida@example.com",
  access_template: "admin",
};

/** A company with one member, who is signed in. */
async function signedIn(
  levels: Parameters<typeof permissions>[1] = {},
  overrides: Parameters<typeof http.company>[0] = {},
) {
  const owner = person("owner");
  const member = { ...owner.member, permissions: permissions("manage", levels) };
  // The key is made while its owner has API access.
  const company = await http.company({ users: [owner.user], members: [owner.member], ...overrides });
  await http.put({ ...company.bundle, members: [member], journal: [], categories: [], departments: [] });
  const browser = await withPassword(owner.user.email);
  const reading = (target: string, asking: Asking = {}) =>
    ask(browser, `${API}${target}`, { company: company.id, ...asking });
  return { company, owner, browser, reading };
}

test("somebody changes the name under which changes are shown (SESS-016)", async () => {
  const { browser, owner } = await signedIn();
  const change = (body: object) => ask(browser, "/app/api/session/name", { method: "PATCH", body });
  for (const [body, param] of [
    [{ first_name: " ", last_name: "Ledger" }, "first_name"],
    [{ first_name: "Ada", last_name: "Led\nger" }, "last_name"],
  ] as const) {
    const refused = await change(body);
    expect([refused.status, refused.code]).toEqual([400, "invalid_request"]);
    expect(JSON.parse(refused.text)).toMatchObject({
      error: { param, message: "A name is one line of text." },
    });
  }
  expect((await change({ first_name: "Ada" })).code).toBe("parameter_missing");
  expect((await change({ first_name: " Ada ", last_name: "Ledger" })).status).toBe(200);
  const { text } = await ask(browser, "/app/api/session", {});
  expect(JSON.parse(text)).toMatchObject({
    user: { email: owner.user.email, first_name: "Ada", last_name: "Ledger" },
  });
});

describe("a request with a session", () => {
  test("is answered with the bytes with which the API answers a key", async () => {
    const { company, reading } = await signedIn();
    for (const target of [
      REPORT,
      "/reports/balance_sheet?date=2026-03-31",
      "/reports/cash_flow?start_date=2026-01-01&end_date=2026-03-31",
      "/journal_entries?limit=7",
      "/company",
      "/categories",
      "/transactions?limit=3",
      "/reports/income_statement?start_date=x",
      "/journal_entries/je_nobodys_1",
      "/nothing",
    ]) {
      const [bySession, byKey] = await Promise.all([
        reading(target),
        fetch(`${http.address}/api/v1${target}`, { headers: { authorization: `Bearer ${company.key}` } }),
      ]);
      expect([target, bySession.status, bySession.text]).toEqual([target, byKey.status, await byKey.text()]);
    }
  });

  test("needs no API access, which keys need", async () => {
    const { company, reading } = await signedIn({ api_access: "none" });
    expect((await reading(REPORT)).status).toBe(200);
    expect(await http.refusal(REPORT, { key: company.key })).toMatchObject({ status: 403 });
  });

  test("is never counted in the company's month, and is let in when that is used up (SESS-007)", async () => {
    const { company, reading } = await signedIn();
    await http.put({
      ...company.bundle,
      overrides: [{ month: NOON.slice(0, 7), requests: 0 }],
      journal: [],
      categories: [],
      departments: [],
    });
    expect((await reading(REPORT)).status).toBe(200);
    expect(await http.app.usage.listMonths(company.id)).toEqual([expect.objectContaining({ requests: 0 })]);
    expect(await http.refusal(REPORT, { key: company.key })).toMatchObject({
      code: "monthly_limit_exceeded",
    });
  });

  test("writes in the user's name, as the console", async () => {
    const { company, owner, reading } = await signedIn();
    const made = await reading("/team/invitations", { method: "POST", body: INVITATION });
    expect(made.status).toBe(201);
    const [event] = await http.app.audit.list(company.id, {}, 1);
    expect(event).toMatchObject({ surface: "console", actor: owner.user.id, key_id: null });
  });

  test("is carried out once for one Idempotency-Key", async () => {
    const { reading } = await signedIn();
    const rule = {
      name: "Rule",
      conditions: [{ field: "description", operator: "contains", value: "x" }],
      category_id: "cat_software",
    };
    const asking = { method: "POST", body: rule, headers: { "idempotency-key": "once" } };
    const [first, second] = [await reading("/rules", asking), await reading("/rules", asking)];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("a request is refused", () => {
  test("without a session, whatever it asks for", async () => {
    const { company } = await signedIn();
    const nobody = newBrowser();
    for (const [method, target] of [
      ["GET", `${API}${REPORT}`],
      ["GET", `${API}/nothing`],
      ["POST", `${API}/team/invitations`],
      ["GET", "/app/api/session"],
      ["DELETE", "/app/api/session"],
      ["GET", "/app/api/nothing"],
    ] as const) {
      const answer = await ask(nobody, target, { method, company: company.id });
      expect([target, answer.status, answer.code]).toEqual([target, 401, "session_ended"]);
    }
  });

  test("with a key, which is no session", async () => {
    const { company } = await signedIn();
    const headers = { authorization: `Bearer ${company.key}`, cookie: "" };
    expect(await ask(newBrowser(), `${API}${REPORT}`, { company: company.id, headers })).toMatchObject({
      status: 401,
    });
  });

  test.each([
    ["of another origin", { origin: "https://elsewhere.example.com" }],
    ["of no origin", { origin: "" }],
    ["without the token", { "x-csrf-token": "" }],
    ["with another token", { "x-csrf-token": formToken("another session") }],
  ])("when it is a write %s, and changes nothing", async (_what, headers) => {
    const { browser, reading } = await signedIn();
    const refused = await reading("/team/invitations", { method: "POST", body: INVITATION, headers });
    expect([refused.status, refused.code]).toEqual([403, "foreign_request"]);
    expect((await reading("/team")).text).not.toContain(INVITATION.email);
    const stays = await ask(browser, "/app/api/session", { method: "DELETE", headers });
    expect([stays.status, stays.code]).toEqual([403, "foreign_request"]);
    expect((await ask(browser, "/app/api/session", {})).status).toBe(200);
  });

  test("for a company that it does not name, or that is not the user's (SESS-008)", async () => {
    const { browser } = await signedIn();
    const other = await http.company({ journal: [] });
    for (const company of [null, other.id, "comp_nobodys", "x\u00e9"]) {
      const answer = await ask(browser, `${API}${REPORT}`, { company });
      expect([company, answer.status, answer.code]).toEqual([company, 403, "company_unknown"]);
      expect(answer.text).toContain(
        "The header `Daybook-Company` names no company of which you are a member.",
      );
    }
  });

  test("without the permission, as a key is", async () => {
    const { company, reading } = await signedIn({ reports: "none", api_access: "manage" });
    const byKey = await fetch(`${http.address}/api/v1${REPORT}`, {
      headers: { authorization: `Bearer ${company.key}` },
    });
    const bySession = await reading(REPORT);
    expect([bySession.status, bySession.text]).toEqual([byKey.status, await byKey.text()]);
    expect(bySession.code).toBe("insufficient_permission");
  });

  test.each([
    ["company_closed", { state: "closed" as const }],
    ["subscription_required", { subscription: { status: "none" as const, trial_ends_at: null } }],
  ])("with %s, as a key is", async (code, change) => {
    const { company, reading } = await signedIn();
    await http.put({
      ...company.bundle,
      company: { ...company.bundle.company, ...change },
      journal: [],
      categories: [],
      departments: [],
    });
    const [bySession, byKey] = [await reading(REPORT), await http.refusal(REPORT, { key: company.key })];
    expect([bySession.status, bySession.code, byKey.code]).toEqual([403, code, code]);
  });

  test("after the user was removed or deactivated", async () => {
    const { company, owner, browser, reading } = await signedIn();
    await http.app.access.removeMember(company.id, owner.member.id);
    const removed = await reading(REPORT);
    expect(removed.code).toBe("user_removed_from_company");
    expect(removed.text).toContain("The owner of this API key is no longer a member of the company.");
    await http.app.access.setUserActive(owner.user.id, false);
    expect((await ask(browser, "/app/api/session", {})).code).toBe("session_ended");
  });

  test("when the user has sent too many in this minute", async () => {
    const { company, owner } = await signedIn();
    const full = await http.serve({ counters: countersWith("user") });
    const browser = newBrowser(full);
    await signIn(browser, owner.user.email);
    const answer = await ask(browser, `${API}${REPORT}`, { company: company.id });
    expect([answer.status, answer.code]).toEqual([429, "rate_limit_exceeded"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await full.close();
  });
});

describe("the session's own operations", () => {
  test("tell who is signed in, and end it", async () => {
    const { company, owner, browser } = await signedIn({ taxes: "view" });
    const { status, text } = await ask(browser, "/app/api/session", {});
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      object: "session",
      user: { id: owner.user.id, email: owner.user.email },
      companies: [{ id: company.id, lifecycle: "open", permissions: { taxes: "view", reports: "manage" } }],
    });
    expect((await ask(browser, "/app/api/session", { method: "DELETE" })).status).toBe(204);
    expect((await ask(browser, "/app/api/session", {})).status).toBe(401);
    expect((await browser.visit(HOME)).location).toBe("/app/sign-in");
  });

  test("are no part of the API", async () => {
    const { company } = await signedIn();
    for (const path of ["/session", "/vouchers/je_00000001_1"])
      expect(await http.refusal(path, { key: company.key })).toMatchObject({ status: 404 });
  });
});

test("a voucher is all the entries of one of its entries, and balances", async () => {
  const { browser, company, reading } = await signedIn();
  const page = JSON.parse((await reading("/journal_entries?limit=1")).text) as { data: { id: string }[] };
  const [entry] = page.data;
  const { text } = await ask(browser, `/app/api/vouchers/${entry?.id ?? ""}`, { company: company.id });
  const voucher = JSON.parse(text) as {
    total_cents: number;
    entries: { id: string; debit_cents: number; credit_cents: number }[];
  };
  expect(voucher.entries.map(({ id }) => id)).toContain(entry?.id);
  for (const side of ["debit_cents", "credit_cents"] as const)
    expect(voucher.entries.reduce((sum, each) => sum + each[side], 0)).toBe(voucher.total_cents);
  const missing = await ask(browser, "/app/api/vouchers/je_nobodys_1", { company: company.id });
  expect([missing.status, missing.code]).toEqual([404, "resource_missing"]);
});

test("exports of the console are made in the background, seen by it, and hidden from the API", async () => {
  const { company, owner, reading } = await signedIn({ api_access: "none" });
  const asked = {
    method: "POST",
    body: {
      report_type: "income_statement",
      start_date: "2026-01-01",
      end_date: "2026-03-31",
      format: "csv",
    },
    headers: { "idempotency-key": "an export" },
  };
  const made = await reading("/reports/exports", asked);
  expect(made.status).toBe(201);
  const { id } = JSON.parse(made.text) as { id: string };
  expect(made.headers.get("location")).toBe(`${API}/reports/exports/${id}`);
  expect(JSON.parse((await reading("/reports/exports", asked)).text)).toMatchObject({ id });
  const worker = await http.app.work();
  await worker.settle();
  await worker.stop(10_000);
  const done = JSON.parse((await reading(`/reports/exports/${id}`)).text) as {
    status: string;
    file: { download_url: string };
  };
  expect(done.status).toBe("succeeded");
  expect((await fetch(done.file.download_url)).status).toBe(200);
  await http.app.access.changePermissions(company.id, owner.member.id, () => permissions("manage"));
  const key = await http.keyOf(company.id, owner.member.id);
  expect(await http.refusal(`/reports/exports/${id}`, { key })).toMatchObject({
    status: 404,
    code: "resource_missing",
  });
});

describe("the application's page", () => {
  test("leads to the sign-in page and back, to addresses of its own only", async () => {
    const { owner } = await signedIn();
    const browser = newBrowser();
    const asked = "/app/c/comp_x/statements/income?from=2026-01-01";
    const led = await browser.visit(asked);
    expect(led.location).toBe(`/app/sign-in?to=${encodeURIComponent(asked)}`);
    const page = await browser.follow(led);
    const signed = await browser.submit(page, "/app/sign-in", {
      email: owner.user.email,
      password: "four words in a row",
    });
    expect(signed.location).toBe(asked);
    for (const foreign of ["//elsewhere.example.com", "https://elsewhere.example.com", "/app/c/\\x", "/docs"])
      expect((await newBrowser().visit(`/app/sign-in?to=${encodeURIComponent(foreign)}`)).html).not.toContain(
        "elsewhere",
      );
  });

  test("says in a sentence that it is not built", async () => {
    const { owner } = await signedIn();
    const bare = await http.serve({
      console: {
        application: { files: openConsoleFiles("/nowhere"), randomText: (length) => "x".repeat(length) },
      },
    });
    const browser = newBrowser(bare);
    await signIn(browser, owner.user.email);
    const page = await browser.visit(HOME);
    expect([page.status, page.heading]).toEqual([503, "The console is not built"]);
    await bare.close();
  });
});
