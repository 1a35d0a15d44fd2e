/**
 * The built package: it is small, its types compile in programs of browsers and of Node.js, it needs nothing
 * that browsers lack, and it completes a session on the project's Node.js and on the machine's own.
 */
import { execFile, execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMPANY, exported, json, page, refuse, serve } from "./server.ts";

const CLIENT = fileURLToPath(new URL("..", import.meta.url));
const MOST_BYTES = 12_000;
const folder = mkdtempSync(join(tmpdir(), "daybook-client-"));
const BUILD = join(folder, "node_modules/@daybook/client");
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  execFileSync(process.execPath, [join(CLIENT, "build.ts"), BUILD]);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "session.js"), readFileSync(join(CLIENT, "test/session.js.txt"), "utf8"));
});

/** The Node.js of this machine: the first on the path that is not a package's. */
function machinesOwn(): string {
  const folders = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((each) => !each.includes("node_modules"));
  return execFileSync("/bin/sh", ["-c", "command -v node"], {
    encoding: "utf8",
    env: { PATH: folders.join(delimiter) },
  }).trim();
}

/** Compiles programs strictly; returns what the compiler says against them. */
async function compiled(
  lib: readonly string[],
  types: readonly string[],
  files: readonly string[],
): Promise<string> {
  const options = { strict: true, exactOptionalPropertyTypes: true, target: "es2022", module: "nodenext" };
  const typeRoots = [join(CLIENT, "../node_modules/@types")];
  const compilerOptions = { ...options, noEmit: true, lib, types, typeRoots };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, "-p", folder]).catch(
    (error: unknown) => error as { readonly stdout: string },
  );
  return stdout;
}

describe("the package", () => {
  test("has at most 12 kB, bundled, minified and compressed", async () => {
    const bundle = await rolldown({ input: join(BUILD, "index.js"), platform: "browser", treeshake: false });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    const bytes = gzipSync(output[0].code, { level: 9 }).byteLength;
    expect(output).toHaveLength(1);
    expect(output[0].imports).toEqual([]);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    // All operations are in it, so it can't be much smaller than this.
    expect(bytes).toBeGreaterThan(4_000);
  });

  test("imports nothing, names no global of Node.js, and has types for each file", () => {
    const files = globSync("**/*.js", { cwd: BUILD });
    for (const path of files) {
      const text = readFileSync(join(BUILD, path), "utf8");
      expect(text.match(/\bfrom "(?!\.)[^"]*"|\b(process|Buffer|require|global)\b[.(]/g), path).toBeNull();
      expect(readFileSync(join(BUILD, path.replace(/\.js$/, ".d.ts")), "utf8")).not.toContain('.ts"');
    }
    expect(files.length).toBeGreaterThan(8);
    const manifest = JSON.parse(readFileSync(join(BUILD, "package.json"), "utf8")) as object;
    expect(manifest).toMatchObject({ exports: { ".": { types: "./index.d.ts", default: "./index.js" } } });
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest).not.toHaveProperty("private");
  });

  test.each([
    ["a browser", ["dom", "es2022"], []],
    ["Node.js", ["es2023"], ["node"]],
  ])("has types that strict programs of %s compile", async (_what, lib, types) => {
    writeFileSync(
      join(folder, "main.ts"),
      `import { createClient, RateLimitExceededError, type Transaction } from "@daybook/client";
const client = createClient({ baseUrl: "https://books.example", key: "svc_1" });
const edited: Transaction = await client.editTransaction("txn_1", { memo: null });
for await (const { amount_cents } of client.listTransactions({ limit: 5 })) edited.amount_cents + amount_cents;
const names: readonly string[] = (await client.listAccounts().all()).map(({ name }) => name);
// @ts-expect-error: there is no such type of accounts
await client.createAccount({ name: names[0] ?? "", type: "gold" });
// @ts-expect-error: it needs its revision
await client.deleteSheet("sht_1");
const { body, headers } = await client.raw.listCategories({ ifNoneMatch: '"a"' });
export const found: string | undefined = body?.data[0]?.name ?? headers.get("etag") ?? undefined;
export const isBurst = (error: unknown): number => (error instanceof RateLimitExceededError ? error.status : 0);
`,
    );
    expect(await compiled(lib, types, ["main.ts"])).toBe("");
  });
});

describe("the documents", () => {
  test.each(["client/README.md", "docs/guides/client.md"])(
    "of %s have examples that compile",
    async (path) => {
      const text = readFileSync(join(CLIENT, "..", path), "utf8");
      const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);
      expect(examples.length).toBeGreaterThan(1);
      for (const [index, code] of examples.entries())
        writeFileSync(join(folder, `example-${index}.ts`), code);
      expect(
        await compiled(
          ["dom", "es2022"],
          ["node"],
          examples.map((_, index) => `example-${index}.ts`),
        ),
      ).toBe("");
    },
  );
});

describe("a session", () => {
  const CONTENT = "%PDF-1.7";

  test.each([
    ["the project's Node.js", process.execPath],
    ["the machine's Node.js", machinesOwn()],
  ])("on %s", async (_what, program) => {
    let reads = 0;
    await using server = await serve((request, response) => {
      const { method, url } = request;
      const name = url.pathname.split("/").at(-1);
      const link = `http://${String(request.headers["host"])}/link`;
      const file = {
        filename: "a.pdf",
        content_type: "application/pdf",
        size: 8,
        download_url: link,
        expires_at: 9,
      };
      if (name === "link") response.end(CONTENT);
      else if (name === "company" && reads++ === 0) refuse(response, 503, "service_unavailable");
      else if (name === "company") json(response, 200, COMPANY);
      else if (name === "accounts" && method === "GET")
        json(
          response,
          200,
          page([{ id: `acct_${url.search.length}` }], url.searchParams.has("starting_after") ? null : "b"),
        );
      else if (name === "accounts") json(response, 201, { object: "account", id: "acct_new" });
      else if (name === "files") json(response, 201, { object: "file", id: "file_1" });
      else if (name === "exports") json(response, 201, exported("pending"));
      else if (name === "export_1") json(response, 200, exported("succeeded", { file }));
      else if (name === "team") refuse(response, 401, "invalid_api_key");
      else if (name === "moved") response.writeHead(302, { location: "/" }).end();
    });
    const run = promisify(execFile);
    const { stdout } = await run(program, [join(folder, "session.js"), server.origin, "svc_test"]);
    expect(JSON.parse(stdout)).toEqual([
      "comp_1",
      "acct_10",
      "acct_27",
      "acct_new",
      "file_1",
      8,
      CONTENT,
      "req_1",
      "redirect",
      "TimeoutError",
    ]);
  });
});
