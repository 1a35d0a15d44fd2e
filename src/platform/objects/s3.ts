/**
 * Objects in a bucket of a server that speaks S3, whose own signed links fetch them. Invariants: every body
 * is sent with its hash, so that the server stores exactly those bytes or refuses them; reports of failures
 * contain no secrets.
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
  /** Such as `https://s3.eu-central-1.amazonaws.com`; where links lead too. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True if the bucket is the first part of the path, and not of the server's name. */
  readonly pathStyle: boolean;
  /** The machine's clock, which the server compares its own with. */
  readonly now: () => UnixSeconds;
  /** The longest time of one attempt, and the first pause between two; the defaults suit a real server. */
  readonly attemptMs?: number;
  readonly pauseMs?: number;
  /** The number of keys in one page of a listing. */
  readonly pageKeys?: number;
}

interface Call {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** Of an object; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | ContentFile;
  readonly signal?: AbortSignal;
}

/** A response with its whole body. */
interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

const ATTEMPTS = 4;
/** The largest object takes so long over a slow line. */
const ATTEMPT_MS = 60_000;
const PAUSE_MS = 250;
const TOO_MANY_REQUESTS = 429;
/**
 * By how much a server lets clocks differ. Links made by a clock that is farther off are signed by the
 * machine's.
 */
const SKEW_SECONDS = 600;
/** As many as a server gives at a time. */
const PAGE_KEYS = 1_000;
/** Pages of a list that are read before it is taken for one without an end. */
const MOST_PAGES = 100_000;

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

  /** Signs and sends one request; returns the response when its body begins. */
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
      url: spelled(addressOf(key, query)),
      headers: { ...headers, "x-amz-content-sha256": hash },
    }).sign();
    const patience = AbortSignal.timeout(attemptMs);
    if (isFile) signed.set("content-length", String(body.size));
    return fetch(spelled(url), {
      method,
      headers: signed,
      redirect: "manual",
      signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      ...(body === undefined ? {} : isFile ? { body: body.read(), duplex: "half" } : { body }),
    });
  }

  async function attempt(asked: Call): Promise<Reply> {
    const response = await begin(asked);
    return {
      status: response.status,
      headers: response.headers,
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }

  /**
   * Asks, again and again when the server is away or asks for patience. Every request may be sent twice
   * without harm.
   */
  async function ask(asked: Call, what: string): Promise<Reply> {
    for (let count = 1; ; count += 1) {
      asked.signal?.throwIfAborted();
      let failure: string;
      try {
        const answered = await attempt(asked);
        if (answered.status < 500 && answered.status !== TOO_MANY_REQUESTS) return answered;
        failure = saidBy(answered);
      } catch (error) {
        asked.signal?.throwIfAborted();
        failure = reasonOf(error, attemptMs);
      }
      if (count === ATTEMPTS)
        throw new StorageProblem(`${what} failed in ${where}, tried ${ATTEMPTS} times: ${failure}.`);
      await pause(pauseMs * 2 ** (count - 1));
    }
  }

  /** When an address is signed: at the service's time, as long as another server would believe that. */
  function datetimeOf(now: UnixSeconds): string {
    const machine = options.now();
    const from = Math.abs(machine - now) > SKEW_SECONDS ? machine : now;
    return new Date(from * 1000).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  }

  function refused(what: string, answered: Reply): StorageProblem {
    return new StorageProblem(`${what} was refused by ${where}: ${saidBy(answered)}.`);
  }

  /**
   * True if a response means that the object does not exist; a response without a body has only its status
   * 404.
   */
  const isMissing = ({ status, body }: Reply): boolean =>
    status === 404 && (body.length === 0 || errorOf(body).code === "NoSuchKey");

  return {
    open: async () => {},
    async put(key, content, contentType, signal) {
      assertKey(key);
      assertContentType(contentType);
      // Of bytes that others may change meanwhile the hash would not be the hash of what is sent.
      const body = new Uint8Array(content);
      const headers = {
        "content-type": contentType,
        "content-md5": createHash("md5").update(body).digest("base64"),
      };
      const what = `Storing ${key}`;
      const answered = await ask({ method: "PUT", key, headers, body, signal }, what);
      if (answered.status !== 200) throw refused(what, answered);
    },
    async putFile(key, file, contentType, signal) {
      assertKey(key);
      assertContentType(contentType);
      const what = `Storing ${key}`;
      const answered = await ask(
        {
          method: "PUT",
          key,
          headers: { "content-type": contentType, "content-md5": file.md5 },
          body: file,
          signal,
        },
        what,
      );
      if (answered.status !== 200) throw refused(what, answered);
    },
    async find(key) {
      assertKey(key);
      const what = `Looking for ${key}`;
      const answered = await ask({ method: "HEAD", key }, what);
      if (isMissing(answered)) return null;
      if (answered.status !== 200) throw refused(what, answered);
      return {
        size: Number(answered.headers.get("content-length")),
        contentType: answered.headers.get("content-type") ?? "",
      };
    },
    async read(key, signal) {
      assertKey(key);
      const what = `Reading ${key}`;
      const answered = await ask({ method: "GET", key, signal }, what);
      if (isMissing(answered)) return null;
      if (answered.status !== 200) throw refused(what, answered);
      return answered.body;
    },
    async stream(key, signal) {
      assertKey(key);
      const what = `Reading ${key}`;
      const response = await begin({ method: "GET", key, signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new StorageProblem(`${what} failed in ${where}: ${reasonOf(error, attemptMs)}.`);
      });
      if (response.status === 200 && response.body !== null) return response.body;
      const answered = {
        status: response.status,
        headers: response.headers,
        body: new Uint8Array(await response.arrayBuffer()),
      };
      if (isMissing(answered)) return null;
      throw refused(what, answered);
    },
    async delete(key) {
      assertKey(key);
      const what = `Deleting ${key}`;
      const answered = await ask({ method: "DELETE", key }, what);
      if (answered.status !== 204 && answered.status !== 200 && !isMissing(answered))
        throw refused(what, answered);
    },
    async *list(prefix) {
      assertPrefix(prefix);
      const what = prefix === "" ? "Listing everything" : `Listing ${prefix}`;
      let token: string | null = "";
      for (let page = 1; token !== null && page <= MOST_PAGES; page += 1) {
        const query: Readonly<Record<string, string>> = {
          "list-type": "2",
          "max-keys": String(pageKeys),
          prefix,
          ...(token === "" ? {} : { "continuation-token": token }),
        };
        const answered = await ask({ method: "GET", key: "", query }, what);
        if (answered.status !== 200) throw refused(what, answered);
        const text = textOf(answered.body);
        // A bucket may hold what others put there, whose keys may be spelt in ways that ours never are.
        for (const [, key = ""] of text.matchAll(/<Contents>.*?<Key>([^<]*)<\/Key>/gs))
          if (isKey(key)) yield key;
        token = elementOf(text, "IsTruncated") === "true" ? elementOf(text, "NextContinuationToken") : null;
      }
    },
    async link(key, asked) {
      assertLink(key, asked);
      const address = addressOf(key, {
        "response-cache-control": "private, no-store",
        "response-content-disposition": dispositionOf(asked.filename),
        "response-content-type": asked.contentType,
        "X-Amz-Expires": String(asked.expiresAt - asked.now),
      });
      const { url } = await new AwsV4Signer({
        ...signing,
        method: "GET",
        url: spelled(address),
        signQuery: true,
        datetime: datetimeOf(asked.now),
      }).sign();
      return spelled(url);
    },
    async signUpload(key, asked) {
      assertUpload(key, asked);
      const headers = uploadHeaders(asked);
      const address = addressOf(key, { "X-Amz-Expires": String(asked.expiresAt - asked.now) });
      const { url } = await new AwsV4Signer({
        ...signing,
        method: "PUT",
        url: spelled(address),
        // All of them are part of the signature, so that the server stores nothing that is longer, shorter or
        // otherwise called.
        headers: { ...headers, "content-length": String(asked.size) },
        allHeaders: true,
        signQuery: true,
        datetime: datetimeOf(asked.now),
      }).sign();
      return { url: spelled(url), headers };
    },
    served: null,
    close: async () => {},
  };
}

/** An address with blanks as `%20`: not every server takes a `+` in a query for one. */
function spelled(address: URL): string {
  return address.href.replaceAll("+", "%20");
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/**
 * The text of the first element of a name, which holds no other. The answers are few and flat, so no reader
 * of XML is needed.
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

/** The code and message of an error response. Its other elements repeat the signed text and are left out. */
function saidBy({ status, body }: Reply): string {
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
