/**
 * Objects: whole files that the service makes or is given, each under a key, and links by which they are
 * fetched without an API key. Invariants: an object is there whole or not at all; a key names one place and
 * no other; a link grants one object, under one name and type, until one instant.
 */
import { assert } from "../../core/assert.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { LIMITS } from "../../core/limits.ts";

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
   * From this second on the link is refused. At most the limit `link_seconds` after `now`, which is the
   * longest that S3 knows.
   */
  readonly expiresAt: UnixSeconds;
}

/** Bytes of a length and hashes that are known, which can be read again when a server was away. */
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
  /** In bytes; more than none. */
  readonly size: number;
  /** In base64. */
  readonly md5: string;
}

/**
 * An address at which PUT stores an object, with the headers to send as they stand. The length of the body is
 * the last thing that is bound.
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
   * Prepares the storage; otherwise the first call of any other function does. Throws `FileProblem` if this
   * machine can't; an unreachable server is not an error here.
   */
  open(): Promise<void>;
  /**
   * Stores an object, in place of the one that had the key. Throws `FileProblem` or `StorageProblem`, and
   * then nothing was stored, or by a server that did not answer perhaps the whole.
   */
  put(key: string, content: Uint8Array, contentType: string, signal: AbortSignal): Promise<void>;
  /**
   * The same with a file that need not be in memory. Throws also when it is not the bytes that its hashes
   * say.
   */
  putFile(key: string, file: ContentFile, contentType: string, signal: AbortSignal): Promise<void>;
  find(key: string): Promise<StoredObject | null>;
  /** Returns the stored bytes; null if the object does not exist. */
  read(key: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /**
   * The same piece by piece, without a check of the whole. Whoever does not read it to its end aborts the
   * signal.
   */
  stream(key: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | null>;
  /** Deletes an object, if it is there. */
  delete(key: string): Promise<void>;
  /**
   * The keys that begin with `prefix`, which is empty or ends with `/`, in no order. What is stored or
   * deleted meanwhile may be among them.
   */
  list(prefix: string): AsyncIterable<string>;
  /** An address under which GET gives the object. Whoever has it needs nothing else. */
  link(key: string, options: LinkOptions): Promise<string>;
  /**
   * An address at which PUT stores these bytes and no others under a key, however often, until it ends.
   * Whoever has it needs nothing else.
   */
  signUpload(key: string, options: UploadOptions): Promise<UploadAddress>;
  /** The part that answers links in this service; null if another server does. */
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

/** The bytes that came are not those that the address is for. */
export class WrongBytes extends Error {
  override readonly name = "WrongBytes";
}

export interface ServedObjects {
  /** Judges an address to put an object at, as it came. */
  judgeUpload(target: string, now: UnixSeconds): Promise<UploadGrant | "forged" | "expired">;
  /** Stores what comes for a grant, whole. Throws `WrongBytes`. */
  receive(grant: UploadGrant, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /** Judges a link by its path and query, to the letter as they came. */
  judge(target: string, now: UnixSeconds): Promise<Grant | "forged" | "expired">;
  /** Opens an object to read it in parts; null if it does not exist. The caller closes it. */
  openObject(key: string): Promise<OpenedObject | null>;
}

/** An object that stays as it was when it was opened, also when it is replaced or deleted. */
export interface OpenedObject extends StoredObject {
  /** Differs for other bytes; without quotes. */
  readonly tag: string;
  /**
   * The bytes from `start` to `end`, both included; empty when `end` lies before `start`. Ended or left, it
   * closes the object.
   */
  stream(start: number, end: number): NodeJS.ReadableStream;
  close(): Promise<void>;
}

/** A server that keeps the objects is away, or refused. The message names it and says why. */
export class StorageProblem extends Error {
  override readonly name = "StorageProblem";
}

const KEY_CHARACTERS = 400;
/**
 * A segment begins with a letter or digit, so that none is `.` or `..`; letters may take two characters of a
 * file's name, which has at most 255.
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

/** Asserts that a link may be made so. */
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

/** Asserts that an address to put an object at may be made so. */
export function assertUpload(key: string, options: UploadOptions): void {
  assertLink(key, options);
  assert(
    Number.isSafeInteger(options.size) && options.size > 0 && /^[A-Za-z0-9+/]{22}==$/.test(options.md5),
    "an upload without a length or an MD5",
  );
}

/** The headers that an upload is bound to. */
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
  const [ending = ""] = /\.[A-Za-z0-9]{1,10}$/.exec(plain) ?? [];
  // Cut between characters, and first to as many as there could be.
  const letters = Array.from(plain.slice(0, plain.length - ending.length)).slice(0, FILENAME_BYTES);
  while (Buffer.byteLength(letters.join("") + ending) > FILENAME_BYTES) letters.pop();
  const stem = letters.join("");
  return (
    (stem.length + ending.length < plain.length ? stem.replace(/[\s.]+$/u, "") : stem) + ending || "file"
  );
}

/** Percent-encodes all but letters, digits and `-._~`; proxies do not change this spelling. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The `Content-Disposition` (RFC 6266) of a file that is to be saved: in letters that every program reads,
 * and as it is.
 */
export function dispositionOf(filename: string): string {
  const plain = filename
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .replaceAll('"', "'")
    .replaceAll(/[^ -~]|[%/\\]/gu, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(filename)}`;
}
