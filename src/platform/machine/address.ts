/** Addresses of servers on this machine: checks that a server can listen, and sends requests to one. */
import { createServer } from "node:net";

/**
 * Returns the system's error code if a server can't listen on the address, such as `EADDRINUSE`; null if it
 * can. Listens for a moment to find out.
 */
export function findListenError(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

const ANSWER_MS = 5_000;

/** Sends a GET request and returns the JSON of the answer; null for any other answer, or none in time. */
export async function getJson(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "manual" });
    return await response.json();
  } catch {
    return null;
  }
}

/** Returns the origin at which this machine reaches a server that listens on `host` and `port`. */
export function originAt(host: string, port: number): string {
  const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
