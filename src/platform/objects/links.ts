/**
 * Links that this service answers itself: a path and a query, signed with HMAC-SHA256. Invariant: the
 * signature is over the exact text, so that a different spelling of the same path and query is never valid.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { assert } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
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

/** Matches the signed text of a target (path and query), and the signature at its end. */
const SIGNED = /^(\/objects\/[^&?#]+\?[^?#]*)&signature=([A-Za-z0-9_-]{43})$/;
/** Longer targets are refused without checking the signature. No valid link is that long. */
const TARGET_CHARACTERS = 4_096;

/**
 * Returns the signature of a target. The signed text begins with its purpose, so that the signature is not
 * valid for anything else that this secret may sign.
 */
function signatureOf(secret: Buffer, method: "GET" | "PUT", target: string): Buffer {
  return Buffer.from(
    createHmac("sha256", secret).update(`daybook object ${method}\n${target}`).digest("base64url"),
  );
}

/** Parses a target that this service signed for this method; null otherwise. Reads only signed parts. */
function readSigned(
  secret: Buffer,
  method: "GET" | "PUT",
  target: string,
): { readonly key: string; readonly params: URLSearchParams } | null {
  const [, signed, signature] = (target.length <= TARGET_CHARACTERS && SIGNED.exec(target)) || [];
  if (signed === undefined || signature === undefined) return null;
  if (!timingSafeEqual(signatureOf(secret, method, signed), Buffer.from(signature))) return null;
  const { pathname, searchParams } = new URL(signed, "http://localhost");
  return { key: pathname.slice(OBJECTS_ROOT.length + 1), params: searchParams };
}

/** Returns the path and query of a link. */
export function signedTarget(
  secret: Buffer,
  key: string,
  { filename, contentType, expiresAt }: LinkOptions,
): string {
  const target = `${OBJECTS_ROOT}/${key}?content_type=${percentEncoded(contentType)}&expires=${expiresAt}&filename=${percentEncoded(filename)}`;
  return `${target}&signature=${signatureOf(secret, "GET", target).toString()}`;
}

/** Checks a link, and returns the access that it gives at `now`. */
export function checkTarget(secret: Buffer, target: string, now: UnixSeconds): Grant | "forged" | "expired" {
  const signed = readSigned(secret, "GET", target);
  if (signed === null) return "forged";
  const { key, params } = signed;
  const [expires, filename, contentType] = ["expires", "filename", "content_type"].map((name) =>
    params.get(name),
  );
  assert(isKey(key) && expires && filename && contentType, "a signed link is incomplete");
  return now >= Number(expires) ? "expired" : { key, filename, contentType };
}

/** Returns the path and query of an upload address, which names everything that the upload must match. */
export function signedUploadTarget(secret: Buffer, key: string, options: UploadOptions): string {
  const params = {
    content_md5: options.md5,
    content_type: options.contentType,
    expires: String(options.expiresAt),
    filename: options.filename,
    size: String(options.size),
  };
  const target = `${OBJECTS_ROOT}/${key}?${Object.entries(params)
    .map(([name, value]) => `${name}=${percentEncoded(value)}`)
    .join("&")}`;
  return `${target}&signature=${signatureOf(secret, "PUT", target).toString()}`;
}

/** Checks an upload address, and returns the upload that it allows at `now`. */
export function checkUploadTarget(
  secret: Buffer,
  target: string,
  now: UnixSeconds,
): UploadGrant | "forged" | "expired" {
  const signed = readSigned(secret, "PUT", target);
  if (signed === null) return "forged";
  const { key, params } = signed;
  const [expires, filename, contentType, md5, size] = [
    "expires",
    "filename",
    "content_type",
    "content_md5",
    "size",
  ].map((name) => params.get(name));
  assert(
    isKey(key) && expires && filename && contentType && md5 && size,
    "a signed upload address is incomplete",
  );
  if (now >= Number(expires)) return "expired";
  return { key, size: Number(size), headers: uploadHeaders({ filename, contentType, md5 }) };
}
