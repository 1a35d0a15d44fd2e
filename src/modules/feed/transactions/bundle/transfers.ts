/** The bundle's section of transfers, whose transactions came in before and name them. */
import {
  BundleProblem,
  type BundleSection,
  createdField,
  onlyOnce,
  readId,
  readSeconds,
  recordReader,
  Tally,
} from "../../../../contract/bundle.ts";
import { exactly } from "../../../../contract/operation.ts";
import { idSchema } from "../../../../contract/schemas.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { replacePostings } from "../../../books/ledger/index.ts";
import { transferDate, transferFault, transferPostingOf } from "../rules.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { transfersStore } from "../store/transfers.ts";

/** Records that are read at once. */
const TOGETHER = 2_000;

const transferRecord = exactly({
  id: idSchema("transfer", "The transfer's id, unique in the company, which its two transactions name."),
  from_transaction_id: idSchema("transaction", "The outgoing transaction."),
  to_transaction_id: idSchema("transaction", "The incoming transaction."),
  created: createdField,
});
const transfersShape = {
  name: "transfers",
  form: "array",
  description:
    "Transfers between the company's accounts. Each names two transactions of type `transfer` that name it.",
  schema: transferRecord,
} as const;
const readTransfers = recordReader(transfersShape, transferRecord);

export const transfersSection: BundleSection<Tx> = {
  ...transfersShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readTransfers(batches)) {
      onlyOnce(stated, record.id, path);
      const [former] = await transfersStore.listById(tx, companyId, [record.id]);
      const rows = await transactionsStore.listById(tx, companyId, [
        record.from_transaction_id,
        record.to_transaction_id,
      ]);
      const side = (field: "from_transaction_id" | "to_transaction_id"): TransactionRow => {
        const row = rows.find(({ id }) => id === record[field]);
        if (row?.transfer_id !== record.id)
          throw new BundleProblem(`${path}.${field}`, `${record[field]} is no transaction of this transfer`);
        return row;
      };
      const [out, into] = [side("from_transaction_id"), side("to_transaction_id")];
      const fault = transferFault(out, into);
      if (fault !== null) throw new BundleProblem(path, fault);
      // What was a side and is none now must not name it any more: it would be posted by nobody.
      const dropped = former
        ? [former.from_transaction_id, former.to_transaction_id].filter(
            (id) => id !== out.id && id !== into.id,
          )
        : [];
      const stray =
        dropped.length === 0
          ? undefined
          : (await transactionsStore.listById(tx, companyId, dropped)).find(
              ({ transfer_id }) => transfer_id === record.id,
            );
      if (stray) throw new BundleProblem(path, `leaves out ${stray.id}, which names it`);
      const date = transferDate(out, into);
      const row = {
        id: readId("transfer", record.id),
        from_transaction_id: out.id,
        to_transaction_id: into.id,
        amount_cents: into.amount_cents,
        date,
        created: readSeconds(record.created) ?? former?.created ?? now,
      };
      const same = former !== undefined && JSON.stringify(former) === JSON.stringify(row);
      tally.compare(former, same);
      if (same) continue;
      if (former) await transfersStore.deleteById(tx, companyId, [row.id]);
      await transfersStore.insert(tx, companyId, row);
      const posting = transferPostingOf(row, out, into);
      await replacePostings(tx, companyId, now, former ? [posting.id] : [], [posting]);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    for (let after = ""; ;) {
      const rows = await transfersStore.listAfter(tx, companyId, after, TOGETHER);
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      yield rows.map(({ id, from_transaction_id, to_transaction_id, created }) => ({
        id,
        from_transaction_id,
        to_transaction_id,
        created,
      }));
    }
  },
};
