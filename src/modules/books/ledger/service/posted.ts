/**
 * Checks that the journal holds exactly the postings of a kind of source: no voucher differs, none is missing
 * and none is left over. Sources and vouchers are read in batches, so that memory does not grow with the
 * books; vouchers that are left over are looked for only where there are more than were posted.
 */
import { AssertionFailed } from "../../../../core/assert.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Queryable } from "../../../../platform/db/index.ts";
import { type LineRow, vouchersStore } from "../store/vouchers.ts";
import { linesOf, type PostedKind, type Posting, sourceOf, voucherRange } from "./postings.ts";
import type { SourceCheck } from "./verify.ts";

type Company = PublicId<"company">;

/** A source with everything that it posts. */
export interface Posted {
  readonly id: string;
  readonly postings: readonly Posting[];
}

/** Access to the sources of a kind. */
export interface PostedSources {
  readonly check: string;
  readonly kind: PostedKind;
  /** Up to `count` sources after an id, in the order of their ids. */
  readonly listAfter: (
    db: Queryable,
    companyId: Company,
    after: string,
    count: number,
  ) => Promise<readonly Posted[]>;
  /** Some of them, in any order. */
  readonly listById: (
    db: Queryable,
    companyId: Company,
    ids: readonly string[],
  ) => Promise<readonly Posted[]>;
}

const TOGETHER = 500;

/** Makes the check that the sources of a kind are posted as they are now. */
export function postedCheck(sources: PostedSources): SourceCheck {
  return {
    check: sources.check,
    find: (db, companyId) =>
      firstDifference(db, companyId, sources).catch((error: unknown) => {
        // A corrupt source may have a posting that could never be written.
        if (error instanceof AssertionFailed) return error.message;
        throw error;
      }),
  };
}

async function firstDifference(
  db: Queryable,
  companyId: Company,
  sources: PostedSources,
): Promise<string | null> {
  let vouchers = 0;
  for (let after = ""; ;) {
    const batch = await sources.listAfter(db, companyId, after, TOGETHER);
    const last = batch.at(-1);
    if (!last) break;
    after = last.id;
    const posted = vouchersOf(batch);
    const difference = await differenceOf(db, companyId, posted);
    if (difference !== null) return difference;
    vouchers += posted.size;
  }
  return (await vouchersStore.countWithin(db, companyId, voucherRange(sources.kind))) === vouchers
    ? null
    : leftOver(db, companyId, sources);
}

/** The postings of sources, by voucher. */
type Vouchers = ReadonlyMap<string, { readonly source: string; readonly lines: readonly LineRow[] }>;

/** Vouchers without lines are left out. */
function vouchersOf(batch: readonly Posted[]): Vouchers {
  const vouchers = batch.flatMap(({ id, postings }) =>
    postings.map((posting) => [posting.id as string, { source: id, lines: linesOf(posting) }] as const),
  );
  return new Map(vouchers.filter(([, { lines }]) => lines.length > 0));
}

async function differenceOf(db: Queryable, companyId: Company, vouchers: Vouchers): Promise<string | null> {
  if (vouchers.size === 0) return null;
  const found = Map.groupBy(
    await vouchersStore.list(db, companyId, [...vouchers.keys()]),
    ({ voucher_id }) => voucher_id as string,
  );
  for (const [id, { source, lines }] of vouchers) {
    const held = found.get(id);
    if (held === undefined) return `${source} posts voucher ${id} of ${lines[0]?.date}, which is missing`;
    if (held.length !== lines.length)
      return `${source} posts ${lines.length} lines in voucher ${id} of ${lines[0]?.date}, which has ${held.length}`;
    for (const [index, line] of lines.entries()) {
      const name = Object.keys(line).find(
        (field) => line[field as keyof LineRow] !== held[index]?.[field as keyof LineRow],
      ) as keyof LineRow | undefined;
      if (name !== undefined)
        return `line ${line.line} of voucher ${id} of ${line.date} has the ${name} ${shown(held[index]?.[name])}, but ${source} posts ${shown(line[name])}`;
    }
  }
  return null;
}

function shown(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** The first voucher that no source posts. */
async function leftOver(
  db: Queryable,
  companyId: Company,
  { kind, listById }: PostedSources,
): Promise<string | null> {
  const { to, ...range } = voucherRange(kind);
  for (let { from } = range; ;) {
    const ids = await vouchersStore.listIdsWithin(db, companyId, { from, to }, TOGETHER);
    const last = ids.at(-1);
    if (last === undefined) return null;
    from = `${last}\u{1}`;
    const posted = vouchersOf(
      await listById(db, companyId, [...new Set(ids.map((id) => sourceOf(kind, id)))]),
    );
    const left = ids.find((id) => !posted.has(id));
    if (left !== undefined) return `voucher ${left} is left over: no ${POSTED_NAMES[kind]} posts it`;
  }
}

const POSTED_NAMES = {
  transaction: "transaction",
  transfer: "transfer",
  invoice: "invoice",
  spread: "month of a spread",
} as const satisfies Record<PostedKind, string>;
