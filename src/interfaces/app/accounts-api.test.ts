/**
 * What the console's pages of accounts, rules and schedules ask beside the API: changes of accounts, rules
 * that are applied to the past again, and schedules that end otherwise than planned.
 */
import type { Cents } from "@daybook/words/cents";
import { describe, expect, test } from "vitest";
import { present } from "@daybook/words/assert";
import { parseCivilDate } from "@daybook/words/civil-date";
import { testApp } from "../../../test/support/app.ts";
import { permissions, person } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { ask, type Asking } from "../../../test/support/session.ts";

const http = await testApp();

interface Item {
  readonly id: string;
  readonly description: string;
  readonly category_id: string | null;
  readonly account_name: string;
  readonly categorized: boolean;
}
interface Items {
  readonly data: readonly Item[];
}

type Answer<Body> = Awaited<ReturnType<typeof ask>> & { readonly body: Body };

/** A company with an account whose lines are `rows`, and its signed-in member. */
async function signedIn(rows: readonly object[], levels: Parameters<typeof permissions>[1] = {}) {
  const clerk = person("clerk", permissions("manage", levels));
  const owner = person("owner");
  const company = await http.company({
    users: [owner.user, clerk.user],
    members: [owner.member, clerk.member],
  });
  const post = async <T>(path: string, body: object) =>
    (await http.send<T>(path, { key: company.key, method: "POST", body })).body;
  const { id: account } = await post<{ id: string }>("/accounts", { name: "First", type: "checking" });
  if (rows.length > 0) await post("/transaction_uploads", { account_id: account, rows });
  const browser = await withPassword(clerk.user.email);
  const asking = async <T = Record<string, unknown>>(
    target: string,
    more: Asking = {},
  ): Promise<Answer<T>> => {
    const answer = await ask(browser, `/app/api${target}`, { company: company.id, ...more });
    return { ...answer, body: (answer.text === "" ? null : JSON.parse(answer.text)) as T };
  };
  const list = async () => (await company.read<Items>(`/transactions?account_id=${account}`)).data;
  return { company, account, post, asking, list };
}

const LINES = [
  { date: "2026-03-02", amount_cents: -120_000, description: "Insurance" },
  { date: "2026-03-03", amount_cents: -500, description: "Coffee" },
];

describe("an account", () => {
  test("is renamed, which its transactions show, and is put out of use", async () => {
    const { account, asking, list, company } = await signedIn(LINES);
    const change = (body: object) => asking(`/accounts/${account}`, { method: "PATCH", body });
    const changed = await change({ name: " House bank ", institution_name: "Woodgrove", last4: "0042" });
    expect(changed.body).toMatchObject({
      name: "House bank",
      institution_name: "Woodgrove",
      last4: "0042",
      balance_cents: -120_500,
    });
    expect((await list()).map(({ account_name }) => account_name)).toEqual(["House bank", "House bank"]);
    expect((await change({ active: false, institution_name: null })).body).toMatchObject({
      active: false,
      institution_name: null,
    });
    expect((await change({ last4: "42" })).code).toBe("invalid_request");
    const unknown = await asking("/accounts/acct_nobodys", { method: "PATCH", body: { name: "X" } });
    expect([unknown.status, unknown.code]).toEqual([404, "resource_missing"]);
    expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
  });

  test("gets another category only before it has transactions, and one that fits", async () => {
    const { account, asking, post, company } = await signedIn([]);
    const other = await post<{ id: string; category_id: string }>("/accounts", {
      name: "Second",
      type: "checking",
    });
    const change = (body: object) => asking(`/accounts/${account}`, { method: "PATCH", body });
    expect((await change({ category_id: "cat_software" })).code).toBe("resource_missing");
    expect((await change({ category_id: other.category_id })).body).toMatchObject({
      category_id: other.category_id,
    });
    await http.send("/transaction_uploads", {
      key: company.key,
      method: "POST",
      body: { account_id: account, rows: LINES },
    });
    const refused = await change({ category_id: "cat_cash" });
    expect([refused.code, refused.text]).toEqual([
      "invalid_request",
      expect.stringContaining("keeps its category"),
    ]);
  });

  test("is changed only by whoever manages transactions, and has no connection of its own", async () => {
    const { account, asking } = await signedIn([], { transactions: "view" });
    expect((await asking(`/accounts/${account}`, { method: "PATCH", body: { name: "X" } })).code).toBe(
      "insufficient_permission",
    );
    expect((await asking("/account_connections")).body).toMatchObject({ object: "list", data: [] });
  });
});

/** An attempt at a job that nothing stops. */
const WHOLE = { signal: new AbortController().signal, last: true, giveWayIfOthersWait: async () => {} };

describe("a rule", () => {
  const RULE = {
    name: "Coffee",
    conditions: [{ field: "description", operator: "equals", value: "Coffee" }],
    category_id: "cat_software",
    apply_to_existing_transactions: false,
  };

  test("is applied to the past again, unless it is off", async () => {
    const { company, asking, post, list } = await signedIn(LINES);
    const rule = await post<{ id: string; job_id: string | null }>("/rules", RULE);
    expect(rule.job_id).toBeNull();
    const applied = await asking<{ job_id: string }>(`/rules/${rule.id}/apply`, { method: "POST" });
    expect(applied.body.job_id).toMatch(/^job_/);
    await http.app.transactions.work(company.id, applied.body.job_id, WHOLE);
    expect((await list()).find(({ description }) => description === "Coffee")).toMatchObject({
      category_id: "cat_software",
      categorized: true,
    });
    const job = await company.read<{ status: string }>(`/jobs/${applied.body.job_id}`);
    expect(job.status).toBe("succeeded");
    await http.send(`/rules/${rule.id}`, { key: company.key, method: "PATCH", body: { active: false } });
    const off = await asking(`/rules/${rule.id}/apply`, { method: "POST" });
    expect(off.code).toBe("invalid_request");
    expect(off.text).toMatch(/"The rule [^"]+ is off\. Switch it on first\."/);
    expect((await asking("/rules/rule_nobodys/apply", { method: "POST" })).code).toBe("resource_missing");
  });

  test("that is applied again ends its former job", async () => {
    const { company, asking, post } = await signedIn(LINES);
    const { id } = await post<{ id: string }>("/rules", RULE);
    const apply = async () =>
      (await asking<{ job_id: string }>(`/rules/${id}/apply`, { method: "POST" })).body.job_id;
    const [first, second] = [await apply(), await apply()];
    const stateOf = async (job: string) => (await company.read<{ status: string }>(`/jobs/${job}`)).status;
    expect([await stateOf(first), await stateOf(second)]).toEqual(["failed", "pending"]);
  });
});

interface Opened {
  readonly schedule: {
    readonly id: string;
    readonly last_day: string;
    readonly months: number;
    readonly ended_on: string | null;
  };
  readonly lines: readonly {
    readonly date: string;
    readonly amount_cents: number;
    readonly entry: string | null;
  }[];
  readonly preview: boolean;
}

describe("a schedule", () => {
  async function spread(levels: Parameters<typeof permissions>[1] = {}) {
    const found = await signedIn(LINES, levels);
    const { company, list } = found;
    const insurance = (await list()).find(({ description }) => description === "Insurance");
    await http.send(`/transactions/${insurance?.id ?? ""}`, {
      key: company.key,
      method: "PATCH",
      body: { category_id: "cat_software" },
    });
    const { id } = await http.app.transactions.startSchedule(
      company.id,
      {
        id: insurance?.id ?? "",
        kind: "spread",
        category_id: null,
        asset: null,
        start_date: present(parseCivilDate("2026-03-01"), "a day"),
        months: 12,
        basis: "month",
        declining_percent: null,
        salvage_cents: 0 as Cents,
      },
      { now: http.app.clock.now(), today: http.app.clock.today() },
      "operator",
    );
    const send = (what: string, body: object) =>
      found.asking<Opened>(`/schedules/${id}/${what}`, { method: "POST", body });
    const read = async () => (await found.asking<Opened>(`/schedules/${id}`)).body;
    return { ...found, id, send, read };
  }

  test("opens with its months, and each with its entry", async () => {
    const { company, asking, id, read } = await spread();
    const { body } = await asking<{ data: readonly { id: string }[] }>("/schedules");
    expect(body.data.map((each) => each.id)).toEqual([id]);
    expect((await asking<Items>("/schedules?kind=capitalization")).body.data).toEqual([]);
    const { lines, schedule } = await read();
    expect(schedule).toMatchObject({ months: 12, last_day: "2027-02-28" });
    expect(lines.map(({ amount_cents }) => amount_cents)).toEqual(Array.from({ length: 12 }, () => -10_000));
    const entry = await company.read<{ date: string; category_id: string }>(
      `/journal_entries/${lines[0]?.entry ?? ""}`,
    );
    expect(entry).toMatchObject({ date: "2026-03-31", category_id: "cat_software" });
    expect((await asking("/schedules/spread_nobodys")).code).toBe("resource_missing");
  });

  test("gets another last month, ends and goes on, after a preview that writes nothing", async () => {
    const { company, send, read } = await spread();
    for (const [what, body, expected] of [
      ["move", { last_day: "2027-08-31" }, { last_day: "2027-08-31", months: 18 }],
      ["end", { on: "2027-01-15" }, { last_day: "2027-01-15", ended_on: "2027-01-15" }],
      ["reopen", {}, { last_day: "2027-08-31", ended_on: null }],
    ] as const) {
      const before = await read();
      const preview = await send(what, { ...body, preview: true });
      expect(preview.body).toMatchObject({ preview: true, schedule: expected });
      expect(await read()).toEqual(before);
      const made = await send(what, body);
      expect(made.body.schedule).toEqual(preview.body.schedule);
      expect((await read()).schedule).toMatchObject(expected);
    }
    expect((await send("reopen", {})).code).toBe("invalid_request");
    expect((await send("end", { on: "2020-01-01", preview: true })).code).toBe("invalid_request");
    expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
  });

  test("is changed only by whoever manages transactions and the setup", async () => {
    const { send, read } = await spread({ accounting_setup: "view" });
    expect((await send("end", { on: "2027-01-15", preview: true })).code).toBe("insufficient_permission");
    expect((await read()).schedule.ended_on).toBeNull();
  });
});
