/**
 * The changes in equity: what vouchers leave no doubt of, the words of each legal form, and the same figures
 * in every form. `test/properties/changes-in-equity.test.ts` compares them with the other statements.
 */
import { describe, expect, test } from "vitest";
import { describeWith, outsideProgram } from "../../../../../test/acceptance/outside.ts";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { CHART, cr, dr, JOURNAL, person, SET_UP, voucher } from "../../../../../test/support/bundle.ts";
import { withPassword } from "../../../../../test/support/console.ts";
import { OFFICE, recalculatedAll } from "../../../../../test/support/office.ts";
import { readPdfStatement } from "../../../../../test/support/pdf.ts";
import { ask } from "../../../../../test/support/session.ts";
import {
  readCsv,
  readCsvStatement,
  readXlsxStatement,
  withoutValues,
} from "../../../../../test/support/xlsx.ts";
import { forOperator } from "@daybook/words/areas";
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";

const http = await testApp();
const { app } = http;
const partner = (id: string, name: string, position: number) => ({
  id,
  name,
  account_type: "equity" as const,
  cash_flow: "financing" as const,
  position,
  parent_id: null,
  created: SET_UP,
});
const journal = [
  ...JOURNAL,
  voucher("2026-01-05", "Ann pays in", [dr("checking", 900_00), cr("ann", 900_00)]),
  voucher("2026-01-06", "Bo pays in", [dr("checking", 300_00), cr("bo", 300_00)]),
  voucher("2026-02-01", "To Bo", [dr("bo", 50_00), cr("checking", 50_00)]),
  voucher("2026-02-02", "Share of earnings", [dr("retained", 70_00), cr("ann", 70_00)]),
  // Nothing says whether it is a distribution or a correction.
  voucher("2026-02-03", "From earnings", [dr("retained", 20_00), cr("checking", 20_00)]),
  voucher("2026-02-04", "Prior period correction: depreciation of 2024", [
    dr("retained", 30_00),
    cr("accumulated_depreciation", 30_00),
  ]),
  voucher("2026-02-05", "Ann pays a bill", [dr("hosting", 11_00), cr("ann", 11_00)]),
  voucher("2026-02-06", "An account opened", [dr("savings", 5_00), cr("opening", 5_00)]),
  voucher("2026-03-01", "Sold", [dr("checking", 400_00), cr("subscriptions", 400_00)]),
];
const owner = person("owner");
const books = (
  entity_type: "partnership" | "c_corp" | "nonprofit",
  more: object = {},
): Promise<TestCompany> =>
  http.company({
    ...more,
    company: { entity_type },
    categories: [
      ...CHART,
      partner("cat_ann", "Ann, Capital", 50),
      partner("cat_bo", "Bo, Capital", 51),
      partner("cat_opening", "Opening Balance Equity", 52),
      { ...partner("cat_retained", "Retained", 53), role: "retained_earnings" as const },
    ],
    journal,
  });
const company = await books("partnership", { users: [owner.user], members: [owner.member] });
const browser = await withPassword(owner.user.email);

interface Amounts {
  readonly opening_cents: number;
  readonly net_income_cents: number;
  readonly corrected_cents: number;
  readonly paid_in_cents: number;
  readonly paid_out_cents: number;
  readonly transferred_cents: number;
  readonly other_cents: number;
  readonly closing_cents: number;
}
interface Changes {
  readonly categories: readonly (Amounts & { readonly category_id: string; readonly name: string })[];
  readonly total: Amounts;
}
const QUARTER = { start_date: "2026-01-01", end_date: "2026-03-31" };
const read = (of: TestCompany, days = QUARTER) =>
  http.read<Changes>(`/reports/changes_in_equity?${new URLSearchParams(days)}`, of.key);
const file = async (of: TestCompany, format: "csv" | "xlsx" | "pdf") =>
  (
    await app.exports.makeFile(
      forOperator(of.id),
      { report_type: "changes_in_equity", ...QUARTER, format },
      new AbortController().signal,
    )
  ).bytes;
const NAMES = [
  "opening_cents",
  "corrected_cents",
  "net_income_cents",
  "paid_in_cents",
  "paid_out_cents",
  "transferred_cents",
  "other_cents",
  "closing_cents",
] as const;
const changed = ({ categories }: Changes, id: string) => {
  const found = categories.find(({ category_id }) => category_id === id);
  return NAMES.slice(2, -1).map((name) => found?.[name]);
};

describe("changes in equity", () => {
  test("have a kind only if their voucher leaves no doubt (EQUITY-002)", async () => {
    const found = await read(company);
    expect(changed(found, "cat_ann")).toEqual([0, 900_00, 0, 70_00, 11_00]);
    expect(changed(found, "cat_bo")).toEqual([0, 300_00, -50_00, 0, 0]);
    expect(changed(found, "cat_opening")).toEqual([0, 0, 0, 0, 5_00]);
    expect(changed(found, "grp_retained_earnings")).toEqual([389_00, 0, 0, -70_00, -20_00]);
    expect(found.total.corrected_cents).toBe(-30_00);
    expect(found.total.transferred_cents).toBe(0);
    // A nonprofit has no owners.
    const { total } = await read(await books("nonprofit"));
    expect([total.paid_in_cents, total.paid_out_cents]).toEqual([0, 0]);
    expect(total.closing_cents).toBe(found.total.closing_cents);
  });

  test("of the first day may be what the books open with, unless a bank sent them", async () => {
    const first = (source: "bank_transaction" | "csv_upload") =>
      http.company({
        journal: [voucher("2026-01-05", "Cash", [dr("checking", 5_00), cr("stock", 5_00)], { source })],
      });
    const [sent, written] = [
      await read(await first("bank_transaction")),
      await read(await first("csv_upload")),
    ];
    expect([sent.total.paid_in_cents, sent.total.other_cents]).toEqual([5_00, 0]);
    expect([written.total.paid_in_cents, written.total.other_cents]).toEqual([0, 5_00]);
  });

  test("go back where they came from when their voucher is reversed (EQUITY-002)", async () => {
    const of = await http.company({
      journal: [
        voucher("2026-01-02", "Sold", [dr("checking", 1_00), cr("subscriptions", 1_00)]),
        voucher("2026-01-05", "Paid in", [dr("checking", 900_00), cr("stock", 900_00)], { id: "vch_in" }),
        voucher("2026-01-06", "Paid out", [dr("stock", 80_00), cr("checking", 80_00)], { id: "vch_out" }),
        voucher("2026-01-07", "Opening balance", [dr("checking", 7_00), cr("stock", 7_00)], {
          id: "vch_opening",
          source: "csv_upload",
        }),
        voucher("2026-01-08", "Issued for a bill", [dr("hosting", 6_00), cr("stock", 6_00)], {
          id: "vch_bill",
        }),
      ],
    });
    const reverse = async (id: string, date: string) => {
      const reversal = { date: date as CivilDate, memo: null };
      const { voucher_id } = await app.ledger.reverseVoucher(
        of.id,
        id,
        reversal,
        app.clock.now(),
        "operator",
      );
      return voucher_id;
    };
    const total = async (start_date: string, end_date: string) => {
      const { paid_in_cents, paid_out_cents, transferred_cents, other_cents } = (
        await read(of, { start_date, end_date })
      ).total;
      return [paid_in_cents, paid_out_cents, transferred_cents, other_cents];
    };
    expect(await total("2026-01-01", "2026-02-28")).toEqual([900_00, -80_00, 0, 13_00]);
    const back = await reverse("vch_in", "2026-02-03");
    expect(await total("2026-01-01", "2026-02-28")).toEqual([0, -80_00, 0, 13_00]);
    // Also in days that don't have what is reversed.
    expect(await total("2026-02-01", "2026-02-28")).toEqual([-900_00, 0, 0, 0]);
    await reverse(back, "2026-02-04");
    expect(await total("2026-02-04", "2026-02-28")).toEqual([900_00, 0, 0, 0]);
    await reverse("vch_out", "2026-02-05");
    expect(await total("2026-02-05", "2026-02-28")).toEqual([0, 80_00, 0, 0]);
    await reverse("vch_opening", "2026-02-06");
    await reverse("vch_bill", "2026-02-06");
    expect(await total("2026-02-06", "2026-02-28")).toEqual([0, 0, 0, -13_00]);
    expect(await total("2026-01-01", "2026-02-28")).toEqual([900_00, 0, 0, 0]);
  });

  test("are no payments of owners where words say that the books open so (EQUITY-002)", async () => {
    const of = async (
      description: string,
      source: "bank_transaction" | "csv_upload" | "adjustment",
      name = "Owner's Capital",
    ) => {
      const lines = [dr("checking", 5_00), cr("capital", 5_00)];
      const { total } = await read(
        await http.company({
          categories: [...CHART, partner("cat_capital", name, 50)],
          journal: [
            voucher("2025-11-03", "Sold", [dr("checking", 1_00), cr("subscriptions", 1_00)]),
            voucher("2026-01-05", description, lines, { source }),
          ],
        }),
      );
      return [total.paid_in_cents, total.other_cents];
    };
    for (const words of ["Opening balances", "BEGINNING BALANCE 2026", "Checking opening-balance"])
      expect(await of(words, "csv_upload")).toEqual([0, 5_00]);
    expect(await of("Opening balance of the safe", "adjustment")).toEqual([0, 5_00]);
    expect(await of("Opening balances", "bank_transaction")).toEqual([5_00, 0]);
    expect(await of("Opening party, balance", "csv_upload")).toEqual([5_00, 0]);
    for (const name of [
      "Prior Period Adjustment",
      "3900 Equity Adjustments",
      "Prior-Year Equity",
      "Suspense",
    ])
      expect(await of("Deposit", "bank_transaction", name)).toEqual([0, 5_00]);
    expect(await of("Deposit", "bank_transaction", "Priority Capital")).toEqual([5_00, 0]);
  });

  test("are none of an entry whose lines have words of their own, either (EQUITY-002)", async () => {
    const of = await http.company({
      journal: [voucher("2025-11-03", "Sold", [dr("checking", 1_00), cr("subscriptions", 1_00)])],
    });
    const line = (category: string, net: number) => {
      return { category, department: null, net_debit_cents: cents(net), memo: "As the bank says" };
    };
    const lines = [line("cat_checking", 5_00), line("cat_stock", -5_00)];
    const date = "2026-01-05" as CivilDate;
    const post = (memo: string) => {
      const entry = { date, memo, reference: null, adjusting: false, lines };
      return app.ledger.postEntries(of.id, [entry], http.clock.now(), "operator");
    };
    await post("Opening balances");
    await post("Paid in");
    const { total } = await read(of);
    expect([total.paid_in_cents, total.other_cents]).toEqual([5_00, 5_00]);
  });
});

describe("its figures on its page", () => {
  interface Table {
    readonly columns: readonly { key: string; start_date: string; end_date: string }[];
    readonly rows: readonly { key: string; figures: number[] | null; entries_by: string | null }[];
  }
  const asked = async <T>(path: string, query: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams({ report_type: "changes_in_equity", ...QUARTER, ...query });
    const { text } = await ask(browser, `/app/api/${path}?${search}`, { company: company.id });
    return JSON.parse(text) as T;
  };
  const sumOf = async (row: string, { key, start_date, end_date }: Table["columns"][number]) => {
    let sum = 0;
    for (let after: string | null = ""; after !== null;) {
      const page: { data: { amount_cents: number }[]; next_cursor: string | null } = await asked(
        "statement_entries",
        {
          row,
          column: key,
          column_start: start_date,
          column_end: end_date,
          limit: "2",
          ...(after === "" ? {} : { starting_after: after }),
        },
      );
      for (const { amount_cents } of page.data) sum += amount_cents;
      after = page.next_cursor;
    }
    return sum;
  };

  test("are the sums of their entries, all of them (EQUITY-006)", async () => {
    const { columns, rows } = await asked<Table>("statement_table", {});
    expect(rows).toHaveLength(NAMES.length);
    for (const { key, figures } of rows)
      for (const [at, column] of columns.entries())
        expect([key, column.key, await sumOf(key, column)]).toEqual([key, column.key, figures?.[at]]);
  });
});

describe("a correction of an earlier period (ASC 250-10-45-23)", () => {
  const QUARTER_OF = async (description: string, lines: readonly ReturnType<typeof dr>[]) => {
    const of = await http.company({
      categories: [
        ...CHART,
        { ...partner("cat_earlier", "Retained Earnings", 60), role: "retained_earnings" },
        partner("cat_opening", "Opening Balance Equity", 61),
      ],
      journal: [
        voucher("2025-11-03", "Sold", [dr("checking", 1_00), cr("subscriptions", 1_00)]),
        voucher("2026-01-05", description, lines, { id: "vch_correction" }),
      ],
    });
    return { of, total: (await read(of)).total };
  };

  test.each([
    ["Prior period correction", [dr("earlier", 5_00), cr("loan", 5_00)], [-5_00, 0]],
    ["Correction of an error in a previous year", [dr("earlier", 5_00), cr("loan", 5_00)], [-5_00, 0]],
    // Nothing says that these are corrections, or the income statement has a part of them.
    ["Prior period", [dr("earlier", 5_00), cr("loan", 5_00)], [0, -5_00]],
    ["Prior period correction", [dr("earlier", 5_00), cr("subscriptions", 5_00)], [0, -5_00]],
    ["Prior period correction", [dr("stock", 5_00), cr("loan", 5_00)], [0, -5_00]],
    // Other equity has a part of it, or cash has.
    ["Prior period correction", [dr("earlier", 9_00), cr("stock", 4_00), cr("loan", 5_00)], [0, -5_00]],
    ["Prior period correction: stock dividend", [dr("earlier", 5_00), cr("stock", 5_00)], [0, 0]],
    ["Dividend incl. prior year adjustment", [dr("earlier", 5_00), cr("checking", 5_00)], [0, -5_00]],
    ["Prior year adjustment", [dr("checking", 9_00), cr("opening", 4_00), cr("stock", 5_00)], [0, 9_00]],
    ["Prior year adjustment", [dr("opening", 5_00), cr("loan", 5_00)], [0, -5_00]],
  ] as const)(
    "has a line of its own where its voucher says so: %s (EQUITY-005)",
    async (words, lines, found) => {
      const { of, total } = await QUARTER_OF(words, lines);
      expect([total.corrected_cents, total.other_cents]).toEqual(found);
      const csv = new TextDecoder().decode(await file(of, "csv"));
      expect(csv.includes("Prior-Period Corrections")).toBe(found[0] !== 0);
    },
  );

  test("and its reversal is one too", async () => {
    const { of } = await QUARTER_OF("Prior year adjustment", [dr("earlier", 5_00), cr("loan", 5_00)]);
    const reversal = { date: "2026-02-03" as CivilDate, memo: null };
    await app.ledger.reverseVoucher(of.id, "vch_correction", reversal, app.clock.now(), "operator");
    const found = await read(of, { start_date: "2026-02-01", end_date: "2026-02-28" });
    const retained = found.categories.at(-1);
    expect([retained?.corrected_cents, found.total.corrected_cents]).toEqual([5_00, 5_00]);
  });
});

describe("its files", () => {
  const LABELS = [
    "Opening Balance",
    "Prior-Period Corrections",
    "Net Income",
    "Contributions",
    "Distributions",
    "Transfers within Equity",
    "Other Changes",
    "Closing Balance",
  ];

  test("have the figures of the API in every format (EQUITY-003)", async () => {
    const { categories, total } = await read(company);
    const expected = NAMES.map((name, index) => ({
      label: LABELS[index],
      amounts: [...categories, total].map((each) => each[name]),
    }));
    const csv = await file(company, "csv");
    expect(readCsvStatement(csv).rows).toEqual(expected);
    expect(readCsv(csv).columns.slice(6)).toEqual([
      ...categories.map(({ category_id }) => category_id),
      "total",
    ]);
    const paper = await readPdfStatement(await file(company, "pdf"));
    expect(paper.rows).toEqual(expected);
    expect(paper.head).toContain("Statement of Changes in Partners’ Capital");
    const workbook = readXlsxStatement(await file(company, "xlsx"));
    expect(workbook.rows).toEqual(expected);
    expect(workbook.columns).toEqual([...categories.map(({ name }) => name), "Total"]);
  });

  test("have the words of the legal form", async () => {
    const { head, rows } = await readPdfStatement(await file(await books("c_corp"), "pdf"));
    expect(head).toContain("Statement of Changes in Stockholders’ Equity");
    expect(rows.map(({ label }) => label)).toEqual([
      "Opening Balance",
      "Prior-Period Corrections",
      "Net Income",
      "Stock Issued and Contributions",
      "Dividends and Repurchases",
      "Transfers within Equity",
      "Other Changes",
      "Closing Balance",
    ]);
  });
});

describeWith(outsideProgram(OFFICE), "the workbook", () => {
  test("recalculates to the same figures (EQUITY-003)", async () => {
    const workbook = await file(company, "xlsx");
    const [saved = new Uint8Array()] = await recalculatedAll([withoutValues(workbook)]);
    expect(readXlsxStatement(saved).rows).toEqual(readXlsxStatement(workbook).rows);
  });
});
