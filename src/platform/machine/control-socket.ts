/**
 * Control sockets: the Unix sockets through which commands reach a running service. Invariants: a socket has
 * mode 0600 from the beginning, and is in a folder of mode 0700 that belongs to this user; no two processes
 * listen at the same path, so that a file at the path was left by a killed process. Paths differ because with
 * the embedded database only the process with the folder's lock listens, and because with a PostgreSQL server
 * the path contains the process id.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import type { Server } from "node:http";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Below the lowest limit of all supported systems, which is 104 bytes with the final zero. */
const LONGEST_PATH_BYTES = 100;
const NAME = "control.sock";
const DIGITS = 16;

const fits = (path: string): boolean => Buffer.byteLength(path) <= LONGEST_PATH_BYTES;
const owner = (): number => process.getuid?.() ?? 0;

function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, DIGITS);
}

/**
 * Creates the folder of the control socket for the embedded database and returns the socket's path. The
 * folder is in the home folder, or in the folder of temporary files if the path would be too long.
 */
export function prepareControlSocket(home: string): string {
  const path = join(home, "run", NAME);
  if (!fits(path)) return join(privateFolder(temporaryFolder(home, NAME)), NAME);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  chmodSync(dirname(path), 0o700);
  return path;
}

/** Returns the folder, among temporary files, for the sockets of a home folder whose path is too long. */
function temporaryFolder(home: string, name: string): string {
  const folderIn = (root: string) => join(root, `daybook-${owner()}-${digest(home)}`);
  return folderIn([tmpdir(), "/tmp"].find((root) => fits(join(folderIn(root), name))) ?? "/tmp");
}

/**
 * Creates `path` as a private folder of this user. If another user owns `path`, creates a folder with a
 * longer name instead.
 */
function privateFolder(path: string): string {
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isDirectory() && isPrivate(stats) ? path : mkdtempSync(`${path}-`);
  }
}

/** The control sockets of all services of one installation that use a PostgreSQL server. */
export interface ServerSockets {
  /**
   * Creates the folder of this process's socket and returns the socket's path. Throws if no folder is safe.
   */
  prepare(): string;
  /**
   * Returns the paths of the sockets that only this user can use. A killed process may have left some of
   * them.
   */
  list(): string[];
}

/**
 * `installation` is any text that identifies the installation. The same text on another machine that shares
 * the home folder leads to other sockets.
 */
export function serverSockets(home: string, installation: string): ServerSockets {
  const prefix = `${digest(hostname(), installation)}-`;
  const nameOf = (pid: number) => `${prefix}${pid}.sock`;
  const pidOf = (name: string) => Number.parseInt(name.slice(prefix.length), 10);
  const longestName = nameOf(9_999_999);
  const folders = [join(home, "run"), temporaryFolder(home, longestName)].filter((folder) =>
    fits(join(folder, longestName)),
  );
  const namesIn = (folder: string): string[] => {
    try {
      return readdirSync(folder).filter((name) => name.startsWith(prefix));
    } catch {
      // The last service to end may have removed the folder.
      return [];
    }
  };
  return {
    prepare() {
      const folder = folders.find((each) => {
        try {
          mkdirSync(each, { mode: 0o700 });
        } catch {
          // The folder exists already, or it can't be created; the next check finds out.
        }
        return isOwnFolder(each);
      });
      if (folder === undefined) throw new Error("no folder for it is this user's alone");
      for (const name of namesIn(folder))
        if (!isRunning(pidOf(name))) rmSync(join(folder, name), { force: true });
      return join(folder, nameOf(process.pid));
    },
    list: () =>
      folders
        .filter(isOwnFolder)
        .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
        .filter((path) => {
          const stats = lstatSync(path, { throwIfNoEntry: false });
          return stats?.isSocket() && isPrivate(stats);
        }),
  };
}

/** True if only this user has access. */
function isPrivate({ uid, mode }: Stats): boolean {
  return uid === owner() && (mode & 0o077) === 0;
}

/** True for a private folder that no other user can replace. */
function isOwnFolder(path: string): boolean {
  try {
    const parent = statSync(dirname(path));
    // Others must not write in the parent folder, or it must be sticky, like the folder of temporary files.
    const isProtected = (parent.mode & 0o022) === 0 || (parent.mode & 0o1000) !== 0;
    const stats = lstatSync(path);
    return stats.isDirectory() && isPrivate(stats) && isProtected && [owner(), 0].includes(parent.uid);
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code !== "ESRCH";
  }
}

/** Removes the folder of a closed socket, unless it contains other files. */
export function removeSocketFolder(path: string): void {
  try {
    rmdirSync(dirname(path));
  } catch {
    // The folder stays; the next start uses it again.
  }
}

/**
 * Listens on the socket at `path`, and removes an old socket there. No other process may listen at the path.
 */
export async function listenPrivately(server: Server, path: string): Promise<void> {
  rmSync(path, { force: true });
  const listening = new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      resolve();
    });
  });
  // `listen` creates the socket synchronously, so no other code runs with this mask.
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  await listening;
  chmodSync(path, 0o600);
}
