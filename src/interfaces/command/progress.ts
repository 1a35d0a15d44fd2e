/** Progress for people: a bar on the standard error if that is a terminal, otherwise nothing. */
import type { ReportProgress } from "../../core/progress.ts";
import type { Source } from "../../platform/machine/files.ts";
import type { Terminal } from "./terminal.ts";

export interface ProgressBar {
  readonly show: ReportProgress;
  /** Removes the bar from the screen. */
  readonly end: () => void;
}

/**
 * Returns a `ReportProgress` that adds the length of the source to progress in bytes, if the total is
 * missing.
 */
export function withLength({ bytes }: Pick<Source, "bytes">, report: ReportProgress): ReportProgress {
  return (progress) =>
    report(progress.unit === "bytes" && progress.total === null ? { ...progress, total: bytes } : progress);
}

/**
 * Opens a progress bar. The bar appears with the first reported progress, so short work shows no bar; without
 * a terminal it never appears.
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
  let isShown = false;
  return {
    show({ done, total, unit }) {
      const barTotal = Math.max(total ?? done, done, 1);
      const payload = { unit, bounded: total !== null };
      if (!isShown) bar.start(barTotal, done, payload);
      else bar.setTotal(barTotal);
      bar.update(done, payload);
      isShown = true;
    },
    end() {
      if (isShown) bar.stop();
      isShown = false;
    },
  };
}
