/**
 * The browser application of the web console: its page, for users who are signed in, and its files.
 * Invariants: the page loads scripts and styles of this service only, and none that are written into it, but
 * for the styles of the page's own nonce; the token that proves the session's requests stands in no other
 * answer.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { encodingOf } from "../../core/http-conditions.ts";
import type { ConsoleFiles } from "../../platform/machine/console-files.ts";
import type { RandomText } from "../../platform/random/random.ts";
import { APP_ROOT, APPLICATION_PATHS, PATHS, signInAddress } from "./addresses.ts";
import { leadTo } from "./browser.ts";
import type { OwnRoutes, Visit } from "./keys.ts";
import type { Page } from "./layout.ts";
import { notePage, TO_KEYS } from "./pages.ts";

export interface ApplicationServices {
  readonly files: ConsoleFiles;
  readonly randomText: RandomText;
}

const NONCE_CHARACTERS = 22;
/** What the page's builder leaves to be filled in (`console/index.html`). */
const TOKEN = "__DAYBOOK_TOKEN__";
const NONCE = "__DAYBOOK_NONCE__";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Adds the routes of the application's page and files. */
export function applicationRoutes(
  scope: FastifyInstance,
  signed: (request: FastifyRequest) => Promise<Visit | null>,
  send: OwnRoutes["send"],
  { files, randomText }: ApplicationServices,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const visit = await signed(request);
    if (visit === null) return leadTo(reply, signInAddress(request.url));
    const page = await files.readPage();
    if (page === null) return send(reply, 503, unbuiltPage(visit));
    const nonce = randomText(NONCE_CHARACTERS);
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", policyOf(nonce))
      .header("cross-origin-opener-policy", "same-origin")
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "strict-origin")
      .send(page.replaceAll(TOKEN, visit.visitor.form).replaceAll(NONCE, nonce));
  };
  for (const path of APPLICATION_PATHS) scope.get(path, answer);

  scope.get(`${APP_ROOT}/assets/:name`, async (request, reply) => {
    const { name } = request.params as { readonly name: string };
    const asset = await files.readAsset(name);
    if (asset === null)
      return send(reply, 404, notePage("No such file", "There is no file at this address.", TO_KEYS));
    const { encoding, bytes } = encodingOf(asset, request.headers["accept-encoding"] ?? "");
    if (encoding !== null) reply.header("content-encoding", encoding);
    return reply
      .header("content-type", CONTENT_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream")
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("vary", "accept-encoding")
      .header("x-content-type-options", "nosniff")
      .send(bytes);
  });
}

function unbuiltPage({ visitor }: Visit): Page {
  return notePage(
    "The console is not built",
    "Its browser application is missing from this installation. In a copy of the repository, run: npm run build --workspace console. API keys and your password can be changed without it.",
    { address: PATHS.keys, label: "To your API keys" },
    visitor,
  );
}
