/** The edges of pages, tested for every operation whose card declares pages. */
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { statement } from "../../src/platform/db/index.ts";
import type { TestCompany } from "../support/app.ts";
import { cr, dr, invitation, JOURNAL, voucher } from "../support/bundle.ts";
import { credit, income } from "../support/tax-records.ts";
import { ACCOUNTS, bill, CARDS, FEED, invoice, transaction } from "../support/feed.ts";
import { form, formReport } from "../support/form-records.ts";
import { sheet, worksheet } from "../support/sheet-records.ts";
import { insertVouchers } from "../support/import.ts";
import { everyDoor } from "./doors.ts";
import { CONSOLE, goodTarget, withQuery } from "./requests.ts";

const http = await everyDoor();
const operations: readonly Operation[] = http.bound.map(({ operation }) => operation);

/** More items than the largest page has. */
const MANY = 510;

/** As many merchants, and more entries than the largest page has. */
const many = Array.from({ length: MANY }, (_, index) => {
  const merchant = `Merchant ${String(index).padStart(3, "0")}`;
  return voucher("2025-06-07", merchant, [dr("software", 1_00 + index), cr("checking", 1_00 + index)], {
    id: `vch_many.${index}`,
    merchant,
  });
});

/**
 * Returns a feed with `count` invoices, accounts, cards and other records, and `count` split transactions.
 * Each split transaction has two lines, one of them with a spread.
 */
function feedOf(count: number) {
  const each = <Row>(make: (number: number) => Row) =>
    Array.from({ length: count }, (_, number) => make(number));
  const months = { holding_category_id: "cat_prepaid", start_date: "2026-05-01", end_date: "2026-06-30" };
  const split = (number: number) => ({
    category_id: null,
    transaction_type: "category_split" as const,
    lines: [
      { category_id: "cat_flights", amount_cents: -1_00 },
      { category_id: "cat_hotels", amount_cents: -2_00, spread: { id: `spread_many.${number}`, ...months } },
    ],
  });
  return {
    ...FEED,
    accounts: [
      ...ACCOUNTS,
      ...each((number) => ({
        ...ACCOUNTS[0],
        id: `acct_many.${number}`,
        name: `Account ${number}`,
        type: "checking" as const,
        category_id: "cat_checking",
      })),
    ],
    cards: [
      ...CARDS,
      ...each((number) => ({ id: `card_many.${number}`, account_id: "acct_credit", name: `Card ${number}` })),
    ],
    taxes: [
      income(1999),
      ...each((number) => income(2000 + number, { created: 1_000 + Math.floor(number / 3) })),
    ],
    tax_credits: [credit(1999), ...each((number) => credit(2000 + number))],
    bills: [bill("first", 4_00), ...each((number) => bill(`many.${number}`, 5_00 + number))],
    invoices: [invoice("first", 4_00), ...each((number) => invoice(`many.${number}`, 5_00 + number))],
    invitations: each((number) => invitation(`many${number}`, { state: "revoked" })),
    form_1099_reports: [formReport(2025), formReport(2024)],
    forms_1099: [
      form("first", 2024),
      ...each((number) => form(`many.${number}`, 2024 + (number % 2), { vendor_name: "One vendor" })),
    ],
    sheets: [
      sheet(
        "kept",
        {
          Plan: { B1: "plan", ...Object.fromEntries(each((number) => [`A${number + 1}`, `Plan ${number}`])) },
        },
        { worksheets: [worksheet("Plan", { row_count: 1_000 })] },
      ),
      ...each((number) =>
        sheet(
          `many.${number}`,
          { Plan: {} },
          { prefix: `many.${number}`, created: 1_000 + Math.floor(number / 3) },
        ),
      ),
    ],
    reconciliations: [
      ["kept", "acct_checking", "2026-12-31"],
      ["early", "acct_savings", "2020-12-31"],
    ].map(([name, account_id, statement_date]) => ({
      id: `rcn_${name}`,
      account_id,
      statement_date,
      statement_cents: 0,
      opening_cents: 0,
      created_by: "somebody",
    })),
    transactions: [
      ...FEED.transactions,
      ...each((number) => transaction(`many.${number}`, -3_00, split(number))),
    ],
  };
}

const insertEvents = statement<never>(
  "test.insertEvents",
  `insert into audit_events (company_id, id, at, recorded, surface, actor, action)
   select $1, ('01890a5d-ac96-774b-bcce-' || lpad(to_hex(n), 12, '0'))::uuid, 1700000000 + n / 3,
     1700000000 + n / 3, 'key', 'somebody', 'editTransaction' from generate_series(1, $2::int) n`,
);

/** Returns a company with that many items in each list. The import itself is no event. */
async function companyOf(count: number, journal = JOURNAL): Promise<TestCompany> {
  // Three of each second, so that pages end between entries of one.
  const posted = Array.from({ length: count }, (_, number) => ({
    voucher_id: `vch_posted.${number}`,
    memo: `Posted ${number}`,
    posted_by: "somebody",
    created: 1_700_000_000 + Math.floor(number / 3),
  }));
  const vouchers = posted.map(({ voucher_id, memo }) =>
    voucher("2025-06-08", memo, [dr("software", 1_00), cr("checking", 1_00)], {
      id: voucher_id,
      source: "adjustment",
    }),
  );
  const made = await http.company({
    ...feedOf(count),
    journal: [...journal, ...vouchers],
    manual_entries: posted,
  });
  await http.app.db.run(insertEvents, [made.id, count]);
  return made;
}

const company = await companyOf(MANY, [...JOURNAL, ...many]);
const small = await companyOf(3);
/** Enough for several pages of a few items. */
const middling = await companyOf(20);
const empty = await http.company({ journal: [], invitations: [] });
const { key } = company;

interface Page {
  readonly url: string;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly data: readonly object[];
}

const paged = operations.filter(({ paging }) => paging.kind === "cursor");
const page = (target: string, query: string): Promise<Page> => company.read<Page>(withQuery(target, query));
/** The expected `url` of a list: its path without the query. */
function urlOf(target: string): string {
  const [path = ""] = target.split("?");
  return path.startsWith(CONSOLE) ? path.replace(CONSOLE, "/app/api") : `/api/v1${path}`;
}
/** True if a list ignores unknown parameters. */
const ignoresUnknown = ({ unknownQuery }: Operation): boolean => unknownQuery === "ignored";

describe.each(paged)("pages of $path", (operation) => {
  const target = goodTarget(operation);

  /** Follows the cursors to the end. */
  async function walk(limit: number, of = company): Promise<object[]> {
    const seen: object[] = [];
    for (let query = `limit=${limit}`; ;) {
      const { data, has_more, next_cursor, url } = await of.read<Page>(withQuery(target, query));
      expect([url, has_more]).toEqual([urlOf(target), next_cursor !== null]);
      seen.push(...data);
      if (next_cursor === null) return seen;
      expect(data.length).toBe(limit);
      query = `limit=${limit}&starting_after=${encodeURIComponent(next_cursor)}`;
    }
  }

  test("have 100 items by default (GEN-040), and the requested number from 1 (GEN-041) to 500 (GEN-042)", async () => {
    const byDefault = await page(target, "");
    expect([byDefault.data.length, byDefault.has_more]).toEqual([100, true]);
    expect(await page(target, "limit=")).toEqual(byDefault);
    expect((await page(target, "limit=1")).data).toEqual(byDefault.data.slice(0, 1));
    const largest = await page(target, "limit=500");
    expect([largest.data.length, largest.has_more]).toEqual([500, true]);
    expect(largest.data.slice(0, 100)).toEqual(byDefault.data);
  });

  test("refuse any other limit: zero, too large, a fraction, a word, negative (GEN-043, GEN-044, GEN-045, GEN-046)", async () => {
    for (const limit of [
      "0",
      "501",
      "-1",
      "1.5",
      "abc",
      "1e2",
      "0x10",
      "+5",
      "%205",
      "00001",
      "Infinity",
      "NaN",
      "null",
      "9".repeat(30),
    ]) {
      const refusal = await http.refusal(withQuery(target, `limit=${limit}`), { key });
      expect([limit, refusal]).toMatchObject([
        limit,
        { status: 400, code: "invalid_request", type: "invalid_request_error", param: "limit" },
      ]);
    }
  });

  test("together have each item once, for any size of page (GEN-047, GEN-048)", async () => {
    const all = await walk(500);
    for (const limit of [100, 499]) expect(await walk(limit)).toEqual(all);
    expect(new Set(all.map((item) => JSON.stringify(item))).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(MANY);
    const few = await walk(500, middling);
    for (const limit of [1, 7]) expect(await walk(limit, middling)).toEqual(few);
    expect(few.length).toBeGreaterThan(7);
  });

  test("refuse a cursor that was never issued (GEN-051)", async () => {
    const badCursor = operation.paging.kind === "cursor" ? operation.paging.badCursor : "none";
    const { next_cursor } = await page(target, "limit=1");
    const cursors = [
      "nonsense",
      "je_nobodys_1",
      "je_capital_0",
      "je_capital_99",
      "12345",
      "2d1f0c2e-9d0e-4d6c-8a43-2f2d6e6f0a11",
      `${next_cursor}x`,
      `${next_cursor}`.toUpperCase(),
      "%00",
      "..%2F..",
      "[object%20Object]",
      "eyJhIjoxfQ",
      "cbnVsbA",
      "cW251bGxd",
      "cWyJcdTAwMDAiXQ",
    ];
    for (const cursor of cursors) {
      const refusal = await http.refusal(withQuery(target, `starting_after=${cursor}`), { key });
      expect([cursor, refusal]).toMatchObject([cursor, { code: badCursor }]);
      expect(refusal.param).toBe(
        badCursor === "invalid_request" || operation.path.startsWith("/tax") ? "starting_after" : undefined,
      );
    }
    expect(await page(target, "starting_after=")).toEqual(await page(target, ""));
  });
});

/** The lists of all kinds. */
const lists = operations.filter(({ paging }) => paging.kind !== "none");

describe.each(lists)("the envelope of $path", (operation) => {
  const target = goodTarget(operation);

  test("has the type list (GEN-028) and the path of the collection (GEN-029), with any query (GEN-030, GEN-031)", async () => {
    const strange = ignoresUnknown(operation)
      ? ["limit=500&nonsense=%20", "category_id=cat_cash&start_date=2025-01-01"]
      : [];
    for (const query of ["", "limit=1", ...strange]) {
      expect(await small.read(withQuery(target, query))).toMatchObject({
        object: "list",
        url: urlOf(target),
        data: expect.any(Array),
      });
    }
  });
});

describe.each(paged)("the end of $path", (operation) => {
  const target = goodTarget(operation);

  test("is exact: has_more is right, and there is a cursor only if there are more items (GEN-032, GEN-033, GEN-034)", async () => {
    const { data } = await small.read<Page>(withQuery(target, "limit=500"));
    expect(data.length).toBeGreaterThan(2);
    for (const limit of [1, data.length - 1, data.length, data.length + 1]) {
      const found = await small.read<Page>(withQuery(target, `limit=${limit}`));
      expect([limit, found.has_more, typeof found.next_cursor]).toEqual([
        limit,
        limit < data.length,
        limit < data.length ? "string" : "object",
      ]);
      expect(found.next_cursor === null).toBe(limit >= data.length);
      expect(found.data).toEqual(data.slice(0, limit));
    }
  });

  test("is an empty array if nothing matches (GEN-035)", async () => {
    // The list of a record's parts needs that record.
    const [without, emptyTarget] =
      Object.keys(operation.pathParams).length === 0
        ? [empty, target]
        : [company, target.replace("query=plan", "query=nothing").replace("rcn_kept", "rcn_early")];
    expect(await without.read(emptyTarget)).toMatchObject({
      object: "list",
      url: urlOf(emptyTarget),
      has_more: false,
      next_cursor: null,
      data: [],
    });
  });

  test("is not moved by offsets and page numbers (GEN-049)", async () => {
    const plain = await page(target, "limit=5");
    for (const query of [
      "page=2",
      "offset=5",
      "skip=5",
      "page[number]=2",
      "starting_at=5",
      "ending_before=x",
      "per_page=1",
      "page_size=1",
    ]) {
      if (ignoresUnknown(operation)) expect(await page(target, `limit=5&${query}`)).toEqual(plain);
      else
        expect(await http.refusal(withQuery(target, `limit=5&${query}`), { key })).toMatchObject({
          status: 400,
          code: "invalid_request",
          param: query.split("=")[0],
        });
    }
  });
});

describe("pages of a list that changes between requests", () => {
  test("show the state at the time of their request (GEN-050)", async () => {
    const changing = await http.company({ journal: [] });
    const book = (merchant: string, date: string) =>
      http.app.db.transaction((tx) =>
        insertVouchers(
          tx,
          changing.id,
          [voucher(date, merchant, [dr("software", 1_00), cr("checking", 1_00)], { merchant })],
          http.clock.now(),
        ),
      );
    await book("A", "2025-03-03");
    await book("D", "2025-03-01");
    for (const [target, merchant, date] of [
      ["/parties/merchants?category_id=cat_software", "B", "2025-03-02"],
      ["/journal_entries?category_id=cat_software", "C", "2025-03-02"],
    ] as const) {
      const first = await changing.read<Page>(withQuery(target, "limit=1"));
      await book(merchant, date);
      const rest = await changing.read<Page>(withQuery(target, `starting_after=${first.next_cursor}`));
      expect(JSON.stringify(first.data)).not.toContain(`"${merchant}"`);
      expect(JSON.stringify(rest.data)).toContain(`"${merchant}"`);
    }
  });
});

describe("a cursor", () => {
  test("whose entry the filters exclude is refused like one that was never issued (GEN-052)", async () => {
    const left = "starting_after=je_capital_1";
    for (const filter of [
      "category_id=cat_revenue",
      "department_id=dept_sales",
      "start_date=2025-01-03",
      "end_date=2025-01-01",
      "merchant=Sky%20Lines",
      "source=invoice",
      "transaction_id=txn_payment",
    ]) {
      expect([filter, await http.refusal(`/journal_entries?${filter}&${left}`, { key })]).toMatchObject([
        filter,
        { status: 404, code: "resource_missing" },
      ]);
    }
    expect(
      (await http.send(`/journal_entries?category_id=cat_cash&start_date=2025-01-02&${left}`, { key }))
        .status,
    ).toBe(200);
  });

  test("of a merchant that the category does not have is refused like one that was never issued (GEN-052)", async () => {
    const { next_cursor } = await company.read<Page>("/parties/merchants?category_id=cat_software&limit=1");
    expect(
      await http.refusal(`/parties/merchants?category_id=cat_travel&starting_after=${next_cursor}`, { key }),
    ).toMatchObject({ status: 404, code: "resource_missing" });
  });
});

describe.each(operations.filter(({ paging }) => paging.kind === "whole"))(
  "the list without pages of $path",
  (operation) => {
    test("ignores limit and starting_after", async () => {
      const target = goodTarget(operation);
      const complete = await small.read<Page>(target);
      expect(Object.keys(complete).toSorted()).toEqual(["data", "object", "url"]);
      for (const query of ["limit=1", "limit=0", "limit=abc", "starting_after=nonsense"])
        expect(await small.read(withQuery(target, query))).toEqual(complete);
    });
  },
);
