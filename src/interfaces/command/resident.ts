/**
 * The commands `start`, `serve` and `work`: they open the database, listen, run the background worker, print
 * how the service is reached, and stop when asked to. Invariant: everything that was opened is closed in
 * reverse order, whether the process stops or fails to start: first the control socket, then the HTTP
 * servers, then the worker, and the database last.
 */
import { CleanupStack } from "../../core/cleanup-stack.ts";
import type { FastifyInstance } from "fastify";
import type { ReportProgress } from "../../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import { forgetSampleDay, readSampleDay } from "../../platform/db/index.ts";
import { originAt } from "../../platform/machine/address.ts";
import { prepareControlSocket } from "../../platform/machine/control-socket.ts";
import { makePrivateFolder } from "../../platform/machine/files.ts";
import { releaseMemory } from "../../platform/machine/memory.ts";
import { runAfter, endsWithin } from "../../platform/time/timer.ts";
import { APP_ROOT } from "../app/index.ts";
import type { CommandContext } from "./command.ts";
import { serveControl } from "./control-server.ts";
import type { Exit } from "./exit-codes.ts";
import { socketsOf } from "./installation.ts";
import { UsageProblem } from "./fields.ts";
import { findNewOwner } from "./owner-link.ts";
import { openProgressBar } from "./progress.ts";
import { savedBefore } from "./commands/upkeep.ts";
import { type CommandServices, type CreatedCompany, Interrupted } from "./services.ts";
import { UserFacingError } from "./problem.ts";
import { flushSentence, type Welcome, welcome } from "./welcome.ts";

/** The options of `start` or `serve`. */
/** How long after a start its garbage is collected. */
const RELEASE_AFTER_MS = 3_000;

export interface ServerPlan {
  readonly command: "start" | "serve";
  /** Overrides the setting PORT; null for the setting. */
  readonly port: number | null;
  /** Overrides the setting HOST; null for the setting. */
  readonly host: string | null;
  /** True if the background worker runs in this process too. */
  readonly worker: boolean;
  /** True if the sample company is created in a database without any company. */
  readonly sample: boolean;
}

/** Returns the milliseconds that are left of the grace period. The period begins with the first call. */
type GraceLeft = () => number;

export function gracePeriod(seconds: number, elapsedMs: () => number): GraceLeft {
  let endMs: number | null = null;
  return () => {
    endMs ??= elapsedMs() + seconds * 1_000;
    return Math.max(0, endMs - elapsedMs());
  };
}

/** Runs the server until it is asked to stop. */
export async function runServer(context: CommandContext, plan: ServerPlan): Promise<Exit> {
  const { terminal, stop } = context;
  const config = {
    ...context.config,
    port: plan.port ?? context.config.port,
    host: plan.host ?? context.config.host,
  };
  const embedded = config.databaseUrl === null;
  if (embedded) await makePrivateFolder(config.home);
  const socket = embedded ? prepareControlSocket(config.home) : null;
  await using opened = new CleanupStack();
  const app = await context.open(config, {
    command: plan.command,
    socket,
    migrates: true,
    sample: plan.sample,
  });
  opened.defer(() => app.close());
  if (app.migrated.backup !== null)
    terminal.note(`The database is of this version now. ${savedBefore(app.migrated.backup)}`);
  const graceLeftMs = gracePeriod(config.stopSeconds, app.clock.elapsedMs);
  // The storage is checked now, so that a problem ends the start instead of failing the first request for a
  // file.
  await app.objects.open();
  let origin = "";
  if (plan.worker) {
    const worker = await app.work({ origin: () => origin });
    opened.defer(() => worker.stop(graceLeftMs()));
  }
  if (stop.requested) return "ok";
  const rest = app.rest({ origin: () => origin, docsUrl: () => `${config.publicUrl ?? origin}/docs` });
  opened.defer(() => closeRest(rest, graceLeftMs()));
  await listen(rest, config.host, config.port);
  origin = originOf(rest, config.host);
  await openHealth(opened, app, config);
  // Opened last and so closed first: a long import through the control socket is interrupted before the
  // server waits for running requests, which may wait for that import.
  await openControl(opened, app, socket, context, graceLeftMs);

  await announce(context, app, config, plan, origin);
  opened.defer(runAfter(RELEASE_AFTER_MS, releaseMemory));
  const databaseFailure = await Promise.race([stop.whenRequested, app.db.stopped]);
  if (databaseFailure) throw databaseFailure;
  app.beginStop();
  await drain(context, app);
  terminal.note("Stopping; once more to stop at once.");
  return "ok";
}

/** Takes requests for the time in which proxies notice that this process is not ready any more. */
async function drain({ config, terminal }: CommandContext, app: CommandServices): Promise<void> {
  if (config.drainSeconds === 0) return;
  terminal.note(
    `Requests are taken for ${config.drainSeconds} more seconds (DRAIN_SECONDS); once more to stop at once.`,
  );
  if (await endsWithin(config.drainSeconds * 1_000, app.db.stopped)) throw await app.db.stopped;
}

/** Creates the sample company if the plan says so, and prints where the service is and how to begin. */
async function announce(
  context: CommandContext,
  app: CommandServices,
  config: CommandContext["config"],
  plan: ServerPlan,
  origin: string,
): Promise<void> {
  const { terminal } = context;
  const created = await makeSample(context, app, config, plan.sample);
  const companies = await app.company.list();
  const onlyCompany = companies.length === 1 ? companies[0] : undefined;
  const ready = {
    base_url: `${origin}/api/v1`,
    docs_url: config.docsUrl ?? `${config.publicUrl ?? origin}/docs`,
    console_url: `${config.publicUrl ?? origin}${APP_ROOT}`,
    company_id: created?.company_id ?? onlyCompany?.id ?? null,
    api_key: created?.api_key ?? null,
  };
  if (context.json) return terminal.out(JSON.stringify(ready));
  const cashCategoryId = onlyCompany === undefined ? null : await findCashCategory(app, onlyCompany.id);
  const details = {
    ...(await signInHelp(app, onlyCompany, terminal)),
    embedded: config.databaseUrl === null,
    home: config.home,
    flushed: await flushSentence(config.home, config.embeddedFlush),
    worker: plan.worker,
    companies: companies.length,
    clockFile: config.clockFile,
    host: config.host,
    publicUrl: config.publicUrl,
    cashCategoryId,
  };
  terminal.out(welcome({ ...ready, ...details }));
}

/**
 * How people sign in for the first time: by the link of the first visit, or by that of the owner of the only
 * company. Whoever reads them where the output is kept could take the installation over.
 */
async function signInHelp(
  app: CommandServices,
  company: { readonly id: PublicId<"company"> } | undefined,
  terminal: CommandContext["terminal"],
): Promise<Pick<Welcome, "first_visit" | "owner">> {
  const first_visit = terminal.onScreen ? await app.signIn.makeFirstVisit() : null;
  const hasOwner = first_visit === null && company !== undefined;
  return { first_visit, owner: hasOwner ? await findNewOwner(app, company.id, terminal) : null };
}

/** Returns the id of the chart's first cash category, for the welcome's example request; null for none. */
async function findCashCategory(
  app: CommandServices,
  companyId: PublicId<"company">,
): Promise<string | null> {
  const categories = await app.chart.listCategories(companyId);
  const isCash = ({ account_type, cash_flow }: (typeof categories)[number]): boolean =>
    account_type === "asset" && cash_flow === "cash";
  return categories.find(isCash)?.id ?? null;
}

/** Runs the background worker until it is asked to stop. */
export async function runWorker(context: CommandContext): Promise<Exit> {
  const { config, terminal, stop, json } = context;
  if (config.databaseUrl === null) {
    throw new UsageProblem(
      "The embedded database serves one process, so the worker runs within `daybook start`. Set DATABASE_URL to run `daybook work` by itself.",
    );
  }
  await using opened = new CleanupStack();
  const app = await context.open(config, { command: "work" });
  opened.defer(() => app.close());
  await app.objects.open();
  const worker = await app.work();
  opened.defer(() => worker.stop(config.stopSeconds * 1_000));
  await openHealth(opened, app, config);
  terminal.out(json ? JSON.stringify({ working: true }) : "The background worker runs. Ctrl-C stops it.");
  await stop.whenRequested;
  terminal.note("Stopping; once more to stop at once.");
  return "ok";
}

/** Serves health and metrics on the port METRICS_PORT, if that is set. */
async function openHealth(
  opened: CleanupStack,
  app: CommandServices,
  { host, metricsPort, metricsHost }: CommandContext["config"],
): Promise<void> {
  if (metricsPort === null) return;
  const health = app.health();
  opened.defer(() => health.close());
  await listen(health, metricsHost ?? host, metricsPort);
}

/**
 * Opens the control socket, through which other processes run commands in this one: the socket of the
 * embedded database, or on PostgreSQL a socket of this process. If that fails, the server works all the same.
 * Commands then have to wait until the embedded database is free, or on PostgreSQL run in their own process.
 */
async function openControl(
  opened: CleanupStack,
  app: CommandServices,
  socket: string | null,
  context: CommandContext,
  graceLeftMs: GraceLeft,
): Promise<void> {
  try {
    const control = await serveControl(socket ?? socketsOf(context).prepare(), app, context.commands);
    opened.defer(() => control.close(graceLeftMs()));
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    if (socket === null) app.log.info({ because }, "no control socket, so commands do not use this server");
    else
      context.terminal.note(
        `The control socket ${socket} can't be created, so no command works on this folder while the server runs: ${because}`,
      );
  }
}

/** Makes a server listen; explains the usual failures. */
async function listen(server: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    const because = new Map<unknown, string>([
      [
        "EADDRINUSE",
        `Port ${port} of ${host} is in use. Stop what listens there, or choose another port with --port or PORT.`,
      ],
      [
        "EACCES",
        `Port ${port} needs rights that this user lacks. Choose one from 1024 on, with --port or PORT.`,
      ],
      ["EADDRNOTAVAIL", `${host} is not an address of this machine. Choose another with --host or HOST.`],
      ["ENOTFOUND", `${host} is not an address. Choose another with --host or HOST.`],
    ]).get(code);
    if (because === undefined) throw error;
    throw new UserFacingError({ exit: "address", code: "address_unusable", message: because });
  }
}

/**
 * Returns the origin under which this machine reaches the server, with the port that it really listens on.
 */
function originOf(rest: FastifyInstance, host: string): string {
  const port = rest.addresses().map((address) => (typeof address === "string" ? 0 : address.port))[0];
  return originAt(host, port ?? 0);
}

/** Closes the HTTP server. Requests that still run after `graceMs` milliseconds are cut off. */
async function closeRest(rest: FastifyInstance, graceMs: number): Promise<void> {
  const closed = rest.close();
  if (await endsWithin(graceMs, closed)) return;
  rest.server.closeAllConnections();
  await closed;
}

/**
 * Creates the sample company in a database without any company, if it `isWanted`. In a folder that was copied
 * from the template with the sample company, brings that up to date in any case, because an earlier start
 * that was killed left it unfinished. Returns null in any other database.
 */
async function makeSample(
  { stop, terminal, json }: CommandContext,
  app: CommandServices,
  { databaseUrl, home }: CommandContext["config"],
  isWanted: boolean,
): Promise<CreatedCompany | null> {
  const until = databaseUrl === null ? await readSampleDay(home) : null;
  if (until === null && !isWanted) return null;
  const isEmpty = (await app.company.list()).length === 0;
  if (isEmpty ? !isWanted : until === null) return null;
  if (!json) terminal.note("First start: creating the sample company.");
  const bar = await openProgressBar(terminal);
  const report: ReportProgress = (progress) => {
    if (stop.requested)
      throw new Interrupted("Interrupted while creating the sample company; the next start creates it.");
    bar.show(progress);
  };
  try {
    const created =
      until === null || isEmpty
        ? await app.intake.seed({}, report)
        : await app.intake.finishSample(until, report);
    if (until !== null) await forgetSampleDay(home);
    return created;
  } finally {
    bar.end();
  }
}
