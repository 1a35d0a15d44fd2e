/** The tags of answers, as HTTP has them: `ETag` and `If-None-Match`. */
import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Exchange } from "../dispatch/exchange.ts";
import { hasTag } from "../dispatch/unchanged.ts";

/** Tags an answer, and tells whether the caller has it already. */
export function isKnown(exchange: Exchange, reply: FastifyReply, text: string | Uint8Array): boolean {
  const tag = `"${hash("sha256", text, "base64url")}"`;
  exchange.keepTag?.(tag);
  tagged(reply, tag);
  return hasTag(exchange, tag);
}

/** A compressed answer keeps its tag, so the tag is weak. */
export function tagged(reply: FastifyReply, tag: string): FastifyReply {
  return reply.header("etag", `W/${tag}`).header("cache-control", "no-store");
}
