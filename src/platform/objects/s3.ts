/**
 * Objects in a bucket of an S3 server. Links lead to that server and are signed by its rules. Invariant: an
 * object counts as stored only when an answer proves it, because proxies answer 200 with pages of their own.
 */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { UnixSeconds } from "@daybook/words/civil-date";
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
import {
  describeReply,
  elementOf,
  errorOf,
  hashOf,
  hrefOf,
  piecesOf,
  reasonOf,
  type Reply,
  replyOf,
  type S3Options,
  s3Requests,
  STRANGE,
  strangeness,
  textOf,
} from "./s3-requests.ts";

export type { S3Options };

/** The bytes of an object that is to be stored, and their hashes. */
interface Content {
  readonly body: Uint8Array<ArrayBuffer> | ContentFile;
  /** In base64. */
  readonly md5: string;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

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
  const { pageKeys = PAGE_KEYS } = options;
  const { where, signing, addressOf, begin, attempt, send, deadlineMs } = s3Requests(options);

  /**
   * Stores an object. The tag of the answer proves that the server has these bytes if it is their MD5, which
   * it is not with some encryptions; then the object is read back.
   */
  async function store(key: string, content: Content, contentType: string, signal: AbortSignal) {
    assertKey(key);
    assertContentType(contentType);
    const { body, md5, sha256 } = content;
    const action = `Storing ${key}`;
    const headers = { "content-type": contentType, "content-md5": md5 };
    const expected = Buffer.from(md5, "base64").toString("hex");
    const reply = await send(
      { method: "PUT", key, headers, body, signal },
      action,
      async (answer, leftMs) => {
        if (answer.status !== 200) return null;
        if (answer.headers.get("etag")?.replaceAll('"', "").toLowerCase() === expected) return null;
        const strange = strangeness(answer);
        if (strange !== null) return strange;
        const read = await attempt({ method: "GET", key, signal }, leftMs());
        return read.status === 200 && hashOf(read.body) === sha256
          ? null
          : `it answered 200, but reading the object gave ${read.status} without its bytes`;
      },
    );
    if (reply.status !== 200) throw refusedProblem(action, reply);
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
    put(key, content, contentType, signal) {
      // Copied, because the caller could change the bytes between the hash and the request.
      const body = new Uint8Array(content);
      const md5 = createHash("md5").update(body).digest("base64");
      return store(key, { body, md5, sha256: hashOf(body) }, contentType, signal);
    },
    putFile: (key, file, contentType, signal) =>
      store(key, { body: file, md5: file.md5, sha256: file.sha256 }, contentType, signal),
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
      const fail = (error: unknown): never => {
        signal.throwIfAborted();
        throw new StorageProblem(`${action} failed in ${where}: ${reasonOf(error, deadlineMs)}.`);
      };
      const response = await begin({ method: "GET", key, signal }, deadlineMs).catch(fail);
      if (response.status === 200 && response.body !== null && response.headers.has("etag"))
        return piecesOf(response.body, fail);
      const reply = await replyOf(response);
      if (isMissing(reply)) return null;
      const strange = strangeness(reply);
      if (strange !== null) throw new StorageProblem(`${action} failed in ${where}: ${strange}.`);
      throw refusedProblem(action, reply);
    },
    async delete(key) {
      assertKey(key);
      const action = `Deleting ${key}`;
      const reply = await send({ method: "DELETE", key }, action, ({ status, body }) =>
        status === 200 && body.length > 0 ? STRANGE : null,
      );
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
        const reply = await send({ method: "GET", key: "", query }, action, ({ status, body }) =>
          status === 200 && !textOf(body).includes("<ListBucketResult") ? STRANGE : null,
        );
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
    secret: async () => createHash("sha256").update(`daybook ${options.secretAccessKey}`).digest(),
    served: null,
    close: async () => {},
  };
}
