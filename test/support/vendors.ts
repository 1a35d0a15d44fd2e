/**
 * A bank or payment service for tests: a local HTTP server that behaves as the vendor's documentation says,
 * and a service of connections that pulls from it into the books of the test application.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  connectionsJobs,
  type ConnectionsService,
  connectionsService,
  connectorsOf,
} from "../../src/modules/feed/connections/index.ts";
import type { Worker } from "../../src/platform/jobs/index.ts";
import { openWorker } from "../../src/platform/jobs/index.ts";
import { randomText } from "../../src/platform/random/random.ts";
import { openSealer } from "../../src/platform/secrets/index.ts";
import { openWeb } from "../../src/platform/web/index.ts";
import { PULL } from "../../src/modules/feed/connections/index.ts";
import type { TestApp, TestCompany } from "./app.ts";

/** A request as a vendor sees it. */
export interface VendorCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface VendorReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is, anything else as JSON. */
  readonly body: unknown;
}

export interface VendorServer {
  readonly url: string;
  readonly calls: VendorCall[];
  /** Replaces the answers. */
  answer: (call: VendorCall) => VendorReply | "hang up";
  close(): void;
}

export async function vendorServer(answer: VendorServer["answer"]): Promise<VendorServer> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const url = new URL(request.url ?? "/", "http://vendor");
    const call = {
      method: request.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(pieces).toString("utf8"),
    };
    vendor.calls.push(call);
    const reply = vendor.answer(call);
    if (reply === "hang up") {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
    response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const vendor: VendorServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return vendor;
}

type Row = Readonly<Record<string, unknown>>;

/** A company with two accounts, whose connections pull from a vendor's server. */
export interface Feeds {
  readonly company: TestCompany;
  readonly connections: ConnectionsService;
  /** The accounts of the books. */
  readonly account: string;
  readonly other: string;
  readonly signal: AbortSignal;
  /** The transactions, by description. */
  transactions(): Promise<readonly Row[]>;
  /** The integration of a vendor, as the API shows it. */
  integration(key: string): Promise<Row | undefined>;
  /** A worker that runs the pulls of this company's connections. The caller stops it. */
  worker(): Worker;
  /** The same with other needs, such as without a key. */
  with(more: Partial<Parameters<typeof connectionsService>[0]>): ConnectionsService;
}

type ConnectionNeeds = Parameters<typeof connectionsService>[0];

/** What a service of connections over the test application needs when all vendors are the server at `url`. */
export function connectionNeeds({ app, clock }: TestApp, url: string): ConnectionNeeds {
  return {
    db: app.db,
    ids: app.ids,
    log: { warn: () => {} },
    now: () => clock.now(),
    transactions: app.transactions,
    sealer: openSealer([randomBytes(32).toString("base64")]),
    connectors: connectorsOf(openWeb({ timeoutMs: 10_000, mostBytes: 1_000_000 }), {
      simplefinServers: [url],
      stripeUrl: url,
      mercuryUrl: url,
      plaidUrl: url,
      plaidClientId: "client",
      plaidSecret: "s3cret",
    }),
    askForPull: (tx, company_id, connection_id, runAt) =>
      app.jobs.send(
        tx,
        PULL,
        { company_id, connection_id },
        { subject: connection_id, companyId: company_id, runAt },
      ),
  };
}

export async function feedsOf(
  http: TestApp,
  url: string,
  more: Partial<ConnectionNeeds> = {},
): Promise<Feeds> {
  const { app } = http;
  const company = await http.company();
  const open = async (name: string): Promise<string> =>
    (
      await http.send<{ id: string }>("/accounts", {
        key: company.key,
        method: "POST",
        body: { name, type: "checking" },
      })
    ).body.id;
  const needs = { ...connectionNeeds(http, url), ...more };
  const connections = connectionsService(needs);
  return {
    company,
    connections,
    account: await open("Fed"),
    other: await open("Other"),
    signal: new AbortController().signal,
    async transactions() {
      const { data } = await company.read<{ data: Row[] }>("/transactions?limit=500");
      return data.toSorted((a, b) => (String(a["description"]) < String(b["description"]) ? -1 : 1));
    },
    async integration(key) {
      const { data } = await company.read<{ data: Row[] }>("/integrations");
      return data.find((each) => each["key"] === key);
    },
    worker: () =>
      openWorker({
        db: app.db,
        handlers: connectionsJobs(connections),
        now: needs.now,
        randomText,
        log: { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} },
        pollMs: 20,
      }),
    with: (others) => connectionsService({ ...needs, ...others }),
  };
}
