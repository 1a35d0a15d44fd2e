/**
 * Ends a process together with the npm that started it. npm passes a signal on to the shell between the two,
 * which ends without passing it on. Plain JavaScript, because any Node.js from version 20 on must read it.
 */

/** The signals by which a process is asked to end. */
export const END_SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

const LOOK_MS = 250;

/**
 * Calls `end` once the parent of this process has gone, when npm started it; by default asks it to stop.
 *
 * @param {() => unknown} end
 */
export function endWithParent(end = () => process.kill(process.pid, "SIGTERM")) {
  if (process.env["npm_command"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, LOOK_MS);
  timer.unref();
}
