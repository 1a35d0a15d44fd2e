/**
 * The statements that admit requests, while another transaction locks a company's month. Other companies are
 * not delayed. The company's own requests wait and are counted exactly when the lock is released, or are
 * refused as temporary if the lock lasts too long.
 */
import { expect, onTestFinished, test } from "vitest";
import { NOON, testApp, type TestCompany } from "../../../../test/support/app.ts";
import { onServer } from "../../../../test/support/on-server.ts";
import { statement } from "../../../platform/db/index.ts";

const http = await testApp();
const MONTH = NOON.slice(0, 7);
const UNKNOWN = `svc_${"2".repeat(52)}`;

const lockMonth = statement<{ month: string }>(
  "test.usage.lockMonth",
  "select month from company_usage where company_id = $1 for update",
);
const lockCompany = statement<{ id: string }>(
  "test.usage.lockCompany",
  "select id from companies where id = $1 for update",
);
const companyLocks = statement<{ pid: number }>(
  "test.usage.companyLocks",
  `select pid from pg_locks where database = (select oid from pg_database where datname = current_database())
    and relation = 'companies'::regclass and mode = 'RowShareLock' and pid <> pg_backend_pid()`,
);
const insertMonth = statement<never>(
  "test.usage.insertMonth",
  `insert into company_usage (company_id, month, requests) values ($1, '${MONTH}', 1)`,
);

async function company(used: number, plan: "startup" | "growth" = "growth"): Promise<TestCompany> {
  return http.company({
    company: { plan },
    usage: used === 0 ? [] : [{ month: MONTH, requests: used }],
    journal: [],
  });
}

const status = async (key: string) => (await http.send("/company", { key })).status;

async function counted({ id }: TestCompany): Promise<number | undefined> {
  return (await http.app.usage.listMonths(id)).find(({ month }) => month === MONTH)?.requests;
}

/**
 * Runs a locking statement on a company in a transaction that stays open. Returns a function that ends the
 * transaction.
 */
async function holdLock(
  locking: typeof lockMonth | typeof lockCompany | typeof insertMonth,
  { id }: TestCompany,
): Promise<() => Promise<void>> {
  const [began, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const open = http.app.db.transaction(async (tx) => {
    await tx.run(locking, [id]);
    began.resolve();
    await ends.promise;
  });
  await Promise.race([began.promise, open]);
  const release = async (): Promise<void> => {
    ends.resolve();
    await open;
  };
  onTestFinished(release);
  return release;
}

test("simultaneous first requests of a month are admitted exactly up to the limit", async () => {
  const first = await http.company({ company: { plan: "formation" }, journal: [] });
  const answers = await Promise.all(Array.from({ length: 25 }, () => status(first.key)));
  expect([
    answers.filter((each) => each === 200).length,
    answers.filter((each) => each === 429).length,
  ]).toEqual([10, 15]);
  expect(await counted(first)).toBe(10);
});

for (const [what, used, locking] of [
  ["its month", 7, lockMonth],
  ["its row, before the first request of the month", 0, lockCompany],
  ["the first request of its month", 0, insertMonth],
] as const) {
  onServer(
    `while a transaction locks ${what}, others are admitted, and the company's requests wait and are counted`,
    async () => {
      const [blocked, other] = [await company(used), await company(3)];
      const release = await holdLock(locking, blocked);
      const waiting = Array.from({ length: 20 }, () => status(blocked.key));
      for (let round = 0; round < 5; round += 1) {
        expect(await Promise.all([status(other.key), status(UNKNOWN), status(other.key)])).toEqual([
          200, 401, 200,
        ]);
        waiting.push(status(blocked.key));
      }
      const fresh = await company(0);
      expect(await status(fresh.key)).toBe(200);
      await release();
      expect(await Promise.all(waiting)).toEqual(waiting.map(() => 200));
      expect(await counted(blocked)).toBe((locking === insertMonth ? 1 : used) + 25);
      expect(await counted(other)).toBe(13);
    },
  );
}

onServer("requests that waited for a lock are admitted exactly up to the monthly limit", async () => {
  const blocked = await company(290, "startup");
  const release = await holdLock(lockMonth, blocked);
  const waiting = Array.from({ length: 30 }, () => status(blocked.key));
  expect(await status(UNKNOWN)).toBe(401);
  waiting.push(...Array.from({ length: 10 }, () => status(blocked.key)));
  await release();
  const answers = await Promise.all(waiting);
  expect([
    answers.filter((each) => each === 200).length,
    answers.filter((each) => each === 429).length,
  ]).toEqual([10, 30]);
  expect(await counted(blocked)).toBe(300);
});

onServer(
  "requests that waited for a company above its monthly limit are refused, and its count stays",
  async () => {
    const blocked = await company(310, "startup");
    const release = await holdLock(lockMonth, blocked);
    const waiting = Array.from({ length: 5 }, () => status(blocked.key));
    expect(await status(UNKNOWN)).toBe(401);
    await release();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 429));
    expect(await counted(blocked)).toBe(310);
  },
);

onServer(
  "while more companies are locked than may wait at a time, other companies are admitted",
  async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => company(1)));
    const releases = await Promise.all(all.slice(0, 5).map((each) => holdLock(lockMonth, each)));
    const waiting = all.slice(0, 5).map(({ key }) => status(key));
    for (const { key } of all.slice(5)) expect(await status(key)).toBe(200);
    for (const release of releases) await release();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 200));
  },
);

onServer("a request that waits too long is refused with a temporary error", { timeout: 30_000 }, async () => {
  const blocked = await company(1);
  const release = await holdLock(lockMonth, blocked);
  expect(await http.refusal("/company", { key: blocked.key, faultWanted: true })).toMatchObject({
    status: 503,
    code: "service_unavailable",
  });
  await release();
  expect(await status(blocked.key)).toBe(200);
  expect(await counted(blocked)).toBe(2);
});

for (const [what, usage, after] of [
  ["with the section usage", [{ month: MONTH, requests: 40 }], 42],
  ["without the section usage, before the first request of the month,", undefined, 4],
] as const) {
  onServer(
    `while an import ${what} is running, the company's requests are admitted and counted`,
    async () => {
      const [imported, other] = [await company(0), await company(0)];
      const text = JSON.stringify({ ...imported.bundle, usage, journal: [] });
      const [locked, read, goOn] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ];
      const users = text.indexOf('"users"');
      async function* slow(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(text.slice(0, users));
        await locked.promise;
        yield Buffer.from(text.slice(users, -2));
        read.resolve();
        await goOn.promise;
        yield Buffer.from(text.slice(-2));
      }
      const importing = http.app.intake.importBundle(slow());
      onTestFinished(() => {
        locked.resolve();
        goOn.resolve();
      });
      // Wait until the import has locked the company.
      while ((await http.app.db.list(companyLocks)).length === 0)
        await new Promise((resolve) => setImmediate(resolve));
      expect(await status(imported.key)).toBe(200);
      locked.resolve();
      await read.promise;
      expect(await Promise.all([status(imported.key), status(other.key), status(UNKNOWN)])).toEqual([
        200, 200, 401,
      ]);
      goOn.resolve();
      await importing;
      expect([await status(imported.key), await status(imported.key)]).toEqual([200, 200]);
      expect(await counted(imported)).toBe(after);
    },
  );
}
