/**
 * The service as the tests see it from outside: a base URL and the `daybook` command. By default the tests
 * start the project's own service, on the engine of the run. With
 *
 *   DAYBOOK_ACCEPTANCE_URL      the base URL of a service, such as http://127.0.0.1:4100/api/v1
 *   DAYBOOK_ACCEPTANCE_COMMAND  how to run `daybook` on the same books; by default the project's
 *                               own, with the environment of the tests
 *   DAYBOOK_CLOCK_FILE          the file that moves its clock
 *
 * the tests run against that service. Tests that start, kill or move a service still start their own.
 */
import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Bundle } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { type Daybook, ended, json, launch, ownDaybook, type CommandResult } from "./daybook.ts";
import { newFolder, newPlace, type Place } from "./place.ts";

/** A running service, and the command that works on its books. */
export interface Service {
  readonly base: string;
  readonly daybook: Daybook;
  /** A folder for files that commands read or write. */
  readonly folder: string;
  /** Sets the offset of the service's clock from the machine's clock, in seconds. */
  moveClock(seconds: number): Promise<void>;
}

/** The line that `daybook start --json` prints when it is ready. */
export interface Ready {
  readonly base_url: string;
  readonly docs_url: string;
  readonly company_id: string | null;
  readonly api_key: string | null;
}

/** A service that this test started. */
export interface StartedService extends Service {
  readonly ready: Ready;
  readonly process: ChildProcess;
  /** Resolves when the process has ended. */
  readonly end: Promise<CommandResult>;
  /** Asks the service to stop and waits for its end. */
  stop(): Promise<CommandResult>;
  /** Kills the process, which ends it like a crash. */
  kill(): Promise<void>;
}

/**
 * Starts a service at a place. `words` are the command (`start` or `serve`) and its options, `more` are
 * further environment variables, `openFiles` limits the number of open files, and `program` replaces the
 * project's own.
 */
export async function startService(
  place: Place,
  words: readonly string[] = ["start", "--no-sample"],
  more: Readonly<Record<string, string>> = {},
  openFiles?: number,
  program?: Daybook["program"],
): Promise<StartedService> {
  const own = ownDaybook({ ...place.environment, ...more });
  const daybook = program === undefined ? own : { ...own, program };
  const limited: Daybook =
    openFiles === undefined
      ? daybook
      : {
          ...daybook,
          program: ["/bin/sh", "-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", ...daybook.program],
        };
  const port = words.includes("--port") ? [] : ["--port", "0"];
  const child = launch(limited, [...words, ...port, "--json"]);
  const end = ended(child);
  const ready = await readyLine(child, end);
  return {
    base: ready.base_url,
    ready,
    process: child,
    end,
    daybook,
    folder: place.folder,
    moveClock: (seconds) => writeFile(place.clockFile, String(seconds)),
    stop() {
      child.kill("SIGTERM");
      return end;
    },
    async kill() {
      child.kill("SIGKILL");
      await end;
    },
  };
}

async function readyLine(child: ChildProcess, end: Promise<CommandResult>): Promise<Ready> {
  const { stdout: output } = child;
  if (!output) throw new Error("a service without an output");
  const first = new Promise<string>((resolve) => {
    createInterface({ input: output }).once("line", resolve);
  });
  const line = await Promise.race([first, end.then(() => "")]);
  // With --json, a start that fails prints its error instead of the ready line.
  if (line.includes('"base_url"')) return JSON.parse(line) as Ready;
  const { code, stdout, stderr } = await end;
  throw new Error(`The service ended with ${code} before it was ready:\n${stdout}${stderr}`);
}

const shared = globalThis as typeof globalThis & { daybookService?: Promise<Service> };

/** Returns the service that most tests of a worker share. Each test imports its own companies. */
export function service(): Promise<Service> {
  const { DAYBOOK_ACCEPTANCE_URL: url } = process.env;
  shared.daybookService ??= url ? existingService(url) : newPlace().then((place) => startService(place));
  return shared.daybookService;
}

async function existingService(base: string): Promise<Service> {
  const { DAYBOOK_ACCEPTANCE_COMMAND: command, DAYBOOK_CLOCK_FILE: clockFile } = process.env;
  const [program, ...words] = command?.split(" ") ?? [];
  const environment = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return {
    base: base.replace(/\/$/, ""),
    daybook: program === undefined ? ownDaybook(environment) : { program: [program, ...words], environment },
    folder: await newFolder(),
    async moveClock(seconds) {
      if (!clockFile)
        throw new Error("Set DAYBOOK_CLOCK_FILE to the file that moves the clock of the service.");
      await writeFile(clockFile, String(seconds));
    },
  };
}

/** A company that a test imported, and a client with a key of its first member. */
export interface Company {
  readonly id: string;
  readonly api: Api;
}

/** Imports a bundle and makes a key of its first member. */
export async function importCompany({ daybook, base }: Service, bundle: Bundle): Promise<Company> {
  const { company_id } = await json<{ company_id: string }>(
    daybook,
    ["import", "bundle", "-"],
    JSON.stringify(bundle),
  );
  return {
    id: company_id,
    api: new Api(base, await keyOf(daybook, company_id, bundle.members[0]?.id ?? "")),
  };
}

/** Makes a key of a member. */
export async function keyOf(daybook: Daybook, companyId: string, member: string): Promise<string> {
  const { api_key } = await json<{ api_key: string }>(daybook, [
    "key",
    "create",
    "--company",
    companyId,
    "--member",
    member,
  ]);
  return api_key;
}
