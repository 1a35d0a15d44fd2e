/**
 * The descriptions of `transactions`, `transaction_splits`, `transfers`, `reconciliations` and
 * `transaction_jobs`.
 */
import Type, { type Static } from "typebox";
import type { CivilDate } from "@daybook/words/civil-date";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, MOST_CENTS } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import {
  boolean,
  cents,
  day,
  id,
  integer,
  json,
  NOW,
  type RowOf,
  seconds,
  table,
  text,
  word,
} from "../../../core/record.ts";

const BOUNDS = { least: -MOST_CENTS, most: MOST_CENTS } as const;

export const TRANSACTIONS = table("transactions", {
  id: id("transaction", "The transaction's id.", {
    key: true,
    bundleDescription: "The transaction's id, unique in the company.",
  }),
  account_id: id("account", "Its account.", {
    fixed: "refused",
    bundleDescription: "Its account, which never changes.",
  }),
  card_id: id("card", "The card that was used.", { nullable: true }),
  external_id: text("The bank's own id, unique in the account.", { nullable: true }),
  date: day("The date of the transaction, which never changes.", { fixed: "refused" }),
  accounting_date: day("The accounting date.", { defaultFrom: "date" }),
  amount_cents: cents("Money in is positive, money out negative.", BOUNDS),
  description: text("The bank's description.", {
    default: "",
    least: 0,
    fullBundleDescription: "The bank's description. Default: empty.",
  }),
  merchant_name: text("Merchant or counterparty.", { nullable: true }),
  merchant_chosen: boolean("Whether a person set or removed its merchant, so that the bank's is ignored.", {
    default: false,
  }),
  memo: text("The company's own note.", { nullable: true }),
  category_id: id(
    "category",
    "Its category; null for a split, whose lines have categories, and for a side of a transfer.",
    { nullable: true, bundleDescription: "Its category; needed for `standard`, null for others." },
  ),
  department_id: id("department", "Its department.", { nullable: true }),
  transaction_type: word(TRANSACTION_TYPES, "`standard`, a split, or one side of a transfer.", {
    default: "standard",
  }),
  status: word(
    TRANSACTION_STATUSES,
    "Its review status. A pending transaction is on hold in the journal; an excluded one is not in the books.",
    { default: "approved" },
  ),
  source_vendor: text("The vendor that delivered it.", {
    fixed: "refused",
    default: "bundle",
    bundleDescription: "The vendor that delivered it, which never changes.",
  }),
  source_type: text("The type of source that delivered it.", {
    fixed: "refused",
    default: "bank",
    bundleDescription: "The type of source that delivered it, which never changes.",
  }),
  transfer_id: id("transfer", "Its transfer.", {
    nullable: true,
    bundleDescription: "Its transfer; needed for `transfer`.",
  }),
  spread_id: id("spread", "Its spread over months.", { internal: true, nullable: true }),
  invoice_id: id(["invoice", "bill"], "The invoice that it pays.", {
    nullable: true,
    bundleDescription: "The invoice or the bill that it pays.",
  }),
  upload_id: id("upload", "The upload that added it, with which it can be taken back.", {
    internal: true,
    nullable: true,
  }),
  twin_voucher_id: id("voucher", "The imported voucher that it is probably the same as, or is.", {
    nullable: true,
  }),
  twin_line: integer("The line of that voucher.", { least: 1, most: 32_767, nullable: true }),
  twin_asked: boolean("Whether nobody has said yet if it is the same as that.", { default: false }),
  twin_pending: boolean("Whether it is pending at the bank, while it is excluded as such a line.", {
    default: false,
  }),
  deleted: boolean("Whether it was deleted; true only in lists of changes.", { default: false }),
  created: seconds("When the service received it.", { default: NOW }),
  updated: seconds("When it last changed; `updated_after` compares with it.", { internal: true }),
});
/** A transaction as it is stored. */
export type StoredRow = RowOf<typeof TRANSACTIONS>;

export const SPLITS = table("transaction_splits", {
  id: id("split", "The line's id.", {
    key: true,
    bundleDescription: "The line's id, unique in the company. Default: derived from the transaction's.",
  }),
  transaction_id: id("transaction", "The split transaction.", { internal: true }),
  position: integer("Its position among the lines of its transaction.", { internal: true, least: 1 }),
  category_id: id("category", "The line's category."),
  department_id: id("department", "Its department.", { nullable: true }),
  amount_cents: cents(
    "Its part of the transaction's amount. Money in is positive, money out negative.",
    BOUNDS,
  ),
  memo: text("The company's own note.", { nullable: true }),
  spread_id: id("spread", "Its spread over months.", { internal: true, nullable: true }),
});
export type SplitRow = RowOf<typeof SPLITS>;

export const TRANSFERS = table("transfers", {
  id: id("transfer", "The transfer's id.", {
    key: true,
    bundleDescription: "The transfer's id, unique in the company, which its two transactions name.",
  }),
  from_transaction_id: id("transaction", "The outgoing transaction.", { key: true }),
  to_transaction_id: id("transaction", "The incoming transaction.", { key: true }),
  amount_cents: cents("The transferred amount.", { internal: true }),
  date: day("The date it is booked on: the earlier of the two accounting dates.", { internal: true }),
  created: seconds("When it was made.", { default: NOW }),
});
export type TransferRow = RowOf<typeof TRANSFERS>;

/** A reopened one is as a draft, and was finished before. */
const RECONCILIATION_STATES = ["draft", "finished", "reopened"] as const;

export const RECONCILIATIONS = table("reconciliations", {
  id: id("reconciliation", "The reconciliation's id, `rcn_...`.", {
    key: true,
    bundleDescription: "The reconciliation's id, unique in the company.",
  }),
  account_id: id("account", "Its account.", { fixed: "refused" }),
  statement_date: day("The last day of the statement."),
  statement_cents: cents("The statement's balance at the end of that day. Money owed is negative.", BOUNDS),
  opening_cents: cents("The balance of the statement before.", BOUNDS),
  state: word(
    RECONCILIATION_STATES,
    "Whether it is finished; what is on a finished one can't change. A reopened one was finished before.",
    { default: "draft" },
  ),
  created: seconds("When it was begun.", { default: NOW }),
  created_by: text("Who began it: a user's id, or the operator's name on the machine."),
  finished_at: seconds("When it was finished; null for one that is not.", { nullable: true }),
  finished_by: text("Who finished it.", { nullable: true }),
});
export type ReconciliationRow = RowOf<typeof RECONCILIATIONS>;

export const RECONCILIATION_LINES = table("reconciliation_lines", {
  reconciliation_id: id("reconciliation", "The reconciliation.", { internal: true }),
  transaction_id: id("transaction", "The transaction that is on its statement.", { key: true }),
});

const jobErrors = Type.Array(
  Type.Object(
    {
      transaction_id: Type.String({ description: "The transaction's id, as sent." }),
      code: Type.String({ description: "The error code that a single edit of it would return." }),
      message: Type.String({ description: "A sentence for people." }),
    },
    { additionalProperties: false, title: "JobError" },
  ),
  { maxItems: LIMITS.bulk_transactions.value },
);
/** A transaction that could not be edited. */
export type JobError = Static<typeof jobErrors>[number];

/** The editable fields of a transaction; those that are absent stay as they are. */
export interface Edit {
  readonly category_id?: string;
  /** Null removes the department. */
  readonly department_id?: string | null;
  /** Null means the transaction's own date. */
  readonly accounting_date?: CivilDate | null;
  readonly merchant_name?: string | null;
  readonly memo?: string | null;
}

interface BulkUpdate {
  readonly transaction_ids: readonly string[];
  readonly fields: Edit;
}
interface RuleApplication {
  readonly rule_id: PublicId<"rule">;
}

export const JOBS = table("transaction_jobs", {
  id: id("job", "The job's id.", { key: true }),
  type: word(
    ["transaction_bulk_update", "rule_application"],
    "An edit of several transactions, or the application of a rule to existing transactions.",
    { fixed: true },
  ),
  work: json<BulkUpdate | RuleApplication>()(
    Type.Object({}),
    "The transactions and the fields that they are given, or the rule.",
    { fixed: true },
  ),
  status: word(
    ["pending", "processing", "succeeded", "failed"],
    "`succeeded` once every transaction was processed, even if some could not be edited. `failed` if the service gave up or the rule was deleted; unprocessed transactions are unchanged.",
    { default: "pending" },
  ),
  place: text("The transaction after which the application of a rule continues.", { default: "" }),
  total: integer("Transactions to process.", { least: 0 }),
  processed: integer("Transactions processed so far.", { default: 0, least: 0 }),
  failed: integer("Processed transactions that could not be edited.", { default: 0, least: 0 }),
  errors: json<readonly JobError[]>()(jobErrors, "Why they could not be edited.", { default: [] }),
  created: seconds("When it was requested.", { fixed: true }),
  completed_at: seconds("When it ended.", { nullable: true }),
});

type Job = Omit<RowOf<typeof JOBS>, "type" | "work">;
/** An edit of many transactions. */
export type BulkUpdateRow = Job & { readonly type: "transaction_bulk_update"; readonly work: BulkUpdate };
/** The application of a rule to existing transactions. */
export type RuleApplicationRow = Job & { readonly type: "rule_application"; readonly work: RuleApplication };
export type JobRow = BulkUpdateRow | RuleApplicationRow;
