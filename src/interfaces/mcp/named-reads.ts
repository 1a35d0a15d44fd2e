/** The reads that have a tool of their own, because people ask them most. */

export interface NamedRead {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: string;
  readonly params: readonly string[];
  /** Parameters of cents, by the names under which the tool takes dollars. */
  readonly dollars?: Readonly<Record<string, string>>;
  /** True for a statement, which can stand beside an earlier one and has a page. */
  readonly isStatement?: true;
}

export const PAGING = ["limit", "starting_after"] as const;

export const NAMED_READS: readonly NamedRead[] = [
  {
    name: "income_statement",
    title: "Income statement",
    description:
      "Revenue, costs and net income of a period, line by line. To explain a change, ask with `compare_to`, then `drill_down` into the line.",
    operation: "getIncomeStatement",
    params: ["start_date", "end_date", "group_by"],
    isStatement: true,
  },
  {
    name: "balance_sheet",
    title: "Balance sheet",
    description: "Assets, liabilities and equity at the end of a day, with cash.",
    operation: "getBalanceSheet",
    params: ["date"],
    isStatement: true,
  },
  {
    name: "cash_flow",
    title: "Cash flow statement",
    description: "Why cash changed in a period: operating, investing and financing activities.",
    operation: "getCashFlow",
    params: ["start_date", "end_date"],
    isStatement: true,
  },
  {
    name: "overview",
    title: "Overview",
    description:
      "Cash, burn, runway, revenue and expenses of the month so far beside the same days before, what changed most and why, and the last twelve months.",
    operation: "getOverview",
    params: [],
  },
  {
    name: "drill_down",
    title: "Entries behind a line",
    description:
      "The journal entries that add up to a line of a statement: its `category_id` and the statement's dates; for a balance sheet no `start_date`. A cash flow shows assets with the opposite sign. A `grp_` id has no entries of its own: use the lines under it.",
    operation: "listJournalEntries",
    params: ["category_id", "department_id", "start_date", "end_date", "merchant", "source", ...PAGING],
  },
  {
    name: "totals",
    title: "Totals of categories",
    description:
      "Totals by category and whole months: period categories take `start_date` and `end_date`, balances `date`. Without `category_ids`, all that the dates fit.",
    operation: "listTotals",
    params: ["category_ids", "start_date", "end_date", "date", "merchant"],
  },
  {
    name: "transactions",
    title: "Transactions",
    description: "Bank and card transactions by date, latest first. `status` needs_review finds open ones.",
    operation: "listTransactions",
    params: ["start_date", "end_date", "status", "category_id", "department_id", "account_id", ...PAGING],
  },
  {
    name: "find",
    title: "Find transactions",
    description:
      "Transactions by words of their texts, by amounts without their signs, and by whether they are categorized.",
    operation: "findTransactions",
    params: ["text", "start_date", "end_date", "categorized", "category_id", "account_id", ...PAGING],
    dollars: { least: "least_cents", most: "most_cents" },
  },
  {
    name: "merchants",
    title: "Merchants of a category",
    description:
      "Names of merchants and counterparties in a category. For amounts, use `totals` with `merchant`.",
    operation: "listMerchants",
    params: ["category_id", ...PAGING],
  },
  {
    name: "categories",
    title: "Categories",
    description: "The whole chart of categories: ids, names, account types and parents.",
    operation: "listCategories",
    params: [],
  },
  {
    name: "sheet_read",
    title: "Cells of a spreadsheet",
    description: "A spreadsheet document and calculated cells of its ranges, such as `A1:C10`.",
    operation: "getSheet",
    params: ["id", "ranges", "worksheet_id", "view"],
  },
];
