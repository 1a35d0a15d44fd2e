/**
 * A drill for the embedded database: the real server process is killed without a word while commands write
 * through its socket, started again on the same folder, and asked for everything that it had
 * acknowledged. DAYBOOK_KILLS sets how often.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Api } from "../../../test/acceptance/api.ts";
import { json } from "../../../test/acceptance/daybook.ts";
import { ownPlace, ownService } from "../../../test/acceptance/own.ts";
import { importCompany } from "../../../test/acceptance/service.ts";
import { companyBundle, cr, dr, voucher } from "../../../test/support/bundle.ts";
import { readHolder } from "../../platform/db/index.ts";
import { pause } from "../../platform/time/timer.ts";
import { callHolder } from "./control-client.ts";

const KILLS = Number(process.env["DAYBOOK_KILLS"] ?? 3);
/** Each round starts two processes, on a machine that may be busy. */
const LONG = { timeout: 240_000 * KILLS };
const LINES = 40;

test(
  "a server killed while it writes has lost nothing that it acknowledged, keeps nothing by halves and leaves no lock (CMD-001)",
  LONG,
  async () => {
    const place = await ownPlace("embedded");
    const home = place.environment["DAYBOOK_HOME"] ?? "";
    const first = await ownService(place);
    const bundle = companyBundle({ journal: [] });
    const { id: company, api } = await importCompany(first, bundle);
    const keys: string[] = [];
    const vouchers: string[] = [];
    let running = first;
    for (let round = 0; round < KILLS; round += 1) {
      const socket = readHolder(home)?.socket ?? "";
      const send = async <Result>(command: string, args: object): Promise<Result> => {
        const sent = await callHolder(socket, command, args, {
          report: () => {},
          note: () => {},
          whenStopRequested: new Promise(() => {}),
        });
        if (!sent.reached) throw new Error("nobody listens");
        return sent.result as Result;
      };
      const acknowledged = { keys: 0, vouchers: 0, marks: 0 };
      const writers = [
        endless(async () => {
          keys.push(
            (
              await send<{ api_key: string }>("key create", {
                company,
                member: null,
                name: null,
                read_only: false,
              })
            ).api_key,
          );
          acknowledged.keys += 1;
        }),
        // Work for the background worker, so that it is killed in the middle of that too.
        endless(async () => {
          await send("company stale", { company, months: ["2025-06"] });
          acknowledged.marks += 1;
        }),
        endless(async () => {
          const id = `vch_${round}_${acknowledged.vouchers}`;
          const lines = Array.from({ length: LINES / 2 }, () => [
            dr("checking", 100),
            cr("stock", 100),
          ]).flat();
          const file = join(place.folder, "more.json");
          await writeFile(
            file,
            JSON.stringify({ ...bundle, journal: [voucher("2025-06-06", "under fire", lines, { id })] }),
          );
          await send("import bundle", { file });
          vouchers.push(id);
          acknowledged.vouchers += 1;
        }),
      ];
      while (Math.min(...Object.values(acknowledged)) < 2) await pause(10);
      await pause(Math.random() * 700);
      await running.kill();
      await Promise.all(writers);

      running = await ownService(place);
      const after = new Api(running.base, api.key);
      for (const key of keys) expect(await after.as(key).verdict("/company")).toBe("200");
      const entries = await after.client.listJournalEntries().all();
      const lines = Map.groupBy(entries, ({ id }) => id.replace(/^je_/, "vch_").replace(/_\d+$/, ""));
      expect(vouchers.filter((id) => !lines.has(id))).toEqual([]);
      expect([...lines].filter(([, each]) => each.length !== LINES)).toEqual([]);
      expect(await json(running.daybook, ["verify"])).toMatchObject({ ok: true });
    }
  },
);

/** Repeats until the server is gone. */
async function endless(work: () => Promise<void>): Promise<void> {
  for (let times = 0; times < 100_000; times += 1) {
    try {
      await work();
    } catch {
      return;
    }
  }
}
