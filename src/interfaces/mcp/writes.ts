/**
 * The tool that changes data. Invariant: nothing is carried out before a person confirmed exactly these
 * arguments: the first call only rehearses the operation and asks; the second one brings the person's answer
 * with a seal over the arguments. A confirmation is good for one change, for ten minutes.
 */
import { createHash } from "node:crypto";
import { createRequestStateCodec } from "@modelcontextprotocol/server";
import { isFileSchema, keyUse, type Operation } from "../../contract/operation.ts";
import { refuse } from "../../core/errors.ts";
import { permissionRefusal } from "../../modules/tenants/access/index.ts";
import { answerOf, plainAnswer, type ToolAnswer } from "./answer.ts";
import { type Arguments, inputOf, neededText, objectOf, onlyKnown } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { findOperation, isRead } from "./catalog.ts";
import { WRITE_NAME } from "./tools.ts";

/** The question to the person, and the seal that comes back with the answer. */
export interface Question {
  readonly message: string;
  readonly state: string;
}

/** What the client's side of the protocol gives. */
export interface Asking {
  /** True if the client can ask a person. */
  readonly canAsk: boolean;
  /** The seal of an earlier question; null in the first call. */
  readonly state: string | null;
  /** True if the person confirmed, false if not; null where the client brought no answer. */
  readonly confirmed: boolean | null;
  /** The API key, which the seal belongs to. */
  readonly key: string;
  readonly randomText: (length: number) => string;
  /** Marks a confirmation as used. Returns false if it was used before. */
  readonly use: (nonce: string) => boolean;
}

interface Sealed {
  readonly hash: string;
  readonly nonce: string;
}

const SEAL_SECONDS = 600;
const NONCE_CHARACTERS = 24;
/** The longest part of the arguments that a question shows. */
const SHOWN = 4_000;

/** Every process makes the same seal for a key, so that the second call may reach another one. */
function sealOf(key: string) {
  return createRequestStateCodec<Sealed>({
    key: createHash("sha256").update(`mcp confirmation\0${key}`).digest(),
    ttlSeconds: SEAL_SECONDS,
  });
}

function hashOf(given: Arguments): string {
  return createHash("sha256")
    .update(JSON.stringify(inOrder(given)))
    .digest("base64url");
}

/** The same value with the members of all objects by name. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

/** Refuses an operation that the tool can't call: one that reads, or that takes a file. */
function refuseUnsuited(operation: Operation): void {
  const { body } = operation;
  if (isRead(operation))
    throw refuse("invalid_request", {
      param: "operation",
      message: `\`${operation.id}\` changes nothing; use \`read_operation\`.`,
    });
  const required: readonly string[] = "schema" in body ? (body.schema.required ?? []) : [];
  const takesFile =
    body.mode === "stream" ||
    ("schema" in body && required.some((name) => isFileSchema(body.schema.properties[name])));
  if (takesFile)
    throw refuse("invalid_request", {
      param: "operation",
      message: `\`${operation.id}\` takes a file, which a tool can't send. Use the API.`,
    });
}

/** Reads the record at the path of an operation, as JSON; null where no operation reads it. */
async function readTwin(caller: Caller, operation: Operation, parameters: Arguments): Promise<string | null> {
  const { permissions } = caller.identity;
  const twin = caller.services.operations.find(
    (each) => each.operation.path === operation.path && isRead(each.operation),
  );
  if (
    twin === undefined ||
    !operation.path.includes("{") ||
    permissionRefusal(permissions, twin.operation.requires) !== null
  )
    return null;
  const names = Object.keys(twin.operation.pathParams);
  const path: Arguments = Object.fromEntries(names.map((name) => [name, parameters[name]] as const));
  return (await caller.call(twin, inputOf(twin.operation, path))).text;
}

/** Runs the tool. Returns a question where a person has to confirm first. Throws refusals. */
export async function write(
  caller: Caller,
  given: Arguments,
  asking: Asking,
): Promise<ToolAnswer | Question> {
  onlyKnown(given, ["operation", "parameters", "body"]);
  const bound = findOperation(caller.services.operations, neededText(given, "operation"));
  const { operation } = bound;
  refuseUnsuited(operation);
  const parameters = objectOf(given, "parameters");
  const body = given["body"] === undefined ? undefined : objectOf(given, "body");
  const inputWith = (nonce: string) =>
    inputOf(operation, parameters, {
      body,
      idempotencyKey: keyUse(operation) === "unused" ? null : `mcp-${nonce}`,
    });
  if (!asking.canAsk)
    throw refuse("invalid_request", {
      message:
        "This client can't ask a person, so nothing can be changed through it. It needs protocol version 2026-07-28 with elicitation.",
    });
  const seal = sealOf(asking.key);
  if (asking.state === null || asking.confirmed === null) {
    await caller.rehearse(bound, inputWith("rehearsal"));
    const before = await readTwin(caller, operation, parameters);
    const state = await seal.mint({ hash: hashOf(given), nonce: asking.randomText(NONCE_CHARACTERS) });
    return { message: questionOf(operation, caller, given, before), state };
  }
  const sealed = await opened(asking.state, seal);
  if (sealed.hash !== hashOf(given))
    throw refuse("invalid_request", { message: "A person confirmed other arguments than these." });
  if (!asking.confirmed) {
    await caller.enterCounted();
    return plainAnswer("Nothing was changed: the person declined.", caller.now, { changed: false });
  }
  if (!asking.use(sealed.nonce))
    throw refuse("invalid_request", { message: "This confirmation was used already. Ask again." });
  const before = await readTwin(caller, operation, parameters);
  const { text, output } = await caller.call(bound, inputWith(sealed.nonce));
  const after = operation.method === "DELETE" ? null : await readTwin(caller, operation, parameters);
  return answerOf({
    tool: WRITE_NAME,
    operation: operation.id,
    given,
    now: caller.now,
    json: text,
    output,
    more: { before: before ?? "null", after: after ?? text },
  });
}

/** The content of a seal. The library's reasons are of no use to a caller. */
async function opened(state: string, seal: ReturnType<typeof sealOf>): Promise<Sealed> {
  try {
    // The seal is bound to the key by its secret, so no context is needed.
    return await seal.verify(state, undefined as never);
  } catch {
    throw refuse("invalid_request", { message: "The confirmation is not valid any more. Ask again." });
  }
}

function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)} ... (${text.length - SHOWN} more characters)`;
}

function questionOf(operation: Operation, caller: Caller, given: Arguments, before: string | null): string {
  const { operation: _id, ...values } = given;
  return [
    `${operation.summary} (${operation.method} ${operation.path}) in company ${caller.identity.company_id}?`,
    `With: ${shortened(JSON.stringify(values))}`,
    ...(before === null ? [] : [`Before: ${shortened(before)}`]),
    ...(operation.hints.destructive ? ["This can't be undone by calling it again."] : []),
  ].join("\n");
}
