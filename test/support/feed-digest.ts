/**
 * The digest of a feed as a stranger computes it from "Mirror a feed", with Node's own SHA-256 and nothing of
 * the service.
 */
import { createHash } from "node:crypto";

/** The members of a canonical row, in order. */
const MEMBERS = [
  "id",
  "created",
  "updated",
  "date",
  "accounting_date",
  "amount_cents",
  "description",
  "merchant_name",
  "memo",
  "account_id",
  "card_id",
  "category_id",
  "department_id",
  "transaction_type",
  "status",
  "source_vendor",
  "source_type",
  "transfer_id",
  "spread_id",
  "invoice_id",
] as const;

/** A row of the feed, of which the digest reads `MEMBERS`. */
export type FeedRow = object;

function hashOf(row: FeedRow): bigint {
  const values = MEMBERS.map((name) => JSON.stringify((row as Record<string, unknown>)[name]));
  const text = `[${values.join(", ")}]`;
  return BigInt(`0x${createHash("sha256").update(text, "utf8").digest("hex")}`);
}

/** Returns the header that the service sends with the last page of a run whose mirror holds `rows`. */
export function feedDigest(watermark: number, rows: Iterable<FeedRow>): string {
  let count = 0;
  let sum = 0n;
  for (const row of rows) {
    count += 1;
    sum = (sum + hashOf(row)) % 2n ** 256n;
  }
  return `v=1, watermark=${watermark}, rows=${count}, sum="${sum.toString(16).padStart(64, "0")}"`;
}
