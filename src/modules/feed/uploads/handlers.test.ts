/** Uploads over HTTP: what becomes of the lines of a file, and what they are in the books. */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import { permissions, person } from "../../../../test/support/bundle.ts";
import type { JsonObject } from "../../../../test/support/exchange.ts";
import type { RequestOptions } from "../../../../test/support/http.ts";
import { addDays, type CivilDate } from "@daybook/words/civil-date";
import type { Paced } from "../../../core/paced.ts";
import { turn } from "../../../platform/time/turn.ts";
import { uploadsService } from "./index.ts";

const http = await testApp();

interface Upload extends JsonObject {
  readonly id: string;
  readonly errors: readonly { readonly line: number; readonly code: string; readonly message: string }[];
}

interface Listed {
  readonly date: string;
  readonly amount_cents: number;
  readonly description: string;
  readonly merchant_name: string | null;
  readonly source_vendor: string;
  readonly source_type: string;
}

/** A company with an account, and ways to send to it. */
async function withAccount(account: object = {}) {
  const company = await http.company();
  const { body } = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Checking", type: "checking", ...account },
  });
  const { id } = body;
  const post = (sent: NonNullable<RequestOptions["body"]>) => ({
    key: company.key,
    method: "POST",
    body: sent,
  });
  return {
    company,
    id,
    form: (
      text: string | Uint8Array<ArrayBuffer>,
      more: Readonly<Record<string, string>> = {},
      name = "statement.csv",
    ) => post(formOf(text, { account_id: id, ...more }, name)),
    json: (more: object) => post({ account_id: id, ...more }),
    async upload(
      text: string | Uint8Array<ArrayBuffer>,
      more: Readonly<Record<string, string>> = {},
      name?: string,
    ): Promise<Upload> {
      const { status, body: made } = await http.send<Upload>(
        "/transaction_uploads",
        this.form(text, more, name),
      );
      expect([status, made]).toMatchObject([201, { object: "transaction_upload" }]);
      return made;
    },
    async rows(rows: readonly object[]): Promise<Upload> {
      const { status, body: made } = await http.send<Upload>("/transaction_uploads", this.json({ rows }));
      expect([status, made]).toMatchObject([201, { object: "transaction_upload" }]);
      return made;
    },
    listed: async () =>
      (await company.read<{ data: Listed[] }>(`/transactions?account_id=${id}&limit=500`)).data,
    balance: async () =>
      (await company.read<{ data: { balance_cents: number }[] }>("/accounts")).data[0]?.balance_cents,
  };
}

function formOf(
  text: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>>,
  name: string,
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new File([text], name));
  return form;
}

const CSV = `Date,Description,Amount
2026-05-01,Coffee House,-4.50
2026-05-01,Coffee House,-4.50
2026-05-02,"Blue Fern, Inc.","1,200.00"
`;

/** The same statement as one of a card. */
function ofCard(text: string): string {
  return text
    .replaceAll("BANKMSGSRSV1", "CREDITCARDMSGSRSV1")
    .replaceAll("BANKACCTFROM", "CCACCTFROM")
    .replaceAll(/(<\/?)STMTRS/g, "$1CCSTMTRS");
}

function ofx(rows: string, account = "0000111122223333", currency = "USD"): string {
  return `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>\n<BANKTRANLIST>\n${rows}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`;
}

const row = (id: string, amount: string, more = "", posted = "20260501120000") =>
  `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${posted}<TRNAMT>${amount}<FITID>${id}${more}</STMTTRN>\n`;

describe("a file", () => {
  test("of CSV becomes transactions of its account, which are in the books (OPS-015)", async () => {
    const at = await withAccount();
    const made = await at.upload(CSV);
    expect(made).toEqual({
      id: expect.stringMatching(/^tup_/),
      asked_count: 0,
      object: "transaction_upload",
      account_id: at.id,
      status: "succeeded",
      file_name: "statement.csv",
      format: "csv",
      row_count: 3,
      imported_count: 3,
      duplicate_count: 0,
      errors: [],
      balances: [],
      notes: [],
      created: http.app.clock.now(),
    });
    expect(await at.listed()).toMatchObject([
      {
        date: "2026-05-02",
        amount_cents: 120_000,
        description: "Blue Fern, Inc.",
        merchant_name: null,
        source_vendor: "csv_upload",
        source_type: "bank",
        status: "approved",
        account_id: at.id,
      },
      { date: "2026-05-01", amount_cents: -450, description: "Coffee House" },
      { date: "2026-05-01", amount_cents: -450, description: "Coffee House" },
    ]);
    expect(await at.balance()).toBe(119_100);
    expect(await http.app.ledger.verify(at.company.id)).toMatchObject({ ok: true });
  });

  test("of OFX becomes transactions with the bank's ids; that of a card says so", async () => {
    const at = await withAccount({ type: "credit" });
    const card = ofCard(ofx(row("a", "-12.34", "<NAME>AWS<MEMO>AWS EMEA")));
    expect(await at.upload(card, {}, "card.ofx")).toMatchObject({
      status: "succeeded",
      format: "ofx",
      imported_count: 1,
    });
    expect(await at.listed()).toMatchObject([
      {
        amount_cents: -1234,
        description: "AWS EMEA",
        merchant_name: "AWS",
        source_vendor: "ofx_upload",
        source_type: "card",
      },
    ]);
    expect(
      await at.upload(ofCard(ofx(row("b", "-1.00", "<NAME>x"))).replace("<OFX>", "<OFX><INTU.BID>1")),
    ).toMatchObject({ format: "qfx", imported_count: 1 });
  });

  test("is read by its content, not by its name, or in the format that the caller states", async () => {
    const at = await withAccount();
    expect(await at.upload(CSV, {}, "statement.ofx")).toMatchObject({ format: "csv", imported_count: 3 });
    expect(await at.upload(ofx(row("a", "-1")), { format: "qfx" }, "x.csv")).toMatchObject({
      format: "qfx",
      imported_count: 1,
    });
    expect(await http.refusal("/transaction_uploads", at.form(CSV, { format: "ofx" }))).toMatchObject({
      code: "invalid_request",
      param: "file",
      message: expect.stringContaining("<OFX>"),
    });
  });

  test("comes in line by line: invalid lines are reported by number, the others are imported", async () => {
    const at = await withAccount();
    const made = await at.upload(
      "Date,Description,Amount\n2026-05-01,Good,1\n2026-02-30,No day,2\n2026-05-01,Exponent,1e3\n\n2026-05-01,Cut",
    );
    expect(made).toMatchObject({
      status: "partially_succeeded",
      row_count: 4,
      imported_count: 1,
      duplicate_count: 0,
    });
    expect(made.errors.map(({ line, code }) => [line, code])).toEqual([
      [3, "invalid_date"],
      [4, "invalid_amount"],
      [6, "wrong_columns"],
    ]);
    expect(await at.upload("Date,Description,Amount\n2026-05-01,Exponent,1e3\n")).toMatchObject({
      status: "failed",
      row_count: 1,
      imported_count: 0,
    });
    expect(await at.upload("Date,Description,Amount\n")).toMatchObject({ status: "succeeded", row_count: 0 });
    expect(await at.listed()).toMatchObject([{ description: "Good" }]);
  });

  test("with a day that can't be meant does not book it", async () => {
    const at = await withAccount();
    const made = [
      await at.upload("Date,Amount\n1/1/0026,1\n1/13/2026,2\n"),
      await at.upload(ofx(row("a", "-3", "", "99991231"))),
      await at.rows([{ date: "1026-05-01", amount_cents: 4 }]),
    ];
    expect(
      made.map(({ row_count, errors }) => [row_count, errors.map(({ line, code }) => `${line} ${code}`)]),
    ).toEqual([
      [2, ["2 invalid_date"]],
      [1, [expect.stringMatching(/invalid_date$/)]],
      [1, ["1 invalid_date"]],
    ]);
    expect((await at.listed()).map(({ date, amount_cents }) => [date, amount_cents])).toEqual([
      ["2026-01-13", 200],
    ]);
  });

  test("with thousands of wrong lines tells the first of them", async () => {
    const at = await withAccount();
    const made = await at.upload(`Date,Amount\n${"2026-05-01,x\n".repeat(3_000)}2026-05-01,1\n`);
    expect(made).toMatchObject({ status: "partially_succeeded", row_count: 3_001, imported_count: 1 });
    expect([made.errors.length, made.errors[0]?.line, made.errors.at(-1)?.line]).toEqual([100, 2, 101]);
  });

  test("of more lines than go into one batch comes in whole", async () => {
    const at = await withAccount();
    const lines = Array.from({ length: 4_500 }, (_, index) => `2026-05-01,Line ${index},-0.01`);
    expect(await at.upload(`Date,Description,Amount\n${lines.join("\n")}`)).toMatchObject({
      row_count: 4_500,
      imported_count: 4_500,
    });
    expect(await at.balance()).toBe(-4_500);
    expect(await http.app.ledger.verify(at.company.id)).toMatchObject({ ok: true });
  });

  test("of any format is read and taken at a pace that leaves others their turns", async () => {
    const at = await withAccount();
    const count = 2_500;
    const days = Array.from({ length: count }, (_, index) => addDays("2024-01-01" as CivilDate, index % 700));
    const sources = [
      {
        file: `Date,Description,Amount\n${days.map((date, index) => `${date},Csv ${index},-0.01`).join("\n")}`,
        format: "csv" as const,
        passes: 5,
      },
      {
        file: ofx(
          days.map((date, index) => row(`o${index}`, "-0.01", "", date.replaceAll("-", ""))).join(""),
        ),
        format: "ofx" as const,
        passes: 2,
      },
    ];
    for (const { file, format, passes } of sources) {
      let items = 0;
      // Others have their turn before each pass and every hundredth item, however fast this machine is.
      const paced: Paced = async function* (from) {
        await turn();
        for (const item of from) {
          yield item;
          items += 1;
          if (items % 100 === 0) await turn();
        }
      };
      const { db, ids, transactions, workbooks } = http.app;
      const uploads = uploadsService({ db, ids, transactions, paced, workbooks });
      const made = await uploads.upload(
        at.company.id,
        {
          account_id: at.id,
          source: {
            file: [Buffer.from(file)],
            name: null,
            format,
            columns: {},
            dateFormat: null,
            signs: null,
            anyAccount: false,
          },
        },
        http.clock.now(),
      );
      expect(made).toMatchObject({ row_count: count, imported_count: count, errors: [] });
      // What a line decides for all, what it is itself, its day and its key: each is a pass over all lines.
      expect([format, items >= passes * count]).toEqual([format, true]);
    }
    expect(await at.balance()).toBe(-2 * count);
  });

  test("that can't be read at all is refused as a whole", async () => {
    const at = await withAccount();
    for (const [text, says] of [
      ["", "Line 1: The file is empty."],
      ["hello", "have no header"],
      ["%PDF-1.7", "PDF"],
      ["PK\u0003\u0004...", "archive is damaged"],
      ['Date,Amount\n2026-05-01,1\n2026-05-02,"1\n', "Line 3"],
      ["Date,Amount\n05/04/2026,1\n06/07/2026,2\n", "is ambiguous"],
      [
        `Date,Amount\n2026-05-01,1\n2026-05-01,${",".repeat(1_000)}\n`,
        "Line 3: The row has 1002 columns; no more than 500 are read.",
      ],
      [`Date,Amount\n2026-05-01,1\n2026-05-01,"${"x".repeat(1_048_600)}"\n`, "Line 3: The row is longer"],
      [`Date,Amount\n2026-05-01,1\n${",".repeat(1_000_000)}\n`, "Line 3: The row has 1000001 columns"],
      [`Date,Amount\n2026-05-01,1\n${",".repeat(2_200_000)}\n`, "Line 3: The line is longer"],
      [ofx(row("a", "-1"), "1", "CAD"), "CAD"],
      [ofx(row("a", "-1")).replace("</OFX>", ""), "too early"],
      [
        ofx(row("a", "-1")).replace("<OFX>", '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><OFX>'),
        "entities",
      ],
      ["<OFX><INVSTMTMSGSRSV1></INVSTMTMSGSRSV1></OFX>", "no statement"],
      [
        `<OFX>${"<STMTRS><BANKACCTFROM><ACCTID>1</BANKACCTFROM></STMTRS>".repeat(1_001)}</OFX>`,
        "more than 1000 statements",
      ],
      [
        `<OFX>${"<!-- \n -->".repeat(10_000)}<!--${"\n-".repeat(200_000)}`,
        "Line 10001: The part that begins here with <!-- has no end",
      ],
      [`<OFX><STMTRS><STMTRS>${"<A>".repeat(10)}<!DOCTYPE x>`, "does not end before the next one begins"],
    ] as const) {
      expect([text.slice(0, 60), await http.refusal("/transaction_uploads", at.form(text))]).toMatchObject([
        text.slice(0, 60),
        { status: 400, code: "invalid_request", param: "file", message: expect.stringContaining(says) },
      ]);
    }
    expect(await at.listed()).toEqual([]);
  });

  test("says how it is to be read, where the file does not", async () => {
    const at = await withAccount();
    await at.upload("Date,Amount\n05/04/2026,1\n", { date_format: "DD/MM/YYYY" });
    await at.upload("When;What;Spent\n2026-04-03;Card;5,00\n2026-04-03;Back;-7,50\n", {
      columns: JSON.stringify({ date: "when", description: "What", debit: "Spent" }),
    });
    await at.upload('"04/25/2026","-12.00","*","","FEE"\n', {
      columns: JSON.stringify({ date: 1, amount: 2, description: 5 }),
    });
    expect(
      (await at.listed())
        .map(({ date, amount_cents, description }) => `${date} ${amount_cents} ${description}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(["2026-04-03 -500 Card", "2026-04-03 750 Back", "2026-04-05 100 ", "2026-04-25 -1200 FEE"]);
  });
});

describe("a line that the account has already", () => {
  test("is counted and not added: the same file twice adds nothing, overlapping files add only new lines (RULE-004)", async () => {
    const at = await withAccount();
    await at.upload(CSV);
    expect(await at.upload(CSV)).toMatchObject({
      status: "succeeded",
      row_count: 3,
      imported_count: 0,
      duplicate_count: 3,
    });
    // Another order, other blanks and another case, a third coffee of the day, and a line of the next day.
    const later =
      'Date,Description,Amount\n2026-05-03,Rent,-900\n2026-05-02,"BLUE FERN,  INC.",1200.00\n2026-05-01,Coffee House,-4.50\n2026-05-01,Coffee House,-4.50\n2026-05-01,Coffee House,-4.50\n';
    expect(await at.upload(later)).toMatchObject({ row_count: 5, imported_count: 2, duplicate_count: 3 });
    expect((await at.listed()).length).toBe(5);
    expect(await at.balance()).toBe(119_100 - 450 - 90_000);
  });

  test("is known by the bank's id before all else", async () => {
    const at = await withAccount();
    await at.upload(ofx(row("a", "-1.00", "<NAME>First") + row("b", "-1.00", "<NAME>First")));
    expect(
      await at.upload(ofx(row("b", "-1.00", "<NAME>First, told better") + row("c", "-1.00", "<NAME>First"))),
    ).toMatchObject({ imported_count: 1, duplicate_count: 1 });
    expect((await at.listed()).map(({ description }) => description).toSorted()).toEqual([
      "First",
      "First",
      "First, told better",
    ]);
  });

  test("is not touched by another account, and a person's decision stays", async () => {
    const at = await withAccount();
    await at.upload(CSV);
    const { body } = await http.send<{ id: string }>("/accounts", {
      key: at.company.key,
      method: "POST",
      body: { name: "Other", type: "savings" },
    });
    expect(
      (
        await http.send("/transaction_uploads", {
          key: at.company.key,
          method: "POST",
          body: formOf(CSV, { account_id: body.id }, "x"),
        })
      ).body,
    ).toMatchObject({ imported_count: 3 });
    const [first] = (await at.listed()) as unknown as { id: string }[];
    await http.send(`/transactions/${first?.id}`, {
      key: at.company.key,
      method: "PATCH",
      body: { memo: "Kept", category_id: "cat_services" },
    });
    await at.upload(CSV);
    expect((await at.listed())[0]).toMatchObject({ memo: "Kept", category_id: "cat_services" });
  });

  test("has no merchant any more where a person took it away, whatever the next file says", async () => {
    const at = await withAccount();
    await at.upload(ofx(row("a", "-1.00", "<NAME>Corner") + row("b", "-2.00")));
    const listed = (await at.listed()) as unknown as { id: string; amount_cents: number }[];
    await http.send(`/transactions/${listed.find(({ amount_cents }) => amount_cents === -100)?.id}`, {
      key: at.company.key,
      method: "PATCH",
      body: { merchant_name: null },
    });
    await at.upload(
      ofx(row("a", "-1.00", "<NAME>Corner<MEMO>Settled") + row("b", "-2.00", "<NAME>Corner<MEMO>Settled")),
    );
    const merchants = new Map(
      (await at.listed()).map(({ amount_cents, description, merchant_name }) => [
        amount_cents,
        [description, merchant_name],
      ]),
    );
    expect([merchants.get(-100), merchants.get(-200)]).toEqual([
      ["Corner Settled", null],
      ["Corner Settled", "Corner"],
    ]);
  });

  test("whose id comes with another day is refused, within the file and against known lines", async () => {
    const at = await withAccount();
    const made = await at.upload(ofx(row("a", "-1.00") + row("a", "-2.00") + row("a", "-1.00")));
    expect(made).toMatchObject({
      status: "partially_succeeded",
      row_count: 3,
      imported_count: 1,
      duplicate_count: 1,
      errors: [
        {
          code: "conflicting_id",
          message: expect.stringMatching(
            /^Line \d+ has the same transaction id with a different date or amount\.$/,
          ),
        },
      ],
    });
    const later = await at.upload(ofx(row("a", "-1.00", "", "20260601")));
    expect(later).toMatchObject({
      status: "failed",
      errors: [
        { code: "not_allowed", message: expect.stringMatching(/^The line was refused: .*2026-05-01.*\.$/) },
      ],
    });
    expect((await at.listed()).length).toBe(1);
  });
});

describe("rows", () => {
  test("are taken in the place of a file, each by itself", async () => {
    const at = await withAccount();
    const made = await at.rows([
      {
        date: "2026-05-01",
        amount_cents: -1050,
        description: "AWS",
        merchant_name: "AWS",
        external_id: "x1",
      },
      { date: "2026-05-01", amount: "10.50" },
      { date: "2026-05-01", amount: "10.505" },
      { date: "2026-05-01" },
      { date: "2026-05-01", amount: "1", amount_cents: 100 },
      { date: "2026-02-30", amount_cents: 1 },
      { date: "2026-05-01", amount_cents: 9_007_199_254_740_991 },
    ]);
    expect(made).toMatchObject({
      status: "partially_succeeded",
      format: "json",
      file_name: null,
      row_count: 7,
      imported_count: 2,
    });
    expect(made.errors.map(({ line, code }) => [line, code])).toEqual([
      [3, "invalid_amount"],
      [4, "invalid_amount"],
      [5, "invalid_amount"],
      [6, "invalid_date"],
      [7, "invalid_amount"],
    ]);
    expect(
      await at.rows([{ date: "2026-05-01", amount_cents: -1050, external_id: "x1", description: "AWS" }]),
    ).toMatchObject({ imported_count: 0, duplicate_count: 1 });
    expect(await at.balance()).toBe(0);
  });
});

test("lines with which the debits of the company could not be added exactly are refused each by itself", async () => {
  const at = await withAccount();
  const largest = 1_000_000_000_000_000;
  const rows = [
    ...Array.from({ length: 12 }, (_, index) => ({
      date: "2026-05-01",
      amount_cents: index % 2 === 0 ? largest : -largest,
      external_id: `large ${index}`,
    })),
    { date: "2026-05-01", amount_cents: 1, external_id: "small" },
  ];
  const made = await at.rows(rows);
  expect(made.errors.map(({ code, message }) => [code, message.includes("9007199254740991")])).toEqual(
    made.errors.map(() => ["not_allowed", true]),
  );
  expect(made).toMatchObject({ status: "partially_succeeded", row_count: 13 });
  const listed = await at.listed();
  expect([
    listed.length,
    listed.length + made.errors.length,
    listed.some(({ amount_cents }) => amount_cents === 1),
  ]).toEqual([made["imported_count"], 13, true]);
  // So is a known line that the bank makes larger.
  expect(await at.rows([...rows.slice(0, 1), { ...rows[12], amount_cents: largest }])).toMatchObject({
    imported_count: 0,
    duplicate_count: 1,
    errors: [{ line: 2, code: "not_allowed" }],
  });
  expect(await http.app.ledger.verify(at.company.id)).toMatchObject({ ok: true });
});

/** Values of the fields that say how a file is read. */
const OF_A_FILE: Readonly<Record<string, unknown>> = {
  format: "csv",
  date_format: "YYYY-MM-DD",
  signs: "card",
  account_check: "none",
  columns: { date: "Date" },
};

describe("a request", () => {
  test("with missing, unknown or contradictory parts is refused", async () => {
    const at = await withAccount();
    const columns = (value: object) => at.form(CSV, { columns: JSON.stringify(value) });
    const own = "is for CSV only; ";
    for (const [options, code, param, message = expect.any(String)] of [
      [{ ...at.json({}) }, "parameter_missing", "file", "Send either `file`, in a form, or `rows`."],
      [{ key: at.company.key, method: "POST", body: { rows: [] } }, "parameter_missing", "account_id"],
      [
        { key: at.company.key, method: "POST", body: { account_id: " ", rows: [] } },
        "parameter_missing",
        "account_id",
      ],
      [at.json({ rows: [], account_id: 5 }), "invalid_request", "account_id"],
      [at.json({ rows: [], account_id: "acct_nobodys" }), "resource_missing", "account_id"],
      [at.json({ rows: {} }), "invalid_request", "rows"],
      [at.json({ rows: [{ date: "2026-05-01", amount_cents: 1, extra: 1 }] }), "invalid_request", "rows"],
      [at.form(CSV, { rows: "[]" }), "invalid_request", "rows", "Send either `file` or `rows`, not both."],
      ...["format", "date_format", "signs", "account_check", "columns"].map(
        (name) =>
          [
            at.json({ rows: [], [name]: OF_A_FILE[name] }),
            "invalid_request",
            name,
            `\`${name}\` applies to a file only, not to \`rows\`.`,
          ] as const,
      ),
      [at.form(CSV, { format: "pdf" }), "invalid_request", "format"],
      [at.form(CSV, { date_format: "YYYY" }), "invalid_request", "date_format"],
      [
        at.form(ofx(row("a", "1")), { date_format: "YYYY-MM-DD" }),
        "invalid_request",
        "date_format",
        "`date_format` is for CSV and QIF only; other formats have one date format.",
      ],
      [
        at.form(ofx(row("a", "1")), { format: "mt940", signs: "card" }),
        "invalid_request",
        "signs",
        "`signs` is for CSV, OFX, QFX and QIF only; other formats say what is money out.",
      ],
      [
        at.form(ofx(row("a", "1")), { columns: '{"date":"x"}' }),
        "invalid_request",
        "columns",
        `\`columns\` ${own}the fields of other formats are known.`,
      ],
      [columns({ date: 1, amount: "Amount" }), "invalid_request", "columns"],
      [columns({ amount: "Amount", debit: "Amount" }), "invalid_request", "columns"],
      [columns({ date: 1 }), "invalid_request", "columns"],
      [columns({ date: "Nowhere" }), "invalid_request", "file"],
    ] as const) {
      expect(await http.refusal("/transaction_uploads", options as RequestOptions)).toMatchObject({
        code,
        param,
        message,
      });
    }
    expect(await at.listed()).toEqual([]);
  });

  test("for another company's account is refused like one for an unknown account", async () => {
    const [ours, theirs] = [await withAccount(), await withAccount()];
    const foreign = await http.refusal("/transaction_uploads", {
      ...theirs.json({ rows: [] }),
      key: ours.company.key,
    });
    const nobodys = await http.refusal(
      "/transaction_uploads",
      ours.json({ rows: [], account_id: "acct_nobodys" }),
    );
    expect(foreign).toEqual(nobodys);
  });

  test("by a member who may only look at transactions is refused before its body is read (OPS-015)", async () => {
    const viewer = person("viewer", permissions("manage", { transactions: "view" }));
    const owner = person("owner");
    const company: TestCompany = await http.company({
      users: [owner.user, viewer.user],
      members: [owner.member, viewer.member],
    });
    const key = await http.keyOf(company.id, viewer.member.id);
    const refusal = await http.refusal("/transaction_uploads", {
      key,
      method: "POST",
      body: "no form",
      headers: { "content-type": "text/plain" },
    });
    expect(refusal).toMatchObject({ status: 403, code: "insufficient_permission" });
    expect(refusal).not.toHaveProperty("param");
  });
});
