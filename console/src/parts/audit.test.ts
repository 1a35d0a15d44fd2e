/** Changes in the words of people. */
import { expect, test } from "vitest";
import { deedOf } from "./audit.ts";

test.each([
  ["editSheet", "Forecast model", { did: "edited", what: "Forecast model" }],
  ["createManualEntry", null, { did: "created", what: "manual entry" }],
  ["category set", "Tools", { did: "changed", what: "Tools" }],
  ["category set", null, { did: "changed", what: "category" }],
  ["bulkUpdateTransactions", null, null],
  ["transactions.run_job", null, null],
  ["constructor", null, null],
] as const)("%s of %s", (action, name, deed) => {
  expect(deedOf(action, name)).toEqual(deed);
});
