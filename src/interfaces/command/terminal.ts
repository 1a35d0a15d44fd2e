/**
 * The terminal: the standard streams and the signals of this process. Results go to the standard output, all
 * other messages to the standard error. The output may contain texts that other people wrote, such as names
 * of companies, so control characters are escaped.
 */
import { shown } from "../../core/names.ts";
import { SIGNALS } from "../../platform/machine/signals.ts";

export interface Terminal {
  /** Prints a result and a newline. */
  readonly out: (text: string) => void;
  /** Prints a message on the standard error. */
  readonly note: (text: string) => void;
  /** True if the standard error is a terminal, so that a progress bar makes sense. */
  readonly watched: boolean;
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
    watched: process.stderr.isTTY,
  };
}

/** Escapes control characters except newlines. The meaning of a JSON document does not change. */
function escapeLines(text: string): string {
  return text.split("\n").map(shown).join("\n");
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
