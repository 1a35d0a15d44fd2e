/**
 * Proves that published/openapi.json is a document that others' programs can use: Spectral finds nothing
 * against it, Python, Java, Rust and RE2 compile its patterns, and the clients that openapi-typescript and
 * Hey API generate from it compile under strict rules and complete a session against a server. The generators
 * are installed in a folder of their own and deleted with it, because none of our code needs them. Their
 * sessions and programs are the text files beside this one, which run only there. `.ci/run` runs this one.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const ROOT = resolve(import.meta.dirname, "../..");
const DOCUMENT = join(ROOT, "published/openapi.json");
const TOOLS = [
  "@stoplight/spectral-core@1.24.1",
  "@stoplight/spectral-rulesets@1.23.1",
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.99.0",
  "typescript@5.9.3",
  "@types/node@24",
  "re2-wasm@1.0.2",
];

/** The programs that compile the patterns, one in each line of a file. ripgrep has the engine of Rust. */
const ENGINES: readonly (readonly [engine: string, program: string, ...args: string[]])[] = [
  ["Python", "python3", "patterns.py"],
  ["Java", "java", "Patterns.java"],
  ["Rust", "rg", "--quiet", "--file=patterns", "/dev/null"],
  ["RE2", process.execPath, "re2.mjs"],
];

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: "es2023",
    module: "commonjs",
    moduleResolution: "node10",
    esModuleInterop: true,
    skipLibCheck: true,
    types: ["node"],
    outDir: "built",
  },
  files: ["main.ts"],
};

const folder = mkdtempSync(join(tmpdir(), "generated-clients-"));
const home = mkdtempSync(join(tmpdir(), "generated-clients-home-"));
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DAYBOOK_HOME: home, DATABASE_URL: "" },
    timeout: 300_000,
  });
const daybook = (...args: string[]): string => run(process.execPath, join(ROOT, "bin/daybook.js"), ...args);
const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const tool = (name: string): string => join(folder, "node_modules/.bin", name);

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Fails unless every engine compiles every pattern of the document, and refuses one that only some have. */
function compilePatterns(): void {
  const found = readFileSync(DOCUMENT, "utf8").matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g);
  const patterns = [...new Set([...found].map(([, text = '""']) => JSON.parse(text) as string))];
  if (patterns.length < 10) throw new Error("the document has no patterns");
  for (const [engine, program, ...args] of ENGINES) {
    write("patterns", `${patterns.join("\n")}\n`);
    const { status, stderr } = compiled(program, args);
    // ripgrep ends with 1 where nothing is found.
    if (status !== (program === "rg" ? 1 : 0)) throw new Error(`${engine} refuses a pattern: ${stderr}`);
    // No engine has a group that is not closed: so that a program that reads nothing is noticed.
    write("patterns", "(\n");
    if (compiled(program, args).status === status) throw new Error(`${engine} was not asked`);
  }
  say(`${ENGINES.map(([engine]) => engine).join(", ")} compile all ${patterns.length} patterns.`);
}

function compiled(program: string, args: readonly string[]) {
  const { error, status, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
  });
  if (error !== undefined) throw error;
  return { status, stderr };
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const isUp = await fetch(`${url}/docs/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await wait(200);
  }
  throw new Error("the server does not answer");
}

try {
  for (const name of readdirSync(import.meta.dirname).filter((each) => each.endsWith(".txt")))
    copyFileSync(join(import.meta.dirname, name), join(folder, name.slice(0, -".txt".length)));
  write("package.json", JSON.stringify({ private: true }));
  run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...TOOLS);
  run(process.execPath, "lint.mjs", DOCUMENT);
  say("Spectral finds nothing.");
  compilePatterns();
  run(tool("openapi-typescript"), DOCUMENT, "-o", "types.ts");
  run(tool("openapi-ts"), "-i", DOCUMENT, "-o", "hey");
  write("tsconfig.json", JSON.stringify(TSCONFIG));
  run(tool("tsc"), "-p", ".");
  say("The generated clients compile.");
  const { api_key } = JSON.parse(daybook("seed", "--json")) as { api_key: string };
  const port = await freePort();
  const server = spawn(process.execPath, [join(ROOT, "bin/daybook.js"), "start"], {
    cwd: folder,
    env: { ...process.env, DAYBOOK_HOME: home, DATABASE_URL: "", PORT: String(port) },
    stdio: "ignore",
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await answers(url);
    const sessions = JSON.parse(
      run(process.execPath, "built/main.js", `${url}/api/v1`, api_key),
    ) as string[][];
    for (const [company = "", first = "", next = "", type, code] of sessions)
      if (
        company !== "comp_sample" ||
        !first.startsWith("txn_") ||
        !next.startsWith("txn_") ||
        first === next ||
        type !== "savings" ||
        code !== "resource_missing"
      )
        throw new Error(`a session went wrong: ${JSON.stringify(sessions)}`);
    say(`${sessions.length} generated clients completed a session.`);
  } finally {
    server.kill("SIGTERM");
    await new Promise((ended) => server.once("exit", ended));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}
