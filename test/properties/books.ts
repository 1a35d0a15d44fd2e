/** Arbitrary books: any chart, any departments, any balanced journal, as a company bundle can hold them. */
import fc from "fast-check";
import { addDays } from "@daybook/words/civil-date";
import type {
  AccountType,
  BundleCategory,
  BundleDepartment,
  BundleLine,
  BundleVoucher,
  CashFlow,
  Source,
} from "../support/bundle.ts";
import { SET_UP } from "../support/bundle.ts";
import { anyDay, day } from "./dates.ts";

export interface Books {
  readonly categories: readonly BundleCategory[];
  readonly departments: readonly BundleDepartment[];
  readonly journal: readonly BundleVoucher[];
  readonly fiscal_year_start_month: number;
}

const ROOT_KINDS: readonly (readonly [AccountType, CashFlow | null])[] = [
  ["asset", "cash"],
  ["liability", "working_capital"],
  ["revenue", null],
  ["expense", null],
  ["equity", "financing"],
  ["asset", "working_capital"],
  ["asset", "investing"],
  ["asset", "non_cash"],
  ["asset", "financing"],
  ["liability", "financing"],
  ["liability", "non_cash"],
  ["liability", "investing"],
  ["equity", "working_capital"],
  ["cost_of_goods_sold", null],
  ["other_income", null],
  ["other_expense", null],
];

/** Cash stands last, since only assets can be cash. */
const ROLES: readonly CashFlow[] = ["working_capital", "non_cash", "investing", "financing", "cash"];

const SOURCES: readonly Source[] = [
  "bank_transaction",
  "spread",
  "capitalization",
  "csv_upload",
  "transfer",
  "invoice",
  "adjustment",
];

const name = fc
  .oneof(
    fc.constantFrom("Cash", "Élan & Söhne", "日本", "a", "A", "0"),
    fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }),
  )
  .map((text) => text.replaceAll(/[\0\r\n]/g, ".").trim() || "blank");

interface Seedling {
  readonly pick: number;
  readonly name: string;
  readonly position: number;
}
const seedling = fc.record<Seedling>({ pick: fc.nat({ max: 1_000 }), name, position: fc.nat({ max: 3 }) });

/** Grows a tree: each seedling becomes a root or the child of a row that has room below it. */
function grow<R extends { readonly id: string }>(
  seedlings: readonly Seedling[],
  tiers: number,
  roots: number,
  row: (seedling: Seedling, index: number, parent: R | null) => R,
): R[] {
  const rows: { row: R; tier: number }[] = [];
  for (const [index, seed] of seedlings.entries()) {
    const parents = rows.filter(({ tier }) => tier < tiers);
    const parent = index < roots ? undefined : parents[seed.pick % (parents.length + 1)];
    rows.push({ row: row(seed, index, parent?.row ?? null), tier: (parent?.tier ?? 0) + 1 });
  }
  return rows.map((grown) => grown.row);
}

const categories = fc.array(seedling, { minLength: 5, maxLength: 18 }).map((seedlings) =>
  grow<BundleCategory>(seedlings, 3, 5, (seed, index, parent) => {
    const [account_type, cash_flow] = parent
      ? [parent.account_type, parent.cash_flow]
      : (ROOT_KINDS[index < 5 ? index : seed.pick % ROOT_KINDS.length] ?? ["expense", null]);
    // A child may play another part on the cash flow statement than its parent.
    const own =
      cash_flow === null || parent === null || seed.pick % 3 > 0
        ? cash_flow
        : (ROLES[seed.pick % (account_type === "asset" ? 5 : 4)] ?? cash_flow);
    return {
      id: `cat_${index}`,
      name: seed.name,
      account_type,
      cash_flow: own,
      parent_id: parent?.id ?? null,
      position: seed.position,
      created: SET_UP,
    };
  }).map((row, _, rows): BundleCategory => {
    const equity = rows.filter(({ account_type }) => account_type === "equity");
    const pick = seedlings[0]?.pick ?? 0;
    return pick % 3 > 0 && row === equity[pick % equity.length] ? { ...row, role: "retained_earnings" } : row;
  }),
);

const departments = fc.array(seedling, { maxLength: 8 }).map((seedlings) => {
  const rows = grow<BundleDepartment>(seedlings, 4, 1, (seed, index, parent) => ({
    id: `dept_${index}`,
    name: seed.name,
    parent_id: parent?.id ?? null,
    position: seed.position,
    assignable: true,
    created: SET_UP,
  }));
  const parents = new Set(rows.map(({ parent_id }) => parent_id));
  return rows.map((row) => ({ ...row, assignable: !parents.has(row.id) }));
});

const amount = fc.oneof(
  fc.integer({ min: -100, max: 100 }),
  fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }),
  fc.constantFrom(0, 1, -1, 1_000_000_000_000_00),
);

interface LinePick {
  readonly category: number;
  readonly department: number | null;
  readonly merchant: string | null;
}
const pick = fc.record<LinePick>({
  category: fc.nat(),
  department: fc.option(fc.nat()),
  merchant: fc.option(fc.constantFrom("Ace", "ace", "Ace ", "Bee & Co", "Ünal")),
});

interface VoucherPick {
  readonly date: string;
  readonly source: Source;
  readonly held: boolean;
  readonly amounts: readonly (readonly [number, LinePick])[];
  readonly last: LinePick;
}

function voucherPick(dates: fc.Arbitrary<string>): fc.Arbitrary<VoucherPick> {
  return fc.record({
    date: dates,
    source: fc.constantFrom(...SOURCES),
    held: fc.boolean(),
    amounts: fc.array(fc.tuple(amount, pick), { minLength: 1, maxLength: 4 }),
    last: pick,
  });
}

/** Makes the voucher balance by its last line. */
function voucherOf(
  index: number,
  picked: VoucherPick,
  rows: readonly BundleCategory[],
  leaves: readonly BundleDepartment[],
): BundleVoucher {
  const { amounts, last, ...head } = picked;
  const balance = 0 - amounts.reduce((sum, [cents]) => sum + cents, 0);
  const lines = [...amounts, [balance, last] as const].map(
    ([cents, { category, department, merchant }]): BundleLine => {
      const leaf = department === null ? undefined : leaves[department % Math.max(1, leaves.length)];
      return {
        category_id: rows[category % rows.length]?.id ?? "",
        ...(cents < 0 ? { credit_cents: -cents } : { debit_cents: cents }),
        ...(leaf ? { department_id: leaf.id } : {}),
        ...(merchant === null ? {} : { merchant }),
      };
    },
  );
  return { ...head, id: `vch_${index}`, description: `entry ${index}`, created: SET_UP, lines };
}

/** Books whose vouchers are dated by `dates`. */
export function anyBooks(dates: fc.Arbitrary<string> = anyDay(), most = 40): fc.Arbitrary<Books> {
  return fc
    .record({
      categories,
      departments,
      picks: fc.array(voucherPick(dates), { maxLength: most }),
      fiscal_year_start_month: fc.integer({ min: 1, max: 12 }),
    })
    .map(({ picks, ...books }) => {
      const leaves = books.departments.filter(({ assignable }) => assignable);
      return {
        ...books,
        journal: picks.map((picked, index) => voucherOf(index, picked, books.categories, leaves)),
      };
    });
}

/** The same books, more or less edited: vouchers taken away, dated otherwise, and new ones. */
export function anyEdit(books: Books): fc.Arbitrary<BundleVoucher[]> {
  const change = fc.constantFrom("keep", "drop", "move", "turn");
  return fc
    .array(change, { minLength: books.journal.length, maxLength: books.journal.length })
    .map((changes) =>
      books.journal.flatMap((voucher, index) => {
        switch (changes[index]) {
          case "drop":
            return [];
          case "move":
            return [{ ...voucher, date: addDays(day(voucher.date), 17) }];
          case "turn":
            return [{ ...voucher, lines: voucher.lines.map(turned) }];
          default:
            return [voucher];
        }
      }),
    );
}

function turned({ debit_cents, credit_cents, ...rest }: BundleLine): BundleLine {
  return debit_cents === undefined
    ? { ...rest, debit_cents: credit_cents ?? 0 }
    : { ...rest, credit_cents: debit_cents };
}
