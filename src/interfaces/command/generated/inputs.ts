/**
 * The inputs of the operations that have a command. Generated from the operation cards by
 * `npm run emit`: do not edit.
 */

export const INPUTS = {
  addSchedule: {
    kind: { place: "body", is: "word", words: ["spread","capitalization"], required: true, help: "`capitalization` for an asset, or `spread`." },
    description: { place: "body", is: "text", required: true, help: "What it is: the description of its entries, on one line." },
    holding_category_id: { place: "body", is: "text", required: true, help: "The category where the amount stands, by id or name: of an asset, or for a spread, prepaid expenses or deferred revenue." },
    category_id: { place: "body", is: "text", required: true, help: "The category of each share, by id or name." },
    contra_category_id: { place: "body", is: "text", required: false, help: "The category where the depreciation of an asset is gathered, by id or name. Default: the chart's accumulated depreciation." },
    department_id: { place: "body", is: "text", required: false, help: "The department of each share. Default: none." },
    amount_cents: { place: "body", is: "cents", required: true, help: "The cost, or the amount that is spread, in cents." },
    start_date: { place: "body", is: "day", required: true, help: "A day of the first month; by days, the first day." },
    months: { place: "body", is: "count", low: 1, high: 600, required: true, help: "The life in months." },
    basis: { place: "body", is: "word", words: ["month","day","mid_month","half_year"], required: false, help: "Equal shares of whole months, shares by days, half of the first month (`mid_month`), or half of the first fiscal year (`half_year`). Default: `month`." },
    declining_percent: { place: "body", is: "count", low: 100, high: 400, required: false, help: "Makes it a declining balance: the percentage of the straight line that each year takes of the book value, until straight line over the rest is more. Default: straight line." },
    salvage_cents: { place: "body", is: "cents", required: false, help: "The salvage value, which is not written off, in cents. Default: 0." },
    opened_cents: { place: "body", is: "cents", required: false, help: "What was written off before, in cents. Default: 0." },
    opened_on: { place: "body", is: "day", required: false, help: "The last day of the month through which it was written off before. Default: nothing was." },
    preview: { place: "body", is: "switch", required: false, help: "True to check the change and answer what it makes, without writing it." },
  },
  changeCategory: {
    id: { place: "path", is: "text", required: true, help: "The category's id, `cat_...`." },
    name: { place: "body", is: "text", required: false, help: "A name, on one line." },
    cash_flow: { place: "body", is: "word", words: ["cash","working_capital","non_cash","investing","financing","none"], required: false, help: "Its section of the cash flow statement; `none` removes it." },
    balance_class: { place: "body", is: "word", words: ["current","fixed","non_current","none"], required: false, help: "Its class on the balance sheet of exports, also of the categories below it; `fixed` is property and equipment. With `none` its name and its section of the cash flow statement decide." },
    cash_paid_for: { place: "body", is: "word", words: ["interest","income_taxes","none"], required: false, help: "What its payments are for, of a cost and of what is owed of it; exports of the cash flow statement disclose what was paid. `none` removes it." },
    active: { place: "body", is: "switch", required: false, help: "False makes it inactive, which needs that nothing will still post on it: the service itself, rules, schedules, invoices, and money in banks or on cards." },
    preview: { place: "body", is: "switch", required: false, help: "True to check the change and say what it changes, without writing it." },
  },
  clearReconciliationLines: {
    id: { place: "path", is: "text", required: true, help: "The reconciliation's id, `rcn_...`." },
    transaction_ids: { place: "body", is: "list", required: false, help: "The lines. Default: all." },
    cleared: { place: "body", is: "switch", required: false, help: "False to take the marks away. Default: true." },
  },
  closeBooks: {
    through: { place: "body", is: "text", required: true, help: "The last day to close, `YYYY-MM-DD`." },
    reason: { place: "body", is: "text", required: false, help: "Why the books are closed although items of the checklist are open." },
  },
  createBill: {
    vendor_name: { place: "body", is: "text", required: true, help: "The vendor's name, on one line." },
    vendor_email: { place: "body", is: "text", required: false, help: "" },
    vendor_number: { place: "body", is: "text", required: false, help: "" },
    issue_date: { place: "body", is: "text", required: false, help: "The date of the bill, which is its accounting date. On or after the company's incorporation date (two years ago if unknown), and earlier than three years from today. Default: today." },
    due_date: { place: "body", is: "text", required: false, help: "The due date. Default: the date of the bill." },
    currency: { place: "body", is: "text", required: false, help: "Always `USD`." },
    line_items: { place: "body", is: "list", required: true, help: "The lines of the bill. Their sum must be more than 0." },
  },
  createInvoice: {
    number: { place: "body", is: "text", required: false, help: "" },
    customer_name: { place: "body", is: "text", required: true, help: "The customer's name, on one line." },
    customer_email: { place: "body", is: "text", required: false, help: "" },
    issue_date: { place: "body", is: "text", required: false, help: "The accounting date. On or after the company's incorporation date (two years ago if unknown), and earlier than three years from today. Default: today." },
    due_date: { place: "body", is: "text", required: false, help: "The due date. Default: the day of issue." },
    currency: { place: "body", is: "text", required: false, help: "Always `USD`." },
    line_items: { place: "body", is: "list", required: true, help: "The lines of the invoice. Their sum must be more than 0." },
  },
  createTransfer: {
    from_transaction_id: { place: "body", is: "text", required: true, help: "The outgoing transaction." },
    to_transaction_id: { place: "body", is: "text", required: true, help: "The incoming transaction, on another account." },
  },
  deleteTransfer: {
    id: { place: "path", is: "text", required: true, help: "The transfer's id, `trf_...`." },
  },
  disposeAsset: {
    id: { place: "path", is: "text", required: true, help: "The schedule's id, `spread_...`." },
    on: { place: "body", is: "day", required: true, help: "The day." },
    proceeds_cents: { place: "body", is: "cents", required: true, help: "The price that was paid for it, in cents." },
    to: { place: "body", is: "text", required: true, help: "The category on which the proceeds are booked." },
    result: { place: "body", is: "text", required: false, help: "The category of the gain or loss. Default: the only one of its kind." },
    preview: { place: "body", is: "switch", required: false, help: "True to check the change and answer what it makes, without writing it." },
  },
  dropReconciliation: {
    id: { place: "path", is: "text", required: true, help: "The reconciliation's id, `rcn_...`." },
  },
  editTransaction: {
    id: { place: "path", is: "text", required: true, help: "The transaction's id, `txn_...`." },
    category_id: { place: "body", is: "text", required: false, help: "A category without children that is not cash and not the balance sheet category of a bank or card account." },
    department_id: { place: "body", is: "text", required: false, help: "" },
    accounting_date: { place: "body", is: "text", required: false, help: "" },
    merchant_name: { place: "body", is: "text", required: false, help: "" },
    memo: { place: "body", is: "text", required: false, help: "" },
  },
  endSchedule: {
    id: { place: "path", is: "text", required: true, help: "The schedule's id, `spread_...`." },
    on: { place: "body", is: "day", required: true, help: "The day." },
    preview: { place: "body", is: "switch", required: false, help: "True to check the change and answer what it makes, without writing it." },
  },
  finishReconciliation: {
    id: { place: "path", is: "text", required: true, help: "The reconciliation's id, `rcn_...`." },
  },
  getAssetRegister: {
    date: { place: "query", is: "day", required: false, help: "The day of the figures. Default: today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank counts as absent." },
  },
  getChart: {
  },
  getCloseChecklist: {
    through: { place: "query", is: "day", required: false, help: "The last day that would be closed. Default: the end of the month after the last closed day, or of the last full month. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank counts as absent." },
  },
  getReconciliation: {
    id: { place: "path", is: "text", required: true, help: "The reconciliation's id, `rcn_...`." },
  },
  listBillCandidates: {
    id: { place: "path", is: "text", required: true, help: "The bill's id, `bill_...`." },
    purpose: { place: "query", is: "word", words: ["match","receive","refund"], required: false, help: "What they are for. Default: `match`." },
  },
  listClosings: {
  },
  listReconciliationLines: {
    id: { place: "path", is: "text", required: true, help: "The reconciliation's id, `rcn_...`." },
    cleared: { place: "query", is: "switch", required: false, help: "Only lines that are cleared, or with false only others." },
    limit: { place: "query", is: "count", low: 1, high: 500, required: false, help: "The largest number of items on the page." },
    starting_after: { place: "query", is: "text", required: false, help: "The previous page's `next_cursor`." },
  },
  listReconciliations: {
    account_id: { place: "query", is: "text", required: false, help: "Only those of this account." },
  },
  listSchedules: {
    kind: { place: "query", is: "word", words: ["spread","capitalization"], required: false, help: "The kind of schedule. Default: `spread`." },
    date: { place: "query", is: "day", required: false, help: "The day of the figures. Default: today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank counts as absent." },
  },
  listTransactions: {
    start_date: { place: "query", is: "day", required: false, help: "First day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank counts as absent." },
    end_date: { place: "query", is: "day", required: false, help: "Last day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank counts as absent." },
    status: { place: "query", is: "word", words: ["pending","approved","needs_review","excluded"], required: false, help: "Only transactions of this status." },
    source_vendor: { place: "query", is: "text", required: false, help: "Only transactions delivered by this vendor." },
    source_type: { place: "query", is: "text", required: false, help: "Only transactions of this type of source." },
    category_id: { place: "query", is: "text", required: false, help: "Only transactions of exactly this category." },
    department_id: { place: "query", is: "text", required: false, help: "Only transactions of exactly this department." },
    account_id: { place: "query", is: "text", required: false, help: "Only transactions of this account." },
    transaction_type: { place: "query", is: "word", words: ["standard","category_split","department_split","payroll_split","transfer"], required: false, help: "Only transactions of this type." },
    updated_after: { place: "query", is: "count", low: 0, high: 253402300799, required: false, help: "Only transactions changed in this second or later; 0 for all. Whole Unix seconds, from 0 to 253402300799." },
    limit: { place: "query", is: "count", low: 1, high: 500, required: false, help: "The largest number of items on the page." },
    starting_after: { place: "query", is: "text", required: false, help: "The previous page's `next_cursor`, with the same filters and the same `updated_after`." },
  },
  listTransferProposals: {
  },
  mergeCategory: {
    id: { place: "path", is: "text", required: true, help: "The category's id, `cat_...`." },
    into: { place: "body", is: "text", required: true, help: "The category that stays." },
    preview: { place: "body", is: "switch", required: false, help: "True to check the change and say what it changes, without writing it." },
  },
  moveCategory: {
    id: { place: "path", is: "text", required: true, help: "The category's id, `cat_...`." },
    parent: { place: "body", is: "text", required: false, help: "" },
    before: { place: "body", is: "text", required: false, help: "The sibling before which it shall stand." },
    after: { place: "body", is: "text", required: false, help: "The sibling after which it shall stand." },
    preview: { place: "body", is: "switch", required: false, help: "True to check the change and say what it changes, without writing it." },
  },
  moveScheduleEnd: {
    id: { place: "path", is: "text", required: true, help: "The schedule's id, `spread_...`." },
    last_day: { place: "body", is: "day", required: true, help: "A day of the new last month." },
    preview: { place: "body", is: "switch", required: false, help: "True to check the change and answer what it makes, without writing it." },
  },
  openBooks: {
    reason: { place: "body", is: "text", required: true, help: "Why they are opened." },
  },
  orderCategories: {
    parent: { place: "body", is: "text", required: false, help: "" },
  },
  removeSchedule: {
    id: { place: "path", is: "text", required: true, help: "The schedule's id, `spread_...`." },
  },
  reopenReconciliation: {
    id: { place: "path", is: "text", required: true, help: "The reconciliation's id, `rcn_...`." },
    reason: { place: "body", is: "text", required: true, help: "Why it is reopened." },
  },
  reopenSchedule: {
    id: { place: "path", is: "text", required: true, help: "The schedule's id, `spread_...`." },
    preview: { place: "body", is: "switch", required: false, help: "True to check the change and answer what it makes, without writing it." },
  },
  spreadTransaction: {
    id: { place: "path", is: "text", required: true, help: "The transaction's id, `txn_...`." },
    start_date: { place: "body", is: "day", required: true, help: "A day of the first month." },
    months: { place: "body", is: "count", low: 1, high: 600, required: true, help: "The number of months." },
    category_id: { place: "body", is: "text", required: false, help: "The category of the shares. Default: the transaction's own." },
    asset_category_id: { place: "body", is: "text", required: false, help: "The category of the asset that the transaction bought. Default: none; the amount is held on prepaid expenses or deferred revenue." },
    basis: { place: "body", is: "word", words: ["month","day","mid_month","half_year"], required: false, help: "Equal shares of whole months, or shares by the days from `start_date` on; of an asset, also half of the first month (`mid_month`) or of the first fiscal year (`half_year`). Default: `month`." },
    declining_percent: { place: "body", is: "count", low: 100, high: 400, required: false, help: "Makes it a declining balance: the percentage of the straight line that each year takes of the book value, until straight line over the rest is more. Default: straight line." },
    salvage_cents: { place: "body", is: "cents", required: false, help: "The salvage value, which is not written off, in cents. Default: 0." },
  },
  startReconciliation: {
    account_id: { place: "body", is: "text", required: true, help: "The account." },
    statement_date: { place: "body", is: "day", required: true, help: "The last day of the statement." },
    statement_balance_cents: { place: "body", is: "cents", required: false, help: "The balance at the end of that day; money owed is negative. Default: that of a file that states one. In cents." },
    opening_balance_cents: { place: "body", is: "cents", required: false, help: "Of an account's first statement: the balance that it begins with. Default: 0. In cents." },
  },
  unmatchBill: {
    id: { place: "path", is: "text", required: true, help: "The bill's id, `bill_...`." },
    transaction_id: { place: "body", is: "text", required: false, help: "One of its payments. Default: all of them." },
  },
} as const;
