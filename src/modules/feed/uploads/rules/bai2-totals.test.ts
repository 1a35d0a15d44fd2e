/** What BAI2 states of itself: sums of amounts whatever their direction, and numbers of records. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paced } from "../../../../platform/time/turn.ts";
import { readBai2 } from "./bai2-statement.ts";

const read = (text: string) => readBai2([Buffer.from(text)], null, paced);
const refusal = (text: string) =>
  read(text).then(
    () => null,
    (error: unknown) => String(error),
  );

/** After the example of the format's guide: opening and closing, a check of 900.00 and fees. */
const WHOLE = [
  "01,121000358,CUSTID1,260331,0230,1,80,1,2/",
  "02,CUSTID1,121000358,1,260331,,USD,2/",
  "03,0000118811,USD,010,500000,,,015,-412550,,/",
  "88,100,250000,2,,400,237450,3,D,2,0,100,1,50/",
  "16,165,150000,V,260401,,REF77,INV 4401,ACH CREDIT/",
  "16,475,90000,0,REF79,1021,CHECK PAID",
  "88,99 CONTINUED, 16/",
  "16,890,,,,,A MESSAGE/",
  "49,814900,7/",
  "03,0000118812/",
  "16,108,100,,,,X/",
  "49,100,3/",
  "98,815000,2,12/",
  "02,CUSTID1,121000358,1,260401,,USD,2/",
  "03,0000118811,USD,,,,/",
  "49,0,2/",
  "98,0,1,4/",
  "99,815000,2,18/",
];

test("Totals that differ are taken if that is said, with a note of each (RULE-028)", async () => {
  const text = WHOLE.join("\n").replace("49,814900,7/", "49,814901,8/");
  expect(await refusal(text)).toContain(
    "The control total of the account is 814901, but its records make 814900.",
  );
  await expect(read(text)).rejects.toMatchObject({
    ways: [{ give: "totals_check", as: "none", when: "the totals of this bank differ in each file" }],
  });
  const { lines, notes } = await readBai2([Buffer.from(text)], "8811", paced, true);
  expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([150_000, -90_000]);
  expect(notes).toEqual([
    "Line 9: The control total of the account is 814901, but its records make 814900. The file was taken all the same, as was said.",
    "Line 9: The number of records of the account is 8, but its records make 7. The file was taken all the same, as was said.",
  ]);
});

describe("a file of BAI2 (RULE-017)", () => {
  test("whose control totals and counts are those of its records is read", async () => {
    expect(await refusal(WHOLE.join("\n"))).toContain("2 accounts");
    const { lines } = await readBai2([Buffer.from(WHOLE.join("\r\n"))], "8811", paced);
    expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([150_000, -90_000]);
  });

  test.each([
    [8, "49,814901,7/", "Line 9: The control total of the account is 814901, but its records make 814900."],
    [8, "49,814900,8/", "Line 9: The number of records of the account is 8, but its records make 7."],
    [
      12,
      "98,815001,2,12/",
      "Line 13: The control total of the group is 815001, but its records make 815000.",
    ],
    [12, "98,815000,3,12/", "Line 13: The number of accounts of the group is 3, but its records make 2."],
    [12, "98,815000,2,11/", "Line 13: The number of records of the group is 11, but its records make 12."],
    [17, "99,1,2,18/", "Line 18: The control total of the file is 1, but its records make 815000."],
    [17, "99,815000,1,18/", "Line 18: The number of groups of the file is 1, but its records make 2."],
    [17, "99,815000,2,19/", "Line 18: The number of records of the file is 19, but its records make 18."],
  ])("whose record %i says %s is refused", async (index, record, sentence) => {
    const changed = WHOLE.with(index, record).join("\n");
    expect(await refusal(changed)).toContain(sentence);
    expect(await refusal(changed)).toContain("Records are missing or were changed; download the file again.");
  });

  test("whose totals are filled up with zeros or have a sign is compared with them too", async () => {
    const padded = (total: string) => WHOLE.with(8, `49,${total},7/`).join("\n");
    expect(await refusal(padded("+00000000000814900"))).toContain("2 accounts");
    for (const total of ["000000000000814901", "+00000000000814901"])
      expect(await refusal(padded(total))).toContain("The control total of the account is 814901");
  });

  test("whose closing balance has a plus sign states that balance", async () => {
    const single = [...WHOLE.slice(0, 9), ...WHOLE.slice(12, 13), ...WHOLE.slice(17)]
      .map((text) => text.replace(/^(49|98|99),.*$/, "$1,,,/"))
      .join("\n");
    for (const [written, amount_cents] of [
      ["+100000", 100_000],
      ["-412550", -412_550],
      ["100000", 100_000],
    ] as const)
      expect((await read(single.replace("015,-412550", `015,${written}`))).balances).toEqual([
        { date: "2026-03-31", amount_cents },
      ]);
  });

  test("from which a record was taken, or whose amount was changed, is refused", async () => {
    for (const index of [4, 5, 7, 10])
      expect([index, await refusal(WHOLE.toSpliced(index, 1).join("\n"))]).toEqual([
        index,
        expect.stringMatching(/The (?:control total|number of records) of the account is/),
      ]);
    expect(await refusal(WHOLE.join("\n").replace("475,90000", "475,9000"))).toContain("The control total");
  });

  test("that states nothing, or an amount of which is no number, is not refused for it", async () => {
    const single = [...WHOLE.slice(0, 9), ...WHOLE.slice(12, 13), ...WHOLE.slice(17)];
    const blank = single.map((text) => text.replace(/^(49|98|99),.*$/, "$1,,,/"));
    expect((await read(blank.join("\n"))).lines).toHaveLength(2);
    const spoiled = single
      .map((text) => text.replace("475,90000", "475,9x"))
      .map((text) => text.replace("98,815000,2,12", "98,1,1,9").replace("99,815000,2,18", "99,1,1,11"));
    const { lines, errors } = await read(spoiled.join("\n"));
    expect([lines.length, errors.length]).toEqual([1, 1]);
  });

  test("of any amounts is read with their sum, and refused with another one", async () => {
    const rows = fc.array(fc.tuple(fc.constantFrom("165", "475"), fc.nat(10_000_000)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: -5, max: 5 }), async (amounts, off) => {
        const total = amounts.reduce((sum, [, cents]) => sum + cents, 0) + off;
        const text = [
          "01,A,B,260331,0230,1,80,1,2/",
          "02,B,A,1,260331,,USD,2/",
          "03,1,USD/",
          ...amounts.map(([code, cents]) => `16,${code},${cents},,,,X/`),
          `49,${total},${amounts.length + 2}/`,
          `98,${total},1,${amounts.length + 4}/`,
          `99,${total},1,${amounts.length + 6}/`,
        ].join("\n");
        expect((await refusal(text)) === null).toBe(off === 0);
      }),
      { numRuns: 50 },
    );
  });
});
