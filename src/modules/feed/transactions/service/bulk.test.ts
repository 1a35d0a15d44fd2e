/**
 * Jobs that edit many transactions: asked for over HTTP, worked on behind the answer, and resumed where they
 * were left.
 */
import { expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { bank } from "../../../../../test/support/bank.ts";
import { permissions, person } from "../../../../../test/support/bundle.ts";
import { stateOf } from "../../../../../test/support/state.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { Db } from "../../../../platform/db/index.ts";
import { type JobContext, openWorker } from "../../../../platform/jobs/index.ts";
import { randomText } from "../../../../platform/random/random.ts";
import { pause } from "../../../../platform/time/timer.ts";
import { transactionsJobs } from "../jobs.ts";
import { transactionsService } from "./index.ts";

const http = await testApp();
const { app } = http;
const BULK = "/transactions/bulk/update";
const BATCH = LIMITS.job_batch.value;
const DAY_S = 86_400;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly processed: number;
  readonly failed: number;
  readonly errors: readonly { readonly transaction_id: string; readonly code: string }[];
}

async function ask({ key }: TestCompany, body: object): Promise<Job> {
  const { status, body: job } = await http.send<Job>(BULK, { key, method: "POST", body });
  expect(status).toBe(202);
  return job;
}

async function workAll(): Promise<void> {
  const worker = await app.work();
  await worker.settle();
  await worker.stop(10_000);
}

/** One attempt that has to stop when it begins, and so ends after its first batch. */
async function attemptOne({ id: company }: TestCompany, { id }: Job, last = false): Promise<void> {
  await expect(
    app.transactions.work(company, id, {
      signal: AbortSignal.abort(new Error("stopped")),
      last,
      giveWayIfOthersWait,
    }),
  ).rejects.toThrow("stopped");
}

/**
 * The service of a process in which this happens when all of a batch is written, and before it is committed.
 */
function serviceThat(happens: () => Promise<void>) {
  const transaction: Db["transaction"] = (work, options) =>
    app.db.transaction(async (tx) => {
      const result = await work(tx);
      await happens();
      return result;
    }, options);
  return transactionsService({
    db: { ...app.db, transaction },
    ids: app.ids,
    now: () => app.clock.now(),
    loadSuggest: async () => () => null,
    findClaims: async () => [],
    endFees: async () => {},
    askForWork: async () => {},
  });
}

const { signal } = new AbortController();
const giveWayIfOthersWait = async () => {};

function lines(count: number) {
  return Array.from({ length: count }, (_, index) => ({ description: `line ${index}` }));
}

test("an edit of many transactions runs as a job in the background (OPS-013, OPS-036, GEN-024)", async () => {
  const company = await http.company();
  const { bring, read } = await bank(http, company);
  const [first = "", second = "", other = ""] = await bring({ amount: -25_00 }, { amount: -75_00 }, {});
  const job = await ask(company, {
    transaction_ids: [first, second, first],
    category_id: "cat_software",
    department_id: "dept_design",
    memo: "tools",
  });
  expect(job.id).toMatch(/^job_/);
  const begun = {
    object: "job",
    type: "transaction_bulk_update",
    status: "pending",
    total: 2,
    processed: 0,
    failed: 0,
    errors: [],
    created: app.clock.now(),
    completed_at: null,
  };
  expect(job).toEqual({ id: job.id, ...begun });
  expect(await read(first)).toMatchObject({ categorized: false, memo: null });
  http.clock.set(app.clock.now() + 60);
  await workAll();
  expect(await company.read(`/jobs/${job.id}`)).toEqual({
    id: job.id,
    ...begun,
    status: "succeeded",
    processed: 2,
    completed_at: app.clock.now(),
  });
  for (const id of [first, second])
    expect(await read(id)).toMatchObject({
      category_id: "cat_software",
      department_id: "dept_design",
      memo: "tools",
      categorized: true,
    });
  expect(await read(other)).toMatchObject({ categorized: false, memo: null });
  // What they mean in the books has changed with them.
  expect(
    await company.read(
      "/aggregations/total?category_id=cat_software&start_date=2026-05-01&end_date=2026-05-01",
    ),
  ).toMatchObject({ total_cents: -100_00 });
});

test("a transaction that can't be edited is reported with the error of a single edit, and the others are edited", async () => {
  const company = await http.company();
  const { bring, read } = await bank(http, company);
  const [good = "", split = "", excluded = ""] = await bring({}, {}, { status: "excluded" });
  const half = { category_id: "cat_software", amount_cents: -5_00 };
  await http.send(`/transactions/${split}/split`, {
    key: company.key,
    method: "POST",
    body: { lines: [half, half] },
  });
  const elsewhere = await http.company();
  const [foreign = ""] = await (await bank(http, elsewhere)).bring({});
  const uneditable = [split, excluded, foreign, "txn_nobodys"];
  const job = await ask(company, { transaction_ids: [...uneditable, good], category_id: "cat_hosting" });
  await workAll();
  const done = await company.read<Job>(`/jobs/${job.id}`);
  expect(done).toMatchObject({ status: "succeeded", total: 5, processed: 5, failed: 4 });
  expect(done.errors.map(({ transaction_id }) => transaction_id)).toEqual(uneditable);
  for (const { transaction_id, code } of done.errors) {
    expect(
      (
        await http.refusal(`/transactions/${transaction_id}`, {
          key: company.key,
          method: "PATCH",
          body: { category_id: "cat_hosting" },
        })
      ).code,
    ).toBe(code);
  }
  expect(await read(good)).toMatchObject({ category_id: "cat_hosting" });
  expect(await elsewhere.read(`/transactions/${foreign}`)).toMatchObject({ categorized: false });
});

test("fields that no transaction can be given are refused at once, and no job is made", async () => {
  const company = await http.company();
  const [id = ""] = await (await bank(http, company)).bring({});
  const transaction_ids = [id];
  const before = await stateOf(app, company.id);
  const refused = [
    [{}, "parameter_missing", "transaction_ids"],
    [{ memo: "x" }, "parameter_missing", "transaction_ids"],
    [{ transaction_ids }, "parameter_missing", undefined],
    [{ transaction_ids: [], memo: "x" }, "invalid_request", "transaction_ids"],
    [
      {
        transaction_ids: Array.from({ length: LIMITS.bulk_transactions.value + 1 }, (_, n) => `txn_${n}`),
        memo: "x",
      },
      "invalid_request",
      "transaction_ids",
    ],
    [{ transaction_ids: [1], memo: "x" }, "invalid_request", "transaction_ids"],
    [{ transaction_ids, category_id: null }, "invalid_request", "category_id"],
    [{ transaction_ids, department_id: 1 }, "invalid_request", "department_id"],
    [{ transaction_ids, accounting_date: "soon" }, "invalid_request", "accounting_date"],
    [{ transaction_ids, merchant_name: "" }, "invalid_request", "merchant_name"],
    [{ transaction_ids, memo: "" }, "invalid_request", "memo"],
    [{ transaction_ids, amount_cents: 1 }, "invalid_request", "amount_cents"],
    [{ transaction_ids, category_id: "cat_travel" }, "resource_missing", "category_id"],
    [{ transaction_ids, department_id: "dept_product" }, "resource_missing", "department_id"],
    [{ transaction_ids, accounting_date: "2024-12-19" }, "transaction_update_failed", "accounting_date"],
  ] as const;
  for (const [body, code, param] of refused) {
    const refusal = await http.refusal(BULK, { key: company.key, method: "POST", body });
    expect([body, refusal.code, refusal.param]).toEqual([body, code, param]);
  }
  const { company_usage: _after, ...after } = await stateOf(app, company.id);
  const { company_usage: _before, ...unchanged } = before;
  expect(after).toEqual(unchanged);
});

test("jobs are started and read with Transactions: Manage only, and by their own company only (OPS-013, OPS-014)", async () => {
  const [owner, lesser] = [
    person("owner"),
    person("lesser", permissions("manage", { transactions: "view" })),
  ];
  const company = await http.company({
    users: [owner.user, lesser.user],
    members: [owner.member, lesser.member],
  });
  const key = await http.keyOf(company.id, lesser.member.id);
  const [id = ""] = await (await bank(http, company)).bring({});
  const body = { transaction_ids: [id], memo: "x" };
  const job = await ask(company, body);
  for (const refusal of [
    await http.refusal(BULK, { key, method: "POST", body }),
    await http.refusal(`/jobs/${job.id}`, { key }),
  ]) {
    expect(refusal).toMatchObject({ status: 403, type: "permission_error", code: "insufficient_permission" });
    expect(refusal).not.toHaveProperty("param");
  }
  await app.access.changePermissions(company.id, lesser.member.id, () =>
    permissions("none", { transactions: "manage" }),
  );
  expect((await http.send(BULK, { key, method: "POST", body })).status).toBe(202);
  expect((await http.send(`/jobs/${job.id}`, { key })).status).toBe(200);
  const { key: stranger } = await http.company();
  for (const target of [`/jobs/${job.id}`, "/jobs/job_nobodys", "/jobs/x"])
    expect(await http.refusal(target, { key: stranger })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
  await workAll();
});

test(
  "a job whose worker stopped between two batches is finished by the next one, which edits nothing again",
  { timeout: 120_000 },
  async () => {
    const company = await http.company();
    const { bring, read } = await bank(http, company);
    const ids = await bring(...lines(BATCH + 1));
    const [edited = "", later = ""] = [ids[0], ids.at(-1)];
    const job = await ask(company, { transaction_ids: ["txn_nobodys", ...ids], category_id: "cat_software" });
    const early = app.clock.now() + 100;
    http.clock.set(early);
    await attemptOne(company, job);
    expect(await company.read(`/jobs/${job.id}`)).toMatchObject({
      status: "processing",
      total: BATCH + 2,
      processed: BATCH,
      failed: 1,
      completed_at: null,
    });
    expect(await read(edited)).toMatchObject({ category_id: "cat_software", updated: early });
    expect(await read(later)).toMatchObject({ categorized: false });
    // A person thinks again about one that was edited already.
    await http.send(`/transactions/${edited}`, {
      key: company.key,
      method: "PATCH",
      body: { category_id: "cat_hosting" },
    });
    http.clock.set(early + 100);
    await workAll();
    expect(await company.read(`/jobs/${job.id}`)).toMatchObject({
      status: "succeeded",
      processed: BATCH + 2,
      failed: 1,
      errors: [{ transaction_id: "txn_nobodys" }],
      completed_at: early + 100,
    });
    expect(await read(edited)).toMatchObject({ category_id: "cat_hosting", updated: early });
    expect(await read(later)).toMatchObject({ category_id: "cat_software", updated: early + 100 });
  },
);

test("a batch that is not committed leaves neither edits nor progress", async () => {
  const company = await http.company();
  const ids = await (await bank(http, company)).bring({}, {});
  const job = await ask(company, { transaction_ids: ids, category_id: "cat_software" });
  const before = await stateOf(app, company.id);
  const dying = serviceThat(async () => {
    throw new Error("the process ended");
  });
  await expect(dying.work(company.id, job.id, { signal, last: false, giveWayIfOthersWait })).rejects.toThrow(
    "the process ended",
  );
  expect(await stateOf(app, company.id)).toEqual(before);
  await workAll();
  expect(await company.read(`/jobs/${job.id}`)).toMatchObject({
    status: "succeeded",
    processed: 2,
    failed: 0,
  });
});

test(
  "a worker that comes while another is at a batch waits for it, and does not do it again",
  { timeout: 120_000 },
  async () => {
    const company = await http.company();
    const { bring, read } = await bank(http, company);
    const ids = await bring(...lines(BATCH + 1));
    const [edited = "", later = ""] = [ids[0], ids.at(-1)];
    const job = await ask(company, {
      transaction_ids: ["txn_nobodys", ...ids, "txn_nobody"],
      category_id: "cat_software",
    });
    const [written, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = serviceThat(async () => {
      written.resolve();
      await release.promise;
    });
    const first = slow.work(company.id, job.id, { signal, last: false, giveWayIfOthersWait });
    await written.promise;
    // A person thinks again about what the first one is about to commit, and stands in line before the
    // second.
    const thought = http.send(`/transactions/${edited}`, {
      key: company.key,
      method: "PATCH",
      body: { category_id: "cat_hosting" },
    });
    await pause(100);
    const second = app.transactions.work(company.id, job.id, { signal, last: false, giveWayIfOthersWait });
    await pause(100);
    release.resolve();
    await Promise.all([first, thought, second]);
    const done = {
      status: "succeeded",
      total: BATCH + 3,
      processed: BATCH + 3,
      failed: 2,
      errors: [{ transaction_id: "txn_nobodys" }, { transaction_id: "txn_nobody" }],
    };
    expect(await company.read(`/jobs/${job.id}`)).toMatchObject(done);
    expect(await read(edited)).toMatchObject({ category_id: "cat_hosting" });
    expect(await read(later)).toMatchObject({ category_id: "cat_software" });
    await workAll();
    expect(await company.read(`/jobs/${job.id}`)).toMatchObject(done);
    expect(await read(edited)).toMatchObject({ category_id: "cat_hosting" });
  },
);

test("a job that used up its attempts has failed, and keeps its counts", { timeout: 120_000 }, async () => {
  const company = await http.company();
  const { bring, read } = await bank(http, company);
  const ids = await bring(...lines(BATCH + 1));
  const job = await ask(company, { transaction_ids: ids, memo: "x" });
  await attemptOne(company, job, true);
  const failed = {
    status: "failed",
    total: BATCH + 1,
    processed: BATCH,
    failed: 0,
    completed_at: app.clock.now(),
  };
  expect(await company.read(`/jobs/${job.id}`)).toMatchObject(failed);
  // Whoever takes it up finds nothing to do.
  await workAll();
  expect(await company.read(`/jobs/${job.id}`)).toMatchObject(failed);
  expect(await read(ids.at(-1) ?? "")).toMatchObject({ memo: null });
});

test("fields that become invalid after a job was created are reported for each transaction", async () => {
  const company = await http.company();
  const ids = await (await bank(http, company)).bring({}, {});
  const job = await ask(company, { transaction_ids: ids, category_id: "cat_software" });
  const below = {
    ...company.bundle.categories.find(({ id }) => id === "cat_software"),
    id: "cat_licenses",
    name: "Licenses",
    parent_id: "cat_software",
    position: 0,
  };
  await http.put({
    ...company.bundle,
    categories: [...company.bundle.categories, below as (typeof company.bundle.categories)[number]],
  });
  await workAll();
  expect(await company.read(`/jobs/${job.id}`)).toMatchObject({
    status: "succeeded",
    failed: 2,
    errors: ids.map((transaction_id) => ({ transaction_id, code: "resource_missing" })),
  });
});

test("a job can be read for some time after it was completed", async () => {
  const company = await http.company();
  const transaction_ids = await (await bank(http, company)).bring({});
  const old = await ask(company, { transaction_ids, memo: "old" });
  await workAll();
  const end = app.clock.now() + LIMITS.job_days.value * DAY_S;
  http.clock.set(unixSeconds(end));
  await ask(company, { transaction_ids, memo: "new" });
  expect((await http.send(`/jobs/${old.id}`, { key: company.key })).status).toBe(200);
  http.clock.set(unixSeconds(end + 1));
  await ask(company, { transaction_ids, memo: "newer" });
  expect((await http.refusal(`/jobs/${old.id}`, { key: company.key })).code).toBe("resource_missing");
  await workAll();
});

test("a company has a bounded number of jobs that are not completed", async () => {
  const company = await http.company();
  const { bring } = await bank(http, company);
  const [id = ""] = await bring({});
  const body = { transaction_ids: [id], memo: "again" };
  for (let open = 0; open < LIMITS.open_jobs.value; open += 1) await ask(company, body);
  expect(await http.refusal(BULK, { key: company.key, method: "POST", body })).toMatchObject({
    status: 400,
    code: "invalid_request",
    message: `The company has ${LIMITS.open_jobs.value} unfinished jobs. Wait for one of them to end.`,
  });
  await workAll();
  await ask(company, body);
});

test(
  "a rule that is applied leaves another company its turn after each batch",
  { timeout: 120_000 },
  async () => {
    // Nothing of other tests waits.
    await workAll();
    const [careless, other] = [await http.company({ rules: [] }), await http.company()];
    const { bring } = await bank(http, careless);
    await bring(...Array.from({ length: BATCH + 1 }, () => ({ description: "Software" })));
    const rule = {
      name: "Any",
      conditions: [{ field: "description", operator: "contains", value: "nothing" }],
      category_id: "cat_software",
    };
    const applied: string[] = [];
    for (let index = 0; index < 3; index += 1)
      applied.push(
        (await http.send<{ job_id: string }>("/rules", { key: careless.key, method: "POST", body: rule }))
          .body.job_id,
      );
    http.clock.set(app.clock.now() + 60);
    const body = { transaction_ids: [(await (await bank(http, other)).bring({}))[0]], memo: "seen" };
    const edit = await ask(other, body);
    const begun: string[] = [];
    const handlers = transactionsJobs(app.transactions).map(({ run, ...handler }) => ({
      ...handler,
      run: (payload: unknown, context: JobContext) => {
        begun.push((payload as { company_id: string }).company_id);
        return run(payload, context);
      },
    }));
    const worker = openWorker({
      db: app.db,
      handlers,
      now: () => app.clock.now(),
      randomText,
      log: app.log,
      slots: 1,
    });
    await worker.settle();
    await worker.stop(10_000);
    expect(begun.map((id) => (id === other.id ? "other" : "careless"))).toEqual([
      "careless",
      "other",
      "careless",
      "careless",
      "careless",
    ]);
    expect(await other.read(`/jobs/${edit.id}`)).toMatchObject({ status: "succeeded", processed: 1 });
    for (const id of applied)
      expect(await careless.read(`/jobs/${id}`)).toMatchObject({ status: "succeeded", processed: BATCH + 1 });
  },
);
