/** Refusals of the service in words for people. */
import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["`name` must be a name of 1 to 1000 characters.", "Enter a name of 1 to 1000 characters."],
  ["`tax_year` must be 2025 or 2024.", "Enter 2025 or 2024."],
  [
    "`accounting_date` must be on or after 2020-01-01 and before 2031-01-01.",
    "It must be on or after 2020-01-01 and before 2031-01-01.",
  ],
  ["`email` is required.", "Fill in this field."],
  ["Give `start_date` and `end_date` together.", "Give start date and end date together."],
  ["The voucher is not balanced.", "The voucher is not balanced."],
])("a refusal names no parameter: %s (CONS-022)", (message, said) => {
  expect(plainText(message)).toBe(said);
});
