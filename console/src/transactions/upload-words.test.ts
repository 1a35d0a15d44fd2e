/** What the service says of a bank's file has no name of a parameter on the page. */
import { expect, test } from "vitest";
import { onPage } from "./upload-words.ts";

test.each([
  [
    "The date '11/10/2026' is ambiguous, and so are all others of the file; set `date_format`.",
    "The date '11/10/2026' is ambiguous, and so are all others of the file; choose above, under “Dates”, what they are.",
  ],
  [
    "The first 30 rows have no header with a date and an amount. Give the names of the columns in `columns`, or their numbers if there is no header.",
    "The first 30 rows have no header with a date and an amount. Say above what each column is.",
  ],
  [
    "`columns` needs `date`, and `amount` or `debit` or `credit`, when columns are named by number.",
    "Say above which column is the date, and which the amount, or money out and money in.",
  ],
  [
    "Say it: `signs` is `card` if purchases are positive, `bank` if they are negative.",
    "Say it above, under “Spending is”.",
  ],
  [
    "If this is wrong, take the upload back and say `signs`.",
    "If this is wrong, choose above, under “Spending is”.",
  ],
  ["this account has no `last4` to select its own", "this account has no last four digits to select its own"],
  ["`some_word` is wrong.", "“some word” is wrong."],
])("%s", (said, here) => {
  expect(onPage(said)).toBe(here);
});
