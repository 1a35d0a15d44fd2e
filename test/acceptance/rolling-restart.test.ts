/**
 * Two servers behind the files for Caddy and nginx that we ship, restarted one after the other under load:
 * every request gets an answer, and none of them is a failure.
 */
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { describeWith, outsideProgram } from "./outside.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE, freePort, newFolder } from "./place.ts";
import { importCompany } from "./service.ts";
import { companyUnderFire } from "./under-fire.ts";

const SHIPPED = new URL("../../deploy/proxy/", import.meta.url);
const FAR = { timeout: 120_000, interval: 200 };
/** The callers at once, half of which send changes if the proxy is safe for them. */
const CALLERS = 6;
/** Between two requests of a caller, so that none is beyond the burst of its key. */
const PAUSE_MS = 100;

interface Proxy {
  readonly port: number;
  readonly servers: readonly [number, number];
  readonly folder: string;
}

/** The shipped file with other addresses; it must name each of those that are replaced. */
async function shipped(name: string, { servers: [one, two] }: Proxy, more: readonly [RegExp, string][]) {
  let text = await readFile(fileURLToPath(new URL(name, SHIPPED)), "utf8");
  for (const [found, by] of [
    [/127\.0\.0\.1:4100/, `127.0.0.1:${one}`],
    [/127\.0\.0\.1:4102/, `127.0.0.1:${two}`],
    ...more,
  ] as const) {
    expect(text).toMatch(found);
    text = text.replace(found, by);
  }
  return text;
}

/** Runs a proxy until the test ends. */
function runProxy(program: string, words: readonly string[], folder: string): void {
  const environment = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, words, { env: environment, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGTERM"));
}

async function startCaddy(proxy: Proxy): Promise<void> {
  const site: [RegExp, string][] = [[/^books\.example\.com \{/m, `http://127.0.0.1:${proxy.port} {`]];
  const config = join(proxy.folder, "Caddyfile");
  await writeFile(config, `{\n\tadmin off\n}\n${await shipped("Caddyfile", proxy, site)}`);
  runProxy("caddy", ["run", "--adapter", "caddyfile", "--config", config], proxy.folder);
}

async function startNginx(proxy: Proxy): Promise<void> {
  await mkdir(join(proxy.folder, "temp"));
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(proxy.folder, "temp", name)};`,
  );
  const server = await shipped("nginx.conf", proxy, [
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${proxy.port};`],
    [/ssl_certificate .*/, ""],
    [/ssl_certificate_key .*/, ""],
    [/listen 80;/, `listen 127.0.0.1:${await freePort()};`],
  ]);
  const config = join(proxy.folder, "nginx.conf");
  await writeFile(
    config,
    `daemon off; pid ${join(proxy.folder, "pid")}; error_log ${join(proxy.folder, "log")};\nevents {}\nhttp { access_log off; ${temp.join(" ")}\n${server}\n}`,
  );
  runProxy("nginx", ["-c", config], proxy.folder);
}

/** Sends requests through a proxy until it is ended; returns how many answers had each status. */
function load(base: string, key: string, hasWrites: boolean) {
  const answers: Record<string, number> = {};
  let isOver = false;
  const caller = async (number: number): Promise<void> => {
    const writes = hasWrites && number % 2 === 0;
    for (let count = 1; !isOver; count += 1) {
      const [path, rest] = writes
        ? [
            "/accounts",
            { method: "POST", body: JSON.stringify({ name: `${number} ${count}`, type: "other" }) },
          ]
        : ["/company", {}];
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const status = await fetch(`${base}/api/v1${path}`, { ...rest, headers }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        (error: unknown) => `no answer: ${String(error)}`,
      );
      answers[status] = (answers[status] ?? 0) + 1;
      await pause(PAUSE_MS);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, number) => caller(number));
  return async () => {
    isOver = true;
    await Promise.all(callers);
    return answers;
  };
}

/** How many requests for the company a server has answered since it was started. */
async function answeredBy(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(
    /^daybook_http_requests_total\{operation="getCompany",status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0,
  );
}

const PROXIES = [
  ["Caddy", outsideProgram("caddy", "version"), startCaddy, true],
  // nginx sends no change again that was cut off with its connection.
  ["nginx", outsideProgram("nginx", "-v"), startNginx, false],
] as const;

// Two servers need a database that serves several processes.
describe.skipIf(ENGINE !== "server")("two servers", () => {
  for (const [name, program, start, hasWrites] of PROXIES)
    describeWith(program, `behind ${name}`, () => {
      test(
        "are restarted one after the other without a failed request (OPER-002)",
        { timeout: 300_000 },
        async () => {
          const place = await ownPlace();
          const folder = await newFolder();
          const servers = [await freePort(), await freePort()] as const;
          const port = await freePort();
          const settings = { DRAIN_SECONDS: "10", TRUST_PROXY: "1", ALLOWED_HOSTS: "books.example.com" };
          const serve = (at: number) => ownService(place, ["serve", "--port", `${at}`], settings);
          const running = [await serve(servers[0]), await serve(servers[1])] as const;
          const { api } = await importCompany(running[0], companyUnderFire());
          await start({ port, servers, folder });
          const base = `http://127.0.0.1:${port}`;
          await vi.waitFor(async () => expect((await fetch(`${base}/api/v1/company`)).status).toBe(401), FAR);

          const end = load(base, api.key ?? "", hasWrites);
          const isUsed = (at: number) =>
            vi.waitFor(async () => expect(await answeredBy(at)).toBeGreaterThan(5), FAR);
          await Promise.all(servers.map(isUsed));
          for (const [index, at] of servers.entries()) {
            expect((await running[index]?.stop())?.code).toBe(0);
            await serve(at);
            await isUsed(at);
          }
          const answers = await end();
          expect(Object.keys(answers).toSorted()).toEqual(hasWrites ? ["200", "201"] : ["200"]);
        },
      );
    });
});
