/** The feed's sections of the company bundle: what comes in, goes out the same, and means the same. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import type { Bundle } from "../../../../test/support/bundle.ts";
import { FEED, transaction } from "../../../../test/support/feed.ts";
import type { BundleTransaction, BundleTransfer } from "../../../../test/support/feed-records.ts";
import { statement } from "../../../platform/db/index.ts";

const http = await testApp();

async function exported(id: string): Promise<string> {
  let text = "";
  for await (const piece of http.app.intake.exportBundle(id as never)) text += piece;
  return text;
}

/** Sections of a file about a company that is there. */
interface Sections {
  readonly transactions: readonly BundleTransaction[];
  readonly transfers?: readonly BundleTransfer[];
}

function part({ format, version, company }: Bundle, sections: Sections): never {
  return { format, version, company: { id: company.id }, ...sections } as never;
}

const transfersOf = statement<{ amount_cents: number; date: string }>(
  "test.transactions.transfersOf",
  "select amount_cents, date from transfers where company_id = $1",
);
const bookedOf = statement<{ cents: number; date: string }>(
  "test.transactions.bookedOf",
  `select net_debit_cents as cents, date from journal_entries where company_id = $1 and source = 'transfer'
    and transaction_id is not null and net_debit_cents > 0`,
);

test("a feed goes out as it came in, and changes nothing when it comes in again", async () => {
  const company = await http.company(FEED);
  const first = await exported(company.id);
  await http.put(JSON.parse(first) as never);
  expect(await exported(company.id)).toBe(first);
  expect((await http.app.ledger.verify(company.id)).ok).toBe(true);
  const { data } = await company.read<{ data: { id: string }[] }>("/transactions?limit=500");
  expect(data).toHaveLength(16);
});

test("that a person decided a merchant goes along, and a file that says nothing of it decides nothing", async () => {
  const line = (name: string, more: Partial<BundleTransaction>) =>
    transaction(name, -2_00, { external_id: name, merchant_name: null, ...more });
  const company = await http.company({
    ...FEED,
    transactions: [line("chosen", { merchant_chosen: true }), line("open", {})],
    transfers: [],
  });
  const { transactions } = JSON.parse(await exported(company.id)) as { transactions: BundleTransaction[] };
  expect(transactions.map(({ id, merchant_chosen }) => [id, merchant_chosen])).toEqual([
    ["txn_chosen", true],
    ["txn_open", false],
  ]);
  await http.put(
    part(company.bundle, {
      transactions: [
        { id: "txn_chosen", memo: "kept" },
        { id: "txn_open", memo: "kept" },
      ],
    }),
  );
  const told = (external_id: string) => ({
    account_id: "acct_checking",
    external_id,
    card_id: null,
    date: "2026-05-01",
    amount_cents: -2_00,
    description: "Settled",
    merchant_name: "Corner",
    status: "approved",
    source_vendor: "plaid",
    source_type: "bank",
  });
  await http.app.transactions.changeLines(
    company.id,
    [told("chosen"), told("open")] as never,
    http.clock.now(),
  );
  const { data } = await company.read<{
    data: { id: string; description: string; merchant_name: string | null; memo: string }[];
  }>("/transactions");
  // The latest id first.
  expect(
    data.map(({ id, description, merchant_name, memo }) => [id, description, merchant_name, memo]),
  ).toEqual([
    ["txn_open", "Settled", "Corner", "kept"],
    ["txn_chosen", "Settled", null, "kept"],
  ]);
});

describe("a file is refused by the path of what does not go together in it", () => {
  const spread = (id: string, end_date = "2026-06-30") => ({
    id,
    holding_category_id: "cat_prepaid",
    start_date: "2026-05-01",
    end_date,
  });
  const halves = (first: string, second: string) => ({
    category_id: null,
    transaction_type: "category_split" as const,
    lines: [
      { id: first, category_id: "cat_flights", amount_cents: -1_00 },
      { id: second, category_id: "cat_hotels", amount_cents: -1_00 },
    ],
  });
  const side = (
    name: string,
    amount_cents: number,
    transfer_id: string,
    more: Partial<BundleTransaction> = {},
  ) =>
    transaction(name, amount_cents, {
      category_id: null,
      transaction_type: "transfer",
      transfer_id,
      ...more,
    });
  const out = (more: Partial<BundleTransaction> = {}) =>
    side("out", -500_00, "trf_saved", { date: "2026-04-28", ...more });
  const cases: readonly (readonly [what: string, file: Sections, path: string, reason: RegExp])[] = [
    [
      "a spread of another transaction",
      { transactions: [transaction("new", -2_00, { spread: spread("spread_insurance") })] },
      "transactions[0].spread.id",
      /already of the transaction txn_insured/,
    ],
    [
      "one spread of two transactions",
      {
        transactions: [
          transaction("a", -2_00, { spread: spread("spread_new") }),
          transaction("b", -2_00, { spread: spread("spread_new") }),
        ],
      },
      "transactions[1].spread.id",
      /spread_new appears twice/,
    ],
    [
      "a spread of too many months",
      { transactions: [transaction("new", -2_00, { spread: spread("spread_new", "2076-05-01") })] },
      "transactions[0].spread.end_date",
      /at most 600 months/,
    ],
    [
      "a spread of what is excluded",
      { transactions: [transaction("new", -2_00, { status: "excluded", spread: spread("spread_new") })] },
      "transactions[0].status",
      /while it is spread/,
    ],
    [
      "a spread of nothing",
      { transactions: [transaction("new", 0, { spread: spread("spread_new") })] },
      "transactions[0].spread",
      /other than 0/,
    ],
    [
      "a line of another transaction",
      { transactions: [transaction("new", -2_00, halves("split_new", "split_one"))] },
      "transactions[0].lines[1].id",
      /split_one is already of the transaction txn_split/,
    ],
    [
      "one line twice",
      { transactions: [transaction("new", -2_00, halves("split_new", "split_new"))] },
      "transactions[0].lines[1].id",
      /split_new appears twice/,
    ],
    [
      "an external id of another transaction",
      { transactions: [transaction("new", -2_00, { account_id: "acct_credit", external_id: "pending-1" })] },
      "transactions[0].external_id",
      /pending-1 is already of the transaction txn_pending/,
    ],
    [
      "one external id twice",
      {
        transactions: [
          transaction("a", -2_00, { external_id: "x 1" }),
          transaction("b", -2_00, { external_id: "x 1" }),
        ],
      },
      "transactions[1].external_id",
      /^x 1 appears twice/,
    ],
    [
      "a transfer that is not there",
      { transactions: [transaction("plain", -120_00), side("new", -2_00, "trf_none")] },
      "transactions[1].transfer_id",
      /there is no transfer trf_none/,
    ],
    [
      "a transfer of others",
      { transactions: [side("new", -500_00, "trf_saved")] },
      "transactions[0].transfer_id",
      /txn_new is not a side of the transfer trf_saved/,
    ],
    [
      "a transfer that one side leaves",
      {
        transactions: [
          transaction("out", -500_00, {
            date: "2026-04-28",
            transaction_type: "standard",
            transfer_id: null,
          }),
        ],
      },
      "transactions[0].transfer_id",
      /there is no transfer trf_saved of txn_in/,
    ],
    [
      "a transfer that leaves out a side",
      {
        transactions: [side("new", -500_00, "trf_saved")],
        transfers: [{ id: "trf_saved", from_transaction_id: "txn_new", to_transaction_id: "txn_in" }],
      },
      "transfers[0]",
      /leaves out txn_out, which names it$/,
    ],
    [
      "a transfer on one account",
      {
        transactions: [side("a", -2_00, "trf_new"), side("b", 2_00, "trf_new")],
        transfers: [{ id: "trf_new", from_transaction_id: "txn_a", to_transaction_id: "txn_b" }],
      },
      "transfers[0]",
      /on one account/,
    ],
    [
      "a side of another amount",
      { transactions: [out({ amount_cents: -499_00 })] },
      "transactions[0].transfer_id",
      /not opposite amounts/,
    ],
    [
      "a line of no voucher",
      { transactions: [transaction("new", -2_00, { twin_line: 1 })] },
      "transactions[0].twin_line",
      /is a line of `twin_voucher_id`, so that both or neither are null/,
    ],
    [
      "a question about no voucher",
      { transactions: [transaction("new", -2_00, { twin_asked: true })] },
      "transactions[0].twin_asked",
      /needs the voucher that is asked for/,
    ],
  ];

  test("and nothing of it is written", async () => {
    const company = await http.company(FEED);
    const first = await exported(company.id);
    for (const [what, file, path, reason] of cases) {
      const error: unknown = await http.put(part(company.bundle, file)).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error, what).toMatchObject({
        name: "BundleProblem",
        path,
        reason: expect.stringMatching(reason),
      });
    }
    expect(await exported(company.id)).toBe(first);
  });

  test("but a later record may take what an earlier one gives up", async () => {
    const company = await http.company(FEED);
    const card = { account_id: "acct_credit", source_vendor: "stripe", source_type: "card" };
    await http.put(
      part(company.bundle, {
        transactions: [
          { id: "txn_pending", external_id: null },
          transaction("new", -12_34, { ...card, external_id: "pending-1" }),
          { id: "txn_insured", spread: null },
          { id: "txn_plain", spread: spread("spread_insurance") },
          { id: "txn_split", transaction_type: "standard", category_id: "cat_flights", lines: [] },
          transaction("lines", -2_00, halves("split_one", "split_two")),
        ],
      }),
    );
    expect((await http.app.ledger.verify(company.id)).ok).toBe(true);
    const { transactions } = JSON.parse(await exported(company.id)) as { transactions: BundleTransaction[] };
    const named = (name: string) => transactions.find(({ id }) => id === `txn_${name}`);
    expect([named("pending")?.external_id, named("new")?.external_id]).toEqual([null, "pending-1"]);
    expect([named("insured")?.spread, named("plain")?.spread?.id]).toEqual([null, "spread_insurance"]);
    expect(named("lines")?.lines?.map(({ id }) => id)).toEqual(["split_one", "split_two"]);
  });

  test("a transfer follows its sides in a file that does not have it", async () => {
    const company = await http.company(FEED);
    await http.put(
      part(company.bundle, {
        transactions: [
          { id: "txn_in", amount_cents: 600_00 },
          { id: "txn_out", amount_cents: -600_00, accounting_date: "2026-04-20" },
        ],
      }),
    );
    expect((await http.app.ledger.verify(company.id)).ok).toBe(true);
    expect(await http.app.db.list(transfersOf, [company.id])).toEqual([
      { amount_cents: 600_00, date: "2026-04-20" },
    ]);
    expect(await http.app.db.list(bookedOf, [company.id])).toEqual([{ cents: 600_00, date: "2026-04-20" }]);
  });
});
