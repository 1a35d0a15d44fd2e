/** Journals of books are no files of a bank, whose debits mean the opposite; files of a bank are no journals. */
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { type CsvOptions, readCsv } from "./csv-statement.ts";

/** The amounts of the lines, and the codes of the errors. */
async function of(text: string, options: Pick<CsvOptions, "account">) {
  const all = { columns: {}, dateFormat: null, signs: null, isCard: false, ...options };
  const { lines, errors } = await readCsv([Buffer.from(text)], all, paced);
  return {
    amounts: lines.map(({ amount_cents }) => amount_cents),
    errors: errors.map(({ line, code }) => `${line} ${code}`),
  };
}

describe("the lines of a journal of books", () => {
  const account = { name: "Checking", last4: "1188" };
  const journal = (...rows: readonly string[]) =>
    `Date,Account,Description,Debit,Credit\n${rows.map((row) => `${row}\n`).join("")}`;
  const BOOKS = journal(
    "2026-01-05,Checking,Rent,,900.00",
    ",Rent,Rent,900.00,",
    "2026-01-06,Checking,Sale,5.00,",
    "2026-01-06,Sales,Sale,,5.00",
  );

  test("are refused, also with the account's own name, but taken if it is said that a bank made them", async () => {
    const error = await of(BOOKS, { account }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LineProblem);
    expect((error as LineProblem).message).toBe(
      "Line 2: The file is a journal of books: its lines are of 3 accounts, and their debits make their credits on each day. Import it as books, or upload what the bank itself exports, each account by itself.",
    );
    expect(await of(BOOKS, { account: null })).toMatchObject({ amounts: [90_000, -500, 500] });
  });

  test("are no lines of a bank whose sums are the same by chance", async () => {
    const days = journal("2026-01-05,Checking,A,,500.00", "2026-01-08,Checking,B,500.00,").replace(
      "08,Checking",
      "08,Savings",
    );
    expect(await of(days, { account })).toMatchObject({ amounts: [50_000], errors: ["3 other_account"] });
    const ibans =
      "Date,Description,IBAN,Debit,Credit\n2026-01-05,Ann pays,DE89370400440532013000,,500.00\n2026-01-05,Rent,DE02 1203 0000 0000 2020 51,500.00,\n";
    expect((await of(ibans, { account })).amounts).toEqual([50_000, -50_000]);
    const numbers = journal("2026-01-05,...1188,Over,500.00,", "2026-01-05,...4402,Over,,500.00");
    expect(await of(numbers, { account })).toMatchObject({
      amounts: [-50_000],
      errors: ["3 other_account"],
    });
  });
});
