/** What the balances of MT940 prove: the direction of reversals, and that no line of a page is missing. */
import { describe, expect, test } from "vitest";
import { paced } from "../../../../platform/time/turn.ts";
import { readMt940 } from "./mt940-statement.ts";

const read = (text: string) => readMt940([Buffer.from(text)], null, paced);

interface Page {
  readonly opening: string;
  readonly entries: readonly string[];
  readonly closing: string;
}

const page = ({ opening, entries, closing }: Page) =>
  `:20:S\n:25:021000021/12345678\n:28C:5/1\n:${opening}\n${entries.map((entry) => `:61:${entry}\n:86:TEXT\n`).join("")}:${closing}\n-\n`;
const amounts = async (text: string) => (await read(text)).lines.map(({ amount_cents }) => amount_cents);

const PAYMENT = "2601050105D100,00NTRFNONREF//A1";
const TAKEN_BACK = "2601060106RD100,00NTRFNONREF//A2";
const CHARGED_BACK = "2601070107RC30,00NTRFNONREF//A3";

describe("reversals of MT940 (RULE-019)", () => {
  const opening = "60F:C260104USD1000,00";

  test("take back what their mark says, which the balances prove", async () => {
    const text = page({
      opening,
      entries: [PAYMENT, TAKEN_BACK, CHARGED_BACK],
      closing: "62F:C260107USD970,00",
    });
    const { lines, notes } = await read(text);
    expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([-10_000, 10_000, -3_000]);
    expect(notes).toEqual([]);
  });

  test("have the direction of the entry itself where only that makes the closing balance, which is told", async () => {
    const two = page({
      opening,
      entries: [PAYMENT, TAKEN_BACK, CHARGED_BACK],
      closing: "62F:C260107USD830,00",
    });
    const { lines, notes } = await read(two);
    expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([-10_000, -10_000, 3_000]);
    expect(notes).toEqual([
      "The amounts of 2 reversals are read with the other sign, as the closing balance proves.",
    ]);
  });

  test("are left as their mark says where neither agrees, which is told too", async () => {
    const text = page({ opening, entries: [PAYMENT, TAKEN_BACK], closing: "62F:C260107USD777,00" });
    expect(await amounts(text)).toEqual([-10_000, 10_000]);
    expect((await read(text)).notes).toEqual([
      "The closing balance is 777.00, but the opening balance and the lines that were read make 1000.00. Lines may be missing.",
    ]);
  });
});

test("A reversal keeps the sign of its mark while a line of its statement was refused", async () => {
  // The refused line of 100.00 is what the closing balance seems to say of the reversal.
  const text = page({
    opening: "60F:C260104USD1000,00",
    entries: ["2601050105D200,00NTRFNONREF//A0", "2601060106RD100,00NTRFNONREF//A2", "26010x"],
    closing: "62F:C260107USD700,00",
  });
  const { lines, errors, notes } = await read(text);
  expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([-20_000, 10_000]);
  expect(errors).toHaveLength(1);
  expect(notes).toEqual([expect.stringContaining("The closing balance is 700.00")]);
});

describe("statements of one account in a file", () => {
  const day = (number: number, from: string, to: string, account = "021000021/12345678") =>
    page({
      opening: `60F:C26010${number}USD${from}`,
      entries: [`26010${number}010${number}D100,00NTRFNONREF//A${number}`],
      closing: `62F:C26010${number}USD${to}`,
    }).replace("021000021/12345678", account);

  test("that do not follow from each other are told, in whichever order they stand", async () => {
    const [one, two, three] = [
      day(5, "1000,00", "900,00"),
      day(6, "900,00", "800,00"),
      day(7, "800,00", "700,00"),
    ];
    expect((await read(one + two + three)).notes).toEqual([]);
    expect((await read(three + two + one)).notes).toEqual([]);
    expect((await read(one + three)).notes).toEqual([
      "The statement that begins on line 9 opens with 800.00, but the one before it closes with 900.00. Statements may be missing from the file.",
    ]);
    expect((await read(one + three + one)).notes.join()).toContain("and 1 more does not follow either");
  });

  test("of which the last one goes on are refused, since the file is cut", async () => {
    const cut = page({
      opening: "60F:C260104USD1000,00",
      entries: [PAYMENT],
      closing: "62M:C260105USD900,00",
    });
    const sentence = "Line 8: The statement that begins on line 1 goes on after its last page (:62M:)";
    await expect(read(cut)).rejects.toThrow(sentence);
    const other = day(5, "1000,00", "900,00", "021000021/99999999");
    await expect(read(cut + other)).rejects.toThrow("it is cut. Download it again.");
  });
});

test("Each page of a statement is proved by its own balances", async () => {
  const pages = (closing: string) =>
    page({ opening: "60F:C260104USD1000,00", entries: [PAYMENT], closing: `62M:C260105USD${closing}` }) +
    page({
      opening: "60M:C260105USD900,00",
      entries: [TAKEN_BACK],
      closing: "62F:C260106USD1000,00",
    });
  expect(await read(pages("900,00"))).toMatchObject({
    notes: [],
    balances: [{ date: "2026-01-06", amount_cents: 100_000 }],
  });
  expect((await read(pages("850,00"))).notes).toEqual([
    expect.stringContaining("The closing balance is 850.00, but the opening balance and the lines"),
  ]);
});
