/** Reconciliations: figures by hand, what explains a difference, what can't change, and who did what. */
import { describe, expect, test } from "vitest";
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import { type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { parseId } from "@daybook/words/public-id";
import { testApp } from "../../../../../test/support/app.ts";
import { type Bundle, unique } from "../../../../../test/support/bundle.ts";
import { exported, importInto } from "../../../../../test/support/import.ts";
import { listAuditEvents } from "../../../../platform/db/index.ts";
import type { FeedLine } from "./feed-line.ts";

const http = await testApp();
const { app } = http;
const day = (text: string): CivilDate => present(parseCivilDate(text), text);
const at = { now: app.clock.now(), today: day("2026-06-30") };

/** A company with an account, and ways to give it lines of the bank and statements. */
async function reconciling() {
  const company = await http.company({ journal: [] });
  const { body } = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Operating", type: "checking", category_id: "cat_checking" },
  });
  const account = body.id;
  const rec = app.reconciliations;
  const lineOf = (date: string, amount: number): FeedLine => ({
    account_id: account,
    external_id: unique(),
    card_id: null,
    date: day(date),
    amount_cents: cents(amount),
    description: `Line of ${amount}`,
    merchant_name: null,
    status: "approved",
    source_vendor: "plaid",
    source_type: "bank",
  });
  const lines = new Map<string, FeedLine>();
  const add = async (date: string, amount: number): Promise<string> => {
    const line = lineOf(date, amount);
    const [outcome] = await app.transactions.addLines(company.id, [line], at.now);
    if (outcome === undefined || outcome.became === "refused") throw new Error("the line was refused");
    lines.set(outcome.id, line);
    return outcome.id;
  };
  const resend = (id: string, change: Partial<FeedLine>) =>
    app.transactions.changeLines(company.id, [{ ...present(lines.get(id), id), ...change }], at.now);
  const start = (date: string, balance: number | null, opening: number | null = null) =>
    rec.start(
      company.id,
      {
        account,
        date: day(date),
        statement_cents: balance === null ? null : cents(balance),
        opening_cents: opening === null ? null : cents(opening),
      },
      at,
    );
  const clear = (id: string, ids: readonly string[] | null, cleared = true) =>
    rec.clear(company.id, id, { lines: ids, cleared }, at.now);
  const isSound = async () => expect((await app.ledger.verify(company.id)).ok).toBe(true);
  return { company, account, rec, lineOf, add, resend, start, clear, isSound };
}

describe("a reconciliation", () => {
  test("has the figures that one computes by hand, and the next begins with its balance (RECON-001)", async () => {
    const { company, rec, add, start, clear, isSound } = await reconciling();
    const [a, b, c] = [
      await add("2026-01-05", 1_000_00),
      await add("2026-01-20", -250_50),
      await add("2026-02-03", 99_99),
    ];
    // 500.00 + 1,000.00 - 250.50 = 1,249.50.
    const january = await start("2026-01-31", 1_249_50, 500_00);
    expect(january).toMatchObject({
      opening_cents: 500_00,
      cleared_cents: 500_00,
      difference_cents: 749_50,
      cleared_count: 0,
      open_count: 2,
      open_sum: 749_50,
      open_lines_explain: true,
    });
    expect(await clear(january.id, [a])).toMatchObject({
      cleared_cents: 1_500_00,
      difference_cents: -250_50,
      explanations: [{ id: b, why: "not_cleared" }],
    });
    await expect(rec.finish(company.id, january.id, at.now)).rejects.toMatchObject({
      param: "id",
      message:
        "The statement of 2026-01-31 differs by -250.50 from what is cleared. Only one that agrees can be finished.",
    });
    expect(await clear(january.id, null)).toMatchObject({
      difference_cents: 0,
      cleared_count: 2,
      open_count: 0,
    });
    expect(await rec.finish(company.id, january.id, at.now)).toMatchObject({ state: "finished" });
    const february = await start("2026-02-28", 1_349_49);
    expect(february).toMatchObject({ opening_cents: 1_249_50, difference_cents: 99_99, open_count: 1 });
    expect(await clear(february.id, [c])).toMatchObject({ difference_cents: 0 });
    await rec.finish(company.id, february.id, at.now);
    expect((await rec.list(company.id, null)).map(({ statement_date }) => statement_date)).toEqual([
      "2026-02-28",
      "2026-01-31",
    ]);
    await isSound();
  });

  test("takes the balance that an uploaded file states for the day, and asks where none does (RECON-002)", async () => {
    const { company, account, start } = await reconciling();
    await expect(start("2026-03-31", null)).rejects.toMatchObject({
      code: "parameter_missing",
      param: "statement_balance_cents",
      message: expect.stringContaining("No file of the account states a balance of 2026-03-31."),
    });
    const ofx =
      "OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>4021</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260310<TRNAMT>80.25<FITID>a<NAME>In</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>80.25<DTASOF>20260331</LEDGERBAL></STMTRS></BANKMSGSRSV1></OFX>\n";
    await app.uploads.upload(
      company.id,
      {
        account_id: account,
        source: {
          file: [Buffer.from(ofx)],
          name: "march.ofx",
          format: null,
          columns: {},
          dateFormat: null,
          signs: null,
          anyAccount: true,
        },
      },
      at.now,
    );
    expect(await start("2026-03-31", null)).toMatchObject({
      statement_cents: 80_25,
      difference_cents: 80_25,
    });
  });
});

describe("what explains a difference", () => {
  test.each<readonly [string, readonly number[], number, object]>([
    ["a line that is not on it", [100_00, 40_00], 100_00, { why: "cleared_too_much", amount_cents: 40_00 }],
    ["the other sign", [100_00, -40_00], 140_00, { why: "sign_swapped", amount_cents: -40_00 }],
    [
      "two digits that are swapped",
      [100_00, 6_241_51],
      6_314_51,
      { why: "digits_swapped", amount_cents: 6_241_51 },
    ],
    [
      "swapped digits of money out",
      [9_000_00, -6_241_51],
      2_785_49,
      { why: "digits_swapped", amount_cents: -6_241_51 },
    ],
  ])("is %s (RECON-003)", async (_, amounts, balance, found) => {
    const { add, start, clear } = await reconciling();
    for (const amount of amounts) await add("2026-01-10", amount);
    const { id } = await start("2026-01-31", balance);
    const { explanations } = await clear(id, null);
    expect(explanations).toEqual([expect.objectContaining(found)]);
  });

  test("is a line that is there twice (RECON-003)", async () => {
    const { add, start, clear } = await reconciling();
    for (const date of ["2026-01-10", "2026-01-12", "2026-01-20"]) await add(date, 70_00);
    const { id } = await start("2026-01-31", 140_00);
    const { explanations } = await clear(id, null);
    expect(explanations.map(({ date, why }) => [date, why])).toEqual([
      ["2026-01-20", "cleared_too_much"],
      ["2026-01-12", "duplicate"],
      ["2026-01-10", "duplicate"],
    ]);
  });

  test("is not found where nothing fits", async () => {
    const { add, start, clear } = await reconciling();
    await add("2026-01-10", 70_00);
    const { id } = await start("2026-01-31", 71_01);
    expect(await clear(id, null)).toMatchObject({ explanations: [], open_lines_explain: false });
  });
});

describe("what is on a finished statement", () => {
  const reason = (id: string) =>
    `${id} is on the statement of 2026-01-31, which is reconciled; reopen that reconciliation first`;

  /** A finished January with one line. */
  async function finished() {
    const books = await reconciling();
    const { company, rec, add, start, clear } = books;
    const line = await add("2026-01-10", 70_00);
    const { id } = await start("2026-01-31", 70_00);
    await clear(id, null);
    await rec.finish(company.id, id, at.now);
    return { ...books, line, id };
  }

  test("keeps its amount and its place, whoever would change it, until it is reopened (RECON-004)", async () => {
    const { company, line, id, rec, resend, isSound } = await finished();
    expect(await resend(line, { amount_cents: cents(71_00) })).toEqual([
      { became: "refused", reason: reason(line) },
    ]);
    expect(await resend(line, { description: "Other words" })).toMatchObject([{ became: "updated" }]);
    expect(await app.transactions.removeLines(company.id, [line], at.now)).toEqual([]);
    expect(await app.transactions.listKept(company.id, [line])).toEqual(new Map([[line, reason(line)]]));
    await expect(
      app.transactions.edit(company.id, line, { accounting_date: day("2026-02-01") }, at),
    ).rejects.toMatchObject({
      param: "accounting_date",
      message: `The day can't change: ${reason(line)}.`,
    });
    await app.transactions.edit(company.id, line, { category_id: "cat_services" }, at);
    const bundle = JSON.parse(await exported(app, company.id)) as Bundle & {
      transactions: { amount_cents: number }[];
    };
    for (const [field, value] of [
      ["amount_cents", 69_00],
      ["status", "excluded"],
      ["accounting_date", "2026-02-01"],
    ] as const) {
      const transactions = bundle.transactions.map((row) => ({ ...row, [field]: value }));
      await expect(importInto(app, { ...bundle, transactions })).rejects.toMatchObject({
        path: `transactions[0].${field}`,
        reason: `can't change: ${reason(line)}`,
      });
    }
    // And the database refuses what nobody checked.
    await expect(
      app.db.transaction((tx) =>
        tx.script(`update transactions set amount_cents = 1 where company_id = '${company.id}'`),
      ),
    ).rejects.toMatchObject({ constraint: "reconciliations_keep_lines" });
    await isSound();
    await rec.reopen(company.id, id, "Wrong line", at.now);
    expect(await resend(line, { amount_cents: cents(71_00) })).toMatchObject([{ became: "updated" }]);
    expect(await rec.get(company.id, id)).toMatchObject({ state: "reopened", difference_cents: -1_00 });
    await isSound();
  });

  test("keeps its accounting day while its split is removed", async () => {
    const { company, add, start, clear, rec, isSound } = await reconciling();
    const line = await add("2026-01-10", 70_00);
    await app.transactions.edit(company.id, line, { accounting_date: day("2026-02-01") }, at);
    const part = { category_id: "cat_services", amount_cents: cents(35_00) };
    const plain = { ...part, department_id: null, memo: null, spread: null };
    await app.transactions.split(company.id, line, [plain, plain], at.now);
    const { id } = await start("2026-01-31", 70_00);
    await clear(id, null);
    await rec.finish(company.id, id, at.now);
    expect(await app.transactions.removeSplit(company.id, line, at.now)).toMatchObject({
      transaction_type: "standard",
      accounting_date: "2026-02-01",
    });
    await isSound();
  });

  test("is changed only after it is reopened, the latest first, and the audit trail has each step (RECON-005)", async () => {
    const { company, line, id, rec, start, clear } = await finished();
    await expect(clear(id, [line], false)).rejects.toMatchObject({
      message: "The statement of 2026-01-31 is finished. Reopen it to change it.",
    });
    await expect(rec.drop(company.id, id, at.now)).rejects.toMatchObject({ param: "id" });
    await expect(start("2026-01-31", 1)).rejects.toMatchObject({
      param: "statement_date",
      message: "The account is reconciled through 2026-01-31, and the next statement ends after that.",
    });
    await expect(start("2026-02-28", 70_00, 69_00)).rejects.toMatchObject({
      param: "opening_balance_cents",
      message: "The statement of 2026-01-31 ended with 70.00, with which the next one begins.",
    });
    const next = await start("2026-02-28", 70_00);
    await expect(start("2026-03-31", 70_00)).rejects.toMatchObject({
      param: "account_id",
      message: "The statement of 2026-02-28 is not finished. Finish or drop it before the next one.",
    });
    await expect(rec.reopen(company.id, id, "Why not", at.now)).rejects.toMatchObject({
      message: expect.stringContaining("The statement of 2026-02-28 was begun after it."),
    });
    await expect(rec.reopen(company.id, next.id, "Why not", at.now)).rejects.toMatchObject({
      message: "It is not finished, so there is nothing to reopen.",
    });
    await rec.drop(company.id, next.id, at.now);
    await rec.reopen(company.id, id, "A line was wrong", at.now);
    const events = await listAuditEvents(app.db, company.id, { topic: "reconciliations" }, 20);
    expect(events.map(({ action, from_state, to_state }) => [action, from_state, to_state])).toEqual([
      ["reconciliation reopen", "finished", "reopened"],
      ["reconciliation drop", "draft", "dropped"],
      ["reconciliation start", null, "draft"],
      ["reconciliation finish", "draft", "finished"],
      ["reconciliation clear", "draft", "draft"],
      ["reconciliation start", null, "draft"],
    ]);
    expect(events[0]?.note).toContain("70.00 on 2026-01-31; A line was wrong");
  });

  test.each<readonly [string, (books: Awaited<ReturnType<typeof finished>>) => Promise<string>, object]>([
    [
      "is on another one",
      async ({ line }) => line,
      { message: expect.stringContaining("is on the statement of 2026-01-31 already.") },
    ],
    [
      "is later",
      ({ add }) => add("2026-03-01", 1),
      { message: expect.stringContaining("is of 2026-03-01, after the end of the statement.") },
    ],
    [
      "is gone",
      async ({ add, company }) => {
        const id = await add("2026-02-01", 1);
        await app.transactions.removeLines(company.id, [id], at.now);
        return id;
      },
      { message: expect.stringContaining("is deleted, excluded or pending, so it is on no statement.") },
    ],
    [
      "is unknown",
      async () => "txn_none",
      { code: "resource_missing", message: "The company has no transaction txn_none." },
    ],
  ])("refuses a line on the next statement that %s", async (_, line, refusal) => {
    const books = await finished();
    const { id } = await books.start("2026-02-28", 70_00);
    await expect(books.clear(id, [await line(books)])).rejects.toMatchObject({
      param: "transaction_ids",
      ...refusal,
    });
  });

  test("travels in a bundle, is the same elsewhere, and a finished one is refused other content (RECON-006)", async () => {
    const { company, add, start, clear, isSound } = await finished();
    await add("2026-02-10", 5_00);
    await clear((await start("2026-02-28", 80_00)).id, null);
    const id = `comp_${unique()}`;
    const text = (await exported(app, company.id)).replaceAll(company.id, id);
    await http.put(JSON.parse(text) as Bundle);
    expect(await exported(app, id)).toBe(text);
    expect(await app.ledger.verify(present(parseId("company", id), id))).toMatchObject({ ok: true });
    const changed = JSON.parse(text) as Bundle & {
      reconciliations: { statement_cents: number; transaction_ids: string[] }[];
    };
    const [january] = changed.reconciliations;
    present(january, "none").statement_cents = 1;
    await expect(importInto(app, changed)).rejects.toMatchObject({
      path: "reconciliations[0]",
      reason: "is finished, so it can't change; reopen it first",
    });
    const fresh = JSON.parse(text.replaceAll(id, `comp_${unique()}`)) as typeof changed;
    present(fresh.reconciliations[0], "none").transaction_ids = [];
    await expect(http.put(fresh)).rejects.toMatchObject({
      path: "reconciliations[0]",
      reason: expect.stringContaining("contradicts its lines, which lead to 0 cents"),
    });
    const unsigned = JSON.parse(text.replaceAll(id, `comp_${unique()}`)) as Bundle & {
      reconciliations: { finished_by: string | null }[];
    };
    present(unsigned.reconciliations[0], "none").finished_by = null;
    await expect(http.put(unsigned)).rejects.toMatchObject({
      path: "reconciliations[0].finished_by",
      reason: "is for a finished reconciliation, which needs it",
    });
    await isSound();
  });
});

test("a line that is pending is on no statement, so that the booked one can take its place", async () => {
  const { company, account, rec, lineOf, start, clear, isSound } = await reconciling();
  const pending = { ...lineOf("2026-01-30", -5_00), external_id: "pending", status: "pending" } as const;
  const [made] = await app.transactions.addLines(company.id, [pending], at.now);
  const held = made?.became === "created" ? made.id : "";
  const { id } = await start("2026-01-31", 0);
  expect(await clear(id, null)).toMatchObject({ cleared_count: 0, open_count: 0, difference_cents: 0 });
  await expect(clear(id, [held])).rejects.toMatchObject({
    message: `${held} is deleted, excluded or pending, so it is on no statement.`,
  });
  await rec.finish(company.id, id, at.now);
  const removed = [{ account_id: account, external_id: "pending", becomes: "booked" }];
  const booked = { ...pending, external_id: "booked", status: "approved" } as const;
  const news = await app.db.transaction((tx) =>
    app.transactions.follow(tx, company.id, { removed, lines: [booked] }, at.now),
  );
  expect(news).toMatchObject({ removed: 1, kept: [] });
  await isSound();
});

test("a file that contradicts itself, or what is there, is refused by its path", async () => {
  const { company, account, add, isSound } = await reconciling();
  const [gone, line] = [await add("2026-01-10", 70_00), await add("2026-01-11", 30_00)];
  await app.transactions.removeLines(company.id, [gone], at.now);
  const bundle = JSON.parse(await exported(app, company.id)) as Bundle;
  const january = {
    id: "rcn_january",
    account_id: account,
    statement_date: "2026-01-31",
    statement_cents: 30_00,
    opening_cents: 0,
    created_by: "user_owner",
    transaction_ids: [gone, line, line],
  };
  const february = { ...january, id: "rcn_february", statement_date: "2026-02-28", transaction_ids: [] };
  const put = (...reconciliations: readonly object[]) => importInto(app, { ...bundle, reconciliations });
  await expect(put({ ...january, transaction_ids: [gone, "txn_zzz"] })).rejects.toMatchObject({
    path: "reconciliations[0].transaction_ids",
    reason: "txn_zzz is no transaction of the account through that day that is on no other statement",
  });
  await expect(put(january, february)).rejects.toMatchObject({
    path: "reconciliations[1].state",
    reason: "rcn_january of the account is not finished either",
  });
  await expect(put(january, { ...february, statement_date: "2026-01-31" })).rejects.toMatchObject({
    path: "reconciliations[1].statement_date",
    reason: "rcn_january of the account ends on that day",
  });
  await put(january);
  const finished = { ...january, state: "finished", finished_at: at.now, finished_by: "user_owner" };
  const lines = { transaction_ids: [line, line] };
  await put({ ...finished, ...lines });
  await put({ ...finished, ...lines });
  await isSound();
});

test("verify finds a finished reconciliation whose lines do not lead to its balance (RECON-007)", async () => {
  const { company, add, start, clear, rec } = await reconciling();
  await add("2026-01-10", 70_00);
  const { id } = await start("2026-01-31", 70_00);
  await clear(id, null);
  await rec.finish(company.id, id, at.now);
  const undone = new Error("undone");
  const changed = app.db.transaction(async (tx) => {
    await tx.script(`delete from reconciliation_lines where company_id = '${company.id}'`);
    const { checks } = await app.ledger.verifyWithin(tx, company.id);
    expect(checks.filter(({ ok }) => !ok)).toMatchObject([
      {
        check: "reconciliations_equal_lines",
        difference: `the reconciliation ${id} of 2026-01-31 is finished with $70.00, but its lines lead to $0.00`,
      },
    ]);
    throw undone;
  });
  await expect(changed).rejects.toBe(undone);
});

test("what is not there, and a day that has not come, are refused by name", async () => {
  const { company, account, rec, start, clear } = await reconciling();
  await expect(rec.get(company.id, "rcn_none")).rejects.toMatchObject({
    param: "id",
    message: "The company has no reconciliation rcn_none.",
  });
  const wanted = { account: "acct_none", date: at.today, statement_cents: cents(0), opening_cents: null };
  await expect(rec.start(company.id, wanted, at)).rejects.toMatchObject({
    param: "account_id",
    message: "The company has no account acct_none.",
  });
  await expect(start("2026-07-01", 0)).rejects.toMatchObject({
    message: "`statement_date` must be a day up to today, 2026-06-30.",
  });
  const { id } = await rec.start(company.id, { ...wanted, account, date: day("2026-05-31") }, at);
  const other = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Other", type: "checking", category_id: "cat_checking" },
  });
  const [line] = await app.transactions.addLines(
    company.id,
    [
      {
        account_id: other.body.id,
        external_id: "x",
        card_id: null,
        date: day("2026-05-01"),
        amount_cents: cents(1),
        description: "",
        merchant_name: null,
        status: "approved",
        source_vendor: "plaid",
        source_type: "bank",
      },
    ],
    at.now,
  );
  const made = line?.became === "created" ? line.id : "";
  await expect(clear(id, [made])).rejects.toMatchObject({
    message: `${made} is of another account, ${other.body.id}.`,
  });
});
