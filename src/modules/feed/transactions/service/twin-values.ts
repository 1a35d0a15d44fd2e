/** The members of a transaction that depend on the entry of imported books that it probably duplicates. */
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { StoredRow } from "../record.ts";
import type { BookedEntry, ClosedRows } from "../rules.ts";
import type { TransactionRow } from "../store/transactions.ts";
import { isBound } from "./amounts.ts";
import type { FeedLine } from "./feed-line.ts";
import { keyOf, newLines } from "./known-lines.ts";
import { bookedTwins } from "./twins.ts";

export type Twins = Awaited<ReturnType<typeof bookedTwins>>;

type Decided = Pick<StoredRow, "twin_voucher_id" | "twin_line" | "twin_asked" | "twin_pending" | "status">;

/** The members of a transaction that follow from the entry of imported books that it probably is. */
export function valuesOfTwin(line: FeedLine, twins: Twins): Decided {
  const { voucher_id, line: number } = twins.get(line) ?? { voucher_id: null, line: null };
  return {
    twin_voucher_id: voucher_id,
    twin_line: number,
    twin_asked: voucher_id !== null && line.in_books === undefined,
    twin_pending: voucher_id !== null && line.status === "pending",
    status: voucher_id === null ? line.status : "excluded",
  };
}

export function toldTwin(line: FeedLine, twins: Twins): { readonly twin?: BookedEntry } {
  const twin = twins.get(line);
  return twin === undefined ? {} : { twin };
}

/**
 * What is known of a line and imported books goes over to the line that takes its place. With another amount
 * it is asked for again.
 */
export function decidedTwin(row: TransactionRow | undefined, line: FeedLine): Partial<Decided> {
  if (row === undefined || !hasTwin(row)) return {};
  const { twin_voucher_id, twin_line, status } = row;
  return {
    twin_voucher_id,
    twin_line,
    twin_asked: row.twin_asked || line.amount_cents !== row.amount_cents,
    twin_pending: line.status === "pending",
    status,
  };
}

/** True for a line that is excluded because imported books have it, or may have it. */
export function hasTwin({ twin_voucher_id, status }: Pick<StoredRow, "twin_voucher_id" | "status">): boolean {
  return twin_voucher_id !== null && status === "excluded";
}

/** A known line is compared again if it counts and its amount changes, unless a person has bound it. */
function isNewAmount(row: TransactionRow, line: FeedLine): boolean {
  return (
    !row.deleted &&
    row.status !== "excluded" &&
    row.date === line.date &&
    row.amount_cents !== line.amount_cents &&
    !isBound(row)
  );
}

/**
 * The entries of imported books that some lines probably are: lines that are new, and known ones with another
 * amount, but for lines that are said to be others. What takes the place of another line with the same
 * amount, or with an entry, goes with what is known of that one.
 */
export async function twinsOfLines(
  tx: Tx,
  companyId: PublicId<"company">,
  lines: readonly FeedLine[],
  {
    found,
    replaced,
    closed,
    isAdding,
  }: {
    readonly found: readonly (readonly [string, TransactionRow])[];
    readonly replaced: ReadonlyMap<string, TransactionRow>;
    readonly closed: ClosedRows;
    /** Whether lines that are not known come in. */
    readonly isAdding: boolean;
  },
): Promise<Twins> {
  const known = new Map(found);
  const isDecided = (line: FeedLine): boolean => {
    const row = replaced.get(keyOf(line) ?? "");
    return row !== undefined && (hasTwin(row) || row.amount_cents === line.amount_cents);
  };
  const added = isAdding ? newLines(lines, known).filter((line) => !isDecided(line)) : [];
  const changed = lines.filter((line) => {
    const row = known.get(keyOf(line) ?? "");
    return row !== undefined && !closed.ids.has(row.id) && isNewAmount(row, line);
  });
  return bookedTwins(
    tx,
    companyId,
    [...added, ...changed].filter(({ status, in_books }) => status !== "excluded" && in_books !== "another"),
  );
}
