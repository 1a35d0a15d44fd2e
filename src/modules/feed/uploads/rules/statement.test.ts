/** Checks that apply to the lines of every file, in any format. */
import { describe, expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import { type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";
import { paced } from "../../../../platform/time/turn.ts";
import { readCsv } from "./csv-statement.ts";
import { readOfx } from "./ofx-statement.ts";
import { readRows } from "./sent-rows.ts";
import { type Statement, withLikelyDays } from "./statement.ts";

const day = (text: string): CivilDate => present(parseCivilDate(text), text);
const TODAY = day("2026-05-20");

const linesAndErrors = async (statement: Statement) => {
  const { lines, errors } = await withLikelyDays(statement, TODAY, paced);
  return [
    ...lines.map(({ line, date }) => `${line} ${date}`),
    ...errors.map(({ line, code }) => `${line} ${code}`),
  ];
};

describe("a day", () => {
  test("outside of the possible years is refused by its line, after earlier refusals", async () => {
    const line = { amount_cents: cents(1), description: "", merchant_name: null, external_id: null };
    const dates = ["0026-01-01", "1899-12-31", "1900-01-01", "2029-05-20", "2029-05-21", "9999-12-31"];
    const statement: Statement = {
      lines: dates.map((date, index) => ({ ...line, line: index + 2, date: day(date) })),
      errors: [{ line: 1, code: "invalid_text", message: "x" }],
      balances: [],
      account: null,
      kind: null,
      notes: [],
    };
    expect(await linesAndErrors(statement)).toEqual([
      "4 1900-01-01",
      "5 2029-05-20",
      "1 invalid_text",
      "2 invalid_date",
      "3 invalid_date",
      "6 invalid_date",
      "7 invalid_date",
    ]);
    expect((await withLikelyDays(statement, TODAY, paced)).errors[1]?.message).toBe(
      "The day is 0026-01-01, but only days from 1900-01-01 to 2029-05-20 are accepted.",
    );
  });

  test("is looked at in a CSV, in OFX and in rows", async () => {
    expect(
      await linesAndErrors(
        await readCsv(
          [Buffer.from("Date,Amount\n1/13/0026,1\n1/13/26,1\n1/13/99,1\n")],
          { columns: {}, dateFormat: null, signs: null, isCard: false, account: null },
          paced,
        ),
      ),
    ).toEqual(["3 2026-01-13", "2 invalid_date", "4 invalid_date"]);
    const row = (date: string) => `<STMTTRN><DTPOSTED>${date}<TRNAMT>1</STMTTRN>\n`;
    expect(
      await linesAndErrors(
        await readOfx(
          [Buffer.from(`<OFX><STMTRS>\n${row("00260113")}${row("20260113")}</STMTRS></OFX>`)],
          null,
          paced,
        ),
      ),
    ).toEqual(["3 2026-01-13", "2 invalid_date"]);
    expect(
      await linesAndErrors(
        await readRows(
          [
            { date: "0026-01-13", amount_cents: 1 },
            { date: "2026-01-13", amount_cents: 1 },
          ],
          paced,
        ),
      ),
    ).toEqual(["2 2026-01-13", "1 invalid_date"]);
  });
});
