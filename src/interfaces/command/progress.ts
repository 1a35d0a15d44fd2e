/** Progress for people: a bar on the standard error while somebody watches it, nothing otherwise. */
import type { Report } from "../../core/progress.ts";
import type { Terminal } from "./terminal.ts";

export interface ProgressBar {
  readonly show: Report;
  /** Takes the bar off the screen. */
  readonly end: () => void;
}

/** Without somebody to watch it shows nothing. The bar appears with the first progress, so that short work shows none. */
export async function openProgressBar({ watched }: Terminal): Promise<ProgressBar> {
  if (!watched) return { show: () => {}, end: () => {} };
  const { default: progress } = await import("cli-progress");
  const known = "  {bar} {percentage}%  {value} of {total} {unit}";
  const bar = new progress.SingleBar(
    { format: known, clearOnComplete: true, hideCursor: true, stream: process.stderr, formatValue: (value) => value.toLocaleString("en-US") },
    progress.Presets.rect,
  );
  let shown = false;
  return {
    show({ done, total, unit }) {
      const most = Math.max(total ?? done, done, 1);
      if (!shown) bar.start(most, done, { unit });
      else bar.setTotal(most);
      bar.update(done, { unit });
      shown = true;
    },
    end() {
      if (shown) bar.stop();
    },
  };
}
