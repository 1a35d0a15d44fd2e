/**
 * Public ids: a prefix that names the resource and an opaque suffix. They are also the primary keys of the
 * database, so no record has a second, guessable number. New suffixes begin with the time, so that rows
 * created together are close to each other in the indexes.
 */

/** Prefix of each kind of record that has a public id. */
export const PREFIXES = {
  company: "comp_",
  user: "user_",
  member: "mbr_",
  key: "key_",
  category: "cat_",
  department: "dept_",
  voucher: "vch_",
  journalEntry: "je_",
  invitation: "invite_",
  account: "acct_",
  card: "card_",
  transaction: "txn_",
  split: "split_",
  transfer: "trf_",
  spread: "spread_",
  note: "note_",
  rule: "rule_",
  invoice: "inv_",
  bill: "bill_",
  settlement: "stl_",
  job: "job_",
  upload: "tup_",
  import: "imp_",
  export: "export_",
  incomeTax: "tax_income_",
  franchiseTax: "tax_franchise_",
  taxCredit: "tcred_",
  file: "file_",
  form1099: "f1099_",
  document: "doc_",
  sheet: "sht_",
  worksheet: "wks_",
  chart: "cht_",
  connection: "conn_",
  reconciliation: "rcn_",
} as const;
export type IdKind = keyof typeof PREFIXES;

declare const brand: unique symbol;
/** A public id of one kind. */
export type PublicId<K extends IdKind> = string & { readonly [brand]: K };

const SUFFIX = "[A-Za-z0-9][A-Za-z0-9_.-]{0,62}";
/** Suffixes of invitations and tax credits: letters and digits (specification, "Identifier prefixes"). */
const PLAIN_SUFFIX = "[A-Za-z0-9]{1,63}";
/** The suffix of an export: a UUID (specification, "Report export"). */
const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** The suffix of a document: hexadecimal digits (specification, "Vendor 1099 record"). */
const HEX = "[0-9a-f]{1,63}";
/** The number of a line of a voucher, from 1. */
const LINE = "[1-9]\\d{0,3}";

const SUFFIX_OF: ReadonlyMap<IdKind, string> = new Map([
  ["invitation", PLAIN_SUFFIX],
  ["taxCredit", PLAIN_SUFFIX],
  ["export", UUID],
  ["document", HEX],
]);

/**
 * Returns the regular expression, for JSON Schema, of ids of a kind. A journal entry's id ends in the suffix
 * of its voucher and the number of its line.
 */
export function idPattern(kind: IdKind): string {
  return `^${PREFIXES[kind]}${SUFFIX_OF.get(kind) ?? SUFFIX}${kind === "journalEntry" ? `_${LINE}` : ""}$`;
}

const PATTERNS = new Map(
  (Object.keys(PREFIXES) as IdKind[]).map((kind) => [kind, new RegExp(idPattern(kind))]),
);

/**
 * Parses an id of `kind`: the prefix and a suffix, usually of 1 to 63 letters, digits, `_`, `.` or `-`; see
 * `SUFFIX_OF` for the exceptions. Returns null for any other text.
 */
export function parseId<K extends IdKind>(kind: K, text: string): PublicId<K> | null {
  return PATTERNS.get(kind)?.test(text) ? (text as PublicId<K>) : null;
}

/** Returns the public id of a journal entry, which is not stored: `line` (from 1) of a voucher. */
export function journalEntryId(voucher: PublicId<"voucher">, line: number): PublicId<"journalEntry"> {
  return `${PREFIXES.journalEntry}${voucher.slice(PREFIXES.voucher.length)}_${line}` as PublicId<"journalEntry">;
}

const ENTRY = new RegExp(`^${PREFIXES.journalEntry}(${SUFFIX})_(${LINE})$`);

/** Parses a journal entry's id to its voucher and line. Returns null for any other text. */
export function parseJournalEntryId(text: string): { voucher: PublicId<"voucher">; line: number } | null {
  const match = ENTRY.exec(text);
  if (!match) return null;
  return { voucher: `${PREFIXES.voucher}${match[1]}` as PublicId<"voucher">, line: Number(match[2]) };
}
