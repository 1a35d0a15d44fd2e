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
const EXISTING_MOST_S = 1.5;
const NEW_MOST_S = 4;
const START_MOST_MB = 600;
const REST_MOST_MB = { embedded: 350, server: 160 } as const;
/** Until what a start left behind has been collected. */
const REST_MS = 60_000;
const WORDS = ["start", "--port", "0", "--json", "--no-sample"];
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
    // The template of a new folder and the compiled code are there after an installation and a first command.
    await listening(bench, join(folder, "first"));

    bench.say("start: new folders");
    let made = 0;
    const onNew = await medianSeconds(() => listening(bench, join(folder, `new-${(made += 1)}`)));
    bench.say("start: an existing folder");
    const onExisting = await medianSeconds(() => listening(bench, join(folder, "first")));
    bench.say("start: a folder with the sample company");
    await seeded({ DAYBOOK_HOME: join(folder, "sample") }, null);
    const onSample = await medianSeconds(() => listening(bench, join(folder, "sample")));

    const found = (what: string, seconds: number, most: number) =>
      bench.found({
        what,
        measured: { value: seconds, unit: "s" },
        beside: idle,
        target: { of: "measured", bound: "at most", value: most },
      });
    found("on a new folder, without the sample", onNew, NEW_MOST_S);
    found("on an existing folder", onExisting, EXISTING_MOST_S);
    found("on a folder with the sample company", onSample, EXISTING_MOST_S);

    await measureMemory(bench, "embedded", { DAYBOOK_HOME: join(folder, "sample") }, WORDS);
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
    "at a start of an existing folder or database, at most",
    (await child.usage()).peakBytes,
    START_MOST_MB,
  );
  await sleep(REST_MS);
  found("at rest", (await child.usage()).nowBytes, REST_MOST_MB[engine]);
  await child.stop();
}

/** Starts the service, waits until it says that it listens, and stops it; gives the seconds until then. */
async function listening(bench: Bench, home: string): Promise<number> {
  const began = performance.now();
  const child = runDaybook({ DAYBOOK_HOME: home }, WORDS);
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
