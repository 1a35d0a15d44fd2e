/**
 * The API of transactions, their splits and transfers (specification, "Transaction", "Transactions", "Other
 * operations").
 */
import Type from "typebox";
import { exactly, operation, READ_HINTS } from "../../../../contract/operation.ts";
import {
  dateParam,
  limitParam,
  opaqueParam,
  pathParam,
  secondsParam,
  textParam,
  wordParam,
} from "../../../../contract/params.ts";
import { pageSchema, timestampSchema } from "../../../../contract/schemas.ts";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from "@daybook/words/feed-words";
import {
  bulkSchema,
  editSchema,
  jobSchema,
  linesSchema,
  newTransfer,
  splitSchema,
  transactionSchema,
  transferSchema,
} from "./schemas.ts";

export {
  type EditBody,
  jobSchema,
  type SplitLineBody,
  splitSchema,
  transactionSchema,
  transferSchema,
} from "./schemas.ts";

const VIEW = [{ area: "transactions", level: "view" }] as const;
const MANAGE = [{ area: "transactions", level: "manage" }] as const;
const idParam = { id: pathParam({ description: "The transaction's id, `txn_...`." }) };
const TOO_MUCH = "the company's debits would exceed the largest exact sum";
const CLOSED = "entries of closed books would change";
const UNEDITABLE = "There is no such transaction, or it is a transfer, a split or excluded.";

const read = {
  tag: "Transactions",
  since: "1.0",
  method: "GET",
  requires: VIEW,
  unknownQuery: "ignored",
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  hints: READ_HINTS,
} as const;
const write = {
  tag: "Transactions",
  since: "1.0",
  requires: MANAGE,
  query: {},
  unknownQuery: "ignored",
  paging: { kind: "none" },
  limits: [],
} as const;
const splitErrors = [
  { code: "parameter_missing", params: ["lines"], when: "`lines` is absent." },
  {
    code: "invalid_request",
    params: ["lines"],
    when: "The lines are invalid, or do not sum to the transaction.",
  },
  {
    code: "resource_missing",
    params: ["lines"],
    when: "A line's category or department can't be assigned; without `param`: there is no such transaction, or it can't be split by category.",
  },
] as const;

export const transactionsContract = {
  listTransactions: operation({
    ...read,
    id: "listTransactions",
    path: "/transactions",
    summary: "List transactions",
    description:
      "Transactions by date, latest first. With `updated_after`, transactions changed since then, oldest change first, with deleted ones as tombstones. To mirror the feed, begin with 0, send the same `updated_after` for every page, and keep `watermark` of the last page for the next run. With the last page of a run without filters comes the header `Feed-Digest`. Filters apply to the present state, so a mirror should use only those that never change: dates, account and source.",
    concealment: "A cursor from another company is answered like an unknown one.",
    pathParams: {},
    query: {
      start_date: dateParam({
        description: "First day, of the transaction's own date.",
        code: "invalid_date",
      }),
      end_date: dateParam({ description: "Last day, of the transaction's own date.", code: "invalid_date" }),
      status: wordParam(TRANSACTION_STATUSES, { description: "Only transactions of this status." }),
      source_vendor: textParam({ description: "Only transactions delivered by this vendor." }),
      source_type: textParam({ description: "Only transactions of this type of source." }),
      category_id: textParam({ description: "Only transactions of exactly this category." }),
      department_id: textParam({ description: "Only transactions of exactly this department." }),
      account_id: textParam({ description: "Only transactions of this account." }),
      transaction_type: wordParam(TRANSACTION_TYPES, { description: "Only transactions of this type." }),
      updated_after: secondsParam({
        description: "Only transactions changed in this second or later; 0 for all.",
      }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filters and the same `updated_after`.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of transactions.",
      schema: exactly({
        ...pageSchema("/transactions", transactionSchema).properties,
        watermark: Type.Optional(
          timestampSchema(
            "With `updated_after`: the value to send as `updated_after` in the next run. The same on every page.",
          ),
        ),
      }),
      headers: {
        "Feed-Digest":
          'With the last page of a run without filters: the digest of all transactions that are not deleted, to prove that a mirror is whole, such as `v=1, watermark=1790812800, rows=2, sum="5f…"`. Absent if changes during the run may have been passed over; the next run delivers them. The guide "Mirror a feed" says how it is computed.',
      },
    },
    errors: [
      { code: "invalid_date_range", params: ["start_date"], when: "The start is after the end." },
      {
        code: "resource_missing",
        params: ["starting_after"],
        when: "With `updated_after`: the cursor is not from this run. Without `updated_after`, and without `param`: the cursor is unknown or filtered out.",
      },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [
      { title: "The latest two", path: "/transactions?limit=2" },
      {
        title: "Card purchases in April",
        path: "/transactions?start_date=2026-04-01&end_date=2026-04-30&source_type=card",
      },
      { title: "Changes from the beginning", path: "/transactions?updated_after=0&limit=2" },
    ],
  }),
  listSplits: operation({
    ...read,
    id: "listSplits",
    path: "/transactions/splits",
    summary: "List the lines of split transactions",
    description: "All lines, or those of one transaction. Lines of a transaction stand together, in order.",
    pathParams: {},
    query: {
      transaction_id: textParam({ description: "Only lines of this transaction." }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filter.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of lines.",
      schema: pageSchema("/transactions/splits", splitSchema),
    },
    errors: [{ code: "resource_missing", when: "The cursor is unknown or filtered out." }],
    limits: ["page_size_default", "page_size_max"],
    examples: [{ title: "The lines", path: "/transactions/splits" }],
  }),
  getTransaction: operation({
    ...read,
    id: "getTransaction",
    path: "/transactions/{id}",
    summary: "Read one transaction",
    description: "One transaction, directly. A deleted one is missing.",
    concealment: "Another company's transaction is answered like an unknown one.",
    pathParams: idParam,
    query: {},
    paging: { kind: "none" },
    success: { status: 200, description: "The transaction.", schema: transactionSchema },
    errors: [{ code: "resource_missing", when: "There is no such transaction." }],
    limits: [],
    examples: [{ title: "A split trip", path: "/transactions/txn_trip" }],
  }),
  editTransaction: operation({
    ...write,
    id: "editTransaction",
    method: "PATCH",
    path: "/transactions/{id}",
    summary: "Edit a transaction",
    description:
      "Sets any of five fields: all the given ones, or none. The journal entries change at the same time.",
    concealment: "Another company's transaction, category or department is answered like an unknown one.",
    pathParams: idParam,
    body: { mode: "json", schema: editSchema },
    idempotency: "Safe to repeat: values that are already set change nothing, not even `updated`.",
    success: { status: 200, description: "The transaction as it is now.", schema: transactionSchema },
    errors: [
      { code: "parameter_missing", when: "No field is given." },
      {
        code: "invalid_request",
        params: ["category_id", "department_id", "accounting_date", "merchant_name", "memo"],
        when: "A value is invalid.",
      },
      {
        code: "resource_missing",
        params: ["category_id", "department_id"],
        when: `The category or department can't be assigned; without \`param\`: ${UNEDITABLE}`,
      },
      {
        code: "transaction_update_failed",
        params: ["accounting_date", "category_id", "department_id", "merchant_name"],
        when: `The accounting date is out of range, the transaction pays an invoice, which determines its category, or ${CLOSED}.`,
      },
    ],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [
      {
        title: "Set the category",
        path: "/transactions/txn_tools",
        body: { category_id: "cat_software" },
      },
      {
        title: "Several fields at once",
        path: "/transactions/txn_tools",
        body: { department_id: "dept_platform", accounting_date: "2026-03-31", memo: "Licence of March" },
      },
    ],
  }),
  bulkUpdateTransactions: operation({
    ...write,
    id: "bulkUpdateTransactions",
    method: "POST",
    path: "/transactions/bulk/update",
    summary: "Edit many transactions",
    description:
      "Sets the same fields on many transactions. The edits run in batches in the background; `GET /jobs/{id}` returns the progress and the transactions that could not be edited. A value that no transaction can have is refused at once, and nothing is edited.",
    concealment: "Another company's transaction, category or department is answered like an unknown one.",
    pathParams: {},
    body: { mode: "json", schema: bulkSchema },
    idempotency: "Each request creates a job. Safe to repeat: values that are already set change nothing.",
    success: { status: 202, description: "The job.", schema: jobSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["transaction_ids"],
        when: "`transaction_ids` is absent; without `param`: no field is given.",
      },
      {
        code: "invalid_request",
        params: [
          "transaction_ids",
          "category_id",
          "department_id",
          "accounting_date",
          "merchant_name",
          "memo",
        ],
        when: "A value is invalid; without `param`: the company has too many unfinished jobs.",
      },
      {
        code: "resource_missing",
        params: ["category_id", "department_id"],
        when: "The category or department can't be assigned.",
      },
      {
        code: "transaction_update_failed",
        params: ["accounting_date"],
        when: "The accounting date is out of range.",
      },
    ],
    limits: ["bulk_transactions", "job_batch", "open_jobs"],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [
      {
        title: "Two transactions",
        path: "/transactions/bulk/update",
        body: { transaction_ids: ["txn_00000002", "txn_00000009"], category_id: "cat_hosting" },
      },
    ],
  }),
  getJob: operation({
    ...read,
    id: "getJob",
    path: "/jobs/{id}",
    summary: "Read a job",
    description:
      "A background job that edits transactions, with its progress. It stays readable for some weeks after it ends.",
    concealment: "Another company's job is answered like an unknown one.",
    requires: MANAGE,
    pathParams: { id: pathParam({ description: "The job's id, `job_...`." }) },
    query: {},
    paging: { kind: "none" },
    success: { status: 200, description: "The job as it is now.", schema: jobSchema },
    errors: [{ code: "resource_missing", when: "There is no such job." }],
    limits: ["job_days"],
    examples: [{ title: "The job of a bulk update", path: "/jobs/{bulkUpdateTransactions}" }],
  }),
  splitTransaction: operation({
    ...write,
    id: "splitTransaction",
    method: "POST",
    path: "/transactions/{id}/split",
    summary: "Split a transaction by category",
    description:
      "Books a transaction on several categories. Its own category and department are removed, and are not restored when the split is removed.",
    pathParams: idParam,
    body: { mode: "json", schema: linesSchema },
    idempotency: "A transaction that is split can't be split again; change its lines by `PATCH`.",
    success: { status: 200, description: "The transaction as it is now.", schema: transactionSchema },
    errors: [
      ...splitErrors,
      {
        code: "transaction_update_failed",
        when: `The transaction pays an invoice, ${CLOSED}, or ${TOO_MUCH}.`,
      },
    ],
    hints: { readOnly: false, destructive: true, idempotent: false },
    examples: [
      {
        title: "One part at once, one spread over a quarter",
        path: "/transactions/txn_store/split",
        body: {
          lines: [
            { category_id: "cat_meals", amount_cents: -6_000, memo: "Snacks" },
            {
              category_id: "cat_software",
              department_id: "dept_platform",
              amount_cents: -24_000,
              spread: { start_date: "2026-04-01", end_date: "2026-06-30" },
            },
          ],
        },
      },
    ],
  }),
  changeSplit: operation({
    ...write,
    id: "changeSplit",
    method: "PATCH",
    path: "/transactions/{id}/split",
    summary: "Change the lines of a split",
    description:
      "Replaces the lines of a transaction that is split by category. The former lines and their spreads are deleted.",
    pathParams: idParam,
    body: { mode: "json", schema: linesSchema },
    idempotency: "Safe to repeat; the lines get new ids each time.",
    success: { status: 200, description: "The transaction as it is now.", schema: transactionSchema },
    errors: [
      ...splitErrors,
      { code: "transaction_update_failed", when: `With these lines ${CLOSED}, or ${TOO_MUCH}.` },
    ],
    hints: { readOnly: false, destructive: true, idempotent: false },
    examples: [
      {
        title: "Other amounts",
        path: "/transactions/txn_trip/split",
        body: {
          lines: [
            { category_id: "cat_travel", amount_cents: -56_000 },
            { category_id: "cat_meals", amount_cents: -30_000 },
          ],
        },
      },
    ],
  }),
  removeSplit: operation({
    ...write,
    id: "removeSplit",
    method: "DELETE",
    path: "/transactions/{id}/split",
    summary: "Remove a split by category",
    description:
      "Deletes the lines and their spreads. The transaction becomes `standard`, with Uncategorized Expenses or Uncategorized Income as its category. Its earlier category, department and accounting date are not restored. Splits by department and for payroll can't be removed.",
    pathParams: idParam,
    body: { mode: "none" },
    idempotency: "A repeated request finds no split to remove.",
    success: { status: 200, description: "The transaction as it is now.", schema: transactionSchema },
    errors: [
      { code: "invalid_request", when: "A body was sent." },
      { code: "resource_missing", when: "There is no such transaction, or it is not split by category." },
      { code: "transaction_update_failed", when: `Without the split ${CLOSED}.` },
    ],
    hints: { readOnly: false, destructive: true, idempotent: false },
    examples: [{ title: "Remove the split", path: "/transactions/txn_trip/split" }],
  }),
  createTransfer: operation({
    ...write,
    id: "createTransfer",
    method: "POST",
    path: "/transfers",
    summary: "Match two transactions as a transfer",
    description:
      "Money that went from one of the company's accounts to another is neither income nor expense. Both transactions become sides of the transfer, which is booked on the earlier of their accounting dates.",
    pathParams: {},
    body: { mode: "json", schema: newTransfer },
    idempotency: "Sides of a transfer can't be matched again.",
    success: { status: 201, description: "The transfer.", schema: transferSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["from_transaction_id", "to_transaction_id"],
        when: "One of the two is absent.",
      },
      {
        code: "invalid_request",
        params: ["from_transaction_id", "to_transaction_id"],
        when: "A value is invalid.",
      },
      { code: "resource_missing", params: ["from_transaction_id", "to_transaction_id"], when: UNEDITABLE },
      {
        code: "transaction_update_failed",
        params: ["from_transaction_id", "to_transaction_id"],
        when: "The two are not opposite amounts of different accounts, or one of them is spread or pays an invoice.",
      },
      { code: "transaction_update_failed", when: `Without \`param\`: ${CLOSED}.` },
    ],
    hints: { readOnly: false, destructive: false, idempotent: false },
    examples: [
      {
        title: "A card bill paid from the checking account",
        path: "/transfers",
        body: { from_transaction_id: "txn_early_payment", to_transaction_id: "txn_early_paid" },
      },
    ],
  }),
  deleteTransfer: operation({
    ...write,
    id: "deleteTransfer",
    method: "DELETE",
    path: "/transfers/{id}",
    summary: "Unmatch a transfer",
    description:
      "Both transactions become `standard` again, with Uncategorized Expenses and Uncategorized Income as their categories.",
    pathParams: { id: pathParam({ description: "The transfer's id, `trf_...`." }) },
    body: { mode: "none" },
    idempotency: "A repeated request finds no transfer to unmatch.",
    success: { status: 204, description: "The transfer is removed.", schema: Type.Null() },
    errors: [
      { code: "invalid_request", when: "A body was sent." },
      { code: "resource_missing", when: "There is no such transfer." },
      {
        code: "transaction_update_failed",
        when: `With both transactions posted by themselves ${CLOSED}, or ${TOO_MUCH}.`,
      },
    ],
    hints: { readOnly: false, destructive: true, idempotent: false },
    examples: [{ title: "Unmatch the transfer", path: "/transfers/trf_example" }],
  }),
} as const;
