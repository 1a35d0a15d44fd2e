/**
 * The digest of the feed: it is that of the rows which a run delivered, whatever wrote them, and is absent
 * where a run may have passed a change over. Expected digests are computed with Node's SHA-256 only.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NOON, testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { FEED, invoice, transaction } from "../../../../../test/support/feed.ts";
import { feedDigest, type FeedRow } from "../../../../../test/support/feed-digest.ts";
import { feedOf, type Transaction } from "../../../../../test/support/feed-requests.ts";
import { onServer } from "../../../../../test/support/on-server.ts";
import { statement } from "../../../../platform/db/index.ts";
import type { FeedLine } from "../index.ts";
import { beginWriting } from "./write.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const HOUR = 3_600;

interface RunPage {
  readonly data: readonly Transaction[];
  readonly next_cursor: string | null;
  readonly watermark: number;
}

async function pageOf(company: TestCompany, query: string) {
  const { body, headers, status, text } = await http.send<RunPage>(`/transactions?${query}`, {
    key: company.key,
  });
  expect(status, text).toBe(200);
  return { ...body, digest: headers.get("feed-digest") };
}

/** The digest of a run from zero in one page, and the one of the rows that it delivered. */
async function digestsOf(company: TestCompany) {
  const { data, watermark, digest, next_cursor } = await pageOf(company, "updated_after=0&limit=500");
  expect(next_cursor).toBeNull();
  return { sent: digest, computed: feedDigest(watermark, live(data)) };
}

function live(rows: readonly Transaction[]): FeedRow[] {
  return rows.filter(({ deleted }) => !deleted);
}

async function expectDigest(company: TestCompany): Promise<string> {
  const { sent, computed } = await digestsOf(company);
  expect(sent).toBe(computed);
  const { checks } = await http.app.ledger.verify(company.id);
  expect(checks).toContainEqual({ check: "feed_digest_equals_transactions", ok: true, difference: null });
  return computed;
}

const line = (external_id: string, amount: number, more: Partial<FeedLine> = {}): FeedLine => ({
  account_id: "acct_checking",
  external_id,
  card_id: null,
  date: "2026-05-04" as CivilDate,
  amount_cents: cents(amount),
  description: `Line ${external_id}`,
  merchant_name: null,
  status: "approved",
  source_vendor: "plaid",
  source_type: "bank",
  ...more,
});

describe("the digest", () => {
  test("is known for two rows with texts of every kind", async () => {
    const company = await http.company({
      ...FEED,
      transfers: [],
      transactions: [
        transaction("a", -12_00, {
          description:
            'A "quoted" \\ text,\twith\ncontrol \u0001\u001f\u007f characters, é, 漢字, 🧾 and \u2028',
          merchant_name: "",
          memo: "</script>",
        }),
        transaction("b", 0, { description: "", memo: null }),
      ].map((row) => ({
        ...row,
        merchant_name: row.merchant_name === "" ? null : (row.merchant_name ?? "X"),
      })),
    });
    await expectDigest(company);
    const rows = (await pageOf(company, "updated_after=0")).data;
    // Written down once, so that neither side can drift.
    const [a] = rows;
    expect(a).toMatchObject({ created: expect.any(Number), updated: noon });
    expect(feedDigest(7, [])).toBe(`v=1, watermark=7, rows=0, sum="${"0".repeat(64)}"`);
    expect(
      feedDigest(1, [
        {
          id: "txn_1",
          created: 1,
          updated: 2,
          date: "2026-05-01",
          accounting_date: "2026-05-02",
          amount_cents: -3,
          description: 'é "q"\n',
          merchant_name: null,
          memo: "m",
          account_id: "acct_1",
          card_id: null,
          category_id: "cat_1",
          department_id: null,
          transaction_type: "standard",
          status: "approved",
          source_vendor: "plaid",
          source_type: "bank",
          transfer_id: null,
          spread_id: null,
          invoice_id: null,
        },
      ]),
    ).toBe(
      'v=1, watermark=1, rows=1, sum="342037e06b7cc55bc916f9b539060f4a01a3094c38ffbcdc7b62f1e5c7ddeabb"',
    );
  });

  test("is computed by the program in the guide, which knows nothing of the service", async () => {
    const company = await http.company(FEED);
    const { data, digest } = await pageOf(company, "updated_after=0&limit=500");
    const guide = readFileSync(new URL("../../../../../docs/guides/mirror.md", import.meta.url), "utf8");
    const program = /```python\n([\s\S]+?)```/.exec(guide)?.[1] ?? "";
    const { stdout, stderr } = spawnSync(
      "python3",
      ["-c", `${program}\nimport sys\ncount, total = digest(json.load(sys.stdin))\nprint(count, total)`],
      { input: JSON.stringify(live(data)), encoding: "utf8" },
    );
    const [, rows, sum] = /rows=(\d+), sum="([0-9a-f]{64})"/.exec(digest ?? "") ?? [];
    expect(`${stdout}${stderr}`).toBe(`${rows} ${sum}\n`);
  });

  test("of no transactions is zero", async () => {
    const company = await http.company();
    const { watermark, digest } = await pageOf(company, "updated_after=0");
    expect(digest).toBe(feedDigest(watermark, []));
  });

  test("follows every way of writing", async () => {
    const company = await http.company({ ...FEED, invoices: [invoice("due", 90_00)] });
    const { edit, split } = feedOf(http, company);
    const { app } = http;
    const send = (method: string, path: string, body?: object) =>
      http.send<{ id: string }>(path, { key: company.key, method, ...(body ? { body } : {}) });
    const halves = (amount: number, more: object = {}) => ({
      lines: [
        { category_id: "cat_hotels", amount_cents: amount - 1, ...more },
        { category_id: "cat_flights", amount_cents: 1 },
      ],
    });
    let transfer = "";
    const added: string[] = [];
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["an edit", () => edit("txn_plain", { memo: "edited", category_id: "cat_hotels" })],
      ["an edit of a date", () => edit("txn_plain", { accounting_date: "2026-05-09" })],
      ["a split", () => split("txn_splittable", ...halves(-300_00).lines)],
      [
        "a split that is replaced by spread lines",
        () =>
          send(
            "PATCH",
            "/transactions/txn_splittable/split",
            halves(-300_00, { spread: { start_date: "2026-01-01", end_date: "2026-12-31" } }),
          ),
      ],
      ["a split that is removed", () => send("DELETE", "/transactions/txn_splittable/split")],
      [
        "new lines",
        async () => {
          const outcomes = await app.transactions.addLines(
            company.id,
            [line("one", -500), line("two", -700), line("in", 700, { account_id: "acct_savings" })],
            http.clock.now(),
          );
          for (const outcome of outcomes) if (outcome.became === "created") added.push(outcome.id);
        },
      ],
      [
        "many new lines, which are copied",
        () =>
          app.transactions.addLines(
            company.id,
            Array.from({ length: 120 }, (_, index) => line(`copied ${index}`, -index)),
            http.clock.now(),
          ),
      ],
      ["a new amount", () => app.transactions.changeLines(company.id, [line("one", -555)], http.clock.now())],
      [
        "a transfer",
        async () => {
          const answer = await send("POST", "/transfers", {
            from_transaction_id: added[1],
            to_transaction_id: added[2],
          });
          expect(answer.status, answer.text).toBe(201);
          transfer = answer.body.id;
        },
      ],
      ["a transfer that is undone", () => send("DELETE", `/transfers/${transfer}`)],
      ["a removal", () => app.transactions.removeLines(company.id, [added[0] ?? ""], http.clock.now())],
      [
        "a line that comes back",
        () => app.transactions.addLines(company.id, [line("one", -555)], http.clock.now()),
      ],
      [
        "an invoice that is paid",
        async () => {
          await app.transactions.addLines(company.id, [line("paid", 90_00)], http.clock.now());
          const { data } = await pageOf(company, "updated_after=0&limit=500");
          const paid = data.find(({ description }) => description === "Line paid");
          const answer = await send("POST", "/invoices/inv_due/match", { transaction_id: paid?.id });
          expect(answer.status, answer.text).toBe(200);
        },
      ],
      [
        "a bulk edit",
        async () => {
          const answer = await send("POST", "/transactions/bulk/update", {
            transaction_ids: added,
            memo: "bulk",
          });
          expect(answer.status, answer.text).toBe(202);
          await app.transactions.work(company.id, answer.body.id, {
            signal: new AbortController().signal,
            last: true,
            giveWayIfOthersWait: async () => {},
          });
        },
      ],
      [
        "names of a category, an account and a department",
        async () => {
          const { bundle } = company;
          const renamed = <Row extends { readonly name: string }>(rows: readonly Row[]): Row[] =>
            rows.map((row) => ({ ...row, name: `${row.name}, renamed` }));
          await http.put({
            ...bundle,
            categories: renamed(bundle.categories),
            accounts: renamed(bundle.accounts),
            departments: renamed(bundle.departments),
          });
        },
      ],
      ["the bundle that it began with", () => http.put(company.bundle)],
    ];
    let before = await expectDigest(company);
    for (const [name, take] of steps) {
      http.clock.set(http.clock.now() + 60);
      await take();
      const after = await expectDigest(company);
      expect(after, name).not.toBe(before);
      before = after;
    }
  });

  test("follows statements of one row, of several and of none, whichever of them is deleted", async () => {
    const company = await http.company(FEED);
    await http.app.transactions.addLines(
      company.id,
      [line("first", -1), line("second", -2), line("third", -3)],
      http.clock.now(),
    );
    const write = (set: string, which: string) =>
      http.app.db.transaction((tx) =>
        tx.script(
          `update transactions set ${set} where company_id = '${company.id}' and external_id in (${which})`,
        ),
      );
    const steps = [
      ["memo = 'one row'", "'first'"],
      ["memo = 'several rows'", "'first', 'second'"],
      ["deleted = true", "'first'"],
      ["memo = 'a deleted row'", "'first'"],
      ["deleted = false", "'first'"],
      ["deleted = true", "'first', 'second'"],
      ["deleted = not deleted", "'first', 'second', 'third'"],
      ["memo = 'one row again'", "'second'"],
      ["memo = 'no row'", "'unknown'"],
    ] as const;
    for (const [set, which] of steps) {
      await write(set, which);
      await expectDigest(company);
    }
  });
});

describe("with the last page of a run", () => {
  test("and no other, and not with a filter, by date or of other lists", async () => {
    const company = await http.company(FEED);
    http.clock.set(noon + HOUR);
    const first = await pageOf(company, "updated_after=0&limit=9");
    expect(first.digest).toBeNull();
    const last = await pageOf(company, `updated_after=0&limit=500&starting_after=${first.next_cursor}`);
    expect(last.digest).toBe(feedDigest(first.watermark, live([...first.data, ...last.data])));
    for (const query of [
      "limit=500",
      "updated_after=0&limit=500&account_id=acct_checking",
      "updated_after=0&limit=500&status=approved",
      "updated_after=0&limit=500&start_date=2000-01-01",
    ])
      expect((await pageOf(company, query)).digest, query).toBeNull();
  });

  test("a change behind the passed places, in their second, leaves it out; the next run has it", async () => {
    // All rows have the stamp of this very second, and so has the watermark.
    http.clock.set(noon);
    const company = await http.company(FEED);
    const first = await pageOf(company, "updated_after=0&limit=9");
    const passed = first.data.find(({ deleted, status }) => !deleted && status === "approved");
    const changed = await feedOf(http, company).edit("txn_edited", { memo: "in the same second" });
    expect(changed.body.updated).toBe(noon);
    expect(passed).toBeDefined();
    const last = await pageOf(company, `updated_after=0&limit=500&starting_after=${first.next_cursor}`);
    expect(last.digest).toBeNull();
    const next = await pageOf(company, `updated_after=${last.watermark}&limit=500`);
    expect(next.digest).toBe(feedDigest(next.watermark, live(next.data)));
  });

  test("without a change in that second it is there", async () => {
    http.clock.set(noon);
    const company = await http.company(FEED);
    const first = await pageOf(company, "updated_after=0&limit=9");
    const last = await pageOf(company, `updated_after=0&limit=500&starting_after=${first.next_cursor}`);
    expect(last.digest).toBe(feedDigest(first.watermark, live([...first.data, ...last.data])));
  });

  test("changes between the pages are in it when the passed places are older", async () => {
    http.clock.set(noon);
    const company = await http.company(FEED);
    http.clock.set(noon + HOUR);
    const first = await pageOf(company, "updated_after=0&limit=9");
    const rows = new Map<string, Transaction>(first.data.map((row) => [row.id, row]));
    await feedOf(http, company).edit("txn_edited", { memo: "meanwhile" });
    await http.app.transactions.removeLines(company.id, ["txn_plain"], http.clock.now());
    const last = await pageOf(company, `updated_after=0&limit=500&starting_after=${first.next_cursor}`);
    for (const row of last.data) rows.set(row.id, row);
    expect(last.digest).toBe(feedDigest(first.watermark, live([...rows.values()])));
    expect(rows.get("txn_plain")?.deleted).toBe(true);
  });

  test("and every page may be passed by many changes, and the following run is proved", async () => {
    http.clock.set(noon);
    const company = await http.company(FEED);
    const rows = new Map<string, Transaction>();
    let page = await pageOf(company, "updated_after=0&limit=4");
    for (let turn = 0; ; turn += 1) {
      for (const row of page.data) rows.set(row.id, row);
      if (page.next_cursor === null) break;
      await feedOf(http, company).edit("txn_edited", { memo: `turn ${turn}` });
      page = await pageOf(company, `updated_after=0&limit=4&starting_after=${page.next_cursor}`);
    }
    expect(page.digest).toBeNull();
    const next = await pageOf(company, `updated_after=${page.watermark}&limit=500`);
    for (const row of next.data) rows.set(row.id, row);
    expect(next.digest).toBe(feedDigest(next.watermark, live([...rows.values()])));
  });

  onServer("a writer that has not committed is not in it", async () => {
    const company = await http.company(FEED);
    http.clock.set(noon + HOUR);
    const before = await expectDigest(company);
    const undone = new Error("undone");
    await expect(
      http.app.db.transaction(async (tx) => {
        await beginWriting(tx, company.id, http.clock.now());
        await tx.script(
          `update transactions set memo = 'x', updated = ${noon + HOUR} where company_id = '${company.id}'`,
        );
        const { sent, computed } = await digestsOf(company);
        expect(sent).toBe(computed);
        expect(/rows=.*$/.exec(computed)?.[0]).toBe(/rows=.*$/.exec(before)?.[0]);
        throw undone;
      }),
    ).rejects.toBe(undone);
  });
});

test("concurrent writers of one company lose nothing of it", async () => {
  http.clock.set(noon);
  const names = Array.from({ length: 24 }, (_, number) => `txn_many.${number}`);
  const company = await http.company({
    ...FEED,
    transfers: [],
    transactions: names.map((id) => ({ ...transaction("x", -10_00), id })),
  });
  const { edit } = feedOf(http, company);
  await Promise.all([
    ...names.map((id, number) => edit(id, { memo: `memo ${number}` })),
    ...names.map((id, number) => edit(id, { merchant_name: `Merchant ${number}` })),
    ...[0, 1, 2].map((batch) =>
      http.app.transactions.addLines(
        company.id,
        Array.from({ length: 60 }, (_, index) => line(`batch ${batch} ${index}`, -100)),
        http.clock.now(),
      ),
    ),
  ]);
  await expectDigest(company);
});

describe("statements of an operator", () => {
  test("on several companies are followed too", async () => {
    const [one, other] = [await http.company(FEED), await http.company(FEED)];
    await http.app.db.transaction((tx) =>
      tx.script(
        `update transactions set memo = 'by hand' where company_id in ('${one.id}', '${other.id}')
          and not deleted;
         delete from transactions where company_id in ('${one.id}', '${other.id}') and id = 'txn_gone'`,
      ),
    );
    await expectDigest(one);
    await expectDigest(other);
  });

  test("that delete a company delete the row of its feed, and no other", async () => {
    const [kept, deleted] = [await http.company(), await http.company()];
    const before = await expectDigest(kept);
    const listFeeds = statement<{ company_id: string }>(
      "test.listFeeds",
      "select company_id from feed_clocks where company_id = any ($1::text[])",
    );
    await http.app.db.transaction((tx) =>
      tx.script(`delete from journal_entries where company_id = '${deleted.id}';
        delete from companies where id = '${deleted.id}'`),
    );
    expect(await http.app.db.list(listFeeds, [[kept.id, deleted.id]])).toEqual([{ company_id: kept.id }]);
    expect(await expectDigest(kept)).toBe(before);
  });

  test("that take no row change nothing", async () => {
    const company = await http.company(FEED);
    const before = await expectDigest(company);
    await http.app.db.transaction((tx) => tx.script("update transactions set memo = 'x' where false"));
    expect(await expectDigest(company)).toBe(before);
  });
});
