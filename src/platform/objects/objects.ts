/**
 * The object storage: files that the service creates or receives, each stored under a key, and signed links
 * that download a file without an API key. Invariants: an object is stored completely or not at all;
 * different keys are different objects; a link gives access to one object, with one file name and type, until
 * it expires.
 */
import { assert } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { FileProblem } from "../machine/files.ts";

export interface StoredObject {
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
}

export interface LinkOptions {
  /** The file name for the download: a name that `asFilename` does not change. */
  readonly filename: string;
  readonly contentType: string;
  readonly now: UnixSeconds;
  /**
   * The first second at which the link is refused. At most `link_seconds` (words/limits.ts) after `now`,
   * which is the longest time that S3 allows.
   */
  readonly expiresAt: UnixSeconds;
}

/**
 * A file whose length and hashes are known. Its bytes can be read again for a further attempt to store them.
 */
export interface ContentFile {
  /** In bytes. */
  readonly size: number;
  /** In base64. */
  readonly md5: string;
  /** In hexadecimal digits. */
  readonly sha256: string;
  read(): AsyncIterable<Uint8Array>;
}

/** The bytes and headers that an upload address accepts. */
export interface UploadOptions extends LinkOptions {
  /** In bytes; at least 1. */
  readonly size: number;
  /** In base64. */
  readonly md5: string;
}

/**
 * A signed URL at which PUT stores an object, with the headers that the request must have. The signature also
 * covers the length of the body.
 */
export interface UploadAddress {
  readonly url: string;
  readonly headers: {
    readonly "Content-Type": string;
    readonly "Content-MD5": string;
    readonly "Content-Disposition": string;
  };
}

export interface Objects {
  /**
   * Prepares the storage. Without this call, the first call of another function does so. Throws `FileProblem`
   * if the folder can't be used; an unreachable server is not an error yet.
   */
  open(): Promise<void>;
  /**
   * Stores an object and replaces an existing one with the same key. Resolves when the storage has proved
   * that it holds these bytes. After a `FileProblem` or `StorageProblem` nothing was stored, except that a
   * server which did not answer may have stored the complete object.
   */
  put(key: string, content: Uint8Array, contentType: string, signal: AbortSignal): Promise<void>;
  /**
   * Stores a file that need not be in memory, like `put`. Also throws if the bytes don't match the hashes.
   */
  putFile(key: string, file: ContentFile, contentType: string, signal: AbortSignal): Promise<void>;
  /** Returns the size and type of an object; null if it does not exist. */
  find(key: string): Promise<StoredObject | null>;
  /** Returns the stored bytes; null if the object does not exist. */
  read(key: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /**
   * Returns the stored bytes piece by piece, without a check of their hash. A caller that does not read to
   * the end must abort the signal.
   */
  stream(key: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | null>;
  /** Deletes an object if it exists. */
  delete(key: string): Promise<void>;
  /**
   * Yields the keys that begin with `prefix`, which is empty or ends with `/`, in no order. Objects that are
   * stored or deleted meanwhile may be included.
   */
  list(prefix: string): AsyncIterable<string>;
  /** Returns a URL at which GET returns the object, without further authentication. */
  link(key: string, options: LinkOptions): Promise<string>;
  /**
   * Returns a URL at which PUT stores exactly these bytes under a key, without further authentication. The
   * URL may be used several times until it expires.
   */
  signUpload(key: string, options: UploadOptions): Promise<UploadAddress>;
  /** Returns a secret that the database does not have, and that all processes with this storage share. */
  secret(): Promise<Buffer>;
  /** Answers the requests for links, if this service does so; null if another server does. */
  readonly served: ServedObjects | null;
  close(): Promise<void>;
}

/** The object that a valid link gives access to. */
export interface Grant {
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
}

/** The object that a valid upload address allows to store. */
export interface UploadGrant {
  readonly key: string;
  readonly size: number;
  readonly headers: UploadAddress["headers"];
}

/** The uploaded bytes are not those that the upload address accepts. */
export class WrongBytes extends Error {
  override readonly name = "WrongBytes";
}

export interface ServedObjects {
  /** Checks the path and query of an upload request, exactly as they were received. */
  checkUpload(target: string, now: UnixSeconds): Promise<UploadGrant | "forged" | "expired">;
  /** Stores the body of an upload request. Throws `WrongBytes` if the grant is for other bytes. */
  receive(grant: UploadGrant, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /** Checks the path and query of a download request, exactly as they were received. */
  checkLink(target: string, now: UnixSeconds): Promise<Grant | "forged" | "expired">;
  /** Opens an object to read it in parts; null if it does not exist. The caller closes it. */
  openObject(key: string): Promise<OpenedObject | null>;
}

/** An open object. Its bytes stay the same even if the object is replaced or deleted meanwhile. */
export interface OpenedObject extends StoredObject {
  /** The entity tag, without quotes. Different bytes have different tags. */
  readonly tag: string;
  /**
   * Returns the bytes from `start` to `end`, both included; none if `end` is less than `start`. The end or
   * the destruction of the stream closes the object.
   */
  stream(start: number, end: number): NodeJS.ReadableStream;
  close(): Promise<void>;
}

/** The server that stores the objects is unavailable or refused a request. The message names the reason. */
export class StorageProblem extends Error {
  override readonly name = "StorageProblem";
}

/** True if an error means that the storage can't be used at the moment: its server, or its folder. */
export function isStorageFailure(error: unknown): error is StorageProblem | FileProblem {
  return error instanceof StorageProblem || error instanceof FileProblem;
}

const KEY_CHARACTERS = 400;
/**
 * A segment of a key begins with a letter or digit, so it can't be `.` or `..`. It is short, because the
 * folder storage writes a capital letter as two characters, and a file's name has at most 255 characters.
 */
const SEGMENT = "[A-Za-z0-9][A-Za-z0-9_.-]{0,99}";
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT}){0,9}$`);
const PREFIX = new RegExp(`^(${SEGMENT}/){0,9}$`);
const TOKEN = "[A-Za-z0-9!#$&^_.+-]{1,100}";
const CONTENT_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(; charset=[A-Za-z0-9-]{1,20})?$`);
const FILENAME_BYTES = 255;

export function isKey(text: string): boolean {
  return text.length <= KEY_CHARACTERS && KEY.test(text);
}

export function assertKey(key: string): void {
  assert(isKey(key), `not the key of an object: ${JSON.stringify(key.slice(0, KEY_CHARACTERS))}`);
}

export function assertPrefix(prefix: string): void {
  assert(
    prefix.length <= KEY_CHARACTERS && PREFIX.test(prefix),
    `not the beginning of keys: ${JSON.stringify(prefix.slice(0, KEY_CHARACTERS))}`,
  );
}

export function assertContentType(contentType: string): void {
  assert(CONTENT_TYPE.test(contentType), `not a content type: ${JSON.stringify(contentType.slice(0, 200))}`);
}

/** Asserts that the key and the options of a link are valid. */
export function assertLink(key: string, { filename, contentType, now, expiresAt }: LinkOptions): void {
  assertKey(key);
  assertContentType(contentType);
  assert(
    asFilename(filename) === filename,
    `not a name for a file: ${JSON.stringify(filename.slice(0, FILENAME_BYTES))}`,
  );
  assert(
    expiresAt > now && expiresAt - now <= LIMITS.link_seconds.value,
    `a link from ${now} to ${expiresAt}`,
  );
}

/** Asserts that the key and the options of an upload address are valid. */
export function assertUpload(key: string, options: UploadOptions): void {
  assertLink(key, options);
  assert(
    Number.isSafeInteger(options.size) && options.size > 0 && /^[A-Za-z0-9+/]{22}==$/.test(options.md5),
    "an upload without a length or an MD5",
  );
}

/** Returns the headers that an upload request must have. */
export function uploadHeaders({
  contentType,
  md5,
  filename,
}: Pick<UploadOptions, "contentType" | "md5" | "filename">): UploadAddress["headers"] {
  return { "Content-Type": contentType, "Content-MD5": md5, "Content-Disposition": dispositionOf(filename) };
}

/**
 * Makes any text a safe file name for every system: path separators, control and format characters become
 * `_`, dots and blanks at both ends are removed, and a long name is shortened before its extension.
 */
export function asFilename(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, "_")
    .replaceAll(/^[\s.]+|[\s.]+$/gu, "");
  const [extension = ""] = /\.[A-Za-z0-9]{1,10}$/.exec(plain) ?? [];
  // Cuts only between characters. The first cut bounds the number of steps of the loop.
  const letters = Array.from(plain.slice(0, plain.length - extension.length)).slice(0, FILENAME_BYTES);
  while (Buffer.byteLength(letters.join("") + extension) > FILENAME_BYTES) letters.pop();
  const stem = letters.join("");
  const isCut = stem.length + extension.length < plain.length;
  return (isCut ? stem.replace(/[\s.]+$/u, "") : stem) + extension || "file";
}

/** Percent-encodes all characters but letters, digits and `-._~`. Proxies don't change this encoding. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Returns the `Content-Disposition` header (RFC 6266) that makes a browser save the file. It has the name
 * twice: in ASCII for old programs, and unchanged.
 */
export function dispositionOf(filename: string): string {
  const ascii = filename
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .replaceAll('"', "'")
    .replaceAll(/[^ -~]|[%/\\]/gu, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncoded(filename)}`;
}
