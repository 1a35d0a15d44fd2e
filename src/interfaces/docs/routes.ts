/**
 * The site over HTTP: read only, without a key, under a policy that lets a page load nothing but the site's
 * own stylesheet, scripts and pictures, and ask nothing but this server. What is served is a fixed set,
 * listed when the first page is asked for, each page made when it is asked for itself; no part of a request
 * ever names a file.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { API_ROOT, type Bound } from "../../contract/operation.ts";
import {
  EXAMPLE_DOCS_URL,
  EXAMPLE_ORIGIN,
  type ExampleAnswer,
  openApiDocument,
} from "../openapi/document.ts";
import { jsonText } from "../openapi/published.ts";
import { conditionalStatus, encodingOf, type Packed } from "../../core/http-conditions.ts";
import { html } from "../../core/html.ts";
import { once } from "../../core/once.ts";
import { addressOf, DOCS_ROOT, LLMS_PATH, twinAddress } from "./addresses.ts";
import { layout, type Loaded, type Page } from "./layout.ts";
import { llmsText } from "./llms.ts";
import { entriesOf, searchIndex } from "./search-index.ts";
import { SITE_STYLE } from "./site-style.ts";
import { makeSite } from "./site.ts";
import { twinOf } from "./twin.ts";

/** The texts that the project ships for its readers. */
export interface DocsTexts {
  readonly pages: ReadonlyMap<string, string>;
  readonly published: ReadonlyMap<string, string>;
  /** Scripts for browsers by name. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Pictures in WebP by name. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

export interface DocsServices {
  readonly operations: readonly Bound[];
  /** Read once, when the first page is asked for. */
  readonly texts: () => Promise<DocsTexts>;
  /** The address at which errors are explained, known by the time of a request. */
  readonly docsUrl: () => string;
  /** The address of this server for its callers; null for the one that a caller asked. */
  readonly publicUrl: string | null;
}

interface Asset {
  readonly type: string;
  readonly tag: () => string;
  /** True if its address changes with its content. */
  readonly fixed: boolean;
  /** The content, compressed when it is asked for the first time. */
  readonly packed: () => Promise<Packed>;
}

/** A file in which the address of the server stands between the parts. */
interface Template {
  readonly type: string;
  readonly tag: string;
  readonly parts: readonly Buffer[];
}

interface Site {
  readonly assets: ReadonlyMap<string, Asset>;
  /** Files whose text names the address that was asked. */
  readonly templates: ReadonlyMap<string, Template>;
  readonly missing: Asset;
}

const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const MARKDOWN = "text/markdown; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

/** Published files that the site serves, by their types; the rest are pages of it. */
const SERVED = new Map([
  ["openapi.json", JSON_TYPE],
  ["company-bundle.schema.json", JSON_TYPE],
  ["example-company.json", JSON_TYPE],
  ["schema.sql", "text/plain; charset=utf-8"],
]);

function hashOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

/** A file of the site. Its content is made, and compressed, when it is asked for the first time. */
function asset(type: string, content: () => string | Buffer, fixed = false): Asset {
  const bytes = once(() => Buffer.from(content()));
  return {
    type,
    tag: once(() => `"${hashOf(bytes())}"`),
    fixed,
    packed: once(() => (type.startsWith("image/") ? whole(bytes()) : pack(bytes()))),
  };
}

/** Shorter files fit into one packet as they are. */
const PACKED_FROM = 1_024;
/** Takes a tenth of the time of the highest level for nearly the same length. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

async function whole(bytes: Buffer): Promise<Packed> {
  return { bytes, br: null, gzip: null };
}

async function pack(bytes: Buffer): Promise<Packed> {
  if (bytes.length < PACKED_FROM) return whole(bytes);
  const [br, zipped] = await Promise.all([
    promisify<Buffer, object, Buffer>(brotliCompress)(bytes, BROTLI),
    promisify<Buffer, Buffer>(gzip)(bytes),
  ]);
  return { bytes, br, gzip: zipped };
}

/** The address of a file that changes with its content. */
function fixedAddress(name: string, content: string | Buffer): string {
  const dot = name.lastIndexOf(".");
  return addressOf(`${name.slice(0, dot)}-${hashOf(content)}${name.slice(dot)}`);
}

const STYLE_ADDRESS = fixedAddress("style.css", SITE_STYLE);

const OPENAPI_ADDRESS = addressOf("openapi.json");

/**
 * Files whose text names the address of the server, by what stands around it there: clients then need no
 * other.
 */
const OF_SERVER: ReadonlyMap<string, readonly [before: string, after: string]> = new Map([
  [OPENAPI_ADDRESS, ['"', `${API_ROOT}"`]],
  [LLMS_PATH, ["(", "/"]],
]);

/** Splits a text at the address of the examples' server. */
function templateOf(type: string, text: string, [before, after]: readonly [string, string]): Template {
  const parts = text
    .split(`${before}${EXAMPLE_ORIGIN}${after}`)
    .map((part, at, { length }) => `${at === 0 ? "" : after}${part}${at === length - 1 ? "" : before}`);
  return { type, tag: hashOf(text), parts: parts.map((part) => Buffer.from(part)) };
}

function filled({ parts }: Template, origin: string): Buffer {
  const name = Buffer.from(origin);
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [name, part])));
}

/** Addresses that pages had before, with those that they have now. */
const MOVED: ReadonlyMap<string, string> = new Map(
  [["guides/retries", "guides/idempotency"] as const].flatMap(([before, now]) => [
    [addressOf(before), addressOf(now)],
    [twinAddress(addressOf(before)), twinAddress(addressOf(now))],
  ]),
);

/** Adds the site's routes. */
export function docsRoutes(app: FastifyInstance, services: DocsServices): void {
  let made: Promise<Site> | undefined;
  const site = () =>
    (made ??= makeAssets(services).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { assets, templates, missing } = await site();
    const path = request.url.split("?", 1)[0]?.replace(/\/$/, "") ?? "";
    const found = assets.get(path);
    const moved = MOVED.get(path);
    if (moved !== undefined) return reply.redirect(moved, 301);
    const template = templates.get(path);
    if (template === undefined) return send(request, reply, found ?? missing, found ? 200 : 404);
    // Not compressed: the front door lets in names of the service with any port, and each would have to be
    // compressed again. It is for its caller only: proxies may tell of the address by other headers.
    const origin = `${request.protocol}://${request.host}`;
    const packed = (): Promise<Packed> => whole(filled(template, origin));
    const tag = () => `"${template.tag}-${hashOf(origin)}"`;
    return send(request, reply, { type: template.type, tag, fixed: false, packed }, 200, "private");
  };
  // Opening the server's address in a browser leads to the documentation.
  app.get("/", (_request, reply) => reply.redirect(DOCS_ROOT, 302));
  app.get(DOCS_ROOT, answer);
  app.get(`${DOCS_ROOT}/*`, answer);
  app.get(twinAddress(DOCS_ROOT), answer);
  app.get(LLMS_PATH, answer);
}

/**
 * A page may be asked for again within minutes; the addresses of stylesheet, scripts, pictures and index
 * change with them; what is missing may be there next time.
 */
function cachingOf(fixed: boolean, status: number, kept: "private" | "public"): string {
  if (status !== 200) return "no-store";
  return fixed ? "public, max-age=31536000, immutable" : `${kept}, max-age=300`;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, packed, tag: tagOf, fixed }: Asset,
  status: number,
  kept: "private" | "public" = "public",
): Promise<FastifyReply> {
  const tag = tagOf();
  reply
    .header("cache-control", cachingOf(fixed, status, kept))
    .header(
      "content-security-policy",
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("etag", tag);
  const asked = { ifMatch: undefined, ifNoneMatch: request.headers["if-none-match"] };
  if (status === 200 && conditionalStatus(asked, tag) === 304) return reply.code(304).send();
  const { encoding, bytes } = encodingOf(await packed(), request.headers["accept-encoding"] ?? "");
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.code(status).header("content-type", type).header("vary", "accept-encoding").send(bytes);
}

async function makeAssets({ operations: bound, texts, docsUrl, publicUrl }: DocsServices): Promise<Site> {
  const { pages: guides, published, scripts, pictures } = await texts();
  const operations = bound.map(({ operation }) => operation);
  const written = published.get("openapi.json") ?? jsonText(openApiDocument(operations, new Map()));
  // The published examples are of a server that was started with nothing set.
  const openApi = written.replaceAll(JSON.stringify(EXAMPLE_DOCS_URL).slice(0, -1), () =>
    JSON.stringify(docsUrl()).slice(0, -1),
  );
  const present = [...SERVED].flatMap(([name, type]) => {
    const text = name === "openapi.json" ? openApi : published.get(name);
    return text === undefined ? [] : [{ name, type, text }];
  });
  const shown = [...pictures].map(([name, content]) => ({
    name,
    content,
    address: fixedAddress(`pictures/${name}`, content),
  }));
  const pages = makeSite({
    operations,
    examples: examplesOf(published.get("examples.json") ?? "{}"),
    pages: guides,
    files: present.map(({ name }) => name),
    pictures: new Map(shown.map(({ name, address }) => [name, address])),
    docsUrl: docsUrl(),
  });
  const missing: Page = {
    path: "404",
    title: "No such page",
    summary: "There is no such page.",
    group: "",
    body: html`<h1>No such page</h1><p>There is no page at this address. <a href="${DOCS_ROOT}">All pages</a>.</p>`,
  };
  const files = scriptFiles(scripts);
  const loaded: Loaded = {
    style: STYLE_ADDRESS,
    scripts: new Map([...files].map(([name, { address }]) => [name, address])),
    // The index takes long to make, so its address is that of what it is made from.
    index: fixedAddress("search.json", [openApi, ...published.values(), ...guides.values()].join("")),
  };
  const ofServer = [
    ...present.map(({ name, type, text }) => [`${DOCS_ROOT}/${name}`, type, text] as const),
    [LLMS_PATH, "text/plain; charset=utf-8", llmsText(pages)] as const,
  ].flatMap(([address, type, text]) => {
    const around = OF_SERVER.get(address);
    return around === undefined ? [] : [[address, templateOf(type, text, around)] as const];
  });
  const assets = new Map<string, Asset>([
    ...pages.flatMap((page) => [
      [addressOf(page.path), asset(HTML, () => layout(page, pages, loaded))] as const,
      [twinAddress(addressOf(page.path)), asset(MARKDOWN, () => twinOf(page.body.html))] as const,
    ]),
    ...present.map(({ name, type, text }) => [`${DOCS_ROOT}/${name}`, asset(type, () => text)] as const),
    ...[...files.values()].map(({ address, text }) => [address, asset(SCRIPT, () => text, true)] as const),
    ...shown.map(({ address, content }) => [address, asset("image/webp", () => content, true)] as const),
    [loaded.index, asset(JSON_TYPE, () => searchIndex(entriesOf(pages, operations)), true)],
    [STYLE_ADDRESS, asset("text/css; charset=utf-8", () => SITE_STYLE, true)],
    ...(publicUrl === null
      ? []
      : ofServer.map(
          ([address, template]) =>
            [address, asset(template.type, () => filled(template, publicUrl))] as const,
        )),
  ]);
  return {
    assets,
    templates: new Map(publicUrl === null ? ofServer : []),
    missing: asset(HTML, () => layout(missing, pages, loaded)),
  };
}

/** The examples of each operation, out of the published file. */
function examplesOf(published: string): ReadonlyMap<string, readonly ExampleAnswer[]> {
  return new Map(Object.entries(JSON.parse(published) as Record<string, readonly ExampleAnswer[]>));
}

interface ScriptFile {
  readonly address: string;
  readonly text: string;
}

/** The file of the search library, and the name by which scripts import it. */
const LIBRARY = "minisearch.js";
const LIBRARY_NAME = "minisearch";
/** The order in which scripts get their addresses: each imports only scripts before it. */
const SCRIPTS = [LIBRARY, "words.js", "search.js", "site.js", "try.js"] as const;

/** The scripts with addresses that change with their content, also where they import each other. */
function scriptFiles(scripts: ReadonlyMap<string, string>): ReadonlyMap<string, ScriptFile> {
  const files = new Map<string, ScriptFile>();
  for (const name of SCRIPTS) {
    const source = scripts.get(name);
    if (source === undefined) continue;
    const text = [...files].reduce(
      (made, [other, { address }]) =>
        made.replaceAll(other === LIBRARY ? `"${LIBRARY_NAME}"` : `"./${other}"`, () =>
          JSON.stringify(address),
        ),
      source,
    );
    files.set(name, { address: fixedAddress(name, text), text });
  }
  return files;
}
