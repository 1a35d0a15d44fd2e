/**
 * The checklist of a month, and the record of closings: what each item counts, that open items take a reason
 * which is kept with the checklist, and that the record is only added to and travels in the bundle.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { type Bundle, cr, dr, unique, voucher } from "../../../../../test/support/bundle.ts";
import { FEED, invoice } from "../../../../../test/support/feed.ts";
import { exported } from "../../../../../test/support/import.ts";
import { parseCivilDate } from "@daybook/words/civil-date";
import { statement } from "../../../../platform/db/index.ts";
import { runAs } from "../../../../platform/log/actor.ts";

const http = await testApp();
const { app } = http;
const day = (text: string) => parseCivilDate(text) ?? expect.unreachable(text);
const at = () => ({ now: app.clock.now(), today: day("2026-05-20") });
type Id = TestCompany["id"];

const checklist = (id: Id, through: string) => app.ledger.getChecklist(id, day(through), at());
const close = (id: Id, through: string, reason: string | null) =>
  app.ledger.closeBooks(id, day(through), at(), "operator", reason);
const open = (id: Id, reason: string) => app.ledger.openBooks(id, at(), "operator", reason);
const itemsOf = async (id: Id, through: string) => {
  const { items } = await checklist(id, through);
  return Object.fromEntries(
    items.map(({ item, state, count, amount_cents, evidence }) => [
      item,
      [state, count, amount_cents, evidence] as const,
    ]),
  );
};

/** A company with lines of May that wait in each way that the feed knows. */
const WAITING = {
  ...FEED,
  invoices: [invoice("sent", 500_00), invoice("draft", 70_00, { status: "draft" } as never)],
};

describe("the checklist", () => {
  test("counts what is open in the lists that it opens, and says nothing of what was not compared (CLOSE-001)", async () => {
    const { id } = await http.company(WAITING);
    const items = await itemsOf(id, "2026-05-19");
    expect(items["pending_lines"]).toEqual(["open", 1, -12_34, "1 pending at the bank, (12.34)"]);
    expect(items["needs_review"]).toEqual(["open", 1, -45_67, "1 to review, (45.67)"]);
    expect(items["uncategorized"]).toEqual(["open", 3, -45_67, "3 uncategorized, (45.67)"]);
    expect(items["transfers"]).toEqual(["open", 1, null, "1 pair may be a transfer"]);
    expect(items["reconciliations"]).toEqual([
      "open",
      3,
      null,
      "0 of 3 · Operating not yet · Company card not yet · Reserve not yet",
    ]);
    expect(items["bank_activity"]?.slice(0, 2)).toEqual(["open", 3]);
    expect(items["schedules"]?.slice(0, 2)).toEqual(["nothing", 0]);
    expect(items["draft_invoices"]).toEqual(["open", 1, 70_00, "1 draft, 70.00"]);
    expect(items["receivables"]).toEqual(["done", 0, null, "500.00 in both"]);
    expect(items["imported_lines"]?.[0]).toBe("done");
    expect(items["accruals"]).toEqual(["nothing", 0, null, "No adjusting entries in this month"]);
    expect(items["earlier_months"]?.[0]).toBe("open");

    // Each list that is opened has what was counted.
    for (const { item, count, opens } of (await checklist(id, "2026-05-19")).items) {
      if (opens?.operation !== "findTransactions") continue;
      const found = await app.transactions.listPlaces(id, {
        ...NO_CONDITIONS,
        ...("status" in opens.query ? { status: opens.query["status"] ?? null } : {}),
        ...("categorized" in opens.query ? { categorized: false } : {}),
        start_date: day(opens.query["start_date"] ?? ""),
        end_date: day(opens.query["end_date"] ?? ""),
      });
      expect([item, found]).toEqual([item, expect.objectContaining({ length: count })]);
    }
  });

  test("of a company without a feed and invoices has nothing to check or compare (CLOSE-001)", async () => {
    const { id } = await http.company();
    const items = await itemsOf(id, "2025-06-30");
    for (const item of ["bank_activity", "uncategorized", "transfers", "reconciliations", "needs_review"])
      expect([item, items[item]?.[0]]).toEqual([item, "nothing"]);
    expect(items["receivables"]).toEqual(["nothing", 0, null, "Nothing to compare"]);
  });

  test("is of the month after the last closed one, and of open days only (CLOSE-002)", async () => {
    const { id } = await http.company(FEED);
    expect(await app.ledger.getChecklist(id, null, at())).toMatchObject({
      through: "2026-04-30",
      start: null,
      closed_through: null,
    });
    await close(id, "2026-04-30", "As filed");
    expect(await app.ledger.getChecklist(id, null, at())).toMatchObject({
      through: "2026-05-31",
      start: "2026-05-01",
    });
    expect((await itemsOf(id, "2026-05-31"))["earlier_months"]).toEqual([
      "done",
      0,
      null,
      "Closed through Apr 30, 2026",
    ]);
    await expect(checklist(id, "2026-04-30")).rejects.toMatchObject({
      code: "invalid_request",
      param: "through",
      message: expect.stringContaining("so there is nothing left to check through 2026-04-30"),
    });
  });

  test("has receivables that come to the ledger, and names by how much they do not (CLOSE-001)", async () => {
    const { id } = await http.company({
      ...FEED,
      transactions: [],
      transfers: [],
      invoices: [invoice("sent", 500_00)],
    });
    const before = (await itemsOf(id, "2026-04-30"))["receivables"];
    const [state, , off] = before ?? [];
    await app.ledger.postEntries(
      id,
      [
        {
          date: day("2026-04-20"),
          memo: "By hand",
          reference: null,
          adjusting: false,
          lines: [
            { category: "cat_receivable", department: null, net_debit_cents: 84_00 as never, memo: null },
            { category: "cat_services", department: null, net_debit_cents: -84_00 as never, memo: null },
          ],
        },
      ],
      app.clock.now(),
      "operator",
    );
    const after = (await itemsOf(id, "2026-04-30"))["receivables"];
    expect([state, after?.[0]]).toEqual([off === null ? "done" : "open", "open"]);
    expect(after?.[2]).toBe((off ?? 0) + 84_00);
  });
});

const accrual = (reverses_on: string | null, more: object = {}) => ({
  date: day("2026-04-30"),
  memo: "Hosting of April",
  reference: null,
  adjusting: true,
  reverses_on: reverses_on === null ? null : day(reverses_on),
  lines: [
    { category: "cat_hosting", department: null, net_debit_cents: 120_00 as never, memo: null },
    { category: "cat_checking", department: null, net_debit_cents: -120_00 as never, memo: null },
  ],
  ...more,
});
const post = (id: Id, ...drafts: ReturnType<typeof accrual>[]) =>
  app.ledger.postEntries(id, drafts, app.clock.now(), "operator");

describe("an accrual", () => {
  test("is posted together with its reversal, and one without is open until it is reviewed (CLOSE-007)", async () => {
    const { id } = await http.company();
    const accruals = async () => (await itemsOf(id, "2026-04-30"))["accruals"];
    const [entry] = await post(id, accrual("2026-06-01", { reference: "hosting-04" }));
    expect(entry).toMatchObject({ date: "2026-04-30", reversed_on: "2026-06-01", reverses: null });
    const reversal = await app.ledger.getManualEntry(id, entry?.reversed_by ?? "");
    expect(reversal).toMatchObject({ date: "2026-06-01", reverses: entry?.voucher_id, adjusting: false });
    expect(reversal.lines.map(({ category_id, credit_cents }) => [category_id, credit_cents])).toEqual([
      ["cat_hosting", 120_00],
      ["cat_checking", 0],
    ]);
    expect(await accruals()).toEqual(["done", 0, null, "1 of 1 reversed or reviewed"]);

    // Sent again, it is the same entry; with another day of its reversal it is another one.
    expect(await post(id, accrual("2026-06-01", { reference: "hosting-04" }))).toMatchObject([
      { voucher_id: entry?.voucher_id, repeated: true },
    ]);
    await expect(post(id, accrual("2026-06-02", { reference: "hosting-04" }))).rejects.toMatchObject({
      code: "idempotency_key_conflict",
    });

    const [bare] = await post(id, accrual(null));
    expect(await accruals()).toEqual(["open", 1, 120_00, "1 with neither a reversal nor a review, 120.00"]);
    await app.ledger.reviewEntry(id, bare?.voucher_id ?? "", app.clock.now(), "operator");
    expect(await accruals()).toEqual(["done", 0, null, "2 of 2 reversed or reviewed"]);
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true });
  });

  test("is refused whole if its reversal is not later, or on a closed day (CLOSE-007)", async () => {
    const { id } = await http.company();
    for (const day_ of ["2026-04-30", "2026-04-01"])
      await expect(post(id, accrual(day_))).rejects.toMatchObject({
        code: "invalid_request",
        param: "reverses_on",
        message: expect.stringContaining("is reversed on a later day, not on"),
      });
    await close(id, "2026-04-29", "As filed");
    await expect(post(id, accrual("9999-01-01"))).rejects.toMatchObject({ param: "reverses_on" });
    expect(await app.ledger.listManualEntries(id, { from: null, to: null, unreviewed: false }, 9)).toEqual(
      [],
    );
  });
});

const NO_CONDITIONS = {
  text: null,
  least_cents: null,
  most_cents: null,
  start_date: null,
  end_date: null,
  categorized: null,
  category_id: null,
  department_id: null,
  account_id: null,
  status: null,
  every: 1,
  limit: 100,
  starting_after: null,
};

describe("closing", () => {
  test("with open items takes a reason, which is kept with the checklist (CLOSE-003)", async () => {
    const { id } = await http.company(FEED);
    await expect(close(id, "2026-04-30", null)).rejects.toMatchObject({
      code: "parameter_missing",
      param: "reason",
      message: expect.stringMatching(/Accounts are reconciled: 0 of 2 .*or close the books with a reason/),
    });
    expect(await app.ledger.closedThrough(id)).toBeNull();
    expect(await app.ledger.listClosings(id)).toEqual([]);
    const shown = (await checklist(id, "2026-04-30")).items;
    const actor = { surface: "command", by: "ada", action: "company close-books", company_id: id } as const;
    await runAs(actor, () => close(id, "2026-04-30", "The card comes late"));
    const [event, ...others] = await app.ledger.listClosings(id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      number: 1,
      action: "closed",
      through: "2026-04-30",
      actor: "ada",
      at: app.clock.now(),
      reason: "The card comes late",
    });
    expect(event?.checklist).toEqual(shown.map(({ opens: _opens, ...item }) => item));
    expect((await app.audit.list(id, { topic: "closing" }, 1))[0]).toMatchObject({
      note: "The card comes late",
    });
    // What comes later is not in the record of that day.
    await runAs({ ...actor, action: "company open-books" }, () => open(id, "A late invoice"));
    expect(
      (await app.ledger.listClosings(id)).map(({ number, action, reason }) => [number, action, reason]),
    ).toEqual([
      [2, "opened", "A late invoice"],
      [1, "closed", "The card comes late"],
    ]);
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true });
  });

  test("without open items takes none (CLOSE-003)", async () => {
    const { id } = await http.company({
      journal: [voucher("2026-04-30", "One", [dr("checking", 100), cr("stock", 100)])],
    });
    expect(await close(id, "2026-04-30", null)).toBe("2026-04-30");
    expect((await app.ledger.listClosings(id))[0]).toMatchObject({ reason: null, action: "closed" });
  });

  test.each([
    "update closing_history set reason = 'another' where company_id = $1",
    "delete from closing_history where company_id = $1",
  ])("its record is only added to: %s (CLOSE-004)", async (sql) => {
    const { id } = await http.company({ closing: { closed_through: "2026-03-31" } });
    const change = statement<never>(`test.checklist.${sql.slice(0, 6)}`, sql);
    await expect(app.db.transaction((tx) => tx.run(change, [id]))).rejects.toThrow(
      "the record of closings is only added to",
    );
  });

  test("by other means than the service is found by `verify` (CLOSE-005)", async () => {
    const { id } = await http.company({ closing: { closed_through: "2026-03-31" } });
    const lift = statement<never>("test.checklist.lift", "delete from book_closings where company_id = $1");
    await app.db.transaction((tx) => tx.run(lift, [id]));
    const { checks } = await app.ledger.verify(id);
    expect(checks.find(({ check }) => check === "closings_are_recorded")).toEqual({
      check: "closings_are_recorded",
      ok: false,
      difference: "the books are open, but by the record of closings they are closed through 2026-03-31",
    });
  });
});

describe("the bundle", () => {
  const bundleOf = async (id: string) =>
    JSON.parse(await exported(app, id)) as Bundle & { closings: object[] };
  const part = ({ format, version }: Bundle, id: string, sections: object) =>
    http.put({ format, version, company: { id }, ...sections } as unknown as Bundle);

  test("carries the record, which is the same elsewhere and never changes (CLOSE-006)", async () => {
    const { id } = await http.company(FEED);
    await close(id, "2026-03-31", "First");
    await open(id, "A correction");
    await close(id, "2026-04-30", "Second");
    const bundle = await bundleOf(id);
    const copyId = `comp_${unique()}`;
    const copy = { ...bundle, company: { ...bundle.company, id: copyId }, users: [], members: [] };
    await http.put(copy);
    const { closings, closing } = await bundleOf(copyId);
    expect({ closings, closing }).toEqual({ closings: bundle.closings, closing: bundle.closing });
    await http.put(copy);
    expect((await bundleOf(copyId)).closings).toEqual(bundle.closings);
    expect(await app.ledger.verify(copyId as Id)).toMatchObject({ ok: true });

    const [first] = bundle.closings;
    for (const [record, reason] of [
      [{ ...first, reason: "Another" }, "closings[0]: differs from the record, which never changes"],
      [{ ...first, number: 7 }, "closings[0].number: must be 4, the next one"],
      [{ ...first, number: 4, action: "opened" }, "a bundle can't open them"],
    ] as const)
      await expect(part(bundle, copyId, { closings: [record] })).rejects.toThrow(reason);
    expect((await bundleOf(copyId)).closings).toEqual(bundle.closings);
  });

  test("with a closing date alone is recorded as such (CLOSE-006)", async () => {
    const { id, bundle } = await http.company({ closing: { closed_through: "2026-03-31" } });
    await part(bundle, id, { closing: { closed_through: "2026-04-30" } });
    expect(
      (await app.ledger.listClosings(id)).map(({ number, through, reason }) => [number, through, reason]),
    ).toEqual([
      [2, "2026-04-30", "A company bundle states this closing date."],
      [1, "2026-03-31", "A company bundle states this closing date."],
    ]);
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true });
  });
});
