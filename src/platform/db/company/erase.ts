/**
 * Erases a company: all of its rows, its stored files, and the users who belong to no other company. What is
 * erased is counted first and written to a certificate outside of the database. Invariants: files are deleted
 * before the rows in one transaction, so an erasure that was killed is still known and can be run again; the
 * certificate gets its name only when everything is erased.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { ReportProgress } from "../../../core/progress.ts";
import { currentActor, runAs } from "../../log/actor.ts";
import { replaceFile } from "../../machine/durable.ts";
import { removeFile, requireNew } from "../../machine/files.ts";
import { readToEnd } from "../backup/restore.ts";
import type { Tx } from "../db.ts";
import { preventMigrations } from "../migrate.ts";
import { digestOf, type FileDigest, listKeys } from "./digest.ts";
import { movesStore, sentenceOf } from "./moves.ts";
import { MoveProblem } from "./problem.ts";
import { deleteRows, deleteUsers, findLoneUsers, listUsers, lockUsers, quietly } from "./rows.ts";
import { firstRow, literal, readCatalog } from "./tables.ts";
import { ARCHIVE, type ArchiveNeeds } from "./write.ts";

export const CERTIFICATE = "daybook.erasure-certificate";

/** What says that a company was erased. It names no person but the operator. */
export interface Certificate {
  readonly format: typeof CERTIFICATE;
  readonly version: 1;
  readonly company: { readonly id: string; readonly name: string; readonly state: string };
  /** When the erasure ended, in Unix seconds of the service's clock. */
  readonly erased_at: UnixSeconds;
  readonly erased_by: string;
  /** The number of deleted rows of each table that had any. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: readonly FileDigest[];
  /** The users who belonged to no other company, and were erased. */
  readonly erased_users: readonly string[];
  /** The users who belong to other companies too, and were kept. */
  readonly kept_users: readonly string[];
  /** The digest of the company before it was erased, which is that of an archive of the same state. */
  readonly digest: string;
  /** Where the company has moved to, and the digest with which it arrived there; null if it has not moved. */
  readonly moved: { readonly place: string | null; readonly digest: string | null } | null;
  /**
   * The archive that was named as the last copy; null if none was. `is_same` is true if it has what was
   * erased or what moved.
   */
  readonly archive: { readonly digest: string; readonly made: number; readonly is_same: boolean } | null;
  /** What this erasure did not reach. */
  readonly remains: readonly string[];
  /** The SHA-256 of the certificate as compact JSON without this member. */
  readonly sha256: string;
}

const REMAINS = [
  "Backups that were written before, until they are deleted, and the write-ahead log and replicas of a PostgreSQL server.",
  "Files that were exported or downloaded before, and archives of the company.",
  "Mail that was sent, the folder of mail if there is one, and the logs of the service.",
  "Versions that a bucket keeps of deleted files.",
];

/** What is known before anything is deleted. An interrupted erasure goes on from it. */
type Draft = Omit<
  Certificate,
  "format" | "version" | "erased_at" | "erased_by" | "archive" | "remains" | "sha256"
>;

export interface Erasure {
  readonly certificate: Certificate;
  readonly file: string;
  readonly text_file: string;
}

export interface ErasureOptions {
  /** The company's name, as the operator typed it. */
  readonly name: string;
  /** The path of the certificate, without its extension. */
  readonly path: string;
  /** The path of the company's last archive. */
  readonly archive: string | null;
}

/** Erases a company that is closed or has moved, or a copy that is not opened. */
export async function eraseCompany(
  needs: ArchiveNeeds,
  companyId: string,
  { name, path, archive }: ErasureOptions,
  report: ReportProgress,
): Promise<Erasure> {
  const { now } = needs;
  const [file, textFile, draftFile] = [`${path}.json`, `${path}.txt`, `${path}.json.part`];
  for (const each of [file, textFile]) await requireNew(each);
  const named = archive === null ? null : await readNamed(archive, companyId, report);
  // Rows are deleted before files. So a company that is there has all of both, whatever was interrupted.
  const found = (await isThere(needs, companyId)) ? null : await readDraft(draftFile, companyId);
  const draft = found ?? (await prepare(needs, companyId, report));
  if (name !== draft.company.name)
    throw new MoveProblem(
      `The name of ${companyId} is not ${JSON.stringify(name)}. Type it exactly to erase the company; nothing was erased.`,
    );
  if (found === null) await replaceFile(draftFile, JSON.stringify(draft));
  const actor = currentActor();
  const work = () => deleteRowsOf(needs, companyId);
  if (found === null) await (actor === null ? work() : runAs({ ...actor, company_id: null }, work));
  for (const key of await listKeys(needs.storage, companyId)) await needs.storage.delete(key);
  const certificate = hashed({
    format: CERTIFICATE,
    version: 1,
    ...draft,
    erased_at: now(),
    erased_by: actor?.by ?? "daybook",
    archive:
      named === null
        ? null
        : { ...named, is_same: [draft.digest, draft.moved?.digest].includes(named.digest) },
    remains: REMAINS,
  });
  await replaceFile(textFile, textOf(certificate));
  await replaceFile(file, `${JSON.stringify(certificate, null, 2)}\n`);
  await removeFile(draftFile);
  return { certificate, file, text_file: textFile };
}

async function isThere({ db }: ArchiveNeeds, companyId: string): Promise<boolean> {
  const query = `select id from companies where id = ${literal(companyId)}`;
  return (await db.transaction((tx) => firstRow(tx, query), { mode: "snapshot" })) !== null;
}

/** Deletes the rows of a company that may still be erased, in one transaction. */
async function deleteRowsOf({ db }: ArchiveNeeds, companyId: string): Promise<void> {
  await db.transaction(
    async (tx) => {
      await preventMigrations(tx);
      const companyCatalog = await readCatalog(tx);
      const id = literal(companyId);
      await tx.script(`select 1 from companies where id = ${id} for update`);
      await requireErasable(tx, companyId);
      const users = await listUsers(tx, companyCatalog, companyId);
      await lockUsers(tx, users);
      const lone = await findLoneUsers(tx, companyCatalog, companyId, users);
      await quietly(tx, companyCatalog, async () => {
        await deleteRows(tx, companyCatalog, companyId);
        // The mark of a password that this team could have set stays, and names no company.
        await tx.script(`update passwords set shown_in = '' where shown_in = ${id}`);
        await deleteUsers(tx, companyCatalog, lone);
      });
    },
    { long: true, noRetry: true },
  );
}

/** Reads what is to be erased. */
async function prepare(
  { db, storage }: ArchiveNeeds,
  companyId: string,
  report: ReportProgress,
): Promise<Draft> {
  return db.transaction(
    async (tx) => {
      const companyCatalog = await readCatalog(tx);
      const { company, move } = await requireErasable(tx, companyId);
      const digest = await digestOf(tx, companyCatalog, storage, companyId, { report });
      const users = await listUsers(tx, companyCatalog, companyId);
      const lone = new Set(await findLoneUsers(tx, companyCatalog, companyId, users));
      const idsOf = (isLone: boolean) =>
        users.filter((user) => lone.has(user) === isLone).map(({ id }) => id);
      return {
        company,
        rows: { ...digest.rows, users: lone.size },
        files: digest.files,
        erased_users: idsOf(true),
        kept_users: idsOf(false),
        digest: digest.value(),
        moved: move?.state === "moved" ? { place: move.place, digest: move.digest } : null,
      };
    },
    { mode: "snapshot", long: true },
  );
}

/** Returns the company if it may be erased. */
async function requireErasable(tx: Tx, companyId: string) {
  const row = await firstRow(tx, `select name, lifecycle from companies where id = ${literal(companyId)}`);
  if (row === null) throw new MoveProblem(`There is no company ${companyId}.`, true);
  const [name, lifecycle] = [row[0] ?? "", row[1] ?? ""];
  const move = await movesStore.find(tx, companyId);
  if (move?.state === "leaving")
    throw new MoveProblem(`${sentenceOf(name, companyId, move)} It can't be erased.`);
  if (move === null && lifecycle !== "closed" && lifecycle !== "deleted")
    throw new MoveProblem(
      `The company ${companyId} (${name}) is ${lifecycle}, and only a closed company is erased. Close it with \`daybook company set ${companyId} --lifecycle closed\` first.`,
    );
  return { company: { id: companyId, name, state: move?.state ?? lifecycle }, move };
}

/** Reads the archive that is named as the last copy. */
async function readNamed(path: string, companyId: string, report: ReportProgress) {
  const { header, digest } = await readToEnd(path, report, ARCHIVE);
  if (header.company?.id !== companyId)
    throw new MoveProblem(`The archive ${path} is of another company. Nothing was erased.`);
  return { digest, made: header.made };
}

async function readDraft(path: string, companyId: string): Promise<Draft | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  const draft = JSON.parse(text) as Draft;
  if (draft.company.id !== companyId)
    throw new MoveProblem(
      `${path} is of another company, whose erasure was interrupted. Name another certificate.`,
    );
  return draft;
}

function hashed(certificate: Omit<Certificate, "sha256">): Certificate {
  const sha256 = createHash("sha256").update(JSON.stringify(certificate)).digest("hex");
  return { ...certificate, sha256 };
}

/** The certificate for people. */
function textOf(certificate: Certificate): string {
  const { company, erased_at, erased_by, rows, files, erased_users, kept_users, archive, moved, remains } =
    certificate;
  const archiveLine =
    archive === null
      ? "No archive of it was named."
      : `An archive of it was named: digest ${archive.digest}, ${archive.is_same ? "which has what was erased" : "which is of another state of the company"}.`;
  return [
    `The company ${company.name} (${company.id}), which was ${company.state}, is erased.`,
    "",
    `When: ${new Date(erased_at * 1000).toISOString()}`,
    `By: ${erased_by}`,
    `Digest of the company: ${certificate.digest}`,
    ...(moved === null
      ? []
      : [`It lives on at ${moved.place ?? "another installation"}: digest ${moved.digest}.`]),
    archiveLine,
    "",
    "Deleted rows, by table:",
    ...Object.entries(rows).map(([table, count]) => `  ${table}: ${count}`),
    "",
    `Deleted files: ${files.length}`,
    ...files.map(({ key, size, sha256 }) => `  ${key}: ${size} bytes, SHA-256 ${sha256}`),
    "",
    `Users who belonged to no other company and were erased: ${erased_users.join(", ") || "none"}`,
    `Users who belong to other companies too and were kept: ${kept_users.join(", ") || "none"}`,
    "",
    "Not erased by this:",
    ...remains.map((sentence) => `  ${sentence}`),
    "",
    `SHA-256 of the certificate: ${certificate.sha256}`,
    "",
  ].join("\n");
}
