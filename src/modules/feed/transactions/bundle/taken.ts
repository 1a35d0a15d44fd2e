/**
 * Ids that only one transaction may have: those of lines and spreads within a company, external ids within
 * an account. A file may pass one from a record to a later one. Any other id that is taken is refused by its
 * path, before anything is written.
 */
import { BundleProblem } from "../../../../contract/bundle.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { schedulesStore, type SpreadRow } from "../../../books/schedules/index.ts";
import type { SplitRow, StoredRow } from "../record.ts";
import { splitsStore } from "../store/splits.ts";
import { transactionsStore } from "../store/transactions.ts";

type Company = PublicId<"company">;

/** A transaction with all that its record holds. */
export interface Whole {
  readonly row: StoredRow;
  readonly lines: readonly SplitRow[];
  readonly spreads: readonly SpreadRow[];
}

/** A record that was read, with its former state. Records are checked in the order of the file. */
interface ReadRecord {
  readonly path: string;
  readonly former: Whole | undefined;
  readonly next: Whole;
}

/** An id that only one transaction may have, and its path in the file. */
interface OwnedId {
  readonly what: string;
  readonly path: string;
}

/**
 * Throws `BundleProblem` for an id that another transaction has. Returns the transactions whose external ids
 * pass to others.
 */
export async function refuseTaken(
  tx: Tx,
  companyId: Company,
  records: readonly ReadRecord[],
): Promise<string[]> {
  const places = new Map<string, number>(records.map(({ next }, index) => [next.row.id, index]));
  const passedOn: string[] = [];
  for (const [kind, had] of [
    ["lines", linesOf],
    ["spreads", spreadsOf],
    ["external ids", externalIdsOf],
  ] as const) {
    const here = new Set<string>();
    const fresh: (OwnedId & { readonly index: number })[] = [];
    for (const [index, { path, former, next }] of records.entries()) {
      const before = new Set(former ? had(former, path).map(({ what }) => what) : []);
      for (const each of had(next, path)) {
        if (here.has(each.what))
          throw new BundleProblem(each.path, `${shown(each.what)} appears twice in this section`);
        here.add(each.what);
        if (!before.has(each.what)) fresh.push({ ...each, index });
      }
    }
    if (fresh.length === 0) continue;
    const owners = await ownersOf(
      tx,
      companyId,
      kind,
      fresh.map(({ what }) => what),
    );
    for (const { what, path, index } of fresh) {
      const owner = owners.get(what);
      if (owner === undefined || places.get(owner) === index) continue;
      // An earlier record may have given the id up; otherwise two transactions would have it.
      if ((places.get(owner) ?? records.length) > index)
        throw new BundleProblem(path, `${shown(what)} is already of the transaction ${owner}`);
      if (kind === "external ids") passedOn.push(owner);
    }
  }
  return passedOn;
}

function linesOf({ lines }: Whole, path: string): OwnedId[] {
  return lines.map(({ id }, index) => ({ what: id, path: `${path}.lines[${index}].id` }));
}

function spreadsOf({ row, lines }: Whole, path: string): OwnedId[] {
  const own = row.spread_id === null ? [] : [{ what: row.spread_id, path: `${path}.spread.id` }];
  return [
    ...own,
    ...lines.flatMap(({ spread_id }, index) =>
      spread_id === null ? [] : [{ what: spread_id, path: `${path}.lines[${index}].spread.id` }],
    ),
  ];
}

function externalIdsOf({ row: { account_id, external_id } }: Whole, path: string): OwnedId[] {
  return external_id === null ? [] : [{ what: `${account_id} ${external_id}`, path: `${path}.external_id` }];
}

/** An account and an external id in one text. Ids of accounts contain no blanks. */
function shown(what: string): string {
  return what.slice(what.indexOf(" ") + 1);
}

async function ownersOf(
  tx: Tx,
  companyId: Company,
  kind: "lines" | "spreads" | "external ids",
  wanted: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (kind === "lines")
    return new Map(
      (await splitsStore.listById(tx, companyId, wanted)).map((row) => [row.id, row.transaction_id]),
    );
  if (kind === "spreads")
    return new Map(
      (await schedulesStore.listById(tx, companyId, wanted)).map((row) => [
        row.id,
        row.transaction_id ?? "the schedules",
      ]),
    );
  const owners = new Map<string, string>();
  for (const [account, those] of Map.groupBy(wanted, (what) => what.slice(0, what.indexOf(" ")))) {
    for (const row of await transactionsStore.lockByExternalId(tx, companyId, account, those.map(shown)))
      owners.set(`${account} ${row.external_id}`, row.id);
  }
  return owners;
}
