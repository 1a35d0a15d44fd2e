/**
 * Totals and merchants over HTTP: which entries they include, how their dates are read, and their
 * `refreshed_at`.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { type BundleVoucher, cr, dr, voucher } from "../../../../../test/support/bundle.ts";
import { insertVouchers } from "../../../../../test/support/import.ts";
import type { CivilDate } from "@daybook/words/civil-date";

const http = await testApp();
const company = await http.company();
const { key } = company;
const IMPORTED = http.clock.now();

interface Total {
  readonly total_cents: number;
  readonly refreshed_at: number | null;
}

async function totalOf(query: string, ofCompany = company): Promise<number> {
  return (await ofCompany.read<Total>(`/aggregations/total?${query}`)).total_cents;
}

describe("a category's total", () => {
  test("is one amount in whole cents of USD, returned with the parameters of the request (LEDG-013, LEDG-028, LEDG-033, VER-005)", async () => {
    const answer = await http.send(
      "/aggregations/total?category_id=cat_travel&start_date=2025-03-12&end_date=2025-04-02",
      { key },
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({
      object: "aggregation_total",
      category_id: "cat_travel",
      category_name: "Travel",
      point_in_time: false,
      total_cents: -(421_37 + 389_20),
      currency: "USD",
      merchant: null,
      start_date: "2025-03-01",
      end_date: "2025-04-30",
      date: null,
      start_month: "2025-03",
      end_month: "2025-04",
      refreshed_at: IMPORTED,
    });
    expect(
      await company.read("/aggregations/total?category_id=cat_loan&date=2025-06-05&merchant=First%20Bank"),
    ).toStrictEqual({
      object: "aggregation_total",
      category_id: "cat_loan",
      category_name: "Bank Loan",
      point_in_time: true,
      total_cents: 9_000_00,
      currency: "USD",
      merchant: "First Bank",
      start_date: null,
      end_date: null,
      date: "2025-06-30",
      start_month: null,
      end_month: "2025-06",
      refreshed_at: IMPORTED,
    });
  });

  test("includes all descendants of the category, at any depth (LEDG-014)", async () => {
    const row = company.bundle.categories.find(({ id }) => id === "cat_flights");
    const deep = row
      ? [
          ...company.bundle.categories,
          { ...row, id: "cat_upgrades", name: "Upgrades", parent_id: "cat_flights" },
        ]
      : [];
    const ownCompany = await http.company({
      categories: deep,
      journal: [
        voucher("2025-03-01", "Up", [dr("upgrades", 1_00), cr("checking", 1_00)]),
        voucher("2025-03-02", "There", [dr("flights", 20_00), cr("checking", 20_00)]),
        voucher("2025-03-03", "Travel itself", [dr("travel", 300_00), cr("checking", 300_00)]),
        voucher("2025-03-04", "A sibling", [dr("hotels", 4_000_00), cr("checking", 4_000_00)]),
      ],
    });
    const march = "start_date=2025-03-01&end_date=2025-03-31";
    const totals = await Promise.all(
      ["upgrades", "flights", "hotels", "travel"].map((name) =>
        totalOf(`category_id=cat_${name}&${march}`, ownCompany),
      ),
    );
    expect(totals).toEqual([-1_00, -21_00, -4_000_00, -4_321_00]);
  });

  test("is debits minus credits for assets (LEDG-031), and credits minus debits for all other types (LEDG-032)", async () => {
    for (const [name, cents] of [
      ["checking", 1],
      ["receivable", 1],
      ["equipment", 1],
      ["payable", -1],
      ["loan", -1],
      ["stock", -1],
    ] as const) {
      const ownCompany = await http.company({
        journal: [voucher("2025-03-01", "Debited", [dr(name, 7_00), cr("savings", 7_00)])],
      });
      expect([name, await totalOf(`category_id=cat_${name}&date=2025-03-31`, ownCompany)]).toEqual([
        name,
        cents * 7_00,
      ]);
    }
    for (const name of ["subscriptions", "hosting", "payroll", "interest_income", "interest_expense"]) {
      const ownCompany = await http.company({
        journal: [
          voucher("2025-03-01", "Debited", [dr(name, 7_00), cr("savings", 7_00)]),
          voucher("2025-03-02", "Credited", [dr("savings", 9_00), cr(name, 9_00)]),
        ],
      });
      expect([
        name,
        await totalOf(`category_id=cat_${name}&start_date=2025-03-01&end_date=2025-03-31`, ownCompany),
      ]).toEqual([name, 2_00]);
    }
  });
});

describe("the dates of a total", () => {
  const refusal = (query: string) => http.refusal(`/aggregations/total?${query}`, { key });

  test("of a period category are a start and an end (LEDG-015), and never a single day (LEDG-016)", async () => {
    expect(await totalOf("category_id=cat_payroll&start_date=2025-02-01&end_date=2025-02-28")).toBe(
      -8_500_00,
    );
    for (const query of ["date=2025-02-28", "date=2025-02-28&start_date=2025-02-01&end_date=2025-02-28"]) {
      expect(await refusal(`category_id=cat_payroll&${query}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "date",
      });
    }
  });

  test("of a point-in-time category are one day (LEDG-017), and never a period (LEDG-018)", async () => {
    expect(await totalOf("category_id=cat_loan&date=2025-02-28")).toBe(10_000_00);
    for (const query of [
      "start_date=2025-02-01&end_date=2025-02-28",
      "start_date=2025-02-01&end_date=2025-02-28&date=2025-02-28",
    ]) {
      expect(await refusal(`category_id=cat_loan&${query}`)).toMatchObject({
        status: 400,
        code: "invalid_request",
        param: "start_date",
      });
    }
    expect(await refusal("category_id=cat_loan&start_month=2025-02&end_month=2025-02")).toMatchObject({
      status: 400,
      code: "invalid_request",
      param: "start_month",
    });
  });

  test("of a period are refused for a point-in-time category, even if only one end is given (LEDG-018)", async () => {
    for (const end of ["start_date", "end_date"])
      expect(await refusal(`category_id=cat_loan&${end}=2025-02-01`)).toMatchObject({
        code: "invalid_request",
        param: end,
      });
  });

  test("may be two days of one month in any order, but not two months (LEDG-019)", async () => {
    expect(await totalOf("category_id=cat_payroll&start_date=2025-02-20&end_date=2025-02-05")).toBe(
      -8_500_00,
    );
    expect(await refusal("category_id=cat_payroll&start_date=2025-03-01&end_date=2025-02-28")).toMatchObject({
      code: "invalid_date_range",
      param: "start_date",
    });
  });

  test("may be any day from the year 1 to the year 9999", async () => {
    const on = (date: string, amount: number) =>
      voucher(date, "At the edge", [dr("checking", amount), cr("services", amount)], { merchant: "Edge" });
    const ownCompany = await http.company({
      journal: [on("0001-01-01", 3), on("9999-12-30", 50), on("9999-12-31", 700)],
    });
    for (const merchant of ["", "&merchant=Edge"]) {
      expect(await totalOf(`category_id=cat_cash&date=9999-12-31${merchant}`, ownCompany)).toBe(753);
      expect(
        await totalOf(
          `category_id=cat_revenue&start_date=9999-12-01&end_date=9999-12-01${merchant}`,
          ownCompany,
        ),
      ).toBe(750);
      expect(
        await totalOf(
          `category_id=cat_revenue&start_date=0001-01-01&end_date=0001-01-31${merchant}`,
          ownCompany,
        ),
      ).toBe(3);
    }
    expect(await ownCompany.read("/reports/balance_sheet?date=9999-12-31")).toMatchObject({
      cash_cents: 753,
    });
    expect(await ownCompany.read("/reports/balance_sheet?date=9999-12-30")).toMatchObject({ cash_cents: 53 });
    expect(
      await ownCompany.read("/reports/income_statement?start_date=9999-12-31&end_date=9999-12-31"),
    ).toMatchObject({ net_income_cents: 700 });
    expect(
      await ownCompany.read("/reports/cash_flow?start_date=9999-12-31&end_date=9999-12-31"),
    ).toMatchObject({
      beginning_cash_cents: 53,
      change_in_cash_cents: 700,
    });
    expect(await http.app.ledger.verify(ownCompany.id)).toMatchObject({ ok: true });
  });

  test("select whole months, whichever day of the month is given (LEDG-019)", async () => {
    const answers = async (targets: readonly string[]) =>
      new Set(
        await Promise.all(
          targets.map(async (target) => (await http.send(`/aggregations/total?${target}`, { key })).text),
        ),
      );
    expect(
      (await answers(["01", "13", "31"].map((day) => `category_id=cat_cash&date=2025-03-${day}`))).size,
    ).toBe(1);
    expect(
      (
        await answers(
          ["01", "14", "31"].flatMap((from) =>
            ["01", "15", "30"].map(
              (to) => `category_id=cat_travel&start_date=2025-03-${from}&end_date=2025-04-${to}`,
            ),
          ),
        )
      ).size,
    ).toBe(1);
  });

  test("include the whole first and the whole last month (LEDG-020)", async () => {
    const edges = [
      "2025-01-31",
      "2025-02-01",
      "2025-02-28",
      "2025-03-15",
      "2025-04-01",
      "2025-04-30",
      "2025-05-01",
    ];
    const ownCompany = await http.company({
      journal: edges.map((date, index) =>
        voucher(date, date, [dr("software", 10 ** index), cr("checking", 10 ** index)]),
      ),
    });
    expect(
      await totalOf("category_id=cat_software&start_date=2025-02-20&end_date=2025-04-02", ownCompany),
    ).toBe(-111_110);
    expect(
      await totalOf("category_id=cat_software&start_date=2025-02-28&end_date=2025-02-28", ownCompany),
    ).toBe(-110);
    // A merchant's total is computed by another query, and covers the same months.
    const named = await http.company({
      journal: edges.map((date, index) =>
        voucher(date, date, [dr("software", 10 ** index), cr("checking", 10 ** index)], { merchant: "M" }),
      ),
    });
    expect(
      await totalOf("category_id=cat_software&start_date=2025-02-20&end_date=2025-04-02&merchant=M", named),
    ).toBe(-111_110);
  });

  test("of a balance include everything to the end of the month (LEDG-021)", async () => {
    const days = ["2019-05-05", "2025-01-31", "2025-02-01", "2025-02-28", "2025-03-01"];
    const ownCompany = await http.company({
      journal: days.map((date, index) =>
        voucher(date, date, [dr("checking", 10 ** index), cr("stock", 10 ** index)], { merchant: "M" }),
      ),
    });
    for (const filter of ["", "&merchant=M"]) {
      expect(await totalOf(`category_id=cat_cash&date=2025-02-01${filter}`, ownCompany)).toBe(1_111);
      expect(await totalOf(`category_id=cat_cash&date=2025-01-01${filter}`, ownCompany)).toBe(11);
      expect(await totalOf(`category_id=cat_cash&date=2019-04-30${filter}`, ownCompany)).toBe(0);
    }
  });

  test("may be months, with the same total, and both forms of dates in the response (LEDG-022, VER-004)", async () => {
    const full = await company.read(
      "/aggregations/total?category_id=cat_travel&start_date=2025-03-01&end_date=2025-04-30",
    );
    expect(
      await company.read("/aggregations/total?category_id=cat_travel&start_month=2025-03&end_month=2025-04"),
    ).toEqual(full);
    expect(full).toMatchObject({
      start_date: "2025-03-01",
      end_date: "2025-04-30",
      start_month: "2025-03",
      end_month: "2025-04",
    });
  });

  test("must be valid months (LEDG-023)", async () => {
    for (const month of [
      "2025-3",
      "2025",
      "2025-13",
      "2025-00",
      "2025-03-01",
      "03-2025",
      "202503",
      "2025-03x",
      " 2025-03",
      "",
      "0000-01",
    ]) {
      expect([
        month,
        await refusal(`category_id=cat_travel&start_month=${month}&end_month=2025-04`),
      ]).toMatchObject([month, { status: 400, code: "invalid_request", param: "start_month" }]);
      expect([
        month,
        await refusal(`category_id=cat_travel&start_month=2025-01&end_month=${month}`),
      ]).toMatchObject([month, { status: 400, code: "invalid_request", param: "end_month" }]);
    }
  });

  test("must not mix months and full dates (LEDG-024)", async () => {
    for (const query of [
      "start_month=2025-03&end_date=2025-04-30",
      "start_date=2025-03-01&end_month=2025-04",
      "start_month=2025-03&end_month=2025-04&start_date=2025-03-01&end_date=2025-04-30",
      "start_month=2025-03&end_month=2025-04&date=2025-04-30",
    ]) {
      expect([query, await refusal(`category_id=cat_travel&${query}`)]).toMatchObject([
        query,
        { status: 400, code: "invalid_request", type: "invalid_request_error" },
      ]);
    }
  });

  test("are Los Angeles days: a datetime selects its month in Los Angeles (LEDG-044)", async () => {
    const january = await totalOf("category_id=cat_cash&date=2025-01-31");
    const february = await totalOf("category_id=cat_cash&date=2025-02-28");
    expect(january).not.toBe(february);
    expect(await totalOf("category_id=cat_cash&date=2025-02-01T07:59:59Z")).toBe(january);
    expect(await totalOf("category_id=cat_cash&date=2025-02-01T08:00:00Z")).toBe(february);
    expect(
      await totalOf(
        `category_id=cat_payroll&start_date=2025-02-01T08:00:00Z&end_date=${encodeURIComponent("2025-03-01T05:00:00+00:00")}`,
      ),
    ).toBe(-8_500_00);
    expect(await totalOf("category_id=cat_payroll&start_date=2025-03-01T08:00:00Z&end_date=2025-03-31")).toBe(
      0,
    );
  });
});

describe("the merchant of a total", () => {
  const march = "start_date=2025-03-01&end_date=2025-03-31";

  test("selects only entries with exactly that name (LEDG-025, LEDG-027), case included (LEDG-026)", async () => {
    const names = [
      "Sky Lines",
      "sky lines",
      "SKY LINES",
      "Sky",
      "Lines",
      "Sky Lines Ltd",
      "Sky  Lines",
      "Sky Lines ",
      "Ský Lines",
      "Sky_Lines",
      "%",
    ];
    const ownCompany = await http.company({
      journal: [
        ...names.map((merchant, index) =>
          voucher("2025-03-05", merchant, [dr("flights", 2 ** index), cr("checking", 2 ** index)], {
            merchant,
          }),
        ),
        voucher("2025-03-06", "None", [dr("flights", 5_000_00), cr("checking", 5_000_00)]),
      ],
    });
    for (const [index, merchant] of names.entries()) {
      expect([
        merchant,
        await totalOf(`category_id=cat_travel&${march}&merchant=${encodeURIComponent(merchant)}`, ownCompany),
      ]).toEqual([merchant, -(2 ** index)]);
    }
    for (const nobody of ["sKY lINES", "Sky L", "ky Lines", "S%", "Sky_lines", "*"]) {
      expect(
        await ownCompany.read(
          `/aggregations/total?category_id=cat_travel&${march}&merchant=${encodeURIComponent(nobody)}`,
        ),
      ).toMatchObject({ total_cents: 0, refreshed_at: null, merchant: nobody });
    }
  });

  test("may be the counterparty of a single line", async () => {
    const ownCompany = await http.company({
      journal: [
        voucher(
          "2025-03-05",
          "Shared",
          [dr("flights", 1_00, { merchant: "Other" }), dr("hotels", 20_00), cr("checking", 21_00)],
          { merchant: "Main" },
        ),
      ],
    });
    expect(await totalOf(`category_id=cat_travel&${march}&merchant=Other`, ownCompany)).toBe(-1_00);
    expect(await totalOf(`category_id=cat_travel&${march}&merchant=Main`, ownCompany)).toBe(-20_00);
  });
});

describe("refreshed_at of a total", () => {
  async function change(companyId: string, ...journal: BundleVoucher[]): Promise<void> {
    await http.app.db.transaction((tx) =>
      insertVouchers(tx, companyId as typeof company.id, journal, http.clock.now()),
    );
  }

  test("is the latest change of what is included (LEDG-029)", async () => {
    http.clock.set("2025-07-01T19:00:00Z");
    const first = http.clock.now();
    const ownCompany = await http.company({
      journal: [
        voucher("2025-03-05", "First", [dr("flights", 1_00), cr("checking", 1_00)], { merchant: "M" }),
      ],
    });
    const refreshed = async (query: string) =>
      (await ownCompany.read<Total>(`/aggregations/total?${query}`)).refreshed_at;
    const [march, april] = [
      "start_date=2025-03-01&end_date=2025-03-31",
      "start_date=2025-04-01&end_date=2025-04-30",
    ];
    http.clock.set(first + 500);
    expect([
      await refreshed(`category_id=cat_travel&${march}`),
      await refreshed(`category_id=cat_travel&${march}&merchant=M`),
    ]).toEqual([first, first]);
    await change(
      ownCompany.id,
      voucher("2025-04-05", "Second", [dr("flights", 2_00), cr("checking", 2_00)], { merchant: "M" }),
    );
    http.clock.set(first + 900);
    for (const filter of ["", "&merchant=M"]) {
      expect(await refreshed(`category_id=cat_travel&${march}${filter}`)).toBe(first);
      expect(await refreshed(`category_id=cat_travel&${april}${filter}`)).toBe(first + 500);
      expect(
        await refreshed(`category_id=cat_travel&start_date=2025-03-01&end_date=2025-04-30${filter}`),
      ).toBe(first + 500);
      expect(await refreshed(`category_id=cat_hotels&${april}${filter}`)).toBe(null);
      expect(await refreshed(`category_id=cat_cash&date=2025-03-31${filter}`)).toBe(first);
    }
    // Marking a month stale changes no data, so its time stays the same.
    await http.app.ledger.markStale(ownCompany.id, ["2025-03-01" as CivilDate]);
    expect([
      await refreshed(`category_id=cat_travel&${march}`),
      await refreshed(`category_id=cat_travel&start_date=2025-03-01&end_date=2025-04-30`),
    ]).toEqual([first, first + 500]);
  });

  test("is null when nothing matches (LEDG-030)", async () => {
    for (const query of [
      "category_id=cat_travel&start_date=2020-01-01&end_date=2020-12-31",
      "category_id=cat_cash&date=2020-01-01",
      "category_id=cat_savings&date=2025-06-30&merchant=Nobody",
    ]) {
      expect(await company.read(`/aggregations/total?${query}`)).toMatchObject({
        total_cents: 0,
        refreshed_at: null,
      });
    }
    // Entries that cancel each other out are included, too.
    const ownCompany = await http.company({
      journal: [
        voucher("2025-03-05", "In", [dr("flights", 1_00), cr("checking", 1_00)]),
        voucher("2025-03-06", "Out", [dr("checking", 1_00), cr("flights", 1_00)]),
      ],
    });
    expect(
      await ownCompany.read(
        "/aggregations/total?category_id=cat_travel&start_date=2025-03-01&end_date=2025-03-31",
      ),
    ).toMatchObject({ total_cents: 0, refreshed_at: http.clock.now() });
  });
});

describe("the merchants of a category", () => {
  interface Page {
    readonly has_more: boolean;
    readonly next_cursor: string | null;
    readonly data: readonly { readonly object: string; readonly name: string }[];
  }
  const namesOf = async (query: string, ofCompany = company) =>
    (await ofCompany.read<Page>(`/parties/merchants?${query}`)).data.map(({ name }) => name);

  test("are the names recorded on its entries (LEDG-034), as free text without ids (LEDG-037)", async () => {
    const { status, body } = await http.send<Page>("/parties/merchants?category_id=cat_checking", { key });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      object: "list",
      url: "/api/v1/parties/merchants",
      has_more: false,
      next_cursor: null,
      data: [
        "Blue Fern",
        "Drawing Board",
        "First Bank",
        "Laptop Store",
        "Payroll Partners",
        "Quay Foods",
        "Sky Lines",
      ].map((name) => ({ object: "merchant", name })),
    });
    const odd = ["  leading", "Ünal & Söhne", "日本", "txn_1", "a\tb", "💰", "x".repeat(400)];
    const ownCompany = await http.company({
      journal: odd.map((merchant) =>
        voucher("2025-01-01", "Odd", [dr("software", 1), cr("checking", 1)], { merchant }),
      ),
    });
    expect(new Set(await namesOf("category_id=cat_software", ownCompany))).toEqual(new Set(odd));
  });

  test("include those of its descendants (LEDG-035)", async () => {
    expect(await namesOf("category_id=cat_revenue")).toEqual(["Blue Fern", "Quay Foods"]);
    expect(await namesOf("category_id=cat_subscriptions")).toEqual(["Blue Fern"]);
    expect(await namesOf("category_id=cat_services")).toEqual(["Quay Foods"]);
  });

  test("include those of all months (LEDG-036)", async () => {
    const ownCompany = await http.company({
      journal: ["2001-01-01", "2014-06-30", "2025-05-20", "2031-12-31"].map((date) =>
        voucher(date, date, [dr("software", 1), cr("checking", 1)], { merchant: `Of ${date.slice(0, 4)}` }),
      ),
    });
    const all = ["Of 2001", "Of 2014", "Of 2025", "Of 2031"];
    for (const range of [
      "",
      "&start_date=2014-01-01&end_date=2014-12-31",
      "&date=2001-01-01",
      "&start_month=2014-01&end_month=2014-12",
    ])
      expect(await namesOf(`category_id=cat_software${range}`, ownCompany)).toEqual(all);
  });

  test("leave out names that occur only on held entries (LEDG-038)", async () => {
    expect(await namesOf("category_id=cat_travel")).toEqual(["Sky Lines"]);
    const held = (merchant: string, on: boolean) =>
      voucher("2025-01-01", merchant, [dr("software", 1), cr("checking", 1)], { merchant, held: on });
    const ownCompany = await http.company({
      journal: [held("Held only", true), held("Both", true), held("Both", false), held("Free", false)],
    });
    expect(await namesOf("category_id=cat_software", ownCompany)).toEqual(["Both", "Free"]);
  });

  test("are returned in pages, by cursor and limit (LEDG-039)", async () => {
    const whole = await namesOf("category_id=cat_checking");
    const found: string[] = [];
    let after = "";
    for (let page = 0; page < 4; page += 1) {
      const { data, has_more, next_cursor } = await company.read<Page>(
        `/parties/merchants?category_id=cat_checking&limit=2&starting_after=${after}`,
      );
      found.push(...data.map(({ name }) => name));
      expect([page, has_more, data.length]).toEqual([page, page < 3, page < 3 ? 2 : 1]);
      after = encodeURIComponent(next_cursor ?? "");
    }
    expect(found).toEqual(whole);
  });

  test("are returned in pages of 1 to 500 (LEDG-040), and other sizes are refused (LEDG-041)", async () => {
    expect(await namesOf("category_id=cat_checking&limit=1")).toEqual(["Blue Fern"]);
    expect((await namesOf("category_id=cat_checking&limit=500")).length).toBe(7);
    for (const limit of ["0", "501"])
      expect(
        await http.refusal(`/parties/merchants?category_id=cat_checking&limit=${limit}`, { key }),
      ).toMatchObject({ status: 400, code: "invalid_request", param: "limit" });
  });
});
