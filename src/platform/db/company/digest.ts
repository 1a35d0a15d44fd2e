/**
 * The digest of a company: one hash of the rows of each of its tables, in the order of their keys, and of
 * each of its stored files. Two installations have the same company if and only if the digests are equal. The
 * users are left out, because they belong to other companies too and may be known by other names.
 */
import { createHash } from "node:crypto";
import type { ReportProgress } from "../../../core/progress.ts";
import type { FileStorage } from "../backup/stored.ts";
import type { Tx } from "../db.ts";
import { type CompanyCatalog, rowsOf, type UserIds, USERS } from "./tables.ts";

/** The storage of a company's files. */
export interface CompanyStorage extends FileStorage {
  list(prefix: string): AsyncIterable<string>;
  delete(key: string): Promise<void>;
}

/** A stored file with its hash. */
export interface FileDigest {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

const FILE_MS = 300_000;

/** Collects the hashes of rows and files. */
export class CompanyDigest {
  readonly #tables = new Map<string, { hash: ReturnType<typeof createHash>; rows: number }>();
  readonly files: FileDigest[] = [];

  addRows(table: string, rows: string): void {
    const found = this.#tables.get(table) ?? { hash: createHash("sha256"), rows: 0 };
    found.hash.update(rows);
    found.rows += rows.split("\n").length - 1;
    this.#tables.set(table, found);
  }

  /** The number of rows of each table that has any. */
  get rows(): Readonly<Record<string, number>> {
    return Object.fromEntries(Array.from(this.#tables, ([name, { rows }]) => [name, rows]));
  }

  value(): string {
    const tables = [...this.#tables]
      .filter(([name]) => name !== USERS)
      .map(([name, { hash, rows }]) => [name, rows, hash.copy().digest("hex")] as const);
    const files = this.files.map(({ key, size, sha256 }) => [key, size, sha256] as const);
    const byName = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]) =>
      a < b ? -1 : 1;
    return createHash("sha256")
      .update(JSON.stringify([tables.toSorted(byName), files.toSorted(byName)]))
      .digest("hex");
  }
}

/** Reads the digest of a company from the database and its storage. */
export async function digestOf(
  tx: Tx,
  companyCatalog: CompanyCatalog,
  storage: CompanyStorage,
  companyId: string,
  { userIds, report }: { readonly userIds?: UserIds; readonly report?: ReportProgress } = {},
): Promise<CompanyDigest> {
  const digest = new CompanyDigest();
  let done = 0;
  const count = (bytes: number): void => {
    done += bytes;
    report?.({ done, total: null, unit: "bytes" });
  };
  for (const table of companyCatalog.tables)
    for await (const rows of rowsOf(tx, companyCatalog, table, companyId, userIds)) {
      digest.addRows(table.name, rows);
      count(rows.length);
    }
  for (const key of await listKeys(storage, companyId)) {
    const file = await digestFile(storage, key);
    if (file === null) continue;
    digest.files.push(file);
    count(file.size);
  }
  return digest;
}

/** The keys of all stored files of a company, in order. */
export async function listKeys(storage: Pick<CompanyStorage, "list">, companyId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(`${companyId}/`)) keys.push(key);
  return keys.toSorted();
}

/** Reads the hash of a stored file; null if it does not exist. */
async function digestFile(storage: FileStorage, key: string): Promise<FileDigest | null> {
  const content = await storage.stream(key, AbortSignal.timeout(FILE_MS));
  if (content === null) return null;
  let found: FileDigest | null = null;
  for await (const piece of hashing(key, content, (file) => (found = file))) void piece;
  return found;
}

/** Passes the pieces of a file on, and its hash at the end. */
async function* hashing(
  key: string,
  content: AsyncIterable<Uint8Array>,
  done: (file: FileDigest) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of content) {
    hash.update(piece);
    size += piece.length;
    yield piece;
  }
  done({ key, size, sha256: hash.digest("hex") });
}

/** The same storage, which adds the hash of each file that is read to a digest. */
export function hashedStorage(storage: FileStorage, digest: CompanyDigest): FileStorage {
  return {
    find: (key) => storage.find(key),
    put: (key, ...rest) => storage.put(key, ...rest),
    async stream(key, signal) {
      const content = await storage.stream(key, signal);
      return content && hashing(key, content, (file) => digest.files.push(file));
    },
  };
}
