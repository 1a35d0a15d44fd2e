/** Lines that can't be read, in the answers of each vendor: skipped with what is known of them, beside others. */
import { expect, test } from "vitest";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { readTransactions } from "./mercury.ts";
import { pageOf as plaidPage, readSyncPage } from "./plaid.ts";
import { pageOf as simplefinPage } from "./simplefin.ts";
import { pageOf as stripePage } from "./stripe.ts";

const NOW = 1_779_303_600 as UnixSeconds;
const ids = (lines: readonly { readonly id: string }[]): string[] => lines.map(({ id }) => id);

test("of SimpleFIN, whose window is read again", () => {
  const line = { id: "a", posted: NOW, amount: "-1.00", description: "A" };
  const account = { id: "ACT", name: "Checking", currency: "USD" };
  const transactions = [line, { ...line, id: "b", amount: "1.005" }, { ...line, id: 7 }, "no line"];
  const window = { start: 100, end: 200, isLast: true };
  const body = JSON.stringify({ accounts: [{ ...account, transactions }] });
  const page = simplefinPage(body, window, NOW);
  expect(ids(page.lines)).toEqual(["a"]);
  expect(page.skipped).toMatchObject([
    { account: "ACT", id: "b", reason: "`amount` is not an exact amount in dollars." },
    {
      account: "ACT",
      id: null,
      reason: "`id` is not text.",
      sent: expect.stringContaining('"amount":"-1.00"'),
    },
    { account: "ACT", id: null, reason: "A line is not an object.", sent: '"no line"' },
  ]);
  expect(JSON.parse(page.again)).toEqual({ from: 100 });
});

test("of Mercury, also in a state that is not known", () => {
  const row = { id: "a", status: "sent", createdAt: "2026-05-01T12:00:00Z", amount: -1 };
  const read = readTransactions(
    JSON.stringify({
      transactions: [row, { ...row, id: "b", createdAt: "soon" }, { ...row, id: "c", status: "odd" }],
    }),
    "ACT",
  );
  expect(ids(read.lines)).toEqual(["a"]);
  expect(read.skipped).toMatchObject([
    { account: "ACT", id: "b", reason: "Mercury gave a time that can't be read." },
    { account: "ACT", id: "c", reason: "Mercury has it in a state that is not known here." },
  ]);
  expect(read.count).toBe(3);
});

test("of Plaid, also removed ones; the run is read again, unless a later page has the line", () => {
  const line = {
    transaction_id: "a",
    account_id: "ACT",
    date: "2026-05-01",
    amount: 1,
    name: "A",
    iso_currency_code: "USD",
  };
  const sync = (added: object[], removed: object[] = []) =>
    readSyncPage(JSON.stringify({ added, modified: [], removed, next_cursor: "c2", has_more: false }));
  const bad = sync([line, { ...line, transaction_id: "b", date: "soon" }], [{ account_id: "ACT" }]);
  const page = plaidPage([bad], "c1", null);
  expect(ids(page.lines)).toEqual(["a"]);
  expect(page.skipped).toMatchObject([
    { account: "ACT", id: "b", reason: "Plaid gave a day that can't be read." },
    { account: "ACT", id: null, reason: "`transaction_id` is not text." },
  ]);
  expect([page.again, plaidPage([bad], null, null).again]).toEqual(["c1", ""]);
  expect(ids(plaidPage([bad, sync([{ ...line, transaction_id: "b" }])], "c1", null).lines)).toEqual([
    "a",
    "b",
  ]);
  expect(plaidPage([bad, sync([{ ...line, transaction_id: "b" }])], "c1", null).skipped).toHaveLength(1);
});

test("of Stripe, whose whole pass is read again; the next page begins behind the last line with an id", () => {
  const line = { id: "txn_1", type: "charge", amount: 100, fee: 0, net: 100, currency: "usd", created: NOW };
  const pass = { from: 5, after: "txn_0", newest: 9 };
  const data = [line, { ...line, id: "txn_2", amount: 1.5 }, { ...line, id: null, created: "soon" }];
  const page = stripePage(JSON.stringify({ data, has_more: true }), pass);
  expect(ids(page.lines)).toEqual(["txn_1"]);
  expect(page.skipped).toMatchObject([
    { account: "usd", id: "txn_2", reason: "`amount` is not a whole number." },
    { account: "usd", id: null },
  ]);
  expect(JSON.parse(page.again)).toEqual({ from: 5, after: null, newest: 0 });
  expect(JSON.parse(page.cursor)).toEqual({ from: 5, after: "txn_2", newest: NOW });
});
