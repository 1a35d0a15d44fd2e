/**
 * Keys that a process remembers: by which statements they are admitted, and that nothing else is remembered.
 */
import { describe, expect, test } from "vitest";
import { NOON, testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { memoryCounters } from "../../../../platform/counters/index.ts";
import type { Db } from "../../../../platform/db/index.ts";
import { CITUS_URL } from "../../../../../test/support/engine.ts";
import { hashOf } from "../../access/index.ts";
import { usageService } from "./index.ts";

const http = await testApp();
const MONTH = NOON.slice(0, 7);
const UNKNOWN = `svc_${"1".repeat(52)}`;

/** A company on the Growth plan with this number of requests in its month; without any, it has no row. */
const company = (used: number): Promise<TestCompany> =>
  http.company({
    company: { plan: "growth" },
    usage: used === 0 ? [] : [{ month: MONTH, requests: used }],
    journal: [],
  });

async function counted({ id }: TestCompany): Promise<number> {
  return (await http.app.usage.listMonths(id)).find(({ month }) => month === MONTH)?.requests ?? 0;
}

const OF_ANY = "usage.admitWithoutWaiting";
const OF_ONE = "usage.admitOfCompany";

/** A service of its own, and a function that returns the statements with which it admits keys at once. */
function watched(rememberedKeys?: number, oneCompanyEach = false) {
  const caller = { now: http.app.clock.now(), today: http.app.clock.today(), stagingDomain: null };
  const statements: string[] = [];
  const { db } = http.app;
  const watchedDb: Db = {
    ...db,
    list(statement, parameters) {
      statements.push(statement.name);
      return db.list(statement, parameters);
    },
  };
  const usage = usageService({
    db: watchedDb,
    counters: memoryCounters(),
    oneCompanyEach,
    ...(rememberedKeys === undefined ? {} : { rememberedKeys }),
  });
  const admit = (key: string) => usage.admit({ key, ...caller });
  const costOf = async (...keys: string[]): Promise<string[]> => {
    statements.length = 0;
    await Promise.all(keys.map(admit));
    return [...statements];
  };
  return { admit, costOf };
}

/** A company whose month has its row, so that no request needs a second statement. */
const used = () => company(1);

// A distributed database refuses a statement for any companies.
describe.skipIf(CITUS_URL !== null)("a process remembers which company a key is of", () => {
  test("and then admits it by a statement for that company alone", async () => {
    const { admit, costOf } = watched();
    const [one, other] = await Promise.all([used(), used()]);
    expect(await costOf(one.key)).toEqual([OF_ANY]);
    expect(await costOf(one.key, one.key)).toEqual([OF_ONE]);
    expect(await admit(one.key)).toMatchObject({
      identity: { company_id: one.id },
      admitted: true,
      counted: true,
    });
    expect(await costOf(other.key, one.key)).toEqual([OF_ANY]);
    // Both are remembered now, but one statement for both costs less than two.
    expect(await costOf(other.key, one.key)).toEqual([OF_ANY]);
    expect(await counted(one)).toBe(7);
    expect(await counted(other)).toBe(3);
  });

  test("and waits with a statement for that company while its month has no row", async () => {
    const { costOf } = watched();
    const fresh = await company(0);
    expect(await costOf(fresh.key)).toEqual([OF_ANY, "usage.admitWaiting"]);
    expect(await counted(fresh)).toBe(1);
  });

  test("but not whether it is good: a revoked key is refused from the next request on", async () => {
    const { admit, costOf } = watched();
    const one = await used();
    const identity = (await admit(one.key))?.identity;
    expect(await costOf(one.key)).toEqual([OF_ONE]);
    await http.app.access.revokeKey(one.id, identity?.key_id ?? "");
    expect(await admit(one.key)).toMatchObject({
      admitted: false,
      counted: false,
      identity: { revoked_because: "by_request" },
    });
    expect(await counted(one)).toBe(3);
    expect(await costOf(one.key), "a refused key is not remembered").toEqual([OF_ANY]);
  });

  test("and finds a key that another company has now", async () => {
    const { admit, costOf } = watched();
    const [one, other] = await Promise.all([used(), used()]);
    await Promise.all([admit(one.key), admit(other.key)]);
    const keyId = (await admit(other.key))?.identity.key_id ?? "";
    const hash = hashOf(one.key).toString("hex");
    await http.app.db.transaction((tx) =>
      tx.script(`delete from api_keys where company_id = '${one.id}';
        update api_keys set hash = '\\x${hash}' where company_id = '${other.id}' and id = '${keyId}'`),
    );
    expect(await admit(one.key)).toMatchObject({ identity: { company_id: other.id }, admitted: true });
    expect(await costOf(one.key)).toEqual([OF_ONE]);
    expect(await admit(other.key)).toBeNull();
  });

  test("of a bounded number of keys, those that were used last", async () => {
    const { costOf } = watched(2);
    const [a, b, c] = await Promise.all([used(), used(), used()]);
    for (const { key } of [a, b, a, c]) await costOf(key);
    expect(await costOf(a.key)).toEqual([OF_ONE]);
    expect(await costOf(b.key)).toEqual([OF_ANY]);
  });

  test("and an unknown key needs the same SQL statements as a valid or a revoked key that is not remembered, so that timing reveals nothing", async () => {
    const { costOf } = watched();
    const one = await used();
    const good = await costOf(one.key);
    expect(good).toHaveLength(1);
    for (const key of [UNKNOWN, `${one.key}x`, one.key.slice(0, -1)]) expect(await costOf(key)).toEqual(good);
  });
});

describe("where a statement is about one company", () => {
  const WHERE = "access.findCompanies";

  test("a directory finds the company of a key, once", async () => {
    const { admit, costOf } = watched(undefined, true);
    const [one, other] = await Promise.all([used(), used()]);
    expect(await costOf(one.key)).toEqual([WHERE, OF_ONE]);
    expect(await costOf(one.key, one.key)).toEqual([OF_ONE]);
    expect(await costOf(one.key, other.key)).toEqual(expect.arrayContaining([WHERE, OF_ONE, OF_ONE]));
    expect(await costOf(one.key, other.key)).toEqual([OF_ONE, OF_ONE]);
    expect(await admit(other.key)).toMatchObject({ identity: { company_id: other.id }, counted: true });
    expect([await counted(one), await counted(other)]).toEqual([6, 4]);
  });

  test("a key that no company has, or that was revoked, needs the same statements as a good one", async () => {
    const { admit, costOf } = watched(undefined, true);
    const one = await used();
    const good = await costOf(one.key);
    expect(await admit(UNKNOWN)).toBeNull();
    expect(await costOf(UNKNOWN)).toEqual(good);
    const keyId = (await admit(one.key))?.identity.key_id ?? "";
    await http.app.access.revokeKey(one.id, keyId);
    expect(await admit(one.key)).toMatchObject({ admitted: false, counted: false });
    expect(await costOf(one.key)).toEqual(good);
  });

  test("a key that another company has now is found there", async () => {
    const { admit } = watched(undefined, true);
    const [one, other] = await Promise.all([used(), used()]);
    await Promise.all([admit(one.key), admit(other.key)]);
    const keyId = (await admit(other.key))?.identity.key_id ?? "";
    const hash = hashOf(one.key).toString("hex");
    for (const command of [
      `delete from api_keys where company_id = '${one.id}'`,
      `update api_keys set hash = '\\x${hash}' where company_id = '${other.id}' and id = '${keyId}'`,
      `update credentials set company = '${other.id}' where hash = '\\x${hash}'`,
    ])
      await http.app.db.transaction((tx) => tx.script(command));
    expect(await admit(one.key)).toMatchObject({ identity: { company_id: other.id }, admitted: true });
    expect(await admit(other.key)).toBeNull();
  });

  test("a month without a row is made, and a request waits for it", async () => {
    const { costOf } = watched(undefined, true);
    const fresh = await company(0);
    expect(await costOf(fresh.key)).toEqual([WHERE, OF_ONE, "usage.admitWaiting"]);
    expect(await counted(fresh)).toBe(1);
  });
});
