/**
 * Links that this service answers itself: a path and a query, and an HMAC-SHA256 over both as they stand.
 * Invariant: what is signed is the text of the address, so that no other spelling of the same thing is ever
 * good.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { assert } from "../../core/assert.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import {
  type Grant,
  isKey,
  type LinkOptions,
  percentEncoded,
  type UploadGrant,
  uploadHeaders,
  type UploadOptions,
} from "./objects.ts";

/** The path under which objects are fetched. */
export const OBJECTS_ROOT = "/objects";

/** A link's beginning, up to its signature, and that, which is the rest. */
const SIGNED = /^(\/objects\/[^&?#]+\?[^?#]*)&signature=([A-Za-z0-9_-]{43})$/;
/** More than any link of ours has; what is longer is not looked at. */
const TARGET_CHARACTERS = 4_096;

/**
 * The signed text begins with its purpose, so a signature is not valid for anything else signed with this
 * secret.
 */
function signatureOf(secret: Buffer, method: "GET" | "PUT", target: string): Buffer {
  return Buffer.from(
    createHmac("sha256", secret).update(`daybook object ${method}\n${target}`).digest("base64url"),
  );
}

/** Parses a target that this service signed for this method; null otherwise. Only signed parts are read. */
function readSigned(
  secret: Buffer,
  method: "GET" | "PUT",
  target: string,
): { readonly key: string; readonly said: URLSearchParams } | null {
  const [, signed, signature] = (target.length <= TARGET_CHARACTERS && SIGNED.exec(target)) || [];
  if (signed === undefined || signature === undefined) return null;
  if (!timingSafeEqual(signatureOf(secret, method, signed), Buffer.from(signature))) return null;
  const { pathname, searchParams } = new URL(signed, "http://localhost");
  return { key: pathname.slice(OBJECTS_ROOT.length + 1), said: searchParams };
}

/** The path and query of a link. */
export function signedTarget(
  secret: Buffer,
  key: string,
  { filename, contentType, expiresAt }: LinkOptions,
): string {
  const target = `${OBJECTS_ROOT}/${key}?content_type=${percentEncoded(contentType)}&expires=${expiresAt}&filename=${percentEncoded(filename)}`;
  return `${target}&signature=${signatureOf(secret, "GET", target).toString()}`;
}

/** Checks a link and returns its grant at `now`. */
export function judgeTarget(secret: Buffer, target: string, now: UnixSeconds): Grant | "forged" | "expired" {
  const signed = readSigned(secret, "GET", target);
  if (signed === null) return "forged";
  const { key, said } = signed;
  const [expires, filename, contentType] = ["expires", "filename", "content_type"].map((name) =>
    said.get(name),
  );
  assert(isKey(key) && expires && filename && contentType, "a link was signed that is none");
  return now >= Number(expires) ? "expired" : { key, filename, contentType };
}

/** The path and query of an address to put an object at, which says all that it is bound to. */
export function signedUploadTarget(secret: Buffer, key: string, options: UploadOptions): string {
  const said = {
    content_md5: options.md5,
    content_type: options.contentType,
    expires: String(options.expiresAt),
    filename: options.filename,
    size: String(options.size),
  };
  const target = `${OBJECTS_ROOT}/${key}?${Object.entries(said)
    .map(([name, value]) => `${name}=${percentEncoded(value)}`)
    .join("&")}`;
  return `${target}&signature=${signatureOf(secret, "PUT", target).toString()}`;
}

/** Checks an upload address and returns its grant at `now`. */
export function judgeUploadTarget(
  secret: Buffer,
  target: string,
  now: UnixSeconds,
): UploadGrant | "forged" | "expired" {
  const signed = readSigned(secret, "PUT", target);
  if (signed === null) return "forged";
  const { key, said } = signed;
  const [expires, filename, contentType, md5, size] = [
    "expires",
    "filename",
    "content_type",
    "content_md5",
    "size",
  ].map((name) => said.get(name));
  assert(
    isKey(key) && expires && filename && contentType && md5 && size,
    "an address was signed that is none",
  );
  if (now >= Number(expires)) return "expired";
  return { key, size: Number(size), headers: uploadHeaders({ filename, contentType, md5 }) };
}
