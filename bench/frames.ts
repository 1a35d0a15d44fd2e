/** The CPU time of a page's scripts in each frame, from the trace of Chromium. */
import type { Browser, Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** The part of it in which the thread ran, and did not wait for a processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"];
const SCRIPT = new Set(["FunctionCall", "EvaluateScript", "RunMicrotasks", "v8.callFunction"]);
/** The page hands a frame to the compositor. */
const FRAME = "Commit";

/** Milliseconds of script in each frame that was drawn while `work` ran. */
export async function scriptByFrame(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const thread = busiestThread(traceEvents);
  const own = traceEvents
    .filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid)
    .toSorted((a, b) => a.ts - b.ts);
  const frames: number[] = [];
  let script: number | null = null;
  // Script that runs within script counts once.
  let covered = 0;
  for (const { name, ts, dur = 0, tdur = dur } of own) {
    if (name === FRAME) {
      if (script !== null) frames.push(script / 1_000);
      script = 0;
    } else if (script !== null && SCRIPT.has(name) && ts >= covered) {
      script += tdur;
      covered = ts + dur;
    }
  }
  return frames;
}

/** The thread that draws the page: the main thread of a renderer with the most frames. */
function busiestThread(events: readonly TraceEvent[]): Pick<TraceEvent, "pid" | "tid"> {
  const counts = new Map<string, { readonly pid: number; readonly tid: number; count: number }>();
  for (const { name, pid, tid } of events) {
    if (name !== FRAME) continue;
    const found = counts.get(`${pid} ${tid}`) ?? { pid, tid, count: 0 };
    found.count += 1;
    counts.set(`${pid} ${tid}`, found);
  }
  const [busiest] = [...counts.values()].toSorted((a, b) => b.count - a.count);
  if (busiest === undefined) throw new Error("Chromium drew no frame");
  return busiest;
}
