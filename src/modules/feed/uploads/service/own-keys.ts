/**
 * The keys of lines beside what the account has under their ids: a line whose id is another line's there is
 * known by its fingerprint. Both an upload and its preview ask this before anything is added.
 */
import type { PublicId } from "@daybook/words/public-id";
import { fingerprintOf, type KeyedLines, type KnownLine } from "../rules/duplicates.ts";
import {
  type DoubtfulLine,
  relationOf,
  renumberedNotes,
  renumberedOf,
  type StoredLine,
} from "../rules/renumbered.ts";
import { batchesOf } from "./batches.ts";
import type { UploadsNeeds } from "./needs.ts";

interface OwnLines {
  readonly lines: readonly KnownLine[];
  /** What the account has under the ids of the bank. */
  readonly stored: ReadonlyMap<string, StoredLine>;
  readonly notes: readonly string[];
}

export async function underOwnKeys(
  needs: Pick<UploadsNeeds, "paced" | "transactions">,
  companyId: PublicId<"company">,
  accountId: string,
  { lines, counts }: KeyedLines,
): Promise<OwnLines> {
  const storedOf = async (some: readonly KnownLine[]): Promise<Map<string, StoredLine>> => {
    const found = new Map<string, StoredLine>();
    for await (const batch of needs.paced(batchesOf(some))) {
      const wanted = batch.map(({ key }) => ({ account_id: accountId, external_id: key }));
      const rows = await needs.transactions.listStored(companyId, wanted);
      for (const [index, { key }] of batch.entries()) {
        const row = rows[index] ?? null;
        if (row !== null) found.set(key, row);
      }
    }
    return found;
  };
  const stored = await storedOf(lines.filter(({ external_id }) => external_id !== null));
  let same = 0;
  // By the bank's id: a line that stands in the file twice is one.
  const doubtful = new Map<string, Omit<DoubtfulLine, "isKnown">>();
  for await (const line of needs.paced(lines)) {
    const other = line.external_id === null ? undefined : stored.get(line.key);
    if (other === undefined || doubtful.has(line.key)) continue;
    const relation = relationOf(line, other);
    if (relation === "same") same += 1;
    else doubtful.set(line.key, { relation, other, own: { ...line, key: fingerprintOf(counts, line) } });
  }
  if (doubtful.size === 0) return { lines, stored, notes: [] };
  const known = await storedOf([...doubtful.values()].map(({ own }) => own));
  const renumbered = renumberedOf(
    [...doubtful.values()].map((each) => ({ ...each, isKnown: known.has(each.own.key) })),
    same,
  );
  const keys = new Map(renumbered.map(({ own }) => [own.external_id, own.key]));
  return {
    lines: lines.map((line) => ({ ...line, key: keys.get(line.external_id) ?? line.key })),
    stored,
    notes: renumberedNotes(renumbered),
  };
}
