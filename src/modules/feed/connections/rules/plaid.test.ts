/** Runs of Plaid's pages, put together. */
import { expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { VendorLine } from "./pull.ts";
import { itemErrorOf, needsPerson, pageOf, publicTokensOf, type SyncPage } from "./plaid.ts";

const line = (id: string, amount: number): VendorLine => ({
  account: "A",
  id,
  date: "2026-05-01" as CivilDate,
  amount_cents: cents(amount),
  description: id,
  merchant_name: null,
  pending: false,
  replaces: null,
});

const page = (cursor: string, more: Partial<SyncPage> = {}): SyncPage => ({
  accounts: [{ id: "A", name: "A", currency: "USD" }],
  lines: [],
  removed: [],
  skipped: [],
  problems: [],
  cursor,
  hasMore: false,
  ...more,
});

test("only a run from the beginning has all that is pending", () => {
  const from = (cursor: string | null) => pageOf([page("c1")], cursor, null).allPendingOf;
  expect([from(null), from(""), from("c0")]).toEqual([["A"], ["A"], []]);
});

test("what a later page says of a line is what counts", () => {
  const run = [
    page("c1", { lines: [line("a", 1), line("b", 1), line("c", 1)] }),
    page("c2", { lines: [line("b", 2)], removed: [{ account: "A", id: "a" }] }),
  ];
  const { lines, removed, cursor } = pageOf(run, null, null);
  expect(lines.map(({ id, amount_cents }) => [id, amount_cents])).toEqual([
    ["c", 1],
    ["b", 2],
  ]);
  expect([removed, cursor]).toEqual([[{ account: "A", id: "a" }], "c2"]);
});

test("the accounts are those of the last page that names any", () => {
  const of = (name: string) => [{ id: "A", name, currency: "USD" }];
  const run = [
    page("c1", { accounts: of("Old") }),
    page("c2", { accounts: of("New") }),
    page("c3", { accounts: null }),
  ];
  expect(pageOf(run, null, null).accounts).toEqual(of("New"));
});

test("errors and sessions of other shapes have no code and no token", () => {
  expect(itemErrorOf('{"item": {"error": null}}')).toBe(null);
  expect(itemErrorOf('{"item": {"error": {"error_code": "ITEM_LOCKED"}}}')).toBe("ITEM_LOCKED");
  expect(itemErrorOf('{"item": {"error": {"error_code": "not a code: s3cret"}}}')).toBe(null);
  expect([needsPerson("ITEM_LOGIN_REQUIRED"), needsPerson("INSTITUTION_DOWN")]).toEqual([true, false]);
  expect(publicTokensOf('{"link_sessions": null}')).toEqual([]);
  expect(publicTokensOf('{"link_sessions": [{"results": {"item_add_results": []}}]}')).toEqual([]);
});
