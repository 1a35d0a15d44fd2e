/**
 * Opening balances: a trial balance of the day before a company's books begin, as one voucher of that day.
 * What the balances lack to sum to zero goes to opening balance equity. The accounts are named by the ids of
 * the company's categories, by their names, or as another program names them.
 */
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { isPointInTime } from "@daybook/words/ledger-words";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { OPENING_EQUITY } from "@daybook/words/account-kinds";
import { dollars, type ParsedVoucher } from "../parsed-voucher.ts";
import { readTrialBalance } from "../trial-balance.ts";
import type { BooksFile, BooksFormat, Reading } from "./format.ts";
import { OpenVoucher } from "./voucher-maker.ts";

/**
 * The reader of opening balances at the end of `day`; null for the day that the file's title names.
 * `accountOf` gives the company's account for a name of the file.
 */
export function openingBalances(
  day: CivilDate | null,
  accountOf: (name: string) => string,
): Pick<BooksFormat, "title" | "read"> {
  return {
    title: "opening balances",
    read: (file, reading) => readOpening(file, reading, day, accountOf),
  };
}

async function* readOpening(
  file: BooksFile,
  reading: Reading,
  day: CivilDate | null,
  accountOf: (name: string) => string,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  const trial = await readTrialBalance(file.table, reading);
  const date = day ?? trial.date;
  if (date === null)
    throw refuse("invalid_request", {
      param: "date",
      message: "The file does not say of which day the balances are.",
      ways: [{ give: "date" }],
    });
  const start = { line: 1, journal: null, date, description: "Opening balances", merchant: null };
  const voucher = new OpenVoucher(start);
  const ofIncome: string[] = [];
  for (const { account: name, netDebitCents, line } of trial.balances) {
    if (netDebitCents === 0) {
      reading.counts.skip("balances of zero", line);
      continue;
    }
    const account = accountOf(name);
    voucher.add({ account, netDebitCents, line });
    reading.counts.addImported();
    const type = reading.classes.typeOf(account);
    if (type !== null && !isPointInTime(type)) ofIncome.push(name);
  }
  if (voucher.size === 0) throw new LineProblem(1, "All balances of the file are zero.");
  if (voucher.sum !== 0) {
    const side = voucher.sum < 0 ? "debit" : "credit";
    reading.note(
      `The ${voucher.sum > 0 ? "debits" : "credits"} exceed the other side by ${dollars(voucher.sum)}; ${OPENING_EQUITY} takes it as a ${side}.`,
    );
    voucher.add({
      account: accountOf(OPENING_EQUITY),
      netDebitCents: cents(-voucher.sum),
      line: 1,
    });
  }
  if (ofIncome.length > 0)
    reading.note(
      `${ofIncome.length} ${ofIncome.length === 1 ? "account belongs" : "accounts belong"} to the income statement, which shows their balances as amounts of ${date}: ${ofIncome.slice(0, 5).join(", ")}${ofIncome.length > 5 ? ", ..." : ""}.`,
    );
  yield voucher.close();
}
