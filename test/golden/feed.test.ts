/**
 * Golden books that are kept by a bank and card feed alone: what a month of card purchases, a transfer, a
 * split, a spread, a pending and an excluded line means in the three statements.
 */
import { describe, expect, test } from "vitest";
import { ACCOUNTS, CARDS, FEED_CHART, transaction } from "../support/feed.ts";
import type { BundleTransaction } from "../support/feed-records.ts";
import { printed, statementOf } from "./statement.ts";

const MAY = "start_date=2026-05-01&end_date=2026-05-31";
const on = (date: string, more: Partial<BundleTransaction>) => ({ date, ...more });
const BY_CARD = { account_id: "acct_credit", card_id: "card_ada", source_type: "card" } as const;
const kept = { categories: FEED_CHART, accounts: ACCOUNTS, cards: CARDS, transfers: [], journal: [] };

/** Books with these transactions and nothing else. */
function books(...transactions: readonly BundleTransaction[]) {
  return { ...kept, transactions };
}

describe("a card purchase: the cost counts on the day of the purchase, and the card is owed until it is paid (ASC 405-20-40-1)", () => {
  const purchases = books(
    transaction("flight", -421_37, on("2026-05-12", { ...BY_CARD, category_id: "cat_flights" })),
    transaction("tool", -49_00, on("2026-05-20", { ...BY_CARD, category_id: "cat_software" })),
  );

  test("May bears both costs", async () => {
    expect(await statementOf(purchases, `income_statement?${MAY}`)).toBe(
      printed(`
        GROSS PROFIT                           0.00
        OPERATING EXPENSES                  (470.37)
          Travel                            (421.37)
            Flights                         (421.37)
          Software                           (49.00)
        OPERATING INCOME                    (470.37)
        NET INCOME                          (470.37)
      `),
    );
  });

  test("no cash has moved: what is owed to the card stands against the loss", async () => {
    expect(await statementOf(purchases, `cash_flow?${MAY}`)).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                        (470.37)
          Non-Cash Expenses                    0.00
          Changes in Working Capital         470.37
            Credit Cards                     470.37
        CASH BEFORE                            0.00
        CHANGE IN CASH                         0.00
        CASH AFTER                             0.00
      `),
    );
  });
});

describe("a transfer: money that only moves between the company's own accounts is neither income nor expense (ASC 230-10-45-5)", () => {
  const side = { category_id: null, transaction_type: "transfer" } as const;
  const saved = {
    ...books(
      transaction("sale", 2_000_00, on("2026-05-04", { category_id: "cat_services" })),
      transaction("out", -500_00, on("2026-05-28", { ...side, transfer_id: "trf_saved" })),
      transaction(
        "in",
        500_00,
        on("2026-06-01", { ...side, transfer_id: "trf_saved", account_id: "acct_savings" }),
      ),
      transaction("paid", -300_00, on("2026-05-29", { ...side, transfer_id: "trf_card" })),
      transaction(
        "received",
        300_00,
        on("2026-05-30", { ...side, transfer_id: "trf_card", account_id: "acct_credit" }),
      ),
      transaction("flight", -300_00, on("2026-05-12", { ...BY_CARD, category_id: "cat_flights" })),
    ),
    transfers: [
      { id: "trf_saved", from_transaction_id: "txn_out", to_transaction_id: "txn_in" },
      { id: "trf_card", from_transaction_id: "txn_paid", to_transaction_id: "txn_received" },
    ],
  };

  test("what was saved is cash still, on the day on which it left, and the card is paid", async () => {
    expect(await statementOf(saved, "balance_sheet?date=2026-05-31")).toBe(
      printed(`
        ASSETS                             1,700.00
          Cash                             1,700.00
            Checking                       1,200.00
            Savings                          500.00
        EQUITY                             1,700.00
          Retained Earnings                1,700.00
        of it earned in earlier years          0.00
        of it earned this fiscal year      1,700.00
        LIABILITIES AND EQUITY             1,700.00
        CASH                               1,700.00
      `),
    );
  });

  test("income and costs are those of the sale and of the flight", async () => {
    expect(await statementOf(saved, `income_statement?${MAY}`)).toBe(
      printed(`
        REVENUE                            2,000.00
          Revenue                          2,000.00
            Services                       2,000.00
        GROSS PROFIT                       2,000.00
        OPERATING EXPENSES                  (300.00)
          Travel                            (300.00)
            Flights                         (300.00)
        OPERATING INCOME                   1,700.00
        NET INCOME                         1,700.00
      `),
    );
  });
});

describe("a split: one payment for several things counts as each of them (ASC 220-10-S99-2)", () => {
  test("the hotel's bill has a room, a meal that a customer gave back, and a tool", async () => {
    const lines = [
      { category_id: "cat_hotels", amount_cents: -180_00 },
      { category_id: "cat_software", amount_cents: -40_00 },
      { category_id: "cat_services", amount_cents: 20_00 },
    ];
    expect(
      await statementOf(
        books(
          transaction(
            "stay",
            -200_00,
            on("2026-05-14", { category_id: null, transaction_type: "category_split", lines }),
          ),
        ),
        `income_statement?${MAY}`,
      ),
    ).toBe(
      printed(`
        REVENUE                               20.00
          Revenue                             20.00
            Services                          20.00
        GROSS PROFIT                          20.00
        OPERATING EXPENSES                  (220.00)
          Travel                            (180.00)
            Hotels                          (180.00)
          Software                           (40.00)
        OPERATING INCOME                    (200.00)
        NET INCOME                          (200.00)
      `),
    );
  });
});

describe("a spread: what is paid for months to come is an asset until they have passed (ASC 340-10-05-4)", () => {
  const insured = books(
    transaction(
      "insured",
      -1_000_00,
      on("2026-05-20", {
        spread: {
          id: "spread_insured",
          holding_category_id: "cat_prepaid",
          start_date: "2026-05-20",
          end_date: "2026-07-31",
        },
      }),
    ),
  );

  test("the first two months bear a third each, and the third the rest", async () => {
    expect(await statementOf(insured, "income_statement?start_date=2026-05-01&end_date=2026-06-30")).toBe(
      printed(`
        GROSS PROFIT                           0.00
        OPERATING EXPENSES                  (666.66)
          Software                          (666.66)
        OPERATING INCOME                    (666.66)
        NET INCOME                          (666.66)
      `),
    );
    expect(await statementOf(insured, "income_statement?start_date=2026-07-01&end_date=2026-07-31")).toBe(
      printed(`
        GROSS PROFIT                           0.00
        OPERATING EXPENSES                  (333.34)
          Software                          (333.34)
        OPERATING INCOME                    (333.34)
        NET INCOME                          (333.34)
      `),
    );
  });

  test("at the end of May two thirds are prepaid", async () => {
    expect(await statementOf(insured, "balance_sheet?date=2026-05-31")).toBe(
      printed(`
        ASSETS                              (333.33)
          Cash                            (1,000.00)
            Checking                      (1,000.00)
          Prepaid Expenses                   666.67
        EQUITY                              (333.33)
          Retained Earnings                 (333.33)
        of it earned in earlier years          0.00
        of it earned this fiscal year       (333.33)
        LIABILITIES AND EQUITY              (333.33)
        CASH                              (1,000.00)
      `),
    );
  });
});

describe("what is pending is incurred already, what is excluded is not the company's, and what is deleted was never there (FASB Concepts Statement 8, E37)", () => {
  const lines = books(
    transaction("pending", -12_34, on("2026-05-19", { ...BY_CARD, status: "pending" })),
    transaction("private", -80_00, on("2026-05-19", { status: "excluded" })),
    transaction("reversed", -55_00, on("2026-05-19", { deleted: true })),
    transaction(
      "unknown",
      -45_67,
      on("2026-05-19", { category_id: "cat_uncategorized_expenses", status: "needs_review" }),
    ),
  );

  test("only the pending and the uncategorized line count", async () => {
    expect(await statementOf(lines, `income_statement?${MAY}`)).toBe(
      printed(`
        GROSS PROFIT                           0.00
        OPERATING EXPENSES                   (58.01)
          Software                           (12.34)
          Uncategorized Expenses             (45.67)
        OPERATING INCOME                     (58.01)
        NET INCOME                           (58.01)
      `),
    );
    expect(await statementOf(lines, "balance_sheet?date=2026-05-31")).toBe(
      printed(`
        ASSETS                               (45.67)
          Cash                               (45.67)
            Checking                         (45.67)
        LIABILITIES                           12.34
          Credit Cards                        12.34
        EQUITY                               (58.01)
          Retained Earnings                  (58.01)
        of it earned in earlier years          0.00
        of it earned this fiscal year        (58.01)
        LIABILITIES AND EQUITY               (45.67)
        CASH                                 (45.67)
      `),
    );
  });
});
