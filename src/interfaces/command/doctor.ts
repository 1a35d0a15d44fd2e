/**
 * The command `doctor`: checks an installation without changing it, except for a small file that it stores
 * and deletes, and says how to fix each problem.
 */
import { dirname, join } from "node:path";
import type { Config } from "../../config/config.ts";
import { API_ROOT } from "../../contract/operation.ts";
import { ERRORS } from "../../core/errors.ts";
import type { ReportProgress } from "../../core/progress.ts";
import { sealingOf } from "../../modules/feed/connections/index.ts";
import { companyStore } from "../../modules/tenants/company/index.ts";
import { redisProblem } from "../../platform/counters/index.ts";
import {
  type Db,
  type Distribution,
  inspectDatabase,
  type Inspection,
  isTemplateReady,
  openEmbedded,
  openServer,
  readDistribution,
  readHolder,
  readUpkeep,
  type ReplicaState,
  type Upkeep,
} from "../../platform/db/index.ts";
import { openJobs } from "../../platform/jobs/index.ts";
import { findListenError, getJson, originAt } from "../../platform/machine/address.ts";
import { canMakeFolder, inspectFolder } from "../../platform/machine/files.ts";
import { findStorageProblem, storageOf } from "../../platform/objects/index.ts";
import { randomText } from "../../platform/random/random.ts";
import { openSealer } from "../../platform/secrets/index.ts";
import { systemClock } from "../../platform/time/clock.ts";
import type { CommandContext } from "./command.ts";
import { callHolder } from "./control-client.ts";
import { MOST_DEAD_JOBS, type Status, STATUS_COMMAND } from "./commands/upkeep.ts";
import { explain } from "./problems.ts";
import { countKeys, keysProblem, type SealingOfAll, sealingOfAll, sealingSentence } from "./sealing.ts";
import { instant } from "./table.ts";
import { flushSentence } from "./welcome.ts";

/** The result of one check. */
export interface Finding {
  /** The thing that was checked, such as `Database`. */
  readonly what: string;
  readonly ok: boolean;
  /** Sentences about the state that was found. */
  readonly found: string;
  /** How to fix the problem; null if there is no problem. */
  readonly todo: string | null;
}

/** The oldest major version of Node.js that runs this program; the same as in `bin/daybook.js`. */
const OLDEST_NODE = 24;
const LEAST_FREE_BYTES = 500_000_000;
/** The size of all tables up to which a server without autovacuum is only mentioned. */
const SMALL_BYTES = 67_108_864;

function fine(what: string, found: string): Finding {
  return { what, ok: true, found, todo: null };
}

function problem(what: string, found: string, todo: string): Finding {
  return { what, ok: false, found, todo };
}

type DoctorContext = Pick<CommandContext, "config" | "stop" | "terminal">;

/** Checks everything that a start depends on. */
export async function examine(
  context: DoctorContext,
  report: ReportProgress,
): Promise<{ ok: boolean; findings: Finding[] }> {
  const { config } = context;
  const running = config.databaseUrl === null ? await askHolder(context, report) : null;
  const database = await checkDatabase(config, running);
  const findings = [
    checkNode(),
    ...(config.databaseUrl === null ? [...(await checkFolder(config)), await checkFlush(config)] : []),
    ...database.findings,
    ...(config.redisUrl === null ? [] : [await checkRedis(config.redisUrl)]),
    await checkStorage(config),
    await checkTemplate(),
    checkClock(config),
    await checkAddress(config, database),
  ];
  return { ok: findings.every(({ ok }) => ok), findings };
}

function checkNode(): Finding {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE)
    return fine("Node.js", `Version ${process.versions.node}.`);
  return problem(
    "Node.js",
    `Version ${process.versions.node} is too old.`,
    `Run it with npx daybook, which brings its own, or with ${OLDEST_NODE} or later.`,
  );
}

/**
 * Asks the process that holds the data folder (the holder) for its status; returns null if no process
 * answers.
 */
async function askHolder(
  { config, stop, terminal: { note } }: DoctorContext,
  report: ReportProgress,
): Promise<Status | null> {
  const holder = readHolder(config.home);
  if (!holder?.socket) return null;
  const outcome = await callHolder(
    holder.socket,
    STATUS_COMMAND.name,
    {},
    { report, note, whenStopRequested: stop.whenRequested },
  );
  return outcome.reached ? (outcome.result as Status) : null;
}

/** Says what a loss of power does to the embedded database. It may be meant so, and so is no problem. */
async function checkFlush({ home, embeddedFlush }: Config): Promise<Finding> {
  return fine("Loss of power", await flushSentence(home, embeddedFlush));
}

async function checkFolder({ home }: Config): Promise<Finding[]> {
  const folder = await inspectFolder(home);
  const folderOrParent = folder ?? (await inspectFolder(dirname(home)));
  const freeMb = folderOrParent === null ? 0 : Math.floor(folderOrParent.freeBytes / 1_000_000);
  const space =
    freeMb * 1_000_000 >= LEAST_FREE_BYTES
      ? fine("Disk", `${freeMb} MB are free.`)
      : problem(
          "Disk",
          `${freeMb} MB are free, where the database needs at least ${LEAST_FREE_BYTES / 1_000_000} MB.`,
          "Make room, or move DAYBOOK_HOME.",
        );
  if (folder === null) {
    const canBeCreated = folderOrParent?.writable === true;
    return [
      canBeCreated
        ? fine("Folder", `${home} does not exist yet; the first start creates it.`)
        : problem(
            "Folder",
            `${home} does not exist and can't be created.`,
            "Set DAYBOOK_HOME to a folder that this user may write.",
          ),
      space,
    ];
  }
  if (!folder.writable)
    return [
      problem(
        "Folder",
        `${home} can't be written by this user.`,
        "Run as the user it belongs to, or move DAYBOOK_HOME.",
      ),
      space,
    ];
  if (!folder.private)
    return [problem("Folder", `${home} can be read by other users.`, `Close it: chmod 700 ${home}`), space];
  return [fine("Folder", home), space];
}

/**
 * What a second process sees about the holder of the folder while the doctor has the embedded database open.
 */
const DOCTOR_AS_HOLDER = { pid: process.pid, command: "doctor", since: "now", socket: null };

interface DatabaseFindings {
  readonly findings: readonly Finding[];
  /** True if a running service has the database open; null if that is unknown. */
  readonly isInUse: boolean | null;
}

/** Checks the database. `running` is the status that the holder of the folder reported, if there is one. */
async function checkDatabase(config: Config, running: Status | null): Promise<DatabaseFindings> {
  const what = "Database";
  if (running) {
    const holder = readHolder(config.home);
    return {
      findings: [
        fine(
          what,
          `Embedded, open in process ${holder?.pid ?? "?"} (daybook ${holder?.command ?? "?"}), which answers.`,
        ),
        checkJobs(running),
        ...checkSealing(config, running.sealing),
      ],
      isInUse: true,
    };
  }
  if (config.databaseUrl === null && (await inspectFolder(join(config.home, "data"))) === null)
    return {
      findings: [fine(what, "Embedded, not created yet; the first start creates it.")],
      isInUse: false,
    };
  try {
    const db = await openDatabase(config);
    try {
      const inspection = await inspectDatabase(db);
      const finding = schemaFinding(what, config.databaseUrl === null ? "Embedded" : "Server", inspection);
      const { isInUse } = inspection;
      if (inspection.pending.length > 0) return { findings: [finding], isInUse };
      const jobs = openJobs(db, randomText);
      return {
        findings: [
          finding,
          ...distributionFindings(await readDistribution(db)),
          ...(db.engine === "server" ? upkeepFindings(await readUpkeep(db)) : []),
          ...((await db.replicas?.states()) ?? []).map(checkReplica),
          checkJobs({
            dead_jobs: await jobs.listDead(MOST_DEAD_JOBS),
            paused_since: await jobs.pausedSince(),
          }),
          ...checkSealing(config, await readSealing(config, db)),
        ],
        isInUse,
      };
    } finally {
      await db.close();
    }
  } catch (error) {
    const { message, exit } = explain(error, config.databaseUrl);
    const todo =
      exit === "locked"
        ? "It does not answer; if it hangs, end it."
        : "Correct DATABASE_URL, or restore a backup.";
    return { findings: [problem(what, message, todo)], isInUse: null };
  }
}

/** Lists the misplaced tables of a distributed database; no finding for any other database. */
function distributionFindings(distribution: Distribution | null): Finding[] {
  const what = "Distribution";
  if (distribution === null) return [];
  const { servers, misplaced } = distribution;
  if (misplaced.length === 0)
    return [fine(what, `${servers} servers hold companies, each with all of its rows on one.`)];
  return [
    problem(
      what,
      `These tables are not distributed with the others: ${misplaced.join(", ")}.`,
      "Stop the service, then: npx daybook migrate --distribute",
    ),
  ];
}

/** Lists what keeps the planner of a server from knowing its tables. */
function upkeepFindings({ isAutomatic, bytes, leftOut, unanalyzed }: Upkeep): Finding[] {
  const what = "Upkeep of tables";
  const found: Finding[] = [];
  if (!isAutomatic)
    found.push(
      bytes < SMALL_BYTES
        ? fine(what, "Autovacuum is off, which does no harm while the tables are small. Turn it on.")
        : problem(
            what,
            "Autovacuum is off, so statements become slow and the room of deleted rows is not used again.",
            "Set `autovacuum = on` and `track_counts = on` in postgresql.conf, and reload it.",
          ),
    );
  if (leftOut.length > 0)
    found.push(
      problem(
        what,
        `Autovacuum leaves out ${leftOut.join(", ")}.`,
        `For each: alter table ... reset (autovacuum_enabled). The first: alter table ${leftOut[0] ?? ""} reset (autovacuum_enabled)`,
      ),
    );
  if (unanalyzed.length > 0)
    found.push(
      problem(
        what,
        `These tables were never analyzed, so statements over them may be slow: ${unanalyzed.join(", ")}.`,
        `Run in psql, as the owner of the tables: analyze ${unanalyzed.join(", ")}`,
      ),
    );
  return found.length > 0
    ? found
    : [fine(what, "Autovacuum is on, and tables of some size have statistics.")];
}

function checkReplica({ place, problem: found, feedback, behindS }: ReplicaState): Finding {
  const what = "Replica";
  if (found !== null)
    return problem(
      what,
      `${place} answers no reads: ${found}${behindS === null ? "" : `, by ${behindS} seconds`}.`,
      "Correct the server or DATABASE_REPLICAS. Meanwhile the primary answers.",
    );
  const keeps = feedback
    ? "the primary keeps the rows that its queries read"
    : "hot_standby_feedback is off, so the upkeep of the primary may cancel its queries, which the primary then answers";
  return fine(what, `${place} answers reads and has all changes; ${keeps}.`);
}

async function checkRedis(url: string): Promise<Finding> {
  const { host, pathname } = new URL(url);
  const found = await redisProblem(url);
  if (found === null) return fine("Redis", `${host}${pathname} counts bursts for all processes.`);
  return problem(
    "Redis",
    `${host}${pathname} can't be used (${found}), so each process counts bursts by itself.`,
    "Start that Redis, or correct REDIS_URL.",
  );
}

/**
 * Writes, reads and deletes a test file in the storage, unless the storage is a folder that does not exist
 * yet.
 */
async function checkStorage(config: Config): Promise<Finding> {
  const what = "Stored files";
  const { where, folder: place, advice, open } = storageOf(config);
  if (place !== null && (await inspectFolder(place)) === null) {
    if (await canMakeFolder(place))
      return fine(what, `${place} does not exist yet; the first start creates it.`);
    return problem(
      what,
      `${place} does not exist and can't be created.`,
      "Set OBJECTS_FOLDER to a folder that this user may write.",
    );
  }
  const found = await findStorageProblem(open(() => ""));
  if (found === null) return fine(what, `In ${where}; a test file was written, read and deleted.`);
  return problem(what, `No file can be stored in ${where}: ${found}`, advice);
}

/** Checks background jobs: whether workers take them, and whether some have failed for good (dead jobs). */
function checkJobs({ dead_jobs: dead, paused_since }: Pick<Status, "dead_jobs" | "paused_since">): Finding {
  const what = "Background work";
  if (paused_since !== null)
    return problem(
      what,
      `No worker takes a job since ${new Date(paused_since * 1000).toISOString()}: exports stay pending, and mail waits.`,
      "When that is no longer wanted: npx daybook worker resume",
    );
  const [last] = dead;
  if (!last) return fine(what, "No job has failed for good.");
  const found = `${dead.length < MOST_DEAD_JOBS ? dead.length : `${MOST_DEAD_JOBS} or more`} failed for good, the last one ${last.queue}${last.subject === null ? "" : ` of ${last.subject}`}: ${last.last_error}.`;
  return problem(
    what,
    found,
    "Correct the cause that it names, then: npx daybook worker retry --all. A job leaves this list, too, when a later job for the same subject succeeds; `daybook verify --rebuild` does that of ledger.rebuild_stale. `npx daybook worker list` shows all of them.",
  );
}

async function readSealing(config: Config, db: Db): Promise<SealingOfAll> {
  const sealer = config.connectionKey === null ? null : openSealer(config.connectionKey);
  return sealingOfAll(countKeys(config), await companyStore.list(db), (id) => sealingOf(db, sealer, id));
}

/** Says whether the keys that are set decrypt the secrets of live feeds; nothing where there are none. */
function checkSealing(config: Config, sealing: SealingOfAll | undefined): Finding[] {
  const what = "Live feeds";
  // A running service of an older version does not say it.
  if (sealing === undefined || sealing.current + sealing.former + sealing.unopened.length === 0) return [];
  const own = countKeys(config);
  if (sealing.keys !== own)
    return [
      problem(
        what,
        `The running service was started with ${sealing.keys} keys in CONNECTION_KEY, and this command line has ${own}.`,
        "Restart the service with the keys that are wanted, and keep all keys until then.",
      ),
    ];
  const found = keysProblem(sealing);
  if (found === null) return [fine(what, sealingSentence(sealing))];
  return [
    problem(
      what,
      found,
      "Add the key with which they were encrypted to the end of CONNECTION_KEY, or connect them again with --reconnect.",
    ),
  ];
}

async function openDatabase({ databaseUrl, databaseReplicas, home, embeddedFlush }: Config): Promise<Db> {
  // The doctor writes nothing to the database, so the machine's clock is enough. `checkClock` checks the
  // clock file.
  const { now } = systemClock(null);
  if (databaseUrl !== null)
    return openServer({
      url: databaseUrl,
      replicas: databaseReplicas ?? [],
      connections: 1,
      now,
      onIdleError: () => {},
    });
  const holder = { ...DOCTOR_AS_HOLDER, since: instant(now()) };
  return openEmbedded({ home, holder, now, skipsFlush: !embeddedFlush });
}

function schemaFinding(
  what: string,
  engine: string,
  { version, supported, applied, pending, pooler }: Inspection,
): Finding {
  if (!supported)
    return problem(what, `${engine}, PostgreSQL ${version}, is too old.`, "Use PostgreSQL 14 or later.");
  const schema =
    pending.length === 0
      ? `all ${applied} migrations ran`
      : `it is of an older version; \`daybook migrate\` or the next start will run ${pending.join(", ")}`;
  return fine(what, `${engine}, PostgreSQL ${version}${POOLERS[pooler]}; ${schema}.`);
}

const POOLERS: Readonly<Record<Inspection["pooler"], string>> = {
  none: "",
  with_names: ", over a pooler that knows prepared statements",
  without_names:
    ", over a pooler that does not know prepared statements, so each statement is parsed every time (PgBouncer 1.21 or later knows them, with max_prepared_statements above 0)",
};

/** Checks the template, the migrated empty database that new data folders are copied from. */
async function checkTemplate(): Promise<Finding> {
  return fine(
    "Template",
    (await isTemplateReady())
      ? "Ready; a new data folder is made quickly."
      : "Not made; the first new data folder takes some seconds longer. `npx daybook template` makes it.",
  );
}

function checkClock({ clockFile }: Config): Finding {
  try {
    const offset = systemClock(clockFile).now() - systemClock(null).now();
    const moved = offset !== 0;
    return fine(
      "Clock",
      moved
        ? `Moved by ${offset} seconds, by DAYBOOK_CLOCK_FILE.`
        : `${instant(systemClock(null).now())}, the machine's own.`,
    );
  } catch (error) {
    return problem(
      "Clock",
      error instanceof Error ? error.message : String(error),
      "Correct the file, or unset the variable.",
    );
  }
}

async function checkAddress({ host, port }: Config, { isInUse }: DatabaseFindings): Promise<Finding> {
  const what = "Address";
  const code = await findListenError(host, port);
  if (code === null) return fine(what, `${host}, port ${port}, is free.`);
  if (code === "EADDRINUSE") {
    const isDaybook = await answersAsDaybook(originAt(host, port));
    if (isDaybook && isInUse !== false)
      return fine(what, `${host}, port ${port}, is in use by the running service.`);
    const who = isDaybook ? "a Daybook that has other books" : "another program";
    return problem(
      what,
      `${host}, port ${port}, is in use by ${who}.`,
      "Stop what listens there, or set PORT and HOST.",
    );
  }
  return problem(
    what,
    `${host}, port ${port}, can't be listened on (${code}).`,
    "Stop what listens there, or set PORT and HOST.",
  );
}

/**
 * True if the server at `origin` is a Daybook: it answers a request without an API key with one of this
 * service's errors.
 */
async function answersAsDaybook(origin: string): Promise<boolean> {
  const answer = await getJson(`${origin}${API_ROOT}/company`);
  const { error } = (answer ?? {}) as {
    readonly error?: { readonly type?: unknown; readonly code?: unknown; readonly doc_url?: unknown };
  };
  const known = Object.entries(ERRORS).find(([code]) => code === error?.code);
  return (
    known !== undefined &&
    known[1].type === error?.type &&
    String(error.doc_url).endsWith(`/api-reference/errors#${known[0]}`)
  );
}
