/**
 * The site over HTTP: read only, without a key, under a policy that lets a page load nothing but the
 * site's own stylesheet. What is served is a fixed set, made when the first page is asked for; no
 * part of a request ever names a file.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { API_ROOT, type Bound } from "../../contract/operation.ts";
import {
  type Answers,
  EXAMPLE_DOCS_URL,
  EXAMPLE_ORIGIN,
  type ExampleAnswer,
  openApiDocument,
} from "../openapi/document.ts";
import { jsonText } from "../openapi/published.ts";
import { conditionalStatus } from "../../core/http-conditions.ts";
import { html } from "../../core/html.ts";
import { addressOf, DOCS_ROOT, layout, type Page } from "./layout.ts";
import { makeSite } from "./site.ts";
import { STYLE } from "./style.ts";

/** The texts that the project ships for its readers. */
export interface DocsTexts {
  readonly pages: ReadonlyMap<string, string>;
  readonly published: ReadonlyMap<string, string>;
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
  readonly text: string;
  readonly tag: string;
  /** True if its address changes with its content. */
  readonly fixed: boolean;
}

interface Site {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly missing: Asset;
}

const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

/** Published files that the site serves, by their types; the rest are pages of it. */
const SERVED = new Map([
  ["openapi.json", JSON_TYPE],
  ["company-bundle.schema.json", JSON_TYPE],
  ["example-company.json", JSON_TYPE],
  ["schema.sql", "text/plain; charset=utf-8"],
]);

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function asset(type: string, text: string, fixed = false): Asset {
  return { type, text, tag: `"${hashOf(text)}"`, fixed };
}

const STYLE_ADDRESS = addressOf(`style-${hashOf(STYLE)}.css`);

const OPENAPI_ADDRESS = addressOf("openapi.json");

/** The document as that of the server at `origin`, so that generated clients need no address. */
function ofServer({ type, text }: Asset, origin: string): Asset {
  const example = `${EXAMPLE_ORIGIN}${API_ROOT}`;
  return asset(
    type,
    text.replace(JSON.stringify(example), () => JSON.stringify(`${origin}${API_ROOT}`)),
  );
}

function originOf({ protocol, host }: FastifyRequest): string {
  return host === "" ? EXAMPLE_ORIGIN : `${protocol}://${host}`;
}

/** Adds the site's routes. */
export function docsRoutes(app: FastifyInstance, services: DocsServices): void {
  let made: Promise<Site> | undefined;
  const site = () =>
    (made ??= makeAssets(services).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { assets, missing } = await site();
    const path = request.url.split("?", 1)[0]?.replace(/\/$/, "") ?? "";
    const found = assets.get(path);
    if (path === OPENAPI_ADDRESS && found)
      return send(request, reply, ofServer(found, services.publicUrl ?? originOf(request)), 200);
    return send(request, reply, found ?? missing, found ? 200 : 404);
  };
  // Opening the server's address in a browser leads to the documentation.
  app.get("/", (_request, reply) => reply.redirect(DOCS_ROOT, 302));
  app.get(DOCS_ROOT, answer);
  app.get(`${DOCS_ROOT}/*`, answer);
}

/**
 * A page may be asked for again within minutes; the stylesheet's address changes with it; what is missing may
 * be there next time.
 */
function cachingOf(fixed: boolean, status: number): string {
  if (status !== 200) return "no-store";
  return fixed ? "public, max-age=31536000, immutable" : "public, max-age=300";
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text, tag, fixed }: Asset,
  status: number,
): FastifyReply {
  reply
    .header("cache-control", cachingOf(fixed, status))
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("etag", tag);
  const asked = { ifMatch: undefined, ifNoneMatch: request.headers["if-none-match"] };
  if (status === 200 && conditionalStatus(asked, tag) === 304) return reply.code(304).send();
  return reply.code(status).header("content-type", type).send(text);
}

async function makeAssets({ operations: bound, texts, docsUrl }: DocsServices): Promise<Site> {
  const { pages: guides, published } = await texts();
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
  const pages = makeSite({
    operations,
    answers: answersOf(openApi),
    pages: guides,
    files: present.map(({ name }) => name),
    docsUrl: docsUrl(),
  });
  const missing: Page = {
    path: "404",
    title: "No such page",
    summary: "There is no such page.",
    group: "",
    body: html`<h1>No such page</h1><p>There is no page at this address. <a href="${DOCS_ROOT}">All pages</a>.</p>`,
  };
  const assets = new Map<string, Asset>([
    ...pages.map((page) => [addressOf(page.path), asset(HTML, layout(page, pages, STYLE_ADDRESS))] as const),
    ...present.map(({ name, type, text }) => [`${DOCS_ROOT}/${name}`, asset(type, text)] as const),
    [STYLE_ADDRESS, asset("text/css; charset=utf-8", STYLE, true)],
  ]);
  return { assets, missing: asset(HTML, layout(missing, pages, STYLE_ADDRESS)) };
}

interface Example {
  readonly summary: string;
  readonly description: string;
  readonly value: unknown;
}

/** The answers to the examples, out of the document that was published with them. */
function answersOf(openApi: string): Answers {
  const { paths } = JSON.parse(openApi) as {
    paths: Record<
      string,
      Record<
        string,
        {
          operationId: string;
          responses: Record<
            string,
            { content?: { "application/json"?: { examples?: Record<string, Example> } } }
          >;
        }
      >
    >;
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return new Map(
    operations.map(({ operationId, responses }) => {
      const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
      const examples = Object.values(success?.content?.["application/json"]?.examples ?? {});
      return [
        operationId,
        {
          examples: examples.map(({ summary, description, value }): ExampleAnswer => ({
            title: summary,
            path: pathOf(description),
            body: value,
          })),
          refusals: new Map(),
        },
      ];
    }),
  );
}

/** The path of an example from its description, such as `GET /company` between backquotes. */
function pathOf(description: string): string {
  return description.replaceAll("`", "").split(" ")[1]?.replace(API_ROOT, "") ?? "";
}
