/**
 * Every example of the reference runs as it is shown: the command line of curl, the TypeScript of the client
 * and the Python, each against a server with the example company, and each gets the status that its card
 * declares. What is run is made by the functions that make the pages.
 */
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWith, outsideProgram } from "../../../test/acceptance/outside.ts";
import { testApp } from "../../../test/support/app.ts";
import { API_ROOT, type Operation } from "../../contract/operation.ts";
import { filledIn } from "../openapi/answers.ts";
import type { ExampleAnswer, OperationAnswers } from "../openapi/document.ts";
import { EXAMPLE_COMPANY, EXAMPLE_NOW, EXAMPLE_OWNER, EXAMPLE_BUNDLE } from "../openapi/example-company.ts";
import { type Program, programsOf } from "./programs.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Far more than a program needs, even on a busy machine. */
const PROGRAM_TIMEOUT_MS = 60_000;
const LANGUAGE_TIMEOUT_MS = 600_000;
/** What a program printed, and what the server answered to it. */
interface Ran {
  readonly status: number;
  readonly body: unknown;
}

const http = await testApp();
const cards = http.app.operations.map(({ operation }) => operation);
let folder = "";

/**
 * Programs that run examples: each reads a path a line, runs the file, and prints the status and the text of
 * its answer, or why it failed. One process for a language, because starting one takes longer than a request.
 */
const HOSTS = {
  typescript: `
import { createInterface } from "node:readline";
const ask = globalThis.fetch;
let answered = null;
globalThis.fetch = async (...args) => {
  const response = await ask(...args);
  answered = { status: response.status, text: await response.clone().text() };
  return response;
};
globalThis.console.log = () => {};
for await (const path of createInterface({ input: process.stdin })) {
  answered = null;
  const failure = await import(path).then(() => null, (error) => String(error.stack ?? error));
  process.stdout.write(JSON.stringify({ failure, ...answered }) + "\\n");
}`,
  python: `
import contextlib, io, json, runpy, sys, traceback
for path in sys.stdin:
    printed, failure = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path(path.strip(), run_name="__main__")
    except Exception:
        failure = traceback.format_exc()
    status, _, text = printed.getvalue().partition("\\n")
    print(json.dumps({"failure": failure, "status": int(status or 0), "text": text.strip()}), flush=True)`,
} as const;
const COMMANDS = {
  typescript: [process.execPath, "host.mjs", "ts"],
  python: ["python3", "host.py", "py"],
} as const;

/** A running host. */
interface Host {
  run(text: string): Promise<Ran>;
  stop(): void;
}
const hosts = new Map<string, Host>();

async function startHost(
  language: keyof typeof HOSTS,
  environment: NodeJS.ProcessEnv,
  home: string,
): Promise<Host> {
  const [program, file, ending] = COMMANDS[language];
  await writeFile(join(home, file), HOSTS[language]);
  const child = spawn(program, [file], {
    cwd: home,
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let count = 0;
  return {
    async run(text) {
      count += 1;
      const path = join(home, `example-${count}.${ending}`);
      await writeFile(path, text);
      child.stdin.write(`${path}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("the process that runs the examples has ended");
      const ran = JSON.parse(value) as { failure: string | null; status: number; text: string };
      if (ran.failure !== null) throw new Error(ran.failure);
      return { status: ran.status, body: ran.text === "" ? null : JSON.parse(ran.text) };
    },
    stop: () => child.kill(),
  };
}

async function runHosted(
  language: keyof typeof HOSTS,
  text: string,
  environment: NodeJS.ProcessEnv,
  home: string,
): Promise<Ran> {
  const host = hosts.get(language) ?? (await startHost(language, environment, home));
  hosts.set(language, host);
  return host.run(text);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-examples-"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});
afterAll(() => {
  for (const host of hosts.values()) host.stop();
  return rm(folder, { recursive: true });
});

/** Imports the example company under another id, and returns a key of its owner. */
async function companyNamed(id: string): Promise<string> {
  const text = JSON.stringify(EXAMPLE_BUNDLE).replaceAll(`"${EXAMPLE_COMPANY}"`, JSON.stringify(id));
  async function* bytes() {
    yield Buffer.from(text);
  }
  await http.app.intake.importBundle(bytes(), () => {});
  return http.keyOf(id, EXAMPLE_OWNER);
}

function run(
  program: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { PATH: process.env["PATH"], ...environment }, timeout: PROGRAM_TIMEOUT_MS };
    execFile(program, words, options, (error, stdout, stderr) =>
      error ? reject(new Error(`${stderr}${stdout}` || error.message)) : resolve(stdout),
    );
  });
}

/** How a program of each language is run, in a folder of its own. */
const RUNNERS: Readonly<
  Record<Program["language"], (text: string, environment: NodeJS.ProcessEnv, home: string) => Promise<Ran>>
> = {
  async curl(text, environment, home) {
    const script = `curl() { command curl -sS -o answer -w '%{http_code}' "$@"; }\n${text}`;
    const printed = await run("sh", ["-c", script], environment, home);
    const body = await readFile(join(home, "answer"), "utf8").catch(() => "");
    return { status: Number(printed), body: body === "" ? null : JSON.parse(body) };
  },
  typescript: (text, environment, home) => runHosted("typescript", text, environment, home),
  python: (text, environment, home) => runHosted("python", text, environment, home),
};

/** Runs all examples in one language, in the order in which later ones use the answers of earlier ones. */
async function runAll(language: Program["language"], key: string): Promise<string[]> {
  const home = join(folder, language);
  await mkdir(home);
  const environment = { DAYBOOK_URL: http.address, DAYBOOK_KEY: key };
  const answers = new Map<string, OperationAnswers>();
  const failures: string[] = [];
  for (const operation of cards) {
    const examples: ExampleAnswer[] = [];
    for (const { title, ...example } of operation.examples) {
      const request = filledIn(example, answers);
      if (request.file) await writeFile(join(home, request.file.name), request.file.content);
      await rm(join(home, "answer"), { force: true });
      const program = programsOf(operation, request).find((each) => each.language === language);
      const text = program?.text ?? "";
      const ran = await RUNNERS[language](text, environment, home).catch((error: unknown) => String(error));
      if (typeof ran === "string" || ran.status !== operation.success.status)
        failures.push(`${operation.id}, ${title}: ${JSON.stringify(ran)}\n${text}`);
      examples.push({ title, path: request.path, body: typeof ran === "string" ? null : ran.body });
    }
    answers.set(operation.id, { examples, refusals: new Map() });
  }
  return failures;
}

function examplesRun(language: Program["language"]): void {
  test(
    `in ${language} run and get the declared status`,
    async () => {
      http.clock.set(EXAMPLE_NOW);
      const key = await companyNamed(`comp_examples_${language}`);
      expect(await runAll(language, key)).toEqual([]);
    },
    LANGUAGE_TIMEOUT_MS,
  );
}

describeWith(outsideProgram("curl"), "examples for curl", () => examplesRun("curl"));
describeWith(outsideProgram("python3"), "examples for Python", () => examplesRun("python"));
describe("examples for the client", () => {
  examplesRun("typescript");

  test("have types that fit, with the strictest settings", async () => {
    const home = join(folder, "types");
    await mkdir(home);
    const texts = cards.flatMap((operation) =>
      operation.examples.map((example) => [operation, programsOf(operation, example)] as const),
    );
    for (const [index, [, programs]] of texts.entries())
      await writeFile(
        join(home, `example-${index}.ts`),
        programs.find(({ language }) => language === "typescript")?.text ?? "",
      );
    const config = {
      extends: join(ROOT, "tsconfig.json"),
      compilerOptions: { types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
      include: ["*.ts"],
    };
    await writeFile(join(home, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    expect(await run(process.execPath, [compiler, "-p", home], {}, home)).toBe("");
    expect(texts.length).toBeGreaterThan(60);
  });
});

describe("an example", () => {
  const card = (id: string): Operation => {
    const found = cards.find((operation) => operation.id === id);
    if (!found) throw new Error(`no operation ${id}`);
    return found;
  };
  const textsOf = (id: string, request: Parameters<typeof programsOf>[1]) =>
    Object.fromEntries(programsOf(card(id), request).map(({ language, text }) => [language, text]));

  test("with quotes, dollars and backslashes in its body sends them as they are", () => {
    const memo = `Ada's "50 $HOME \\n"`;
    const {
      curl = "",
      python = "",
      typescript = "",
    } = textsOf("editTransaction", {
      path: "/transactions/txn_1",
      body: { memo },
    });
    expect(curl).toContain(`-d '{"memo":"Ada'\\''s \\"50 $HOME \\\\n\\""}'`);
    for (const text of [python, typescript]) expect(text).toContain(JSON.stringify(memo));
  });

  test("has the values of its query as the client types them", () => {
    const { typescript = "", python = "" } = textsOf("listTotals", {
      path: "/aggregations/totals?category_ids[]=cat_a&category_ids[]=cat_b&date=2026-03-31",
    });
    expect(typescript).toContain('listTotals({ category_ids: ["cat_a", "cat_b"], date: "2026-03-31" })');
    expect(python).toContain('{"category_ids[]": ["cat_a", "cat_b"], "date": "2026-03-31"}, doseq=True');
    expect(textsOf("listForms1099", { path: "/forms/1099?pending=true&limit=1" })["typescript"]).toContain(
      "listForms1099({ pending: true, limit: 1 }).first()",
    );
  });

  test("needs the key and the address of nobody else", () => {
    for (const operation of cards)
      for (const example of operation.examples)
        for (const { text } of programsOf(operation, example)) {
          expect(text).toContain("DAYBOOK_KEY");
          expect(text, operation.id).not.toMatch(/svc_/);
          if (!text.includes("createClient")) expect(text).toContain(API_ROOT);
        }
  });
});
