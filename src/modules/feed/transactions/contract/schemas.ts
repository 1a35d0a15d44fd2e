/**
 * The schemas of transactions, split lines, transfers and bulk-edit jobs, and of the request bodies that
 * change them.
 */
import { MOST_CENTS } from "@daybook/words/feed-words";
import Type, { type Static } from "typebox";
import { exactly, nullable } from "../../../../contract/operation.ts";
import { membersOf } from "../../../../contract/record.ts";
import { currencySchema, dateSchema, idSchema, markerSchema } from "../../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import { JOBS, SPLITS, TRANSACTIONS, TRANSFERS } from "../record.ts";

const TEXT = LIMITS.text_field_characters.value;

export const transactionSchema = exactly(
  {
    ...membersOf(TRANSACTIONS, "id"),
    object: markerSchema("transaction"),
    ...membersOf(TRANSACTIONS, "created", "updated", "deleted", "date", "accounting_date", "amount_cents"),
    currency: currencySchema,
    ...membersOf(TRANSACTIONS, "description", "merchant_name", "memo", "account_id"),
    account_name: Type.String({ description: "Name of the account now." }),
    ...membersOf(TRANSACTIONS, "card_id", "category_id"),
    category_name: nullable(Type.String({ description: "Name of the category now." })),
    categorized: Type.Boolean({
      description:
        "False if its category is Uncategorized Income or Uncategorized Expenses; otherwise true, also for splits and transfers, which have no category.",
    }),
    ...membersOf(TRANSACTIONS, "department_id"),
    department_name: nullable(Type.String({ description: "Name of the department now." })),
    ...membersOf(TRANSACTIONS, "transaction_type"),
    has_splits: Type.Boolean({
      description: "Whether the transaction is split. `/transactions/splits` returns the lines.",
    }),
    ...membersOf(TRANSACTIONS, "status"),
    pending: Type.Boolean({ description: "Whether the bank has not settled it yet." }),
    ...membersOf(TRANSACTIONS, "source_vendor", "source_type", "transfer_id", "spread_id"),
    invoice_id: nullable(idSchema("invoice", "The invoice that it pays.")),
    bill_id: nullable(idSchema("bill", "The bill that it pays.")),
  },
  { title: "Transaction" },
);

export const splitSchema = exactly(
  {
    ...membersOf(SPLITS, "id"),
    object: markerSchema("transaction_split"),
    ...membersOf(
      SPLITS,
      "transaction_id",
      "position",
      "category_id",
      "department_id",
      "amount_cents",
      "memo",
      "spread_id",
    ),
  },
  { title: "TransactionSplit" },
);

export const transferSchema = exactly(
  {
    ...membersOf(TRANSFERS, "id"),
    object: markerSchema("transfer"),
    ...membersOf(TRANSFERS, "from_transaction_id", "to_transaction_id", "amount_cents", "date", "created"),
  },
  { title: "Transfer" },
);

const removableTextSchema = (description: string) =>
  Type.Optional(
    nullable(Type.String({ minLength: 1, maxLength: TEXT, description: `${description} Null removes it.` })),
  );

export const editSchema = exactly(
  {
    category_id: Type.Optional(
      Type.String({
        description:
          "A category without children that is not cash and not the balance sheet category of a bank or card account.",
      }),
    ),
    department_id: Type.Optional(
      nullable(Type.String({ description: "An assignable department. Null removes it." })),
    ),
    accounting_date: Type.Optional(
      nullable(
        Type.String({
          description:
            "The accounting date. On or after the company's incorporation date (two years ago if unknown), and earlier than three years from today. Null means the transaction's own date.",
        }),
      ),
    ),
    merchant_name: removableTextSchema("Merchant or counterparty."),
    memo: removableTextSchema("A note."),
  },
  { title: "TransactionEdit" },
);

export type EditBody = Static<typeof editSchema>;

const lineSchema = exactly(
  {
    category_id: Type.String({
      description:
        "A category without children that is not cash and not the balance sheet category of a bank or card account.",
    }),
    department_id: Type.Optional(
      nullable(Type.String({ description: "An assignable department. Default: null." })),
    ),
    amount_cents: Type.Integer({
      minimum: -MOST_CENTS,
      maximum: MOST_CENTS,
      description:
        "Its part of the transaction's amount, in cents. Money in is positive, money out negative.",
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
    ...membersOf(JOBS, "id"),
    object: markerSchema("job"),
    ...membersOf(JOBS, "type", "status", "total", "processed", "failed", "errors", "created", "completed_at"),
  },
  { title: "Job" },
);
