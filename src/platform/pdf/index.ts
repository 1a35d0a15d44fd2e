/**
 * Checks if untrusted files are PDFs. Each file is read in a separate process that has access to nothing
 * else. Invariants: the process is limited in memory and time and has low priority; however the process ends,
 * the result is the facts about the PDF, that the file is not a PDF, or the limit that the process met; the
 * number of processes is limited.
 */
import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { LIMITS } from "@daybook/words/limits";
import { runAfter } from "../time/timer.ts";
import { ANSWER_FD, isPdfBound, type LookBounds, type PdfBound, type PdfFacts } from "./words.ts";

export type { PdfBound, PdfFacts };

/** The fields of a spooled file that the check needs. */
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
  /** Ends the running checks. Waiting and later checks are refused with `PdfReaderBusy`. */
  close(): void;
}

export interface PdfReaderOptions {
  readonly atOnce?: number;
  readonly waiting?: number;
  readonly timeoutMs?: number;
  readonly cpuMs?: number;
  readonly memoryBytes?: number;
}

/** A file takes more memory or time to read than is allowed; `bound` is the name of the limit. */
export class PdfBeyondBound extends Error {
  override readonly name = "PdfBeyondBound";
  readonly bound: PdfBound;

  constructor(bound: PdfBound) {
    super(`a file met the bound ${bound}`);
    this.bound = bound;
  }
}

/** The check was refused: too many files wait, or the service stops. */
export class PdfReaderBusy extends Error {
  override readonly name = "PdfReaderBusy";
}

const SCRIPT = fileURLToPath(new URL("look.ts", import.meta.url));
/** The folder of the package: the module loader reads its manifest, too. */
const LIBRARY = dirname(dirname(fileURLToPath(import.meta.resolve("unpdf/pdfjs"))));
/** The JavaScript heap only: the bytes of the file and its unpacked contents are outside the heap. */
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
 * Lower than the rest of the machine's work, but high enough that the process makes progress on a busy one.
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

  /** Waits until one more check may run. */
  async function acquireSlot(signal: AbortSignal): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.size >= mostWaiting)
      throw new PdfReaderBusy(`${mostWaiting} files wait to be looked through`);
    const hasSlot = await new Promise<boolean>((resolve) => {
      const either = AbortSignal.any([signal, closing.signal]);
      const giveUp = (): void => {
        waiting.delete(start);
        resolve(false);
      };
      const start = (): void => {
        either.removeEventListener("abort", giveUp);
        resolve(true);
      };
      either.addEventListener("abort", giveUp, { once: true });
      waiting.add(start);
    });
    if (hasSlot) return;
    signal.throwIfAborted();
    throw closed();
  }

  /** Lets the check start that waits longest. */
  function releaseSlot(): void {
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
      await acquireSlot(signal);
      try {
        const facts = await readInProcess(
          fd,
          { size, memoryBytes, cpuMs, marker },
          timeoutMs,
          AbortSignal.any([signal, closing.signal]),
        );
        signal.throwIfAborted();
        if (closing.signal.aborted) throw closed();
        return facts;
      } finally {
        releaseSlot();
      }
    },
    close: () => closing.abort(),
  };
}

function closed(): PdfReaderBusy {
  return new PdfReaderBusy("the service stops");
}

/** Reads one file in a new process. Returns null also if the process crashed. */
function readInProcess(
  fd: number,
  bounds: LookBounds,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<PdfFacts | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...BOUNDARIES, SCRIPT, JSON.stringify(bounds)], {
      // The service's environment variables contain secrets: the process gets none of them.
      env: {},
      cwd: "/",
      stdio: ["ignore", "ignore", "ignore", fd, "pipe"],
    });
    let answer = "";
    const end = (): void => void child.kill("SIGKILL");
    let isLate = false;
    const cancelTimeout = runAfter(timeoutMs, () => {
      isLate = true;
      end();
    });
    signal.addEventListener("abort", end, { once: true });
    const settle = (facts: PdfFacts | null, bound: PdfBound | null = null): void => {
      cancelTimeout();
      signal.removeEventListener("abort", end);
      // A process that works meets its own limits first. This one got too little processor time.
      if (isLate) reject(new PdfReaderBusy(`a file was not looked through within ${timeoutMs} ms`));
      else if (bound !== null) reject(new PdfBeyondBound(bound));
      else resolve(facts);
    };
    child.on("spawn", () => lowerPriority(child.pid));
    const output = child.stdio[ANSWER_FD] as Readable;
    output.on("data", (piece: Buffer) => {
      answer += piece.toString();
      if (answer.length > ANSWER_CHARACTERS) end();
    });
    output.on("error", end);
    child.on("error", () => settle(null));
    // Node ends the process with SIGABRT when the heap is full.
    child.on("close", (code, signalled) =>
      settle(
        code === 0 ? factsOf(answer) : null,
        isPdfBound(answer) ? answer : signalled === "SIGABRT" ? "pdf_check_bytes" : null,
      ),
    );
  });
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // The process has ended, or the system forbids the change: then the priority stays as it is.
  }
}

/** Accepts only a well-formed answer: a malicious file may have taken over the process. */
function factsOf(answer: string): PdfFacts | null {
  const [, pages, isMarked] = /^\{"pages":([1-9]\d{0,6}),"isMarked":(true|false)\}$/.exec(answer) ?? [];
  return pages === undefined ? null : { pages: Number(pages), isMarked: isMarked === "true" };
}
