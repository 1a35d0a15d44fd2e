/**
 * Checks untrusted files for being PDFs. Each file is read in a separate process that has access to nothing
 * else. Invariants: such a process is limited in memory and time and has low priority; however it ends, the
 * result is the facts about the PDF, that it is not a PDF, or the limit that it met; the number of processes
 * is limited.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { LIMITS } from "../../core/limits.ts";
import { after } from "../time/timer.ts";
import { ANSWER_FD, isPdfBound, type LookBounds, type PdfBound, type PdfFacts } from "./words.ts";

export type { PdfBound, PdfFacts };

/** The part of a spooled file that is needed. */
interface File {
  readonly fd: number;
  readonly size: number;
}

export interface PdfReader {
  /**
   * Returns the facts about a PDF; null if the file is not a PDF or can't be read. Throws `PdfBeyondBound`,
   * `PdfReaderBusy`, and the reason of an aborted `signal`.
   */
  look(file: File, marker: string, signal: AbortSignal): Promise<PdfFacts | null>;
  /** Ends what runs; what waits or comes later is refused with `PdfReaderBusy`. */
  close(): void;
}

export interface PdfReaderOptions {
  readonly atOnce?: number;
  readonly waiting?: number;
  readonly timeoutMs?: number;
  readonly cpuMs?: number;
  readonly memoryBytes?: number;
}

/** A file that costs more than it may to look through; `bound` is the name of the limit that it meets. */
export class PdfBeyondBound extends Error {
  override readonly name = "PdfBeyondBound";
  readonly bound: PdfBound;

  constructor(bound: PdfBound) {
    super(`a file met the bound ${bound}`);
    this.bound = bound;
  }
}

/** Too many files wait already, or the service stops. */
export class PdfReaderBusy extends Error {
  override readonly name = "PdfReaderBusy";
}

const SCRIPT = fileURLToPath(new URL("look.ts", import.meta.url));
const LIBRARY = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
/** The heap of the language alone; the bytes of the file and what comes out of them lie beside it. */
const HEAP_MB = 256;
/**
 * The permissions of the process: to read its own program and to start a thread. It may not write, start
 * processes or load foreign code.
 */
const BOUNDARIES = [
  "--permission",
  "--allow-worker",
  `--allow-fs-read=${dirname(SCRIPT)}`,
  `--allow-fs-read=${LIBRARY}`,
  `--max-old-space-size=${HEAP_MB}`,
  "--no-warnings",
];
/**
 * Behind whatever else the machine has to do, but not so far that it stands still for as long as there is
 * something.
 */
const PRIORITY = 10;
/** A result is one short line; longer output is invalid. */
const ANSWER_CHARACTERS = 1_000;

export function openPdfReader(options: PdfReaderOptions = {}): PdfReader {
  const {
    atOnce = LIMITS.pdf_checks.value,
    waiting: mostWaiting = LIMITS.pdf_checks_waiting.value,
    timeoutMs = LIMITS.pdf_check_ms.value,
    cpuMs = LIMITS.pdf_check_cpu_ms.value,
    memoryBytes = LIMITS.pdf_check_bytes.value,
  } = options;
  const closing = new AbortController();
  const waiting = new Set<() => void>();
  let running = 0;

  /** Waits for a place. */
  async function enter(signal: AbortSignal): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.size >= mostWaiting)
      throw new PdfReaderBusy(`${mostWaiting} files wait to be looked through`);
    const hasPlace = await new Promise<boolean>((resolve) => {
      const either = AbortSignal.any([signal, closing.signal]);
      const goAway = (): void => {
        waiting.delete(go);
        resolve(false);
      };
      const go = (): void => {
        either.removeEventListener("abort", goAway);
        resolve(true);
      };
      either.addEventListener("abort", goAway, { once: true });
      waiting.add(go);
    });
    if (hasPlace) return;
    signal.throwIfAborted();
    throw closed();
  }

  /** Gives the place to who waits longest. */
  function leave(): void {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async look({ fd, size }, marker, signal) {
      signal.throwIfAborted();
      if (closing.signal.aborted) throw closed();
      await enter(signal);
      try {
        const facts = await lookOnce(
          fd,
          { size, memoryBytes, cpuMs, marker },
          timeoutMs,
          AbortSignal.any([signal, closing.signal]),
        );
        signal.throwIfAborted();
        if (closing.signal.aborted) throw closed();
        return facts;
      } finally {
        leave();
      }
    },
    close: () => closing.abort(),
  };
}

function closed(): PdfReaderBusy {
  return new PdfReaderBusy("the service stops");
}

/** Null also when the process died of what it read. */
function lookOnce(
  fd: number,
  bounds: LookBounds,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<PdfFacts | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...BOUNDARIES, SCRIPT, JSON.stringify(bounds)], {
      // Nothing of the service's settings, which hold its secrets.
      env: {},
      cwd: "/",
      stdio: ["ignore", "ignore", "ignore", fd, "pipe"],
    });
    let answer = "";
    const end = (): void => void child.kill("SIGKILL");
    let isLate = false;
    const keep = after(timeoutMs, () => {
      isLate = true;
      end();
    });
    signal.addEventListener("abort", end, { once: true });
    const settle = (facts: PdfFacts | null, bound: PdfBound | null = null): void => {
      keep();
      signal.removeEventListener("abort", end);
      // Its own bounds would have ended a process that was busy: this one did not get to work.
      if (isLate) reject(new PdfReaderBusy(`a file was not looked through within ${timeoutMs} ms`));
      else if (bound !== null) reject(new PdfBeyondBound(bound));
      else resolve(facts);
    };
    child.on("spawn", () => yieldToOthers(child.pid));
    const said = child.stdio[ANSWER_FD] as Readable;
    said.on("data", (piece: Buffer) => {
      answer += piece.toString();
      if (answer.length > ANSWER_CHARACTERS) end();
    });
    said.on("error", end);
    child.on("error", () => settle(null));
    // The language ends the process by itself when its heap is full.
    child.on("close", (code, signalled) =>
      settle(
        code === 0 ? factsOf(answer) : null,
        isPdfBound(answer) ? answer : signalled === "SIGABRT" ? "pdf_check_bytes" : null,
      ),
    );
  });
}

function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // It is over already, or the system does not let us: then it is as any other process.
  }
}

/** Only what an honest answer can be is believed: the process may have been taken over by what it read. */
function factsOf(answer: string): PdfFacts | null {
  const [, pages, isMarked] = /^\{"pages":([1-9]\d{0,6}),"isMarked":(true|false)\}$/.exec(answer) ?? [];
  return pages === undefined ? null : { pages: Number(pages), isMarked: isMarked === "true" };
}
