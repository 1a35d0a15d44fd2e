/** What a process shows of itself: whether it is ready to serve, its metrics, and the failures of drills. */
import type { Config } from "../config/config.ts";
import { type Check, type Readiness, readinessOf } from "../interfaces/health/index.ts";
import { feedAges } from "../modules/feed/transactions/index.ts";
import { redisProblem } from "../platform/counters/index.ts";
import { type Db, isMigrated, pingProblem, poolFigures, replicaFigures } from "../platform/db/index.ts";
import { drillFaults, type Faults, noFaults } from "../platform/faults/index.ts";
import { jobFigures, type Jobs } from "../platform/jobs/index.ts";
import type { Log } from "../platform/log/log.ts";
import { readLastBackup } from "../platform/machine/backup-folder.ts";
import { inspectFolder } from "../platform/machine/files.ts";
import { type Gauges, type Metrics, openMetrics, type Sample } from "../platform/metrics/index.ts";
import { findStorageProblem, type Objects, storageOf } from "../platform/objects/index.ts";
import type { Clock } from "../platform/time/clock.ts";
import { atMostEvery } from "../platform/time/reuse.ts";
import { pause } from "../platform/time/timer.ts";

/** The shortest time between two checks of the storage, each of which writes and deletes a small file. */
const STORAGE_CHECK_MS = 15_000;

/** Makes the readiness checks of a process. Their results contain no details of the installation. */
function checksOf(config: Config, clock: Clock, db: Db, objects: Objects): Readonly<Record<string, Check>> {
  const { redisUrl } = config;
  return {
    database: async () => {
      const because = await pingProblem(db);
      return because === null ? null : `The database can't be used: ${because}.`;
    },
    migrations: async () => ((await isMigrated(db)) ? null : "Migrations of this version have not run yet."),
    storage: atMostEvery(STORAGE_CHECK_MS, clock.elapsedMs, async () => {
      const problem = await findStorageProblem(objects);
      if (problem !== null) throw new Error(problem);
      return null;
    }),
    ...(redisUrl === null
      ? {}
      : {
          redis: async () =>
            (await redisProblem(redisUrl)) === null
              ? null
              : "Redis can't be used; bursts are counted by process.",
        }),
  };
}

/** Makes the function that runs the readiness checks. Details of failed checks are only logged. */
export function readyOf(
  config: Config,
  clock: Clock,
  db: Db,
  objects: Objects,
  log: Log,
): () => Promise<Readiness> {
  return readinessOf(checksOf(config, clock, db, objects), clock.elapsedMs, (check, error) =>
    log.warn({ check, error: error instanceof Error ? error.message : String(error) }, "not ready to serve"),
  );
}

/** How long a step hangs on which a drill sets the fault `stall`. Longer than any step of a job may take. */
const STALL_MS = 600_000;

/** Faults are failures on request, with which operators and tests try recovery (drills); off by default. */
export function faultsOf({ drills }: Config, db: Db): Faults {
  if (!drills) return noFaults;
  return drillFaults(db, {
    crash: () => process.kill(process.pid, "SIGKILL"),
    stall: () => pause(STALL_MS),
    pause,
  });
}

/** Makes the metrics of the disks that hold what this process stores; others are of no concern to it. */
function diskFigures(config: Config): Gauges {
  const folders = [
    ["database", config.databaseUrl === null ? config.home : null],
    ["stored_files", storageOf(config).folder],
  ] as const;
  return {
    labels: ["place"],
    help: {
      daybook_disk_free_bytes:
        "Free bytes of the disk of the embedded database, and of that of the folder of stored files.",
    },
    async read() {
      const samples: Sample[] = [];
      for (const [place, folder] of folders) {
        const free = folder === null ? null : await inspectFolder(folder);
        if (free !== null)
          samples.push({ labels: { place }, values: { daybook_disk_free_bytes: free.freeBytes } });
      }
      return samples;
    },
  };
}

/** Makes the metric of the last backup, which the command notes in the data folder. */
function backupFigures({ home }: Config, { engine }: Db, now: Clock["now"]): Gauges {
  return {
    labels: ["engine"],
    help: { daybook_backup_age_seconds: "Time since the last `daybook backup` with this DAYBOOK_HOME." },
    async read() {
      const last = await readLastBackup(home);
      return last === null
        ? []
        : [{ labels: { engine }, values: { daybook_backup_age_seconds: Math.max(0, now() - last) } }];
    },
  };
}

/** Makes the metrics of the process, with gauges of the database, the queue, the feeds and the machine. */
export function metricsOf(config: Config, { now, elapsedMs }: Clock, db: Db, jobs: Jobs): Metrics {
  const metrics = openMetrics(elapsedMs);
  const feeds = { ...feedAges, read: () => feedAges.read(db, now()) };
  const all = [
    poolFigures(db),
    jobFigures(jobs, now),
    feeds,
    diskFigures(config),
    backupFigures(config, db, now),
  ];
  for (const gauges of all) metrics.addGauges(gauges);
  if (db.replicas !== null) metrics.addGauges(replicaFigures(db));
  return metrics;
}
