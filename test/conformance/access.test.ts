/** What every operation answers to whoever may not call it: derived from the cards. */
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { type Level, LEVELS } from "../../src/core/areas.ts";
import { testApp, type TestCompany } from "../support/app.ts";
import { permissions, person } from "../support/bundle.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await testApp();
const operations: readonly Operation[] = http.app.operations.map(({ operation }) => operation);

const UNAUTHENTICATED = { status: 401, type: "authentication_error", code: "invalid_api_key", doc_url: "https://docs.example.com/api-reference/errors#invalid_api_key" };
const FORBIDDEN = { status: 403, type: "permission_error", code: "insufficient_permission", doc_url: "https://docs.example.com/api-reference/errors#insufficient_permission" };

/** The rule that states what each operation requires. */
const RULES: Readonly<Record<string, string>> = {
  getCompany: "AUTH-035",
  listCategories: "AUTH-051",
  listDepartments: "AUTH-052",
  getBalanceSheet: "AUTH-054",
  getIncomeStatement: "AUTH-055",
  getCashFlow: "AUTH-056",
  listJournalEntries: "AUTH-059",
  getJournalEntry: "AUTH-060",
  getTotal: "AUTH-061",
  listMerchants: "AUTH-062",
  getTeam: "AUTH-046",
  createInvitation: "AUTH-047",
  changeInvitation: "AUTH-048",
  resendInvitation: "AUTH-049",
  revokeInvitation: "AUTH-050",
};

/** A company with one more member, whose levels the test chooses; gives the member's key. */
async function keyWith(levels: ReturnType<typeof permissions>): Promise<{ company: TestCompany; key: string }> {
  const owner = person("owner");
  const other = person("other", levels);
  const company = await http.company({ users: [owner.user, other.user], members: [owner.member, other.member] });
  return { company, key: await http.keyOf(company.id, other.member.id) };
}

/** The level just below one. */
function below(level: Level): Level {
  return LEVELS[LEVELS.indexOf(level) - 1] ?? "none";
}

/** `none` everywhere but in what the operation requires and in API access. */
function only(operation: Operation): ReturnType<typeof permissions> {
  return permissions("none", Object.fromEntries(operation.requires.map(({ area, level }) => [area, level])));
}

describe.each(operations)("$method $path", (operation) => {
  const good = () => goodOptions(operation);
  const target = goodTarget(operation);

  test("without a key is 401", async () => {
    await http.company();
    expect(await http.refusal(target, { key: null, ...good() })).toEqual({ ...UNAUTHENTICATED, message: expect.any(String) });
  });

  test("with a key that was never issued, or with none of ours, is 401", async () => {
    for (const key of [`svc_${"0".repeat(52)}`, "svc_", "sk_live_abc", "x".repeat(300)]) {
      expect(await http.refusal(target, { key, ...good() })).toEqual({ ...UNAUTHENTICATED, message: expect.any(String) });
    }
  });

  test("with a revoked key is 401", async () => {
    const company = await http.company();
    const [key] = await http.app.access.listKeys(company.id);
    expect((await http.send(target, { key: company.key, ...good() })).status).toBe(operation.success.status);
    await http.app.access.revokeKey(company.id, key?.id ?? "");
    expect(await http.refusal(target, { key: company.key, ...good() })).toEqual({ ...UNAUTHENTICATED, message: expect.any(String) });
  });

  test(`with exactly the permissions it requires is allowed, and with one level less of any of them is 403 without param (${RULES[operation.id] ?? "no rule of its own"})`, async () => {
    const { company, key } = await keyWith(only(operation));
    expect((await http.send(target, { key, ...good() })).status).toBe(operation.success.status);
    expect(operation.requires.length).toBeGreaterThan(0);
    for (const { area, level } of operation.requires) {
      const lacking = await keyWith(permissions("manage", { [area]: below(level) }));
      expect(await http.refusal(target, { key: lacking.key, ...good() })).toEqual({ ...FORBIDDEN, message: expect.any(String) });
      // The other company's owner still holds everything, so the refusal is this owner's own.
      expect((await http.send(target, { key: company.key, ...good() })).status).toBe(operation.success.status);
    }
  });
});
