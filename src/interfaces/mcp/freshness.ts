/** What an answer with figures of banks says if a live feed has brought nothing in for long. */
import type { Caller } from "./caller.ts";
import { isoText } from "./compact.ts";

/** The operations whose figures come from bank lines. */
const OF_FEEDS: ReadonlySet<string> = new Set([
  "findTransactions",
  "getBalanceSheet",
  "getCashFlow",
  "getIncomeStatement",
  "getOverview",
  "getTotal",
  "listAccounts",
  "listTotals",
  "listTransactions",
]);

/** The remark that lines of banks are missing, for an answer of an operation or of none; none if they are not. */
export async function staleRemarks(
  { identity, services }: Caller,
  operation: string | null,
): Promise<readonly string[]> {
  if (operation !== null && !OF_FEEDS.has(operation)) return [];
  const since = (await services.integrations.list(identity.company_id))
    .map(({ stale_since }) => stale_since)
    .filter((time) => time !== null)
    .toSorted((a, b) => a - b)[0];
  return since === undefined
    ? []
    : [
        `LINES ARE MISSING: a live feed has brought in nothing since ${isoText(since)}. Say so with any figure.`,
      ];
}
