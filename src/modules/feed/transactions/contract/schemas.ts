/**
 * The schemas of transactions, the lines of their splits, transfers and jobs, and of the bodies that change
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
    created: timestampSchema("When the service received it."),
    updated: timestampSchema("When it last changed; `updated_after` compares with it."),
    deleted: Type.Boolean({ description: "Whether it was deleted; true only in lists of changes." }),
    date: dateSchema("The date of the transaction, which never changes."),
    accounting_date: dateSchema("The accounting date."),
    amount_cents: centsSchema("Money in is positive, money out negative."),
    currency: currencySchema,
    description: Type.String({ description: "The bank's description." }),
    merchant_name: nullable(Type.String({ description: "Merchant or counterparty." })),
    memo: nullable(Type.String({ description: "The company's own note." })),
    account_id: idSchema("account", "Its account."),
    account_name: Type.String({ description: "Name of the account now." }),
    card_id: nullable(idSchema("card", "The card that was used.")),
    category_id: nullable(
      idSchema(
        "category",
        "Its category; null for a split, whose lines have categories, and for a side of a transfer.",
      ),
    ),
    category_name: nullable(Type.String({ description: "Name of the category now." })),
    categorized: Type.Boolean({
      description: "Whether its category is other than Uncategorized Income and Uncategorized Expenses.",
    }),
    department_id: nullable(idSchema("department", "Its department.")),
    department_name: nullable(Type.String({ description: "Name of the department now." })),
    transaction_type: Type.Enum([...TRANSACTION_TYPES], {
      description: "`standard`, a split, or one side of a transfer.",
    }),
    has_splits: Type.Boolean({ description: "Whether `/transactions/splits` lists its lines." }),
    status: Type.Enum([...TRANSACTION_STATUSES], {
      description:
        "Its review status. A pending transaction is on hold in the journal; an excluded one is not in the books.",
    }),
    pending: Type.Boolean({ description: "Whether the bank has not settled it yet." }),
    source_vendor: Type.String({ description: "The vendor that delivered it." }),
    source_type: Type.String({ description: "The type of source that delivered it." }),
    transfer_id: nullable(idSchema("transfer", "Its transfer.")),
    spread_id: nullable(idSchema("spread", "Its spread over months.")),
    invoice_id: nullable(idSchema("invoice", "The invoice that it pays.")),
  },
  { title: "Transaction" },
);

export const splitSchema = exactly(
  {
    id: idSchema("split", "The line's id."),
    object: markerSchema("transaction_split"),
    transaction_id: idSchema("transaction", "The split transaction."),
    position: Type.Integer({ minimum: 1, description: "Its position among the lines of its transaction." }),
    category_id: idSchema("category", "The line's category."),
    department_id: nullable(idSchema("department", "Its department.")),
    amount_cents: centsSchema("Its part of the transaction's amount."),
    memo: nullable(Type.String({ description: "The company's own note." })),
    spread_id: nullable(idSchema("spread", "Its spread over months.")),
  },
  { title: "TransactionSplit" },
);

export const transferSchema = exactly(
  {
    id: idSchema("transfer", "The transfer's id."),
    object: markerSchema("transfer"),
    from_transaction_id: idSchema("transaction", "The outgoing transaction."),
    to_transaction_id: idSchema("transaction", "The incoming transaction."),
    amount_cents: centsSchema("The transferred amount."),
    date: dateSchema("The date it is booked on: the earlier of the two accounting dates."),
    created: timestampSchema("When it was made."),
  },
  { title: "Transfer" },
);

const noteSchema = (description: string) =>
  Type.Optional(
    nullable(Type.String({ minLength: 1, maxLength: TEXT, description: `${description} Null removes it.` })),
  );

export const editSchema = exactly(
  {
    category_id: Type.Optional(
      Type.String({ description: "A category without children, which no account uses for its money." }),
    ),
    department_id: Type.Optional(
      nullable(Type.String({ description: "An assignable department. Null removes it." })),
    ),
    accounting_date: Type.Optional(
      nullable(
        Type.String({
          description:
            "The accounting date: not before the company's incorporation (or, if that is unknown, two years ago) and before three years from today. Null means the transaction's own date.",
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
      description: "A category without children, which no account uses for its money.",
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
          {
            description:
              "The months over which the amount is spread in equal shares. Default: null, not spread.",
          },
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
      description: "At least two lines, whose amounts sum to the transaction's.",
    }),
  },
  { title: "NewSplit" },
);

export const newTransfer = exactly(
  {
    from_transaction_id: Type.String({ description: "The outgoing transaction." }),
    to_transaction_id: Type.String({ description: "The incoming transaction, on another account." }),
  },
  { title: "NewTransfer" },
);

export const bulkSchema = exactly(
  {
    transaction_ids: Type.Array(Type.String({ maxLength: TEXT }), {
      minItems: 1,
      maxItems: LIMITS.bulk_transactions.value,
      description: "The ids of the transactions. An id sent twice is edited once.",
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
      description: "An edit of several transactions, or the application of a rule to existing transactions.",
    }),
    status: Type.Enum([...JOB_STATUSES], {
      description:
        "`succeeded` once every transaction was processed, even if some could not be edited. `failed` if the service gave up or the rule was deleted; unprocessed transactions are unchanged.",
    }),
    total: Type.Integer({ minimum: 0, description: "Transactions to process." }),
    processed: Type.Integer({ minimum: 0, description: "Transactions processed so far." }),
    failed: Type.Integer({ minimum: 0, description: "Processed transactions that could not be edited." }),
    errors: Type.Array(
      exactly(
        {
          transaction_id: Type.String({ description: "The transaction's id, as sent." }),
          code: Type.String({ description: "The error code that a single edit of it would return." }),
          message: Type.String({ description: "A sentence for people." }),
        },
        { title: "JobError" },
      ),
      { maxItems: LIMITS.bulk_transactions.value, description: "Why they could not be edited." },
    ),
    created: timestampSchema("When it was requested."),
    completed_at: nullable(timestampSchema("When it ended.")),
  },
  { title: "Job" },
);
