/** What the members of a transaction are that follow from the entry of imported books that it probably is. */
import type { PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import type { StoredRow } from "../record.ts";
import type { BookedEntry } from "../rules.ts";
import type { TransactionRow } from "../store/transactions.ts";
import type { FeedLine } from "./feed-line.ts";
import { keyOf, newLines } from "./known-lines.ts";
import { bookedTwins } from "./twins.ts";

export type Twins = Awaited<ReturnType<typeof bookedTwins>>;

/** The members of a new transaction that follow from the entry of imported books that it probably is. */
export function valuesOfTwin(
  line: FeedLine,
  twins: Twins,
): Pick<StoredRow, "twin_voucher_id" | "twin_line" | "twin_asked" | "status"> {
  const { voucher_id, line: number } = twins.get(line) ?? { voucher_id: null, line: null };
  return {
    twin_voucher_id: voucher_id,
    twin_line: number,
    twin_asked: voucher_id !== null && line.in_books === undefined,
    status: voucher_id === null ? line.status : "excluded",
  };
}

export function toldTwin(line: FeedLine, twins: Twins): { readonly twin?: BookedEntry } {
  const twin = twins.get(line);
  return twin === undefined ? {} : { twin };
}

/** What is known of a line and imported books goes over to the line that takes its place. */
export function decidedTwin(
  row: TransactionRow | undefined,
): Partial<Pick<StoredRow, "twin_voucher_id" | "twin_line" | "twin_asked" | "status">> {
  if (row === undefined || row.twin_voucher_id === null || row.status !== "excluded") return {};
  const { twin_voucher_id, twin_line, twin_asked, status } = row;
  return { twin_voucher_id, twin_line, twin_asked, status };
}

/**
 * The entries of imported books that new ones among some lines probably are, but for lines that are said to
 * be others. What takes the place of another line goes with what is known of that one.
 */
export async function twinsOfNew(
  tx: Tx,
  companyId: PublicId<"company">,
  lines: readonly FeedLine[],
  {
    found,
    replaced,
  }: {
    readonly found: readonly (readonly [string, TransactionRow])[];
    readonly replaced: ReadonlyMap<string, TransactionRow>;
  },
): Promise<Twins> {
  const isAsked = (line: FeedLine): boolean =>
    line.status !== "excluded" && line.in_books !== "another" && !replaced.has(keyOf(line) ?? "");
  return bookedTwins(tx, companyId, newLines(lines, new Map(found)).filter(isAsked));
}
