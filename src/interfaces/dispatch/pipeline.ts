/**
 * The pipeline: the one ordered list of checks that every request passes, whichever transport it came
 * by. The order is itself promised: identity first, then entitlement, then the request, so that a
 * blocked request costs nothing and tells nothing.
 */
import type { Call } from "../../contract/operation.ts";
import type { Params } from "../../contract/params.ts";
import { type ErrorCode, refuse } from "../../core/errors.ts";
import {
  type AccessService,
  apiAccessRefusal,
  bearerKey,
  closureRefusal,
  keyRefusal,
  ownerRefusal,
  permissionRefusal,
  stagingRefusal,
  subscriptionRefusal,
} from "../../modules/access/index.ts";
import type { TObject } from "typebox";
import type { Exchange } from "./exchange.ts";
import { GUARDS } from "./guards.ts";
import { readInput } from "./input.ts";
import { checkOutput } from "./response-check.ts";

/**
 * Counts requests and refuses them when a limit is reached. What is left out here counts nothing:
 * a deployment without limits.
 */
export interface Meter {
  /** Before the key is looked at: the burst limit of an address that sends no valid key. */
  readonly unauthenticated?: (exchange: Exchange) => Promise<void>;
  /** The burst limit of a key. */
  readonly key?: (exchange: Exchange) => Promise<void>;
  /** The company's month. */
  readonly month?: (exchange: Exchange) => Promise<void>;
  /** After the answer is made. */
  readonly count?: (exchange: Exchange) => Promise<void>;
}

/** What the stages need. */
export interface PipelineServices {
  readonly access: AccessService;
  readonly stagingDomain: string | null;
  /** Operation id to the feature without which the operation does not exist yet. */
  readonly earlyAccess: ReadonlyMap<string, string>;
  readonly meter: Meter;
}

export interface Stage {
  readonly name: string;
  /** Whether it runs before the body has arrived. */
  readonly phase: "head" | "body";
  readonly run: (exchange: Exchange, services: PipelineServices) => Promise<void> | void;
}

function refuseWith(code: ErrorCode | null): void {
  if (code !== null) throw refuse(code);
}

export const PIPELINE: readonly Stage[] = [
  { name: "unauthenticated burst", phase: "head", run: (exchange, { meter }) => meter.unauthenticated?.(exchange) },
  { name: "authenticate", phase: "head", run: authenticate },
  { name: "key burst", phase: "head", run: (exchange, { meter }) => meter.key?.(exchange) },
  { name: "owner state", phase: "head", run: ({ known }) => refuseWith(ownerRefusal(known)) },
  { name: "staging", phase: "head", run: ({ known }, { stagingDomain }) => refuseWith(stagingRefusal(known, stagingDomain)) },
  { name: "closure", phase: "head", run: ({ known }) => refuseWith(closureRefusal(known)) },
  { name: "subscription", phase: "head", run: ({ known, now }) => refuseWith(subscriptionRefusal(known, now)) },
  { name: "API access", phase: "head", run: ({ known }) => refuseWith(apiAccessRefusal(known.permissions)) },
  { name: "month", phase: "head", run: (exchange, { meter }) => meter.month?.(exchange) },
  { name: "route", phase: "head", run: ({ arrival }) => refuseWith(arrival.bound === null ? "resource_missing" : null) },
  { name: "early access", phase: "head", run: earlyAccess },
  {
    name: "permission",
    phase: "head",
    run: ({ known, bound }) => refuseWith(permissionRefusal(known.permissions, bound.operation.requires)),
  },
  { name: "gates", phase: "head", run: gates },
  { name: "input", phase: "body", run: readInput },
  { name: "handler", phase: "body", run: handle },
  { name: "response check", phase: "body", run: ({ bound, output }) => checkOutput(bound.operation, output) },
  { name: "count", phase: "body", run: (exchange, { meter }) => meter.count?.(exchange) },
];

/** Runs the stages of one phase in order; the first refusal ends the request. */
export async function runPhase(phase: Stage["phase"], exchange: Exchange, services: PipelineServices): Promise<void> {
  for (const stage of PIPELINE) {
    if (stage.phase !== phase) continue;
    const waiting = stage.run(exchange, services);
    if (waiting) await waiting;
  }
}

async function authenticate(exchange: Exchange, { access }: PipelineServices): Promise<void> {
  const key = bearerKey(exchange.arrival.authorization);
  const identity = key === null ? null : await access.identify(key);
  if (identity === null) throw refuse("invalid_api_key");
  refuseWith(keyRefusal(identity));
  exchange.identity = identity;
}

function earlyAccess({ bound, known }: Exchange, services: PipelineServices): void {
  const feature = services.earlyAccess.get(bound.operation.id);
  if (feature !== undefined && !(known.features ?? []).includes(feature)) throw refuse("feature_disabled");
}

function gates(exchange: Exchange): void {
  for (const guard of exchange.bound.operation.guards ?? []) GUARDS[guard](exchange);
}

async function handle(exchange: Exchange): Promise<void> {
  const { principal, input, bodyValue, now, today } = exchange;
  // The input stage has read both by the card, so they have the types that the handler declares.
  const call = { principal, input, body: bodyValue, now, today } as Call<Params, Params, TObject>;
  exchange.output = await exchange.bound.handle(call);
}
