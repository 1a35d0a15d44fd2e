/**
 * The checks of `verify` on a feed that disagrees with balances, splits or the journal: a row is corrupted in
 * a transaction that is rolled back.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { FEED, invoice, transaction } from "../../../../../test/support/feed.ts";

const http = await testApp();
const { app } = http;

const INVOICES = [invoice("one", 500_00), invoice("two", 70_00), invoice("void", 10_00, { status: "void" })];
const company = await http.company({ ...FEED, invoices: INVOICES });

/** The differences that are found when a change was made behind the service's back. */
async function faultsAfter(
  sql: string,
  { id }: Pick<TestCompany, "id"> = company,
): Promise<Record<string, string | null>> {
  const undone = new Error("undone");
  let found: Record<string, string | null> = {};
  const changed = app.db.transaction(async (tx) => {
    await tx.script(sql.replaceAll("$1", `'${id}'`));
    const { checks } = await app.ledger.verifyWithin(tx, id);
    found = Object.fromEntries(
      checks.filter(({ ok }) => !ok).map(({ check, difference }) => [check, difference]),
    );
    throw undone;
  });
  await expect(changed).rejects.toBe(undone);
  return found;
}

const CHECKS = [
  "balances_equal_transactions",
  "splits_equal_transactions",
  "feed_digest_equals_transactions",
  "transactions_are_posted",
  "transfers_are_posted",
  "spreads_are_posted",
  "invoices_are_posted",
];

describe("verify", () => {
  test("finds nothing wrong with a sound feed, and reports what it checked", async () => {
    const { ok, checks } = await app.ledger.verify(company.id);
    expect(ok).toBe(true);
    expect(checks.map(({ check }) => check)).toEqual(expect.arrayContaining(CHECKS));
  });

  test.each([
    [
      "a balance",
      "update accounts set balance_cents = balance_cents + 1 where company_id = $1 and id = 'acct_savings'",
      {
        balances_equal_transactions:
          "account acct_savings has the balance $750.01, but its transactions come to $750.00",
      },
    ],
    [
      "an amount",
      "update transactions set amount_cents = -12100 where company_id = $1 and id = 'txn_plain'",
      {
        balances_equal_transactions: expect.stringMatching(/^account acct_checking has the balance /),
        transactions_are_posted:
          "line 1 of voucher vch_txn-plain of 2026-05-01 has the net_debit_cents -12000, but txn_plain posts -12100",
      },
    ],
    [
      "the count of the feed's digest",
      "update feed_clocks set live_rows = live_rows + 1 where company_id = $1",
      {
        feed_digest_equals_transactions: expect.stringMatching(
          /^the digest of the feed counts \d+ transactions, but there are \d+$/,
        ),
      },
    ],
    [
      "the sum of the feed's digest",
      "update feed_clocks set row_sum = mod(row_sum + 1, 1e9) where company_id = $1",
      {
        feed_digest_equals_transactions: "the digest of the feed is of other transactions than there are",
      },
    ],
    [
      "a transaction without its trigger",
      `alter table transactions disable trigger transactions_keep_digest_updated;
        update transactions set memo = 'unseen' where company_id = $1 and id = 'txn_plain';
        alter table transactions enable trigger transactions_keep_digest_updated`,
      {
        feed_digest_equals_transactions: "the digest of the feed is of other transactions than there are",
      },
    ],
    [
      "a category",
      "update transactions set category_id = 'cat_hotels' where company_id = $1 and id = 'txn_edited'",
      {
        transactions_are_posted:
          'line 2 of voucher vch_txn-edited of 2026-05-01 has the category_id "cat_software", but txn_edited posts "cat_hotels"',
      },
    ],
    [
      "a date",
      "update transactions set accounting_date = '2026-05-02' where company_id = $1 and id = 'txn_edited'",
      {
        transactions_are_posted:
          'line 1 of voucher vch_txn-edited of 2026-05-02 has the date "2026-05-01", but txn_edited posts "2026-05-02"',
      },
    ],
    [
      "a status",
      "update transactions set status = 'approved' where company_id = $1 and id = 'txn_pending'",
      {
        transactions_are_posted:
          "line 1 of voucher vch_txn-pending of 2026-05-01 has the held true, but txn_pending posts false",
      },
    ],
    [
      "a tombstone",
      `update transactions set deleted = true, amount_cents = 0 where company_id = $1
        and id = 'txn_splittable'; update accounts set balance_cents = balance_cents + 30000
        where company_id = $1 and id = 'acct_checking'`,
      { transactions_are_posted: "voucher vch_txn-splittable is left over: no transaction posts it" },
    ],
    [
      "a line of a split",
      "update transaction_splits set amount_cents = -4100 where company_id = $1 and id = 'split_two'",
      {
        splits_equal_transactions: "the lines of the split of txn_split come to -$101.00, but it is -$100.00",
        transactions_are_posted: "the posting vch_txn-split does not balance",
      },
    ],
    [
      "a line of no split",
      `insert into transaction_splits (company_id, id, transaction_id, position, category_id, amount_cents)
        values ($1, 'split_stray', 'txn_plain', 1, 'cat_hotels', -500)`,
      { splits_equal_transactions: "txn_plain is not split, but has lines of a split, which come to -$5.00" },
    ],
    [
      "a voucher that is gone",
      "delete from journal_entries where company_id = $1 and voucher_id = 'vch_txn-income'",
      { transactions_are_posted: "txn_income posts voucher vch_txn-income of 2026-05-01, which is missing" },
    ],
    [
      "a voucher of nobody",
      `insert into journal_entries select company_id, 'vch_txn-nobody', line, date, category_id,
        department_id, net_debit_cents, merchant, description, source, transaction_id, held, created, updated
        from journal_entries where company_id = $1 and voucher_id = 'vch_txn-income'`,
      { transactions_are_posted: "voucher vch_txn-nobody is left over: no transaction posts it" },
    ],
    [
      "a line too many",
      `insert into journal_entries select company_id, voucher_id, line + 2, date, category_id, department_id,
        net_debit_cents, merchant, description, source, transaction_id, held, created, updated
        from journal_entries where company_id = $1 and voucher_id = 'vch_txn-income'`,
      {
        transactions_are_posted:
          "txn_income posts 2 lines in voucher vch_txn-income of 2026-05-01, which has 4",
      },
    ],
    [
      "a transfer",
      "update transfers set date = '2026-04-27' where company_id = $1",
      {
        transfers_are_posted:
          'line 1 of voucher vch_trf-saved of 2026-04-27 has the date "2026-04-28", but trf_saved posts "2026-04-27"',
      },
    ],
    [
      "a spread that ends earlier",
      `update spreads set end_date = '2027-03-31', amount_cents = -110000 where company_id = $1
        and id = 'spread_insurance'`,
      { spreads_are_posted: "voucher vch_spread-insurance.12 is left over: no month of a spread posts it" },
    ],
    [
      "a month of a spread that is gone",
      "delete from journal_entries where company_id = $1 and voucher_id = 'vch_spread-hotel.3'",
      { spreads_are_posted: "spread_hotel posts voucher vch_spread-hotel.3 of 2026-07-31, which is missing" },
    ],
    [
      "an invoice that is void",
      "update invoices set state = 'void' where company_id = $1 and id = 'inv_one'",
      {
        invoices_are_posted: "voucher vch_inv-one is left over: no invoice posts it",
        receivables_equal_ledger:
          "$70.00 are due of the invoices on cat_receivable, but their entries come to $570.00",
      },
    ],
    [
      "an invoice's customer",
      "update invoices set customer_name = 'Other' where company_id = $1 and id = 'inv_two'",
      {
        invoices_are_posted:
          'line 1 of voucher vch_inv-two of 2026-04-01 has the merchant "Quay Foods", but inv_two posts "Other"',
      },
    ],
  ] as const)("names %s that was changed behind its back", async (_what, sql, expected) => {
    expect(await faultsAfter(sql)).toEqual(expected);
  });

  test("looks at all of a long feed", async () => {
    const many = Array.from({ length: 1_201 }, (_, number) =>
      transaction(`n.${String(number).padStart(4, "0")}`, -1_00 - number),
    );
    const long = await http.company({ ...FEED, transactions: many, transfers: [] });
    expect(await faultsAfter("select 1", long)).toEqual({});
    for (const id of ["n.0000", "n.0499", "n.0500", "n.1200"]) {
      expect(
        await faultsAfter(
          `update transactions set description = 'Other' where company_id = $1 and id = 'txn_${id}'`,
          long,
        ),
      ).toEqual({ transactions_are_posted: expect.stringContaining(`but txn_${id} posts "Other"`) });
      expect(
        await faultsAfter(
          `update transactions set status = 'excluded', amount_cents = 0 where company_id = $1
            and id = 'txn_${id}'; update accounts a set balance_cents = (select sum(amount_cents)
            from transactions where company_id = $1) where company_id = $1 and id = 'acct_checking'`,
          long,
        ),
      ).toEqual({
        transactions_are_posted: `voucher vch_txn-${id} is left over: no transaction posts it`,
      });
    }
  });

  test("agrees after an import that corrects creation times and the kind of a spread", async () => {
    const other = await http.company({ ...FEED, invoices: INVOICES });
    const later = <Row extends { readonly created?: number | null }>(rows: readonly Row[]): Row[] =>
      rows.map((row) => ({ ...row, created: 1_700_000_000 }));
    const spread = {
      id: "spread_insurance",
      kind: "capitalization",
      holding_category_id: "cat_equipment",
      contra_category_id: "cat_accumulated_depreciation",
      start_date: "2026-05-01",
      end_date: "2027-04-30",
      created: 1_700_000_000,
    } as const;
    const transactions = later(FEED.transactions).map((row) =>
      row.id === "txn_insured" ? { ...row, spread } : row,
    );
    await http.put({
      ...other.bundle,
      transactions,
      transfers: later(FEED.transfers),
      invoices: later(INVOICES),
    });
    expect((await app.ledger.verify(other.id)).checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});

test("a digest that is wrong can be rebuilt", async () => {
  const { id } = await http.company(FEED);
  expect(await app.transactions.rebuildDigest(id)).toBe(false);
  await app.db.transaction((tx) =>
    tx.script(`update feed_clocks set live_rows = 0, row_sum = 7 where company_id = '${id}'`),
  );
  expect((await app.ledger.verify(id)).ok).toBe(false);
  expect(await app.transactions.rebuildDigest(id)).toBe(true);
  expect((await app.ledger.verify(id)).ok).toBe(true);
});
