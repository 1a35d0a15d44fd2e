/**
 * The general ledger: totals and balances of each account, the same lines in every form, and the refusals of
 * what it lacks. `test/properties/general-ledger.test.ts` compares its balances with any books.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { describeWith, outsideProgram } from "../../../../../test/acceptance/outside.ts";
import { testApp } from "../../../../../test/support/app.ts";
import { cr, dr, JOURNAL, person, voucher } from "../../../../../test/support/bundle.ts";
import { withPassword } from "../../../../../test/support/console.ts";
import { fetchLink, workOn } from "../../../../../test/support/exports.ts";
import { OFFICE, recalculatedAll } from "../../../../../test/support/office.ts";
import { readPdfStatement } from "../../../../../test/support/pdf.ts";
import { ask } from "../../../../../test/support/session.ts";
import { readCsv, readXlsx, withoutValues } from "../../../../../test/support/xlsx.ts";
import { forOperator } from "@daybook/words/areas";
import { centsFromDecimal } from "@daybook/words/cents";
import { LIMITS } from "@daybook/words/limits";
import { reportsService } from "../../reports/index.ts";

const http = await testApp();
const { app } = http;
const owner = person("owner");
const journal = [
  ...JOURNAL,
  voucher("2026-01-20", "January subscriptions", [dr("checking", 900_00), cr("subscriptions", 900_00)], {
    merchant: "=Fern & Co",
  }),
  voucher("2026-02-03", "Servers of January", [dr("hosting", 120_50), cr("payable", 120_50)]),
  voucher("2026-02-04", "Servers, taken back", [dr("payable", 20_50), cr("hosting", 20_50)]),
  voucher("2026-02-09", "In and out", [dr("prepaid", 7_00), cr("prepaid", 7_00)]),
  voucher("2026-03-09", "Paid", [dr("payable", 100_00), cr("checking", 100_00)]),
];
const company = await http.company({ users: [owner.user], members: [owner.member], journal });
const browser = await withPassword(owner.user.email);

interface Line {
  readonly id: string;
  readonly kind: "opening" | "entry" | "closing";
  readonly category_id: string;
  readonly category_name: string;
  readonly date: string;
  readonly description: string | null;
  readonly merchant: string | null;
  readonly debit_cents: number;
  readonly credit_cents: number;
  readonly balance_cents: number;
}
type Query = Readonly<Record<string, string>>;

const QUARTER = { start_date: "2026-01-01", end_date: "2026-03-31" };
const addressOf = (query: Query) => `/reports/general_ledger?${new URLSearchParams(query)}`;
const read = async (query: Query, of = company) =>
  (await http.read<{ data: Line[] }>(addressOf({ limit: "500", ...query }), of.key)).data;
const file = async (format: "csv" | "xlsx" | "pdf", more: object = {}) =>
  (
    await app.exports.makeFile(
      forOperator(company.id),
      { report_type: "general_ledger", ...QUARTER, format, ...more },
      new AbortController().signal,
    )
  ).bytes;

describe("a general ledger", () => {
  test("has the balance before, each entry with the balance after it, and the totals (GL-001)", async () => {
    const lines = await read({ ...QUARTER, category_id: "cat_payable" });
    expect(
      lines.map(({ kind, date, description, debit_cents, credit_cents, balance_cents }) => [
        kind,
        date,
        description,
        debit_cents,
        credit_cents,
        balance_cents,
      ]),
    ).toEqual([
      ["opening", "2026-01-01", null, 0, 0, -312_45],
      ["entry", "2026-02-03", "Servers of January", 0, 120_50, -432_95],
      ["entry", "2026-02-04", "Servers, taken back", 20_50, 0, -412_45],
      ["entry", "2026-03-09", "Paid", 100_00, 0, -312_45],
      ["closing", "2026-03-31", null, 120_50, 120_50, -312_45],
    ]);
    // An account whose entries come to nothing is in it, though a trial balance leaves it out.
    expect(lines[1]).toMatchObject({ category_name: "Accounts Payable", account_type: "liability" });
    const prepaid = await read({
      start_date: "2026-02-01",
      end_date: "2026-02-28",
      category_id: "cat_prepaid",
    });
    expect(prepaid.map(({ kind }) => kind)).toContain("entry");
  });

  test("begins income at zero, with earlier income in a line of its own", async () => {
    const lines = await read(QUARTER);
    const of = (id: string) => lines.filter(({ category_id }) => category_id === id);
    expect(of("cat_hosting")[0]?.balance_cents).toBe(0);
    expect(of("grp_earlier_net_income").map(({ kind }) => kind)).toEqual(["opening", "closing"]);
    const closings = lines.filter(({ kind }) => kind === "closing");
    expect(closings.reduce((sum, line) => sum + line.balance_cents, 0)).toBe(0);
  });

  test("of a category has those below it, and of its own entries alone", async () => {
    const ids = async (category_id: string) =>
      new Set((await read({ ...QUARTER, category_id })).map((line) => line.category_id));
    expect(await ids("cat_cash")).toEqual(new Set(["cat_checking", "cat_savings"]));
    expect(await ids("cat_cash-direct")).toEqual(new Set());
  });

  test("refuses days of two years, unknown categories, and cursors of other accounts", async () => {
    const refusal = (query: Query) => http.refusal(addressOf(query), { key: company.key });
    expect(await refusal({ start_date: "2025-12-01", end_date: "2026-01-31" })).toMatchObject({
      code: "invalid_date_range",
      param: "end_date",
      message:
        "A general ledger is of days of one fiscal year, because income and expenses begin at zero with the next. That of 2025-12-01 ends on 2025-12-31.",
    });
    expect(await refusal({ ...QUARTER, category_id: "grp_earlier_net_income" })).toMatchObject({
      code: "invalid_request",
      param: "category_id",
    });
    const lines = await read({ ...QUARTER, category_id: "cat_payable" });
    const first = lines.find(({ kind }) => kind === "entry");
    const after = { starting_after: first?.id ?? "" };
    for (const query of [
      { ...QUARTER, category_id: "cat_checking", ...after },
      { start_date: "2026-03-01", end_date: "2026-03-31", ...after },
      { ...QUARTER, starting_after: "cat_nothing.opening" },
    ])
      expect(await refusal(query)).toMatchObject({ code: "resource_missing" });
  });
});

const centsIn = (text: string | undefined) =>
  text === undefined || text === "" ? null : centsFromDecimal(text);
/** A line as files have it: the heading of an account is left out, and a side of zero is empty. */
const inFiles = ({ kind, date, description, merchant, category_name, ...line }: Line) => {
  const side = (amount: number) => (kind !== "closing" && amount === 0 ? null : amount);
  return {
    label: kind === "entry" ? description : kind === "opening" ? "Opening balance" : `Total ${category_name}`,
    date,
    merchant: merchant ?? "",
    entry: kind === "entry" ? line.id : "",
    amounts: [side(line.debit_cents), side(line.credit_cents), line.balance_cents],
  };
};

function fromWorkbook(bytes: Uint8Array) {
  const cells = readXlsx(bytes).sheets[0]?.cells;
  const text = (column: string, row: number) => cells?.get(`${column}${row}`)?.text ?? "";
  const amount = (column: string, row: number) => {
    const number = cells?.get(`${column}${row}`)?.number ?? null;
    return number === null ? null : Math.round(number * 100);
  };
  const lines = [];
  for (let row = 7; text("A", row) !== ""; row += 1)
    if (text("B", row) !== "")
      lines.push({
        label: text("A", row),
        date: text("B", row),
        merchant: text("C", row),
        entry: text("D", row),
        amounts: ["E", "F", "G"].map((column) => amount(column, row)),
      });
  return { head: ["A", "B", "C", "D", "E", "F", "G"].map((column) => text(column, 6)), lines };
}

describe("its files", () => {
  test("have the lines of the API in every format (GL-003)", async () => {
    const lines = await read(QUARTER);
    const expected = lines.map(inFiles);
    const { columns, records } = readCsv(await file("csv"));
    expect(columns).toEqual(
      "row_type section id parent_id depth name date merchant entry_id debit credit balance".split(" "),
    );
    const shown = records.filter(({ row_type }) => row_type !== "heading");
    expect(
      shown.map((record) => ({
        label: record["name"],
        date: record["date"],
        // A text like a formula has an apostrophe before it.
        merchant: record["merchant"]?.replace(/^'/, ""),
        entry: record["entry_id"],
        amounts: [record["debit"], record["credit"], record["balance"]].map(centsIn),
      })),
    ).toEqual(expected);
    expect(shown.some(({ merchant }) => merchant === "'=Fern & Co")).toBe(true);
    const workbook = fromWorkbook(await file("xlsx"));
    expect(workbook.head).toEqual(["", "Date", "Merchant", "Entry", "Debit", "Credit", "Balance"]);
    expect(workbook.lines).toEqual(expected);
    const paper = await readPdfStatement(await file("pdf"));
    expect(paper.columns).toEqual(["Debit", "Credit", "Balance"]);
    expect(paper.rows.filter(({ amounts }) => amounts !== null)).toEqual(
      expected.map(({ label, date, merchant, entry, amounts }) => ({
        label: [date, merchant, entry, label].filter((text) => text !== "").join(" "),
        amounts,
      })),
    );
  });

  test("of one category, asked for on its page", async () => {
    const body = { report_type: "general_ledger", ...QUARTER, format: "csv", category_id: "cat_payable" };
    const send = (of: object, key: string = randomUUID()) =>
      ask(browser, "/app/api/statement_exports", {
        method: "POST",
        company: company.id,
        body: of,
        headers: { "idempotency-key": key },
      });
    const finished = async (of: object) => {
      const { text } = await send(of);
      await workOn(http);
      const { id } = JSON.parse(text) as { id: string };
      const found = await ask(browser, `/app/api/statement_exports/${id}`, { company: company.id });
      return JSON.parse(found.text) as {
        status: string;
        category_id: string | null;
        file: { filename: string; download_url: string } | null;
        error: { message: string } | null;
      };
    };
    const { file: made, category_id } = await finished(body);
    expect([category_id, made?.filename]).toEqual([
      "cat_payable",
      "harbor-pine-general-ledger-2026-01-01-to-2026-03-31.csv",
    ]);
    const { records } = readCsv((await fetchLink(made?.download_url ?? "")).bytes);
    expect(records.map(({ balance }) => centsIn(balance))).toEqual([
      null,
      ...(await read({ ...QUARTER, category_id: "cat_payable" })).map((line) => line.balance_cents),
    ]);
    // What no attempt could make says why at once.
    expect(await finished({ ...body, category_id: "cat_nothing" })).toMatchObject({
      status: "failed",
      error: { message: "`cat_nothing` is not a category of this company." },
    });
    for (const [change, param, message] of [
      [
        { compare: "prior_year" },
        "compare",
        "This statement has no columns of other days. Ask for the statement of those days, too.",
      ],
      [
        { group_by: { period: "month" } },
        "group_by",
        "This statement is of all its days, and has no columns of months or quarters.",
      ],
      [{ report_type: "trial_balance" }, "category_id", "Only a general ledger can be of one category."],
    ] as const) {
      const refused = await send({ ...body, ...change });
      const { error } = JSON.parse(refused.text) as { error: object };
      expect([refused.status, error]).toMatchObject([400, { code: "invalid_request", param, message }]);
    }
  });

  test("are refused with more lines than a file has", async () => {
    // Statements by themselves need no pauses.
    const reports = reportsService({ ledger: app.ledger, paced: (items) => items as never });
    const most = LIMITS.export_ledger_lines.value;
    const days = { startDate: null, endDate: "2026-03-31" as never };
    const call = { companyId: forOperator(company.id), now: http.clock.now(), today: "2026-05-20" as never };
    const { lines } = await reports.wholeGeneralLedger(call, days, null, most);
    await expect(reports.wholeGeneralLedger(call, days, null, lines.length - 1)).rejects.toThrow(
      `The general ledger of these days has more than ${lines.length - 1} lines, the most in a file. Ask for fewer days, or for one category.`,
    );
    expect((await reports.wholeGeneralLedger(call, days, null, lines.length)).lines).toEqual(lines);
  });
});

describeWith(outsideProgram(OFFICE), "the workbook", () => {
  test("opens in another program with the same lines (GL-003)", async () => {
    const [saved = new Uint8Array()] = await recalculatedAll([withoutValues(await file("xlsx"))]);
    expect(fromWorkbook(saved)).toEqual(fromWorkbook(await file("xlsx")));
  });
});
