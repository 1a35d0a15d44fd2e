/** Lines of a bank that imported books probably have already: never posted unless somebody says so. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { BOOK_WRITERS, type BookVoucher } from "../../../../../test/support/books.ts";
import { bytesOf } from "../../../../../test/support/import.ts";
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import type { TwinAnswer } from "@daybook/words/feed-words";
import type { FeedLine } from "../../transactions/index.ts";
import { statement } from "../../../../platform/db/index.ts";

const { app } = await testApp();
const now = () => app.clock.now();

const paid = (date: string, amount: number, description = "Shell"): BookVoucher => ({
  date,
  description,
  lines: [
    { account: "Fuel", cents: amount },
    { account: "Checking", cents: -amount },
  ],
});
const RENT = paid("2026-01-02", 90_000, "Rent");

const SENT = {
  external_id: "pending",
  card_id: null,
  date: "2026-01-20",
  amount_cents: -5_000,
  description: "CAFE",
  merchant_name: null,
  status: "pending",
  source_vendor: "plaid",
  source_type: "bank",
};

const bankOf = statement<{ cents: number }>(
  "test.booked.bank",
  `select coalesce(sum(e.net_debit_cents), 0)::int8 as cents from journal_entries e where e.company_id = $1
     and e.category_id = (select category_id from accounts where company_id = $1 and id = $2)`,
);

const statusesOf = statement<{ status: string }>(
  "test.booked.statuses",
  "select status from transactions where company_id = $1 and not deleted order by status",
);

const checking = statement<{ id: string }>(
  "test.booked.category",
  "select id from categories where company_id = $1 and name = 'Checking'",
);

/** Imported books, and an account on their category "Checking". */
async function movedIn(...books: readonly BookVoucher[]) {
  const bytes = (vouchers: readonly BookVoucher[]) =>
    bytesOf(present(BOOK_WRITERS["quickbooks-journal"], "no writer")([RENT, ...vouchers]));
  const { company_id, import_id } = await app.intake.importJournal(bytes(books), { name: "Acme" });
  const own = { type: "checking", institution_name: null, last4: null } as const;
  const account = await app.banking.createAccount(
    company_id,
    { ...own, name: "Checking", category_id: (await app.db.get(checking, [company_id])).id },
    now(),
  );
  const other = await app.banking.createAccount(
    company_id,
    { ...own, name: "Savings", category_id: null },
    now(),
  );
  const fileOf = (...rows: readonly string[]) => ({
    account_id: account.id,
    source: {
      file: [Buffer.from(`Date,Description,Amount\n${rows.join("\n")}\n`)],
      name: null,
      format: null,
      columns: {},
      dateFormat: null,
      signs: null,
      anyAccount: false,
    },
  });
  const lineOf = (line: Partial<typeof SENT>) =>
    ({ ...SENT, account_id: account.id, ...line }) as unknown as FeedLine;
  return {
    company_id,
    import_id,
    /** Imports books again, and takes over what was edited. */
    importAgain: (...vouchers: readonly BookVoucher[]) =>
      app.intake.importJournal(bytes(vouchers), { name: "Acme", company_id, changes: "apply" }),
    account,
    other,
    upload: (rows: readonly string[], inBooks?: TwinAnswer) =>
      app.uploads.upload(company_id, { ...fileOf(...rows), ...(inBooks && { inBooks }) }, now()),
    preview: (...rows: readonly string[]) => app.uploads.preview(company_id, fileOf(...rows), now()),
    asked: () => app.transactions.listTwinLines(company_id),
    answer: (answer: TwinAnswer, ids: readonly string[] | null = null) =>
      app.transactions.answerTwins(company_id, { ids, answer }, now()),
    /** Sends lines of a live feed, each like the usual one but for this. */
    send: (...lines: readonly Partial<typeof SENT>[]) =>
      app.db.transaction((tx) =>
        app.transactions.follow(tx, company_id, { removed: [], lines: lines.map(lineOf) }, now()),
      ),
    /** Sends the line that takes the place of the usual one. */
    settle: (line: Partial<typeof SENT>) =>
      app.db.transaction((tx) =>
        app.transactions.follow(
          tx,
          company_id,
          {
            removed: [{ account_id: account.id, external_id: SENT.external_id, becomes: "settled" }],
            lines: [lineOf({ status: "approved", ...line, external_id: "settled" })],
          },
          now(),
        ),
      ),
    /** The statuses of its transactions, in the order of words. */
    statuses: async () => (await app.db.list(statusesOf, [company_id])).map(({ status }) => status),
    /** What the books have on the account, but for the rent of the beginning. */
    booked: async () => (await app.db.get(bankOf, [company_id, account.id])).cents + 90_000,
  };
}

describe("A line of the amount of an imported entry near its day waits for a word (RULE-031)", () => {
  test("before and after it is added, each entry for one line", async () => {
    const books = await movedIn(paid("2026-01-20", 6_050), paid("2026-01-20", 6_050));
    const rows = [
      "2026-01-20,SHELL OIL 1,-60.50",
      "2026-01-21,SHELL OIL 2,-60.50",
      "2026-01-22,SHELL OIL 3,-60.50",
    ];
    const note =
      '2 new lines are probably the same as entries of imported books, one each, such as -60.50 of 2026-01-20, "SHELL OIL 1", beside "Shell" of 2026-01-20. What may be the same is not in the books until somebody says if it is.';
    const seen = await books.preview(...rows);
    expect(seen).toMatchObject({ counts: { new: 1, booked: 2, known: 0 }, notes: [note] });
    expect(seen.lines.map(({ line, state, reason }) => [line, state, reason])).toEqual([
      [2, "booked", 'Imported books have this amount on 2026-01-20: "Shell".'],
      [3, "booked", 'Imported books have this amount on 2026-01-20: "Shell".'],
      [4, "new", null],
    ]);
    expect(await books.upload(rows)).toMatchObject({ imported_count: 3, asked_count: 2, notes: [note] });
    // Two of the books, and the third one of the bank.
    expect(await books.booked()).toBe(-3 * 6_050);
    expect(await books.asked()).toMatchObject({
      count: 2,
      lines: [
        { description: "SHELL OIL 1", twin_date: "2026-01-20", twin_description: "Shell" },
        { description: "SHELL OIL 2" },
      ],
    });
    // The same file adds nothing, and asks for nothing new.
    expect(await books.upload(rows)).toMatchObject({ imported_count: 0, asked_count: 0, notes: [] });
    expect(await books.booked()).toBe(-3 * 6_050);
  });

  test("up to five days apart, with the same sign", async () => {
    const books = await movedIn(paid("2026-01-20", 6_050));
    expect(await books.upload(["2026-01-26,Late,-60.50", "2026-01-21,Refund,60.50"])).toMatchObject({
      asked_count: 0,
    });
    expect(await books.upload(["2026-01-25,In time,-60.50"])).toMatchObject({ asked_count: 1 });
  });

  test("entries of other accounts are not meant", async () => {
    const books = await movedIn(paid("2026-01-20", 6_050));
    const { asked_count } = await app.uploads.upload(
      books.company_id,
      {
        account_id: books.other.id,
        source: { rows: [{ date: "2026-01-20", amount_cents: -6_050, description: "Shell" }] },
      },
      now(),
    );
    expect(asked_count).toBe(0);
  });
});

describe("What is said of such lines decides (RULE-032)", () => {
  test("the same: nothing is posted, and the line is known again", async () => {
    const books = await movedIn(paid("2026-01-20", 6_050));
    await books.upload(["2026-01-21,SHELL OIL,-60.50"]);
    expect(await books.answer("same")).toBe(1);
    expect(await books.asked()).toEqual({ count: 0, lines: [] });
    expect(await books.booked()).toBe(-6_050);
    expect(await books.upload(["2026-01-21,SHELL OIL,-60.50"])).toMatchObject({ imported_count: 0 });
    // Its entry is taken.
    expect(await books.upload(["2026-01-22,Another,-60.50"])).toMatchObject({ asked_count: 0 });
    expect(await books.booked()).toBe(-2 * 6_050);
  });

  test("another, by line: it is posted, and the others wait on", async () => {
    const books = await movedIn(paid("2026-01-20", 6_050), paid("2026-01-22", 700));
    await books.upload(["2026-01-21,SHELL OIL,-60.50", "2026-01-22,Tea,-7.00"]);
    const { lines } = await books.asked();
    const shell = present(
      lines.find(({ description }) => description === "SHELL OIL"),
      "no line",
    );
    expect(await books.answer("another", [shell.id])).toBe(1);
    expect(await books.booked()).toBe(-2 * 6_050 - 700);
    expect(await books.asked()).toMatchObject({ count: 1, lines: [{ description: "Tea" }] });
    await expect(books.answer("same", [shell.id])).rejects.toMatchObject({ code: "resource_missing" });
  });

  test("with the file, for all of it", async () => {
    const books = await movedIn(paid("2026-01-20", 6_050));
    const same = await books.upload(["2026-01-21,SHELL OIL,-60.50"], "same");
    expect(same).toMatchObject({ imported_count: 1, asked_count: 0 });
    expect(same.notes).toEqual([
      '1 new line is the same as an entry of imported books: -60.50 of 2026-01-21, "SHELL OIL", beside "Shell" of 2026-01-20, as was said, and not in the books a second time.',
    ]);
    expect(await books.booked()).toBe(-6_050);
    const others = await movedIn(paid("2026-01-20", 6_050));
    expect(await others.upload(["2026-01-21,SHELL OIL,-60.50"], "another")).toMatchObject({ notes: [] });
    expect(await others.booked()).toBe(-2 * 6_050);
  });

  test("not that of an entry that is in the books no more: the line waits again", async () => {
    const books = await movedIn(paid("2026-01-20", 6_050));
    await books.upload(["2026-01-21,SHELL OIL,-60.50"], "same");
    await app.intake.takeBackImport(books.company_id, present(books.import_id, "no import"), false);
    expect(await books.asked()).toMatchObject({ count: 1, lines: [{ twin_date: null }] });
    await expect(books.answer("same")).rejects.toMatchObject({ code: "invalid_request" });
    expect(await books.answer("another")).toBe(1);
    expect(await books.booked()).toBe(-6_050 + 90_000);
  });
});

test("Lines of a connector and of a live feed wait too (RULE-031)", async () => {
  const books = await movedIn(paid("2026-01-20", 6_050), paid("2026-01-20", 800), paid("2026-01-20", 900));
  const line = (id: string, amount_cents: number, more = {}) =>
    `${JSON.stringify({ account_id: books.account.id, external_id: id, date: "2026-01-21", amount_cents, ...more })}\n`;
  const added = await app.uploads.feed(
    books.company_id,
    "add",
    bytesOf(
      line("a", -6_050) + line("b", -800, { in_books: "same" }) + line("c", -900, { in_books: "another" }),
    ),
    now(),
    () => {},
  );
  expect(added).toMatchObject({ counts: { created: 3 }, asked: 1 });
  expect(await books.booked()).toBe(-6_050 - 800 - 2 * 900);
  // Who sends it again, with another amount even, has not answered.
  const again = await app.uploads.feed(books.company_id, "add", bytesOf(line("a", -6_051)), now(), () => {});
  expect(again).toMatchObject({ counts: { updated: 1 } });
  expect(await books.booked()).toBe(-6_050 - 800 - 2 * 900);
  expect(await books.asked()).toMatchObject({ count: 1, lines: [{ amount_cents: -6_051 }] });
});

test("A line that was taken out and comes again waits as before (RULE-031)", async () => {
  const books = await movedIn(paid("2026-01-20", 6_050));
  const { id } = await books.upload(["2026-01-21,SHELL OIL,-60.50"]);
  await app.uploads.undo(books.company_id, id, { now: now(), isDryRun: false });
  expect(await books.asked()).toMatchObject({ count: 0 });
  expect(await books.upload(["2026-01-21,SHELL OIL,-60.50"])).toMatchObject({ asked_count: 1 });
  expect(await books.booked()).toBe(-6_050);
});

describe("A line that gets the amount of an imported entry waits too (RULE-031)", () => {
  test("one that takes the place of another", async () => {
    const books = await movedIn(paid("2026-01-20", 6_000));
    await books.send({});
    expect(await books.booked()).toBe(-6_000 - 5_000);
    const { outcomes } = await books.settle({ amount_cents: -6_000 });
    expect(outcomes).toMatchObject([{ became: "created", twin: { amount_cents: -6_000 } }]);
    expect(await books.asked()).toMatchObject({ count: 1, lines: [{ amount_cents: -6_000 }] });
    expect(await books.booked()).toBe(-6_000);
  });

  test("one that keeps its id, once", async () => {
    const books = await movedIn(paid("2026-01-20", 6_000), paid("2026-01-20", 5_000));
    await books.send({});
    await books.answer("another");
    await books.send({}, {});
    expect(await books.booked()).toBe(-6_000 - 2 * 5_000);
    const { outcomes } = await books.send({ amount_cents: -6_000 }, { amount_cents: -6_000 });
    expect(outcomes).toMatchObject([{ became: "updated", twin: {} }, { became: "unchanged" }]);
    expect(await books.asked()).toMatchObject({ count: 1 });
    expect(await books.booked()).toBe(-6_000 - 5_000);
  });

  test("not one of the same amount that is said to be another", async () => {
    const books = await movedIn(paid("2026-01-20", 5_000));
    await books.send({});
    await books.answer("another");
    await books.settle({});
    expect(await books.asked()).toMatchObject({ count: 0 });
    expect(await books.booked()).toBe(-2 * 5_000);
  });
});

test("An answer goes over to the line of the same amount that takes the place (RULE-032)", async () => {
  const books = await movedIn(paid("2026-01-20", 5_000));
  await books.send({});
  await books.answer("same");
  await books.settle({});
  expect(await books.asked()).toMatchObject({ count: 0 });
  expect(await books.booked()).toBe(-5_000);
  const others = await movedIn(paid("2026-01-20", 5_000));
  await others.send({});
  await others.answer("same");
  await others.settle({ amount_cents: -6_000 });
  expect(await others.asked()).toMatchObject({ count: 1, lines: [{ amount_cents: -6_000 }] });
  expect(await others.booked()).toBe(-5_000);
});

test("Lines of different files may be one entry, which only one of them is (RULE-031)", async () => {
  const books = await movedIn(paid("2026-01-31", 6_050));
  expect(await books.upload(["2026-02-03,FEBRUARY,-60.50"])).toMatchObject({ asked_count: 1 });
  expect(await books.upload(["2026-01-31,JANUARY,-60.50"])).toMatchObject({ asked_count: 1 });
  const { lines } = await books.asked();
  const [january, february] = lines.map(({ id }) => id);
  await expect(books.answer("same")).rejects.toMatchObject({
    code: "invalid_request",
    message: `${january} and ${february} were compared with one entry of imported books, which only one of them can be. Answer for each of them by itself.`,
  });
  await books.answer("same", [present(january, "no line")]);
  await expect(books.answer("same")).rejects.toMatchObject({
    message: `The entry of imported books that ${february} was compared with is another line of the bank, as was said, so the line can only be another one.`,
  });
  await books.answer("another");
  expect(await books.booked()).toBe(-2 * 6_050);
});

test("A line waits with an entry that no other waits with, if there is one (RULE-031)", async () => {
  const books = await movedIn(paid("2026-01-20", 6_050), paid("2026-01-22", 6_050));
  await books.upload(["2026-01-20,FIRST,-60.50"]);
  await books.upload(["2026-01-20,SECOND,-60.50"]);
  expect(await books.answer("same")).toBe(2);
  expect(await books.booked()).toBe(-2 * 6_050);
});

describe("An entry that is edited or imported again is compared anew (RULE-032)", () => {
  test("with another amount: the line waits again, and is not the same", async () => {
    const books = await movedIn(paid("2026-01-20", 6_050));
    await books.upload(["2026-01-21,SHELL OIL,-60.50"], "same");
    expect(await books.asked()).toMatchObject({ count: 0 });
    expect(await books.importAgain(paid("2026-01-20", 6_500))).toMatchObject({ changed_vouchers: [{}] });
    const { count, lines } = await books.asked();
    expect(count).toBe(1);
    await expect(books.answer("same")).rejects.toMatchObject({
      code: "invalid_request",
      message: `The entry of imported books that ${lines[0]?.id} was compared with has another amount or account, so the line can't be the same. Correct the entry in the books, or say that the line is another one.`,
    });
    // The line that it is now finds it.
    expect(await books.upload(["2026-01-21,SHELL OIL,-65.00"])).toMatchObject({ asked_count: 1 });
    // What was said is true again.
    await books.importAgain(paid("2026-01-20", 6_050));
    expect(await books.asked()).toMatchObject({ count: 1, lines: [{ amount_cents: -6_500 }] });
  });

  test("once it is there again: the line stands beside it, and can be the same", async () => {
    const books = await movedIn(paid("2026-01-20", 6_050));
    await books.upload(["2026-01-21,SHELL OIL,-60.50"], "same");
    await app.intake.takeBackImport(books.company_id, present(books.import_id, "no import"), false);
    await books.importAgain(paid("2026-01-20", 6_050));
    expect(await books.asked()).toMatchObject({ count: 1, lines: [{ twin_date: "2026-01-20" }] });
    expect(await books.answer("same")).toBe(1);
    expect(await books.asked()).toMatchObject({ count: 0 });
    expect(await books.booked()).toBe(-6_050);
  });
});

test("A reconciliation has a line and the entry that it is once (RULE-032)", async () => {
  const books = await movedIn(paid("2026-02-02", 6_050));
  await books.upload(["2026-01-31,SHELL OIL,-60.50"]);
  const reconciled = async (last: number) => {
    const balances = [
      ["2026-01-31", -96_050],
      ["2026-02-28", last],
    ] as const;
    const { days } = await app.transactions.reconcile(
      books.company_id,
      books.account.id,
      balances.map(([date, amount]) => ({
        date: present(parseCivilDate(date), date),
        cents: cents(amount),
      })),
    );
    return days;
  };
  const rent = { kind: "entry", description: "Rent" };
  // The rent has no line. Nothing else is missing, also while nobody said what the line is.
  expect(await reconciled(-96_050)).toMatchObject([
    { difference_cents: 6_050, missing_cents: 0 },
    { difference_cents: 0, missing_cents: 0, differences: [] },
  ]);
  const waiting = { kind: "excluded", description: "SHELL OIL" };
  expect((await reconciled(-96_051))[1]).toMatchObject({ missing_cents: -1, differences: [rent, waiting] });
  await books.answer("same");
  const [january, february] = await reconciled(-96_051);
  expect(january).toMatchObject({
    missing_cents: 0,
    differences: [
      rent,
      { kind: "other_day", description: "SHELL OIL", date: "2026-01-31", ledger_date: "2026-02-02" },
    ],
  });
  expect(february).toMatchObject({ difference_cents: 1, missing_cents: -1, differences: [rent] });
});

test("A company that moves takes along what is said of its lines, and what is asked (RULE-032)", async () => {
  const books = await movedIn(paid("2026-01-20", 6_050), paid("2026-01-20", 700));
  await books.upload(["2026-01-21,SHELL OIL,-60.50"], "same");
  await books.upload(["2026-01-21,TEA,-7.00"]);
  let text = "";
  for await (const piece of app.intake.exportBundle(books.company_id)) text += piece;
  const id = `${books.company_id}moved` as typeof books.company_id;
  await app.intake.importBundle(bytesOf(text.replaceAll(books.company_id, id)));
  const { lines } = await books.asked();
  expect(await app.transactions.listTwinLines(id)).toEqual({ count: 1, lines });
  expect(lines).toMatchObject([{ description: "TEA", twin_date: "2026-01-20" }]);
});

test("Another line that is pending at the bank is on hold until the bank has booked it (RULE-032)", async () => {
  const books = await movedIn(paid("2026-01-20", 5_000), paid("2026-01-20", 700));
  const other = { external_id: "settles", amount_cents: -700 };
  await books.send({}, other);
  // It is booked at the bank before it is answered for.
  await books.send({ ...other, status: "approved" });
  expect(await books.answer("another")).toBe(2);
  expect(await books.statuses()).toEqual(["approved", "pending"]);
  await books.send({ status: "approved" });
  expect(await books.statuses()).toEqual(["approved", "approved"]);
});

test("A line on a finished statement whose entry is gone is not booked on a day after closed books", async () => {
  const books = await movedIn(paid("2026-01-20", 6_050));
  await books.upload(["2026-01-20,SHELL,-60.50"], "same");
  const day = (text: string) => present(parseCivilDate(text), text);
  const [january, at] = [day("2026-01-31"), { now: now(), today: day("2026-06-30") }];
  const wanted = { account: books.account.id, date: january, opening_cents: null };
  const { id } = await app.reconciliations.start(
    books.company_id,
    { ...wanted, statement_cents: cents(-60_50) },
    at,
  );
  await app.reconciliations.clear(books.company_id, id, { lines: null, cleared: true }, at.now);
  await app.reconciliations.finish(books.company_id, id, at.now);
  await books.importAgain(paid("2026-01-20", 6_060));
  await app.ledger.closeBooks(books.company_id, january, at, "operator", "Filed");
  const [line] = (await books.asked()).lines;
  await expect(books.answer("another")).rejects.toMatchObject({
    code: "invalid_request",
    param: "transaction_ids",
    message: `The books are closed through 2026-01-31, and ${line?.id} is on the statement of 2026-01-31, which is reconciled; reopen that reconciliation first.`,
  });
  await app.reconciliations.reopen(books.company_id, id, "Its entry is gone", at.now);
  expect(await books.answer("another")).toBe(1);
});
