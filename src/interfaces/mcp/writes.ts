/**
 * The tool that changes data. Invariant: nothing is carried out before a person confirmed exactly these
 * arguments: the first call only rehearses the operation and asks; the second one brings the person's answer
 * with a seal over the arguments. A confirmation is good for one change, for ten minutes.
 */
import { createHash } from "node:crypto";
import { createRequestStateCodec } from "@modelcontextprotocol/server";
import { type Bound, isFileSchema, keyUse, type Operation } from "../../contract/operation.ts";
import { cents } from "@daybook/words/cents";
import { unixSeconds } from "@daybook/words/civil-date";
import { type ErrorCode, Refusal, refuse } from "../../core/errors.ts";
import { dollarText } from "@daybook/words/money-text";
import { HIDDEN_CHARACTERS } from "@daybook/words/names";
import { answerOf, type GoOn, plainAnswer, type ToolAnswer } from "./answer.ts";
import { type Arguments, inputOf, neededText, objectOf, onlyKnown } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { findOperation, isRead } from "./catalog.ts";
import { shownName } from "./compact.ts";
import { type Subject, subjectOf } from "./subjects.ts";
import { WRITE_NAME } from "./tools.ts";
import { mayWrite } from "./whoami.ts";

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
}

interface Sealed {
  readonly hash: string;
  readonly nonce: string;
  /** The hash of the record that the person saw; null where there was none to see. */
  readonly before: string | null;
}

const SEAL_SECONDS = 600;
const NONCE_CHARACTERS = 24;
/** The longest text of the arguments that a person is asked to read. A longer one is refused, never cut. */
const MOST_ASKED = 4_000;
/** The longest part of the record that a question shows. */
const SHOWN = 4_000;

/**
 * Every process makes the same seal for a key, so that the second call may reach another one. The seal ties
 * an answer to its question. It does not stop a caller who has the key, and who can use the API anyway.
 */
function sealOf(key: string) {
  return createRequestStateCodec<Sealed>({
    key: createHash("sha256").update(`mcp confirmation\0${key}`).digest(),
    ttlSeconds: SEAL_SECONDS,
  });
}

function hashOf(given: Arguments): string {
  return sha256(JSON.stringify(inOrder(given)));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the value with the members of all objects sorted by name. */
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

/** Refusals of a read that do not rule out the change. */
const UNREADABLE: ReadonlySet<string> = new Set<ErrorCode>([
  "feature_disabled",
  "insufficient_permission",
  "plan_upgrade_required",
]);

/** Reads a record as JSON; null where it can't be shown. Throws the refusals that the change would have, too. */
async function readRecord(subject: Subject | null): Promise<string | null> {
  if (subject === null) return null;
  try {
    return await subject.read();
  } catch (error) {
    if (error instanceof Refusal && UNREADABLE.has(error.code)) return null;
    throw error;
  }
}

/** Runs the tool. Returns a question where a person has to confirm first. Throws refusals. */
export async function write(
  caller: Caller,
  given: Arguments,
  asking: Asking,
): Promise<ToolAnswer | Question> {
  // The tool is not listed for these either. Some of the operations need no right to change anything.
  if (!mayWrite(caller.identity.permissions)) throw refuse("insufficient_permission");
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
        "This client can't ask a person, so nothing can be changed through it. Use a client that can show forms (elicitation), of protocol version 2025-06-18 or later, or change it by the API, the console or the command line.",
    });
  const seal = sealOf(asking.key);
  const subject = () => subjectOf(caller, operation, parameters, body ?? {});
  if (asking.state === null || asking.confirmed === null) {
    await caller.rehearse(bound, inputWith("rehearsal"));
    const before = await readRecord(await subject());
    const state = await seal.mint({
      hash: hashOf(given),
      nonce: asking.randomText(NONCE_CHARACTERS),
      before: before === null ? null : sha256(before),
    });
    return { message: questionOf(operation, caller, given, before), state };
  }
  const sealed = await opened(asking.state, seal);
  if (sealed.hash !== hashOf(given))
    throw refuse("invalid_request", { message: "A person confirmed other arguments than these." });
  const declined = declinedKeyOf(caller, operation, sealed);
  if (!asking.confirmed) {
    await caller.services.retries.claim(
      { ...declined, now: caller.now, inputHash: async () => sealed.hash },
      true,
    );
    return plainAnswer("Nothing was changed: the person declined.", caller.now, { changed: false });
  }
  if ((await caller.services.retries.noteOf(declined, sealedAfter(caller))) !== null)
    throw refuse("invalid_request", { message: "The person declined this change. Ask again." });
  return carryOut(caller, {
    bound,
    subject: await subject(),
    sealed,
    given,
    input: inputWith(sealed.nonce),
  });
}

interface Confirmed {
  readonly bound: Bound;
  readonly subject: Subject | null;
  readonly sealed: Sealed;
  readonly given: Arguments;
  readonly input: ReturnType<typeof inputOf>;
}

/**
 * Carries out what a person confirmed. A confirmation sent again gets the first answer again where answers
 * are stored by `Idempotency-Key`; for every other operation it is used up before anything is changed.
 */
async function carryOut(
  caller: Caller,
  { bound, subject, sealed, given, input }: Confirmed,
): Promise<ToolAnswer> {
  const { operation } = bound;
  const before = await readRecord(subject);
  if (input.idempotencyKey === null) await useUp(caller, operation, sealed);
  const isSeen = (before === null ? null : sha256(before)) === sealed.before;
  if (!isSeen && !(await wasAnswered(caller, operation, input.idempotencyKey)))
    throw refuse("invalid_request", {
      message: "The record was changed after the person was asked. Ask again.",
    });
  const { output, isRetry } = await caller.call(bound, input);
  const after = await readAfter(caller, subject);
  return answerOf(caller, {
    tool: WRITE_NAME,
    operation: operation.id,
    given,
    output,
    missing: after.missing,
    more: isRetry
      ? { before: null, after: parsed(after.text), repeated: true }
      : { before: parsed(before), after: parsed(after.text) ?? (subject === null ? output : null) },
    remarks: isRetry ? [REPEATED] : [],
  });
}

function parsed(json: string | null): unknown {
  return json === null ? null : (JSON.parse(json) as unknown);
}

const REPEATED =
  "This was carried out before. `result` is the answer of that time; nothing was changed again.";

/** Refuses a confirmation that was used before. */
async function useUp(caller: Caller, operation: Operation, { nonce, hash }: Sealed): Promise<void> {
  const { services, now } = caller;
  const inputHash = async () => hash;
  const isNew = await services.retries.claim({
    ...answerKeyOf(caller, operation, `mcp-${nonce}`),
    now,
    inputHash,
  });
  if (!isNew) throw refuse("invalid_request", { message: "This confirmation was used already. Ask again." });
}

/** True if a change was carried out before, so that its stored answer is given again. */
async function wasAnswered(caller: Caller, operation: Operation, key: string | null): Promise<boolean> {
  if (key === null) return false;
  // The answer is stored in the transaction that changes the record, so whoever reads the changed record
  // finds it.
  const place = answerKeyOf(caller, operation, key);
  return (await caller.services.retries.noteOf(place, sealedAfter(caller))) !== null;
}

/** Returns the time since which seals are valid. */
function sealedAfter({ now }: Caller) {
  return unixSeconds(now - SEAL_SECONDS - 1);
}

/**
 * The key under which it is noted that a person declined. A no is final, even if a yes with the same seal
 * follows.
 */
function declinedKeyOf(caller: Caller, operation: Operation, { nonce }: Sealed) {
  return answerKeyOf(caller, operation, `mcp-declined-${nonce}`);
}

function answerKeyOf({ identity }: Caller, { id }: Operation, key: string) {
  return { companyId: identity.company_id, userId: identity.user_id, operation: id, key };
}

/**
 * Returns the record after the change. The change was made, so a failure here only means that the record is
 * not shown.
 */
async function readAfter(
  caller: Caller,
  subject: Subject | null,
): Promise<{ readonly text: string | null; readonly missing: GoOn | null }> {
  const afterwards = subject?.afterwards ?? null;
  if (afterwards === null) return { text: null, missing: null };
  try {
    return { text: await readRecord(subject), missing: null };
  } catch (error) {
    if (!(error instanceof Refusal)) caller.services.log.error({ error }, "a changed record can't be read");
    return {
      text: null,
      missing: {
        how: "The change was carried out, but the record as it is now could not be read. Read it with these arguments; don't repeat the change.",
        tool: "read_operation",
        arguments: { ...afterwards },
      },
    };
  }
}

/** Returns the content of a seal. The library's reasons would not help a caller. */
async function opened(state: string, seal: ReturnType<typeof sealOf>): Promise<Sealed> {
  try {
    // The seal is bound to the key by its secret, so no context is needed.
    return await seal.verify(state, undefined as never);
  } catch {
    throw refuse("invalid_request", { message: "The confirmation is not valid any more. Ask again." });
  }
}

const HIDDEN = new RegExp(`[${HIDDEN_CHARACTERS}]`, "gu");

/** JSON for a person to read: amounts as text, nothing invisible, nothing that turns the direction of writing. */
function readable(json: string): string {
  return JSON.stringify(withDollars(JSON.parse(json))).replaceAll(
    HIDDEN,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Returns the value with the amount in dollars after every amount in cents. */
function withDollars(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDollars);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      Number.isSafeInteger(member) && name.endsWith("_cents")
        ? [[name, member] as const, [`${shownName(name)}_text`, dollarText(cents(member as number))] as const]
        : [[name, withDollars(member)] as const],
    ),
  );
}

/**
 * Returns the value with the short members of all objects before the long ones, so that no list hides a fact.
 */
function shortFirst(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortFirst);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value as Readonly<Record<string, unknown>>)
    .map(([name, member]) => ({ name, member, length: JSON.stringify(member).length }))
    .toSorted((a, b) => a.length - b.length);
  return Object.fromEntries(members.map(({ name, member }) => [name, shortFirst(member)]));
}

/** The arguments whole: nothing is carried out that a person could not read. */
function askedText(values: Arguments): string {
  const text = readable(JSON.stringify(shortFirst(values)));
  if (text.length <= MOST_ASKED) return text;
  throw refuse("invalid_request", {
    message: `A person can't read these arguments: they are ${text.length} characters, and a question shows at most ${MOST_ASKED}. Split the change into smaller ones, or make it by the API.`,
  });
}

function beforeText(before: string): string {
  const text = readable(before);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)} ... (${text.length - SHOWN} more characters)`;
}

function questionOf(operation: Operation, caller: Caller, given: Arguments, before: string | null): string {
  const { operation: _id, ...values } = given;
  return [
    `${operation.summary} (${operation.method} ${operation.path}) in company ${caller.identity.company_id}?`,
    `With: ${askedText(values)}`,
    ...(before === null ? [] : [`Before: ${beforeText(before)}`]),
    ...(operation.hints.destructive ? ["This can't be undone by calling it again."] : []),
  ].join("\n");
}
