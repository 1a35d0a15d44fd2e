/** The checks of `verify` on invoices whose sums, settlements or entries were changed behind the service. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { FEED, invoice, payment } from "../../../../../test/support/feed.ts";
import { endOfMay, line, settlingBook } from "../../../../../test/support/settlements.ts";
import { cents } from "@daybook/words/cents";

const http = await testApp();
const { app } = http;
const at = endOfMay(http);

/** Invoices that are paid, credited, refunded, moved and open, and an entry on receivables that follows none. */
async function settled() {
  const { book, issue, settle, move, receive } = await settlingBook(http);
  const a = await issue("A", 100_00);
  await issue("B", 80_00);
  await issue("C", 70_00);
  const paid = await receive(170_00, "A");
  await move("A", "B", 30_00);
  await settle("credit_note", "C", 20_00);
  await app.invoices.refund(
    book.company.id,
    {
      invoices: [{ invoice: "A", amount_cents: cents(10_00) }],
      transaction: null,
      category: line(1, "Software").category,
      date: null,
      note: "",
    },
    at,
    "operator",
  );
  await book.change(await issue("D", 1_00), "void");
  const other = await book.receive(5_00, { date: "2026-05-09" });
  await app.transactions.edit(book.company.id, other, { category_id: "cat_receivable" }, at);
  return { id: book.company.id, a, paid };
}

const company = await settled();

/** The differences that are found when a change was made behind the service's back. */
async function faultsAfter(sql: string): Promise<Record<string, string | null>> {
  const undone = new Error("undone");
  let found: Record<string, string | null> = {};
  const changed = app.db.transaction(async (tx) => {
    // Triggers would mend what is planted.
    await tx.script("set local session_replication_role = replica");
    await tx.script(sql.replaceAll("$1", `'${company.id}'`).replaceAll("$2", `'${company.a}'`));
    const { checks } = await app.ledger.verifyWithin(tx, company.id);
    found = Object.fromEntries(
      checks.filter(({ ok }) => !ok).map(({ check, difference }) => [check, difference]),
    );
    throw undone;
  });
  await expect(changed).rejects.toBe(undone);
  return found;
}

describe("verify", () => {
  test("finds sound invoices sound, though an entry on receivables follows none (BILL-032)", async () => {
    expect(await faultsAfter("select 1")).toEqual({});
  });

  test("finds a payment sound that arrived on an account of receivables (BILL-032)", async () => {
    const { id } = await http.company({
      ...FEED,
      accounts: FEED.accounts.map((account) =>
        account.id === "acct_checking" ? { ...account, category_id: "cat_receivable" } : account,
      ),
      invoices: [invoice("a", 100_00)],
      transactions: [payment("p", 60_00, "inv_a")],
      transfers: [],
    });
    expect((await app.ledger.verify(id)).checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  test.each([
    [
      "a paid sum",
      "update invoices set paid_cents = paid_cents + 1 where company_id = $1 and id = $2",
      {
        invoices_equal_settlements: expect.stringMatching(
          /^the invoice inv_\w+ says that \$170\.01 are paid, -\$10\.00 credited and \$30\.00 moved, but its payments come to \$170\.00, its settlements to -\$10\.00 and its moves to \$30\.00$/,
        ),
        receivables_equal_ledger:
          "$69.99 are due of the invoices on cat_receivable, but their entries come to $70.00",
      },
    ],
    [
      "a settlement that is gone",
      "delete from settlements where company_id = $1 and kind = 'move'",
      { invoices_equal_settlements: expect.stringContaining("its moves to $0.00") },
    ],
    [
      "an entry of a payment",
      "update journal_entries set net_debit_cents = net_debit_cents - 1 where company_id = $1 and net_debit_cents = -17000",
      expect.objectContaining({
        receivables_equal_ledger:
          "$70.00 are due of the invoices on cat_receivable, but their entries come to $69.99",
      }),
    ],
  ])("finds %s (BILL-032)", async (_, sql, found) => {
    expect(await faultsAfter(sql)).toEqual(found);
  });
});
