/**
 * The response check knows a day when it sees one, whether or not it has seen it before, and reads pages that
 * are written already.
 */
import { expect, test } from "vitest";
import { exactly } from "../../contract/operation.ts";
import { dateSchema } from "../../contract/schemas.ts";
import { refuse } from "../../core/errors.ts";
import { lend } from "../../core/json-rows.ts";
import { WrittenPage } from "../../contract/written.ts";
import { ledgerConsoleContract } from "../../modules/books/ledger/index.ts";
import { transactionsContract } from "../../modules/feed/transactions/index.ts";
import { CallersNameRefusal } from "./callers-name.ts";
import { checkOutput, undeclaredRefusal } from "./response-check.ts";

const { getTransaction } = transactionsContract;
const operation = {
  ...getTransaction,
  success: { ...getTransaction.success, schema: exactly({ date: dateSchema("A day.") }) },
};

test("an answer whose date is no day is a fault of ours", () => {
  for (let round = 0; round < 2; round += 1) {
    for (const date of ["2026-02-28", "2024-02-29", "2000-12-31"])
      expect(() => checkOutput(operation, { date }, true)).not.toThrow();
    for (const date of [
      "2026-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-1-01",
      "2026-02-28T00:00:00Z",
      "",
      "yesterday",
    ])
      expect(() => checkOutput(operation, { date }, true)).toThrow(/does not promise/);
  }
});

test("a page that is written already is read each time where that is wanted, and in samples elsewhere", () => {
  const page = (date: string) => new WrittenPage(lend(Buffer.from(JSON.stringify({ date }))));
  for (let round = 0; round < 3; round += 1) {
    expect(() => checkOutput(operation, page("2026-02-28"), true)).not.toThrow();
    expect(() => checkOutput(operation, page("2026-02-29"), true)).toThrow(/does not promise/);
  }
  const other = { ...operation };
  const seen = Array.from({ length: 1_000 }, () => {
    try {
      checkOutput(other, page("yesterday"), false);
      return false;
    } catch {
      return true;
    }
  });
  expect(seen[0]).toBe(true);
  expect(seen.filter(Boolean).length).toBeGreaterThan(2);
});

test("a refusal is declared with its param, and only a name of the caller's needs no declaration", () => {
  const { createManualEntry } = ledgerConsoleContract;
  const undeclared = (param: string) =>
    undeclaredRefusal(createManualEntry, refuse("invalid_request", { param }));
  expect(undeclared("date")).toBeNull();
  expect(undeclared("lines[3].category")).toBeNull();
  expect(undeclared("lines[3].colour")).toMatch(/does not declare param lines\[3\]\.colour/);
  expect(undeclared("voucher")).toMatch(/does not declare param voucher/);
  expect(undeclaredRefusal(createManualEntry, new CallersNameRefusal("voucher", "Unknown."))).toBeNull();
});
