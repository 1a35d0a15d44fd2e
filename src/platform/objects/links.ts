/**
 * Links that this service answers itself: a path and a query, and an HMAC-SHA256 over both as they stand. Invariant:
 * what is signed is the text of the address, so that no other spelling of the same thing is ever good.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { assert } from "../../core/assert.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { type Grant, isKey, type LinkOptions, percentEncoded } from "./objects.ts";

/** Where objects are fetched. */
export const OBJECTS_ROOT = "/objects";

/** A link's beginning, up to its signature, and that, which is the rest. */
const SIGNED = /^(\/objects\/[^&?#]+\?[^?#]*)&signature=([A-Za-z0-9_-]{43})$/;
/** More than any link of ours has; what is longer is not looked at. */
const TARGET_CHARACTERS = 4_096;

/** What is signed begins with what it is for, so that a signature is good for nothing else that is ever signed with this secret. */
function signatureOf(secret: Buffer, target: string): Buffer {
  return Buffer.from(createHmac("sha256", secret).update(`daybook object GET\n${target}`).digest("base64url"));
}

/** The path and query of a link. */
export function signedTarget(secret: Buffer, key: string, { filename, contentType, expiresAt }: LinkOptions): string {
  const target = `${OBJECTS_ROOT}/${key}?content_type=${percentEncoded(contentType)}&expires=${expiresAt}&filename=${percentEncoded(filename)}`;
  return `${target}&signature=${signatureOf(secret, target).toString()}`;
}

/** What a link grants at `now`. Only what is signed is read. */
export function judgeTarget(secret: Buffer, target: string, now: UnixSeconds): Grant | "forged" | "expired" {
  const [, signed, signature] = (target.length <= TARGET_CHARACTERS && SIGNED.exec(target)) || [];
  if (signed === undefined || signature === undefined) return "forged";
  if (!timingSafeEqual(signatureOf(secret, signed), Buffer.from(signature))) return "forged";
  const { pathname, searchParams } = new URL(signed, "http://localhost");
  const key = pathname.slice(OBJECTS_ROOT.length + 1);
  const [expires, filename, contentType] = ["expires", "filename", "content_type"].map((name) => searchParams.get(name));
  assert(isKey(key) && expires && filename && contentType, "a link was signed that is none");
  return now >= Number(expires) ? "expired" : { key, filename, contentType };
}
