/**
 * The sample company as an accountant reads it: each of its records, and of its journal the kinds of its
 * vouchers, with how many there are, from when to when, and what they add up to. `DAYBOOK_GOLDENS=write`
 * writes the table again; it is read when it has changed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { present } from "@daybook/words/assert";
import { dayNumber, parseCivilDate, unixSeconds } from "@daybook/words/civil-date";
import { sampleBundle } from "../../src/sample/sample-bundle.ts";

const FILE = new URL("sample.txt", import.meta.url);
const TODAY = present(parseCivilDate("2026-05-20"), "a date");
/** The characters of a record that are told: of the spreadsheet, not its thousands of cells. */
const TOLD = 2_000;

interface Kind {
  count: number;
  cents: number;
  /** The sum of the numbers of its days: another one if any of them is another. */
  days: number;
  readonly first: string;
  last: string;
}

/** The words of a voucher that are the same in each one of its kind, with the categories in its order. */
function kindOf(
  description: string | undefined,
  lines: readonly { category_id: string; debit_cents?: number }[],
): string {
  const sides = lines.map(
    ({ category_id, debit_cents }) => `${debit_cents === undefined ? "-" : "+"}${category_id}`,
  );
  return `${(description ?? "").replaceAll(/\d+/g, "#").replaceAll(/\b[A-Z][a-z]+ #/g, "…")}: ${[...new Set(sides)].join(" ")}`;
}

test("the sample company is the one that was read", () => {
  const now = unixSeconds(dayNumber(TODAY) * 86_400 + 80_000);
  const { journal, ...rest } = sampleBundle({ seed: 1, today: TODAY, now });
  const kinds = new Map<string, Kind>();
  for (const { date, description, lines } of journal) {
    const name = kindOf(description, lines);
    const kind = kinds.get(name) ?? { count: 0, cents: 0, days: 0, first: date, last: date };
    kind.count += 1;
    kind.cents += lines.reduce((sum, { debit_cents = 0 }) => sum + debit_cents, 0);
    kind.days += dayNumber(present(parseCivilDate(date), "a date"));
    kind.last = date;
    kinds.set(name, kind);
  }
  const text = [
    ...Object.entries(rest).flatMap(([section, records]) => {
      const list: readonly unknown[] = Array.isArray(records) ? records : [records];
      const told = list.map((each) => `  ${JSON.stringify(each).slice(0, TOLD)}`);
      return [`${section}: ${list.length}`, ...told];
    }),
    `journal: ${kinds.size} kinds`,
    ...[...kinds]
      .map(
        ([name, { count, cents, days, first, last }]) =>
          `  ${name}; ${count} from ${first} to ${last} (${days}), ${cents} cents`,
      )
      .toSorted(),
    "",
  ].join("\n");
  if (process.env["DAYBOOK_GOLDENS"] === "write") writeFileSync(FILE, text);
  expect(text).toBe(readFileSync(FILE, "utf8"));
});
