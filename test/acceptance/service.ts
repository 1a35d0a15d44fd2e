/**
 * The service from outside: an address and the `daybook` command, nothing else. By default the tests
 * start the project's own, on the engine of the run. With
 *
 *   DAYBOOK_ACCEPTANCE_URL      its base URL, such as http://127.0.0.1:4100/api/v1
 *   DAYBOOK_ACCEPTANCE_COMMAND  how to run `daybook` on the same books; by default the project's
 *                               own, with the environment of the tests
 *   DAYBOOK_CLOCK_FILE          the file that moves its clock
 *
 * the tests are run against that one. Tests that start, kill or move a service still make their own.
 */
import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Bundle } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { type Daybook, ended, json, launch, ownDaybook, type Ran } from "./daybook.ts";
import { newFolder, newPlace, type Place } from "./place.ts";

/** A service that answers, and the command that reaches its books. */
export interface Service {
  readonly base: string;
  readonly daybook: Daybook;
  /** A folder for files that commands read or write. */
  readonly folder: string;
  /** Moves the service's clock to so many seconds from the machine's. */
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
  /** Resolves when it has ended. */
  readonly end: Promise<Ran>;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<Ran>;
  /** Ends it without a word, as a crash does. */
  kill(): Promise<void>;
}

/**
 * Starts the service at a place: `start` or `serve`, and its options; `openFiles` limits the files that it
 * may have open, and `program` is another one than the project's own.
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
  const child = launch(limited, [...words, "--port", "0", "--json"]);
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

async function readyLine(child: ChildProcess, end: Promise<Ran>): Promise<Ready> {
  const { stdout: output } = child;
  if (!output) throw new Error("a service without an output");
  const first = new Promise<string>((resolve) => {
    createInterface({ input: output }).once("line", resolve);
  });
  const line = await Promise.race([first, end.then(() => "")]);
  // With --json, a start that fails prints what was wrong in place of the ready line.
  if (line.includes('"base_url"')) return JSON.parse(line) as Ready;
  const { code, stdout, stderr } = await end;
  throw new Error(`The service ended with ${code} before it was ready:\n${stdout}${stderr}`);
}

const shared = globalThis as typeof globalThis & { daybookService?: Promise<Service> };

/** The service that most tests share, one for each worker; each test brings companies of its own. */
export function service(): Promise<Service> {
  const { DAYBOOK_ACCEPTANCE_URL: given } = process.env;
  shared.daybookService ??= given ? givenService(given) : newPlace().then((place) => startService(place));
  return shared.daybookService;
}

async function givenService(base: string): Promise<Service> {
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

/** A company that a test brought in, and a client with a key of its first member. */
export interface Company {
  readonly id: string;
  readonly api: Api;
}

/** Imports a bundle and makes a key of its first member, or of another one. */
export async function bring({ daybook, base }: Service, bundle: Bundle): Promise<Company> {
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

/** A new key of a member. */
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
