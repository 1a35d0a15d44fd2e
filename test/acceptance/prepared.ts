/**
 * Books with the sample company, made once in a run by a service that `daybook start --sample` started, and
 * copied by each file that needs a service with them. Making them takes far longer than copying. The owner of
 * the sample company has a password in them. How the sample company is made is tested in
 * `newcomer.test.ts` and `command-line.test.ts`.
 */
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Browser } from "../support/browser.ts";
import { type Daybook, json } from "./daybook.ts";
import { databaseOf, ENGINE, newFolder, newPlace, type Place } from "./place.ts";
import { startService } from "./service.ts";

export const OWNER = "owner.sample@example.com";
export const PASSWORD = "four words in a row";

/** The books as they lie in the folder of the run, for all of its workers. */
interface Prepared {
  readonly home: string;
  /** The connection string of their database on the server, or null on the embedded engine. */
  readonly database: string | null;
  readonly company: string;
  readonly key: string;
}

/** A place with a copy of the books. */
export interface SamplePlace {
  readonly place: Place;
  readonly company: string;
  /** A key of the sample company's owner. */
  readonly key: string;
}

/** Far longer than making the books takes on a busy machine. */
const LONGEST_MS = 600_000;
const LOOK_MS = 100;

/** Makes a place with a copy of the books. */
export async function newSamplePlace(): Promise<SamplePlace> {
  const { home, database, company, key } = await prepared();
  const place = await newPlace(ENGINE, database ?? undefined);
  await cp(home, place.environment["DAYBOOK_HOME"] ?? "", { recursive: true, preserveTimestamps: true });
  return { place, company, key };
}

/** The books of the run: the worker that comes first makes them, the others wait for it. */
async function prepared(): Promise<Prepared> {
  const run = process.env["DAYBOOK_TEST_RUN"];
  // Outside of a run, as for pictures, nobody else uses them.
  const folder = run === undefined ? await newFolder() : join(tmpdir(), "prepared-sample");
  const result = join(folder, "result.json");
  const isFirst =
    run === undefined ||
    (await mkdir(folder).then(
      () => true,
      () => false,
    ));
  if (isFirst) {
    const made = await make().catch((error: unknown) => String(error));
    // Renamed, so that no other worker reads half of it.
    await writeFile(`${result}.new`, JSON.stringify(made));
    await rename(`${result}.new`, result);
  }
  for (let waitedMs = 0; waitedMs < LONGEST_MS; waitedMs += LOOK_MS) {
    const text = await readFile(result, "utf8").catch(() => null);
    if (text !== null) {
      const made = JSON.parse(text) as Prepared | string;
      if (typeof made === "string") throw new Error(`The books with the sample company failed: ${made}`);
      return made;
    }
    await pause(LOOK_MS);
  }
  throw new Error(`The books with the sample company did not come: ${result}`);
}

async function make(): Promise<Prepared> {
  const place = await newPlace();
  const service = await startService(place, ["start", "--sample"]);
  try {
    await resetPassword(service.daybook, OWNER);
    const { company_id: company, api_key: key } = service.ready;
    const { code, stderr } = await service.stop();
    if (code !== 0 || company === null || key === null)
      throw new Error(`the service ended with ${code}: ${stderr}`);
    return { home: place.environment["DAYBOOK_HOME"] ?? "", database: databaseOf(place), company, key };
  } finally {
    await service.kill();
  }
}

/** Sets the password of a user by the link of the command line, whose page is sent without a browser. */
export async function resetPassword(daybook: Daybook, email: string): Promise<void> {
  const { link } = await json<{ link: string }>(daybook, ["member", "password", email]);
  const { origin, pathname, search } = new URL(link);
  const browser = new Browser(origin);
  const page = await browser.visit(`${pathname}${search}`);
  const { status, html } = await browser.submit(page, "/app/reset", { password: PASSWORD });
  if (status !== 303) throw new Error(`The password of ${email} was not set: ${status} ${html}`);
}
