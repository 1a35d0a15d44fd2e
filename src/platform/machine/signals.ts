/** The signals that tell the process to stop. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
