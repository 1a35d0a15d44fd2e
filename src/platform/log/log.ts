/**
 * The log: one JSON line an event, to standard error. Invariant: no secret is ever passed in; the
 * redaction below is the second wall, not the first.
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
