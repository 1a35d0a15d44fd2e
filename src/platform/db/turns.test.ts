/** Turns of a company: one transaction at a time, in one order; no writer locks a company in another way. */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { onServer } from "../../../test/support/on-server.ts";
import { filesOf, textOf } from "../../../test/tidy/tree.ts";
import { takeTurn } from "./turns.ts";

const { app } = await testApp();

test("a turn that comes before one that the transaction has is refused", async () => {
  await app.db.transaction(async (tx) => {
    await takeTurn(tx, "comp_one", "chart");
    await takeTurn(tx, "comp_one", "chart");
    await takeTurn(tx, "comp_one", "rules");
    await expect(takeTurn(tx, "comp_one", "team")).rejects.toThrow("team of a company was taken after rules");
  });
});

onServer("has a turn until its transaction ends; other turns and other companies go on", async () => {
  const seen: string[] = [];
  let free = () => {};
  const held = new Promise<void>((resolve) => (free = resolve));
  let taken = () => {};
  const isTaken = new Promise<void>((resolve) => (taken = resolve));
  const first = app.db.transaction(async (tx) => {
    await takeTurn(tx, "comp_one", "rules");
    taken();
    await held;
    seen.push("first ends");
  });
  await isTaken;
  const second = app.db.transaction(async (tx) => {
    await takeTurn(tx, "comp_one", "rules");
    seen.push("second begins");
  });
  await app.db.transaction((tx) => takeTurn(tx, "comp_one", "chart"));
  await app.db.transaction((tx) => takeTurn(tx, "comp_two", "rules"));
  seen.push("others are done");
  free();
  await Promise.all([first, second]);
  expect(seen).toEqual(["others are done", "first ends", "second begins"]);
});

test("no other file takes an advisory lock or locks the company's row", () => {
  const locking = /pg_(?:try_)?advisory|from companies\b[^`"]*for (?:no key )?(?:update|share)/;
  const found = filesOf([".ts"], "src").filter(
    (path) => !path.endsWith(".test.ts") && locking.test(textOf(path)),
  );
  expect(found.toSorted()).toEqual([
    "src/modules/tenants/company/store.ts",
    "src/platform/db/migrate.ts",
    "src/platform/db/turns.ts",
  ]);
});
