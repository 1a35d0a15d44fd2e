/**
 * The official conformance suite of the Model Context Protocol, at both revisions, against the service from
 * outside. The suite sends no key, so a proxy adds one. Scenarios that do not apply are listed with reasons.
 */
import { spawn } from "node:child_process";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { json, LONG } from "../daybook.ts";
import { newFolder } from "../place.ts";
import { importCompany, service } from "../service.ts";
import { companyBundle } from "../../support/bundle.ts";

const SUITE = fileURLToPath(
  new URL("../../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);
const opened: Server[] = [];

afterAll(() => {
  for (const each of opened) each.close();
});

/** Starts a proxy that adds a key to requests without one, and returns its port. */
async function proxyTo(origin: string, key: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const proxy = createServer((incoming, outgoing) => {
    const headers = { authorization: `Bearer ${key}`, ...incoming.headers };
    const passed = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    // A stream for changes ends when its reader goes.
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  opened.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return (proxy.address() as AddressInfo).port;
}

for (const revision of ["2025-11-25", "2026-07-28"]) {
  test(`every scenario of revision ${revision} that applies passes`, LONG, async () => {
    const { base, daybook } = await service();
    const { id } = await importCompany(await service(), companyBundle({}));
    const { api_key } = await json<{ api_key: string }>(daybook, ["key", "create", "--company", id]);
    const port = await proxyTo(new URL(base).origin, api_key);
    const baseline = fileURLToPath(new URL(`${revision}.yml`, import.meta.url));
    const suite = spawn(
      process.execPath,
      [
        SUITE,
        "server",
        "--url",
        `http://localhost:${port}/mcp`,
        "--suite",
        "all",
        "--spec-version",
        revision,
        "--expected-failures",
        baseline,
      ],
      { cwd: await newFolder(), stdio: ["ignore", "pipe", "pipe"] },
    );
    const [output, problems] = [text(suite.stdout), text(suite.stderr)];
    const code = await new Promise((resolve) => suite.once("close", resolve));
    expect([code, code === 0 ? "" : `${await output}${await problems}`.slice(-4_000)]).toEqual([0, ""]);
    expect(await output).toMatch(/✓ tools-list: \d+ passed, 0 failed/);
    expect(await output).toMatch(/✓ dns-rebinding-protection: 2 passed, 0 failed/);
  });

  test(`every scenario that does not apply at ${revision} has a reason`, async () => {
    const lines = (await readFile(new URL(`${revision}.yml`, import.meta.url), "utf8")).trim().split("\n");
    const entries = lines.slice(3);
    expect(entries.length).toBeGreaterThan(10);
    for (const [index, line] of entries.entries())
      expect(line).toMatch(index % 2 === 0 ? /^ {2}# [A-Z].*\.$/ : /^ {2}- [\w:-]+$/);
  });
}
