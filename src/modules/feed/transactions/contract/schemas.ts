/**
 * What transactions, the lines of their splits, transfers and jobs look like, and what is sent to change
 * them.
 */
import Type, { type Static } from "typebox";
import { exactly, nullable } from "../../../../contract/operation.ts";
import {
  centsSchema,
  currencySchema,
  dateSchema,
  idSchema,
  markerSchema,
  timestampSchema,
} from "../../../../contract/schemas.ts";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from "../../../../core/feed-words.ts";
import { LIMITS } from "../../../../core/limits.ts";
import { JOB_STATUSES, JOB_TYPES, MOST_CENTS } from "../rules.ts";

const TEXT = LIMITS.text_field_characters.value;

export const transactionSchema = exactly(
  {
    id: idSchema("transaction", "The transaction's id."),
    object: markerSchema("transaction"),
    created: timestampSchema("When it came in."),
    updated: timestampSchema("When it last changed; `updated_after` compares with it."),
    deleted: Type.Boolean({ description: "Whether it is gone; true only in lists of changes." }),
    date: dateSchema("Its own day, which never changes."),
    accounting_date: dateSchema("The day on which it counts in the books."),
    amount_cents: centsSchema("Money in is positive, money out negative."),
    currency: currencySchema,
    description: Type.String({ description: "The text of the bank." }),
    merchant_name: nullable(Type.String({ description: "Merchant or counterparty." })),
    memo: nullable(Type.String({ description: "A note of the company's." })),
    account_id: idSchema("account", "The account that it stands on."),
    account_name: Type.String({ description: "Name of the account now." }),
    card_id: nullable(idSchema("card", "The card that was used.")),
    category_id: nullable(
      idSchema(
        "category",
        "Its category; null where the lines of a split, or the other side of a transfer, stand in its place.",
      ),
    ),
    category_name: nullable(Type.String({ description: "Name of the category now." })),
    categorized: Type.Boolean({
      description: "Whether it stands anywhere but on Uncategorized Income or Uncategorized Expenses.",
    }),
    department_id: nullable(idSchema("department", "Its department.")),
    department_name: nullable(Type.String({ description: "Name of the department now." })),
    transaction_type: Type.Enum([...TRANSACTION_TYPES], {
      description: "`standard`, a split, or one side of a transfer.",
    }),
    has_splits: Type.Boolean({ description: "Whether `/transactions/splits` lists lines of it." }),
    status: Type.Enum([...TRANSACTION_STATUSES], {
      description:
        "How far it was reviewed. What is pending is on hold in the journal; what is excluded counts nowhere.",
    }),
    pending: Type.Boolean({ description: "Whether the bank has not settled it yet." }),
    source_vendor: Type.String({ description: "Who delivered it." }),
    source_type: Type.String({ description: "What it was delivered from." }),
    transfer_id: nullable(idSchema("transfer", "The transfer that it is a side of.")),
    spread_id: nullable(idSchema("spread", "The spread over whose months it counts.")),
    invoice_id: nullable(idSchema("invoice", "The invoice that it pays.")),
  },
  { title: "Transaction" },
);

export const splitSchema = exactly(
  {
    id: idSchema("split", "The line's id."),
    object: markerSchema("transaction_split"),
    transaction_id: idSchema("transaction", "The transaction that it is a part of."),
    position: Type.Integer({ minimum: 1, description: "Among the lines of its transaction." }),
    category_id: idSchema("category", "The category that it counts on."),
    department_id: nullable(idSchema("department", "Its department.")),
    amount_cents: centsSchema("Its part of the transaction's amount."),
    memo: nullable(Type.String({ description: "A note of the company's." })),
    spread_id: nullable(idSchema("spread", "The spread over whose months it counts.")),
  },
  { title: "TransactionSplit" },
);

export const transferSchema = exactly(
  {
    id: idSchema("transfer", "The transfer's id."),
    object: markerSchema("transfer"),
    from_transaction_id: idSchema("transaction", "Where the money went out."),
    to_transaction_id: idSchema("transaction", "Where it came in."),
    amount_cents: centsSchema("What went from one account to the other."),
    date: dateSchema("The earlier of the two accounting dates, on which it counts."),
    created: timestampSchema("When it was made."),
  },
  { title: "Transfer" },
);

const noteSchema = (description: string) =>
  Type.Optional(
    nullable(
      Type.String({ minLength: 1, maxLength: TEXT, description: `${description} Null takes it away.` }),
    ),
  );

export const editSchema = exactly(
  {
    category_id: Type.Optional(
      Type.String({ description: "A category without children, on which no account's money is booked." }),
    ),
    department_id: Type.Optional(
      nullable(Type.String({ description: "An assignable department. Null takes it away." })),
    ),
    accounting_date: Type.Optional(
      nullable(
        Type.String({
          description:
            "The day on which it counts: on or after the company's incorporation (or, when that is not on file, two years ago) and before three years from today. Null is its own day.",
        }),
      ),
    ),
    merchant_name: noteSchema("Merchant or counterparty."),
    memo: noteSchema("A note."),
  },
  { title: "TransactionEdit" },
);

export type EditBody = Static<typeof editSchema>;

const lineSchema = exactly(
  {
    category_id: Type.String({
      description: "A category without children, on which no account's money is booked.",
    }),
    department_id: Type.Optional(
      nullable(Type.String({ description: "An assignable department. Default: null." })),
    ),
    amount_cents: Type.Integer({
      minimum: -MOST_CENTS,
      maximum: MOST_CENTS,
      description: "Its part of the transaction's amount, with the same sign rule. In cents.",
    }),
    memo: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: TEXT, description: "A note. Default: null." })),
    ),
    spread: Type.Optional(
      nullable(
        exactly(
          {
            start_date: dateSchema("A day of the first month."),
            end_date: dateSchema("A day of the last month."),
          },
          { description: "The months over which it counts in equal shares. Default: null, at once." },
        ),
      ),
    ),
  },
  { title: "NewSplitLine" },
);

export type SplitLineBody = Static<typeof lineSchema>;

export const linesSchema = exactly(
  {
    lines: Type.Array(lineSchema, {
      maxItems: LIMITS.split_lines.value,
      description: "At least two, which sum to the transaction.",
    }),
  },
  { title: "NewSplit" },
);

export const newTransfer = exactly(
  {
    from_transaction_id: Type.String({ description: "The transaction by which the money went out." }),
    to_transaction_id: Type.String({ description: "The one by which it came in on another account." }),
  },
  { title: "NewTransfer" },
);

export const bulkSchema = exactly(
  {
    transaction_ids: Type.Array(Type.String({ maxLength: TEXT }), {
      minItems: 1,
      maxItems: LIMITS.bulk_transactions.value,
      description: "The transactions. One that is named twice is edited once.",
    }),
    ...editSchema.properties,
  },
  { title: "TransactionBulkEdit" },
);

export const jobSchema = exactly(
  {
    id: idSchema("job", "The job's id."),
    object: markerSchema("job"),
    type: Type.Enum([...JOB_TYPES], {
      description:
        "The edit of a list of transactions, or a rule that is applied to those that were there before it.",
    }),
    status: Type.Enum([...JOB_STATUSES], {
      description:
        "`succeeded` once each transaction was gone through, whatever became of it; `failed` when the service gave up or the rule was deleted: what is not processed was left as it was.",
    }),
    total: Type.Integer({ minimum: 0, description: "Transactions to go through." }),
    processed: Type.Integer({ minimum: 0, description: "Those that were gone through." }),
    failed: Type.Integer({ minimum: 0, description: "Those of them that could not be edited." }),
    errors: Type.Array(
      exactly(
        {
          transaction_id: Type.String({ description: "The transaction, as it was named." }),
          code: Type.String({ description: "The error that editing it by itself would answer." }),
          message: Type.String({ description: "A sentence for people." }),
        },
        { title: "JobError" },
      ),
      { maxItems: LIMITS.bulk_transactions.value, description: "Why they could not be edited." },
    ),
    created: timestampSchema("When it was asked for."),
    completed_at: nullable(timestampSchema("When it came to its end.")),
  },
  { title: "Job" },
);
