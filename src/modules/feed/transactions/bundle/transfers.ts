/** The bundle's section of transfers, whose transactions came in before and name them. */
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  recordReader,
  sameFields,
  Tally,
} from "../../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting } from "../../../../contract/record.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { replacePostings } from "../../../books/ledger/index.ts";
import { TRANSFERS } from "../record.ts";
import { transferDate, transferFault, transferPostingOf } from "../rules.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { transfersStore } from "../store/transfers.ts";

/** The number of records that are read at once. */
const TOGETHER = 2_000;

const transferRecord = recordSchema(TRANSFERS);
const transfersShape = {
  name: "transfers",
  form: "array",
  description:
    "Transfers between the company's accounts. Each names two transactions of type `transfer` that name it.",
  schema: transferRecord,
} as const;
const readTransfers = recordReader(transfersShape, transferRecord);
const statedOf = recordReading(TRANSFERS);
const recordOf = recordWriting(TRANSFERS);

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
      // A former side must not name the transfer any more, or nothing would post it.
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
      const row = {
        ...statedOf(record, former ?? null, path, now),
        amount_cents: into.amount_cents,
        date: transferDate(out, into),
      };
      const same = former !== undefined && sameFields(former, row);
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
      yield rows.map(recordOf);
    }
  },
};
