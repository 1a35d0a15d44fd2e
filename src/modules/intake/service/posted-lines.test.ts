/** Imports of books over months whose lines of the bank are posted already. */
import { noteIn } from "../../../core/advice.ts";
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { BOOK_WRITERS, type BookVoucher } from "../../../../test/support/books.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import { present } from "@daybook/words/assert";
import { statement } from "../../../platform/db/index.ts";

const { app } = await testApp();

const paid = (date: string, cents: number, description = "Shell"): BookVoucher => ({
  date,
  description,
  lines: [
    { account: "Fuel", cents },
    { account: "Checking", cents: -cents },
  ],
});
const textOf = (...books: readonly BookVoucher[]) =>
  bytesOf(present(BOOK_WRITERS["quickbooks-journal"], "no writer")(books));

const checking = statement<{ id: string }>(
  "test.postedLines.category",
  "select id from categories where company_id = $1 and name = 'Checking'",
);
const entries = statement<{ entries: number }>(
  "test.postedLines.entries",
  "select count(*)::int as entries from journal_entries where company_id = $1",
);

test("New vouchers that are probably the same as posted lines are told before and after they are stored (INTK-032)", async () => {
  const { company_id } = await app.intake.importJournal(textOf(paid("2026-01-02", 100)), { name: "Acme" });
  const account = await app.banking.createAccount(
    company_id,
    {
      name: "Checking",
      type: "checking",
      institution_name: null,
      last4: null,
      category_id: (await app.db.get(checking, [company_id])).id,
    },
    app.clock.now(),
  );
  const row = (date: string, amount_cents: number) => ({ date, amount_cents, description: "SHELL OIL" });
  await app.uploads.upload(
    company_id,
    {
      account_id: account.id,
      source: { rows: [row("2026-02-20", -6_050), row("2026-02-21", -6_050), row("2026-02-27", -700)] },
    },
    app.clock.now(),
  );
  const before = await app.db.get(entries, [company_id]);
  const later = () =>
    textOf(
      paid("2026-01-02", 100),
      paid("2026-02-20", 6_050),
      paid("2026-02-20", 6_050),
      paid("2026-02-20", 6_050),
      // Six days from the line of the bank.
      paid("2026-02-21", 700),
    );
  const note =
    '2 new entries are probably the same as lines of the bank that are posted already, one each, such as -60.50 of 2026-02-20, "Shell", beside "SHELL OIL" of 2026-02-20. With both, the amounts are in the books twice: take the uploads of these lines back before you import, and upload their files again afterwards.';
  const plan = await app.intake.planJournal(later(), { name: "Acme", company_id });
  expect(plan.notes).toContainEqual(note);
  expect(plan.other_notes).toContainEqual(note);
  expect(await app.db.get(entries, [company_id])).toEqual(before);
  expect((await app.intake.importJournal(later(), { name: "Acme", company_id })).notes).toContainEqual(note);
  // What is there is not new again.
  const again = await app.intake.planJournal(later(), { name: "Acme", company_id });
  expect(again.notes.map((each) => noteIn(each)).join("\n")).not.toContain("posted already");
});
