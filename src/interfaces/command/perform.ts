/**
 * Chooses the process in which a database command runs. On the embedded database that is the process that
 * holds the data folder's lock (the holder), if it answers; otherwise this process, which then holds the lock
 * while the command runs. On a PostgreSQL server a short command runs in a running server of this
 * installation, if one answers at once; any other command runs in this process. Invariant: a command runs in
 * one process, and at most once.
 */
import { CleanupStack } from "../../core/cleanup-stack.ts";
import { join } from "node:path";
import type { ReportProgress } from "../../core/progress.ts";
// Imported directly and not through `db/index.ts`, which would load the database engines. A command that runs
// in a running server does not need them.
import { FolderLocked, readHolder } from "../../platform/db/lock.ts";
import type { Config } from "../../config/config.ts";
import { inspectFolder, isProcessLocal, spool } from "../../platform/machine/files.ts";
import { operatorName } from "../../platform/machine/operator.ts";
import { pause } from "../../platform/time/timer.ts";
import { type CommandContext, type DatabaseCommand, runDatabaseCommand } from "./command.ts";
import { callHolder } from "./control-client.ts";
import { Interrupted } from "./services.ts";
import { UserFacingError } from "./problem.ts";

type Args = Readonly<Record<string, unknown>>;
type PerformContext = Pick<CommandContext, "config" | "json" | "open" | "stop" | "terminal" | "version">;

/** A command to run, with the callbacks of its caller. */
interface Task {
  readonly command: DatabaseCommand;
  readonly args: Args;
  readonly report: ReportProgress;
  /** Aborted when the user asks to stop. */
  readonly signal: AbortSignal;
}

/**
 * The longest wait for a holder that can't take commands: it is starting, stopping, or a short command
 * itself.
 */
const HOLDER_WAIT_MS = 5_000;
const PAUSE_MS = 100;
/**
 * The longest wait for an answer of a server on PostgreSQL. It is short, because this process can run the
 * command too.
 */
const SERVER_WAIT_MS = 3_000;

/** Runs a database command in the process that fits and returns its result. */
export async function perform(
  context: PerformContext,
  command: DatabaseCommand,
  args: Args,
  report: ReportProgress,
): Promise<unknown> {
  const stopping = new AbortController();
  void context.stop.whenRequested.then(() => stopping.abort());
  const task: Task = { command, args, report, signal: stopping.signal };
  try {
    return await (context.config.databaseUrl === null
      ? runOnEmbedded(context, task)
      : runOnServer(context, task));
  } catch (error) {
    if (
      !context.stop.requested ||
      error instanceof FolderLocked ||
      error instanceof Interrupted ||
      error instanceof UserFacingError
    )
      throw error;
    throw new Interrupted(command.interrupted ?? "Interrupted; the change was rolled back.");
  }
}

/**
 * Runs a task on the embedded database: in the holder of the folder, or in this process once the lock is
 * free.
 */
async function runOnEmbedded(context: PerformContext, task: Task): Promise<unknown> {
  const { config, stop, terminal } = context;
  await using spooledFiles = new CleanupStack();
  let readableTask = task;
  for (let waited = 0; ; waited += PAUSE_MS) {
    const holder = readHolder(config.home);
    if (holder?.socket) {
      readableTask = await spoolUnreadableFiles(readableTask, spooledFiles);
      const outcome = await callHolder(holder.socket, readableTask.command.name, readableTask.args, {
        report: readableTask.report,
        note: terminal.note,
        whenStopRequested: stop.whenRequested,
      });
      if (outcome.reached) return outcome.result;
      if (outcome.silent) throw new FolderLocked(config.home, holder);
    }
    try {
      return await runInThisProcess(context, readableTask);
    } catch (error) {
      if (!(error instanceof FolderLocked) || waited >= HOLDER_WAIT_MS || stop.requested) throw error;
      if (waited === 0) {
        const who = error.holder
          ? `process ${error.holder.pid} (daybook ${error.holder.command})`
          : "another process";
        terminal.note(`The data folder is held by ${who}; waiting up to ${HOLDER_WAIT_MS / 1000} seconds.`);
      }
    }
    await pause(PAUSE_MS);
  }
}

/**
 * Runs a task on a PostgreSQL server: in a running server of this installation, which saves this process from
 * loading the application, or in this process.
 */
async function runOnServer(context: PerformContext, task: Task): Promise<unknown> {
  const { command, args, report } = task;
  // A command that takes long, or reads or writes files, runs in this process.
  const runsInOwnProcess =
    command.ownProcess === true || Object.values(command.fields).some(({ kind }) => kind.file);
  const { socketsOf } = await import("./installation.ts");
  for (const socket of runsInOwnProcess ? [] : socketsOf(context).list()) {
    const outcome = await callHolder(
      socket,
      command.name,
      args,
      { report, note: () => {}, whenStopRequested: context.stop.whenRequested },
      SERVER_WAIT_MS,
    );
    if (outcome.reached) return outcome.result;
  }
  return runInThisProcess(context, task);
}

/**
 * Makes the files of a task readable by another process, which can't read the standard input or the open
 * files of this one: copies their content to temporary files, which are deleted after the command.
 */
async function spoolUnreadableFiles(task: Task, spooledFiles: CleanupStack): Promise<Task> {
  const copies: Record<string, string> = {};
  for (const [name, { kind }] of Object.entries(task.command.fields)) {
    const path = task.args[name];
    if (!kind.source || typeof path !== "string" || !isProcessLocal(path)) continue;
    const copy = await spool(path, task.signal);
    spooledFiles.defer(copy.remove);
    copies[name] = copy.path;
  }
  return { ...task, args: { ...task.args, ...copies } };
}

/**
 * Returns the settings of the database that a task runs on: those of this installation, or those of a
 * temporary folder, which `remove` deletes. Throws if the embedded database does not exist and the command
 * does not bring books in: a command on existing books was probably given the wrong folder, so it must not
 * create an empty one.
 */
async function databaseFor(
  { config, json, terminal }: PerformContext,
  { command, args }: Task,
): Promise<{ readonly config: Config; readonly remove: () => Promise<void> }> {
  const remove = async (): Promise<void> => {};
  const { home, databaseUrl } = config;
  if (databaseUrl !== null || (await inspectFolder(join(home, "data"))) !== null) return { config, remove };
  switch (command.withoutFolder?.(args) ?? "refuse") {
    case "make":
      if (!json) terminal.note(`Making the data folder ${home}.`);
      return { config, remove };
    case "use a temporary one": {
      // It loads the kinds of storage, which other commands do not need.
      const { temporaryHome } = await import("./temporary-home.ts");
      return temporaryHome(config, "trial");
    }
    case "refuse":
      throw new UserFacingError({
        exit: "missing",
        code: "folder_missing",
        message: `There are no books in ${home}. To make some, run npx daybook start, import, seed or restore. If they are elsewhere, set DAYBOOK_HOME to that folder, or DATABASE_URL to the database.`,
      });
  }
}

/** Says that the sample company is not complete, where the first start was killed before it was. */
async function noteUnfinishedSample({ json, terminal }: PerformContext, config: Config): Promise<void> {
  if (json || config.databaseUrl !== null) return;
  const { readSampleDay } = await import("../../platform/db/index.ts");
  if ((await readSampleDay(config.home)) !== null)
    terminal.note(
      "The first start was ended before the sample company was complete; the next one completes it.",
    );
}

async function runInThisProcess(context: PerformContext, task: Task): Promise<unknown> {
  const { command, args, report, signal } = task;
  const reportUnlessStopped: ReportProgress = (progress) => {
    signal.throwIfAborted();
    report(progress);
  };
  const database = await databaseFor(context, task);
  try {
    const app = await context.open(database.config, {
      command: command.name,
      migrates: command.migrates === true,
    });
    try {
      await noteUnfinishedSample(context, database.config);
      return await runDatabaseCommand(command, app, args, {
        report: reportUnlessStopped,
        signal,
        operator: operatorName(),
      });
    } finally {
      await app.close();
    }
  } finally {
    await database.remove();
  }
}
