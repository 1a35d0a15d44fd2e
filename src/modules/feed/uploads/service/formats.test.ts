/** Files of each format as uploads: recognised, added once, and known the next time. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { fileAccount } from "../../../../../test/support/bank-files.ts";

const http = await testApp();

/** The same two transactions in each format: 1,200.00 in and 12.34 out. */
const FILES = {
  bai2: "01,A,B,260506,0400,1,,,2/\n02,B,A,1,260505,,USD,2/\n03,1234,USD/\n16,195,120000,,W1,,BLUE FERN\n16,475,1234,,,1001,CHECK/\n49,121234,4/\n98,121234,1,6/\n99,121234,1,8/\n",
  camt: `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>1234</Id></Othr></Id><Ccy>USD</Ccy></Acct>${[
    ["1200.00", "CRDT", "A1", "BLUE FERN"],
    ["12.34", "DBIT", "A2", "CHECK"],
  ]
    .map(
      ([amount, direction, reference, text]) =>
        `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-05-05</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`,
    )
    .join("\n")}</Stmt></BkToCstmrStmt></Document>`,
  mt940:
    "{1:F01BANKUS33AXXX0000000000}{2:O9401200260505}{4:\r\n:20:A\r\n:25:1234\r\n:28C:1/1\r\n:60F:C260504USD0,00\r\n:61:2605050505C1200,00NTRFNONREF//B1\r\n:86:BLUE FERN\r\n:61:2605050505D12,34NCHK1001\r\n:86:CHECK\r\n:62F:C260505USD1187,66\r\n-}\r\n",
  qif: "!Type:Bank\nD5/5'26\nT1,200.00\nPBLUE FERN\n^\nD5/5'26\nT-12.34\nPCHECK\n^\n",
} as const;

const withAccount = () => fileAccount(http);

describe("a file", () => {
  test.each(Object.entries(FILES))(
    "of %s is recognised, added once and known again",
    async (format, text) => {
      const at = await withAccount();
      const all = { format, status: "succeeded", row_count: 2, errors: [] };
      expect(await at.upload(text)).toMatchObject({ ...all, imported_count: 2, duplicate_count: 0 });
      expect(await at.upload(text, { format })).toMatchObject({
        ...all,
        imported_count: 0,
        duplicate_count: 2,
      });
      const listed = (await at.listed()).toSorted((a, b) => a.amount_cents - b.amount_cents);
      expect(listed).toMatchObject([
        { date: "2026-05-05", amount_cents: -1234, description: "CHECK", source_vendor: `${format}_upload` },
        { date: "2026-05-05", amount_cents: 120_000, description: "BLUE FERN" },
      ]);
    },
  );

  test("with entries that are not booked adds the others and says why", async () => {
    const at = await withAccount();
    const pending = FILES.camt.replace("<Cd>BOOK</Cd>", "<Cd>PDNG</Cd>");
    expect(await at.upload(pending)).toMatchObject({
      status: "partially_succeeded",
      row_count: 2,
      imported_count: 1,
      errors: [{ line: 1, code: "not_booked" }],
    });
    expect(await at.upload(FILES.camt)).toMatchObject({
      status: "succeeded",
      imported_count: 1,
      duplicate_count: 1,
    });
  });

  test("of QIF takes the format of its dates where they leave it open; the others have one", async () => {
    const at = await withAccount();
    const open = FILES.qif.replaceAll("5/5'26", "5/4'26");
    expect(await http.refusal("/transaction_uploads", at.request(open, {}))).toMatchObject({
      code: "invalid_request",
      param: "file",
      message: expect.stringMatching(/No line of the file was added.*ambiguous.*`date_format`/),
    });
    await at.upload(open, { date_format: "DD/MM/YYYY" });
    expect((await at.listed()).map(({ date }) => date)).toEqual(["2026-04-05", "2026-04-05"]);
    expect(
      await http.refusal("/transaction_uploads", at.request(FILES.camt, { date_format: "DD/MM/YYYY" })),
    ).toMatchObject({ code: "invalid_request", param: "date_format" });
    expect(
      await http.refusal("/transaction_uploads", at.request(FILES.qif, { columns: '{"date":"D"}' })),
    ).toMatchObject({ code: "invalid_request", param: "columns" });
  });

  test.each(Object.entries(FILES))("of %s that was cut adds nothing", async (format, text) => {
    const at = await withAccount();
    expect(
      await http.refusal("/transaction_uploads", at.request(text.slice(0, -20), { format })),
    ).toMatchObject({ code: "invalid_request", param: "file", message: expect.stringContaining("again") });
    expect(await at.listed()).toEqual([]);
  });
});
