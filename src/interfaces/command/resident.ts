/**
 * The service as a process: opens the database, listens, works, says how it is reached, and stops when
 * asked to. Invariant: what was opened is closed in the reverse order, whether the process stops or its
 * start fails: no more commands, then requests, then the worker, and the database last.
 */
import { Endings } from "../../core/endings.ts";
import type { FastifyInstance } from "fastify";
import type { Report } from "../../core/progress.ts";
import type { PublicId } from "../../core/public-id.ts";
import { originAt } from "../../platform/machine/address.ts";
import { placeControlSocket } from "../../platform/machine/control-socket.ts";
import { makePrivateFolder } from "../../platform/machine/files.ts";
import { giveMemoryBack } from "../../platform/machine/memory.ts";
import { after, within } from "../../platform/time/timer.ts";
import { APP_ROOT } from "../app/index.ts";
import type { CommandContext } from "./command.ts";
import { serveControl } from "./control-server.ts";
import type { Exit } from "./exit-codes.ts";
import { socketsOf } from "./installation.ts";
import { UsageProblem } from "./fields.ts";
import { openProgressBar } from "./progress.ts";
import { type CommandServices, Interrupted, type Seeding } from "./services.ts";
import { UserFacingError } from "./problem.ts";
import { welcome } from "./welcome.ts";

/** When a start has ended and its garbage is worth collecting. */
const RELEASE_AFTER_MS = 3_000;

export interface ServerPlan {
  readonly command: "start" | "serve";
  readonly port: number | null;
  readonly host: string | null;
  /** True if the background worker runs in this process too. */
  readonly worker: boolean;
  /** True if a database without any company is given the sample company. */
  readonly sample: boolean;
}

/** The time that is left for what runs to end, from the first who asks. */
type Grace = () => number;

function grace(seconds: number, elapsedMs: () => number): Grace {
  let until: number | null = null;
  return () => {
    until ??= elapsedMs() + seconds * 1_000;
    return Math.max(0, until - elapsedMs());
  };
}

/** Serves until it is asked to stop. */
export async function runServer(context: CommandContext, plan: ServerPlan): Promise<Exit> {
  const { terminal, stop } = context;
  const config = {
    ...context.config,
    port: plan.port ?? context.config.port,
    host: plan.host ?? context.config.host,
  };
  const embedded = config.databaseUrl === null;
  if (embedded) await makePrivateFolder(config.home);
  const socket = embedded ? placeControlSocket(config.home) : null;
  await using opened = new Endings();
  const app = await context.open(config, { command: plan.command, socket });
  opened.defer(() => app.close());
  const leftMs = grace(config.stopSeconds, app.clock.elapsedMs);
  // Opened now, so that a problem ends the start instead of failing the first request for a file.
  await app.objects.open();
  let origin = "";
  if (plan.worker) {
    const worker = await app.work({ origin: () => origin });
    opened.defer(() => worker.stop(leftMs()));
  }
  if (stop.requested) return "ok";
  const rest = app.rest({ origin: () => origin, docsUrl: () => `${origin}/docs` });
  opened.defer(() => closeRest(rest, leftMs()));
  await listen(rest, config.host, config.port);
  origin = originOf(rest, config.host);
  await openHealth(opened, app, config);
  // Opened last and so closed first: a long import is ended before we wait for the requests that wait for it.
  await openControl(opened, app, socket, context, leftMs);

  await announce(context, app, config, plan, origin);
  opened.defer(after(RELEASE_AFTER_MS, giveMemoryBack));
  const stopped = await Promise.race([stop.wished, app.db.stopped]);
  if (stopped) throw stopped;
  terminal.note("Stopping; once more to stop at once.");
  return "ok";
}

/** Prints where the service is and how to begin, with the sample company if it is made now. */
async function announce(
  context: CommandContext,
  app: CommandServices,
  config: CommandContext["config"],
  plan: ServerPlan,
  origin: string,
): Promise<void> {
  const { terminal } = context;
  const first = plan.sample && (await app.company.list()).length === 0 ? await seed(context, app) : null;
  const companies = await app.company.list();
  const only = companies.length === 1 ? companies[0] : undefined;
  const ready = {
    base_url: `${origin}/api/v1`,
    docs_url: config.docsUrl ?? `${origin}/docs`,
    console_url: `${config.publicUrl ?? origin}${APP_ROOT}`,
    company_id: first?.company_id ?? only?.id ?? null,
    api_key: first?.api_key ?? null,
  };
  if (context.json) return terminal.out(JSON.stringify(ready));
  const about = {
    embedded: config.databaseUrl === null,
    home: config.home,
    worker: plan.worker,
    companies: companies.length,
    clockFile: config.clockFile,
    host: config.host,
    publicUrl: config.publicUrl,
  };
  terminal.out(
    welcome({ ...ready, ...about, drill: only === undefined ? null : await cashCategory(app, only.id) }),
  );
}

/** The first category of cash, on which the welcome shows how to drill; null for none. */
async function cashCategory(app: CommandServices, companyId: PublicId<"company">): Promise<string | null> {
  const categories = await app.chart.listCategories(companyId);
  const isCash = ({ account_type, cash_flow }: (typeof categories)[number]): boolean =>
    account_type === "asset" && cash_flow === "cash";
  return categories.find(isCash)?.id ?? null;
}

/** Works until it is asked to stop. */
export async function runWorker(context: CommandContext): Promise<Exit> {
  const { config, terminal, stop, json } = context;
  if (config.databaseUrl === null) {
    throw new UsageProblem(
      "The embedded database serves one process, so the worker runs within `daybook start`. Set DATABASE_URL to run `daybook work` by itself.",
    );
  }
  await using opened = new Endings();
  const app = await context.open(config, { command: "work" });
  opened.defer(() => app.close());
  await app.objects.open();
  const worker = await app.work();
  opened.defer(() => worker.stop(config.stopSeconds * 1_000));
  await openHealth(opened, app, config);
  terminal.out(json ? JSON.stringify({ working: true }) : "The background worker runs. Ctrl-C stops it.");
  await stop.wished;
  terminal.note("Stopping; once more to stop at once.");
  return "ok";
}

/** Serves health and metrics on a port of their own when there is one. */
async function openHealth(
  opened: Endings,
  app: CommandServices,
  { host, metricsPort }: CommandContext["config"],
): Promise<void> {
  if (metricsPort === null) return;
  const health = app.health();
  opened.defer(() => health.close());
  await listen(health, host, metricsPort);
}

/**
 * Listens at the socket of the embedded database, or at one of this process for a PostgreSQL server. Without
 * it the server works all the same; only commands have to wait until it has stopped, or do the work
 * themselves.
 */
async function openControl(
  opened: Endings,
  app: CommandServices,
  socket: string | null,
  context: CommandContext,
  leftMs: Grace,
): Promise<void> {
  try {
    const control = await serveControl(socket ?? socketsOf(context).place(), app, context.commands);
    opened.defer(() => control.close(leftMs()));
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    if (socket === null) app.log.info({ because }, "no control socket, so commands do not use this server");
    else
      context.terminal.note(
        `The control socket ${socket} can't be created, so no command works on this folder while the server runs: ${because}`,
      );
  }
}

async function listen(rest: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await rest.listen({ host, port });
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

/** The address under which this machine reaches the server. */
function originOf(rest: FastifyInstance, host: string): string {
  const port = rest.addresses().map((address) => (typeof address === "string" ? 0 : address.port))[0];
  return originAt(host, port ?? 0);
}

async function closeRest(rest: FastifyInstance, leftMs: number): Promise<void> {
  const closed = rest.close();
  if (await within(leftMs, closed)) return;
  rest.server.closeAllConnections();
  await closed;
}

async function seed({ stop, terminal, json }: CommandContext, app: CommandServices): Promise<Seeding> {
  if (!json) terminal.note("First start: creating the sample company.");
  const bar = await openProgressBar(terminal);
  const report: Report = (progress) => {
    if (stop.requested)
      throw new Interrupted("Interrupted while creating the sample company; the next start creates it.");
    bar.show(progress);
  };
  try {
    return await app.intake.seed({}, report);
  } finally {
    bar.end();
  }
}
