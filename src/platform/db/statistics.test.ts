/** Statistics of tables: which are missing, and what a first large write does about it. */
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { onServer } from "../../../test/support/on-server.ts";
import { readUpkeep } from "./statistics.ts";
import { statement } from "./statement.ts";

const http = await testApp();
const { db } = http.app;

const listAnalyzed = statement<{ name: string }>(
  "test.statistics.listAnalyzed",
  "select distinct tablename as name from pg_stats where schemaname = current_schema()",
);
const analyzed = async () => new Set((await db.list(listAnalyzed)).map(({ name }) => name));

test("a first large upload has its tables analyzed, so that each line that comes again is looked up", async () => {
  const company = await http.company();
  const { body: account } = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Checking", type: "checking" },
  });
  const rows = Array.from(
    { length: 1_100 },
    (_, at) => `2026-01-${String((at % 28) + 1).padStart(2, "0")},Line ${at},${at + 1}.00`,
  );
  const form = new FormData();
  form.append("account_id", account.id);
  form.append("file", new File([["Date,Description,Amount", ...rows].join("\n")], "first.csv"));
  const { status } = await http.send("/transaction_uploads", {
    key: company.key,
    method: "POST",
    body: form,
  });
  expect(status).toBe(201);
  expect(await analyzed()).toEqual(
    new Set([...(await analyzed()), "transactions", "accounts", "journal_entries"]),
  );
});

onServer("what the upkeep of a server leaves out is named", async () => {
  // The tests that share this database see its tables, too.
  onTestFinished(() =>
    db.transaction((tx) => tx.script("drop table later; alter table departments reset (autovacuum_enabled)")),
  );
  expect(await readUpkeep(db)).toMatchObject({ leftOut: [], unanalyzed: [] });
  await db.transaction((tx) =>
    tx.script(`alter table departments set (autovacuum_enabled = false);
      create table later (text text);
      insert into later select repeat('x', 1000) from generate_series(1, 20000)`),
  );
  expect(await readUpkeep(db)).toMatchObject({ leftOut: ["departments"], unanalyzed: ["later"] });
  expect((await readUpkeep(db)).bytes).toBeGreaterThan(20_000_000);
  await db.transaction((tx) => tx.script("analyze later"));
  expect((await readUpkeep(db)).unanalyzed).toEqual([]);
});
