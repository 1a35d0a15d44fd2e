/**
 * A full disk with the embedded database: changes are refused while reads go on, and everything works again
 * when there is room. If the database engine stops, its process ends too.
 */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, rm, rmdir, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Bundle, companyBundle, cr, dr, unique, voucher } from "../support/bundle.ts";
import { exchange } from "../support/exchange.ts";
import { Api } from "./api.ts";
import { json, LONG, type CommandResult, refused, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE, type Place } from "./place.ts";
import { importCompany, type StartedService } from "./service.ts";

const VOUCHERS = 3_000;

/** Imports `VOUCHERS` more vouchers into a company. */
function imported({ daybook }: StartedService, bundle: Bundle, round: number): Promise<CommandResult> {
  const journal = Array.from({ length: VOUCHERS }, (_, index) =>
    voucher("2025-06-06", "more", [dr("checking", 100), cr("stock", 100)], {
      id: `vch_more_${round}_${index}`,
    }),
  );
  return run(daybook, ["import", "bundle", "-"], JSON.stringify({ ...bundle, journal }));
}

/** Waits longer than the service reuses a measurement of its disk. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

const DISK_MB = 330;

/** Makes an empty place on a small disk. */
async function smallDisk(): Promise<Place> {
  const place = await ownPlace("embedded");
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", place.folder]);
  expect(mounted.status).toBe(0);
  onTestFinished(() => void spawnSync("umount", ["-l", place.folder]));
  await writeFile(place.clockFile, "0");
  return place;
}

/** True if this machine allows mounting a small disk. */
function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  // In a separate mount namespace, so that nothing is left over.
  return spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"]).status === 0;
}

const SMALL_DISK = canMount();

const freeMb = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / 1e6;
};

/** Fills the disk except for `leftMb` megabytes. Returns a function that makes room again. */
async function fill(folder: string, leftMb: number): Promise<() => Promise<void>> {
  const ballast = join(folder, `ballast_${leftMb}`);
  await writeFile(ballast, Buffer.alloc(Math.max(0, Math.floor((await freeMb(folder)) - leftMb) * 1e6)));
  return () => rm(ballast);
}

/** Sends a request that changes the books. */
function change({ base, key }: Api) {
  return exchange(`${base}/accounts`, { key, method: "POST", body: { name: unique(), type: "checking" } });
}

const REFUSED = {
  status: 503,
  body: {
    error: { code: "service_unavailable", message: expect.stringContaining("disk of the database is full") },
  },
};

test.runIf(ENGINE === "embedded")(
  "with less room than the reserve, changes are refused with a sentence and reads go on (STOR-007)",
  LONG,
  async () => {
    const place = await ownPlace("embedded");
    const ample = await ownService(place);
    const bundle = companyBundle();
    const { api: before } = await importCompany(ample, bundle);
    await ample.stop();

    const short = await ownService(place, undefined, { DISK_RESERVE_MB: "999999999" });
    const api = new Api(short.base, before.key);
    for (let round = 0; round < 3; round += 1) {
      expect(await change(api)).toMatchObject(REFUSED);
      expect([await api.verdict("/company"), await api.verdict("/accounts")]).toEqual(["200", "200"]);
    }
    expect(await refused(short.daybook, ["import", "bundle", "-"], JSON.stringify(bundle))).toMatchObject({
      exit_code: 1,
      code: "disk_full",
    });
    expect(await json(short.daybook, ["verify"])).toMatchObject({ ok: true });
    expect((await short.stop()).code).toBe(0);

    const again = await ownService(place);
    expect((await change(new Api(again.base, before.key))).status).toBe(201);
  },
);

test.runIf(ENGINE === "embedded")(
  "a service whose engine stops ends with a sentence and exit code 1, and a new start has all acknowledged changes",
  LONG,
  async () => {
    const place = await ownPlace("embedded");
    const running = await ownService(place);
    const bundle = companyBundle();
    const { api } = await importCompany(running, bundle);
    const log = join(place.environment["DAYBOOK_HOME"] ?? "", "data", "pg_wal");
    // A folder with the name of the next log segment prevents the engine from making that segment.
    const newest = Math.max(
      ...(await readdir(log))
        .filter((name) => name.length === 24)
        .map((name) => Number.parseInt(name.slice(-8), 16)),
    );
    const obstacle = join(log, `0000000100000000${(newest + 1).toString(16).padStart(8, "0").toUpperCase()}`);
    await mkdir(obstacle);
    let acknowledged = 0;
    while ((await imported(running, bundle, acknowledged)).code === 0) acknowledged += 1;
    const { code, stderr } = await running.end;
    expect([code, stderr]).toEqual([1, expect.stringContaining("The database engine has stopped")]);

    await rmdir(obstacle);
    const again = await ownService(place);
    expect(await new Api(again.base, api.key).verdict("/company")).toBe("200");
    expect(await json(again.daybook, ["verify"])).toMatchObject({ ok: true });
    const entries = await new Api(again.base, api.key).client
      .listJournalEntries({
        start_date: "2025-06-06",
        end_date: "2025-06-06",
      })
      .all();
    expect(entries.filter(({ id }) => id.includes("more_")).length).toBeGreaterThanOrEqual(
      acknowledged * VOUCHERS * 2,
    );
  },
);

describe.runIf(SMALL_DISK)("on a small disk (needs Linux and the right to mount a tmpfs)", () => {
  test.runIf(ENGINE === "embedded")(
    "with a full disk the service refuses changes and reads on, and accepts changes when there is room again",
    LONG,
    async () => {
      const place = await smallDisk();
      const running = await ownService(place);
      const bundle = companyBundle();
      const { api } = await importCompany(running, bundle);
      for (const leftMb of [60, 10, 0]) {
        const makeRoom = await fill(place.folder, leftMb);
        await pause();
        const answers = [];
        for (let round = 0; round < 40; round += 1)
          answers.push((await exchange(`${api.base}/company`, { key: api.key })).status);
        expect([leftMb, answers.filter((status) => status !== 200 && status !== 503)]).toEqual([leftMb, []]);
        if (leftMb === 60) expect(answers).not.toContain(503);
        expect([leftMb, await change(api)]).toMatchObject([leftMb, REFUSED]);
        expect([leftMb, await imported(running, bundle, leftMb)]).toMatchObject([leftMb, { code: 1 }]);
        await makeRoom();
        await pause();
        expect([leftMb, await api.verdict("/company"), (await change(api)).status]).toEqual([
          leftMb,
          "200",
          201,
        ]);
      }
      expect(await json(running.daybook, ["verify"])).toMatchObject({ ok: true });
      expect((await running.stop()).code).toBe(0);
    },
  );

  test.runIf(ENGINE === "embedded")(
    "without a reserve, a disk that fills during a write leaves a service that works or has ended",
    LONG,
    async () => {
      const place = await smallDisk();
      const running = await ownService(place, undefined, { DISK_RESERVE_MB: "0" });
      const bundle = companyBundle();
      const { api } = await importCompany(running, bundle);
      const makeRoom = await fill(place.folder, 24);
      for (let round = 0; (await imported(running, bundle, round)).code === 0; round += 1);
      await makeRoom();
      await pause();
      const isOver = await Promise.race([
        running.end.then(({ code, stderr }) => ({ code, stderr })),
        change(api).catch(() => running.end),
      ]);
      if ("status" in isOver) expect(isOver.status).toBe(201);
      else
        expect([isOver.code, isOver.stderr]).toEqual([
          1,
          expect.stringContaining("The database engine has stopped"),
        ]);
      const again = "status" in isOver ? running : await ownService(place);
      expect(await new Api(again.base, api.key).verdict("/company")).toBe("200");
      expect(await json(again.daybook, ["verify"])).toMatchObject({ ok: true });
    },
  );
});
