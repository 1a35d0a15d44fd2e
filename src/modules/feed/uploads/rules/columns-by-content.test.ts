/** What columns and titles of a bank's CSV say by their content, and what single rows of them do not say. */
import { expect, test } from "vitest";
import { paced } from "../../../../platform/time/turn.ts";
import { readFile } from "./upload.ts";

async function read(text: string) {
  const options = { columns: {}, dateFormat: null, signs: null, isCard: false, account: null };
  const { lines, errors, notes } = await readFile([Buffer.from(text)], "csv", {
    last4: null,
    options,
    paced,
  });
  return { amounts: lines.map(({ amount_cents }) => amount_cents), errors, notes };
}

test("a column is of currencies only if each of its texts is one (RULE-033)", async () => {
  const file = (second: string) =>
    `Date,Description,Amount,Remark\n2026-01-05,A,-1.00,EUR\n2026-01-06,B,-2.00,${second}\n`;
  expect(await read(file("lunch"))).toMatchObject({ amounts: [-100, -200], errors: [] });
  expect(await read(file("USD"))).toMatchObject({
    amounts: [-200],
    errors: [{ line: 2, code: "other_currency" }],
  });
});

test("a title counts the lines only by a plain number (RULE-033)", async () => {
  const file = (count: string) =>
    `Number of transactions,${count}\nDate,Description,Amount\n2026-01-05,A,-1.00\n2026-01-06,B,-2.00\n`;
  expect((await read(file("3"))).notes.join(" ")).toContain("Line 1 counts 3 lines, but 2 were read");
  for (const other of ["2", "see below", "1e3"]) expect((await read(file(other))).notes).toEqual([]);
});

test("amounts after a deduction are told only where they are amounts and differ (RULE-033)", async () => {
  const file = (net: string) =>
    `Date,Description,Amount,Net\n2026-01-05,A,-1.00,${net}\n2026-01-06,B,-2.00,-2.00\n`;
  expect((await read(file("-1.20"))).notes.join(" ")).toContain(
    'taken under "Net", such as "-1.20" in line 2',
  );
  for (const other of ["", "n/a", "-1.00"])
    expect((await read(file(other))).notes.join(" ")).not.toContain('under "Net"');
});
