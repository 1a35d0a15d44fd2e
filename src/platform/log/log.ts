/**
 * The log: one JSON line for each event, on standard error. Invariant: callers never pass in a secret; the
 * redaction below is only a second safeguard.
 */
import { pino } from "pino";
import { currentTrace } from "./trace.ts";

export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";

export interface Log {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

export function openLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      mixin: () => ({ ...currentTrace() }),
      redact: {
        paths: ["*.authorization", "*.api_key", "*.password", "*.token", "*.hash"],
        censor: "[redacted]",
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
