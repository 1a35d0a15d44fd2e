/**
 * The terminal: the standard streams and the signals of this process, and nothing else of it. Results go to
 * the standard output, everything said beside them to the standard error. Much of it was written by others:
 * it is text, and controls no terminal.
 */
import { shown } from "../../core/names.ts";
import { SIGNALS } from "../../platform/machine/signals.ts";

export interface Terminal {
  /** Prints a result, with a newline behind it. */
  readonly out: (text: string) => void;
  /** Says something beside the result. */
  readonly note: (text: string) => void;
  /** True if somebody watches the standard error, so that a progress bar makes sense. */
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

/** Text whose lines control nothing. A JSON document means the same as before. */
function inLines(text: string): string {
  return text.split("\n").map(shown).join("\n");
}

/**
 * A runner such as npm passes on a signal that the terminal has sent to us too; within this time two are one.
 */
const SAME_SIGNAL_MS = 400;

/**
 * Listens for the signals that ask to stop. The first is a wish, told by `stop`; a second one, somewhat
 * later, ends the process at once.
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

/**
 * Stops this process together with the one that started it, when that one keeps a channel to us for this
 * purpose.
 */
export function stopWithParent(): void {
  if (!process.channel) return;
  process.channel.unref();
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
