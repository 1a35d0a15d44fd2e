/**
 * Loaded into every measured process before its own code. Reports to the process that started it, over their
 * channel, what it has used so far: when it is asked, and when it ends.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { Usage } from "./child.ts";

let flushes = 0;
const { fsync, fsyncSync } = fs;
Object.assign(fs, {
  fsync: (...given: Parameters<typeof fsync>) => {
    flushes += 1;
    fsync(...given);
  },
  fsyncSync: (descriptor: number) => {
    flushes += 1;
    fsyncSync(descriptor);
  },
});
syncBuiltinESMExports();

function usage(): Usage {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    cpuUs: userCPUTime + systemCPUTime,
    nowBytes: process.memoryUsage.rss(),
    peakBytes: maxRSS * 1024,
    flushes,
  };
}

const tell = process.send?.bind(process);
if (tell) {
  process.on("message", (message) => {
    if (message === "usage") tell(usage());
  });
  process.channel?.unref();
  process.on("exit", () => tell(usage()));
}
