/**
 * The application under test, in this process and over real HTTP. Each test worker has one application, whose
 * database contains only what the tests put there. A test makes its own companies, so tests don't affect each
 * other. The clock stands still unless a test moves it, and is reset after every test.
 */
import { type CompanyFor, forOperator, type Right } from "@daybook/words/areas";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Bound } from "../../src/contract/operation.ts";
import type { PublicId } from "@daybook/words/public-id";
import { type TurnBounds, Turns } from "../../src/interfaces/dispatch/turns.ts";
import { UnchangedAnswers } from "../../src/interfaces/dispatch/unchanged.ts";
import type { HealthServices } from "../../src/interfaces/health/index.ts";
import type { QuestionBounds } from "../../src/interfaces/mcp/questions.ts";
import type { ConnectionBounds } from "../../src/interfaces/rest/connections.ts";
import type { DoorServices } from "../../src/interfaces/door/index.ts";
import { restServer } from "../../src/interfaces/rest/server.ts";
import { usageService } from "../../src/modules/tenants/usage/index.ts";
import type { Counters } from "../../src/platform/counters/index.ts";
import { statement } from "../../src/platform/db/index.ts";
import { readDocuments } from "../../src/platform/machine/documents.ts";
import { folderObjects } from "../../src/platform/objects/folder.ts";
import { afterEveryTest, recordingLog, noteUndeclared } from "./between.ts";
import { type Bundle, companyBundle, type CompanyOverrides } from "./bundle.ts";
import { type TestClock, testClock } from "./clock.ts";
import { ADMIN_URL, createMigrated } from "./engine.ts";
import type { JsonObject } from "./exchange.ts";
import { mailbox } from "./mailbox.ts";
import { type Http, httpClient } from "./http.ts";
import { importInto } from "./import.ts";
import { randomText } from "../../src/platform/random/random.ts";

/** A finished job, which every company with transactions gets here, because a bundle can't contain jobs. */
export const DONE_JOB = "job_done";
const insertDoneJob = statement<never>(
  "test.insertDoneJob",
  `insert into transaction_jobs (company_id, id, type, work, status, total, processed, created, completed_at)
    values ($1, $2, 'transaction_bulk_update', '{}', 'succeeded', 0, 0, $3, $3)`,
);

/**
 * A failed export, which every company with transactions gets here, because a bundle can't contain exports.
 */
export const KEPT_EXPORT = "export_01890a5d-ac96-774b-bcce-b302099a8057";
const insertKeptExport = statement<never>(
  "test.insertKeptExport",
  `insert into report_exports (company_id, id, user_id, origin, idempotency_key, report_type, start_date,
    end_date, format, group_period, group_rows, status, created, completed_at, error_code)
   select $1, $2, user_id, 'api', 'kept', 'cash_flow', '2025-01-01', '2025-06-30', 'pdf', 'month', 'category',
     'failed', $3, $3, 'access_revoked' from members where company_id = $1 order by id limit 1`,
);

/**
 * The number of records for requests that succeed only once per record. It is greater than the number of good
 * requests that one test file sends to one company.
 */
export const SPARES = 32;

/**
 * Files that every company with tax records and transactions gets here, because a bundle can't contain files:
 * spare ones for uploads, a Delaware report, a file without bytes, and an attached file.
 */
const insertFiles = statement<never>(
  "test.insertFiles",
  `insert into files (company_id, id, user_id, filename, size, md5, direct, object_key, pages,
    is_franchise_report, created, expires_at, attached_to, attached_at)
   select $1, 'file_' || name, (select user_id from members where company_id = $1 order by id
     limit 1), name || '.pdf', 1000, '1B2M2Y8AsgTpgAmY7PhCfg==', true,
     case when name <> 'empty' then $1 || '/files/file_' || name || '/kept.pdf' end, case when name <> 'empty'
       then 1 end, case when name <> 'empty' then name = 'report' end,
     $2, $2::bigint + 86400, case when name = 'attached' then 'nothing' end, case when name = 'attached'
       then $2::bigint end
   from unnest($3::text[]) as name`,
);
const FILES = [
  "report",
  "empty",
  "attached",
  ...["income", "franchise"].flatMap((name) =>
    Array.from({ length: SPARES }, (_, number) => `${name}_${number}`),
  ),
];

/** The time of the clock unless a test moves it: a Wednesday noon in Los Angeles, in daylight saving time. */
export const NOON = "2026-05-20T19:00:00Z";

/** Counters in which names that begin with one of `full` are far beyond any limit. */
export function countersWith(...full: readonly ("key" | "address" | "user")[]): Counters {
  return {
    ...UNCOUNTED,
    count: (name) => (full.some((kind) => name.startsWith(`${kind}:`)) ? 1_000_000 : 1),
  };
}

const UNCOUNTED: Counters = { count: () => 1, forget: () => {}, close: async () => {} };

export const DOCS_URL = "https://docs.example.com";

/** The options of another HTTP server over the same application. */
export interface ServeOptions {
  readonly operations?: readonly Bound[];
  readonly consoleOperations?: readonly Bound[];
  readonly stagingDomain?: string;
  readonly earlyAccess?: ReadonlyMap<string, string>;
  /** Counts requests for the rate limits. By default nothing is counted, so that tests never meet a limit. */
  readonly counters?: Counters;
  readonly trustProxy?: number | readonly string[];
  readonly requestTimeoutMs?: number;
  readonly turns?: Partial<TurnBounds>;
  readonly connections?: Partial<ConnectionBounds>;
  readonly questionBounds?: Partial<QuestionBounds>;
  readonly corsOrigins?: readonly string[] | null;
  /** Probes and metrics, which are not served by default. */
  readonly health?: HealthServices;
  /** The counters of the front door, which does not count by default, and the names that it admits. */
  readonly door?: Partial<DoorServices>;
  /** Replacements for parts of the web console. */
  readonly console?: Partial<App["console"]>;
}

export interface TestCompany {
  /** As services read it for the operator. */
  readonly id: CompanyFor<Right>;
  readonly bundle: Bundle;
  /** A key of the first member. */
  readonly key: string;
  /** GET with that key; fails unless the answer is 200. */
  read<Body = JsonObject>(target: string): Promise<Body>;
}

export interface Served extends Http {
  /** Returns the number of open connections. */
  connections(): Promise<number>;
  /** Stops the server; resolves when its last connection has ended. */
  close(): Promise<void>;
}

export interface TestApp extends Http {
  readonly app: App;
  readonly clock: TestClock;
  /** Imports the ordinary test company with `overrides`. */
  company(overrides?: CompanyOverrides): Promise<TestCompany>;
  /** Imports a bundle unchanged, for instance a second time. */
  put(bundle: Bundle): Promise<void>;
  /** Makes a key of a member. */
  keyOf(companyId: string, member: string): Promise<string>;
  /** Starts another HTTP server over the same application. */
  serve(options: ServeOptions): Promise<Served>;
}

const shared = globalThis as typeof globalThis & { daybookTestApp?: Promise<TestApp> };

/** Returns the application of this test worker. The first call opens it. */
export function testApp(): Promise<TestApp> {
  shared.daybookTestApp ??= open();
  return shared.daybookTestApp;
}

async function open(): Promise<TestApp> {
  const clock = testClock(NOON);
  const databaseUrl = ADMIN_URL === null ? "" : await createMigrated("inside");
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "silent",
    DOCS_URL,
    DAYBOOK_DRILLS: "1",
  });
  let origin = "";
  const objects = folderObjects({
    folder: join(tmpdir(), `objects-${process.pid}`),
    origin: () => origin,
  });
  const app = await openApp(config, { command: "test", inMemory: true, clock, mail: mailbox, objects });
  const http = await serveOn(app, {});
  origin = http.address;
  afterEveryTest(() => clock.set(NOON));

  async function put(bundle: Bundle): Promise<void> {
    await importInto(app, bundle);
  }
  async function keyOf(companyId: string, member: string): Promise<string> {
    return (await app.access.createKey(companyId as PublicId<"company">, member, "test")).api_key;
  }
  return {
    ...http,
    app,
    clock,
    put,
    keyOf,
    async company(overrides = {}) {
      const bundle = companyBundle(overrides);
      await put(bundle);
      const id = forOperator(bundle.company.id as PublicId<"company">);
      if (bundle.transactions.length > 0) {
        await app.db.run(insertDoneJob, [id, DONE_JOB, Date.parse(NOON) / 1000]);
        await app.db.run(insertKeptExport, [id, KEPT_EXPORT, Date.parse(NOON) / 1000]);
      }
      if (bundle.transactions.length > 0 && bundle.taxes.length > 0)
        await app.db.run(insertFiles, [id, Date.parse(NOON) / 1000, FILES]);
      const key = await keyOf(id, bundle.members[0]?.id ?? "");
      return { id, bundle, key, read: (target) => http.read(target, key) };
    },
    serve: (options) => serveOn(app, options),
  };
}

export async function serveOn(
  app: App,
  {
    operations = app.operations,
    consoleOperations = app.consoleOperations,
    stagingDomain,
    earlyAccess = new Map(),
    counters = UNCOUNTED,
    trustProxy,
    requestTimeoutMs,
    turns,
    connections = {},
    questionBounds = {},
    corsOrigins = null,
    console = {},
    door = {},
    health,
  }: ServeOptions,
): Promise<Served> {
  const server = restServer({
    operations,
    transactions: app.transactions,
    integrations: app.integrations,
    consoleOperations,
    signIn: app.signIn,
    usage: usageService({ db: app.db, counters }),
    company: app.company,
    retries: app.retries,
    unchanged: new UnchangedAnswers(app.ledger),
    turns: new Turns(app.clock.elapsedMs, turns),
    connections,
    questionBounds,
    clock: app.clock,
    random: randomText,
    log: recordingLog,
    ...(trustProxy === undefined ? {} : { trustProxy }),
    stagingDomain: stagingDomain ?? null,
    earlyAccess,
    docsUrl: () => DOCS_URL,
    docsTexts: readDocuments,
    console: { ...app.console, ...console },
    corsOrigins,
    objects: app.objects.served,
    // The name in requests that tests write byte by byte.
    ...(health === undefined ? {} : { health }),
    door: { names: ["x"], count: () => 1, lateMs: 0, ...door },
    onUndeclared: noteUndeclared,
    everyAnswerChecked: true,
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  });
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const client = httpClient(
    address,
    operations.map(({ operation }) => operation),
  );
  return {
    ...client,
    connections: () =>
      new Promise((resolve, reject) =>
        server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () => server.close(),
  };
}
