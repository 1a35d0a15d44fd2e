/**
 * Replicas answer reads of the state of the books that a request must see, and nobody notices when they
 * can't: servers of the test's own, of which one takes changes and others follow it.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { BOUNCER, startBouncer } from "../../../test/support/bouncer.ts";
import { Server, SERVER_PROGRAMS } from "../../../test/support/cluster.ts";
import { ADMIN_URL } from "../../../test/support/engine.ts";
import { describeWith } from "../../../test/acceptance/outside.ts";
import { present } from "@daybook/words/assert";
import { unixSeconds } from "@daybook/words/civil-date";
import { pause } from "../time/timer.ts";
import type { Db } from "./db.ts";
import { migrate } from "./migrate.ts";
import { positionOf, readAt } from "./reading-position.ts";
import { openServer } from "./server.ts";
import { statement } from "./statement.ts";

/** Who answers: a replica or the primary; and the number that was written last, as they know it. */
interface Answer {
  readonly replica: boolean;
  readonly latest: number;
}

const ANSWER = "pg_is_in_recovery() as replica, (select max(ends) from sign_in_attempts) as latest";
const answer = statement<Answer>("test.replicas.answer", `select ${ANSWER}`);
const answerSlowly = statement<Answer>(
  "test.replicas.answerSlowly",
  `select ${ANSWER} from pg_sleep(1), (select count(*) from sign_in_attempts) rows`,
);
const answerSlowlyOnReplicas = statement<Answer>(
  "test.replicas.answerSlowlyOnReplicas",
  `select ${ANSWER} from (select case when pg_is_in_recovery() then pg_sleep(20) end) sleep`,
);
const write = statement<never>(
  "test.replicas.write",
  "insert into sign_in_attempts (name, attempts, ends) values ('replicas ' || $1::int8, 1, $1::int8)",
);
const position = statement<{ position: string }>(
  "test.replicas.position",
  `select ${positionOf("$1")} as position`,
);

/** A port that leads to another one, which can be changed; that breaks the connections. */
async function forwarder(target: number) {
  let place = target;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(place, "127.0.0.1");
    for (const each of [socket, onward]) each.on("error", () => {}).on("close", () => sockets.delete(each));
    sockets.add(socket).add(onward);
    socket.pipe(onward).pipe(socket);
  });
  const end = () => {
    for (const each of sockets) each.destroy();
  };
  onTestFinished(() => {
    end();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(next: number) {
      place = next;
      end();
    },
  };
}

const PROGRAMS = {
  name: "PostgreSQL's server (Debian's package postgresql)",
  present: SERVER_PROGRAMS !== null,
};
const LONG = { timeout: 120_000 };

describe.skipIf(ADMIN_URL === null)("on servers of its own", () => {
  describeWith(PROGRAMS, "replicas", () => {
    const servers: Server[] = [];
    const newServer = async (): Promise<Server> => {
      const server = await Server.make();
      servers.push(server);
      return server;
    };
    /** Makes a primary with a migrated database and a standby. */
    const newCluster = async (): Promise<[primary: Server, standby: Server]> => {
      const [primary, standby] = [await newServer(), await newServer()];
      await primary.initialize();
      await primary.query("create database books");
      const db = openServer({ url: primary.url("books"), connections: 1, now, onIdleError: () => {} });
      await migrate(db);
      await db.run(write, [1]);
      await db.close();
      await standby.follow(primary, "follower");
      return [primary, standby];
    };
    let primary: Server;
    let standby: Server;
    beforeAll(async () => void ([primary, standby] = await newCluster()), 120_000);
    afterAll(() => Promise.all(servers.map((each) => each.remove())));

    const now = () => unixSeconds(1_780_000_000);
    const place = (server: Server) => `127.0.0.1:${server.port}`;
    const open = (
      from: Server,
      replicas: readonly string[],
    ): { readonly db: Db; readonly changes: (string | null)[]; at(): Promise<string> } => {
      const changes: (string | null)[] = [];
      const db = openServer({
        url: from.url("books"),
        replicas,
        connections: 4,
        now,
        onIdleError: () => {},
        onReplicaChange: (_, problem) => changes.push(problem),
      });
      onTestFinished(() => db.close());
      return { db, changes, at: async () => (await db.get(position, [true])).position };
    };
    type Open = ReturnType<typeof open>;
    /** Reads as a request does: at the position of its admission. */
    const read = async ({ db, at }: Pick<Open, "db" | "at">, query = answer): Promise<Answer> =>
      readAt(await at(), () => db.get(query));
    const readUntil = async (opened: Open, done: (answer: Answer) => boolean): Promise<void> => {
      while (!done(await read(opened))) await pause(20);
    };
    /** Opens a database, and waits until a replica answers. */
    const openReady = async (from: Server, replicas: readonly string[]): Promise<Open> => {
      const opened = open(from, replicas);
      await readUntil(opened, ({ replica }) => replica);
      opened.changes.length = 0;
      return opened;
    };
    let written = 1;
    const writeNext = async (db: Db): Promise<number> => {
      written += 1;
      await db.run(write, [written]);
      return written;
    };
    const figuresOf = ({ db }: Open) => present(db.replicas?.figures()[0], "no replica");

    test(
      "answer with every change that was committed before, and only reads at a position",
      LONG,
      async () => {
        const opened = await openReady(primary, [place(standby)]);
        for (let round = 0; round < 50; round += 1) {
          const latest = await writeNext(opened.db);
          expect(await read(opened)).toMatchObject({ latest });
        }
        expect(figuresOf(opened).answered).toBeGreaterThan(25);
        expect(await opened.db.get(answer)).toMatchObject({ replica: false });
        expect(await readAt(null, () => opened.db.get(answer))).toMatchObject({ replica: false });
      },
    );

    test("answer all statements and snapshots of a read", LONG, async () => {
      const opened = await openReady(primary, [place(standby)]);
      const latest = await writeNext(opened.db);
      const answers = await readAt(await opened.at(), async () => [
        await opened.db.get(answer),
        await opened.db.transaction((tx) => tx.get(answer), { mode: "snapshot" }),
        await opened.db.get(answer),
      ]);
      expect(answers).toEqual([1, 2, 3].map(() => ({ replica: true, latest })));
    });

    test(
      "are waited for while they are behind for moments, whatever the server's isolation is",
      LONG,
      async () => {
        await primary.query("alter database books set default_transaction_isolation = 'repeatable read'");
        const opened = await openReady(primary, [place(standby)]);
        for (const inSnapshot of [false, true]) {
          await standby.query("select pg_wal_replay_pause()");
          const latest = await writeNext(opened.db);
          const at = await opened.at();
          const reading = readAt(at, () =>
            inSnapshot
              ? opened.db.transaction((tx) => tx.get(answer), { mode: "snapshot" })
              : opened.db.get(answer),
          );
          await standby.query("select pg_wal_replay_resume()");
          expect(await reading).toMatchObject({ latest });
        }
        await primary.query("alter database books reset default_transaction_isolation");
      },
    );

    test("leave the answer to the primary while they are behind for longer", LONG, async () => {
      const opened = await openReady(primary, [place(standby)]);
      await standby.query("select pg_wal_replay_pause()");
      const latest = await writeNext(opened.db);
      const answers = await readAt(await opened.at(), async () => [
        await opened.db.get(answer),
        await opened.db.get(answer),
      ]);
      expect(answers).toEqual([1, 2].map(() => ({ replica: false, latest })));
      expect(figuresOf(opened).late).toBe(1);
      while (opened.changes.length === 0) {
        expect(await read(opened)).toEqual({ replica: false, latest });
        await pause(20);
      }
      expect(await opened.db.replicas?.states()).toMatchObject([{ problem: "it is behind" }]);
      await standby.query("select pg_wal_replay_resume()");
      await readUntil(opened, ({ replica }) => replica);
      expect(opened.changes).toEqual(["it is behind", null]);
      expect(await opened.db.replicas?.states()).toMatchObject([{ problem: null, feedback: false }]);
    });

    test("leave the answer to the primary when recovery cancels their statement", LONG, async () => {
      await standby.configure("max_standby_streaming_delay = 0");
      const opened = await openReady(primary, [place(standby)]);
      const latest = await writeNext(opened.db);
      const reading = read(opened, answerSlowly);
      while ((await standby.query("select from pg_stat_activity where wait_event = 'PgSleep'")).length === 0)
        await pause(20);
      await primary.query(`delete from sign_in_attempts where ends < ${latest}`, "books");
      await primary.query("vacuum sign_in_attempts", "books");
      expect(await reading).toEqual({ replica: false, latest });
      expect(figuresOf(opened)).toMatchObject({ failed: 1 });
      await readUntil(opened, ({ replica }) => replica);
      expect(opened.changes).toEqual([]);
    });

    test("that end or hang are noticed by no read, and used again when they are back", LONG, async () => {
      const opened = await openReady(primary, [place(standby)]);
      await standby.kill();
      for (let round = 0; round < 3; round += 1) expect(await read(opened)).toMatchObject({ replica: false });
      await readUntil(opened, () => opened.changes.length > 0);
      await standby.start();
      await readUntil(opened, ({ replica }) => replica);
      expect(opened.changes).toEqual(["no server listens at its address", null]);

      standby.hang();
      onTestFinished(() => standby.goOn());
      const { late } = figuresOf(opened);
      for (let round = 0; round < 20; round += 1)
        expect(await read(opened)).toMatchObject({ replica: false });
      expect(figuresOf(opened).late).toBe(late + 1);
      standby.goOn();
      await readUntil(opened, ({ replica }) => replica);
    });

    test(
      "are not asked again for a statement that is too slow there, and answer the others",
      LONG,
      async () => {
        const opened = await openReady(primary, [place(standby)]);
        const { late } = figuresOf(opened);
        for (let round = 0; round < 3; round += 1) {
          expect(await read(opened, answerSlowlyOnReplicas)).toMatchObject({ replica: false });
          expect(await read(opened)).toMatchObject({ replica: true });
        }
        expect(figuresOf(opened).late).toBe(late + 1);
        expect(opened.changes).toEqual([]);
        const left = "select from pg_stat_activity where state <> 'idle' and query like '%pg_sleep(20)%'";
        expect((await standby.query(left)).length).toBeLessThanOrEqual(1);
      },
    );

    test("whose name leads to another cluster meanwhile answer nothing", LONG, async () => {
      const [foreign, ofForeign] = await newCluster();
      // Its log is longer, so it has "reached" every position of the primary.
      for (let times = 0; times < 3; times += 1) {
        await foreign.query(`create table filler_${times} ()`);
        await foreign.query("select pg_switch_wal()");
      }
      const [row] = await foreign.query("select pg_current_wal_lsn() as end");
      const end = row?.["end"];
      const hasAll = `select where pg_last_wal_replay_lsn() >= '${String(end)}'`;
      while ((await ofForeign.query(hasAll)).length === 0) await pause(20);
      const name = await forwarder(standby.port);
      const opened = await openReady(primary, [`127.0.0.1:${name.port}`]);
      const latest = await writeNext(opened.db);
      name.leadTo(ofForeign.port);
      for (let round = 0; round < 5; round += 1)
        expect(await read(opened)).toEqual({ replica: false, latest });
      await readUntil(opened, () => opened.changes.length > 0);
      expect(opened.changes).toEqual(["it is a standby of another server"]);
    });

    test("take turns, and another one answers in place of one that is gone", LONG, async () => {
      const second = await newServer();
      await second.follow(primary, "second");
      const opened = open(primary, [place(standby), place(second)]);
      const figures = () => present(opened.db.replicas?.figures(), "no replicas");
      await readUntil(opened, () => figures().every(({ answered }) => answered > 2));
      await second.kill();
      await readUntil(opened, () => figures()[1]?.answers === false);
      const { answered = 0 } = figures()[0] ?? {};
      await readUntil(opened, () => (figures()[0]?.answered ?? 0) > answered + 5);
    });

    test.skipIf(!BOUNCER.present)("may be behind a pooler", LONG, async () => {
      const pooler = await startBouncer(standby.url("books"));
      onTestFinished(() => pooler.stop());
      const opened = await openReady(primary, [new URL(pooler.url).host]);
      const latest = await writeNext(opened.db);
      await readUntil(opened, (each) => {
        expect(each.latest).toBe(latest);
        return each.replica;
      });
    });

    test("answer nothing once they have taken changes themselves", LONG, async () => {
      const promoted = await newServer();
      await promoted.follow(primary, "promoted");
      const opened = await openReady(primary, [place(promoted)]);
      const latest = await writeNext(opened.db);
      await promoted.promote();
      await promoted.query("update sign_in_attempts set ends = 999999", "books");
      while (opened.changes.length === 0) {
        expect(await read(opened)).toEqual({ replica: false, latest });
        await pause(20);
      }
      expect(opened.changes).toEqual(["it takes changes itself, so it is no standby"]);
    });

    test("answer nothing if they have what the new primary never got", LONG, async () => {
      const [first, next] = await newCluster();
      const ahead = await newServer();
      await ahead.follow(first, "ahead");
      await next.kill();
      const before = open(first, [place(ahead)]);
      await before.db.run(write, [888_888]);
      await readUntil(before, ({ replica, latest }) => replica && latest === 888_888);
      await first.kill();
      await next.start();
      await next.promote();

      const opened = open(next, [place(ahead)]);
      while (opened.changes.length === 0) {
        expect(await read(opened)).toEqual({ replica: false, latest: 1 });
        await pause(20);
      }
      expect(opened.changes).toEqual(["it has not followed the last promotion of a standby yet"]);
    });
  });
});
