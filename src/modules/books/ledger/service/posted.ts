/**
 * Makes the checks of `verify` that compare postings with their sources. For each kind of source, the journal
 * must contain exactly the postings of the present sources: no voucher may differ, be missing or be left over
 * from a former source. Sources and vouchers are read in batches, so that memory does not grow with the
 * books. Leftover vouchers are looked for only if the number of vouchers is wrong.
 */
import { AssertionFailed } from "@daybook/words/assert";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../../platform/db/index.ts";
import { type LineRow, vouchersStore } from "../store/vouchers.ts";
import { linesOf, type SourceKind, type Posting, sourceOf, voucherRange } from "./postings.ts";
import type { SourceCheck } from "./verify.ts";

type Company = PublicId<"company">;

/** A source with all its postings. */
export interface PostedSource {
  readonly id: string;
  readonly postings: readonly Posting[];
}

/** Reads the sources of one kind, with their postings. */
export interface SourceReader {
  readonly check: string;
  readonly kind: SourceKind;
  /** Returns up to `count` sources after an id, in the order of their ids. */
  readonly listAfter: (
    db: Queryable,
    companyId: Company,
    after: string,
    count: number,
  ) => Promise<readonly PostedSource[]>;
  /** Returns the sources with these ids, in any order. */
  readonly listById: (
    db: Queryable,
    companyId: Company,
    ids: readonly string[],
  ) => Promise<readonly PostedSource[]>;
}

const BATCH_SIZE = 500;

/** Makes the check that all sources of a kind are posted in their present state. */
export function postedCheck(reader: SourceReader): SourceCheck {
  return {
    check: reader.check,
    find: (db, companyId) =>
      findFirstDifference(db, companyId, reader).catch((error: unknown) => {
        // The posting of a corrupt source may not balance. The error's message then describes the difference.
        if (error instanceof AssertionFailed) return error.message;
        throw error;
      }),
  };
}

async function findFirstDifference(
  db: Queryable,
  companyId: Company,
  reader: SourceReader,
): Promise<string | null> {
  let vouchers = 0;
  for (let after = ""; ;) {
    const batch = await reader.listAfter(db, companyId, after, BATCH_SIZE);
    const last = batch.at(-1);
    if (!last) break;
    after = last.id;
    const posted = vouchersOf(batch);
    const difference = await findDifference(db, companyId, posted);
    if (difference !== null) return difference;
    vouchers += posted.size;
  }
  return (await vouchersStore.countWithin(db, companyId, voucherRange(reader.kind))) === vouchers
    ? null
    : findLeftoverVoucher(db, companyId, reader);
}

/** The expected vouchers by id, each with its source. */
type Vouchers = ReadonlyMap<string, { readonly source: string; readonly lines: readonly LineRow[] }>;

/** Returns the expected vouchers of some sources. Vouchers without lines are left out. */
function vouchersOf(batch: readonly PostedSource[]): Vouchers {
  const vouchers = batch.flatMap(({ id, postings }) =>
    postings.map((posting) => [posting.id as string, { source: id, lines: linesOf(posting) }] as const),
  );
  return new Map(vouchers.filter(([, { lines }]) => lines.length > 0));
}

/** Returns the first difference between expected and stored vouchers, as a sentence. */
async function findDifference(db: Queryable, companyId: Company, vouchers: Vouchers): Promise<string | null> {
  if (vouchers.size === 0) return null;
  const linesByVoucher = Map.groupBy(
    await vouchersStore.list(db, companyId, [...vouchers.keys()]),
    ({ voucher_id }) => voucher_id as string,
  );
  for (const [id, { source, lines }] of vouchers) {
    const stored = linesByVoucher.get(id);
    if (stored === undefined) return `${source} posts voucher ${id} of ${lines[0]?.date}, which is missing`;
    if (stored.length !== lines.length)
      return `${source} posts ${lines.length} lines in voucher ${id} of ${lines[0]?.date}, which has ${stored.length}`;
    for (const [index, line] of lines.entries()) {
      const name = Object.keys(line).find(
        (field) => line[field as keyof LineRow] !== stored[index]?.[field as keyof LineRow],
      ) as keyof LineRow | undefined;
      if (name !== undefined)
        return `line ${line.line} of voucher ${id} of ${line.date} has the ${name} ${quote(stored[index]?.[name])}, but ${source} posts ${quote(line[name])}`;
    }
  }
  return null;
}

function quote(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** Returns the first voucher whose source does not exist or does not post it, as a sentence. */
async function findLeftoverVoucher(
  db: Queryable,
  companyId: Company,
  { kind, listById }: SourceReader,
): Promise<string | null> {
  const { to, ...range } = voucherRange(kind);
  for (let { from } = range; ;) {
    const ids = await vouchersStore.listIdsWithin(db, companyId, { from, to }, BATCH_SIZE);
    const last = ids.at(-1);
    if (last === undefined) return null;
    from = `${last}\u{1}`;
    const posted = vouchersOf(
      await listById(db, companyId, [...new Set(ids.map((id) => sourceOf(kind, id)))]),
    );
    const left = ids.find((id) => !posted.has(id));
    if (left !== undefined) return `voucher ${left} is left over: no ${SOURCE_NAMES[kind]} posts it`;
  }
}

const SOURCE_NAMES = {
  transaction: "transaction",
  transfer: "transfer",
  invoice: "invoice",
  voided_invoice: "void invoice",
  bill: "bill",
  voided_bill: "void bill",
  settlement: "settlement",
  reversed_settlement: "reversed settlement",
  spread: "month of a spread",
} as const satisfies Record<SourceKind, string>;
