/** Sends raw bytes to a server, for requests that no HTTP client would send. */
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  /** The status of each response, in order. */
  readonly statuses: readonly number[];
  /** All received bytes, as text. */
  readonly text: string;
  /** The body of the last response as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

function socketTo(address: string): Socket {
  const { hostname, port } = new URL(address);
  return connect({ host: hostname, port: Number(port) });
}

/** Parses the text that was received over a connection. */
export function readAnswer(text: string): RawAnswer {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
  const last = text.slice(text.lastIndexOf("\r\n\r\n") + 4);
  let json: unknown;
  try {
    json = JSON.parse(last);
  } catch {
    json = undefined;
  }
  return { statuses, text, json };
}

/**
 * Sends bytes, then the text of `rest` when it is ready. Reads until the server closes the connection or has
 * sent `responses` responses. Fails if that takes more than ten seconds.
 */
export function sendRaw(
  address: string,
  bytes: string | Uint8Array,
  responses = 1,
  rest: () => Promise<string> = async () => "",
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = socketTo(address);
    let text = "";
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `no answer to ${JSON.stringify(String(bytes).slice(0, 100))}, only ${JSON.stringify(text.slice(0, 200))}`,
        ),
      );
    }, 10_000);
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(readAnswer(text));
    };
    socket.on("data", (data) => {
      text += data.toString("utf8");
      const bodies = [...text.matchAll(/content-length: (\d+)\r\n/gi)].map((match) => Number(match[1]));
      const heads = text.split("\r\n\r\n").length - 1;
      if (
        heads >= responses &&
        bodies.length >= responses &&
        Buffer.byteLength(text.slice(text.lastIndexOf("\r\n\r\n") + 4)) >= (bodies.at(-1) ?? 0)
      )
        finish();
    });
    socket.on("close", finish);
    socket.on("error", () => {});
    socket.write(bytes);
    rest().then((more) => socket.write(more), reject);
  });
}
