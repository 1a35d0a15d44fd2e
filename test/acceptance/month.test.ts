/**
 * A month of an LLC on the command line alone: from an empty installation to a closed month, whose figures are
 * those that an accountant makes by hand.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Api } from "./api.ts";
import { json, LONG } from "./daybook.ts";
import { BANK_FILE, BILLS, BOOKED, expectMonth, INVOICES, type LineText } from "./month.ts";
import { ENGINE, newPlace } from "./place.ts";
import { startService } from "./service.ts";

interface Identified {
  readonly id: string;
}

test(
  "an LLC's first month is closed on the command line, to the cent as by hand (CMD-021)",
  LONG,
  async () => {
    const place = await newPlace(ENGINE, "empty");
    onTestFinished(() => place.remove());
    const service = await startService(place, ["start"]);
    onTestFinished(() => service.kill());
    const { company_id, api_key } = await json<{ readonly company_id: string; readonly api_key: string }>(
      service.daybook,
      [
        ...["company", "create", "Juniper Works LLC"],
        ...["--owner-email", "ann@example.com", "--entity-type", "llc"],
      ],
    );
    const environment = { ...service.daybook.environment, DAYBOOK_COMPANY: company_id };
    const say = <Result>(...words: readonly string[]) =>
      json<Result>({ ...service.daybook, environment }, words);
    const { account } = await say<{ readonly account: Identified }>(
      "account",
      "add",
      "Checking",
      "--type",
      "checking",
    );
    const file = join(place.folder, "july.csv");
    await writeFile(file, BANK_FILE);
    await say("upload", file, "--account", account.id);
    const { transactions } = await say<{
      readonly transactions: readonly (Identified & { readonly description: string })[];
    }>("transaction", "list", "--limit", "100");
    const idOf = (line: LineText): string =>
      transactions.find(({ description }) => description === line)?.id ?? line;

    for (const [line, category] of BOOKED)
      await say("transaction", "edit", idOf(line), "--category", category);
    await say(
      ...["transaction", "split", idOf("Loan 7719 rate")],
      ...["--line", "Loans Payable=500", "--line", "Interest Expense=12.50"],
    );
    await say("transaction", "edit", idOf("Harbor Mutual yearly premium"), "--category", "Insurance");
    await say(
      "schedule",
      "start",
      idOf("Harbor Mutual yearly premium"),
      "--from",
      "2026-07-01",
      "--months",
      "12",
    );

    const invoices: string[] = [];
    for (const { party, date, due, amount } of INVOICES) {
      const { invoice } = await say<{ readonly invoice: Identified }>(
        ...["invoice", "issue", party, "--date", date, "--due", due, "--line", `Service Revenue=${amount}`],
      );
      invoices.push(invoice.id);
    }
    const [alder = "", birch = "", cedar = ""] = invoices;
    const bills: string[] = [];
    for (const { party, date, due, category, amount } of BILLS) {
      const { bill } = await say<{ readonly bill: Identified }>(
        ...["bill", "enter", party, "--date", date, "--due", due, "--line", `${category}=${amount}`],
      );
      bills.push(bill.id);
    }
    const [rent = "", hosting = ""] = bills;
    await say("invoice", "receive", idOf("Payout of card payments"), alder, birch, "--fee", "Bank Fees=291");
    await say("invoice", "receive", idOf("Cedar Kitchens"), cedar);
    await say("invoice", "refund", cedar, "--transaction", idOf("Back to Cedar Kitchens"));
    await say("bill", "pay", idOf("Mill Street Lofts"), rent);
    await say("bill", "pay", idOf("Northwind Hosting part"), hosting);

    const { asset } = await say<{ readonly asset: Identified }>(
      ...["asset", "capitalize", idOf("Camera shop"), "--category", "Computer Equipment"],
      ...["--expense", "Depreciation and Amortization", "--from", "2026-07-06", "--months", "36"],
    );
    await say(
      ...["asset", "dispose", asset.id, "--at", "2026-07-24", "--proceeds", "4,500"],
      ...["--to", "Accounts Receivable"],
    );
    await say("transaction", "edit", idOf("Camera sold to B. Lund"), "--category", "Accounts Receivable");
    const posted = await say<{ readonly entries: readonly { readonly voucher_id: string }[] }>(
      ...["journal", "post", "--date", "2026-07-31", "--memo", "Electricity of July", "--adjusting"],
      ...["--reverses-on", "2026-08-01"],
      ...["--debit", "Utilities and Internet=180", "--credit", "Accrued Expenses=180"],
    );

    for (const { voucher_id } of posted.entries) await say("journal", "review", voucher_id);
    const { reconciliation } = await say<{ readonly reconciliation: Identified }>(
      ...["reconcile", "start", account.id, "--date", "2026-07-31", "--balance", "29,331.50"],
    );
    await say("reconcile", "clear", reconciliation.id);
    await say("reconcile", "finish", reconciliation.id);
    const { items } = await say<{
      readonly items: readonly { readonly item: string; readonly state: string }[];
    }>(...["company", "checklist", company_id, "--through", "2026-07-31"]);
    expect(items.filter(({ state }) => state === "open")).toEqual([]);
    await say("company", "close-books", company_id, "--through", "2026-07-31");
    await expectMonth(new Api(service.base, api_key));
  },
);
