/**
 * The feed as mirrors read it: what changed since, with what is gone, and a watermark behind which nothing is
 * missed.
 */
import { describe, expect, test } from "vitest";
import { NOON, testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { FEED, transaction, TRANSACTIONS } from "../../../../../test/support/feed.ts";
import { feedOf, type Page, type Transaction } from "../../../../../test/support/feed-requests.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const HOUR = 3_600;
const MISSING = {
  status: 404,
  code: "resource_missing",
  type: "invalid_request_error",
  param: "starting_after",
};

/** The whole of a run. */
async function runOf(company: TestCompany, since: number, query = "", limit = 500) {
  const rows: Transaction[] = [];
  const watermarks = new Set<number | undefined>();
  const cursors: string[] = [];
  for (let after = ""; ;) {
    const { data, next_cursor, watermark }: Page<Transaction> = await feedOf(http, company).list(
      `updated_after=${since}&limit=${limit}&${query}${after}`,
    );
    rows.push(...data);
    watermarks.add(watermark);
    if (next_cursor === null)
      return {
        rows,
        ids: rows.map(({ id }) => id),
        watermark: [...watermarks][0] ?? -1,
        watermarks,
        cursors,
      };
    cursors.push(next_cursor);
    after = `&starting_after=${encodeURIComponent(next_cursor)}`;
  }
}

const remove = (company: TestCompany, ...ids: readonly string[]) =>
  http.app.transactions.removeLines(company.id, ids, http.clock.now());

describe("a run", () => {
  test("from 0 holds everything, deleted transactions as tombstones, oldest change first (TXN-012, TXN-014, TXN-016, TXN-070, TXN-078)", async () => {
    const company = await http.company(FEED);
    const { edit } = feedOf(http, company);
    http.clock.set(noon + 2 * HOUR);
    await edit("txn_plain", { memo: "later" });
    http.clock.set(noon + HOUR);
    // The clock of another host is behind: what it writes is still the later change.
    await edit("txn_edited", { memo: "latest" });
    const { rows, ids } = await runOf(company, 0);
    expect(ids.toSorted()).toEqual(TRANSACTIONS.map(({ id }) => id).toSorted());
    expect(ids.slice(-2).toSorted()).toEqual(["txn_edited", "txn_plain"]);
    const stamps = rows.map(({ updated }) => updated);
    expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
    expect(stamps.slice(-2)).toEqual([noon + 2 * HOUR, noon + 2 * HOUR]);
    expect(rows.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual(["txn_gone"]);
  });

  test("has a watermark, and tokens for cursors that are no ids (TXN-013, TXN-015)", async () => {
    const company = await http.company(FEED);
    const { watermark, cursors } = await runOf(company, 0, "", 4);
    expect(Number.isInteger(watermark)).toBe(true);
    expect(cursors).toHaveLength(4);
    for (const cursor of cursors) expect(cursor).not.toMatch(/^txn_/);
  });

  test("has one watermark on all pages, though changes and time go on meanwhile (TXN-022)", async () => {
    const company = await http.company(FEED);
    const { list, edit } = feedOf(http, company);
    const first = await list("updated_after=0&limit=5");
    expect(first.watermark).toBe(noon);
    http.clock.set(noon + HOUR);
    await edit("txn_plain", { memo: "meanwhile" });
    const second = await list(`updated_after=0&limit=500&starting_after=${first.next_cursor}`);
    expect([second.watermark, second.has_more]).toEqual([noon, false]);
    expect(second.data.at(-1)).toMatchObject({ id: "txn_plain", memo: "meanwhile" });
  });

  test("put together is the whole for any size of page (TXN-026)", async () => {
    const company = await http.company(FEED);
    const whole = await runOf(company, 0);
    for (const limit of [1, 2, 5, 16]) {
      const run = await runOf(company, 0, "", limit);
      expect(run.ids).toEqual(whole.ids);
      expect([...run.watermarks]).toEqual([noon]);
    }
  });

  test("from a time holds what changed then or later and nothing else (TXN-025)", async () => {
    const company = await http.company(FEED);
    http.clock.set(noon + HOUR);
    await feedOf(http, company).edit("txn_plain", { memo: "an hour later" });
    expect((await runOf(company, noon + 1)).ids).toEqual(["txn_plain"]);
    expect((await runOf(company, noon + HOUR)).ids).toEqual(["txn_plain"]);
    expect((await runOf(company, noon + HOUR + 1)).ids).toEqual([]);
    expect((await runOf(company, noon)).ids).toHaveLength(TRANSACTIONS.length);
  });

  test("gives the same again when it is begun again (TXN-027)", async () => {
    const company = await http.company(FEED);
    const { edit } = feedOf(http, company);
    const { watermark } = await runOf(company, 0);
    http.clock.set(noon + HOUR);
    await edit("txn_plain", { memo: "once" });
    await remove(company, "txn_income");
    const first = await runOf(company, watermark, "", 3);
    expect(first.ids).toEqual(expect.arrayContaining(["txn_plain", "txn_income"]));
    expect((await runOf(company, watermark, "", 7)).rows).toEqual(first.rows);
  });

  test("is the only feed of changes, and is asked for (TXN-090)", async () => {
    const { key } = await http.company(FEED);
    for (const path of [
      "/events",
      "/changes",
      "/transactions/changes",
      "/transactions/events",
      "/webhooks",
      "/transactions/deleted",
    ]) {
      expect([path, (await http.refusal(path, { key })).status]).toEqual([path, 404]);
    }
  });
});

describe("a watermark", () => {
  test("is a time that the next run takes unchanged (TXN-023)", async () => {
    const company = await http.company(FEED);
    let since = 0;
    for (let hour = 0; hour < 3; hour += 1) {
      http.clock.set(noon + hour * HOUR);
      const { watermark } = await runOf(company, since);
      expect(watermark).toBe(noon + hour * HOUR);
      since = watermark;
    }
  });

  test("misses nothing that is written after it, even in the same second (TXN-024, TXN-042)", async () => {
    const company = await http.company({
      ...FEED,
      transactions: TRANSACTIONS.filter(({ id }) => id !== "txn_income"),
    });
    const { edit } = feedOf(http, company);
    http.clock.set(noon + HOUR);
    const { watermark } = await runOf(company, 0);
    const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["txn_plain", () => edit("txn_plain", { memo: "edited" })],
      ["txn_excluded", () => remove(company, "txn_excluded")],
      ["txn_income", () => http.put({ ...company.bundle, transactions: [transaction("income", 900_00)] })],
    ];
    for (const [id, change] of changes) {
      await change();
      expect((await runOf(company, watermark)).ids).toContain(id);
    }
    expect((await runOf(company, watermark)).ids).toHaveLength(changes.length);
  });

  test("misses nothing from a writer whose clock is late (TXN-024)", async () => {
    const company = await http.company(FEED);
    http.clock.set(noon + HOUR);
    const { watermark } = await runOf(company, 0);
    http.clock.set(noon);
    const { body } = await feedOf(http, company).edit("txn_plain", { memo: "from another host" });
    expect(body.updated).toBe(watermark);
    expect((await runOf(company, watermark)).ids).toEqual(["txn_plain"]);
  });

  test("never goes back", async () => {
    const company = await http.company(FEED);
    http.clock.set(noon + HOUR);
    await runOf(company, 0);
    http.clock.set(noon);
    expect((await runOf(company, 0)).watermark).toBe(noon + HOUR);
  });
});

describe("filters of a run", () => {
  test("apply to the present state: a transaction that no longer matches is absent, without a tombstone (TXN-028)", async () => {
    const company = await http.company(FEED);
    http.clock.set(noon + HOUR);
    const { watermark } = await runOf(company, 0, "status=pending");
    const line = {
      account_id: "acct_credit",
      external_id: "pending-1",
      card_id: null,
      date: "2026-05-01",
      amount_cents: -12_34,
      description: "Payment pending",
      merchant_name: null,
      status: "approved",
      source_vendor: "stripe",
      source_type: "card",
    };
    await http.app.transactions.addLines(company.id, [line as never], http.clock.now());
    expect((await runOf(company, watermark, "status=pending")).ids).toEqual([]);
    expect((await runOf(company, watermark, "status=approved")).ids).toEqual(["txn_pending"]);
    expect((await runOf(company, watermark, "category_id=cat_flights")).ids).toEqual([]);
  });

  test("that never change let tombstones through (TXN-029)", async () => {
    const company = await http.company(FEED);
    http.clock.set(noon + HOUR);
    const { watermark } = await runOf(company, 0);
    await remove(company, "txn_plain", "txn_pending");
    for (const [query, gone] of [
      ["source_vendor=plaid&source_type=bank", ["txn_plain"]],
      ["source_vendor=stripe", ["txn_pending"]],
      ["source_type=card", ["txn_pending"]],
      ["account_id=acct_credit", ["txn_pending"]],
      ["start_date=2026-05-01&end_date=2026-05-01", ["txn_pending", "txn_plain"]],
      ["start_date=2026-05-02", []],
      ["end_date=2026-04-30", []],
    ] as const) {
      const { rows } = await runOf(company, watermark, query, 1);
      expect([query, rows.map(({ id }) => id).toSorted(), rows.every(({ deleted }) => deleted)]).toEqual([
        query,
        gone,
        true,
      ]);
    }
  });
});

describe("updated_after", () => {
  test("is whole seconds up to the end of the year 9999 (TXN-017)", async () => {
    const company = await http.company(FEED);
    expect(await feedOf(http, company).list("updated_after=253402300799")).toMatchObject({
      data: [],
      has_more: false,
      watermark: noon,
    });
  });

  test("is refused when it is later (TXN-018), negative (TXN-019) or no whole number (TXN-020)", async () => {
    const { key } = await http.company(FEED);
    for (const text of [
      "253402300800",
      "9999999999999",
      "-1",
      "-0",
      "abc",
      "1.5",
      "2026-05-20",
      "2026-05-20T19:00:00Z",
      "1e3",
      "0x10",
      "",
      "%20",
      "+1",
      "NaN",
      "null",
      "%00",
    ]) {
      const refused = await http.refusal(`/transactions?updated_after=${text}`, { key });
      expect([text, refused]).toMatchObject([
        text,
        { status: 400, code: "invalid_request", type: "invalid_request_error", param: "updated_after" },
      ]);
    }
  });

  test("is never taken for milliseconds (TXN-021)", async () => {
    const company = await http.company(FEED);
    const { list } = feedOf(http, company);
    // The present in milliseconds is beyond the last second, an early one is a time far ahead.
    expect(
      await http.refusal(`/transactions?updated_after=${noon * 1000}`, { key: company.key }),
    ).toMatchObject({ status: 400, param: "updated_after" });
    expect((await list("updated_after=100000000000")).data).toEqual([]);
    expect((await list(`updated_after=${noon}`)).data).toHaveLength(TRANSACTIONS.length);
  });
});

describe("the cursor of a run", () => {
  test("that is no cursor of this run is refused by name (TXN-030)", async () => {
    const company = await http.company(FEED);
    const { list } = feedOf(http, company);
    const { next_cursor } = await list("updated_after=0&limit=3");
    const [run] = JSON.parse(Buffer.from(next_cursor?.slice(1) ?? "", "base64url").toString()) as unknown[];
    const forged = (parts: unknown) => `c${Buffer.from(JSON.stringify(parts)).toString("base64url")}`;
    for (const cursor of [
      "txn_plain",
      "nonsense",
      "c",
      `${next_cursor}x`,
      "%00",
      "12345",
      forged([run, noon, 0, noon]),
      forged([run, "x", 0, noon, "txn_a"]),
      forged([run, noon, "0", noon, "txn_a"]),
      forged([run, noon, -1, noon, "txn_a"]),
      forged([run, noon, 0, 1.5, "txn_a"]),
      forged([run, noon, 0, noon, null]),
      forged([run, noon, 0, noon, "\0"]),
      forged([run, -1, 0, noon, "txn_a"]),
      forged([run, 253402300800, 0, noon, "txn_a"]),
      forged([run, noon, 0, -1, "txn_a"]),
      forged([run, noon, 0, 253402300800, "txn_a"]),
    ]) {
      expect([
        cursor,
        await http.refusal(`/transactions?updated_after=0&starting_after=${cursor}`, { key: company.key }),
      ]).toMatchObject([
        cursor,
        {
          ...MISSING,
          message: "The cursor does not belong to this run. Begin again from the stored watermark.",
        },
      ]);
    }
    expect(
      (await list(`updated_after=0&starting_after=${forged([run, noon, 0, noon, "txn_a"])}`)).data,
    ).toEqual(expect.any(Array));
    // The token belongs to its company, to its `updated_after`, and without one it is the id of no
    // transaction.
    expect(
      await http.refusal(`/transactions?updated_after=1&starting_after=${next_cursor}`, { key: company.key }),
    ).toMatchObject(MISSING);
    const other = await http.company(FEED);
    expect(
      await http.refusal(`/transactions?updated_after=0&starting_after=${next_cursor}`, { key: other.key }),
    ).toMatchObject(MISSING);
    const classic = await http.refusal(`/transactions?starting_after=${next_cursor}`, { key: company.key });
    expect([classic.status, classic.param]).toEqual([404, undefined]);
    expect((await list(`updated_after=0&limit=3&starting_after=${next_cursor}`)).data).toHaveLength(3);
  });
});
