/** Addresses that a server listens on: whether one can be, and how it is reached. */
import { createServer } from "node:net";

/** The system's code for why not, such as `EADDRINUSE`; null when it can. Listens for a moment. */
export function tryAddress(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

const ANSWER_MS = 5_000;

/**
 * Sends a GET to a server on this machine and returns its JSON; null for any other response, or none in time.
 */
export async function askAddress(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "manual" });
    return await response.json();
  } catch {
    return null;
  }
}

/** The origin under which this machine reaches a server that listens on `host` and `port`. */
export function originAt(host: string, port: number): string {
  const everywhere = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${everywhere.includes(":") ? `[${everywhere}]` : everywhere}:${port}`;
}
