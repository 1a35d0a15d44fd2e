/** Lines of a bank by their keys: which of them accounts have. */
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import type { FeedLine } from "./feed-line.ts";

type Company = PublicId<"company">;

/** The key of a line among those of its batch; null for one that can't be identified. */
export function keyOf({
  account_id,
  external_id,
}: Pick<FeedLine, "account_id" | "external_id">): string | null {
  return external_id === null ? null : `${account_id} ${external_id}`;
}

/** Those of some lines that an account does not have or has no more, each once. */
export function newLines<Line extends Pick<FeedLine, "account_id" | "external_id">>(
  lines: readonly Line[],
  known: ReadonlyMap<string, Pick<TransactionRow, "deleted">>,
): readonly Line[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const key = keyOf(line);
    if (key === null) return true;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst && (known.get(key)?.deleted ?? true);
  });
}

/** Locks the transactions of lines, and returns them by the keys of the lines. */
export async function knownLines(
  tx: Tx,
  companyId: Company,
  lines: readonly Pick<FeedLine, "account_id" | "external_id">[],
): Promise<Map<string, TransactionRow>> {
  const known = new Map<string, TransactionRow>();
  for (const [account, some] of Map.groupBy(lines, ({ account_id }) => account_id)) {
    const externals = some.map(({ external_id }) => external_id).filter((id) => id !== null);
    for (const row of externals.length === 0
      ? []
      : await transactionsStore.lockByExternalId(tx, companyId, account, externals))
      known.set(`${account} ${row.external_id}`, row);
  }
  return known;
}
