/** How long `daybook start` takes on the embedded database until it listens, from the call of the command. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seeded } from "../books.ts";
import { median, timeMs } from "../figures.ts";
import type { Bench, Part } from "../part.ts";
import { run, runDaybook } from "../process/child.ts";

const RUNS = 5;
const EXISTING_MOST_S = 1.5;
const NEW_MOST_S = 4;
const WORDS = ["start", "--port", "0", "--json", "--no-sample"];
const IDLE = fileURLToPath(new URL("../process/idle.ts", import.meta.url));

export const start: Part = {
  name: "start",
  about: "time until `daybook start` listens, embedded",
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
  },
};

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
