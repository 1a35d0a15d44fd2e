/**
 * PostgreSQL's primary is lost while everything writes, and its standby takes its place: nothing that was
 * acknowledged is lost, and no process of the service is started again. DAYBOOK_FAILOVERS sets how often.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { Server, SERVER_PROGRAMS } from "../support/cluster.ts";
import { json, launch } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE } from "./place.ts";
import { importCompany } from "./service.ts";
import { companyUnderFire, writeUnderFire } from "./under-fire.ts";

const FAILOVERS = Number(process.env["DAYBOOK_FAILOVERS"] ?? 1);
const PROGRAMS = {
  name: "PostgreSQL's server (Debian's package postgresql)",
  present: SERVER_PROGRAMS !== null,
};

// These servers are the test's own, so one of the two runs of a check is enough.
describe.skipIf(ENGINE !== "server")("on servers of its own", () => {
  describeWith(PROGRAMS, "when the primary is lost and a standby is promoted", () => {
    test(
      "no acknowledged write is lost, each is made once, and the service goes on by itself",
      { timeout: 90_000 + 60_000 * FAILOVERS },
      async () => {
        const [one, two] = await Promise.all([Server.make(), Server.make()]);
        onTestFinished(async () => void (await Promise.all([one.remove(), two.remove()])));
        let [primary, standby] = [one, two];
        await primary.initialize();
        await primary.query("create database books");
        await standby.follow(primary, "follower");

        const place = await ownPlace("embedded");
        const servers = `127.0.0.1:${one.port},127.0.0.1:${two.port}`;
        const settings = {
          DATABASE_URL: `postgres://postgres@${servers}/books?target_session_attrs=read-write`,
          DAYBOOK_CLOCK_FORCE: "yes",
        };
        const running = await ownService(place, ["serve"], settings);
        const worker = launch(running.daybook, ["work"]);
        onTestFinished(() => void worker.kill("SIGKILL"));
        const { api } = await importCompany(running, companyUnderFire());

        for (let round = 1; round <= FAILOVERS; round += 1) {
          // A commit is acknowledged when the standby has it too.
          await primary.configure("synchronous_standby_names = 'follower'");
          const fire = writeUnderFire(() => api, `round-${round}`);
          await fire.acknowledged(2);
          await primary.kill();
          const killed = performance.now();
          await standby.configure("synchronous_standby_names = ''");
          await standby.promote();
          const promoted = performance.now();
          await fire.acknowledged(1);
          const recovered = performance.now();
          await fire.acknowledged(1);
          const reckoning = await fire.reckon();
          expect(reckoning.refused["no answer"]).toBeUndefined();
          expect([running.process.exitCode, worker.exitCode]).toEqual([null, null]);
          if (FAILOVERS > 1)
            process.stdout.write(
              `failover ${round}: promoted after ${Math.round(promoted - killed)} ms, every kind of write acknowledged ${Math.round(recovered - promoted)} ms later, ${JSON.stringify(reckoning)}\n`,
            );
          [primary, standby] = [standby, primary];
          if (round < FAILOVERS) await standby.follow(primary, "follower");
        }
        expect(await json(running.daybook, ["verify"])).toMatchObject({ ok: true });
      },
    );
  });
});
