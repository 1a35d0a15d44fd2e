/**
 * Where control sockets are, and listening on them. Invariants: a socket's mode is 0600 from the beginning,
 * and it is in a folder of mode 0700 that belongs to this user; nobody else listens at its path, so what is
 * there was left by a killed process. That is because only the holder of the folder's lock listens for the
 * embedded database, and because paths for a PostgreSQL server name their process.
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

/** The shortest bound of the systems we run on: 104 bytes with the closing zero, less a margin. */
const LONGEST_PATH_BYTES = 100;
const NAME = "control.sock";
const DIGITS = 16;

const fits = (path: string): boolean => Buffer.byteLength(path) <= LONGEST_PATH_BYTES;
const owner = (): number => process.getuid?.() ?? 0;

function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, DIGITS);
}

/**
 * Makes the folder of the embedded database's socket and gives the socket's path: in the home folder, or
 * below the folder of temporary files when that is too long.
 */
export function placeControlSocket(home: string): string {
  const usual = join(home, "run", NAME);
  if (!fits(usual)) return join(privateFolder(temporaryFolder(home, NAME)), NAME);
  mkdirSync(dirname(usual), { recursive: true, mode: 0o700 });
  chmodSync(dirname(usual), 0o700);
  return usual;
}

/** The folder below that of temporary files that holds the sockets of a home folder whose path is too long. */
function temporaryFolder(home: string, name: string): string {
  const below = (root: string) => join(root, `daybook-${owner()}-${digest(home)}`);
  return below([tmpdir(), "/tmp"].find((root) => fits(join(below(root), name))) ?? "/tmp");
}

/**
 * Creates `path` as a private folder of this user, or another folder beside it if another user owns `path`.
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

/**
 * The sockets of servers on PostgreSQL that work as `installation` says. It is any text; on another machine
 * that shares the folder it means other sockets.
 */
export interface ServerSockets {
  /** Makes the folder of this process's socket and gives the socket's path. Throws if there is no safe place. */
  place(): string;
  /** The paths of sockets that are this user's alone; what a killed process left may be among them. */
  list(): string[];
}

export function serverSockets(home: string, installation: string): ServerSockets {
  const beginning = `${digest(hostname(), installation)}-`;
  const nameOf = (pid: number) => `${beginning}${pid}.sock`;
  const pidOf = (name: string) => Number.parseInt(name.slice(beginning.length), 10);
  const longest = nameOf(9_999_999);
  const folders = [join(home, "run"), temporaryFolder(home, longest)].filter((folder) =>
    fits(join(folder, longest)),
  );
  const namesIn = (folder: string): string[] => {
    try {
      return readdirSync(folder).filter((name) => name.startsWith(beginning));
    } catch {
      // The last server that left has just removed it.
      return [];
    }
  };
  return {
    place() {
      const folder = folders.find((each) => {
        try {
          mkdirSync(each, { mode: 0o700 });
        } catch {
          // It is there, or it can't be; the next line tells.
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

/** True if nobody but this user may use it. */
function isPrivate({ uid, mode }: Stats): boolean {
  return uid === owner() && (mode & 0o077) === 0;
}

/** True for a private folder that nobody else can put another one in the place of. */
function isOwnFolder(path: string): boolean {
  try {
    const above = statSync(dirname(path));
    const isKept = (above.mode & 0o022) === 0 || (above.mode & 0o1000) !== 0;
    const stats = lstatSync(path);
    return stats.isDirectory() && isPrivate(stats) && isKept && [owner(), 0].includes(above.uid);
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

/** Removes the folder of an unused socket, unless it contains something else. */
export function leaveControlSocket(path: string): void {
  try {
    rmdirSync(dirname(path));
  } catch {
    // It stays, and is taken again by the next start.
  }
}

/** Listens on the socket. The caller has its path to itself. */
export async function listenPrivately(server: Server, path: string): Promise<void> {
  rmSync(path, { force: true });
  const listening = new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      resolve();
    });
  });
  // The socket is made within this call, so the mask is over before anything else runs.
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  await listening;
  chmodSync(path, 0o600);
}
