/** Sentences for those who have no command line. */
import { expect, test } from "vitest";
import { withoutFlags } from "./without-flags.ts";

test.each([
  ["Nothing names a flag. It stays - as it is.", "Nothing names a flag. It stays - as it is."],
  [
    "It is not clear what \"A\" is. Say it, such as --account 'A=expense'. Kinds: cash.",
    'It is not clear what "A" is.',
  ],
  ["Reverse it on its own day: daybook journal reverse.", "Reverse it on its own day."],
  [
    'The books differ by 1.50 on 2026-01-02.\n"Visa": 1.00 in the books',
    'The books differ by 1.50 on 2026-01-02.\n"Visa": 1.00 in the books',
  ],
  ["Say which: --date-format MM/DD/YYYY or DD/MM/YYYY.", ""],
  [
    "All dates could be two days. Say which: --date-format MM/DD/YYYY or DD/MM/YYYY.",
    "All dates could be two days.",
  ],
  [
    "1 closing voucher (2025-12-31) was left out: retained earnings are computed. --closing-vouchers keep imports them.",
    "1 closing voucher (2025-12-31) was left out: retained earnings are computed.",
  ],
  [
    "It is not zero. Import the books from the beginning of the year; or choose: --closing-vouchers keep imports them.",
    "It is not zero. Import the books from the beginning of the year.",
  ],
  ["Export the file again; if every date is right, say --date-format.", "Export the file again."],
])("%s", (text, expected) => {
  expect(withoutFlags(text)).toBe(expected);
});
