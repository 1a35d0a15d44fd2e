/** Statements as CSV: a program reads back every cell of the table, and no text becomes a formula. */
import { describe, expect, test } from "vitest";
import {
  HOSTILE,
  incomeStatement,
  monthColumns,
  statementOf,
} from "../../../test/support/statement-tables.ts";
import { readCsv, readCsvStatement } from "../../../test/support/xlsx.ts";
import { ZERO_CENTS } from "@daybook/words/cents";
import { decimalText } from "@daybook/words/money-text";
import type { StatementColumn, StatementTable } from "../../core/statement-table.ts";
import { present } from "@daybook/words/assert";
import { renderCsv } from "./csv.ts";

const hostile = statementOf(
  [
    {
      label: "Revenue",
      children: HOSTILE.map((label, index) => ({ label, id: `cat_${index}`, amounts: [-index] })),
    },
  ],
  monthColumns(1),
);

/** The text that a spreadsheet shows: a leading apostrophe marks a cell as text and is not shown. */
function withoutGuard(text: string): string {
  return text.replace(/^'(?=[\s\p{Z}\p{Cf}]*[=+\-@\uFF1D\t])/u, "");
}

/** The text without lone surrogates, which UTF-8 can't encode. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

describe("a statement as CSV", () => {
  test.each([
    ["of a month", incomeStatement(1)],
    ["of thirteen months with twelve digits", incomeStatement(13, 12)],
    ["with names from outside", hostile],
    ["without rows", statementOf([], monthColumns(2))],
  ] as const)("%s has every cell of the table", (_what, table: StatementTable) => {
    const { columns, records } = readCsv(renderCsv(table));
    const periods = table.columns.map(({ kind, startDate, endDate }) =>
      kind === "total" ? "total" : `${startDate}..${endDate}`,
    );
    expect(columns).toEqual(["row_type", "section", "id", "parent_id", "depth", "name", ...periods]);
    expect(records.map((record) => ({ ...record, name: withoutGuard(record["name"] ?? "") }))).toEqual(
      table.rows.map((row) => ({
        row_type: row.kind,
        section: row.section ?? "",
        id: row.id ?? "",
        parent_id: row.parentId ?? "",
        depth: String(row.depth),
        name: wellFormed(row.label),
        ...Object.fromEntries(
          periods.map((name, index) => [
            name,
            row.amounts === null ? "" : decimalText(row.amounts[index] ?? ZERO_CENTS),
          ]),
        ),
      })),
    );
    expect(readCsvStatement(renderCsv(table)).rows.map(({ amounts }) => amounts)).toEqual(
      table.rows.map(({ amounts }) => amounts),
    );
  });

  test("names the days that are not over once where its columns have no days of their own", () => {
    const last = (own: readonly Pick<StatementColumn, "ledger" | "equity">[]) => {
      const [month] = monthColumns(1);
      const columns = own.map((each) => ({ ...present(month, "no column"), isOver: false, ...each }));
      return readCsv(renderCsv(statementOf([], columns))).records.at(-1);
    };
    const name = "Not over: 2026-01-01..2026-01-31. More may be booked on these days.";
    expect(last([{ ledger: "debit" }, { ledger: "credit" }, { ledger: "balance" }])).toMatchObject({ name });
    expect(last([{ equity: "cat_capital" }, { equity: "grp_retained_earnings" }])).toMatchObject({ name });
  });

  test("begins with its header, without a byte order mark, and ends each line as RFC 4180 says", () => {
    const text = Buffer.from(renderCsv(incomeStatement(2))).toString("utf8");
    expect(
      text.startsWith(
        "row_type,section,id,parent_id,depth,name,2026-01-01..2026-01-31,2026-02-01..2026-02-28,total\r\n",
      ),
    ).toBe(true);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test("escapes texts that could be read as formulas, and leaves figures unchanged", () => {
    const { records } = readCsv(renderCsv(hostile));
    for (const record of records) {
      for (const [name, value] of Object.entries(record)) {
        if (/^\d{4}-/.test(name)) expect(value).toMatch(/^(-?\d+\.\d\d)?$/);
        else expect(value).not.toMatch(/^[\s\p{Z}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u);
      }
    }
    expect(records.map((record) => record["name"])).toEqual(
      expect.arrayContaining([
        "'=cmd|' /C calc'!A0",
        "'+1",
        "'-1",
        "'@SUM(A1)",
        "'\t=1+1",
        "'  =1+1",
        "'\uFF1D1+1",
        "'\u00A0-2",
        "a,b",
        "'quoted'",
      ]),
    );
    expect(records.map((record) => record["2026-01-01..2026-01-31"])).toContain("-0.02");
  });
});
