/**
 * What an upload proves and how it is taken back: the account's number and kind, the signs of a card's file,
 * closing balances, and the removal of everything that it added.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { type BankFileUpload, fileAccount } from "../../../../../test/support/bank-files.ts";

const http = await testApp();

const withAccount = (account: object = {}) => fileAccount(http, { last4: "4021", ...account });

const OFX_ROW = "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260501<TRNAMT>-12.34<FITID>a<NAME>Cafe</STMTTRN>";
const ofx = (account: string, balance = "") =>
  `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${OFX_ROW}</BANKTRANLIST>${balance}</STMTRS></BANKMSGSRSV1></OFX>\n`;

describe("the account of a file", () => {
  test("is the one that it goes to: another number or kind is refused, and taken when that is said", async () => {
    const checking = await withAccount();
    expect(await checking.refusal(ofx("000111229999"))).toMatchObject({
      param: "account_id",
      message: expect.stringContaining('ends with 9999, but "Checking" ends with 4021'),
    });
    expect(await checking.amounts()).toEqual([]);
    expect(await checking.upload(ofx("000111229999"), { account_check: "none" })).toMatchObject({
      imported_count: 1,
    });
    expect(await checking.upload(ofx("00011122-4021"))).toMatchObject({ duplicate_count: 1 });

    const card = await withAccount({ name: "Card", type: "credit", last4: null });
    expect(await card.refusal(ofx("000111229999"))).toMatchObject({
      message: expect.stringContaining('of a bank account, but "Card" is of type credit'),
    });
    expect(await card.refusal("!Type:Bank\nD5/5'26\nT-1.00\nPX\n^\n")).toMatchObject({
      param: "account_id",
    });
    expect(await card.upload("!Type:CCard\nD5/5'26\nT-1.00\nPX\n^\n")).toMatchObject({ imported_count: 1 });
  });
});

const PURCHASES = ["Cafe,4.50", "Hotel,210.00", "Books,31.20", "Fuel,48.00"];
const csv = (...rows: readonly string[]) =>
  `Date,Description,Amount\n${rows.map((row, index) => `2026-05-0${index + 1},${row}\n`).join("")}`;

describe("the signs of a card's CSV", () => {
  test("are inferred from purchases and payments, with the reason", async () => {
    const positive = await withAccount({ name: "Card", type: "credit" });
    const { notes } = await positive.upload(csv(...PURCHASES, "PAYMENT THANK YOU,-293.70"));
    expect(notes).toEqual([
      expect.stringMatching(/^Purchases are taken as positive amounts: 4 of the 4 lines/),
    ]);
    expect((await positive.amounts()).toSorted((a, b) => a - b)).toEqual([-21000, -4800, -3120, -450, 29370]);

    const negative = await withAccount({ name: "Card", type: "credit" });
    await negative.upload(csv("Cafe,-4.50", "Autopay payment,100.00"));
    expect((await negative.amounts()).toSorted((a, b) => a - b)).toEqual([-450, 10000]);
  });

  test("are asked for where lines point both ways, and taken as they are said", async () => {
    const card = await withAccount({ name: "Card", type: "credit" });
    for (const rows of [
      ["Cafe,4.50", "Hotel,-210.00"],
      ["Cafe,4.50", "Payment,210.00"],
    ])
      expect(await card.refusal(csv(...rows))).toMatchObject({
        param: "file",
        message: expect.stringContaining("It is not clear whether purchases are positive or negative"),
      });
    expect(await card.amounts()).toEqual([]);
    await card.upload(csv("Cafe,4.50", "Hotel,-210.00"), { signs: "card" });
    expect((await card.amounts()).toSorted((a, b) => a - b)).toEqual([-450, 21000]);
    const turned = await withAccount();
    await turned.upload(ofx("4021"), { signs: "card" });
    expect(await turned.amounts()).toEqual([1_234]);
  });

  test("of a bank account are never inferred", async () => {
    const checking = await withAccount();
    expect((await checking.upload(csv(...PURCHASES))).notes).toEqual([
      expect.stringContaining("so all 4 lines are read as money in"),
    ]);
    expect((await checking.amounts()).every((amount) => amount > 0)).toBe(true);
  });
});

describe("the closing balance of a file", () => {
  test("is compared with the account on its day, in each format that states one", async () => {
    const files = {
      ofx: ofx("4021", "<LEDGERBAL><BALAMT>-12.34<DTASOF>20260501</LEDGERBAL>"),
      mt940:
        ":20:A\r\n:25:4021\r\n:28C:1/1\r\n:60F:C260430USD0,00\r\n:61:2605010501D12,34NTRFNONREF//B1\r\n:86:CAFE\r\n:62F:D260501USD12,34\r\n-\r\n",
      bai2: "01,A,B,260506,0400,1,,,2/\n02,B,A,1,260501,,USD,2/\n03,4021,USD,010,5,,,015,-1234,,/\n16,475,1234,,,1001,CHECK/\n49,5,3/\n98,5,1,5/\n99,5,1,7/\n",
      camt: `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>4021</Id></Othr></Id><Ccy>USD</Ccy></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-04-30</Dt></Dt></Bal><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">12.34</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-05-01</Dt></Dt></Bal><Ntry><Amt Ccy="USD">12.34</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-05-01</Dt></BookgDt><AcctSvcrRef>REFERENCE</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`,
    };
    for (const [format, text] of Object.entries(files)) {
      const { upload } = await withAccount();
      const { balances } = await upload(text);
      expect([format, balances]).toEqual([
        format,
        [{ date: "2026-05-01", statement_cents: -1234, account_cents: -1234 }],
      ]);
    }
    const { upload } = await withAccount();
    const off = await upload(ofx("4021", "<LEDGERBAL><BALAMT>100.00<DTASOF>20260501</LEDGERBAL>"));
    expect(off.balances).toEqual([{ date: "2026-05-01", statement_cents: 10000, account_cents: -1234 }]);
  });

  test("is compared with that account alone, and with what lies on or before the day", async () => {
    const { company, request } = await withAccount();
    const { body: other } = await http.send<{ id: string }>("/accounts", {
      key: company.key,
      method: "POST",
      body: { name: "Savings", type: "savings", last4: "4022" },
    });
    const elsewhere = "Date,Description,Amount\n2026-04-01,Elsewhere,50.00\n";
    await http.send("/transaction_uploads", request(elsewhere, { account_id: other.id }));
    await http.send("/transaction_uploads", request("Date,Description,Amount\n2026-05-02,Later,7.00\n"));
    const text = ofx("4021", "<LEDGERBAL><BALAMT>-12.34<DTASOF>20260501</LEDGERBAL>");
    const { body } = await http.send<BankFileUpload>("/transaction_uploads", request(text));
    expect(body.balances).toEqual([{ date: "2026-05-01", statement_cents: -1234, account_cents: -1234 }]);
  });

  test("of a card counts without a minus, too", async () => {
    const card = await withAccount({ name: "Card", type: "credit" });
    const text = ofx("4021", "<LEDGERBAL><BALAMT>12.34<DTASOF>20260501</LEDGERBAL>");
    expect((await card.upload(text)).balances).toEqual([
      { date: "2026-05-01", statement_cents: -1234, account_cents: -1234 },
    ]);
  });
});

describe("an upload", () => {
  test("is taken back whole, and its file can come again; lines of other uploads stay", async () => {
    const at = await withAccount();
    const first = await at.upload("Date,Description,Amount\n2026-05-01,Before,1.00\n");
    const both = "Date,Description,Amount\n2026-05-01,Before,1.00\n2026-05-02,After,-2.00\n";
    const second = await at.upload(both);
    expect(await at.undo(second.id, true)).toMatchObject({ removed: 1 });
    expect(await at.amounts()).toHaveLength(2);
    expect(await at.undo(second.id)).toMatchObject({ removed: 1 });
    expect(await at.amounts()).toEqual([100]);
    await expect(at.undo(second.id)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("was taken back on"),
    });
    const events = await http.app.audit.list(at.company.id, { topic: "uploads" }, 10);
    expect(events).toMatchObject([{ action: "upload undo", subject: second.id, to_state: "undone" }]);

    const third = await at.upload(both);
    // What comes back counts as new; what another upload brought is known.
    expect(third).toMatchObject({ imported_count: 1, duplicate_count: 1 });
    expect(await at.amounts()).toHaveLength(2);
    expect(await at.undo(third.id)).toMatchObject({ removed: 1 });
    expect(await at.undo(first.id)).toMatchObject({ removed: 1 });
    expect(await at.amounts()).toEqual([]);
    expect((await http.app.ledger.verify(at.company.id)).ok).toBe(true);
    expect(
      (await http.app.uploads.list(at.company.id, null)).every(({ undone_at }) => undone_at !== null),
    ).toBe(true);
    await expect(at.undo("tup_none")).rejects.toMatchObject({ code: "resource_missing" });
  });

  test("stays while one of its lines is in closed books or a side of a transfer; the refusal says which", async () => {
    const at = await withAccount();
    const upload = await at.upload(csv("Out,-5.00"));
    const { body: savings } = await http.send<{ id: string }>("/accounts", {
      key: at.company.key,
      method: "POST",
      body: { name: "Savings", type: "savings" },
    });
    await http.send("/transaction_uploads", {
      key: at.company.key,
      method: "POST",
      body: { account_id: savings.id, rows: [{ date: "2026-05-01", amount: "5.00", description: "In" }] },
    });
    const { data } = await at.company.read<{ data: { id: string; amount_cents: number }[] }>("/transactions");
    const [out, into] = [-500, 500].map(
      (amount) => data.find(({ amount_cents }) => amount_cents === amount)?.id,
    );
    const { body: transfer } = await http.send<{ id: string }>("/transfers", {
      key: at.company.key,
      method: "POST",
      body: { from_transaction_id: out, to_transaction_id: into },
    });
    await expect(at.undo(upload.id)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(
        new RegExp(`^Nothing was taken back\\. txn_\\w+: it is a side of the transfer ${transfer.id}`),
      ),
    });
    expect(await at.amounts()).toEqual([-500]);
    await http.send(`/transfers/${transfer.id}`, { key: at.company.key, method: "DELETE" });

    const now = http.app.clock.now();
    const through = "2026-05-10" as never;
    await http.app.ledger.closeBooks(
      at.company.id,
      through,
      { now, today: "2026-05-20" as never },
      "operator",
      "Filed",
    );
    await expect(at.undo(upload.id)).rejects.toMatchObject({
      message: expect.stringContaining("in books closed through 2026-05-10"),
    });
    expect(await at.amounts()).toEqual([-500]);
  });
});

describe("lines that the account has from elsewhere", () => {
  const CSV = "Date,Description,Amount\n2026-05-01,CAFE DOWNTOWN,-12.34\n2026-05-02,BUS,-2.00\n";
  const NOTE = "1 new line has the day and the amount of something that the account has already";

  test("in a file of another format are told before they are added and afterwards (RULE-013)", async () => {
    const account = await withAccount();
    const { upload } = account;
    expect((await upload(CSV)).notes).toEqual([]);
    const preview = () => account.preview(ofx("00011122-4021"));
    expect((await preview()).notes.join()).toContain(NOTE);
    expect((await upload(ofx("00011122-4021"))).notes.join()).toContain(`${NOTE} from another file`);
    expect((await preview()).notes).toEqual([]);
    // The same files again add nothing, so nothing is told.
    expect((await upload(CSV)).notes).toEqual([]);
  });
});
