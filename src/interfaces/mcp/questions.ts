/**
 * Questions to people that calls wait for. The answer is a request of its own and may reach another process.
 * It is therefore written to the database, where the process that waits looks for it at intervals.
 * Invariants: the first answer to a question counts; a call waits for a bounded time; the number of waiting
 * calls is bounded for each key, each company and the process.
 */
import { createHash } from "node:crypto";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { Log } from "../../platform/log/log.ts";
import type { RetriesService } from "../../modules/tenants/retries/index.ts";
import { runAfter, runEvery } from "../../platform/time/timer.ts";

/** The result of a question. */
export type Reply =
  | "confirmed"
  | "declined"
  /** The person closed the question. */
  | "dismissed"
  /** The client answered with an error. */
  | "failed"
  /** The client gave up the call. */
  | "withdrawn"
  /** Nobody answered in time. */
  | "late"
  /** The service stops. */
  | "stopped";

const RELAYED: ReadonlySet<unknown> = new Set<Reply>(["confirmed", "declined", "dismissed", "failed"]);

/** A question, as the call that asked it knows it. */
export interface Pending {
  readonly companyId: string;
  readonly userId: string;
  readonly questionId: string;
  /** The session and the call in it, by which a client gives up. */
  readonly session: string;
  readonly callId: string | number;
  readonly askedAt: UnixSeconds;
}

export type Answering = Pick<Pending, "companyId" | "userId"> & { readonly now: UnixSeconds };

export interface QuestionBounds {
  readonly waitMs: number;
  readonly lookMs: number;
  readonly ofKey: number;
  readonly ofCompany: number;
  readonly ofAll: number;
}

const BOUNDS: QuestionBounds = {
  waitMs: LIMITS.question_ms.value,
  lookMs: 1_000,
  ofKey: LIMITS.key_questions.value,
  ofCompany: LIMITS.company_questions.value,
  ofAll: LIMITS.questions.value,
};

/** Stands for the id of an operation, with which notes are stored. */
const OPERATION = "mcp question";

export class Questions {
  readonly #retries: RetriesService;
  readonly #log: Log;
  readonly #bounds: QuestionBounds;
  /** The calls that wait here, by the key of their note. */
  readonly #waiting = new Map<string, (reply: Reply) => void>();
  /** The calls that hold a place, by their key, by their company, and all. */
  readonly #places = new Map<string, number>();
  #isStopping = false;

  constructor(retries: RetriesService, log: Log, bounds: Partial<QuestionBounds> = {}) {
    this.#retries = retries;
    this.#log = log;
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  /** Takes a place for a call of a key, or refuses it. Returns a function that gives the place back. */
  takePlace(companyId: string, keyId: string): () => void {
    const { ofKey, ofCompany, ofAll } = this.#bounds;
    const bounds = [
      [`key ${companyId} ${keyId}`, ofKey],
      [`company ${companyId}`, ofCompany],
      ["all", ofAll],
    ] as const;
    if (this.#isStopping || bounds.some(([name, most]) => (this.#places.get(name) ?? 0) >= most))
      throw refuse("service_unavailable", {
        message: "Too many changes wait for a person's answer. Answer those first.",
      });
    for (const [name] of bounds) this.#places.set(name, (this.#places.get(name) ?? 0) + 1);
    return () => {
      for (const [name] of bounds) {
        const left = (this.#places.get(name) ?? 1) - 1;
        if (left === 0) this.#places.delete(name);
        else this.#places.set(name, left);
      }
    };
  }

  /** Waits for the answer to a question. `signal` says that the client has gone. */
  async wait(pending: Pending, signal: AbortSignal): Promise<Reply> {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const answer = answerKey(pending.questionId);
    const withdrawal = withdrawalKey(pending.session, pending.callId);
    const notes = [answer, withdrawal];
    for (const note of notes) this.#waiting.set(note, resolve);
    const gone = () => resolve("withdrawn");
    signal.addEventListener("abort", gone, { once: true });
    if (signal.aborted) gone();
    if (this.#isStopping) resolve("stopped");
    let isLooking = false;
    const look = async () => {
      if (isLooking) return;
      isLooking = true;
      try {
        const { companyId, userId, askedAt } = pending;
        for (const key of notes.toReversed()) {
          const place = { companyId, userId, operation: OPERATION, key };
          // One second less, so that a note of the same second is found.
          const note = replyIn(await this.#retries.noteOf(place, (askedAt - 1) as UnixSeconds));
          if (note !== null) resolve(note);
        }
      } catch (error) {
        this.#log.error({ error }, "the answer to a question can't be looked for");
      } finally {
        isLooking = false;
      }
    };
    const endLooks = runEvery(this.#bounds.lookMs, () => void look());
    const endWait = runAfter(this.#bounds.waitMs, () => resolve("late"));
    try {
      return await promise;
    } finally {
      endLooks();
      endWait();
      signal.removeEventListener("abort", gone);
      for (const note of notes) this.#waiting.delete(note);
    }
  }

  /** Takes a person's answer. A further answer to the same question changes nothing. */
  answer(by: Answering, questionId: string, reply: Reply): Promise<void> {
    return this.#leave(by, answerKey(questionId), reply);
  }

  /** Takes note that a client gave up a call. */
  withdraw(by: Answering, session: string, callId: string | number): Promise<void> {
    return this.#leave(by, withdrawalKey(session, callId), "withdrawn");
  }

  async #leave({ companyId, userId, now }: Answering, key: string, reply: Reply): Promise<void> {
    const inputHash = async () => hashOf(key);
    const isFirst = await this.#retries.claim(
      { companyId, userId, operation: OPERATION, key, now, inputHash },
      reply,
    );
    if (isFirst) this.#waiting.get(key)?.(reply);
  }

  /** Ends all waiting, because the service stops. */
  stop(): void {
    this.#isStopping = true;
    for (const end of this.#waiting.values()) end("stopped");
  }
}

function replyIn(note: unknown): Reply | null {
  return RELAYED.has(note) || note === "withdrawn" ? (note as Reply) : null;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function answerKey(questionId: string): string {
  return `mcp-answer-${hashOf(questionId)}`;
}

function withdrawalKey(session: string, callId: string | number): string {
  return `mcp-withdrawn-${hashOf(JSON.stringify([session, callId]))}`;
}
