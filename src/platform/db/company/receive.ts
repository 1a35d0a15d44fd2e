/**
 * Brings a company in from its archive, in one transaction, sealed until it is opened. Invariants: nothing is
 * committed unless the digest of the rows and files here is that of the archive; a company that is here and
 * not sealed is never replaced.
 */
import type { ReportProgress } from "../../../core/progress.ts";
import { parseId } from "@daybook/words/public-id";
import { currentActor, runAs } from "../../log/actor.ts";
import { type BackupHeader, STORED_FILES } from "../backup/file.ts";
import { checkMigrations, checkTables, withReader } from "../backup/restore.ts";
import { storeFiles } from "../backup/stored.ts";
import { copyRow, readCopyRow } from "../copy.ts";
import type { Tx } from "../db.ts";
import { isDistributed } from "../distribution.ts";
import { violates } from "../error-fields.ts";
import { listMigrations, preventMigrations } from "../migrate.ts";
import { digestOf, listKeys } from "./digest.ts";
import { markOf, movesStore, sentenceOf } from "./moves.ts";
import { MoveProblem } from "./problem.ts";
import { deleteRows, quietly } from "./rows.ts";
import { allRows, firstRow, JOBS, literal, readCatalog, translate, USERS } from "./tables.ts";
import { ARCHIVE, type ArchiveNeeds } from "./write.ts";

export interface ReceivedCompany {
  readonly company_id: string;
  readonly name: string;
  /** The number of rows of each table that has any. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  /** The digest of the company here, which is that of the archive. */
  readonly digest: string;
  /** True if the company left where the archive was written, so that a code opens it. */
  readonly needs_code: boolean;
  /** The number of users of the company who were here already, by their e-mail addresses. */
  readonly known_users: number;
}

/** What an archive holds, from a first reading to its end. */
interface Archive {
  readonly header: BackupHeader;
  readonly company: NonNullable<BackupHeader["company"]>;
  readonly digest: string;
  readonly users: readonly (readonly (string | null)[])[];
  readonly keys: ReadonlySet<string>;
}

/** Receives the archive at `path`. `check` throws if the books that came in differ from their entries. */
export async function receiveArchive(
  { db, storage }: ArchiveNeeds,
  path: string,
  report: ReportProgress,
  check: (tx: Tx, companyId: string) => Promise<void>,
): Promise<ReceivedCompany> {
  const archive = await readArchive(path, report);
  const { header, company, digest } = archive;
  checkMigrations(path, header, await listMigrations(), ARCHIVE);
  const isShared = company.code_hash !== null && (await storage.find(markOf(company.code_hash))) !== null;
  const found = new Set(await listKeys(storage, company.id));
  const stored = { began: false };
  const distributed = await isDistributed(db);
  const actor = currentActor();
  const work = () =>
    db.transaction(
      async (tx): Promise<ReceivedCompany> => {
        await preventMigrations(tx);
        const companyCatalog = await readCatalog(tx);
        const fileTables = header.tables.filter(({ name }) => name !== STORED_FILES.name);
        checkTables(path, { ...header, tables: fileTables }, companyCatalog.tables);
        const here = await requireFree(tx, archive);
        const userIds = await mergeUsers(tx, archive);
        const inverse = new Map(Array.from(userIds, ([there, own]) => [own, there]));
        const others = [...found].filter((key) => company.code_hash === null || !archive.keys.has(key));
        if (isShared || (here === null && others.length > 0))
          throw new MoveProblem(
            `The storage of this installation has files of ${company.id} already: both installations store their files in the same place, or an attempt that was killed left them. Give this one its own folder or bucket, or delete the files of ${company.id} from it, and receive the company again.`,
          );
        if (here?.digest !== digest) {
          for (const key of found) if (!archive.keys.has(key)) await storage.delete(key);
          await quietly(tx, companyCatalog, async () => {
            if (here !== null) await deleteRows(tx, companyCatalog, company.id);
            await copyRows(tx, path, report, storage, userIds, stored);
            const [[lifecycle = ""] = []] = await allRows(
              tx,
              `select lifecycle from companies where id = ${literal(company.id)}`,
            );
            await movesStore.insertArriving(tx, company.id, {
              lifecycle: lifecycle ?? "",
              code_hash: company.code_hash,
              digest,
            });
            const [[jobs] = []] = await allRows(
              tx,
              "select coalesce(jsonb_agg(to_jsonb(j)), '[]') from arriving_jobs j",
            );
            await movesStore.parkJobs(tx, company.id, jobs ?? "[]");
            await tx.script("drop table arriving_jobs");
            await movesStore.seal(tx, company.id);
            await tx.script(
              `insert into credentials (hash, company)
                 select hash, company_id from api_keys where company_id = ${literal(company.id)} union all
                 select token_hash, company_id from invitations where company_id = ${literal(company.id)} and token_hash is not null`,
            );
          });
          if (!distributed)
            await tx.script(`analyze ${companyCatalog.tables.map(({ name }) => name).join(", ")}`);
        }
        const own = await digestOf(tx, companyCatalog, storage, company.id, { userIds: inverse, report });
        if (own.value() !== digest)
          throw new MoveProblem(
            `The company ${company.id} did not arrive as it left: its digest differs from that of the archive. Nothing was received.`,
          );
        await check(tx, company.id);
        return {
          company_id: company.id,
          name: company.name,
          rows: own.rows,
          files: own.files.length,
          digest,
          needs_code: company.code_hash !== null,
          known_users: userIds.size,
        };
      },
      { long: true, noRetry: true },
    );
  try {
    return await (actor === null ? work() : runAs({ ...actor, company_id: null }, work));
  } catch (error) {
    // The rows were rolled back, and no row names the files any more.
    if (stored.began) for (const key of archive.keys) if (!found.has(key)) await storage.delete(key);
    if (violates(error, "credentials_pkey"))
      throw new MoveProblem(
        `Another company here has an API key or an invitation of ${company.id}, so this is no other company's archive. Nothing was received.`,
      );
    throw error;
  }
}

/** Reads an archive to its end, so that a damaged one is found before the database changes. */
async function readArchive(path: string, report: ReportProgress): Promise<Archive> {
  return withReader(
    path,
    report,
    async (reader) => {
      const { header } = reader;
      const { company } = header;
      if (company === undefined || parseId("company", company.id) === null)
        throw new MoveProblem(`The archive ${path} names no company.`);
      const users: (string | null)[][] = [];
      const keys = new Set<string>();
      for (const { name, columns } of header.tables) {
        const isOwn = ownRows(name, columns, company.id);
        for await (const rows of reader.rows())
          for (const row of linesOf(rows)) {
            if (!isOwn(row))
              throw new MoveProblem(
                `The archive ${path} has a row of another company than ${company.id} in ${name}. Nothing was received.`,
              );
            if (name === STORED_FILES.name) keys.add(row[0] ?? "");
            if (name === USERS) users.push(row);
          }
      }
      const { digest } = await reader.end();
      return { header, company, digest, users, keys };
    },
    ARCHIVE,
  );
}

/**
 * Returns whether a row of a table is of the company. Triggers and foreign keys are off while rows come in,
 * and keys of files are the places where files are stored.
 */
function ownRows(
  table: string,
  columns: readonly string[],
  companyId: string,
): (row: readonly (string | null)[]) => boolean {
  const valueOf = (column: string) => {
    const place = columns.indexOf(column);
    return (row: readonly (string | null)[]) => row[place];
  };
  const has = (column: string) => {
    const value = valueOf(column);
    return (row: readonly (string | null)[]) => value(row) === companyId;
  };
  switch (table) {
    case USERS:
      return () => true;
    case STORED_FILES.name:
      return ([key]) => key?.startsWith(`${companyId}/`) === true;
    case "companies":
      return has("id");
    case JOBS: {
      const [turn, payload] = [valueOf("turn_of"), valueOf("payload")];
      return (row) => {
        const { company_id = companyId } = JSON.parse(payload(row) ?? "{}") as { company_id?: unknown };
        return company_id === companyId && (turn(row) ?? companyId) === companyId;
      };
    }
    default:
      return has("company_id");
  }
}

const linesOf = (rows: string): (string | null)[][] => rows.split("\n").slice(0, -1).map(readCopyRow);

/** Returns the sealed company that the archive replaces; null if there is none. */
async function requireFree(tx: Tx, { company, header }: Archive) {
  const exists = await firstRow(tx, `select name from companies where id = ${literal(company.id)}`);
  if (exists === null) return null;
  const move = await movesStore.find(tx, company.id);
  if (move === null)
    throw new MoveProblem(
      `The company ${company.id} (${exists[0]}) is here already, and no company is replaced. Nothing was received.`,
    );
  if (move.state === "leaving" || (move.state === "moved" && move.code_hash === company.code_hash))
    throw new MoveProblem(
      `${sentenceOf(exists[0] ?? "", company.id, move)} The archive was written here and is received by the other installation.`,
    );
  if (move.state === "arriving") return move;
  // Only an archive that left its new home after it had moved there can bring it back.
  const [at] = (await firstRow(
    tx,
    `select max(at) from audit_events where company_id = ${literal(company.id)} and action = 'company moved'`,
  )) ?? [null];
  if (company.code_hash === null || header.made < Number(at))
    throw new MoveProblem(
      `${sentenceOf(exists[0] ?? "", company.id, move)} This archive is not of the company as it left from there. Erase the company here before another state of it is received.`,
    );
  return { ...move, digest: null };
}

/**
 * Adds those users of the archive whose e-mail address is new here. Returns, for the others who have another
 * id here, that id.
 */
async function mergeUsers(tx: Tx, { header, company, users }: Archive): Promise<ReadonlyMap<string, string>> {
  const columns = header.tables.find(({ name }) => name === USERS)?.columns ?? [];
  const [idAt, emailAt] = [columns.indexOf("id"), columns.indexOf("email")];
  const textAt = (row: readonly (string | null)[], at: number) => row[at] ?? "";
  const listOf = (at: number) => users.map((row) => literal(textAt(row, at))).join(", ") || "null";
  const own = await allRows(
    tx,
    `select id, email from ${USERS} where email in (${listOf(emailAt)}) or id in (${listOf(idAt)})`,
  );
  const byEmail = new Map(own.map(([id, email]) => [email, id ?? ""]));
  const emails = new Map(own.map(([id, email]) => [id, email]));
  const [ids, added] = [new Map<string, string>(), [] as (readonly (string | null)[])[]];
  for (const row of users) {
    const [id, email] = [textAt(row, idAt), textAt(row, emailAt)];
    const known = byEmail.get(email);
    if (known === undefined && emails.has(id))
      throw new MoveProblem(
        `The user ${id} has the e-mail address ${email} in the archive and ${emails.get(id)} here. Give both the same address, or one of them another id. Nothing was received.`,
      );
    if (known === undefined) added.push(row);
    else if (known !== id) ids.set(id, known);
  }
  // Nobody erases these users before the rows that name them are committed.
  if (users.length > 0)
    await tx.script(`select 1 from ${USERS} where email in (${listOf(emailAt)}) for key share`);
  const shown = await firstRow(
    tx,
    `select u.email from ${USERS} u join passwords p on p.user_id = u.id
      where u.email in (${listOf(emailAt)}) and p.shown_in <> ${literal(company.id)}`,
  );
  if (shown !== null)
    throw new MoveProblem(
      `The password of ${shown[0]} was set here with a link that another company's team could see. Send them the link of \`daybook member password ${shown[0]}\`, and receive the archive when they have set a new one. Nothing was received.`,
    );
  if (added.length > 0)
    await tx.copyIn(`${USERS} (${columns.join(", ")})`, [added.map((row) => copyRow(row)).join("")]);
  return ids;
}

/** Copies the rows into the database, but for the users, and stores the files. */
async function copyRows(
  tx: Tx,
  path: string,
  report: ReportProgress,
  storage: ArchiveNeeds["storage"],
  userIds: ReadonlyMap<string, string>,
  stored: { began: boolean },
): Promise<void> {
  await tx.script(`create temporary table arriving_jobs (like ${JOBS})`);
  await withReader(
    path,
    report,
    async (reader) => {
      for (const { name, columns } of reader.header.tables) {
        if (name === STORED_FILES.name) {
          stored.began = true;
          await storeFiles(storage, reader.rows());
        } else if (name === USERS) for await (const _rows of reader.rows());
        else
          await tx.copyIn(
            `${name === JOBS ? "arriving_jobs" : name} (${columns.join(", ")})`,
            translated(reader.rows(), userIds),
          );
      }
      await reader.end();
    },
    ARCHIVE,
  );
}

async function* translated(
  rows: AsyncIterable<string>,
  userIds: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  for await (const text of rows) yield translate(text, userIds);
}
