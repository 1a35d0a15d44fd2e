/**
 * The reference site over HTTP, on a running server: every page and every link of it, what a page may
 * load, how it is cached, and that the `doc_url` of an error leads to the place that explains it.
 */
import { describe, expect, test } from "vitest";
import { exchange } from "../../../test/support/exchange.ts";
import { recordingLog, noteUndeclared } from "../../../test/support/between.ts";
import { sendRaw } from "../../../test/support/raw.ts";
import { testApp } from "../../../test/support/app.ts";
import { API_ROOT } from "../../contract/operation.ts";
import { ERRORS } from "../../core/errors.ts";
import { readDocuments } from "../../platform/machine/documents.ts";
import { Turns } from "../dispatch/turns.ts";
import { restServer } from "../rest/server.ts";
import { randomText } from "../../platform/random/random.ts";

const http = await testApp();

/** A server that serves its own reference site, as one that was started with nothing set does. */
const origin = await listen();

async function listen(): Promise<string> {
  const { app } = http;
  const server = restServer({
    operations: app.operations,
    consoleOperations: app.consoleOperations,
    signIn: app.signIn,
    usage: app.usage,
    retries: app.retries,
    turns: new Turns(app.clock.elapsedMs),
    clock: app.clock,
    random: randomText,
    log: recordingLog,
    stagingDomain: null,
    earlyAccess: new Map(),
    docsUrl: () => `${server.listeningOrigin}/docs`,
    docsTexts: readDocuments,
    console: app.console,
    corsOrigins: null,
    objects: null,
    onUndeclared: noteUndeclared,
    everyAnswerChecked: true,
  });
  return server.listen({ port: 0, host: "127.0.0.1" });
}

interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Fetched> {
  const response = await fetch(`${origin}${path}`, { headers, method });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}

/** Every page that can be reached from the first one, by its path. */
async function crawl(): Promise<Map<string, Fetched>> {
  const found = new Map<string, Fetched>();
  const waiting = ["/docs"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const page = await get(path);
    found.set(path, page);
    if (!page.headers.get("content-type")?.startsWith("text/html")) continue;
    waiting.push(...all(page.text, /\bhref="(\/[^"#]*)/g));
  }
  return found;
}

const site = await crawl();
const pages = [...site].filter(([, { headers }]) => headers.get("content-type")?.startsWith("text/html"));

describe("the reference site", () => {
  test("has a page for every operation, and the pages that people wrote", async () => {
    const paths = [...site.keys()];
    for (const { operation } of http.app.operations)
      expect(paths).toContain(`/docs/api-reference/${operation.id}`);
    for (const path of (await readDocuments()).pages.keys())
      expect(paths).toContain(`/docs/${path.replace(/(\/index)?\.md$/, "")}`);
  });

  test("answers every address that one of its pages links to, and has every anchor", () => {
    for (const [path, { status }] of site) expect([path, status]).toEqual([path, 200]);
    for (const [path, { text }] of pages) {
      for (const target of all(text, /\bhref="((?:\/docs[^"#]*)?#[^"]+)"/g)) {
        const [page = "", anchor = ""] = target.split("#");
        expect(site.get(page || path)?.text, `${path} links to ${target}`).toContain(`id="${anchor}"`);
      }
    }
  });

  test("loads nothing but its own stylesheet, and may not", () => {
    for (const [path, { text, headers }] of pages) {
      expect(headers.get("content-security-policy"), path).toMatch(
        /^default-src 'none'; style-src 'self'; img-src data:;/,
      );
      expect(text, path).not.toMatch(/<(script|img|iframe|object|embed|form|style)\b|\bstyle="|@import/);
      const loaded = all(text, /<link\b[^>]*\bhref="([^"]+)"/g).filter((address) => address !== "data:,");
      expect(
        loaded.map((address) => address.replace(/-[\w-]+\.css$/, "")),
        path,
      ).toEqual(["/docs/style"]);
    }
    const style = [...site].find(([path]) => path.endsWith(".css"));
    expect(style?.[1].text).not.toMatch(/url\(|@import/);
  });

  test("can be used with a keyboard and read aloud: language, title, one first heading, landmarks, ways to skip", () => {
    const titles = pages.map(([, { text }]) => all(text, /<title>([^<]+)/g).join());
    expect(new Set(titles).size).toBe(pages.length);
    for (const [path, { text }] of pages) {
      expect(text, path).toContain('<html lang="en">');
      expect(text, path).toContain('name="viewport"');
      expect(all(text, /<(h1)\b/g), path).toHaveLength(1);
      expect(all(text, /<(main) id="content"/g), path).toHaveLength(1);
      expect(all(text, /<a class="skip" href="(#[^"]+)"/g), path).toEqual(["#content", "#pages"]);
      expect(all(text, /<nav[^>]* aria-label="([^"]+)"/g), path).toEqual(["Main", "All pages"]);
      expect(text, path).not.toMatch(/tabindex="[1-9]/);
      const ids = all(text, /\bid="([^"]+)"/g);
      expect(new Set(ids).size, `${path} has an id twice`).toBe(ids.length);
    }
  });

  test("marks the page that is open in the list of all pages", () => {
    for (const [path, { text }] of pages) {
      const current = all(text, /<a href="([^"]+)" aria-current="page">/g);
      expect(new Set(current), path).toEqual(new Set(path === "/docs" ? [] : [path]));
    }
  });

  test("answers a page that does not exist with 404 and a way on, whatever is asked for", async () => {
    for (const path of [
      "/docs/nothing",
      "/docs/start.md",
      "/docs/%2fetc%2fpasswd",
      "/docs/..%2fpackage.json",
    ]) {
      const { status, headers, text } = await get(path);
      expect([path, status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        path,
        404,
        "text/html; charset=utf-8",
        "no-store",
      ]);
      expect(text).toContain('href="/docs"');
    }
    const climbing = await sendRaw(
      origin,
      "GET /docs/../package.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    );
    expect(climbing.text).not.toContain("dependencies");
  });

  test("is cached by its content: a held page is not sent again, and the stylesheet is kept for good", async () => {
    const { headers } = await get("/docs");
    const tag = headers.get("etag") ?? "";
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, "*"])
      expect((await get("/docs", { "if-none-match": held })).status, held).toBe(304);
    expect((await get("/docs", { "if-none-match": '"other"' })).status).toBe(200);
    const path = [...site.keys()].find((address) => address.endsWith(".css")) ?? "";
    expect((await get(path)).headers.get("cache-control")).toContain("immutable");
    const head = await get("/docs", {}, "HEAD");
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", tag]);
  });

  test("serves the OpenAPI document, the schema of bundles and the example company as JSON", async () => {
    for (const name of ["openapi.json", "company-bundle.schema.json", "example-company.json"]) {
      const { headers, text } = await get(`/docs/${name}`);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(Object.keys(JSON.parse(text) as object).length).toBeGreaterThan(3);
    }
  });

  test("serves the OpenAPI document with the address that was asked", async () => {
    const { text } = await get("/docs/openapi.json");
    const { servers } = JSON.parse(text) as { servers: { url: string }[] };
    expect(servers).toMatchObject([{ url: expect.stringMatching(/^http:\/\/[^/]+\/api\/v1$/) }]);
    const port = new URL(origin).port;
    const other = await (await fetch(`http://localhost:${port}/docs/openapi.json`)).text();
    expect(JSON.parse(other)).toMatchObject({ servers: [{ url: `http://localhost:${port}/api/v1` }] });
  });

  test("shows for each operation a line to try, its answer and every error it may give", () => {
    for (const { operation } of http.app.operations) {
      const text = site.get(`/docs/api-reference/${operation.id}`)?.text ?? "";
      expect(text).toContain("curl ");
      expect(text).toContain(`<code>${API_ROOT}${operation.path}</code>`);
      expect(all(text, /errors#(\w+)/g)).toEqual(
        expect.arrayContaining([
          "invalid_api_key",
          "internal_error",
          ...operation.errors.map(({ code }) => code),
        ]),
      );
      for (const name of [...Object.keys(operation.pathParams), ...Object.keys(operation.query)])
        expect(text).toContain(`<code>${name}`);
    }
  });
});

describe("doc_url", () => {
  test("of an answered error leads to the place on this server that explains it (GEN-061)", async () => {
    const { body } = await exchange(`${origin}${API_ROOT}/company`, { key: null });
    const { doc_url } = (body as { error: { doc_url: string } }).error;
    const [address = "", anchor] = doc_url.split("#");
    expect(address.startsWith(origin)).toBe(true);
    const response = await fetch(address);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<h2 id="${anchor}"><code>invalid_api_key</code></h2>`);
  });

  test("of an example leads to this server, whatever its port", () => {
    for (const path of ["/docs/api-reference/errors", "/docs/openapi.json"]) {
      const { text = "" } = site.get(path) ?? {};
      const addresses = all(text.replaceAll("&quot;", '"'), /"doc_url": "([^"#]+)/g);
      expect([path, new Set(addresses)]).toEqual([path, new Set([`${origin}/docs/api-reference/errors`])]);
    }
  });

  test("has a place for every code of the error table", () => {
    const anchors = all(site.get("/docs/api-reference/errors")?.text ?? "", /<h2 id="([^"]+)"/g);
    expect(anchors.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });
});

test("the server's root leads to the site, for GET and HEAD", async () => {
  for (const method of ["GET", "HEAD"]) {
    const response = await fetch(`${origin}/`, { redirect: "manual", method });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/docs"]);
  }
  expect((await get("/")).text).toContain("<h1>");
  expect((await get("/", {}, "POST")).status).toBe(401);
});
