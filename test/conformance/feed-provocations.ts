/** Requests about the feed that are refused, by the expected error: `operation code param`. */
import type { FaultStep } from "../../src/platform/faults/steps.ts";
import { type CompanyOverrides, cr, dr, voucher } from "../support/bundle.ts";
import { FEED, invoice, payment } from "../support/feed.ts";

/** A request that is refused. For a GET, only its target. */
export type Provocation = string | RefusedRequest;

interface RefusedRequest {
  readonly target: string;
  readonly method?: string;
  readonly body?: object;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the expected answer is a 5xx although the service has no fault. */
  readonly faultWanted?: true;
  /** A step that is made to fail, as in a fault drill. */
  readonly fault?: FaultStep;
  /** True if the company's records make the expected answer a 5xx. */
  readonly unready?: true;
  /** Overrides for a new company to which the request is sent; by default the common company is used. */
  readonly sections?: CompanyOverrides;
}

const FEED_PATH = "/transactions";
const LONG = "x".repeat(1_001);
const account = (changes: object): RefusedRequest => ({
  target: "/accounts",
  method: "POST",
  body: { name: "Petty cash", type: "other", ...changes },
});
const edit = (body: object, id = "txn_plain"): RefusedRequest => ({
  target: `${FEED_PATH}/${id}`,
  method: "PATCH",
  body,
});
const flights = (amount_cents: number) => ({ category_id: "cat_flights", amount_cents });
const split = (body: object, id = "txn_splittable"): RefusedRequest => ({
  target: `${FEED_PATH}/${id}/split`,
  method: "POST",
  body,
});
const changed = (body: object, id = "txn_resplit"): RefusedRequest => ({
  target: `${FEED_PATH}/${id}/split`,
  method: "PATCH",
  body,
});
const transfer = (changes: object): RefusedRequest => ({
  target: "/transfers",
  method: "POST",
  body: { from_transaction_id: "txn_moving_out", to_transaction_id: "txn_moving_in", ...changes },
});

/**
 * Lines with the largest amounts, whose sum is `total`, but whose debits are too large to be added exactly.
 */
const LARGEST = 1_000_000_000_000_000;
const enormous = (total: number) => ({
  lines: [flights(total), ...Array.from({ length: 10 }, () => [flights(LARGEST), flights(-LARGEST)]).flat()],
});
/**
 * Books whose sum of debits is almost the largest allowed. Undoing a transfer exceeds it: a transfer posts
 * its amount once, but its two separate transactions post it twice.
 */
const nearlyFull: CompanyOverrides = {
  ...FEED,
  journal: [
    voucher("2025-01-02", "Almost all", [
      dr("checking", 9_007_199_254_150_000),
      cr("stock", 9_007_199_254_150_000),
    ]),
  ],
};
/** A company with closed books, in which no bank line is pending. */
export const CLOSED: CompanyOverrides = {
  ...FEED,
  transactions: FEED.transactions.filter(({ status }) => status !== "pending"),
  closing: { closed_through: "2026-05-10" },
};
/** A company with a transaction that is matched with an invoice. */
const matched: CompanyOverrides = {
  ...FEED,
  invoices: [invoice("paid", 90_00)],
  transactions: [...FEED.transactions, payment("matched", 90_00, "inv_paid")],
};

export const FEED_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "listAccounts invalid_request limit": "/accounts?limit=0",
  "listAccounts resource_missing ": "/accounts?starting_after=acct_nobodys",
  "createAccount parameter_missing name": account({ name: " " }),
  "createAccount parameter_missing type": account({ type: undefined }),
  "createAccount invalid_request name": account({ name: "a\nb" }),
  "createAccount invalid_request type": account({ type: "gold" }),
  "createAccount invalid_request institution_name": account({ institution_name: 1 }),
  "createAccount invalid_request last4": account({ last4: "12345" }),
  "createAccount invalid_request category_id": account({ category_id: null }),
  "createAccount resource_missing category_id": account({ category_id: "cat_software" }),
  "listCards invalid_request limit": "/cards?limit=501",
  "listCards resource_missing ": "/cards?starting_after=acct_checking",
  "listSpreads invalid_request transaction_id": "/spreads?transaction_id=",
  "listSpreads invalid_request limit": "/spreads?limit=x",
  "listSpreads resource_missing ": "/spreads?starting_after=spread_nobodys",
  "listTransactions invalid_date start_date": `${FEED_PATH}?start_date=yesterday`,
  "listTransactions invalid_date end_date": `${FEED_PATH}?end_date=2026-02-30`,
  "listTransactions invalid_request status": `${FEED_PATH}?status=gone`,
  "listTransactions invalid_request source_vendor": `${FEED_PATH}?source_vendor=`,
  "listTransactions invalid_request source_type": `${FEED_PATH}?source_type=${LONG}`,
  "listTransactions invalid_request category_id": `${FEED_PATH}?category_id=`,
  "listTransactions invalid_request department_id": `${FEED_PATH}?department_id=%00`,
  "listTransactions invalid_request account_id": `${FEED_PATH}?account_id=`,
  "listTransactions invalid_request transaction_type": `${FEED_PATH}?transaction_type=ordinary`,
  "listTransactions invalid_request updated_after": `${FEED_PATH}?updated_after=-1`,
  "listTransactions invalid_request limit": `${FEED_PATH}?limit=0`,
  "listTransactions invalid_date_range start_date": `${FEED_PATH}?start_date=2026-01-02&end_date=2026-01-01`,
  "listTransactions resource_missing ": `${FEED_PATH}?starting_after=txn_nobodys`,
  "listTransactions resource_missing starting_after": `${FEED_PATH}?updated_after=0&starting_after=txn_plain`,
  "listSplits invalid_request transaction_id": `${FEED_PATH}/splits?transaction_id=`,
  "listSplits invalid_request limit": `${FEED_PATH}/splits?limit=1.5`,
  "listSplits resource_missing ": `${FEED_PATH}/splits?starting_after=split_nobodys`,
  "getTransaction resource_missing ": `${FEED_PATH}/txn_gone`,
  "editTransaction parameter_missing ": edit({}),
  "editTransaction invalid_request category_id": edit({ category_id: null }),
  "editTransaction invalid_request department_id": edit({ department_id: 7 }),
  "editTransaction invalid_request accounting_date": edit({ accounting_date: "2026-02-30" }),
  "editTransaction invalid_request merchant_name": edit({ merchant_name: LONG }),
  "editTransaction invalid_request memo": edit({ memo: "" }),
  "editTransaction resource_missing category_id": edit({ category_id: "cat_travel" }),
  "editTransaction resource_missing department_id": edit({ department_id: "dept_engineering" }),
  "editTransaction resource_missing ": edit({ memo: "x" }, "txn_split"),
  "editTransaction transaction_update_failed accounting_date": edit({ accounting_date: "2029-05-20" }),
  "editTransaction transaction_update_failed category_id": {
    ...edit({ category_id: "cat_subscriptions" }, "txn_matched"),
    sections: matched,
  },
  "editTransaction transaction_update_failed department_id": {
    ...edit({ department_id: "dept_sales" }),
    sections: CLOSED,
  },
  "editTransaction transaction_update_failed merchant_name": {
    ...edit({ merchant_name: "Other" }),
    sections: CLOSED,
  },
  "splitTransaction parameter_missing lines": split({}),
  "splitTransaction invalid_request lines": split({ lines: [flights(-300_00)] }),
  "splitTransaction resource_missing lines": split({
    lines: [flights(-100_00), { ...flights(-200_00), category_id: "cat_cash" }],
  }),
  "splitTransaction resource_missing ": split({ lines: [flights(-100_00), flights(-200_00)] }, "txn_split"),
  "splitTransaction transaction_update_failed ": split(enormous(-300_00)),
  "changeSplit parameter_missing lines": changed({}),
  "changeSplit invalid_request lines": changed({ lines: [flights(-50_00), flights(1)] }),
  "changeSplit resource_missing lines": changed({
    lines: [flights(-20_00), { ...flights(-30_00), department_id: "dept_product" }],
  }),
  "changeSplit resource_missing ": changed(
    { lines: [flights(-150_00), flights(-50_00)] },
    "txn_by_department",
  ),
  "changeSplit transaction_update_failed ": changed(enormous(-50_00)),
  "removeSplit invalid_request ": { target: `${FEED_PATH}/txn_resplit/split`, method: "DELETE", body: {} },
  "removeSplit resource_missing ": { target: `${FEED_PATH}/txn_plain/split`, method: "DELETE" },
  "removeSplit transaction_update_failed ": {
    target: `${FEED_PATH}/txn_resplit/split`,
    method: "DELETE",
    sections: CLOSED,
  },
  "createTransfer transaction_update_failed ": { ...transfer({}), sections: CLOSED },
  "createTransfer parameter_missing from_transaction_id": transfer({ from_transaction_id: undefined }),
  "createTransfer parameter_missing to_transaction_id": transfer({ to_transaction_id: undefined }),
  "createTransfer invalid_request from_transaction_id": transfer({ from_transaction_id: null }),
  "createTransfer invalid_request to_transaction_id": transfer({ to_transaction_id: 1 }),
  "createTransfer resource_missing from_transaction_id": transfer({ from_transaction_id: "txn_out" }),
  "createTransfer resource_missing to_transaction_id": transfer({ to_transaction_id: "txn_nobodys" }),
  "createTransfer transaction_update_failed from_transaction_id": transfer({
    from_transaction_id: "txn_moving_in",
    to_transaction_id: "txn_moving_out",
  }),
  "createTransfer transaction_update_failed to_transaction_id": transfer({ to_transaction_id: "txn_income" }),
  "deleteTransfer invalid_request ": { target: "/transfers/trf_saved", method: "DELETE", body: {} },
  "deleteTransfer resource_missing ": { target: "/transfers/trf_nobodys", method: "DELETE" },
  "deleteTransfer transaction_update_failed ": {
    target: "/transfers/trf_saved",
    method: "DELETE",
    sections: nearlyFull,
  },
};
