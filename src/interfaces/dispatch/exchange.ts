/** One request on its way through the pipeline: what the transport gives, and what each stage adds. */
import type { Bound } from "../../contract/operation.ts";
import type { RawValue } from "../../contract/params.ts";
import type { Principal } from "../../contract/principal.ts";
import { present } from "@daybook/words/assert";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type { Identity, UserRow } from "../../modules/tenants/access/index.ts";
import type { Admission, Allowance } from "../../modules/tenants/usage/index.ts";
import type { Turn } from "./turns.ts";

/** The session of a request of the web console, as its transport read it. */
export interface SessionArrival {
  /** The token of the browser's cookie; null if there is none. */
  readonly token: string | null;
  /** The company that the request names; null for none. */
  readonly company: string | null;
  /** True if the request only reads, or was sent by a page of this session. */
  readonly isTrusted: boolean;
}

/** A request as `interfaces/rest` read it. */
export interface Arrival {
  readonly authorization: string | undefined;
  /** Given for requests of the web console, which carry a session instead of a key. */
  readonly session?: SessionArrival;
  /** The operation that the path and method name, or null for none. */
  readonly bound: Bound | null;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, RawValue>>;
  readonly remoteAddress: string;
  /** The header `Idempotency-Key` as it came, as often as it came. */
  readonly idempotencyKeys: readonly string[];
  /** The header `If-None-Match`: tags of answers that the caller has. */
  readonly ifNoneMatch?: string | undefined;
  /** False for a request that calls no operation and is not counted in the month; by default true. */
  readonly isMetered?: boolean;
  /** True while the caller is there to be answered. */
  readonly isWanted: () => boolean;
}

/** A body of which nothing was read yet. */
export interface ArrivingBody {
  readonly content: AsyncIterable<Uint8Array>;
  /** Aborted when the answer has no reader any more. */
  readonly signal: AbortSignal;
}

/** The body, once it has arrived: null when there was none. */
export interface ArrivedBody {
  readonly bytes: Buffer | null;
  /** The arriving body, if the card asks for it in this form. */
  readonly arriving?: ArrivingBody;
  readonly contentType: string | undefined;
}

/** A request in the pipeline. `now` and `today` are its cutoff and never move. */
export class Exchange {
  readonly arrival: Arrival;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
  body: ArrivedBody = { bytes: null, contentType: undefined };
  /** The result of looking up a valid key, or a member who is signed in. */
  admission: Admission | null = null;
  /** The user of the session, for requests that carry one. */
  user: UserRow | null = null;
  /** The rest of the burst: of the key or the user, or of the network address if there is neither. */
  allowance: Allowance | null = null;
  /** The request's turn to be worked on, once it has come. */
  turn: Turn | null = null;
  input: Readonly<Record<string, unknown>> = {};
  bodyValue: unknown = undefined;
  idempotencyKey: string | null = null;
  output: unknown = undefined;
  /** True if the operation was carried out and may have changed data, which a later fault does not undo. */
  carriedOut = false;
  /** True if the request had already been carried out before, as its operation recognises it. */
  repeated = false;
  /** True if the answer is that of an earlier request with the same `Idempotency-Key`. */
  isRetry = false;
  /** The tag of the answer, which was not computed because the caller has it. */
  knownTag: string | null = null;
  /** Keeps the tag of the answer for the next caller who sends it; null if it can't be kept. */
  keepTag: ((tag: string) => void) | null = null;

  constructor(arrival: Arrival, now: UnixSeconds, today: CivilDate) {
    this.arrival = arrival;
    this.now = now;
    this.today = today;
  }

  get identity(): Identity | null {
    return this.admission?.identity ?? null;
  }

  /** True if the request has a valid key or a session. */
  get isKnown(): boolean {
    return this.identity !== null || this.user !== null;
  }

  /** The authenticated identity; an assertion before authentication. */
  get known(): Identity {
    return present(this.identity, "a stage ran before authentication");
  }

  /** The operation; an assertion before routing. */
  get bound(): Bound {
    return present(this.arrival.bound, "a stage ran before routing");
  }

  /** The status of the answer, once there is one. */
  get status(): number {
    const { success } = this.bound.operation;
    return this.repeated
      ? present(success.repeated, "a card without repeats was answered by one").status
      : success.status;
  }

  get principal(): Principal {
    const { company_id, user_id, key_id, permissions, features, plan, subscription_status, trial_ends_at } =
      this.known;
    return {
      companyId: company_id,
      userId: user_id,
      keyId: key_id,
      permissions,
      features: new Set(features ?? []),
      subscription: { plan, subscription_status, trial_ends_at },
    };
  }
}
