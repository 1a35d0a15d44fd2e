/**
 * Session ids for clients of the protocol versions that open with `initialize`. Only then do they state that
 * they can ask a person, so later the id has to state it. Invariant: nothing is stored. The id and the ids of
 * our questions are sealed with the caller's key, so every process knows them, and no other key can use them.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export const SESSION_HEADER = "mcp-session-id";
const NONCE_CHARACTERS = 24;
/** No id of ours is longer, so longer ones are not hashed. */
const LONGEST = 200;

type RandomText = (length: number) => string;

function sealed(key: string, purpose: string, nonce: string): string {
  return `${nonce}.${createHmac("sha256", key).update(`mcp ${purpose}\0${nonce}`).digest("base64url")}`;
}

function isSealed(key: string, purpose: string, id: string): boolean {
  if (id.length > LONGEST) return false;
  const expected = Buffer.from(sealed(key, purpose, id.slice(0, Math.max(0, id.indexOf(".")))));
  const given = Buffer.from(id);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Makes the id of a session whose client can ask a person. */
export function newSession(key: string, randomText: RandomText): string {
  return sealed(key, "session", randomText(NONCE_CHARACTERS));
}

/** True if an id was made by `newSession` for this key. */
export function isSession(key: string, id: string): boolean {
  return isSealed(key, "session", id);
}

/** Makes the id of a question that only this session can answer. */
export function newQuestion(key: string, session: string, randomText: RandomText): string {
  return sealed(key, `question ${session}`, randomText(NONCE_CHARACTERS));
}

/** True if an id was made by `newQuestion` for this session. */
export function isQuestion(key: string, session: string, id: string): boolean {
  return isSealed(key, `question ${session}`, id);
}

/** The session id that a request brings; null for none. */
export function sessionIn({ [SESSION_HEADER]: id }: IncomingHttpHeaders): string | null {
  return typeof id === "string" ? id : null;
}

/** True if a client can show a person a form, by the capabilities that it declares. */
export function canElicit(capabilities: unknown): boolean {
  if (typeof capabilities !== "object" || capabilities === null) return false;
  const { elicitation } = capabilities as { readonly elicitation?: unknown };
  if (typeof elicitation !== "object" || elicitation === null) return false;
  // Before there were modes, an empty object meant forms.
  const { form, url } = elicitation as { readonly form?: unknown; readonly url?: unknown };
  return form !== undefined || url === undefined;
}
