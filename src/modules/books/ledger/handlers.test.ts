/**
 * Journal entries over HTTP: which entries a request finds, the fields of an entry, and that entries add up
 * to the figures of the reports.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { LIMITS } from "@daybook/words/limits";
import { cr, dr, JOURNAL, SET_UP, voucher } from "../../../../test/support/bundle.ts";

const http = await testApp();
const company = await http.company();
const { key } = company;

interface Entry {
  readonly id: string;
  readonly date: string;
  readonly category_id: string;
  readonly department_id: string | null;
  readonly amount_cents: number;
  readonly source: string;
  readonly transaction_id: string | null;
}

interface Page {
  readonly object: string;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly data: readonly Entry[];
}

async function entriesOf(query: string): Promise<readonly Entry[]> {
  const page = await company.read<Page>(`/journal_entries?limit=500&${query}`);
  expect(page.has_more).toBe(false);
  return page.data;
}

async function idsOf(query: string): Promise<string[]> {
  return (await entriesOf(query)).map(({ id }) => id);
}

/** Returns the ids of the journal's lines that `isWanted` accepts, in the order of the list: latest first. */
function journalIds(
  isWanted: (line: {
    category_id: string;
    department_id?: string | null;
    date: string;
    source: string;
  }) => boolean,
): string[] {
  const rows = JOURNAL.flatMap(({ id, date, source, lines }) =>
    lines.map((line, index) => ({ ...line, date, source, voucher: id, line: index + 1 })),
  );
  const order = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
    a.date !== b.date
      ? a.date < b.date
        ? 1
        : -1
      : a.voucher !== b.voucher
        ? a.voucher < b.voucher
          ? 1
          : -1
        : b.line - a.line;
  return rows
    .filter(isWanted)
    .toSorted(order)
    .map((row) => `je_${row.voucher.slice("vch_".length)}_${row.line}`);
}

test("an entry has the same bytes on its own and in the list, for any account type and any characters in its texts", async () => {
  const odd = voucher(
    "2025-04-05",
    'Line\nbreak, "quotes" and \\',
    [dr("software", 7), cr("payable", 3), cr("subscriptions", 4)],
    { id: "vch_odd_", merchant: "\u0001 Søn & 🧾" },
  );
  const books = await http.company({ journal: [...JOURNAL, odd] });
  const raw = async (target: string) => (await http.send(target, { key: books.key })).text;
  const page = await raw("/journal_entries?limit=500");
  const { data } = JSON.parse(page) as Page;
  expect(page).toBe(JSON.stringify(JSON.parse(page)));
  expect(
    new Set(
      data.map(
        ({ category_id }) => books.bundle.categories.find(({ id }) => id === category_id)?.account_type,
      ),
    ).size,
  ).toBeGreaterThan(3);
  for (const shown of data) expect(JSON.stringify(shown)).toBe(await raw(`/journal_entries/${shown.id}`));
});

describe("names of the greatest length", () => {
  const MAX_LENGTH = LIMITS.text_field_characters.value;
  const names = ["日", '"', "\\", "💰", "\u0001", "é"].map((character) => character.repeat(MAX_LENGTH));
  const id = `vch_${"x".repeat(62)}y`;
  const journal = names.map((merchant, index) =>
    voucher("2025-04-04", "Long", [dr("software", 1 + index), cr("checking", 1 + index)], {
      id: index === 0 ? id : `vch_${index}`,
      merchant,
    }),
  );

  test("of vouchers are part of the ids of entries, which can be listed and read", async () => {
    const books = await http.company({ journal });
    const entry = `je_${id.slice("vch_".length)}_2`;
    const { data } = await books.read<Page>("/journal_entries");
    expect(data.map((row) => row.id)).toContain(entry);
    expect(await books.read(`/journal_entries/${entry}`)).toMatchObject({ id: entry, merchant: names[0] });
  });

  test("of merchants work as cursors and as filters, with any characters", async () => {
    const books = await http.company({ journal });
    const seen: unknown[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: { data: readonly { name: string }[]; next_cursor: string | null } = await books.read(
        `/parties/merchants?category_id=cat_software&limit=1&starting_after=${cursor}`,
      );
      seen.push(...page.data.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(new Set(seen)).toEqual(new Set(names));
    expect(seen).toHaveLength(names.length);
    for (const name of names) {
      expect(
        (
          await books.read<Page>(
            `/journal_entries?category_id=cat_software&merchant=${encodeURIComponent(name)}`,
          )
        ).data,
      ).toMatchObject([{ merchant: name }]);
    }
    expect(
      await http.refusal(`/journal_entries?merchant=${encodeURIComponent("💰".repeat(MAX_LENGTH + 1))}`, {
        key: books.key,
      }),
    ).toMatchObject({ status: 400, code: "invalid_request", param: "merchant" });
  });
});

describe("the list of journal entries", () => {
  test("returns pages of entries, latest day first (LEDG-006)", async () => {
    const first = await company.read<Page>("/journal_entries?limit=7");
    expect(first).toMatchObject({
      object: "list",
      url: "/api/v1/journal_entries",
      has_more: true,
      next_cursor: expect.any(String),
    });
    const second = await company.read<Page>(
      `/journal_entries?limit=7&starting_after=${encodeURIComponent(first.next_cursor ?? "")}`,
    );
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(journalIds(() => true).slice(0, 14));
  });

  test("contains entries of every source (LEDG-003)", async () => {
    const sources = [
      "bank_transaction",
      "spread",
      "capitalization",
      "csv_upload",
      "transfer",
      "invoice",
      "adjustment",
    ];
    expect(new Set((await entriesOf("")).map(({ source }) => source))).toEqual(new Set(sources));
    for (const source of sources)
      expect([source, await idsOf(`source=${source}`)]).toEqual([
        source,
        journalIds((line) => line.source === source),
      ]);
  });

  test("can be filtered by category, descendants included (LEDG-007)", async () => {
    expect(await idsOf("category_id=cat_flights")).toEqual(
      journalIds(({ category_id }) => category_id === "cat_flights"),
    );
    expect(await idsOf("category_id=cat_travel")).toEqual(
      journalIds(({ category_id }) => ["cat_flights", "cat_hotels"].includes(category_id)),
    );
    expect(await idsOf("category_id=cat_cash")).toEqual(
      journalIds(({ category_id }) => ["cat_checking", "cat_savings"].includes(category_id)),
    );
    expect(await idsOf("category_id=cat_prepaid")).toEqual(["je_spread_2", "je_tool_1"]);
  });

  test("can be filtered by department, descendants included (LEDG-008)", async () => {
    expect(await idsOf("department_id=dept_sales")).toEqual(
      journalIds(({ department_id }) => department_id === "dept_sales"),
    );
    expect(await idsOf("department_id=dept_platform")).toEqual(["je_hosting_1", "je_payroll_1"]);
    expect(await idsOf("department_id=dept_product")).toEqual([
      "je_spread_1",
      "je_hosting_1",
      "je_payroll_2",
      "je_payroll_1",
    ]);
    expect(await idsOf("department_id=dept_apps")).toEqual([]);
  });

  test("can be filtered by days, the first and the last included (LEDG-009)", async () => {
    expect(await idsOf("start_date=2025-03-12&end_date=2025-03-14")).toEqual([
      "je_hotel_2",
      "je_hotel_1",
      "je_flight_2",
      "je_flight_1",
    ]);
    expect(await idsOf("start_date=2025-03-13&end_date=2025-03-13")).toEqual([]);
    expect(await idsOf("start_date=2025-06-30")).toEqual([
      "je_repayment_3",
      "je_repayment_2",
      "je_repayment_1",
    ]);
    expect(await idsOf("end_date=2025-01-02")).toEqual(["je_capital_2", "je_capital_1"]);
    expect(await idsOf("start_date=&end_date=")).toEqual(journalIds(() => true));
  });

  test("can be filtered by all filters together", async () => {
    expect(
      await idsOf(
        "category_id=cat_travel&department_id=dept_sales&start_date=2025-03-13&end_date=2025-03-31&merchant=Inn%20on%20the%20Bay&source=bank_transaction",
      ),
    ).toEqual(["je_hotel_1"]);
    expect(await idsOf("category_id=cat_travel&department_id=dept_design")).toEqual([]);
    expect(await idsOf("transaction_id=txn_payment")).toEqual(["je_payment_2", "je_payment_1"]);
  });

  test("continues after a cursor with any number of filters", async () => {
    const half = (cents: number) => dr("software", cents, { department: "design" });
    const ownCompany = await http.company({
      journal: [
        voucher("2025-05-05", "Twice", [half(1), half(2), cr("checking", 3)], {
          id: "vch_twice",
          merchant: "M",
          source: "invoice",
          transaction_id: "txn_t",
        }),
      ],
    });
    const filters = Object.entries({
      category_id: "cat_software",
      department_id: "dept_product",
      start_date: "2025-05-05",
      end_date: "2025-05-05",
      merchant: "M",
      source: "invoice",
      transaction_id: "txn_t",
    });
    for (let mask = 0; mask < 1 << filters.length; mask += 1) {
      const query = new URLSearchParams(filters.filter((_, index) => mask & (1 << index)));
      const page = await ownCompany.read<Page>(`/journal_entries?starting_after=je_twice_2&${query}`);
      expect([query.toString(), page.data.map(({ id }) => id)]).toEqual([query.toString(), ["je_twice_1"]]);
    }
  });

  test("refuses an invalid filter and names its parameter (LEDG-010)", async () => {
    for (const [param, value] of [
      ["category_id", "cat_nobodys"],
      ["category_id", "Cash"],
      ["category_id", ""],
      ["department_id", "dept_nobodys"],
      ["department_id", "none"],
      ["start_date", "2025-02-30"],
      ["end_date", "soon"],
      ["source", "gold"],
      ["source", ""],
      ["merchant", ""],
      ["limit", "0"],
    ] as const) {
      expect([param, value, await http.refusal(`/journal_entries?${param}=${value}`, { key })]).toMatchObject(
        [param, value, { status: 400, code: "invalid_request", type: "invalid_request_error", param }],
      );
    }
  });

  test("refuses a presentation group of the cash flow statement as a category (LEDG-004)", async () => {
    const flow = await company.read<{ operating_activities: { categories: { category_id: string }[] } }>(
      "/reports/cash_flow?start_date=2025-01-01&end_date=2025-06-30",
    );
    const groups = flow.operating_activities.categories
      .map(({ category_id }) => category_id)
      .filter((id) => id.startsWith("grp_"));
    expect(groups.length).toBe(3);
    for (const group of groups) {
      expect(await http.refusal(`/journal_entries?category_id=${group}`, { key })).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "category_id",
      });
    }
  });
});

describe("one journal entry", () => {
  test("is returned with its category and its department (LEDG-011, LEDG-042, LEDG-043)", async () => {
    const answer = await http.send("/journal_entries/je_hosting_1", { key });
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({
      id: "je_hosting_1",
      object: "journal_entry",
      date: "2025-03-03",
      category_id: "cat_hosting",
      category_name: "Hosting",
      department_id: "dept_platform",
      department_name: "Platform",
      amount_cents: -312_45,
      debit_cents: 312_45,
      credit_cents: 0,
      currency: "USD",
      description: "Servers for the customers",
      merchant: "Cloud Depot",
      source: "csv_upload",
      transaction_id: null,
      held: false,
      created: SET_UP,
      updated: http.clock.now(),
    });
    for (const [id, category, department] of [
      ["je_payroll_2", "cat_payroll", "dept_design"],
      ["je_payroll_3", "cat_checking", null],
      ["je_tool_1", "cat_prepaid", null],
    ] as const) {
      expect(await company.read(`/journal_entries/${id}`)).toMatchObject({
        id,
        category_id: category,
        department_id: department,
      });
    }
  });

  test("is the same in the list", async () => {
    for (const entry of await entriesOf(""))
      expect(await company.read(`/journal_entries/${entry.id}`)).toEqual(entry);
  });

  test("that is unknown or belongs to another company is a 404 (LEDG-012)", async () => {
    const other = await http.company({
      journal: [voucher("2025-01-01", "Theirs", [dr("checking", 1), cr("stock", 1)], { id: "vch_theirs" })],
    });
    expect(await other.read("/journal_entries/je_theirs_1")).toMatchObject({ id: "je_theirs_1" });
    for (const id of [
      "je_theirs_1",
      "je_nobodys_1",
      "je_capital_3",
      "je_capital_0",
      "je_capital",
      "vch_capital",
      "je_capital_01",
    ]) {
      expect([id, await http.refusal(`/journal_entries/${id}`, { key })]).toMatchObject([
        id,
        { status: 404, code: "resource_missing", type: "invalid_request_error" },
      ]);
    }
  });
});

describe("entries and reports", () => {
  interface Line {
    readonly category_id: string;
    readonly amount_cents: number;
  }

  test("agree: the entries of a line's category and dates add up to the line (LEDG-001)", async () => {
    const range = "start_date=2025-02-10&end_date=2025-06-11";
    const statement = await company.read<Record<string, { categories: Line[] }>>(
      `/reports/income_statement?${range}`,
    );
    const lines = ["revenue", "cost_of_goods_sold", "operating_expenses", "other_income"].flatMap(
      (name) => statement[name]?.categories ?? [],
    );
    expect(lines.length).toBeGreaterThan(8);
    for (const { category_id, amount_cents } of lines) {
      const entries = await entriesOf(`category_id=${category_id}&${range}`);
      expect([category_id, entries.reduce((sum, entry) => sum + entry.amount_cents, 0)]).toEqual([
        category_id,
        amount_cents,
      ]);
    }
  });

  test("use the same ids and names for categories (LEDG-005)", async () => {
    const named = new Map(
      (await company.read<{ data: { id: string; name: string }[] }>("/categories")).data.map(
        ({ id, name }) => [id, name],
      ),
    );
    for (const entry of await company
      .read<{ data: { category_id: string; category_name: string }[] }>("/journal_entries?limit=500")
      .then(({ data }) => data)) {
      expect(named.get(entry.category_id)).toBe(entry.category_name);
    }
    const sheet = await company.read<Record<string, { categories: { category_id: string; name: string }[] }>>(
      "/reports/balance_sheet?date=2025-06-30",
    );
    for (const line of [...(sheet["assets"]?.categories ?? []), ...(sheet["liabilities"]?.categories ?? [])])
      expect(named.get(line.category_id)).toBe(line.name);
  });

  test("agree for any feed: only entries count, not the transactions that they name (LEDG-002)", async () => {
    const paid = (id: string, transaction_id: string | null) =>
      voucher("2025-05-05", "Paid", [dr("software", 10_00), cr("checking", 10_00)], { id, transaction_id });
    const books = (...journal: ReturnType<typeof paid>[]) => http.company({ journal });
    const figures = async (journal: ReturnType<typeof paid>[]) =>
      (
        await (
          await books(...journal)
        ).read("/reports/income_statement?start_date=2025-05-01&end_date=2025-05-31")
      )["net_income_cents"];
    expect(await figures([paid("vch_a", "txn_one")])).toBe(-10_00);
    expect(await figures([paid("vch_a", null)])).toBe(-10_00);
    // Two vouchers count twice, whether they name the same transaction or none.
    expect(await figures([paid("vch_a", "txn_one"), paid("vch_b", "txn_one")])).toBe(-20_00);
    expect(await figures([paid("vch_a", null), paid("vch_b", null)])).toBe(-20_00);
    expect(await figures([])).toBe(0);
  });
});
