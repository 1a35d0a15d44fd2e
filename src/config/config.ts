/**
 * Configuration: the only file that reads process.env. `readConfig` turns the table `SETTINGS` into one
 * frozen object; the reference page `published/config.md` is generated from the same table.
 */
import { resolve } from "node:path";
import { closest, distance } from "fastest-levenshtein";
import { parseId } from "@daybook/words/public-id";
import { LIMITS } from "@daybook/words/limits";
import type { LogLevel } from "../platform/log/log.ts";
import { address, mailSender, origin, origins, postgresUrl, redisUrl, urlWithPassword } from "./addresses.ts";
import { readSecretFile } from "../platform/machine/secret-file.ts";
import {
  databaseHosts,
  domain,
  featureMap,
  hostNames,
  oneOf,
  optional,
  proxies,
  sealingKeys,
  wholeNumber,
} from "./lists.ts";

interface Setting<T> {
  /** The name of the environment variable. */
  readonly variable: string;
  /** The text that is read if the variable is unset or empty. */
  readonly fallback: string;
  /** The description in `published/config.md`. */
  readonly meaning: string;
  /** True if the value must not appear in logs and listings. A file can hold it (`fileVariable`). */
  readonly secret?: boolean;
  /** Parses the text of the variable, or throws an Error whose message says what is accepted. */
  readonly read: (text: string) => T;
}

function setting<T>(entry: Setting<T>): Setting<T> {
  return entry;
}

/** All settings, by their names in `Config`. */
export const SETTINGS = {
  home: setting({
    variable: "DAYBOOK_HOME",
    fallback: ".daybook",
    meaning: "Folder of the embedded database, its lock and the control socket.",
    read: (text) => resolve(text),
  }),
  company: setting({
    variable: "DAYBOOK_COMPANY",
    fallback: "",
    meaning:
      "Company that commands work on when their command line names none, as its id. It goes before the company that `daybook company use` chose.",
    read: optional((text) => {
      const company = parseId("company", text);
      if (company === null) throw new Error("must be the id of a company, such as comp_1a2b3c");
      return company;
    }),
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
  embeddedFlush: setting({
    variable: "EMBEDDED_FLUSH",
    fallback: "yes",
    meaning:
      "`yes` acknowledges what is recorded in the embedded database only when the disk has it. `no`, for trials and tests, never waits for the disk: a loss of power may then lose or damage the books.",
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
  allowedHosts: setting({
    variable: "ALLOWED_HOSTS",
    fallback: "",
    meaning:
      "Names under which the service is reached beside that of `PUBLIC_URL`, separated by commas, such as `api,books.internal`. Requests under other names are refused, except `localhost`, the name in `HOST`, and addresses of digits.",
    read: hostNames,
  }),
  metricsPort: setting({
    variable: "METRICS_PORT",
    fallback: "",
    meaning:
      "Port for `/metrics`, `/livez` and `/readyz` beside `PORT`; a worker has them only there. Unset: `/metrics` is on `PORT`, for programs of this machine only.",
    read: optional(wholeNumber(1, 65_535)),
  }),
  metricsHost: setting({
    variable: "METRICS_HOST",
    fallback: "",
    meaning: "Address to listen on with `METRICS_PORT`. Unset: that of `HOST`.",
    read: optional(String),
  }),
  stopSeconds: setting({
    variable: "STOP_SECONDS",
    fallback: "10",
    meaning:
      "How long a stopping process waits for running requests, commands and jobs. The next worker continues jobs that did not end.",
    read: wholeNumber(1, 3_600),
  }),
  drainSeconds: setting({
    variable: "DRAIN_SECONDS",
    fallback: "0",
    meaning:
      "How long a server that was asked to stop still takes requests while `/readyz` answers 503, so that a proxy with other servers has time to send them there. `STOP_SECONDS` begin afterwards.",
    read: wholeNumber(0, 600),
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
    read: optional(mailSender),
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
  eventDays: setting({
    variable: "EVENT_DAYS",
    fallback: "",
    meaning:
      "Days after which an event of a company's audit trail is deleted. Events that describe their change, such as what was filed or closed, always stay. With the others goes the answer to who posted entries. Unset: all stay.",
    read: optional(wholeNumber(LIMITS.event_days.value, 99_999)),
  }),
  exportFileDays: setting({
    variable: "EXPORT_FILE_DAYS",
    fallback: "",
    meaning:
      "Days after which the file of a report export is deleted. Its record stays. Links to files are made for 30 days and valid for 7. Unset: all files stay.",
    read: optional(wholeNumber(LIMITS.export_file_days.value, 99_999)),
  }),
  connectionKey: setting({
    variable: "CONNECTION_KEY",
    fallback: "",
    meaning:
      "Key that encrypts the secrets of connections to banks and payment services: 32 random bytes in base64. Keep a copy outside of the backups. Several, separated by commas, replace a key: the first encrypts, and all decrypt. Unset: nothing can be connected.",
    secret: true,
    read: optional(sealingKeys),
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
    read: optional(redisUrl),
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

/** The variable that names the file of a secret; null for a setting that is no secret. */
export function fileVariable({ variable, secret }: { variable: string; secret?: boolean }): string | null {
  return secret ? `${variable}_FILE` : null;
}

/** The configuration of a process: the parsed value of each setting. */
export type Config = {
  readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]>;
};

/** A setting has an invalid value. The message names the variable and says what it accepts. */
export class ConfigProblem extends Error {
  override readonly name = "ConfigProblem";
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from environment variables, by default process.env, and secrets from the files that
 * these name. Throws `ConfigProblem`.
 */
export function readConfig(environment: Environment = process.env): Config {
  refuseMisspelt(environment);
  const values = Object.entries(SETTINGS).map(([name, entry]) => [name, valueOf(entry, environment)]);
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

/** The value of one setting. No message contains a secret. */
function valueOf(entry: Setting<unknown>, environment: Environment): unknown {
  const { variable, fallback, read } = entry;
  const given = environment[variable]?.trim() ?? "";
  const inFile = fileVariable(entry);
  const path = (inFile !== null && environment[inFile]?.trim()) || null;
  if (path !== null && given !== "")
    throw new ConfigProblem(`${variable} and ${inFile} are both set; unset one of them`);
  try {
    if (path === null) return read(given || fallback);
    const { text, problem } = readSecretFile(path);
    if (problem !== null) throw new ConfigProblem(`${inFile} names ${path}, which ${problem}`);
    return read(text);
  } catch (error) {
    if (error instanceof ConfigProblem) throw error;
    const because = error instanceof Error ? error.message : String(error);
    throw new ConfigProblem(
      path === null ? `${variable} ${because}` : `${variable} in the file ${path} ${because}`,
    );
  }
}

/**
 * The shortest variable name that is checked for misspelling. Shorter names often belong to other programs.
 */
const SHORTEST_CHECKED_NAME = 8;

/**
 * Throws `ConfigProblem` for a variable whose name nearly equals that of a setting. A misspelt setting would
 * be ignored, and the service could then run on the wrong database.
 */
function refuseMisspelt(environment: Environment): void {
  const known = Object.values(SETTINGS).flatMap((entry): string[] => {
    const inFile = fileVariable(entry);
    return inFile === null ? [entry.variable] : [entry.variable, inFile];
  });
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

/**
 * Settings that only say where a server listens, under which names, and how it stops; and the company of a
 * command line, which is chosen before a server gets the command.
 */
const NOT_OF_WORK = new Set("port host metricsPort metricsHost allowedHosts drainSeconds company".split(" "));

/**
 * The settings that decide what a command does and to which books, as one text: all settings except those
 * of `NOT_OF_WORK`, and the PG* variables, which PostgreSQL's client adds to a connection string. If two
 * processes have the same text, either can run a command with the same result. The text contains secrets.
 */
export function settingsOfWork(config: Config, environment: Environment = process.env): string {
  const settings = Object.entries(config)
    .filter(([name]) => !NOT_OF_WORK.has(name))
    .map(([name, value]) => [name, value instanceof Map ? [...value] : value]);
  const postgresVariables = Object.entries(environment)
    .filter(([name]) => name.startsWith("PG"))
    .map(([name, value]) => `${name}=${value}`);
  return JSON.stringify([settings, postgresVariables.toSorted()]);
}
