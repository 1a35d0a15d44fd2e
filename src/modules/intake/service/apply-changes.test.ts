/** A later import that takes over what its source edited and deleted. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { BOOK_WRITERS, type BookVoucher } from "../../../../test/support/books.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import { forOperator } from "@daybook/words/areas";
import { present } from "@daybook/words/assert";
import { type CivilDate, losAngelesDate, parseCivilDate } from "@daybook/words/civil-date";
import { statement } from "../../../platform/db/index.ts";
import type { JournalOptions } from "./import-journal.ts";

const { app } = await testApp();

const voucher = (date: string, description: string, debit: number, account = "Fuel"): BookVoucher => ({
  date,
  description,
  lines: [
    { account, cents: debit },
    { account: "Checking", cents: -debit },
  ],
});
const CAPITAL = voucher("2026-01-15", "Owner", -2_500_000, "Owner's Capital");
const FUEL = voucher("2026-01-20", "Fuel week 3", 6_050);
const DEARER = voucher("2026-01-20", "Fuel week 3", 6_150);
const FLYERS = voucher("2026-01-21", "Flyers", 30_000, "Advertising");
const LATER = voucher("2026-02-15", "Fuel week 7", 7_000);
/** What the source has of the three vouchers of January by February. */
const EDITED = [CAPITAL, DEARER, LATER];

const textOf = (books: readonly BookVoucher[]) => bytesOf(BOOK_WRITERS["quickbooks-journal"]?.(books) ?? "");
const importBooks = (books: readonly BookVoucher[], options: Partial<JournalOptions> = {}) =>
  app.intake.importJournal(textOf(books), { name: "Acme", ...options });

const day = (text: string): CivilDate => present(parseCivilDate(text), "no day");
const at = () => ({ now: app.clock.now(), today: losAngelesDate(app.clock.now()) });

const linesOf = statement<{ date: string; description: string; cents: number; voucher: string }>(
  "test.applyChanges.lines",
  `select voucher_id as voucher, date::text as date, description, net_debit_cents as cents from journal_entries
   where company_id = $1 and line = 1 order by date, description`,
);
const stateOf = statement<{ state: unknown }>(
  "test.applyChanges.state",
  `select jsonb_build_array(
     (select jsonb_agg(to_jsonb(e) - 'updated' - 'event_id' order by e.voucher_id, e.line)
       from journal_entries e where e.company_id = $1),
     (select jsonb_agg(to_jsonb(i) order by i.voucher_id) from imported_vouchers i where i.company_id = $1),
     (select jsonb_agg(c.id order by c.id) from categories c where c.company_id = $1)) as state`,
);
const booksOf = (company: string) => app.db.list(linesOf, [company]);

test("is shown before, and edits and removes what the source edited and deleted (INTK-028)", async () => {
  const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
  const before = await app.db.get(stateOf, [company_id]);
  const options = { name: "Acme", company_id, changes: "apply" } as const;
  const planned = await app.intake.planJournal(textOf(EDITED), options);
  expect(planned.later).toMatchObject({
    added_vouchers: 1,
    known_vouchers: 1,
    changed_vouchers: [{ change: "lines", applied: true, voucher_id: "vch_000000002" }],
    gone_vouchers: [{ description: "Flyers", applied: true }],
  });
  expect(await app.db.get(stateOf, [company_id])).toEqual(before);
  const imported = await importBooks(EDITED, options);
  expect(imported).toMatchObject(planned.later ?? {});
  expect(imported.notes).toEqual(planned.notes);
  expect(imported.notes).toEqual(
    expect.arrayContaining([
      `1 voucher was edited since an earlier import and becomes as the file has it: "Fuel week 3" of 2026-01-20, 61.50, was "Fuel week 3" of 2026-01-20, 60.50 (vch_000000002).`,
      `1 voucher of an earlier import is no longer in the file and is removed: "Flyers" of 2026-01-21, 300.00 (vch_000000003).`,
    ]),
  );
  expect(await booksOf(company_id)).toMatchObject([
    { date: "2026-01-15", cents: -2_500_000, voucher: "vch_000000001" },
    { date: "2026-01-20", cents: 6_150, voucher: "vch_000000002" },
    { date: "2026-02-15", cents: 7_000 },
  ]);
  expect(await app.ledger.verify(company_id)).toMatchObject({ ok: true });
  const [event] = await app.audit.list(forOperator(company_id), { topic: "imports" }, 10);
  expect(event).toMatchObject({
    action: "import changes",
    subject: imported.import_id,
    note: "1 replaced, 1 removed",
  });
  // The same file has nothing more to change, and the whole import is taken back.
  expect(await importBooks(EDITED, { company_id, changes: "apply" })).toMatchObject({
    added_vouchers: 0,
    known_vouchers: 3,
    changed_vouchers: [],
    gone_count: 0,
  });
  expect(
    await app.intake.takeBackImport(company_id, present(imported.import_id, "no import"), false),
  ).toMatchObject({ removed_vouchers: 1, restored_vouchers: 2 });
  expect(await app.db.get(stateOf, [company_id])).toEqual(before);
  expect(await app.ledger.verify(company_id)).toMatchObject({ ok: true });
});

test("takes over single vouchers, their texts too, and leaves the others", async () => {
  const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
  const memo = { ...FUEL, description: "Fuel week 3 (van)" };
  const one = { change_of: { vch_000000002: "apply" } } as const;
  expect(await importBooks([CAPITAL, memo, LATER], { company_id, ...one })).toMatchObject({
    changed_vouchers: [{ change: "memo", applied: true }],
    gone_vouchers: [{ applied: false }],
  });
  expect(await booksOf(company_id)).toMatchObject([
    { description: "Owner" },
    { description: "Fuel week 3 (van)", cents: 6_050 },
    { description: "Flyers" },
    { description: "Fuel week 7" },
  ]);
  const all = { changes: "apply", change_of: { vch_000000003: "leave" } } as const;
  expect(await importBooks([CAPITAL, memo, LATER], { company_id, ...all })).toMatchObject({
    changed_vouchers: [],
    gone_vouchers: [{ applied: false }],
  });
  expect(await booksOf(company_id)).toHaveLength(4);
});

describe("is refused, and changes nothing,", () => {
  test("for a voucher that is neither edited nor deleted", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    const options = { company_id, change_of: { vch_000000001: "apply" } } as const;
    const refusal = {
      code: "invalid_request",
      param: "change",
      message:
        "The source neither edited nor deleted the voucher vch_000000001, so nothing can be chosen for it. Nothing was imported.",
    };
    await expect(importBooks(EDITED, options)).rejects.toMatchObject(refusal);
    await expect(app.intake.planJournal(textOf(EDITED), { name: "Acme", ...options })).rejects.toMatchObject(
      refusal,
    );
  });

  test("for closed days, by the plan too", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    await app.ledger.closeBooks(company_id, day("2026-01-20"), at(), "operator", "Filed");
    const before = await app.db.get(stateOf, [company_id]);
    const refusal = {
      code: "invalid_request",
      param: "changes",
      message: `The books are closed through 2026-01-20, and the file changes entries until then: "Fuel week 3" of 2026-01-20, 60.50. Nothing was imported.`,
    };
    const options = { company_id, changes: "apply" } as const;
    await expect(importBooks(EDITED, options)).rejects.toMatchObject(refusal);
    await expect(app.intake.planJournal(textOf(EDITED), { name: "Acme", ...options })).rejects.toMatchObject(
      refusal,
    );
    expect(await app.db.get(stateOf, [company_id])).toEqual(before);
    const left = { ...options, change_of: { vch_000000002: "leave" } } as const;
    expect(await importBooks(EDITED, left)).toMatchObject({
      changed_vouchers: [{ applied: false }],
      gone_vouchers: [{ applied: true }],
    });
  });
});

describe("is taken back", () => {
  test("before the import whose vouchers it changed", async () => {
    const { company_id, import_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    const later = await importBooks([CAPITAL, DEARER, FLYERS], { company_id, changes: "apply" });
    const back = (id: string | null) =>
      app.intake.takeBackImport(company_id, present(id, "no import"), false);
    await expect(back(import_id)).rejects.toThrow("Later imports recognised vouchers");
    await back(later.import_id);
    await back(import_id);
    expect(await booksOf(company_id)).toEqual([]);
  });

  test("not while a voucher that it changed is reversed or closed", async () => {
    const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    const { import_id } = await importBooks([CAPITAL, DEARER, FLYERS], { company_id, changes: "apply" });
    const back = () => app.intake.takeBackImport(company_id, present(import_id, "no import"), false);
    await app.ledger.closeBooks(company_id, day("2026-01-20"), at(), "operator", "Filed");
    await expect(back()).rejects.toThrow(
      "Nothing was taken back. vch_000000002 can't be restored: the books are closed through 2026-01-20",
    );
    await app.ledger.openBooks(company_id, at(), "operator", "A correction");
    await app.ledger.reverseVoucher(
      company_id,
      "vch_000000002",
      { date: day("2026-01-20"), memo: null },
      app.clock.now(),
      "operator",
    );
    await expect(back()).rejects.toThrow(
      "Nothing was taken back. vch_000000002, which it changed, is reversed.",
    );
  });
});

test("is taken back to a category that was merged since (MERGE-001)", async () => {
  const { company_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
  const changed = await importBooks(EDITED, { company_id, changes: "apply" });
  const idOf = async (name: string) =>
    present(
      (await app.chart.listCategories(company_id)).find((each) => each.name === name),
      `no category ${name}`,
    ).id;
  const [fuel, into] = [await idOf("Fuel"), await idOf("Advertising")];
  await app.chart.mergeCategory(company_id, fuel, into, false);
  await app.intake.takeBackImport(company_id, present(changed.import_id, "no import"), false);
  const lines = await app.db.list(
    statement<{ category_id: string; description: string; cents: number }>(
      "test.applyChanges.merged",
      `select category_id, description, net_debit_cents as cents from journal_entries
       where company_id = $1 and category_id = $2 order by date, description`,
    ),
    [company_id, into],
  );
  expect(lines).toEqual([
    { category_id: into, description: "Fuel week 3", cents: 6_050 },
    { category_id: into, description: "Flyers", cents: 30_000 },
  ]);
  expect(await app.ledger.verify(company_id)).toMatchObject({ ok: true });
});
