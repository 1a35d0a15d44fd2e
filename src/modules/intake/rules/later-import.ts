/**
 * What a later import finds out of the vouchers of earlier ones: those that the source edited or deleted, and
 * the sentences that name them. Invariant: a voucher is named by its day, its description and its amount.
 */
import type { Note } from "../../../core/advice.ts";
import { type Cents, ZERO_CENTS } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { quoted } from "../../../platform/text/line-problem.ts";
import { dollars, type ParsedVoucher } from "./parsed-voucher.ts";

/** How a voucher is named to people. */
export interface NamedVoucher {
  readonly date: CivilDate;
  readonly description: string;
  /** The sum of its debits. */
  readonly amount_cents: Cents;
}

/** What becomes of a voucher that the source edited or deleted: what the source says, or nothing. */
export const CHANGE_CHOICES = ["apply", "leave"] as const;
export type ChangeChoice = (typeof CHANGE_CHOICES)[number];

/** A voucher of the file that the company has otherwise. */
export interface ChangedVoucher extends NamedVoucher {
  readonly line: number;
  readonly voucher_id: string;
  /** `lines`: its day, accounts or amounts are others; `memo`: only texts are. */
  readonly change: "lines" | "memo";
  /** What the company has. */
  readonly was: NamedVoucher;
  /** True if the company gets it as the file has it; false if it stays as it is. */
  readonly applied: boolean;
}

/** A voucher of an earlier import that a file of its days does not have. */
export interface GoneVoucher extends NamedVoucher {
  readonly voucher_id: string;
  /** True if it is removed; false if it stays. */
  readonly applied: boolean;
}

/** A voucher of the file beside an earlier one that it is like. */
export interface Pair extends NamedVoucher {
  /** That of the earlier one. */
  readonly voucher_id: string;
  readonly was: NamedVoucher;
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

const pairName = (each: Pair): string => `${nameOf(each)}, was ${nameOf(each.was)} (${each.voucher_id})`;

/** The sentences on what the source edited. */
export function changedNotes(changed: readonly ChangedVoucher[]): string[] {
  return [true, false].flatMap((isApplied) => {
    const those = changed.filter(({ applied }) => applied === isApplied);
    if (those.length === 0) return [];
    const [verb, becomes] =
      those.length === 1
        ? ["voucher was", isApplied ? "becomes as the file has it" : "was left in the books as it was"]
        : [
            "vouchers were",
            isApplied ? "become as the file has them" : "were left in the books as they were",
          ];
    const advice = isApplied ? "" : " An import that applies changes takes them over.";
    return [
      `${those.length} ${verb} edited since an earlier import and ${becomes}: ${listOf(those.map(pairName))}.${advice}`,
    ];
  });
}

/** The number of vouchers that are gone, and of those of them that are removed. */
export interface GoneCounts {
  readonly all: number;
  readonly applied: number;
}

/** The sentences on what the source does not have any more; of `gone`, not all need to be listed. */
export function goneNotes(gone: readonly GoneVoucher[], { all, applied: removed }: GoneCounts): string[] {
  return [true, false].flatMap((isApplied) => {
    const count = isApplied ? removed : all - removed;
    if (count === 0) return [];
    const names = gone
      .filter(({ applied }) => applied === isApplied)
      .map((each) => `${nameOf(each)} (${each.voucher_id})`);
    const [noun, becomes] =
      count === 1
        ? ["voucher of an earlier import is", isApplied ? "is removed" : "was left in the books"]
        : ["vouchers of earlier imports are", isApplied ? "are removed" : "were left in the books"];
    const advice = isApplied
      ? ""
      : " If it was deleted, or moved to another day, an import that applies changes removes it.";
    return [`${count} ${noun} no longer in the file and ${becomes}: ${listOf(names, count)}.${advice}`];
  });
}

/** The sentences on new vouchers under names that earlier ones have, as numbers are counted anew. */
export function anewNotes(anew: readonly Pair[]): Note[] {
  if (anew.length === 0) return [];
  const [noun, were] = anew.length === 1 ? ["voucher has", "was"] : ["vouchers have", "were"];
  return [
    {
      message: `${anew.length} ${noun} the number of an earlier one and ${were} added as new, because numbers are counted anew in this file: ${listOf(anew.map(pairName))}. If one of them is the earlier one on another day, reverse the earlier one on its own day.`,
      ways: [{ run: "journal reverse" }],
    },
  ];
}

/**
 * Says that a file has none of the vouchers that imports brought for its days; with `isLater`, it has
 * those of other imports.
 */
export function otherBooksNotes(count: number, isLater: boolean): string[] {
  if (count === 0) return [];
  if (isLater) {
    const [noun, were] = count === 1 ? ["voucher", "was"] : ["vouchers", "were"];
    return [
      `${count} ${noun} that other imports brought for the days of the file, which has nothing of those imports, ${were} taken for other books of the company, and nothing was looked for there that was deleted.`,
    ];
  }
  const none =
    count === 1
      ? "does not have the one voucher that an earlier import brought for its days"
      : `has none of the ${count} vouchers that earlier imports brought for its days`;
  return [
    `The file ${none}, so it was taken for other books of the company, and nothing was looked for that was deleted.`,
  ];
}

/** The sentences on vouchers that are probably in the books twice, because their day was changed. */
export function movedNotes(moved: readonly Pair[]): Note[] {
  if (moved.length === 0) return [];
  const [first, is] = moved.length === 1 ? ["1 of them", "is"] : [`${moved.length} of them`, "are"];
  return [
    {
      message: `${first} ${is} probably in the books twice, as a new voucher with the same texts and lines on another day: ${listOf(moved.map(pairName))}. If it was moved to that day, reverse the earlier one on its own day.`,
      ways: [{ run: "journal reverse" }],
    },
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
