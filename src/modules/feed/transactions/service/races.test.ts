/**
 * Writers of one company's feed at the same time: they come one behind the other, none is lost, and the books
 * stay balanced.
 */
import { expect, test } from "vitest";
import type { CivilDate } from "@daybook/words/civil-date";
import { NOON, testApp } from "../../../../../test/support/app.ts";
import { FEED, transaction } from "../../../../../test/support/feed.ts";
import { expectSound, feedOf } from "../../../../../test/support/feed-requests.ts";
import { onServer } from "../../../../../test/support/on-server.ts";
import type { FeedLine } from "../index.ts";
import { edit as editInside } from "./edits.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const today = "2026-05-20" as CivilDate;

async function fresh(overrides: object = {}) {
  const company = await http.company({ ...FEED, ...overrides });
  return { company, ...feedOf(http, company) };
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const byNumber = (name: string, count: number, amount_cents: number, more: object = {}) =>
  numbers(count).map((number) => transaction(`${name}.${number}`, amount_cents, more));
const into = { account_id: "acct_savings", category_id: "cat_services" };
/** A transfer as it is asked for without failing the test when it is refused. */
const asked = (key: string, from: string, to: string) =>
  http.send("/transfers", {
    key,
    method: "POST",
    body: { from_transaction_id: from, to_transaction_id: to },
  });

test("edits of five fields of one transaction all come to stand", async () => {
  const { company, edit, get } = await fresh();
  const fields = {
    category_id: "cat_hotels",
    department_id: "dept_design",
    accounting_date: "2026-04-15",
    merchant_name: "Inn on the Bay",
    memo: "two nights",
  };
  const answers = await Promise.all(
    Object.entries(fields).map(([name, value]) => edit("txn_plain", { [name]: value })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await get("txn_plain")).toMatchObject(fields);
  await expectSound(http, company);
});

test("of edits of one field, the last one is both stored and posted", async () => {
  const { company, edit, get, entries } = await fresh();
  http.clock.run(1);
  const answers = await Promise.all(
    numbers(24).map((number) =>
      edit("txn_plain", {
        merchant_name: `Merchant ${number}`,
        category_id: number % 2 === 0 ? "cat_flights" : "cat_hotels",
      }),
    ),
  );
  const last = Math.max(...answers.map(({ body }) => body.updated));
  const final = await get("txn_plain");
  expect(final.updated).toBe(last);
  expect(answers.filter(({ body }) => body.updated === last).map(({ body }) => body)).toContainEqual(final);
  for (const [number, { body }] of answers.entries()) expect(body.merchant_name).toBe(`Merchant ${number}`);
  expect(await entries("txn_plain")).toMatchObject([
    { category_id: "cat_checking", merchant: final.merchant_name },
    { category_id: final.category_id, merchant: final.merchant_name },
  ]);
  http.clock.set(NOON);
  await expectSound(http, company);
});

test("an edit and a removal leave a tombstone, whichever came first", async () => {
  const { company, list } = await fresh({ transactions: byNumber("both", 12, -10_00), transfers: [] });
  const answers = await Promise.all(
    numbers(12).flatMap((number) => [
      http.send(`/transactions/txn_both.${number}`, {
        key: company.key,
        method: "PATCH",
        body: { category_id: "cat_flights" },
      }),
      http.app.transactions
        .removeLines(company.id, [`txn_both.${number}`], http.clock.now())
        .then((removed) => ({ status: removed.length === 1 ? 204 : 500 })),
    ]),
  );
  expect(answers.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status))).toEqual(
    [],
  );
  expect((await list("updated_after=0")).data.map(({ deleted }) => deleted)).toEqual(
    numbers(12).map(() => true),
  );
  expect(
    (await company.read<{ data: object[] }>("/journal_entries?category_id=cat_flights&start_date=2026-01-01"))
      .data,
  ).toEqual([]);
  await expectSound(http, company);
});

test("of transfers that want one transaction, one gets it", async () => {
  const { company, get } = await fresh({
    transactions: [transaction("out", -20_00), ...byNumber("in", 8, 20_00, into)],
    transfers: [],
  });
  const answers = await Promise.all(
    numbers(8).map((number) => asked(company.key, "txn_out", `txn_in.${number}`)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...numbers(7).map(() => 404),
  ]);
  const winner = answers.findIndex(({ status }) => status === 201);
  expect((await get("txn_out")).transfer_id).toBe((await get(`txn_in.${winner}`)).transfer_id);
  await expectSound(http, company);
});

test("crosswise transfers of the same transactions wait for each other and do not lock each other out", async () => {
  const { company } = await fresh({
    transactions: [...byNumber("out", 6, -20_00), ...byNumber("in", 6, 20_00, into)],
    transfers: [],
  });
  const answers = await Promise.all(
    numbers(6).flatMap((number) => [
      asked(company.key, `txn_out.${number}`, `txn_in.${5 - number}`),
      asked(company.key, `txn_out.${5 - number}`, `txn_in.${number}`),
    ]),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(6);
  await expectSound(http, company);
});

test("of those who split, match or undo one thing, one does", async () => {
  const { company, transfer } = await fresh();
  const { body } = await transfer("txn_moving_out", "txn_moving_in");
  const lines = [
    { category_id: "cat_flights", amount_cents: -100_00 },
    { category_id: "cat_hotels", amount_cents: -200_00 },
  ];
  const several = (method: string, target: string, sent?: object) =>
    Promise.all(
      numbers(5).map(() => http.send(target, { key: company.key, method, ...(sent ? { body: sent } : {}) })),
    );
  for (const [good, answers] of [
    [200, await several("POST", "/transactions/txn_splittable/split", { lines })],
    [200, await several("DELETE", "/transactions/txn_split/split")],
    [204, await several("DELETE", `/transfers/${body.id}`)],
  ] as const) {
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([good, 404, 404, 404, 404]);
  }
  await expectSound(http, company);
});

test("a line that several send at once comes in once", async () => {
  const { company, ids } = await fresh({ transactions: [], transfers: [] });
  const line = {
    account_id: "acct_checking",
    external_id: "one",
    card_id: null,
    date: "2026-05-01",
    amount_cents: -5_00,
    description: "Once",
    merchant_name: null,
    status: "approved",
    source_vendor: "plaid",
    source_type: "bank",
  } as unknown as FeedLine;
  const outcomes = await Promise.all(
    numbers(6).map(() => http.app.transactions.addLines(company.id, [line], http.clock.now())),
  );
  expect(
    outcomes
      .flat()
      .map(({ became }) => became)
      .toSorted(),
  ).toEqual(["created", ...numbers(5).map(() => "unchanged")]);
  expect(await ids()).toHaveLength(1);
  await expectSound(http, company);
});

onServer(
  "a run that reads while somebody writes does not wait, and its watermark lets the next run see what was written",
  async () => {
    const { company, list } = await fresh();
    const [written, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = http.app.db.transaction(async (tx) => {
      await editInside(tx, company.id, "txn_plain", { memo: "under way" }, { now: http.clock.now(), today });
      written.resolve();
      await done.promise;
    });
    await written.promise;
    http.clock.set(noon + 600);
    const during = await list("updated_after=0");
    expect(during.data.find(({ id }) => id === "txn_plain")?.memo).toBeNull();
    expect(during.watermark).toBeLessThanOrEqual(noon);
    done.resolve();
    await writing;
    expect(
      (await list(`updated_after=${during.watermark}`)).data.find(({ id }) => id === "txn_plain")?.memo,
    ).toBe("under way");
    expect((await list("updated_after=0")).watermark).toBe(noon + 600);
  },
);

onServer("writers of different companies do not wait for each other", async () => {
  const [first, second] = [await fresh(), await fresh()];
  const [written, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = http.app.db.transaction(async (tx) => {
    await editInside(
      tx,
      first.company.id,
      "txn_plain",
      { memo: "under way" },
      { now: http.clock.now(), today },
    );
    written.resolve();
    await done.promise;
  });
  await written.promise;
  expect((await second.edit("txn_plain", { memo: "at once" })).body.memo).toBe("at once");
  done.resolve();
  await writing;
  expect((await first.get("txn_plain")).memo).toBe("under way");
});
