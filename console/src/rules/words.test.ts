/** Conditions in words, and what a half-written condition is. */
import { expect, test } from "vitest";
import { conditionsOf, conditionsText, draftOf, withField } from "./words.ts";

const nameOf = (id: string | null) => (id === "acct_1" ? "Checking" : null);

test("conditions are sentences", () => {
  expect(
    conditionsText(
      [
        { field: "merchant_name", operator: "contains", value: "cloud" },
        { field: "amount_cents", operator: "less_than", value: 0 },
        { field: "account_id", operator: "equals", value: "acct_1" },
        { field: "amount_cents", operator: "greater_than", value: -1_250 },
      ],
      nameOf,
    ),
  ).toBe(
    "The merchant contains “cloud”, and money goes out, and the account is Checking, and the amount is more than (12.50)",
  );
});

test("drafts are conditions once all of them are whole", () => {
  const amount = draftOf({ field: "amount_cents", operator: "equals", value: -1_250 });
  expect(amount.value).toBe("-12.50");
  expect(conditionsOf([amount])).toEqual([{ field: "amount_cents", operator: "equals", value: -1_250 }]);
  expect(conditionsOf([amount, { field: "description", operator: "contains", value: " " }])).toBeNull();
  expect(conditionsOf([{ ...amount, value: "much" }])).toBeNull();
  expect(conditionsOf([])).toBeNull();
});

test("another field keeps what fits it", () => {
  const text = { field: "description", operator: "ends_with", value: "Ltd" } as const;
  expect(withField(text, "merchant_name")).toEqual({ ...text, field: "merchant_name" });
  expect(withField(text, "amount_cents")).toEqual({
    field: "amount_cents",
    operator: "less_than",
    value: "0",
  });
  expect(withField(text, "account_id")).toEqual({ field: "account_id", operator: "equals", value: "" });
});
