/** Spreads over HTTP: their fields, the part that is not yet recognized on a day, and their pages. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { SET_UP } from "../../../../test/support/bundle.ts";
import { FEED, transaction } from "../../../../test/support/feed.ts";
import { expectSound, feedOf, type Page } from "../../../../test/support/feed-requests.ts";

const http = await testApp();
const MISSING = { status: 404, code: "resource_missing" };

interface Spread {
  readonly id: string;
  readonly remaining_cents: number;
}

const months = (start_date: string, end_date: string, more: object = {}) => ({
  holding_category_id: "cat_prepaid",
  start_date,
  end_date,
  ...more,
});

describe("GET /spreads", () => {
  test("lists spreads with all fields, and can be filtered by transaction", async () => {
    const company = await http.company(FEED);
    const { data } = await company.read<Page<Spread>>("/spreads");
    expect(data.map(({ id }) => id).toSorted()).toEqual(["spread_hotel", "spread_insurance"]);
    expect((await company.read<Page<Spread>>("/spreads?transaction_id=txn_split")).data).toEqual([
      {
        id: "spread_hotel",
        object: "spread",
        transaction_id: "txn_split",
        category_id: "cat_hotels",
        department_id: null,
        amount_cents: -40_00,
        start_date: "2026-05-01",
        end_date: "2026-07-31",
        months: 3,
        remaining_cents: -40_00,
        created: expect.any(Number),
      },
    ]);
    expect((await company.read<Page<Spread>>("/spreads?transaction_id=txn_plain")).data).toEqual([]);
  });

  test("returns the amount that is not yet recognized at the end of the day in Los Angeles", async () => {
    const company = await http.company({
      ...FEED,
      transactions: [
        transaction("plan", -100_01, {
          spread: { id: "spread_plan", ...months("2026-05-10", "2026-07-02") },
        }),
      ],
      transfers: [],
    });
    for (const [instant, remaining] of [
      ["2026-05-31T06:59:59Z", -100_01],
      ["2026-05-31T07:00:00Z", -66_68],
      ["2026-06-30T20:00:00Z", -33_35],
      ["2026-07-30T20:00:00Z", -33_35],
      ["2026-07-31T20:00:00Z", 0],
      ["2030-01-01T20:00:00Z", 0],
    ] as const) {
      http.clock.set(instant);
      expect([instant, (await company.read<Page<Spread>>("/spreads")).data[0]?.remaining_cents]).toEqual([
        instant,
        remaining,
      ]);
    }
  });

  test("leaves out capitalizations, and refuses them as cursors", async () => {
    const laptop = transaction("laptop", -3_600_00, {
      category_id: "cat_depreciation",
      spread: {
        id: "spread_laptop",
        kind: "capitalization",
        ...months("2026-05-01", "2029-04-30", {
          holding_category_id: "cat_equipment",
          contra_category_id: "cat_accumulated_depreciation",
        }),
      },
    });
    const company = await http.company({ ...FEED, transactions: [...FEED.transactions, laptop] });
    const { total } = feedOf(http, company);
    expect((await company.read<Page<Spread>>("/spreads")).data.map(({ id }) => id)).not.toContain(
      "spread_laptop",
    );
    expect(await http.refusal("/spreads?starting_after=spread_laptop", { key: company.key })).toMatchObject(
      MISSING,
    );
    // The asset keeps its cost, and is written off by accumulated depreciation, which is a separate category.
    expect([
      await total("cat_equipment", "date=2026-06-30"),
      await total("cat_accumulated_depreciation", "date=2026-06-30"),
      await total("cat_depreciation", "start_date=2026-05-01&end_date=2026-06-30"),
    ]).toEqual([7_200_00, -100_00 - 200_00, -200_00]);
    await expectSound(http, company);
  });

  test("continues after a spread, in the order of creation, and refuses a spread of another transaction", async () => {
    const many = Array.from({ length: 5 }, (_, number) =>
      transaction(`plan.${number}`, -10_00, {
        spread: {
          id: `spread_${4 - number}`,
          ...months("2026-05-01", "2026-06-30"),
          created: SET_UP + number,
        },
      }),
    );
    const company = await http.company({ ...FEED, transactions: many, transfers: [] });
    const seen: string[] = [];
    for (let after = ""; ;) {
      const { data, next_cursor } = await company.read<Page<Spread>>(`/spreads?limit=2${after}`);
      seen.push(...data.map(({ id }) => id));
      if (next_cursor === null) break;
      after = `&starting_after=${next_cursor}`;
    }
    expect(seen).toEqual(["spread_4", "spread_3", "spread_2", "spread_1", "spread_0"]);
    expect(
      await http.refusal("/spreads?transaction_id=txn_plan.0&starting_after=spread_0", { key: company.key }),
    ).toMatchObject(MISSING);
  });
});
