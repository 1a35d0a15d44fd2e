/** An attempt whose process was suspended stores its file after any other has swept, and then dies. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { exportsOf, workOn } from "../../../../../test/support/exports.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { reportsService } from "../../reports/index.ts";
import { exportsService } from "./index.ts";

const http = await testApp();
const { app } = http;

test("a file that a suspended attempt stores after the sweep is deleted, though its process dies", async () => {
  const company = await http.company();
  const { ask, read } = exportsOf(http, company);
  const { id } = await ask();
  const [suspended, resumed, stored] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const { db, ids, clock, faults, objects, renderer, ledger } = app;
  const elsewhere = exportsService({
    db,
    ids,
    clock,
    randomText: () => "elsewhere",
    reports: reportsService({ ledger, paced }),
    ledger,
    renderer,
    objects: {
      ...objects,
      async put(...args) {
        suspended.resolve();
        await resumed.promise;
        await objects.put(...args);
        stored.resolve();
        await new Promise(() => {});
      },
    },
    parts: [],
    faults,
    askForGeneration: async () => {},
    askForSweep: async () => {},
    address: (each) => each,
  });
  const { signal } = new AbortController();
  void elsewhere.generate(company.id, id, signal);
  await suspended.promise;
  await workOn(http);
  expect(await read(id)).toMatchObject({ status: "succeeded" });
  http.clock.set(clock.now() + 3_600);
  await workOn(http);
  resumed.resolve();
  await stored.promise;
  const keys = async () => {
    const found: string[] = [];
    for await (const key of objects.list(`${company.id}/exports/`)) found.push(key);
    return found;
  };
  expect(await keys()).toHaveLength(2);
  http.clock.set(clock.now() + 86_400);
  await workOn(http);
  expect(await keys()).toHaveLength(1);
});
