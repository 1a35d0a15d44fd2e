/** The signals by which a process is asked to stop. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
