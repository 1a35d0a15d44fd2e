/**
 * PostgreSQL servers of one test, each with its own folder and port: a primary, and standbys that follow it.
 * Root can't run a server, so there they run as the user `postgres`. They don't flush to disk: tests kill
 * processes, not machines.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { appendFile, chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../acceptance/place.ts";

/** The folder of the newest server programs; null where there are none. */
export const SERVER_PROGRAMS =
  globSync("/usr/lib/postgresql/*/bin/initdb").toSorted().at(-1)?.slice(0, -"/initdb".length) ?? null;

/** Returns the user and group that run servers, if that is not the present user. */
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

const SETTINGS = [
  "fsync = off",
  "wal_keep_size = 64MB",
  "max_connections = 60",
  "listen_addresses = '127.0.0.1'",
  // A standby's feedback and its greetings are what tests wait for.
  "wal_receiver_status_interval = 1s",
  "wal_retrieve_retry_interval = 100ms",
].join("\n");

export class Server {
  readonly port: number;
  readonly folder: string;
  readonly #user: ReturnType<typeof serverUser>;
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number, user: ReturnType<typeof serverUser>) {
    this.folder = folder;
    this.port = port;
    this.#user = user;
  }

  /** Makes the folder of a server. */
  static async make(): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "postgres-"));
    const user = serverUser();
    if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
    return new Server(folder, await freePort(), user);
  }

  /** Makes an empty database system, and starts the server. `lines` are added to its configuration. */
  async initialize(lines = ""): Promise<void> {
    await this.#program("initdb", [
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
      "--no-sync",
      "--username=postgres",
    ]);
    await appendFile(join(this.folder, "postgresql.conf"), `${SETTINGS}\n${lines}\n`);
    await this.start();
  }

  /** Copies a primary, and starts the server as its standby of this name. */
  async follow(primary: Server, name: string): Promise<void> {
    for (const file of await readdir(this.folder)) await rm(join(this.folder, file), { recursive: true });
    const origin = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`;
    await this.#program("pg_basebackup", ["-d", origin, "-c", "fast", "-R", "--no-sync"]);
    await this.start();
  }

  /** Appends lines to the configuration, which count at once. */
  async configure(lines: string): Promise<void> {
    await appendFile(join(this.folder, "postgresql.conf"), `\n${lines}\n`);
    await this.query("select pg_reload_conf()");
  }

  async start(): Promise<void> {
    const args = ["-D", this.folder, "-k", this.folder, "-p", String(this.port)];
    this.#process = spawn(`${SERVER_PROGRAMS}/postgres`, args, {
      ...this.#user,
      cwd: this.folder,
      stdio: "ignore",
    });
    for (;;) {
      if (this.#process.exitCode !== null) throw new Error("the server does not start");
      if (
        await this.query("select 1").then(
          () => true,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ends the server and all of its connections as a loss of its machine does. */
  async kill(): Promise<void> {
    const postmaster = this.#process;
    if (postmaster?.pid === undefined || postmaster.exitCode !== null || postmaster.signalCode !== null)
      return;
    const end = once(postmaster, "exit");
    this.#signal(postmaster.pid, "SIGKILL");
    await end;
  }

  /** Makes the server hang with its connections open, as a machine does that vanishes without a word. */
  hang(): void {
    if (this.#process?.pid !== undefined) this.#signal(this.#process.pid, "SIGSTOP");
  }

  goOn(): void {
    if (this.#process?.pid !== undefined) this.#signal(this.#process.pid, "SIGCONT");
  }

  #signal(postmaster: number, signal: NodeJS.Signals): void {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    for (const pid of [postmaster, ...children.trim().split(" ").filter(Boolean).map(Number)])
      try {
        process.kill(pid, signal);
      } catch {
        // That connection has just ended.
      }
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Makes a standby take changes. */
  async promote(): Promise<void> {
    await this.query("select pg_promote(true)");
  }

  async query(text: string, database = "postgres"): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database), connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async #program(name: string, args: readonly string[]): Promise<void> {
    await promisify(execFile)(`${SERVER_PROGRAMS}/${name}`, ["-D", this.folder, ...args], {
      ...this.#user,
      cwd: this.folder,
    });
  }
}
