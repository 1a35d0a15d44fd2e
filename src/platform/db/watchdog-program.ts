/** The thread of `watchdog.ts`. */
import { writeSync } from "node:fs";
import { Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import { LONG_CALL, type Watched } from "./watchdog.ts";

const TICK_MS = 1_000;
/** From then on a signal that asks to stop ends the process at once. */
const LONG_S = 10;
/** The longest time that the main thread may take to end after the request to end. */
const END_S = 10;
const STANDARD_ERROR = 2;

const { call, stuckS, sentence } = workerData as Watched;
/**
 * Connected only while a call takes long: a process that ends waits for its debuggers, and says so on the
 * standard error.
 */
let main: Session | null = null;
let seen = 0;
let seconds = 0;

function run(expression: string): void {
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
  seconds = current !== 0 && current === seen ? seconds + 1 : 0;
  seen = current;
  if (seconds === Math.min(LONG_S, stuckS - 1)) run(`process.emit(${JSON.stringify(LONG_CALL)})`);
  if (seconds === stuckS) {
    writeSync(STANDARD_ERROR, `${sentence}\n`);
    run("process.exit(1)");
  }
  // The main thread waits for this before it ends.
  if (seconds === 0 || seconds === stuckS + 1) disconnect();
  if (seconds === stuckS + END_S) process.kill(process.pid, "SIGKILL");
}, TICK_MS);

parentPort?.postMessage("watching", []);
