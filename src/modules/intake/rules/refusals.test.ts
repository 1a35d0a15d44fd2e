/** Bounds and contradictions of files of books, in the whole sentences that their owner reads. */
import { expect, test } from "vitest";
import { oneChunk, readBooksFile } from "../../../../test/support/books.ts";
import { LIMITS } from "@daybook/words/limits";
import { AccountClasses } from "./account-classes.ts";
import { placeColumns } from "./csv-columns.ts";
import { DepartmentList } from "./department-list.ts";
import { LineCounts } from "./formats/lines.ts";
import { readJsonObject } from "./json-stream.ts";
import { readPlainTextLedger } from "./plain-text-ledger.ts";

async function allOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

test("amounts are in two columns or in one", () => {
  expect(() =>
    placeColumns(["date", "account", "debit", "credit", "sum"], { debit: "debit", amount: "sum" }, 1),
  ).toThrow("Name either the debit and credit columns, or the column of a signed amount, but not both.");
});

test("a journal has a greatest number of departments, and further lines of them are taken", () => {
  const list = new DepartmentList();
  const most = LIMITS.departments.value;
  for (let index = 0; index < most; index += 1) list.department(`Team ${index}`, index);
  expect(() => list.department("One more", 7)).toThrow(
    `Line 7: The journal has more than ${most} departments.`,
  );
  expect(list.department("team 0", 8)).toBe("dept_1");
});

test("an object has a greatest number of members", async () => {
  const object = (members: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, 1])));
  const countOf = async (members: number): Promise<number> =>
    (await allOf(readJsonObject([Buffer.from(object(members))]))).length;
  expect(await countOf(256)).toBe(256);
  await expect(countOf(257)).rejects.toMatchObject({ reason: "the object has more than 256 members" });
});

test("files that include each other end", async () => {
  const text = "include other.journal\n";
  const file = (): Parameters<typeof readPlainTextLedger>[0] => ({
    read: () => [Buffer.from(text)],
    include: () => Promise.resolve({ ...file(), table: { rows: () => (async function* () {})() } }),
  });
  const reading = {
    classes: new AccountClasses(),
    counts: new LineCounts(),
    note: () => {},
    prices: new Map<string, number>() as never,
  };
  await expect(allOf(readPlainTextLedger(file(), reading))).rejects.toThrow(
    "Line 1: More than 1000 files are included; do they include each other?",
  );
});

const ADS =
  "Journal_ID,Effective_Date,GL_Account_Name,Amount,Amount_Credit_Debit_Indicator\n1,2026-01-05,Cash,5.00,D\n1,2026-01-05,Sales,5.00,X\n";

test.each<readonly [string, string]>([
  [ADS, 'Line 3: "X" is neither debit nor credit.'],
  [
    "Date,Description,Account,Debit,Credit\n2026-01-05,x,,5.00,\n2026-01-05,x,Equity,,5.00\n",
    "Line 2: The line names no account.",
  ],
])("%j", async (text, message) => {
  await expect(readBooksFile(text)).rejects.toThrow(message);
});

test("a list of accounts has the account and its type", async () => {
  const journal =
    "date,description,account,debit,credit\n2026-01-05,x,Zebra,5.00,\n2026-01-05,x,Equity,,5.00\n";
  await expect(
    readBooksFile(journal, { account_list: oneChunk(Buffer.from("Name,Kind of thing\nZebra,Bank\n")) }),
  ).rejects.toThrow("The list of accounts has no columns account and type.");
});
