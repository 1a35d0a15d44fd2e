/**
 * The terminal: the standard streams and the signals of this process. Results go to the standard output, all
 * other messages to the standard error. The output may contain texts that other people wrote, such as names
 * of companies, so control characters are escaped.
 */
import { createInterface } from "node:readline/promises";
import { escapeHidden } from "@daybook/words/names";
import { SIGNALS } from "../../platform/machine/signals.ts";
import { Interrupted } from "./services.ts";

export interface Terminal {
  /** Prints a result and a newline. */
  readonly out: (text: string) => void;
  /** Prints a message on the standard error. */
  readonly note: (text: string) => void;
  /** True if the standard output is a terminal, so that what is printed there is kept in no file. */
  readonly onScreen: boolean;
  /** True if the standard error is a terminal, so that a progress bar makes sense. */
  readonly watched: boolean;
  /**
   * Asks a question on the standard error and returns the answer. Throws `Interrupted` if the signal is
   * aborted or the input ends. Null if nobody can answer, because a stream is not a terminal.
   */
  readonly ask: ((question: string, signal: AbortSignal) => Promise<string>) | null;
}

/** Shows whether a signal has asked this process to stop. */
export interface Stop {
  readonly requested: boolean;
  /** Resolves when the first signal asks to stop. */
  readonly whenRequested: Promise<void>;
}

/**
 * Returns the terminal of this process. It is not an error if the reader of the output closes early, as in
 * `daybook ... | head`.
 */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  return {
    out: (text) => void process.stdout.write(`${escapeLines(text)}\n`),
    note: (text) => void process.stderr.write(`${escapeLines(text)}\n`),
    onScreen: process.stdout.isTTY,
    watched: process.stderr.isTTY,
    ask: process.stdin.isTTY && process.stderr.isTTY ? askOnTerminal : null,
  };
}

async function askOnTerminal(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Readline takes Ctrl-C and Ctrl-D as keys, so that they don't reach the process as signals.
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  lines.once("SIGINT", stop).once("close", stop);
  try {
    return await lines.question(escapeHidden(question), {
      signal: AbortSignal.any([signal, stopping.signal]),
    });
  } catch {
    process.stderr.write("\n");
    throw new Interrupted("Interrupted; nothing was changed.");
  } finally {
    lines.close();
  }
}

/** Escapes control characters except newlines. The meaning of a JSON document does not change. */
function escapeLines(text: string): string {
  return text.split("\n").map(escapeHidden).join("\n");
}

/**
 * Two signals within this time count as one: a runner such as npm forwards a signal that the terminal has
 * already sent to this process.
 */
const SAME_SIGNAL_MS = 400;

/**
 * Listens for the signals that ask to stop. The returned `Stop` reports the first signal; a second one ends
 * the process at once.
 */
export function stopOnSignals(elapsedMs: () => number, terminal: Terminal): Stop {
  let firstSignalMs: number | null = null;
  let requestStop = () => {};
  const whenRequested = new Promise<void>((resolve) => {
    requestStop = resolve;
  });
  const onSignal = (): void => {
    if (firstSignalMs === null) {
      firstSignalMs = elapsedMs();
      requestStop();
    } else if (elapsedMs() - firstSignalMs > SAME_SIGNAL_MS) {
      terminal.note("Stopped at once.");
      process.exit(130);
    }
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    get requested() {
      return firstSignalMs !== null;
    },
    whenRequested,
  };
}

/** Stops this process when its parent process ends, if the parent opened an IPC channel to this process. */
export function stopWithParent(): void {
  if (!process.channel) return;
  process.channel.unref();
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
