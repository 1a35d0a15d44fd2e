/**
 * Runs database commands. On the embedded database a command runs in the process that holds the folder, if
 * that answers; otherwise in this process, which holds the folder for the duration of the command. On a
 * PostgreSQL server a short one runs in a running server of this installation, if one answers at once; all
 * others run in this process. Invariant: a command runs in exactly one place, and at most once.
 */
import { Endings } from "../../core/endings.ts";
import { join } from "node:path";
import type { Report } from "../../core/progress.ts";
// The lock alone, without the engines behind the door of its folder: a command to a running server needs
// neither.
import { FolderLocked, readHolder } from "../../platform/db/lock.ts";
import { inspectFolder, isOnlyHere, spool } from "../../platform/machine/files.ts";
import { operatorName } from "../../platform/machine/operator.ts";
import { pause } from "../../platform/time/timer.ts";
import { type DatabaseCommand, runDatabaseCommand, type CommandContext } from "./command.ts";
import { callHolder } from "./control-client.ts";
import { Interrupted } from "./services.ts";
import { UserFacingError } from "./problem.ts";

type Args = Readonly<Record<string, unknown>>;
type Place = Pick<CommandContext, "config" | "json" | "open" | "stop" | "terminal" | "version">;

/** A command to run, with the callbacks of its caller. */
interface Task {
  readonly command: DatabaseCommand;
  readonly args: Args;
  readonly report: Report;
  /** Aborted by the wish to stop. */
  readonly signal: AbortSignal;
}

/** The longest wait for a holder that is starting, stopping or about to finish. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 100;
/** The longest wait for a server whose work this process can do as well. */
const SERVER_MS = 3_000;

/** Runs a command in the process that has the database and returns its result. */
export async function perform(
  place: Place,
  command: DatabaseCommand,
  args: Args,
  report: Report,
): Promise<unknown> {
  const stopping = new AbortController();
  void place.stop.wished.then(() => stopping.abort());
  const task: Task = { command, args, report, signal: stopping.signal };
  try {
    return await (place.config.databaseUrl === null ? runInOnePlace(place, task) : runBeside(place, task));
  } catch (error) {
    if (
      !place.stop.requested ||
      error instanceof FolderLocked ||
      error instanceof Interrupted ||
      error instanceof UserFacingError
    )
      throw error;
    throw new Interrupted("Interrupted; the change was rolled back.");
  }
}

async function runInOnePlace(place: Place, task: Task): Promise<unknown> {
  const { config, stop, terminal } = place;
  await using spooled = new Endings();
  let ready = task;
  for (let waited = 0; ; waited += PAUSE_MS) {
    const holder = readHolder(config.home);
    if (holder?.socket) {
      ready = await readableElsewhere(ready, spooled);
      const answer = await callHolder(holder.socket, ready.command.name, ready.args, {
        report: ready.report,
        note: terminal.note,
        wished: stop.wished,
      });
      if (answer.reached) return answer.result;
      if (answer.silent) throw new FolderLocked(config.home, holder);
    }
    try {
      return await runHere(place, ready);
    } catch (error) {
      if (!(error instanceof FolderLocked) || waited >= PATIENCE_MS || stop.requested) throw error;
      if (waited === 0) {
        const who = error.holder
          ? `process ${error.holder.pid} (daybook ${error.holder.command})`
          : "another process";
        terminal.note(`The data folder is held by ${who}; waiting up to ${PATIENCE_MS / 1000} seconds.`);
      }
    }
    await pause(PAUSE_MS);
  }
}

/** Saves this process from loading the application, if a running server takes the command. */
async function runBeside(place: Place, task: Task): Promise<unknown> {
  const { command, args, report } = task;
  const isApart = command.apart === true || Object.values(command.fields).some(({ kind }) => kind.file);
  const { socketsOf } = await import("./installation.ts");
  for (const socket of isApart ? [] : socketsOf(place).list()) {
    const answer = await callHolder(
      socket,
      command.name,
      args,
      { report, note: () => {}, wished: place.stop.wished },
      SERVER_MS,
    );
    if (answer.reached) return answer.result;
  }
  return runHere(place, task);
}

/**
 * Another process can't read our standard input or our open files, so their content is copied to a temporary
 * file for the duration of the command.
 */
async function readableElsewhere(task: Task, spooled: Endings): Promise<Task> {
  const moved: Record<string, string> = {};
  for (const [name, { kind }] of Object.entries(task.command.fields)) {
    const path = task.args[name];
    if (!kind.source || typeof path !== "string" || !isOnlyHere(path)) continue;
    const kept = await spool(path, task.signal);
    spooled.defer(kept.remove);
    moved[name] = kept.path;
  }
  return { ...task, args: { ...task.args, ...moved } };
}

/** A command that only reads or changes books makes no folder without any: it may have the wrong place. */
async function checkFolder(
  { config: { home, databaseUrl }, json, terminal }: Place,
  { command }: Task,
): Promise<void> {
  if (databaseUrl !== null || (await inspectFolder(join(home, "data"))) !== null) return;
  if (command.makesFolder) {
    if (!json) terminal.note(`Making the data folder ${home}.`);
    return;
  }
  throw new UserFacingError({
    exit: "missing",
    code: "folder_missing",
    message: `There are no books in ${home}. To make some, run npx daybook start, import, seed or restore. If they are elsewhere, set DAYBOOK_HOME to that folder, or DATABASE_URL to the database.`,
  });
}

async function runHere(place: Place, task: Task): Promise<unknown> {
  await checkFolder(place, task);
  const { config, open } = place;
  const { command, args, report, signal } = task;
  const app = await open(config, { command: command.name });
  const reportOn: Report = (progress) => {
    signal.throwIfAborted();
    report(progress);
  };
  try {
    return await runDatabaseCommand(command, app, args, {
      report: reportOn,
      signal,
      operator: operatorName(),
    });
  } finally {
    await app.close();
  }
}
