/**
 * A reader who follows a page of the documents line by line. Command lines run in this process, through the
 * program's own entry, on one application that stays open; requests go over HTTP. An id that ends in `_1` or
 * `_1a2b3c` stands for the reader's own: the last one of its kind that a line above printed.
 */
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import project from "../../package.json" with { type: "json" };
import { openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { API_ROOT } from "../../src/contract/operation.ts";
import { CleanupStack } from "../../src/core/cleanup-stack.ts";
import { runCommandLine } from "../../src/interfaces/command/command-line.ts";
import { EXIT } from "../../src/interfaces/command/exit-codes.ts";
import { flagOf } from "../../src/interfaces/command/fields.ts";
import { readCommandLine } from "../../src/interfaces/command/program.ts";
import type { Stop } from "../../src/interfaces/command/terminal.ts";
import { ROOT } from "../tidy/tree.ts";

/** Requests whose answers are in the OpenAPI document: those were asked of the example company. */
const ASKED = new Set(
  Object.values((JSON.parse(readFileSync(join(ROOT, "published/openapi.json"), "utf8")) as OpenApi).paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ content }) => Object.values(content?.["application/json"]?.examples ?? {}))
    .map(({ description = "" }) => description.replaceAll("`", "")),
);
interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly responses: Readonly<
              Record<
                string,
                {
                  readonly content?: Readonly<
                    Record<
                      string,
                      { readonly examples?: Readonly<Record<string, { readonly description?: string }>> }
                    >
                  >;
                }
              >
            >;
          }
        >
      >
    >
  >;
}

/** Commands that run until they are stopped. The page's service runs already; other tests start it. */
const RESIDENT = new Set(["start", "serve", "work"]);
/** Programs that the tests of other files run, and those of a machine that runs the service already. */
const ELSEWHERE = new Set(["npm", "createuser", "createdb", "systemctl"]);
/** Commands whose exit code 5 is a result. */
const CHECKS = new Set(["account reconcile"]);
/** An id that stands for one of the reader's own. */
const PLACEHOLDER = /\b([a-z0-9]+_)(?:1a2b3c|1f|example1?|[1-3]|01890a5d-[0-9a-f-]+)\b/g;

interface Outcome {
  readonly ok: boolean;
  readonly text: string;
}

/** The prefix of an id, which says its kind. */
function prefixOf(id: string): string {
  return id.slice(0, id.indexOf("_") + 1);
}

/** The path of a `curl` line. */
function pathOf(words: readonly string[]): string {
  const address = words.find((word) => word.includes(API_ROOT) || word.endsWith("/readyz")) ?? "";
  return address.replace(/^(?:https?:\/\/[^/]+|\$DAYBOOK_URL)/, "");
}

/** The method and the path of a `curl` line, as the examples of the OpenAPI document have them. */
function requestOf(words: readonly string[]): string {
  const method = words.includes("-X") ? words[words.indexOf("-X") + 1] : "GET";
  return `${method} ${pathOf(words).replace(API_ROOT, "")}`;
}

interface Ready {
  readonly base_url: string;
}
interface Service {
  readonly address: string;
}

/** The state that a reader begins with. */
interface Surroundings {
  /** The folder in which the reader works. */
  readonly folder: string;
  /** The settings of a home with the sample company, and a key of its owner. */
  readonly environment: Readonly<Record<string, string>>;
  readonly key: string;
  /** What the reader puts in place of words of the page. */
  readonly given: Readonly<Record<string, string | null>>;
  /** Settings that the page names beside a command. */
  readonly settings: Readonly<Record<string, string>>;
  /** Makes a place without books and returns its settings. */
  readonly emptyPlace: () => Promise<Readonly<Record<string, string>>>;
}

/** A reader who follows one page. */
export class Reader {
  readonly #folder: string;
  readonly #given: Map<string, string | null>;
  readonly #emptyPlace: () => Promise<Readonly<Record<string, string>>>;
  readonly #opened = new CleanupStack();
  /** What the lines printed so far, the newest last. */
  #printed = "";
  #environment: Record<string, string>;
  #key: string;
  readonly #services = new Map<string, Promise<Service>>();

  constructor({ folder, environment, key, given, settings, emptyPlace }: Surroundings) {
    this.#folder = folder;
    this.#environment = { ...environment, EMBEDDED_FLUSH: "no", LOG_LEVEL: "silent", PORT: "0", ...settings };
    this.#key = key;
    this.#given = new Map(Object.entries(given));
    this.#emptyPlace = emptyPlace;
  }

  /** Closes what was opened. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened[Symbol.asyncDispose]();
  }

  /** The service of the present home, which starts when it is first needed. */
  #service(): Promise<Service> {
    const { DAYBOOK_HOME: home = "" } = this.#environment;
    const known = this.#services.get(home) ?? this.#start();
    this.#services.set(home, known);
    return known;
  }

  /** Starts the service as `daybook start` does. It stops when the reader is done. */
  async #start(): Promise<Service> {
    let stop = (): void => {};
    const whenRequested = new Promise<void>((resolve) => (stop = resolve));
    const isReady = Promise.withResolvers<Service>();
    const ended = this.#commandLine(["start", "--no-sample", "--port", "0", "--json"], {
      out: (text) => isReady.resolve({ address: new URL((JSON.parse(text) as Ready).base_url).origin }),
      stop: { requested: false, whenRequested },
    });
    void ended.then(({ code, notes }) =>
      isReady.reject(new Error(`The service ended with ${code}: ${notes}`)),
    );
    this.#opened.defer(async () => {
      stop();
      await ended;
    });
    return isReady.promise;
  }

  async #commandLine(
    words: readonly string[],
    { out, stop }: { readonly out: (text: string) => void; readonly stop: Stop },
  ): Promise<{ readonly code: number; readonly notes: string }> {
    const environment = this.#environment;
    let notes = "";
    const code = await runCommandLine({
      words,
      version: project.version,
      terminal: { out, note: (text) => (notes += `${text}\n`), onScreen: false, watched: false, ask: null },
      stop,
      readConfig: () => readConfig(environment),
      open: openApp,
      published: () => Promise.reject(new Error("no page writes the published files")),
    });
    return { code, notes };
  }

  /** Runs a line that makes what the page takes for granted. `id`, if it is given, then stands for it. */
  async prepare(id: string | null, words: readonly string[]): Promise<void> {
    const { ok, text } = await this.run(words);
    if (!ok) throw new Error(`${words.join(" ")}: ${text}`);
    if (id !== null) this.#given.set(id, this.#lastPrinted(prefixOf(id)) ?? id);
  }

  /** Runs one line. */
  async run(words: readonly string[]): Promise<Outcome> {
    const [program = "", ...rest] = words.map((word) => this.#filled(word));
    if (program === "npx" && rest[0] === "daybook") return this.#daybook(rest.slice(1));
    if (program === "curl") return this.#curl(rest, requestOf(words));
    if (program === "export") return this.#export(rest[0] ?? "");
    if (program === "echo" && rest[1] === ">") {
      await writeFile(join(this.#folder, rest[2] ?? ""), `${rest[0]}\n`);
      return { ok: true, text: "" };
    }
    return { ok: ELSEWHERE.has(program), text: `there is no ${program} here` };
  }

  /** Puts in what the reader puts in: variables, and ids of their own. */
  #filled(word: string): string {
    let filled = word.replaceAll(/\$DAYBOOK_KEY|svc_\.\.\./g, this.#key).replace("$DAYBOOK_URL", "");
    for (const [from, to] of this.#given)
      filled = filled.replaceAll(from, to ?? this.#lastPrinted(prefixOf(from)) ?? from);
    const backup = /daybook-\d{8}T\d{6}Z\.backup/g;
    filled = filled.replaceAll(backup, (name) => [...this.#printed.matchAll(backup)].at(-1)?.[0] ?? name);
    return filled.replaceAll(PLACEHOLDER, (id: string, prefix: string) => this.#lastPrinted(prefix) ?? id);
  }

  #lastPrinted(prefix: string): string | undefined {
    return [...this.#printed.matchAll(new RegExp(`"(${prefix}[\\w.-]+)"`, "g"))].at(-1)?.[1];
  }

  async #export(assignment: string): Promise<Outcome> {
    const [name = "", value = ""] = assignment.split(/=(.*)/);
    if (name === "DAYBOOK_HOME" || name === "DATABASE_URL") {
      this.#environment = { ...this.#environment, ...(await this.#emptyPlace()) };
    } else if (name === "DAYBOOK_KEY") {
      this.#key = this.#lastPrinted("svc_") ?? this.#key;
    } else if (name !== "DAYBOOK_URL") return { ok: false, text: `${name}=${value} is not known here` };
    return { ok: true, text: "" };
  }

  async #daybook(words: readonly string[]): Promise<Outcome> {
    const request = readCommandLine(words, project.version);
    if (request.kind !== "run") return { ok: request.kind === "shown", text: request.text };
    if (RESIDENT.has(request.command.name)) return { ok: true, text: "" };
    await this.#service();
    // By default commands write into the folder of the process, which is another one here.
    const folders = Object.entries(request.command.fields).filter(
      ([name, { kind, fallback }]) =>
        kind.file && typeof fallback === "string" && request.given[name] === undefined,
    );
    let printed = "";
    const { code, notes } = await this.#commandLine(
      [
        ...words.map((word) => this.#path(word)),
        ...folders.flatMap(([name]) => [flagOf(name), this.#folder]),
        ...(request.json ? [] : ["--json"]),
      ],
      { out: (text) => (printed += text), stop: { requested: false, whenRequested: new Promise(() => {}) } },
    );
    this.#printed += printed;
    // A check that finds a difference has run; the figures on a page are not those of the sample.
    const ok = code === EXIT.ok.code || (code === EXIT.difference.code && CHECKS.has(request.command.name));
    return { ok, text: `exit code ${code}: ${notes} ${printed.slice(0, 1000)}` };
  }

  /** A file of the page lies in its folder, and one of the project in the project's. */
  #path(word: string): string {
    if (word.startsWith("published/")) return join(ROOT, word);
    if (/^[\w. -]+\.(?:archive|backup|csv|json|jsonl|journal|ledger|pdf|qfx|txt|xlsx)$/.test(word))
      return join(this.#folder, word);
    return word.startsWith("/") ? join(this.#folder, word) : word;
  }

  /** Sends the request of a `curl` line. `asPrinted` is the request that the page has. */
  async #curl(words: readonly string[], asPrinted: string): Promise<Outcome> {
    const path = pathOf(words);
    const after = (flag: string) => words.filter((_, index) => words[index - 1] === flag);
    const method = after("-X")[0] ?? "GET";
    const { address } = await this.#service();
    const headers = Object.fromEntries(after("-H").map((header) => header.split(/: (.*)/).slice(0, 2)));
    const form = new FormData();
    for (const [name = "", value = ""] of after("-F").map((part) => part.split(/=(.*)/))) {
      const file = value.startsWith("@") ? value.slice(1) : null;
      if (file === null) form.append(name, value);
      else form.append(name, new Blob([await readFile(join(this.#folder, file))]), file);
    }
    const [data] = after("-d");
    const response = await fetch(`${address}${path}`, {
      method,
      headers,
      ...(data === undefined ? {} : { body: data }),
      ...(after("-F").length > 0 ? { body: form } : {}),
    });
    const text = await response.text();
    this.#printed += text;
    return { ok: response.ok || ASKED.has(asPrinted), text: `${response.status} ${text}` };
  }
}
