/**
 * A service whose reports a standby of PostgreSQL answers: every answer has the last acknowledged change,
 * also while the standby is behind, ends and comes back, and no request fails.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { Server, SERVER_PROGRAMS } from "../support/cluster.ts";
import { Api } from "./api.ts";
import { json, LONG, run } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE } from "./place.ts";
import { importCompany } from "./service.ts";
import { companyUnderFire } from "./under-fire.ts";

const PROGRAMS = {
  name: "PostgreSQL's server (Debian's package postgresql)",
  present: SERVER_PROGRAMS !== null,
};
const MAY = { start_date: "2026-05-01", end_date: "2026-05-31" };
/** Every operation that a replica may answer, by key. */
const READS = [
  "/reports/balance_sheet?date=2026-05-31",
  "/reports/income_statement?start_date=2026-05-01&end_date=2026-05-31",
  "/reports/cash_flow?start_date=2026-05-01&end_date=2026-05-31",
  "/aggregations/total?category_id=cat_software&start_date=2026-05-01&end_date=2026-05-31",
  "/aggregations/totals?start_date=2026-05-01&end_date=2026-05-31&date=2026-05-31",
  "/parties/merchants?category_id=cat_software",
  "/journal_entries?category_id=cat_software",
];

/** Moves an amount between two categories, and reads at once that every report has it there. */
async function moveAndRead(api: Api, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    for (const [to, software, net] of [
      ["cat_payroll", 0, -100_00],
      ["cat_software", -100_00, -100_00],
    ] as const) {
      await api.client.editTransaction("txn_edited", { category_id: to });
      const [total, statement, entries] = await Promise.all([
        api.client.getTotal({ category_id: "cat_software", ...MAY }),
        api.client.getIncomeStatement(MAY),
        api.read<{ data: { transaction_id: string }[] }>("/journal_entries", { category_id: to }),
      ]);
      const ids = entries.data.map(({ transaction_id }) => transaction_id);
      expect([
        total.total_cents,
        statement.net_income_cents,
        ids.filter((id) => id === "txn_edited").length,
      ]).toEqual([software, net, 1]);
    }
}

// These servers are the test's own, so one of the two runs of a check is enough.
describe.skipIf(ENGINE !== "server")("on servers of its own", () => {
  describeWith(PROGRAMS, "a standby that answers reports", () => {
    test(
      "never answers with older books than were acknowledged, and is missed by no request",
      LONG,
      async () => {
        const [primary, standby] = await Promise.all([Server.make(), Server.make()]);
        onTestFinished(async () => void (await Promise.all([primary.remove(), standby.remove()])));
        await primary.initialize();
        await primary.query("create database books");
        await standby.follow(primary, "follower");
        const place = await ownPlace("embedded");
        const alone = { DATABASE_URL: primary.url("books"), DAYBOOK_CLOCK_FORCE: "yes" };
        // Through a socket the primary has no host, but its standbys have.
        const socket = `postgres:///books?host=${primary.folder}&port=${primary.port}&user=postgres`;
        const settings = {
          ...alone,
          DATABASE_URL: socket,
          DATABASE_REPLICAS: `127.0.0.1:${standby.port}`,
        };
        const running = await ownService(place, ["serve"], settings);
        const withoutReplica = await ownService(place, ["serve"], alone);
        const { api } = await importCompany(running, companyUnderFire());
        const onPrimary = new Api(withoutReplica.base, api.key);
        const usable = async () => {
          const text = await (await fetch(new URL("/metrics", running.base))).text();
          return Number(/^daybook_db_replica_answered\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0);
        };

        while ((await usable()) < 50) await moveAndRead(api, 5);
        for (const path of READS) {
          expect(await api.read(path)).toEqual(await onPrimary.read(path));
        }
        const doctor = async () => {
          const { stdout } = await run(running.daybook, ["doctor", "--json"]);
          const { findings } = JSON.parse(stdout) as { findings: { what: string; found: string }[] };
          return findings.find(({ what }) => what === "Replica")?.found;
        };
        expect(await doctor()).toMatch(/answers reads and has all changes; hot_standby_feedback is off/);

        await standby.query("select pg_wal_replay_pause()");
        await moveAndRead(api, 5);
        expect(await doctor()).toMatch(/answers no reads: it is behind/);
        await standby.query("select pg_wal_replay_resume()");
        await moveAndRead(api, 5);
        await standby.kill();
        await moveAndRead(api, 5);
        expect(await doctor()).toMatch(/answers no reads: no server listens at its address/);
        await standby.start();
        await moveAndRead(api, 5);
        expect(running.process.exitCode).toBeNull();
        expect(await json(running.daybook, ["verify"])).toMatchObject({ ok: true });
      },
    );
  });
});
