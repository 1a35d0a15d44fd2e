/** The operations on transactions: bodies to requests, rows to views. */
import { CONSOLE_API_ROOT, type Handlers } from "../../../../contract/operation.ts";
import { viewing } from "../../../../contract/record.ts";
import { page, wholeList, writtenPage } from "../../../../contract/schemas.ts";
import { layoutOf } from "../../../../contract/written.ts";
import { cents } from "@daybook/words/cents";
import { refuse } from "../../../../core/errors.ts";
import { DATE_INPUT, DAY, readAs } from "../../../../core/kinds.ts";

import { journalEntryId } from "@daybook/words/public-id";
import type { transactionsConsoleContract } from "../contract/console.ts";
import {
  type EditBody,
  jobSchema,
  type SplitLineBody,
  splitSchema,
  transactionSchema,
  type transactionsContract,
  transferSchema,
} from "../contract/index.ts";
import { type Edit, JOBS, type ReconciliationRow, SPLITS, TRANSACTIONS, TRANSFERS } from "../record.ts";
import { FEED_DIGEST, feedDigestText, isBill, isUncategorized } from "../rules.ts";
import type { OpenedReconciliation, ReconciliationsService } from "../service/reconciliations.ts";
import type { TransactionsService } from "../service/index.ts";
import type { reconciliationsConsoleContract } from "../contract/reconciliations.ts";
import { openedScheduleView } from "./schedules.ts";
import type { NewLine } from "../service/splits.ts";

type TransactionRow = Awaited<ReturnType<TransactionsService["get"]>>;

const LAYOUT = layoutOf(transactionSchema);

const transactionView = viewing(TRANSACTIONS, transactionSchema, (row: TransactionRow) => ({
  object: "transaction",
  currency: "USD",
  categorized: !isUncategorized(row.category_role),
  has_splits: row.transaction_type.endsWith("_split"),
  pending: row.status === "pending",
  invoice_id: isBill(row.invoice_id) ? null : row.invoice_id,
  bill_id: isBill(row.invoice_id) ? row.invoice_id : null,
}));
const splitView = viewing(SPLITS, splitSchema, () => ({ object: "transaction_split" }));
const transferView = viewing(TRANSFERS, transferSchema, () => ({ object: "transfer" }));
const jobView = viewing(JOBS, jobSchema, () => ({ object: "job" }));

export function transactionsHandlers(
  transactions: TransactionsService,
): Handlers<typeof transactionsContract> {
  return {
    async listTransactions({ principal, input, now }) {
      const { rows, watermark, digest, cursor } = await transactions.list(
        principal.companyId,
        input,
        LAYOUT,
        now,
      );
      if (watermark === null) return writtenPage("/transactions", rows, input.limit, cursor);
      const headers = digest === null ? {} : { [FEED_DIGEST]: feedDigestText(watermark, digest) };
      return writtenPage("/transactions", rows, input.limit, cursor, { watermark }, headers);
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

/** Events of a transaction that are shown. */
const EVENTS_SHOWN = 50;

/** The handlers of what only the web console asks of the feed. */
export function transactionsConsoleHandlers(
  transactions: TransactionsService,
): Handlers<typeof transactionsConsoleContract> {
  return {
    async findTransactions({ principal, input }) {
      const rows = await transactions.find(principal.companyId, input, LAYOUT);
      return writtenPage(`${CONSOLE_API_ROOT}/transactions`, rows, input.limit, ({ id }) => id);
    },
    async listTransactionPlaces({ principal, input }) {
      const places = await transactions.listPlaces(principal.companyId, input);
      return page(`${CONSOLE_API_ROOT}/transactions/places`, places, input.limit, (place) => ({
        id: place.id,
        object: "transaction_place" as const,
        date: place.date,
        transactions: place.transactions,
      }));
    },
    async listTransferProposals({ principal, today }) {
      const pairs = await transactions.proposeTransfers(principal.companyId, today);
      const wanted = pairs.flatMap(({ from_transaction_id, to_transaction_id }) => [
        from_transaction_id,
        to_transaction_id,
      ]);
      const rows = new Map<string, TransactionRow>(
        (await transactions.listSome(principal.companyId, wanted)).map((row) => [row.id, row]),
      );
      const data = pairs.flatMap(({ from_transaction_id, to_transaction_id }) => {
        const [from, to] = [rows.get(from_transaction_id), rows.get(to_transaction_id)];
        if (from === undefined || to === undefined) return [];
        return [
          { object: "transfer_proposal" as const, from: transactionView(from), to: transactionView(to) },
        ];
      });
      return wholeList(`${CONSOLE_API_ROOT}/transfer_proposals`, data);
    },
    async listTwinLines({ principal }) {
      const { count, lines } = await transactions.listTwinLines(principal.companyId);
      return {
        object: "twin_lines" as const,
        count,
        lines: lines.map((row) => {
          const { twin_voucher_id, twin_line, twin_date, twin_description, twin_fits: _, ...line } = row;
          return {
            ...line,
            object: "twin_line" as const,
            journal_entry_id: journalEntryId(twin_voucher_id, twin_line),
            entry_date: twin_date,
            entry_description: twin_description,
          };
        }),
      };
    },
    async answerTwinLines({ principal, body: { answer, transaction_ids = null }, now }) {
      const answered_count = await transactions.answerTwins(
        principal.companyId,
        { ids: transaction_ids, answer },
        now,
      );
      return { object: "answered_twin_lines" as const, answered_count };
    },
    async spreadTransaction({ principal: { companyId, permissions }, input, body, now, today }) {
      const { asset_category_id: asset = null, basis = "month" } = body;
      // The answer is made of the write alone: with an `Idempotency-Key` the write is still open here.
      const started = await transactions.startSchedule(
        companyId,
        {
          id: input.id,
          kind: asset === null ? "spread" : "capitalization",
          category_id: body.category_id ?? null,
          asset,
          start_date: readAs(DAY, body.start_date, "start_date"),
          months: body.months,
          basis,
          declining_percent: body.declining_percent ?? null,
          salvage_cents: cents(body.salvage_cents ?? 0),
        },
        { now, today },
        permissions,
      );
      return openedScheduleView(started, today);
    },
    async listTransactionEvents({ principal, input }) {
      const events = await transactions.listEvents(principal.companyId, input.id, EVENTS_SHOWN);
      const data = events.map(({ id, at, surface, actor, action, note }) => ({
        object: "transaction_event" as const,
        id,
        at,
        surface,
        actor,
        action,
        note,
      }));
      return wholeList(`${CONSOLE_API_ROOT}/transactions/${input.id}/events`, data);
    },
  };
}

function reconciliationView({ statement_cents, opening_cents, ...row }: ReconciliationRow) {
  return {
    object: "reconciliation" as const,
    id: row.id,
    account_id: row.account_id,
    statement_date: row.statement_date,
    statement_balance_cents: statement_cents,
    opening_balance_cents: opening_cents,
    state: row.state,
    created: row.created,
    created_by: row.created_by,
    finished_at: row.finished_at,
    finished_by: row.finished_by,
  };
}

/** The amount that the statement would have for a line, so that nothing differs; null if it has none. */
function statedCents(
  { why, amount_cents }: OpenedReconciliation["explanations"][number],
  difference: number,
): number | null {
  if (why === "not_cleared") return amount_cents;
  return why === "sign_swapped" || why === "digits_swapped" ? amount_cents + difference : null;
}

function openedReconciliationView(row: OpenedReconciliation) {
  const { cleared_cents, difference_cents, cleared_count, open_count, open_sum } = row;
  return {
    ...reconciliationView(row),
    object: "opened_reconciliation" as const,
    cleared_balance_cents: cleared_cents,
    difference_cents,
    cleared_count,
    open_count,
    open_cents: open_sum,
    explanations: row.explanations.map((each) => ({
      ...each,
      statement_cents: statedCents(each, difference_cents),
    })),
    open_lines_explain: row.open_lines_explain,
  };
}

/** The handlers of what only the web console and the command line ask of reconciliations. */
export function reconciliationsConsoleHandlers(
  reconciliations: ReconciliationsService,
): Handlers<typeof reconciliationsConsoleContract> {
  const amountOf = (amount: number | undefined) => (amount === undefined ? null : cents(amount));
  return {
    async listReconciliations({ principal, input }) {
      const rows = await reconciliations.list(principal.companyId, input.account_id);
      return wholeList(`${CONSOLE_API_ROOT}/reconciliations`, rows.map(reconciliationView));
    },
    async getReconciliation({ principal, input }) {
      return openedReconciliationView(await reconciliations.get(principal.companyId, input.id));
    },
    async listReconciliationLines({ principal, input }) {
      const { id, limit } = input;
      const rows = await reconciliations.listLines(principal.companyId, id, input);
      return page(`${CONSOLE_API_ROOT}/reconciliations/${id}/lines`, rows, limit, (row) => ({
        object: "reconciliation_line" as const,
        ...row,
      }));
    },
    async startReconciliation({ principal, body, now, today }) {
      const wanted = {
        account: body.account_id,
        date: readAs(DATE_INPUT, body.statement_date, "statement_date"),
        statement_cents: amountOf(body.statement_balance_cents),
        opening_cents: amountOf(body.opening_balance_cents),
      };
      return openedReconciliationView(
        await reconciliations.start(principal.companyId, wanted, { now, today }),
      );
    },
    async clearReconciliationLines({ principal, input, body, now }) {
      const { transaction_ids: lines = null, cleared = true } = body;
      return openedReconciliationView(
        await reconciliations.clear(principal.companyId, input.id, { lines, cleared }, now),
      );
    },
    async finishReconciliation({ principal, input, now }) {
      return openedReconciliationView(await reconciliations.finish(principal.companyId, input.id, now));
    },
    async reopenReconciliation({ principal, input, body, now }) {
      return openedReconciliationView(
        await reconciliations.reopen(principal.companyId, input.id, body.reason, now),
      );
    },
    async dropReconciliation({ principal, input, now }) {
      return reconciliationView(await reconciliations.drop(principal.companyId, input.id, now));
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
