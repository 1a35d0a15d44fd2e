/**
 * The processor time that a test file takes, which unlike its duration is the same on a busy machine: that of
 * the worker, of the programs that it starts, and of what these start.
 */
import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts in these units per second on all systems that have such files. */
const TICKS_PER_S = 100;

interface Process {
  readonly parent: number;
  readonly name: string;
  /** Its own time and that of the children that it has collected. */
  readonly ownMs: number;
  readonly collectedMs: number;
}

function processOf(pid: string): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const end = text.lastIndexOf(")");
    // From the third field on: state, parent, ..., utime, stime, cutime, cstime.
    const fields = text.slice(end + 2).split(" ");
    const ms = (...places: readonly number[]): number =>
      places.reduce((sum, place) => sum + (Number(fields[place]) * 1000) / TICKS_PER_S, 0);
    return {
      parent: Number(fields[1]),
      name: text.slice(text.indexOf("(") + 1, end),
      ownMs: ms(11, 12),
      collectedMs: ms(13, 14),
    };
  } catch {
    // It has just ended, or this system has no such files.
    return null;
  }
}

/** The ids of the children of a process. */
function childrenOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean),
    );
  } catch {
    return [];
  }
}

/** The processes below this one, by their ids. */
function descendants(): Map<string, Process> {
  const found = new Map<string, Process>();
  const seen = new Set(["self"]);
  for (const pid of seen) {
    const each = pid === "self" ? null : processOf(pid);
    if (each !== null) found.set(pid, each);
    for (const child of childrenOf(pid)) seen.add(child);
  }
  return found;
}

/** A browser's processes are not collected by the browser when it ends: what they took when last seen. */
const browsers = new Map<string, number>();

/** Looking takes as long as a small test, so it is done at most this often. */
const LOOK_EVERY_MS = 1_000;
let lookedAt = 0;

/** Looks at the processes that run, so that a browser that ends is not forgotten. */
export function noteCosts(): void {
  if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
  lookedAt = performance.now();
  for (const [pid, { name, ownMs, parent }] of descendants())
    if (/^(chrom|headless_shell)/.test(name) && parent !== process.pid) browsers.set(pid, ownMs);
}

/** The milliseconds that this worker and all below it have taken until now. */
export function costMs(): number {
  const { user, system } = process.cpuUsage();
  let sum = (user + system) / 1000 + (processOf("self")?.collectedMs ?? 0);
  for (const [pid, each] of descendants()) if (!browsers.has(pid)) sum += each.ownMs + each.collectedMs;
  for (const ms of browsers.values()) sum += ms;
  return sum;
}
