/** The pages that a member may see, what the others are refused with, and where records are shown. */
import { expect, test } from "vitest";
import type { Company } from "../api/types.ts";
import { addressOf, pagesOf, refusalOf } from "./pages.ts";
import { placeOf } from "./places.ts";

type Levels = Company["permissions"];

const ALL = {
  company: "manage",
  accounting_setup: "manage",
  integrations: "manage",
  reports: "view",
  transactions: "manage",
  invoices: "manage",
  forecast: "manage",
  taxes: "manage",
  team_access: "manage",
  api_access: "manage",
  bills: "manage",
  payroll: "manage",
  documents: "manage",
  billing: "manage",
} as Levels;

const company = (levels: Partial<Levels> = {}, more: Partial<Company> = {}): Company =>
  ({
    id: "comp_1",
    lifecycle: "open",
    subscription_required: false,
    permissions: { ...ALL, ...levels },
    ...more,
  }) as Company;

test("a member sees the pages of which they may view something", () => {
  expect(pagesOf(company())).toHaveLength(18);
  const left = pagesOf(company({ reports: "none", team_access: "none", taxes: "view" }));
  const names = left.map(({ name }) => name);
  expect(names).toEqual([
    "Spreadsheets",
    "Transactions",
    "Invoices",
    "Bills",
    "Accounts",
    "Chart of accounts",
    "Rules",
    "Schedules",
    "Filings",
    "Connections",
    "Developers",
    "Settings",
  ]);
});

test("a page is refused for what is in its way first", () => {
  expect(refusalOf(company(), "statements")).toBeNull();
  expect(refusalOf(company({ reports: "none" }), "statements")).toBe("insufficient_permission");
  expect(refusalOf(company({ reports: "none" }), "nothing")).toBeNull();
  expect(refusalOf(company(), undefined)).toBeNull();
  expect(refusalOf(company({}, { lifecycle: "closed" }), "overview")).toBe("company_closed");
  expect(refusalOf(company({}, { subscription_required: true }), "overview")).toBe("subscription_required");
});

test.each([
  ["txn_1", "transactions", { open: "txn_1" }],
  ["je_capital_1", "journal", { entry: "je_capital_1" }],
  ["vch_capital", "journal", { entry: "je_capital_1" }],
  ["inv_1", "invoices", { invoice: "inv_1" }],
  ["cat_a.b-c", "chart", { category: "cat_a.b-c" }],
  ["mbr_1", "team", { member: "mbr_1" }],
  ["invite_1", "team", { invitation: "invite_1" }],
  ["sht_1", "sheets/sht_1", {}],
])("%s is shown on the page %s", (id, path, search) => {
  expect(placeOf(company(), id)).toEqual({ to: addressOf("comp_1", path), search });
});

test("what no page shows, or none that the member may see, has no place", () => {
  const none = { transactions: "none", forecast: "none", reports: "none" } as const;
  for (const id of ["txn_1", "sht_1", "vch_1"]) expect(placeOf(company(none), id)).toBeNull();
  for (const id of ["user_1", "constructor_1", "txn", "txn_", "TXN_1", "txn_a b", ""])
    expect(placeOf(company(), id)).toBeNull();
});
