/**
 * On which days a transaction may count: from the company's incorporation, or two years back when it is not
 * on file, to three years ahead.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { FEED, transaction } from "../../../../../test/support/feed.ts";
import { feedOf } from "../../../../../test/support/feed-requests.ts";

const http = await testApp();
const REFUSED = {
  status: 422,
  code: "transaction_update_failed",
  type: "invalid_request_error",
  param: "accounting_date",
};

/** A company with one transaction, incorporated on that day or on none that is known. */
async function incorporated(date: string | null) {
  const company = await http.company({
    ...FEED,
    company: { incorporation: { date, state: null } },
    transactions: [transaction("one", -1_00, { date: "2026-05-01" })],
    transfers: [],
  });
  const { edit, refusedEdit, get } = feedOf(http, company);
  return {
    taken: async (accounting_date: string): Promise<void> => {
      const { status, body } = await edit("txn_one", { accounting_date });
      expect([accounting_date, status, body.accounting_date]).toEqual([
        accounting_date,
        200,
        accounting_date,
      ]);
    },
    refused: async (accounting_date: string): Promise<string> => {
      const before = await get("txn_one");
      const refused = await refusedEdit("txn_one", { accounting_date });
      expect([accounting_date, refused]).toMatchObject([accounting_date, REFUSED]);
      expect(await get("txn_one")).toEqual(before);
      return refused.message;
    },
  };
}

describe("with an incorporation date on file", () => {
  test("that is the first day (TXN-045), and the day before is refused (TXN-046)", async () => {
    const { taken, refused } = await incorporated("2024-12-20");
    await taken("2024-12-20");
    expect(await refused("2024-12-19")).toContain("2024-12-20");
    await refused("0001-01-01");
  });

  test("it alone decides, however long ago it is (TXN-049)", async () => {
    const { taken, refused } = await incorporated("1998-02-03");
    await taken("2024-05-19");
    await taken("1998-02-03");
    await refused("1998-02-02");
  });

  test("that lies ahead nothing counts before it", async () => {
    const { taken, refused } = await incorporated("2026-09-01");
    await refused("2026-05-20");
    await taken("2026-09-01");
  });
});

describe("without one", () => {
  test("the first day is two years ago (TXN-047), and the day before is refused (TXN-048)", async () => {
    const { taken, refused } = await incorporated(null);
    await taken("2024-05-20");
    expect(await refused("2024-05-19")).toContain("2024-05-20");
  });

  test("two years before 29 February is 28 February", async () => {
    const { taken, refused } = await incorporated(null);
    http.clock.set("2028-02-29T20:00:00Z");
    await taken("2026-02-28");
    await refused("2026-02-27");
  });
});

describe("ahead", () => {
  test("the last day is the one before three years from now (TXN-050), which is refused (TXN-051)", async () => {
    for (const date of ["2024-12-20", null]) {
      const { taken, refused } = await incorporated(date);
      await taken("2029-05-19");
      expect(await refused("2029-05-20")).toContain("2029-05-20");
      await refused("9999-12-31");
    }
  });

  test("three years after 29 February is 28 February", async () => {
    const { taken, refused } = await incorporated(null);
    http.clock.set("2028-02-29T20:00:00Z");
    await taken("2031-02-27");
    await refused("2031-02-28");
  });
});

describe("the present day", () => {
  test("is that of Los Angeles: it may be tomorrow in UTC already", async () => {
    const { taken, refused } = await incorporated(null);
    http.clock.set("2026-05-21T06:59:59Z");
    await taken("2024-05-20");
    await refused("2029-05-20");
    http.clock.set("2026-05-21T07:00:00Z");
    await refused("2024-05-20");
    await taken("2029-05-20");
  });
});

describe("a transaction whose own day is out of bounds", () => {
  test("may count on it again, as it did when it came in", async () => {
    const company = await http.company({
      ...FEED,
      company: { incorporation: { date: "2026-05-10", state: null } },
      transactions: [transaction("early", -1_00)],
      transfers: [],
    });
    const { edit } = feedOf(http, company);
    expect((await edit("txn_early", { accounting_date: "2026-05-10" })).status).toBe(200);
    expect((await edit("txn_early", { accounting_date: null })).body.accounting_date).toBe("2026-05-01");
  });
});
