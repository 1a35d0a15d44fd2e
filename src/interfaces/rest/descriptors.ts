/**
 * Tells the operator when the process has no file descriptor left for connections, and when it has one again.
 */
import { LIMITS } from "@daybook/words/limits";
import type { Log } from "../../platform/log/log.ts";
import { canOpenFile } from "../../platform/machine/descriptors.ts";
import { runEvery } from "../../platform/time/timer.ts";

const TRY_MS = LIMITS.descriptors_tried_ms.value;
/** Tries between two reports while none is left. */
const TRIES = LIMITS.descriptors_reported_ms.value / TRY_MS;

/** Watches the file descriptors until the function that it gives is called. */
export function watchDescriptors(log: Log): () => void {
  let failed = 0;
  return runEvery(TRY_MS, () => {
    void canOpenFile().then((can) => {
      if (can && failed > 0) log.warn({}, "there are file descriptors again: connections are accepted");
      if (!can && failed % TRIES === 0)
        log.error(
          {},
          "no file descriptor is left: new connections are closed without an answer. Allow the process more open files (ulimit -n), or find out what holds them",
        );
      failed = can ? 0 : failed + 1;
    });
  });
}
