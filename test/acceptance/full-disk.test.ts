/**
 * A disk that runs full under the embedded database: changes are refused while reading goes on, everything
 * works again once there is room, and an engine that stops takes its process with it instead of leaving one
 * that spins.
 */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, rm, rmdir, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Bundle, companyBundle, cr, dr, unique, voucher } from "../support/bundle.ts";
import { exchange } from "../support/exchange.ts";
import { Api } from "./api.ts";
import { json, LONG, type Ran, refused, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import type { Place } from "./place.ts";
import { bring, type StartedService } from "./service.ts";

const VOUCHERS = 3_000;

/** Imports many more vouchers into a company. */
function imported({ daybook }: StartedService, bundle: Bundle, round: number): Promise<Ran> {
  const journal = Array.from({ length: VOUCHERS }, (_, index) =>
    voucher("2025-06-06", "more", [dr("checking", 100), cr("stock", 100)], {
      id: `vch_more_${round}_${index}`,
    }),
  );
  return run(daybook, ["import", "bundle", "-"], JSON.stringify({ ...bundle, journal }));
}

/** Longer than the service takes a measurement of its disk for true. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

const DISK_MB = 330;

/** An empty place on a small disk of its own. */
async function smallDisk(): Promise<Place> {
  const place = await ownPlace("embedded");
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", place.folder]);
  expect(mounted.status).toBe(0);
  onTestFinished(() => void spawnSync("umount", ["-l", place.folder]));
  await writeFile(place.clockFile, "0");
  return place;
}

/** Tries whether this machine lets us mount a small disk. */
function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  // In a namespace of its own, so that nothing is left of it.
  return spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"]).status === 0;
}

const SMALL_DISK = canMount();

const freeMb = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / 1e6;
};

/** Fills the disk but for so many megabytes; the function it gives makes room again. */
async function fill(folder: string, leftMb: number): Promise<() => Promise<void>> {
  const ballast = join(folder, `ballast_${leftMb}`);
  await writeFile(ballast, Buffer.alloc(Math.max(0, Math.floor((await freeMb(folder)) - leftMb) * 1e6)));
  return () => rm(ballast);
}

/** A change, as any other. */
function change({ base, key }: Api) {
  return exchange(`${base}/accounts`, { key, method: "POST", body: { name: unique(), type: "checking" } });
}

const REFUSED = {
  status: 503,
  body: {
    error: { code: "service_unavailable", message: expect.stringContaining("disk of the database is full") },
  },
};

test(
  "with less room than the reserve changes are refused with a sentence, and reading goes on",
  LONG,
  async () => {
    const place = await ownPlace("embedded");
    const ample = await ownService(place);
    const bundle = companyBundle();
    const { api: before } = await bring(ample, bundle);
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

test(
  "a service whose engine stops ends with a sentence and exit code 1, and comes back with all that was acknowledged",
  LONG,
  async () => {
    const place = await ownPlace("embedded");
    const running = await ownService(place);
    const bundle = companyBundle();
    const { api } = await bring(running, bundle);
    const log = join(place.environment["DAYBOOK_HOME"] ?? "", "data", "pg_wal");
    // No further segment of the log can be made.
    const newest = Math.max(
      ...(await readdir(log))
        .filter((name) => name.length === 24)
        .map((name) => Number.parseInt(name.slice(-8), 16)),
    );
    const inTheWay = join(log, `0000000100000000${(newest + 1).toString(16).padStart(8, "0").toUpperCase()}`);
    await mkdir(inTheWay);
    let acknowledged = 0;
    while ((await imported(running, bundle, acknowledged)).code === 0) acknowledged += 1;
    const { code, stderr } = await running.end;
    expect([code, stderr]).toEqual([1, expect.stringContaining("The database engine has stopped")]);

    await rmdir(inTheWay);
    const again = await ownService(place);
    expect(await new Api(again.base, api.key).verdict("/company")).toBe("200");
    expect(await json(again.daybook, ["verify"])).toMatchObject({ ok: true });
    const entries = await new Api(again.base, api.key).list<{ id: string }>("/journal_entries", {
      limit: "500",
      start_date: "2025-06-06",
      end_date: "2025-06-06",
    });
    expect(entries.filter(({ id }) => id.includes("more_")).length).toBeGreaterThanOrEqual(
      acknowledged * VOUCHERS * 2,
    );
  },
);

describe.runIf(SMALL_DISK)("on a small disk, which takes Linux and the right to mount a tmpfs", () => {
  test(
    "a disk that runs full is no end of the service: it refuses, reads, and changes again once there is room",
    LONG,
    async () => {
      const place = await smallDisk();
      const running = await ownService(place);
      const bundle = companyBundle();
      const { api } = await bring(running, bundle);
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

  test(
    "without a reserve, a disk that runs full in the middle of writing leaves a service that goes on, or one that has ended",
    LONG,
    async () => {
      const place = await smallDisk();
      const running = await ownService(place, undefined, { DISK_RESERVE_MB: "0" });
      const bundle = companyBundle();
      const { api } = await bring(running, bundle);
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
