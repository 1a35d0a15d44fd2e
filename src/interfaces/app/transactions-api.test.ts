/**
 * What the console's page of transactions asks beside the API: finding by words and amounts, proposals of
 * transfers, spreads, events, trials of rules, and uploads with preview and taking back.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { permissions, person } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { ask, type Asking } from "../../../test/support/session.ts";

const http = await testApp();

interface Found {
  readonly data: readonly {
    readonly id: string;
    readonly description: string;
    readonly categorized: boolean;
  }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

type Answer<Body> = Awaited<ReturnType<typeof ask>> & { readonly body: Body };

const ROWS = [
  { date: "2026-03-02", amount_cents: -1_250, description: "Coffee House", merchant_name: "Bean & Co" },
  { date: "2026-03-03", amount_cents: -50_000, description: "Transfer out" },
  { date: "2026-03-04", amount_cents: 1_250, description: "Refund 100%_sure" },
  { date: "2026-03-05", amount_cents: -120_000, description: "Insurance for a year" },
];

/** A company with two accounts and the rows on the first of them, whose only member is signed in. */
async function signedIn(levels: Parameters<typeof permissions>[1] = {}) {
  const owner = person("owner");
  const company = await http.company({ users: [owner.user], members: [owner.member] });
  const post = <T>(path: string, body: object) =>
    http.send<T>(path, { key: company.key, method: "POST", body });
  const account = async (name: string) =>
    (await post<{ id: string }>("/accounts", { name, type: "checking" })).body.id;
  const [first, second] = [await account("First"), await account("Second")];
  const upload = await post<{ id: string }>("/transaction_uploads", { account_id: first, rows: ROWS });
  const browser = await withPassword(owner.user.email);
  if (Object.keys(levels).length > 0) {
    const member = { ...owner.member, permissions: permissions("manage", levels) };
    await http.put({ ...company.bundle, members: [member], journal: [], categories: [], departments: [] });
  }
  const asking = async <T = Found>(target: string, more: Asking = {}): Promise<Answer<T>> => {
    const answer = await ask(browser, `/app/api${target}`, { company: company.id, ...more });
    return { ...answer, body: (answer.text === "" ? null : JSON.parse(answer.text)) as T };
  };
  const find = async (query: Record<string, string>) => {
    const { status, body, text } = await asking(
      `/transactions?${new URLSearchParams({ account_id: first, ...query })}`,
    );
    expect([status, text]).toEqual([200, expect.any(String)]);
    return body.data.map(({ description }) => description);
  };
  return { company, owner, browser, first, second, upload: upload.body.id, post, asking, find };
}

describe("transactions are found", () => {
  test("by a part of what they say, whatever its case and signs", async () => {
    const { find, asking, first } = await signedIn();
    expect(await find({})).toEqual(ROWS.map(({ description }) => description).toReversed());
    expect(await find({ text: "coFFee" })).toEqual(["Coffee House"]);
    expect(await find({ text: "bean" })).toEqual(["Coffee House"]);
    expect(await find({ text: "100%_s" })).toEqual(["Refund 100%_sure"]);
    expect(await find({ text: "%" })).toEqual(["Refund 100%_sure"]);
    expect(await find({ text: "\\" })).toEqual([]);
    const { body } = await asking(`/transactions?account_id=${first}&limit=1`);
    expect(await find({ text: body.data[0]?.id ?? "" })).toEqual([body.data[0]?.description]);
  });

  test("by amount without sign, days, category and status", async () => {
    const { find, asking, first, company } = await signedIn();
    expect(await find({ least_cents: "1250", most_cents: "1250" })).toEqual([
      "Refund 100%_sure",
      "Coffee House",
    ]);
    expect(await find({ least_cents: "50001" })).toEqual(["Insurance for a year"]);
    expect(await find({ start_date: "2026-03-03", end_date: "2026-03-04" })).toEqual([
      "Refund 100%_sure",
      "Transfer out",
    ]);
    const { body } = await asking(`/transactions?account_id=${first}&text=insurance`);
    const id = body.data[0]?.id ?? "";
    await http.send(`/transactions/${id}`, {
      key: company.key,
      method: "PATCH",
      body: { category_id: "cat_software", department_id: "dept_platform" },
    });
    expect(await find({ categorized: "true" })).toEqual(["Insurance for a year"]);
    expect(await find({ categorized: "false" })).toHaveLength(3);
    expect(await find({ category_id: "cat_software" })).toEqual(["Insurance for a year"]);
    expect(await find({ department_id: "dept_platform" })).toEqual(["Insurance for a year"]);
    expect(await find({ status: "pending" })).toEqual([]);
    expect(await find({ status: "approved" })).toHaveLength(4);
  });

  test("from any place of the list, whose length is known", async () => {
    const { asking, find, first } = await signedIn();
    interface Places {
      readonly data: readonly { readonly id: string; readonly date: string; readonly transactions: number }[];
      readonly next_cursor: string | null;
    }
    const path = `/transactions/places?account_id=${first}`;
    const { body: places } = await asking<Places>(`${path}&every=3`);
    expect(places).toMatchObject({
      data: [
        { date: "2026-03-03", transactions: 3 },
        { date: "2026-03-02", transactions: 1 },
      ],
      next_cursor: null,
    });
    expect(await find({ starting_after: places.data[0]?.id ?? "" })).toEqual(["Coffee House"]);
    // In pages, with conditions, and where the last place is full.
    const whole: Places["data"][number][] = [];
    for (let cursor: string | null = "", pages = 0; cursor !== null; pages += 1) {
      expect(pages).toBeLessThan(3);
      const after: string = cursor === "" ? "" : `&starting_after=${cursor}`;
      const { body } = await asking<Places>(`${path}&least_cents=1250&every=2&limit=1${after}`);
      whole.push(...body.data);
      cursor = body.next_cursor;
    }
    expect(whole.map(({ transactions }) => transactions)).toEqual([2, 2]);
    expect((await asking<Places>(`${path}&text=nothing`)).body.data).toEqual([]);
    expect((await asking(`${path}&starting_after=txn_nobodys`)).code).toBe("resource_missing");
    expect((await asking(`${path}&every=0`)).code).toBe("invalid_request");
  });

  test("in pages that no edit shifts", async () => {
    const { asking, first, company } = await signedIn();
    const path = `/transactions?account_id=${first}&categorized=false&limit=2`;
    const { body: page } = await asking(path);
    expect(page).toMatchObject({ has_more: true, next_cursor: page.data[1]?.id });
    for (const { id } of page.data)
      await http.send(`/transactions/${id}`, {
        key: company.key,
        method: "PATCH",
        body: { category_id: "cat_software" },
      });
    const { body: next } = await asking(`${path}&starting_after=${page.next_cursor}`);
    expect(next.data.map(({ description }) => description)).toEqual(["Transfer out", "Coffee House"]);
    expect(next.next_cursor).toBeNull();
    const unknown = await asking(`${path}&starting_after=txn_nobodys`);
    expect([unknown.status, unknown.code]).toEqual([404, "resource_missing"]);
    expect((await asking("/transactions?start_date=2026-02-02&end_date=2026-02-01")).code).toBe(
      "invalid_date_range",
    );
    expect((await asking("/transactions?least_cents=-1")).code).toBe("invalid_request");
  });

  test("by whoever may see transactions", async () => {
    const { asking } = await signedIn({ transactions: "none" });
    expect((await asking("/transactions")).code).toBe("insufficient_permission");
  });
});

test("opposite amounts of two accounts are proposed as a transfer", async () => {
  const { asking, post, second } = await signedIn();
  await post("/transaction_uploads", {
    account_id: second,
    rows: [{ date: "2026-03-04", amount_cents: 50_000, description: "Transfer in" }],
  });
  type Side = { readonly id: string; readonly description: string };
  type Proposals = { readonly data: readonly { readonly from: Side; readonly to: Side }[] };
  const { body } = await asking<Proposals>("/transfer_proposals");
  const found = body.data.find(({ from }) => from.description === "Transfer out");
  expect(found?.to.description).toBe("Transfer in");
  const made = await post("/transfers", {
    from_transaction_id: found?.from.id,
    to_transaction_id: found?.to.id,
  });
  expect(made.status).toBe(201);
  const after = await asking<Proposals>("/transfer_proposals");
  expect(after.body.data.find(({ from }) => from.id === found?.from.id)).toBeUndefined();
});

describe("a transaction", () => {
  test("is spread over months, and its events say by whom", async () => {
    const { asking, first, company, owner, browser } = await signedIn();
    const { body } = await asking(`/transactions?account_id=${first}&text=insurance`);
    const id = body.data[0]?.id ?? "";
    const spread = { start_date: "2026-03-01", months: 12, category_id: "cat_software" };
    const made = await asking<object>(`/transactions/${id}/spread`, {
      method: "POST",
      body: spread,
      headers: { "idempotency-key": "once" },
    });
    expect([made.status, made.body]).toMatchObject([200, { schedule: { transaction_id: id, months: 12 } }]);
    const { data } = await company.read<{ data: object[] }>(`/spreads?transaction_id=${id}`);
    expect(data).toMatchObject([{ months: 12, amount_cents: -120_000, category_id: "cat_software" }]);
    const again = await asking(`/transactions/${id}/spread`, { method: "POST", body: spread });
    expect([again.status, again.code]).toEqual([400, "invalid_request"]);
    const memo = await ask(browser, `/app/api/v1/transactions/${id}`, {
      company: company.id,
      method: "PATCH",
      body: { memo: "A note" },
    });
    expect(memo.status).toBe(200);
    const events = await asking<{ data: object[] }>(`/transactions/${id}/events`);
    expect(events.body.data[0]).toMatchObject({
      action: "editTransaction",
      actor: owner.user.id,
      surface: "console",
    });
    expect((await asking("/transactions/txn_nobodys/events")).code).toBe("resource_missing");
  });

  test("is not spread without the permission for schedules", async () => {
    const { asking } = await signedIn({ accounting_setup: "view" });
    const spread = { start_date: "2026-03-01", months: 12 };
    const answer = await asking("/transactions/txn_tools/spread", { method: "POST", body: spread });
    expect(answer.code).toBe("insufficient_permission");
  });
});

test("a rule is tried on the past without a change (RULE-003)", async () => {
  const { asking, first, company } = await signedIn();
  const { body: coffee } = await asking(`/transactions?account_id=${first}&text=coffee`);
  await http.send(`/transactions/${coffee.data[0]?.id ?? ""}`, {
    key: company.key,
    method: "PATCH",
    body: { category_id: "cat_software" },
  });
  const body = {
    conditions: [
      { field: "account_id", operator: "equals", value: first },
      { field: "amount_cents", operator: "less_than", value: 0 },
    ],
    category_id: "cat_hosting",
  };
  const trial = await asking<object>("/rules/try", { method: "POST", body });
  expect([trial.status, trial.body]).toMatchObject([
    200,
    {
      matches: 3,
      uncategorized: 2,
      agreeing: 0,
      is_whole: true,
      others: [{ category_id: "cat_software", matches: 1 }],
      samples: [{ description: "Insurance for a year" }, {}, { description: "Coffee House" }],
    },
  ]);
  const own = await asking<object>("/rules/try", {
    method: "POST",
    body: { ...body, category_id: "cat_software" },
  });
  expect(own.body).toMatchObject({ matches: 3, agreeing: 1, others: [] });
  expect((await company.read<{ data: unknown[] }>("/rules")).data).toEqual([]);
  const wrong = [{ field: "amount_cents", operator: "contains", value: "1" }];
  const refused = await asking("/rules/try", { method: "POST", body: { ...body, conditions: wrong } });
  expect(refused.code).toBe("invalid_request");
});

describe("an upload", () => {
  interface Preview {
    readonly problem: { readonly message: string } | null;
    readonly new_count: number;
    readonly known_count: number;
    readonly refused_count: number;
    readonly columns: readonly { readonly name: string | null; readonly use: string | null }[];
    readonly lines: readonly {
      readonly line: number;
      readonly state: string;
      readonly reason: string | null;
    }[];
  }

  function formOf(account: string, text: string, more: Readonly<Record<string, string>> = {}): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries({ account_id: account, ...more })) form.append(name, value);
    form.append("file", new Blob([text]), "statement.csv");
    return form;
  }

  test("is previewed: what is new, known and refused; then it becomes just that", async () => {
    const { asking, first, company } = await signedIn();
    const file = [
      "Date,Description,Amount",
      "2026-03-02,Coffee House,-12.50",
      "2026-03-09,Tea House,-4.00",
      "2026-03-09,Broken,x",
    ].join("\n");
    const seen = await asking<Preview>("/uploads/preview", { method: "POST", body: formOf(first, file) });
    expect([seen.status, seen.body]).toMatchObject([
      200,
      { problem: null, new_count: 1, known_count: 1, refused_count: 1 },
    ]);
    expect(seen.body.columns).toMatchObject([
      { name: "Date", use: "date", samples: ["2026-03-02", "2026-03-09", "2026-03-09"] },
      { name: "Description", use: "description" },
      { name: "Amount", use: "amount" },
    ]);
    expect(seen.body.lines.map(({ line, state }) => [line, state])).toEqual([
      [4, "refused"],
      [2, "known"],
      [3, "new"],
    ]);
    const before = await company.read<{ data: unknown[] }>(`/transactions?account_id=${first}`);
    expect(before.data).toHaveLength(4);
    const done = await asking<object>("/v1/transaction_uploads", {
      method: "POST",
      body: formOf(first, file),
    });
    expect(done.body).toMatchObject({ imported_count: 1, duplicate_count: 1, row_count: 3 });
  });

  test("with columns of other names shows them, and is read when they are named", async () => {
    const { asking, first } = await signedIn();
    const file = "My bank\nWhen;Wieviel;Was\n2026-03-09;-4.00;Tea\n";
    const unknown = await asking<Preview>("/uploads/preview", { method: "POST", body: formOf(first, file) });
    expect(unknown.status).toBe(200);
    expect(unknown.body.problem?.message).toContain("no header");
    expect(unknown.body.columns).toMatchObject([
      { name: "When", use: null, samples: ["2026-03-09"] },
      { name: "Wieviel", use: null },
      { name: "Was", use: null },
    ]);
    const columns = JSON.stringify({ date: "When", amount: "Wieviel", description: "Was" });
    const named = await asking<Preview>("/uploads/preview", {
      method: "POST",
      body: formOf(first, file, { columns }),
    });
    expect(named.body).toMatchObject({ problem: null, new_count: 1 });
    const bare = "2026-03-09,-4.00,Tea\n2026-03-10,-4.00,Tea\n";
    const numbered = await asking<Preview>("/uploads/preview", { method: "POST", body: formOf(first, bare) });
    expect(numbered.body.columns).toMatchObject([
      { name: null, samples: ["2026-03-09", "2026-03-10"] },
      { name: null },
      { name: null },
    ]);
    const counted = JSON.stringify({ date: 1, amount: 2, description: 3 });
    const read = await asking<Preview>("/uploads/preview", {
      method: "POST",
      body: formOf(first, bare, { columns: counted }),
    });
    expect(read.body).toMatchObject({ problem: null, new_count: 2 });
    expect(read.body.columns.map(({ use }) => use)).toEqual(["date", "amount", "description"]);
  });

  test("that repeats a line's id or changes its day says so", async () => {
    const { asking, first, post } = await signedIn();
    const row = { date: "2026-03-09", amount_cents: -5, description: "Same", external_id: "a" };
    await post("/transaction_uploads", { account_id: first, rows: [row] });
    const rows = [
      { ...row, date: "2026-03-10" },
      { ...row, external_id: "b" },
      { ...row, external_id: "b" },
    ];
    const seen = await asking<Preview>("/uploads/preview", {
      method: "POST",
      body: { account_id: first, rows },
    });
    expect(seen.body).toMatchObject({ new_count: 1, known_count: 1, refused_count: 1 });
    expect(seen.body.lines[0]?.reason).toContain("has the date 2026-03-09");
  });

  test("is listed, and taken back whole (RULE-001, RULE-005)", async () => {
    const { asking, first, upload, company } = await signedIn();
    type Listed = { readonly data: readonly { readonly id: string; readonly undone_at: number | null }[] };
    const listed = await asking<Listed>("/uploads");
    expect(listed.body.data).toMatchObject([{ id: upload, account_id: first, undone_at: null }]);
    // Left out, `dry_run` is false.
    const take = (isDryRun: boolean) =>
      asking<object>(`/uploads/${upload}/take_back`, {
        method: "POST",
        body: isDryRun ? { dry_run: true } : {},
        headers: { "idempotency-key": crypto.randomUUID() },
      });
    expect((await take(true)).body).toMatchObject({ removed: 4, upload: { undone_at: null } });
    const rows = () => company.read<{ data: unknown[] }>(`/transactions?account_id=${first}`);
    expect((await rows()).data).toHaveLength(4);
    expect((await take(false)).body).toMatchObject({ removed: 4, upload: { id: upload } });
    expect((await rows()).data).toEqual([]);
    const again = await take(false);
    expect([again.status, again.code]).toEqual([400, "invalid_request"]);
    expect((await asking<Listed>("/uploads")).body.data[0]?.undone_at).toEqual(expect.any(Number));
    const unknown = await asking("/uploads/upl_nobodys/take_back", { method: "POST", body: {} });
    expect(unknown.code).toBe("resource_missing");
  });
});

test("the operations of the page are no part of the API", async () => {
  const { company } = await signedIn();
  for (const path of ["/uploads", "/transfer_proposals", "/transactions/txn_tools/events"])
    expect(await http.refusal(path, { key: company.key })).toMatchObject({ status: 404 });
});
