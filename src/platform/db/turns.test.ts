/**
 * One transaction at a time has a turn of a company, and turns are taken in one order. No other code locks a
 * company in another way.
 */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { onServer } from "../../../test/support/on-server.ts";
import { filesOf, textOf } from "../../../test/tidy/tree.ts";
import { takeTurn } from "./turns.ts";

const http = await testApp();
const { app } = http;
const [one, two] = await Promise.all([http.company({ journal: [] }), http.company({ journal: [] })]);

test("a turn that comes before the transaction's last turn is refused", async () => {
  await app.db.transaction(async (tx) => {
    await takeTurn(tx, one.id, "chart");
    await takeTurn(tx, one.id, "chart");
    await takeTurn(tx, one.id, "rules");
    await expect(takeTurn(tx, one.id, "team")).rejects.toThrow("team of a company was taken after rules");
  });
});

onServer("a transaction has a turn until it ends; other turns and other companies don't wait", async () => {
  const seen: string[] = [];
  let free = () => {};
  const held = new Promise<void>((resolve) => (free = resolve));
  let noteTaken = () => {};
  const isTaken = new Promise<void>((resolve) => (noteTaken = resolve));
  const first = app.db.transaction(async (tx) => {
    await takeTurn(tx, one.id, "rules");
    noteTaken();
    await held;
    seen.push("first ends");
  });
  await isTaken;
  const second = app.db.transaction(async (tx) => {
    await takeTurn(tx, one.id, "rules");
    seen.push("second begins");
  });
  await app.db.transaction((tx) => takeTurn(tx, one.id, "chart"));
  await app.db.transaction((tx) => takeTurn(tx, two.id, "rules"));
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
    // A company that moves or is erased keeps all writers out.
    "src/platform/db/company/erase.ts",
    "src/platform/db/company/moves.ts",
    "src/platform/db/migrate.ts",
    "src/platform/db/turns.ts",
  ]);
});
