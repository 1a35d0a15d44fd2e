/**
 * The engine in a browser: the same sources, without types and without a build, give the same results in a
 * browser as in Node.js. Chromium is an outside program; without it the test fails and names it.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHROMIUM, openChromium } from "../../test/acceptance/chromium.ts";
import { describeWith } from "../../test/acceptance/outside.ts";
import { calculate, NOON } from "./sheets.ts";

const SOURCES = new URL("../", import.meta.url);
const PARSER = new URL(import.meta.resolve("@borgar/fx"));
/** The folder of a file that the page asks for. Those of the package of words are asked for by their names. */
const folderOf = (path: string): URL => (path.startsWith("/words/") ? new URL("../", SOURCES) : SOURCES);

const PAGE = `<!doctype html><meta charset="utf-8"><title>Formulas</title>
<script type="importmap">{ "imports": { "@borgar/fx": "/parser.js", "@daybook/words/": "/words/" } }</script>`;

const server = createServer((request, response) => {
  const path = new URL(request.url ?? "/", "http://here").pathname;
  if (path === "/") return response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  const isParser = path === "/parser.js";
  if (!isParser && !/^\/(?:(?:src|test)\/[\w/-]+\.ts|words\/[\w-]+(?:\.ts)?)$/u.test(path))
    return response.writeHead(404).end();
  const file = path.startsWith("/words/") && !path.endsWith(".ts") ? `${path}.ts` : path;
  const text = readFileSync(fileURLToPath(isParser ? PARSER : new URL(`.${file}`, folderOf(path))), "utf8");
  return response
    .writeHead(200, { "content-type": "text/javascript" })
    .end(isParser ? text : stripTypeScriptTypes(text));
});

const CELLS = {
  A1: 12.5,
  A2: "=A1*2",
  A3: '=TEXT(DATE(2026,3,14),"d mmmm yyyy")',
  A4: "=SUM(SEQUENCE(100))",
  A5: "=LET(rate,0.1,PMT(rate/12,12,-1000))",
  A6: '=XLOOKUP("b",{"a";"b"},{1;2})',
  A7: "=A7",
  A8: '=REGEXEXTRACT("INV-0042","\\d+")',
  A9: "=YEAR(NOW())",
};

describeWith(CHROMIUM, "the engine in a browser", () => {
  beforeAll(async () => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve())));
  afterAll(async () => new Promise((resolve) => void server.close(resolve)));

  it("calculates what it calculates here", async () => {
    const here = calculate({ Sheet: CELLS }, Object.keys(CELLS), { now: NOON });
    const { port } = server.address() as AddressInfo;
    const browser = await openChromium();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      const there = await page.evaluate(
        `import("/test/sheets.ts").then(({ calculate }) => JSON.stringify(calculate({ Sheet: ${JSON.stringify(CELLS)} }, ${JSON.stringify(Object.keys(CELLS))}, { now: ${NOON} })))`,
      );
      expect(JSON.parse(String(there))).toEqual(JSON.parse(JSON.stringify(here)));
      expect([here["A4"], here["A8"]]).toEqual([5_050, "0042"]);
    } finally {
      await browser.close();
    }
  });
});
