/**
 * The checks of `verify` on the feed: balances and splits add up, and the journal holds the postings of
 * transactions and transfers. They only read.
 */
import { present } from "@daybook/words/assert";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../../platform/db/index.ts";
import { bankingStore } from "../../banking/index.ts";
import {
  dollars,
  type PostedSource,
  postedCheck,
  type Posting,
  type SourceCheck,
} from "../../../books/ledger/index.ts";
import { schedulesStore } from "../../../books/schedules/index.ts";
import type { StoredRow, TransferRow } from "../record.ts";
import { postingOf, transferPostingOf } from "../rules.ts";
import { digestStore } from "../store/digest.ts";
import { reconciliationsStore } from "../store/reconciliations.ts";
import { transactionsStore } from "../store/transactions.ts";
import { transfersStore } from "../store/transfers.ts";
import { verifyStore } from "../store/verify.ts";
import { splitsOf } from "./write.ts";

type Company = PublicId<"company">;

/** The checks of the feed, in the order of the report. */
export const FEED_CHECKS: readonly SourceCheck[] = [
  {
    check: "balances_equal_transactions",
    async find(db, companyId) {
      const found = await verifyStore.findBalance(db, companyId);
      return (
        found &&
        `account ${found.id} has the balance ${dollars(found.balance)}, but its transactions come to ${dollars(found.transactions)}`
      );
    },
  },
  {
    check: "splits_equal_transactions",
    async find(db, companyId) {
      const found = await verifyStore.findSplit(db, companyId);
      if (found === null || found.split)
        return (
          found &&
          `the lines of the split of ${found.id} come to ${dollars(found.lines)}, but it is ${dollars(found.amount)}`
        );
      return `${found.id} is not split, but has lines of a split, which come to ${dollars(found.lines)}`;
    },
  },
  {
    check: "feed_digest_equals_transactions",
    async find(db, companyId) {
      const [kept, computed] = [
        await digestStore.get(db, companyId),
        await digestStore.compute(db, companyId),
      ];
      if (kept.live_rows !== computed.live_rows)
        return `the digest of the feed counts ${kept.live_rows} transactions, but there are ${computed.live_rows}`;
      return kept.row_sum === computed.row_sum
        ? null
        : "the digest of the feed is of other transactions than there are";
    },
  },
  {
    check: "reconciliations_equal_lines",
    async find(db, companyId) {
      const found = await reconciliationsStore.findFault(db, companyId);
      if (found === null) return null;
      const { id, statement_date, opening, before, statement, cleared, strays, is_finished } = found;
      const name = `the reconciliation ${id} of ${statement_date}`;
      if (before !== null && before !== opening)
        return `${name} begins with ${dollars(opening)}, but the statement before ends with ${dollars(before)}`;
      if (strays > 0) return `${name} has ${strays} lines that can't be on its statement`;
      return is_finished
        ? `${name} is finished with ${dollars(statement)}, but its lines lead to ${dollars(cleared)}`
        : `${name} is not finished, but a later one was begun`;
    },
  },
  postedCheck({
    check: "transactions_are_posted",
    kind: "transaction",
    listAfter: async (db, companyId, after, count) =>
      postedOf(db, companyId, await transactionsStore.listAfter(db, companyId, after, count)),
    listById: async (db, companyId, ids) =>
      postedOf(db, companyId, await transactionsStore.listById(db, companyId, ids)),
  }),
  postedCheck({
    check: "transfers_are_posted",
    kind: "transfer",
    listAfter: async (db, companyId, after, count) =>
      transfersOf(db, companyId, await transfersStore.listAfter(db, companyId, after, count)),
    listById: async (db, companyId, ids) =>
      transfersOf(db, companyId, await transfersStore.listById(db, companyId, ids)),
  }),
];

async function postedOf(
  db: Queryable,
  companyId: Company,
  rows: readonly StoredRow[],
): Promise<PostedSource[]> {
  const accounts = new Map(
    (await bankingStore.listAllAccounts(db, companyId)).map(({ id, category_id }) => [id, category_id]),
  );
  const splits = await splitsOf(db, companyId, rows);
  const spreads = [...rows, ...[...splits.values()].flat()]
    .map(({ spread_id }) => spread_id)
    .filter((id) => id !== null);
  const holding = new Map<string, PublicId<"category">>();
  if (spreads.length > 0)
    for (const { id, holding_category_id } of await schedulesStore.listById(db, companyId, spreads))
      holding.set(id, holding_category_id);
  return rows.map((row) => {
    const account_category_id = present(accounts.get(row.account_id), "a transaction without its account");
    const posting = postingOf({ ...row, account_category_id }, splits.get(row.id) ?? [], holding);
    return { id: row.id, postings: posting === null ? [] : [posting] };
  });
}

async function transfersOf(
  db: Queryable,
  companyId: Company,
  transfers: readonly TransferRow[],
): Promise<PostedSource[]> {
  const sides = new Map(
    (
      await transactionsStore.listById(
        db,
        companyId,
        transfers.flatMap(({ from_transaction_id, to_transaction_id }) => [
          from_transaction_id,
          to_transaction_id,
        ]),
      )
    ).map((row) => [row.id, row]),
  );
  return transfers.map((transfer) => {
    const [out, into] = [sides.get(transfer.from_transaction_id), sides.get(transfer.to_transaction_id)];
    const postings: Posting[] =
      out === undefined || into === undefined ? [] : [transferPostingOf(transfer, out, into)];
    return { id: transfer.id, postings };
  });
}
