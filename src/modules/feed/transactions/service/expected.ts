/** Lines of a bank beside what the account has: which are there, and what would become of them. */
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { BookedEntry } from "../rules.ts";
import type { TransactionRow } from "../store/transactions.ts";
import { otherDate, type OtherLine } from "./feed.ts";
import type { FeedLine } from "./feed-line.ts";
import { keyOf, knownLines, newLines } from "./known-lines.ts";
import { bookedTwins } from "./twins.ts";

type Company = PublicId<"company">;

/** What is expected of a line, if it were added now. */
export type ExpectedLine =
  | { readonly becomes: "known" }
  /** With the entry of imported books that it probably is. */
  | { readonly becomes: "new"; readonly twin: BookedEntry | null }
  | { readonly becomes: "refused"; readonly reason: string; readonly other: OtherLine };

/**
 * Tells what would become of lines, without adding them. A line that would change a transaction in closed
 * books, or exceed the largest exact sum, is found only when it is added. `taken` are the entries of imported
 * books that lines before these go with; those of these are added.
 */
export async function expectLines(
  tx: Tx,
  companyId: Company,
  lines: readonly Pick<FeedLine, "account_id" | "external_id" | "date" | "amount_cents">[],
  taken: Set<string>,
): Promise<ExpectedLine[]> {
  const known = await knownLines(tx, companyId, lines);
  const twins = await bookedTwins(tx, companyId, newLines(lines, known), taken);
  return lines.map((line) => {
    const row = known.get(keyOf(line) ?? "");
    if (row === undefined || row.deleted) return { becomes: "new", twin: twins.get(line) ?? null };
    if (row.date === line.date) return { becomes: "known" };
    return { becomes: "refused", reason: otherDate(row), other: row };
  });
}

/** The transactions of some lines, found by account and the bank's id; null for a line that is not there. */
export async function findLines(
  tx: Tx,
  companyId: Company,
  lines: readonly Pick<FeedLine, "account_id" | "external_id">[],
): Promise<(PublicId<"transaction"> | null)[]> {
  const known = await knownLines(tx, companyId, lines);
  return lines.map((line) => known.get(keyOf(line) ?? "")?.id ?? null);
}

/** The line that an account has under an id, even if it was removed. */
export type StoredLine = OtherLine & Pick<TransactionRow, "deleted">;

/** Returns what the accounts have under the ids of lines; null for a line that was never there. */
export async function listStored(
  tx: Tx,
  companyId: Company,
  lines: readonly Pick<FeedLine, "account_id" | "external_id">[],
): Promise<(StoredLine | null)[]> {
  const known = await knownLines(tx, companyId, lines);
  return lines.map((line) => known.get(keyOf(line) ?? "") ?? null);
}
