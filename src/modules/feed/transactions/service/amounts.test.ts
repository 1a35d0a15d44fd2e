/**
 * New amounts from the bank, such as a tip that settles later, for transactions that are split, spread,
 * matched or sides of a transfer.
 */
import type { SplitRow } from "../record.ts";
import { describe, expect, test } from "vitest";
import { NOON, testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { FEED, invoice, payment, transaction } from "../../../../../test/support/feed.ts";
import type { BundleTransaction } from "../../../../../test/support/feed-records.ts";
import { expectSound, feedOf } from "../../../../../test/support/feed-requests.ts";
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { FeedLine, FeedOutcome } from "../index.ts";
import { resizedLines } from "./amounts.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;

/** A company with these transactions, each known to the bank by its name. */
async function fresh(transactions: readonly BundleTransaction[], more: object = {}) {
  const known = transactions.map((row) => ({ external_id: row.id.slice("txn_".length), ...row }));
  const company = await http.company({ ...FEED, transactions: known, transfers: [], ...more });
  return { company, ...feedOf(http, company) };
}

/** Sends transactions with these amounts from the bank, in one batch. */
function say(
  company: TestCompany,
  amounts: Readonly<Record<string, number>>,
  more: object = {},
): Promise<FeedOutcome[]> {
  const lines = Object.entries(amounts).map(([name, amount_cents]) => ({
    account_id: "acct_checking",
    external_id: name,
    card_id: null,
    date: "2026-05-01",
    amount_cents,
    description: `Payment ${name}`,
    merchant_name: null,
    status: "approved",
    source_vendor: "plaid",
    source_type: "bank",
    ...more,
  }));
  return http.app.transactions.addLines(company.id, lines as unknown as FeedLine[], http.clock.now());
}

const became = (outcomes: readonly FeedOutcome[]) => outcomes.map((outcome) => outcome.became);
const split = (
  type: "category_split" | "department_split" | "payroll_split",
  lines: NonNullable<BundleTransaction["lines"]>,
) => ({ category_id: null, transaction_type: type, lines }) as const;
const REMOVED = {
  transaction_type: "standard",
  department_id: null,
  status: "needs_review",
  categorized: false,
};

describe("of a split", () => {
  test.each(["category_split", "department_split", "payroll_split"] as const)(
    "of type %s puts the difference on the largest line and asks for a review",
    async (type) => {
      const lines = [
        { category_id: "cat_flights", department_id: "dept_sales", amount_cents: -20_00, memo: "there" },
        { category_id: "cat_hotels", department_id: "dept_design", amount_cents: -70_00 },
        { category_id: "cat_payroll", amount_cents: -10_00 },
      ];
      const { company, get, splits, entries } = await fresh([
        transaction("dinner", -100_00, split(type, lines)),
      ]);
      const before = await splits("txn_dinner");
      http.clock.set(noon + 60);
      expect(await say(company, { dinner: -118_00 })).toEqual([{ became: "updated", id: "txn_dinner" }]);
      expect(await get("txn_dinner")).toMatchObject({
        amount_cents: -118_00,
        transaction_type: type,
        status: "needs_review",
        updated: noon + 60,
      });
      expect(await splits("txn_dinner")).toEqual(
        before.map((line) => ({ ...line, amount_cents: line.position === 2 ? -88_00 : line.amount_cents })),
      );
      expect(
        (await entries("txn_dinner")).map(({ category_id, amount_cents }) => [category_id, amount_cents]),
      ).toEqual(
        expect.arrayContaining(
          [
            ["cat_checking", -118_00],
            ["cat_flights", 20_00],
            ["cat_hotels", 88_00],
            ["cat_payroll", 10_00],
          ].map(([category, amount]) => [category, category === "cat_checking" ? amount : -Number(amount)]),
        ),
      );
      await expectSound(http, company);
      // The first of equal lines is the largest; less is taken off as more is put on.
      await say(company, { dinner: -60_00 });
      expect((await splits("txn_dinner")).map(({ amount_cents }) => amount_cents)).toEqual([
        -20_00, -30_00, -10_00,
      ]);
      await expectSound(http, company);
    },
  );

  test.each([
    ["zero", 0],
    ["of the other sign", 5_00],
    ["that the largest line can't take", -39_00],
    ["that leaves nothing of the largest line", -40_00],
  ])("%s removes the split, with its spreads", async (_what, amount) => {
    const spread = {
      id: "spread_line",
      holding_category_id: "cat_prepaid",
      start_date: "2026-05-01",
      end_date: "2026-07-31",
    };
    const lines = [
      { category_id: "cat_flights", department_id: "dept_sales", amount_cents: -60_00, spread },
      { category_id: "cat_hotels", amount_cents: -40_00 },
    ];
    const { company, get, splits, spreads } = await fresh([
      transaction("trip", -100_00, split("category_split", lines)),
    ]);
    expect(became(await say(company, { trip: amount }))).toEqual(["updated"]);
    expect(await get("txn_trip")).toMatchObject({
      ...REMOVED,
      amount_cents: amount,
      category_id: amount > 0 ? "cat_uncategorized_income" : expect.stringContaining("cat_uncategorized"),
    });
    expect([await splits("txn_trip"), await spreads("txn_trip")]).toEqual([[], []]);
    await expectSound(http, company);
  });

  test("whose largest line is spread changes the months still open of that line", async () => {
    const spread = {
      id: "spread_line",
      holding_category_id: "cat_prepaid",
      start_date: "2026-03-01",
      end_date: "2026-06-30",
    };
    const lines = [
      { category_id: "cat_software", amount_cents: -80_00, spread },
      { category_id: "cat_hotels", amount_cents: -20_00 },
    ];
    const { company, ...feed } = await fresh([transaction("seats", -100_00, split("category_split", lines))]);
    await say(company, { seats: -120_00 });
    expect(await feed.spreads("txn_seats")).toMatchObject([{ amount_cents: -100_00 }]);
    expect((await months(feed, "txn_seats", "cat_software")).map(Math.abs)).toEqual([
      20_00, 20_00, 30_00, 30_00,
    ]);
    await expectSound(http, company);
  });
});

/** The amount that each month recognises of a transaction's spread. */
async function months(
  feed: Pick<ReturnType<typeof feedOf>, "entries">,
  id: string,
  category: string,
  source = "spread",
): Promise<number[]> {
  return (await feed.entries(id))
    .filter((entry) => entry.source === source && entry.category_id === category)
    .map(({ amount_cents }) => amount_cents);
}

describe("of a spread", () => {
  const spread = {
    id: "spread_plan",
    holding_category_id: "cat_prepaid",
    start_date: "2026-02-01",
    end_date: "2026-07-31",
  };

  test("goes to the months still open, again and again, and past months stay as they were", async () => {
    const { company, get, ...feed } = await fresh([transaction("plan", -600_00, { spread })]);
    const counted = async () => (await months(feed, "txn_plan", "cat_software")).map(Math.abs);
    expect(await counted()).toEqual([100_00, 100_00, 100_00, 100_00, 100_00, 100_00]);
    // Noon is on a day in May: February to April have counted.
    expect(became(await say(company, { plan: -700_00 }))).toEqual(["updated"]);
    expect(await get("txn_plan")).toMatchObject({
      amount_cents: -700_00,
      status: "needs_review",
      spread_id: "spread_plan",
      category_id: "cat_software",
    });
    expect(await counted()).toEqual([100_00, 100_00, 100_00, 133_33, 133_33, 133_34]);
    await expectSound(http, company);
    http.clock.set(noon + 40 * 86_400);
    await say(company, { plan: -433_33 });
    expect(await counted()).toEqual([100_00, 100_00, 100_00, 133_33]);
    await expectSound(http, company);
    // All months have counted, the last two nothing: the last one takes the difference.
    http.clock.set(noon + 200 * 86_400);
    await say(company, { plan: -500_00 });
    expect(await counted()).toEqual([100_00, 100_00, 100_00, 133_33, 66_67]);
    await expectSound(http, company);
    http.clock.set(noon);
  });

  test.each([
    ["zero", 0],
    ["of the other sign", 10_00],
  ])("%s ends the spread, and the transaction counts at once", async (_what, amount) => {
    const { company, get, spreads } = await fresh([transaction("plan", -600_00, { spread })]);
    await say(company, { plan: amount });
    expect(await get("txn_plan")).toMatchObject({
      amount_cents: amount,
      status: "needs_review",
      spread_id: null,
      category_id: "cat_software",
    });
    expect(await spreads("txn_plan")).toEqual([]);
    await expectSound(http, company);
  });

  test("that writes an asset off is taken by what is not written off yet", async () => {
    const asset = {
      ...spread,
      id: "spread_asset",
      kind: "capitalization",
      holding_category_id: "cat_equipment",
      contra_category_id: "cat_accumulated_depreciation",
    } as const;
    const { company, get, ...feed } = await fresh([transaction("desk", -600_00, { spread: asset })]);
    await say(company, { desk: -660_00 });
    expect(await get("txn_desk")).toMatchObject({
      amount_cents: -660_00,
      status: "needs_review",
      spread_id: "spread_asset",
    });
    expect((await months(feed, "txn_desk", "cat_software", "capitalization")).map(Math.abs)).toEqual([
      100_00, 100_00, 100_00, 120_00, 120_00, 120_00,
    ]);
    await expectSound(http, company);
  });
});

test.each([-400_00, -500_00])("that no longer exceeds the salvage value of an asset: %s", async (amount) => {
  const desk = transaction("desk", -1_000_00, { category_id: "cat_software" });
  const { company, get, spreads } = await fresh([desk]);
  await http.app.transactions.startSchedule(
    company.id,
    {
      id: "txn_desk",
      kind: "capitalization",
      category_id: null,
      asset: "cat_equipment",
      start_date: "2026-05-01" as CivilDate,
      months: 12,
      basis: "month",
      declining_percent: null,
      salvage_cents: cents(500_00),
    },
    { now: http.clock.now(), today: http.clock.today() },
    "operator",
  );
  expect(became(await say(company, { desk: amount }))).toEqual(["updated"]);
  expect(await get("txn_desk")).toMatchObject({
    amount_cents: amount,
    status: "needs_review",
    spread_id: null,
  });
  expect(await spreads("txn_desk")).toEqual([]);
  await expectSound(http, company);
});

describe("of a payment", () => {
  const paid = { invoices: [invoice("work", 100_00)] };
  const read = (company: TestCompany) => company.read<object>("/invoices/inv_work");

  test.each([
    [70_00, 30_00],
    [100_00, 0],
    [1, 99_99],
  ])("that is at most what is due stays matched: %i cents", async (amount, due) => {
    const { company, get } = await fresh([payment("wire", 90_00, "inv_work")], paid);
    expect(became(await say(company, { wire: amount }))).toEqual(["updated"]);
    expect(await get("txn_wire")).toMatchObject({
      amount_cents: amount,
      status: "needs_review",
      category_id: "cat_receivable",
    });
    expect(await read(company)).toMatchObject({
      matched_transaction_ids: ["txn_wire"],
      amount_due_cents: due,
    });
    await expectSound(http, company);
  });

  test.each([100_01, 0, -5_00])("that no longer fits is unmatched: %i cents", async (amount) => {
    const { company, get } = await fresh([payment("wire", 90_00, "inv_work")], paid);
    await say(company, { wire: amount });
    expect(await get("txn_wire")).toMatchObject({ ...REMOVED, amount_cents: amount });
    expect(await read(company)).toMatchObject({
      matched_transaction_ids: [],
      amount_due_cents: 100_00,
      status: "open",
    });
    await expectSound(http, company);
  });

  test("beside another one of the same invoice fits when both do, whichever stands first", async () => {
    const { company, get } = await fresh(
      [payment("first", 40_00, "inv_work"), payment("second", 60_00, "inv_work")],
      paid,
    );
    await say(company, { first: 70_00, second: 30_00 });
    expect(await read(company)).toMatchObject({ amount_due_cents: 0 });
    await say(company, { first: 71_00, second: 31_00 });
    expect(await get("txn_first")).toMatchObject({ category_id: "cat_receivable" });
    expect(await get("txn_second")).toMatchObject(REMOVED);
    expect(await read(company)).toMatchObject({
      matched_transaction_ids: ["txn_first"],
      amount_due_cents: 29_00,
    });
    await expectSound(http, company);
  });
});

describe("of a side of a transfer", () => {
  const side = { category_id: null, transaction_type: "transfer", transfer_id: "trf_move" } as const;
  const sides = () => [transaction("out", -50_00, side), transaction("in", 50_00, { ...side })];
  const transfers = [{ id: "trf_move", from_transaction_id: "txn_out", to_transaction_id: "txn_in" }];
  const made = async () => {
    const [out, into] = sides();
    return fresh([out, { ...into, account_id: "acct_savings" }] as BundleTransaction[], { transfers });
  };

  test("takes the transfer apart: both sides are ordinary transactions that need a review", async () => {
    const { company, get } = await made();
    expect(became(await say(company, { out: -52_00 }))).toEqual(["updated"]);
    expect(await get("txn_out")).toMatchObject({
      ...REMOVED,
      amount_cents: -52_00,
      transfer_id: null,
      category_id: "cat_uncategorized_expenses",
    });
    expect(await get("txn_in")).toMatchObject({
      ...REMOVED,
      amount_cents: 50_00,
      transfer_id: null,
      category_id: "cat_uncategorized_income",
    });
    await expectSound(http, company);
  });

  test("keeps the transfer when both sides change alike in one batch", async () => {
    const { company, get, entries } = await made();
    const lines = [
      ["out", -52_00, "acct_checking"],
      ["in", 52_00, "acct_savings"],
    ].map(([name, amount_cents, account_id]) => ({
      external_id: name,
      amount_cents,
      account_id,
      card_id: null,
      date: "2026-05-01",
      description: `Payment ${name}`,
      merchant_name: null,
      status: "approved",
      source_vendor: "plaid",
      source_type: "bank",
    }));
    expect(
      became(
        await http.app.transactions.addLines(company.id, lines as unknown as FeedLine[], http.clock.now()),
      ),
    ).toEqual(["updated", "updated"]);
    for (const id of ["txn_out", "txn_in"])
      expect(await get(id)).toMatchObject({
        transaction_type: "transfer",
        transfer_id: "trf_move",
        status: "needs_review",
      });
    expect((await entries("txn_out")).map(({ amount_cents }) => Math.abs(amount_cents))).toEqual([
      52_00, 52_00,
    ]);
    await expectSound(http, company);
  });
});

describe("of a pending transaction", () => {
  const lines = [
    { category_id: "cat_flights", amount_cents: -60_00 },
    { category_id: "cat_hotels", amount_cents: -40_00 },
  ];

  test("that settles with it needs a review and is on hold no more; while it is pending it stays on hold", async () => {
    const { company, get, entries, splits } = await fresh([
      transaction("tip", -100_00, { status: "pending", ...split("category_split", lines) }),
    ]);
    const held = async () => new Set((await entries("txn_tip")).map((entry) => entry.held));
    await say(company, { tip: -110_00 }, { status: "pending" });
    expect([(await get("txn_tip")).status, await held()]).toEqual(["pending", new Set([true])]);
    await expectSound(http, company);
    await say(company, { tip: -120_00 });
    expect([(await get("txn_tip")).status, await held()]).toEqual(["needs_review", new Set([false])]);
    expect((await splits("txn_tip")).map(({ amount_cents }) => amount_cents)).toEqual([-80_00, -40_00]);
    await expectSound(http, company);
  });

  test("that settles with the same amount is approved as before, and a line that changes nothing else asks for no review", async () => {
    const { company, get } = await fresh([
      transaction("tip", -100_00, { status: "pending", ...split("category_split", lines) }),
    ]);
    await say(company, { tip: -100_00 });
    expect((await get("txn_tip")).status).toBe("approved");
    await say(company, { tip: -100_00 }, { description: "Dinner" });
    expect((await get("txn_tip")).status).toBe("approved");
    await expectSound(http, company);
  });
});

test("a bank file and `feed change` bring a new amount too", async () => {
  const { company, get } = await fresh([
    transaction(
      "file",
      -100_00,
      split("category_split", [
        { category_id: "cat_flights", amount_cents: -60_00 },
        { category_id: "cat_hotels", amount_cents: -40_00 },
      ]),
    ),
  ]);
  const rows = [{ date: "2026-05-01", amount_cents: -101_00, description: "Payment file", id: "file" }];
  const { status, text } = await http.send("/transaction_uploads", {
    key: company.key,
    method: "POST",
    body: { account_id: "acct_checking", rows: rows.map(({ id, ...row }) => ({ ...row, external_id: id })) },
  });
  expect([status, text]).toEqual([201, expect.any(String)]);
  expect(await get("txn_file")).toMatchObject({ amount_cents: -101_00, status: "needs_review" });
  const line = {
    account_id: "acct_checking",
    external_id: "file",
    date: "2026-05-01",
    amount_cents: -102_00,
    description: "Payment file",
  };
  async function* source() {
    yield Buffer.from(JSON.stringify(line));
  }
  expect(
    await http.app.uploads.feed(company.id, "change", source(), http.clock.now(), () => {}),
  ).toMatchObject({ counts: { updated: 1, refused: 0 } });
  expect(await get("txn_file")).toMatchObject({ amount_cents: -102_00, transaction_type: "category_split" });
  await expectSound(http, company);
});

test("lines of both signs keep their signs: the largest one by size takes the difference, the first of equal ones", () => {
  const lines = (...amounts: number[]) =>
    amounts.map(
      (amount, index) => ({ id: `split_${index}`, amount_cents: cents(amount) }) as unknown as SplitRow,
    );
  const resized = (difference: number, ...amounts: number[]) =>
    resizedLines(lines(...amounts), cents(difference))?.map(({ amount_cents }) => amount_cents) ?? null;
  expect(resized(-10, -500, 100)).toEqual([-510, 100]);
  expect(resized(-10, 400, -500)).toEqual([400, -510]);
  expect(resized(-10, 500, -400)).toEqual([490, -400]);
  expect(resized(-5, -50, -50)).toEqual([-55, -50]);
  expect(resized(50, -50, -50)).toBeNull();
  expect(resized(51, -50, -50)).toBeNull();
  expect(resized(-1, -1_000_000_000_000_000, -1)).toBeNull();
});
