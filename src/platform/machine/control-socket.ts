/**
 * The path of a home folder's control socket, and listening on it. Invariants: the socket's mode is 0600 from
 * the beginning, and it is in a folder of mode 0700 that belongs to this user; only the holder of the
 * folder's lock listens, so an existing socket was left by a killed process.
 */
import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The shortest bound of the systems we run on: 104 bytes with the closing zero, less a margin. */
const LONGEST_PATH_BYTES = 100;
const NAME = "control.sock";

/**
 * Makes the folder of the socket and gives the socket's path: in the home folder, or below the folder of
 * temporary files when that is too long.
 */
export function placeControlSocket(home: string): string {
  const usual = join(home, "run", NAME);
  if (Buffer.byteLength(usual) <= LONGEST_PATH_BYTES) {
    mkdirSync(dirname(usual), { recursive: true, mode: 0o700 });
    chmodSync(dirname(usual), 0o700);
    return usual;
  }
  const owner = process.getuid?.() ?? 0;
  const digest = createHash("sha256").update(home).digest("hex").slice(0, 16);
  const roots = [tmpdir(), "/tmp"];
  const root =
    roots.find(
      (folder) => Buffer.byteLength(join(folder, `daybook-${owner}-${digest}`, NAME)) <= LONGEST_PATH_BYTES,
    ) ?? "/tmp";
  return join(privateFolder(join(root, `daybook-${owner}-${digest}`), owner), NAME);
}

/**
 * Creates `path` as a private folder of this user, or another folder beside it if another user owns `path`.
 */
function privateFolder(path: string, owner: number): string {
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const ours = stats?.isDirectory() && stats.uid === owner && (stats.mode & 0o077) === 0;
    return ours ? path : mkdtempSync(`${path}-`);
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

/** Listens on the socket. The caller holds the lock of the home folder. */
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
