/**
 * Rules over HTTP: the permissions, the order in which rules are tried, and the categories that they assign
 * to incoming and to existing transactions.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import { bank } from "../../../../test/support/bank.ts";
import { permissions, type Permissions, person } from "../../../../test/support/bundle.ts";
import { uncountedOf } from "../../../../test/support/state.ts";
import { LIMITS } from "@daybook/words/limits";
import { rulesStore } from "./store.ts";

const http = await testApp();
const { app } = http;
const RULES = "/rules";
const BATCH = LIMITS.job_batch.value;

interface Rule {
  readonly id: string;
  readonly position: number;
  readonly updated: number;
  readonly job_id: string | null;
}

function contains(value: string) {
  return [{ field: "description", operator: "contains", value }];
}

/** A rule that is not applied to existing transactions. */
const SOFTWARE = {
  name: "Software",
  conditions: contains("soft"),
  category_id: "cat_software",
  apply_to_existing_transactions: false,
};

async function createRule({ key }: TestCompany, more: object = {}): Promise<Rule> {
  const { status, body, text } = await http.send<Rule>(RULES, {
    key,
    method: "POST",
    body: { ...SOFTWARE, ...more },
  });
  expect([status, text]).toEqual([201, expect.any(String)]);
  return body;
}

async function changeRule({ key }: TestCompany, id: string, body: object): Promise<Rule> {
  const answer = await http.send<Rule>(`${RULES}/${id}`, { key, method: "PATCH", body });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function order(company: TestCompany): Promise<readonly (readonly [string, number])[]> {
  const { data } = await company.read<{ data: Rule[] }>(RULES);
  return data.map(({ id, position }) => [id, position]);
}

async function runAllJobs(): Promise<void> {
  const worker = await app.work();
  await worker.settle();
  await worker.stop(10_000);
}

/** A company, and a key of a second member with these permissions. */
async function withMember(levels: Permissions) {
  const [owner, member] = [person("owner"), person("member", levels)];
  const company = await http.company({
    users: [owner.user, member.user],
    members: [owner.member, member.member],
    rules: [],
  });
  const key = await http.keyOf(company.id, member.member.id);
  return {
    company,
    key,
    setPermissions: (next: Permissions) =>
      app.access.changePermissions(company.id, member.member.id, () => next),
  };
}

/** The company's records without the count of its requests, to see that a request changed nothing. */
function recordsOf({ id }: TestCompany) {
  return uncountedOf(app, id);
}

describe("a rule", () => {
  test("can be created, read, listed, changed and deleted (OPS-001, OPS-002, OPS-003, OPS-004, OPS-028, OPS-031)", async () => {
    const company = await http.company({ rules: [] });
    const made = await createRule(company, { name: " Software ", department_id: "dept_design" });
    const now = app.clock.now();
    const rule = {
      id: expect.stringMatching(/^rule_/) as string,
      object: "rule",
      name: "Software",
      conditions: contains("soft"),
      category_id: "cat_software",
      department_id: "dept_design",
      active: true,
      position: 1,
      job_id: null,
      created: now,
      updated: now,
    };
    expect(made).toEqual(rule);
    expect(await company.read(`${RULES}/${made.id}`)).toEqual(made);
    expect(await company.read(RULES)).toEqual({ object: "list", url: "/api/v1/rules", data: [made] });
    http.clock.set(now + 60);
    expect(await changeRule(company, made.id, { name: "Tools", department_id: null, active: false })).toEqual(
      {
        ...made,
        name: "Tools",
        department_id: null,
        active: false,
        updated: now + 60,
      },
    );
    http.clock.set(now + 120);
    // Present values change nothing.
    const conditions = contains("soft");
    expect(
      (
        await changeRule(company, made.id, {
          name: "Tools",
          conditions,
          category_id: "cat_software",
          position: 7,
        })
      ).updated,
    ).toBe(now + 60);
    expect((await changeRule(company, made.id, { conditions: contains("tool") })).updated).toBe(now + 120);
    for (const _time of [1, 2])
      expect(await http.send(`${RULES}/${made.id}`, { key: company.key, method: "DELETE" })).toMatchObject({
        status: 204,
        text: "",
      });
    expect((await http.refusal(`${RULES}/${made.id}`, { key: company.key })).code).toBe("resource_missing");
    expect(await order(company)).toEqual([]);
  });

  test("of another company can't be found, changed or deleted", async () => {
    const company = await http.company({ rules: [] });
    const { id } = await createRule(company);
    const { key } = await http.company({ rules: [] });
    const before = await recordsOf(company);
    expect(await http.refusal(`${RULES}/${id}`, { key })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    expect(await http.refusal(`${RULES}/${id}`, { key, method: "PATCH", body: { name: "x" } })).toMatchObject(
      { status: 404, code: "resource_missing" },
    );
    expect((await http.send(`${RULES}/${id}`, { key, method: "DELETE" })).status).toBe(204);
    expect(await recordsOf(company)).toEqual(before);
  });

  test("with an invalid field is refused with the name of the field", async () => {
    const company = await http.company({ rules: [] });
    const { id } = await createRule(company);
    const elsewhere = await bank(http, await http.company({ rules: [] }));
    const condition = { field: "description", operator: "contains", value: "x" };
    const refused = [
      [{ name: "" }, "invalid_request", "name"],
      [{ name: " " }, "invalid_request", "name"],
      [{ name: "a\nb" }, "invalid_request", "name"],
      [{ conditions: [] }, "invalid_request", "conditions"],
      [
        { conditions: Array.from({ length: LIMITS.rule_conditions.value + 1 }, () => condition) },
        "invalid_request",
        "conditions",
      ],
      [{ conditions: [{ ...condition, field: "memo" }] }, "invalid_request", "conditions"],
      [{ conditions: [{ ...condition, operator: "less_than" }] }, "invalid_request", "conditions"],
      [{ conditions: [{ ...condition, value: " " }] }, "invalid_request", "conditions"],
      [{ conditions: [{ ...condition, also: 1 }] }, "invalid_request", "conditions"],
      [
        { conditions: [condition, { field: "amount_cents", operator: "equals", value: "1" }] },
        "invalid_request",
        "conditions",
      ],
      [
        { conditions: [{ field: "account_id", operator: "equals", value: elsewhere.account }] },
        "resource_missing",
        "conditions",
      ],
      [{ category_id: null }, "invalid_request", "category_id"],
      [{ category_id: "cat_travel" }, "resource_missing", "category_id"],
      [{ category_id: "cat_checking" }, "resource_missing", "category_id"],
      [{ department_id: 1 }, "invalid_request", "department_id"],
      [{ department_id: "dept_product" }, "resource_missing", "department_id"],
      [{ active: null }, "invalid_request", "active"],
      [{ position: 0 }, "invalid_request", "position"],
      [{ memo: "x" }, "invalid_request", "memo"],
    ] as const;
    const before = await recordsOf(company);
    for (const [body, code, param] of refused) {
      const [made, changed] = [
        await http.refusal(RULES, { key: company.key, method: "POST", body: { ...SOFTWARE, ...body } }),
        await http.refusal(`${RULES}/${id}`, { key: company.key, method: "PATCH", body }),
      ];
      // A required name that is blank counts as missing.
      const isMissing = "name" in body && body.name.trim() === "";
      expect([body, made.code, made.param]).toEqual([body, isMissing ? "parameter_missing" : code, param]);
      expect([body, changed.code, changed.param]).toEqual([body, code, param]);
    }
    for (const name of ["name", "conditions", "category_id"]) {
      const refusal = await http.refusal(RULES, {
        key: company.key,
        method: "POST",
        body: { ...SOFTWARE, [name]: undefined },
      });
      expect([refusal.code, refusal.param]).toEqual(["parameter_missing", name]);
    }
    expect(
      await http.refusal(RULES, {
        key: company.key,
        method: "POST",
        body: { ...SOFTWARE, apply_to_existing_transactions: 1 },
      }),
    ).toMatchObject({ code: "invalid_request", param: "apply_to_existing_transactions" });
    expect(
      await http.refusal(`${RULES}/${id}`, { key: company.key, method: "PATCH", body: {} }),
    ).toMatchObject({ code: "parameter_missing" });
    expect(
      await http.refusal(`${RULES}/${id}`, { key: company.key, method: "DELETE", body: {} }),
    ).toMatchObject({ code: "invalid_request" });
    expect(await recordsOf(company)).toEqual(before);
  });

  test("can't be created beyond the largest number of rules", async () => {
    const company = await http.company({ rules: [] });
    const { id } = await createRule(company);
    await app.db.transaction(async (tx) => {
      const first = await rulesStore.find(tx, company.id, id);
      if (first === null) throw new Error("the created rule is missing");
      for (let position = 2; position <= LIMITS.rules.value; position += 1)
        await rulesStore.insert(tx, company.id, { ...first, id: app.ids.next("rule"), position });
    });
    expect(await http.refusal(RULES, { key: company.key, method: "POST", body: SOFTWARE })).toMatchObject({
      status: 400,
      code: "invalid_request",
    });
    expect((await http.send(`${RULES}/${id}`, { key: company.key, method: "DELETE" })).status).toBe(204);
    expect((await createRule(company)).position).toBe(LIMITS.rules.value);
  });

  test("takes the position that is given, and the other rules shift", async () => {
    const company = await http.company({ rules: [] });
    const [a, b] = [await createRule(company), await createRule(company)];
    const c = await createRule(company, { position: 1 });
    expect(c.position).toBe(1);
    expect(await order(company)).toEqual([
      [c.id, 1],
      [a.id, 2],
      [b.id, 3],
    ]);
    http.clock.set(app.clock.now() + 60);
    expect(await changeRule(company, c.id, { position: LIMITS.rules.value })).toMatchObject({
      position: 3,
      updated: app.clock.now(),
    });
    expect(await order(company)).toEqual([
      [a.id, 1],
      [b.id, 2],
      [c.id, 3],
    ]);
    expect(await company.read(`${RULES}/${a.id}`)).toMatchObject({ updated: a.updated });
    await http.send(`${RULES}/${a.id}`, { key: company.key, method: "DELETE" });
    expect(await order(company)).toEqual([
      [b.id, 1],
      [c.id, 2],
    ]);
  });
});

describe("without the needed permission", () => {
  const FORBIDDEN = { status: 403, type: "permission_error", code: "insufficient_permission" };

  test.each([
    ["GET /rules (OPS-002)", "GET", false, "none"],
    ["GET /rules/{id} (OPS-003)", "GET", true, "none"],
    ["POST /rules (OPS-001)", "POST", false, "view"],
    ["PATCH /rules/{id} (OPS-004)", "PATCH", true, "view"],
    ["DELETE /rules/{id} (OPS-005)", "DELETE", true, "view"],
  ] as const)("in Accounting setup, %s is refused", async (_name, method, named, level) => {
    const { company, key } = await withMember(permissions("manage", { accounting_setup: level }));
    const target = named ? `${RULES}/${(await createRule(company)).id}` : RULES;
    const before = await recordsOf(company);
    const body = method === "POST" ? { body: SOFTWARE } : method === "PATCH" ? { body: { name: "x" } } : {};
    const refusal = await http.refusal(target, { key, method, ...body });
    expect(refusal).toMatchObject(FORBIDDEN);
    expect(refusal).not.toHaveProperty("param");
    expect(await recordsOf(company)).toEqual(before);
  });

  test("in Transactions, a rule is created only if it is not applied to existing transactions (OPS-026, OPS-027, OPS-028)", async () => {
    const { company, key, setPermissions } = await withMember(
      permissions("none", { accounting_setup: "manage", transactions: "view" }),
    );
    const before = await recordsOf(company);
    for (const apply_to_existing_transactions of [undefined, true]) {
      const body = { ...SOFTWARE, apply_to_existing_transactions };
      const refusal = await http.refusal(RULES, { key, method: "POST", body });
      expect(refusal).toMatchObject(FORBIDDEN);
      expect(refusal).not.toHaveProperty("param");
      // An invalid body is reported first. The records that it names are not looked up before the permission.
      expect((await http.refusal(RULES, { key, method: "POST", body: { ...body, name: 1 } })).code).toBe(
        "invalid_request",
      );
      expect(
        await http.refusal(RULES, { key, method: "POST", body: { ...body, category_id: "cat_nobodys" } }),
      ).toMatchObject(FORBIDDEN);
    }
    expect(await recordsOf(company)).toEqual(before);
    expect((await http.send(RULES, { key, method: "POST", body: SOFTWARE })).status).toBe(201);
    await setPermissions(permissions("none", { accounting_setup: "manage", transactions: "manage" }));
    expect(
      (
        await http.send(RULES, {
          key,
          method: "POST",
          body: { ...SOFTWARE, apply_to_existing_transactions: undefined },
        })
      ).status,
    ).toBe(201);
    await runAllJobs();
  });

  test("in either area, deleting a rule is refused, whether it exists or not (OPS-005, OPS-029, OPS-030, OPS-031)", async () => {
    const { company, key, setPermissions } = await withMember(permissions("none"));
    const { id } = await createRule(company);
    const before = await recordsOf(company);
    for (const levels of [
      { accounting_setup: "manage", transactions: "view" },
      { accounting_setup: "view", transactions: "manage" },
    ] as const) {
      await setPermissions(permissions("manage", levels));
      for (const rule of [id, "rule_nobodys"]) {
        const refusal = await http.refusal(`${RULES}/${rule}`, { key, method: "DELETE" });
        expect(refusal).toMatchObject(FORBIDDEN);
        expect(refusal).not.toHaveProperty("param");
      }
    }
    const { members: _before, ...rest } = before;
    const { members: _after, ...after } = await recordsOf(company);
    expect(after).toEqual(rest);
    await setPermissions(permissions("none", { accounting_setup: "manage", transactions: "manage" }));
    for (const rule of [id, "rule_nobodys"])
      expect((await http.send(`${RULES}/${rule}`, { key, method: "DELETE" })).status).toBe(204);
    expect(await order(company)).toEqual([]);
  });
});

describe("an incoming transaction", () => {
  test("gets the category and department of the first active rule that matches", async () => {
    const company = await http.company({ rules: [] });
    const { account, bring, read } = await bank(http, company);
    const off = await createRule(company, { category_id: "cat_payroll", active: false });
    await createRule(company, {
      conditions: [
        ...contains("soft"),
        { field: "amount_cents", operator: "less_than", value: -100_00 },
        { field: "account_id", operator: "equals", value: account },
        { field: "merchant_name", operator: "starts_with", value: "draw" },
      ],
      category_id: "cat_equipment",
      department_id: "dept_design",
    });
    await createRule(company);
    const [large = "", small = "", other = ""] = await bring(
      { description: "SOFTWARE", merchant_name: "Drawing Board", amount: -100_01 },
      { description: "SOFTWARE", merchant_name: "Drawing Board", amount: -100_00 },
      { description: "Lunch" },
    );
    expect(await read(large)).toMatchObject({
      category_id: "cat_equipment",
      department_id: "dept_design",
      categorized: true,
    });
    expect(await read(small)).toMatchObject({
      category_id: "cat_software",
      department_id: null,
      categorized: true,
    });
    expect(await read(other)).toMatchObject({ categorized: false });
    await changeRule(company, off.id, { active: true });
    const [later = ""] = await bring({ description: "SOFTWARE" });
    expect(await read(later)).toMatchObject({ category_id: "cat_payroll" });
  });

  test("gets nothing from a rule whose category or department can't be chosen any more; the next rule is tried", async () => {
    const company = await http.company({ rules: [] });
    const { bring, read } = await bank(http, company);
    await createRule(company, { category_id: "cat_hosting" });
    await createRule(company, { category_id: "cat_equipment", department_id: "dept_design" });
    await createRule(company);
    const { bundle } = company;
    const below = bundle.categories
      .filter(({ id }) => id === "cat_hosting")
      .map((row) => ({ ...row, id: "cat_servers", name: "Servers", parent_id: row.id, position: 0 }));
    const departments = bundle.departments.map((row) =>
      row.id === "dept_design" ? { ...row, assignable: false } : row,
    );
    await http.put({ ...bundle, categories: [...bundle.categories, ...below], departments });
    const [id = ""] = await bring({ description: "Software" });
    expect(await read(id)).toMatchObject({ category_id: "cat_software", department_id: null });
  });
});

describe("a rule that is applied to existing transactions", () => {
  const APPLIED = { apply_to_existing_transactions: true };

  test("categorizes editable uncategorized transactions, in the books too, and changes nothing that a person decided (RULE-002)", async () => {
    const company = await http.company({ rules: [] });
    const { key } = company;
    const { bring, read } = await bank(http, company);
    const soft = { description: "Software" };
    const [plain = "", chosen = "", placed = "", split = "", excluded = "", other = ""] = await bring(
      soft,
      soft,
      soft,
      soft,
      { ...soft, status: "excluded" },
      { description: "Lunch" },
    );
    await http.send(`/transactions/${chosen}`, {
      key,
      method: "PATCH",
      body: { category_id: "cat_hosting" },
    });
    await http.send(`/transactions/${placed}`, {
      key,
      method: "PATCH",
      body: { department_id: "dept_sales" },
    });
    const half = { category_id: "cat_hosting", amount_cents: -5_00 };
    await http.send(`/transactions/${split}/split`, { key, method: "POST", body: { lines: [half, half] } });
    const untouched = [chosen, split, excluded, other];
    const before = await Promise.all(untouched.map(read));
    http.clock.set(app.clock.now() + 60);
    const { job_id } = await createRule(company, { ...APPLIED, department_id: "dept_design" });
    expect(await read(plain)).toMatchObject({ categorized: false });
    await runAllJobs();
    expect(await company.read(`/jobs/${job_id}`)).toMatchObject({
      object: "job",
      type: "rule_application",
      status: "succeeded",
      total: 4,
      processed: 4,
      failed: 0,
      errors: [],
    });
    expect(await read(plain)).toMatchObject({
      category_id: "cat_software",
      department_id: "dept_design",
      categorized: true,
    });
    expect(await read(placed)).toMatchObject({ category_id: "cat_software", department_id: "dept_sales" });
    expect(await Promise.all(untouched.map(read))).toEqual(before);
    expect(
      await company.read(
        "/aggregations/total?category_id=cat_software&start_date=2026-05-01&end_date=2026-05-01",
      ),
    ).toMatchObject({ total_cents: -20_00 });
    expect(
      (await app.ledger.verify(company.id, () => {})).checks.filter(({ difference }) => difference !== null),
    ).toEqual([]);
  });

  test("is applied by default; if it is not applied, nothing changes and there is no job", async () => {
    const company = await http.company({ rules: [] });
    const { bring, read } = await bank(http, company);
    const [id = ""] = await bring({ description: "Software" });
    expect((await createRule(company)).job_id).toBeNull();
    await runAllJobs();
    expect(await read(id)).toMatchObject({ categorized: false });
    const { job_id } = await createRule(company, { apply_to_existing_transactions: undefined, position: 1 });
    expect(job_id).toMatch(/^job_/);
    await runAllJobs();
    expect(await read(id)).toMatchObject({ category_id: "cat_software" });
  });

  test("leaves out transactions that an earlier rule matches", async () => {
    const company = await http.company({ rules: [] });
    const { bring, read } = await bank(http, company);
    const [both = "", own = ""] = await bring(
      { description: "Software, hosted" },
      { description: "Software" },
    );
    await createRule(company, { conditions: contains("hosted"), category_id: "cat_hosting" });
    await createRule(company, APPLIED);
    await runAllJobs();
    expect(await read(both)).toMatchObject({ categorized: false });
    expect(await read(own)).toMatchObject({ category_id: "cat_software" });
  });

  test(
    "continues where its worker stopped, with the present state of the rule",
    { timeout: 120_000 },
    async () => {
      const company = await http.company({ rules: [] });
      const { bring, read } = await bank(http, company);
      const ids = await bring(...Array.from({ length: 2 * BATCH + 1 }, () => ({ description: "Software" })));
      const sorted = ids.toSorted();
      const [first = "", second = "", third = ""] = [sorted[0], sorted[BATCH], sorted[2 * BATCH]];
      const { id, job_id } = await createRule(company, APPLIED);
      const stopped = () =>
        app.transactions.work(company.id, job_id ?? "", {
          signal: AbortSignal.abort(new Error("stopped")),
          last: false,
          giveWayIfOthersWait: async () => {},
        });
      await expect(stopped()).rejects.toThrow("stopped");
      expect(await company.read(`/jobs/${job_id}`)).toMatchObject({
        status: "processing",
        total: 2 * BATCH + 1,
        processed: BATCH,
      });
      // A person makes one uncategorized again that the rule had categorized. It is not processed twice.
      const { data } = await company.read<{ data: { id: string; name: string }[] }>("/categories");
      const back = data.find(({ name }) => name === "Uncategorized Expenses")?.id;
      await http.send(`/transactions/${first}`, {
        key: company.key,
        method: "PATCH",
        body: { category_id: back },
      });
      await changeRule(company, id, { category_id: "cat_hosting" });
      await expect(stopped()).rejects.toThrow("stopped");
      await runAllJobs();
      expect(await company.read(`/jobs/${job_id}`)).toMatchObject({
        status: "succeeded",
        total: 2 * BATCH + 1,
        processed: 2 * BATCH + 1,
      });
      expect(await read(first)).toMatchObject({ category_id: back, categorized: false });
      expect(await read(second)).toMatchObject({ category_id: "cat_hosting" });
      expect(await read(third)).toMatchObject({ category_id: "cat_hosting" });
    },
  );

  test(
    "ends when it is deleted: its job fails at once, both before its first batch and between batches",
    { timeout: 120_000 },
    async () => {
      const company = await http.company({ rules: [] });
      const { bring, read } = await bank(http, company);
      const ids = (
        await bring(...Array.from({ length: BATCH + 1 }, () => ({ description: "Software" })))
      ).toSorted();
      const [waiting, begun] = [
        await createRule(company, { ...APPLIED, conditions: contains("nothing") }),
        await createRule(company, APPLIED),
      ];
      const stopped = app.transactions.work(company.id, begun.job_id ?? "", {
        signal: AbortSignal.abort(new Error("stopped")),
        last: false,
        giveWayIfOthersWait: async () => {},
      });
      await expect(stopped).rejects.toThrow("stopped");
      for (const { id } of [waiting, begun])
        await http.send(`${RULES}/${id}`, { key: company.key, method: "DELETE" });
      const ends = async () => [
        await company.read(`/jobs/${waiting.job_id}`),
        await company.read(`/jobs/${begun.job_id}`),
      ];
      const failed = [
        { status: "failed", processed: 0, completed_at: app.clock.now() },
        { status: "failed", processed: BATCH, completed_at: app.clock.now() },
      ];
      expect(await ends()).toMatchObject(failed);
      await runAllJobs();
      expect(await ends()).toMatchObject(failed);
      expect(await read(ids[0] ?? "")).toMatchObject({ category_id: "cat_software" });
      expect(await read(ids[BATCH] ?? "")).toMatchObject({ categorized: false });
    },
  );
});
