/** The program of the thread that `watchdog.ts` starts. */
import { writeSync } from "node:fs";
import { Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import { LONG_CALL, type WatchdogData } from "./watchdog.ts";

const TICK_MS = 1_000;
/** After this time `LONG_CALL` is emitted, so that a signal to stop ends the process at once. */
const LONG_S = 10;
/** The time that the main thread has to end after `process.exit` was called there. */
const END_S = 10;
const STANDARD_ERROR = 2;

const { call, stuckS, sentence } = workerData as WatchdogData;
/**
 * The debugger session on the main thread. It is open only while a call takes long, because a process that
 * ends waits for its debuggers and prints a message about them.
 */
let main: Session | null = null;
let lastCall = 0;
let seconds = 0;

/** Evaluates JavaScript on the main thread. */
function evaluate(expression: string): void {
  if (main === null) {
    main = new Session();
    main.connectToMainThread();
  }
  main.post("Runtime.evaluate", { expression });
}

function disconnect(): void {
  main?.disconnect();
  main = null;
}

setInterval(() => {
  const current = Atomics.load(call, 0);
  seconds = current !== 0 && current === lastCall ? seconds + 1 : 0;
  lastCall = current;
  if (seconds === Math.min(LONG_S, stuckS - 1)) evaluate(`process.emit(${JSON.stringify(LONG_CALL)})`);
  if (seconds === stuckS) {
    writeSync(STANDARD_ERROR, `${sentence}\n`);
    evaluate("process.exit(1)");
  }
  // The main thread ends only after its debugger has disconnected.
  if (seconds === 0 || seconds === stuckS + 1) disconnect();
  if (seconds === stuckS + END_S) process.kill(process.pid, "SIGKILL");
}, TICK_MS);

parentPort?.postMessage("watching", []);
