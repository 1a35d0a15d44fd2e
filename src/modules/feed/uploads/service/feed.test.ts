/** Lines as a connector sends them: each is done or refused by itself, and the same again changes nothing. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { FEED } from "../../../../../test/support/feed.ts";
import { bytesOf } from "../../../../../test/support/import.ts";
import type { FeedVerb } from "./feed.ts";

const http = await testApp();

async function withAccount() {
  const company = await http.company();
  const { body } = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Checking", type: "checking" },
  });
  const account_id = body.id;
  const feed = (verb: FeedVerb, ...lines: readonly (object | string)[]) => {
    const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
    return http.app.uploads.feed(company.id, verb, bytesOf(text), http.app.clock.now(), () => {});
  };
  const listed = async () =>
    (await company.read<{ data: Readonly<Record<string, unknown>>[] }>("/transactions?limit=500")).data;
  const line = (external_id: string | null, amount_cents: number, more: object = {}) => ({
    account_id,
    external_id,
    date: "2026-05-01",
    amount_cents,
    ...more,
  });
  return { company, account_id, feed, listed, line };
}

const counts = (more: object) => ({ created: 0, updated: 0, unchanged: 0, removed: 0, refused: 0, ...more });

describe("add", () => {
  test("makes transactions, brings known ones up to date, and the same again changes nothing", async () => {
    const { feed, listed, line } = await withAccount();
    const lines = [
      line("a", -100, {
        status: "pending",
        description: "Shop",
        merchant_name: "Shop",
        source_vendor: "mybank",
        source_type: "bank",
      }),
      "",
      line("b", 200),
    ];
    expect(await feed("add", ...lines)).toEqual({ asked: 0, counts: counts({ created: 2 }), refusals: [] });
    expect(await feed("add", ...lines)).toEqual({ asked: 0, counts: counts({ unchanged: 2 }), refusals: [] });
    expect(await feed("add", line("a", -150, { description: "Shop & tip" }))).toEqual({
      asked: 0,
      counts: counts({ updated: 1 }),
      refusals: [],
    });
    expect(
      (await listed()).toSorted((a, b) => Number(a["amount_cents"]) - Number(b["amount_cents"])),
    ).toMatchObject([
      {
        amount_cents: -150,
        description: "Shop & tip",
        status: "approved",
        source_vendor: "mybank",
        source_type: "bank",
        merchant_name: "Shop",
      },
      {
        amount_cents: 200,
        description: "",
        status: "approved",
        source_vendor: "manual",
        source_type: "manual",
        merchant_name: null,
      },
    ]);
  });

  test("takes the last of several records of one line, new or known", async () => {
    const { feed, listed, line, company } = await withAccount();
    expect(await feed("add", line("a", 1), line("a", 2), line("a", 3, { date: "2026-05-02" }))).toMatchObject(
      { counts: { created: 1, updated: 1, refused: 1 } },
    );
    expect(
      await feed("add", line("a", 3), line("a", 4, { description: "x" }), line("a", 4, { description: "x" })),
    ).toMatchObject({ counts: { updated: 2, unchanged: 1 } });
    expect(await listed()).toMatchObject([{ amount_cents: 4, description: "x" }]);
    expect(await company.read("/accounts")).toMatchObject({ data: [{ balance_cents: 4 }] });
    expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
  });

  test("refuses an invalid line by its number, and takes the others", async () => {
    const { feed, listed, line } = await withAccount();
    const result = await feed(
      "add",
      line("a", 1),
      "{",
      line("b", 1.5),
      line("c", 1, { date: "2026-02-30" }),
      line("d", 1, { extra: 1 }),
      line("e", 1, { status: "lost" }),
      line("f", 1, { card_id: "card_nobodys" }),
      line("g", 1, { account_id: "acct_nobodys" }),
      '{"account_id":"acct_x","external_id":"\\u0000","date":"2026-05-01","amount_cents":1}',
      '{"account_id":"acct_x","external_id":"\\ud800","date":"2026-05-01","amount_cents":1}',
      { amount_cents: 1 },
      line(null, 1),
      line(null, 1),
    );
    expect(result.counts).toEqual(counts({ created: 3, refused: 10 }));
    expect(result.refusals.map(({ line: number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(result.refusals.map(({ reason }) => reason)).toMatchObject([
      expect.stringContaining("not JSON"),
      expect.stringContaining("amount_cents"),
      expect.stringContaining("2026-02-30"),
      expect.any(String),
      expect.stringContaining("status"),
      expect.stringContaining("card_nobodys"),
      expect.stringContaining("acct_nobodys"),
      "a text in it contains NUL or half of a surrogate pair",
      "a text in it contains NUL or half of a surrogate pair",
      expect.any(String),
    ]);
    expect((await listed()).length).toBe(3);
  });

  test("refuses a day that can't be meant, which would begin every report, and a card of another account", async () => {
    const company = await http.company(FEED);
    const line = (external_id: string, more: object) =>
      JSON.stringify({
        account_id: "acct_checking",
        external_id,
        date: "2026-05-01",
        amount_cents: -100,
        ...more,
      });
    const lines = [
      line("early", { date: "0026-05-01" }),
      line("late", { date: "2036-05-01" }),
      line("other", { card_id: "card_ada" }),
      line("own", { account_id: "acct_credit", card_id: "card_ada" }),
      line("none", {}),
    ];
    const { counts: became, refusals } = await http.app.uploads.feed(
      company.id,
      "add",
      bytesOf(lines.join("\n")),
      http.app.clock.now(),
      () => {},
    );
    expect(became).toEqual(counts({ created: 2, refused: 3 }));
    expect(refusals).toEqual([
      { line: 1, reason: "the day is 0026-05-01, but only days from 1900-01-01 to 2029-05-20 are accepted" },
      { line: 2, reason: "the day is 2036-05-01, but only days from 1900-01-01 to 2029-05-20 are accepted" },
      { line: 3, reason: "the card card_ada belongs to another account" },
    ]);
  });

  test("of many lines takes them in batches, and says how far it came when the text breaks off", async () => {
    const { feed, listed, line, company } = await withAccount();
    expect(
      (await feed("add", ...Array.from({ length: 1_201 }, (_, index) => line(`x${index}`, 1)))).counts,
    ).toEqual(counts({ created: 1_201 }));
    const broken = [
      ...Array.from({ length: 500 }, (_, index) => line(`y${index}`, 1)),
      `"${"x".repeat(1_100_000)}`,
    ];
    await expect(feed("add", ...broken)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/Line 501: .*The lines up to 500 are done/),
    });
    expect((await listed()).length).toBe(500);
    expect(await company.read("/accounts")).toMatchObject({ data: [{ balance_cents: 1_701 }] });
  });
});

describe("change", () => {
  test("brings known lines up to date and refuses others", async () => {
    const { feed, listed, line } = await withAccount();
    await feed("add", line("a", 100, { status: "pending" }));
    expect(await feed("change", line("a", 120), line("b", 1), line(null, 1), line("a", 120))).toEqual({
      asked: 0,
      counts: counts({ updated: 1, unchanged: 1, refused: 2 }),
      refusals: [
        { line: 2, reason: "there is no such line" },
        { line: 3, reason: "there is no such line" },
      ],
    });
    expect(await listed()).toMatchObject([{ amount_cents: 120, status: "approved" }]);
  });

  test("does not bring a line back that was removed", async () => {
    const { feed, listed, line, account_id, company } = await withAccount();
    await feed("add", line("a", -100, { status: "pending" }));
    await feed("remove", { account_id, external_id: "a" });
    // Such as what the bank had to say of a pending line before another one took its place.
    expect(await feed("change", line("a", -120))).toEqual({
      asked: 0,
      counts: counts({ refused: 1 }),
      refusals: [{ line: 1, reason: "there is no such line" }],
    });
    expect(await listed()).toEqual([]);
    expect(await company.read("/accounts")).toMatchObject({ data: [{ balance_cents: 0 }] });
  });

  test("never changes a day", async () => {
    const { feed, listed, line } = await withAccount();
    await feed("add", line("a", 100));
    expect(await feed("change", line("a", 100, { date: "2026-05-02" }))).toMatchObject({
      counts: { refused: 1 },
      refusals: [{ reason: expect.stringContaining("2026-05-01") }],
    });
    expect(await listed()).toMatchObject([{ date: "2026-05-01" }]);
  });
});

describe("remove", () => {
  test("takes lines out by the bank's id or the transaction's, once", async () => {
    const { feed, listed, line, account_id, company } = await withAccount();
    await feed("add", line("a", 1), line("b", 2), line("c", 4));
    const c = (await listed()).find(({ amount_cents }) => amount_cents === 4);
    expect(
      await feed(
        "remove",
        { account_id, external_id: "a" },
        { id: c?.["id"] },
        { account_id, external_id: "a" },
        { account_id, external_id: "z" },
        { id: "txn_nobodys" },
        { id: 1 },
      ),
    ).toMatchObject({
      asked: 0,
      counts: counts({ removed: 2, refused: 4 }),
      refusals: [{ line: 3 }, { line: 4 }, { line: 5 }, { line: 6 }],
    });
    expect(await listed()).toMatchObject([{ amount_cents: 2 }]);
    expect(await company.read("/accounts")).toMatchObject({ data: [{ balance_cents: 2 }] });
    expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
    // Sent again it comes back.
    expect(await feed("add", line("a", 1))).toMatchObject({ counts: { updated: 1 } });
    expect((await listed()).length).toBe(2);
  });
});
