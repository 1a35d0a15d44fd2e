/**
 * The exchange with a browser: the session's cookie, forms, and the headers of a page. Invariants: a form is
 * read only if the browser says that a page of this service sent it; a page loads only the console's
 * stylesheet, is not cached, and can't be shown in a frame.
 */
import { timingSafeEqual } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Html } from "../../core/html.ts";
import { LIMITS } from "@daybook/words/limits";

/**
 * The prefix makes browsers insist on TLS, this host and the whole of it, so that no neighbour can set the
 * cookie.
 */
const SECURE_NAME = "__Host-daybook";
/**
 * Without TLS, browsers give a cookie to all ports of a host: with the port in its name, two services on one
 * machine do not sign each other's users out.
 */
const plainName = (host = ""): string => `daybook${/:\d+$/.exec(host)?.[0].replace(":", "-") ?? ""}`;
const MAX_AGE_S = LIMITS.session_hours.value * 3_600;

/** True if people reach the service over TLS. */
function isSecure(publicUrl: string | null): boolean {
  return publicUrl?.startsWith("https:") === true;
}

function cookieName({ headers }: FastifyRequest, publicUrl: string | null): string {
  return isSecure(publicUrl) ? SECURE_NAME : plainName(headers.host);
}

/** The session's token. Null if there is none, or more than one: another program might read the other one. */
export function sessionOf(request: FastifyRequest, publicUrl: string | null): string | null {
  const name = cookieName(request, publicUrl);
  const header = request.headers.cookie ?? "";
  if (header.split(";").filter((pair) => pair.split("=", 1)[0]?.trim() === name).length !== 1) return null;
  return parseCookie(header)[name] ?? null;
}

/** Gives the browser a session, or takes it away. Out of reach of scripts, and of what other sites send. */
export function keepSession(reply: FastifyReply, session: string | null, publicUrl: string | null): void {
  const secure = isSecure(publicUrl);
  const cookie = {
    name: cookieName(reply.request, publicUrl),
    value: session ?? "",
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: session === null ? 0 : MAX_AGE_S,
  } as const;
  reply.header("set-cookie", stringifySetCookie(cookie));
}

/** Compares a token with the expected one, in a time that does not tell how much of it is right. */
export function isSame(given: string, expected: string): boolean {
  return (
    given.length === expected.length &&
    timingSafeEqual(Buffer.from(given, "latin1"), Buffer.from(expected, "latin1"))
  );
}

const FORM_TYPE = /^application\/x-www-form-urlencoded *(;|$)/i;

/**
 * The fields of a form. Null if the body is not a form, repeats a field, or contains NUL, which the database
 * can't store.
 */
export function formOf(request: FastifyRequest): ((name: string) => string) | null {
  if (!FORM_TYPE.test(request.headers["content-type"] ?? "")) return null;
  const fields = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "");
  if (
    new Set(fields.keys()).size !== fields.size ||
    [...fields.values()].some((value) => value.includes("\0"))
  )
    return null;
  return (name) => fields.get(name) ?? "";
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a page. */
export function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return (
    reply
      .code(status)
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", POLICY)
      .header("cross-origin-opener-policy", "same-origin")
      .header("x-content-type-options", "nosniff")
      // The address of a link's page contains its token, which must not reach other logs as the referrer.
      // Without any referrer, browsers would not send the origin of a form.
      .header("referrer-policy", "strict-origin")
      .send(page)
  );
}

/** Leads to another page, which is asked for by GET. */
export function leadTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(address, 303);
}
