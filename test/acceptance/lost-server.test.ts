/**
 * One of several servers of a distributed database is lost while everything writes, and comes back, or its
 * standby takes its place: nothing that was acknowledged is lost, each write is made once, and no process of
 * the service is started again. The servers are the test's own, with the Citus of this machine.
 * DAYBOOK_FAILOVERS sets how often.
 */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Server } from "../support/cluster.ts";
import { onCitus } from "../support/on-server.ts";
import { json, launch, ownDaybook } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { importCompany } from "./service.ts";
import { companyUnderFire, exportFiles, type UnderFire, writeUnderFire } from "./under-fire.ts";

const SETTINGS = [
  "shared_preload_libraries = 'citus'",
  "max_prepared_transactions = 100",
  "max_worker_processes = 20",
  // Without TLS, whose certificates of the user would be looked for in the home of whoever runs the tests.
  "citus.node_conninfo = 'sslmode=disable'",
  "citus.shard_count = 4",
  // Commits that were cut off between their phases are found within a second, in place of a minute.
  "citus.recover_2pc_interval = 1s",
].join("\n");
const BOOKS = "books";
const FAILOVERS = Number(process.env["DAYBOOK_FAILOVERS"] ?? 1);

type Loss = (fire: UnderFire) => Promise<void>;

/** Makes servers that know each other; the first is the coordinator. */
async function distributedServers(): Promise<[coordinator: Server, one: Server, two: Server]> {
  const servers = await Promise.all([Server.make(), Server.make(), Server.make()]);
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.remove()))));
  for (const server of servers) {
    await server.initialize(SETTINGS);
    await server.query(`create database ${BOOKS}`);
    await server.query("create extension citus", BOOKS);
  }
  const [coordinator, ...others] = servers;
  await coordinator.query(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`, BOOKS);
  for (const { port } of others)
    await coordinator.query(`select citus_add_node('127.0.0.1', ${port})`, BOOKS);
  return servers;
}

onCitus(
  "a server of companies, its standby, and the coordinator are lost: no acknowledged write is, and each is made once",
  { timeout: 240_000 + 60_000 * FAILOVERS },
  async () => {
    const [coordinator, one, two] = await distributedServers();
    const place = await ownPlace("embedded");
    const objects = join(place.folder, "objects");
    const settings = {
      DATABASE_URL: coordinator.url(BOOKS),
      DAYBOOK_CLOCK_FORCE: "yes",
      OBJECTS_FOLDER: objects,
    };
    await json(ownDaybook({ ...place.environment, ...settings }), ["migrate", "--distribute"]);
    const running = await ownService(place, ["serve"], settings);
    const worker = launch(running.daybook, ["work"]);
    onTestFinished(() => void worker.kill("SIGKILL"));
    const { id, api } = await importCompany(running, companyUnderFire());
    const [home] = await coordinator.query(
      `select nodeid as id, nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
       where shardid = get_shard_id_for_distribution_column('companies', '${id}')`,
      BOOKS,
    );
    const [holder, other] = home?.["port"] === one.port ? [one, two] : [two, one];
    const standby = await Server.make();
    onTestFinished(() => standby.remove());

    const again =
      (server: Server): Loss =>
      async () => {
        await server.kill();
        await server.start();
      };
    const replace: Loss = async (fire) => {
      await standby.follow(holder, "follower");
      // A commit is acknowledged when the standby has it too.
      await holder.configure("synchronous_standby_names = 'follower'");
      await fire.acknowledged(1);
      await holder.kill();
      await standby.configure("synchronous_standby_names = ''");
      await standby.promote();
      const node = String(home?.["id"]);
      await coordinator.query(`select citus_update_node(${node}, '127.0.0.1', ${standby.port})`, BOOKS);
    };
    const losses = [
      ...Array.from({ length: FAILOVERS }, () => [again(holder), again(coordinator)]).flat(),
      replace,
    ];
    let exports = 0;
    for (const [round, lose] of losses.entries()) {
      const fire = writeUnderFire(() => api, `round-${round}`);
      await fire.acknowledged(2);
      await lose(fire);
      await fire.acknowledged(2);
      const reckoning = await fire.reckon();
      expect(Object.keys(reckoning.refused).filter((reason) => !reason.startsWith("503 "))).toEqual([]);
      exports += reckoning.acknowledged.export;
      if (FAILOVERS > 1) process.stdout.write(`loss ${round + 1} ${JSON.stringify(reckoning)}\n`);
    }
    expect([running.process.exitCode, worker.exitCode]).toEqual([null, null]);
    // What a loss left between the two phases of a commit is over.
    for (const server of [coordinator, other, standby])
      await expect.poll(async () => (await server.query("select gid from pg_prepared_xacts")).length).toBe(0);
    await running.moveClock(86_400);
    await expect.poll(() => exportFiles(objects), { timeout: 90_000 }).toBe(exports);
    expect(await json(running.daybook, ["verify"])).toMatchObject({ ok: true });
  },
);

// Vitest refuses a file without a test.
test("this file needs a coordinator of Citus", () => {});
