/** Ids that a bank gives to several lines: counted anew in each file, or of a line whose day changed. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { fileAccount } from "../../../../../test/support/bank-files.ts";

const http = await testApp();

const withAccount = () => fileAccount(http);

const ofx = (...rows: readonly (readonly [day: string, amount: string, id: string, name: string])[]) =>
  `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTRS><CURDEF>USD<BANKTRANLIST>${rows
    .map(
      ([day, amount, id, name]) =>
        `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`,
    )
    .join("\n")}</BANKTRANLIST></STMTRS></BANKMSGSRSV1></OFX>\n`;

const MAY = ofx(["20260501", "-10.00", "1", "AAA"], ["20260502", "-20.00", "2", "BBB"]);
const JUNE = ofx(
  ["20260601", "-30.00", "1", "CCC"],
  ["20260602", "-40.00", "2", "DDD"],
  ["20260602", "-40.00", "3", "DDD"],
);

test("Lines under ids that a bank counts anew in each file are added, once, and that is told (RULE-014)", async () => {
  const account = await withAccount();
  await account.upload(MAY);
  const note =
    '2 lines have ids of other lines that the account has, such as "1" of 2026-05-01. The bank counts its ids anew in each file, so such lines are known again by their day, amount and text.';
  const shown = await account.preview(JUNE);
  expect(shown).toMatchObject({ counts: { new: 3, known: 0, refused: 0 }, notes: [note] });
  expect(await account.upload(JUNE)).toMatchObject({
    status: "succeeded",
    imported_count: 3,
    errors: [],
    notes: [note],
  });
  expect(await account.amounts()).toEqual([-4_000, -4_000, -3_000, -2_000, -1_000]);
  for (const again of [JUNE, MAY]) expect(await account.upload(again)).toMatchObject({ imported_count: 0 });
  expect(await account.preview(JUNE)).toMatchObject({ counts: { new: 0, known: 3, refused: 0 } });
});

test("a line that may be the known one on another day is refused by its id", async () => {
  const account = await withAccount();
  await account.upload(MAY);
  const moved = ofx(["20260503", "-10.00", "1", "AAA corrected"], ["20260504", "-21.00", "2", "bbb"]);
  const { errors } = await account.upload(moved);
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^The line was refused: it has the id "1", and txn_\w+ has the date 2026-05-01, which/,
    ),
    expect.stringMatching(
      /^The line was refused: it has the id "2", and txn_\w+ has the date 2026-05-02, which/,
    ),
  ]);
  expect(await account.amounts()).toEqual([-2_000, -1_000]);
});

const csv = (...rows: readonly string[]) => `Date,Description,Amount,Transaction ID\n${rows.join("\n")}\n`;
const ANEW = (lines: string, other: string) =>
  `${lines} of other lines that the account has, such as ${other}. The bank counts its ids anew in each file, so such lines are known again by their day, amount and text.`;

test.each([
  [
    "OFX",
    ofx(["20260617", "-11.00", "1", "Alpha"], ["20260617", "-12.00", "2", "Beta"]),
    ofx(["20260617", "-13.00", "1", "Gamma"], ["20260617", "-5.00", "2", "Delta"]),
  ],
  [
    "CSV",
    csv("2026-06-17,Alpha,-11.00,1", "2026-06-17,Beta,-12.00,2"),
    csv("2026-06-17,Gamma,-13.00,1", "2026-06-17,Delta,-5.00,2"),
  ],
])("a line of %s on the same day with another amount and text replaces none", async (_, first, second) => {
  const account = await withAccount();
  await account.upload(first);
  const notes = [ANEW("2 lines have ids", '"1" of 2026-06-17')];
  expect(await account.preview(second)).toMatchObject({ counts: { new: 2, known: 0, refused: 0 }, notes });
  expect(await account.upload(second)).toMatchObject({ imported_count: 2, duplicate_count: 0, notes });
  const all = [-1_300, -1_200, -1_100, -500];
  expect((await account.amounts()).toSorted((a, b) => a - b)).toEqual(all);
  for (const again of [second, first])
    expect(await account.upload(again)).toMatchObject({ imported_count: 0, duplicate_count: 2 });
  expect((await account.amounts()).toSorted((a, b) => a - b)).toEqual(all);
});

test("a known line that changes the amount which the account has is told", async () => {
  const account = await withAccount();
  await account.upload(MAY);
  const tip = ofx(["20260501", "-12.00", "1", "AAA"], ["20260502", "-20.00", "2", "BBB"]);
  const notes = [
    '1 known line has another amount in this file, which replaces the former one, such as -12.00 instead of -10.00 of 2026-05-01, "AAA".',
  ];
  expect(await account.preview(tip)).toMatchObject({ counts: { new: 0, known: 2, refused: 0 }, notes });
  expect(await account.upload(tip)).toMatchObject({ imported_count: 0, duplicate_count: 2, notes });
  expect(await account.amounts()).toEqual([-2_000, -1_200]);
  expect(await account.upload(tip)).toMatchObject({ notes: [] });
});

test("lines that come again each month under ids counted anew are added, once, and that is told", async () => {
  const month = (number: number) =>
    ofx(
      [`20260${number}01`, "-2000.00", "1", "Rent"],
      [`20260${number}15`, "-30.00", "2", "Gym"],
      ...(number === 6 ? [["20260620", "-5.00", "3", "Tea"] as const] : []),
    );
  const account = await withAccount();
  await account.upload(month(5));
  const notes = [
    ANEW("2 lines have ids", '"1" of 2026-05-01'),
    '2 of these lines have the amount or the text of the line with that id, such as -2000.00 of 2026-06-01, "Rent" beside -2000.00 of 2026-05-01, "Rent". If they are the same, do not keep this upload.',
  ];
  expect(await account.preview(month(6))).toMatchObject({ counts: { new: 3, known: 0, refused: 0 }, notes });
  expect(await account.upload(month(6))).toMatchObject({ imported_count: 3, errors: [], notes });
  expect(await account.upload(month(6))).toMatchObject({
    imported_count: 0,
    duplicate_count: 3,
    errors: [],
    notes: notes.slice(0, 1),
  });
  expect(await account.amounts()).toHaveLength(5);
});

test("one recurring line beside others that the account has under their ids is refused", async () => {
  const account = await withAccount();
  await account.upload(MAY);
  const mixed = ofx(["20260601", "-10.00", "1", "AAA"], ["20260502", "-20.00", "2", "BBB"]);
  const { errors } = await account.upload(mixed);
  expect(errors).toMatchObject([{ message: expect.stringContaining('it has the id "1"') }]);
});

test("lines without a real id, or with the id of another text in their file, are no silent duplicates", async () => {
  for (const none of ["N/A", "0", "-", "None"]) {
    const account = await withAccount();
    const text = csv(`2026-06-17,Alpha,-11.00,${none}`, `2026-06-17,Beta,-11.00,${none}`);
    expect(await account.upload(text)).toMatchObject({ imported_count: 2, duplicate_count: 0, errors: [] });
  }
  const account = await withAccount();
  const text = csv("2026-06-17,Alpha,-11.00,77", "2026-06-17,Beta,-11.00,77", "2026-06-17,ALPHA,-11.00,77");
  expect(await account.upload(text)).toMatchObject({
    imported_count: 1,
    duplicate_count: 1,
    errors: [{ message: "Line 2 has the same transaction id with a different text." }],
  });
});

test("a line of another day than the one with its id that was taken back is added", async () => {
  const account = await withAccount();
  const { id } = await account.upload(ofx(["20260105", "-10.00", "1", "AAA"]));
  await account.undo(id);
  const right = ofx(["20260501", "-10.00", "1", "AAA"]);
  expect(await account.preview(right)).toMatchObject({ counts: { new: 1, known: 0, refused: 0 }, notes: [] });
  expect(await account.upload(right)).toMatchObject({ imported_count: 1, errors: [], notes: [] });
  expect(await account.upload(right)).toMatchObject({ imported_count: 0, duplicate_count: 1 });
  expect(await account.amounts()).toEqual([-1_000]);
});
