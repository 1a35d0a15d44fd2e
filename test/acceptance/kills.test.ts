/**
 * Several processes on one database, of which some are killed at random moments while everything writes:
 * servers, workers, and sessions of the database. DAYBOOK_PROCESS_KILLS sets how often.
 */
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { Api } from "./api.ts";
import { ended, json, launch } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { databaseOf, ENGINE } from "./place.ts";
import { importCompany, type StartedService } from "./service.ts";
import { companyUnderFire, exportFiles, writeUnderFire } from "./under-fire.ts";

/** The exit code of a command whose database can't be reached. */
const UNREACHABLE = 6;
const KILLS = Number(process.env["DAYBOOK_PROCESS_KILLS"] ?? 3);
/**
 * What is killed in turn: mostly sessions, which cost no start of a process. A worker comes last, because its
 * jobs wait a minute for another one.
 */
const VICTIMS = ["sessions", "server", ...Array<"sessions">(7).fill("sessions"), "worker"] as const;

test.runIf(ENGINE === "server")(
  "servers, workers and sessions are killed while everything writes: nothing acknowledged is lost, each write is made once, and each export has one file",
  { timeout: 180_000 + 15_000 * KILLS },
  async () => {
    const place = await ownPlace();
    const objects = join(place.folder, "objects");
    const settings = { OBJECTS_FOLDER: objects };
    // A start whose session is killed ends, and who runs the service starts it again.
    const serve = async (): Promise<StartedService> => {
      for (;;)
        try {
          return await ownService(place, ["serve"], settings);
        } catch (error) {
          if (!String(error).includes(`ended with ${UNREACHABLE} `)) throw error;
        }
    };
    const servers = [await serve(), await serve()];
    const [first] = servers;
    if (first === undefined) throw new Error("a server was started");
    const { daybook } = first;
    const work = () => {
      const child = launch(daybook, ["work"]);
      const end = ended(child);
      const kill = () => {
        child.kill("SIGKILL");
        return end;
      };
      onTestFinished(async () => void (await kill()));
      return { kill };
    };
    const workers = [work(), work()];
    const { api } = await importCompany(first, companyUnderFire());
    let turn = 0;
    const fire = writeUnderFire(() => {
      turn += 1;
      return new Api(servers[turn % servers.length]?.base ?? "", api.key);
    }, "fire");
    const client = new pg.Client({ connectionString: databaseOf(place) ?? "" });
    await client.connect();
    onTestFinished(() => client.end());

    const killed = { sessions: 0, server: 0, worker: 0 };
    // While a server starts, the kills go on, but the other server stays.
    let starting: Promise<void> = Promise.resolve();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await fire.progress(1 + Math.floor(Math.random() * 8));
      const victim = VICTIMS[kill % VICTIMS.length] ?? "sessions";
      killed[victim] += 1;
      const which = Math.floor(Math.random() * 2);
      if (victim === "sessions")
        await client.query(
          `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1 + floor(random() * 3)) s`,
        );
      else if (victim === "server") {
        await starting;
        await servers[which]?.kill();
        starting = serve().then((server) => void (servers[which] = server));
      } else {
        const end = await workers[which]?.kill();
        expect([null, UNREACHABLE], end?.stderr).toContain(end?.code);
        workers[which] = work();
      }
    }
    await starting;
    await fire.acknowledged(1);
    const reckoning = await fire.reckon();
    // The files of killed attempts are deleted when the clock shows that each attempt must be over.
    await first.moveClock(86_400);
    await expect.poll(() => exportFiles(objects), { timeout: 90_000 }).toBe(reckoning.acknowledged.export);
    if (KILLS > 3) process.stdout.write(`kills ${JSON.stringify({ killed, ...reckoning })}\n`);
    expect(await json(daybook, ["verify"])).toMatchObject({ ok: true });
  },
);
