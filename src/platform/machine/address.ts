/** Whether an address can be listened on. */
import { createServer } from "node:net";

/** The system's code for why not, such as `EADDRINUSE`; null when it can. Listens for a moment. */
export function tryAddress(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}
