/** A line that a bank exports again under another text or another id, in the same format. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { fileAccount } from "../../../../../test/support/bank-files.ts";

const http = await testApp();

const withAccount = () => fileAccount(http);

const csv = (...rows: readonly string[]) => `Date,Description,Amount\n${rows.join("\n")}\n`;
const ofx = (id: string) =>
  `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTRS><CURDEF>USD<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260501<TRNAMT>-12.00<FITID>${id}<NAME>Cafe</STMTTRN></BANKTRANLIST></STMTRS></BANKMSGSRSV1></OFX>\n`;

test("A line that an overlapping file has under another text is told, before and after it is added (RULE-018)", async () => {
  const account = await withAccount();
  expect(await account.upload(csv("2026-05-01,COFFEE HOUSE 12,-4.50", "2026-05-02,Rent,-900"))).toMatchObject(
    {
      notes: [],
    },
  );
  const later = csv("2026-05-01,Coffee House,-4.50", "2026-05-02,Rent,-900", "2026-05-03,Tea,-2");
  const note =
    '1 new line has the day and the amount of a line of an earlier file, which this one does not have: -4.50 of 2026-05-01, "Coffee House" now and "COFFEE HOUSE 12" before. If they are the same, exclude one of them, or do not keep this upload.';
  expect(await account.preview(later)).toMatchObject({ notes: [note], counts: { new: 2, known: 1 } });
  expect(await account.upload(later)).toMatchObject({ imported_count: 2, duplicate_count: 1, notes: [note] });
  expect(await account.upload(later)).toMatchObject({ imported_count: 0, notes: [] });
});

test("One on another day close by is told, within the days of the file (RULE-030)", async () => {
  const account = await withAccount();
  await account.upload(csv("2026-05-01,Cafe,-4.50", "2026-05-08,Bus,-2"));
  const { notes } = await account.upload(
    csv("2026-05-02,Cafe,-4.50", "2026-05-01,Rent,-900", "2026-05-08,Bus,-2"),
  );
  expect(notes).toEqual([
    '1 new line has the text and the amount of a line of an earlier file, which this one does not have: -4.50, "Cafe", of 2026-05-02 now and of 2026-05-01 before. If they are the same, exclude one of them, or do not keep this upload.',
  ]);
  // What was before the first day of a file is no line that it lacks.
  expect(await account.upload(csv("2026-05-09,Bus,-2"))).toMatchObject({ imported_count: 1, notes: [] });
});

test("one under another id is told too, and one beside a line that the file has is not", async () => {
  const account = await withAccount();
  await account.upload(ofx("a"));
  expect((await account.upload(ofx("b"))).notes).toEqual([expect.stringContaining("-12.00 of 2026-05-01")]);
  const other = await withAccount();
  await other.upload(csv("2026-05-01,Coffee House,-4.50"));
  const two = csv("2026-05-01,Bakery,-4.50", "2026-05-01,Coffee House,-4.50");
  expect(await other.upload(two)).toMatchObject({ imported_count: 1, notes: [] });
});
