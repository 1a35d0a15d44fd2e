/**
 * A month of an LLC on the command line alone: from an empty installation to a closed month, whose figures
 * are those that an accountant makes by hand.
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

/** The words of a line, as a shell parts them. */
const wordsOf = (line: string): string[] =>
  (line.match(/(?:[^\s']|'[^']*')+/g) ?? []).map((word) => word.replaceAll("'", ""));

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
      wordsOf("company create 'Juniper Works LLC' --owner-email ann@example.com --entity-type llc"),
    );
    const environment = { ...service.daybook.environment, DAYBOOK_COMPANY: company_id };
    const say = <Result>(line: string) => json<Result>({ ...service.daybook, environment }, wordsOf(line));
    const made = async (name: string, line: string): Promise<string> =>
      (await say<Readonly<Record<string, Identified>>>(line))[name]?.id ?? line;

    const account = await made("account", "account add Checking --type checking");
    const file = join(place.folder, "july.csv");
    await writeFile(file, BANK_FILE);
    await say(`upload ${file} --account ${account}`);
    const { transactions } = await say<{
      readonly transactions: readonly (Identified & { readonly description: string })[];
    }>("transaction list --limit 100");
    const the = (line: LineText): string =>
      transactions.find(({ description }) => description === line)?.id ?? line;

    for (const [line, category] of BOOKED)
      await say(`transaction edit ${the(line)} --category '${category}'`);
    const rate = the("Loan 7719 rate");
    await say(`transaction split ${rate} --line 'Loans Payable=500' --line 'Interest Expense=12.50'`);
    const premium = the("Harbor Mutual yearly premium");
    await say(`transaction edit ${premium} --category Insurance`);
    await say(`schedule start ${premium} --from 2026-07-01 --months 12`);

    const items: string[] = [];
    for (const { party, date, due, amount } of INVOICES) {
      const line = `--line 'Service Revenue=${amount}'`;
      items.push(await made("invoice", `invoice issue '${party}' --date ${date} --due ${due} ${line}`));
    }
    for (const { party, date, due, category, amount } of BILLS) {
      const line = `--line '${category}=${amount}'`;
      items.push(await made("bill", `bill enter '${party}' --date ${date} --due ${due} ${line}`));
    }
    const [alder, birch, cedar, , rent, hosting] = items;
    await say(`invoice receive ${the("Payout of card payments")} ${alder} ${birch} --fee 'Bank Fees=291'`);
    await say(`invoice receive ${the("Cedar Kitchens")} ${cedar}`);
    await say(`invoice refund ${cedar} --transaction ${the("Back to Cedar Kitchens")}`);
    await say(`bill pay ${the("Mill Street Lofts")} ${rent}`);
    await say(`bill pay ${the("Northwind Hosting part")} ${hosting}`);

    const camera = await made(
      "asset",
      `asset capitalize ${the("Camera shop")} --category 'Computer Equipment' --expense 'Depreciation and Amortization' --from 2026-07-06 --months 36`,
    );
    await say(`asset dispose ${camera} --at 2026-07-24 --proceeds 4,500 --to 'Accounts Receivable'`);
    await say(`transaction edit ${the("Camera sold to B. Lund")} --category 'Accounts Receivable'`);
    const accrued = await say<{ readonly entries: readonly { readonly voucher_id: string }[] }>(
      "journal post --date 2026-07-31 --memo 'Electricity of July' --adjusting --reverses-on 2026-08-01 --debit 'Utilities and Internet=180' --credit 'Accrued Expenses=180'",
    );
    for (const { voucher_id } of accrued.entries) await say(`journal review ${voucher_id}`);

    const statement = await made(
      "reconciliation",
      `reconcile start ${account} --date 2026-07-31 --balance 29,331.50`,
    );
    await say(`reconcile clear ${statement}`);
    await say(`reconcile finish ${statement}`);
    const checklist = await say<{
      readonly items: readonly { readonly item: string; readonly state: string }[];
    }>(`company checklist ${company_id} --through 2026-07-31`);
    expect(checklist.items.filter(({ state }) => state === "open")).toEqual([]);
    await say(`company close-books ${company_id} --through 2026-07-31`);
    await expectMonth(new Api(service.base, api_key));
  },
);
