/**
 * The records of a mirror: which members of them it keeps, and the check that an answer has them. Invariant:
 * what is stored of a transaction is enough to compute its part of the digest.
 */
import { isObject } from "../attempt.ts";
import { ProtocolError } from "../errors.ts";

export type Value = string | number | boolean | null;
/** A record of the service, by member. */
export type Row = Readonly<Record<string, Value>>;

/** A column of a store's table: a member of the record. */
export interface Column {
  readonly name: string;
  readonly kind: "text" | "integer" | "boolean";
  readonly nullable: boolean;
}

/** Members that may be null. */
const NULLABLE = new Set(
  `merchant_name memo card_id category_id category_name department_id department_name transfer_id spread_id
   invoice_id parent_id institution_name last4 merchant transaction_id`.split(/\s+/),
);

/** Columns from their names: a name ends in `#` for an integer and in `?` for a boolean. */
function columns(names: string): readonly Column[] {
  return names.split(/\s+/).map((text) => {
    const name = text.replace(/[#?]$/, "");
    const kind = text.endsWith("#") ? "integer" : text.endsWith("?") ? "boolean" : "text";
    return { name, kind, nullable: NULLABLE.has(name) };
  });
}

/** The lists that a mirror reads in full, beside the transactions. */
export const LISTS = ["categories", "departments", "accounts", "journal_entries"] as const;
export type ListName = (typeof LISTS)[number];

/** The tables of a mirror. The key of each is `id`. */
export const TABLES: Readonly<Record<ListName | "transactions", readonly Column[]>> = {
  transactions: columns(
    `id created# updated# date accounting_date amount_cents# currency description merchant_name memo account_id
     account_name card_id category_id category_name categorized? department_id department_name transaction_type
     has_splits? status pending? source_vendor source_type transfer_id spread_id invoice_id`,
  ),
  categories: columns("id name account_type point_in_time? tier# position# parent_id created#"),
  departments: columns("id name tier# position# parent_id assignable? created#"),
  accounts: columns(
    "id name institution_name type last4 currency category_id balance_cents# active? created#",
  ),
  journal_entries: columns(
    `id date category_id category_name department_id department_name amount_cents# debit_cents# credit_cents#
     currency description merchant source transaction_id held? created# updated#`,
  ),
};

function isOf({ kind, nullable }: Column, value: unknown): boolean {
  if (value === null) return nullable;
  if (kind === "text") return typeof value === "string";
  return kind === "integer" ? Number.isSafeInteger(value) : typeof value === "boolean";
}

/**
 * True if the members of a transaction that follow from others do so. The digest has only those others, so
 * together they prove these too.
 */
export function isConsistent({ currency, pending, status, has_splits, transaction_type }: Row): boolean {
  return (
    currency === "USD" &&
    pending === (status === "pending") &&
    has_splits === String(transaction_type).endsWith("_split")
  );
}

/**
 * Returns the records of an answer with the columns of a table. Throws `ProtocolError` if one lacks any, or
 * contradicts itself.
 */
export function rowsOf(
  table: keyof typeof TABLES,
  items: readonly unknown[],
  status: number,
): readonly Row[] {
  const wanted = TABLES[table];
  for (const item of items) {
    let isWhole = isObject(item);
    for (let index = 0; isWhole && index < wanted.length; index += 1) {
      const column = wanted[index] as Column;
      isWhole = isOf(column, (item as Readonly<Record<string, unknown>>)[column.name]);
    }
    if (!isWhole || (table === "transactions" && !isConsistent(item as Row)))
      throw new ProtocolError("envelope", `The answer has a record that is none of ${table}.`, status);
  }
  return items as readonly Row[];
}

/** Returns a record with the columns of its table only. */
export function pick(table: keyof typeof TABLES, row: Row): Row {
  return Object.fromEntries(TABLES[table].map(({ name }) => [name, row[name] ?? null]));
}
