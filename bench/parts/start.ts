/**
 * How long `daybook start` takes on the embedded database until it listens, from the call of the command, and
 * the memory of a service: the most at its start, and at rest a minute later.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { seeded } from "../books.ts";
import { median, timeMs } from "../figures.ts";
import type { Bench, Part } from "../part.ts";
import { type Place, run, runDaybook } from "../process/child.ts";

const RUNS = 5;
const EXISTING_MOST_S = 1.2;
const NEW_MOST_S = 3;
const FIRST_PAGE_MOST_S = 0.15;
const START_MOST_MB = 400;
const REST_MOST_MB = { embedded: 300, server: 160 } as const;
/** The time until the garbage of a start has been collected. */
const REST_MS = 60_000;
const SAMPLE_WORDS = ["start", "--port", "0", "--json"];
const WORDS = [...SAMPLE_WORDS, "--no-sample"];
const IDLE = fileURLToPath(new URL("../process/idle.ts", import.meta.url));

export const start: Part = {
  name: "start",
  about: "time until `daybook start` listens, embedded, and memory at its start and at rest",
  async run(bench) {
    const folder = await bench.folder("start");
    bench.say("start: a process that does nothing");
    const idle = {
      what: "idle",
      figure: { value: await medianSeconds(() => run(IDLE, []).ended()), unit: "s" },
    } as const;
    // The templates of a new folder and the compiled code are there after an installation and a first start.
    await runDaybook({ DAYBOOK_HOME: folder }, ["template"]).ended();
    await listening(bench, join(folder, "first"));

    bench.say("start: new folders");
    let made = 0;
    const onNew = await medianSeconds(() => listening(bench, join(folder, `new-${(made += 1)}`)));
    bench.say("start: new folders with the sample company");
    const onNewSample = await medianSeconds(() =>
      listening(bench, join(folder, `new-${(made += 1)}`), SAMPLE_WORDS),
    );
    bench.say("start: an existing folder");
    const onExisting = await medianSeconds(() => listening(bench, join(folder, "first")));
    bench.say("start: a folder with the sample company");
    await listening(bench, join(folder, "sample"), SAMPLE_WORDS);
    const onSample = await medianSeconds(() => listening(bench, join(folder, "sample")));

    const found = (what: string, seconds: number, most: number) =>
      bench.found({
        what,
        measured: { value: seconds, unit: "s" },
        beside: idle,
        target: { of: "measured", bound: "at most", value: most },
      });
    found("on a new folder, without the sample", onNew, NEW_MOST_S);
    found("on a new folder, with the sample company", onNewSample, NEW_MOST_S);
    found("on an existing folder", onExisting, EXISTING_MOST_S);
    found("on a folder with the sample company", onSample, EXISTING_MOST_S);

    bench.say("start: the first page of the reference");
    found(
      "until the first page of the reference, after a start",
      await medianSeconds(() => firstPage(bench, join(folder, "sample"))),
      FIRST_PAGE_MOST_S,
    );

    await measureMemory(bench, "embedded", { DAYBOOK_HOME: join(folder, "first-sample") }, SAMPLE_WORDS);
    if (bench.server === null) bench.skipped("memory of `serve` on a server database: none is named");
    else {
      const place = { DATABASE_URL: await bench.database("start") };
      await seeded(place, null);
      await measureMemory(bench, "server", place, ["serve", "--port", "0", "--json"]);
    }
  },
};

/** The memory of a service with the sample company: the most of its start, and at rest. */
async function measureMemory(
  bench: Bench,
  engine: keyof typeof REST_MOST_MB,
  place: Place,
  words: readonly string[],
): Promise<void> {
  bench.say(`start, ${engine}: memory at rest`);
  const child = runDaybook(place, words);
  bench.undo.defer(() => child.stop());
  await child.firstLine;
  const found = (what: string, bytes: number, most: number) =>
    bench.found({
      what: `memory ${what}, ${engine}`,
      measured: { value: bytes / 1e6, unit: "MB" },
      beside: null,
      target: { of: "measured", bound: "at most", value: most },
    });
  found(
    engine === "embedded"
      ? "at a first start with the sample company, at most"
      : "at a start of an existing database, at most",
    (await child.usage()).peakBytes,
    START_MOST_MB,
  );
  await sleep(REST_MS);
  found("at rest", (await child.usage()).nowBytes, REST_MOST_MB[engine]);
  await child.stop();
}

/** Starts the service, asks for the first page of the reference, and stops it; gives the page's seconds. */
async function firstPage(bench: Bench, home: string): Promise<number> {
  const child = runDaybook({ DAYBOOK_HOME: home }, WORDS);
  bench.undo.defer(() => child.stop());
  const { docs_url } = JSON.parse(await child.firstLine) as { readonly docs_url: string };
  const began = performance.now();
  await (await fetch(docs_url)).text();
  const seconds = (performance.now() - began) / 1000;
  await child.stop();
  return seconds;
}

/** Starts the service, waits until it says that it is ready, and stops it; gives the seconds until then. */
async function listening(bench: Bench, home: string, words = WORDS): Promise<number> {
  const began = performance.now();
  const child = runDaybook({ DAYBOOK_HOME: home }, words);
  bench.undo.defer(() => child.stop());
  await child.firstLine;
  const seconds = (performance.now() - began) / 1000;
  await child.stop();
  return seconds;
}

async function medianSeconds(once: () => Promise<unknown>): Promise<number> {
  const seconds: number[] = [];
  for (let at = 0; at < RUNS; at += 1) {
    let told: unknown;
    const ms = await timeMs(async () => {
      told = await once();
    });
    seconds.push(typeof told === "number" ? told : ms / 1000);
  }
  return median(seconds);
}
