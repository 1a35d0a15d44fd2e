/**
 * Accepting exports: repeated requests and idempotency keys, at most one export for each key, and the limit
 * of unfinished exports.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { permissions, person } from "../../../../../test/support/bundle.ts";
import { EXPORTS, exportsOf, HALF_YEAR, workOn } from "../../../../../test/support/exports.ts";
import { bind } from "../../../../contract/operation.ts";
import { LIMITS } from "@daybook/words/limits";
import { statement } from "../../../../platform/db/index.ts";
import { reportsService } from "../../reports/index.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { exportsContract } from "../contract/index.ts";
import { exportsHandlers } from "../handlers.ts";
import { exportsService } from "./index.ts";

const http = await testApp();
const { app } = http;
const DAY_S = 86_400;

const [owner, clerk] = [person("owner"), person("clerk", permissions("none", { reports: "view" }))];

async function team(): Promise<TestCompany & { readonly clerkKey: string; readonly secondOwnerKey: string }> {
  const company = await http.company({
    users: [owner.user, clerk.user],
    members: [owner.member, clerk.member],
  });
  const { id } = company;
  return {
    ...company,
    clerkKey: await http.keyOf(id, clerk.member.id),
    secondOwnerKey: await http.keyOf(id, owner.member.id),
  };
}

const countExports = statement<{ exports: number }>(
  "test.accept.countExports",
  "select count(*) as exports from report_exports where company_id = $1",
);
const countStored = async ({ id }: TestCompany) => (await app.db.get(countExports, [id])).exports;

describe("a repeated request", () => {
  test("returns the same export in its present state, and creates no other (EXP-054, EXP-055, EXP-056, EXP-058)", async () => {
    const company = await team();
    const { send } = exportsOf(http, company);
    const first = await send(HALF_YEAR, { name: "one" });
    const second = await send(HALF_YEAR, { name: "one" });
    expect([second.status, second.body]).toEqual([201, first.body]);
    for (const name of ["location", "cache-control"])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    await workOn(http);
    const third = await send(HALF_YEAR, { name: "one" });
    expect(third.status).toBe(201);
    expect(third.body).toMatchObject({
      id: first.body.id,
      status: "succeeded",
      completed_at: http.clock.now(),
      file: null,
    });
    expect(await countStored(company)).toBe(1);
  });

  test("returns the same export even if it failed; a new key creates a new export (EXP-057, EXP-067)", async () => {
    const company = await team();
    const { ask, send } = exportsOf(http, company);
    await app.access.changePermissions(company.id, clerk.member.id, () =>
      permissions("none", { reports: "view" }),
    );
    const { id } = await ask({}, { name: "one", key: company.clerkKey });
    await app.access.changePermissions(company.id, clerk.member.id, () => permissions("none"));
    await workOn(http);
    await app.access.changePermissions(company.id, clerk.member.id, () =>
      permissions("none", { reports: "view" }),
    );
    const again = await send(HALF_YEAR, { name: "one", key: company.clerkKey });
    expect([again.status, again.body]).toMatchObject([
      201,
      { id, status: "failed", error: { code: "access_revoked" } },
    ]);
    const other = await ask({}, { name: "two", key: company.clerkKey });
    expect(other).toMatchObject({ status: "pending", error: null });
    expect(other.id).not.toBe(id);
  });

  test("may leave defaults out or write them, in any order of the fields (EXP-059, EXP-060)", async () => {
    const company = await team();
    const { send } = exportsOf(http, company);
    const { report_type, start_date, end_date } = HALF_YEAR;
    const first = await send({ report_type, start_date, end_date }, { name: "one" });
    const explicit = {
      group_by: { rows: "category", period: "month" },
      format: "pdf",
      end_date,
      start_date: `${start_date}T12:00:00-08:00`,
      report_type,
    };
    expect((await send(explicit, { name: "one" })).body.id).toBe(first.body.id);
    expect((await send({ ...explicit, group_by: { period: "month" } }, { name: " one " })).body.id).toBe(
      first.body.id,
    );
    expect(await countStored(company)).toBe(1);
  });

  test.each([
    [{ report_type: "cash_flow" }],
    [{ start_date: "2025-01-02" }],
    [{ end_date: "2025-06-29" }],
    [{ format: "xlsx" }],
    [{ group_by: { period: "quarter" } }],
    [{ group_by: { rows: "department" } }],
  ])("with other input, such as %j, is a conflict and creates nothing (EXP-061)", async (changes) => {
    const company = await team();
    const { ask, refusal } = exportsOf(http, company);
    await ask({}, { name: "one" });
    expect(await refusal(changes, { name: "one" })).toMatchObject({
      status: 409,
      code: "idempotency_key_conflict",
    });
    expect(await countStored(company)).toBe(1);
  });

  test("with invalid input is refused as invalid, before its key is compared", async () => {
    const company = await team();
    const { ask, refusal } = exportsOf(http, company);
    await ask({}, { name: "one" });
    expect(await refusal({ format: "docx" }, { name: "one" })).toMatchObject({
      status: 400,
      code: "invalid_request",
    });
  });

  test("with rows by department needs the feature, as the first request did", async () => {
    const company = await team();
    const { ask, refusal } = exportsOf(http, company);
    const byDepartment = { group_by: { rows: "department" } };
    await ask(byDepartment, { name: "one" });
    await app.company.setFeature(company.id, "departments", false);
    expect(await refusal(byDepartment, { name: "one" })).toMatchObject({
      status: 403,
      code: "feature_disabled",
    });
  });

  test("sent many times at once creates one export", async () => {
    const company = await team();
    const { send } = exportsOf(http, company);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(HALF_YEAR, { name: "one", key: index % 2 === 0 ? company.key : company.secondOwnerKey }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await countStored(company)).toBe(1);
  });
});

describe("an idempotency key", () => {
  test("is case-sensitive (EXP-062)", async () => {
    const { ask } = exportsOf(http, await team());
    expect((await ask({}, { name: "one" })).id).not.toBe((await ask({}, { name: "ONE" })).id);
  });

  test("is shared by all API keys of a user (EXP-063)", async () => {
    const company = await team();
    const { ask } = exportsOf(http, company);
    expect((await ask({}, { name: "one", key: company.secondOwnerKey })).id).toBe(
      (await ask({}, { name: "one" })).id,
    );
  });

  test("is not shared by different users (EXP-064)", async () => {
    const company = await team();
    const { ask } = exportsOf(http, company);
    expect((await ask({}, { name: "one", key: company.clerkKey })).id).not.toBe(
      (await ask({}, { name: "one" })).id,
    );
  });

  test("is not shared by different companies (EXP-065)", async () => {
    const [here, there] = [await team(), await team()];
    expect((await exportsOf(http, here).ask({}, { name: "one" })).id).not.toBe(
      (await exportsOf(http, there).ask({}, { name: "one" })).id,
    );
  });

  test("never expires (EXP-066, EXP-134)", async () => {
    const company = await team();
    const { ask, refusal, read } = exportsOf(http, company);
    const { id } = await ask({}, { name: "one" });
    await workOn(http);
    for (const days of [29, 31, 4000]) {
      http.clock.set(app.clock.now() + days * DAY_S);
      expect((await ask({}, { name: "one" })).id).toBe(id);
      expect(await refusal({ format: "xlsx" }, { name: "one" })).toMatchObject({
        code: "idempotency_key_conflict",
      });
      expect(await read(id)).toMatchObject({ status: "succeeded" });
    }
  });

  test("of a refused request can be used again", async () => {
    const company = await team();
    const { ask, refusal } = exportsOf(http, company);
    expect(await refusal({ end_date: "2024-01-01" }, { name: "one" })).toMatchObject({ status: 400 });
    await ask({ format: "xlsx" }, { name: "one" });
  });
});

describe("the unfinished exports of a company", () => {
  const limit = LIMITS.unfinished_exports.value;

  test("are at most five for all its members together, and other companies' do not count (EXP-073, EXP-074, EXP-075, EXP-076, EXP-077, EXP-078, EXP-079, EXP-080, EXP-081, LIMIT-015)", async () => {
    const [company, other] = [await team(), await team()];
    const { ask, send, read } = exportsOf(http, company);
    for (let index = 1; index < limit; index += 1)
      await ask({}, { name: `n${index}`, key: index % 2 === 0 ? company.key : company.clerkKey });
    const last = await ask({}, { name: "last" });
    for (const key of [company.key, company.clerkKey]) {
      const refused = await send(HALF_YEAR, { key });
      expect([refused.status, refused.body.error, refused.headers.get("retry-after")]).toMatchObject([
        429,
        { type: "limit_error", code: "report_export_limit_exceeded" },
        null,
      ]);
    }
    expect(await countStored(company)).toBe(limit);
    await exportsOf(http, other).ask();
    expect((await ask({}, { name: "last" })).id).toBe(last.id);
    expect((await read(last.id)).status).toBe("pending");
    await workOn(http);
    await ask();
  });

  test("are at most five if many are requested at once", async () => {
    const company = await team();
    const { send } = exportsOf(http, company);
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        send(HALF_YEAR, { key: index % 3 === 0 ? company.clerkKey : company.key }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limit);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - limit);
    expect(await countStored(company)).toBe(limit);
  });

  test("become fewer when an export fails, too (EXP-081)", async () => {
    const company = await team();
    const { ask, refusal } = exportsOf(http, company);
    for (let index = 0; index < limit; index += 1)
      await ask({}, { key: index === 0 ? company.clerkKey : company.key });
    expect(await refusal({})).toMatchObject({ status: 429 });
    await app.access.removeMember(company.id, clerk.member.id);
    await workOn(http);
    await ask();
  });
});

describe("a request whose outcome is unknown", () => {
  test.each([
    ["before", 0],
    ["after", 1],
  ])(
    "because the connection broke %s the commit returns report_export_failed, and can be repeated (EXP-070, EXP-071)",
    async (when, committed) => {
      const company = await team();
      const broken = Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
      const transaction: typeof app.db.transaction = async (work, options) => {
        if (when === "after") await app.db.transaction(work, options);
        throw broken;
      };
      const needs = {
        db: { ...app.db, transaction },
        ids: app.ids,
        clock: app.clock,
        randomText: () => "x",
        reports: reportsService({ ledger: app.ledger, paced }),
        ledger: app.ledger,
        renderer: app.renderer,
        objects: app.objects,
        parts: [],
        faults: app.faults,
        address: String,
      };
      const enqueued: string[] = [];
      const exports = exportsService({
        ...needs,
        askForGeneration: async (_tx, _company, id) => void enqueued.push(id),
        askForSweep: async () => {},
      });
      const served = await http.serve({
        operations: [
          ...app.operations.filter(({ operation }) => operation.id !== "createReportExport"),
          ...bind(exportsContract, exportsHandlers(exports)).filter(
            ({ operation }) => operation.id === "createReportExport",
          ),
        ],
      });
      const options = {
        key: company.key,
        method: "POST",
        body: HALF_YEAR,
        headers: { "idempotency-key": "one" },
        faultWanted: true,
      } as const;
      expect((await served.send(EXPORTS, options)).body).toMatchObject({
        error: { code: "report_export_failed", message: expect.stringContaining("again") as string },
      });
      expect(await countStored(company)).toBe(committed);
      const { id, status } = await exportsOf(http, company).ask({}, { name: "one" });
      expect([status, committed === 0 || enqueued.includes(id)]).toEqual(["pending", true]);
      expect(await countStored(company)).toBe(1);
    },
  );

  test("returns report_export_failed, and a repeat returns the pending export (EXP-070, EXP-071, EXP-072, LIMIT-016)", async () => {
    const company = await team();
    const { send, ask } = exportsOf(http, company);
    const name = randomUUID();
    await app.faults.drills?.set({ step: "export.accepted", action: "fail", times: 2 });
    for (const _ of [1, 2]) {
      const { status, body, headers } = await send(HALF_YEAR, { name, faultWanted: true });
      expect([status, body.error, headers.get("retry-after")]).toMatchObject([
        503,
        {
          type: "api_error",
          code: "report_export_failed",
          message:
            "The service can't tell whether it accepted the export. Send the same body with the same `Idempotency-Key` again.",
        },
        null,
      ]);
    }
    const found = await ask({}, { name });
    expect(found).toMatchObject({ status: "pending", error: null });
    expect(await countStored(company)).toBe(1);
    await workOn(http);
    expect(await exportsOf(http, company).read(found.id)).toMatchObject({ status: "succeeded" });
    expect((await http.send(`${EXPORTS}/${found.id}`, { key: company.key })).status).toBe(200);
  });
});
