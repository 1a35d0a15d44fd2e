/** Opens what the configuration names outside of the process: the database, counters and the mail transport. */
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { losAngelesDate } from "@daybook/words/civil-date";
import { DOCS_ROOT } from "../interfaces/docs/index.ts";
import type { healthServer } from "../interfaces/health/index.ts";
import { type Counters, memoryCounters, redisCounters } from "../platform/counters/index.ts";
import { type Db, type Holder, openEmbedded, openServer } from "../platform/db/index.ts";
import type { Log } from "../platform/log/log.ts";
import { folderMail, type Mail, smtpMail } from "../platform/mail/index.ts";
import type { RandomText } from "../platform/random/random.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { AppOptions } from "./app.ts";

/** Opens the database that the configuration names: a server, or the embedded one in the data folder. */
export async function openDatabase(config: Config, options: AppOptions, clock: Clock, log: Log): Promise<Db> {
  const now = () => clock.now();
  if (config.databaseUrl !== null) {
    return openServer({
      url: config.databaseUrl,
      connections: config.databaseConnections,
      now,
      replicas: config.databaseReplicas ?? [],
      onReplicaChange: (replica, problem) =>
        problem === null
          ? log.warn({ replica }, "the replica answers reads again")
          : log.warn({ replica, problem }, "the primary answers in place of a replica"),
      onIdleError: (error) => log.warn({ error: error.message }, "an idle database connection broke"),
    });
  }
  const holder: Holder = {
    pid: process.pid,
    command: options.command,
    since: new Date(clock.now() * 1000).toISOString(),
    socket: options.socket ?? null,
  };
  return openEmbedded({
    home: options.inMemory ? null : config.home,
    sampleOn: options.sample === true ? losAngelesDate(clock.now()) : null,
    ...(options.onPacked === undefined ? {} : { onPacked: options.onPacked }),
    holder,
    now,
    reserveBytes: config.diskReserveMb * 1_000_000,
    skipsFlush: !config.embeddedFlush,
    isWatched: holder.socket !== null,
    // A command ends before its memory matters, and reads or writes much.
    isUnoptimized: holder.socket !== null && !config.embeddedOptimize,
    hasSmallBuffers: !config.embeddedOptimize,
  });
}

/** Opens the counters of bursts: those of Redis, or of this process where no Redis is configured. */
export async function openCounters({ redisUrl }: Config, { elapsedMs }: Clock, log: Log): Promise<Counters> {
  if (redisUrl === null) return memoryCounters();
  return redisCounters({
    url: redisUrl,
    elapsedMs,
    warn: (problem) => log.warn({ problem }, "Redis is away, so this process counts bursts by itself"),
  });
}

/** Opens the mail transport: SMTP, or a folder in which each mail is a file. */
export function openMail(config: Config, now: Clock["now"], random: RandomText): Mail {
  const from = config.mailFrom ?? "Daybook <daybook@localhost>";
  if (config.smtpUrl !== null) return smtpMail({ url: config.smtpUrl, from });
  return folderMail({
    folder: config.mailFolder ?? join(config.home, "mail"),
    from,
    now,
    randomText: random,
  });
}

/** What the front door of the HTTP server needs. Each process counts by itself. */
export function doorOf({ allowedHosts, host, metricsHost, corsOrigins }: Config) {
  const counters = memoryCounters();
  const names = [host, metricsHost ?? host, ...allowedHosts].map((name) => name.toLowerCase());
  return { corsOrigins, door: { count: counters.count.bind(counters), names } };
}

/** What the front door of the port of the metrics needs. */
export function healthDoorOf(config: Config, clock: Clock): Parameters<typeof healthServer>[1] {
  const { publicUrl, docsUrl } = config;
  const { door } = doorOf(config);
  return { ...door, clock, corsOrigins: null, publicUrl, docsUrl: docsUrl ?? DOCS_ROOT };
}
