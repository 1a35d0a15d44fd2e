/**
 * The version of the API is only in the path; paths that were renamed, removed or never existed are missing;
 * a write always writes, because there is no trial mode.
 */
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { testApp } from "../support/app.ts";
import { testOperations } from "../support/cards.ts";
import { exchange } from "../support/exchange.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget, withQuery } from "./requests.ts";

const http = await testApp();
const operations: readonly Operation[] = http.app.operations.map(({ operation }) => operation);
const reads = operations.filter(({ hints }) => hints.readOnly);
const company = await http.company(ORDINARY);
const { key } = company;
const VERSIONS = ["1", "1.0", "v1", "2", "0.9.0", "2099-01-01", "*", "latest", "nonsense"];

describe("the version", () => {
  test("is the prefix /api/v1 of every path, and no other prefix answers (VER-001)", async () => {
    for (const operation of operations) {
      const target = goodTarget(operation);
      expect(
        (await exchange(`${http.address}/api/v1${target}`, { key, ...goodOptions(operation) })).status,
      ).toBe(operation.success.status);
      for (const prefix of [
        "",
        "/api",
        "/v1",
        "/api/v0",
        "/api/v2",
        "/api/v1.0",
        "/api/1",
        "/api/V1",
        "/api/v1/v1",
        "/api/latest",
      ]) {
        expect([
          prefix,
          target,
          (await exchange(`${http.address}${prefix}${target}`, { key, ...goodOptions(operation) })).status,
        ]).toEqual([prefix, target, 404]);
      }
    }
  });

  test("is not taken from a header (VER-002)", async () => {
    for (const operation of reads) {
      const plain = await http.send(goodTarget(operation), { key });
      for (const version of VERSIONS) {
        const headers = {
          "accept-version": version,
          "api-version": version,
          "x-api-version": version,
          version,
          accept: `application/vnd.daybook.v${version}+json`,
        };
        const answer = await http.send(goodTarget(operation), { key, headers });
        expect([version, answer.status, answer.text]).toEqual([version, 200, plain.text]);
      }
    }
    for (const version of VERSIONS)
      expect(await http.refusal("/nothing", { key, headers: { "accept-version": version } })).toMatchObject({
        status: 404,
        code: "resource_missing",
      });
  });

  test("is not taken from the query (VER-003)", async () => {
    for (const operation of reads.filter(({ unknownQuery }) => unknownQuery === "ignored")) {
      const plain = await http.send(goodTarget(operation), { key });
      for (const name of ["version", "api_version", "api-version", "v"]) {
        expect((await http.send(withQuery(goodTarget(operation), `${name}=2`), { key })).text).toBe(
          plain.text,
        );
      }
    }
  });
});

describe("a missing path", () => {
  async function expectMissing(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await exchange(`${http.address}/api/v1${path}`, { key, method });
        expect([path, method, answer.status, answer.headers.get("location"), answer.body]).toEqual([
          path,
          method,
          404,
          null,
          { error: expect.objectContaining({ code: "resource_missing" }) },
        ]);
      }
    }
  }

  test("is neither redirected nor an alias: other spellings of existing paths (VER-006)", async () => {
    await expectMissing([
      "/reports/balance-sheet",
      "/reports/income-statement",
      "/reports/cash-flow",
      "/reports/balanceSheet",
      "/balance_sheet",
      "/reports/profit_and_loss",
      "/journal-entries",
      "/journalentries",
      "/journal_entry",
      "/journal_entries/",
      "/ledger",
      "/companies",
      "/category",
      "/accounts/categories",
      "/department",
      "/aggregations",
      "/aggregations/total/",
      "/total",
      "/merchants",
      "/parties",
      "/parties/merchants/",
    ]);
  });

  test("is any path for webhooks or events (VER-008)", async () => {
    await expectMissing([
      "/webhooks",
      "/webhook_endpoints",
      "/events",
      "/event_subscriptions",
      "/subscriptions",
      "/notifications",
      "/webhooks/x",
      "/events/x",
    ]);
  });
});

describe("a failure", () => {
  test("has the same type and code each time, even if the messages differ (VER-007)", async () => {
    const failures = [
      ["/journal_entries?limit=0", "/journal_entries?limit=501", "/journal_entries?limit=x"],
      ["/journal_entries/je_x_1", "/journal_entries/%F0%9F%92%B0", "/journal_entries/x"],
      [
        "/reports/balance_sheet?date=x",
        "/reports/balance_sheet?date=2026-02-30",
        "/reports/cash_flow?end_date=x",
      ],
      ["/parties/merchants", "/aggregations/total", "/aggregations/totals"],
    ];
    const kinds = [];
    for (const alike of failures) {
      const seen = new Set<string>();
      for (const target of [...alike, ...alike]) {
        const { type, code } = await http.refusal(target, { key });
        seen.add(`${type} ${code}`);
      }
      kinds.push([...seen]);
    }
    expect(kinds).toEqual([
      ["invalid_request_error invalid_request"],
      ["invalid_request_error resource_missing"],
      ["invalid_request_error invalid_date"],
      ["invalid_request_error parameter_missing"],
    ]);
  });
});

describe("a write that is accepted", () => {
  test("changes the company, even with headers for a trial run (VER-009)", async () => {
    const server = await http.serve({ operations: [...http.app.operations, ...testOperations(http.app)] });
    const trials = [
      "dry-run",
      "x-dry-run",
      "dry_run",
      "x-sandbox",
      "sandbox",
      "x-test-mode",
      "test-mode",
      "prefer",
      "x-simulate",
      "validate-only",
    ];
    for (const header of trials) {
      const name = `Named despite ${header}`;
      expect(
        (
          await server.send("/test/renamings", {
            key,
            method: "POST",
            body: { name },
            headers: { [header]: "true" },
          })
        ).status,
      ).toBe(201);
      expect(await company.read("/company")).toMatchObject({ name });
    }
    const before = await company.read("/company");
    for (const query of ["dry_run=true", "sandbox=1", "test_mode=true", "validate_only=1"]) {
      const answer = await server.send(`/test/renamings?${query}`, {
        key,
        method: "POST",
        body: { name: "Never" },
      });
      expect([query, answer.status, await company.read("/company")]).toEqual([query, 400, before]);
    }
  });

  test("invites, even with headers and parameters for a trial run (VER-009)", async () => {
    const { invitations: before } = await company.read<{ invitations: object[] }>("/team");
    const operation = operations.find(({ id }) => id === "createInvitation");
    if (!operation) throw new Error("nobody can be invited");
    const attempts = [
      { headers: { "x-dry-run": "true", prefer: "dry-run" }, query: "x=1" },
      { headers: {}, query: "dry_run=true&sandbox=1" },
    ];
    for (const { headers, query } of attempts) {
      expect(
        (
          await http.send(withQuery(goodTarget(operation), query), {
            key,
            ...goodOptions(operation),
            headers,
          })
        ).status,
      ).toBe(201);
    }
    expect((await company.read<{ invitations: object[] }>("/team")).invitations).toHaveLength(
      before.length + attempts.length,
    );
  });

  test("needs an ordinary key: there are no keys for tests", async () => {
    for (const prefix of ["svc_test_", "svc_sandbox_", "test_svc_", "sk_test_"]) {
      expect(await http.refusal("/company", { key: `${prefix}${key.slice("svc_".length)}` })).toMatchObject({
        status: 401,
      });
    }
  });
});
