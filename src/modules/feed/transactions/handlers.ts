/** The operations on transactions: bodies to requests, rows to views. */
import type { Handlers } from "../../../contract/operation.ts";
import { page, writtenPage } from "../../../contract/schemas.ts";
import { layoutOf } from "../../../contract/written.ts";
import { cents } from "../../../core/cents.ts";
import { refuse } from "../../../core/errors.ts";
import { DATE_INPUT, DAY, readAs } from "../../../core/kinds.ts";
import {
  type EditBody,
  type SplitLineBody,
  transactionSchema,
  type transactionsContract,
} from "./contract/index.ts";
import { type Edit, isUncategorized } from "./rules.ts";
import type { TransactionsService } from "./service/index.ts";
import type { NewLine } from "./service/splits.ts";

type Row = Awaited<ReturnType<TransactionsService["get"]>>;
type SplitRow = Awaited<ReturnType<TransactionsService["listSplits"]>>[number];
type JobRow = Awaited<ReturnType<TransactionsService["getJob"]>>;
type TransferRow = Awaited<ReturnType<TransactionsService["transfer"]>>;

const LAYOUT = layoutOf(transactionSchema);

function transactionView(row: Row) {
  return {
    id: row.id,
    object: "transaction" as const,
    created: row.created,
    updated: row.updated,
    deleted: row.deleted,
    date: row.date,
    accounting_date: row.accounting_date,
    amount_cents: row.amount_cents,
    currency: "USD" as const,
    description: row.description,
    merchant_name: row.merchant_name,
    memo: row.memo,
    account_id: row.account_id,
    account_name: row.account_name,
    card_id: row.card_id,
    category_id: row.category_id,
    category_name: row.category_name,
    categorized: !isUncategorized(row.category_role),
    department_id: row.department_id,
    department_name: row.department_name,
    transaction_type: row.transaction_type,
    has_splits: row.transaction_type.endsWith("_split"),
    status: row.status,
    pending: row.status === "pending",
    source_vendor: row.source_vendor,
    source_type: row.source_type,
    transfer_id: row.transfer_id,
    spread_id: row.spread_id,
    invoice_id: row.invoice_id,
  };
}

function splitView({
  id,
  transaction_id,
  position,
  category_id,
  department_id,
  amount_cents,
  memo,
  spread_id,
}: SplitRow) {
  return {
    id,
    object: "transaction_split" as const,
    transaction_id,
    position,
    category_id,
    department_id,
    amount_cents,
    memo,
    spread_id,
  };
}

function transferView({
  id,
  from_transaction_id,
  to_transaction_id,
  amount_cents,
  date,
  created,
}: TransferRow) {
  return {
    id,
    object: "transfer" as const,
    from_transaction_id,
    to_transaction_id,
    amount_cents,
    date,
    created,
  };
}

function jobView({ id, type, status, total, processed, failed, errors, created, completed_at }: JobRow) {
  const told = errors.map(({ transaction_id, code, message }) => ({ transaction_id, code, message }));
  return {
    id,
    object: "job" as const,
    type,
    status,
    total,
    processed,
    failed,
    errors: told,
    created,
    completed_at,
  };
}

export function transactionsHandlers(
  transactions: TransactionsService,
): Handlers<typeof transactionsContract> {
  return {
    async listTransactions({ principal, input, now }) {
      const { rows, watermark, cursor } = await transactions.list(principal.companyId, input, LAYOUT, now);
      return writtenPage("/transactions", rows, input.limit, cursor, watermark === null ? {} : { watermark });
    },
    async listSplits({ principal, input }) {
      const rows = await transactions.listSplits(principal.companyId, input);
      return page("/transactions/splits", rows, input.limit, splitView);
    },
    async getTransaction({ principal, input }) {
      return transactionView(await transactions.get(principal.companyId, input.id));
    },
    async editTransaction({ principal, input, body, now, today }) {
      return transactionView(
        await transactions.edit(principal.companyId, input.id, readEdit(body), { now, today }),
      );
    },
    async bulkUpdateTransactions({ principal, body: { transaction_ids, ...fields }, now, today }) {
      return jobView(
        await transactions.bulkUpdate(principal.companyId, [...new Set(transaction_ids)], readEdit(fields), {
          now,
          today,
        }),
      );
    },
    async getJob({ principal, input }) {
      return jobView(await transactions.getJob(principal.companyId, input.id));
    },
    async splitTransaction({ principal, input, body, now }) {
      return transactionView(
        await transactions.split(principal.companyId, input.id, body.lines.map(readLine), now),
      );
    },
    async changeSplit({ principal, input, body, now }) {
      return transactionView(
        await transactions.changeSplit(principal.companyId, input.id, body.lines.map(readLine), now),
      );
    },
    async removeSplit({ principal, input, now }) {
      return transactionView(await transactions.removeSplit(principal.companyId, input.id, now));
    },
    async createTransfer({ principal, body, now }) {
      return transferView(
        await transactions.transfer(
          principal.companyId,
          body.from_transaction_id,
          body.to_transaction_id,
          now,
        ),
      );
    },
    async deleteTransfer({ principal, input, now }) {
      await transactions.undoTransfer(principal.companyId, input.id, now);
      return null;
    },
  };
}

function readEdit({ accounting_date, ...others }: EditBody): Edit {
  const fields: Edit = {
    ...others,
    ...(accounting_date === undefined
      ? {}
      : {
          accounting_date:
            accounting_date === null ? null : readAs(DATE_INPUT, accounting_date, "accounting_date"),
        }),
  };
  if (Object.keys(fields).length > 0) return fields;
  throw refuse("parameter_missing", {
    message:
      "Give at least one of `category_id`, `department_id`, `accounting_date`, `merchant_name` and `memo`.",
  });
}

function readLine({
  category_id,
  department_id = null,
  amount_cents,
  memo = null,
  spread = null,
}: SplitLineBody): NewLine {
  const months =
    spread === null
      ? null
      : {
          start_date: readAs(DAY, spread.start_date, "lines"),
          end_date: readAs(DAY, spread.end_date, "lines"),
        };
  return { category_id, department_id, amount_cents: cents(amount_cents), memo, spread: months };
}
