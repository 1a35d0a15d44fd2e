/** What a few letters find among names. */
import { expect, test } from "vitest";
import { foundChoices } from "./choices.ts";

const CHOICES = [
  "Cloud Hosting",
  "Software",
  "Office Supplies",
  "Travel: Hotels",
  "Meals",
  "Payroll Taxes",
].map((name) => ({ id: name, name }));

test.each([
  ["sof", "Software"],
  ["hos", "Cloud Hosting"],
  ["hot", "Travel: Hotels"],
  ["pt", "Payroll Taxes"],
  ["OS", "Office Supplies"],
  ["eal", "Meals"],
])("%j finds %s first", (text, name) => {
  expect(foundChoices(CHOICES, text)[0]?.name).toBe(name);
});

test("nothing finds what has no such letters, and no letters find all", () => {
  expect(foundChoices(CHOICES, "xyz")).toEqual([]);
  expect(foundChoices(CHOICES, " ")).toHaveLength(CHOICES.length);
});
