/**
 * A client that reports how much of a file is sent. `fetch` of browsers reports nothing while it sends, so
 * the requests of this client go by the older interface, which does.
 */
import { type Client, createClient } from "@daybook/client";
import { API_ROOT } from "./generated/operations.ts";
import { optionsOf } from "./service.ts";

/** Called with the bytes that are sent and their number in all. */
export type OnSent = (sent: number, all: number) => void;

/** As `fetch`, for requests with a form and short answers. */
function fetchBy(onSent: OnSent): typeof fetch {
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { signal, method = "GET", body } = init;
      const stop = (): void => request.abort();
      request.open(method, url instanceof Request ? url.url : url);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) => onSent(loaded, total));
      const on = (event: string, then: () => void): void => request.addEventListener(event, then);
      on("load", () => resolve(new Response(request.responseText, answerOf(request))));
      on("error", () => reject(new TypeError("The connection broke.")));
      on("abort", () => reject(new DOMException("The request was stopped.", "AbortError")));
      on("loadend", () => signal?.removeEventListener("abort", stop));
      signal?.addEventListener("abort", stop);
      request.send(body instanceof FormData || typeof body === "string" ? body : null);
    });
}

function answerOf(request: XMLHttpRequest): ResponseInit {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split(/[\r\n]+/)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return { status: request.status, headers };
}

/** The operations of the API for a company, of which `onSent` is called while a request is sent. */
export function sendingClientOf(company: string, onSent: OnSent): Client {
  return createClient({ ...optionsOf(company), baseUrl: `${API_ROOT}/v1`, fetch: fetchBy(onSent) });
}
