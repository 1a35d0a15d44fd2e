/** PgBouncer in front of the server of the tests. Root can't run it, so the user `postgres` does there. */
import { spawn, spawnSync } from "node:child_process";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../acceptance/place.ts";
import { serverUser } from "./cluster.ts";

/** The program; `DAYBOOK_TEST_PGBOUNCER` names another version than the machine's own. */
const PROGRAM = process.env["DAYBOOK_TEST_PGBOUNCER"]?.trim() || "pgbouncer";

export const BOUNCER = {
  name: "the program pgbouncer",
  present: spawnSync(PROGRAM, ["--version"], { stdio: "ignore" }).status === 0,
};

/**
 * Starts a pooler of the database that a connection string names, with two connections to the server. Returns
 * the connection string of the pooler.
 */
export async function startBouncer(
  database: string,
  mode: "transaction" | "statement" = "transaction",
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = new URL(database);
  const folder = await mkdtemp(join(tmpdir(), "bouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const password = server.password === "" ? "" : ` password=${decodeURIComponent(server.password)}`;
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${server.username || "postgres"}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 2
`,
  );
  const user = serverUser();
  if (user.uid !== undefined && user.gid !== undefined)
    for (const path of [folder, file]) await chown(path, user.uid, user.gid);
  const child = spawn(PROGRAM, ["-q", file], { ...user, cwd: folder, stdio: "ignore" });
  const end = new Promise((resolve) => child.once("exit", resolve));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error("pgbouncer does not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: Object.assign(new URL(database), { hostname: "127.0.0.1", port: String(port), password: "" }).href,
    async stop() {
      child.kill("SIGKILL");
      await end;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
