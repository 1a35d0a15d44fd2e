/**
 * The reference site over HTTP, on a running server: every page and every link of it, what a page may
 * load, how it is cached, and that the `doc_url` of an error leads to the place that explains it.
 */
import { describe, expect, test } from "vitest";
import { textOf } from "../../../test/support/browser.ts";
import { exchange } from "../../../test/support/exchange.ts";
import { recordingLog, noteUndeclared } from "../../../test/support/between.ts";
import { sendRaw } from "../../../test/support/raw.ts";
import { testApp } from "../../../test/support/app.ts";
import { API_ROOT } from "../../contract/operation.ts";
import { ERRORS } from "../../core/errors.ts";
import { readDocuments } from "../../platform/machine/documents.ts";
import { Turns } from "../dispatch/turns.ts";
import { UnchangedAnswers } from "../dispatch/unchanged.ts";
import { GUIDE_ORDER } from "./guide-order.ts";
import { OTHER_WORDS } from "./search-index.ts";
import type { DocsTexts } from "./index.ts";
import { restServer } from "../rest/server.ts";
import { randomText } from "../../platform/random/random.ts";

const http = await testApp();

/** A server that serves its own reference site, as one that was started with nothing set does. */
const origin = await listen(null);

async function listen(
  publicUrl: string | null,
  docsTexts: () => Promise<DocsTexts> = readDocuments,
): Promise<string> {
  const { app } = http;
  const server = restServer({
    operations: app.operations,
    transactions: app.transactions,
    integrations: app.integrations,
    consoleOperations: app.consoleOperations,
    signIn: app.signIn,
    usage: app.usage,
    company: app.company,
    retries: app.retries,
    unchanged: new UnchangedAnswers(app.ledger),
    turns: new Turns(app.clock.elapsedMs),
    clock: app.clock,
    random: randomText,
    log: recordingLog,
    stagingDomain: null,
    earlyAccess: new Map(),
    docsUrl: () => `${server.listeningOrigin}/docs`,
    docsTexts,
    console: { ...app.console, publicUrl },
    corsOrigins: null,
    objects: null,
    door: { count: () => 1, names: ["x", "books.example"] },
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

test("an address that a page had before leads to the present one, for people and for programs", async () => {
  for (const end of ["", ".md", "/"]) {
    const response = await fetch(`${origin}/docs/guides/retries${end}`, { redirect: "manual" });
    expect([end, response.status, response.headers.get("location")]).toEqual([
      end,
      301,
      `/docs/guides/idempotency${end === ".md" ? end : ""}`,
    ]);
  }
  expect((await get("/docs/guides/retries")).text).toContain("Idempotency");
});

test("the pages of other words are pages of the site", async () => {
  for (const path of Object.keys(OTHER_WORDS)) {
    const { status } = await get(`/docs/${path}`);
    expect([path, status]).toEqual([path, 200]);
  }
});

describe("the reference site", () => {
  test("has a page for every operation, and the pages that people wrote", async () => {
    const paths = [...site.keys()];
    for (const { operation } of http.app.operations)
      expect(paths).toContain(`/docs/api-reference/${operation.id}`);
    for (const path of (await readDocuments()).pages.keys())
      expect(paths).toContain(
        `/docs/${path.replace(/(\/index)?\.md$/, "").replace("../CHANGELOG", "changelog")}`,
      );
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

  test("loads nothing but its own stylesheet and scripts, and may not", () => {
    const own = (name: string) => new RegExp(`^/docs/${name}-[\\w-]{22}[.]\\w+$`);
    for (const [path, { text, headers }] of pages) {
      expect(headers.get("content-security-policy"), path).toBe(
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(text, path).not.toMatch(
        /<img(?! src="\/docs\/pictures\/[\w-]+\.webp" alt="[^"]*" loading="lazy">)|<(iframe|object|embed|style)\b|\bstyle="|@import|\bon\w+="|javascript:/,
      );
      // A script is a file; none stands in the page.
      const scripts = all(text, /<script\b([^>]*>[^<]*)/g);
      const names =
        path.startsWith("/docs/api-reference/") && text.includes('id="try"') ? ["site", "try"] : ["site"];
      expect(scripts, path).toHaveLength(names.length);
      for (const [index, name] of names.entries()) {
        const [, address = ""] = /^ type="module" src="([^"]+)">$/.exec(scripts[index] ?? "") ?? [];
        expect(address, path).toMatch(own(name));
      }
      const styles = all(text, /<link rel="stylesheet" href="([^"]+)"/g);
      expect(styles, path).toEqual([expect.stringMatching(own("style"))]);
      const links = all(text, /<link rel="([^"]+)"/g);
      expect(new Set(links), path).toEqual(new Set(["icon", "stylesheet", "alternate"]));
    }
    const style = [...site].find(([path]) => path.endsWith(".css"));
    expect(style?.[1].text).not.toMatch(/url\(|@import/);
  });

  test("has scripts that load only from the site, each kept for good, and an index for them", async () => {
    const waiting = all(
      pages.map(([, { text }]) => text).join(),
      /(?:<script\b[^>]*\bsrc|\bdata-index)="([^"]+)"/g,
    );
    const seen = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, headers, text } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get("cache-control")).toContain("immutable");
      if (path.endsWith(".json")) continue;
      expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      const imports = all(text, /\b(?:from|import\()\s*"([^"]+)"/g);
      for (const address of imports) expect(address).toMatch(/^\/docs\/\w+-[\w-]{22}[.]js$/);
      waiting.push(...imports);
      expect(text).not.toMatch(/\beval\(|new Function|innerHTML|insertAdjacentHTML|document[.]write/);
    }
    expect([...seen].map((path) => path.replace(/^\/docs\/(\w+)-.*$/, "$1")).toSorted()).toEqual([
      "minisearch",
      "search",
      "search",
      "site",
      "try",
      "words",
    ]);
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
      expect(new Set(current), path).toEqual(
        new Set(path === "/docs" || path === "/docs/search" ? [] : [path]),
      );
      // The part of the list in which the page stands is open.
      const [, side = ""] = text.split('id="pages"');
      const folded = all(side, /<details>(.*?)<\/details>/gs).join();
      expect(folded, path).not.toContain("aria-current");
    }
  });

  test("has the guides in the order of need, each in a part", async () => {
    const files = [...(await readDocuments()).pages.keys()].filter((path) => path.startsWith("guides/"));
    const listed = GUIDE_ORDER.flatMap(([, names]) => names.map((name) => `guides/${name}.md`));
    expect(files.filter((path) => !listed.includes(path))).toEqual([]);
    expect(listed.filter((path) => !files.includes(path))).toEqual([]);
    const [, side = ""] = (site.get("/docs")?.text ?? "").split('id="pages"');
    const shown = all(side, /href="\/docs\/(guides\/[^"]+)"/g).map((path) => `${path}.md`);
    expect(shown).toEqual(listed.filter((path) => files.includes(path)));
  });

  test("has a Markdown twin of every page, linked from it, without markup and with every link good", async () => {
    for (const [path, { text }] of pages) {
      const twin = all(text, /<link rel="alternate" type="text\/markdown" href="([^"]+)"/g);
      expect(twin, path).toEqual([`${path}.md`]);
      const { headers, text: markdown = "" } = site.get(`${path}.md`) ?? { headers: new Headers() };
      expect(headers.get("content-type"), path).toBe("text/markdown; charset=utf-8");
      const title = all(text, /<h1[^>]*>(.*?)<\/h1>/gs).join();
      expect(markdown.split("\n")[0]?.replaceAll(/[`\\]/g, ""), path).toBe(`# ${textOf(title)}`);
      const prose = markdown.replaceAll(/^(`{3,}).*?^\1$/gms, "").replaceAll(/`[^`\n]*`/g, "");
      expect(prose, path).not.toMatch(/(?<!\\)<\/?[a-z]/);
      for (const target of all(prose, /\]\((\/[^)]*)\)/g)) {
        const [address = ""] = target.split("#");
        const { status } = site.get(address) ?? (await get(address));
        expect([path, address, status]).toEqual([path, address, 200]);
      }
      // Every heading of the page stands in its twin too, except those of list items and of the panel.
      const [, body = ""] = text
        .replaceAll(/<li>.*?<\/li>/gs, "")
        .replaceAll(/<section class="try".*?<\/section>/gs, "")
        .split('<main id="content"');
      const headings = all(body.split("</main>")[0] ?? "", /<h[23][^>]*>(.*?)<\/h[23]>/gs);
      expect([path, all(prose, /^(#{2,3}) /gm).length]).toEqual([path, headings.length]);
    }
  });

  test("lists all pages for language models, each link to Markdown on this server", async () => {
    const { headers, text } = await get("/llms.txt");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Daybook\n\n> .+\n\n/);
    const links = all(text, /^- \[[^\]]+\]\(([^)]+)\)/gm);
    const listed = links.map((link) => new URL(link).pathname.replace(/\.md$/, ""));
    const known = pages.map(([path]) => path).filter((path) => !["/docs", "/docs/search"].includes(path));
    expect(listed.toSorted()).toEqual(known.toSorted());
    for (const link of links) {
      expect(new URL(link).origin).toBe(origin);
      expect([link, site.get(new URL(link).pathname)?.status]).toEqual([link, 200]);
    }
    // Under its headings, the standard allows only lists of links.
    const sections = text.split(/^## .+$/m).slice(1);
    for (const line of sections.join("").split("\n")) expect(line).toMatch(/^$|^- \[/);
  });

  test("answers a page that does not exist with 404 and a way on, whatever is asked for", async () => {
    for (const path of [
      "/docs/nothing",
      "/docs/start.txt",
      "/docs/nothing.md",
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

  test("names the address of a Host header only if it is one, and lets no shared cache keep it", async () => {
    const asked = async (path: string, host: string): Promise<string> =>
      (await sendRaw(origin, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).text;
    for (const path of ["/docs/openapi.json", "/llms.txt"]) {
      const good = await asked(path, "books.example:81");
      expect(good).toContain("http://books.example:81/");
      expect(good).toMatch(/cache-control: private, max-age=300\r\n/i);
      for (const host of ["evil/path", "a@evil", "evil)[x](", "evil?q", 'evil"', "evil#x"]) {
        const answer = await asked(path, host);
        expect([host, answer.includes("evil")]).toEqual([host, false]);
      }
    }
    const own = await listen("https://books.example");
    const { headers, status } = await fetch(`${own}/docs/openapi.json`);
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
  });

  test("shows for each operation a line to try, its answer and every error it may give", () => {
    for (const { operation } of http.app.operations) {
      const text = site.get(`/docs/api-reference/${operation.id}`)?.text ?? "";
      for (const language of ["curl ", "createClient(", "urlopen("]) expect(text).toContain(language);
      expect(text).toContain(`value="typescript"`);
      expect(text).toContain(`<section class="try" id="try" hidden data-method="${operation.method}"`);
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

test("a page shows pictures of the project, from a fixed set, and of nowhere else", async () => {
  const content = Buffer.from("RIFF....WEBPVP8 \u0000\u00ff", "latin1");
  const guide = [
    "# Pictures",
    "![The list](../pictures/list.webp)",
    "![unknown](../pictures/other.webp)",
    "![elsewhere](https://elsewhere.example/docs/pictures/list.webp)",
    "![host](//elsewhere.example/docs/pictures/list.webp)",
    "![data](data:image/webp;base64,AAAA)",
    "![other folder](../guides/list.webp)",
    "![broken](http://)",
  ].join("\n\n");
  const own = await listen(null, async () => ({
    ...(await readDocuments()),
    pages: new Map([["guides/pictures.md", guide]]),
    pictures: new Map([["list.webp", content]]),
  }));
  const page = await (await fetch(`${own}/docs/guides/pictures`)).text();
  const [address = ""] = all(page, /<img src="([^"]+)" alt="The list" loading="lazy">/g);
  expect(address).toMatch(/^\/docs\/pictures\/list-[\w-]{22}\.webp$/);
  expect(all(page, /(<img)/g)).toHaveLength(1);
  for (const text of ["unknown", "elsewhere", "host", "data", "other folder", "broken"])
    expect(page).toContain(`<p>${text}</p>`);
  const picture = await fetch(`${own}${address}`);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(picture.headers.get("cache-control")).toContain("immutable");
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(content);
  // The twin shows the same picture.
  const twin = await (await fetch(`${own}/docs/guides/pictures.md`)).text();
  expect(twin).toContain(`![The list](${address})`);
  for (const path of ["list.webp", "other.webp", "..%2f..%2fpackage.json"])
    expect((await fetch(`${own}/docs/pictures/${path}`)).status).toBe(404);
});

test("the server's root leads to the site, for GET and HEAD", async () => {
  for (const method of ["GET", "HEAD"]) {
    const response = await fetch(`${origin}/`, { redirect: "manual", method });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/docs"]);
  }
  expect((await get("/")).text).toContain("<h1>");
  expect((await get("/", {}, "POST")).status).toBe(401);
});
