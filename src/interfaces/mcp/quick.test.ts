/** The short way and the library give the same answers, in both eras. */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { FEED } from "../../../test/support/feed.ts";
import { type Era, type McpOptions, sendMcp } from "../../../test/support/mcp.ts";

const http = await testApp();

const CALLS: readonly (readonly [name: string, given: object])[] = [
  ["income_statement", { start_date: "2026-01-01", end_date: "2026-03-31" }],
  ["balance_sheet", { date: "2026-03-31", compare_to: "previous_year" }],
  ["drill_down", { limit: 2 }],
  ["drill_down", { limit: 0 }],
  ["transactions", { limit: 3 }],
  ["read_operation", { operation: "listTransactions", parameters: { limit: 2, updated_after: "0" } }],
  ["whoami", {}],
  ["whoami", { odd: 1 }],
  ["search_operations", { query: "invoices" }],
];

/** Hides the number of the month's requests, which each call raises. */
function withoutCount(value: unknown): unknown {
  const text = JSON.stringify(value).replaceAll(/(requests\\?":|Requests this month: )\d+/g, "$10");
  return JSON.parse(text);
}

test("the short way answers as the library does", async () => {
  const { key } = await http.company(FEED);
  const ask = async (name: string, given: object, options: McpOptions) => {
    const { status, result } = await sendMcp(
      http.address,
      key,
      "tools/call",
      { name, arguments: given },
      options,
    );
    return { status, result: withoutCount(result) };
  };
  for (const era of ["modern", "legacy"] satisfies Era[]) {
    for (const [name, given] of CALLS) {
      const short = await ask(name, given, { era });
      const long = await ask(name, given, { era, byLibrary: true });
      expect([era, name, short]).toEqual([era, name, long]);
      expect(short.result).not.toBeNull();
    }
  }
});
