/**
 * The feed of the example company: the first days of April 2026 on its checking account and its card, with
 * one of everything that the operations on transactions are about.
 */

/** A bank or card line as the bundle has it. */
function line(
  id: string,
  account: "operating" | "card",
  date: string,
  amount_cents: number,
  description: string,
  more: object,
): object {
  const ofCard = account === "card" ? { card_id: "card_example" } : {};
  const source = {
    source_vendor: account === "card" ? "stripe" : "plaid",
    source_type: account === "card" ? "card" : "bank",
  };
  return {
    id: `txn_${id}`,
    account_id: `acct_${account}`,
    ...ofCard,
    date,
    amount_cents,
    description,
    ...source,
    created: Date.parse(`${date}T18:00:00Z`) / 1000,
    ...more,
  };
}

/** A side of the transfer by which March's card bill was paid. */
const SIDE = { transaction_type: "transfer", transfer_id: "trf_example" };

/** The sections of accounts, cards, transactions and transfers; `created` is when the accounts were. */
export function exampleFeed(created: number) {
  return {
    accounts: [
      {
        id: "acct_operating",
        name: "Operating",
        institution_name: "Woodgrove Bank",
        type: "checking",
        last4: "4321",
        category_id: "cat_operating-checking",
        created,
      },
      {
        id: "acct_card",
        name: "Company card",
        institution_name: "Woodgrove Bank",
        type: "credit",
        last4: "8765",
        category_id: "cat_corporate-card",
        created,
      },
    ],
    cards: [
      {
        id: "card_example",
        account_id: "acct_card",
        name: "Ada's card",
        last4: "1234",
        brand: "visa",
        cardholder_name: "Ada Example",
        created,
      },
    ],
    transactions: [
      line("card_bill", "operating", "2026-04-01", -95_000, "CARD PAYMENT", SIDE),
      line("card_paid", "card", "2026-04-02", 95_000, "PAYMENT, THANK YOU", SIDE),
      line("insurance", "operating", "2026-04-01", -120_000, "HUMONGOUS INSURANCE", {
        merchant_name: "Humongous Insurance",
        category_id: "cat_insurance",
        spread: {
          id: "spread_insurance",
          holding_category_id: "cat_prepaid",
          start_date: "2026-04-01",
          end_date: "2027-03-31",
          created,
        },
      }),
      line("tools", "card", "2026-04-02", -4_900, "WIDE WORLD TOOLS 0402", {
        merchant_name: "Wide World Tools",
        category_id: "cat_uncategorized-expenses",
        status: "needs_review",
      }),
      line("trip", "card", "2026-04-03", -86_000, "BLUE YONDER TRAVEL", {
        merchant_name: "Blue Yonder",
        transaction_type: "category_split",
        lines: [
          {
            id: "split_example1",
            category_id: "cat_travel",
            department_id: "dept_platform",
            amount_cents: -60_000,
            memo: "Flights to the customer",
          },
          {
            id: "split_example2",
            category_id: "cat_meals",
            department_id: "dept_platform",
            amount_cents: -26_000,
          },
        ],
      }),
      line("contoso", "operating", "2026-04-06", 1_200_000, "CONTOSO LTD", {
        merchant_name: "Contoso",
        category_id: "cat_uncategorized-income",
        status: "needs_review",
      }),
      line("store", "card", "2026-04-06", -30_000, "NORTHWIND STORE 17", {
        merchant_name: "Northwind",
        category_id: "cat_uncategorized-expenses",
        status: "needs_review",
      }),
      line("early_payment", "operating", "2026-04-07", -90_000, "CARD PAYMENT", {
        category_id: "cat_uncategorized-expenses",
        status: "needs_review",
      }),
      line("early_paid", "card", "2026-04-08", 90_000, "PAYMENT, THANK YOU", {
        category_id: "cat_uncategorized-income",
        status: "needs_review",
      }),
      line("lunch", "card", "2026-04-09", -1_850, "MARGIE'S", {
        merchant_name: "Margie's",
        category_id: "cat_meals",
        status: "pending",
      }),
    ],
    transfers: [
      {
        id: "trf_example",
        from_transaction_id: "txn_card_bill",
        to_transaction_id: "txn_card_paid",
        created,
      },
    ],
  };
}
