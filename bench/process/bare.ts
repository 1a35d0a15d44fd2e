/**
 * The yardstick of a request: a server of `node:http` and nothing else, which answers every request with
 * the bytes that it is given at its start. Prints its address when it listens.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [file = ""] = process.argv.slice(2);
const { status, headers, body } = JSON.parse(readFileSync(file, "utf8")) as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
const bytes = Buffer.from(body);

const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
process.on("disconnect", () => process.exit(0));
