/** Valid and invalid credentials: the same for every operation, and checked before anything else. */
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { testApp } from "../support/app.ts";
import { person } from "../support/bundle.ts";
import { testOperations } from "../support/cards.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget, withQuery } from "./requests.ts";

const http = await testApp();
const operations: readonly Operation[] = http.app.operations.map(({ operation }) => operation);
const reads = operations.filter(({ hints }) => hints.readOnly);
const company = await http.company(ORDINARY);
const { key } = company;
const secret = key.slice("svc_".length);

const REFUSED = {
  status: 401,
  type: "authentication_error",
  code: "invalid_api_key",
  message: expect.any(String),
  doc_url: "https://docs.example.com/api-reference/errors#invalid_api_key",
};

/** Headers without a valid credential, by their fault and the rule about it. */
const WITHOUT_CREDENTIAL: Readonly<Record<string, readonly string[]>> = {
  "another scheme than Bearer (AUTH-004)": [
    `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
    `Basic ${key}`,
    `Token ${key}`,
    `Digest ${key}`,
    key,
    `Bearer: ${key}`,
    `Bearer=${key}`,
  ],
  "no token, or more than one (AUTH-005)": [
    "Bearer",
    "Bearer ",
    "",
    `Bearer  ${key}`,
    `Bearer ${key} ${key}`,
    `Bearer ${key},${key}`,
    `Bearer "${key}"`,
  ],
  "a key that was never issued (AUTH-006)": [
    "Bearer svc_",
    "Bearer svc_x",
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key.toUpperCase()}`,
    `Bearer svc_${"x".repeat(3_000)}`,
  ],
  "a key without its prefix (AUTH-007)": [`Bearer ${secret}`, `Bearer _${secret}`],
  "another prefix than svc_ (AUTH-008)": [
    `Bearer sk_${secret}`,
    `Bearer pk_live_${secret}`,
    `Bearer SVC_${secret}`,
    `Bearer svc-${secret}`,
    `Bearer svc_test_${secret}`,
    `Bearer xsvc_${secret}`,
  ],
};

function sentWith(authorization: string | null) {
  return { key: null, headers: authorization === null ? {} : { authorization } };
}

describe.each(Object.entries(WITHOUT_CREDENTIAL))("%s", (_what, headers) => {
  test.each(operations)("is 401 on $method $path", async (operation) => {
    for (const header of headers) {
      expect([
        header,
        await http.refusal(goodTarget(operation), { ...goodOptions(operation), ...sentWith(header) }),
      ]).toEqual([header, REFUSED]);
    }
  });
});

describe("a request without a credential", () => {
  test("does nothing (AUTH-001)", async () => {
    const handled: string[] = [];
    const server = await http.serve({
      operations: [...http.app.operations, ...testOperations(http.app, (name) => handled.push(name))],
    });
    for (const header of [null, ...Object.values(WITHOUT_CREDENTIAL).flat()]) {
      expect(
        await server.refusal("/test/renamings", {
          ...sentWith(header),
          method: "POST",
          body: { name: "Taken over" },
        }),
      ).toEqual(REFUSED);
    }
    expect(handled).toEqual([]);
    expect(await company.read("/company")).toMatchObject({ name: company.bundle.company.name });
  });

  test("reveals nothing about paths: an unknown path is 401 too (AUTH-010)", async () => {
    for (const path of [
      "/nothing",
      "/",
      "",
      "/company/extra",
      "/reports",
      "/journal_entries/je_nobodys_1",
      "/%zz",
      "/%00",
      `/${"x".repeat(9_000)}`,
    ]) {
      for (const header of [null, "Bearer svc_nobody", `Bearer ${secret}`]) {
        expect([path, await http.refusal(path, sentWith(header))]).toEqual([path, REFUSED]);
        expect([path, await http.refusal(path, { ...sentWith(header), method: "DELETE" })]).toEqual([
          path,
          REFUSED,
        ]);
      }
    }
  });

  test("reveals nothing about its input: parameters and bodies are not checked (AUTH-011)", async () => {
    for (const operation of operations) {
      const target = withQuery(
        goodTarget(operation),
        "limit=x&date=x&start_date=x&category_id=&group_by=x&starting_after=x&starting_after=%ff",
      );
      expect([
        target,
        await http.refusal(target, { method: operation.method, ...sentWith("Bearer svc_nobody") }),
      ]).toEqual([target, REFUSED]);
    }
    const server = await http.serve({ operations: testOperations(http.app) });
    for (const body of ["{", "[]", "\0", "x".repeat(2_000_000)]) {
      expect(
        await server.refusal("/test/renamings", {
          ...sentWith("Bearer svc_nobody"),
          method: "POST",
          body,
          headers: { "content-type": "application/json", authorization: "Bearer svc_nobody" },
        }),
      ).toEqual(REFUSED);
    }
  });
});

describe("an issued key", () => {
  test("begins with svc_, and no two keys are equal (AUTH-002)", async () => {
    const keys: string[] = [];
    for (let count = 0; count < 8; count += 1)
      keys.push(await http.keyOf(company.id, company.bundle.members[0]?.id ?? ""));
    for (const issued of keys) {
      expect(issued).toMatch(/^svc_[A-Za-z0-9]{40,}$/);
      expect(await http.read("/company", issued)).toMatchObject({ id: company.id });
    }
    expect(new Set([...keys, key]).size).toBe(9);
  });

  test("is accepted with the scheme in any letter case", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER"])
      expect((await http.send("/company", sentWith(`${scheme} ${key}`))).status).toBe(200);
  });

  test("is refused after it is revoked, but other keys of its owner are not (AUTH-009)", async () => {
    const owner = person("owner");
    const { id } = await http.company({ users: [owner.user], members: [owner.member] });
    const kept = await http.keyOf(id, owner.member.id);
    const lost = await http.app.access.createKey(id, owner.member.id, "lost");
    await http.app.access.revokeKey(id, lost.id);
    const statuses = await Promise.all(
      [kept, lost.api_key].map(async (each) => (await http.send("/company", { key: each })).status),
    );
    expect(statuses).toEqual([200, 401]);
  });
});

describe("a key's company", () => {
  test("is the only company that it reads, even if another has records with the same ids (AUTH-012)", async () => {
    const them = person("them");
    const THEIRS = /Their|"connected"/;
    const theirs = <Row extends { readonly name: string }>(rows: readonly Row[]) =>
      rows.map((row) => ({ ...row, name: `Their ${row.name}` }));
    const other = await http.company({
      integrations: [{ key: "stripe", status: "connected" }],
      categories: theirs(company.bundle.categories),
      departments: theirs(company.bundle.departments),
      accounts: theirs(company.bundle.accounts),
      cards: theirs(company.bundle.cards),
      invoices: company.bundle.invoices.map((row) => ({
        ...row,
        customer_name: `Their ${row.customer_name}`,
      })),
      bills: company.bundle.bills.map((row) => ({ ...row, vendor_name: `Their ${row.vendor_name}` })),
      transactions: company.bundle.transactions.map((row) => ({
        ...row,
        description: `Their ${row.description}`,
      })),
      transfers: company.bundle.transfers,
      rules: company.bundle.rules.map((row) => ({ ...row, name: `Their ${row.name ?? ""}` })),
      invitations: company.bundle.invitations.map((row) => ({
        ...row,
        first_name: `Their ${row.first_name}`,
      })),
      taxes: company.bundle.taxes,
      tax_credits: company.bundle.tax_credits,
      form_1099_reports: company.bundle.form_1099_reports,
      forms_1099: company.bundle.forms_1099.map((row) => ({
        ...row,
        vendor_name: `Their ${row.vendor_name}`,
      })),
      sheets: company.bundle.sheets.map((row) => ({ ...row, name: `Their ${row.name ?? ""}` })),
      users: [{ ...them.user, first_name: "Their" }],
      members: [them.member],
      journal: company.bundle.journal.map((row) => ({
        ...row,
        description: `Their ${row.description}`,
        merchant: `Their ${row.merchant}`,
      })),
    });
    for (const operation of reads.filter(({ id }) => id !== "getCompany")) {
      const [ours, others] = [
        await company.read(goodTarget(operation)),
        await other.read(goodTarget(operation)),
      ];
      expect(JSON.stringify(ours)).not.toMatch(THEIRS);
      // Only answers with names or descriptions show which company they are from.
      if (/"(name|description)":"/.test(JSON.stringify(ours))) expect(JSON.stringify(others)).toMatch(THEIRS);
    }
  });

  test("is one of several that its owner may have, each with its own key (AUTH-014)", async () => {
    const owner = person("owner");
    const both = { users: [owner.user], members: [owner.member] };
    const [first, second] = [
      await http.company(both),
      await http.company({ ...both, company: { name: "Second" } }),
    ];
    expect(await first.read("/company")).toMatchObject({ id: first.id });
    expect(await second.read("/company")).toMatchObject({ id: second.id, name: "Second" });
    expect(first.id).not.toBe(second.id);
  });

  test("is not chosen by the request (AUTH-015)", async () => {
    const other = await http.company({ company: { name: "Another" }, journal: [] });
    for (const operation of reads) {
      const plain = await http.send(goodTarget(operation), { key });
      for (const query of [
        `company_id=${other.id}`,
        `company=${other.id}`,
        `company_id[]=${other.id}`,
        `tenant=${other.id}`,
      ]) {
        if (operation.unknownQuery === "refused")
          expect((await http.send(withQuery(goodTarget(operation), query), { key })).status).toBe(400);
        else
          expect((await http.send(withQuery(goodTarget(operation), query), { key })).text).toBe(plain.text);
      }
      const headers = { "x-company-id": other.id, "company-id": other.id, "x-tenant": other.id };
      expect((await http.send(goodTarget(operation), { key, headers })).text).toBe(plain.text);
    }
  });
});
