/**
 * The terminal: the standard streams and the signals of this process. Results go to the standard output, all
 * other messages to the standard error. Output may contain texts of other people, so control characters are
 * escaped.
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

/** The wish to stop, from a signal. */
export interface Stop {
  readonly requested: boolean;
  /** Resolves at the first wish. */
  readonly wished: Promise<void>;
}

/** The streams of this process. A reader that has closed, as `head` does, is not an error. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  return {
    out: (text) => void process.stdout.write(`${inLines(text)}\n`),
    note: (text) => void process.stderr.write(`${inLines(text)}\n`),
    watched: process.stderr.isTTY,
  };
}

/** Escapes control characters in the lines of a text. The meaning of a JSON document does not change. */
function inLines(text: string): string {
  return text.split("\n").map(shown).join("\n");
}

/**
 * A runner such as npm passes on a signal that the terminal has already sent to us; two signals within this
 * time count as one.
 */
const SAME_SIGNAL_MS = 400;

/**
 * Listens for the signals that ask to stop. `Stop` reports the first one; a second one, somewhat later, ends
 * the process at once.
 */
export function stopOnSignals(elapsedMs: () => number, terminal: Terminal): Stop {
  let first: number | null = null;
  let wish = () => {};
  const wished = new Promise<void>((resolve) => {
    wish = resolve;
  });
  const heard = (): void => {
    if (first === null) {
      first = elapsedMs();
      wish();
    } else if (elapsedMs() - first > SAME_SIGNAL_MS) {
      terminal.note("Stopped at once.");
      process.exit(130);
    }
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  return {
    get requested() {
      return first !== null;
    },
    wished,
  };
}

/** Stops this process when the one that started it ends, if that one opened a channel to us. */
export function stopWithParent(): void {
  if (!process.channel) return;
  process.channel.unref();
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
