/**
 * The sides of transfers in a file. They can be checked only after the whole file is read, because a transfer
 * may be in the next section, or in the books already. Invariant: a transaction that names a transfer is one
 * of its two sides.
 */
import { BundleProblem, type BundleScope } from "../../../../contract/bundle.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { StoredRow } from "../record.ts";
import { removeTransfers } from "../service/transfers.ts";
import { followTransfers } from "../service/write.ts";
import { transactionsStore } from "../store/transactions.ts";
import { transfersStore } from "../store/transfers.ts";

type Transfer = PublicId<"transfer">;

/** A transaction that names a transfer, and the path of the record that it comes from. */
interface Named {
  readonly path: string;
  readonly transaction: string;
  readonly transfer: Transfer;
}

/** The number of transfers that are checked at once. */
const TOGETHER = 2_000;

export class Sides {
  readonly #named: Named[] = [];
  /** Transactions whose transfer another side has left. */
  readonly #deserted: Named[] = [];
  /** By transfer: the path of a side that changed and stays one. */
  readonly #moved = new Map<Transfer, string>();
  #left = new Map<Transfer, string>();

  /** Notes a transaction that is written. */
  note(path: string, was: StoredRow | undefined, is: StoredRow): void {
    const [before, after] = [was?.transfer_id ?? null, is.transfer_id];
    if (before !== null && before !== after) this.#left.set(before, path);
    if (after !== null) this.#named.push({ path, transaction: is.id, transfer: after });
    if (after !== null && before === after) this.#moved.set(after, path);
  }

  /**
   * Removes the postings of former transfers. A transfer that has other sides now is posted again by the next
   * section.
   */
  async removeLeft({ tx, companyId, now }: BundleScope<Tx>): Promise<void> {
    if (this.#left.size === 0) return;
    const left = [...this.#left.keys()];
    for (const { id, from_transaction_id, to_transaction_id } of await transfersStore.listById(
      tx,
      companyId,
      left,
    )) {
      const path = this.#left.get(id) ?? "";
      for (const transaction of [from_transaction_id, to_transaction_id])
        this.#deserted.push({ path, transaction, transfer: id });
    }
    this.#left = new Map();
    await removeTransfers(tx, companyId, now, left);
  }

  /**
   * Updates the transfers from their sides. Throws `BundleProblem` for a transaction that is not a side of
   * the transfer that it names, and for sides that don't match.
   */
  async settle(scope: BundleScope<Tx>): Promise<void> {
    const { tx, companyId, now } = scope;
    for (const some of inParts(this.#named)) await refuseStrangers(scope, some);
    for (const some of inParts(this.#deserted)) {
      const rows = new Map<string, StoredRow>(
        (
          await transactionsStore.listById(
            tx,
            companyId,
            some.map(({ transaction }) => transaction),
          )
        ).map((row) => [row.id, row]),
      );
      await refuseStrangers(
        scope,
        some.filter(({ transaction, transfer }) => rows.get(transaction)?.transfer_id === transfer),
      );
    }
    for (const some of inParts([...this.#moved.keys()])) {
      const problem = await followTransfers(tx, companyId, now, some);
      if (problem)
        throw new BundleProblem(
          `${this.#moved.get(problem.id) ?? ""}.transfer_id`,
          `can't be ${problem.id}: ${problem.reason}`,
        );
    }
  }
}

async function refuseStrangers({ tx, companyId }: BundleScope<Tx>, named: readonly Named[]): Promise<void> {
  const transfers = new Map(
    (await transfersStore.listById(tx, companyId, [...new Set(named.map(({ transfer }) => transfer))])).map(
      (row) => [row.id, row],
    ),
  );
  for (const { path, transaction, transfer } of named) {
    const row = transfers.get(transfer);
    if (row === undefined)
      throw new BundleProblem(`${path}.transfer_id`, `there is no transfer ${transfer} of ${transaction}`);
    if (row.from_transaction_id !== transaction && row.to_transaction_id !== transaction)
      throw new BundleProblem(
        `${path}.transfer_id`,
        `${transaction} is not a side of the transfer ${transfer}`,
      );
  }
}

function* inParts<T>(all: readonly T[]): Generator<readonly T[], void, undefined> {
  for (let from = 0; from < all.length; from += TOGETHER) yield all.slice(from, from + TOGETHER);
}
