/**
 * Every path of the HTTP servers with what the door decides for it. A route without a row can't be added. The
 * operations have one row: what else is decided for them stands on their cards.
 */
import { API_ROOT, CONSOLE_API_ROOT } from "../../contract/operation.ts";
import type { Pages } from "./hosts.ts";

/** Bursts of a network address that the door counts. Those of keys, users and failed attempts are the pipeline's. */
export type DoorBurst = "metrics" | "page" | "probe";

export interface Row {
  /** The part of the service, as metrics name it. */
  readonly surface: "api" | "app" | "docs" | "files" | "health" | "mcp" | "unknown";
  /** The burst that a request counts in; null if the pipeline counts it. */
  readonly burst: DoorBurst | null;
  /** The pages that may send the request. */
  readonly pages: Pages;
  /**
   * The most processor time of a request without a key or session, in requests of `GET /company` with a key;
   * `npm run bench -- door` measures it.
   */
  readonly cost: number;
  /** True if it is answered only to programs of this machine. */
  readonly isLocal?: boolean;
}

const OPERATION: Row = { surface: "api", burst: null, pages: "any", cost: 1 };
const MCP: Row = { surface: "mcp", burst: "page", pages: "listed", cost: 1.5 };
const PAGE: Row = { surface: "app", burst: "page", pages: "any", cost: 2 };
const FORM: Row = { ...PAGE, pages: "form" };
/** A form without a session counts its attempts in the database: a commit, where `GET /company` reads. */
const COUNTED_FORM: Row = { ...FORM, cost: 12 };
const DOCUMENT: Row = { surface: "docs", burst: "page", pages: "any", cost: 2 };
const FILE: Row = { surface: "files", burst: "page", pages: "any", cost: 2 };
const PROBE: Row = { surface: "health", burst: "probe", pages: "own", cost: 1 };

/** What no route has: answered by the pipeline as an unknown operation. */
export const UNKNOWN: Row = { ...OPERATION, surface: "unknown" };

/** The operations, by the beginnings of their paths. */
const OPERATIONS: readonly (readonly [root: string, row: Row])[] = [
  [`${API_ROOT}/`, OPERATION],
  [`${CONSOLE_API_ROOT}/`, { ...OPERATION, surface: "app" }],
];

/** All other routes. A row of GET is that of HEAD too. */
export const ROWS: Readonly<Record<string, Row>> = {
  "GET /livez": PROBE,
  "GET /readyz": PROBE,
  // Made once a second at most; 25 kB to send.
  "GET /metrics": { ...PROBE, burst: "metrics", isLocal: true, cost: 2.5 },

  "GET /": DOCUMENT,
  "GET /docs": DOCUMENT,
  // The OpenAPI document is nearly a megabyte, and is written uncompressed because it names its server.
  "GET /docs/*": { ...DOCUMENT, cost: 16 },
  "GET /docs.md": DOCUMENT,
  "GET /llms.txt": DOCUMENT,

  "POST /mcp": { ...MCP, burst: null },
  "GET /mcp": MCP,
  "DELETE /mcp": MCP,
  "GET /.well-known/oauth-protected-resource": { ...MCP, pages: "any" },
  "GET /.well-known/oauth-protected-resource/mcp": { ...MCP, pages: "any" },
  // What browsers ask before a page of CORS_ORIGINS calls an operation.
  "OPTIONS *": { ...OPERATION, burst: "page" },

  "GET /app": PAGE,
  "GET /app/": PAGE,
  "GET /app/*": PAGE,
  "POST /app/*": PAGE,
  "GET /app/c/*": PAGE,
  "GET /app/me/*": PAGE,
  "GET /app/assets/:name": PAGE,
  "GET /app/style.css": PAGE,
  "GET /app/sign-in": PAGE,
  "POST /app/sign-in": COUNTED_FORM,
  "POST /app/sign-out": FORM,
  "GET /app/forgot": PAGE,
  "POST /app/forgot": COUNTED_FORM,
  "GET /app/reset": PAGE,
  "POST /app/reset": FORM,
  "GET /app/password": PAGE,
  "POST /app/password": FORM,
  "GET /app/join": PAGE,
  "POST /app/join": FORM,
  "GET /app/welcome": PAGE,
  "POST /app/welcome": FORM,
  "GET /app/keys": PAGE,
  "POST /app/keys": FORM,
  "POST /app/keys/rename": FORM,
  "GET /app/keys/revoke": PAGE,
  "POST /app/keys/revoke": FORM,
  "GET /app/sheets/:id": PAGE,
  "GET /app/sheets/:id/workbook.xlsx": PAGE,

  "GET /objects/*": FILE,
  "PUT /objects/*": FILE,
  "DELETE /objects/*": FILE,
  "OPTIONS /objects/*": FILE,
  "PATCH /objects/*": FILE,
  "POST /objects/*": FILE,
};

/** The row of a route; null if there is none. */
export function rowOf(method: string, url: string): Row | null {
  const operation = OPERATIONS.find(([root]) => url.startsWith(root));
  if (operation !== undefined) return operation[1];
  // The address of the stylesheet changes with its content.
  const route = url.replace(/^\/app\/style-[\w-]+\.css$/, "/app/style.css");
  return ROWS[`${method === "HEAD" ? "GET" : method} ${route}`] ?? null;
}
