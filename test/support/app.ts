/**
 * The application under test, in this process and over real HTTP: one for each worker, on a database
 * that holds only what the tests put there. A test makes companies of its own, so tests don't see each
 * other. The clock stands still unless a test moves it, and is put back after every test.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Bound } from "../../src/contract/operation.ts";
import type { PublicId } from "../../src/core/public-id.ts";
import { type TurnBounds, Turns } from "../../src/interfaces/dispatch/turns.ts";
import type { ConnectionBounds } from "../../src/interfaces/rest/connections.ts";
import { restServer } from "../../src/interfaces/rest/server.ts";
import { usageService } from "../../src/modules/tenants/usage/index.ts";
import type { Counters } from "../../src/platform/counters/index.ts";
import { statement } from "../../src/platform/db/index.ts";
import { readDocuments } from "../../src/platform/machine/documents.ts";
import { folderObjects } from "../../src/platform/objects/folder.ts";
import { afterEveryTest, keptLog, noteUndeclared } from "./between.ts";
import { type Bundle, companyBundle, type CompanyOverrides } from "./bundle.ts";
import { type TestClock, testClock } from "./clock.ts";
import { ADMIN_URL, createDatabase } from "./engine.ts";
import type { JsonObject } from "./exchange.ts";
import { mailbox } from "./mailbox.ts";
import { type Http, httpClient } from "./http.ts";
import { importInto } from "./import.ts";
import { randomText } from "../../src/platform/random/random.ts";

/** A job that is done, which every company with transactions has: no bundle tells of jobs. */
export const DONE_JOB = "job_done";
const insertDoneJob = statement<never>(
  "test.insertDoneJob",
  `insert into transaction_jobs (company_id, id, type, work, status, total, processed, created, completed_at)
    values ($1, $2, 'transaction_bulk_update', '{}', 'succeeded', 0, 0, $3, $3)`,
);

/** An export that failed, which every company with transactions has: no bundle tells of exports either. */
export const KEPT_EXPORT = "export_01890a5d-ac96-774b-bcce-b302099a8057";
const insertKeptExport = statement<never>(
  "test.insertKeptExport",
  `insert into report_exports (company_id, id, user_id, origin, idempotency_key, report_type, start_date,
    end_date, format, group_period, group_rows, status, created, completed_at, error_code)
   select $1, $2, user_id, 'api', 'kept', 'cash_flow', '2025-01-01', '2025-06-30', 'pdf', 'month', 'category',
     'failed', $3, $3, 'access_revoked' from members where company_id = $1 order by id limit 1`,
);

/**
 * How many records of a kind there are that something can be done to only once. More than one test file sends
 * of one good request to one company.
 */
export const SPARES = 32;

/**
 * Files that every company with tax records and transactions has: spare ones for uploads, a Delaware report,
 * one without bytes, and one that is attached. No bundle tells of files.
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

/** Where the clock stands unless a test moves it: a Wednesday noon in Los Angeles, in summer time. */
export const NOON = "2026-05-20T19:00:00Z";

/** Counters in which the names that begin with one of `full` have had far more than any limit. */
export function countersWith(...full: readonly ("key" | "address")[]): Counters {
  return { ...UNCOUNTED, take: (name) => (full.some((kind) => name.startsWith(`${kind}:`)) ? 1_000_000 : 1) };
}

const UNCOUNTED: Counters = { take: () => 1, forget: () => {}, close: async () => {} };

export const DOCS_URL = "https://docs.example.com";

/** What a second HTTP server over the same books may do otherwise. */
export interface ServeOptions {
  readonly operations?: readonly Bound[];
  readonly stagingDomain?: string;
  readonly earlyAccess?: ReadonlyMap<string, string>;
  /** Where bursts are counted; by default nowhere, so that tests may ask as often as they like. */
  readonly counters?: Counters;
  readonly trustProxy?: number | readonly string[];
  readonly requestTimeoutMs?: number;
  readonly turns?: Partial<TurnBounds>;
  readonly connections?: Partial<ConnectionBounds>;
  readonly corsOrigins?: readonly string[] | null;
  /** What the web console's pages are made of, where that is other than the application's. */
  readonly console?: Partial<App["console"]>;
}

export interface TestCompany {
  readonly id: PublicId<"company">;
  readonly bundle: Bundle;
  /** A key of the first member. */
  readonly key: string;
  /** GET with that key; fails unless the answer is 200. */
  read<Body = JsonObject>(target: string): Promise<Body>;
}

export interface Served extends Http {
  /** Connections that are open, as the server sees it. */
  connections(): Promise<number>;
  /** Stops the server; resolves when its last connection has ended. */
  close(): Promise<void>;
}

export interface TestApp extends Http {
  readonly app: App;
  readonly clock: TestClock;
  /** Imports a company; what is not overridden is the ordinary test company. */
  company(overrides?: CompanyOverrides): Promise<TestCompany>;
  /** Imports a bundle as it is, for instance a second time. */
  put(bundle: Bundle): Promise<void>;
  /** A key of a member. */
  keyOf(companyId: string, member: string): Promise<string>;
  /** Another HTTP server over the same application, until it is closed or the worker ends. */
  serve(options: ServeOptions): Promise<Served>;
}

const shared = globalThis as typeof globalThis & { daybookTestApp?: Promise<TestApp> };

/** This worker's application; opened by the first test file that asks for it. */
export function testApp(): Promise<TestApp> {
  shared.daybookTestApp ??= open();
  return shared.daybookTestApp;
}

async function open(): Promise<TestApp> {
  const clock = testClock(NOON);
  const databaseUrl = ADMIN_URL === null ? "" : await createDatabase("inside");
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
      const id = bundle.company.id as PublicId<"company">;
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
    stagingDomain,
    earlyAccess = new Map(),
    counters = UNCOUNTED,
    trustProxy,
    requestTimeoutMs,
    turns,
    connections = {},
    corsOrigins = null,
    console = {},
  }: ServeOptions,
): Promise<Served> {
  const server = restServer({
    operations,
    usage: usageService({ db: app.db, counters }),
    retries: app.retries,
    turns: new Turns(app.clock.elapsedMs, turns),
    connections,
    clock: app.clock,
    random: randomText,
    log: keptLog,
    ...(trustProxy === undefined ? {} : { trustProxy }),
    stagingDomain: stagingDomain ?? null,
    earlyAccess,
    docsUrl: () => DOCS_URL,
    docsTexts: readDocuments,
    console: { ...app.console, ...console },
    corsOrigins,
    objects: app.objects.served,
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
