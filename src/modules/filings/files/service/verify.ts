/**
 * Compares the stored files of a company with the rows that name them, for the command `verify`. Nothing is
 * locked meanwhile, so each difference is checked a second time before it is reported. A row is committed
 * before its file is stored and deleted before its file is deleted. So a file that is being created or
 * deleted is not reported.
 */
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { FileRows, Queryable } from "../../../../platform/db/index.ts";
import type { Objects } from "../../../../platform/objects/index.ts";

type Company = PublicId<"company">;

export interface FilesCheckNeeds {
  readonly db: Queryable;
  readonly objects: Pick<Objects, "find" | "list">;
  readonly rows: readonly FileRows[];
  /** Waits longer than a file may remain after its row was deleted. */
  readonly settle: () => Promise<void>;
}

interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly difference: string | null;
}

const BATCH = 500;

/**
 * Checks that each row's file exists and that each file has a row. Reports the first of each that does not.
 */
export async function checkStoredFiles(needs: FilesCheckNeeds, companyId: Company): Promise<Check[]> {
  const [exist, haveOwners] = ["stored_files_are_there", "stored_files_have_owners"];
  try {
    const keys = await listKeys(needs, companyId);
    if (keys === null)
      return [exist, haveOwners].map((check) => ({
        check,
        ok: true,
        difference: `not compared: the company has more than ${LIMITS.verified_files.value} stored files`,
      }));
    const missing = await findMissing(needs, companyId, keys);
    const stray = await findStray(needs, companyId, keys);
    return [
      { check: exist, ok: missing === null, difference: missing },
      { check: haveOwners, ok: stray === null, difference: stray },
    ];
  } catch (error) {
    return [
      {
        check: exist,
        ok: false,
        difference: `the stored files can't be read: ${error instanceof Error ? error.message : String(error)}`,
      },
    ];
  }
}

/** The keys of all stored files of a company; null if there are too many to compare. */
async function listKeys({ objects }: FilesCheckNeeds, companyId: Company): Promise<Set<string> | null> {
  const keys = new Set<string>();
  for await (const key of objects.list(`${companyId}/`)) {
    keys.add(key);
    if (keys.size > LIMITS.verified_files.value) return null;
  }
  return keys;
}

/** Describes the first row whose file is missing; null if none is. */
async function findMissing(
  needs: FilesCheckNeeds,
  companyId: Company,
  keys: ReadonlySet<string>,
): Promise<string | null> {
  for (const rows of needs.rows) {
    for await (const { id, key } of keptRows(needs, rows, companyId)) {
      // The file may have been stored after the keys were listed, or deleted together with its row.
      if (keys.has(key) || (await needs.objects.find(key)) !== null) continue;
      for await (const again of keptRows(needs, rows, companyId))
        if (again.key === key) return `the file ${key} of the ${rows.recordNoun} ${id} is not there`;
    }
  }
  return null;
}

async function* keptRows({ db }: FilesCheckNeeds, { listWithFile }: FileRows, companyId: Company) {
  for (let after = ""; ;) {
    const rows = await listWithFile(db, companyId, after, BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}

/** Describes the first stored file that no row owns; null if there is none. */
async function findStray(
  needs: FilesCheckNeeds,
  companyId: Company,
  keys: ReadonlySet<string>,
): Promise<string | null> {
  const suspects = await keysWithoutRow(needs, companyId, [...keys]);
  if (suspects.length === 0) return null;
  await needs.settle();
  for (const key of await keysWithoutRow(needs, companyId, suspects))
    if ((await needs.objects.find(key)) !== null) return `the file ${key} belongs to no record`;
  return null;
}

/** Returns the keys whose owning row does not exist. A key is `<company>/<folder>/<row id>/...`. */
async function keysWithoutRow(
  { db, rows }: FilesCheckNeeds,
  companyId: Company,
  keys: readonly string[],
): Promise<string[]> {
  const parts = (key: string): readonly string[] => key.split("/");
  const byFolder = Map.groupBy(keys, (key) => parts(key)[1] ?? "");
  const strays: string[] = [];
  for (const [folder, inside] of byFolder) {
    const owner = rows.find((each) => each.folder === folder);
    if (owner?.listIds === null) continue;
    for (let at = 0; at < inside.length; at += BATCH) {
      const batch = inside.slice(at, at + BATCH);
      const found = owner
        ? await owner.listIds(db, companyId, [...new Set(batch.map((key) => parts(key)[2] ?? ""))])
        : [];
      const existing = new Set(found.map(({ id }) => id));
      strays.push(...batch.filter((key) => !existing.has(parts(key)[2] ?? "")));
    }
  }
  return strays;
}
