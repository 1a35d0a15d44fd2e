/** Changes of the chart in the console: previews write nothing, and say what the change itself says. */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { category, chart, cr, dr, permissions, person, voucher } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { ask } from "../../../test/support/session.ts";

const http = await testApp();

const CHART = chart(
  category("cash", "Cash", "asset", "cash"),
  category("reserve", "Reserve Savings", "asset", "working_capital"),
  category("stock", "Common Stock", "equity", "financing"),
  category("travel", "Travel", "expense", null),
  category("taxi", "Taxi", "expense", null),
);
const JOURNAL = [
  voucher("2025-01-10", "Capital", [dr("cash", 1_000_00), cr("stock", 1_000_00)]),
  voucher("2025-02-10", "To the savings", [dr("reserve", 300_00), cr("cash", 300_00)]),
  voucher("2025-04-05", "To the airport", [dr("taxi", 50_00), cr("cash", 50_00)]),
];

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly cash_flow: string | null;
  readonly parent_id: string | null;
}

/** A company with that chart, and what a member with this level does with it. */
async function charted(level: "view" | "manage" = "manage", closed: string | null = null) {
  const { user, member } = person("clerk", permissions("none", { accounting_setup: level }));
  const company = await http.company({
    users: [user],
    members: [member],
    categories: CHART,
    departments: [],
    journal: JOURNAL,
    ...(closed === null ? {} : { closing: { closed_through: closed } }),
  });
  const browser = await withPassword(user.email);
  const send = async (method: string, target: string, body?: object) => {
    const answer = await ask(browser, `/app/api/chart${target}`, {
      method,
      company: company.id,
      ...(body === undefined ? {} : { body }),
    });
    return { ...answer, body: JSON.parse(answer.text) as Record<string, unknown> };
  };
  const read = async () => (await send("GET", "")).body["categories"] as readonly Shown[];
  const find = async (id: string) => (await read()).find((each) => each.id === id);
  return { company, send, read, find };
}

test("a preview says what the change itself says, and writes nothing (ENTR-009)", async () => {
  const { company, send, read, find } = await charted();
  const before = await read();
  for (const [method, target, change, told] of [
    ["PATCH", "/categories/cat_reserve", { cash_flow: "cash" }, ["balance_sheet", "cash_flow"]],
    ["POST", "/categories/cat_taxi/move", { parent: "cat_travel" }, ["income_statement"]],
  ] as const) {
    const preview = await send(method, target, { ...change, preview: true });
    expect(preview.body).toMatchObject({ preview: true, statements: told });
    expect(await read()).toEqual(before);
    const made = await send(method, target, change);
    expect(made.body).toEqual({ ...preview.body, preview: false });
    await send(method, target, target.endsWith("move") ? { parent: null } : { cash_flow: "working_capital" });
  }
  expect((await send("PATCH", "/categories/cat_travel", { name: "  Journeys " })).status).toBe(200);
  expect(await find("cat_travel")).toMatchObject({ name: "Journeys" });
  expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
  const trail = await http.app.audit.list(company.id, { subject: "cat_taxi" }, 100);
  expect(trail).toHaveLength(2);
});

test("a category is added below its parent, and what can't stand there is refused in a preview too", async () => {
  const { send, find } = await charted();
  const added = await send("POST", "/categories", {
    name: "Trains",
    account_type: "expense",
    parent: "cat_travel",
  });
  expect(added.status).toBe(201);
  const { id } = added.body["category"] as Shown;
  expect(await find(id)).toMatchObject({ name: "Trains", parent_id: "cat_travel" });
  expect((await send("POST", "/categories/cat_travel/move", { parent: id, preview: true })).code).toBe(
    "invalid_request",
  );
  expect((await send("PATCH", "/categories/cat_stock", { cash_flow: "cash", preview: true })).code).toBe(
    "invalid_request",
  );
  expect((await send("PATCH", "/categories/cat_nobodys", { name: "X" })).code).toBe("resource_missing");
  expect((await send("POST", "/categories", { name: "X" })).code).toBe("parameter_missing");
});

test("what closed books refuse is refused in a preview too", async () => {
  const { send, find } = await charted("manage", "2025-03-31");
  for (const preview of [true, false]) {
    const { status, text } = await send("PATCH", "/categories/cat_reserve", { cash_flow: "cash", preview });
    expect([status, text]).toEqual([400, expect.stringContaining("closed")]);
  }
  expect(await find("cat_reserve")).toMatchObject({ cash_flow: "working_capital" });
});

test("a viewer reads the chart and changes nothing", async () => {
  const { send, read } = await charted("view");
  expect(await read()).toHaveLength(CHART.length);
  expect((await send("PATCH", "/categories/cat_travel", { name: "X" })).code).toBe("insufficient_permission");
  expect((await send("POST", "/categories/cat_taxi/move", { parent: null, preview: true })).code).toBe(
    "insufficient_permission",
  );
});

interface Shift {
  readonly department: { readonly id: string; readonly name: string; readonly assignable: boolean };
}

/** A company with the usual departments, and what a member does with them. */
async function departed() {
  const { user, member } = person("clerk");
  const company = await http.company({ users: [user], members: [member] });
  const browser = await withPassword(user.email);
  const send = async (method: string, target: string, body: object) => {
    const answer = await ask(browser, `/app/api${target}`, { method, company: company.id, body });
    return { ...answer, body: JSON.parse(answer.text) as Shift };
  };
  const list = async () =>
    (
      await company.read<{ data: readonly (Shift["department"] & { parent_id: string | null })[] }>(
        "/departments",
      )
    ).data;
  const find = async (id: string) => (await list()).find((each) => each.id === id);
  return { company, send, list, find };
}

test("a preview of a change of departments says what the change itself says, and writes nothing", async () => {
  const { company, send, list, find } = await departed();
  await send("POST", "/v1/rules", {
    name: "Sellers",
    conditions: [{ field: "description", operator: "contains", value: "x" }],
    category_id: "cat_software",
    department_id: "dept_sales",
  });
  const before = await list();
  for (const [method, target, change, answer] of [
    ["PATCH", "/dept_sales", { assignable: false }, { closed: ["Sales"], rules: ["Sellers"] }],
    ["PATCH", "/dept_sales", { name: " Selling ", assignable: true }, { closed: [], rules: [] }],
    ["POST", "/dept_sales/move", { parent: "dept_product" }, { closed: [], first_month: expect.any(String) }],
    ["POST", "", { name: "Inside", parent: "dept_sales" }, { closed: ["Selling"], rules: ["Sellers"] }],
  ] as const) {
    const now = await list();
    const preview = await send(method, `/chart/departments${target}`, { ...change, preview: true });
    expect(preview.body).toMatchObject({ preview: true, ...answer });
    expect(await list()).toEqual(now);
    const made = await send(method, `/chart/departments${target}`, change);
    expect(made.body).toMatchObject({ preview: false, ...answer });
    expect(await list()).not.toEqual(now);
  }
  expect(await list()).toHaveLength(before.length + 1);
  expect(await find("dept_sales")).toMatchObject({
    name: "Selling",
    parent_id: "dept_product",
    assignable: false,
  });
  expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
});

test("a department that something names is not deleted, and another one is", async () => {
  const { company, send, list, find } = await departed();
  const added = await send("POST", "/chart/departments", { name: "Fresh" });
  const { id } = added.body.department;
  const remove = (which: string, preview = false) =>
    send("POST", `/chart/departments/${which}/delete`, { preview });
  await send("POST", "/v1/rules", {
    name: "Fresh ones",
    conditions: [{ field: "description", operator: "contains", value: "x" }],
    category_id: "cat_software",
    department_id: id,
  });
  const rule = await remove(id, true);
  expect([rule.code, rule.text]).toEqual(["invalid_request", expect.stringContaining("Fresh ones")]);
  const { data } = await company.read<{ data: readonly { id: string }[] }>("/rules");
  await http.send(`/rules/${data[0]?.id ?? ""}`, { key: company.key, method: "DELETE" });
  const account = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Held", type: "checking" },
  });
  await http.send("/transaction_uploads", {
    key: company.key,
    method: "POST",
    body: {
      account_id: account.body.id,
      rows: [{ date: "2026-03-02", amount_cents: -1, description: "Held" }],
    },
  });
  const [held] = (
    await company.read<{ data: readonly { id: string }[] }>(`/transactions?account_id=${account.body.id}`)
  ).data;
  const edit = (body: object) =>
    http.send(`/transactions/${held?.id ?? ""}`, { key: company.key, method: "PATCH", body });
  await edit({ department_id: id });
  expect((await remove(id)).text).toContain("journal entries");
  await edit({ department_id: null });
  expect((await remove("dept_product")).text).toContain("departments below it");
  expect((await remove(id, true)).status).toBe(200);
  expect(await find(id)).toBeDefined();
  expect((await remove(id)).status).toBe(200);
  expect(await find(id)).toBeUndefined();
  expect((await remove(id)).code).toBe("resource_missing");
  expect(await list()).not.toHaveLength(0);
});

test("a department does not stand below itself or too deep", async () => {
  const { send } = await departed();
  let parent = "dept_sales";
  for (const name of ["Second", "Third", "Fourth"])
    parent = (await send("POST", "/chart/departments", { name, parent })).body.department.id;
  const deep = await send("POST", "/chart/departments", { name: "Fifth", parent });
  const round = await send("POST", "/chart/departments/dept_sales/move", { parent, preview: true });
  const open = await send("PATCH", "/chart/departments/dept_sales", { assignable: true });
  const unknown = await send("POST", "/chart/departments", { name: "X", parent: "dept_nobodys" });
  expect([deep.code, round.code, open.code, unknown.code]).toEqual([
    "invalid_request",
    "invalid_request",
    "invalid_request",
    "resource_missing",
  ]);
});
