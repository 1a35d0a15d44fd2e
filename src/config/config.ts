/**
 * Configuration: the only file that reads process.env. `readConfig` turns the table `SETTINGS` into one
 * frozen object; the reference page `published/config.md` is generated from the same table.
 */
import { resolve } from "node:path";
import { closest, distance } from "fastest-levenshtein";
import { LIMITS } from "../core/limits.ts";
import { eachServer } from "../platform/db/hosts.ts";
import type { LogLevel } from "../platform/log/log.ts";
import { databaseHosts, featureMap, proxies } from "./lists.ts";
import { isSealingKey, MAKE_SEALING_KEY } from "../platform/secrets/key.ts";

interface Setting<T> {
  /** The name of the environment variable. */
  readonly variable: string;
  /** The text that is read if the variable is unset or empty. */
  readonly fallback: string;
  /** The description in `published/config.md`. */
  readonly meaning: string;
  /** True if the value must not appear in logs and listings. */
  readonly secret?: boolean;
  /** Parses the text of the variable, or throws an Error whose message says what is accepted. */
  readonly read: (text: string) => T;
}

function setting<T>(entry: Setting<T>): Setting<T> {
  return entry;
}

function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < low || value > high)
      throw new Error(`must be a whole number from ${low} to ${high}`);
    return value;
  };
}

function oneOf<const T extends string>(...words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new Error(`must be one of ${words.join(", ")}`);
    return word;
  };
}

/** Parses an HTTP URL without query and fragment; removes slashes at its end. */
function address(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol) || /[?#]/.test(text))
    throw new Error("must be an absolute address such as https://docs.example.com, without a query");
  return text.replace(/\/+$/, "");
}

/** Parses an HTTP URL without a path. */
function origin(text: string): string {
  const url = address(text);
  if (new URL(url).origin !== url.toLowerCase())
    throw new Error("must be an address without a path, such as https://books.example.com");
  return new URL(url).origin;
}

/**
 * Makes the parser of a URL that may contain a password. `accepted` describes the valid URLs in the error.
 */
function urlWithPassword(scheme: RegExp, accepted: string): (text: string) => string {
  return (text) => {
    if (!scheme.test(text) || !URL.canParse(text))
      throw new Error(
        `must be ${accepted}, in which other characters of a password than letters and digits are percent-encoded`,
      );
    return text;
  };
}

/** Parses the connection string of one or several PostgreSQL servers. */
function postgresUrl(text: string): string {
  const accepted = "a connection string such as postgres://user:password@host:5432/database";
  const servers = eachServer(text);
  for (const each of servers) {
    const { host, searchParams } = new URL(urlWithPassword(/^postgres(ql)?:\/\/./, accepted)(each));
    if (servers.length > 1 && host === "") throw new Error("must name a server between each two commas");
    const wanted = searchParams.get("target_session_attrs") ?? "primary";
    if (!["primary", "read-write"].includes(wanted))
      throw new Error("must not ask for another target_session_attrs than read-write or primary");
  }
  return text;
}

function domain(text: string): string {
  const name = text.toLowerCase();
  if (!/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
    throw new Error("must be a domain such as example.com, without `@` or an address's other parts");
  return name;
}

/** Makes a parser that returns null for an empty text. */
function optional<T>(read: (text: string) => T): (text: string) => T | null {
  return (text) => (text === "" ? null : read(text));
}

/** Parses origins that are separated by commas. */
function origins(text: string): readonly string[] {
  return text.split(",").map((each) => origin(each.trim()));
}

/** All settings, by their names in `Config`. */
export const SETTINGS = {
  home: setting({
    variable: "DAYBOOK_HOME",
    fallback: ".daybook",
    meaning: "Folder of the embedded database, its lock and the control socket.",
    read: (text) => resolve(text),
  }),
  databaseUrl: setting({
    variable: "DATABASE_URL",
    fallback: "",
    meaning:
      "PostgreSQL (14 or later) connection string. It may name several servers, separated by commas: the one that takes changes is used. Unset: the embedded database in `DAYBOOK_HOME`.",
    secret: true,
    read: optional(postgresUrl),
  }),
  databaseConnections: setting({
    variable: "DATABASE_CONNECTIONS",
    fallback: "10",
    meaning: "Most connections of one process to a PostgreSQL server.",
    read: wholeNumber(1, 1000),
  }),
  databaseReplicas: setting({
    variable: "DATABASE_REPLICAS",
    fallback: "",
    meaning:
      "Standbys that follow the server of `DATABASE_URL` and answer reports, as hosts with ports, separated by commas, such as `two:5432,three:5432`. User, password, database and options are those of `DATABASE_URL`. Unset: none.",
    read: optional(databaseHosts),
  }),
  embeddedOptimize: setting({
    variable: "EMBEDDED_OPTIMIZE",
    fallback: "no",
    meaning:
      "`yes` lets a service on the embedded database optimize the database's code: requests are answered in two thirds of the time, for 400 MB at rest in place of 260, and 1 GB at times.",
    read: (text) => oneOf("yes", "no")(text) === "yes",
  }),
  diskReserveMb: setting({
    variable: "DISK_RESERVE_MB",
    fallback: String(LIMITS.disk_reserve_mb.value),
    meaning:
      "Free megabytes on the disk of the embedded database below which changes are refused. 0: never refuse.",
    read: wholeNumber(0, 999_999_999),
  }),
  port: setting({
    variable: "PORT",
    fallback: "4100",
    meaning: "Port to listen on; 0 picks a free one.",
    read: wholeNumber(0, 65_535),
  }),
  host: setting({
    variable: "HOST",
    fallback: "127.0.0.1",
    meaning: "Address to listen on. The default is reached from this machine only.",
    read: String,
  }),
  metricsPort: setting({
    variable: "METRICS_PORT",
    fallback: "",
    meaning:
      "Port for `/metrics`, `/livez` and `/readyz` beside `PORT`, on the same `HOST`; a worker has them only there. Unset: `/metrics` is on `PORT`.",
    read: optional(wholeNumber(1, 65_535)),
  }),
  stopSeconds: setting({
    variable: "STOP_SECONDS",
    fallback: "10",
    meaning:
      "How long a stopping process waits for running requests, commands and jobs. The next worker continues jobs that did not end.",
    read: wholeNumber(1, 3_600),
  }),
  docsUrl: setting({
    variable: "DOCS_URL",
    fallback: "",
    meaning:
      "Address of the reference site in `doc_url`. Unset: the pages that the server itself serves under `/docs`.",
    read: optional(address),
  }),
  publicUrl: setting({
    variable: "PUBLIC_URL",
    fallback: "",
    meaning:
      "Address under which people reach this service, such as `https://books.example.com`: links in mail and to stored files begin with it, and the web console accepts forms only from there. Unset: `HOST` and `PORT`.",
    read: optional(origin),
  }),
  corsOrigins: setting({
    variable: "CORS_ORIGINS",
    fallback: "",
    meaning:
      "Origins of web pages that may call the API from a browser, such as `https://app.example.com`, separated by commas; `*` for all. Unset: none.",
    read: optional((text) =>
      text.split(",").map((each) => (each.trim() === "*" ? "*" : origin(each.trim()))),
    ),
  }),
  smtpUrl: setting({
    variable: "SMTP_URL",
    fallback: "",
    meaning:
      "Mail server, as `smtp://user:password@host:587` or `smtps://` with TLS from the first byte. Unset: each mail becomes a file in `MAIL_FOLDER`.",
    secret: true,
    read: optional(urlWithPassword(/^smtps?:\/\/./, "an address such as smtp://user:password@host:587")),
  }),
  mailFrom: setting({
    variable: "MAIL_FROM",
    fallback: "",
    meaning: "Sender of mail, such as `Daybook <books@example.com>`. Needed with `SMTP_URL`.",
    read: optional((text) => {
      if (!/^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text))
        throw new Error("must be an address such as books@example.com or Daybook <books@example.com>");
      return text;
    }),
  }),
  mailFolder: setting({
    variable: "MAIL_FOLDER",
    fallback: "",
    meaning: "Folder for mail as `.eml` files if no mail server is set. Unset: `mail` in `DAYBOOK_HOME`.",
    read: optional((text) => resolve(text)),
  }),
  objectsFolder: setting({
    variable: "OBJECTS_FOLDER",
    fallback: "",
    meaning:
      "Folder that files such as report exports are stored in, shared by all processes. Unset: `objects` in `DAYBOOK_HOME`. Not used with `S3_BUCKET`.",
    read: optional((text) => resolve(text)),
  }),
  s3Endpoint: setting({
    variable: "S3_ENDPOINT",
    fallback: "",
    meaning:
      "S3 server that stores files instead of a folder, such as `https://s3.eu-central-1.amazonaws.com`. Links to files lead there.",
    read: optional(origin),
  }),
  s3Bucket: setting({
    variable: "S3_BUCKET",
    fallback: "",
    meaning: "Bucket of that server. It must exist and be closed to the public.",
    read: optional((text) => {
      if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text))
        throw new Error("must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens");
      return text;
    }),
  }),
  s3Region: setting({
    variable: "S3_REGION",
    fallback: "us-east-1",
    meaning: "Region that the server signs for.",
    read: (text) => {
      if (!/^[a-z0-9][a-z0-9-]{0,49}$/.test(text))
        throw new Error("must be the name of a region, such as eu-central-1");
      return text;
    },
  }),
  s3AccessKeyId: setting({
    variable: "S3_ACCESS_KEY_ID",
    fallback: "",
    meaning:
      "Id of the access key, which must be allowed to list the bucket and to put, get and delete its objects.",
    read: optional(String),
  }),
  s3SecretAccessKey: setting({
    variable: "S3_SECRET_ACCESS_KEY",
    fallback: "",
    meaning: "Secret of the access key.",
    secret: true,
    read: optional(String),
  }),
  s3PathStyle: setting({
    variable: "S3_PATH_STYLE",
    fallback: "yes",
    meaning:
      "`yes` names the bucket in the path, which every server understands; `no` in the name of the server.",
    read: (text) => oneOf("yes", "no")(text) === "yes",
  }),
  connectionKey: setting({
    variable: "CONNECTION_KEY",
    fallback: "",
    meaning:
      "Key that encrypts the secrets of connections to banks and payment services: 32 random bytes in base64. Keep a copy outside of the backups. Unset: nothing can be connected.",
    secret: true,
    read: optional((text) => {
      if (!isSealingKey(text)) throw new Error(`must be 32 bytes in base64; ${MAKE_SEALING_KEY}`);
      return text;
    }),
  }),
  simplefinServers: setting({
    variable: "SIMPLEFIN_SERVERS",
    fallback: "https://bridge.simplefin.org,https://beta-bridge.simplefin.org",
    meaning: "SimpleFIN servers whose setup tokens are accepted, separated by commas.",
    read: origins,
  }),
  stripeUrl: setting({
    variable: "STRIPE_URL",
    fallback: "https://api.stripe.com",
    meaning: "Address of Stripe's API.",
    read: address,
  }),
  mercuryUrl: setting({
    variable: "MERCURY_URL",
    fallback: "https://api.mercury.com/api/v1",
    meaning: "Address of Mercury's API.",
    read: address,
  }),
  plaidUrl: setting({
    variable: "PLAID_URL",
    fallback: "https://production.plaid.com",
    meaning: "Address of Plaid's API; `https://sandbox.plaid.com` to try it.",
    read: address,
  }),
  plaidClientId: setting({
    variable: "PLAID_CLIENT_ID",
    fallback: "",
    meaning: "Client id of your Plaid account. Needed to connect Plaid.",
    read: optional(String),
  }),
  plaidSecret: setting({
    variable: "PLAID_SECRET",
    fallback: "",
    meaning: "Secret of your Plaid account for the environment that `PLAID_URL` names.",
    secret: true,
    read: optional(String),
  }),
  stagingDomain: setting({
    variable: "STAGING_DOMAIN",
    fallback: "",
    meaning:
      "Makes this a staging deployment: only keys owned by users with an e-mail address at this domain are accepted.",
    read: optional(domain),
  }),
  earlyAccess: setting({
    variable: "EARLY_ACCESS",
    fallback: "",
    meaning:
      "Operations in early access: each needs a feature of the company, or is refused with 403 `feature_disabled`. Pairs of an operation's id and a feature, separated by commas, such as `getReportExport=exports_beta,createReportExport=exports_beta`.",
    read: featureMap,
  }),
  clockFile: setting({
    variable: "DAYBOOK_CLOCK_FILE",
    fallback: "",
    meaning:
      "File with an offset in seconds, added to the clock and read again when it changes. For tests only.",
    read: optional((text) => resolve(text)),
  }),
  clockForced: setting({
    variable: "DAYBOOK_CLOCK_FORCE",
    fallback: "no",
    meaning: "`yes` allows `DAYBOOK_CLOCK_FILE` together with `DATABASE_URL`.",
    read: (text) => oneOf("yes", "no")(text) === "yes",
  }),
  drills: setting({
    variable: "DAYBOOK_DRILLS",
    fallback: "0",
    meaning:
      "`1` allows drills: `daybook fault` then makes steps fail, hang or kill their process. Never with real books.",
    read: (text) => oneOf("0", "1")(text) === "1",
  }),
  redisUrl: setting({
    variable: "REDIS_URL",
    fallback: "",
    meaning:
      "Redis (6 or later) in which several processes count bursts together. Unset: each process counts in its own memory.",
    secret: true,
    read: optional((text) => {
      // The Redis client would take another path for a database and a query for options, and would ignore
      // those that it does not know.
      const url = /^rediss?:\/\/./.test(text) && URL.canParse(text) ? new URL(text) : null;
      if (!url || !/^(\/\d{0,9})?$/.test(url.pathname) || url.search !== "")
        throw new Error(
          "must be an address such as redis://:password@host:6379/0, at whose end stands the number of a database or nothing",
        );
      return text;
    }),
  }),
  trustProxy: setting({
    variable: "TRUST_PROXY",
    fallback: "",
    meaning:
      "Proxies that are trusted in `X-Forwarded-For`: how many are in a row before the service, or their addresses and networks, separated by commas. Unset: none.",
    read: optional(proxies),
  }),
  telemetryModule: setting({
    variable: "TELEMETRY_MODULE",
    fallback: "",
    meaning:
      "Module that is loaded before the service and observes it, such as `@opentelemetry/auto-instrumentations-node/register`, which you install beside the service. Unset: none.",
    read: optional(String),
  }),
  logLevel: setting({
    variable: "LOG_LEVEL",
    fallback: "warn",
    meaning: "Least severe event that is logged: silent, error, warn, info or debug.",
    read: oneOf<LogLevel>("silent", "error", "warn", "info", "debug"),
  }),
} as const;

/** The configuration of a process: the parsed value of each setting. */
export type Config = {
  readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]>;
};

/** A setting has an invalid value. The message names the variable and says what it accepts. */
export class ConfigProblem extends Error {
  override readonly name = "ConfigProblem";
}

/** Reads the configuration from environment variables, by default process.env. Throws `ConfigProblem`. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  refuseMisspelt(environment);
  const values = Object.entries(SETTINGS).map(([name, { variable, fallback, read }]) => {
    try {
      return [name, read(environment[variable]?.trim() || fallback)];
    } catch (error) {
      throw new ConfigProblem(`${variable} ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  const config = Object.freeze(Object.fromEntries(values)) as Config;
  if (config.clockFile !== null && config.databaseUrl !== null && !config.clockForced) {
    throw new ConfigProblem(
      "DAYBOOK_CLOCK_FILE must not be used with DATABASE_URL unless DAYBOOK_CLOCK_FORCE=yes",
    );
  }
  if (config.smtpUrl !== null && config.mailFrom === null)
    throw new ConfigProblem("MAIL_FROM must be set with SMTP_URL, because a mail server asks who sends");
  if (config.databaseReplicas !== null && config.databaseUrl === null)
    throw new ConfigProblem(
      "DATABASE_REPLICAS must not be set without DATABASE_URL; the embedded database has no standbys",
    );
  refuseHalfS3(config);
  return config;
}

/**
 * The shortest variable name that is checked for misspelling. Shorter names often belong to other programs.
 */
const SHORTEST_CHECKED_NAME = 8;

/**
 * Throws `ConfigProblem` for a variable whose name nearly equals that of a setting. A misspelt setting would
 * be ignored, and the service could then run on the wrong database.
 */
function refuseMisspelt(environment: Readonly<Record<string, string | undefined>>): void {
  const known = Object.values(SETTINGS).map(({ variable }): string => variable);
  for (const [name, value] of Object.entries(environment)) {
    if (name.length < SHORTEST_CHECKED_NAME || known.includes(name) || !value?.trim()) continue;
    const meant = closest(name, known);
    if (meant.length >= SHORTEST_CHECKED_NAME && distance(name, meant) <= (meant.length >= 10 ? 2 : 1))
      throw new ConfigProblem(
        `${name} is not a setting. If you mean ${meant}, correct the name; if it is for another program, unset it here`,
      );
  }
}

/**
 * Throws `ConfigProblem` if only some of the S3 settings are set: files would silently be stored in a folder
 * instead.
 */
function refuseHalfS3(config: Config): void {
  const needed = ["s3Endpoint", "s3Bucket", "s3AccessKeyId", "s3SecretAccessKey"] as const;
  const variables = (names: readonly (keyof typeof SETTINGS)[]): string =>
    names.map((name) => SETTINGS[name].variable).join(", ");
  const given = needed.filter((name) => config[name] !== null);
  if (given.length === 0) return;
  const missing = needed.filter((name) => config[name] === null);
  if (missing.length > 0)
    throw new ConfigProblem(
      `${variables(given)} ${given.length === 1 ? "is" : "are"} set, and files are stored by S3 only with ${variables(missing)} too`,
    );
  if (config.objectsFolder !== null)
    throw new ConfigProblem(
      "OBJECTS_FOLDER must not be set with S3_BUCKET, because files are stored in one place",
    );
}

/** Settings that only say where a server listens. */
const LISTENING_SETTINGS = new Set(["port", "host", "metricsPort"]);

/**
 * The settings that decide what a command does and to which books, as one text: all settings except those of
 * listening, and the PG* variables, which PostgreSQL's client adds to a connection string. If two processes
 * have the same text, either can run a command with the same result. The text contains secrets.
 */
export function settingsOfWork(
  config: Config,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const settings = Object.entries(config)
    .filter(([name]) => !LISTENING_SETTINGS.has(name))
    .map(([name, value]) => [name, value instanceof Map ? [...value] : value]);
  const postgresVariables = Object.entries(environment)
    .filter(([name]) => name.startsWith("PG"))
    .map(([name, value]) => `${name}=${value}`);
  return JSON.stringify([settings, postgresVariables.toSorted()]);
}
