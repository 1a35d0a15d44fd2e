/**
 * What a later import finds out of the vouchers of earlier ones: those that the source edited or deleted, and
 * the sentences that name them. Invariant: a voucher is named by its day, its description and its amount.
 */
import { type Cents, ZERO_CENTS } from "../../../core/cents.ts";
import type { CivilDate } from "../../../core/civil-date.ts";
import { quoted } from "../../../platform/text/line-problem.ts";
import { dollars, type ParsedVoucher } from "./parsed-voucher.ts";

/** How a voucher is named to people. */
export interface NamedVoucher {
  readonly date: CivilDate;
  readonly description: string;
  /** The sum of its debits. */
  readonly amount_cents: Cents;
}

/** A voucher of the file that the company has otherwise. It was left as it is. */
export interface ChangedVoucher extends NamedVoucher {
  readonly line: number;
  readonly voucher_id: string;
  /** `lines`: its day, accounts or amounts are others; `memo`: only texts are. */
  readonly change: "lines" | "memo";
  /** What the company has. */
  readonly was: NamedVoucher;
}

/** A voucher of an earlier import that a file of its days does not have. It was left as it is. */
export interface GoneVoucher extends NamedVoucher {
  readonly voucher_id: string;
}

/** What a later import finds. */
export interface LaterImport {
  /** Vouchers that are new. */
  readonly added_vouchers: number;
  /** Vouchers of earlier imports that are in the file as they were. */
  readonly known_vouchers: number;
  readonly changed_vouchers: readonly ChangedVoucher[];
  /** At most `GONE_LISTED`. */
  readonly gone_vouchers: readonly GoneVoucher[];
  /** All that are gone. */
  readonly gone_count: number;
}

/** Vouchers that are gone are listed up to this number; more are counted. */
export const GONE_LISTED = 1_000;
/** Vouchers that a sentence names. */
const SHOWN = 5;

/** The sum of a voucher's debits. */
export function amountOf({ lines }: Pick<ParsedVoucher, "lines">): Cents {
  return lines.reduce(
    (sum, { netDebitCents }) => Math.max(netDebitCents, 0) + sum,
    ZERO_CENTS as number,
  ) as Cents;
}

const nameOf = ({ date, description, amount_cents }: NamedVoucher): string =>
  `${quoted(description)} of ${date}, ${dollars(amount_cents)}`;

function listOf(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, SHOWN);
  return `${shown.join("; ")}${count > shown.length ? `; and ${count - shown.length} more` : ""}`;
}

/** The sentences on what the source edited. */
export function changedNotes(changed: readonly ChangedVoucher[]): string[] {
  if (changed.length === 0) return [];
  const names = changed.map((each) => `${nameOf(each)}, was ${nameOf(each.was)} (${each.voucher_id})`);
  const verb = changed.length === 1 ? "voucher was" : "vouchers were";
  return [
    `${changed.length} ${verb} edited since an earlier import and ${changed.length === 1 ? "was left in the books as it was" : "were left in the books as they were"}: ${listOf(names)}. To take over what was edited in days, accounts or amounts, reverse the voucher on its own day (daybook journal reverse) and import the file again.`,
  ];
}

/** The sentences on what the source does not have any more; `count` is the number of all of them. */
export function goneNotes(gone: readonly GoneVoucher[], count: number): string[] {
  if (count === 0) return [];
  const names = gone.map((each) => `${nameOf(each)} (${each.voucher_id})`);
  const [noun, left] =
    count === 1
      ? ["voucher of an earlier import is", "was left in the books"]
      : ["vouchers of earlier imports are", "were left in the books"];
  return [
    `${count} ${noun} no longer in the file and ${left}: ${listOf(names, count)}. If it was deleted, or moved to another day, reverse it on its own day: daybook journal reverse.`,
  ];
}

/** Says how many vouchers of other days could not be compared; `days` are the first and the last of the file. */
export function outsideNotes(count: number, [first, last]: readonly [CivilDate, CivilDate]): string[] {
  if (count === 0) return [];
  const [noun, were] =
    count === 1 ? ["voucher of an earlier import is", "was"] : ["vouchers of earlier imports are", "were"];
  return [
    `${count} ${noun} of days before ${first} or after ${last}, which the file does not have, and ${were} not compared.`,
  ];
}
