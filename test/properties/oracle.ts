/**
 * A second, naive implementation of the statements: it adds up the journal's lines one by one, for
 * every figure anew, and knows neither rollups nor SQL. Slow and plain on purpose.
 */
import type { BundleCategory, BundleDepartment } from "../support/bundle.ts";
import type { Books } from "./books.ts";

export interface OracleLine {
  readonly date: string;
  readonly category: string;
  readonly department: string | null;
  readonly merchant: string | null;
  readonly held: boolean;
  /** Debit minus credit. */
  readonly net: number;
}

/** Which lines a figure counts. */
export interface Where {
  readonly from?: string;
  readonly through: string;
  readonly categories: (category: BundleCategory) => boolean;
  readonly department?: (id: string | null) => boolean;
  readonly merchant?: string;
}

export interface Oracle {
  readonly lines: readonly OracleLine[];
  /** Debit minus credit of what `where` counts. */
  net(where: Where): number;
  /** How many lines `where` counts. */
  count(where: Where): number;
  category(id: string): BundleCategory;
  /** A category and everything below it. */
  below(id: string): (category: BundleCategory) => boolean;
  departmentBelow(id: string): (department: string | null) => boolean;
}

export const POINT_IN_TIME = ["asset", "liability", "equity"];

export function oracleOf(books: Books): Oracle {
  const lines = books.journal.flatMap((voucher) =>
    voucher.lines.map((line): OracleLine => ({
      date: voucher.date,
      category: line.category_id,
      department: line.department_id ?? null,
      merchant: line.merchant ?? voucher.merchant ?? null,
      held: voucher.held ?? false,
      net: (line.debit_cents ?? 0) - (line.credit_cents ?? 0),
    })),
  );
  const category = (id: string): BundleCategory => {
    const found = books.categories.find((row) => row.id === id);
    if (!found) throw new Error(`no category ${id}`);
    return found;
  };
  const counted = ({ from = "", through, categories, department, merchant }: Where): OracleLine[] =>
    lines.filter(
      (line) =>
        line.date >= from &&
        line.date <= through &&
        categories(category(line.category)) &&
        (department === undefined || department(line.department)) &&
        (merchant === undefined || line.merchant === merchant),
    );
  return {
    lines,
    net: (where) => counted(where).reduce((sum, { net }) => sum + net, 0),
    count: (where) => counted(where).length,
    category,
    below: (id) => (row) => isBelow(books.categories, row.id, id),
    departmentBelow: (id) => (row) => row !== null && isBelow(books.departments, row, id),
  };
}

function isBelow(
  rows: readonly (BundleCategory | BundleDepartment)[],
  id: string,
  ancestor: string,
): boolean {
  if (id === ancestor) return true;
  const parent = rows.find((row) => row.id === id)?.parent_id ?? null;
  return parent !== null && isBelow(rows, parent, ancestor);
}

/** The sign rule, written down a second time. */
export function signed(type: string, net: number): number {
  const amount = type === "asset" ? net : -net;
  return amount === 0 ? 0 : amount;
}
