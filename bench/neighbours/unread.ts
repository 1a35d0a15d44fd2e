/** Connections on which hundreds of requests are sent at once and no answer is read. */
import { connect } from "node:net";
import { API } from "../beside-bare.ts";
import type { Case } from "./case.ts";

const CONNECTIONS = 10;
const REQUESTS = 500;

export const unread: Case = {
  what: `${CONNECTIONS} connections that send ${REQUESTS} requests each and read nothing`,
  async begin({ origin, careless }) {
    const { host, hostname, port } = new URL(origin);
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on("error", () => {});
      socket.pause();
      return socket;
    });
    const request = `GET ${API}/transactions?limit=500 HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${careless.keys[0]}\r\n\r\n`;
    await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<void>((resolve) => void socket.write(request.repeat(REQUESTS), () => resolve())),
      ),
    );
    return async () => {
      for (const socket of sockets) socket.destroy();
    };
  },
};
