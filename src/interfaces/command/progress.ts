/** Progress for people: a bar on the standard error if that is a terminal, otherwise nothing. */
import type { Report } from "../../core/progress.ts";
import type { Source } from "../../platform/machine/files.ts";
import type { Terminal } from "./terminal.ts";

export interface ProgressBar {
  readonly show: Report;
  /** Takes the bar off the screen. */
  readonly end: () => void;
}

/** Adds the length of the source to progress in bytes, where the reader does not know it. */
export function withLength({ bytes }: Pick<Source, "bytes">, report: Report): Report {
  return (progress) =>
    report(progress.unit === "bytes" && progress.total === null ? { ...progress, total: bytes } : progress);
}

/**
 * Opens the progress bar. It shows nothing without a terminal, and appears with the first progress, so short
 * work shows none.
 */
export async function openProgressBar({ watched }: Terminal): Promise<ProgressBar> {
  if (!watched) return { show: () => {}, end: () => {} };
  const { default: progress } = await import("cli-progress");
  const amount = (value: number) => value.toLocaleString("en-US");
  const bar = new progress.SingleBar(
    {
      format: (
        options,
        { progress: part, value, total },
        { unit, bounded }: { unit: string; bounded: boolean },
      ) =>
        bounded
          ? `  ${progress.Format.BarFormat(part, options)} ${Math.floor(part * 100)}%  ${amount(value)} of ${amount(total)} ${unit}`
          : `  ${amount(value)} ${unit}`,
      clearOnComplete: true,
      hideCursor: true,
      stream: process.stderr,
    },
    progress.Presets.rect,
  );
  let shown = false;
  return {
    show({ done, total, unit }) {
      const most = Math.max(total ?? done, done, 1);
      const said = { unit, bounded: total !== null };
      if (!shown) bar.start(most, done, said);
      else bar.setTotal(most);
      bar.update(done, said);
      shown = true;
    },
    end() {
      if (shown) bar.stop();
    },
  };
}
