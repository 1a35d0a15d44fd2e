/**
 * A disk that runs full under the embedded database: changes are refused while reading goes on, everything works again once there is
 * room, and an engine that stops takes its process with it instead of leaving one that spins.
 */
import { spawnSync } from "node:child_process";
import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { companyBundle, cr, dr, voucher } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { json, LONG, refused } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import type { Place } from "./place.ts";
import { bring, type Company, type StartedService } from "./service.ts";

/** A bundle with so many more vouchers, which takes some room. */
function grown(bundle: ReturnType<typeof companyBundle>, round: number, count: number): string {
  const journal = Array.from({ length: count }, (_, index) => voucher("2025-06-06", "more", [dr("checking", 100), cr("stock", 100)], { id: `vch_${round}_${index}` }));
  return JSON.stringify({ ...bundle, journal });
}

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
const title = (text: string): string => (SMALL_DISK ? text : `${text} (skipped: mounting a tmpfs takes Linux and root)`);

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

/** A change by HTTP. */
const change = ({ api, bundle }: Filled, text: string) => api.send("PATCH", `/transactions/${bundle.transactions[0]?.id ?? ""}`, { memo: text });

interface Filled extends Company {
  readonly bundle: ReturnType<typeof companyBundle>;
}

async function filledCompany(running: StartedService): Promise<Filled> {
  const bundle = companyBundle();
  return { ...(await bring(running, bundle)), bundle };
}
