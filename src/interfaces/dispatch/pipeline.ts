/**
 * The pipeline: the one ordered list of checks that every request passes. The order is itself promised:
 * identity first, then entitlement, then the request, so that a blocked request costs and reveals nothing.
 */
import { type Call, RepeatedOutput, type UserCall } from "../../contract/operation.ts";
import type { Params } from "../../contract/params.ts";
import { assert, present } from "@daybook/words/assert";
import { type DoorErrorCode, type ErrorCode, refuse } from "../../core/errors.ts";
import {
  apiAccessRefusal,
  bearerKey,
  closureRefusal,
  keyRefusal,
  ownerRefusal,
  permissionRefusal,
  stagingRefusal,
  subscriptionRefusal,
} from "../../modules/tenants/access/index.ts";
import type { SignInService } from "../../modules/tenants/sign-in/index.ts";
import type { RetriesService } from "../../modules/tenants/retries/index.ts";
import { resetDate, type UsageService } from "../../modules/tenants/usage/index.ts";
import { readAt } from "../../platform/db/reading-position.ts";
import { type Actor, runAs } from "../../platform/log/actor.ts";
import type { TObject } from "typebox";
import type { Exchange, SessionArrival } from "./exchange.ts";
import { GUARDS } from "./guards.ts";
import { readInput } from "./input.ts";
import { carryOut } from "./once.ts";
import { checkOutput } from "./response-check.ts";
import type { Turns } from "./turns.ts";
import type { UnchangedAnswers } from "./unchanged.ts";

/** The services that the stages need. */
export interface PipelineServices {
  readonly usage: UsageService;
  readonly signIn: Pick<SignInService, "userOf">;
  readonly retries: RetriesService;
  readonly turns: Turns;
  readonly unchanged: UnchangedAnswers;
  readonly stagingDomain: string | null;
  /** Operation id to the feature without which the operation does not exist yet. */
  readonly earlyAccess: ReadonlyMap<string, string>;
  /** True if pages that are written as JSON are read again each time and not in samples, as tests do. */
  readonly everyAnswerChecked: boolean;
}

export interface Stage {
  readonly name: string;
  /** `head` stages run before the body has arrived. */
  readonly phase: "head" | "body";
  readonly run: (exchange: Exchange, services: PipelineServices) => Promise<void> | void;
}

function refuseWith(code: ErrorCode | DoorErrorCode | null): void {
  if (code !== null) throw refuse(code);
}

// The stages of every operation, whomever it works for.
const ENTERING: Stage = { name: "unauthenticated burst", phase: "head", run: enter };
const BURST: Stage = {
  name: "key burst",
  phase: "head",
  run: ({ allowance }) => refuseWith(allowance?.exceeded ? "rate_limit_exceeded" : null),
};
const INPUT: Stage = { name: "input", phase: "body", run: readInput };
const HANDLER: Stage = { name: "handler", phase: "body", run: handle };
const RESPONSE: Stage = {
  name: "response check",
  phase: "body",
  run: ({ bound, output, knownTag }, { everyAnswerChecked }) => {
    if (knownTag === null) checkOutput(bound.operation, output, everyAnswerChecked);
  },
};

export const PIPELINE: readonly Stage[] = [
  ENTERING,
  {
    name: "authenticate",
    phase: "head",
    run: ({ identity, arrival }) =>
      refuseWith(identity !== null ? null : arrival.session ? "session_ended" : "invalid_api_key"),
  },
  BURST,
  { name: "owner state", phase: "head", run: ({ known }) => refuseWith(ownerRefusal(known)) },
  {
    name: "staging",
    phase: "head",
    run: ({ known }, { stagingDomain }) => refuseWith(stagingRefusal(known, stagingDomain)),
  },
  { name: "closure", phase: "head", run: ({ known }) => refuseWith(closureRefusal(known)) },
  {
    name: "subscription",
    phase: "head",
    run: ({ known, now }) => refuseWith(subscriptionRefusal(known, now)),
  },
  {
    name: "API access",
    phase: "head",
    // A session is no program: who is signed in needs only the permissions of the areas.
    run: ({ known, arrival }) => refuseWith(arrival.session ? null : apiAccessRefusal(known.permissions)),
  },
  { name: "month", phase: "head", run: month },
  {
    name: "route",
    phase: "head",
    run: ({ arrival }) => refuseWith(arrival.bound === null ? "resource_missing" : null),
  },
  { name: "early access", phase: "head", run: earlyAccess },
  {
    name: "permission",
    phase: "head",
    run: ({ known, bound }) => refuseWith(permissionRefusal(known.permissions, bound.operation.requires)),
  },
  { name: "gates", phase: "head", run: gatesOf("head") },
  { name: "turn", phase: "body", run: takeTurn },
  INPUT,
  { name: "input gates", phase: "body", run: gatesOf("body") },
  HANDLER,
  RESPONSE,
];

/** The stages of an operation of the web console that works for a user and no company. */
const USER_PIPELINE: readonly Stage[] = [
  ENTERING,
  {
    name: "user",
    phase: "head",
    run: ({ user }) => refuseWith(user === null ? "session_ended" : null),
  },
  BURST,
  INPUT,
  HANDLER,
  RESPONSE,
];

/** Runs the stages of one phase in order; the first refusal ends the request. */
export async function runPhase(
  phase: Stage["phase"],
  exchange: Exchange,
  services: PipelineServices,
): Promise<void> {
  const pipeline = exchange.arrival.bound?.scope === "user" ? USER_PIPELINE : PIPELINE;
  for (const stage of pipeline) {
    if (stage.phase !== phase) continue;
    const waiting = stage.run(exchange, services);
    if (waiting) await waiting;
  }
}

/**
 * Runs the stages of the head before the stage named `end`. `interfaces/mcp` uses it for what is no call of
 * an operation.
 */
export async function runUntil(end: string, exchange: Exchange, services: PipelineServices): Promise<void> {
  const last = PIPELINE.findIndex(({ name }) => name === end);
  assert(last >= 0, `there is no stage ${end}`);
  for (let at = 0; at < last; at += 1) {
    const waiting = PIPELINE[at]?.run(exchange, services);
    if (waiting) await waiting;
  }
}

/**
 * Runs the stages of the body that come before the handler: everything that can refuse a request without
 * carrying it out.
 */
export async function rehearse(exchange: Exchange, services: PipelineServices): Promise<void> {
  await runPhase("head", exchange, services);
  await readInput(exchange);
  gatesOf("body")(exchange);
}

/**
 * Identifies the caller. One statement reads the key with its owner and company and counts the request in the
 * company's month; the following stages judge the result. A request without a valid key counts for its
 * network address, and is refused here if that has used up its burst. An exchange that was admitted before,
 * as part of the same request, is not counted again.
 */
async function enter(exchange: Exchange, services: PipelineServices): Promise<void> {
  const { usage, stagingDomain } = services;
  if (exchange.admission !== null) return;
  const { arrival, now, today } = exchange;
  if (arrival.session !== undefined) return enterBySession(exchange, arrival.session, services);
  const { isMetered = true } = arrival;
  const key = bearerKey(arrival.authorization);
  const admission = key === null ? null : await usage.admit({ key, now, today, stagingDomain, isMetered });
  if (admission !== null && keyRefusal(admission.identity) === null) {
    exchange.admission = admission;
    exchange.allowance = admission.burst;
    return;
  }
  exchange.allowance = await usage.countAddress(arrival.remoteAddress, now);
  if (exchange.allowance.exceeded)
    throw refuse("rate_limit_exceeded", {
      message: "Too many requests without a valid API key from this address in this minute.",
    });
}

/**
 * Identifies a user of the web console by the session of the browser, and the user as a member of the company
 * that the request names. Requests without a session count for their network address like those without a
 * key. What changes something is carried out only for a page of the session.
 */
async function enterBySession(
  exchange: Exchange,
  { token, company, isTrusted }: SessionArrival,
  { usage, signIn }: PipelineServices,
): Promise<void> {
  const { arrival, now } = exchange;
  exchange.user = token === null ? null : await signIn.userOf(token);
  if (exchange.user === null) {
    exchange.allowance = await usage.countAddress(arrival.remoteAddress, now);
    refuseWith(exchange.allowance.exceeded ? "rate_limit_exceeded" : "session_ended");
    return;
  }
  if (!isTrusted) throw refuse("foreign_request");
  exchange.allowance = await usage.countUser(exchange.user.id, now);
  if (arrival.bound?.scope === "user") return;
  exchange.admission =
    company === null ? null : await usage.admitMember(company, exchange.user.id, exchange.allowance);
  if (exchange.admission === null) throw refuse("company_unknown");
}

function month({ admission, arrival, today }: Exchange): void {
  if (arrival.session !== undefined) return;
  const { admitted, counted, cap } = present(admission, "a stage ran before authentication");
  assert(admitted, "the stages before the month let in what was not to be counted");
  if (counted) return;
  throw refuse("monthly_limit_exceeded", {
    message: `The company's ${cap} requests of this month are used up. The next month begins on ${resetDate(today)} (America/Los_Angeles).`,
  });
}

function earlyAccess({ bound, known }: Exchange, services: PipelineServices): void {
  const feature = services.earlyAccess.get(bound.operation.id);
  if (feature !== undefined && !(known.features ?? []).includes(feature)) throw refuse("feature_disabled");
}

/** Asks those guards of the card that can be asked in a phase. */
function gatesOf(phase: Stage["phase"]): (exchange: Exchange) => void {
  return (exchange) => {
    const guards = (exchange.bound.operation.guards ?? []).map((name) => GUARDS[name]);
    for (const guard of guards) if (guard.phase === phase) guard.check(exchange);
  };
}

/**
 * Waits for the request's turn. It begins after the body has arrived, so that a slow sender does not hold a
 * turn. For the same reason a body that is read as it arrives takes no turn; checking such files has its own
 * limits.
 */
function takeTurn(exchange: Exchange, { turns }: PipelineServices): Promise<void> | void {
  const { known, arrival, bound } = exchange;
  if (bound.operation.body.mode === "stream") return;
  const turn = turns.take(known.company_id, known.key_id ?? known.user_id, arrival.isWanted);
  if (!(turn instanceof Promise)) {
    exchange.turn = turn;
    return;
  }
  return turn.then((taken) => {
    exchange.turn = taken;
  });
}

async function handle(exchange: Exchange, { retries, unchanged }: PipelineServices): Promise<void> {
  if (exchange.bound.scope === "user") return handleForUser(exchange);
  const { principal, input, bodyValue, idempotencyKey, now, today } = exchange;
  // The input stage has read both by the card, so they have the types that the handler declares.
  const work = (body: unknown) =>
    exchange.bound.handle({ principal, input, body, idempotencyKey, now, today } as Call<
      Params,
      Params,
      TObject
    >);
  const { operation } = exchange.bound;
  const position = operation.onReplica ? (exchange.admission?.position ?? null) : null;
  const output = await (operation.hints.readOnly
    ? readAt(position, () => unchanged.unlessKnown(exchange, () => work(bodyValue)))
    : runAs(actorOf(exchange), () => carryOut(exchange, retries, work)));
  exchange.carriedOut = !operation.hints.readOnly;
  exchange.repeated = output instanceof RepeatedOutput;
  exchange.output = output instanceof RepeatedOutput ? output.output : output;
}

async function handleForUser(exchange: Exchange): Promise<void> {
  const { bound, input, bodyValue: body, idempotencyKey, now, today, arrival } = exchange;
  const { id, email } = present(exchange.user, "a stage ran before the session");
  const session = present(arrival.session?.token, "a stage ran before the session");
  const call: UserCall<Params, Params, TObject> = {
    user: { id, email, session },
    input,
    body: body as UserCall<Params, Params, TObject>["body"],
    idempotencyKey,
    now,
    today,
  };
  exchange.output = await bound.handle(call as unknown as Call<Params, Params, TObject>);
  exchange.carriedOut = !bound.operation.hints.readOnly;
}

/** The caller as the company's audit trail names it; the subject is the last id of the path. */
function actorOf({ principal, bound, arrival }: Exchange): Actor {
  return {
    ...(principal.keyId === null
      ? { surface: "console" as const }
      : { surface: "key" as const, key_id: principal.keyId }),
    by: principal.userId,
    action: bound.operation.id,
    subject: Object.values(arrival.pathParams).at(-1) ?? null,
    company_id: principal.companyId,
  };
}
