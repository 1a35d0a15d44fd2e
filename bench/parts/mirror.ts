/**
 * A mirror of a long feed by the package `@daybook/client`: from zero into SQLite, with the digest kept and
 * compared, and the check of everything that is stored. The server and the mirror share the machine.
 */
import { join } from "node:path";
import { createClient } from "@daybook/client";
import { mirror } from "@daybook/client/mirror";
import { sqliteStore } from "@daybook/client/mirror/sqlite";
import { timeMs } from "../figures.ts";
import type { Bench } from "../part.ts";

/** Rows a second: from zero, and from zero with the check of what is stored. */
const INTO_SQLITE_LEAST = 60_000;
const VERIFIED_LEAST = 40_000;

export async function measureMirror(bench: Bench, origin: string, keys: readonly string[]): Promise<void> {
  bench.say("feed: a mirror from zero");
  let request = 0;
  const client = createClient({
    baseUrl: origin,
    // Several keys, because one would use up its burst.
    authorize: () => ({
      authorization: `Bearer ${keys[(request += 1) % keys.length] ?? ""}`,
      // The setting of the command for a service on its own machine.
      "accept-encoding": "identity",
    }),
  });
  const store = sqliteStore(join(await bench.folder("mirror"), "mirror.sqlite"));
  const copy = mirror(client, store, { lists: [] });
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const { rows, proved } = await copy.sync();
  if (!proved) throw new Error("the mirror is not proved");
  const syncMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  const verifyMs = await timeMs(async () => {
    await copy.verify();
  });
  store.close();
  bench.found({
    what: `a mirror from zero into SQLite, ${rows.toLocaleString("en-US")} rows, proved by the digest`,
    measured: { value: (rows / syncMs) * 1000, unit: "rows/s" },
    beside: { what: "its own CPU alone", figure: { value: (rows / (user + system)) * 1e6, unit: "rows/s" } },
    target: { of: "measured", bound: "at least", value: INTO_SQLITE_LEAST },
  });
  bench.found({
    what: "the same, and then all that is stored verified",
    measured: { value: (rows / (syncMs + verifyMs)) * 1000, unit: "rows/s" },
    beside: null,
    target: { of: "measured", bound: "at least", value: VERIFIED_LEAST },
  });
}
