/** Deleting a spread: the entries of all its months are deleted with it. */
import { expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import type { Bundle } from "../../../../test/support/bundle.ts";
import { FEED } from "../../../../test/support/feed.ts";
import type { Page } from "../../../../test/support/feed-requests.ts";

const http = await testApp();

const idsAt = async (company: TestCompany, target: string): Promise<string[]> =>
  (await company.read<Page<{ readonly id: string }>>(target)).data.map(({ id }) => id);

test("deleting a spread deletes its entries of every month, and keeps those of other spreads", async () => {
  const company = await http.company(FEED);
  const later = () => idsAt(company, "/journal_entries?limit=500&start_date=2026-08-01");
  expect(await idsAt(company, "/spreads")).toContain("spread_insurance");
  // From August on, the only entries are those of the insurance: two lines in each of nine months.
  expect(await later()).toHaveLength(18);
  const { format, version, company: books } = company.bundle;
  await http.put({
    format,
    version,
    company: books,
    transactions: [{ id: "txn_insured", spread: null }],
  } as unknown as Bundle);
  expect(await idsAt(company, "/spreads")).toEqual(["spread_hotel"]);
  expect(await later()).toEqual([]);
  expect(await idsAt(company, "/journal_entries?limit=500&start_date=2026-07-01")).not.toEqual([]);
});
