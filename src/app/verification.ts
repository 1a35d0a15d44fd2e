/**
 * `verify` beside everything else. On the embedded database each check is one long statement of the only
 * engine, for which all requests of a service would wait. There the books are verified in a copy of the
 * folder, by an engine of its own in a thread that gives way to requests.
 */
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { Progress, ReportProgress } from "../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Verification } from "../modules/books/ledger/index.ts";
import { emptyFolder, removeFolder } from "../platform/machine/files.ts";
import { openThreads } from "../platform/threads/index.ts";
import { checkFilesOf } from "./arrivals.ts";
import type { App, AppOptions } from "./app.ts";

/** What the thread is asked for: the books of some companies, in the folder of the settings. */
export interface CopyToVerify {
  readonly config: Config;
  readonly companies: readonly PublicId<"company">[];
}

/** The heap of the thread, without the memory of its engine. */
const THREAD_MB = 1_024;
const UNHEARD = new AbortController().signal;

type Needs = Pick<App, "config" | "db" | "ledger" | "objects">;

/** The name of the folder of the copy, within the home folder. A process has one at a time. */
const COPY = "verified";

/** Returns null if there is no room for the copy. */
async function verifyInCopy(
  config: Config,
  copyHome: (home: string) => Promise<boolean>,
  companies: CopyToVerify["companies"],
  report: ReportProgress,
  signal: AbortSignal,
): Promise<readonly Verification[] | null> {
  const home = join(config.home, COPY);
  const threads = openThreads<CopyToVerify, readonly Verification[]>({
    program: new URL("verify-program.ts", import.meta.url),
    most: 1,
    idleMs: 0,
    memoryMb: THREAD_MB,
  });
  try {
    // One of a process that was killed.
    await emptyFolder(home);
    if (!(await copyHome(home))) return null;
    return await threads.run({
      request: { config: { ...config, home, embeddedFlush: false, logLevel: "silent" }, companies },
      signal,
      ask: async (progress) => report(progress as Progress),
    });
  } finally {
    await threads.close();
    await removeFolder(home);
  }
}

/**
 * Returns `verify`'s two halves: of books, which reads one state of them, and of stored files. A process that
 * others call through its socket serves requests, so it verifies the books of an embedded database in a copy,
 * while the disk has room for one.
 */
export function verificationOf(
  { config, db, ledger, objects }: Needs,
  { socket = null }: Pick<AppOptions, "socket">,
): Pick<App, "checkFiles" | "verifyBooks"> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    checkFiles: (companyId) => checkFilesOf({ db, objects }, companyId),
    async verifyBooks(companies, report = () => {}, signal = UNHEARD) {
      const { copyHome } = db;
      if (socket !== null && copyHome !== null) {
        const inTurn = last.then(() => verifyInCopy(config, copyHome, companies, report, signal));
        last = inTurn.catch(() => {});
        const verifications = await inTurn;
        if (verifications !== null) return verifications;
      }
      const verifications = [];
      for (const id of companies) verifications.push(await ledger.verify(id, report));
      return verifications;
    },
  };
}
