/**
 * The doctor: checks an installation without changing it, except for a small file that it stores and deletes,
 * and says how to fix each problem.
 */
import { dirname, join } from "node:path";
import type { Config } from "../../config/config.ts";
import { API_ROOT } from "../../contract/operation.ts";
import { ERRORS } from "../../core/errors.ts";
import type { Report } from "../../core/progress.ts";
import { redisProblem } from "../../platform/counters/index.ts";
import {
  type Db,
  type Inspection,
  inspectDatabase,
  openEmbedded,
  openServer,
  readHolder,
  templateReady,
} from "../../platform/db/index.ts";
import { openJobs } from "../../platform/jobs/index.ts";
import { askAddress, originAt, tryAddress } from "../../platform/machine/address.ts";
import { canMakeFolder, inspectFolder } from "../../platform/machine/files.ts";
import { objectsProblem, storageOf } from "../../platform/objects/index.ts";
import { randomText } from "../../platform/random/random.ts";
import { systemClock } from "../../platform/time/clock.ts";
import type { CommandContext } from "./command.ts";
import { callHolder } from "./control-client.ts";
import { DEAD_TOLD, type Status, STATUS_COMMAND } from "./commands/upkeep.ts";
import { explain } from "./problems.ts";
import { instant } from "./table.ts";

export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
  /** The advice for a problem; null if there is no problem. */
  readonly todo: string | null;
}

/** As `bin/daybook.js` has it. */
const OLDEST_NODE = 24;
const LEAST_FREE_BYTES = 500_000_000;
const LARGEST_OFFSET_UNSAID = 0;

function fine(what: string, found: string): Finding {
  return { what, ok: true, found, todo: null };
}

function problem(what: string, found: string, todo: string): Finding {
  return { what, ok: false, found, todo };
}

type DoctorContext = Pick<CommandContext, "config" | "stop" | "terminal">;

/** Examines everything that a start depends on. */
export async function examine(
  context: DoctorContext,
  report: Report,
): Promise<{ ok: boolean; findings: Finding[] }> {
  const { config } = context;
  const running = config.databaseUrl === null ? await askHolder(context, report) : null;
  const known = await database(config, running);
  const findings = [
    node(),
    ...(config.databaseUrl === null ? await folder(config) : []),
    ...known.findings,
    ...(config.redisUrl === null ? [] : [await redis(config.redisUrl)]),
    await objects(config),
    await template(),
    clock(config),
    await port(config, known),
  ];
  return { ok: findings.every(({ ok }) => ok), findings };
}

function node(): Finding {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE)
    return fine("Node.js", `Version ${process.versions.node}.`);
  return problem(
    "Node.js",
    `Version ${process.versions.node} is too old.`,
    `Run it with npx daybook, which brings its own, or with ${OLDEST_NODE} or later.`,
  );
}

/** Asks the running server that holds the folder for its status; null if none answers. */
async function askHolder(
  { config, stop, terminal: { note } }: DoctorContext,
  report: Report,
): Promise<Status | null> {
  const holder = readHolder(config.home);
  if (!holder?.socket) return null;
  const sent = await callHolder(
    holder.socket,
    STATUS_COMMAND.name,
    {},
    { report, note, wished: stop.wished },
  );
  return sent.reached ? (sent.result as Status) : null;
}

async function folder({ home }: Config): Promise<Finding[]> {
  const inside = await inspectFolder(home);
  const around = inside ?? (await inspectFolder(dirname(home)));
  const free = around === null ? 0 : Math.floor(around.freeBytes / 1_000_000);
  const space =
    free * 1_000_000 >= LEAST_FREE_BYTES
      ? fine("Disk", `${free} MB are free.`)
      : problem(
          "Disk",
          `${free} MB are free, where the database needs at least ${LEAST_FREE_BYTES / 1_000_000} MB.`,
          "Make room, or move DAYBOOK_HOME.",
        );
  if (inside === null) {
    const can = around?.writable === true;
    return [
      can
        ? fine("Folder", `${home} does not exist yet; the first start creates it.`)
        : problem(
            "Folder",
            `${home} does not exist and can't be created.`,
            "Set DAYBOOK_HOME to a folder that this user may write.",
          ),
      space,
    ];
  }
  if (!inside.writable)
    return [
      problem(
        "Folder",
        `${home} can't be written by this user.`,
        "Run as the user it belongs to, or move DAYBOOK_HOME.",
      ),
      space,
    ];
  if (!inside.private)
    return [problem("Folder", `${home} can be read by other users.`, `Close it: chmod 700 ${home}`), space];
  return [fine("Folder", home), space];
}

const LOOKING = { pid: process.pid, command: "doctor", since: "now", socket: null };

/** The findings about the database. `isInUse` is null if it is unknown whether a service has it open. */
interface DatabaseFindings {
  readonly findings: readonly Finding[];
  readonly isInUse: boolean | null;
}

async function database(config: Config, running: Status | null): Promise<DatabaseFindings> {
  const what = "Database";
  if (running) {
    const holder = readHolder(config.home);
    return {
      findings: [
        fine(
          what,
          `Embedded, open in process ${holder?.pid ?? "?"} (daybook ${holder?.command ?? "?"}), which answers.`,
        ),
        work(running),
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
          work({ dead_jobs: await jobs.listDead(DEAD_TOLD), paused_since: await jobs.pausedSince() }),
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

async function redis(url: string): Promise<Finding> {
  const { host, pathname } = new URL(url);
  const found = await redisProblem(url);
  if (found === null) return fine("Redis", `${host}${pathname} counts bursts for all processes.`);
  return problem(
    "Redis",
    `${host}${pathname} can't be used (${found}), so each process counts bursts by itself.`,
    "Start that Redis, or correct REDIS_URL.",
  );
}

/** Tries what a stored file needs, unless it would be in a folder that is not there yet. */
async function objects(config: Config): Promise<Finding> {
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
  const found = await objectsProblem(open(() => ""));
  if (found === null) return fine(what, `In ${where}; a test file was written, read and deleted.`);
  return problem(what, `No file can be stored in ${where}: ${found}`, advice);
}

function work({ dead_jobs: dead, paused_since }: Pick<Status, "dead_jobs" | "paused_since">): Finding {
  const what = "Background work";
  if (paused_since !== null)
    return problem(
      what,
      `No worker takes a job since ${new Date(paused_since * 1000).toISOString()}: exports stay pending, and mail waits.`,
      "When that is no longer wanted: npx daybook worker resume",
    );
  const [last] = dead;
  if (!last) return fine(what, "No job has failed for good.");
  const found = `${dead.length < DEAD_TOLD ? dead.length : `${DEAD_TOLD} or more`} failed for good, the last one ${last.queue}${last.subject === null ? "" : ` of ${last.subject}`}: ${last.last_error}.`;
  return problem(
    what,
    found,
    "Fix the cause that it names. A job leaves this list when a later job for the same subject succeeds; `daybook verify --rebuild` does that of ledger.rebuild_stale.",
  );
}

async function openDatabase({ databaseUrl, home }: Config): Promise<Db> {
  // Nothing is written, so the machine's own clock is enough; a moved one is checked separately.
  const { now } = systemClock(null);
  if (databaseUrl !== null)
    return openServer({ url: databaseUrl, connections: 1, now, onIdleError: () => {} });
  return openEmbedded({ home, holder: { ...LOOKING, since: instant(now()) }, now });
}

function schemaFinding(
  what: string,
  engine: string,
  { version, supported, applied, pending }: Inspection,
): Finding {
  if (!supported)
    return problem(what, `${engine}, PostgreSQL ${version}, is too old.`, "Use PostgreSQL 14 or later.");
  const schema =
    pending.length === 0 ? `all ${applied} migrations ran` : `the next start will run ${pending.join(", ")}`;
  return fine(what, `${engine}, PostgreSQL ${version}; ${schema}.`);
}

async function template(): Promise<Finding> {
  return fine(
    "Template",
    (await templateReady())
      ? "Ready; a new data folder is made quickly."
      : "Not made; the first new data folder takes some seconds longer. `npx daybook template` makes it.",
  );
}

function clock({ clockFile }: Config): Finding {
  try {
    const offset = systemClock(clockFile).now() - systemClock(null).now();
    const moved = Math.abs(offset) > LARGEST_OFFSET_UNSAID;
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

async function port({ host, port: number }: Config, { isInUse }: DatabaseFindings): Promise<Finding> {
  const what = "Address";
  const code = await tryAddress(host, number);
  if (code === null) return fine(what, `${host}, port ${number}, is free.`);
  if (code === "EADDRINUSE") {
    const isDaybook = await answersAsDaybook(originAt(host, number));
    if (isDaybook && isInUse !== false)
      return fine(what, `${host}, port ${number}, is in use by the running service.`);
    const who = isDaybook ? "a Daybook that has other books" : "another program";
    return problem(
      what,
      `${host}, port ${number}, is in use by ${who}.`,
      "Stop what listens there, or set PORT and HOST.",
    );
  }
  return problem(
    what,
    `${host}, port ${number}, can't be listened on (${code}).`,
    "Stop what listens there, or set PORT and HOST.",
  );
}

/** True if whatever listens there refuses a request without a key as this service does. */
async function answersAsDaybook(origin: string): Promise<boolean> {
  const answer = await askAddress(`${origin}${API_ROOT}/company`);
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
