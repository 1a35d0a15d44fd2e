/**
 * Each writer of the feed under closed books, as `docs/concepts/closing.md` has it: what is refused changes
 * nothing, and what is booked on the first open day leaves closed entries as they were.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import type { Bundle } from "../../../../../test/support/bundle.ts";
import { FEED, transaction, TRANSACTIONS } from "../../../../../test/support/feed.ts";
import { expectSound, feedOf, type Page } from "../../../../../test/support/feed-requests.ts";
import { bytesOf } from "../../../../../test/support/import.ts";
import { uncountedOf } from "../../../../../test/support/state.ts";
import { cents } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import type { FeedLine } from "../index.ts";

const http = await testApp();
const { app } = http;
const day = (text: string) => parseCivilDate(text) ?? expect.unreachable(text);
const THROUGH = "2026-05-04";
const FIRST_OPEN = "2026-05-05";
const REFUSED = { status: 422, code: "transaction_update_failed", message: expect.stringContaining(THROUGH) };

/** The feed of other tests without pending lines, closed through 4 May; some lines are after that. */
async function closed(more: object = {}) {
  const transactions = [
    ...TRANSACTIONS.filter(({ status }) => status !== "pending"),
    transaction("coming", -70_00, { date: "2026-05-06", external_id: "coming" }),
    transaction("settled", -30_00, { external_id: "settled" }),
    transaction("returning", -31_00, { date: "2026-05-02", external_id: "returning", deleted: true }),
  ];
  const company = await http.company({
    ...FEED,
    transactions,
    closing: { closed_through: THROUGH },
    ...more,
  });
  return { company, ...feedOf(http, company), entriesBefore: await closedEntries(company) };
}

const closedEntries = async (company: TestCompany) =>
  (await company.read<Page<object>>(`/journal_entries?limit=500&end_date=${THROUGH}`)).data;
const stateBut = ({ id }: TestCompany) => uncountedOf(app, id);

function line(more: Partial<FeedLine>): FeedLine {
  return {
    account_id: "acct_checking",
    external_id: "new",
    card_id: null,
    date: day("2026-05-01"),
    amount_cents: cents(-25_00),
    description: "Late",
    merchant_name: null,
    status: "approved",
    source_vendor: "plaid",
    source_type: "bank",
    ...more,
  };
}
const bring = ({ id }: TestCompany, more: Partial<FeedLine>) =>
  app.transactions.addLines(id, [line(more)], app.clock.now());
const flights = (amount_cents: number, spread: object | null = null) => ({
  category_id: "cat_flights",
  amount_cents,
  spread,
});

describe("a decision about a closed entry is refused and changes nothing", async () => {
  const at = await closed();
  const spreadBack = { start_date: "2026-04-01", end_date: "2026-06-30" };
  test.each([
    ["category", "PATCH", "/transactions/txn_plain", { category_id: "cat_flights" }, "category_id"],
    ["department", "PATCH", "/transactions/txn_plain", { department_id: "dept_sales" }, "department_id"],
    ["merchant", "PATCH", "/transactions/txn_plain", { merchant_name: "Other" }, "merchant_name"],
    [
      "all at once",
      "PATCH",
      "/transactions/txn_plain",
      { memo: "x", category_id: "cat_flights" },
      "category_id",
    ],
    ["a later date", "PATCH", "/transactions/txn_plain", { accounting_date: FIRST_OPEN }, "accounting_date"],
    ["a closed date", "PATCH", "/transactions/txn_coming", { accounting_date: THROUGH }, "accounting_date"],
    [
      "a spread's category",
      "PATCH",
      "/transactions/txn_insured",
      { category_id: "cat_flights" },
      "category_id",
    ],
    ["split", "POST", "/transactions/txn_plain/split", { lines: [flights(-20_00), flights(-100_00)] }],
    [
      "change of a split",
      "PATCH",
      "/transactions/txn_split/split",
      { lines: [flights(-1_00), flights(-99_00)] },
    ],
    ["removal of a split", "DELETE", "/transactions/txn_split/split", undefined],
    [
      "spread over closed months",
      "POST",
      "/transactions/txn_coming/split",
      { lines: [flights(-20_00, spreadBack), flights(-50_00)] },
    ],
    [
      "transfer",
      "POST",
      "/transfers",
      { from_transaction_id: "txn_moving_out", to_transaction_id: "txn_moving_in" },
    ],
    ["undoing a transfer", "DELETE", "/transfers/trf_saved", undefined],
  ])("%s", async (_name, method, target, body, param: string | null = null) => {
    const before = await stateBut(at.company);
    expect(await at.refused(method, target, body)).toMatchObject({
      ...REFUSED,
      ...(param === null ? {} : { param }),
    });
    expect(await stateBut(at.company)).toEqual(before);
  });
});

test("a memo, and values that are set already, are allowed for a closed transaction", async () => {
  const { edit, company, entriesBefore } = await closed();
  const same = { category_id: "cat_software", merchant_name: "Drawing Board", accounting_date: "2026-05-01" };
  expect(await edit("txn_plain", { memo: "Filed", ...same })).toMatchObject({
    status: 200,
    body: { memo: "Filed" },
  });
  expect(await edit("txn_insured", { memo: "Filed" })).toMatchObject({ status: 200 });
  expect(await closedEntries(company)).toEqual(entriesBefore);
});

test("a job edits the transactions whose entries are open, and reports the others", async () => {
  const { company, get } = await closed();
  const { body } = await http.send<{ id: string }>("/transactions/bulk/update", {
    key: company.key,
    method: "POST",
    body: { transaction_ids: ["txn_plain", "txn_coming"], category_id: "cat_flights" },
  });
  const worker = await app.work();
  await worker.settle();
  await worker.stop(10_000);
  expect(await company.read(`/jobs/${body.id}`)).toMatchObject({
    status: "succeeded",
    failed: 1,
    errors: [{ transaction_id: "txn_plain", code: "transaction_update_failed" }],
  });
  expect((await get("txn_plain")).category_id).toBe("cat_software");
  expect((await get("txn_coming")).category_id).toBe("cat_flights");
});

test("a rule leaves transactions with closed entries as they are", async () => {
  const category_id = "cat_uncategorized_expenses";
  const transactions = [
    transaction("past", -1_00, { category_id, description: "RULED" }),
    transaction("present", -2_00, { category_id, description: "RULED", date: "2026-05-06" }),
  ];
  const { company, get, entriesBefore } = await closed({ transactions, transfers: [] });
  const made = await http.send("/rules", {
    key: company.key,
    method: "POST",
    body: {
      name: "Ruled",
      conditions: [{ field: "description", operator: "contains", value: "RULED" }],
      category_id: "cat_flights",
    },
  });
  expect(made.status, made.text).toBe(201);
  const worker = await app.work();
  await worker.settle();
  await worker.stop(10_000);
  expect((await get("txn_past")).category_id).toBe(category_id);
  expect((await get("txn_present")).category_id).toBe("cat_flights");
  expect(await closedEntries(company)).toEqual(entriesBefore);
});

describe("a line of the bank", () => {
  test("that comes late keeps its date and is booked on the first open day", async () => {
    const { company, get, edit, refused, entries, entriesBefore } = await closed();
    const [outcome] = await bring(company, {});
    if (outcome?.became !== "created") throw new Error("the line did not come in");
    expect(await get(outcome.id)).toMatchObject({ date: "2026-05-01", accounting_date: FIRST_OPEN });
    expect((await entries(outcome.id)).map(({ date }) => date)).toEqual([FIRST_OPEN, FIRST_OPEN]);
    // Its own day is closed, so it can't be restored; any other field can be set.
    expect(await refused("PATCH", `/transactions/${outcome.id}`, { accounting_date: null })).toMatchObject({
      ...REFUSED,
      param: "accounting_date",
    });
    expect(await edit(outcome.id, { category_id: "cat_flights" })).toMatchObject({ status: 200 });
    expect(await bring(company, {})).toEqual([{ became: "unchanged", id: outcome.id }]);
    expect(await bring(company, { amount_cents: cents(-26_00) })).toEqual([
      { became: "updated", id: outcome.id },
    ]);
    expect(await closedEntries(company)).toEqual(entriesBefore);
    await expectSound(http, company);
  });

  test("that comes late keeps the first open day when its split is removed", async () => {
    const { company, split, removeSplit, entriesBefore } = await closed();
    const [outcome] = await bring(company, {});
    if (outcome?.became !== "created") throw new Error("the line did not come in");
    expect(await split(outcome.id, flights(-5_00) as never, flights(-20_00) as never)).toMatchObject({
      status: 200,
    });
    expect(await removeSplit(outcome.id)).toMatchObject({
      status: 200,
      body: { date: "2026-05-01", accounting_date: FIRST_OPEN },
    });
    expect(await closedEntries(company)).toEqual(entriesBefore);
  });

  test("that was removed and comes back is booked on the first open day", async () => {
    const { company, get, entriesBefore } = await closed();
    expect(
      await bring(company, {
        external_id: "returning",
        date: day("2026-05-02"),
        amount_cents: cents(-31_00),
      }),
    ).toEqual([{ became: "updated", id: "txn_returning", isRestored: true }]);
    expect(await get("txn_returning")).toMatchObject({ date: "2026-05-02", accounting_date: FIRST_OPEN });
    expect(await closedEntries(company)).toEqual(entriesBefore);
    await expectSound(http, company);
  });

  test("that has closed entries keeps its amount and its texts, and other lines are taken", async () => {
    const { company, get, entriesBefore } = await closed();
    const settled = { external_id: "settled", amount_cents: cents(-30_00), description: "New text" };
    expect(await bring(company, settled)).toEqual([{ became: "unchanged", id: "txn_settled" }]);
    const outcomes = await app.transactions.addLines(
      company.id,
      [
        line({ ...settled, amount_cents: cents(-33_00) }),
        line({ external_id: "coming", date: day("2026-05-06"), amount_cents: cents(-71_00) }),
      ],
      app.clock.now(),
    );
    expect(outcomes).toEqual([
      {
        became: "refused",
        reason: expect.stringContaining(`txn_settled has journal entries on or before ${THROUGH}`),
      },
      { became: "updated", id: "txn_coming" },
    ]);
    expect(await get("txn_settled")).toMatchObject({ amount_cents: -30_00, description: "Payment settled" });
    expect(await closedEntries(company)).toEqual(entriesBefore);
  });

  test("of a transfer on a closed day keeps its amount, also on the side that came later", async () => {
    const { company, entriesBefore } = await closed({
      transactions: [
        transaction("sent", -500_00, {
          category_id: null,
          transaction_type: "transfer",
          transfer_id: "trf_late",
          date: "2026-05-03",
          external_id: "sent",
        }),
        transaction("got", 500_00, {
          category_id: null,
          transaction_type: "transfer",
          transfer_id: "trf_late",
          account_id: "acct_savings",
          date: "2026-05-06",
          external_id: "got",
        }),
      ],
      transfers: [
        { id: "trf_late", from_transaction_id: "txn_sent", to_transaction_id: "txn_got", created: 1 },
      ],
    });
    const got = { external_id: "got", account_id: "acct_savings", date: day("2026-05-06") };
    expect(await bring(company, { ...got, amount_cents: cents(499_00) })).toMatchObject([
      { became: "refused" },
    ]);
    expect(await app.transactions.removeLines(company.id, ["txn_got"], app.clock.now())).toEqual([]);
    expect(await closedEntries(company)).toEqual(entriesBefore);
  });

  test("that is removed is left with a reason if it has closed entries", async () => {
    const { company, entriesBefore } = await closed();
    const targets = ["txn_plain", "txn_coming", "txn_nobodys"].map((id) => JSON.stringify({ id })).join("\n");
    const { counts, refusals } = await app.uploads.feed(
      company.id,
      "remove",
      bytesOf(targets),
      app.clock.now(),
      () => {},
    );
    expect(counts).toMatchObject({ removed: 1, refused: 2 });
    expect(refusals).toEqual([
      { line: 1, reason: expect.stringContaining("closed books") },
      { line: 3, reason: "there is no such transaction" },
    ]);
    expect(await closedEntries(company)).toEqual(entriesBefore);
  });
});

test("a spread's closed months keep their amounts when the bank has a new one", async () => {
  const spread = {
    id: "spread_both",
    holding_category_id: "cat_prepaid",
    start_date: "2026-05-01",
    end_date: "2026-07-31",
  };
  const { company, entriesBefore } = await closed({
    transactions: [transaction("both", -90_00, { date: "2026-05-06", external_id: "both", spread })],
    transfers: [],
  });
  expect(
    await bring(company, { external_id: "both", date: day("2026-05-06"), amount_cents: cents(-99_00) }),
  ).toMatchObject([{ became: "updated" }]);
  expect(await closedEntries(company)).toEqual(entriesBefore);
  await expectSound(http, company);
});

test("a bundle can't change a transaction with closed entries, and accepts it as it is", async () => {
  const { company, entriesBefore } = await closed();
  const { format, version } = company.bundle;
  const put = (transactions: readonly object[]) =>
    http.put({ format, version, company: { id: company.id }, transactions } as unknown as Bundle);
  const before = await stateBut(company);
  for (const change of [
    { id: "txn_plain", amount_cents: -1 },
    { id: "txn_coming", accounting_date: THROUGH },
    { ...transaction("added", -1_00) },
  ]) {
    await expect(put([change])).rejects.toThrow(`The books are closed through ${THROUGH}`);
    expect(await stateBut(company)).toEqual(before);
  }
  await put([
    { id: "txn_plain", memo: "Filed" },
    { id: "txn_coming", amount_cents: -2 },
  ]);
  expect(await closedEntries(company)).toEqual(entriesBefore);
});
