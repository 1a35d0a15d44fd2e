/**
 * Objects in a bucket of an S3 server. Links lead to that server and are signed by its rules. Invariants:
 * every body is sent with its hash, so that the server stores exactly those bytes or refuses them; error
 * messages contain no secrets.
 */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { pause } from "../time/timer.ts";
import {
  assertContentType,
  assertKey,
  assertLink,
  assertPrefix,
  assertUpload,
  type ContentFile,
  dispositionOf,
  isKey,
  type Objects,
  StorageProblem,
  uploadHeaders,
} from "./objects.ts";

export interface S3Options {
  /** The server's URL, such as `https://s3.eu-central-1.amazonaws.com`. Links lead there too. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True if the bucket's name begins the path of URLs, false if it begins the server's name. */
  readonly pathStyle: boolean;
  /** The machine's clock. The server refuses signatures whose time differs much from its own clock. */
  readonly now: () => UnixSeconds;
  /** The longest time of one attempt. */
  readonly attemptMs?: number;
  /** The pause before the second attempt, which doubles before each further one. */
  readonly pauseMs?: number;
  /** The number of keys in one page of a listing. */
  readonly pageKeys?: number;
}

/** A request to the server. */
interface Call {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** The key of an object; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | ContentFile;
  readonly signal?: AbortSignal;
}

/** A response with its complete body. */
interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

const ATTEMPTS = 4;
/** Enough for the largest object on a slow connection. */
const ATTEMPT_MS = 60_000;
const PAUSE_MS = 250;
const TOO_MANY_REQUESTS = 429;
/**
 * The difference of clocks that a server accepts. If the service's clock differs more from the machine's,
 * links are signed with the machine's time.
 */
const SKEW_SECONDS = 600;
/** The largest number of keys that servers return in one page. */
const PAGE_KEYS = 1_000;
/** The number of pages after which a listing stops, in case the server returns pages without end. */
const MAX_PAGES = 100_000;

export function s3Objects(options: S3Options): Objects {
  const { attemptMs = ATTEMPT_MS, pauseMs = PAUSE_MS, pageKeys = PAGE_KEYS } = options;
  const root = new URL(options.endpoint);
  if (!options.pathStyle) root.hostname = `${options.bucket}.${root.hostname}`;
  const where = `the bucket ${options.bucket} at ${new URL(options.endpoint).host}`;
  const signing = {
    service: "s3",
    region: options.region,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
  };

  function addressOf(key: string, query: Readonly<Record<string, string>>): URL {
    const address = new URL(`${options.pathStyle ? `/${options.bucket}` : ""}/${key}`, root);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address;
  }

  /** Signs and sends a request once. Returns the response as soon as its headers have arrived. */
  async function begin({ method, key, query = {}, headers = {}, body, signal }: Call): Promise<Response> {
    const isFile = body !== undefined && !(body instanceof Uint8Array);
    const hash = isFile
      ? body.sha256
      : createHash("sha256")
          .update(body ?? "")
          .digest("hex");
    const { url, headers: signed } = await new AwsV4Signer({
      ...signing,
      method,
      url: hrefOf(addressOf(key, query)),
      headers: { ...headers, "x-amz-content-sha256": hash },
    }).sign();
    const timeout = AbortSignal.timeout(attemptMs);
    if (isFile) signed.set("content-length", String(body.size));
    return fetch(hrefOf(url), {
      method,
      headers: signed,
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : isFile ? { body: body.read(), duplex: "half" } : { body }),
    });
  }

  async function attempt(call: Call): Promise<Reply> {
    const response = await begin(call);
    return {
      status: response.status,
      headers: response.headers,
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }

  /**
   * Sends a request, with several attempts if the server is unavailable or overloaded. All requests are
   * idempotent. `action` names the request in an error message.
   */
  async function send(call: Call, action: string): Promise<Reply> {
    for (let count = 1; ; count += 1) {
      call.signal?.throwIfAborted();
      let failure: string;
      try {
        const reply = await attempt(call);
        if (reply.status < 500 && reply.status !== TOO_MANY_REQUESTS) return reply;
        failure = describeReply(reply);
      } catch (error) {
        call.signal?.throwIfAborted();
        failure = reasonOf(error, attemptMs);
      }
      if (count === ATTEMPTS)
        throw new StorageProblem(`${action} failed in ${where}, tried ${ATTEMPTS} times: ${failure}.`);
      await pause(pauseMs * 2 ** (count - 1));
    }
  }

  /** Returns the time of a signature: the service's, unless the server would refuse that time. */
  function datetimeOf(now: UnixSeconds): string {
    const machine = options.now();
    const time = Math.abs(machine - now) > SKEW_SECONDS ? machine : now;
    return new Date(time * 1000).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  }

  function refusedProblem(action: string, reply: Reply): StorageProblem {
    return new StorageProblem(`${action} was refused by ${where}: ${describeReply(reply)}.`);
  }

  /**
   * True if a reply means that the object does not exist. A 404 without a body, as for HEAD, has no code that
   * would tell a missing object from a missing bucket; it counts as a missing object.
   */
  const isMissing = ({ status, body }: Reply): boolean =>
    status === 404 && (body.length === 0 || errorOf(body).code === "NoSuchKey");

  return {
    open: async () => {},
    async put(key, content, contentType, signal) {
      assertKey(key);
      assertContentType(contentType);
      // Copied, because the caller could change the bytes between the hash and the request.
      const body = new Uint8Array(content);
      const headers = {
        "content-type": contentType,
        "content-md5": createHash("md5").update(body).digest("base64"),
      };
      const action = `Storing ${key}`;
      const reply = await send({ method: "PUT", key, headers, body, signal }, action);
      if (reply.status !== 200) throw refusedProblem(action, reply);
    },
    async putFile(key, file, contentType, signal) {
      assertKey(key);
      assertContentType(contentType);
      const action = `Storing ${key}`;
      const reply = await send(
        {
          method: "PUT",
          key,
          headers: { "content-type": contentType, "content-md5": file.md5 },
          body: file,
          signal,
        },
        action,
      );
      if (reply.status !== 200) throw refusedProblem(action, reply);
    },
    async find(key) {
      assertKey(key);
      const action = `Looking for ${key}`;
      const reply = await send({ method: "HEAD", key }, action);
      if (isMissing(reply)) return null;
      if (reply.status !== 200) throw refusedProblem(action, reply);
      return {
        size: Number(reply.headers.get("content-length")),
        contentType: reply.headers.get("content-type") ?? "",
      };
    },
    async read(key, signal) {
      assertKey(key);
      const action = `Reading ${key}`;
      const reply = await send({ method: "GET", key, signal }, action);
      if (isMissing(reply)) return null;
      if (reply.status !== 200) throw refusedProblem(action, reply);
      return reply.body;
    },
    async stream(key, signal) {
      assertKey(key);
      const action = `Reading ${key}`;
      const response = await begin({ method: "GET", key, signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new StorageProblem(`${action} failed in ${where}: ${reasonOf(error, attemptMs)}.`);
      });
      if (response.status === 200 && response.body !== null) return response.body;
      const reply = {
        status: response.status,
        headers: response.headers,
        body: new Uint8Array(await response.arrayBuffer()),
      };
      if (isMissing(reply)) return null;
      throw refusedProblem(action, reply);
    },
    async delete(key) {
      assertKey(key);
      const action = `Deleting ${key}`;
      const reply = await send({ method: "DELETE", key }, action);
      if (reply.status !== 204 && reply.status !== 200 && !isMissing(reply))
        throw refusedProblem(action, reply);
    },
    async *list(prefix) {
      assertPrefix(prefix);
      const action = prefix === "" ? "Listing everything" : `Listing ${prefix}`;
      let token: string | null = "";
      for (let page = 1; token !== null && page <= MAX_PAGES; page += 1) {
        const query: Readonly<Record<string, string>> = {
          "list-type": "2",
          "max-keys": String(pageKeys),
          prefix,
          ...(token === "" ? {} : { "continuation-token": token }),
        };
        const reply = await send({ method: "GET", key: "", query }, action);
        if (reply.status !== 200) throw refusedProblem(action, reply);
        const text = textOf(reply.body);
        // Ignores objects that other programs stored in the bucket, whose keys may have another form.
        for (const [, key = ""] of text.matchAll(/<Contents>.*?<Key>([^<]*)<\/Key>/gs))
          if (isKey(key)) yield key;
        token = elementOf(text, "IsTruncated") === "true" ? elementOf(text, "NextContinuationToken") : null;
      }
    },
    async link(key, link) {
      assertLink(key, link);
      const address = addressOf(key, {
        "response-cache-control": "private, no-store",
        "response-content-disposition": dispositionOf(link.filename),
        "response-content-type": link.contentType,
        "X-Amz-Expires": String(link.expiresAt - link.now),
      });
      const { url } = await new AwsV4Signer({
        ...signing,
        method: "GET",
        url: hrefOf(address),
        signQuery: true,
        datetime: datetimeOf(link.now),
      }).sign();
      return hrefOf(url);
    },
    async signUpload(key, upload) {
      assertUpload(key, upload);
      const headers = uploadHeaders(upload);
      const address = addressOf(key, { "X-Amz-Expires": String(upload.expiresAt - upload.now) });
      const { url } = await new AwsV4Signer({
        ...signing,
        method: "PUT",
        url: hrefOf(address),
        // The signature covers all these headers, so that the server refuses another length, type, name or
        // hash.
        headers: { ...headers, "content-length": String(upload.size) },
        allHeaders: true,
        signQuery: true,
        datetime: datetimeOf(upload.now),
      }).sign();
      return { url: hrefOf(url), headers };
    },
    served: null,
    close: async () => {},
  };
}

/** Returns a URL with blanks as `%20`, because not every server reads a `+` in a query as a blank. */
function hrefOf(address: URL): string {
  return address.href.replaceAll("+", "%20");
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/**
 * Returns the text of the first element with a name, if the element contains only text. The XML of S3 replies
 * is so simple that no XML parser is needed.
 */
function elementOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined
    ? null
    : text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? "");
}

function errorOf(body: Uint8Array): { readonly code: string | null; readonly message: string | null } {
  const xml = textOf(body.subarray(0, 10_000));
  return { code: elementOf(xml, "Code"), message: elementOf(xml, "Message") };
}

/**
 * Returns the status, code and message of an error reply. Its other elements repeat the signed text and are
 * left out.
 */
function describeReply({ status, body }: Reply): string {
  const { code, message } = errorOf(body);
  return [String(status), code, message === null ? null : `(${message.replace(/\.$/, "")})`]
    .filter((part) => part !== null)
    .join(" ");
}

function reasonOf(error: unknown, attemptMs: number): string {
  if (error instanceof DOMException && error.name === "TimeoutError")
    return `no answer within ${attemptMs / 1000} seconds`;
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error
    ? cause.message || ("code" in cause ? String(cause.code) : cause.name)
    : String(error);
}
