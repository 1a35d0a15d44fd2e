/**
 * Changes for clients of the protocol versions that ask within a call (2025-06-18, 2025-11-25): the question
 * goes out on the stream of the call's response, and the client sends the person's answer as a message of its
 * own. Invariant: the change itself is the second call of `writes.ts`, with the key checked again and the
 * seal over the arguments, so that a confirmation here is as good as in the present version.
 */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { bearerKey } from "../../modules/tenants/access/index.ts";
import { losAngelesDate } from "@daybook/words/civil-date";
import { jsonText } from "../../core/json-rows.ts";
import type { RandomText } from "../../platform/random/random.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { runEvery } from "../../platform/time/timer.ts";
import { plainAnswer, type ToolAnswer } from "./answer.ts";
import { Caller, type CallServices, type CallSource } from "./caller.ts";
import type { Pending, Questions, Reply } from "./questions.ts";
import { type QuickCall, quickResponse, writeCall } from "./quick.ts";
import type { McpServing } from "./server.ts";
import { isQuestion, isSession, newQuestion, sessionIn } from "./sessions.ts";
import type { Question } from "./writes.ts";

/** How often a stream reports that the call still waits, so that no proxy closes it. */
const SIGN_OF_LIFE_MS = 15_000;
const CONTENT_TYPE = "text/event-stream";

/** The sentence for each reply that is no confirmation. Nothing was changed then. */
const UNCHANGED: Readonly<Record<Exclude<Reply, "confirmed">, string>> = {
  declined: "Nothing was changed: the person declined.",
  dismissed: "Nothing was changed: the person closed the question without an answer.",
  failed: "Nothing was changed: the client could not ask a person.",
  withdrawn: "Nothing was changed: the client gave up the call.",
  late: "Nothing was changed: nobody answered in time. Ask again.",
  stopped: "Nothing was changed: the service stops. Ask again.",
};

/** A message of a client with a session, and what is needed to answer it. */
export interface SessionMessage {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly message: unknown;
  readonly caller: Caller;
  readonly session: string;
}

interface ElicitServices extends CallServices {
  readonly clock: Clock;
  readonly random: RandomText;
  readonly sourceOf: (request: FastifyRequest) => CallSource;
}

export interface ElicitNeeds extends Pick<McpServing, "answered" | "runWrite" | "confirmSchema"> {
  readonly services: ElicitServices;
  readonly questions: Questions;
}

/** The session of a request; null for none, and for one that its key did not open. */
export function sessionOf({ headers }: FastifyRequest): string | null {
  const id = sessionIn(headers);
  return id !== null && isSession(bearerKey(headers.authorization) ?? "", id) ? id : null;
}

type Members = Readonly<Record<string, unknown>>;

/** The answer of a client to a question of ours; null for every other message. */
function responseIn(message: unknown): { readonly id: string; readonly reply: Reply } | null {
  const { id, method, result, error } = message as Members;
  if (method !== undefined || typeof id !== "string") return null;
  if (typeof error === "object" && error !== null) return { id, reply: "failed" };
  return typeof result === "object" && result !== null ? { id, reply: replyOf(result as Members) } : null;
}

/** Only an accepted form with `confirm: true` is a yes. */
function replyOf({ action, content }: Members): Reply {
  if (action === "cancel") return "dismissed";
  const isYes = action === "accept" && (content as Members | null | undefined)?.["confirm"] === true;
  return isYes ? "confirmed" : "declined";
}

/** The call that a notification cancels; null for every other message. */
function withdrawnIn(message: unknown): string | number | null {
  const { method, params } = message as Members;
  if (method !== "notifications/cancelled" || typeof params !== "object" || params === null) return null;
  const { requestId } = params as Members;
  return typeof requestId === "string" || typeof requestId === "number" ? requestId : null;
}

/**
 * Answers the messages that belong to questions. Returns null for every other one, which is answered as one
 * without a session.
 */
export async function answerInSession(
  { request, reply, message, caller, session }: SessionMessage,
  needs: ElicitNeeds,
): Promise<FastifyReply | null> {
  if (typeof message !== "object" || message === null) return null;
  const { company_id: companyId, user_id: userId } = caller.identity;
  const by = { companyId, userId, now: caller.now };
  const { key } = caller;
  const response = responseIn(message);
  if (response !== null) {
    // The library accepts every other answer, and ignores it.
    if (!isQuestion(key, session, response.id)) return null;
    await needs.questions.answer(by, response.id, response.reply);
    return reply.code(202).header("cache-control", "no-store").send();
  }
  const withdrawn = withdrawnIn(message);
  if (withdrawn !== null) {
    await needs.questions.withdraw(by, session, withdrawn);
    return reply.code(202).header("cache-control", "no-store").send();
  }
  const call = writeCall(message, request.headers);
  return call === null ? null : askThenChange(call, { request, reply, message, caller, session }, needs);
}

/** The token by which a client follows a call; undefined if it does not. */
function progressToken(message: unknown): unknown {
  const { params } = message as { readonly params?: { readonly _meta?: Members } };
  return params?._meta?.["progressToken"];
}

async function askThenChange(
  call: QuickCall,
  { request, reply, message, caller, session }: SessionMessage,
  needs: ElicitNeeds,
): Promise<FastifyReply> {
  const { questions, services } = needs;
  let leave: (() => void) | null = null;
  const first = await needs.answered(caller, async () => {
    const { company_id, key_id, user_id } = caller.identity;
    leave = questions.takePlace(company_id, key_id ?? user_id);
    return needs.runWrite(caller, call.given, { state: null, confirmed: null });
  });
  const leavePlace = leave as (() => void) | null;
  request.exchange = caller.latest;
  if (!("message" in first)) {
    leavePlace?.();
    return reply
      .header("content-type", "application/json")
      .header("cache-control", "no-store")
      .send(jsonText(quickResponse(call, first, {})));
  }
  const { key } = caller;
  const { company_id: companyId, user_id: userId } = caller.identity;
  const pending: Pending = {
    companyId,
    userId,
    questionId: newQuestion(key, session, services.random),
    session,
    callId: call.id,
    askedAt: caller.now,
  };
  const stream = new Readable({ read() {} });
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const events = new Events(stream, progressToken(message));
  events.send({
    method: "elicitation/create",
    params: { message: first.message, requestedSchema: needs.confirmSchema },
    id: pending.questionId,
  });
  void finish({ call, pending, first, request, gone: gone.signal }, needs)
    .then((answer) => events.end(jsonText(quickResponse(call, answer, {}))))
    .catch((error: unknown) => {
      services.log.error({ error }, "a call that waited for a person failed");
      events.end(null);
    })
    .finally(leavePlace);
  return reply
    .header("content-type", CONTENT_TYPE)
    .header("cache-control", "no-store, no-transform")
    .header("x-accel-buffering", "no")
    .send(stream);
}

interface Waiting {
  readonly call: QuickCall;
  readonly pending: Pending;
  readonly first: Question;
  readonly request: FastifyRequest;
  readonly gone: AbortSignal;
}

/** Waits for the person, then carries the change out or reports why not. */
async function finish(
  { call, pending, first, request, gone }: Waiting,
  { questions, services, answered, runWrite }: ElicitNeeds,
): Promise<ToolAnswer> {
  const given = await questions.wait(pending, gone);
  const now = services.clock.now();
  if (given !== "confirmed") return plainAnswer(UNCHANGED[given], now, { changed: false });
  // Authenticates again, because the key may have been revoked, and its minute may be used up.
  const caller = new Caller(services, services.sourceOf(request), {
    now,
    today: losAngelesDate(now),
    isMetered: true,
  });
  const answer = await answered(caller, () =>
    runWrite(caller, call.given, { state: first.state, confirmed: true }),
  );
  request.exchange = caller.latest;
  if ("message" in answer) throw new Error("a confirmed change was asked again");
  return answer;
}

/** The events of one response, which reports at intervals that it is still open. */
class Events {
  readonly #stream: Readable;
  readonly #endSigns: () => void;
  #signs = 0;

  constructor(stream: Readable, token: unknown) {
    this.#stream = stream;
    this.#endSigns = runEvery(SIGN_OF_LIFE_MS, () => this.#sign(token));
    stream.once("close", this.#endSigns);
  }

  #sign(token: unknown): void {
    if (typeof token !== "string" && typeof token !== "number") {
      this.#push(":\n\n");
      return;
    }
    this.#signs += 1;
    const params = { progressToken: token, progress: this.#signs, message: "Waiting for a person." };
    this.send({ method: "notifications/progress", params });
  }

  #push(text: string): void {
    if (!this.#stream.destroyed) this.#stream.push(text);
  }

  send(message: object): void {
    this.#write(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  #write(json: string): void {
    this.#push(`event: message\ndata: ${json}\n\n`);
  }

  /** Sends the last message, if there is one, and ends the stream. */
  end(json: string | null): void {
    this.#endSigns();
    if (json !== null) this.#write(json);
    if (!this.#stream.destroyed) this.#stream.push(null);
  }
}
