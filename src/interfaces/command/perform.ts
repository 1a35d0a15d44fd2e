/**
 * Where a command on the database runs. On a server, here. On the embedded database, in the process that
 * holds the folder when there is one that answers, else here, which takes the folder for as long as
 * the command lasts. Invariant: a command runs in exactly one place, and at most once.
 */
import type { Report } from "../../core/progress.ts";
// The lock alone, without the engines behind the door of its folder: a command to a running server needs neither.
import { FolderLocked, readHolder } from "../../platform/db/lock.ts";
import { endStandardInput, isOnlyHere, spool, STANDARD_INPUT } from "../../platform/machine/files.ts";
import { pause } from "../../platform/time/timer.ts";
import type { DatabaseCommand, Station } from "./command.ts";
import { callHolder } from "./control-client.ts";
import { Interrupted } from "./services.ts";

type Args = Readonly<Record<string, unknown>>;
type Place = Pick<Station, "config" | "open" | "stop" | "terminal">;

/** How long to wait for a holder that starts, stops or is about to be done. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 100;

/** Runs a command wherever the database is and gives its result. */
export async function perform(place: Place, command: DatabaseCommand, args: Args, report: Report): Promise<unknown> {
  // Else the wish to stop would wait for whoever writes there.
  if (sources(command, args).some(([, path]) => path === STANDARD_INPUT)) void place.stop.wished.then(endStandardInput);
  try {
    return await performWherever(place, command, args, report);
  } catch (error) {
    if (place.stop.requested && !(error instanceof FolderLocked)) throw new Interrupted(error instanceof Interrupted ? error.message : INTERRUPTED);
    throw error;
  }
}

const INTERRUPTED = "Interrupted; what was begun was rolled back.";

/** The fields of a command that name what it reads, with what they name. */
function sources(command: DatabaseCommand, args: Args): (readonly [name: string, path: string])[] {
  return Object.entries(command.fields).flatMap(([name, { kind }]) => {
    const path = args[name];
    return kind.source && typeof path === "string" ? [[name, path] as const] : [];
  });
}

async function performWherever(place: Place, command: DatabaseCommand, args: Args, report: Report): Promise<unknown> {
  if (place.config.databaseUrl !== null) return runHere(place, command, args, report);
  await using spooled = new AsyncDisposableStack();
  let sent = args;
  for (let waited = 0; ; waited += PAUSE_MS) {
    const holder = readHolder(place.config.home);
    if (holder?.socket) {
      sent = await readableElsewhere(command, sent, spooled);
      const answer = await callHolder(holder.socket, command.name, sent, { report, note: place.terminal.note, wished: place.stop.wished });
      if (answer.reached) return answer.result;
      if (answer.silent) throw new FolderLocked(place.config.home, holder);
    }
    try {
      return await runHere(place, command, sent, report);
    } catch (error) {
      if (!(error instanceof FolderLocked) || waited >= PATIENCE_MS || place.stop.requested) throw error;
      if (waited === 0) {
        const who = error.holder ? `process ${error.holder.pid} (daybook ${error.holder.command})` : "another process";
        place.terminal.note(`The data folder is held by ${who}; waiting up to ${PATIENCE_MS / 1000} seconds.`);
      }
    }
    await pause(PAUSE_MS);
  }
}

/** Another process can't read our standard input or our open files, so what these give is put into a file for the time of the command. */
async function readableElsewhere(command: DatabaseCommand, args: Args, spooled: AsyncDisposableStack): Promise<Args> {
  const moved: Record<string, string> = {};
  for (const [name, path] of sources(command, args)) {
    if (!isOnlyHere(path)) continue;
    const kept = await spool(path);
    spooled.defer(kept.remove);
    moved[name] = kept.path;
  }
  return { ...args, ...moved };
}

async function runHere({ config, open, stop }: Place, command: DatabaseCommand, args: Args, report: Report): Promise<unknown> {
  const app = await open(config, { command: command.name });
  try {
    return await command.run(app, args, (progress) => {
      if (stop.requested) throw new Interrupted(INTERRUPTED);
      report(progress);
    });
  } finally {
    await app.close();
  }
}
