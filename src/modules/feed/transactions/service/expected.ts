/** Lines of a bank beside what the account has: which are there, and what would become of them. */
import type { PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import type { TransactionRow } from "../store/transactions.ts";
import { type FeedLine, keyOf, knownLines, otherDate, type OtherLine } from "./feed.ts";

type Company = PublicId<"company">;

/** What is expected of a line, if it were added now. */
export type ExpectedLine =
  | { readonly becomes: "new" | "known" }
  | { readonly becomes: "refused"; readonly reason: string; readonly other: OtherLine };

/**
 * Tells what would become of lines, without adding them. A line that would change a transaction in closed
 * books, or exceed the largest exact sum, is found only when it is added.
 */
export async function expectLines(
  tx: Tx,
  companyId: Company,
  lines: readonly Pick<FeedLine, "account_id" | "external_id" | "date">[],
): Promise<ExpectedLine[]> {
  const known = await knownLines(tx, companyId, lines);
  return lines.map((line) => {
    const row = known.get(keyOf(line) ?? "");
    if (row === undefined || row.deleted) return { becomes: "new" };
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

/** What an account has under an id, also where it was taken out. */
export type StoredLine = OtherLine & Pick<TransactionRow, "deleted">;

/** What the accounts have under the ids of lines; null for a line that was never there. */
export async function listStored(
  tx: Tx,
  companyId: Company,
  lines: readonly Pick<FeedLine, "account_id" | "external_id">[],
): Promise<(StoredLine | null)[]> {
  const known = await knownLines(tx, companyId, lines);
  return lines.map((line) => known.get(keyOf(line) ?? "") ?? null);
}
