/**
 * One request to `/mcp` and the operations that it calls. Invariant: an operation that a tool calls passes
 * every stage of the pipeline, as a request of its own would; the first one of a request uses the admission
 * with which the request came in, and each further one is admitted and counted by itself.
 */
import type { Bound } from "../../contract/operation.ts";
import { WrittenPage } from "../../contract/written.ts";
import { present } from "@daybook/words/assert";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { jsonText } from "../../core/json-rows.ts";
import { Refusal } from "../../core/errors.ts";
import { bearerKey } from "../../modules/tenants/access/index.ts";
import type { CompanyService } from "../../modules/tenants/company/index.ts";
import type { IntegrationsService } from "../../modules/tenants/integrations/index.ts";
import type { TransactionsService } from "../../modules/feed/transactions/index.ts";
import type { Log } from "../../platform/log/log.ts";
import { type Arrival, Exchange } from "../dispatch/exchange.ts";
import { failureRefusal } from "../dispatch/failures.ts";
import { type PipelineServices, rehearse, runPhase, runUntil } from "../dispatch/pipeline.ts";
import { undeclaredRefusal } from "../dispatch/response-check.ts";
import type { OperationInput } from "./arguments.ts";

/** The services that a request needs. */
export interface CallServices extends PipelineServices {
  readonly operations: readonly Bound[];
  /** Reads of transactions for which there is no operation. */
  readonly transactions: Pick<TransactionsService, "getTransfer" | "listSome">;
  /** Says since when live feeds have brought nothing in. */
  readonly integrations: Pick<IntegrationsService, "list">;
  /** Says when a company's fiscal year begins. */
  readonly company: Pick<CompanyService, "read">;
  readonly log: Log;
  /** Called for every refusal that a card does not declare; in tests it fails the run. */
  readonly onUndeclared?: (problem: string) => void;
}

/** The parts of an HTTP request that are read. */
export type CallSource = Pick<Arrival, "authorization" | "remoteAddress" | "isWanted">;

/** The answer of an operation: its output, and the same as JSON. */
export interface Outcome {
  readonly output: unknown;
  readonly json: string;
  /** True if it is the stored answer of an earlier request, and nothing was changed now. */
  readonly isRetry: boolean;
}

export class Caller {
  readonly now: UnixSeconds;
  readonly today: CivilDate;
  readonly services: CallServices;
  readonly #source: CallSource;
  /** The request as it came in. */
  readonly #entry: Exchange;
  #isEntryUsed = false;
  /** The exchange of the operation that was called last, or of the request. */
  latest: Exchange;

  constructor(
    services: CallServices,
    source: CallSource,
    { now, today, isMetered }: { now: UnixSeconds; today: CivilDate; isMetered: boolean },
  ) {
    this.services = services;
    this.#source = source;
    this.now = now;
    this.today = today;
    this.#entry = new Exchange(
      { ...source, bound: null, pathParams: {}, query: {}, idempotencyKeys: [], isMetered },
      now,
      today,
    );
    this.latest = this.#entry;
  }

  /**
   * Identifies the caller, and counts a tool's call. Throws the refusals of keys and of their burst, which
   * HTTP answers, as it does for every path.
   */
  async authenticate(): Promise<void> {
    await runUntil("owner state", this.#entry, this.services);
  }

  /** Runs the stages up to API access for a request that calls no tool. It is not counted in the month. */
  async enter(): Promise<void> {
    await runUntil("month", this.#entry, this.services);
  }

  /**
   * Runs the stages up to the month for the call of a tool, which was counted when it was authenticated. A
   * tool reads its arguments only afterwards, so that a caller who may not call learns nothing of them.
   */
  async admit(): Promise<void> {
    await runUntil("route", this.#entry, this.services);
  }

  /** The caller, once authenticated. */
  get identity() {
    return this.#entry.known;
  }

  /** The API key; empty for none. */
  get key(): string {
    return bearerKey(this.#source.authorization) ?? "";
  }

  get allowance() {
    return this.latest.allowance ?? this.#entry.allowance;
  }

  /** Calls an operation. Throws the refusal with which it answers. */
  async call(bound: Bound, input: OperationInput): Promise<Outcome> {
    const exchange = this.#exchangeOf(bound, input);
    let bytes = 0;
    try {
      await runPhase("head", exchange, this.services);
      await runPhase("body", exchange, this.services);
      const outcome = outcomeOf(exchange);
      bytes = outcome.json.length;
      return outcome;
    } catch (error) {
      throw this.#refusalOf(error, exchange);
    } finally {
      exchange.turn?.answered(bytes);
      exchange.turn?.sent();
      exchange.turn = null;
    }
  }

  /** Runs everything that can refuse an operation before it is carried out. Throws the refusal. */
  async rehearse(bound: Bound, input: OperationInput): Promise<void> {
    const exchange = this.#exchangeOf(bound, input);
    try {
      await rehearse(exchange, this.services);
    } catch (error) {
      throw this.#refusalOf(error, exchange);
    }
  }

  #exchangeOf(bound: Bound, { pathParams, query, body, idempotencyKey }: OperationInput): Exchange {
    const exchange = new Exchange(
      {
        ...this.#source,
        bound,
        pathParams,
        query,
        idempotencyKeys: idempotencyKey === null ? [] : [idempotencyKey],
      },
      this.now,
      this.today,
    );
    exchange.body = {
      bytes: body === undefined ? null : Buffer.from(JSON.stringify(body)),
      contentType: body === undefined ? undefined : "application/json",
    };
    if (!this.#isEntryUsed) {
      exchange.admission = this.#entry.admission;
      exchange.allowance = this.#entry.allowance;
      this.#isEntryUsed = true;
    }
    this.latest = exchange;
    return exchange;
  }

  #refusalOf(error: unknown, exchange: Exchange): Refusal {
    const { operation } = exchange.bound;
    if (!(error instanceof Refusal))
      return failureRefusal(error, `/mcp ${operation.id}`, exchange.carriedOut, this.services.log);
    const undeclared = undeclaredRefusal(operation, error);
    if (undeclared !== null) {
      this.services.log.error({ undeclared }, "an answer is not declared");
      this.services.onUndeclared?.(undeclared);
    }
    return error;
  }

  /** The operation of an id; an assertion if there is none. */
  operation(id: string): Bound {
    return present(
      this.services.operations.find(({ operation }) => operation.id === id),
      `a tool names the operation ${id}, which is missing`,
    );
  }
}

function outcomeOf({ output, status, isRetry }: Exchange): Outcome {
  const answer = status === 204 ? null : output;
  if (!(answer instanceof WrittenPage)) return { output: answer, json: JSON.stringify(answer), isRetry };
  const json = jsonText(answer.json);
  return { output: JSON.parse(json) as unknown, json, isRetry };
}
